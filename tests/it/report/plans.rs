//! Plans of Anti-Virus on the page of a report, from an experiment to the page's data.

use crate::antivirus::clover;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Boards with a plan, with none, and beyond what two positions show; goals of all kinds.
const PLAYED: &str = r#"
name = "plans"
game = "antivirus"
question = "How does the virus get out?"
baseline = "bfs"
[log]
games = 2
[[sets]]
name = "drawn"
generate = { radius = 4, pieces = 6, whites = 3, difficulty = "6..", most_positions = 20000, count = 2 }
[[sets]]
name = "boards"
boards = "boards"
[[strategies]]
name = "bfs"
[[strategies]]
name = "dijkstra"
metric = "unit"
goal = "corner"
[[strategies]]
name = "greedy"
heuristic = "pair"
goal = "opening"
[[strategies]]
name = "bfs"
label = "two positions"
max_expanded = 2
"#;

const EASY: &str = ".\n.\n...\n..V..\n..#V...\n.bb..\nb..\n.\n";
const NONE: &str = ".\n#\n...\n..V..\n...V...\n.....\n...\n.\n";

/// Runs the experiment into `results` and reports it into `report`, both in this folder.
pub fn made(folder: &Path) {
    fs::create_dir(folder.join("boards")).unwrap();
    for (name, text) in [("x.toml", PLAYED), ("boards/easy.txt", EASY), ("boards/none.txt", NONE)] {
        fs::write(folder.join(name), text).unwrap();
    }
    for command in ["run x.toml --out results", "report results --out report"] {
        let (code, _, said) = clover(folder, command);
        assert_eq!(code, Some(0), "{command}: {said}");
    }
}

/// What the page's scripts read.
fn data(page: &Path) -> Value {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once("<script id=\"replay-data\" type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn the_page_carries_every_plan_with_its_cost() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path());
    let data = data(&folder.path().join("report/index.html"));
    let games = data["games"].as_array().unwrap();
    assert_eq!((&data["total"], games.len()), (&json!(16), 16));
    let runs = clover::results::Results::open(&folder.path().join("results")).unwrap().runs().unwrap();
    for row in runs.rows() {
        let text = |column: &str| row.text(column).unwrap();
        let is_it = |game: &&Value| ["set", "instance", "strategy"].iter().all(|key| game[key] == text(key));
        let game = games.iter().find(is_it).unwrap();
        let frames = game["frames"].as_array().unwrap();
        assert_eq!(game["status"], text("status"));
        let cost = ["pushes", "unit", "slides"].map(|column| text(column).parse::<u64>().unwrap_or(0));
        assert_eq!((frames.len() as u64 - 1, &frames[frames.len() - 1]["cost"]), (cost[0], &json!(cost)));
        let goal = match (text("status"), text("strategy")) {
            ("won", "dijkstra") => json!("corner"),
            ("won", "greedy") => json!("opening"),
            ("won", _) => json!("out"),
            _ => Value::Null,
        };
        assert_eq!(game["goal"], goal, "{game}");
        assert_eq!(game["message"].as_str().unwrap_or_default(), text("message"));
    }
    // Those without a plan first.
    let mut ends: Vec<&str> = games.iter().map(|game| game["status"].as_str().unwrap()).collect();
    ends.dedup();
    assert_eq!(ends, ["lost", "gave_up", "won"]);
}

#[test]
fn a_trace_against_the_rules_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path());
    let traces = folder.path().join("results/games.jsonl");
    let text = fs::read_to_string(&traces).unwrap();
    let (nth, line) = text.lines().enumerate().find(|(_, line)| line.contains("\"won\"")).unwrap();
    let mut trace: Value = serde_json::from_str(line).unwrap();
    trace["plan"].as_array_mut().unwrap().insert(0, json!("V sideways"));
    fs::write(&traces, text.replacen(line, &trace.to_string(), 1)).unwrap();
    let (code, _, said) = clover(folder.path(), "report results --out again");
    assert_eq!(code, Some(2), "{said}");
    let key = ["set", "instance", "strategy"].map(|key| trace[key].as_str().unwrap()).join("/");
    let expected = format!("games.jsonl:{}: the game {key}/0: push 1: `V sideways` is none on this board", nth + 1);
    assert!(said.contains(&expected), "{said}");
    assert!(!folder.path().join("again").exists());
}

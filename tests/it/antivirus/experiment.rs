//! Experiments on Anti-Virus, run and reported through the command line.

use super::clover;
use clover::experiment::ANTIVIRUS_SCHEMA;
use clover::record::Column;
use clover::results::{self, Results};
use std::fs;
use std::path::Path;

const SMALL: &str = r#"
name = "small"
game = "antivirus"
repetitions = 4
baseline = "bfs"
[log]
games = 1
[[sets]]
name = "drawn"
generate = { radius = 3, pieces = 3, whites = 1, difficulty = "8..", most_positions = 5000, count = 5 }
[[sets]]
name = "files"
boards = "boards"
[[strategies]]
name = "bfs"
goal = "corner"
[[strategies]]
name = "astar"
heuristic = "pair"
goal = "corner"
[[strategies]]
name = "las-vegas"
goal = "corner"
max_expanded = 40
"#;

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    fs::create_dir(dir.path().join("boards")).unwrap();
    write("boards/easy.txt", ".\n.\n...\n..V..\n..#V...\n.bb..\nb..\n.\n");
    write("boards/none.txt", ".\n#\n...\n..V..\n...V...\n.....\n...\n.\n");
    write("boards/broken.txt", ".\n.\n...\n..V..\n..#?...\n.bb..\nb..\n.\n");
    write("x.toml", SMALL);
    dir
}

#[test]
fn the_same_rows_for_any_number_of_jobs() {
    let dir = folder();
    for jobs in [1, 2] {
        let (code, _, said) = clover(dir.path(), &format!("run x.toml --jobs {jobs} --out out{jobs}"));
        // The broken board is a row of its own, and the others go on.
        assert_eq!(code, Some(1), "{said}");
    }
    for file in ["instances.csv", "runs.csv", "stalls.csv", "games.jsonl"] {
        let [one, two] = [1, 2].map(|jobs| fs::read(dir.path().join(format!("out{jobs}")).join(file)).unwrap());
        assert!(one == two && !one.is_empty(), "{file}");
    }
    let runs = Results::open(&dir.path().join("out1")).unwrap().runs().unwrap();
    assert_eq!(runs.rows().count(), 8 * 3 * 4);
    let mut seen = std::collections::BTreeSet::new();
    for row in runs.rows() {
        let text = |column: &str| row.text(column).unwrap().to_string();
        let (instance, strategy, status) = (text("instance"), text("strategy"), text("status"));
        let expected = match (instance.as_str(), strategy.as_str()) {
            ("broken", _) => "error",
            ("none", _) => "lost",
            (_, "las-vegas") => &status,
            _ => "won",
        };
        assert_eq!(status, expected, "{instance} {strategy}: {}", text("message"));
        assert_eq!(text("cost").is_empty(), status != "won");
        assert_eq!(text("message").contains("max_expanded = 40 was reached"), status == "gave_up");
        assert!(instance != "broken" || text("message").starts_with("broken.txt:5:4: `?` is no cell"), "{}", text("message"));
        if strategy == "las-vegas" {
            seen.insert((instance, text("expanded"), text("cost")));
        }
    }
    assert!(seen.len() > 8, "luck differs between repetitions: {seen:?}");
    let (code, _, said) = clover(dir.path(), "report out1 --out report --lang fr");
    assert_eq!(code, Some(0), "{said}");
    for file in ["index.html", "figures/cost_ratios.svg", "figures/distribution.svg", "tables/restarts.csv", "tables/results.csv"] {
        assert!(dir.path().join("report").join(file).is_file(), "{file}");
    }
    assert_eq!(clover(dir.path(), "report --check report").0, Some(0));
    // One game by itself is the same row.
    assert_eq!(clover(dir.path(), "run x.toml --out one --only drawn/000003/las-vegas/2").0, Some(0));
    let row = |out: &str| {
        let text = fs::read_to_string(dir.path().join(out).join("runs.csv")).unwrap();
        text.lines().find(|line| line.starts_with("antivirus,drawn,000003,las-vegas,2,")).map(String::from)
    };
    assert!(row("one").is_some() && row("one") == row("out1"));
}

#[test]
fn a_wrong_experiment_is_refused_with_its_place() {
    let dir = folder();
    for (from, to, why) in [
        ("name = \"astar\"", "name = \"dfs\"", "there is no search `dfs`; there are: bfs, "),
        ("heuristic = \"pair\"", "heuristic = \"pear\"", "`pear` is not one of distance, path"),
        ("pieces = 3", "pieces = 30", "set `drawn`: 30 pieces besides the virus: want 14 at most"),
        ("\"8..\"", "\"8..x\"", "is no difficulty: want pushes"),
        ("boards = \"boards\"", "boards = \"bards\"", "cannot be read"),
        ("boards = \"boards\"", "maps = \"boards\"", "unknown field `maps`"),
        ("[log]", "[collect]\n[log]", "this game has no stalls whose candidates could be scored"),
    ] {
        assert!(SMALL.contains(from), "{from}");
        fs::write(dir.path().join("wrong.toml"), SMALL.replacen(from, to, 1)).unwrap();
        let (code, _, said) = clover(dir.path(), "run wrong.toml --out wrong");
        assert!(code == Some(2) && said.contains(why) && said.contains("wrong.toml:"), "{from}: {code:?} {said}");
        assert!(!dir.path().join("wrong").exists());
    }
}

#[test]
fn every_column_is_explained() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/README.md")).unwrap().replace("\r\n", "\n");
    for (name, columns) in [("instances.csv", results::instances(&ANTIVIRUS_SCHEMA)), ("runs.csv", results::runs(&ANTIVIRUS_SCHEMA))] {
        let row = |Column { name, unit, meaning, .. }| format!("| `{name}` | {unit} | {meaning} |\n");
        let rows: String = columns.into_iter().map(row).collect();
        let text = format!("### Anti-Virus: `{name}`\n\n| column | unit | meaning |\n|---|---|---|\n{rows}");
        assert!(readme.contains(&text), "data/README.md should have\n\n{text}");
    }
}

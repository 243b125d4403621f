//! What is in the rows: stalls, traces, columns.

use super::{SMALL, fresh, run, settings};
use clover::crocomine::state::State;
use clover::crocomine::trace::MOST_CANDIDATES;
use clover::crocomine::world::Sight;
use clover::experiment::FULL_SCHEMA;
use clover::record::Column;
use clover::results::{self, Results};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn what_is_logged_shows_in_no_other_table() {
    let [instances, runs, candidates, games] = fresh(SMALL, 1);
    let [_, _, chosen, _] = fresh(&SMALL.replace("candidates", "chosen"), 1);
    let none = fresh(&SMALL.replace("candidates", "none").replace("games = 1", "games = 0"), 1);
    assert_eq!((&none[0], &none[1]), (&instances, &runs));
    assert_eq!((none[2].lines().count(), none[3].as_str()), (1, ""));
    assert_eq!(games.lines().count(), 6);

    // One row a stall in the one, the same and up to eleven more in the other,
    // but for the number of worlds, which not every strategy computes.
    let stalls: u64 = {
        let dir = tempfile::tempdir().unwrap();
        run(SMALL, &settings(dir.path())).unwrap();
        Results::open(dir.path()).unwrap().runs().unwrap().rows().map(|row| row.get::<u64>("stalls").unwrap()).sum()
    };
    assert_eq!(chosen.lines().count() as u64, 1 + stalls);
    let bare = |row: &str| row.split(',').take(23).collect::<Vec<_>>().join(",");
    let taken: Vec<String> = candidates.lines().skip(1).filter(|row| row.contains(",true,")).map(bare).collect();
    assert_eq!(taken, chosen.lines().skip(1).map(bare).collect::<Vec<_>>());
}

#[test]
fn candidates_are_numbered_ranked_and_different() {
    let dir = tempfile::tempdir().unwrap();
    run(&SMALL.replace("rows = 4, cols = 5", "rows = 8, cols = 9"), &settings(dir.path())).unwrap();
    let table = Results::open(dir.path()).unwrap().stalls().unwrap();
    let mut before: Option<(String, u64, f64, bool)> = None;
    let mut most = 0;
    for row in table.rows() {
        let stall = format!("{} {}", row.key().unwrap(), row.text("step").unwrap());
        let (candidate, risk) = (row.get::<u64>("candidate").unwrap(), row.get::<f64>("risk").unwrap());
        let added = row.text("proposed_by").unwrap() == "posterior";
        assert_eq!(row.get::<bool>("chosen").unwrap(), candidate == 0);
        assert!(risk.is_nan() || (0.0..=1.0).contains(&risk));
        match before.filter(|(last, ..)| *last == stall) {
            None => assert_eq!(candidate, 0, "a stall starts with what was taken"),
            Some((_, last, last_risk, last_added)) => {
                assert_eq!(candidate, last + 1);
                assert!(added || !last_added, "what was proposed comes first");
                assert!(!(added && last_added) || last_risk <= risk + 1e-12, "the least risky come first");
            }
        }
        most = most.max(candidate);
        before = Some((stall, candidate, risk, added));
    }
    assert_eq!(most, 11);
}

#[test]
fn traces_replay_to_their_rows() {
    let dir = tempfile::tempdir().unwrap();
    run(SMALL, &settings(dir.path())).unwrap();
    let results = Results::open(dir.path()).unwrap();
    let traces = results.traces().unwrap();
    let runs = results.runs().unwrap();
    for trace in &traces {
        let row = runs.rows().find(|row| {
            let key = row.key().unwrap();
            (&*key.set, &*key.instance, &*key.strategy, key.repetition) == (&trace.set, &trace.instance, &trace.strategy, trace.repetition)
        });
        let row = row.unwrap();
        let actions = trace.record["actions"].as_array().unwrap();
        assert_eq!(actions.len() as u64, row.get::<u64>("actions").unwrap());
        assert_eq!(trace.record["status"], row.text("status").unwrap());
        for action in actions {
            // Proven moves were chosen from nothing; others from some, themselves among them.
            let none = Vec::new();
            let candidates = action["candidates"].as_array().unwrap_or(&none);
            let taken = candidates.iter().filter(|one| ["action", "pos", "animal", "risk"].iter().all(|key| one[*key] == action[*key]));
            assert_eq!(taken.count(), usize::from(action["why"] != "proven"));
            assert!(candidates.len() <= MOST_CANDIDATES);
        }
        let infos: Vec<Value> = actions.iter().flat_map(|action| action["infos"].as_array().unwrap().clone()).collect();
        let state = json!({"grid_infos": trace.record["grid_infos"], "infos": infos});
        let state: State = serde_json::from_value(state).unwrap();
        let opened = state.knowledge().unwrap().sights().iter().filter(|sight| matches!(sight, Sight::Open(_))).count();
        assert_eq!(opened as u64, row.get::<u64>("opened").unwrap());
    }
    assert_eq!(traces.len(), 6);
}

#[test]
fn every_column_is_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/README.md");
    let readme = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let tables = [
        ("instances.csv", results::instances(&FULL_SCHEMA)),
        ("runs.csv", results::runs(&FULL_SCHEMA)),
        ("times.csv", results::times()),
        ("stalls.csv", results::stalls(&FULL_SCHEMA)),
    ];
    for (name, columns) in tables {
        let row = |Column { name, unit, meaning, .. }| format!("| `{name}` | {unit} | {meaning} |\n");
        let rows: String = columns.into_iter().map(row).collect();
        let text = format!("### `{name}`\n\n| column | unit | meaning |\n|---|---|---|\n{rows}");
        assert!(readme.contains(&text), "data/README.md should have\n\n{text}");
    }
}

/// Every row of a stall, by the names of its columns.
fn stalls(dir: &Path) -> Vec<Vec<BTreeMap<String, String>>> {
    let table = Results::open(dir).unwrap().stalls().unwrap();
    let columns: Vec<String> = table.columns().map(String::from).collect();
    let mut stalls: Vec<(String, Vec<BTreeMap<String, String>>)> = Vec::new();
    for row in table.rows() {
        let stall = format!("{} {}", row.key().unwrap(), row.text("step").unwrap());
        let cells = columns.iter().map(|name| (name.clone(), row.text(name).unwrap().to_string())).collect();
        match stalls.last_mut() {
            Some((last, rows)) if *last == stall => rows.push(cells),
            _ => stalls.push((stall, vec![cells])),
        }
    }
    stalls.into_iter().map(|(_, rows)| rows).collect()
}

const COLLECT: &str = r#"
name = "collect"
game = "crocomine"
baseline = "components"
[collect]
player = "progress"
rollouts = 5
most_rollouts = 12
stalls = 3
explore = 0.5
[[sets]]
name = "dense"
generate = { rows = 8, cols = 8, sea = 0.5, animals = 0.35, count = 24 }
[[strategies]]
name = "components"
[[strategies]]
name = "progress"
endgame = 300
[[strategies]]
name = "density"
"#;

#[test]
fn candidates_are_scored_by_their_side_and_one_strategy_plays() {
    let dir = tempfile::tempdir().unwrap();
    run(COLLECT, &settings(dir.path())).unwrap();
    let runs = Results::open(dir.path()).unwrap().runs().unwrap();
    assert_eq!(runs.rows().map(|row| row.key().unwrap().strategy.to_string()).collect::<Vec<_>>(), ["progress"; 24]);
    let number = |row: &BTreeMap<String, String>, name: &str| row[name].parse::<f64>().unwrap();
    let (mut explored, mut several, mut exact, mut scored) = (0, 0, 0, BTreeMap::new());
    for stall in stalls(dir.path()) {
        if stall[0]["exact"] == "true" {
            assert!(
                stall.len() == 1 && stall[0]["rollouts"] == "0" && stall[0]["score"] == stall[0]["win"] && stall[0]["cand_risk"].is_empty()
            );
            exact += 1;
            continue;
        }
        *scored.entry(stall[0]["instance"].clone()).or_insert(0) += 1;
        assert!(stall[0]["proposed_by"].split(';').any(|by| by == "components"), "the first is the baseline's");
        let chosen: Vec<&BTreeMap<String, String>> = stall.iter().filter(|row| row["chosen"] == "true").collect();
        assert_eq!(chosen.len(), 1);
        let propensities: f64 = stall.iter().map(|row| number(row, "propensity")).sum();
        assert!((propensities - 1.0).abs() < 1e-9);
        let own: Vec<_> = stall.iter().filter(|row| row["proposed_by"].split(';').any(|by| by == "progress")).collect();
        assert!(own.len() == 1 && number(own[0], "propensity") > 0.5);
        explored += u32::from(own[0]["chosen"] == "false");
        for row in &stall {
            let (score, rollouts) = (number(row, "score"), row["rollouts"].parse::<u64>().unwrap());
            assert!((0.0..=1.0).contains(&score) && (score * 2.0 - number(row, "score_even") - number(row, "score_odd")).abs() < 1e-9);
            assert!((number(row, "advantage") - score + number(&stall[0], "score")).abs() < 1e-9);
            assert!([6, 12].contains(&rollouts), "{rollouts}");
            several += u32::from(rollouts > 6);
            assert!((number(row, "cand_risk") - number(row, "risk")).abs() < 1e-12);
        }
    }
    assert!(scored.values().all(|&stalls| stalls <= 3), "{scored:?}");
    assert!(explored > 3 && several > 10 && exact > 3, "{explored} explored, {several} met more worlds, {exact} exact");
    // Whatever the jobs.
    assert_eq!(fresh(COLLECT, 1), fresh(COLLECT, 2));
}

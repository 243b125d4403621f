//! Experiments, run whole: the same results whatever happens on the way, and
//! nothing that goes wrong in one game reaches another.

mod command;
mod faults;
mod rows;
mod table;

use clover::experiment::{Crocomine, Game, Only, Plan, Run, Settings, Source};
use clover::results::Results;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The files that are the same whenever the experiment is.
const SAME: [&str; 4] = ["instances.csv", "runs.csv", "stalls.csv", "games.jsonl"];

const SMALL: &str = r#"
name = "small"
game = "crocomine"
repetitions = 2
baseline = "components"
[log]
stalls = "candidates"
games = 1
[[sets]]
name = "mixed"
generate = { rows = 4, cols = 5, sea = 0.5, animals = 0.25, count = 3 }
[[sets]]
name = "land"
generate = { rows = 3, cols = 3, tigers = 3, count = 2 }
[[strategies]]
name = "components"
[[strategies]]
name = "components"
label = "components again"
[[strategies]]
name = "random"
"#;

pub(super) fn settings(out: &Path) -> Settings {
    Settings { out: out.into(), jobs: 1, resume: false, only: None, command: vec!["clover".into()] }
}

/// Runs an experiment; whether there was something to run.
fn run_with<G: Game>(text: &str, settings: &Settings, game: impl Fn(&Plan) -> G) -> Result<bool, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.toml");
    fs::write(&path, text).unwrap();
    let source = Source::read(&path, &[]).unwrap();
    let plan = Plan::new(&source).unwrap();
    let game = game(&plan);
    let Some(run) = Run::open(&plan, &game, settings).map_err(|error| error.to_string())? else { return Ok(false) };
    let left = run.left();
    let ended = AtomicU64::new(0);
    let count = || {
        ended.fetch_add(1, Ordering::Relaxed);
    };
    run.play(&count).map_err(|error| error.to_string())?;
    assert_eq!(ended.into_inner(), left);
    Ok(true)
}

pub(super) fn run(text: &str, settings: &Settings) -> Result<bool, String> {
    run_with(text, settings, |plan| Crocomine::new(plan).unwrap())
}

fn files(out: &Path) -> [String; 4] {
    SAME.map(|name| fs::read_to_string(out.join(name)).unwrap())
}

/// The files of a run of its own.
fn fresh(text: &str, jobs: usize) -> [String; 4] {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run(text, &Settings { jobs, ..settings(dir.path()) }), Ok(true));
    files(dir.path())
}

#[test]
fn jobs_change_nothing() {
    let one = fresh(SMALL, 1);
    assert_eq!(one[0].lines().count(), 1 + 5);
    assert_eq!(one[1].lines().count(), 1 + 5 * 3 * 2);
    assert!(one[2].lines().count() > 10, "there are stalls");
    assert_eq!(one[3].lines().count(), 2 * 3);
    for jobs in [1, 3] {
        assert_eq!(fresh(SMALL, jobs), one);
    }
}

#[test]
fn a_run_cut_off_anywhere_resumes_to_the_same() {
    let text = r#"
name = "tiny"
game = "crocomine"
[log]
games = 1
[[sets]]
name = "s"
generate = { rows = 2, cols = 2, tigers = 1, count = 2 }
[[strategies]]
name = "components"
guess_animals = false
"#;
    let whole = fresh(text, 1);
    // A run that plays all, and then cannot write its tables.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("instances.csv.unfinished")).unwrap();
    assert!(run(text, &settings(dir.path())).unwrap_err().contains("instances.csv"));
    assert!(Results::open(dir.path()).unwrap_err().to_string().contains("has not ended"));
    assert!(run(text, &settings(dir.path())).unwrap_err().contains("already; go on with --resume"));
    let [manifest, journal] = ["manifest.json", "journal.jsonl"].map(|name| fs::read(dir.path().join(name)).unwrap());
    assert!(journal.len() > 1000 && whole[2].lines().count() > 1, "{} bytes", journal.len());
    for cut in 0..=journal.len() {
        let dir = tempfile::tempdir().unwrap();
        let resume = Settings { resume: true, ..settings(dir.path()) };
        fs::write(dir.path().join("manifest.json"), &manifest).unwrap();
        fs::write(dir.path().join("journal.jsonl"), &journal[..cut]).unwrap();
        assert_eq!(run(text, &resume), Ok(true));
        assert_eq!(files(dir.path()), whole, "cut at {cut}");
        assert!(!dir.path().join("journal.jsonl").exists());
        assert_eq!(run(text, &resume), Ok(false));
    }
}

#[test]
fn results_are_never_overwritten_nor_mixed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new/folder");
    let resume = Settings { resume: true, ..settings(&out) };
    assert_eq!(run(SMALL, &resume), Ok(true), "where nothing is, it starts");
    let before = files(&out);
    let told = |text: &str, settings: &Settings| run(text, settings).unwrap_err();
    assert!(told(SMALL, &settings(&out)).contains("holds instances.csv already; choose another folder"));
    assert!(
        told(&SMALL.replace("repetitions = 2", "repetitions = 3"), &resume).contains("because experiment.repetitions is 3 now and was 2")
    );
    assert!(told(&SMALL.replace("sea = 0.5", "sea = 9"), &resume).contains("because experiment.sets.0.generate.sea is 9 now and was 0.5"));
    let only = Settings { only: Some("land".parse().unwrap()), ..resume.clone() };
    assert!(told(SMALL, &only).contains("because only is \"land\" now and was null"));
    assert_eq!(run(SMALL, &resume), Ok(false));
    assert_eq!(files(&out), before);

    // Another program may say that it is finished, and may not finish it.
    let manifest = out.join("manifest.json");
    let mut other: Value = serde_json::from_str(&fs::read_to_string(&manifest).unwrap()).unwrap();
    other["version"]["source"] = "other".into();
    fs::write(&manifest, other.to_string()).unwrap();
    assert_eq!(run(SMALL, &resume), Ok(false));
    other["end"] = Value::Null;
    fs::write(&manifest, other.to_string()).unwrap();
    assert!(told(SMALL, &resume).contains("because version.source is"));
    fs::write(&manifest, "{").unwrap();
    assert!(told(SMALL, &resume).contains("manifest.json:1: "));
}

#[test]
fn every_strategy_meets_the_same_luck() {
    let [_, runs, stalls, _] = fresh(SMALL, 1);
    for table in [runs, stalls] {
        let rows = |label: &str| -> Vec<Vec<String>> {
            let rows = table.lines().map(|row| row.split(',').map(String::from).collect::<Vec<_>>());
            rows.filter(|row| row[3] == label).map(|row| [&row[..3], &row[4..]].concat()).collect()
        };
        assert!(rows("components").len() > 5);
        assert_eq!(rows("components again"), rows("components"));
    }
}

#[test]
fn some_games_alone_are_as_among_all() {
    let [_, runs, stalls, _] = fresh(SMALL, 1);
    let dir = tempfile::tempdir().unwrap();
    let only: Only = "mixed//random/1".parse().unwrap();
    run(SMALL, &Settings { only: Some(only), ..settings(dir.path()) }).unwrap();
    let found = files(dir.path());
    for (all, some) in [(runs, &found[1]), (stalls, &found[2])] {
        let meant = |row: &&str| row.starts_with("crocomine,mixed,") && row.contains(",random,1,");
        assert_eq!(some.lines().skip(1).collect::<Vec<_>>(), all.lines().filter(meant).collect::<Vec<_>>());
        assert!(some.lines().count() > 3);
    }
}

//! Training as people do it: collect, train, play; and what is refused on the way.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

const COLLECT: &str = r#"
name = "collect"
game = "crocomine"
baseline = "progress"
[collect]
base = "components"
rollouts = 6
[[sets]]
name = "dense"
generate = { rows = 8, cols = 8, sea = 0.5, animals = 0.4, count = 30 }
[[sets]]
name = "land"
generate = { rows = 8, cols = 8, tigers = 20, count = 15 }
[[strategies]]
name = "components"
endgame = 30
[[strategies]]
name = "progress"
"#;

fn clover(arguments: &[&str], dir: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("clover").unwrap().args(arguments).current_dir(dir).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with the results of [`COLLECT`] in `results/collect`.
fn collected() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("collect.toml"), COLLECT).unwrap();
    let (code, _, told) = clover(&["run", "collect.toml"], dir.path());
    assert_eq!(code, 0, "{told}");
    dir
}

#[test]
fn a_model_is_trained_played_with_and_always_the_same() {
    let dir = collected();
    let (dir, at) = (dir.path(), |name: &str| dir.path().join(name));
    let train = |out: &str, more: &[&str]| clover(&[&["train", "results/collect", "--out", out], more].concat(), dir);
    let (code, table, told) = train("a.knn", &["--scenario", "rows.csv", "--aslib", "aslib", "--curves"]);
    assert_eq!(code, 0, "{told}");
    for word in ["always progress", "always components", "linear", "tree", "knn", "dense", "land", "ASlib: single best"] {
        assert!(table.contains(word), "`{word}` is not in\n{table}");
    }
    assert_eq!(train("b.knn", &[]).0, 0);
    assert_eq!(fs::read(at("a.knn")).unwrap(), fs::read(at("b.knn")).unwrap(), "the same rows, the same model");
    let evaluation = |name: &str| serde_json::from_str::<serde_json::Value>(&fs::read_to_string(at(name)).unwrap()).unwrap();
    let (with_curves, without) = (evaluation("a.knn.json"), evaluation("b.knn.json"));
    let curves = &with_curves["evaluation"]["curves"];
    assert_eq!((curves["learning"].as_array().unwrap().len(), curves["neighbours"].as_array().unwrap().len()), (5, 12));
    for told in with_curves["evaluation"]["by_map"].as_array().unwrap() {
        let (name, whole) = (told["learner"].as_str().unwrap(), &curves["learning"][4]);
        assert!(whole["gains"][name].is_null() || whole["gains"][name] == told["parts"][0]["gain"], "{name}");
        let judged = |bin: &serde_json::Value| bin["n"].as_u64().unwrap();
        let all: u64 = told["reliability"].as_array().unwrap().iter().map(judged).sum();
        assert_eq!(all, if name == "knn" { with_curves["decisions"].as_u64().unwrap() } else { 0 }, "{name}");
    }
    assert!(without["evaluation"]["curves"].is_null());
    assert_eq!((&without["evaluation"]["by_map"], &without["weights"]), (&with_curves["evaluation"]["by_map"], &with_curves["weights"]));
    assert_eq!(with_curves["weights"][0]["feature"], "state_cells");
    assert_eq!(train("c.knn", &["--target", "strategy"]).0, 0);
    let beside = evaluation("c.knn.json");
    assert_eq!((&beside["target"], beside["weights"][0]["linear"].as_array().unwrap().len()), (&"strategy".into(), 2));
    assert!(beside["evaluation"]["by_map"].as_array().unwrap().len() > 4);
    assert!(at("aslib/algorithm_runs.arff").exists());
    let scenario = clover::selection::Scenario::read(std::io::BufReader::new(fs::File::open(at("rows.csv")).unwrap())).unwrap();
    assert_eq!(scenario.strategies, ["progress", "components"], "the baseline comes first");

    assert_eq!(
        clover(
            &[
                "generate",
                "crocomine",
                "--rows",
                "8",
                "--cols",
                "8",
                "--sea",
                "0.5",
                "--animals",
                "0.4",
                "--count",
                "4",
                "--seed",
                "3",
                "--out",
                "maps"
            ],
            dir
        )
        .0,
        0
    );
    for model in ["a.knn", "c.knn"] {
        let (code, rows, told) = clover(&["play", "maps", "--strategy", "knn", "--model", model, "--json"], dir);
        assert_eq!((code, rows.lines().count()), (0, 4), "{told}");
    }
    let experiment = r#"
name = "selector"
game = "crocomine"
[[sets]]
name = "dense"
generate = { rows = 8, cols = 8, sea = 0.5, animals = 0.4, count = 5 }
[[strategies]]
name = "knn"
model = "a.knn"
endgame = "off"
"#;
    fs::write(at("selector.toml"), experiment).unwrap();
    let (code, _, told) = clover(&["run", "selector.toml"], dir);
    assert_eq!(code, 0, "{told}");
    let stalls = fs::read_to_string(at("results/selector/stalls.csv")).unwrap();
    assert!(stalls.lines().count() > 1 && stalls.lines().skip(1).all(|row| row.contains("k-NN ")), "{stalls}");
    assert!(fs::read_to_string(at("results/selector/manifest.json")).unwrap().contains("model_sha256"));
}

#[test]
fn the_model_plays_other_maps_and_learns_from_its_own_states() {
    let dir = collected();
    let (dir, at) = (dir.path(), |name: &str| dir.path().join(name));
    let iterate = |out: &str| clover(&["train", "results/collect", "--out", out, "--iterate", "1", "--test", "results/collect"], dir);
    let (code, table, told) = iterate("a.knn");
    assert_eq!(code, 0, "{told}");
    assert!(table.contains("round 1: ") && table.contains("on the maps to be tried on"), "{table}");
    let runs = fs::read_to_string(at("results/collect/round-1/runs.csv")).unwrap();
    assert_eq!(runs.lines().skip(1).filter(|row| row.contains(",knn,0,")).count(), 45, "the model plays");
    let stalls = fs::read_to_string(at("results/collect/round-1/stalls.csv")).unwrap();
    let proposed = stalls.lines().skip(1).filter(|row| row.contains("false")).any(|row| row.contains(";knn") || row.contains(",knn,false"));
    assert!(!proposed, "and is not chosen among");
    let manifest = fs::read_to_string(at("results/collect/round-1/manifest.json")).unwrap();
    assert!(manifest.contains("\"seed\": 2") && manifest.contains("\"seconds\": "), "{manifest}");
    // What was played is not played again, and the rows give the same model.
    let first = fs::read(at("a.knn")).unwrap();
    assert_eq!(iterate("a.knn").0, 0);
    assert_eq!(fs::read_to_string(at("results/collect/round-1/manifest.json")).unwrap(), manifest);
    assert_eq!(fs::read(at("a.knn")).unwrap(), first);
}

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let dir = collected();
    let (dir, at) = (dir.path(), |name: &str| dir.path().join(name));
    let refused = |arguments: &[&str], expected: &str| {
        let (code, out, told) = clover(arguments, dir);
        assert!(code == 2 && out.is_empty() && told.contains(expected), "{code}: {out}{told}");
    };
    assert_eq!(clover(&["train", "results/collect", "--out", "a.knn"], dir).0, 0);
    let model = fs::read_to_string(at("a.knn")).unwrap();
    let spoiled = |from: &str, to: &str| {
        assert!(model.contains(from), "{from} is not in the model");
        fs::write(at("spoiled.knn"), model.replacen(from, to, 1)).unwrap();
    };
    let play = ["play", "results", "--strategy", "knn", "--model", "spoiled.knn"];
    spoiled("\"version\":2", "\"version\":1");
    refused(&play, "spoiled.knn: line 1: format version 1");
    spoiled("\"crocomine\"", "\"mastermind\"");
    refused(&play, "mastermind");
    spoiled("\"state_closed\"", "\"state_open\"");
    refused(&play, "state_open");
    spoiled("\"name\":\"progress\"", "\"name\":\"regress\"");
    refused(&play, "the model names a strategy that cannot be built");
    fs::write(at("spoiled.knn"), model.lines().take(3).collect::<Vec<_>>().join("\n")).unwrap();
    refused(&play, "the file is damaged");
    refused(&["play", "results", "--strategy", "knn", "--model", "none.knn"], "none.knn: ");
    refused(&["play", "results", "--strategy", "components", "--model", "a.knn"], "strategy `components` has no option `model`");

    let rows = fs::read_to_string(at("results/collect/stalls.csv")).unwrap();
    let header: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    // From the end: the reason of a choice may hold commas.
    let place = header.iter().rev().position(|name| *name == "score_even").unwrap();
    let line = rows.lines().position(|row| row.ends_with(",false")).unwrap();
    for (cell, expected) in [("3", "3 is no probability"), ("", "missing"), ("1e300", "too large"), ("x", "unexpected `x`")] {
        let spoiled = |(number, row): (usize, &str)| {
            let mut cells: Vec<&str> = row.split(',').collect();
            if number == line {
                let last = cells.len() - 1;
                cells[last - place] = cell;
            }
            cells.join(",") + "\n"
        };
        fs::write(at("results/collect/stalls.csv"), rows.lines().enumerate().map(spoiled).collect::<String>()).unwrap();
        refused(&["train", "results/collect", "--out", "b.knn"], &format!("stalls.csv:{}: ", line + 1));
        refused(&["train", "results/collect", "--out", "b.knn"], expected);
    }
    fs::write(at("results/collect/stalls.csv"), &rows).unwrap();
    refused(&["train", "results/collect", "results/collect", "--out", "b.knn"], "results/collect: ");

    refused(&["train", "results", "--out", "b.knn"], "manifest.json");
    let plain = COLLECT.replace("[collect]\nbase = \"components\"\nrollouts = 6\n", "").replace("\"collect\"", "\"plain\"");
    fs::write(at("plain.toml"), plain).unwrap();
    assert_eq!(clover(&["run", "plain.toml"], dir).0, 0);
    refused(&["train", "results/plain", "--out", "b.knn"], "results/plain: no scores were collected");
    let other = COLLECT.replace("endgame = 30", "endgame = 31").replace("\"collect\"", "\"other\"");
    fs::write(at("other.toml"), other).unwrap();
    assert_eq!(clover(&["run", "other.toml"], dir).0, 0);
    refused(&["train", "results/collect", "results/other", "--out", "b.knn"], "are not those of the first folder");
    assert!(!at("b.knn").exists());
}

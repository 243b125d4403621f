//! The command line, from outside: exit codes, the form of what is printed, and
//! errors that name their place.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

const FREE: &str = "free\n2 2\n0 0\n- ~\n~ -\n";
const TIGER: &str = "tiger\n1 3\n0 0\n- T -\n";
/// Which of three cells that nothing tells apart?
const GAMBLE: &str = "four\n2 2\n0 0\n- T\n- -\n";
const BROKEN: &str = "broken\n2 2\n0 0\n- ~\n~ x\n";

/// A folder of maps.
fn folder(maps: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in maps {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// What `clover` answers in a folder: exit code, standard output, standard error.
fn clover(dir: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("clover").unwrap().current_dir(dir).args(args).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The JSON objects that it prints, one a line; nothing may go wrong.
fn objects(dir: &Path, args: &[&str]) -> Vec<Value> {
    let (code, out, err) = clover(dir, args, "");
    assert_eq!((code, err.as_str()), (0, ""));
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn check_refused(args: &[&str], input: &str, code: i32, expected: &str) {
    let dir = folder(&[("free.croco", FREE), ("broken.croco", BROKEN)]);
    let (found, out, err) = clover(dir.path(), args, input);
    assert_eq!((found, out.as_str()), (code, ""), "{err}");
    assert!(err.contains(expected), "expected `{expected}`, got `{err}`");
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn wrong_usage_ends_with_2_and_says_what_is_wrong() {
    check_refused(&[], "", 2, "Usage: clover <COMMAND>");
    check_refused(&["plya"], "", 2, "similar subcommand exists: 'play'");
    check_refused(&["play"], "", 2, "<PATH>...");
    check_refused(&["play", "gone"], "", 2, "gone: cannot be read");
    check_refused(&["play", "broken.croco"], "", 2, "broken.croco:5:3: ");
    check_refused(&["play", "free.croco", "--strategy", "componens"], "", 2, "similar value exists: 'components'");
    check_refused(&["play", "free.croco", "--option", "guess_animals"], "", 2, "KEY=VALUE");
    check_refused(&["play", "free.croco", "--option", "guess_animals=maybe"], "", 2, "`maybe` is not true or false");
    check_refused(&["play", "free.croco", "--option", "speed=1"], "", 2, "has no option `speed`: it has guess_animals");
    check_refused(&["play", "free.croco", "--json", "--watch"], "", 2, "cannot be used with");
    check_refused(&["strategies", "chess"], "", 2, "crocomine");
}

#[test]
fn a_state_that_cannot_be_analyzed_says_why() {
    check_refused(&["analyze", "gone.json"], "", 2, "gone.json: ");
    check_refused(
        &["analyze"],
        "{\n  \"grid_infos\": 3}",
        2,
        "standard input: invalid type: integer `3`, expected struct GridInfos at line 2 column 17",
    );
    check_refused(&["analyze"], "", 2, "standard input: EOF while parsing a value at line 1 column 0");
    let state = |infos: &str| format!(r#"{{"grid_infos": {GRID_INFOS}, "infos": [{infos}]}}"#);
    check_refused(&["analyze"], &state(r#"{"pos":[0,9],"field":"land"}"#), 2, "position [0,9] is outside the 1 × 3 grid");
    let clash = state(
        r#"{"pos":[0,0],"field":"land","prox_count":[0,0,0]},{"pos":[0,1],"field":"land"},{"pos":[0,2],"field":"land","prox_count":[1,0,0]}"#,
    );
    check_refused(&["analyze"], &clash, 2, "no world agrees with what is known: the counts of cell");
}

/// One row of three, a tiger somewhere.
const GRID_INFOS: &str =
    r#"{"m":1,"n":3,"start":[0,0],"tiger_count":1,"shark_count":0,"croco_count":0,"sea_count":0,"land_count":3,"3BV":2,"infos":[]}"#;

#[test]
fn the_posterior_has_an_entry_for_every_closed_cell() {
    let dir = folder(&[("state.json", &format!(r#"{{"grid_infos": {GRID_INFOS}, "infos": []}}"#))]);
    let cell = |j: usize, free: f64, proven: Value| {
        let p = json!({"free": free, "tiger": 1.0 - free, "shark": 0.0, "croco": 0.0});
        json!({"pos": [0, j], "field": "land", "p": p, "proven": proven})
    };
    let cells = [cell(0, 1.0, json!("free")), cell(1, 0.5, Value::Null), cell(2, 0.5, Value::Null)];
    let expected = json!({"solutions": "2", "log10_solutions": 2f64.log10(), "exact": true, "cells": cells});
    assert_eq!(objects(dir.path(), &["analyze", "state.json"]), [expected]);
}

#[test]
fn the_clauses_of_a_state_are_written_even_where_no_world_is_left() {
    let dir = folder(&[]);
    let clash = r#"{"pos":[0,0],"field":"land","prox_count":[0,0,0]},{"pos":[0,1],"field":"land"}"#;
    for (infos, code) in [("", 0), (clash, 0), (&format!(r#"{clash},{{"pos":[0,2],"field":"land","prox_count":[1,0,0]}}"#), 2)] {
        let state = format!(r#"{{"grid_infos": {GRID_INFOS}, "infos": [{infos}]}}"#);
        let (found, ..) = clover(dir.path(), &["analyze", "--dimacs", "state.cnf"], &state);
        assert_eq!(found, code, "{infos}");
        let text = fs::read_to_string(dir.path().join("state.cnf")).unwrap();
        let header = text.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
        let clauses = text.lines().filter(|line| line.ends_with(" 0") || *line == "0").count();
        assert!(header.ends_with(&format!(" {clauses}")), "{text}");
        assert!(text.contains("= cell (0,1) tiger"), "{text}");
        fs::remove_file(dir.path().join("state.cnf")).unwrap();
    }
}

#[test]
fn play_prints_one_object_a_map() {
    let dir = folder(&[("b.croco", TIGER), ("a.croco", FREE), ("notes.txt", "not a map")]);
    let mut rows = objects(dir.path(), &["play", ".", "--json"]);
    let set = dir.path().file_name().unwrap().to_str().unwrap();
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        assert!(row.shift_remove("seconds").unwrap().as_f64().unwrap() >= 0.0);
        assert!(row["map"].as_str().unwrap().starts_with('.'), "{row:?}");
        row["map"] = row["map"].as_str().unwrap()[2..].into();
    }
    let [free, tiger] = &rows[..] else { panic!("{rows:?}") };
    // All keys, in this order.
    let expected = format!(
        r#"{{"map":"a.croco","set":"{set}","status":"won","actions":1,"discoveries":1,"guesses":0,"chords":0,"stalls":0,"opened":4,"tigers":0,"sharks":0,"crocodiles":0}}"#
    );
    assert_eq!(free.to_string(), expected);
    assert_eq!(
        (&tiger["map"], &tiger["status"], &tiger["actions"], &tiger["tigers"]),
        (&json!("b.croco"), &json!("won"), &json!(3), &json!(1))
    );
}

#[test]
fn a_bad_map_is_reported_and_the_others_go_on() {
    let dir = folder(&[("a.croco", FREE), ("b.croco", BROKEN), ("c.croco", TIGER)]);
    let (code, out, err) = clover(dir.path(), &["play", "a.croco", "b.croco", "gone.croco", "c.croco", "--json"], "");
    assert_eq!((code, out.lines().count()), (1, 2), "{out}");
    assert!(err.contains("clover: b.croco:5:3: `x`") && err.contains("clover: gone.croco: cannot be read"), "{err}");
}

#[test]
fn a_lost_game_is_a_result() {
    // Often enough to lose some.
    let maps: Vec<(String, &str)> = (0..20).map(|i| (format!("{i}.croco"), GAMBLE)).collect();
    let maps: Vec<(&str, &str)> = maps.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let dir = folder(&maps);
    let (code, out, err) = clover(dir.path(), &["play", ".", "--strategy", "random", "--seed", "3"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("  lost "), "{out}");
    let total = out.lines().last().unwrap();
    assert!(total.starts_with("won ") && total.contains("/20: ") && total.contains("95 % interval"), "{total}");
}

#[test]
fn the_same_seed_plays_the_same_game_alone_or_with_its_folder() {
    let dir = folder(&[("a.croco", TIGER), ("b.croco", GAMBLE), ("c.croco", GAMBLE)]);
    let play = |paths: &[&str], seed: u64| {
        let seed = seed.to_string();
        let args = [&["play", "--json", "--strategy", "random", "--seed", &seed], paths].concat();
        let mut rows = objects(dir.path(), &args);
        for row in &mut rows {
            row.as_object_mut().unwrap().shift_remove("seconds");
        }
        rows.into_iter().map(|row| row.to_string().replace("./", "")).collect::<Vec<_>>()
    };
    let mut twins_differ = false;
    for seed in 1..9 {
        let all = play(&["."], seed);
        assert_eq!(all, play(&["a.croco", "b.croco", "c.croco"], seed));
        assert_eq!(all[2..], play(&["c.croco"], seed));
        twins_differ |= all[1].replace("b.croco", "") != all[2].replace("c.croco", "");
    }
    assert!(twins_differ, "a map that comes twice is played with another seed");
}

#[test]
fn watching_shows_a_board_an_action_as_plain_text() {
    let dir = folder(&[("tiger.croco", TIGER)]);
    let (code, out, _) = clover(dir.path(), &["play", "tiger.croco", "--watch"], "");
    assert_eq!(code, 0);
    assert!(!out.contains('\u{1b}'), "no control characters off a terminal");
    expect_test::expect_file!["golden/watch.txt"].assert_eq(out.split("map ").next().unwrap());
}

#[test]
fn a_trace_holds_the_game() {
    let dir = folder(&[("free.croco", FREE), ("tiger.croco", TIGER)]);
    let (code, ..) = clover(dir.path(), &["play", "free.croco", "tiger.croco", "--trace", "games.jsonl"], "");
    assert_eq!(code, 0);
    let text = fs::read_to_string(dir.path().join("games.jsonl")).unwrap();
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.iter().map(|game| &game["instance"]).collect::<Vec<_>>(), ["free", "tiger"]);
    assert_eq!(
        (&games[1]["strategy"], &games[1]["repetition"], &games[1]["grid_infos"]["land_count"]),
        (&json!("components"), &json!(0), &json!(3))
    );
    let actions = games[1]["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 3);
    assert_eq!(actions[0]["infos"][0], json!({"pos": [0, 0], "field": "land", "prox_count": [1, 0, 0]}));
    assert_eq!((&actions[1]["action"], &actions[1]["animal"], &actions[1]["status"]), (&json!("guess"), &json!("T"), &json!("OK")));
    assert_eq!((&actions[2]["pos"], &actions[2]["status"], &actions[2]["why"]), (&json!([0, 2]), &json!("GG"), &json!("proven")));
}

#[test]
fn nothing_is_ever_overwritten() {
    let state = format!(r#"{{"grid_infos": {GRID_INFOS}, "infos": []}}"#);
    let files = [("free.croco", FREE), ("tiger.croco", TIGER), ("state.json", state.as_str()), ("notes.txt", "notes")];
    let dir = folder(&files);
    for args in [
        &["play", "free.croco", "tiger.croco", "--trace", "tiger.croco"][..],
        &["play", "free.croco", "--trace", "notes.txt"],
        &["play", "free.croco", "--trace", "."],
        &["analyze", "state.json", "--dimacs", "state.json"],
        &["analyze", "state.json", "--dimacs", "./notes.txt"],
    ] {
        let (code, out, err) = clover(dir.path(), args, "");
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        let expected = format!("{} is there already and is not overwritten: delete it, or name another file", args.last().unwrap());
        assert!(err.contains(&expected), "{args:?}: {err}");
        for (name, text) in files {
            assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), text, "{args:?}");
        }
    }
    // Nor is anything left where nothing came of it.
    assert_eq!(clover(dir.path(), &["play", "notes.txt", "--trace", "games.jsonl"], "").0, 2);
    assert_eq!(clover(dir.path(), &["analyze", "notes.txt", "--dimacs", "state.cnf"], "").0, 2);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), files.len());
}

#[test]
fn what_cannot_be_written_ends_with_1() {
    let state = format!(r#"{{"grid_infos": {GRID_INFOS}, "infos": []}}"#);
    check_refused(&["play", "free.croco", "--trace", "free.croco/games.jsonl"], "", 1, "free.croco/games.jsonl: cannot be written: ");
    check_refused(&["play", "free.croco", "--trace", "gone/games.jsonl"], "", 1, "gone/games.jsonl: cannot be written: ");
    check_refused(&["analyze", "--dimacs", "gone/state.cnf"], &state, 1, "gone/state.cnf: cannot be written: ");
    let generate = ["generate", "crocomine", "--rows", "2", "--cols", "2", "--animals", "0", "--count", "1"];
    for out in ["free.croco", "free.croco/maps"] {
        check_refused(&[&generate[..], &["--out", out]].concat(), "", 1, out);
    }
}

#[test]
fn results_and_reports_that_cannot_be_written_end_with_1() {
    let dir = folder(&[("free.croco", FREE), ("x.toml", EXPERIMENT)]);
    for out in ["free.croco", "free.croco/results"] {
        for resume in [&[][..], &["--resume"]] {
            let (code, _, err) = clover(dir.path(), &[&["run", "x.toml", "--out", out], resume].concat(), "");
            assert!(code == 1 && err.contains(&format!("clover: the results cannot be written: {out}: ")), "{code} {err}");
        }
    }
    assert_eq!(clover(dir.path(), &["run", "x.toml", "--out", "full"], "").0, 0);
    assert_eq!(clover(dir.path(), &["run", "x.toml", "--out", "full"], "").0, 2, "a result is not written over");
    for out in ["free.croco", "free.croco/report"] {
        let (code, _, err) = clover(dir.path(), &["report", "full", "--out", out], "");
        assert!(code == 1 && err.contains(out), "{code} {err}");
    }
    assert_eq!(clover(dir.path(), &["report", "empty", "--out", "report"], "").0, 2, "nothing could be read");
}

#[test]
fn a_map_has_the_same_name_as_a_file_and_in_an_experiment() {
    let generated = EXPERIMENT.replace("maps = \"free.croco\"", "generate = { rows = 2, cols = 2, tigers = 1, count = 12 }");
    let dir = folder(&[("x.toml", &generated)]);
    let generate = ["generate", "crocomine", "--rows", "2", "--cols", "2", "--tigers", "1", "--count", "12", "--out", "maps"];
    assert_eq!(clover(dir.path(), &generate, "").0, 0);
    assert_eq!(clover(dir.path(), &["run", "x.toml", "--out", "out"], "").0, 0);
    let table = fs::read_to_string(dir.path().join("out/instances.csv")).unwrap();
    let instances: Vec<&str> = table.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    let files = clover::experiment::maps::files(&dir.path().join("maps")).unwrap();
    assert_eq!(files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect::<Vec<_>>(), instances);
    assert_eq!((instances.len(), instances[11]), (12, "000011"));
}

/// Every command, with something to print.
const PRINTING: [&[&str]; 7] = [
    &["analyze", "state.json"],
    &["play", "free.croco"],
    &["play", "free.croco", "--json"],
    &["play", "free.croco", "--watch"],
    &["strategies"],
    &["run", "x.toml", "--dry-run"],
    &["run", "x.toml", "--out", "results"],
];

/// What a command comes to whose standard output is this: exit code, standard error.
fn printing_to(stdout: impl Into<Stdio>, args: &[&str]) -> (i32, String) {
    let state = format!(r#"{{"grid_infos": {GRID_INFOS}, "infos": []}}"#);
    let dir = folder(&[("free.croco", FREE), ("x.toml", EXPERIMENT), ("state.json", &state)]);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("clover"));
    let child = command.current_dir(dir.path()).args(args).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_reader_that_has_gone_is_no_fault() {
    for args in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(printing_to(writer, args), (0, String::new()), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_said_and_ends_with_1() {
    for args in PRINTING {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let (code, err) = printing_to(full, args);
        assert!(code == 1 && err.starts_with("clover: ") && err.contains("No space left"), "{args:?}: {code} {err}");
        assert!(!err.contains("panicked"), "{args:?}: {err}");
    }
}

const EXPERIMENT: &str =
    "name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"s\"\nmaps = \"free.croco\"\n[[strategies]]\nname = \"random\"\n";

#[test]
fn strategies_are_listed_with_options_and_defaults() {
    let dir = folder(&[]);
    let listed = objects(dir.path(), &["strategies", "crocomine", "--json"]);
    let names: Vec<&str> = listed.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    let registered: Vec<&str> = clover::crocomine::strategy::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(names, registered);
    let components = listed.iter().find(|entry| entry["name"] == "components").unwrap();
    assert_eq!((&components["options"][0]["name"], &components["options"][0]["default"]), (&json!("guess_animals"), &json!("true")));
    let (code, out, _) = clover(dir.path(), &["strategies"], "");
    assert_eq!(code, 0);
    assert!(registered.iter().all(|name| out.contains(name)) && out.contains("guess_animals = true"), "{out}");
}

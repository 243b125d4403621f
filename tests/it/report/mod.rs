//! Reports from results folders: the page as golden text, figures by their geometry, what
//! is compared with what, and what must be refused.

// As expect-test writes them.
#![allow(clippy::needless_raw_string_hashes)]

mod browser;
mod checked;
mod figures;
mod joined;
mod latex;
mod pages;
mod plans;

use clover::record::{Column, Key};
use clover::report::{Options, Report};
use clover::results::{Commit, Entry, Game, Input, Machine, Manifest, Recorder, Schema};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const RUN: [Column; 3] = [
    Column::new("actions", "count", "").averaged("actions"),
    Column::new("stalls", "count", ""),
    Column::new("opened", "count", "").averaged("opened"),
];
const INSTANCE: [Column; 3] = [Column::new("rows", "cells", ""), Column::new("cols", "cells", ""), Column::new("3BV", "actions", "")];
const STALL: [Column; 2] = [Column::new("risk", "probability", ""), Column::new("chosen", "true or false", "")];

/// An experiment with two sets and two strategies, not in the order of names.
fn experiment() -> Value {
    let sets = json!([{"name": "small", "maps": "maps"}, {"name": "large", "generate": {"rows": 5}}]);
    let strategies = json!([{"label": "sat, no totals", "name": "sat"}, {"name": "components"}]);
    json!({"name": "trial", "game": "crocomine", "question": "Which wins?", "seed": 7, "baseline": "components", "sets": sets, "strategies": strategies})
}

fn manifest(experiment: Value) -> Manifest {
    let command = ["clover", "run", "my trial.toml", "--jobs", "2"].map(String::from).to_vec();
    let inputs = vec![Input { set: "small".into(), files: 10, sha256: "00ff".into() }];
    let mut manifest = Manifest::started(command, experiment, inputs, None, 1);
    manifest.averaged = ["actions", "opened"].map(String::from).to_vec();
    manifest.commit = Some(Commit { id: "0123abcd".into(), dirty: true });
    manifest.version.clover = "1.2.3".into();
    manifest.version.rustc = "rustc 1.90".into();
    manifest.machine = Machine { os: "linux".into(), arch: "x86_64".into(), cpu: Some("a processor".into()), cpus: 4, jobs: 2 };
    manifest.start = "2026-01-01T00:00:00Z".into();
    manifest
}

/// Writes results: of each set, strategy and repetition, one letter a game: won,
/// lost, gave up, error, and ? for an instance that could not be read. A game takes an
/// action more than the one before, with `sat` three more, and has two stalls.
fn write(folder: &Path, manifest: Manifest, games: &[(&str, &str, u64, &str)]) -> PathBuf {
    let recorder = Recorder::start(folder, manifest).unwrap();
    for &(set, strategy, repetition, letters) in games {
        for (instance, letter) in letters.chars().enumerate() {
            let key = Key {
                game: "crocomine".into(),
                set: set.into(),
                instance: format!("{instance:03}").into(),
                strategy: strategy.into(),
                repetition,
            };
            let status = match letter {
                'w' => "won",
                'l' => "lost",
                'g' => "gave_up",
                _ => "error",
            };
            let actions = 20 + instance + if strategy.starts_with("sat") { 3 } else { 0 };
            let cells = [status, &actions.to_string(), "2", "15", ""].map(String::from);
            let run = [&key.cells()[..], &cells].concat();
            let stalls = [["0.125", "true"], ["0.5", "false"], ["0.25", "true"]].map(|cells| cells.map(String::from).to_vec()).to_vec();
            let game = Game { stalls, trace: None, seconds: "0.25".into(), run };
            recorder.append(&Entry::Game(Box::new(game)).line()).unwrap();
            let side = if set == "large" { "16" } else { "8" };
            let about = if letter == '?' { [""; 3] } else { [side, side, "9"] };
            recorder
                .append(
                    &Entry::Instance([&[set, &*format!("{instance:03}")][..], &about].concat().iter().map(ToString::to_string).collect())
                        .line(),
                )
                .unwrap();
        }
    }
    recorder.finish(&Schema { plural: "maps", instance: &INSTANCE, run: &RUN, stall: &STALL }).unwrap();
    // The one thing that differs from day to day.
    let path = folder.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    manifest["end"] = json!("2026-01-01T00:00:09Z");
    fs::write(&path, manifest.to_string()).unwrap();
    folder.to_path_buf()
}

fn once(folder: &TempDir) -> PathBuf {
    let games = [
        ("small", "components", 0, "wwwwwwllll"),
        ("small", "sat, no totals", 0, "wwwllllllg"),
        ("large", "components", 0, "wwww"),
        ("large", "sat, no totals", 0, "llll"),
    ];
    write(&folder.path().join("once"), manifest(experiment()), &games)
}

/// A file of the report of these results.
fn file(folders: &[PathBuf], options: Options, name: &str) -> String {
    let mut files = Report::read(folders, options).unwrap().files().unwrap();
    String::from_utf8(files.remove(name).unwrap_or_else(|| panic!("no {name}"))).unwrap()
}

fn options(language: &str) -> Options {
    Options { language: language.into(), formats: vec!["svg".into()], ..Options::default() }
}

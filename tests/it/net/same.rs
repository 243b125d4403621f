//! A walk over the network and local play of the same maps are the same games.

use super::{Served, count, folders, games, locally, player};
use clover::crocomine::strategy::ALL;
use std::fs;

#[test]
fn every_strategy_plays_remotely_as_it_does_locally() {
    for folder in folders(&["easy", "15x15_15", "15x15_30", "odd"]) {
        let served = Served::start(":0", &folder, &[]);
        let names: Vec<&str> = ALL.iter().map(|entry| entry.name).collect();
        let local = locally(&folder, &names);
        assert_eq!(local.len(), names.len() * count(&folder));
        for name in names {
            let out = tempfile::tempdir().unwrap();
            let results = out.path().join("results");
            let played = player(&served.address, name, &results).args(["--strategy", name]).output().unwrap();
            let said = String::from_utf8_lossy(&played.stderr);
            assert!(said.contains("the walk is over: there is no further map"), "{name} on {}: {said}", folder.display());
            let remote = games(&results);
            let same: Vec<_> = local.iter().filter(|game| game.strategy == name).cloned().collect();
            assert_eq!(remote.len(), same.len());
            for (remote, local) in remote.iter().zip(&same) {
                assert_eq!(remote, local, "{name} on {}", folder.display());
            }
        }
        // What the server counted is what the rows say.
        let told = served.groups();
        for game in local.chunks(count(&folder)) {
            let won = game.iter().filter(|game| game.run[0] == "won").count();
            assert_eq!(told[&game[0].strategy]["won"], won);
            assert_eq!(told[&game[0].strategy]["state"], "done");
        }
    }
}

#[test]
fn a_trace_file_and_a_watched_walk_are_those_of_local_play() {
    let folder = &folders(&[])[0];
    let served = Served::start("127.0.0.1:0", folder, &[]);
    let dir = tempfile::tempdir().unwrap();
    let trace = |name: &str| dir.path().join(name);
    let file = |name: &str| trace(name).to_str().unwrap().to_string();
    let remote = player(&served.address, "g", &trace("out")).args(["--watch", "--trace", &file("remote")]).output().unwrap();
    let local = |more: &[&str]| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("clover"));
        command.arg("play").arg(folder).args(more).output().unwrap()
    };
    let shown = local(&["--watch", "--trace", &file("local")]);
    let without_names = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.lines().filter(|line| line.starts_with(' ')).map(String::from).collect::<Vec<_>>()
    };
    assert!(without_names(&remote.stdout).len() > 1000);
    assert_eq!(without_names(&remote.stdout), without_names(&shown.stdout));
    let traces = |name: &str| -> Vec<serde_json::Value> {
        let text = fs::read_to_string(trace(name)).unwrap();
        let own = |line: &str| {
            let mut one: serde_json::Value = serde_json::from_str(line).unwrap();
            let names = one.as_object_mut().unwrap();
            names.retain(|name, _| name != "set" && name != "instance");
            one
        };
        text.lines().map(own).collect()
    };
    assert_eq!(traces("remote").len(), count(folder));
    assert_eq!(traces("remote"), traces("local"));
    assert_eq!(fs::read_to_string(trace("out/games.jsonl")).unwrap(), fs::read_to_string(trace("remote")).unwrap());
}

#[test]
fn a_map_that_cannot_be_read_keeps_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let maps = dir.path().join("maps");
    fs::create_dir(&maps).unwrap();
    for (nth, file) in clover::experiment::maps::files(&folders(&[])[0]).unwrap().iter().enumerate() {
        fs::copy(file, maps.join(format!("{nth:02}.croco"))).unwrap();
    }
    for name in ["00-broken", "04-broken", "99-broken"] {
        fs::write(maps.join(format!("{name}.croco")), "no map").unwrap();
    }
    let served = Served::start(":0", &maps, &[]);
    let results = dir.path().join("results");
    let output = player(&served.address, "g", &results).args(["--strategy", "random"]).output().unwrap();
    // One between others is noticed, as it is in local play.
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let (remote, local) = (games(&results), locally(&maps, &["random"]));
    let read =
        |games: &[super::Played]| games.iter().filter(|game| game.run[0] != "error").map(|game| game.run.clone()).collect::<Vec<_>>();
    assert_eq!((remote.len(), read(&remote).len()), (11, 10));
    assert_eq!(read(&remote), read(&local));
}

//! Faults of programs and of data: a row each, and the others go on.

use super::{files, run, run_with, settings};
use clover::experiment::{Game, Played, Settings};
use clover::record::{Column, Status};
use clover::results::summary::summarise;
use clover::results::{Input, Results, Schema};
use expect_test::expect;
use serde_json::Value;
use std::fs;

#[test]
fn other_data_is_noticed_and_broken_maps_are_rows() {
    let dir = tempfile::tempdir().unwrap();
    let maps = dir.path().join("maps");
    fs::create_dir(&maps).unwrap();
    fs::write(maps.join("a.croco"), "one\n1 2\n0 0\n- T\n").unwrap();
    fs::write(maps.join("b.croco"), "two\n1 2\n0 0\n- x\n").unwrap();
    fs::write(maps.join("c.croco"), "three, \"quoted\"\n1 1\n0 0\n~\n").unwrap();
    let path = maps.to_str().unwrap();
    let text =
        format!("name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"m\"\nmaps = '{path}'\n[[strategies]]\nname = \"components\"\n");
    let out = dir.path().join("out");
    assert_eq!(run(&text, &settings(&out)), Ok(true));
    expect![[r#"
        set,instance,title,rows,cols,tigers,sharks,crocodiles,land,sea,3BV
        m,a,one,1,2,1,0,0,2,0,1
        m,b,,,,,,,,,
        m,c,"three, ""quoted""",1,1,0,0,0,0,1,1
    "#]]
    .assert_eq(&files(&out)[0]);
    let results = Results::open(&out).unwrap();
    let runs = results.runs().unwrap();
    let told: Vec<_> =
        runs.rows().map(|row| (row.text("status").unwrap(), row.text("actions").unwrap(), row.text("message").unwrap())).collect();
    let wrong = "b.croco:4:3: `x` is no cell: want one of ~ - T S C W, with spaces between them";
    assert_eq!(told, [("won", "2", ""), ("error", "", wrong), ("won", "1", "")]);
    let summary = &summarise(&results.averaged().unwrap(), |_| None)[0];
    assert_eq!((summary.instances, summary.unreadable, summary.errors, summary.longest_streak), (2, 1, 0, 2));
    assert_eq!((summary.rate, summary.means[0]), (1.0, Some(1.5)));

    let resume = Settings { resume: true, ..settings(&out) };
    assert_eq!(run(&text, &resume), Ok(false));
    fs::write(maps.join("b.croco"), "tow\n1 2\n0 0\n- x\n").unwrap();
    assert!(run(&text, &resume).unwrap_err().contains("because inputs.0.sha256 is"), "other bytes, the same mistake");
}

/// A game whose faults are planted.
struct Faulty;

impl Game for Faulty {
    type Instance = u64;
    type Worker = bool;

    fn name(&self) -> &'static str {
        "crocomine"
    }

    fn schema(&self) -> Schema {
        const RUN: &[Column] = &[Column::new("actions", "actions", ".")];
        const STALL: &[Column] = &[Column::new("step", "number", ".")];
        Schema { plural: "boards", instance: &[], run: RUN, stall: STALL }
    }

    fn instances(&self, _: usize) -> u64 {
        4
    }

    fn instance_name(&self, _: usize, place: u64) -> String {
        format!("{place}")
    }

    fn instance(&self, _: usize, place: u64) -> Result<u64, String> {
        match place {
            1 => Err("no map".into()),
            2 => panic!("no map {}", "at all"),
            _ => Ok(place),
        }
    }

    fn describe(&self, _: &u64) -> Vec<String> {
        Vec::new()
    }

    fn worker(&self) -> bool {
        true
    }

    fn play(&self, sound: &mut bool, _: &u64, strategy: usize, _: u64, _: bool) -> Played {
        assert!(*sound, "a thread went on with what a fault left behind");
        *sound = strategy != 1;
        assert!(*sound, "planted");
        Played { status: Status::Lost, run: vec!["7".into()], message: String::new(), stalls: vec![vec!["0".into()]], trace: None }
    }

    fn sets(&self) -> Vec<Value> {
        Vec::new()
    }

    fn strategies(&self) -> Vec<Value> {
        Vec::new()
    }

    fn inputs(&self) -> Vec<Input> {
        Vec::new()
    }
}

#[test]
fn a_fault_is_a_row_and_the_others_go_on() {
    let text = "name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"s\"\n[[strategies]]\nname = \"a\"\n[[strategies]]\nname = \"b\"\n[[strategies]]\nname = \"c\"\n";
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run_with(text, &settings(dir.path()), |_| Faulty), Ok(true));
    expect![[r"
        game,set,instance,strategy,repetition,status,actions,message
        crocomine,s,0,a,0,lost,7,
        crocomine,s,0,b,0,error,,a fault of the program: planted
        crocomine,s,0,c,0,lost,7,
        crocomine,s,1,a,0,error,,no map
        crocomine,s,1,b,0,error,,no map
        crocomine,s,1,c,0,error,,no map
        crocomine,s,2,a,0,error,,a fault of the program: no map at all
        crocomine,s,2,b,0,error,,a fault of the program: no map at all
        crocomine,s,2,c,0,error,,a fault of the program: no map at all
        crocomine,s,3,a,0,lost,7,
        crocomine,s,3,b,0,error,,a fault of the program: planted
        crocomine,s,3,c,0,lost,7,
    "]]
    .assert_eq(&files(dir.path())[1]);
    assert_eq!(files(dir.path())[2].lines().count(), 1 + 4);
}

//! `clover run` as people call it, and the experiments of this project.

use super::{SMALL, files, fresh};
use assert_cmd::Command;
use clover::experiment::{self, Antivirus, Crocomine, Plan, Source};
use std::fs;
use std::path::{Path, PathBuf};

fn clover(arguments: &[&str], dir: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("clover").unwrap().args(arguments).current_dir(dir).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_runs_resumes_and_refuses() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("small.toml"), SMALL).unwrap();
    let call = |arguments: &[&str]| clover(&[&["run", "small.toml"], arguments].concat(), dir.path());

    assert_eq!(call(&["--dry-run"]), (0, "30 games\n".into(), String::new()));
    assert_eq!(call(&["--dry-run", "--only", "land"]).1, "12 games\n");
    assert_eq!(call(&["--dry-run", "--set", "repetitions=1", "--set", "sets.0.generate.count=7"]).1, "27 games\n");
    assert!(!dir.path().join("results").exists());

    let (code, table, told) = call(&["--jobs", "2"]);
    assert_eq!(code, 0, "{told}");
    // In the order of the experiment.
    let sizes: Vec<&str> = table.lines().filter(|line| line.contains(" games each")).collect();
    assert_eq!(sizes, ["mixed: 3 maps, 2 games each", "land: 2 maps, 2 games each"]);
    let labels = table.lines().filter_map(|line| line.split_whitespace().next());
    let labels: Vec<&str> = labels.filter(|word| ["components", "random"].contains(word)).collect();
    assert_eq!(labels, ["components", "components", "random"].repeat(2));
    assert!(told.contains("30 games in "), "{told}");
    assert_eq!(files(&dir.path().join("results/small")), fresh(SMALL, 1));

    let (code, out, told) = call(&[]);
    assert_eq!((code, out.as_str()), (2, ""), "{told}");
    assert!(told.contains("holds instances.csv already"), "{told}");
    let (code, again, told) = call(&["--resume"]);
    assert_eq!((code, again), (0, table), "{told}");
    assert!(told.contains("is finished already"), "{told}");
    let (code, _, told) = call(&["--resume", "--set", "seed=2"]);
    assert!(code == 2 && told.contains("because experiment.seed is 2 now and was 1"), "{told}");
    for wrong in [&["--only", "nowhere"][..], &["--only", "a/b/c/0/e"], &["--set", "sed=1"], &["--jobs", "0"]] {
        assert_eq!(call(wrong).0, 2, "{wrong:?}");
    }
    assert_eq!(clover(&["run", "absent.toml"], dir.path()).0, 2);
}

#[test]
fn the_command_fails_where_a_game_does() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("m")).unwrap();
    fs::write(dir.path().join("m/a.croco"), "one\n1 2\n0 0\n- x\n").unwrap();
    fs::write(dir.path().join("m/b.croco"), "one\n1 2\n0 0\n- T\n").unwrap();
    let text = "name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"m\"\nmaps = \"m\"\n[[strategies]]\nname = \"components\"\n";
    fs::write(dir.path().join("x.toml"), text).unwrap();
    let (code, table, told) = clover(&["run", "x.toml", "--out", "here"], dir.path());
    assert!(code == 1 && told.contains("1 games ended in an error"), "{told}");
    // What could not be read is in no rate.
    assert!(table.starts_with("m: 1 maps; 1 could not be read and were not played\n") && table.contains(" 100.0 "), "{table}");
}

/// The experiments of this project say what they mean.
#[test]
fn the_experiments_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    assert!(paths.len() >= 2);
    for path in paths {
        let source = Source::read(&path, &[]).unwrap();
        let plan = Plan::new(&source).unwrap();
        assert_eq!(plan.name, path.file_stem().unwrap().to_str().unwrap());
        assert!(plan.question.is_some());
        let games = match plan.game.as_str() {
            "antivirus" => experiment::games(&plan, &Antivirus::new(&plan).unwrap(), None),
            _ => experiment::games(&plan, &Crocomine::new(&plan).unwrap(), None),
        };
        assert!(games > 0);
    }
}

//! A server that is killed and started again with its state, and a client that is.

use super::{Served, count, folders, games, locally, player};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A password that is no other word.
const SECRET: &str = "wq7-Zebra";

/// Waits until a file has so many lines.
fn wait_for_lines(log: &Path, lines: usize) {
    let enough = || fs::read_to_string(log).is_ok_and(|text| text.lines().count() >= lines);
    // Half a minute, where nothing is ever written.
    let came = (0..15_000).any(|_| {
        std::thread::sleep(Duration::from_millis(2));
        enough()
    });
    assert!(came, "the log has too few lines");
}

#[test]
fn a_walk_survives_the_death_of_the_server() {
    let folder = folders(&["15x15_15"]).pop().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let (log, results) = (dir.path().join("state.jsonl"), dir.path().join("results"));
    let state = ["--state", log.to_str().unwrap()];
    let served = Served::start("127.0.0.1:0", &folder, &state);
    let address = served.address.clone();
    let walk = {
        let (address, results) = (address.clone(), results.clone());
        std::thread::spawn(move || player(&address, "g", &results).env("CLOVER_PASSWORD", SECRET).args(["--json"]).output().unwrap())
    };
    // Killed in the middle, twice, once for longer than a moment.
    wait_for_lines(&log, 40);
    served.kill();
    let served = Served::start(&address, &folder, &state);
    wait_for_lines(&log, 140);
    served.kill();
    std::thread::sleep(Duration::from_millis(700));
    let served = Served::start(&address, &folder, &state);
    let walk = walk.join().unwrap();
    let said = String::from_utf8_lossy(&walk.stderr);
    assert_eq!(walk.status.code(), Some(0), "{said}");
    assert_eq!(games(&results), locally(&folder, &["components"]));
    assert_eq!(served.groups()["g"]["played"], count(&folder));
    let kept = fs::read_to_string(&log).unwrap();
    assert!(kept.contains("$argon2id$") && !kept.contains(SECRET));
    drop(served);

    // Other maps have another state; a torn line is no harm, a spoiled one is told.
    let refused = |maps: &Path| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("clover"));
        let output = command.args(["serve", ":0"]).arg(maps).args(state).timeout(Duration::from_secs(20)).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).to_string()
    };
    let told = refused(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/maps/15x15_30"));
    assert!(told.contains("state.jsonl:1: was kept for other maps"), "{told}");
    fs::write(&log, format!("{kept}what\n")).unwrap();
    let told = refused(&folder);
    assert!(told.contains(&format!("state.jsonl:{}: not an event", kept.lines().count() + 1)), "{told}");
    fs::write(&log, format!("{kept}{{\"at\":1")).unwrap();
    let served = Served::start("127.0.0.1:0", &folder, &state);
    assert_eq!(served.groups()["g"]["played"], count(&folder));
}

#[test]
fn a_player_that_ends_goes_on_where_it_was() {
    let folder = &folders(&[])[0];
    let served = Served::start("127.0.0.1:0", folder, &[]);
    let dir = tempfile::tempdir().unwrap();
    let results = dir.path().join("results");
    let address = served.address.clone();
    let part = |more: &[&str]| {
        let output = player(&address, "g", &results).args(more).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).to_string())
    };
    assert_eq!(part(&["--maps", "2"]).0, Some(0));
    assert_eq!(games(&results).len(), 2);
    let (code, said) = part(&[]);
    assert!(code == Some(2) && said.contains("choose another folder with --out"), "{code:?}: {said}");
    let ask = |command| {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        super::exchange(&mut stream, &super::posted(command, br#"{"id":"g","members":"","token":""}"#)).unwrap()
    };
    // As it is where a player is killed in its third game: the map was given, no game is there.
    assert_eq!(ask("new_grid").0, 200);
    let journal = results.join("journal.jsonl");
    let kept = fs::read_to_string(&journal).unwrap();
    let given = kept.lines().find(|line| line.contains("instance")).unwrap().replace("000000", "000002");
    fs::write(&journal, format!("{kept}{given}\n")).unwrap();
    // And where it is killed before it wrote down what it was given.
    assert_eq!(ask("new_grid").0, 200);
    let (code, said) = part(&["--resume"]);
    assert_eq!(code, Some(1), "{said}");
    let (whole, local) = (games(&results), locally(folder, &["components"]));
    assert_eq!(whole.len(), local.len());
    for (nth, (remote, local)) in whole.iter().zip(&local).enumerate() {
        if (2..4).contains(&nth) {
            let why = ["the player was interrupted", "the server gave this map, or skips it; nothing else is known of it"][nth - 2];
            assert_eq!((remote.run[0].as_str(), remote.run.last().unwrap().as_str()), ("error", why));
        } else {
            assert_eq!(remote, local);
        }
    }
    // Another group's walk is another one.
    let other = player(&address, "h", &results).arg("--resume").output().unwrap();
    let said = String::from_utf8_lossy(&other.stderr);
    assert!(other.status.code() == Some(2) && said.contains(r#"experiment.group is "h" now and was "g""#), "{said}");
    // Asked once more there is nothing: no folder is made, and none is changed.
    let before = fs::read(results.join("runs.csv")).unwrap();
    let again = player(&served.address, "g", &dir.path().join("again")).output().unwrap();
    assert_eq!((again.status.code(), dir.path().join("again").exists()), (Some(0), false));
    // A server that begins anew gives maps that were played: none is counted twice.
    served.kill();
    let _anew = Served::start(&address, folder, &[]);
    let (code, said) = part(&["--resume"]);
    assert!(code == Some(1) && said.contains("map 0 of the walk was played before"), "{code:?}: {said}");
    assert_eq!(fs::read(results.join("runs.csv")).unwrap(), before);
}

#[test]
fn a_password_is_written_nowhere() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &[]);
    let dir = tempfile::tempdir().unwrap();
    let ways: [(&str, &[&str], bool); 3] =
        [("a", &[], true), ("b", &["--password", SECRET], false), ("c", &["--password=wq7-Zebra"], false)];
    for (group, args, variable) in ways {
        let out = dir.path().join(group);
        let mut command = player(&served.address, group, &out);
        if variable {
            command.env("CLOVER_PASSWORD", SECRET);
        }
        let played = command.args(args).output().unwrap();
        assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
        let files = fs::read_dir(&out).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
        for text in files.chain([played.stdout, played.stderr]) {
            assert!(!String::from_utf8_lossy(&text).contains(SECRET));
        }
        // It was sent all the same: another one is refused.
        let other = player(&served.address, group, &dir.path().join("other")).args(["--password", "x"]).output().unwrap();
        let said = String::from_utf8_lossy(&other.stderr);
        assert!(other.status.code() == Some(1) && said.contains("this is not the password of this group"), "{said}");
        let none = player(&served.address, group, &dir.path().join("other")).output().unwrap();
        assert!(String::from_utf8_lossy(&none.stderr).contains("a password can be given with --password or in CLOVER_PASSWORD"));
    }
}

/// As a terminal does at Ctrl-C.
#[test]
#[cfg(unix)]
fn a_player_stops_after_its_map_at_ctrl_c() {
    let folder = &folders(&[])[0];
    let served = Served::start("127.0.0.1:0", folder, &[]);
    let address = super::proxy::slow(&served.address, Duration::from_millis(4));
    let dir = tempfile::tempdir().unwrap();
    let results = dir.path().join("results");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("clover"));
    command.args(["play", "--server", &address, "--group", "g", "--members", "m", "--out"]).arg(&results);
    let walk = command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    // A map and a game, and another map.
    wait_for_lines(&results.join("journal.jsonl"), 3);
    let pressed = std::process::Command::new("kill").args(["-INT", &walk.id().to_string()]).status().unwrap();
    assert!(pressed.success());
    let walk = walk.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&walk.stderr);
    assert_eq!(walk.status.code(), Some(130), "{said}");
    assert!(said.contains("stopping after this map") && said.contains("--resume goes on"), "{said}");
    let (some, local) = (games(&results), locally(folder, &["components"]));
    assert!((2..local.len()).contains(&some.len()), "{} games", some.len());
    assert_eq!(some[..], local[..some.len()]);
    let rest = player(&address, "g", &results).arg("--resume").output().unwrap();
    assert_eq!(rest.status.code(), Some(0), "{}", String::from_utf8_lossy(&rest.stderr));
    assert_eq!(games(&results), local);
}

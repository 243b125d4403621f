//! Maps: those of the wild all read, and those that we ship are what their
//! commands make.

use assert_cmd::Command;
use clover::crocomine::croco;
use clover::experiment::maps;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of maps shared with this project, if it is there.
pub fn shared_maps() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let given = std::env::var_os("CLOVER_SHARED").map(PathBuf::from);
    let found = [Some(beside), given].into_iter().flatten().map(|shared| shared.join("maps")).find(|maps| maps.is_dir());
    if found.is_none() {
        eprintln!("skipped: no ../shared/maps, and CLOVER_SHARED names no folder with maps");
    }
    found
}

#[test]
fn every_shared_map_reads_writes_and_reads_back() {
    let Some(shared) = shared_maps() else { return };
    let mut read = 0;
    for set in folders(&shared) {
        for (name, level) in maps::load(&shared.join(set)).unwrap() {
            let level = level.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(croco::parse(croco::write(&level).as_bytes()).as_ref(), Ok(&level), "{name}");
            assert!((1..=level.world().grid().len()).contains(&level.three_bv()), "{name}");
            read += 1;
        }
    }
    assert!(read >= 118, "only {read} maps were read");
}

#[test]
fn the_maps_we_ship_are_what_their_commands_make() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = tempfile::tempdir().unwrap();
    let readme = fs::read_to_string(root.join("data/README.md")).unwrap();
    for command in readme.lines().filter_map(|line| line.strip_prefix("clover generate crocomine ")) {
        generate(made.path(), &command.split(' ').collect::<Vec<_>>()).success();
    }
    let (made, shipped) = (made.path().join("data/maps"), root.join("data/maps"));
    assert_eq!(folders(&made), folders(&shipped));
    for set in folders(&shipped) {
        assert_eq!(texts(&made.join(&set)), texts(&shipped.join(&set)), "{set}");
    }
}

#[test]
fn maps_are_not_mixed_with_others() {
    let dir = tempfile::tempdir().unwrap();
    let recipe = ["--rows", "2", "--cols", "3", "--tigers", "1", "--count", "2", "--out", "maps"];
    generate(dir.path(), &recipe).success().stdout("");
    let first = texts(&dir.path().join("maps"));
    assert_eq!(first.keys().collect::<Vec<_>>(), ["000000.croco", "000001.croco"]);
    let message = "clover: maps: this folder already holds maps: delete them, or give --out another one\n";
    generate(dir.path(), &recipe).code(2).stdout("").stderr(message);
    assert_eq!(texts(&dir.path().join("maps")), first);
}

#[test]
fn impossible_recipes_make_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let recipe = ["--rows", "2", "--cols", "3", "--tigers", "6", "--count", "2", "--out", "maps"];
    let message = "clover: 6 animals on 6 cells, of which the start keeps 1 free: take fewer animals\n";
    generate(dir.path(), &recipe).code(2).stderr(message);
    assert_eq!(folders(dir.path()), [""; 0]);
}

/// `clover generate crocomine …`, in this folder.
pub fn generate(dir: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut clover = Command::cargo_bin("clover").unwrap();
    clover.current_dir(dir).args(["generate", "crocomine"]).args(args).assert()
}

/// Names of the folders in a folder, sorted.
fn folders(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    let mut names: Vec<String> =
        entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Name and text of every file in a folder.
fn texts(dir: &Path) -> BTreeMap<String, String> {
    let paths = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read_to_string(path).unwrap())).collect()
}

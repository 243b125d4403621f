//! Maps: those of the wild all read, and those that we ship are what their
//! commands make.

use clover::crocomine::croco;
use clover::experiment::maps;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of maps shared with this project, if it is there.
fn shared_maps() -> Option<PathBuf> {
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
    let sets = fs::read_dir(shared).unwrap().map(|set| set.unwrap().path());
    for set in sets.filter(|set| set.is_dir()) {
        for (name, level) in maps::load(&set).unwrap() {
            let level = level.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(croco::parse(croco::write(&level).as_bytes()).as_ref(), Ok(&level), "{name}");
            assert!((1..=level.world().grid().len()).contains(&level.three_bv()), "{name}");
            read += 1;
        }
    }
    assert!(read >= 118, "only {read} maps were read");
}

//! The text of states, and an outside solver on it.

use super::{each_state, entailment, right_move, scattered, state};
use crate::states::{self, Shape};
use clover::crocomine::clauses::dimacs;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::rules::{Animal, Terrain, Totals};
use clover::crocomine::state::State;
use clover::crocomine::world::{Info, Sight, World};
use clover::sat::cardinality::Encoding;
use expect_test::expect;
use rand::RngExt;
use std::process::{Command, Stdio};

/// The answer of Debian's `minisat`; `None` where it is not installed.
fn minisat(text: &str) -> Option<bool> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.cnf");
    std::fs::write(&file, text).unwrap();
    let status = Command::new("minisat")
        .arg("-verb=0")
        .arg(&file)
        .arg(folder.path().join("answer"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status.ok()?.code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        code => panic!("minisat ended with {code:?} on\n{text}"),
    }
}

/// The number of the variable that the comments name so.
fn variable(text: &str, meaning: &str) -> Option<i64> {
    let line = text.lines().find(|line| line.ends_with(&format!(" = {meaning}")))?;
    line.strip_prefix("c var ")?.split(' ').next()?.parse().ok()
}

/// The same text with one more clause.
fn with_clause(text: &str, literal: i64) -> String {
    let head = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let words: Vec<&str> = head.split(' ').collect();
    let clauses: usize = words[3].parse().unwrap();
    text.replace(head, &format!("p cnf {} {}", words[2], clauses + 1)) + &format!("{literal} 0\n")
}

/// Asks about the true content of each cell that has variables: it can be denied
/// exactly where it is not entailed. Counts entailed cells, and others.
fn check(knowledge: &Knowledge, world: &World, encoding: Encoding, counts: &mut [u32; 2]) {
    let text = dimacs(knowledge, Some(encoding)).unwrap().to_string();
    assert_eq!(minisat(&text), Some(true), "a world agrees with\n{text}");
    let proven = entailment(&[("totals", encoding.word())]).proven(knowledge).unwrap();
    for cell in (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell)) {
        let (row, col) = knowledge.grid().pos(cell);
        let word = world.content(cell).map_or("free", Animal::word);
        if let Some(truth) = variable(&text, &format!("cell ({row},{col}) {word}")) {
            let is_proven = proven.iter().any(|action| action.cell() == cell);
            assert_eq!(minisat(&with_clause(&text, -truth)), Some(!is_proven), "cell ({row},{col}) of\n{text}");
            counts[usize::from(is_proven)] += 1;
        }
    }
}

#[test]
fn an_outside_solver_agrees_with_what_is_entailed() {
    if minisat("p cnf 1 1\n1 0\n").is_none() {
        println!("skipped: there is no `minisat` on the PATH");
        return;
    }
    let mut counts = [0; 2];
    for seed in 0..40 {
        let mut rng = states::rng("sat outside", seed);
        let every = rng.random_range(3..8);
        each_state(&mut rng, |knowledge, world| {
            if knowledge.closed() % every == 0 {
                check(knowledge, world, Encoding::ALL[seed as usize % 3], &mut counts);
            }
        });
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    // Large states, in which not every cell has variables.
    for (seed, encoding) in (0..).zip(Encoding::ALL) {
        let mut rng = states::rng("sat outside, large", seed);
        let shape = Shape { rows: 24, cols: 24, sea: 0.4, animals: 0.25, crocodiles: 0.3 };
        let level = states::level(shape, &mut rng);
        let mut knowledge = level.knowledge();
        for _ in 0..30 {
            right_move(level.world(), &mut knowledge, &mut rng);
        }
        assert!(knowledge.closed() > 400);
        check(&knowledge, level.world(), encoding, &mut counts);
    }
}

#[test]
fn a_text_that_grows_too_large_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let [json, text] = ["state.json", "state.cnf"].map(|name| folder.path().join(name));
    let (_, knowledge) = scattered(80, 0.5, 0.3, &mut states::rng("sat text", 0));
    std::fs::write(&json, serde_json::to_string(&State::new(&knowledge)).unwrap()).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("clover").unwrap();
    let result = command.arg("analyze").arg(&json).arg("--dimacs").arg(&text).assert().code(1);
    let said = String::from_utf8_lossy(&result.get_output().stderr).into_owned();
    assert!(said.contains("state.cnf: not written: more than 1000000 clauses"), "{said}");
    assert!(!text.exists());
}

/// Every cell of these has variables, whatever the totals (in the encoding that
/// `clover analyze` uses).
#[test]
fn a_small_map_always_fits() {
    let land = |cell| Info { cell, terrain: Terrain::Land, sight: Sight::Closed };
    for animals in [[66, 66, 67], [199, 0, 0], [0, 0, 199], [100, 99, 0]] {
        for known in [0, 200] {
            let infos: Vec<Info> = (1..=known).map(land).collect();
            let knowledge = state(20, 20, Totals { animals, land: 200, sea: 200 }, &infos);
            let text = dimacs(&knowledge, Some(Encoding::Totalizer));
            assert!(text.is_ok(), "{animals:?}, {known} cells of known terrain");
        }
    }
}

#[test]
fn a_state_as_dimacs() {
    let totals = Totals { animals: [1, 0, 0], land: 2, sea: 1 };
    let knowledge = state(1, 3, totals, &[Info { cell: 1, terrain: Terrain::Land, sight: Sight::Closed }]);
    expect![[r"
        c a Crocomine state of 1 x 3 cells, 3 of them closed
        c var 9 = cell (0,0) land
        c var 1 = cell (0,1) free
        c var 2 = cell (0,1) tiger
        c var 3 = cell (0,1) croco
        c var 4 = cell (0,2) land
        c var 5 = cell (0,2) free
        c var 6 = cell (0,2) tiger
        c var 7 = cell (0,2) shark
        c var 8 = cell (0,2) croco
        p cnf 9 25
        -1 -2 0
        -1 -3 0
        -2 -3 0
        1 2 3 0
        -5 -6 0
        -5 -7 0
        -5 -8 0
        -6 -7 0
        -6 -8 0
        -7 -8 0
        5 6 7 8 0
        -6 4 0
        -7 -4 0
        -2 -6 0
        2 6 -4 0
        2 6 -9 0
        2 -4 -9 0
        6 -4 -9 0
        -7 0
        7 4 9 0
        -3 0
        -8 0
        2 6 7 3 8 0
        -4 -9 0
        4 9 0
    "]]
    .assert_eq(&dimacs(&knowledge, Some(Encoding::Binomial)).unwrap().to_string());
}

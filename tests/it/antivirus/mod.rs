//! Anti-Virus against the answers of others.

mod picture;

use clover::antivirus::board::{Board, Direction, Pos};
use clover::antivirus::booklet;
use clover::antivirus::check::{check, pushed};
use clover::antivirus::instance::{Instance, Piece, Push};
use clover::antivirus::search::{Goal, Limits, Outcome, bfs};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

const LIMITS: Limits = Limits { expanded: u64::MAX, bytes: 1 << 30 };

#[derive(Deserialize)]
struct Challenges {
    challenges: Vec<Challenge>,
}

#[derive(Deserialize)]
struct Challenge {
    n: u32,
    pieces: Vec<Value>,
    measured: Measured,
}

#[derive(Clone, Deserialize)]
struct Measured {
    movable: usize,
    steps_corner: i64,
    bfs_expanded: u64,
    component_states: u64,
    steps_touch_opening: i64,
    steps_corner_if_no_opening_cell: i64,
}

fn challenges() -> Vec<Challenge> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let given = std::env::var_os("CLOVER_SHARED").map(PathBuf::from);
    let file =
        [Some(beside), given].into_iter().flatten().map(|shared| shared.join("antivirus/challenges.json")).find(|file| file.is_file());
    let Some(file) = file else {
        eprintln!("skipped: no ../shared/antivirus, and CLOVER_SHARED names no folder with it");
        return Vec::new();
    };
    serde_json::from_str::<Challenges>(&std::fs::read_to_string(file).unwrap()).unwrap().challenges
}

impl Challenge {
    fn instance(&self, closed: bool) -> Option<Instance> {
        let opening = json!({"color": "white", "cells": [[0, 3]]});
        let pieces = self.pieces.iter().cloned().chain(closed.then_some(opening));
        let text = json!({"challenges": [{"n": self.n, "pieces": pieces.collect::<Vec<_>>()}]}).to_string();
        booklet::parse(&text).unwrap().remove(0).1.ok()
    }
}

#[test]
fn the_challenges_have_their_known_answers() {
    for challenge in challenges() {
        let (n, measured) = (challenge.n, challenge.measured.clone());
        let instance = challenge.instance(false).unwrap();
        assert_eq!(instance.pieces().len(), measured.movable, "{n}");
        let steps = [measured.steps_corner, measured.steps_touch_opening, measured.steps_corner + 3];
        for (goal, steps) in [Goal::Corner, Goal::Opening, Goal::Out].into_iter().zip(steps) {
            let found = bfs(&instance, Some(goal), LIMITS);
            assert_eq!((found.outcome, found.plan.len() as i64), (Outcome::Solved, steps), "{n} {goal:?}");
            let lengths = check(&instance, &found.plan, goal).unwrap();
            assert_eq!(lengths.pushes as i64, steps);
            // Of the last positions before the goal, some are expanded, and some are not.
            assert!(goal != Goal::Corner || found.expanded.abs_diff(measured.bfs_expanded) * 4 <= measured.bfs_expanded, "{n}");
        }
        let all = bfs(&instance, None, LIMITS);
        assert_eq!((all.outcome, all.expanded, all.positions), (Outcome::NoSolution, measured.component_states, measured.component_states));
        // With the opening closed: -1 is no solution, -9 that a piece is in it.
        let closed = challenge.instance(true).map(|instance| bfs(&instance, Some(Goal::Corner), LIMITS));
        let closed = closed.map_or(-9, |found| if found.outcome == Outcome::Solved { found.plan.len() as i64 } else { -1 });
        assert_eq!(closed, measured.steps_corner_if_no_opening_cell, "{n}");
    }
}

#[test]
fn a_limit_is_never_no_solution() {
    for challenge in challenges().iter().take(5) {
        let instance = challenge.instance(false).unwrap();
        let few = bfs(&instance, Some(Goal::Corner), Limits { expanded: 10, ..LIMITS });
        assert_eq!((few.outcome, few.expanded), (Outcome::OutOfBudget, 10));
        let small = bfs(&instance, None, Limits { bytes: 10_000, ..LIMITS });
        assert_eq!(small.outcome, Outcome::OutOfBudget);
    }
}

/// Some pieces of the toy's shapes, anywhere on a board.
fn puzzle() -> impl Strategy<Value = Instance> {
    const SHAPES: [&[Pos]; 5] =
        [&[(0, 0), (0, 1)], &[(0, 0), (1, 1)], &[(0, 0), (0, 1), (1, 0)], &[(0, 1), (1, 0), (1, 2)], &[(0, 0), (1, 0), (2, 1)]];
    let anchor = (0_i16..9, 0_i16..9);
    let pieces = prop::collection::vec((0..SHAPES.len(), anchor.clone()), 0..4);
    let made = |(radius, virus, pieces, whites): (usize, Pos, Vec<(usize, Pos)>, Vec<Pos>)| {
        let at = |shape: &[Pos], (row, col): Pos| shape.iter().map(|&(r, c)| (row + r, col + c)).collect::<Vec<_>>();
        let virus = Piece { letter: 'V', cells: at(&[(0, 0), (1, 0)], virus) };
        let others = ('a'..).zip(pieces).map(|(letter, (shape, anchor))| Piece { letter, cells: at(SHAPES[shape], anchor) });
        Instance::new(Board::new(radius), std::iter::once(virus).chain(others).collect(), whites).ok()
    };
    (3..5_usize, anchor.clone(), pieces, prop::collection::vec(anchor, 0..2)).prop_filter_map("they overlap", made)
}

/// What can be reached and how far each position is, by the rules on cells alone. Pieces of one
/// shape count as one another.
fn distances(instance: &Instance) -> BTreeMap<Vec<Vec<Pos>>, usize> {
    let shape = |cells: &[Pos]| cells.iter().map(|pos| (pos.0 - cells[0].0, pos.1 - cells[0].1)).collect::<Vec<_>>();
    let canonical = |pieces: &[Vec<Pos>]| {
        let mut pieces = pieces.to_vec();
        pieces[1..].sort_by_key(|cells| (shape(cells), cells.clone()));
        pieces
    };
    let start: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| piece.cells.clone()).collect();
    let (mut known, mut queue) = (BTreeMap::from([(canonical(&start), 0)]), VecDeque::from([(start, 0)]));
    while let Some((pieces, steps)) = queue.pop_front() {
        for (piece, direction) in (0..pieces.len()).flat_map(|piece| Direction::ALL.map(|direction| (piece, direction))) {
            let Some((after, _)) = pushed(instance, &pieces, Push { piece, direction }, false) else { continue };
            if let Entry::Vacant(new) = known.entry(canonical(&after)) {
                new.insert(steps + 1);
                queue.push_back((after, steps + 1));
            }
        }
    }
    known
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]
    #[test]
    fn the_searchs_positions_are_those_of_the_rules(instance in puzzle()) {
        let known = distances(&instance);
        let all = bfs(&instance, None, LIMITS);
        prop_assert_eq!((all.outcome, all.expanded), (Outcome::NoSolution, known.len() as u64));
        for (goal, cell) in [(Goal::Corner, instance.board().corner()), (Goal::Opening, instance.board().opening())] {
            let least = known.iter().filter(|(pieces, _)| pieces[0][0] == cell).map(|(_, &steps)| steps).min();
            let found = bfs(&instance, Some(goal), LIMITS);
            prop_assert_eq!(found.outcome == Outcome::Solved, least.is_some());
            if let Some(least) = least {
                prop_assert_eq!(found.plan.len(), least);
                prop_assert_eq!(check(&instance, &found.plan, goal).map(|lengths| lengths.pushes), Ok(least as u64));
            }
        }
    }
}

#[test]
fn boards_are_solved_from_files() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("easy.txt", "   .\n   .\n  ...\n ..V..\n..#V...\n .bb..\n  b..\n   .\n");
    write("none.txt", "   .\n   #\n  ...\n ..V..\n...V...\n .....\n  ...\n   .\n");
    write("bad.txt", "   .\n   .\n  .a?\n ..V..\n..#V...\n .bb..\n  b..\n   .\n");
    write("many.json", r#"{"challenges":[{"n":7,"pieces":[{"color":"red","cells":[[3,3],[4,3]]}]},{"n":9,"pieces":[]}]}"#);
    let solve = |args: &[&str]| {
        let output =
            assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("clover")).current_dir(dir.path()).arg("solve").args(args).output();
        let output = output.unwrap();
        let rows = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), rows, String::from_utf8(output.stderr).unwrap())
    };
    let (code, rows, said) = solve(&["--json", "easy.txt", "none.txt", "bad.txt", "many.json"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("bad.txt:3:5: `?` is no cell") && said.contains("many.json#9: want one red piece"), "{said}");
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let told: Vec<_> =
        rows.iter().map(|row| (row["board"].as_str().unwrap(), row["status"].as_str().unwrap(), row["pushes"].as_u64())).collect();
    assert_eq!(told, [("easy.txt", "solved", Some(5)), ("none.txt", "no_solution", None), ("many.json#7", "solved", Some(5))]);
    assert_eq!(rows[2]["plan"], json!(["V up", "V up", "V up", "V up", "V up"]));
    assert!(rows[1]["component"].as_u64().unwrap() > 1 && rows[0]["component"].is_null());
    let (code, rows, _) = solve(&["easy.txt", "--max-expanded", "2"]);
    assert!(code == Some(0) && rows.contains("a limit was reached after 2 positions"), "{rows}");
    assert_eq!(solve(&["bad.txt"]).0, Some(2));
}

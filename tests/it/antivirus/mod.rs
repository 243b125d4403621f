//! Anti-Virus against the answers of others, and against slower ways to the same answers.

mod challenges;
mod cli;
mod experiment;
mod faults;
mod features;
mod generator;
mod heuristics;
mod picture;
mod searches;

use clover::antivirus::board::{Board, Pos};
use clover::antivirus::booklet;
use clover::antivirus::instance::{Instance, Piece};
use clover::antivirus::search::{self, Search, Solution};
use clover::registry::Options;
use clover::seed::Seed;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What a search comes to, with options as one writes them: `astar heuristic=pair goal=corner`.
fn solved(instance: &Instance, search: &str) -> Solution {
    seeded(instance, search, 7)
}

fn seeded(instance: &Instance, search: &str, seed: u64) -> Solution {
    let mut words = search.split(' ');
    let entry = search::find(words.next().unwrap()).unwrap();
    let options = words.map(|word| word.split_once('=').unwrap()).map(|(name, value)| (name, value.to_string()));
    Search::new(entry, Options::new(entry, options).unwrap()).solve(instance, Seed::new(seed)).unwrap()
}

/// Calls the program in a folder: its exit code, standard output and standard error.
pub fn clover(dir: &Path, args: &str) -> (Option<i32>, String, String) {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("clover"));
    let output = command.current_dir(dir).args(args.split(' ')).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

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
    unit_piece_steps_corner: i64,
    slides_same_group_straight: i64,
    steps_corner_if_no_opening_cell: i64,
}

/// The challenges of the booklet; none, saying so, where they are not there.
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
    /// The board; with the opening closed by a white cell, `None` where a piece is in it.
    fn instance(&self, closed: bool) -> Option<Instance> {
        let opening = json!({"color": "white", "cells": [[0, 3]]});
        let pieces = self.pieces.iter().cloned().chain(closed.then_some(opening));
        let text = json!({"challenges": [{"n": self.n, "pieces": pieces.collect::<Vec<_>>()}]}).to_string();
        booklet::parse(&text).unwrap().remove(0).1.ok()
    }
}

/// Some pieces anywhere on a board: of the toy's shapes, and of stranger ones.
fn puzzle() -> impl Strategy<Value = Instance> {
    const SHAPES: [&[Pos]; 7] = [
        &[(0, 0), (0, 1)],
        &[(0, 0), (1, 1)],
        &[(0, 0), (0, 1), (1, 0)],
        &[(0, 1), (1, 0), (1, 2)],
        &[(0, 0), (1, 0), (2, 1)],
        &[(0, 0)],
        &[(0, 0), (2, 0)],
    ];
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

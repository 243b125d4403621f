//! What SAT entails: against every world, against the posterior, against an
//! outside solver; and what it says where it has no answer.

mod dimacs;
mod outcomes;
mod posterior;
mod worlds;

use crate::states::{self, Shape};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::rules::{Action, Totals};
use clover::crocomine::strategy::Options;
use clover::crocomine::strategy::sat::{ENTRY, Entailment};
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::{Cell, Grid};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

fn entailment(given: &[(&str, &str)]) -> Entailment {
    Entailment::new(&Options::new(&ENTRY, given.iter().map(|&(name, value)| (name, value.to_string()))).unwrap())
}

/// A random level of up to `side` rows and columns: of one terrain in a third of
/// the cases, with animals in up to this share of its cells.
fn random_level(side: usize, density: f64, rng: &mut dyn Rng) -> Level {
    let (rows, cols) = (rng.random_range(1..=side), rng.random_range(1..=side));
    let sea = [0.0, 1.0, 0.5, 0.3, 0.9, 0.6][rng.random_range(0..6)];
    let shape = Shape { rows, cols, sea, animals: rng.random_range(0.0..density), crocodiles: rng.random_range(0.0..1.0) };
    states::level(shape, rng)
}

/// Plays a small map with right moves and hands each state to `check`. Much terrain
/// may be revealed beforehand, so that the start is one of few of unknown terrain.
fn each_state(rng: &mut dyn Rng, mut check: impl FnMut(&Knowledge, &World)) {
    let density = [0.5, 1.0][rng.random_range(0..2)];
    let level = random_level(6, density, rng);
    let mut knowledge = level.knowledge();
    let told = [0.0, 0.0, 0.5, 0.9][rng.random_range(0..4)];
    for cell in (0..knowledge.grid().len()).filter(|&cell| cell != level.start()) {
        if rng.random_bool(told) {
            knowledge.learn(&[Info { cell, terrain: level.world().terrain(cell), sight: Sight::Closed }]).unwrap();
        }
    }
    while knowledge.closed() > 0 {
        check(&knowledge, level.world());
        right_move(level.world(), &mut knowledge, rng);
    }
}

/// One right action on a random closed cell; the start is often left for later.
fn right_move(world: &World, knowledge: &mut Knowledge, rng: &mut dyn Rng) {
    let closed: Vec<Cell> = (0..world.grid().len()).filter(|&cell| knowledge.is_closed(cell)).collect();
    deal_with(*closed.choose(rng).expect("a closed cell"), world, knowledge);
}

/// Knowledge of a square map of which this share of cells was dealt with, scattered.
fn scattered(side: usize, animals: f64, share: f64, rng: &mut dyn Rng) -> (Level, Knowledge) {
    let level = states::level(Shape { rows: side, cols: side, sea: 0.5, animals, crocodiles: 0.3 }, rng);
    let mut knowledge = level.knowledge();
    for cell in 0..knowledge.grid().len() {
        if rng.random_bool(share) && knowledge.is_closed(cell) {
            deal_with(cell, level.world(), &mut knowledge);
        }
    }
    (level, knowledge)
}

fn deal_with(cell: Cell, world: &World, knowledge: &mut Knowledge) {
    let action = world.content(cell).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal));
    let reveal = world.reveal(knowledge.sights(), action).unwrap();
    knowledge.learn(&reveal.infos).unwrap();
}

fn state(rows: usize, cols: usize, totals: Totals, infos: &[Info]) -> Knowledge {
    let mut knowledge = Knowledge::new(Grid::new(rows, cols), totals, 0);
    knowledge.learn(infos).unwrap();
    knowledge
}

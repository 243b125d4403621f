//! Random worlds and random states of knowledge about them, by seed: what the
//! oracle, contract and entailment tests are run on.

use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::rules::{Action, Animal, Terrain};
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::{Cell, Grid};
use clover::seed::Seed;
use num_bigint::BigUint;
use rand::{Rng, RngExt};

/// What kind of worlds to draw.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub rows: usize,
    pub cols: usize,
    /// Share of sea cells.
    pub sea: f64,
    /// Share of cells with an animal.
    pub animals: f64,
    /// Share of crocodiles among them.
    pub crocodiles: f64,
}

/// A level: every cell drawn by itself, so that counts vary; the start is free.
pub fn level(shape: Shape, rng: &mut dyn Rng) -> Level {
    let grid = Grid::new(shape.rows, shape.cols);
    let start = rng.random_range(0..grid.len());
    let cells = (0..grid.len()).map(|cell| {
        let terrain = if rng.random_bool(shape.sea) { Terrain::Sea } else { Terrain::Land };
        let animal = if rng.random_bool(shape.crocodiles) { Animal::Crocodile } else { terrain.native() };
        (terrain, (cell != start && rng.random_bool(shape.animals)).then_some(animal))
    });
    let world = World::new(grid.clone(), cells.collect());
    Level::new("random".into(), world, start)
}

/// Knowledge after up to `moves` right moves in random cells, some of them
/// before the start was opened, and with some terrain revealed beforehand.
pub fn knowledge(level: &Level, moves: usize, rng: &mut dyn Rng) -> Knowledge {
    let world = level.world();
    let mut knowledge = level.knowledge();
    let cells = knowledge.grid().len();
    for _ in 0..rng.random_range(0..3) {
        let cell = rng.random_range(0..cells);
        learn(&mut knowledge, &[Info { cell, terrain: world.terrain(cell), sight: Sight::Closed }]);
    }
    for _ in 0..moves {
        let cell = rng.random_range(0..cells);
        if knowledge.is_closed(cell) {
            let action = world.content(cell).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal));
            let reveal = world.reveal(knowledge.sights(), action).expect("a closed cell");
            learn(&mut knowledge, &reveal.infos);
        }
    }
    knowledge
}

fn learn(knowledge: &mut Knowledge, infos: &[Info]) {
    knowledge.learn(infos).expect("true facts do not contradict each other");
}

/// The generator of case `index` of a test.
pub fn rng(test: &str, index: u64) -> impl Rng {
    Seed::new(0).purpose(test).step(index)
}

/// Small shapes of every kind, in turn: all land, all sea, mixed, one row, dense.
/// Few enough worlds to list them all.
pub fn small(index: u64) -> Shape {
    let index = index as usize;
    let sea = [0.0, 0.5, 1.0, 0.3, 0.7][index % 5];
    let sizes = if sea % 1.0 == 0.0 { [(1, 7), (2, 5), (3, 4), (4, 3)] } else { [(1, 1), (1, 6), (2, 3), (3, 3)] };
    let (rows, cols) = sizes[index / 5 % 4];
    let animals = [0.1, 0.3, 0.6, 0.0, 1.0, 0.2][index / 20 % 6];
    let crocodiles = [0.3, 0.0, 1.0][index / 120 % 3];
    Shape { rows, cols, sea, animals, crocodiles }
}

/// Whether a world agrees with what is known.
pub fn agrees(world: &World, knowledge: &Knowledge) -> bool {
    world.totals() == knowledge.totals()
        && world.content(knowledge.start()).is_none()
        && knowledge.infos().all(|info| agrees_on(world, &info))
}

fn agrees_on(world: &World, info: &Info) -> bool {
    let cell: Cell = info.cell;
    world.terrain(cell) == info.terrain
        && match info.sight {
            Sight::Closed => true,
            Sight::Open(counts) => world.content(cell).is_none() && world.count(cell) == counts,
            Sight::Named(animal) => world.content(cell) == Some(animal),
        }
}

/// A quotient of big numbers as a float, good to its last digits.
pub fn ratio(share: &BigUint, all: &BigUint) -> f64 {
    let scaled: BigUint = (share << 64u32) / all;
    scaled.to_string().parse::<f64>().expect("digits") / 2f64.powi(64)
}

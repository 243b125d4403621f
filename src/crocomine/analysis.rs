//! A posterior as JSON: what `clover analyze` answers.
//!
//! One entry a closed cell, row-major. The number of worlds is written as a
//! decimal string, since it has more digits than JSON readers keep of a number.

use super::posterior::Posterior;
use super::rules::{Animal, Content};
use super::state::FieldWord;
use crate::grid::Grid;
use num_bigint::BigUint;
use serde::Serialize;

/// The exact posterior of one state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Number of consistent worlds, in decimal.
    pub solutions: String,
    /// Its logarithm to base 10.
    pub log10_solutions: f64,
    /// Whether all worlds were counted; always true so far.
    pub exact: bool,
    /// One entry a closed cell, row-major.
    pub cells: Vec<CellRecord>,
}

/// What one closed cell may hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellRecord {
    /// Row and column.
    pub pos: (usize, usize),
    /// Its terrain, where known.
    pub field: Option<FieldWord>,
    /// Probability of each content.
    pub p: Chances,
    /// What it holds in every consistent world, if the same.
    pub proven: Option<&'static str>,
}

/// Probabilities of what a cell holds; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chances {
    /// Nothing.
    pub free: f64,
    /// A tiger.
    pub tiger: f64,
    /// A shark.
    pub shark: f64,
    /// A crocodile.
    pub croco: f64,
}

impl Analysis {
    /// The record of a posterior over `worlds` worlds.
    pub fn new(grid: &Grid, posterior: &Posterior, worlds: &BigUint) -> Self {
        let mut cells = Vec::new();
        for class in &posterior.classes {
            let [free, tiger, shark, croco] = class.p;
            let p = Chances { free, tiger, shark, croco };
            let record =
                |&cell| CellRecord { pos: grid.pos(cell), field: class.terrain.map(Into::into), p, proven: class.proven.map(word) };
            cells.extend(class.cells.iter().map(record));
        }
        cells.sort_unstable_by_key(|record| record.pos);
        Self { solutions: worlds.to_string(), log10_solutions: posterior.worlds_log10, exact: true, cells }
    }
}

fn word(content: Content) -> &'static str {
    content.map_or("free", Animal::word)
}

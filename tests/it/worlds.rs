//! Random small levels for property tests: every size from 1×1, every density,
//! all land and all sea among them.

use clover::crocomine::level::Level;
use clover::crocomine::rules::{Action, Animal, Content, Terrain};
use clover::crocomine::world::World;
use clover::grid::Grid;
use proptest::prelude::*;

/// A level of at most `side` rows and columns.
pub fn level(side: usize) -> impl Strategy<Value = Level> {
    let size = (1..=side, 1..=side, 0..=10u8, 0..=7u8);
    size.prop_flat_map(|(rows, cols, sea, animals)| {
        let cell = (0..10u8, 0..10u8, any::<bool>());
        let cell = cell.prop_map(move |(terrain, animal, crocodile)| {
            let terrain = if terrain < sea { Terrain::Sea } else { Terrain::Land };
            let kind = if crocodile { Animal::Crocodile } else { terrain.native() };
            (terrain, (animal < animals).then_some(kind))
        });
        let cells = prop::collection::vec(cell, rows * cols);
        (Just(Grid::new(rows, cols)), cells, 0..rows * cols)
    })
    .prop_map(|(grid, mut cells, start): (Grid, Vec<(Terrain, Content)>, usize)| {
        cells[start].1 = None;
        Level::new("random".into(), World::new(grid, cells), start)
    })
}

/// Any action on any cell of a grid of `side` rows and columns, or beyond it.
pub fn action(side: usize) -> impl Strategy<Value = Action> {
    (0..=side * side, 0..5usize).prop_map(|(cell, kind)| match kind {
        0 => Action::Discover(cell),
        1 => Action::Chord(cell),
        kind => Action::Guess(cell, Animal::ALL[kind - 2]),
    })
}

/// What deals rightly with a cell.
pub fn right(world: &World, cell: usize) -> Action {
    world.content(cell).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal))
}

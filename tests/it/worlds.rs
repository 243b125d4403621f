//! Levels and actions for property tests, on top of [`states`].

use crate::states::{self, Shape};
use clover::crocomine::level::Level;
use clover::crocomine::rules::{Action, Animal};
use clover::crocomine::world::World;
use clover::grid::Cell;
use proptest::prelude::*;

/// A level of at most `side` rows and columns, of any density and terrain.
pub fn level(side: usize) -> impl Strategy<Value = Level> {
    let shape = (1..=side, 1..=side, 0..=4u8, 0..=6u8, 0..=2u8);
    (shape, any::<u64>()).prop_map(|((rows, cols, sea, animals, crocodiles), index)| {
        let shape =
            Shape { rows, cols, sea: f64::from(sea) / 4.0, animals: f64::from(animals) / 10.0, crocodiles: f64::from(crocodiles) / 2.0 };
        states::level(shape, &mut states::rng("worlds", index))
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
pub fn right(world: &World, cell: Cell) -> Action {
    world.content(cell).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal))
}

//! A level: the truth of one map, which no strategy may see.

use super::knowledge::Knowledge;
use super::world::World;
use crate::grid::Cell;

/// A map as its maker knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    title: String,
    world: World,
    start: Cell,
}

impl Level {
    /// A level from its title, its true world and its start cell.
    ///
    /// # Panics
    /// If the start is outside the grid or on an animal.
    pub fn new(title: String, world: World, start: Cell) -> Self {
        assert!(start < world.grid().len(), "the start is on the grid");
        assert!(world.content(start).is_none(), "the start is free");
        Self { title, world, start }
    }

    /// Its title; many maps may share one.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The truth.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The cell that a player is told to be free.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// What a player knows before the first action.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge::new(self.world.grid().clone(), self.world.totals(), self.start)
    }
}

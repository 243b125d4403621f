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

    /// The map's 3BV: the least number of discoveries that opens every free cell.
    ///
    /// Each connected region of (0,0,0) cells counts one and brings its border
    /// along; each free cell that is in no region nor on a border counts one.
    pub fn three_bv(&self) -> usize {
        let grid = self.world.grid();
        let mut discoveries = 0;
        let mut open = vec![false; grid.len()];
        let mut stack = Vec::new();
        for first in 0..grid.len() {
            if open[first] || !self.is_empty_around(first) {
                continue;
            }
            discoveries += 1;
            open[first] = true;
            stack.push(first);
            while let Some(zero) = stack.pop() {
                for cell in grid.neighbours(zero) {
                    if !std::mem::replace(&mut open[cell], true) && self.is_empty_around(cell) {
                        stack.push(cell);
                    }
                }
            }
        }
        let alone = (0..grid.len()).filter(|&cell| !open[cell] && self.world.content(cell).is_none());
        discoveries + alone.count()
    }

    /// Whether discovering this cell would open its neighbours.
    fn is_empty_around(&self, cell: Cell) -> bool {
        self.world.content(cell).is_none() && self.world.count(cell) == [0; 3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crocomine::croco;
    use crate::crocomine::rules::Action;
    use crate::crocomine::world::Sight;
    use proptest::prelude::*;

    fn check(rows: &[&str], expected: usize) {
        let width = rows[0].split(' ').count();
        let start = rows.iter().flat_map(|row| row.split(' ')).position(|cell| "~-".contains(cell)).unwrap();
        let text = format!("\n{} {width}\n{} {}\n{}", rows.len(), start / width, start % width, rows.join("\n"));
        assert_eq!(croco::parse(text.as_bytes()).unwrap().three_bv(), expected, "{rows:?}");
    }

    #[test]
    fn three_bv_by_hand() {
        // One region without a border.
        check(&["~ - ~", "- - -"], 1);
        check(&["-"], 1);
        // No region at all: every free cell by itself.
        check(&["- T", "- -"], 3);
        check(&["~ S ~ - T - W ~"], 5);
        // One region, whose border is all else.
        check(&["- - - T"], 1);
        check(&["- - - -", "- - - -", "- - - C"], 1);
        // Two regions on either side of a wall; they open both its sides.
        check(&["- - ~ T - - -", "- - ~ T - - -"], 2);
        // A cell beside the border that no region reaches.
        check(&["- - - T T -"], 2);
        check(&["- - - - -", "- - T - -", "- - - - -"], 4);
        // Two regions that share a cell of their borders.
        check(&["- - T", "- - -", "T - -"], 2);
    }

    /// Opens the map as a player would who knows it: first a discovery wherever
    /// one opens more than its own cell, then one for each cell still closed.
    fn least_discoveries(level: &Level) -> usize {
        let world = level.world();
        let mut sights = vec![Sight::Closed; world.grid().len()];
        let mut discoveries = 0;
        for only_floods in [true, false] {
            for cell in 0..sights.len() {
                let Ok(reveal) = world.reveal(&sights, Action::Discover(cell)) else { continue };
                let floods = reveal.infos.first().is_some_and(|info| info.sight == Sight::Open([0; 3]));
                if reveal.fatal || (only_floods && !floods) {
                    continue;
                }
                discoveries += 1;
                for info in reveal.infos {
                    sights[info.cell] = info.sight;
                }
            }
        }
        discoveries
    }

    proptest! {
        #[test]
        fn three_bv_is_what_opening_the_map_takes(level in croco::tests::any_level()) {
            prop_assert_eq!(level.three_bv(), least_discoveries(&level));
        }
    }
}

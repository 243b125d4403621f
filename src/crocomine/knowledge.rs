//! Knowledge: all that a player may know. It stands for the set of worlds that
//! agree with it, and it is the only thing a strategy is shown.
//!
//! Kept up to date as facts arrive: for each open cell the animals around it
//! that were not named yet (its *residual*) and the closed cells around it.
//! The order in which cells were dealt with is kept too ([`Knowledge::history`]),
//! so that whoever derives something from knowledge can do so incrementally.

use super::rules::{Animal, Counts, Terrain, Totals};
use super::world::{Info, Sight};
use crate::grid::{Cell, Grid};

/// A fact that cannot be true together with what was known before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cell ({row},{col}): {what}")]
pub struct Contradiction {
    /// Row of the cell.
    pub row: usize,
    /// Column of the cell.
    pub col: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// What a player knows of one map.
#[derive(Clone, Debug)]
pub struct Knowledge {
    grid: Grid,
    totals: Totals,
    start: Cell,
    sights: Vec<Sight>,
    terrains: Vec<Option<Terrain>>,
    residuals: Vec<Counts>,
    closed_around: Vec<u8>,
    left: Counts,
    closed: usize,
    /// Cells of untold terrain that must turn out to be land, and sea.
    untold: (usize, usize),
    history: Vec<Cell>,
}

impl Knowledge {
    /// What is known before the first action: totals, and that `start` is free.
    ///
    /// # Panics
    /// If the start is not on the grid, or land and sea do not add up to it.
    pub fn new(grid: Grid, totals: Totals, start: Cell) -> Self {
        let cells = grid.len();
        assert!(start < cells, "the start is on the grid");
        assert_eq!(totals.land + totals.sea, cells, "land and sea make up the grid");
        Self {
            totals,
            start,
            sights: vec![Sight::Closed; cells],
            terrains: vec![None; cells],
            residuals: vec![[0; 3]; cells],
            closed_around: (0..cells).map(|cell| grid.neighbours(cell).len() as u8).collect(),
            left: totals.animals,
            closed: cells,
            untold: (totals.land, totals.sea),
            history: Vec::with_capacity(cells),
            grid,
        }
    }

    /// Takes in all that one action, or the server at the start, revealed.
    /// Facts that are known already change nothing. Afterwards the terrain of
    /// every closed cell next to an open one is known.
    ///
    /// # Errors
    /// A [`Contradiction`] where a fact cannot be true, or the terrain next to
    /// an opened cell was not told; what came before it in `infos` has been
    /// taken in, and this knowledge is of no more use.
    pub fn learn(&mut self, infos: &[Info]) -> Result<(), Contradiction> {
        let known = self.history.len();
        infos.iter().try_for_each(|info| self.learn_one(info))?;
        let opened = self.history[known..].iter().filter(|&&cell| self.is_open(cell));
        let untold = |cell: &Cell| self.is_closed(*cell) && self.terrain(*cell).is_none();
        match opened.flat_map(|&cell| self.grid.neighbours(cell)).find(untold) {
            Some(cell) => Err(self.contradiction(cell, "lies next to an open cell, but its terrain was not told")),
            None => Ok(()),
        }
    }

    fn learn_one(&mut self, info: &Info) -> Result<(), Contradiction> {
        let cell = info.cell;
        match self.terrains[cell] {
            Some(known) if known == info.terrain => {}
            Some(_) => return Err(self.contradiction(cell, "terrain differs from what was known")),
            None => {
                let untold = match info.terrain {
                    Terrain::Land => &mut self.untold.0,
                    Terrain::Sea => &mut self.untold.1,
                };
                if *untold == 0 {
                    return Err(self.contradiction(cell, "more cells of this terrain than there are"));
                }
                *untold -= 1;
                self.terrains[cell] = Some(info.terrain);
            }
        }
        match (self.sights[cell], info.sight) {
            (_, Sight::Closed) => Ok(()),
            (Sight::Closed, Sight::Open(counts)) => self.open(cell, counts),
            (Sight::Closed, Sight::Named(animal)) => self.name(cell, info.terrain, animal),
            (known, told) if known == told => Ok(()),
            _ => Err(self.contradiction(cell, "shows something else than before")),
        }
    }

    fn open(&mut self, cell: Cell, counts: Counts) -> Result<(), Contradiction> {
        if counts.iter().map(|&count| usize::from(count)).sum::<usize>() > self.grid.neighbours(cell).len() {
            return Err(self.contradiction(cell, "more animals than cells around it"));
        }
        let mut residual = counts;
        for neighbour in self.grid.neighbours(cell) {
            if let Sight::Named(animal) = self.sights[neighbour] {
                let left = &mut residual[animal as usize];
                *left = left.checked_sub(1).ok_or_else(|| self.contradiction(cell, "fewer animals than were named around it"))?;
            }
        }
        self.residuals[cell] = residual;
        self.settle(cell, Sight::Open(counts));
        Ok(())
    }

    fn name(&mut self, cell: Cell, terrain: Terrain, animal: Animal) -> Result<(), Contradiction> {
        if !animal.lives_on(terrain) || cell == self.start {
            return Err(self.contradiction(cell, "this animal cannot be here"));
        }
        let kind = animal as usize;
        let open_without = |n: &Cell| matches!(self.sights[*n], Sight::Open(_)) && self.residuals[*n][kind] == 0;
        if self.left[kind] == 0 || self.grid.neighbours(cell).any(|n| open_without(&n)) {
            return Err(self.contradiction(cell, "one animal more than there are"));
        }
        self.left[kind] -= 1;
        for neighbour in self.grid.neighbours(cell) {
            if matches!(self.sights[neighbour], Sight::Open(_)) {
                self.residuals[neighbour][kind] -= 1;
            }
        }
        self.settle(cell, Sight::Named(animal));
        Ok(())
    }

    fn settle(&mut self, cell: Cell, sight: Sight) {
        self.sights[cell] = sight;
        self.closed -= 1;
        for neighbour in self.grid.neighbours(cell) {
            self.closed_around[neighbour] -= 1;
        }
        self.history.push(cell);
    }

    fn contradiction(&self, cell: Cell, what: &'static str) -> Contradiction {
        let (row, col) = self.grid.pos(cell);
        Contradiction { row, col, what }
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The totals told at the start.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The start cell, free from the beginning.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// What is seen of each cell.
    pub fn sights(&self) -> &[Sight] {
        &self.sights
    }

    /// What is seen of a cell.
    pub fn sight(&self, cell: Cell) -> Sight {
        self.sights[cell]
    }

    /// Whether a cell is neither open nor named.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.sights[cell] == Sight::Closed
    }

    /// Whether a cell is open.
    pub fn is_open(&self, cell: Cell) -> bool {
        matches!(self.sights[cell], Sight::Open(_))
    }

    /// A cell's terrain, where known: told, or the only one left.
    pub fn terrain(&self, cell: Cell) -> Option<Terrain> {
        self.terrains[cell].or(match self.untold {
            (1.., 0) => Some(Terrain::Land),
            (0, 1..) => Some(Terrain::Sea),
            _ => None,
        })
    }

    /// Of an open cell: the animals around it that were not named yet.
    /// Zero for other cells.
    pub fn residual(&self, cell: Cell) -> Counts {
        self.residuals[cell]
    }

    /// Closed cells around a cell.
    pub fn closed_around(&self, cell: Cell) -> usize {
        usize::from(self.closed_around[cell])
    }

    /// Animals of each kind that were not named yet.
    pub fn left(&self) -> Counts {
        self.left
    }

    /// Closed cells on the whole map.
    pub fn closed(&self) -> usize {
        self.closed
    }

    /// Among the cells of unknown terrain: how many must be land, how many sea.
    /// Both are zero where [`Knowledge::terrain`] knows all.
    pub fn hidden(&self) -> (usize, usize) {
        match self.untold {
            (0, _) | (_, 0) => (0, 0),
            both => both,
        }
    }

    /// Cells opened or named, in the order in which that became known.
    pub fn history(&self) -> &[Cell] {
        &self.history
    }

    /// Everything known of single cells, as facts: the first to be learned
    /// first, then closed cells of known terrain, row-major.
    pub fn infos(&self) -> impl Iterator<Item = Info> + '_ {
        let closed = (0..self.grid.len()).filter(|&cell| self.is_closed(cell));
        self.history.iter().copied().chain(closed).filter_map(|cell| {
            let terrain = self.terrain(cell)?;
            Some(Info { cell, terrain, sight: self.sights[cell] })
        })
    }
}

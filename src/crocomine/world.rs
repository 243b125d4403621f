//! A world: one complete answer to "what is hidden".
//!
//! The true map is a world, and so is every answer that a player still holds
//! possible; both reveal by the same rules. [`World::reveal`] is pure: it says
//! what an action would show if this world were the true one.

use super::rules::{Action, Animal, Content, Counts, Terrain, Totals};
use crate::grid::{Cell, Grid};

/// What a player sees of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Neither opened nor named.
    Closed,
    /// Opened: the animals of each kind around it.
    Open(Counts),
    /// Rightly named.
    Named(Animal),
}

/// One thing learned about one cell: an entry of the server's `infos`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Which cell.
    pub cell: Cell,
    /// Its terrain.
    pub terrain: Terrain,
    /// `Closed` where only the terrain was learned.
    pub sight: Sight,
}

/// What an action shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reveal {
    /// The action was a mistake: the map is lost, and nothing is shown.
    pub fatal: bool,
    /// Opened cells in depth-first preorder (neighbours row-major), then the
    /// closed cells next to them; a named animal alone.
    pub infos: Vec<Info>,
}

/// Why an action is not possible. Nothing changes; the map goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No such cell.
    #[error("the position is outside the map")]
    Outside,
    /// Discover or guess on a cell already dealt with.
    #[error("this cell is already open or named")]
    NotClosed,
    /// Chord on a cell that is not open.
    #[error("a chord needs an open cell")]
    NotOpen,
    /// Chord on a cell with animals around that were not named yet.
    #[error("not all animals around this cell were named")]
    Unnamed,
}

/// Terrain and content of every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    grid: Grid,
    cells: Vec<(Terrain, Content)>,
}

impl World {
    /// A world from its cells, row-major.
    ///
    /// # Panics
    /// If there are not as many cells as the grid has, or an animal stands
    /// where it cannot live.
    pub fn new(grid: Grid, cells: Vec<(Terrain, Content)>) -> Self {
        assert_eq!(cells.len(), grid.len(), "one entry a cell");
        let lives = |&(terrain, content): &(Terrain, Content)| content.is_none_or(|a| a.lives_on(terrain));
        assert!(cells.iter().all(lives), "an animal where it cannot live");
        Self { grid, cells }
    }

    /// Changes what one cell holds.
    ///
    /// # Panics
    /// If an animal is put where it cannot live.
    pub fn set(&mut self, cell: Cell, terrain: Terrain, content: Content) {
        assert!(content.is_none_or(|animal| animal.lives_on(terrain)), "an animal where it cannot live");
        self.cells[cell] = (terrain, content);
    }

    /// Its grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Terrain of a cell.
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.cells[cell].0
    }

    /// What a cell holds.
    pub fn content(&self, cell: Cell) -> Content {
        self.cells[cell].1
    }

    /// Animals of each kind around a cell.
    pub fn count(&self, cell: Cell) -> Counts {
        let mut counts = [0; 3];
        for neighbour in self.grid.neighbours(cell) {
            if let Some(animal) = self.cells[neighbour].1 {
                counts[animal as usize] += 1;
            }
        }
        counts
    }

    /// The totals a player is told.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals { animals: [0; 3], land: 0, sea: 0 };
        for &(terrain, content) in &self.cells {
            match terrain {
                Terrain::Land => totals.land += 1,
                Terrain::Sea => totals.sea += 1,
            }
            if let Some(animal) = content {
                totals.animals[animal as usize] += 1;
            }
        }
        totals
    }

    /// What `action` would show where `sights` is what is open and named.
    ///
    /// # Errors
    /// A [`Refusal`] where the rules do not allow the action now.
    pub fn reveal(&self, sights: &[Sight], action: Action) -> Result<Reveal, Refusal> {
        let sight = *sights.get(action.cell()).ok_or(Refusal::Outside)?;
        match action {
            Action::Discover(_) | Action::Guess(..) if sight != Sight::Closed => Err(Refusal::NotClosed),
            Action::Guess(cell, animal) => {
                let (terrain, content) = self.cells[cell];
                let fatal = content != Some(animal);
                let info = Info { cell, terrain, sight: Sight::Named(animal) };
                Ok(Reveal { fatal, infos: if fatal { Vec::new() } else { vec![info] } })
            }
            Action::Discover(cell) => Ok(self.open(sights, &[cell])),
            Action::Chord(cell) => {
                let Sight::Open(counts) = sight else { return Err(Refusal::NotOpen) };
                let mut left = counts;
                let mut targets = Vec::with_capacity(8);
                for neighbour in self.grid.neighbours(cell) {
                    match sights[neighbour] {
                        Sight::Named(animal) => left[animal as usize] -= 1,
                        Sight::Closed => targets.push(neighbour),
                        Sight::Open(_) => {}
                    }
                }
                if left == [0; 3] { Ok(self.open(sights, &targets)) } else { Err(Refusal::Unnamed) }
            }
        }
    }

    /// Opens cells and everything that a (0,0,0) among them opens in turn.
    fn open(&self, sights: &[Sight], targets: &[Cell]) -> Reveal {
        if targets.iter().any(|&cell| self.cells[cell].1.is_some()) {
            return Reveal { fatal: true, infos: Vec::new() };
        }
        let mut infos: Vec<Info> = Vec::with_capacity(16);
        let mut seen = Marks(vec![0; self.cells.len().div_ceil(64)]);
        let mut stack: Vec<Cell> = targets.iter().rev().copied().collect();
        while let Some(cell) = stack.pop() {
            if !seen.mark(cell) {
                continue;
            }
            let counts = self.count(cell);
            infos.push(Info { cell, terrain: self.cells[cell].0, sight: Sight::Open(counts) });
            if counts == [0; 3] {
                let from = stack.len();
                stack.extend(self.grid.neighbours(cell).filter(|&n| !seen.has(n) && sights[n] == Sight::Closed));
                stack[from..].reverse();
            }
        }
        for opened in 0..infos.len() {
            for cell in self.grid.neighbours(infos[opened].cell) {
                if sights[cell] == Sight::Closed && seen.mark(cell) {
                    infos.push(Info { cell, terrain: self.cells[cell].0, sight: Sight::Closed });
                }
            }
        }
        Reveal { fatal: false, infos }
    }
}

/// A set of cells, one bit each: a reveal makes a new one, so it is kept small.
struct Marks(Vec<u64>);

impl Marks {
    fn has(&self, cell: Cell) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a cell; false where it was there.
    fn mark(&mut self, cell: Cell) -> bool {
        let new = !self.has(cell);
        self.0[cell / 64] |= 1 << (cell % 64);
        new
    }
}

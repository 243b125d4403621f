//! Domains: what each closed cell may hold, by single constraints alone.
//!
//! Every open cell is one constraint: among its closed neighbours so many are
//! tigers, sharks, crocodiles, and the rest is free. For each of these four
//! contents, if the cells that *must* hold it are already as many as needed no
//! other may; if the cells that *can* hold it are just as many as needed all do.
//! A kind of which no animal is left can be nowhere. Propagated to the fixed
//! point, which is the same in whatever order facts arrived: the rules are
//! monotone (Apt, 1999, "The essence of constraint propagation").

use super::Clash;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Content, Terrain};
use crate::grid::Cell;

/// A set of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domain(u8);

impl Domain {
    /// Free, tiger, shark or crocodile.
    pub const ALL: Domain = Domain(0b1111);
    /// Free only.
    pub const FREE: Domain = Domain(0b0001);

    /// Nothing.
    pub const NONE: Domain = Domain(0);

    /// The set with one more content.
    #[must_use]
    pub fn with(self, content: Content) -> Self {
        Self(self.0 | bit(content))
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What may be on a terrain.
    pub fn of(terrain: Terrain) -> Self {
        match terrain {
            Terrain::Land => Domain(0b1011),
            Terrain::Sea => Domain(0b1101),
        }
    }

    /// Whether this content is in the set.
    pub fn has(self, content: Content) -> bool {
        self.0 & bit(content) != 0
    }

    /// The content, where it is the only one.
    pub fn only(self) -> Option<Content> {
        match self.0 {
            0b0001 => Some(None),
            0b0010 => Some(Some(Animal::Tiger)),
            0b0100 => Some(Some(Animal::Shark)),
            0b1000 => Some(Some(Animal::Crocodile)),
            _ => None,
        }
    }

    fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }
}

fn bit(content: Content) -> u8 {
    content.map_or(1, |animal| 2 << animal as u8)
}

/// The domains of all cells of one map, kept up to date as knowledge grows.
#[derive(Debug, Default)]
pub struct Domains {
    domains: Vec<Domain>,
    /// How much of the knowledge's history was taken in.
    seen: usize,
    used_up: [bool; 3],
    /// Cells found to have one content; those dealt with since are dropped when read.
    single: Vec<Cell>,
    queue: Vec<Cell>,
    queued: Vec<bool>,
}

impl Domains {
    /// Forgets everything.
    pub fn reset(&mut self) {
        self.domains.clear();
    }

    /// The domain of a closed cell.
    pub fn get(&self, cell: Cell) -> Domain {
        self.domains[cell]
    }

    /// Closed cells with a single content, ascending.
    pub fn single(&self) -> &[Cell] {
        &self.single
    }

    /// Takes in what became known since the last call, and propagates.
    pub fn update(&mut self, knowledge: &Knowledge) -> Result<(), Clash> {
        if self.domains.is_empty() {
            self.begin(knowledge);
        }
        self.retire_kinds(knowledge)?;
        let history = knowledge.history();
        for &cell in &history[self.seen..] {
            self.enqueue(knowledge, cell);
            for neighbour in knowledge.grid().neighbours(cell) {
                self.enqueue(knowledge, neighbour);
            }
        }
        self.seen = history.len();
        while let Some(cell) = self.queue.pop() {
            self.queued[cell] = false;
            self.propagate(knowledge, cell)?;
        }
        self.single.retain(|&cell| knowledge.is_closed(cell));
        self.single.sort_unstable();
        Ok(())
    }

    fn begin(&mut self, knowledge: &Knowledge) {
        let cells = knowledge.grid().len();
        self.domains.resize(cells, Domain::ALL);
        self.queued.clear();
        self.queued.resize(cells, false);
        self.queue.clear();
        self.single.clear();
        self.seen = 0;
        self.used_up = [false; 3];
        self.domains[knowledge.start()] = Domain::FREE;
        self.single.push(knowledge.start());
    }

    /// Removes the kinds of which no animal is left from all closed cells.
    fn retire_kinds(&mut self, knowledge: &Knowledge) -> Result<(), Clash> {
        for kind in Animal::ALL {
            if knowledge.left()[kind as usize] == 0 && !self.used_up[kind as usize] {
                self.used_up[kind as usize] = true;
                for cell in 0..knowledge.grid().len() {
                    if knowledge.is_closed(cell) {
                        let keep = Domain(self.domains[cell].0 & !bit(Some(kind)));
                        self.narrow(knowledge, cell, keep, None)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn enqueue(&mut self, knowledge: &Knowledge, cell: Cell) {
        if knowledge.is_open(cell) && !self.queued[cell] {
            self.queued[cell] = true;
            self.queue.push(cell);
        }
    }

    /// Sets a domain that is a subset of the old one; wakes the constraints around.
    fn narrow(&mut self, knowledge: &Knowledge, cell: Cell, domain: Domain, because: Option<Cell>) -> Result<(), Clash> {
        if domain == self.domains[cell] {
            return Ok(());
        }
        if domain.0 == 0 {
            let open = knowledge.grid().neighbours(cell).filter(|&n| knowledge.is_open(n));
            return Err(Clash::new(knowledge, open, because.is_none()));
        }
        self.domains[cell] = domain;
        if domain.is_single() {
            self.single.push(cell);
        }
        for neighbour in knowledge.grid().neighbours(cell) {
            if Some(neighbour) != because {
                self.enqueue(knowledge, neighbour);
            }
        }
        Ok(())
    }

    /// Applies one open cell's constraint until it has nothing more to say.
    fn propagate(&mut self, knowledge: &Knowledge, cell: Cell) -> Result<(), Clash> {
        let mut closed = [0; 8];
        let mut len = 0;
        for neighbour in knowledge.grid().neighbours(cell) {
            if knowledge.is_closed(neighbour) {
                closed[len] = neighbour;
                len += 1;
                if let Some(terrain) = knowledge.terrain(neighbour) {
                    let keep = Domain(self.domains[neighbour].0 & Domain::of(terrain).0);
                    self.narrow(knowledge, neighbour, keep, Some(cell))?;
                }
            }
        }
        let closed = &closed[..len];
        let residual = knowledge.residual(cell).map(usize::from);
        let clash = || Err(Clash::new(knowledge, [cell], false));
        let Some(free) = len.checked_sub(residual.iter().sum()) else { return clash() };
        let needed = [free, residual[0], residual[1], residual[2]];
        loop {
            let mut changed = false;
            for (content, &needed) in needed.iter().enumerate() {
                let bit = 1 << content;
                let can = closed.iter().filter(|&&c| self.domains[c].0 & bit != 0).count();
                let must = closed.iter().filter(|&&c| self.domains[c].0 == bit).count();
                if can < needed || must > needed {
                    return clash();
                }
                if can == must || (can > needed && must < needed) {
                    continue;
                }
                for &c in closed {
                    let domain = self.domains[c];
                    if domain.0 & bit != 0 && domain.0 != bit {
                        let keep = if can == needed { Domain(bit) } else { Domain(domain.0 & !bit) };
                        self.narrow(knowledge, c, keep, Some(cell))?;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

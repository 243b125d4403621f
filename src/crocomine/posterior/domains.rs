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

    /// What is in both.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self(self.0 & other.0)
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

    /// One byte a content: 1 where it is in the set. Sums of these count cells.
    fn tally(self) -> u32 {
        const TALLIES: [u32; 16] = {
            let mut tallies = [0; 16];
            let mut set = 0;
            while set < 16 {
                tallies[set] = (set & 1 | (set & 2) << 7 | (set & 4) << 14 | (set & 8) << 21) as u32;
                set += 1;
            }
            tallies
        };
        TALLIES[usize::from(self.0 & 15)]
    }

    fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }
}

fn bit(content: Content) -> u8 {
    content.map_or(1, |animal| 2 << animal as u8)
}

/// The domains of all cells of one map, kept up to date as knowledge grows.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    of: Vec<Domain>,
    /// How much of the knowledge's history was taken in.
    seen: usize,
    used_up: [bool; 3],
    /// Cells found to have one content; those dealt with since are dropped when read.
    single: Vec<Cell>,
    queue: Vec<Cell>,
    queued: Vec<bool>,
}

impl Domains {
    /// Forgets everything: the next update begins anew. After a clash nothing else will do.
    pub fn reset(&mut self) {
        self.of.clear();
    }

    /// The domain of a closed cell.
    pub fn get(&self, cell: Cell) -> Domain {
        self.of[cell]
    }

    /// Closed cells with a single content, ascending.
    pub fn single(&self) -> &[Cell] {
        &self.single
    }

    /// Takes in what became known since the last call, and propagates.
    pub fn update(&mut self, knowledge: &Knowledge) -> Result<(), Clash> {
        if self.of.is_empty() {
            self.begin(knowledge);
        }
        self.retire_kinds(knowledge)?;
        let history = knowledge.history();
        for &cell in &history[self.seen..] {
            self.enqueue(knowledge, cell);
            let opened = knowledge.is_open(cell);
            for neighbour in knowledge.grid().neighbours(cell) {
                self.enqueue(knowledge, neighbour);
                if opened && knowledge.is_closed(neighbour) {
                    self.see_terrain(knowledge, neighbour)?;
                }
            }
        }
        self.seen = history.len();
        while let Some(cell) = self.queue.pop() {
            self.queued[cell] = false;
            // Without closed cells around it, it has nothing to say, unless it is wrong.
            if knowledge.closed_around(cell) > 0 || knowledge.residual(cell) != [0; 3] {
                self.propagate(knowledge, cell)?;
            }
        }
        self.single.retain(|&cell| knowledge.is_closed(cell));
        self.single.sort_unstable();
        Ok(())
    }

    fn begin(&mut self, knowledge: &Knowledge) {
        let cells = knowledge.grid().len();
        self.single.clear();
        self.used_up = knowledge.left().map(|left| left == 0);
        let there_are = |kind: &Animal| !self.used_up[*kind as usize];
        let any = Animal::ALL.into_iter().filter(there_are).fold(Domain::FREE, |domain, kind| domain.with(Some(kind)));
        self.of.resize(cells, any);
        if any == Domain::FREE {
            self.single.extend((0..cells).filter(|&cell| cell != knowledge.start()));
        }
        self.queued.clear();
        self.queued.resize(cells, false);
        self.queue.clear();
        self.seen = 0;
        self.of[knowledge.start()] = Domain::FREE;
        self.single.push(knowledge.start());
    }

    /// The terrain next to an open cell is known. Wakes nobody: the constraints
    /// around have seen it before, or wait in the queue.
    fn see_terrain(&mut self, knowledge: &Knowledge, cell: Cell) -> Result<(), Clash> {
        let Some(terrain) = knowledge.terrain(cell) else { return Ok(()) };
        let domain = Domain(self.of[cell].0 & Domain::of(terrain).0);
        if domain != self.of[cell] && (domain.is_single() || domain.0 == 0) {
            return self.narrow(knowledge, cell, domain, None);
        }
        self.of[cell] = domain;
        Ok(())
    }

    /// Removes the kinds of which no animal is left from all closed cells.
    fn retire_kinds(&mut self, knowledge: &Knowledge) -> Result<(), Clash> {
        for kind in Animal::ALL {
            if knowledge.left()[kind as usize] == 0 && !self.used_up[kind as usize] {
                self.used_up[kind as usize] = true;
                for cell in 0..knowledge.grid().len() {
                    if knowledge.is_closed(cell) {
                        let keep = Domain(self.of[cell].0 & !bit(Some(kind)));
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
        if domain == self.of[cell] {
            return Ok(());
        }
        if domain.0 == 0 {
            let open = knowledge.grid().neighbours(cell).filter(|&n| knowledge.is_open(n));
            return Err(Clash::new(knowledge, open, because.is_none()));
        }
        self.of[cell] = domain;
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
            }
        }
        let closed = &closed[..len];
        let residual = knowledge.residual(cell).map(usize::from);
        let clash = || Err(Clash::new(knowledge, [cell], false));
        let Some(free) = len.checked_sub(residual.iter().sum()) else { return clash() };
        let needed = [free, residual[0], residual[1], residual[2]].map(|n| n as u32);
        loop {
            let (mut can, mut must) = (0, 0);
            for &c in closed {
                let domain = self.of[c];
                can += domain.tally();
                must += if domain.is_single() { domain.tally() } else { 0 };
            }
            let mut changed = false;
            for (content, needed) in needed.into_iter().enumerate() {
                let (can, must) = (can >> (8 * content) & 0xff, must >> (8 * content) & 0xff);
                if can < needed || must > needed {
                    return clash();
                }
                if can == must || (can > needed && must < needed) {
                    continue;
                }
                let bit = 1 << content;
                for &c in closed {
                    let domain = self.of[c];
                    if domain.0 & bit != 0 && domain.0 != bit {
                        let keep = if can == needed { Domain(bit) } else { Domain(domain.0 & !bit) };
                        self.narrow(knowledge, c, keep, Some(cell))?;
                        changed = true;
                    }
                }
                // The other contents' tallies are stale now.
                if changed {
                    break;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

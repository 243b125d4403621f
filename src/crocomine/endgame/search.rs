//! The search of the whole tree: depth-first, by need.
//!
//! Whoever asks for the value of a set says what it *needs*: a value no greater
//! changes nothing for it, and then any upper bound that is not above the need will
//! do for an answer (fail-soft alpha-beta; Fishburn, 1983). At a need of 0 every
//! answer is exact.
//!
//! Sets of worlds, the cells that still differ in them and the actions between
//! which to choose lie on three stacks, so that the search allocates nothing.

use super::factors::Parts;
use super::memory::{Known, Memory};
use super::table::{CONTENT, Table, number};
use super::{Ranked, Solution};
use crate::crocomine::posterior::Worlds;
use crate::crocomine::rules::{Action, Animal, Content};
use std::cmp::Reverse;

/// A piece of a stack.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn len(self) -> usize {
        self.end - self.start
    }
}

/// To settle a cell as this content.
#[derive(Clone, Copy, Debug)]
struct Move {
    survivors: u16,
    place: u16,
    /// As numbered in a code.
    content: u8,
}

impl Move {
    /// The safest first, then in row order.
    fn key(self) -> (Reverse<u16>, u16, u8) {
        (Reverse(self.survivors), self.place, self.content)
    }
}

/// What a first look at a set finds.
enum Look {
    /// This cell holds the same in all worlds, but does not show the same.
    Splits(u16),
    /// Nothing is proven that would tell anything. The cells that differ lie on
    /// top of their stack, the moves in them on top of theirs.
    Closed,
}

/// The budget is used up.
pub struct Over;

/// The search over one list of worlds.
pub struct Search<'a> {
    worlds: &'a Worlds,
    pub(super) table: Table,
    guess_animals: bool,
    /// What may still be looked at.
    budget: u64,
    memory: Memory,
    pub(super) parts: Parts,
    pub(super) sets: Vec<u16>,
    pub(super) cells: Vec<u16>,
    moves: Vec<Move>,
    /// Scratch: worlds by what they show.
    shown: Vec<u64>,
}

impl<'a> Search<'a> {
    /// A search with nothing done yet.
    pub fn new(worlds: &'a Worlds, guess_animals: bool, budget: u64) -> Self {
        let table = Table::new(worlds);
        let sets = (0..worlds.len() as u16).collect();
        let cells = (0..table.cells() as u16).collect();
        let (memory, parts) = (Memory::default(), Parts::default());
        Self { worlds, table, guess_animals, budget, memory, parts, sets, cells, moves: Vec::new(), shown: Vec::new() }
    }

    /// The value of all worlds, and the actions; `None` over the budget.
    pub fn solve(mut self) -> Option<Solution> {
        let set = Span { start: 0, end: self.sets.len() };
        let cells = Span { start: 0, end: self.cells.len() };
        let mut solution = Solution { won: set.len(), worlds: set.len(), ranking: Vec::new() };
        if set.len() < 2 {
            return Some(solution);
        }
        match self.look(set, cells, None).ok()? {
            Look::Splits(place) => solution.won = self.split(set, cells, place, 0).ok()? as usize,
            Look::Closed => {
                let cells = Span { start: cells.end, end: self.cells.len() };
                solution.ranking = self.rank(set, cells).ok()?;
                solution.won = solution.ranking.first().map_or(set.len(), |best| best.won);
            }
        }
        Some(solution)
    }

    /// The moves of the set looked at last, the best first.
    fn rank(&mut self, set: Span, cells: Span) -> Result<Vec<Ranked>, Over> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.sort_unstable_by_key(|next| next.key());
        let mut best = 0;
        let mut ranking = Vec::with_capacity(moves.len());
        for next in moves {
            let survivors = u32::from(next.survivors);
            let won = if survivors > best { self.after(set, cells, next, best)? } else { survivors };
            best = best.max(won);
            let cell = self.worlds.cells()[usize::from(next.place)];
            let action = content(next.content).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal));
            ranking.push(Ranked { action, survivors: survivors as usize, won: won as usize });
        }
        // Stable: among equals the one that was searched first, which is exact.
        ranking.sort_by_key(|ranked| Reverse(ranked.won));
        Ok(ranking)
    }

    /// The value of a set in whose worlds only `cells` differ, if above `need`;
    /// else a bound on it no greater than that. `proven` is a cell that holds the
    /// same in all of them, where one is known.
    pub(super) fn value(&mut self, set: Span, cells: Span, need: u32, proven: Option<u16>) -> Result<u32, Over> {
        let most = set.len() as u32;
        if most == 1 || most <= need {
            return Ok(most);
        }
        let (hash, known) = self.memory.find(&self.sets[set.start..set.end]);
        match known {
            Some(Known::Exactly(value)) => return Ok(value),
            Some(Known::AtMost(bound)) if bound <= need => return Ok(bound),
            _ => {}
        }
        let tops = (self.cells.len(), self.moves.len());
        let value = match self.look(set, cells, proven)? {
            Look::Splits(place) => self.split(set, cells, place, need)?,
            Look::Closed => {
                let (cells, moves) = (Span { start: tops.0, end: self.cells.len() }, Span { start: tops.1, end: self.moves.len() });
                match self.factors(set, cells, need)? {
                    Some(value) => value,
                    None => self.best(set, cells, moves, need)?,
                }
            }
        };
        self.cells.truncate(tops.0);
        self.moves.truncate(tops.1);
        let known = if value > need || value == 0 { Known::Exactly(value) } else { Known::AtMost(value) };
        self.memory.keep(hash, &self.sets[set.start..set.end], known);
        Ok(value)
    }

    /// Counts cells looked at in one world.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), Over> {
        self.budget = self.budget.checked_sub(work as u64).ok_or(Over)?;
        Ok(())
    }

    /// What a cell holds and shows in the worlds of a set: the bits in which its
    /// codes differ, and the worlds of each content, 16 bits each.
    fn glance(&mut self, set: Span, place: u16) -> Result<(u32, u64), Over> {
        self.spend(set.len())?;
        let worlds = &self.sets[set.start..set.end];
        let column = self.table.column(place);
        let first = column[usize::from(worlds[0])];
        let look = |(differ, tally), &world: &u16| {
            let code = column[usize::from(world)];
            (differ | (code ^ first), tally + (1 << (16 * (code & CONTENT))))
        };
        Ok(worlds.iter().fold((0, 0), look))
    }

    /// Sorts cells into those that show the same in all worlds, those that prove
    /// themselves but show something new, and those that are open to choice.
    /// A cell known to be proven is looked at first.
    fn look(&mut self, set: Span, cells: Span, proven: Option<u16>) -> Result<Look, Over> {
        if let Some(place) = proven
            && self.glance(set, place)?.0 != 0
        {
            return Ok(Look::Splits(place));
        }
        let tops = (self.cells.len(), self.moves.len());
        for at in cells.start..cells.end {
            let place = self.cells[at];
            let (differ, tally) = self.glance(set, place)?;
            if differ == 0 {
                continue;
            }
            if differ & CONTENT == 0 {
                self.cells.truncate(tops.0);
                self.moves.truncate(tops.1);
                return Ok(Look::Splits(place));
            }
            self.cells.push(place);
            let contents = if self.guess_animals { 0..4 } else { 0..1 };
            for content in contents {
                let survivors = (tally >> (16 * content)) as u16;
                // A discovery that nobody survives is still one: of all that can be done it may be the best.
                if survivors > 0 || content == 0 {
                    self.moves.push(Move { survivors, place, content });
                }
            }
        }
        Ok(Look::Closed)
    }

    /// The value of a set by its parts, the worlds in which a proven cell shows the same.
    fn split(&mut self, set: Span, cells: Span, place: u16, need: u32) -> Result<u32, Over> {
        let column = self.table.column(place);
        let shown = |&world: &u16| u64::from(column[usize::from(world)]) << 16 | u64::from(world);
        self.shown.clear();
        self.shown.extend(self.sets[set.start..set.end].iter().map(shown));
        self.shown.sort_unstable();
        let top = self.sets.len();
        self.sets.extend(self.shown.iter().map(|&shown| shown as u16));
        let (mut start, end) = (top, self.sets.len());
        let mut total = set.len() as u32;
        while start < end && total > need {
            let column = self.table.column(place);
            let first = column[usize::from(self.sets[start])];
            let same = self.sets[start..end].iter().take_while(|&&world| column[usize::from(world)] == first).count();
            let others = total - same as u32;
            total = others + self.value(Span { start, end: start + same }, cells, need.saturating_sub(others), None)?;
            start += same;
        }
        self.sets.truncate(top);
        Ok(total)
    }

    /// The value of a closed set by its best move.
    fn best(&mut self, set: Span, cells: Span, moves: Span, need: u32) -> Result<u32, Over> {
        let (mut best, mut bound) = (need, 0);
        for at in moves.start..moves.end {
            let rest = &self.moves[at..moves.end];
            let next = (at..).zip(rest).min_by_key(|(_, next)| next.key()).expect("not empty").0;
            self.moves.swap(at, next);
            let next = self.moves[at];
            let survivors = u32::from(next.survivors);
            if survivors <= best {
                bound = bound.max(survivors);
                break;
            }
            let value = self.after(set, cells, next, best)?;
            if value > best {
                best = value;
            } else {
                bound = bound.max(value);
            }
        }
        Ok(if best > need { best } else { bound })
    }

    /// The value of what survives a move.
    fn after(&mut self, set: Span, cells: Span, next: Move, need: u32) -> Result<u32, Over> {
        let top = self.sets.len();
        let column = self.table.column(next.place);
        for at in set.start..set.end {
            let world = self.sets[at];
            if column[usize::from(world)] & CONTENT == u32::from(next.content) {
                self.sets.push(world);
            }
        }
        let value = self.value(Span { start: top, end: self.sets.len() }, cells, need, Some(next.place))?;
        self.sets.truncate(top);
        Ok(value)
    }
}

/// The content of this number.
fn content(code: u8) -> Content {
    Animal::ALL.into_iter().find(|&animal| number(Some(animal)) == u32::from(code))
}

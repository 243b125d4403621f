//! WIP interface; the engine follows.
use super::knowledge::Knowledge;
use super::rules::{Action, Content, Terrain};
use super::strategy::Effort;
use crate::grid::Cell;
use std::cell::Ref;

/// Why no answer was computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// A limit of work was reached: a named outcome, never a wrong answer.
    #[error("limit reached: {0}")]
    Limit(Limit),
    /// No world agrees with what is known.
    #[error("no world agrees with what is known: {0}")]
    Clash(Clash),
}

/// A limit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// Nodes of one component's diagram.
    #[error("a component needs more than {0} nodes")]
    Nodes(usize),
    /// Bits of one state of a component's diagram.
    #[error("a component needs more than {0} bits a state")]
    Width(u32),
    /// Conflicts of the SAT solver.
    #[error("the SAT solver needs more than {0} conflicts")]
    Conflicts(u64),
}

/// The constraints that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Open cells (row, column) whose counts clash; empty: the totals alone.
    pub cells: Vec<(usize, usize)>,
    /// Whether the totals are needed for the clash.
    pub totals: bool,
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.cells)
    }
}

/// What a closed cell may hold, by single constraints: a set of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain(u8);

impl Domain {
    /// Whether this content is in the set.
    pub fn has(self, _content: Content) -> bool {
        unimplemented!()
    }
    /// The content, where it is the only one.
    pub fn only(self) -> Option<Content> {
        unimplemented!()
    }
}

/// Computes from knowledge, and keeps what the next state can use again.
#[derive(Debug)]
pub struct Engine {}

impl Engine {
    /// An engine with the standard limits.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        unimplemented!()
    }
    /// Forgets the game so far and its effort.
    pub fn reset(&mut self) {
        unimplemented!()
    }
    /// Work done since the last reset.
    pub fn effort(&self) -> Effort {
        unimplemented!()
    }
}

/// What a strategy is shown: knowledge, and what follows from it, computed once.
#[derive(Debug)]
pub struct View<'a> {
    knowledge: &'a Knowledge,
}

impl<'a> View<'a> {
    /// A view of this knowledge.
    pub fn new(_knowledge: &'a Knowledge, _engine: &'a mut Engine) -> Self {
        unimplemented!()
    }
    /// What is known.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }
    /// Actions proven by single constraints (each open cell alone, each total
    /// that is used up), to the fixed point; by cell.
    ///
    /// # Errors
    /// [`Stop::Clash`] where no world is left.
    pub fn deduced(&self) -> Result<Vec<Action>, Stop> {
        unimplemented!()
    }
    /// What a closed cell may hold, by single constraints.
    pub fn domain(&self, _cell: Cell) -> Domain {
        unimplemented!()
    }
    /// Actions proven by all that is known; cheap proofs first, and when one is
    /// found the rest is not computed. Empty: nothing is proven.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn proven(&self) -> Result<Vec<Action>, Stop> {
        unimplemented!()
    }
    /// The exact posterior of this state.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn posterior(&self) -> Result<Ref<'_, Posterior>, Stop> {
        unimplemented!()
    }
}

/// Exact probabilities of what every closed cell holds.
#[derive(Clone, Debug)]
pub struct Posterior {
    /// log10 of the number of consistent worlds.
    pub worlds_log10: f64,
    /// Closed cells, grouped: the cells of a class are interchangeable.
    /// In order of their first cells.
    pub classes: Vec<Class>,
}

/// Interchangeable closed cells: same constraints, same terrain.
#[derive(Clone, Debug)]
pub struct Class {
    /// The cells, ascending; never empty.
    pub cells: Vec<Cell>,
    /// Terrain where known.
    pub terrain: Option<Terrain>,
    /// Probabilities of free, tiger, shark, crocodile; they sum to 1.
    pub p: [f64; 4],
    /// What each of its cells holds in every consistent world, if the same.
    pub proven: Option<Content>,
}

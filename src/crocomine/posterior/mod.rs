//! The exact posterior: what every closed cell holds, over all worlds that agree
//! with the knowledge and all five totals.
//!
//! Cheap things first, and nothing that is not needed:
//! 1. [`domains`](self::Domain): single constraints, propagated.
//! 2. The frontier is cut into components; each is a layered graph of partial
//!    sums, and what is the same on all its paths is proven.
//! 3. Only then the components are joined with the unconstrained cells under the
//!    totals: probabilities, and what the totals prove.
//!
//! What is *possible* is read off the graphs' structure, built from integers;
//! floats only weigh it. So nothing is ever called proven because a float came
//! out as 0 or 1. A component that a move leaves alone keeps its graphs.
//!
//! ```
//! use clover::crocomine::{posterior::{Engine, View}, state::State};
//! // A row of five, its first cell open and seeing one tiger; two tigers in all.
//! let state: State = serde_json::from_str(r#"{
//!   "grid_infos": {"m":1,"n":5,"start":[0,0],"tiger_count":2,"shark_count":0,"croco_count":0,"sea_count":0,"land_count":5},
//!   "infos": [{"pos":[0,0],"field":"land","prox_count":[1,0,0]}]
//! }"#)?;
//! let knowledge = state.knowledge()?;
//! let mut engine = Engine::default();
//! let view = View::new(&knowledge, &mut engine);
//! let posterior = view.posterior()?;
//! assert_eq!(posterior.classes[0].cells, [1]);
//! assert_eq!(posterior.classes[1].cells, [2, 3, 4]);
//! assert!((posterior.classes[1].p[1] - 1.0 / 3.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod diagram;
mod domains;
mod engine;
mod frontier;
mod intern;
mod joint;
mod layered;
mod layout;
mod listing;
mod order;
mod outside;
mod sampler;
mod sealed;

pub use answers::Answer;
pub use domains::Domain;
pub use engine::{Engine, View};
pub use listing::Worlds;

use super::knowledge::Knowledge;
use super::rules::{Action, Animal, Content, Terrain};
use crate::grid::{Cell, Grid};
use std::fmt;

/// Why no answer was computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// A limit of work was reached: a named outcome, never a wrong answer.
    #[error("limit reached: {0}")]
    Limit(#[from] Limit),
    /// No world agrees with what is known.
    #[error("no world agrees with what is known: {0}")]
    Clash(#[from] Clash),
}

/// A limit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// Edges of one graph.
    #[error("a component needs more than {0} edges")]
    Edges(usize),
    /// Bits of one state.
    #[error("a component needs more than {0} bits a state")]
    Width(u32),
    /// Weights that all vanish beside one another. Scales are kept apart from
    /// values, so that this takes hundreds of orders of magnitude within one layer.
    #[error("the weights of one layer are too far apart for floats")]
    Range,
    /// Conflicts of the SAT solver.
    #[error("the SAT solver needs more than {0} conflicts")]
    Conflicts(u64),
    /// Clauses of the SAT solver.
    #[error("the SAT solver needs more than {0} clauses")]
    Clauses(usize),
}

/// Constraints that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Clash {
    /// Open cells (row, column) whose counts clash.
    pub cells: Vec<(usize, usize)>,
    /// Whether the totals are part of it.
    pub totals: bool,
}

impl Clash {
    fn new(knowledge: &Knowledge, open: impl IntoIterator<Item = Cell>, totals: bool) -> Self {
        Self { cells: open.into_iter().map(|cell| knowledge.grid().pos(cell)).collect(), totals }
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        let shown = self.cells.iter().take(SHOWN).map(|(row, col)| format!("({row},{col})"));
        let more = self.cells.len().checked_sub(SHOWN + 1).map(|more| format!("{} more", more + 1));
        let cells = shown.chain(more).collect::<Vec<_>>().join(", ");
        match (self.cells.len(), self.totals) {
            (0, _) => write!(f, "the totals cannot be met"),
            (1, false) => write!(f, "the counts of cell {cells} cannot be met"),
            (_, false) => write!(f, "the counts of cells {cells} cannot hold together"),
            (_, true) => write!(f, "the counts of {cells} and the totals cannot hold together"),
        }
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

impl Posterior {
    /// The place in `classes` of the class of every closed cell; for other cells of
    /// the map `usize::MAX`.
    pub fn places(&self, map: &Grid) -> Vec<usize> {
        let mut places = vec![usize::MAX; map.len()];
        for (nth, class) in self.classes.iter().enumerate() {
            for &cell in &class.cells {
                places[cell] = nth;
            }
        }
        places
    }

    /// Probability that an action on a closed cell is right, which is that it is survived.
    pub fn right(&self, action: Action) -> f64 {
        let class = self.classes.iter().find(|class| class.cells.binary_search(&action.cell()).is_ok());
        class.map_or(0.0, |class| class.right(action))
    }

    /// The proven actions, by cell.
    pub fn proven(&self) -> Vec<Action> {
        let proven =
            |class: &Class| class.proven.map(|content| class.cells.iter().map(move |&cell| settle(cell, content)).collect::<Vec<_>>());
        let mut actions: Vec<Action> = self.classes.iter().filter_map(proven).flatten().collect();
        actions.sort_unstable_by_key(|action| action.cell());
        actions
    }
}

impl Class {
    /// Probability that an action on one of its cells is right.
    pub fn right(&self, action: Action) -> f64 {
        match action {
            Action::Guess(_, animal) => self.p[1 + animal as usize],
            Action::Discover(_) | Action::Chord(_) => self.p[0],
        }
    }

    /// What each of its cells may hold, with the probability.
    pub fn contents(&self) -> impl Iterator<Item = (Content, f64)> + use<> {
        [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)].into_iter().zip(self.p)
    }
}

/// The action that is right on a cell of this content.
pub fn settle(cell: Cell, content: Content) -> Action {
    content.map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal))
}

//! Satisfiability: literals, clauses, counting constraints and what follows
//! from them in every model.
//!
//! Whoever states a problem writes to [`Clauses`]: a [`Solver`] that answers
//! while more is said, or a [`Cnf`] that keeps the text for outside solvers.
//! "Between `lo` and `hi` of these literals hold" is [`cardinality::between`];
//! "which of these literals hold in every model" is [`Solver::backbone`]. Memory is
//! bounded by [`MOST_CLAUSES`].
//!
//! ```
//! use clover::sat::{Clauses, Solver, cardinality};
//! let mut solver = Solver::new();
//! let [a, b, c] = [solver.variable(), solver.variable(), solver.variable()];
//! cardinality::between(&mut solver, &[a, b, c], 1, 1, cardinality::Encoding::Sequential)?;
//! solver.clause(&[a, b]);
//! assert_eq!(solver.backbone(&[], &[a, b, !c], true), Ok(Some(vec![!c])));
//! # Ok::<(), clover::sat::TooManyClauses>(())
//! ```

pub mod cardinality;
mod cnf;
mod solver;

pub use cnf::Cnf;
pub use solver::{OutOfConflicts, Solver, Work};

/// Most clauses that a [`Solver`] or a [`Cnf`] takes from counting constraints.
/// A solver full of sequential counters, the greediest with a variable for every
/// two clauses, then takes some 160 MB, as measured.
pub const MOST_CLAUSES: usize = 1_000_000;

/// There is no room for a constraint; nothing of it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MOST_CLAUSES} clauses are needed")]
pub struct TooManyClauses;

/// A variable or its negation. Belongs to whoever made the variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The positive literal of a variable, by its number from 0.
    fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// Number of the variable, from 0.
    fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the variable itself, not its negation.
    fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// As DIMACS has it: variables from 1, negations below 0.
    pub fn dimacs(self) -> i64 {
        let number = i64::from(self.variable()) + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

/// Takes variables and clauses.
pub trait Clauses {
    /// A new variable, as its positive literal.
    fn variable(&mut self) -> Lit;

    /// At least one of these literals holds. Without literals: never.
    fn clause(&mut self, literals: &[Lit]);

    /// How many more clauses fit in [`MOST_CLAUSES`].
    fn room(&self) -> usize;
}

/// Clauses that hold only where `guard` does, and so can be withdrawn: assume
/// `guard` for as long as they are meant, then say `!guard` for good.
pub struct Guarded<'a, C> {
    /// Where the clauses go.
    pub clauses: &'a mut C,
    /// What they depend on.
    pub guard: Lit,
}

impl<C: Clauses> Clauses for Guarded<'_, C> {
    fn variable(&mut self) -> Lit {
        self.clauses.variable()
    }

    fn clause(&mut self, literals: &[Lit]) {
        let mut guarded = Vec::with_capacity(literals.len() + 1);
        guarded.push(!self.guard);
        guarded.extend_from_slice(literals);
        self.clauses.clause(&guarded);
    }

    fn room(&self) -> usize {
        self.clauses.room()
    }
}

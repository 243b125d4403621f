//! Selection: learning from logged decisions which option to take.
//!
//! The algorithm-selection problem (J. Rice, "The algorithm selection problem",
//! Advances in Computers 15, 1976) as rows: a [`Scenario`] holds decisions, each
//! with the options that could have been taken, what was known of each (features)
//! and how well it did (scores). An option is a strategy, or a candidate by itself;
//! a decision belongs to a group (a map and all its states), which is never split.
//! [`models`] learn from them, and [`evaluate`] tells what was learned, on maps that
//! were not learned from.
//!
//! A scenario is a file ([`Scenario::write`], [`Scenario::read`]), which other tools
//! read as a folder of ASlib ([`aslib`]). Before anything is learned, [`lint`] says what
//! would spoil it.
//!
//! This module knows no game: features are names and numbers.

mod aslib;
mod belief;
mod bounds;
mod check;
mod controls;
mod curves;
mod evaluation;
mod folds;
mod lint;
#[cfg(test)]
mod made;
pub mod models;
#[cfg(test)]
mod planted;
mod scenario;
mod table;

pub use aslib::{Losses, aslib};
pub use belief::Belief;
pub use bounds::Gain;
pub use check::ScenarioError;
pub use controls::shuffled;
pub use curves::{Taught, Way, learning, neighbours};
pub use evaluation::{Estimate, Evaluation, Judged, Outcome, Part, Reached, SEEING, Yardsticks, evaluate, transfer};
pub use folds::{Split, folds};
pub use lint::{Finding, Rule, Severity, lint};
pub use scenario::{Decision, Scenario, Target};

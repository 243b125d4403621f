//! Selection: learning from logged decisions which option to take.
//!
//! The algorithm-selection problem (J. Rice, "The algorithm selection problem",
//! Advances in Computers 15, 1976) as rows: a [`Scenario`] holds decisions, each
//! with the options that could have been taken, what was known of each (features)
//! and how well it did (scores). An option is a strategy, or a candidate by itself;
//! a decision belongs to a group (a map and all its states), which is never split.
//!
//! This module knows no game: features are names and numbers.

mod scenario;

pub use scenario::{Decision, Scenario, Target};

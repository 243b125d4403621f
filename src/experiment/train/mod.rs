//! Training: from collected results to a model that chooses.
//!
//! [`scenario`] reads the scores that an experiment with a `[collect]` table left;
//! [`assess`] says what the learners make of them on maps that they have not seen, and
//! [`model`] fits the one that plays to all. [`round`] lets it play, to learn from the
//! states that it comes to itself; [`progress`] says whether that helped. [`curves`] says
//! what more maps and more neighbours are worth.

mod assess;
mod curves;
mod iterate;
mod reading;

pub use assess::{Assessment, Progress, assess, progress};
pub use curves::curves;
pub use iterate::round;
pub use reading::{TrainError, scenario};

use crate::seed::Seed;
use crate::selection::Scenario;
use crate::selection::models::Knn;
use serde_json::Value;

/// The seed of all that training draws: folds and samples.
pub const SEED: u64 = 1;

/// The model of all decisions of a scenario, for these strategies as a manifest tells
/// them.
pub fn model(scenario: &Scenario, strategies: Vec<Value>) -> Knn {
    let all: Vec<usize> = (0..scenario.decisions.len()).collect();
    Knn::fit(scenario, &all, Seed::new(SEED).purpose("model"), true).with_strategies(strategies)
}

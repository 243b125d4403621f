//! Models: what learns from a scenario which option to take.
//!
//! A [`Learner`] sees the training decisions of a scenario and gives a [`Policy`], which
//! then chooses in any decision from what is known of its options. The learner that is
//! used for playing is the k-nearest-neighbour regression ([`Knn`]); the others are what
//! it has to beat: chance, the single best strategy, each strategy by itself, a linear
//! model and a decision tree on the same rows.
//!
//! All that learn predict the *advantage* of an option over that of the single best
//! strategy, and keep to the single best unless the best advantage exceeds a margin that
//! has shown itself worth it on groups held out (`margin.rs`).
//!
//! This is the only module that names linfa.

mod advantage;
mod baseline;
mod choose;
mod file;
mod fit;
mod index;
mod knn;
mod linear;
mod margin;
mod metric;
mod rows;
mod space;
mod tree;
mod vote;
mod ways;
mod weights;

pub use baseline::{Always, Chance, SingleBest};
pub use choose::best_believed;
pub use file::ModelError;
pub use knn::{Advice, Knn, Neighbours, Opinion};
pub use linear::Linear;
pub use rows::single_best;
pub use tree::Tree;
pub use vote::{Fade, Vote};
pub use ways::Ways;
pub use weights::Weight;

use super::Scenario;
use crate::seed::Seed;

/// Learns to choose.
pub trait Learner: Sync {
    /// Its name, unique among the learners of a scenario.
    fn name(&self) -> &str;

    /// What it learns from these decisions of a scenario, and from no other. The same
    /// decisions and seed give the same policy.
    fn fit(&self, scenario: &Scenario, train: &[usize], seed: Seed) -> Box<dyn Policy>;
}

/// Chooses options.
pub trait Policy: Send + Sync {
    /// What to take in a decision, from the features and proposals of its options alone.
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice;

    /// What to take where it may also see what one half of the worlds came to, the first or
    /// the second: what it will know when it plays sampled games itself. `None` of policies
    /// that never do.
    fn choose_having_seen(&self, _scenario: &Scenario, _decision: usize) -> Option<[Choice; 2]> {
        None
    }
}

/// What a policy takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The option, a row of the scenario.
    pub option: usize,
    /// The predicted probability of winning, where the policy predicts one.
    pub win: Option<f64>,
    /// Whether it kept to the single best strategy's option, having seen none worth the
    /// risk. Never true of a policy that does not learn.
    pub abstained: bool,
}

/// Every learner for a scenario, in the order in which they are reported.
pub fn learners(scenario: &Scenario) -> Vec<Box<dyn Learner>> {
    let always = |strategy| Box::new(Always::new(scenario, strategy)) as Box<dyn Learner>;
    let mut learners: Vec<Box<dyn Learner>> = vec![Box::new(Chance), Box::new(SingleBest)];
    learners.extend((0..scenario.strategies.len()).map(always));
    learners.extend([Box::new(Linear) as Box<dyn Learner>, Box::new(Tree), Box::new(Neighbours::default())]);
    learners
}

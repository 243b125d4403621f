//! The scenario: decisions × options, with features and scores.
//!
//! Scores are to be maximised, and lie in [0, 1]: the probability of winning when an
//! option is taken, estimated over worlds that all options of a decision share (common
//! random numbers), so that differences within a decision are far less noisy than the
//! scores themselves. Each score is kept as the means over two halves of those worlds:
//! one half may choose an option and the other then tells without flattery what that
//! choice was worth.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What the options of a decision are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// One option for each strategy: the candidate that it proposes. Features are those
    /// of the state.
    Strategy,
    /// One option for each candidate. Features are those of the state and the candidate.
    Candidate,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Strategy => "strategy",
            Target::Candidate => "candidate",
        })
    }
}

/// The algorithm-selection problem of one game, as rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The game.
    pub game: String,
    /// What its options are.
    pub target: Target,
    /// Names of the features, in the order of their columns.
    pub features: Vec<String>,
    /// Labels of the strategies that proposed options.
    pub strategies: Vec<String>,
    /// The decisions, in the order of their options.
    pub decisions: Vec<Decision>,
    /// Features of all options, row by row: `options × features`.
    pub x: Vec<f64>,
    /// Score of every option: means over the first and the second half of its worlds.
    pub halves: Vec<[f64; 2]>,
    /// Standard error of the difference between the score of an option and that of the
    /// option that the experiment's baseline took; 0 for that one and for exact scores.
    pub errors: Vec<f64>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its name, unique: the keys of its game, and its step.
    pub name: String,
    /// What is never split: the set and the instance.
    pub group: Arc<str>,
    /// The set its instance comes from.
    pub family: Arc<str>,
    /// Its options: rows of the scenario.
    pub options: Range<usize>,
    /// For each strategy of the scenario the option that it proposes, a row of the
    /// scenario, which several may share.
    pub proposals: Vec<usize>,
}

impl Scenario {
    /// The features of an option.
    pub fn features_of(&self, option: usize) -> &[f64] {
        &self.x[option * self.features.len()..][..self.features.len()]
    }

    /// These decisions and then those of another scenario.
    ///
    /// # Panics
    /// If the other one has other features or strategies.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let head = |scenario: &Self| (scenario.game.clone(), scenario.target, scenario.features.clone(), scenario.strategies.clone());
        assert_eq!(head(self), head(other), "the same problem");
        let first = self.halves.len();
        let moved = |decision: &Decision| Decision {
            options: decision.options.start + first..decision.options.end + first,
            proposals: decision.proposals.iter().map(|option| option + first).collect(),
            ..decision.clone()
        };
        let mut joined = self.clone();
        joined.decisions.extend(other.decisions.iter().map(moved));
        joined.x.extend(&other.x);
        joined.halves.extend(&other.halves);
        joined.errors.extend(&other.errors);
        joined
    }

    /// By how much one half of the worlds, 0 or 1, shows an option to be better than another,
    /// and the variance of its error: half the worlds, twice the variance. The errors that
    /// are known are those against the option of the experiment's baseline, over all
    /// worlds; of two others they are added, which is too much where they go together.
    pub fn seen(&self, option: usize, base: usize, half: usize) -> [f64; 2] {
        let variance = |option: usize| 2.0 * self.errors[option] * self.errors[option];
        let noise = if option == base { 0.0 } else { variance(option) + variance(base) };
        [self.halves[option][half] - self.halves[base][half], noise]
    }

    /// The score of an option, over all its worlds.
    pub fn score(&self, option: usize) -> f64 {
        let [first, second] = self.halves[option];
        f64::midpoint(first, second)
    }
}

//! The linear model: the advantage as a weighted sum of features, one sum for each arm.

use super::super::Scenario;
use super::advantage::{Regression, policy};
use super::space::Space;
use super::{Learner, Policy};
use crate::seed::Seed;

/// Ridge regression of the advantage, then the best option beyond a margin. It is the
/// same linear model that gives the neighbours one of their coordinates, so that what
/// neighbours add to it can be told.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

impl Learner for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn fit(&self, scenario: &Scenario, train: &[usize], seed: Seed) -> Box<dyn Policy> {
        policy(scenario, train, seed, Space::fit)
    }
}

impl Regression for Space {
    fn advantage(&self, arm: usize, x: &[f64]) -> f64 {
        self.linear(arm, x)
    }
}

//! What does not learn: chance, the single best strategy, each strategy by itself.

use super::super::Scenario;
use super::rows::single_best;
use super::{Choice, Learner, Policy};
use crate::seed::Seed;
use rand::RngExt;

/// Any option, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Chance;

/// The strategy that scored best over the training decisions, always (the majority's
/// choice of algorithm selection).
#[derive(Clone, Copy, Debug)]
pub struct SingleBest;

/// One strategy, always, whatever the training decisions say.
#[derive(Clone, Debug)]
pub struct Always {
    strategy: usize,
    name: String,
}

impl Always {
    /// The strategy of this number.
    ///
    /// # Panics
    /// If the scenario has no such strategy.
    pub fn new(scenario: &Scenario, strategy: usize) -> Self {
        Self { strategy, name: format!("always {}", scenario.strategies[strategy]) }
    }
}

impl Learner for Chance {
    fn name(&self) -> &'static str {
        "chance"
    }

    fn fit(&self, _: &Scenario, _: &[usize], seed: Seed) -> Box<dyn Policy> {
        Box::new(Random(seed))
    }
}

impl Learner for SingleBest {
    fn name(&self) -> &'static str {
        "single best"
    }

    fn fit(&self, scenario: &Scenario, train: &[usize], _: Seed) -> Box<dyn Policy> {
        Box::new(Fixed(single_best(scenario, train)))
    }
}

impl Learner for Always {
    fn name(&self) -> &str {
        &self.name
    }

    fn fit(&self, _: &Scenario, _: &[usize], _: Seed) -> Box<dyn Policy> {
        Box::new(Fixed(self.strategy))
    }
}

struct Random(Seed);

impl Policy for Random {
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice {
        let options = &scenario.decisions[decision].options;
        let drawn = self.0.index(decision as u64).generator().random_range(options.start as u64..options.end as u64);
        Choice { option: drawn as usize, win: None, abstained: false }
    }
}

struct Fixed(usize);

impl Policy for Fixed {
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice {
        Choice { option: scenario.decisions[decision].proposals[self.0], win: None, abstained: false }
    }
}

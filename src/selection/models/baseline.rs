//! What does not learn: chance, the single best strategy, each strategy by itself.

use super::super::{Belief, Scenario};
use super::choose::best_seen;
use super::rows::{rows, single_best, typical};
use super::{Choice, Learner, Policy};
use crate::seed::Seed;
use rand::RngExt;

/// Any option, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Chance;

/// The strategy that scored best over the training decisions, always (the majority's
/// choice of algorithm selection). Where games are seen it tells what these are worth
/// without a model: all other options are believed to be alike before.
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
        let sbs = single_best(scenario, train);
        Box::new(Faithful { sbs, others: typical(&rows(scenario, train, sbs)) })
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

/// Takes the single best strategy's option, unless games show another one to be better.
struct Faithful {
    sbs: usize,
    /// What is believed of any other option.
    others: Belief,
}

impl Policy for Faithful {
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice {
        Fixed(self.sbs).choose(scenario, decision)
    }

    fn choose_having_seen(&self, scenario: &Scenario, decision: usize) -> Option<[Choice; 2]> {
        let decision = &scenario.decisions[decision];
        let base = decision.proposals[self.sbs] - decision.options.start;
        let mut beliefs = vec![Some(self.others); decision.options.len()];
        beliefs[base] = Some(Belief::known(0.0));
        Some(best_seen(scenario, decision, &beliefs, base))
    }
}

struct Fixed(usize);

impl Policy for Fixed {
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice {
        Choice { option: scenario.decisions[decision].proposals[self.0], win: None, abstained: false }
    }
}

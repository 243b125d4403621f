//! Policies that regress the advantage option by option: what the linear model and the
//! tree share.

use super::super::folds::{Split, folds, groups};
use super::super::{Scenario, Target};
use super::choose::{best, chosen};
use super::margin::{Trial, margin};
use super::rows::{Rows, arm, rows, single_best};
use super::{Choice, Policy};
use crate::seed::Seed;
use rayon::prelude::*;

/// Inner folds that are held out in turn, to fit what predicts, and again as many, to fit
/// the margin on groups that this has not been fitted to.
pub(super) const USED: usize = 2;

/// Predicts the advantage of an option.
pub(super) trait Regression: Send + Sync {
    /// The advantage of an option with these features, as one of this arm; −∞ where
    /// nothing is known.
    fn advantage(&self, arm: usize, x: &[f64]) -> f64;
}

/// Takes the option of the highest predicted advantage, beyond a margin.
struct ByAdvantage<R> {
    regression: R,
    target: Target,
    sbs: usize,
    margin: Option<f64>,
}

impl<R: Regression> ByAdvantage<R> {
    fn best(&self, scenario: &Scenario, decision: usize) -> Best {
        let decision = &scenario.decisions[decision];
        let base = decision.proposals[self.sbs] - decision.options.start;
        let of = |(i, option)| match i {
            i if i == base => f64::NEG_INFINITY,
            i => self.regression.advantage(arm(self.target, i), scenario.features_of(option)),
        };
        let advantages: Vec<f64> = decision.options.clone().enumerate().map(of).collect();
        (base, best(&advantages))
    }
}

impl<R: Regression> Policy for ByAdvantage<R> {
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice {
        let (base, best) = self.best(scenario, decision);
        let chosen = chosen(best, base, self.margin);
        Choice { option: scenario.decisions[decision].options.start + chosen, win: None, abstained: chosen == base }
    }
}

/// A policy over all training decisions, its margin fitted on groups held out of them.
pub(super) fn policy<R: Regression + 'static>(
    scenario: &Scenario,
    train: &[usize],
    seed: Seed,
    fit: impl Fn(&Scenario, &[Rows]) -> R,
) -> Box<dyn Policy> {
    let sbs = single_best(scenario, train);
    let of = |decisions: &[usize], margin| {
        let regression = fit(scenario, &rows(scenario, decisions, sbs));
        ByAdvantage { regression, target: scenario.target, sbs, margin }
    };
    let inner = inner(scenario, train, seed);
    let trials: Vec<Trial> = inner
        .iter()
        .flat_map(|(train, held)| {
            let policy = of(train, None);
            let best: Vec<Best> = held.par_iter().map(|&decision| policy.best(scenario, decision)).collect();
            trials(scenario, held, &best)
        })
        .collect();
    Box::new(of(train, margin(&trials)))
}

/// The inner folds: training decisions and those held out.
pub(super) fn inner(scenario: &Scenario, train: &[usize], seed: Seed) -> Vec<(Vec<usize>, Vec<usize>)> {
    let dealt = folds(scenario, train, 2 * USED, Split::Group, seed.purpose("inner folds"));
    let without = |out: usize| {
        let mut rest: Vec<usize> = dealt.iter().enumerate().filter(|&(fold, _)| fold != out).flat_map(|(_, fold)| fold).copied().collect();
        rest.sort_unstable();
        rest
    };
    (0..dealt.len()).map(|out| (without(out), dealt[out].clone())).collect()
}

/// A decision's base, and the option that looks best of the others with its advantage, both
/// counted from the first option.
pub(super) type Best = (usize, Option<(usize, f64)>);

/// What the best-looking option of each of these decisions is worth.
pub(super) fn trials(scenario: &Scenario, held: &[usize], best: &[Best]) -> Vec<Trial> {
    let groups = groups(scenario, held);
    let trial = |((&decision, &group), &(base, best)): ((&usize, &usize), &Best)| {
        let score = |option: usize| scenario.score(scenario.decisions[decision].options.start + option);
        let (option, predicted) = best.unwrap_or((base, f64::NEG_INFINITY));
        Trial { group, predicted, gain: score(option) - score(base) }
    };
    held.iter().zip(&groups).zip(best).map(trial).collect()
}

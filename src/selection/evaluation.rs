//! Evaluation: what a learner is worth on decisions that it has not seen.
//!
//! Nested cross-validation (S. Varma and R. Simon, "Bias in error estimation when using
//! cross-validation for model selection", BMC Bioinformatics 7 (2006) 91): outer folds of
//! whole groups are held out in turn, and everything is fitted inside the others, down to
//! which strategy is the single best. Intervals are bootstraps over groups.
//!
//! The two ends of the scale are the single best strategy (SBS) and the virtual best one
//! (VBS), which takes the best option of every decision. Taking the best of noisy scores
//! flatters, so the VBS is *cross-fitted*: one half of the worlds chooses, the other
//! scores, both ways, and the mean of the two counts. The naive one, chosen and scored by
//! the same worlds, is quoted beside it. A policy's choices are made without any of
//! these worlds, so that it is scored by all; one that will play sampled games itself is
//! also shown what one half came to, as such games, and scored by the other, both ways.

use super::folds::{Split, folds, groups};
use super::models::{Choice, Learner, Policy, single_best};
use super::{Decision, Scenario};
use crate::seed::Seed;
use crate::stats::{Interval, bootstrap_ratio};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is added to the name of a learner that has seen half of the worlds.
pub const SEEING: &str = ", having seen games";
/// The confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// What cross-validation found.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// What was held out together.
    pub split: Split,
    /// For each outer fold the number of the strategy that was the single best of what was
    /// learned from.
    pub single_best: Vec<usize>,
    /// The ends of the scale: over all decisions first, then for each family by name.
    pub yardsticks: Vec<Yardsticks>,
    /// Each learner, in the order given.
    pub outcomes: Vec<Outcome>,
}

/// What there is to gain in some decisions; values are mean scores a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Yardsticks {
    /// The family of these decisions; `None` of all.
    pub family: Option<Arc<str>>,
    /// How many decisions.
    pub decisions: usize,
    /// Of how many groups.
    pub groups: usize,
    /// The value of the single best strategy.
    pub sbs: f64,
    /// The best of the strategies' proposals: the VBS.
    pub proposals: Reached,
    /// The best of all options.
    pub options: Reached,
}

/// The value of the best of several options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// Chosen by one half of the worlds and scored by the other.
    pub cross_fitted: f64,
    /// Chosen and scored by the same worlds, which flatters.
    pub naive: f64,
}

/// How one learner did.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// Over the same decisions as the yardsticks, in the same order.
    pub parts: Vec<Part>,
    /// What it chose in each decision that was held out, in their order.
    pub choices: Vec<Judged>,
}

/// How one learner did in some decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The family of these decisions; `None` of all.
    pub family: Option<Arc<str>>,
    /// Mean score a decision.
    pub value: f64,
    /// What it gains a decision over the single best strategy.
    pub gain: Estimate,
    /// The share that it closes of the gap between SBS and VBS: (value − SBS) / (VBS −
    /// SBS). Not finite where there is no gap.
    pub closed: Estimate,
    /// The same with the best of all options in place of the VBS.
    pub closed_of_options: Estimate,
    /// What it loses a decision against the VBS.
    pub regret: f64,
    /// The share of decisions in which it abstained.
    pub abstained: f64,
}

/// A number and its 95 % interval, bootstrapped over groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The interval.
    pub interval: Interval,
}

/// A choice, and how it turned out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The choice.
    pub choice: Choice,
    /// The score of the option chosen, over all worlds.
    pub score: f64,
}

/// What a decision offers.
#[derive(Clone, Copy)]
struct Offer {
    sbs: f64,
    proposals: Reached,
    options: Reached,
}

/// Evaluates learners by nested cross-validation on so many outer folds.
///
/// # Panics
/// If there are fewer than two folds.
pub fn evaluate(scenario: &Scenario, learners: &[Box<dyn Learner>], count: usize, by: Split, seed: Seed) -> Evaluation {
    judge(scenario, learners, &outer(scenario, count, by, seed), by, seed)
}

/// So many outer folds.
///
/// # Panics
/// If there are fewer than two.
pub(super) fn outer(scenario: &Scenario, count: usize, by: Split, seed: Seed) -> Vec<Fold> {
    assert!(count >= 2, "with {count} folds there is nothing to learn from");
    let all: Vec<usize> = (0..scenario.decisions.len()).collect();
    let dealt = folds(scenario, &all, count, by, seed.purpose("outer folds"));
    dealt.into_iter().map(|held| Fold::new(scenario, without(&all, &held), held)).collect()
}

/// Evaluates learners on the decisions from `first` on, having learned from those before:
/// what was learned on some maps, on others. Groups that are on both sides are left out
/// of what is learned from.
pub fn transfer(scenario: &Scenario, learners: &[Box<dyn Learner>], first: usize, seed: Seed) -> Evaluation {
    let held: Vec<usize> = (first..scenario.decisions.len()).collect();
    let groups: BTreeSet<&str> = held.iter().map(|&decision| &*scenario.decisions[decision].group).collect();
    let train = (0..first).filter(|&decision| !groups.contains(&*scenario.decisions[decision].group)).collect();
    judge(scenario, learners, &[Fold::new(scenario, train, held)], Split::Group, seed)
}

/// What is learned from, and what is held out.
pub(super) struct Fold {
    pub train: Vec<usize>,
    pub held: Vec<usize>,
    /// The strategy that is the single best of the former.
    pub single_best: usize,
}

impl Fold {
    fn new(scenario: &Scenario, train: Vec<usize>, held: Vec<usize>) -> Self {
        Self { single_best: single_best(scenario, &train), train, held }
    }

    /// The seed of what is fitted in the fold of this number.
    pub fn seed(seed: Seed, number: usize) -> Seed {
        seed.purpose("fit").index(number as u64)
    }
}

fn judge(scenario: &Scenario, learners: &[Box<dyn Learner>], folds: &[Fold], split: Split, seed: Seed) -> Evaluation {
    let single_best: Vec<usize> = folds.iter().map(|fold| fold.single_best).collect();
    let mut offers: BTreeMap<usize, Offer> = BTreeMap::new();
    for fold in folds {
        offers.extend(fold.held.iter().map(|&decision| (decision, offer(scenario, decision, fold.single_best))));
    }
    let scopes = scopes(scenario, &offers.keys().copied().collect::<Vec<_>>());
    let yardsticks = scopes.iter().map(|scope| scope.yardsticks(&offers)).collect();
    let outcome = |name: String, choices: BTreeMap<usize, Judged>| {
        let parts = scopes.iter().map(|scope| scope.part(&choices, &offers, seed)).collect();
        Outcome { name, parts, choices: choices.into_values().collect() }
    };
    let choices = learners.iter().flat_map(|learner| choices(scenario, learner.as_ref(), folds, seed));
    let outcomes = choices.map(|(name, choices)| outcome(name, choices)).collect();
    Evaluation { split, single_best, yardsticks, outcomes }
}

fn without(all: &[usize], held: &[usize]) -> Vec<usize> {
    let held: BTreeSet<usize> = held.iter().copied().collect();
    all.iter().copied().filter(|decision| !held.contains(decision)).collect()
}

/// Choices by decision.
pub(super) type Choices = BTreeMap<usize, Judged>;

/// What a learner chooses in every decision held out, having learned from the others, under
/// its name; and what it chooses having seen half of the worlds, if it is one to see any.
pub(super) fn choices(scenario: &Scenario, learner: &dyn Learner, folds: &[Fold], seed: Seed) -> Vec<(String, Choices)> {
    let (mut blind, mut seeing) = (Choices::new(), Choices::new());
    for (number, fold) in folds.iter().enumerate().filter(|(_, fold)| !fold.held.is_empty()) {
        let policy = learner.fit(scenario, &fold.train, Fold::seed(seed, number));
        let judged = |&decision: &usize| {
            let choice = policy.choose(scenario, decision);
            (decision, Judged { choice, score: scenario.score(choice.option) })
        };
        blind.extend(fold.held.par_iter().map(judged).collect::<Vec<_>>());
        let judged = |&decision: &usize| Some((decision, having_seen(scenario, policy.as_ref(), decision)?));
        seeing.extend(fold.held.par_iter().filter_map(judged).collect::<Vec<_>>());
    }
    let seeing = Some((format!("{}{SEEING}", learner.name()), seeing)).filter(|(_, seeing)| seeing.len() == blind.len());
    std::iter::once((learner.name().into(), blind)).chain(seeing).collect()
}

/// What a policy chooses that has seen one half of the worlds, scored by the other, both
/// ways; told is the first of the two choices. `None` of a policy that sees none.
fn having_seen(scenario: &Scenario, policy: &dyn Policy, decision: usize) -> Option<Judged> {
    let [first, second] = policy.choose_having_seen(scenario, decision)?;
    let score = f64::midpoint(scenario.halves[first.option][1], scenario.halves[second.option][0]);
    Some(Judged { choice: first, score })
}

fn offer(scenario: &Scenario, decision: usize, sbs: usize) -> Offer {
    let Decision { options, proposals, .. } = &scenario.decisions[decision];
    // What several propose is one option.
    let distinct = proposals.iter().copied().enumerate().filter(|(nth, option)| !proposals[..*nth].contains(option));
    let proposed = reached(scenario, &distinct.map(|(_, option)| option));
    Offer { sbs: scenario.score(proposals[sbs]), proposals: proposed, options: reached(scenario, options) }
}

/// The value of the best of these options.
fn reached(scenario: &Scenario, options: &(impl Iterator<Item = usize> + Clone)) -> Reached {
    let naive = options.clone().map(|option| scenario.score(option)).fold(0.0, f64::max);
    Reached { cross_fitted: scenario.cross_fitted(options), naive }
}

/// Some decisions, and the group of each.
pub(super) struct Scope {
    family: Option<Arc<str>>,
    decisions: Vec<usize>,
    groups: Vec<usize>,
}

/// All decisions, and those of each family.
fn scopes(scenario: &Scenario, all: &[usize]) -> Vec<Scope> {
    let families: BTreeSet<Arc<str>> = all.iter().map(|&decision| Arc::clone(&scenario.decisions[decision].family)).collect();
    let of = |family: Option<Arc<str>>| {
        let within = |decision: &usize| family.as_ref().is_none_or(|family| scenario.decisions[*decision].family == *family);
        let decisions: Vec<usize> = all.iter().copied().filter(within).collect();
        Scope { groups: groups(scenario, &decisions), decisions, family }
    };
    std::iter::once(None).chain(families.into_iter().map(Some)).map(of).collect()
}

impl Scope {
    /// All that these folds hold out.
    pub fn held(scenario: &Scenario, folds: &[Fold]) -> Self {
        let mut decisions: Vec<usize> = folds.iter().flat_map(|fold| &fold.held).copied().collect();
        decisions.sort_unstable();
        Self { groups: groups(scenario, &decisions), decisions, family: None }
    }

    /// The ratio of two sums over the decisions, its interval over groups. There is one
    /// seed for all: what is compared is compared over the same draws of groups.
    pub fn ratio(&self, numerator: impl Fn(usize) -> f64, denominator: impl Fn(usize) -> f64, seed: Seed) -> Estimate {
        let [numerators, denominators] = [self.sums(numerator), self.sums(denominator)];
        let value = numerators.iter().sum::<f64>() / denominators.iter().sum::<f64>();
        Estimate { value, interval: bootstrap_ratio(&numerators, &denominators, CONFIDENCE, seed.purpose("bootstrap")) }
    }

    /// The sum over the decisions of each group.
    fn sums(&self, of: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.groups.iter().max().map_or(0, |last| last + 1)];
        self.decisions.iter().zip(&self.groups).for_each(|(&decision, &group)| sums[group] += of(decision));
        sums
    }

    /// The mean over the decisions; 0 of none.
    pub fn mean(&self, of: impl Fn(usize) -> f64) -> f64 {
        self.decisions.iter().map(|&decision| of(decision)).sum::<f64>() / self.decisions.len().max(1) as f64
    }

    fn yardsticks(&self, offers: &BTreeMap<usize, Offer>) -> Yardsticks {
        let reached = |of: fn(&Offer) -> Reached| Reached {
            cross_fitted: self.mean(|decision| of(&offers[&decision]).cross_fitted),
            naive: self.mean(|decision| of(&offers[&decision]).naive),
        };
        Yardsticks {
            family: self.family.clone(),
            decisions: self.decisions.len(),
            groups: self.sums(|_| 1.0).len(),
            sbs: self.mean(|decision| offers[&decision].sbs),
            proposals: reached(|offer| offer.proposals),
            options: reached(|offer| offer.options),
        }
    }

    fn part(&self, choices: &BTreeMap<usize, Judged>, offers: &BTreeMap<usize, Offer>, seed: Seed) -> Part {
        let gain = |decision: usize| choices[&decision].score - offers[&decision].sbs;
        let room = |of: fn(&Offer) -> Reached| move |decision: usize| of(&offers[&decision]).cross_fitted - offers[&decision].sbs;
        Part {
            family: self.family.clone(),
            value: self.mean(|decision| choices[&decision].score),
            gain: self.ratio(gain, |_| 1.0, seed),
            closed: self.ratio(gain, room(|offer| offer.proposals), seed),
            closed_of_options: self.ratio(gain, room(|offer| offer.options), seed),
            regret: self.mean(|decision| offers[&decision].proposals.cross_fitted - choices[&decision].score),
            abstained: self.mean(|decision| f64::from(u8::from(choices[&decision].choice.abstained))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::models::{Always, Chance, Linear, Neighbours, SingleBest, Tree};
    use super::super::{planted, shuffled};
    use super::*;

    fn of(scenario: &Scenario, learners: &[Box<dyn Learner>]) -> Evaluation {
        evaluate(scenario, learners, 2, Split::Group, Seed::new(7))
    }

    fn knn() -> Box<dyn Learner> {
        Box::new(Neighbours::default())
    }

    /// Control: a signal that is there is found, nearly all of it.
    #[test]
    fn a_planted_signal_is_found() {
        let found = of(&planted::candidates(900, 3, 0.02, Seed::new(1)), &[knn()]);
        let all = &found.outcomes[0].parts[0];
        assert!(all.closed_of_options.value >= 0.85 && all.closed_of_options.interval.low > 0.8, "{all:?}");
        assert_eq!(found.single_best, [0, 0]);
        let seeing = &found.outcomes[1];
        assert!(seeing.name.ends_with(SEEING) && seeing.parts[0].closed_of_options.value > 0.95, "{seeing:?}");
        let found = of(&planted::strategies(1200, 3, 0.02, Seed::new(2)), &[knn(), Box::new(Tree), Box::new(Linear)]);
        let [knn, tree, linear] = [0, 2, 3].map(|learner| &found.outcomes[learner].parts[0]);
        assert!(knn.closed.value >= 0.85 && knn.closed.interval.low > 0.8, "{knn:?}");
        assert!(tree.closed.value > 0.5 && linear.closed.value > 0.3, "{tree:?} {linear:?}");
        assert!(linear.closed.value < knn.closed.value, "no line sees a product");
    }

    /// Control: where scores say nothing, nothing is gained, even by who never abstains.
    #[test]
    fn nothing_is_found_where_nothing_is() {
        let bold = || Box::new(Neighbours { abstain: false }) as Box<dyn Learner>;
        for scenario in [planted::candidates(300, 3, 0.05, Seed::new(3)), planted::strategies(300, 3, 0.05, Seed::new(4))] {
            let found = of(&shuffled(&scenario, Seed::new(5)), &[bold(), knn(), Box::new(Tree)]);
            for outcome in &found.outcomes {
                assert!(outcome.parts[0].closed_of_options.interval.low <= 0.0, "{}: {:?}", outcome.name, outcome.parts[0]);
            }
            assert!(found.outcomes[0].parts[0].abstained <= found.outcomes[2].parts[0].abstained);
        }
    }

    /// The second scenario is the first again, shuffled: what is learned from the first
    /// gains nothing there; and of groups that are on both sides nothing is learned.
    #[test]
    fn what_was_learned_here_is_tried_there() {
        let [here, other] = [1, 2].map(|seed| planted::candidates(500, 3, 0.02, Seed::new(seed)));
        let renamed = |mut scenario: Scenario| {
            scenario.decisions.iter_mut().for_each(|decision| decision.group = format!("there/{}", decision.group).into());
            scenario
        };
        let there = renamed(other.clone());
        let found = |there: &Scenario| transfer(&here.joined(there), &[knn()], 500, Seed::new(3));
        let [good, void] = [there.clone(), shuffled(&there, Seed::new(5))].map(|there| found(&there).outcomes[0].parts[0].clone());
        assert!(good.closed_of_options.value > 0.7, "{good:?}");
        assert!(void.closed_of_options.interval.low <= 0.0, "{void:?}");
        let same = found(&other);
        assert_eq!((same.outcomes[0].choices.len(), same.yardsticks[0].decisions), (500, 500));
        assert!(same.outcomes[0].choices.iter().all(|judged| judged.choice.abstained), "there is nothing to learn from");
    }

    /// Two decisions by hand: A is best over all, B in the second.
    #[test]
    fn the_ends_of_the_scale() {
        let mut scenario = planted::strategies(2, 1, 0.0, Seed::new(1));
        scenario.halves = vec![[0.9, 0.7], [0.5, 0.5], [0.1, 0.1], [0.2, 0.4], [0.6, 0.2], [0.1, 0.5]];
        let found = of(&scenario, &[Box::new(SingleBest), Box::new(Always::new(&scenario, 1)), Box::new(Chance)]);
        let yardsticks = &found.yardsticks[0];
        assert_eq!((yardsticks.decisions, yardsticks.groups, found.yardsticks.len()), (2, 2, 3));
        // The first half of the second decision chooses 1, worth 0.2; the second 2, worth 0.1.
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        near(yardsticks.proposals.cross_fitted, f64::midpoint(0.8, 0.15));
        near(yardsticks.proposals.naive, f64::midpoint(0.8, 0.4));
        // Whoever was best in the other decision: 1 where 0 was, in the first of them.
        let [first, second] = [found.outcomes[0].choices[0], found.outcomes[0].choices[1]];
        assert_eq!((first.choice.option, second.choice.option), (1, 3));
        near(yardsticks.sbs, f64::midpoint(0.5, 0.3));
        let always = &found.outcomes[2].parts[0];
        near(always.gain.value, 0.05);
        near(always.closed.value, 0.05 / (0.475 - 0.4));
        near(always.regret, 0.475 - 0.45);
        assert!(found.outcomes[0].parts[0].gain.value.abs() < 1e-12);
    }

    #[test]
    fn the_same_seed_gives_the_same_evaluation() {
        let scenario = planted::strategies(120, 3, 0.05, Seed::new(1));
        let learners = super::super::models::learners(&scenario);
        let [a, b, c] = [1, 1, 2].map(|seed| evaluate(&scenario, &learners, 3, Split::State, Seed::new(seed)));
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(a.outcomes.len(), 10);
        assert!(a.outcomes.iter().all(|outcome| outcome.choices.len() == 120 && outcome.parts.len() == 3));
    }
}

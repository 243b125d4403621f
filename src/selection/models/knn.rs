//! The k-nearest-neighbour regression of the advantage: what the selector plays by.
//!
//! A linear model (`space.rs`) predicts the advantage of each option over the single best
//! strategy's. For each the k training rows are found that are nearest in a learned
//! metric (`metric.rs`); the weighted mean of what the linear model left of *their*
//! advantages is added, as far as it has shown itself to be trusted, so that neighbours
//! tell what no line can. The best is taken if it
//! exceeds a fitted margin (`margin.rs`) and its neighbours are within reach; otherwise
//! the single best strategy's option is. Who can try options first, by sampled games, takes
//! the prediction for a belief, whose variance is what predictions on held-out groups were
//! off by: one for all, since a spread that grew with the stake chose no better. T. Cover and P. Hart, "Nearest neighbor pattern
//! classification", IEEE Transactions on Information Theory 13 (1967) 21–27; as a
//! selector of algorithms: S. Kadioglu et al., "Algorithm selection and scheduling",
//! CP 2011.
//!
//! A prediction names its witnesses: the training rows that it was made from.

use super::super::{Belief, Scenario};
use super::choose::{best, best_seen, chosen};
use super::file::Head;
use super::fit::fit;
use super::index::Index;
use super::rows::arm;
use super::space::Space;
use super::{Choice, Learner, Policy};
use crate::seed::Seed;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// How many neighbours are named.
const NAMED: usize = 5;

/// The k-nearest-neighbour learner.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// Whether it may keep to the single best strategy where no option is known to be
    /// better; if not, any predicted advantage is enough.
    pub abstain: bool,
}

impl Default for Neighbours {
    fn default() -> Self {
        Self { abstain: true }
    }
}

impl Learner for Neighbours {
    fn name(&self) -> &'static str {
        if self.abstain { "knn" } else { "knn, never abstaining" }
    }

    fn fit(&self, scenario: &Scenario, train: &[usize], seed: Seed) -> Box<dyn Policy> {
        Box::new(Knn::fit(scenario, train, seed, self.abstain))
    }
}

/// A fitted model.
pub struct Knn {
    pub(super) head: Head,
    /// Models that differ in how they vote alone have one set of points.
    pub(super) arms: Arc<Vec<Arm>>,
}

/// What there is to know of it apart from its points.
impl fmt::Debug for Knn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head.fmt(f)
    }
}

/// The training points of one arm.
pub(super) struct Arm {
    /// The number of its first point among all of the model.
    pub first: usize,
    pub index: Index,
    /// What the linear model leaves of each advantage.
    pub y: Vec<f64>,
    pub weight: Vec<f64>,
}

/// Points as (distance, row of the arm), nearest first.
pub(super) type Near = Vec<(f64, usize)>;

/// What the model says of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The option to take by what is predicted alone, counted from the first.
    pub chosen: usize,
    /// The option of the single best strategy.
    pub base: usize,
    /// What is believed of the probability of winning with that.
    pub stake: Belief,
    /// What is said of each option; `None` of the base, and where nothing is known.
    pub opinions: Vec<Option<Opinion>>,
    /// The variance of true advantages around predicted ones.
    pub variance: f64,
}

/// What is said of one option.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The predicted advantage over the base, in probability of winning.
    pub advantage: f64,
    /// The nearest training points, nearest first, at most five: their numbers in the model
    /// file, from 0.
    pub neighbours: Vec<usize>,
    /// Whether they are near enough to be believed.
    pub within_reach: bool,
}

impl Advice {
    /// What is believed of each option's advantage before it is tried; `None` of those of
    /// which nothing is to be believed.
    pub fn beliefs(&self) -> Vec<Option<Belief>> {
        let belief = |opinion: &Opinion| Belief { mean: opinion.advantage, variance: self.variance };
        let of = |opinion: &Option<Opinion>| opinion.as_ref().filter(|opinion| opinion.within_reach).map(belief);
        let mut beliefs: Vec<Option<Belief>> = self.opinions.iter().map(of).collect();
        beliefs[self.base] = Some(Belief::known(0.0));
        beliefs
    }

    /// The predicted advantage of an option; 0 where nothing is known.
    pub fn advantage(&self, option: usize) -> f64 {
        self.opinions[option].as_ref().map_or(0.0, |opinion| opinion.advantage)
    }

    /// The probability of winning with an option of this advantage.
    pub fn win(&self, advantage: f64) -> f64 {
        (self.stake.mean + advantage).clamp(0.0, 1.0)
    }
}

impl Knn {
    /// The model of these decisions of a scenario. With `abstain` the margin and the
    /// reach are fitted; without, there is no reach and the margin is 0.
    pub fn fit(scenario: &Scenario, train: &[usize], seed: Seed, abstain: bool) -> Self {
        fit(scenario, train, seed, abstain)
    }

    /// The same model with what the caller wants to keep of each strategy in place of its
    /// label: all that is needed to build it again.
    ///
    /// # Panics
    /// If there is not one for each strategy.
    #[must_use]
    pub fn with_strategies(mut self, strategies: Vec<Value>) -> Self {
        assert_eq!(strategies.len(), self.head.strategies.len(), "one for each strategy");
        self.head.strategies = strategies;
        self
    }

    /// What was kept of each strategy.
    pub fn strategies(&self) -> &[Value] {
        &self.head.strategies
    }

    /// The number of the single best strategy, whose option is the base of all advantages.
    pub fn single_best(&self) -> usize {
        self.head.sbs
    }

    /// What the options of a decision are.
    pub fn target(&self) -> super::super::Target {
        self.head.target
    }

    /// What to take. `arms` and `rows` hold the arm and the features of each option: the
    /// strategy's number, or 0 for a candidate. `base` is the option of the single best
    /// strategy.
    ///
    /// # Panics
    /// If an arm or the base does not exist, or a row has too few features.
    pub fn advise(&self, arms: &[usize], rows: &[&[f64]], base: usize) -> Advice {
        self.advice(&self.near(arms, rows, base, self.head.k), arms, rows, base)
    }

    /// The same, where the neighbours are known.
    pub(super) fn advice(&self, near: &[Near], arms: &[usize], rows: &[&[f64]], base: usize) -> Advice {
        let opinion = |option: usize| if option == base { None } else { self.opinion(&near[option], arms[option], rows[option]) };
        let opinions: Vec<Option<Opinion>> = (0..rows.len()).map(opinion).collect();
        let chosen = chosen(preferred(&opinions), base, self.head.margin);
        let variance = self.head.spread * self.head.spread;
        let Space { stake_error, .. } = self.head.space;
        let stake = Belief { mean: self.head.space.stake(rows[base]), variance: stake_error * stake_error };
        Advice { chosen, base, stake, opinions, variance }
    }

    /// The nearest points of each option but the base, of which no opinion is needed.
    pub(super) fn near(&self, arms: &[usize], rows: &[&[f64]], base: usize, k: usize) -> Vec<Near> {
        let near = |option: usize| if option == base { Near::new() } else { self.nearest(arms[option], rows[option], k) };
        (0..rows.len()).map(near).collect()
    }

    /// Arms, features and base of a decision's options.
    pub(super) fn options<'a>(&self, scenario: &'a Scenario, decision: usize) -> (Vec<usize>, Vec<&'a [f64]>, usize) {
        let decision = &scenario.decisions[decision];
        let arms = (0..decision.options.len()).map(|option| arm(self.head.target, option)).collect();
        let rows = decision.options.clone().map(|option| scenario.features_of(option)).collect();
        (arms, rows, decision.proposals[self.head.sbs] - decision.options.start)
    }

    /// What the k nearest of these, which may be more, say of an option; `None` of nobody.
    fn opinion(&self, near: &[(f64, usize)], arm: usize, x: &[f64]) -> Option<Opinion> {
        let near = &near[..near.len().min(self.head.k)];
        let linear = self.head.space.linear(arm, x);
        let arm = &self.arms[arm];
        let mean = |of: &[f64]| self.head.vote().mean(near, &arm.weight, |row| of[row]);
        let farthest = near.last()?.0;
        let advantage = linear + self.head.trust * mean(&arm.y)?;
        Some(Opinion {
            advantage,
            neighbours: near.iter().take(NAMED).map(|&(_, row)| arm.first + row).collect(),
            within_reach: self.head.reach.is_none_or(|reach| farthest <= reach),
        })
    }

    /// The k nearest points of an arm.
    pub(super) fn nearest(&self, arm: usize, x: &[f64], k: usize) -> Near {
        self.arms[arm].index.nearest(&self.head.coordinates(arm, x), k)
    }
}

/// The option within reach of which the most is predicted, and its advantage.
pub(super) fn preferred(opinions: &[Option<Opinion>]) -> Option<(usize, f64)> {
    let advantage = |opinion: &Option<Opinion>| opinion.as_ref().filter(|opinion| opinion.within_reach).map(|opinion| opinion.advantage);
    best(&opinions.iter().map(|opinion| advantage(opinion).unwrap_or(f64::NEG_INFINITY)).collect::<Vec<_>>())
}

impl Policy for Knn {
    fn choose(&self, scenario: &Scenario, decision: usize) -> Choice {
        let (arms, rows, base) = self.options(scenario, decision);
        let advice = self.advise(&arms, &rows, base);
        let win = advice.win(advice.advantage(advice.chosen));
        let option = scenario.decisions[decision].options.start + advice.chosen;
        Choice { option, win: Some(win), abstained: advice.chosen == base }
    }

    fn choose_having_seen(&self, scenario: &Scenario, decision: usize) -> Option<[Choice; 2]> {
        let (arms, rows, base) = self.options(scenario, decision);
        let advice = self.advise(&arms, &rows, base);
        Some(best_seen(scenario, &scenario.decisions[decision], &advice.beliefs(), base))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::*;
    use rand::RngExt;

    fn fitted(abstain: bool) -> (Scenario, Knn) {
        let scenario = planted::candidates(240, 4, 0.05, Seed::new(1));
        let knn = Knn::fit(&scenario, &(0..180).collect::<Vec<_>>(), Seed::new(2), abstain);
        (scenario, knn)
    }

    #[test]
    fn a_model_written_and_read_back_decides_the_same() {
        for abstain in [true, false] {
            let (scenario, knn) = fitted(abstain);
            let text = knn.write();
            let read = Knn::read(&text).expect("it was written just now");
            for decision in 0..240 {
                let [own, other] = [&knn, &read].map(|knn| {
                    let (arms, rows, base) = knn.options(&scenario, decision);
                    knn.advise(&arms, &rows, base)
                });
                assert_eq!(own, other);
            }
            assert_eq!(read.write(), text);
            assert_eq!(fitted(abstain).1.write(), text, "the same rows give the same bytes");
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let with =
            |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| fitted(true).1.write());
        assert_eq!(with(1), with(3));
    }

    /// The caller's own text of each strategy survives, in its order of keys.
    #[test]
    fn strategies_are_kept_verbatim() {
        let kept: Vec<Value> = ["fair", "b", "c"].map(|name| serde_json::json!({ "name": name, "depth": 2, "all": true })).to_vec();
        let knn = fitted(true).1.with_strategies(kept.clone());
        assert_eq!(Knn::read(&knn.write()).expect("it was written just now").strategies(), kept);
    }

    #[test]
    fn advice_names_its_witnesses_and_what_it_expects() {
        let (scenario, knn) = fitted(false);
        let scores: Vec<f64> = (0..720).map(|decision| scenario.score(decision / 3 * 4 + 1 + decision % 3)).collect();
        let advice = knn.advise(&[0; 3], &[&[0.0, 0.0, 0.0, 1.0], &[0.9, 0.0, 0.9, 1.0], &[0.9, 0.0, -0.9, 1.0]], 0);
        let opinion = advice.opinions[1].as_ref().expect("it has neighbours");
        assert_eq!((advice.chosen, opinion.neighbours.len(), &advice.opinions[0]), (1, 5, &None));
        assert!(advice.advantage(1) > 0.1 && advice.advantage(2) < -0.1 && advice.advantage(0).abs() < 1e-15, "{advice:?}");
        assert!(opinion.neighbours.iter().all(|&point| point < 540 && scores[point] > 0.3), "{advice:?}");
        // The truth is a product and noise of 0.05 in half the worlds: little is left over.
        assert!((0.0..0.05).contains(&advice.variance.sqrt()), "{advice:?}");
        let kept = knn.advise(&[0; 2], &[&[0.0, 0.0, 0.0, 1.0], &[0.9, 0.0, -0.9, 1.0]], 0);
        assert_eq!(kept.chosen, 0);
        assert!((0.4..0.6).contains(&kept.win(0.0)) && advice.win(advice.advantage(1)) > kept.win(0.0), "{kept:?}");
    }

    /// What no feature tells, the same in both halves: uniform within ±0.1, of the option and of
    /// the base, so that advantages are off by √2 · 0.1 / √3.
    #[test]
    fn what_cannot_be_predicted_is_the_spread() {
        let mut scenario = planted::candidates(600, 4, 0.05, Seed::new(1));
        for (option, halves) in scenario.halves.iter_mut().enumerate() {
            let hidden = 0.2 * (Seed::new(3).index(option as u64).generator().random::<f64>() - 0.5);
            *halves = halves.map(|half| half + hidden);
        }
        let knn = Knn::fit(&scenario, &(0..600).collect::<Vec<_>>(), Seed::new(2), true);
        let expected = f64::sqrt(2.0 / 3.0) * 0.1;
        assert!((0.85..1.25).contains(&(knn.head.spread / expected)), "{}, not {expected}", knn.head.spread);
    }

    /// What was seen moves beliefs by its precision, and never the base's.
    #[test]
    fn what_games_show_is_weighed_against_what_was_predicted() {
        let (mut scenario, knn) = fitted(true);
        let decision = 200;
        let first = scenario.decisions[decision].options.start;
        let blind = knn.choose(&scenario, decision);
        let other = (first + 1..first + 4).find(|&option| option != blind.option).expect("there are four options");
        let seen = |scenario: &Scenario| knn.choose_having_seen(scenario, decision).expect("it plays games").map(|choice| choice.option);
        // One half shows the other option to be far better, with hardly any error; or with a large one.
        scenario.halves[other][0] = scenario.halves[first][0] + 0.9;
        scenario.errors[other] = 0.01;
        assert_eq!(seen(&scenario)[0], other);
        scenario.errors[other] = 9.0;
        assert_ne!(seen(&scenario)[0], other);
        let beliefs = knn.advise(&[0; 2], &[&[0.0, 0.0, 0.0, 1.0], &[90.0, 0.0, 90.0, 1.0]], 0).beliefs();
        assert_eq!(beliefs, [Some(Belief::known(0.0)), None], "what is out of reach is not believed");
    }

    #[test]
    fn far_from_all_that_was_seen_it_abstains() {
        let (_, knn) = fitted(true);
        let at = |far: f64| knn.advise(&[0; 2], &[&[0.0, 0.0, 0.0, 1.0], &[far, 0.0, far, 1.0]], 0);
        assert_eq!([0.9, 50.0, f64::MAX].map(|far| at(far).chosen), [1, 0, 0]);
        assert!(at(50.0).opinions[1].as_ref().is_some_and(|opinion| opinion.neighbours.len() == 5 && !opinion.within_reach));
    }

    #[test]
    fn nothing_to_learn_from_is_no_reason_to_fail() {
        let scenario = planted::strategies(6, 1, 0.05, Seed::new(1));
        for train in [&[][..], &[0], &[0, 1, 2]] {
            let knn = Knn::fit(&scenario, train, Seed::new(2), true);
            let knn = Knn::read(&knn.write()).expect("it was written just now");
            assert!((0..6).all(|decision| knn.choose(&scenario, decision).option < 18));
        }
    }
}

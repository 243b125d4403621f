//! Curves: what more maps to learn from, and more neighbours to ask, are worth.
//!
//! Both are told by the decisions that the outer folds of [`evaluate`](super::evaluate)
//! hold out, as gains over the single best strategy of the whole fold: the last point of
//! the learning curve, and the ways of voting that the fits take, are what it finds too.

use super::Scenario;
use super::evaluation::{Choices, Estimate, Fold, Scope, choices, outer};
use super::folds::{Split, groups, permutation};
use super::models::{Advice, Learner, Vote, Ways};
use crate::seed::Seed;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The shares of the training maps that are learned from: one of so many.
const SHARES: [usize; 5] = [16, 8, 4, 2, 1];

/// What is learned from a share of the maps.
#[derive(Clone, Debug, PartialEq)]
pub struct Taught {
    /// The share of each fold's training maps.
    pub share: f64,
    /// How many maps that are, on average over the folds.
    pub maps: f64,
    /// How many decisions.
    pub decisions: f64,
    /// What each learner gains, by its name.
    pub gains: Vec<(String, Estimate)>,
}

/// What one way of voting is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// How many neighbours vote, and how.
    pub vote: Vote,
    /// In how many of the folds the fit takes this way.
    pub taken: usize,
    /// The gain.
    pub gain: Estimate,
    /// The share of the squared advantages of all options that the predictions explain,
    /// 1 − Σ(y − ŷ)²/Σy². What sampling adds to y nobody can predict.
    pub explained: Estimate,
    /// The share of decisions in which it abstained.
    pub abstained: f64,
}

/// The learning curve (C. Perlich, F. Provost and J. Simonoff, "Tree induction vs. logistic
/// regression: a learning-curve analysis", Journal of Machine Learning Research 4 (2003)
/// 211–255): what learners gain that have seen a sixteenth, an eighth, … and at last all
/// of each fold's training maps, drawn by the seed, each share within the next.
///
/// # Panics
/// If there are fewer than two folds.
pub fn learning(scenario: &Scenario, learners: &[Box<dyn Learner>], count: usize, seed: Seed) -> Vec<Taught> {
    let whole = outer(scenario, count, Split::Group, seed);
    let (scope, bases) = (Scope::held(scenario, &whole), bases(scenario, &whole));
    let taught = |share: usize| {
        let few = |(number, fold)| few(scenario, fold, share, seed.purpose("share").index(number as u64));
        let folds: Vec<Fold> = whole.iter().enumerate().map(few).collect();
        let mean = |of: &dyn Fn(&Fold) -> usize| folds.iter().map(of).sum::<usize>() as f64 / count as f64;
        let chosen = learners.iter().flat_map(|learner| choices(scenario, learner.as_ref(), &folds, seed));
        let gain = |chosen: &Choices| scope.ratio(|decision| chosen[&decision].score - bases[&decision], |_| 1.0, seed);
        Taught {
            share: 1.0 / share as f64,
            maps: mean(&|fold| numbered(&groups(scenario, &fold.train))),
            decisions: mean(&|fold| fold.train.len()),
            gains: chosen.map(|(name, chosen)| (name, gain(&chosen))).collect(),
        }
    };
    SHARES.into_iter().map(taught).collect()
}

/// What each way of voting is worth, in the order in which a fit tries them: the number of
/// neighbours trades variance for bias (T. Hastie, R. Tibshirani and J. Friedman, "The
/// Elements of Statistical Learning", 2009, section 2.9). [`Ways`] says what is held fixed.
///
/// # Panics
/// If there are fewer than two folds.
pub fn neighbours(scenario: &Scenario, count: usize, seed: Seed) -> Vec<Way> {
    let folds = outer(scenario, count, Split::Group, seed);
    let (scope, bases) = (Scope::held(scenario, &folds), bases(scenario, &folds));
    let mut taken = [0; Ways::VOTES.len()];
    let mut tried: BTreeMap<usize, Vec<Tried>> = BTreeMap::new();
    for (number, fold) in folds.iter().enumerate().filter(|(_, fold)| !fold.held.is_empty()) {
        let ways = Ways::fit(scenario, &fold.train, Fold::seed(seed, number));
        taken[ways.best] += 1;
        let of = |&decision: &usize| {
            let advice = ways.advise(scenario, decision);
            (decision, advice.iter().map(|advice| Tried::new(scenario, decision, advice)).collect::<Vec<_>>())
        };
        tried.extend(fold.held.par_iter().map(of).collect::<Vec<_>>());
    }
    let of_way = |(way, &vote): (usize, &Vote)| {
        let at = |decision: usize| &tried[&decision][way];
        Way {
            vote,
            taken: taken[way],
            gain: scope.ratio(|decision| at(decision).score - bases[&decision], |_| 1.0, seed),
            explained: scope.ratio(|decision| at(decision).squares - at(decision).errors, |decision| at(decision).squares, seed),
            abstained: scope.mean(|decision| f64::from(u8::from(at(decision).abstained))),
        }
    };
    Ways::VOTES.iter().enumerate().map(of_way).collect()
}

/// What came of the advice of one model.
struct Tried {
    score: f64,
    abstained: bool,
    /// Sums over options of squared advantages, and of squared errors about them.
    squares: f64,
    errors: f64,
}

impl Tried {
    fn new(scenario: &Scenario, decision: usize, advice: &Advice) -> Self {
        let options = scenario.decisions[decision].options.clone();
        let score = |option: usize| scenario.score(options.start + option);
        let advantage = |option: usize| score(option) - score(advice.base);
        let sum = |of: &dyn Fn(usize) -> f64| (0..options.len()).map(|option| of(option).powi(2)).sum();
        Self {
            score: score(advice.chosen),
            abstained: advice.chosen == advice.base,
            squares: sum(&advantage),
            errors: sum(&|option| advantage(option) - advice.advantage(option)),
        }
    }
}

/// For each decision held out what the single best strategy of its fold scores.
fn bases(scenario: &Scenario, folds: &[Fold]) -> BTreeMap<usize, f64> {
    let base = |fold: &Fold, decision: usize| scenario.score(scenario.decisions[decision].proposals[fold.single_best]);
    folds.iter().flat_map(|fold| fold.held.iter().map(move |&decision| (decision, base(fold, decision)))).collect()
}

/// The fold with one of so many of its training maps, rounded up, drawn by the seed.
fn few(scenario: &Scenario, fold: &Fold, share: usize, seed: Seed) -> Fold {
    let groups = groups(scenario, &fold.train);
    let place = permutation(numbered(&groups), seed);
    let drawn = fold.train.iter().zip(&groups).filter(|&(_, &group)| place[group] < place.len().div_ceil(share));
    Fold { train: drawn.map(|(&decision, _)| decision).collect(), held: fold.held.clone(), single_best: fold.single_best }
}

/// How many there are of what is numbered from 0.
fn numbered(groups: &[usize]) -> usize {
    groups.iter().max().map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::super::models::{Linear, Neighbours};
    use super::super::{evaluate, planted, shuffled};
    use super::*;

    fn seed() -> Seed {
        Seed::new(7)
    }

    fn learners() -> Vec<Box<dyn Learner>> {
        vec![Box::new(Linear), Box::new(Neighbours::default())]
    }

    #[test]
    fn who_has_seen_more_knows_more_and_the_whole_is_the_evaluation() {
        let scenario = planted::candidates(900, 3, 0.02, Seed::new(1));
        let curve = learning(&scenario, &learners(), 2, seed());
        assert_eq!(curve.iter().map(|taught| taught.maps).collect::<Vec<_>>(), [10.0, 19.0, 38.0, 75.0, 150.0]);
        assert!(curve.iter().all(|taught| (taught.decisions - 3.0 * taught.maps).abs() < 1e-9));
        let knn = |point: usize| &curve[point].gains[1].1;
        assert!(knn(0).interval.high < knn(2).interval.low && knn(2).value < knn(4).value, "{curve:?}");
        let whole = evaluate(&scenario, &learners(), 2, Split::Group, seed());
        let expected: Vec<_> = whole.outcomes.iter().map(|outcome| (outcome.name.clone(), outcome.parts[0].gain)).collect();
        assert_eq!(curve[4].gains, expected);
    }

    #[test]
    fn shares_are_of_whole_maps_and_each_is_within_the_next() {
        let scenario = planted::candidates(200, 4, 0.05, Seed::new(1));
        let fold = &outer(&scenario, 3, Split::Group, seed())[0];
        let shares = SHARES.map(|share| few(&scenario, fold, share, seed()).train);
        assert_eq!(shares[4], fold.train);
        for (small, large) in shares.iter().zip(&shares[1..]) {
            assert!(small.len() < large.len() && small.iter().all(|decision| large.contains(decision)));
            assert!(small.iter().all(|decision| (0..4).all(|step| small.contains(&(decision / 4 * 4 + step)))));
        }
    }

    /// Where advantages change quickly and scores have little noise, few neighbours know
    /// most; 1600 are nearly all there are, and say the same of everything. The gain of the way
    /// that both folds take is that of the evaluation.
    #[test]
    fn few_neighbours_are_best_where_they_should_be() {
        let scenario = planted::candidates(1200, 3, 0.02, Seed::new(1));
        let curve = neighbours(&scenario, 2, seed());
        assert_eq!(curve.iter().map(|way| way.taken).sum::<usize>(), 2);
        let [few, many] = [&curve[1], &curve[10]];
        assert_eq!((few.vote.k, many.vote.k), (50, 1600));
        assert!(few.explained.interval.low > 0.8 && many.explained.interval.high < 0.6, "{curve:#?}");
        assert!(few.gain.interval.low > many.gain.value, "{curve:#?}");
        let taken = curve.iter().find(|way| way.taken == 2).expect("both folds take the same way");
        let whole = &evaluate(&scenario, &learners()[1..], 2, Split::Group, seed()).outcomes[0].parts[0];
        assert_eq!((taken.gain, taken.abstained.to_bits()), (whole.gain, whole.abstained.to_bits()));
    }

    /// Control: where scores say nothing, no number of neighbours explains or gains anything.
    /// Of intervals one in forty lies above the truth: in one shuffle a way may seem to gain,
    /// in two of five hardly.
    #[test]
    fn nothing_is_found_where_nothing_is() {
        let planted = planted::candidates(300, 3, 0.05, Seed::new(3));
        let mut above = [0; Ways::VOTES.len()];
        for shuffle in 0..5 {
            for (way, above) in neighbours(&shuffled(&planted, Seed::new(shuffle)), 2, seed()).iter().zip(&mut above) {
                *above += usize::from(way.gain.interval.low > 0.0);
                assert!(way.explained.interval.low <= 0.0, "{way:?}");
            }
        }
        assert!(above.iter().all(|&above| above < 2), "{above:?}");
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let scenario = planted::strategies(240, 3, 0.05, Seed::new(1));
        let curves = || (learning(&scenario, &learners(), 2, seed()), neighbours(&scenario, 2, seed()));
        let with = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(curves);
        assert_eq!(with(1), with(3));
    }
}

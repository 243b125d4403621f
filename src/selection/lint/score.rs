//! Whether a feature was made with the scores.
//!
//! A score is the truth and noise: the luck of the worlds it was estimated on. A
//! feature may know much of the truth, and nothing of the noise. Three tests, each of a
//! feature against one kind of score (within decisions, of decisions, of one strategy):
//!
//! 1. *Near one.* |r|, linear or of ranks, of at least 0.99.
//! 2. *Half noise.* The difference of the two halves is all noise. Its product with the
//!    feature, summed by decisions, is so many standard deviations from 0; 5 are too
//!    many. It sees a feature made with one half more than with the other.
//! 3. *Beyond reliability.* With s = truth + noise and cov(f, noise) = 0, r(f, s)² is at
//!    most var(truth) / var(s), the reliability of s (C. Spearman, "The proof and
//!    measurement of association between two things", American Journal of Psychology 15
//!    (1904) 72–101), and var(truth) is the covariance of the halves. Excess over the
//!    bound of more than 4 of its standard errors (jackknife over blocks of groups; M.
//!    Quenouille, Biometrika 43 (1956) 353–360) is no honest feature's. It sees the mean
//!    over both halves, which the second test cannot.
//!
//! The residual of one half after the other would not do instead of the third test:
//! noise in the other half pulls the slope below 1, so that the residual keeps a part of
//! the truth, and honest features correlate with it. A score that is mixed with enough
//! else stays below every bound and is not seen.

use crate::selection::{Decision, Scenario, Target};
use crate::stats::{correlation, mean, ranks};
use std::collections::BTreeMap;
use std::iter::zip;

/// An honest feature does not correlate so with a noisy score.
const NEAR: f64 = 0.99;
/// Standard deviations of the sum in the second test.
const HALF: f64 = 5.0;
/// Standard errors of the excess in the third test, and an excess worth a word.
const EXCESS: (f64, f64) = (4.0, 0.02);
/// Rows that each test needs at least.
const ROWS: usize = 40;
/// Blocks of the jackknife, of at least one group each.
const BLOCKS: usize = 20;

/// One kind of score, row by row.
pub(super) struct Scores {
    /// For people.
    what: String,
    rows: Vec<Row>,
    /// Rows are options, less the mean of their decision; else decisions.
    within: bool,
}

struct Row {
    /// Options of the scenario whose features it has; the mean of them is meant.
    options: std::ops::Range<usize>,
    decision: usize,
    /// Of the jackknife.
    block: usize,
    halves: [f64; 2],
    /// Not computed exactly.
    noisy: bool,
}

impl Scores {
    /// All kinds of a scenario.
    pub(super) fn all(scenario: &Scenario) -> Vec<Self> {
        let of_options = |decision: &Decision| {
            let average = average(scenario, decision);
            let row = |option: usize| (option..option + 1, less(scenario.halves[option], average));
            decision.options.clone().map(row).collect()
        };
        let of_decision = |decision: &Decision| vec![(decision.options.clone(), average(scenario, decision))];
        let of_all = Self::new(scenario, "the mean score of the options".into(), false, of_decision);
        if scenario.target == Target::Candidate {
            return vec![Self::new(scenario, "the score within decisions".into(), true, of_options), of_all];
        }
        let mut all = vec![of_all];
        for (strategy, label) in scenario.strategies.iter().enumerate() {
            let own = |decision: &Decision| scenario.halves[decision.proposals[strategy]];
            let whole = |decision: &Decision| vec![(decision.options.clone(), own(decision))];
            let over = |decision: &Decision| vec![(decision.options.clone(), less(own(decision), average(scenario, decision)))];
            all.push(Self::new(scenario, format!("the score of `{label}`"), false, whole));
            all.push(Self::new(scenario, format!("the score of `{label}` less the mean of all options"), false, over));
        }
        all
    }

    fn new(
        scenario: &Scenario,
        what: String,
        within: bool,
        rows_of: impl Fn(&Decision) -> Vec<(std::ops::Range<usize>, [f64; 2])>,
    ) -> Self {
        let mut blocks: BTreeMap<&str, usize> = BTreeMap::new();
        let mut rows = Vec::new();
        for (place, decision) in scenario.decisions.iter().enumerate() {
            let next = blocks.len() % BLOCKS;
            let block = *blocks.entry(&decision.group).or_insert(next);
            let noisy = scenario.errors[decision.options.clone()].iter().any(|error| *error > 0.0);
            rows.extend(rows_of(decision).into_iter().map(|(options, halves)| Row { options, decision: place, block, halves, noisy }));
        }
        Self { what, rows, within }
    }

    /// How a feature gives away that it was made with these scores.
    pub(super) fn known_to(&self, scenario: &Scenario, feature: usize) -> Option<String> {
        let of_row = |row: &Row| mean(&row.options.clone().map(|option| scenario.features_of(option)[feature]).collect::<Vec<_>>());
        let mut f: Vec<f64> = self.rows.iter().filter_map(of_row).collect();
        self.centre(&mut f);
        let what = self.near_one(&f).or_else(|| self.half_noise(&f)).or_else(|| self.beyond_reliability(&f))?;
        Some(format!("{what}: it was made with the scores; leave it out"))
    }

    /// Takes off the mean, of each decision or of all.
    fn centre(&self, values: &mut [f64]) {
        for members in self.parts() {
            let average = mean(&values[members.clone()]).unwrap_or(0.0);
            values[members].iter_mut().for_each(|value| *value -= average);
        }
    }

    /// The rows that are compared with each other.
    fn parts(&self) -> Vec<std::ops::Range<usize>> {
        let mut next = 0;
        let part = |rows: &[Row]| {
            next += rows.len();
            next - rows.len()..next
        };
        self.rows.chunk_by(|a, b| !self.within || a.decision == b.decision).map(part).collect()
    }

    fn near_one(&self, f: &[f64]) -> Option<String> {
        if f.len() < ROWS {
            return None;
        }
        let score: Vec<f64> = self.rows.iter().map(|row| f64::midpoint(row.halves[0], row.halves[1])).collect();
        let ranked = |values: &[f64]| {
            let mut all: Vec<f64> = self.parts().into_iter().flat_map(|part| ranks(&values[part])).collect();
            self.centre(&mut all);
            all
        };
        let linear = correlation(f, &score).unwrap_or(0.0);
        let told = |r: f64, how: &str| format!("has a {how} correlation of {r:.4} with {} over {} rows", self.what, f.len());
        if linear.abs() >= NEAR {
            return Some(told(linear, "linear"));
        }
        let ranked = correlation(&ranked(f), &ranked(&score)).unwrap_or(0.0);
        (ranked.abs() >= NEAR).then(|| told(ranked, "rank"))
    }

    fn half_noise(&self, f: &[f64]) -> Option<String> {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, f) in zip(&self.rows, f) {
            *sums.entry(row.decision).or_default() += f * (row.halves[0] - row.halves[1]);
        }
        let spread = sums.values().map(|sum| sum * sum).sum::<f64>().sqrt();
        let deviations = sums.values().sum::<f64>() / spread;
        let what = || {
            format!(
                "goes with the difference of the two halves of {}, which is all noise, by {:.1} standard deviations over {} decisions \
                 (an honest feature: less than {HALF})",
                self.what,
                deviations.abs(),
                sums.len()
            )
        };
        (sums.len() >= ROWS && deviations.abs() > HALF).then(what)
    }

    fn beyond_reliability(&self, f: &[f64]) -> Option<String> {
        let mut blocks = vec![Moments::default(); BLOCKS];
        for (row, f) in zip(&self.rows, f).filter(|(row, _)| row.noisy) {
            blocks[row.block].add(*f, row.halves);
        }
        let all = blocks.iter().fold(Moments::default(), |sum, block| sum.plus(block, 1.0));
        if all.0[0] < ROWS as f64 || blocks.iter().any(|block| block.0[0] < 1.0) {
            return None;
        }
        let (squared, reliability) = all.agreement()?;
        let without: Option<Vec<f64>> =
            blocks.iter().map(|block| all.plus(block, -1.0).agreement().map(|(r2, bound)| r2 - bound)).collect();
        let without = without?;
        let centre = mean(&without)?;
        let n = BLOCKS as f64;
        let error = ((n - 1.0) / n * without.iter().map(|excess| (excess - centre).powi(2)).sum::<f64>()).sqrt();
        let excess = squared - reliability;
        let what = || {
            format!(
                "has a squared correlation of {squared:.3} with {}, of which only {reliability:.3} is not noise: more, by {:.1} standard \
                 errors, than the truth itself could have",
                self.what,
                excess / error
            )
        };
        (excess > EXCESS.0 * error && excess > EXCESS.1).then(what)
    }
}

fn average(scenario: &Scenario, decision: &Decision) -> [f64; 2] {
    [0, 1].map(|half| {
        let scores: Vec<f64> = scenario.halves[decision.options.clone()].iter().map(|halves| halves[half]).collect();
        mean(&scores).unwrap_or(0.0)
    })
}

fn less(halves: [f64; 2], average: [f64; 2]) -> [f64; 2] {
    [halves[0] - average[0], halves[1] - average[1]]
}

/// Sums over rows: their number, f, s, first, second, f², f s, s², first · second; s is
/// the mean of the halves.
#[derive(Clone, Copy, Default)]
struct Moments([f64; 9]);

impl Moments {
    fn add(&mut self, f: f64, [first, second]: [f64; 2]) {
        let s = f64::midpoint(first, second);
        let row = [1.0, f, s, first, second, f * f, f * s, s * s, first * second];
        zip(&mut self.0, row).for_each(|(sum, value)| *sum += value);
    }

    fn plus(&self, other: &Self, times: f64) -> Self {
        let mut sum = *self;
        zip(&mut sum.0, other.0).for_each(|(sum, value)| *sum += times * value);
        sum
    }

    /// The squared correlation of f and s, and the reliability of s; `None` where one of
    /// them does not vary.
    fn agreement(&self) -> Option<(f64, f64)> {
        let [n, f, s, first, second, ff, fs, ss, halves] = self.0;
        let covariance = |product: f64, a: f64, b: f64| product / n - (a / n) * (b / n);
        let (of_f, of_s) = (covariance(ff, f, f), covariance(ss, s, s));
        let squared = covariance(fs, f, s).powi(2) / (of_f * of_s);
        let reliability = covariance(halves, first, second) / of_s;
        (of_f > 0.0 && of_s > 0.0).then_some((squared, reliability.max(0.0)))
    }
}

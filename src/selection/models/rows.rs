//! Training rows: how much better each option was than what the single best
//! strategy took.
//!
//! What is learned is the *advantage* y = score(option) − score(option of the single
//! best strategy), within one decision. Both were scored over the same worlds, so that
//! the difficulty of the state cancels out and y is far less noisy than either score.
//! The single best strategy's own option is no row: its advantage is 0 by definition.
//!
//! Strategies are *arms*: each has rows of its own, since the same state says different
//! things about different strategies. Candidates share one arm.

use super::super::{Belief, Scenario, Target};

/// The smallest part of the variance of y that is taken to be no sampling error.
const FLOOR: f64 = 0.01;
/// The same, absolute: where all rows say the same, they weigh the same.
const LEAST: f64 = 1e-8;

/// The training rows of one arm, in the order of the scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rows {
    /// The option, a row of the scenario.
    pub option: Vec<usize>,
    /// Its advantage.
    pub y: Vec<f64>,
    /// The sampling variance of that.
    pub noise: Vec<f64>,
    /// What the row weighs; 1 on average over all arms.
    pub weight: Vec<f64>,
    /// The score of the single best strategy's option.
    pub base: Vec<f64>,
}

impl Rows {
    /// These of the rows.
    pub fn pick(&self, rows: &[usize]) -> Self {
        let of = |column: &[f64]| rows.iter().map(|&row| column[row]).collect();
        let option = rows.iter().map(|&row| self.option[row]).collect();
        Self { option, y: of(&self.y), noise: of(&self.noise), weight: of(&self.weight), base: of(&self.base) }
    }
}

/// How many arms there are.
pub(super) fn arms(scenario: &Scenario) -> usize {
    match scenario.target {
        Target::Strategy => scenario.strategies.len(),
        Target::Candidate => 1,
    }
}

/// The arm of the i-th option of a decision.
pub(super) fn arm(target: Target, option: usize) -> usize {
    match target {
        Target::Strategy => option,
        Target::Candidate => 0,
    }
}

/// The strategy whose proposals scored best on average over these decisions; of
/// equals the first.
pub fn single_best(scenario: &Scenario, decisions: &[usize]) -> usize {
    let total = |strategy: usize| -> f64 {
        decisions.iter().map(|&decision| scenario.score(scenario.decisions[decision].proposals[strategy])).sum()
    };
    let totals: Vec<f64> = (0..scenario.strategies.len()).map(total).collect();
    (0..totals.len()).rev().max_by(|&a, &b| totals[a].total_cmp(&totals[b])).unwrap_or(0)
}

/// The rows of these decisions, arm by arm.
///
/// A row weighs 1/(e² + τ²). e² is the sampling variance of y: the squared standard
/// errors of the two scores against the experiment's baseline, added, which is exact
/// where the baseline took one of the two. τ² is what of the variance of y the errors
/// leave unexplained (the method of moments of R. DerSimonian and N. Laird,
/// "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986) 177–188, with
/// equal weights), at least a hundredth of it: no row outweighs all others by its luck.
pub(super) fn rows(scenario: &Scenario, decisions: &[usize], sbs: usize) -> Vec<Rows> {
    let mut rows = vec![Rows::default(); arms(scenario)];
    for &number in decisions {
        let decision = &scenario.decisions[number];
        let base = decision.proposals[sbs];
        for option in decision.options.clone().filter(|&option| option != base) {
            let rows = &mut rows[arm(scenario.target, option - decision.options.start)];
            rows.option.push(option);
            rows.base.push(scenario.score(base));
            rows.y.push(scenario.score(option) - scenario.score(base));
            rows.noise.push(scenario.errors[option].powi(2) + scenario.errors[base].powi(2));
        }
    }
    weigh(&mut rows);
    rows
}

/// What all rows are like.
struct Moments {
    mean: f64,
    variance: f64,
    /// What of the variance sampling explains.
    noise: f64,
}

/// The mean over all rows of a sum over those of an arm.
fn mean(rows: &[Rows], of: impl Fn(&Rows) -> f64) -> f64 {
    let n = rows.iter().map(|rows| rows.y.len()).sum::<usize>().max(1) as f64;
    rows.iter().map(of).sum::<f64>() / n
}

fn moments(rows: &[Rows]) -> Moments {
    let y = mean(rows, |rows| rows.y.iter().sum());
    let variance = mean(rows, |rows| rows.y.iter().map(|own| (own - y).powi(2)).sum());
    Moments { mean: y, variance, noise: mean(rows, |rows| rows.noise.iter().sum()) }
}

/// What is believed of an option of which nothing is known: the mean advantage over all
/// rows, and what sampling leaves unexplained of its variance.
pub(super) fn typical(rows: &[Rows]) -> Belief {
    let Moments { mean, variance, noise } = moments(rows);
    Belief { mean, variance: (variance - noise).max(0.0) }
}

/// Turns sampling variances into weights.
fn weigh(rows: &mut [Rows]) {
    let Moments { variance, noise, .. } = moments(rows);
    let rest = (variance - noise).max(FLOOR * variance).max(LEAST);
    let inverse = |variance: &f64| 1.0 / (variance + rest);
    let total = mean(rows, |rows| rows.noise.iter().map(inverse).sum());
    for rows in rows {
        rows.weight = rows.noise.iter().map(|variance| inverse(variance) / total).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn the_single_bests_own_option_is_no_row() {
        let all: Vec<usize> = (0..40).collect();
        let of_candidates = planted::candidates(40, 4, 0.1, Seed::new(1));
        assert_eq!(single_best(&of_candidates, &all), 0);
        let found = rows(&of_candidates, &all, 0);
        assert_eq!(found.iter().map(|rows| rows.y.len()).collect::<Vec<_>>(), [120]);
        assert!(found[0].option.iter().all(|option| option % 4 != 0));
        let of_strategies = planted::strategies(40, 4, 0.1, Seed::new(1));
        let found = rows(&of_strategies, &all, 1);
        assert_eq!(found.iter().map(|rows| rows.y.len()).collect::<Vec<_>>(), [40, 0, 40]);
        assert!((found[2].y[3] - (of_strategies.score(11) - of_strategies.score(10))).abs() < 1e-15);
    }

    #[test]
    fn what_is_known_better_weighs_more_and_weights_are_1_on_average() {
        let mut scenario = planted::candidates(40, 4, 0.1, Seed::new(1));
        scenario.errors[1] = 0.5;
        let found = &rows(&scenario, &(0..40).collect::<Vec<_>>(), 0)[0];
        assert!(found.weight[0] < found.weight[1]);
        assert!((found.weight.iter().sum::<f64>() / 120.0 - 1.0).abs() < 1e-12);
    }
}

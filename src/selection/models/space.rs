//! The space in which neighbours are sought: standardised features, what is at stake, and
//! one direction that a linear model finds.
//!
//! The *stake* is the score that the single best strategy's option is expected to have:
//! what there is to win or to lose. The linear model of the advantage sees every feature
//! by itself and multiplied by the stake, since an option that is survived more often by
//! a tenth wins a tenth more of what is left to win. Both are ridge regressions (A. Hoerl
//! and R. Kennard, "Ridge regression: biased estimation for nonorthogonal problems",
//! Technometrics 12 (1970) 55–67), the latter one for each arm. The linear prediction, in
//! units of its standard deviation, is one more coordinate: a metric learned along the
//! one direction in which the advantage changes most, whatever way the features were
//! coded. Neighbours then tell what it leaves unexplained.

use super::super::Scenario;
use super::rows::Rows;
use linfa::Dataset;
use linfa::traits::Fit;
use linfa_linear::LinearRegression;
use ndarray::{Array1, Array2};
use rayon::prelude::*;

/// The ridge's penalty, as a share of what a standardised feature contributes itself.
const PENALTY: f64 = 1e-3;
/// Rows summed at a time, always the same, so that sums are the same with any number
/// of threads.
const CHUNK: usize = 1024;
/// A feature of a smaller standard deviation, as a share of its size, is constant but
/// for rounding.
const CONSTANT: f64 = 1e-9;

/// Standardisation and linear models, all fitted on training rows alone.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Space {
    /// The mean of each feature.
    pub means: Vec<f64>,
    /// The standard deviation of each feature; 0 of a constant one.
    pub sds: Vec<f64>,
    /// The linear model of the stake, in standardised features.
    pub stake: Ridge,
    /// How far scores are from the stake: a standard deviation.
    pub stake_error: f64,
    /// For each arm the linear model of the advantage, in standardised features and then
    /// their products with the stake.
    pub ridges: Vec<Ridge>,
}

/// A linear model.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Ridge {
    /// What is predicted where all terms are 0.
    pub intercept: f64,
    /// What each term adds for every 1 of it.
    pub coefficients: Vec<f64>,
    /// The standard deviation of the predictions over the training rows.
    pub sd: f64,
}

/// How many coordinates so many features make: themselves, the stake and the linear one.
pub(super) fn dimensions(features: usize) -> usize {
    features + 2
}

impl Ridge {
    /// The weighted ridge regression of some values on terms, `rows × p`.
    fn fit(x: &[f64], p: usize, y: &[f64], weight: &[f64]) -> Self {
        let mut coefficients = ridge(x, p, y, weight);
        let intercept = coefficients.pop().unwrap_or(0.0);
        let mut fitted = Self { intercept, coefficients, sd: 0.0 };
        let predictions: Vec<f64> = if p == 0 { Vec::new() } else { x.chunks(p).map(|row| fitted.predict(row)).collect() };
        fitted.sd = spread(&predictions).1;
        fitted
    }

    /// The weighted root mean square of what it leaves of these values, its predictions taken
    /// for probabilities; 0 of none.
    fn error(&self, x: &[f64], y: &[f64], weight: &[f64]) -> f64 {
        let p = self.coefficients.len();
        let left = |row: usize| weight[row] * (y[row] - self.predict(&x[row * p..][..p]).clamp(0.0, 1.0)).powi(2);
        let total: f64 = weight.iter().sum();
        if total > 0.0 { ((0..y.len()).map(left).sum::<f64>() / total).sqrt() } else { 0.0 }
    }

    fn predict(&self, terms: &[f64]) -> f64 {
        self.intercept + terms.iter().zip(&self.coefficients).map(|(term, beta)| term * beta).sum::<f64>()
    }

    /// A prediction in standard deviations.
    fn standardised(&self, prediction: f64) -> f64 {
        if self.sd > 0.0 { (prediction - self.intercept) / self.sd } else { 0.0 }
    }
}

impl Space {
    /// The space of these training rows.
    pub fn fit(scenario: &Scenario, rows: &[Rows]) -> Self {
        let (means, sds) = scaling(scenario, rows);
        let none = Ridge { intercept: 0.0, coefficients: vec![0.0; means.len()], sd: 0.0 };
        let mut space = Self { means, sds, stake: none, stake_error: 0.0, ridges: Vec::new() };
        let column = |of: fn(&Rows) -> &Vec<f64>| rows.iter().flat_map(of).copied().collect::<Vec<f64>>();
        let x: Vec<f64> = rows.iter().flat_map(|rows| made(scenario, rows, |x| space.features(x))).collect();
        let (base, weight) = (column(|rows| &rows.base), column(|rows| &rows.weight));
        space.stake = Ridge::fit(&x, space.means.len(), &base, &weight);
        space.stake_error = space.stake.error(&x, &base, &weight);
        let of_arm = |rows: &Rows| {
            let x = made(scenario, rows, |x| space.terms(x));
            Ridge::fit(&x, 2 * space.means.len(), &rows.y, &rows.weight)
        };
        let ridges = rows.iter().map(of_arm).collect();
        Self { ridges, ..space }
    }

    /// How many coordinates there are.
    pub fn dimensions(&self) -> usize {
        dimensions(self.means.len())
    }

    /// A feature in standard deviations from its mean; 0 where it is constant or no number.
    fn feature(&self, x: &[f64], feature: usize) -> f64 {
        let standardised = (x[feature] - self.means[feature]) / self.sds[feature];
        if self.sds[feature] > 0.0 && standardised.is_finite() { standardised } else { 0.0 }
    }

    fn features(&self, x: &[f64]) -> Vec<f64> {
        (0..self.means.len()).map(|feature| self.feature(x, feature)).collect()
    }

    /// What the single best strategy's option is expected to score, in [0, 1].
    pub fn stake(&self, x: &[f64]) -> f64 {
        self.stake.predict(&self.features(x)).clamp(0.0, 1.0)
    }

    /// The features, and their products with the stake.
    fn terms(&self, x: &[f64]) -> Vec<f64> {
        let mut terms = self.features(x);
        let stake = self.stake.predict(&terms).clamp(0.0, 1.0);
        terms.extend_from_within(..);
        terms[self.means.len()..].iter_mut().for_each(|term| *term *= stake);
        terms
    }

    /// The advantage that the linear model of an arm predicts.
    pub fn linear(&self, arm: usize, x: &[f64]) -> f64 {
        self.ridges[arm].predict(&self.terms(x))
    }

    /// These rows of an arm, with what the linear model leaves of their advantages.
    pub fn left_over(&self, scenario: &Scenario, arm: usize, rows: &Rows) -> Rows {
        let left = |(&option, y): (&usize, &f64)| y - self.linear(arm, scenario.features_of(option));
        Rows { y: rows.option.par_iter().zip(&rows.y).map(left).collect(), ..rows.clone() }
    }

    /// One coordinate of an option: a standardised feature, the stake or, last, the linear
    /// one.
    pub fn coordinate(&self, arm: usize, x: &[f64], which: usize) -> f64 {
        let features = self.means.len();
        let coordinate = match which {
            which if which < features => self.feature(x, which),
            which if which == features => self.stake.standardised(self.stake(x)),
            _ => self.ridges[arm].standardised(self.linear(arm, x)),
        };
        // A model read from a file may hold numbers that overflow.
        if coordinate.is_finite() { coordinate } else { 0.0 }
    }
}

/// What is made of the features of each row, one after the other.
fn made(scenario: &Scenario, rows: &Rows, of: impl Fn(&[f64]) -> Vec<f64> + Sync) -> Vec<f64> {
    rows.option.par_iter().flat_map_iter(|&option| of(scenario.features_of(option))).collect()
}

/// Mean and standard deviation of each feature over all rows.
fn scaling(scenario: &Scenario, rows: &[Rows]) -> (Vec<f64>, Vec<f64>) {
    let of_feature = |feature: usize| {
        let options = rows.iter().flat_map(|rows| &rows.option);
        let values: Vec<f64> = options.map(|&option| scenario.features_of(option)[feature]).filter(|x| x.is_finite()).collect();
        let (mean, sd) = spread(&values);
        (mean, if sd > CONSTANT * mean.abs() && sd.is_finite() { sd } else { 0.0 })
    };
    (0..scenario.features.len()).into_par_iter().map(of_feature).collect::<Vec<_>>().into_iter().unzip()
}

/// Mean and standard deviation; 0 of nothing.
fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt())
}

/// Coefficients of a weighted ridge regression on rows of `p` standardised features,
/// and the intercept, which bears no penalty, last: all 0 without rows, or where numbers
/// overflow. The normal equations are summed chunk by chunk and solved by linfa's least
/// squares; the penalty makes them positive definite.
fn ridge(x: &[f64], p: usize, y: &[f64], weight: &[f64]) -> Vec<f64> {
    let size = p + 1;
    let chunks: Vec<Vec<f64>> = (0..y.len().div_ceil(CHUNK)).into_par_iter().map(|chunk| normal(x, p, y, weight, chunk)).collect();
    let mut sums = vec![0.0; size * (size + 1)];
    for chunk in &chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, part)| *sum += part);
    }
    let total: f64 = weight.iter().sum();
    let at = |i: usize, j: usize| {
        let penalty = if i == j && i < p { PENALTY * total } else { 0.0 };
        sums[i.min(j) * (size + 1) + i.max(j)] + penalty
    };
    let matrix = Array2::from_shape_fn((size, size), |(i, j)| at(i, j));
    let right = Array1::from_shape_fn(size, |i| sums[i * (size + 1) + size]);
    let solved = LinearRegression::new().with_intercept(false).fit(&Dataset::new(matrix, right));
    let found = solved.map_or(Vec::new(), |solved| solved.params().to_vec());
    if total > 0.0 && found.iter().all(|beta| beta.is_finite()) && found.len() == size { found } else { vec![0.0; size] }
}

/// One chunk's part of the normal equations: the upper triangle of X'WX, with X'Wy as
/// the last column.
fn normal(x: &[f64], p: usize, y: &[f64], weight: &[f64], chunk: usize) -> Vec<f64> {
    let width = p + 2;
    let mut sums = vec![0.0; (p + 1) * width];
    let mut row = vec![1.0; width];
    for i in chunk * CHUNK..y.len().min((chunk + 1) * CHUNK) {
        row[..p].copy_from_slice(&x[i * p..][..p]);
        row[p + 1] = y[i];
        for a in 0..=p {
            let scaled = weight[i] * row[a];
            sums[a * width + a..(a + 1) * width].iter_mut().zip(&row[a..]).for_each(|(sum, b)| *sum += scaled * b);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::super::rows::rows;
    use super::*;
    use crate::seed::Seed;

    /// y = 1 + 2a − 3b without noise, b twice as heavy: the penalty moves little.
    #[test]
    fn a_ridge_finds_a_line() {
        let x: Vec<f64> = (0..3000).flat_map(|i| [f64::from(i % 7) / 2.0 - 1.5, f64::from(i % 11) / 3.0 - 5.0 / 3.0]).collect();
        let y: Vec<f64> = x.chunks(2).map(|row| 1.0 + 2.0 * row[0] - 3.0 * row[1]).collect();
        let found = ridge(&x, 2, &y, &vec![0.5; 3000]);
        for (found, expected) in found.iter().zip([2.0, -3.0, 1.0]) {
            assert!((found - expected).abs() < 5e-3, "{found}, not {expected}");
        }
        assert_eq!(ridge(&[], 2, &[], &[]), [0.0; 3]);
    }

    #[test]
    fn coordinates_are_standardised_and_constant_features_are_silent() {
        let scenario = planted::strategies(100, 4, 0.1, Seed::new(1));
        let rows = rows(&scenario, &(0..100).collect::<Vec<_>>(), 0);
        let space = Space::fit(&scenario, &rows);
        assert_eq!((space.dimensions(), space.sds[3]), (6, 0.0));
        for which in [0, 1, 2] {
            let of = |&option: &usize| space.coordinate(2, scenario.features_of(option), which);
            let (mean, sd) = spread(&rows[2].option.iter().map(of).collect::<Vec<_>>());
            assert!(mean.abs() < 1e-9 && (sd - 1.0).abs() < 1e-9, "{which}: {mean} {sd}");
        }
        assert!(space.coordinate(2, &[f64::NAN; 4], 0).abs() < 1e-15);
        assert!(space.coordinate(0, &[1.0; 4], 5).abs() < 1e-15, "an arm without rows");
    }
}

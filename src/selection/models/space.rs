//! The space in which neighbours are sought: standardised features, and one direction
//! that a linear model finds.
//!
//! The linear model is a ridge regression (A. Hoerl and R. Kennard, "Ridge regression:
//! biased estimation for nonorthogonal problems", Technometrics 12 (1970) 55–67) of the
//! advantage on all features, one for each arm. Its prediction, in units of its standard
//! deviation, is one more coordinate: a metric learned along the one direction in which
//! the advantage changes most, whatever way the features were coded.

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
    /// For each arm its linear model.
    pub ridges: Vec<Ridge>,
}

/// A linear model of the advantage in standardised features.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Ridge {
    /// What is predicted where all features are at their means.
    pub intercept: f64,
    /// What one standard deviation of each feature adds.
    pub coefficients: Vec<f64>,
    /// The standard deviation of the predictions over the training rows.
    pub sd: f64,
}

impl Space {
    /// The space of these training rows.
    pub fn fit(scenario: &Scenario, rows: &[Rows]) -> Self {
        let (means, sds) = scaling(scenario, rows);
        let mut space = Self { means, sds, ridges: Vec::new() };
        space.ridges = rows.iter().map(|rows| space.ridge(scenario, rows)).collect();
        space
    }

    /// How many coordinates there are: the features, and the linear one.
    pub fn dimensions(&self) -> usize {
        self.means.len() + 1
    }

    /// A feature in standard deviations from its mean; 0 where it is constant or no number.
    fn feature(&self, x: &[f64], feature: usize) -> f64 {
        let standardised = (x[feature] - self.means[feature]) / self.sds[feature];
        if self.sds[feature] > 0.0 && standardised.is_finite() { standardised } else { 0.0 }
    }

    /// The advantage that the linear model of an arm predicts.
    pub fn linear(&self, arm: usize, x: &[f64]) -> f64 {
        let ridge = &self.ridges[arm];
        let terms = ridge.coefficients.iter().enumerate().map(|(feature, beta)| beta * self.feature(x, feature));
        ridge.intercept + terms.sum::<f64>()
    }

    /// One coordinate of an option: a standardised feature or, the last, the linear one.
    pub fn coordinate(&self, arm: usize, x: &[f64], which: usize) -> f64 {
        let sd = self.ridges[arm].sd;
        let coordinate = match which {
            which if which < self.means.len() => self.feature(x, which),
            _ if sd > 0.0 => (self.linear(arm, x) - self.ridges[arm].intercept) / sd,
            _ => 0.0,
        };
        // A model read from a file may hold numbers that overflow.
        if coordinate.is_finite() { coordinate } else { 0.0 }
    }

    fn ridge(&self, scenario: &Scenario, rows: &Rows) -> Ridge {
        let p = self.means.len();
        let x: Vec<f64> = rows
            .option
            .par_iter()
            .flat_map_iter(|&option| (0..p).map(move |feature| self.feature(scenario.features_of(option), feature)))
            .collect();
        let mut coefficients = ridge(&x, p, &rows.y, &rows.weight);
        let intercept = coefficients.pop().unwrap_or(0.0);
        let dot = |row: &[f64]| row.iter().zip(&coefficients).map(|(x, beta)| x * beta).sum::<f64>();
        let predictions: Vec<f64> = if p == 0 { Vec::new() } else { x.chunks(p).map(dot).collect() };
        let sd = spread(&predictions).1;
        Ridge { intercept, coefficients, sd }
    }
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
        assert_eq!((space.dimensions(), space.sds[3]), (5, 0.0));
        for which in [0, 1, 2, 4] {
            let of = |&option: &usize| space.coordinate(2, scenario.features_of(option), which);
            let (mean, sd) = spread(&rows[2].option.iter().map(of).collect::<Vec<_>>());
            assert!(mean.abs() < 1e-9 && (sd - 1.0).abs() < 1e-9, "{which}: {mean} {sd}");
        }
        assert!(space.coordinate(2, &[f64::NAN; 4], 0).abs() < 1e-15);
        assert!(space.coordinate(0, &[1.0; 4], 4).abs() < 1e-15, "an arm without rows");
    }
}

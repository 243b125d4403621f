//! The metric: which coordinates count as near, and how much.
//!
//! k nearest neighbours stand and fall with their distance: each coordinate that says
//! nothing about the advantage hides those that do. The metric is a weight for each
//! coordinate of the space, found greedily (forward selection, as in R. Kohavi and
//! G. John, "Wrappers for feature subset selection", Artificial Intelligence 97 (1997)
//! 273–324): the coordinate that lowers the squared error on rows held out most is taken
//! in, again and again; then weights are halved and doubled while that helps.
//!
//! The error is always that of the best way of voting, so that no metric is judged by a
//! number of neighbours that does not suit it.

use super::super::Scenario;
use super::rows::Rows;
use super::space::Space;
use super::vote::{GRID, MOST, WAYS};
use rayon::prelude::*;
use std::ops::Range;

/// The most coordinates.
const COORDINATES: usize = 6;
/// What a coordinate has to lower the error by, as a share of it, and a change of weight.
const WORTH: f64 = 1e-3;
/// How often the weights are gone through.
const PASSES: usize = 2;
/// Questions asked at a time, always the same, so that sums are the same with any number
/// of threads.
const CHUNK: usize = 16;

/// One arm of one fold: rows to be neighbours, and rows to ask about.
pub(super) struct Table {
    /// One column for each coordinate.
    columns: Vec<Vec<f32>>,
    rows: Rows,
    /// The coordinates of each row asked about.
    questions: Vec<Vec<f32>>,
    asked: Rows,
}

impl Table {
    /// These training rows of an arm, and these rows held out.
    pub fn new(scenario: &Scenario, space: &Space, arm: usize, rows: Rows, asked: Rows) -> Self {
        let of = |option: usize, which: usize| space.coordinate(arm, scenario.features_of(option), which) as f32;
        let column = |which: usize| rows.option.iter().map(|&option| of(option, which)).collect();
        let columns = (0..space.dimensions()).into_par_iter().map(column).collect();
        let question = |&option: &usize| (0..space.dimensions()).map(|which| of(option, which)).collect();
        let questions = asked.option.iter().map(question).collect();
        Self { columns, rows, questions, asked }
    }

    /// Whether a coordinate differs anywhere.
    fn speaks(&self, which: usize) -> bool {
        self.columns[which].iter().any(|&x| x.to_bits() != self.columns[which][0].to_bits())
    }

    /// The summed squared errors of each metric and way of voting over some questions.
    fn errors(&self, questions: Range<usize>, metrics: &[Vec<f64>]) -> Vec<[f64; WAYS]> {
        let mut errors = vec![[0.0; WAYS]; metrics.len()];
        let mut keys = Vec::new();
        for question in questions {
            for (metric, errors) in metrics.iter().zip(&mut errors) {
                let near = self.nearest(question, metric, &mut keys);
                let (y, weight) = (self.asked.y[question], self.asked.weight[question]);
                for (vote, error) in GRID.iter().zip(errors) {
                    let said = vote.mean(&near, &self.rows.weight, |row| self.rows.y[row]).unwrap_or(0.0);
                    *error += weight * (said - y).powi(2);
                }
            }
        }
        errors
    }

    /// The nearest rows as (distance, row), by brute force.
    fn nearest(&self, question: usize, metric: &[f64], keys: &mut Vec<u64>) -> Vec<(f64, usize)> {
        let n = self.rows.y.len();
        let mut squares = vec![0f32; n];
        for (which, &weight) in metric.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let (at, weight) = (self.questions[question][which], weight as f32);
            squares.iter_mut().zip(&self.columns[which]).for_each(|(sum, x)| *sum += ((x - at) * weight).powi(2));
        }
        // Bits of floats that are not negative are ordered as they are; rows break ties.
        let key = |(row, square): (usize, &f32)| u64::from(square.to_bits()) << 32 | row as u64;
        keys.clear();
        keys.extend(squares.iter().enumerate().map(key));
        if n > MOST {
            keys.select_nth_unstable(MOST - 1);
            keys.truncate(MOST);
        }
        keys.sort_unstable();
        keys.iter().map(|key| (f64::from(f32::from_bits((key >> 32) as u32)).sqrt(), *key as u32 as usize)).collect()
    }
}

/// The weight of each coordinate; 0 of most. The first coordinate is always taken, if
/// any differs at all: without one there are no neighbours.
pub(super) fn search(tables: &[Table], dimensions: usize) -> Vec<f64> {
    let open: Vec<usize> = (0..dimensions).filter(|&which| tables.iter().any(|table| table.speaks(which))).collect();
    let (metric, error) = forward(tables, dimensions, &open);
    (0..PASSES).fold((metric, error), |(metric, error), _| pass(tables, metric, error)).0
}

/// Takes in coordinates, each with weight 1, while that is worth it.
fn forward(tables: &[Table], dimensions: usize, open: &[usize]) -> (Vec<f64>, f64) {
    let (mut metric, mut error) = (vec![0.0; dimensions], f64::INFINITY);
    for _ in 0..COORDINATES {
        let left = open.iter().copied().filter(|&which| metric[which] <= 0.0);
        let tried: Vec<Vec<f64>> = left.map(|which| with(&metric, which, 1.0)).collect();
        match better(tables, tried, error) {
            Some(found) => (metric, error) = found,
            None => break,
        }
    }
    (metric, error)
}

/// Tries half and twice the weight of each coordinate in turn.
fn pass(tables: &[Table], mut metric: Vec<f64>, mut error: f64) -> (Vec<f64>, f64) {
    for which in 0..metric.len() {
        let weight = metric[which];
        let tried = [0.5, 2.0].iter().filter(|_| weight > 0.0).map(|factor| with(&metric, which, factor * weight)).collect();
        if let Some(found) = better(tables, tried, error) {
            (metric, error) = found;
        }
    }
    (metric, error)
}

fn with(metric: &[f64], which: usize, weight: f64) -> Vec<f64> {
    let mut metric = metric.to_vec();
    metric[which] = weight;
    metric
}

/// The metric of the lowest error, of equals the first, if it is worth the change.
fn better(tables: &[Table], tried: Vec<Vec<f64>>, error: f64) -> Option<(Vec<f64>, f64)> {
    let errors = errors(tables, &tried);
    let found = tried.into_iter().zip(errors).min_by(|a, b| a.1.total_cmp(&b.1))?;
    (found.1 < error * (1.0 - WORTH)).then_some(found)
}

/// The error of each metric under the way of voting that suits it best.
fn errors(tables: &[Table], metrics: &[Vec<f64>]) -> Vec<f64> {
    let chunks = |table: &'_ Table| (0..table.questions.len()).step_by(CHUNK);
    let work: Vec<(&Table, usize)> = tables.iter().flat_map(|table| chunks(table).map(move |start| (table, start))).collect();
    let part = |(table, start): (&Table, usize)| table.errors(start..(start + CHUNK).min(table.questions.len()), metrics);
    let parts: Vec<Vec<[f64; WAYS]>> = work.into_par_iter().map(part).collect();
    let total = |metric: usize, way: usize| parts.iter().map(|part| part[metric][way]).sum::<f64>();
    let best = |metric| (0..WAYS).map(|way| total(metric, way)).min_by(f64::total_cmp).unwrap_or(0.0);
    (0..metrics.len()).map(best).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::super::rows::rows;
    use super::*;
    use crate::seed::Seed;

    /// The advantage is a product of the features 0 and 2, which no line sees.
    #[test]
    fn the_coordinates_that_matter_are_found() {
        let scenario = planted::candidates(400, 4, 0.05, Seed::new(1));
        let [train, held] = [(0..300).collect::<Vec<_>>(), (300..400).collect()].map(|half| rows(&scenario, &half, 0));
        let space = Space::fit(&scenario, &train);
        let table = Table::new(&scenario, &space, 0, train[0].clone(), held[0].clone());
        let metric = search(&[table], space.dimensions());
        let least = metric[0].min(metric[2]);
        assert!(least > 0.0 && [1, 3, 4].iter().all(|&which| metric[which] <= least / 2.0), "{metric:?}");
    }

    #[test]
    fn without_rows_or_differences_there_is_no_metric() {
        let scenario = planted::candidates(4, 4, 0.05, Seed::new(1));
        let none = || vec![Rows::default()];
        let space = Space::fit(&scenario, &none());
        let empty = Table::new(&scenario, &space, 0, Rows::default(), Rows::default());
        assert_eq!(search(&[empty], space.dimensions()), [0.0; 5]);
    }
}

//! The metric: which coordinates count as near, and how much.
//!
//! k nearest neighbours stand and fall with their distance: each coordinate that says
//! nothing about the advantage hides those that do. The metric is a weight for each
//! coordinate of the space, found greedily (forward selection, as in R. Kohavi and
//! G. John, "Wrappers for feature subset selection", Artificial Intelligence 97 (1997)
//! 273–324): the coordinate that lowers the squared error on rows held out most is taken
//! in, again and again; then weights are halved and doubled while that helps.
//!
//! The error is always that of the best way of voting and of believing it, so that no
//! metric is judged by a number of neighbours that does not suit it. A change has to lower the error by more
//! than luck would. What a greedy search cannot find are coordinates that say nothing but
//! together; the linear one is there so that it need not begin with nothing.

use super::super::Scenario;
use super::rows::Rows;
use super::space::Space;
use super::vote::{Heard, MOST, WAYS, means};
use rayon::prelude::*;
use std::ops::Range;

/// The most coordinates.
const COORDINATES: usize = 6;
/// What a change has to lower the error by, as a share of it.
const WORTH: f64 = 1e-3;
/// The same, in standard errors of the difference: about what the best of several dozen
/// useless coordinates seems to be worth.
const SURE: f64 = 2.0;
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

    /// What is heard over some questions under each metric and way of voting.
    fn heard(&self, questions: Range<usize>, metrics: &[Vec<f64>]) -> Vec<[Heard; WAYS]> {
        let mut heard = vec![[Heard::default(); WAYS]; metrics.len()];
        let mut keys = Vec::new();
        for question in questions {
            for (metric, heard) in metrics.iter().zip(&mut heard) {
                let near = self.nearest(question, metric, &mut keys);
                let (y, weight) = (self.asked.y[question], self.asked.weight[question]);
                let said = means(&near, &self.rows.weight, &self.rows.y);
                heard.iter_mut().zip(said).for_each(|(heard, said)| heard.add(weight, y, said));
            }
        }
        heard
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

/// A metric, and its error on each chunk of questions.
struct Tried {
    metric: Vec<f64>,
    errors: Vec<f64>,
}

impl Tried {
    fn error(&self) -> f64 {
        self.errors.iter().sum()
    }

    /// Whether it is better than another beyond luck, as the chunks show it.
    fn beats(&self, other: &Self) -> bool {
        let n = self.errors.len() as f64;
        let gain = other.error() - self.error();
        let squares: f64 = self.errors.iter().zip(&other.errors).map(|(own, other)| (other - own - gain / n).powi(2)).sum();
        n > 1.0 && gain > WORTH * other.error() && gain > SURE * (squares * n / (n - 1.0)).sqrt()
    }
}

/// The weight of each coordinate; 0 of most. The first coordinate is always taken, if
/// any differs at all: without one there are no neighbours.
pub(super) fn search(tables: &[Table], dimensions: usize) -> Vec<f64> {
    let open: Vec<usize> = (0..dimensions).filter(|&which| tables.iter().any(|table| table.speaks(which))).collect();
    let nothing = vec![0.0; dimensions];
    let Some(mut found) = best(tables, &open, &nothing) else { return nothing };
    for _ in 1..COORDINATES {
        match best(tables, &open, &found.metric).filter(|next| next.beats(&found)) {
            Some(next) => found = next,
            None => break,
        }
    }
    for which in (0..PASSES).flat_map(|_| 0..dimensions) {
        let weight = found.metric[which];
        let factors: &[f64] = if weight > 0.0 { &[0.5, 2.0] } else { &[] };
        let next: Vec<Vec<f64>> = factors.iter().map(|factor| with(&found.metric, which, factor * weight)).collect();
        found = least(tables, &next).filter(|next| next.beats(&found)).unwrap_or(found);
    }
    found.metric
}

/// The best metric with one more of the open coordinates, at weight 1.
fn best(tables: &[Table], open: &[usize], metric: &[f64]) -> Option<Tried> {
    let left = open.iter().copied().filter(|&which| metric[which] <= 0.0);
    least(tables, &left.map(|which| with(metric, which, 1.0)).collect::<Vec<_>>())
}

fn with(metric: &[f64], which: usize, weight: f64) -> Vec<f64> {
    let mut metric = metric.to_vec();
    metric[which] = weight;
    metric
}

/// The metric of the lowest error under the way of voting that suits it best, of equals
/// the first.
fn least(tables: &[Table], metrics: &[Vec<f64>]) -> Option<Tried> {
    let chunks = |table: &Table| (0..table.questions.len()).step_by(CHUNK);
    let work: Vec<(&Table, usize)> = tables.iter().flat_map(|table| chunks(table).map(move |start| (table, start))).collect();
    let part = |(table, start): (&Table, usize)| table.heard(start..(start + CHUNK).min(table.questions.len()), metrics);
    let parts: Vec<Vec<[Heard; WAYS]>> = work.into_par_iter().map(part).collect();
    let of = |metric: usize, way: usize| parts.iter().map(move |part| part[metric][way]);
    let whole = |metric: usize, way: usize| of(metric, way).fold(Heard::default(), Heard::and);
    let total = |&(metric, way): &(usize, usize)| whole(metric, way).error(whole(metric, way).trust());
    let all = (0..metrics.len()).flat_map(|metric| (0..WAYS).map(move |way| (metric, way)));
    let (metric, way) = all.min_by(|a, b| total(a).total_cmp(&total(b)))?;
    let trust = whole(metric, way).trust();
    Some(Tried { errors: of(metric, way).map(|heard| heard.error(trust)).collect(), metric: metrics[metric].clone() })
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::super::rows::rows;
    use super::*;
    use crate::seed::Seed;

    /// The advantage is a product of the features 0 and 2, which no line sees; the linear
    /// coordinate, which is made of them, may be there too.
    #[test]
    fn the_coordinates_that_matter_are_found() {
        let scenario = planted::candidates(400, 4, 0.05, Seed::new(1));
        let [train, held] = [(0..300).collect::<Vec<_>>(), (300..400).collect()].map(|half| rows(&scenario, &half, 0));
        let space = Space::fit(&scenario, &train);
        let [train, held] = [&train[0], &held[0]].map(|rows| space.left_over(&scenario, 0, rows));
        let table = Table::new(&scenario, &space, 0, train, held);
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
        assert_eq!(search(&[empty], space.dimensions()), [0.0; 6]);
    }
}

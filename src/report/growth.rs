//! How time and cost grow with the size of instances: a power law, if points lie on a
//! line where both axes are logarithmic.

use super::evidence::Evidence;
use crate::results::outcomes::Outcome;
use crate::results::summary::CONFIDENCE;
use crate::stats::{Interval, Line, line, mean, mean_interval};
use std::sync::Arc;

/// What grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Seconds of a game that did not end in an error.
    Time,
    /// The game's own cost, where it is won.
    Cost,
}

/// How much one strategy needs, by size.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// Its place among the strategies.
    pub of: usize,
    /// Its label.
    pub strategy: Arc<str>,
    /// One for each set, by size.
    pub points: Vec<Measured>,
    /// Of the logarithms to base 10; `None` with fewer than two sizes.
    pub fit: Option<Line>,
}

/// The mean on a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    /// Mean size of its instances.
    pub size: f64,
    /// What a game needs.
    pub value: f64,
    /// Student's interval, cut at 0: nothing takes less.
    pub interval: Interval,
    /// How many games.
    pub n: u64,
}

/// The growth of every strategy; `None` where all instances are of one size.
pub(super) fn growth(evidence: &Evidence, measure: Measure) -> Option<Vec<Growth>> {
    let about = evidence.about?;
    let cost = evidence.column(about.cost);
    let value = |game: &Outcome| match measure {
        Measure::Time => game.seconds.filter(|_| game.ended()),
        Measure::Cost => cost.map(|place| game.values[place]).filter(|cost| game.won() > 0.0 && !cost.is_nan()),
    };
    let size = evidence.product(about.size);
    let of = |(of, strategy): (usize, &Arc<str>)| {
        let measured = |set: &Arc<str>| {
            let group = evidence.outcomes.group(set, strategy)?;
            let sizes: Vec<f64> = group.games().map(&size).collect();
            let values: Vec<f64> = group.games().filter_map(value).collect();
            let (value, Interval { low, high }) = mean_interval(&values, CONFIDENCE)?;
            let size = mean(&sizes).filter(|size| *size > 0.0)?;
            (value > 0.0).then_some(Measured { size, value, interval: Interval { low: low.max(0.0), high }, n: values.len() as u64 })
        };
        let mut points: Vec<Measured> = evidence.sets.iter().filter_map(measured).collect();
        points.sort_by(|one, other| one.size.total_cmp(&other.size));
        let logs: Vec<(f64, f64)> = points.iter().map(|point| (libm::log10(point.size), libm::log10(point.value))).collect();
        Growth { of, strategy: strategy.clone(), fit: line(&logs, CONFIDENCE), points }
    };
    let all: Vec<Growth> = evidence.strategies.iter().enumerate().map(of).filter(|growth| !growth.points.is_empty()).collect();
    all.iter().any(|growth| growth.fit.is_some()).then_some(all)
}

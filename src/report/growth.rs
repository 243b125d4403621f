//! How time grows with the size of instances: a power law, if points lie on a line where
//! both axes are logarithmic.

use super::evidence::Evidence;
use super::tables::size;
use crate::results::summary::CONFIDENCE;
use crate::stats::{Interval, Line, line, mean, mean_interval};
use std::sync::Arc;

/// How the time of one strategy grows.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// Its label.
    pub strategy: Arc<str>,
    /// One for each set, by size.
    pub points: Vec<Measured>,
    /// Of log10 seconds against log10 size; `None` with fewer than two sizes.
    pub fit: Option<Line>,
}

/// Mean time on a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    /// Mean size of its instances.
    pub size: f64,
    /// Seconds a game.
    pub seconds: f64,
    /// Student's interval.
    pub interval: Interval,
    /// How many games.
    pub n: u64,
}

/// The growth of every strategy; `None` where all instances are of one size.
pub(super) fn growth(evidence: &Evidence) -> Option<Vec<Growth>> {
    let about = evidence.about?;
    let of = |strategy: &Arc<str>| {
        let mut points: Vec<Measured> = evidence
            .sets
            .iter()
            .filter_map(|set| {
                let group = evidence.outcomes.group(set, strategy)?;
                let sizes: Vec<f64> = group.games().map(|game| size(evidence, about, game)).collect();
                let times: Vec<f64> = group.games().filter(|game| game.ended()).filter_map(|game| game.seconds).collect();
                let (seconds, interval) = mean_interval(&times, CONFIDENCE)?;
                let size = mean(&sizes).filter(|size| *size > 0.0)?;
                (seconds > 0.0).then_some(Measured { size, seconds, interval, n: times.len() as u64 })
            })
            .collect();
        points.sort_by(|one, other| one.size.total_cmp(&other.size));
        let logs: Vec<(f64, f64)> = points.iter().map(|point| (libm::log10(point.size), libm::log10(point.seconds))).collect();
        Growth { strategy: strategy.clone(), fit: line(&logs, CONFIDENCE), points }
    };
    let all: Vec<Growth> = evidence.strategies.iter().map(of).filter(|growth| !growth.points.is_empty()).collect();
    all.iter().any(|growth| growth.fit.is_some()).then_some(all)
}

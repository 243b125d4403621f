//! Paired ratios of what two strategies cost on the instances that both won.

use super::evidence::won_cost;
use crate::results::outcomes::{Group, Outcome};
use crate::results::summary::CONFIDENCE;
use crate::seed::Seed;
use crate::stats::{Interval, bootstrap, mean};

/// How many times as much one costs as the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratio {
    /// Instances that both won.
    pub n: u64,
    /// The geometric mean.
    pub value: f64,
    /// The percentile bootstrap over instances of the mean logarithm.
    pub interval: Interval,
}

/// The ratio over groups of the same sets; `None` where no instance was won by both.
pub(super) fn ratio<'a>(groups: impl Iterator<Item = (Group<'a>, Group<'a>)>, cost: usize, seed: Seed) -> Option<Ratio> {
    // Nothing to do counts as one: a ratio needs two numbers.
    let log = |games: &[Outcome]| Some(libm::log(won_cost(games, cost)?.max(1.0)));
    let paired = groups.flat_map(|(group, base)| group.shared(base)).filter_map(|(one, other)| Some(log(one)? - log(other)?));
    let logs: Vec<f64> = paired.collect();
    let value = libm::exp(mean(&logs)?);
    let Interval { low, high } = bootstrap(&logs, CONFIDENCE, seed);
    Some(Ratio { n: logs.len() as u64, value, interval: Interval { low: libm::exp(low), high: libm::exp(high) } })
}

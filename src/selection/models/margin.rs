//! The margin: how much better an option must look before the single best strategy's is
//! left for it.
//!
//! The best of several noisy predictions is flattered by its noise, the more the more
//! options there are; and where there is nothing to learn, the best that a policy can do
//! is to abstain. Both are met by a threshold that is fitted where flattery does not
//! reach: on decisions of groups that the predictions did not see.

use crate::stats::quantile;
use std::collections::BTreeMap;

/// Margins tried: 0, and these quantiles of the positive predictions.
const SHARES: [f64; 11] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98];

/// A decision held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trial {
    /// Its group's number.
    pub group: usize,
    /// The highest predicted advantage among its options; −∞ where there is none.
    pub predicted: f64,
    /// What that option turned out to be better by.
    pub gain: f64,
}

/// The margin of the highest mean gain, of equals the lowest; `None`, which is to
/// abstain always, unless that mean is more than one standard error (over groups) above
/// 0. The rule of one standard error is that of L. Breiman et al., "Classification and
/// Regression Trees" (1984), section 3.4.3: of what cannot be told apart the simplest.
pub(super) fn margin(trials: &[Trial]) -> Option<f64> {
    let positive: Vec<f64> = trials.iter().map(|trial| trial.predicted).filter(|&predicted| predicted > 0.0).collect();
    let quantiles = SHARES.iter().filter_map(|&share| quantile(&positive, share));
    let worth = |margin: &f64| {
        let (mean, error) = gain(trials, *margin);
        mean > error
    };
    let margins: Vec<f64> = [0.0].into_iter().chain(quantiles).filter(worth).collect();
    margins.into_iter().rev().max_by(|&a, &b| gain(trials, a).0.total_cmp(&gain(trials, b).0))
}

/// Mean gain a decision and its standard error, by linearisation of the ratio of two
/// sums over groups (W. Cochran, "Sampling Techniques" (1977), section 6.4). Of a single
/// group the error is unknown: ∞.
fn gain(trials: &[Trial], margin: f64) -> (f64, f64) {
    let mut groups: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for trial in trials {
        let sums = groups.entry(trial.group).or_default();
        sums.0 += if trial.predicted > margin { trial.gain } else { 0.0 };
        sums.1 += 1.0;
    }
    let n = trials.len().max(1) as f64;
    let mean = groups.values().map(|sums| sums.0).sum::<f64>() / n;
    let squares: f64 = groups.values().map(|sums| (sums.0 - mean * sums.1).powi(2)).sum();
    let count = groups.len() as f64;
    (mean, if groups.len() < 2 { f64::INFINITY } else { (squares * count / (count - 1.0)).sqrt() / n })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(gain: impl Fn(usize, f64) -> f64) -> Vec<Trial> {
        let of = |i: usize| {
            let predicted = (i % 100) as f64 / 100.0 - 0.2;
            Trial { group: i / 10, predicted, gain: gain(i, predicted) }
        };
        (0..1000).map(of).collect()
    }

    #[test]
    fn gains_where_predictions_are_high_give_a_margin_there() {
        // Only predictions above 0.4 come true.
        let found = margin(&trials(|_, predicted| if predicted > 0.4 { 0.1 } else { -0.1 })).expect("a margin");
        assert!((0.3..0.5).contains(&found), "{found}");
        assert_eq!(margin(&trials(|_, predicted| predicted)), Some(0.0));
    }

    #[test]
    fn without_a_clear_gain_it_abstains() {
        assert_eq!(margin(&trials(|_, _| -0.1)), None);
        assert_eq!(margin(&trials(|_, _| 0.0)), None);
        assert_eq!(margin(&trials(|i, _| if i / 10 % 2 == 0 { 1.0 } else { -1.0 })), None);
        assert_eq!(margin(&[]), None);
        assert_eq!(margin(&[Trial { group: 0, predicted: 1.0, gain: 1.0 }]), None, "one group tells of no spread");
    }

    /// Two groups of sizes 1 and 3 with sums 1 and 0: mean 1/4, residuals ±3/4.
    #[test]
    fn the_error_is_that_of_a_ratio() {
        let of = |group, gain| Trial { group, predicted: 1.0, gain };
        let (mean, error) = gain(&[of(0, 1.0), of(1, 0.0), of(1, 0.0), of(1, 0.0)], 0.0);
        assert!((mean - 0.25).abs() < 1e-15 && (error - (2.25f64).sqrt() / 4.0).abs() < 1e-15, "{mean} {error}");
    }
}

//! The two marks between which a selector lies: the single best strategy, which
//! needs no choosing, and the virtual best option, which no choosing can beat.

use super::Scenario;
use super::models::single_best;
use crate::stats::mean;
use std::collections::BTreeMap;

/// What choosing could gain over the single best strategy, per decision, without the
/// flattery of choosing and scoring by the same worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The mean score of the single best strategy.
    pub single: f64,
    /// The mean score of the virtual best option, cross-fitted.
    pub virtual_best: f64,
    /// The standard error of their difference: groups are what is drawn. Infinite
    /// with fewer than two groups.
    pub error: f64,
}

impl Scenario {
    /// The strategy with the highest sum of scores, the first of equals, and that sum;
    /// `None` without strategies.
    pub fn single_best(&self) -> Option<(usize, f64)> {
        let all: Vec<usize> = (0..self.decisions.len()).collect();
        let best = single_best(self, &all);
        let sum = || self.decisions.iter().map(|decision| self.score(decision.proposals[best])).sum();
        (!self.strategies.is_empty()).then(|| (best, sum()))
    }

    /// The sum over decisions of the best score of an option. It flatters: the noise
    /// of the scores chooses as much as they do. [`Scenario::gain`] does not.
    pub fn virtual_best(&self) -> f64 {
        let best = |options: std::ops::Range<usize>| options.map(|option| self.score(option)).fold(0.0, f64::max);
        self.decisions.iter().map(|decision| best(decision.options.clone())).sum()
    }

    /// The virtual best of some options, cross-fitted: one half of the worlds chooses, the
    /// other scores, both ways, and the mean. Of options that look equally good the mean
    /// is taken. It errs low where scores are noisy, never high.
    pub(super) fn cross_fitted(&self, options: &(impl Iterator<Item = usize> + Clone)) -> f64 {
        let of = |chooses: usize| {
            let best = options.clone().map(|option| self.halves[option][chooses]).fold(f64::NEG_INFINITY, f64::max);
            let chosen = options.clone().filter(|&option| self.halves[option][chooses] >= best);
            mean(&chosen.map(|option| self.halves[option][1 - chooses]).collect::<Vec<_>>()).unwrap_or(0.0)
        };
        f64::midpoint(of(0), of(1))
    }

    /// What choosing could gain; `None` without strategies or decisions.
    ///
    /// The standard error is that of a mean over clusters (W. Cochran, "Sampling
    /// Techniques", 1977, section 9A): decisions of one group are not independent.
    pub fn gain(&self) -> Option<Gain> {
        let (best, _) = self.single_best()?;
        let single = mean(&self.decisions.iter().map(|decision| self.score(decision.proposals[best])).collect::<Vec<_>>())?;
        let fitted: Vec<f64> = self.decisions.iter().map(|decision| self.cross_fitted(&decision.options)).collect();
        let virtual_best = mean(&fitted)?;
        let mut groups: BTreeMap<&str, f64> = BTreeMap::new();
        for (decision, fitted) in self.decisions.iter().zip(&fitted) {
            let over = fitted - self.score(decision.proposals[best]);
            *groups.entry(&decision.group).or_default() += over - (virtual_best - single);
        }
        let n = groups.len() as f64;
        let spread = groups.values().map(|sum| sum * sum).sum::<f64>();
        let error = if n < 2.0 { f64::INFINITY } else { (n / (n - 1.0) * spread).sqrt() / self.decisions.len() as f64 };
        Some(Gain { single, virtual_best, error })
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{Made, small};

    /// Two decisions of two strategies, by hand.
    #[test]
    fn sums_are_those_of_the_rows() {
        let scenario = small();
        assert_eq!(scenario.single_best(), Some((1, 1.0)));
        assert!((scenario.virtual_best() - 1.25).abs() < 1e-12);
        let gain = scenario.gain().unwrap();
        assert!((gain.single - 0.5).abs() < 1e-12 && (gain.virtual_best - 0.625).abs() < 1e-12);
        // Differences 0.25 and 0 by group: 0.125 from the mean each.
        assert!((gain.error - 0.125).abs() < 1e-12, "{gain:?}");
    }

    #[test]
    fn degenerate_cases() {
        let mut scenario = small();
        scenario.decisions[1].group = scenario.decisions[0].group.clone();
        assert!(scenario.gain().unwrap().error.is_infinite());
        scenario.decisions.clear();
        assert_eq!((scenario.single_best(), scenario.gain()), (Some((0, 0.0)), None));
        scenario.strategies.clear();
        assert_eq!(scenario.single_best(), None);
    }

    /// Where all options are equally good the plain virtual best sees a gain in the
    /// noise, and the cross-fitted one does not.
    #[test]
    fn cross_fitting_does_not_flatter() {
        let scenario = Made { skill: 0.0, ..Made::default() }.scenario();
        let gain = scenario.gain().unwrap();
        let plain = scenario.virtual_best() / scenario.decisions.len() as f64;
        assert!(plain - gain.single > 0.03, "{plain} {gain:?}");
        assert!((gain.virtual_best - gain.single).abs() < 3.0 * gain.error, "{gain:?}");
    }
}

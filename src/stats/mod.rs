//! Statistics, one estimator a function.
//!
//! The question decides the estimator:
//!
//! - *How often?* A win rate is a proportion: [`wilson`].
//! - *How much, on average?* [`mean_interval`] where values are many or near normal,
//!   [`bootstrap`] whatever their shape, [`bootstrap_ratio`] where they come in clusters.
//!   Where a budget cuts off, [`par10`] is the mean.
//! - *How much, for most?* [`quantile`], with [`quantile_interval`].
//! - *Which of two on the same instances?* Won or lost: [`newcombe`] for the difference of
//!   the rates, [`paired_odds`] for their ratio where rates are near 0 or 1, [`mcnemar`]
//!   for the test. Anything with a size: [`wilcoxon`], and one of the intervals above of
//!   the differences.
//! - *Do several differ at all?* [`friedman`]; then pairs, and [`holm`] for the family.
//! - *How often near the best of several?* [`performance_profile`].
//! - *How long does it last, if not every end was seen?* [`kaplan_meier`].
//! - *When is a random search best begun again?* [`best_cutoff`], and what it takes then:
//!   [`restarted`].
//! - *Was that streak luck?* [`longest_streak`] against [`expected_longest_streak`] and
//!   [`longest_streak_at_least`].
//! - *Do two columns go together?* On a line: [`correlation`]; in order: [`spearman`]; at
//!   which rate, and with logarithms by which power: [`line()`].
//! - *Do predicted probabilities mean what they say?* [`brier`], taken apart by [`murphy`],
//!   and [`reliability`].
//! - *What is choosing worth, where two differ by a normal amount?* [`normal_loss`].
//!
//! An estimate that cannot be made is `None`; one of which nothing is known has the widest
//! interval there is. Every sum runs in the order of its input, so that the same rows give
//! the same bits.

mod bootstrap;
mod brier;
mod correlation;
mod friedman;
mod holm;
mod line;
mod mcnemar;
mod mean;
mod newcombe;
mod normal;
mod par;
mod profile;
mod quantile;
mod reliability;
mod restart;
mod streak;
mod student;
mod survival;
mod wilcoxon;
mod wilson;

pub use bootstrap::{bootstrap, bootstrap_ratio};
pub use brier::{Murphy, brier, murphy};
pub use correlation::{correlation, ranks, spearman};
pub use friedman::{Friedman, friedman};
pub use holm::holm;
pub use line::{Line, line};
pub use mcnemar::{mcnemar, paired_odds};
pub use mean::mean;
pub use newcombe::{Pair, newcombe};
pub use normal::normal_loss;
pub use par::par10;
pub use profile::performance_profile;
pub use quantile::{quantile, quantile_interval, sorted_quantile};
pub use reliability::{Bin, Bins, reliability};
pub use restart::{best_cutoff, restarted};
pub use streak::{expected_longest_streak, longest_streak, longest_streak_at_least};
pub use student::mean_interval;
pub use survival::{Survivors, kaplan_meier};
pub use wilcoxon::{Wilcoxon, wilcoxon};
pub use wilson::wilson;

/// An interval that covers the unknown value with a stated confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// The interval in another unit, of which one of this is so many; more than 0.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { low: factor * self.low, high: factor * self.high }
    }
}

/// The two-sided critical value of the standard normal distribution.
///
/// # Panics
/// If `confidence` is not inside (0, 1).
fn critical_value(confidence: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    Normal::standard().inverse_cdf(f64::midpoint(1.0, confidence))
}

/// The least number in [0, `high`] at which what stays true is true, by halving: to 30
/// digits after the point, or as many as a float holds.
fn threshold(high: f64, is_true: impl Fn(f64) -> bool) -> f64 {
    let mut ends = Interval { low: 0.0, high };
    for _ in 0..140 {
        let middle = f64::midpoint(ends.low, ends.high);
        *(if is_true(middle) { &mut ends.high } else { &mut ends.low }) = middle;
    }
    ends.high
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Interval, critical_value, threshold};

    /// Asserts that both ends agree with a reference to 1e-9.
    #[track_caller]
    pub fn close(found: Interval, low: f64, high: f64) {
        assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{found:?}, not [{low}, {high}]");
    }

    #[test]
    fn critical_values_are_those_of_the_tables() {
        for (confidence, z) in [(0.90, 1.644_853_626_951_472_2), (0.95, 1.959_963_984_540_054), (0.99, 2.575_829_303_548_900_4)] {
            assert!((critical_value(confidence) - z).abs() < 1e-12);
        }
    }

    #[test]
    fn thresholds_are_found_near_either_end() {
        for wanted in [1e-25, 0.3, 1.0, 1e12] {
            assert!((threshold(1e12, |x| x >= wanted) / wanted - 1.0).abs() < 1e-4, "{wanted}");
        }
    }
}

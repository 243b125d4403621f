//! Interval for a mean, by drawing instances again.

use super::{Interval, mean, quantile};
use crate::seed::Seed;
use rand::RngExt;

/// How often the instances are drawn again: enough for two digits of a 95 %
/// interval (Efron and Tibshirani, 1993, advise 1000 and more).
const RESAMPLES: usize = 2000;

/// The percentile bootstrap interval for the mean of one value per instance.
///
/// B. Efron, "Bootstrap methods: another look at the jackknife", Annals of
/// Statistics 7 (1979) 1–26; the percentile interval as in Efron and Tibshirani,
/// "An Introduction to the Bootstrap" (1993), chapter 13. Given the differences
/// of two strategies instance by instance it is the *paired* bootstrap: the
/// instance is what is drawn, so that its difficulty cancels out.
///
/// Nothing is known from no value: (−∞, ∞). One value, or all equal, gives an
/// interval without width: the bootstrap sees no spread that it was not shown.
/// The same values, in the same order, and seed give the same interval.
///
/// # Panics
/// If `confidence` is not in (0, 1).
pub fn bootstrap(values: &[f64], confidence: f64, seed: Seed) -> Interval {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    let mut rng = seed.generator();
    let mut drawn = vec![0.0; values.len()];
    let means: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            // Not `usize`: the draws are the same on every platform.
            drawn.fill_with(|| values[rng.random_range(0..values.len() as u32) as usize]);
            mean(&drawn)
        })
        .collect();
    percentiles(&means, confidence)
}

/// The percentile bootstrap interval for a ratio of sums, Σ numerators / Σ
/// denominators, one of each per instance.
///
/// Instances are drawn with both of their values, as in "An Introduction to the
/// Bootstrap" (1993), section 10.3 (the patch data). With counts as denominators it is
/// the interval of a mean over items that come in clusters (the states of a map), which
/// are drawn whole. A resample whose denominators sum to 0 has no ratio and is left out;
/// without any the interval is (−∞, ∞).
///
/// Where the denominators' sum is not well away from 0 a ratio means little, and the
/// interval shows it by its width.
///
/// # Panics
/// If `confidence` is not in (0, 1), or there are not as many of one as of the other.
pub fn bootstrap_ratio(numerators: &[f64], denominators: &[f64], confidence: f64, seed: Seed) -> Interval {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    assert_eq!(numerators.len(), denominators.len(), "one denominator for each numerator");
    let mut rng = seed.generator();
    let mut ratio = || {
        let sums = numerators.iter().fold((0.0, 0.0), |sums, _| {
            let drawn = rng.random_range(0..numerators.len() as u32) as usize;
            (sums.0 + numerators[drawn], sums.1 + denominators[drawn])
        });
        Some(sums.0 / sums.1).filter(|ratio| ratio.is_finite())
    };
    let ratios: Vec<f64> = (0..RESAMPLES).filter_map(|_| ratio()).collect();
    percentiles(&ratios, confidence)
}

/// What lies between the two tails; (−∞, ∞) of nothing.
fn percentiles(values: &[f64], confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let end = |share, unknown| quantile(values, share).unwrap_or(unknown);
    Interval { low: end(tail, f64::NEG_INFINITY), high: end(1.0 - tail, f64::INFINITY) }
}

#[cfg(test)]
mod tests {
    use super::super::wilson;
    use super::*;

    #[test]
    fn degenerate_cases() {
        let seed = Seed::new(1);
        assert_eq!(bootstrap(&[], 0.95, seed), Interval { low: f64::NEG_INFINITY, high: f64::INFINITY });
        assert_eq!(bootstrap(&[0.25], 0.95, seed), Interval { low: 0.25, high: 0.25 });
        assert_eq!(bootstrap(&[-1.0; 30], 0.95, seed), Interval { low: -1.0, high: -1.0 });
    }

    #[test]
    fn degenerate_ratios() {
        let (seed, unknown) = (Seed::new(1), Interval { low: f64::NEG_INFINITY, high: f64::INFINITY });
        assert_eq!(bootstrap_ratio(&[], &[], 0.95, seed), unknown);
        assert_eq!(bootstrap_ratio(&[1.0, 2.0], &[0.0, 0.0], 0.95, seed), unknown);
        assert_eq!(bootstrap_ratio(&[1.0], &[4.0], 0.95, seed), Interval { low: 0.25, high: 0.25 });
        // A constant ratio has no spread, whatever the sizes.
        assert_eq!(bootstrap_ratio(&[1.0, 2.0, 8.0], &[2.0, 4.0, 16.0], 0.95, seed), Interval { low: 0.5, high: 0.5 });
    }

    /// With denominators of 1 the ratio is the mean, and the draws are the same.
    #[test]
    fn a_ratio_over_ones_is_a_mean() {
        let values: Vec<f64> = (0..40).map(|i| f64::from(i % 7)).collect();
        let ratio = bootstrap_ratio(&values, &[1.0; 40], 0.9, Seed::new(1));
        assert_eq!(ratio, bootstrap(&values, 0.9, Seed::new(1)));
    }

    #[test]
    fn the_seed_alone_decides() {
        let values: Vec<f64> = (0..40).map(|i| f64::from(i % 7)).collect();
        let first = bootstrap(&values, 0.95, Seed::new(1));
        assert_eq!(first, bootstrap(&values, 0.95, Seed::new(1)));
        assert_ne!(first, bootstrap(&values, 0.95, Seed::new(2)));
    }

    /// For a proportion the percentile interval is near the score interval, and
    /// for a mean near mean ± z·s/√n: 2000 resamples leave an error of a few
    /// hundredths of the standard error in each end.
    #[test]
    fn agrees_with_theory_on_large_samples() {
        let wins: Vec<f64> = (0..1000).map(|i| f64::from(u8::from(i % 10 < 3))).collect();
        let (found, score) = (bootstrap(&wins, 0.95, Seed::new(3)), wilson(300.0, 1000, 0.95));
        let slack = 0.1 * (score.high - score.low);
        assert!((found.low - score.low).abs() < slack && (found.high - score.high).abs() < slack, "{found:?} {score:?}");

        let values: Vec<f64> = (0..900).map(f64::from).collect();
        // Mean 449.5, standard deviation √((900² − 1)/12), over √900.
        let half = 1.644_853_627 * ((900.0f64 * 900.0 - 1.0) / 12.0).sqrt() / 30.0;
        let found = bootstrap(&values, 0.90, Seed::new(4));
        assert!((found.low - (449.5 - half)).abs() < 0.15 * half && (found.high - (449.5 + half)).abs() < 0.15 * half, "{found:?}");
    }

    /// Of two values the mean of a resample is low, middle or high with chances
    /// 1/4, 1/2, 1/4: a 60 % interval spans all, a 40 % interval only the middle.
    #[test]
    fn agrees_with_enumeration_on_two_values() {
        assert_eq!(bootstrap(&[0.0, 1.0], 0.60, Seed::new(5)), Interval { low: 0.0, high: 1.0 });
        assert_eq!(bootstrap(&[0.0, 1.0], 0.40, Seed::new(5)), Interval { low: 0.5, high: 0.5 });
    }
}

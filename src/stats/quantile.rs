//! Quantiles of a sample.

use super::Interval;
use statrs::distribution::{Binomial, DiscreteCDF};

/// The quantile at `share` in [0, 1]: type 7 of R. J. Hyndman and Y. Fan,
/// "Sample quantiles in statistical packages", The American Statistician 50
/// (1996) 361–365, the default of R and NumPy: straight lines between the
/// order statistics, the first at 0 and the last at 1. `None` of nothing.
///
/// # Panics
/// If `share` is outside [0, 1].
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted_quantile(&sorted, share)
}

/// As [`quantile`], of values that are sorted already.
///
/// # Panics
/// If `share` is outside [0, 1].
pub fn sorted_quantile(sorted: &[f64], share: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&share), "a share of {share}");
    let place = share * sorted.len().checked_sub(1)? as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    Some(below + place.fract() * (above - below))
}

/// An interval for the quantile at `share` of what the sorted values were drawn from,
/// whatever its distribution: between two of the values, or infinite on a side where
/// there are too few to tell.
///
/// How many values fall below the quantile is binomial: W. Conover, "Practical
/// Nonparametric Statistics", 3rd edition (1999), section 3.2, after W. R. Thompson,
/// Annals of Mathematical Statistics 7 (1936) 122–128. Each end is the innermost value
/// that leaves at most half of 1 − `confidence` beyond it, so that the interval covers
/// at least as often as stated, and with ties more often.
///
/// # Panics
/// If `share` is outside [0, 1], or `confidence` is not in (0, 1).
pub fn quantile_interval(sorted: &[f64], share: f64, confidence: f64) -> Interval {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    let n = sorted.len() as u64;
    let below = Binomial::new(share, n).unwrap_or_else(|_| panic!("a share of {share}"));
    let tail = (1.0 - confidence) / 2.0;
    // Not `inverse_cdf`, which panics where the tail is smaller than any step.
    let before = first(n, |k| below.cdf(k) > tail).checked_sub(1);
    let after = first(n, |k| below.sf(k) <= tail);
    let at = |place: u64| sorted.get(place as usize).copied();
    Interval { low: before.and_then(at).unwrap_or(f64::NEG_INFINITY), high: at(after).unwrap_or(f64::INFINITY) }
}

/// The first of 0..n at which what stays true is true; n if it is nowhere.
fn first(n: u64, is_true: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = u64::midpoint(low, high);
        (low, high) = if is_true(middle) { (low, middle) } else { (middle + 1, high) };
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// References: `numpy.quantile` of NumPy 2.
    #[test]
    fn agrees_with_numpy() {
        let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        for (share, expected) in [(0.0, 1.0), (0.05, 1.0), (0.25, 1.75), (0.5, 3.5), (0.95, 7.95), (1.0, 9.0)] {
            let found = quantile(&values, share).unwrap();
            assert!((found - expected).abs() < 1e-12, "{share}: {found}");
        }
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(quantile(&[], 0.5), None);
        for share in [0.0, 0.3, 1.0] {
            assert_eq!(quantile(&[7.0], share), Some(7.0));
            assert_eq!(quantile(&[7.0; 5], share), Some(7.0));
        }
    }

    /// References: the order statistics that `binom.cdf` and `binom.sf` of SciPy leave,
    /// counted one by one, and for a million `binom.ppf`. The values are their own ranks.
    /// 6 values are the fewest for a median and 73 for a 95th percentile, at 95 %.
    #[test]
    fn intervals_are_those_of_scipy() {
        let unknown = f64::INFINITY;
        let cases = [
            (16, 0.5, 0.95, 4.0, 13.0),
            (20, 0.5, 0.95, 6.0, 15.0),
            (5, 0.5, 0.95, -unknown, unknown),
            (6, 0.5, 0.95, 1.0, 6.0),
            (100, 0.95, 0.95, 90.0, 100.0),
            (1000, 0.99, 0.9, 985.0, 996.0),
            (72, 0.95, 0.95, 64.0, 72.0),
            (58, 0.95, 0.95, 51.0, unknown),
            (1_000_000, 0.5, 0.95, 499_020.0, 500_981.0),
            (1_000_000, 0.5, 0.5, 499_663.0, 500_338.0),
            (1_000_000, 0.95, 0.99, 949_438.0, 950_562.0),
        ];
        for (n, share, confidence, low, high) in cases {
            let sorted: Vec<f64> = (1..=n).map(f64::from).collect();
            assert_eq!(quantile_interval(&sorted, share, confidence), Interval { low, high }, "{n} {share}");
        }
    }

    #[test]
    fn degenerate_intervals() {
        let unknown = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(quantile_interval(&[], 0.5, 0.95), unknown);
        assert_eq!(quantile_interval(&[1.0], 0.5, 0.95), unknown);
        assert_eq!(quantile_interval(&[3.0; 9], 0.5, 0.95), Interval { low: 3.0, high: 3.0 });
        // Nothing lies below the least, or above the greatest.
        assert_eq!(quantile_interval(&[1.0, 2.0], 0.0, 0.95), Interval { low: f64::NEG_INFINITY, high: 1.0 });
        assert_eq!(quantile_interval(&[1.0, 2.0], 1.0, 0.95), Interval { low: 2.0, high: f64::INFINITY });
    }

    proptest! {
        /// The coverage, summed: enough, and one value nearer on either side would not do.
        #[test]
        fn covers_as_stated_and_no_further(n in 1u32..60, share in 0.05f64..0.95, confidence in 0.3f64..0.99) {
            let sorted: Vec<f64> = (1..=n).map(f64::from).collect();
            let Interval { low, high } = quantile_interval(&sorted, share, confidence);
            let mut chances = vec![(1.0 - share).powi(n as i32)];
            for k in 0..n {
                chances.push(chances[k as usize] * f64::from(n - k) / f64::from(k + 1) * share / (1.0 - share));
            }
            let chance = |within: &dyn Fn(f64) -> bool| (0..=n).filter(|&k| within(f64::from(k))).map(|k| chances[k as usize]).sum::<f64>();
            let tail = (1.0 - confidence) / 2.0;
            prop_assert!(chance(&|k| k < low) <= tail + 1e-9 && chance(&|k| k >= high) <= tail + 1e-9);
            prop_assert!(chance(&|k| k < low.max(0.0) + 1.0) > tail - 1e-9 && chance(&|k| k >= high.min(f64::from(n) + 1.0) - 1.0) > tail - 1e-9);
        }
    }
}

//! Interval for one proportion.

use super::{Interval, critical_value};

/// Wilson's score interval for the chance of success, from `successes` out of
/// `n` independent trials. Without trials nothing is known: (0, 1).
///
/// A trial may be a fraction of a success, as the share of wins of an instance
/// that was played several times. With whole successes the interval is the usual
/// one; with fractions it is wider than it need be, never narrower, since nothing
/// in [0, 1] varies more than a success or failure of the same mean.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference", JASA 22 (1927) 209–212. It stays inside [0, 1] and keeps its
/// coverage for rates near 0 and 1 and for small `n`, where the usual ± fails
/// (Brown, Cai and DasGupta, Statistical Science 16 (2001) 101–133).
///
/// # Panics
/// If `successes` is not in [0, n], or `confidence` is not in (0, 1).
pub fn wilson(successes: f64, n: u64, confidence: f64) -> Interval {
    let all = n as f64;
    assert!((0.0..=all).contains(&successes), "{successes} successes in {n} trials");
    let z2 = critical_value(confidence).powi(2);
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let failures = all - successes;
    let middle = (successes + z2 / 2.0) / (all + z2);
    let half = (z2 * (successes * failures / all + z2 / 4.0)).sqrt() / (all + z2);
    // Exactly 0 and 1 at the ends, which rounding would miss.
    let low = if successes <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if failures <= 0.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// References: `proportion_confint(…, method="wilson")` of statsmodels 0.15.
    #[test]
    fn agrees_with_statsmodels() {
        close(wilson(0.0, 10, 0.95), 0.0, 0.277_532_799_862_889_26);
        close(wilson(10.0, 10, 0.95), 0.722_467_200_137_110_6, 1.0);
        close(wilson(81.0, 263, 0.95), 0.255_288_519_878_274_2, 0.366_209_576_982_800_04);
        close(wilson(7180.0, 20_000, 0.95), 0.352_379_379_861_322_06, 0.365_674_774_306_499_4);
        close(wilson(15.0, 148, 0.99), 0.053_644_869_613_963_86, 0.183_267_350_113_152_54);
        close(wilson(1.0, 29, 0.90), 0.007_730_807_972_737_994, 0.140_683_095_132_512_15);
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(wilson(0.0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
        close(wilson(0.0, 1, 0.95), 0.0, 0.793_450_685_622_762_7);
        close(wilson(1.0, 1, 0.95), 0.206_549_314_377_237_4, 1.0);
        assert_eq!(wilson(0.0, 7, 0.95).low.to_bits(), 0f64.to_bits());
        assert_eq!(wilson(7.0, 7, 0.95).high.to_bits(), 1f64.to_bits());
    }

    #[test]
    #[should_panic(expected = "3.5 successes in 3 trials")]
    fn more_successes_than_trials_are_refused() {
        wilson(3.5, 3, 0.95);
    }

    proptest! {
        #[test]
        fn holds_the_rate_mirrors_and_narrows(n in 0u64..1000, share in 0f64..=1.0, confidence in 0.5f64..0.999) {
            let k = share * n as f64;
            let interval = wilson(k, n, confidence);
            prop_assert!(0.0 <= interval.low && interval.low < interval.high && interval.high <= 1.0);
            let mirror = wilson(n as f64 - k, n, confidence);
            prop_assert!((interval.low + mirror.high - 1.0).abs() < 1e-12);
            if n > 0 {
                prop_assert!(interval.low <= share + 1e-12 && share <= interval.high + 1e-12);
                let tenfold = wilson(10.0 * k, 10 * n, confidence);
                prop_assert!(tenfold.high - tenfold.low < interval.high - interval.low);
            }
        }

        /// A little more success moves both ends a little up: no jump anywhere.
        #[test]
        fn fractions_lie_between_their_neighbours(k in 0u32..50, more in 1u64..50, part in 0f64..1.0) {
            let (k, n) = (f64::from(k), u64::from(k) + more);
            let [below, here, above] = [k, k + part, k + 1.0].map(|successes| wilson(successes, n, 0.95));
            prop_assert!(below.low <= here.low && here.low <= above.low);
            prop_assert!(below.high <= here.high && here.high <= above.high);
            let near = wilson((k + part + 1e-9).min(n as f64), n, 0.95);
            prop_assert!((near.low - here.low).abs() < 1e-6 && (near.high - here.high).abs() < 1e-6);
        }
    }
}

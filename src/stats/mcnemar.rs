//! Two success rates on the same instances: a test, and by how many times they differ.

use super::{Interval, threshold};
use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF};

/// The two-sided exact p-value of "both succeed equally often", from the number
/// of pairs in which only the first of two succeeds, and only the second.
///
/// Under the null hypothesis each of the pairs that differ falls on either side
/// with chance 1/2: Q. McNemar, "Note on the sampling error of the difference
/// between correlated proportions or percentages", Psychometrika 12 (1947)
/// 153–157; the p-value doubles the smaller binomial tail, at most 1. Pairs that
/// agree say nothing, so without pairs that differ it is 1.
///
/// # Panics
/// Never: 1/2 is a probability.
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    let coin = Binomial::new(0.5, only_first + only_second).expect("1/2 is a probability");
    (2.0 * coin.cdf(only_first.min(only_second))).min(1.0)
}

/// How many times as many pairs only the first of two wins as only the second: the
/// conditional odds ratio of matched pairs, with its exact interval. `None` without a
/// pair that differs; infinite where only the second never succeeds alone.
///
/// The ratio of D. R. Cox, "Two further applications of a model for binary regression",
/// Biometrika 45 (1958) 562–565: b of the b + c pairs that differ are the first's, a
/// binomial share p, and p / (1 − p) is the ratio. The interval is that of C. Clopper
/// and E. Pearson, "The use of confidence or fiducial limits illustrated in the case of
/// the binomial", Biometrika 26 (1934) 404–413, carried over: it covers at least as
/// often as stated, and leaves out 1 where [`mcnemar`] is below 1 − `confidence`.
///
/// # Panics
/// If `confidence` is not in (0, 1).
pub fn paired_odds(only_first: u64, only_second: u64, confidence: f64) -> Option<(f64, Interval)> {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    let (b, c) = (only_first as f64, only_second as f64);
    let interval = Interval { low: least_odds(b, c, confidence), high: 1.0 / least_odds(c, b, confidence) };
    (b + c > 0.0).then_some((b / c, interval))
}

/// The odds at which b successes or more beside c failures are just as rare as the tail.
fn least_odds(b: f64, c: f64, confidence: f64) -> f64 {
    let Ok(tail) = Beta::new(b, c + 1.0) else {
        return 0.0;
    };
    // Not its `inverse_cdf`, which is off in the third digit for 1 of a million.
    let p = threshold(1.0, |p| tail.cdf(p) >= (1.0 - confidence) / 2.0);
    p / (1.0 - p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// References: `mcnemar(…, exact=True)` of statsmodels 0.15.
    #[test]
    fn agrees_with_statsmodels() {
        let cases: &[(u64, u64, f64)] = &[
            (5, 5, 1.0),
            (10, 0, 0.001_953_125),
            (12, 5, 0.143_463_134_765_625),
            (7, 1, 0.070_312_5),
            (86, 150, 3.715_936_139_571_386_6e-5),
            (1234, 1100, 0.005_894_093_085_247_736),
            (3000, 2500, 1.661_525_610_542_266_5e-11),
        ];
        for &(b, c, p) in cases {
            for found in [mcnemar(b, c), mcnemar(c, b)] {
                assert!((found / p - 1.0).abs() < 1e-9, "{b}, {c}: {found}, not {p}");
            }
        }
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(mcnemar(0, 0).to_bits(), 1f64.to_bits());
        assert!((mcnemar(1, 0) - 1.0).abs() < 1e-12);
        assert_eq!(paired_odds(0, 0, 0.95), None);
    }

    /// References: `binomtest(b, b + c).proportion_ci(0.95, "exact")` of SciPy, as odds;
    /// the last is solved by hand: p^1000000 = 0.025.
    #[test]
    fn odds_are_those_of_scipy() {
        let one_sided = 1.0 / (-1e-6 * 0.025f64.ln()).exp_m1();
        let cases: &[(u64, u64, f64, f64, f64)] = &[
            (7, 3, 7.0 / 3.0, 0.532_677_801_787_557_7, 13.983_627_874_302_119),
            (86, 150, 86.0 / 150.0, 0.434_597_606_083_671_43, 0.752_316_239_171_126_6),
            (1, 0, f64::INFINITY, 0.025_641_025_641_025_664, f64::INFINITY),
            (5, 5, 1.0, 0.230_142_468_938_117_13, 4.345_134_579_523_825),
            (0, 12, 0.0, 0.0, 0.359_893_817_287_704_03),
            (3000, 2500, 1.2, 1.137_588_340_831_693_8, 1.265_917_930_049_744),
            (1_000_000, 0, f64::INFINITY, one_sided, f64::INFINITY),
        ];
        let near = |found: f64, expected: f64| found.total_cmp(&expected).is_eq() || (found / expected - 1.0).abs() < 1e-9;
        for &(b, c, odds, low, high) in cases {
            let (found, interval) = paired_odds(b, c, 0.95).unwrap();
            assert!(near(found, odds) && near(interval.low, low) && near(interval.high, high), "{b}, {c}: {found} {interval:?}");
        }
    }

    proptest! {
        /// Test and interval ask the same two tails.
        #[test]
        fn leaves_out_one_where_the_test_rejects(b in 0u64..200, c in 0u64..200, confidence in 0.5f64..0.999) {
            prop_assume!(b + c > 0);
            let (odds, interval) = paired_odds(b, c, confidence).unwrap();
            prop_assert!(interval.low <= odds && odds <= interval.high);
            prop_assume!((mcnemar(b, c) - (1.0 - confidence)).abs() > 1e-9);
            prop_assert_eq!(interval.low > 1.0 || interval.high < 1.0, mcnemar(b, c) < 1.0 - confidence);
        }
    }
}

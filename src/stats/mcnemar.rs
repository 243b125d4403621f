//! Test of two success rates on the same instances.

use statrs::distribution::{Binomial, DiscreteCDF};

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

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}

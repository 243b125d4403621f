//! Comparison of two success rates on the same instances.

use super::{Interval, wilson};
use statrs::distribution::{Binomial, DiscreteCDF};

/// How the first of two ways fares against the second, pair by pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Pairs in which only the first succeeds.
    pub only_first: u64,
    /// Pairs in which only the second succeeds.
    pub only_second: u64,
    /// Success rate of the first minus that of the second; 0 without pairs.
    pub difference: f64,
    /// Interval of the difference; (−1, 1) without pairs.
    pub interval: Interval,
    /// Two-sided exact p-value of "they succeed equally often".
    pub p_value: f64,
}

/// Exact McNemar test and Newcombe's interval, from (first, second) successes.
///
/// Under the null hypothesis each of the pairs that differ falls on either side
/// with chance 1/2: Q. McNemar, "Note on the sampling error of the difference
/// between correlated proportions or percentages", Psychometrika 12 (1947)
/// 153–157; the p-value doubles the smaller binomial tail, at most 1. Pairs that
/// agree say nothing, so without pairs that differ it is 1.
///
/// The interval is method 10 of R. G. Newcombe, "Improved confidence intervals
/// for the difference between binomial proportions based on paired data",
/// Statistics in Medicine 17 (1998) 2635–2650: the two Wilson intervals joined
/// by the correlation of the pairs. It is defined for every table.
///
/// # Panics
/// If `confidence` is not in (0, 1).
pub fn mcnemar(pairs: impl IntoIterator<Item = (bool, bool)>, confidence: f64) -> Paired {
    let mut table = Table::default();
    for pair in pairs {
        match pair {
            (true, true) => table.both += 1,
            (true, false) => table.only_first += 1,
            (false, true) => table.only_second += 1,
            (false, false) => table.neither += 1,
        }
    }
    let (difference, interval) = table.difference(confidence);
    Paired { only_first: table.only_first, only_second: table.only_second, difference, interval, p_value: table.p_value() }
}

/// The four kinds of pairs, counted.
#[derive(Clone, Copy, Debug, Default)]
struct Table {
    both: u64,
    only_first: u64,
    only_second: u64,
    neither: u64,
}

impl Table {
    fn p_value(self) -> f64 {
        let differ = self.only_first + self.only_second;
        let coin = Binomial::new(0.5, differ).expect("1/2 is a probability");
        (2.0 * coin.cdf(self.only_first.min(self.only_second))).min(1.0)
    }

    fn difference(self, confidence: f64) -> (f64, Interval) {
        let n = self.both + self.only_first + self.only_second + self.neither;
        let (first, second) = (self.both + self.only_first, self.both + self.only_second);
        let (of_first, of_second) = (wilson(first, n, confidence), wilson(second, n, confidence));
        if n == 0 {
            return (0.0, Interval { low: -1.0, high: 1.0 });
        }
        let (p1, p2) = (first as f64 / n as f64, second as f64 / n as f64);
        let difference = (self.only_first as f64 - self.only_second as f64) / n as f64;
        let joined = |a: f64, b: f64| (a * a - 2.0 * self.correlation() * a * b + b * b).max(0.0).sqrt();
        let interval = Interval {
            low: (difference - joined(p1 - of_first.low, of_second.high - p2)).max(-1.0),
            high: (difference + joined(of_first.high - p1, p2 - of_second.low)).min(1.0),
        };
        (difference, interval)
    }

    /// Newcombe's φ: the correlation of the pairs, made smaller by his
    /// correction for continuity where it is positive; 0 where a margin is empty.
    fn correlation(self) -> f64 {
        let [e, f, g, h] = [self.both, self.only_first, self.only_second, self.neither].map(|count| count as f64);
        let margins = (e + f) * (g + h) * (e + g) * (f + h);
        if margins == 0.0 {
            return 0.0;
        }
        let product = e * h - f * g;
        let corrected = if product < 0.0 { product } else { (product - (e + f + g + h) / 2.0).max(0.0) };
        corrected / margins.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    fn of(both: usize, only_first: usize, only_second: usize, neither: usize) -> Paired {
        let kinds = [((true, true), both), ((true, false), only_first), ((false, true), only_second), ((false, false), neither)];
        mcnemar(kinds.into_iter().flat_map(|(pair, count)| std::iter::repeat_n(pair, count)), 0.95)
    }

    /// References: `mcnemar(…, exact=True)` of statsmodels 0.15.
    #[test]
    fn p_values_agree_with_statsmodels() {
        let cases: &[(usize, usize, f64)] = &[
            (5, 5, 1.0),
            (10, 0, 0.001_953_125),
            (12, 5, 0.143_463_134_765_625),
            (7, 1, 0.070_312_5),
            (86, 150, 3.715_936_139_571_386_6e-5),
            (1234, 1100, 0.005_894_093_085_247_736),
            (3000, 2500, 1.661_525_610_542_266_5e-11),
        ];
        for &(b, c, p) in cases {
            for found in [of(3, b, c, 4).p_value, of(0, c, b, 0).p_value] {
                assert!((found / p - 1.0).abs() < 1e-9, "{b}, {c}: {found}, not {p}");
            }
        }
    }

    /// References: Newcombe's formulas over the Wilson intervals of statsmodels
    /// 0.15. The second is the example of Fagerland, Lydersen and Laake (2014),
    /// published as (−0.507, −0.026).
    #[test]
    fn intervals_agree_with_newcombes_method_10() {
        close(of(36, 12, 2, 0).interval, 0.056_929_584_003_238_75, 0.340_427_602_974_940_8);
        close(of(1, 1, 7, 12).interval, -0.506_920_226_686_141, -0.025_559_124_164_859_837);
        close(of(53, 16, 8, 9).interval, -0.020_104_076_887_636_144, 0.203_915_835_250_453_1);
        close(of(5000, 700, 500, 3800).interval, 0.013_217_728_731_615_131, 0.026_777_483_243_276_355);
        close(of(98, 2, 0, 0).interval, -0.019_733_007_116_335_89, 0.070_011_790_728_544_02);
        close(of(25, 0, 0, 29).interval, -0.035_413_034_148_443_31, 0.035_413_034_148_443_31);
    }

    #[test]
    fn degenerate_cases() {
        let none = of(0, 0, 0, 0);
        assert_eq!((none.difference, none.p_value), (0.0, 1.0));
        assert_eq!(none.interval, Interval { low: -1.0, high: 1.0 });
        let one = of(0, 1, 0, 0);
        assert_eq!((one.only_first, one.only_second, one.difference), (1, 0, 1.0));
        assert!((one.p_value - 1.0).abs() < 1e-12);
        // All equal: no difference, but not without doubt.
        for equal in [of(50, 0, 0, 0), of(0, 0, 0, 50)] {
            assert_eq!((equal.difference, equal.p_value), (0.0, 1.0));
            close(equal.interval, -0.071_347_599_133_358_75, 0.071_347_599_133_358_75);
        }
        close(of(0, 50, 0, 0).interval, 0.899_099_257_662_845_2, 1.0);
    }

    proptest! {
        #[test]
        fn swapping_the_two_mirrors_everything(e in 0usize..60, f in 0usize..60, g in 0usize..60, h in 0usize..60) {
            let (there, back) = (of(e, f, g, h), of(e, g, f, h));
            prop_assert_eq!(there.p_value.to_bits(), back.p_value.to_bits());
            prop_assert!((there.difference + back.difference).abs() < 1e-12);
            close(there.interval, -back.interval.high, -back.interval.low);
            prop_assert!(there.interval.low <= there.difference && there.difference <= there.interval.high);
            prop_assert!((0.0..=1.0).contains(&there.p_value));
        }
    }
}

//! Interval for the difference of two proportions on the same instances.

use super::{Interval, wilson};

/// How one pair (first, second) came out, as shares of the four possible ways
/// that sum to 1. A pair that was tried once is all of one way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// Both succeeded.
    pub both: f64,
    /// The first alone.
    pub only_first: f64,
    /// The second alone.
    pub only_second: f64,
    /// Neither.
    pub neither: f64,
}

impl Pair {
    /// A pair whose two succeed with these chances, each by its own luck. With
    /// chances of 0 and 1 it is all of one way.
    pub fn independent(first: f64, second: f64) -> Self {
        Self {
            both: first * second,
            only_first: first * (1.0 - second),
            only_second: (1.0 - first) * second,
            neither: (1.0 - first) * (1.0 - second),
        }
    }

    /// The sum, way by way.
    fn sum(pairs: &[Self]) -> Self {
        pairs.iter().fold(Self::default(), |sum, pair| Self {
            both: sum.both + pair.both,
            only_first: sum.only_first + pair.only_first,
            only_second: sum.only_second + pair.only_second,
            neither: sum.neither + pair.neither,
        })
    }

    /// The mean, way by way; nothing at all of no pair.
    pub fn mean(pairs: &[Self]) -> Self {
        let n = pairs.len().max(1) as f64;
        let Self { both, only_first, only_second, neither } = Self::sum(pairs);
        Self { both: both / n, only_first: only_first / n, only_second: only_second / n, neither: neither / n }
    }
}

/// The success rate of the first minus that of the second, with its interval;
/// 0 in (−1, 1) without pairs.
///
/// Method 10 of R. G. Newcombe, "Improved confidence intervals for the difference
/// between binomial proportions based on paired data", Statistics in Medicine 17
/// (1998) 2635–2650: the two Wilson intervals joined by the correlation of the
/// pairs. It is defined for every table, and has a width for every one.
///
/// With pairs that are whole it is the usual interval; with shares it is wider
/// than it need be rather than narrower, as [`wilson`]: the mean of several
/// differences varies no more than one of them.
///
/// # Panics
/// If `confidence` is not in (0, 1), or shares are negative.
pub fn newcombe(pairs: &[Pair], confidence: f64) -> (f64, Interval) {
    let table = Pair::sum(pairs);
    let (n, all) = (pairs.len() as u64, pairs.len() as f64);
    // Shares of one pair may sum to a little more than 1 by rounding.
    let [first, second] = [table.only_first, table.only_second].map(|only| (table.both + only).min(all));
    let (of_first, of_second) = (wilson(first, n, confidence), wilson(second, n, confidence));
    if n == 0 {
        return (0.0, Interval { low: -1.0, high: 1.0 });
    }
    let (p1, p2) = (first / all, second / all);
    let difference = (table.only_first - table.only_second) / all;
    let correlation = correlation(table);
    let joined = |a: f64, b: f64| (a * a - 2.0 * correlation * a * b + b * b).max(0.0).sqrt();
    let interval = Interval {
        low: (difference - joined(p1 - of_first.low, of_second.high - p2)).max(-1.0),
        high: (difference + joined(of_first.high - p1, p2 - of_second.low)).min(1.0),
    };
    (difference, interval)
}

/// Newcombe's φ: the correlation of the pairs, made smaller by his correction
/// for continuity where it is positive; 0 where a margin is empty.
fn correlation(table: Pair) -> f64 {
    let Pair { both: e, only_first: f, only_second: g, neither: h } = table;
    let margins = (e + f) * (g + h) * (e + g) * (f + h);
    if margins <= 0.0 {
        return 0.0;
    }
    let product = e * h - f * g;
    let corrected = if product < 0.0 { product } else { (product - (e + f + g + h) / 2.0).max(0.0) };
    corrected / margins.sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// Whole pairs, so many of each kind.
    fn of(both: usize, only_first: usize, only_second: usize, neither: usize) -> (f64, Interval) {
        newcombe(&whole([both, only_first, only_second, neither]), 0.95)
    }

    fn whole(counts: [usize; 4]) -> Vec<Pair> {
        let kinds = [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)].map(|(first, second)| Pair::independent(first, second));
        kinds.into_iter().zip(counts).flat_map(|(pair, count)| std::iter::repeat_n(pair, count)).collect()
    }

    /// References: Newcombe's formulas over the Wilson intervals of statsmodels
    /// 0.15. The second is the example of Fagerland, Lydersen and Laake (2014),
    /// published as (−0.507, −0.026).
    #[test]
    fn agrees_with_newcombes_method_10() {
        close(of(36, 12, 2, 0).1, 0.056_929_584_003_238_75, 0.340_427_602_974_940_8);
        close(of(1, 1, 7, 12).1, -0.506_920_226_686_141, -0.025_559_124_164_859_837);
        close(of(53, 16, 8, 9).1, -0.020_104_076_887_636_144, 0.203_915_835_250_453_1);
        close(of(5000, 700, 500, 3800).1, 0.013_217_728_731_615_131, 0.026_777_483_243_276_355);
        close(of(98, 2, 0, 0).1, -0.019_733_007_116_335_89, 0.070_011_790_728_544_02);
        close(of(25, 0, 0, 29).1, -0.035_413_034_148_443_31, 0.035_413_034_148_443_31);
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(of(0, 0, 0, 0), (0.0, Interval { low: -1.0, high: 1.0 }));
        assert_eq!(of(0, 1, 0, 0).0.to_bits(), 1f64.to_bits());
        // All equal: no difference, but not without doubt.
        for equal in [of(50, 0, 0, 0), of(0, 0, 0, 50)] {
            assert_eq!(equal.0.to_bits(), 0f64.to_bits());
            close(equal.1, -0.071_347_599_133_358_75, 0.071_347_599_133_358_75);
        }
        close(of(0, 50, 0, 0).1, 0.899_099_257_662_845_2, 1.0);
    }

    /// What an instance won by halves says is between what it says won and lost.
    #[test]
    fn shares_count_as_fractions() {
        let halves = [Pair::independent(0.5, 0.0); 40];
        close(newcombe(&halves, 0.95).1, of(0, 20, 0, 20).1.low, of(0, 20, 0, 20).1.high);
        let mean = Pair::mean(&whole([1, 0, 1, 2]));
        assert_eq!(mean, Pair { both: 0.25, only_first: 0.0, only_second: 0.25, neither: 0.5 });
        assert_eq!(Pair::mean(&[]), Pair::default());
    }

    /// Any tables: 1 to 4 tries of each pair.
    fn tables() -> impl Strategy<Value = Vec<Vec<(bool, bool)>>> {
        prop::collection::vec(prop::collection::vec(any::<(bool, bool)>(), 1..5), 1..60)
    }

    fn averaged(tries: &[Vec<(bool, bool)>]) -> Vec<Pair> {
        let share = |success: bool| f64::from(u8::from(success));
        let one = |&(first, second): &(bool, bool)| Pair::independent(share(first), share(second));
        tries.iter().map(|tries| Pair::mean(&tries.iter().map(one).collect::<Vec<_>>())).collect()
    }

    proptest! {
        #[test]
        fn swapping_the_two_mirrors_everything(tries in tables()) {
            let pairs = averaged(&tries);
            let swapped = |pair: &Pair| Pair { only_first: pair.only_second, only_second: pair.only_first, ..*pair };
            let (there, back) = (newcombe(&pairs, 0.95), newcombe(&pairs.iter().map(swapped).collect::<Vec<_>>(), 0.95));
            prop_assert!((there.0 + back.0).abs() < 1e-12);
            close(there.1, -back.1.high, -back.1.low);
        }

        /// Never without width, always around the difference of the two means.
        #[test]
        fn holds_the_difference_with_room(tries in tables()) {
            let (difference, interval) = newcombe(&averaged(&tries), 0.95);
            let rate = |which: fn(&(bool, bool)) -> bool| {
                let of_pair = |tries: &Vec<(bool, bool)>| tries.iter().filter(|pair| which(pair)).count() as f64 / tries.len() as f64;
                tries.iter().map(of_pair).sum::<f64>() / tries.len() as f64
            };
            prop_assert!((difference - (rate(|pair| pair.0) - rate(|pair| pair.1))).abs() < 1e-12);
            prop_assert!(interval.low <= difference + 1e-12 && difference <= interval.high + 1e-12);
            prop_assert!(interval.high - interval.low > 1e-3);
            prop_assert!(-1.0 <= interval.low && interval.high <= 1.0);
        }
    }
}

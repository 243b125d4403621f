//! Test of paired differences that are not just won or lost.

use super::ranks;
use statrs::distribution::{ContinuousCDF, Normal};

/// Up to so many differences the exact distribution is used, as SciPy does without ties.
const EXACT: usize = 50;

/// What [`wilcoxon`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// How many differences are not 0.
    pub n: u64,
    /// The smaller of the two rank sums, of the gains and of the losses.
    pub statistic: f64,
    /// Two-sided.
    pub p_value: f64,
}

/// The signed-rank test of "the differences lie symmetrically around 0", from one
/// difference a pair; `None` where none differs from 0.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1
/// (1945) 80–83: differences of 0 are dropped, the sizes of the others ranked, and under
/// the null hypothesis each rank falls on either side with chance 1/2. Of up to 50 ranks
/// that is counted out, shared ranks too, so that of differences of one size it is the
/// sign test, and of games won or lost [`mcnemar`](super::mcnemar). Of more the rank sum is
/// near normal with the variance Σ rank² / 4, which is the usual correction for ties
/// (W. Conover, "Practical Nonparametric Statistics", 3rd edition (1999), section 5.7),
/// here without correction for continuity.
pub fn wilcoxon(differences: &[f64]) -> Option<Wilcoxon> {
    let changed: Vec<f64> = differences.iter().copied().filter(|difference| difference.abs() > 0.0).collect();
    let sizes: Vec<f64> = changed.iter().map(|difference| difference.abs()).collect();
    let ranks = ranks(&sizes);
    let all: f64 = ranks.iter().sum();
    let gains: f64 = ranks.iter().zip(&changed).filter(|(_, difference)| **difference > 0.0).map(|(rank, _)| rank).sum();
    let statistic = gains.min(all - gains);
    let n = ranks.len();
    let p_value = if n <= EXACT {
        exact(&ranks, statistic)
    } else {
        let squares: f64 = ranks.iter().map(|rank| rank * rank).sum();
        2.0 * Normal::standard().cdf((statistic - all / 2.0) / (squares / 4.0).sqrt())
    };
    (n > 0).then_some(Wilcoxon { n: n as u64, statistic, p_value: p_value.min(1.0) })
}

/// Twice the share of the sets of these ranks that sum to `most` or less.
fn exact(ranks: &[f64], most: f64) -> f64 {
    // Twice a shared rank is whole.
    let [most, n] = [(2.0 * most) as usize, ranks.len()];
    let mut sets = vec![0u64; most + 1];
    sets[0] = 1;
    for rank in ranks.iter().map(|rank| (2.0 * rank) as usize) {
        for sum in (rank..=most).rev() {
            sets[sum] += sets[sum - rank];
        }
    }
    sets.iter().sum::<u64>() as f64 / 2f64.powi(n as i32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(differences: &[f64], n: u64, statistic: f64, p_value: f64) {
        let found = wilcoxon(differences).unwrap();
        assert!(found.n == n && (found.statistic - statistic).abs() < 1e-9 && (found.p_value / p_value - 1.0).abs() < 1e-9, "{found:?}");
    }

    /// The rank of `k`, as a gain or a loss.
    fn signed(range: std::ops::RangeInclusive<i32>, gains: impl Fn(i32) -> bool) -> Vec<f64> {
        range.map(|k| f64::from(if gains(k) { k } else { -k })).collect()
    }

    /// References: `wilcoxon(…, method="exact")` of SciPy. The first is the example of
    /// its manual, Darwin's pairs of maize plants.
    #[test]
    fn few_are_those_of_scipy() {
        let maize = [6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0];
        check(&maize, 15, 24.0, 0.041_259_765_625);
        check(&[1.0, -2.0, 3.0, -4.0, 5.0, 6.0, 7.0, 8.5], 8, 6.0, 0.109_375);
        check(&signed(1..=25, |k| k * k % 3 == 1), 25, 108.0, 0.148_479_580_879_211_43);
        check(&signed(1..=50, |k| k * 7 % 5 != 0), 50, 275.0, 0.000_310_789_943_290_146_2);
    }

    /// Ties: in 22 of the 256 ways to sign the eight ranks the gains, or the losses, are at most 8.
    #[test]
    fn few_that_are_tied_are_counted_out() {
        check(&[1.0, 1.0, -1.0, 2.0, 2.0, -3.0, 4.0, 0.0, 0.0, 5.0], 8, 8.0, 44.0 / 256.0);
        for (gains, losses) in [(5, 0), (4, 0), (7, 1), (12, 5), (30, 20)] {
            let same: Vec<f64> = [vec![0.25; gains], vec![-0.25; losses]].concat();
            let sign = crate::stats::mcnemar(gains as u64, losses as u64);
            assert!((wilcoxon(&same).unwrap().p_value - sign).abs() < 1e-12, "{gains}, {losses}");
        }
    }

    /// References: `wilcoxon(…, method="asymptotic", correction=False)` of SciPy.
    #[test]
    fn many_are_those_of_scipy() {
        check(&signed(1..=51, |k| k * 7 % 5 != 0), 51, 275.0, 0.000_275_933_486_486_365_9);
        let many: Vec<f64> = (0..3000).map(|k| f64::from(k * 7919 % 1009 - 480)).collect();
        check(&many, 2997, 2_036_980.0, 9.991_686_881_036_297e-6);
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(wilcoxon(&[]), None);
        assert_eq!(wilcoxon(&[0.0, -0.0]), None);
        check(&[2.0], 1, 0.0, 1.0);
        check(&[2.0, 3.0, 0.0], 2, 0.0, 0.5);
        // Gains and losses in balance.
        check(&[1.0, -1.0], 2, 1.5, 1.0);
        check(&[1.0, 2.0, -3.0], 3, 3.0, 1.0);
    }

    proptest! {
        /// The definition: of all ways to sign the ranks, those at least as far out.
        #[test]
        fn counts_what_can_be_signed(gains in prop::collection::vec(any::<bool>(), 1..10)) {
            let n = gains.len() as u32;
            let differences: Vec<f64> = (1..=n).map(|k| if gains[k as usize - 1] { f64::from(k) } else { -f64::from(k) }).collect();
            let sum = |signs: u32| (1..=n).filter(|k| signs >> (k - 1) & 1 == 1).sum::<u32>();
            let all = n * (n + 1) / 2;
            let seen = sum((0..n).map(|k| u32::from(gains[k as usize]) << k).sum());
            let far = (0..1u32 << n).filter(|&signs| (2 * sum(signs)).abs_diff(all) >= (2 * seen).abs_diff(all)).count();
            let found = wilcoxon(&differences).unwrap();
            prop_assert!((found.p_value - far as f64 / f64::from(1u32 << n)).abs() < 1e-12);
        }
    }
}

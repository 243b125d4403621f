//! Test of several strategies on the same instances.

use super::ranks;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// What [`friedman`] finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// How far the mean ranks lie from being equal.
    pub statistic: f64,
    /// One less than there are treatments.
    pub freedom: u64,
    /// The chance of as much or more, were the treatments alike.
    pub p_value: f64,
    /// The mean rank of each treatment: 1 would be least on every instance.
    pub mean_ranks: Vec<f64>,
}

/// The rank test of "all treatments are alike", from blocks (instances), each with one
/// value a treatment (strategy). `None` of fewer than two of either, or where each block
/// is all one value.
///
/// M. Friedman, "The use of ranks to avoid the assumption of normality implicit in the
/// analysis of variance", JASA 32 (1937) 675–701, with ties as W. Conover, "Practical
/// Nonparametric Statistics", 3rd edition (1999), section 5.8; J. Demšar, "Statistical
/// comparisons of classifiers over multiple data sets", JMLR 7 (2006) 1–30, advises it.
/// The p-value is that of χ², near enough from about ten blocks on.
///
/// # Panics
/// If the blocks differ in length.
pub fn friedman(blocks: &[Vec<f64>]) -> Option<Friedman> {
    let treatments = blocks.first()?.len();
    if blocks.len() < 2 || treatments < 2 {
        return None;
    }
    let (n, k) = (blocks.len() as f64, treatments as f64);
    let mut sums = vec![0.0; treatments];
    let mut squares = 0.0;
    for block in blocks {
        assert_eq!(block.len(), treatments, "a block of {} values beside one of {treatments}", block.len());
        for (sum, rank) in sums.iter_mut().zip(ranks(block)) {
            *sum += rank;
            squares += rank * rank;
        }
    }
    let expected = n * (k + 1.0) / 2.0;
    let between: f64 = sums.iter().map(|sum| (sum - expected).powi(2)).sum();
    // Exact, as ranks are halves: 0 where all are tied.
    let within = squares - n * k * (k + 1.0) * (k + 1.0) / 4.0;
    let statistic = (k - 1.0) * between / within;
    let p_value = ChiSquared::new(k - 1.0).ok()?.sf(statistic);
    let mean_ranks = sums.iter().map(|sum| sum / n).collect();
    (within > 0.0).then_some(Friedman { statistic, freedom: treatments as u64 - 1, p_value, mean_ranks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(blocks: &[Vec<f64>], statistic: f64, p_value: f64, mean_ranks: &[f64]) {
        let found = friedman(blocks).unwrap();
        assert!((found.statistic - statistic).abs() < 1e-9 && (found.p_value / p_value - 1.0).abs() < 1e-9, "{found:?}");
        assert!(found.mean_ranks.iter().zip(mean_ranks).all(|(found, rank)| (found - rank).abs() < 1e-9), "{found:?}");
        assert_eq!(found.freedom as usize, mean_ranks.len() - 1);
    }

    /// References: `friedmanchisquare` of SciPy. The first are the 22 runners of M.
    /// Hollander and D. Wolfe, "Nonparametric Statistical Methods" (1973), p. 140.
    #[test]
    fn agrees_with_scipy() {
        let rounding = [
            [5.40, 5.50, 5.55],
            [5.85, 5.70, 5.75],
            [5.20, 5.60, 5.50],
            [5.55, 5.50, 5.40],
            [5.90, 5.85, 5.70],
            [5.45, 5.55, 5.60],
            [5.40, 5.40, 5.35],
            [5.45, 5.50, 5.35],
            [5.25, 5.15, 5.00],
            [5.85, 5.80, 5.70],
            [5.25, 5.20, 5.10],
            [5.65, 5.55, 5.45],
            [5.60, 5.35, 5.45],
            [5.05, 5.00, 4.95],
            [5.50, 5.50, 5.40],
            [5.45, 5.55, 5.50],
            [5.55, 5.55, 5.35],
            [5.45, 5.50, 5.55],
            [5.50, 5.45, 5.25],
            [5.65, 5.60, 5.40],
            [5.70, 5.65, 5.55],
            [6.30, 6.30, 6.25],
        ];
        let ranks = [2.409_090_909_090_909, 2.136_363_636_363_636_2, 1.454_545_454_545_454_6];
        check(&rounding.map(Vec::from), 11.142_857_142_857_132, 0.003_805_040_775_511_383, &ranks);
        let tied = [[1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 3.0, 4.0], [1.0; 4], [4.0, 3.0, 2.0, 2.0], [1.0, 5.0, 5.0, 7.0]];
        check(&tied.map(Vec::from), 2.921_052_631_578_946, 0.403_958_155_375_688_47, &[2.1, 2.2, 2.5, 3.2]);
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(friedman(&[]), None);
        assert_eq!(friedman(&[vec![1.0, 2.0]]), None);
        assert_eq!(friedman(&[vec![1.0], vec![2.0]]), None);
        assert_eq!(friedman(&[vec![], vec![]]), None);
        assert_eq!(friedman(&[vec![1.0; 3], vec![2.0; 3]]), None);
        // In balance.
        check(&[vec![1.0, 2.0], vec![2.0, 1.0]], 0.0, 1.0, &[1.5, 1.5]);
    }

    #[test]
    #[should_panic(expected = "a block of 3 values beside one of 2")]
    fn ragged_blocks_are_refused() {
        friedman(&[vec![1.0, 2.0], vec![1.0, 2.0, 3.0]]);
    }

    proptest! {
        /// Of two treatments it is the sign test: (gains − losses)² over how many differ.
        #[test]
        fn of_two_it_counts_signs(pairs in prop::collection::vec((0u8..4, 0u8..4), 2..40)) {
            let blocks: Vec<Vec<f64>> = pairs.iter().map(|&(a, b)| vec![f64::from(a), f64::from(b)]).collect();
            let signs = pairs.iter().map(|&(a, b)| f64::from(i8::from(a > b) - i8::from(a < b)));
            let (sum, differ) = signs.fold((0.0, 0.0), |(sum, differ), sign| (sum + sign, differ + sign * sign));
            match friedman(&blocks) {
                None => prop_assert!(differ < 1.0),
                Some(found) => prop_assert!((found.statistic - sum * sum / differ).abs() < 1e-9),
            }
        }
    }
}

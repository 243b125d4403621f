//! Whether predicted probabilities mean what they say, as a table.

use super::{Interval, wilson};

/// How predictions are put into bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bins {
    /// So many, of equal width over [0, 1]; those without predictions are left out.
    Width(usize),
    /// At most so many, of about equal count: equal predictions stay together.
    Count(usize),
}

/// A row of a reliability table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// How many predictions fall into it.
    pub n: u64,
    /// Their mean.
    pub predicted: f64,
    /// The mean of what came.
    pub observed: f64,
    /// Where the chance of what came lies, at the confidence asked for.
    pub interval: Interval,
}

/// The reliability table: bins by rising prediction, each with what was predicted
/// and what came. Nothing predicted, no rows.
///
/// A. Murphy and R. Winkler, "Reliability of subjective probability forecasts of
/// precipitation and temperature", Applied Statistics 26 (1977) 41–47. Equal counts
/// give every row the same weight, where predictions crowd together. What came may
/// be a fraction, as the share of wins of several games: the interval is [`wilson`],
/// which is then wider than it need be, never narrower. It takes predictions for
/// independent: of several in one game it is too narrow.
///
/// # Panics
/// If a value is not in [0, 1], the columns differ in length, there are no bins, or
/// `confidence` is not in (0, 1).
pub fn reliability(predicted: &[f64], observed: &[f64], bins: Bins, confidence: f64) -> Vec<Bin> {
    let row = |members: Vec<usize>| {
        let n = members.len() as u64;
        let sum = |values: &[f64]| members.iter().map(|&member| values[member]).sum::<f64>();
        let successes = sum(observed);
        Bin { n, predicted: sum(predicted) / n as f64, observed: successes / n as f64, interval: wilson(successes, n, confidence) }
    };
    binned(predicted, observed, bins).into_iter().map(row).collect()
}

/// The places of the predictions in each bin that has some, by rising prediction.
///
/// # Panics
/// As [`reliability`].
pub(super) fn binned(predicted: &[f64], observed: &[f64], bins: Bins) -> Vec<Vec<usize>> {
    super::brier::check(predicted, observed);
    let (Bins::Width(most) | Bins::Count(most)) = bins;
    assert!(most > 0, "no bins");
    let mut order: Vec<usize> = (0..predicted.len()).collect();
    order.sort_by(|&a, &b| predicted[a].total_cmp(&predicted[b]));
    let mut below = 0;
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); most];
    for equal in order.chunk_by(|&a, &b| predicted[a] >= predicted[b]) {
        let bin = match bins {
            Bins::Width(_) => (predicted[equal[0]] * most as f64) as usize,
            // Where the middle of them falls.
            Bins::Count(_) => (2 * below + equal.len()) * most / (2 * order.len()),
        };
        members[bin.min(most - 1)].extend(equal);
        below += equal.len();
    }
    members.retain(|bin| !bin.is_empty());
    members
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// References: `calibration_curve` of scikit-learn, both strategies.
    #[test]
    fn agrees_with_scikit_learn() {
        let predicted = [0.1, 0.15, 0.3, 0.35, 0.4, 0.62, 0.7, 0.77, 0.81, 0.99];
        let observed = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0];
        let table = |bins| {
            let rows = reliability(&predicted, &observed, bins, 0.95);
            rows.iter().map(|bin| (bin.n, bin.predicted, bin.observed)).collect::<Vec<_>>()
        };
        let near = |found: Vec<(u64, f64, f64)>, expected: &[(u64, f64, f64)]| {
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-12 && (found.2 - expected.2).abs() < 1e-12, "{found:?}");
            }
        };
        near(table(Bins::Width(4)), &[(2, 0.125, 0.0), (3, 0.35, 2.0 / 3.0), (2, 0.66, 0.5), (3, 0.856_666_666_666_666_7, 1.0)]);
        near(table(Bins::Count(2)), &[(5, 0.26, 0.4), (5, 0.778, 0.8)]);
        // A quarter without a prediction has no row.
        assert_eq!(reliability(&[0.1, 0.9], &[0.0, 1.0], Bins::Width(4), 0.95).len(), 2);
    }

    #[test]
    fn the_interval_is_that_of_the_share_that_came() {
        let rows = reliability(&[0.5; 8], &[1.0, 0.5, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0], Bins::Count(3), 0.90);
        let Interval { low, high } = wilson(3.0, 8, 0.90);
        assert_eq!((rows.len(), rows[0].n), (1, 8));
        close(rows[0].interval, low, high);
    }

    #[test]
    fn degenerate_cases() {
        assert!(reliability(&[], &[], Bins::Width(10), 0.95).is_empty());
        assert!(reliability(&[], &[], Bins::Count(10), 0.95).is_empty());
        let ends = reliability(&[0.0, 1.0], &[0.0, 1.0], Bins::Width(1), 0.95);
        assert_eq!((ends[0].n, ends[0].predicted.to_bits()), (2, 0.5f64.to_bits()));
        assert_eq!(reliability(&[1.0], &[1.0], Bins::Count(10), 0.95).len(), 1);
    }

    #[test]
    #[should_panic(expected = "no bins")]
    fn no_bins_are_refused() {
        reliability(&[0.5], &[1.0], Bins::Width(0), 0.95);
    }

    proptest! {
        #[test]
        fn every_prediction_is_in_one_bin(tenths in prop::collection::vec(0u8..=10, 0..60), most in 1usize..12, width: bool) {
            let predicted: Vec<f64> = tenths.iter().map(|tenth| f64::from(*tenth) / 10.0).collect();
            let bins = binned(&predicted, &predicted, if width { Bins::Width(most) } else { Bins::Count(most) });
            prop_assert!(bins.len() <= most);
            let order: Vec<f64> = bins.iter().flatten().map(|&place| predicted[place]).collect();
            prop_assert!(order.is_sorted() && order.len() == predicted.len());
            for pair in bins.windows(2) {
                prop_assert!(predicted[*pair[0].last().unwrap()] < predicted[pair[1][0]]);
            }
        }

        /// Without equal predictions no bin of equal count has two more than another.
        #[test]
        fn counts_are_about_equal(n in 1usize..200, most in 1usize..20) {
            let predicted: Vec<f64> = (0..n).map(|place| place as f64 / n as f64).collect();
            let sizes: Vec<usize> = binned(&predicted, &predicted, Bins::Count(most)).iter().map(Vec::len).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{:?}", sizes);
        }
    }
}

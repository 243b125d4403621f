//! How far predicted probabilities lie from what came.

use super::{Bins, mean};

/// The Brier score: the mean squared difference of prediction and outcome, in [0, 1];
/// 0 is perfect, and always saying 1/2 gives at most 1/4. `None` of nothing.
///
/// G. W. Brier, "Verification of forecasts expressed in terms of probability",
/// Monthly Weather Review 78 (1950) 1–3, in the half form that is used for two
/// outcomes. An outcome may be a fraction, as the share of wins of several games.
///
/// # Panics
/// If a value is not in [0, 1], or the columns differ in length.
pub fn brier(predicted: &[f64], observed: &[f64]) -> Option<f64> {
    check(predicted, observed);
    let squares: Vec<f64> = predicted.iter().zip(observed).map(|(p, o)| (p - o).powi(2)).collect();
    mean(&squares)
}

pub(super) fn check(predicted: &[f64], observed: &[f64]) {
    assert_eq!(predicted.len(), observed.len(), "{} predictions of {} outcomes", predicted.len(), observed.len());
    let wrong = predicted.iter().chain(observed).find(|value| !(0.0..=1.0).contains(*value));
    assert!(wrong.is_none(), "a probability of {}", wrong.unwrap_or(&f64::NAN));
}

/// What a Brier score is made of: `reliability − resolution + uncertainty + within`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Murphy {
    /// How far the bins' predictions lie from what came in them: 0 is calibrated.
    pub reliability: f64,
    /// How far what came differs from bin to bin: the larger, the more the
    /// predictions tell apart.
    pub resolution: f64,
    /// The variance of the outcomes, which no predictor changes.
    pub uncertainty: f64,
    /// What the bins hide: the variance of the predictions inside of them, less twice
    /// their covariance with the outcomes. 0 where each bin holds equal predictions.
    pub within: f64,
}

/// The Brier score taken apart over bins; `None` of nothing.
///
/// A. H. Murphy, "A new vector partition of the probability score", Journal of
/// Applied Meteorology 12 (1973) 595–600, for bins of equal predictions; for others
/// the two further terms, here one, of D. Stephenson, C. Coelho and I. Jolliffe, "Two
/// extra components in the Brier score decomposition", Weather and Forecasting 23
/// (2008) 752–757, keep the sum exact. It holds for fractions as outcomes too.
///
/// # Panics
/// If a value is not in [0, 1], the columns differ in length, or there are no bins.
pub fn murphy(predicted: &[f64], observed: &[f64], bins: Bins) -> Option<Murphy> {
    let bins = super::reliability::binned(predicted, observed, bins);
    let all = mean(observed)?;
    let n = predicted.len() as f64;
    let mut parts = Murphy { reliability: 0.0, resolution: 0.0, uncertainty: 0.0, within: 0.0 };
    for bin in bins {
        let means = [predicted, observed].map(|values| bin.iter().map(|&place| values[place]).sum::<f64>() / bin.len() as f64);
        let [p, o] = means;
        parts.reliability += bin.len() as f64 / n * (p - o).powi(2);
        parts.resolution += bin.len() as f64 / n * (o - all).powi(2);
        for place in bin {
            let (off, came) = (predicted[place] - p, observed[place] - o);
            parts.uncertainty += (observed[place] - all).powi(2) / n;
            parts.within += (off * off - 2.0 * off * came) / n;
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// References: `brier_score_loss` of scikit-learn; the last by hand.
    #[test]
    fn agrees_with_scikit_learn() {
        let cases: &[(&[f64], &[f64], f64)] = &[
            (&[0.1, 0.9, 0.8, 0.3], &[0.0, 1.0, 1.0, 0.0], 0.0375),
            (&[0.5, 0.5], &[0.0, 1.0], 0.25),
            (&[0.7, 0.2, 0.65, 0.99, 0.01], &[1.0, 1.0, 0.0, 1.0, 0.0], 0.230_54),
            (&[0.5, 0.25], &[0.25, 0.75], 0.156_25),
        ];
        for (predicted, observed, score) in cases {
            assert!((brier(predicted, observed).unwrap() - score).abs() < 1e-12, "{predicted:?}");
        }
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(brier(&[], &[]), None);
        assert_eq!(murphy(&[], &[], Bins::Width(10)), None);
        assert_eq!((brier(&[1.0], &[1.0]), brier(&[0.0], &[1.0])), (Some(0.0), Some(1.0)));
        let one = murphy(&[0.25], &[1.0], Bins::Count(5)).unwrap();
        assert_eq!(one, Murphy { reliability: 0.5625, resolution: 0.0, uncertainty: 0.0, within: 0.0 });
    }

    #[test]
    #[should_panic(expected = "a probability of 1.5")]
    fn more_than_certain_is_refused() {
        brier(&[1.5], &[1.0]);
    }

    /// Two predictions, each right by its own rate: 1/4 comes once in four, 3/4 thrice.
    #[test]
    fn calibrated_predictions_are_all_resolution() {
        let predicted = [0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.75, 0.75];
        let observed = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let parts = murphy(&predicted, &observed, Bins::Count(2)).unwrap();
        assert_eq!(parts, Murphy { reliability: 0.0, resolution: 0.0625, uncertainty: 0.25, within: 0.0 });
        assert_eq!(brier(&predicted, &observed), Some(0.1875));
    }

    proptest! {
        #[test]
        fn the_parts_sum_to_the_score(pairs in prop::collection::vec((0f64..=1.0, 0f64..=1.0), 1..60), most in 1usize..12, width: bool) {
            let (predicted, observed): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let bins = if width { Bins::Width(most) } else { Bins::Count(most) };
            let Murphy { reliability, resolution, uncertainty, within } = murphy(&predicted, &observed, bins).unwrap();
            let score = brier(&predicted, &observed).unwrap();
            prop_assert!((reliability - resolution + uncertainty + within - score).abs() < 1e-12);
            prop_assert!(reliability >= 0.0 && resolution <= uncertainty + 1e-12);
        }
    }
}

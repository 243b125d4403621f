//! Interval for a mean, by the spread of the values themselves.

use super::correlation::centred;
use super::{Interval, mean, threshold};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The mean of one value per instance, with Student's interval; `None` of nothing.
///
/// Student (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908) 1–25:
/// exact where the values are normal, and near where they are many. It is as fast as
/// the mean; where values are few and far from normal, [`bootstrap`](super::bootstrap())
/// follows their shape. One value shows no spread, so that its interval is (−∞, ∞);
/// several that are all equal show that there is none.
///
/// # Panics
/// If `confidence` is not in (0, 1).
pub fn mean_interval(values: &[f64], confidence: f64) -> Option<(f64, Interval)> {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    let middle = mean(values)?;
    let n = values.len() as f64;
    let half = match centred(values) {
        _ if n < 2.0 => f64::INFINITY,
        None => 0.0,
        Some(off) => student_value(confidence, n - 1.0) * (off.iter().map(|off| off * off).sum::<f64>() / (n - 1.0) / n).sqrt(),
    };
    Some((middle, Interval { low: middle - half, high: middle + half }))
}

/// The two-sided critical value of Student's distribution.
///
/// # Panics
/// If `freedom` is not above 0.
pub(super) fn student_value(confidence: f64, freedom: f64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, freedom).expect("some degrees of freedom");
    // Not its `inverse_cdf`, which is off in the fifth digit for a million values.
    threshold(1e12, |t| student.sf(t) <= (1.0 - confidence) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// References: `t.interval(confidence, n - 1, mean, sem)` of SciPy.
    #[test]
    fn agrees_with_scipy() {
        let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        let of = |values: &[f64], confidence| mean_interval(values, confidence).unwrap().1;
        close(of(&values, 0.95), 1.577_300_043_159_245_7, 6.172_699_956_840_754);
        close(of(&values, 0.90), 2.034_042_318_789_347_7, 5.715_957_681_210_652);
        close(of(&[1.0, 2.0], 0.95), -4.853_102_368_087_347, 7.853_102_368_087_347);
        let many: Vec<f64> = (0..1000).map(|i| f64::from(i % 7)).collect();
        close(of(&many, 0.99), 2.833_799_037_284_638_4, 3.160_200_962_715_361_3);
    }

    /// References: `t.ppf` of SciPy.
    #[test]
    fn critical_values_are_those_of_scipy() {
        let cases = [
            (0.95, 1.0, 12.706_204_736_174_694),
            (0.999_999, 1.0, 636_619.772_278_072_3),
            (0.5, 4.0, 0.740_697_084_112_682_9),
            (0.99, 99.0, 2.626_405_457_280_827),
            (0.5, 999_999.0, 0.674_489_995_531_332_6),
            (0.95, 999_999.0, 1.959_966_356_816_479_1),
        ];
        for (confidence, freedom, t) in cases {
            let found = student_value(confidence, freedom);
            assert!((found / t - 1.0).abs() < 1e-9, "{confidence} {freedom}: {found}");
        }
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(mean_interval(&[], 0.95), None);
        assert_eq!(mean_interval(&[2.0], 0.95), Some((2.0, Interval { low: f64::NEG_INFINITY, high: f64::INFINITY })));
        let (middle, interval) = mean_interval(&[0.1; 3], 0.95).unwrap();
        assert_eq!(interval, Interval { low: middle, high: middle });
    }

    proptest! {
        /// Moved and stretched values move and stretch it.
        #[test]
        fn follows_a_change_of_scale(values in prop::collection::vec(-10f64..10.0, 2..40), offset in -10f64..10.0, scale in 0.1f64..10.0) {
            let (middle, interval) = mean_interval(&values, 0.9).unwrap();
            let moved: Vec<f64> = values.iter().map(|value| offset + scale * value).collect();
            let (there, other) = mean_interval(&moved, 0.9).unwrap();
            prop_assert!((there - (offset + scale * middle)).abs() < 1e-9);
            prop_assert!((other.low - (offset + scale * interval.low)).abs() < 1e-9 && (other.high - (offset + scale * interval.high)).abs() < 1e-9);
        }
    }
}

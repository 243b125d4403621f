//! A straight line through points.

use super::correlation::centred;
use super::student::student_value;
use super::{Interval, mean};

/// The least squares line y = intercept + slope · x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// How y grows with x.
    pub slope: f64,
    /// y at x = 0.
    pub intercept: f64,
    /// Where the slope lies, at the confidence asked for.
    pub slope_interval: Interval,
    /// How many points there are.
    pub n: u64,
}

/// The least squares line through (x, y) points; `None` with fewer than two distinct x.
///
/// A.-M. Legendre, "Nouvelles méthodes pour la détermination des orbites des comètes"
/// (1805); the slope's interval is Student's, with n − 2 degrees of freedom (R. Fisher,
/// "The goodness of fit of regression formulae", Journal of the Royal Statistical Society
/// 85 (1922) 597–612). Two points lie on a line whatever they are: (−∞, ∞).
///
/// For a power law the caller takes logarithms of both: the slope is the exponent.
///
/// # Panics
/// If `confidence` is not in (0, 1).
pub fn line(points: &[(f64, f64)], confidence: f64) -> Option<Line> {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence of {confidence}");
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (middle, height) = (mean(&x)?, mean(&y)?);
    let x = centred(&x)?;
    let spread: f64 = x.iter().map(|x| x * x).sum();
    let slope = x.iter().zip(&y).map(|(x, y)| x * (y - height)).sum::<f64>() / spread;
    let errors: f64 = x.iter().zip(&y).map(|(x, y)| (y - height - slope * x).powi(2)).sum();
    let freedom = points.len() as f64 - 2.0;
    let half = if freedom > 0.0 { student_value(confidence, freedom) * (errors / freedom / spread).sqrt() } else { f64::INFINITY };
    let slope_interval = Interval { low: slope - half, high: slope + half };
    (spread > 0.0).then_some(Line { slope, intercept: height - slope * middle, slope_interval, n: points.len() as u64 })
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// References: `linregress` of SciPy, its `stderr` times `t.ppf`. The first is the first
    /// of F. Anscombe's quartet (The American Statistician 27 (1973) 17–21).
    #[test]
    fn agrees_with_scipy() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let anscombe: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        let found = line(&anscombe, 0.95).unwrap();
        assert!((found.slope - 0.500_090_909_090_909_1).abs() < 1e-12 && (found.intercept - 3.000_090_909_090_910_3).abs() < 1e-12);
        close(found.slope_interval, 0.233_370_136_385_187_5, 0.766_811_681_796_630_8);
        close(line(&anscombe, 0.99).unwrap().slope_interval, 0.116_917_422_706_005_97, 0.883_264_395_475_812_4);

        let points = [(3.0, 2.0), (1.0, 7.0), (4.0, 1.0), (1.0, 8.0), (5.0, 2.0), (9.0, 8.0), (2.0, 1.0), (6.0, 8.0)];
        let found = line(&points, 0.95).unwrap();
        assert!((found.slope - 0.257_683_215_130_023_6).abs() < 1e-12 && (found.intercept - 3.626_477_541_371_158_5).abs() < 1e-12);
        close(found.slope_interval, -0.942_816_418_089_396_5, 1.458_182_848_349_444);
        assert_eq!(found.n, 8);
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(line(&[], 0.95), None);
        assert_eq!(line(&[(1.0, 2.0)], 0.95), None);
        assert_eq!(line(&[(0.1, 2.0), (0.1, 3.0), (0.1, 4.0)], 0.95), None);
        let unknown = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(line(&[(1.0, 1.0), (3.0, 5.0)], 0.95), Some(Line { slope: 2.0, intercept: -1.0, slope_interval: unknown, n: 2 }));
        let flat = line(&[(1.0, 4.0), (2.0, 4.0), (6.0, 4.0)], 0.95).unwrap();
        assert_eq!(flat, Line { slope: 0.0, intercept: 4.0, slope_interval: Interval { low: 0.0, high: 0.0 }, n: 3 });
    }

    proptest! {
        /// What makes it least squares: the errors neither sum to anything nor follow x.
        #[test]
        fn leaves_errors_without_a_trend(points in prop::collection::vec((-10f64..10.0, -10f64..10.0), 3..40)) {
            let Some(found) = line(&points, 0.9) else { return Ok(()) };
            prop_assume!(found.slope.abs() < 1e3);
            let errors = points.iter().map(|(x, y)| (x, y - found.intercept - found.slope * x));
            let (sum, trend) = errors.fold((0.0, 0.0), |(sum, trend), (x, error)| (sum + error, trend + x * error));
            prop_assert!(sum.abs() < 1e-8 && trend.abs() < 1e-6, "{} {}", sum, trend);
        }
    }
}

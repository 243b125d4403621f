//! Quantiles of a sample.

/// The quantile at `share` in [0, 1]: type 7 of R. J. Hyndman and Y. Fan,
/// "Sample quantiles in statistical packages", The American Statistician 50
/// (1996) 361–365, the default of R and NumPy: straight lines between the
/// order statistics, the first at 0 and the last at 1. `None` of nothing.
///
/// # Panics
/// If `share` is outside [0, 1].
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&share), "a share of {share}");
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let place = share * sorted.len().checked_sub(1)? as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    Some(below + place.fract() * (above - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// References: `numpy.quantile` of NumPy 2.
    #[test]
    fn agrees_with_numpy() {
        let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        for (share, expected) in [(0.0, 1.0), (0.05, 1.0), (0.25, 1.75), (0.5, 3.5), (0.95, 7.95), (1.0, 9.0)] {
            let found = quantile(&values, share).unwrap();
            assert!((found - expected).abs() < 1e-12, "{share}: {found}");
        }
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(quantile(&[], 0.5), None);
        for share in [0.0, 0.3, 1.0] {
            assert_eq!(quantile(&[7.0], share), Some(7.0));
            assert_eq!(quantile(&[7.0; 5], share), Some(7.0));
        }
    }
}

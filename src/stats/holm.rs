//! Several tests at once.

/// Holm's step-down adjusted p-values of a family of tests, in the order given:
/// rejecting where one is at most α keeps the chance of any false rejection at
/// most α, whatever the tests have to do with each other.
///
/// The smallest of n p-values is taken times n, the next times n − 1, and so on,
/// never less than the one before and never more than 1: S. Holm, "A simple
/// sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6 (1979) 65–70. A family of one stays as it is.
///
/// # Panics
/// If a p-value is not in [0, 1].
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    assert!(p_values.iter().all(|p| (0.0..=1.0).contains(p)), "p-values {p_values:?}");
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (nth, &test) in order.iter().enumerate() {
        least = least.max((order.len() - nth) as f64 * p_values[test]).min(1.0);
        adjusted[test] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// References: `multipletests(…, method="holm")` of statsmodels 0.15. The second
    /// family is that of Benjamini and Hochberg (1995), section 3.2.
    #[test]
    fn agrees_with_statsmodels() {
        let cases: &[(&[f64], &[f64])] = &[
            (&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]),
            (
                &[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0],
                &[0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
            ),
            (&[0.02, 0.02, 0.02], &[0.06, 0.06, 0.06]),
            (&[0.9, 0.001, 0.2, 0.001, 1e-12], &[0.9, 0.004, 0.4, 0.004, 5e-12]),
        ];
        for (given, expected) in cases {
            let found = holm(given);
            assert_eq!(found.len(), expected.len());
            assert!(found.iter().zip(*expected).all(|(found, p)| (found / p - 1.0).abs() < 1e-12), "{given:?}: {found:?}");
        }
    }

    #[test]
    fn degenerate_cases() {
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.3]), [0.3]);
        assert_eq!(holm(&[0.6, 0.5]), [1.0, 1.0]);
        assert_eq!(holm(&[0.0, 1.0, 0.0]), [0.0, 1.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "p-values [0.5, 1.5]")]
    fn more_than_certain_is_refused() {
        holm(&[0.5, 1.5]);
    }

    /// The definition in closed form: the largest, over all tests with no greater
    /// p-value, of what their rank makes of it.
    fn by_definition(p_values: &[f64], test: usize) -> f64 {
        let no_smaller = |p: f64| p_values.iter().filter(|&&other| other >= p).count() as f64;
        let no_greater = p_values.iter().filter(|&&p| p <= p_values[test]);
        no_greater.map(|&p| (no_smaller(p) * p).min(1.0)).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn is_what_the_definition_says(given in prop::collection::vec((0u8..=20).prop_map(|p| f64::from(p) / 20.0), 0..12)) {
            let found = holm(&given);
            for (test, p) in found.iter().enumerate() {
                prop_assert!((p - by_definition(&given, test)).abs() < 1e-12);
                prop_assert!(given[test] <= *p && *p <= 1.0);
            }
        }
    }
}

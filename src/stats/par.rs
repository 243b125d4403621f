//! Average cost where a budget cuts off.

use super::mean;

/// What running out of budget costs, in budgets.
const PENALTY: f64 = 10.0;

/// The penalised average cost PAR10: the mean cost of one run per instance, where a run
/// that did not end within `limit` (`None`, or a higher cost) counts as ten limits.
/// `None` of nothing.
///
/// F. Hutter, H. Hoos, K. Leyton-Brown and T. Stützle, "ParamILS: an automatic algorithm
/// configuration framework", JAIR 36 (2009) 267–306, section 2; the measure of B. Bischl
/// et al., "ASlib: a benchmark library for algorithm selection", Artificial Intelligence
/// 237 (2016) 41–58. Ten is a convention: it says that solving one more instance is worth
/// more than solving several faster.
///
/// # Panics
/// If `limit` or a cost is negative or not a number.
pub fn par10(costs: &[Option<f64>], limit: f64) -> Option<f64> {
    assert!(limit >= 0.0, "a limit of {limit}");
    let penalised = |cost: &Option<f64>| match cost {
        Some(cost) => {
            assert!(*cost >= 0.0, "a cost of {cost}");
            if *cost <= limit { *cost } else { PENALTY * limit }
        }
        None => PENALTY * limit,
    };
    mean(&costs.iter().map(penalised).collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn is_what_it_is_by_hand() {
        assert_eq!(par10(&[Some(2.0), None, Some(4.0), Some(6.0)], 100.0), Some(253.0));
        // At the limit is within it, above is not.
        assert_eq!(par10(&[Some(5.0), Some(5.5)], 5.0), Some(27.5));
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(par10(&[], 5.0), None);
        assert_eq!(par10(&[None], 5.0), Some(50.0));
        assert_eq!(par10(&[Some(0.0)], 0.0), Some(0.0));
    }

    #[test]
    #[should_panic(expected = "a cost of -1")]
    fn negative_costs_are_refused() {
        par10(&[Some(-1.0)], 5.0);
    }

    proptest! {
        /// Solved share × mean cost of the solved + unsolved share × ten limits.
        #[test]
        fn is_a_mean_of_two_means(costs in prop::collection::vec(prop::option::of(0f64..100.0), 1..40)) {
            let solved: Vec<f64> = costs.iter().flatten().copied().collect();
            let share = solved.len() as f64 / costs.len() as f64;
            let expected = share * mean(&solved).unwrap_or(0.0) + (1.0 - share) * 1000.0;
            prop_assert!((par10(&costs, 100.0).unwrap() - expected).abs() < 1e-9);
        }
    }
}

//! How often each strategy is within a factor of the best.

/// The performance profile: per strategy its steps (ratio to the best, share of instances
/// within it), from one cost per strategy (`None`: not solved) for each instance.
///
/// E. Dolan and J. Moré, "Benchmarking optimization software with performance profiles",
/// Mathematical Programming 91 (2002) 201–213. The share at ratio 1 is how often a strategy
/// is the best, or as good; the last share is how often it solves at all. An instance that
/// nobody solves counts in every share's denominator. Ratios rise, each once; between two
/// steps the share stays, below the first it is 0, and a strategy that solves nothing has
/// no steps.
///
/// Where the best costs 0, another 0 has ratio 1, and anything else is within no finite
/// ratio: such an instance never counts for it, so that its last share is lower than what
/// it solves. An infinite cost is as none.
///
/// # Panics
/// If instances differ in the number of strategies, or a cost is negative or not a number.
pub fn performance_profile(costs: &[Vec<Option<f64>>]) -> Vec<Vec<(f64, f64)>> {
    let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); costs.first().map_or(0, Vec::len)];
    for instance in costs {
        assert_eq!(instance.len(), ratios.len(), "{} costs beside {}", instance.len(), ratios.len());
        let wrong = instance.iter().flatten().find(|cost| cost.is_nan() || **cost < 0.0);
        assert!(wrong.is_none(), "a cost of {}", wrong.unwrap_or(&f64::NAN));
        let best = instance.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        for (ratios, cost) in ratios.iter_mut().zip(instance) {
            let ratio = cost.filter(|cost| cost.is_finite()).map(|cost| if cost <= best { 1.0 } else { cost / best });
            ratios.extend(ratio.filter(|ratio| ratio.is_finite()));
        }
    }
    ratios.into_iter().map(|ratios| steps(ratios, costs.len())).collect()
}

/// The share of `all` up to each distinct value.
fn steps(mut values: Vec<f64>, all: usize) -> Vec<(f64, f64)> {
    values.sort_unstable_by(f64::total_cmp);
    let mut within = 0;
    let step = |equal: &[f64]| {
        within += equal.len();
        (equal[0], within as f64 / all as f64)
    };
    values.chunk_by(|a, b| a >= b).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn is_what_it_is_by_hand() {
        let costs = [vec![Some(1.0), Some(2.0)], vec![Some(6.0), Some(3.0)], vec![Some(4.0), None], vec![None, None]];
        assert_eq!(performance_profile(&costs), [vec![(1.0, 0.5), (2.0, 0.75)], vec![(1.0, 0.25), (2.0, 0.5)]]);
    }

    #[test]
    fn degenerate_cases() {
        assert!(performance_profile(&[]).is_empty());
        assert_eq!(performance_profile(&[vec![None, None]]), [vec![], vec![]]);
        assert_eq!(performance_profile(&[vec![Some(3.0)], vec![Some(5.0)]]), [vec![(1.0, 1.0)]]);
        assert_eq!(performance_profile(&vec![vec![Some(7.0); 2]; 3]), [vec![(1.0, 1.0)], vec![(1.0, 1.0)]]);
        // A best of 0: as good, or out of reach; infinite is not solved.
        let free = [vec![Some(0.0), Some(0.0), Some(1.0), Some(f64::INFINITY)]];
        assert_eq!(performance_profile(&free), [vec![(1.0, 1.0)], vec![(1.0, 1.0)], vec![], vec![]]);
    }

    #[test]
    #[should_panic(expected = "a cost of -1")]
    fn negative_costs_are_refused() {
        performance_profile(&[vec![Some(1.0), Some(-1.0)]]);
    }

    proptest! {
        /// The definition, at every ratio that occurs: costs that are powers of two, or 0.
        #[test]
        fn is_what_the_definition_says(costs in prop::collection::vec(prop::collection::vec(prop::option::of(0u32..6), 3), 1..20)) {
            let cost = |power: u32| if power == 0 { 0.0 } else { f64::from(1 << power) };
            let costs: Vec<Vec<Option<f64>>> = costs.into_iter().map(|row| row.into_iter().map(|power| power.map(cost)).collect()).collect();
            for (strategy, steps) in performance_profile(&costs).iter().enumerate() {
                prop_assert!(steps.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
                for ratio in [1.0, 2.0, 4.0, 8.0, 16.0] {
                    let best = |row: &[Option<f64>]| row.iter().flatten().copied().fold(f64::INFINITY, f64::min);
                    let within = costs.iter().filter(|row| row[strategy].is_some_and(|cost| cost <= ratio * best(row))).count();
                    let found = steps.iter().rev().find(|step| step.0 <= ratio).map_or(0.0, |step| step.1);
                    prop_assert!((found - within as f64 / costs.len() as f64).abs() < 1e-12);
                }
            }
        }
    }
}

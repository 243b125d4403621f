//! Restarts: what a random search takes that is cut off and begun again.
//!
//! M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms",
//! Information Processing Letters 47 (1993) 173–180: the best that can be done knowing the
//! distribution of run times is to cut every run off after the same time.

use super::mean;

/// The expected work until a run succeeds, when every run is cut off after `cutoff`: the mean
/// of min(T, cutoff) over the share of runs with T ≤ cutoff. Infinite where no run is so short.
/// `runs` are the run times T, infinite where a run never succeeded. `None` of nothing.
pub fn restarted(runs: &[f64], cutoff: f64) -> Option<f64> {
    let spent = mean(&runs.iter().map(|run| run.min(cutoff)).collect::<Vec<_>>())?;
    let share = runs.iter().filter(|run| **run <= cutoff).count() as f64 / runs.len() as f64;
    Some(if share > 0.0 { spent / share } else { f64::INFINITY })
}

/// The cut-off that takes the least in the mean over several distributions, each told by its
/// runs: one of these run times, the smallest of equals. Infinite, which is none, where
/// cutting off does not help; `None` of nothing.
pub fn best_cutoff(distributions: &[Vec<f64>]) -> Option<f64> {
    let expected = |cutoff: f64| mean(&distributions.iter().map(|runs| restarted(runs, cutoff)).collect::<Option<Vec<_>>>()?);
    let mut cutoffs: Vec<f64> = distributions.iter().flatten().copied().filter(|run| run.is_finite()).collect();
    cutoffs.sort_unstable_by(f64::total_cmp);
    cutoffs.dedup();
    let mut best = (f64::INFINITY, expected(f64::INFINITY)?);
    for cutoff in cutoffs {
        let value = expected(cutoff)?;
        if value < best.1 {
            best = (cutoff, value);
        }
    }
    Some(best.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use rand::RngExt;

    #[test]
    fn by_hand() {
        // Half the runs take 1, half 100: cut off after 1, it takes 2 tries of 1.
        let runs = [1.0, 100.0, 1.0, 100.0];
        for (cutoff, expected) in [(1.0, 2.0), (100.0, 50.5), (f64::INFINITY, 50.5), (0.5, f64::INFINITY)] {
            assert_eq!(restarted(&runs, cutoff), Some(expected));
        }
        assert_eq!(best_cutoff(&[runs.to_vec()]), Some(1.0));
        // A run that never ends is what restarts are for.
        assert_eq!(restarted(&[3.0, f64::INFINITY], 3.0), Some(6.0));
        assert_eq!(best_cutoff(&[vec![3.0, f64::INFINITY]]), Some(3.0));
        assert_eq!((restarted(&[], 1.0), best_cutoff(&[vec![]]), best_cutoff(&[])), (None, None, None));
        // All alike: nothing is gained.
        assert_eq!(best_cutoff(&[vec![5.0; 4], vec![7.0; 4]]), Some(f64::INFINITY));
    }

    /// By simulation: what is reckoned is what restarting takes.
    #[test]
    fn it_is_what_restarts_take() {
        let runs = [2.0, 3.0, 10.0, 40.0, 41.0];
        let mut rng = Seed::new(5).generator();
        for cutoff in [2.0, 3.0, 12.0, 50.0] {
            let mut spent = 0.0;
            for _ in 0..40_000 {
                loop {
                    let run = runs[rng.random_range(0..runs.len())];
                    spent += f64::min(run, cutoff);
                    if run <= cutoff {
                        break;
                    }
                }
            }
            let expected = restarted(&runs, cutoff).unwrap();
            assert!((spent / 40_000.0 / expected - 1.0).abs() < 0.03, "{cutoff}: {spent} {expected}");
        }
    }
}

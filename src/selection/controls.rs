//! Controls: scenarios in which there is nothing to learn.

use super::Scenario;
use super::folds::permutation;
use crate::seed::Seed;

/// The scenario with the scores of each decision shuffled among its options, those of each
/// half of the worlds by themselves, and its errors made alike: what is known of an option,
/// or seen of it in one half, then says nothing about its score in the other. Whatever a
/// learner gains there, it gains by looking where it should not.
#[must_use]
pub fn shuffled(scenario: &Scenario, seed: Seed) -> Scenario {
    let mut shuffled = scenario.clone();
    for (number, decision) in scenario.decisions.iter().enumerate() {
        for half in [0, 1] {
            let from = permutation(decision.options.len(), seed.index(number as u64).index(half as u64));
            for (to, from) in decision.options.clone().zip(from) {
                shuffled.halves[to][half] = scenario.halves[decision.options.start + from][half];
            }
        }
        // Who is close to the baseline has a small error, and a good score.
        let squares: f64 = scenario.errors[decision.options.clone()].iter().map(|error| error * error).sum();
        shuffled.errors[decision.options.clone()].fill((squares / decision.options.len() as f64).sqrt());
    }
    shuffled
}

#[cfg(test)]
mod tests {
    use super::super::planted;
    use super::*;

    #[test]
    fn scores_stay_within_their_decision() {
        let scenario = planted::candidates(50, 5, 0.1, Seed::new(1));
        let other = shuffled(&scenario, Seed::new(2));
        assert_ne!(other.halves, scenario.halves);
        assert_eq!((&other.x, &other.decisions), (&scenario.x, &scenario.decisions));
        for decision in &scenario.decisions {
            for half in [0, 1] {
                let sorted = |scenario: &Scenario| {
                    let mut scores: Vec<f64> = decision.options.clone().map(|option| scenario.halves[option][half]).collect();
                    scores.sort_unstable_by(f64::total_cmp);
                    scores
                };
                assert_eq!(sorted(&other), sorted(&scenario));
            }
        }
    }
}

//! Folds and samples: which decisions are held out, drawn by a seed.
//!
//! A group (a map and all its states) is never split: its states resemble each
//! other, so that a model that has seen one of them knows more of the others than
//! it will know of any new map. [`Split::State`] splits them all the same, to show
//! how much that flatters.

use super::Scenario;
use crate::seed::Seed;
use rand::RngExt;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stays together when decisions are dealt into folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// All decisions of a group: what is learned is tried on unseen maps.
    Group,
    /// Nothing: each decision is dealt by itself, and groups leak from fold to fold.
    State,
}

/// The decisions dealt into so many folds, each in the order given. Every decision is
/// in exactly one; folds hold equally many units (groups, or decisions), give or take
/// one, and may be empty where there are fewer units than folds.
///
/// # Panics
/// If `count` is 0.
pub fn folds(scenario: &Scenario, decisions: &[usize], count: usize, by: Split, seed: Seed) -> Vec<Vec<usize>> {
    let units = match by {
        Split::Group => groups(scenario, decisions),
        Split::State => (0..decisions.len()).collect(),
    };
    let dealt = permutation(units.iter().max().map_or(0, |last| last + 1), seed);
    let mut folds = vec![Vec::new(); count];
    for (&decision, &unit) in decisions.iter().zip(&units) {
        folds[dealt[unit] % count].push(decision);
    }
    folds
}

/// For each of these decisions the number of its group, counted by name from 0.
pub fn groups(scenario: &Scenario, decisions: &[usize]) -> Vec<usize> {
    let name = |&decision: &usize| Arc::clone(&scenario.decisions[decision].group);
    let mut numbers: BTreeMap<Arc<str>, usize> = decisions.iter().map(|decision| (name(decision), 0)).collect();
    numbers.values_mut().enumerate().for_each(|(number, slot)| *slot = number);
    decisions.iter().map(|decision| numbers[&name(decision)]).collect()
}

/// At most `most` of the numbers below `n`, drawn without replacement, in order.
pub fn sample(n: usize, most: usize, seed: Seed) -> Vec<usize> {
    if n <= most {
        return (0..n).collect();
    }
    let mut drawn = permutation(n, seed);
    drawn.truncate(most);
    drawn.sort_unstable();
    drawn
}

/// The numbers below `n` in a random order (R. A. Fisher and F. Yates, 1938, in
/// R. Durstenfeld's form, Algorithm 235, Communications of the ACM 7 (1964) 420).
pub fn permutation(n: usize, seed: Seed) -> Vec<usize> {
    let mut rng = seed.generator();
    let mut order: Vec<usize> = (0..n).collect();
    for last in (1..n).rev() {
        // Not `usize`: the draws are the same on every platform.
        order.swap(last, rng.random_range(0..=last as u64) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::super::planted;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_group_is_never_split_and_nothing_is_lost(decisions in 1usize..60, per_group in 1usize..7, count in 1usize..6, seed: u64) {
            let scenario = planted::candidates(decisions, per_group, 0.1, Seed::new(1));
            let all: Vec<usize> = (0..decisions).collect();
            for by in [Split::Group, Split::State] {
                let folds = folds(&scenario, &all, count, by, Seed::new(seed));
                let mut dealt = folds.concat();
                dealt.sort_unstable();
                prop_assert_eq!(&dealt, &all);
                let in_fold = |group: usize| folds.iter().filter(|fold| fold.iter().any(|decision| decision / per_group == group)).count();
                prop_assert!(by == Split::State || (0..decisions.div_ceil(per_group)).all(|group| in_fold(group) == 1));
            }
        }

        #[test]
        fn a_sample_is_of_that_size_and_in_order(n in 0usize..200, most in 0usize..100, seed: u64) {
            let drawn = sample(n, most, Seed::new(seed));
            prop_assert_eq!(drawn.len(), n.min(most));
            prop_assert!(drawn.is_sorted_by(|a, b| a < b) && drawn.iter().all(|&i| i < n));
        }
    }
}

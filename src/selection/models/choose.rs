//! Choosing by predicted advantages: the best option, if it is worth leaving the single
//! best strategy's.

use super::super::{Belief, Decision, Scenario};
use super::Choice;

/// The option of the highest predicted advantage, of equals the first, and that
/// advantage. Options that are −∞, of which nothing is known or which are the base, are
/// left out; `None` where there is no other.
pub(super) fn best(advantages: &[f64]) -> Option<(usize, f64)> {
    let known = (0..advantages.len()).filter(|&option| advantages[option] > f64::NEG_INFINITY);
    known.rev().max_by(|&a, &b| advantages[a].total_cmp(&advantages[b])).map(|option| (option, advantages[option]))
}

/// That option where its advantage exceeds the margin; the base otherwise, and always
/// without a margin.
pub(super) fn chosen(best: Option<(usize, f64)>, base: usize, margin: Option<f64>) -> usize {
    match (best, margin) {
        (Some((option, advantage)), Some(margin)) if advantage > margin => option,
        _ => base,
    }
}

/// What to take by beliefs and what one half of the worlds shows, the first or the second. No
/// probability of winning is told: it would be that of one of two choices.
pub(super) fn best_seen(scenario: &Scenario, decision: &Decision, beliefs: &[Option<Belief>], base: usize) -> [Choice; 2] {
    let first = decision.options.start;
    [0, 1].map(|half| {
        let seen = |(option, belief): (usize, &Option<Belief>)| {
            let [mean, variance] = scenario.seen(first + option, first + base, half);
            belief.map(|belief| belief.seeing(mean, variance))
        };
        let beliefs: Vec<Option<Belief>> = beliefs.iter().enumerate().map(seen).collect();
        let chosen = best_believed(&beliefs, base);
        Choice { option: first + chosen, win: None, abstained: chosen == base }
    })
}

/// The option of the highest mean; of equals the base, then the first.
pub fn best_believed(beliefs: &[Option<Belief>], base: usize) -> usize {
    let mean = |option: usize| beliefs[option].map_or(f64::NEG_INFINITY, |belief| belief.mean);
    (0..beliefs.len()).fold(base, |best, next| if mean(next) > mean(best) { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_chosen_beyond_the_margin_only() {
        let base = f64::NEG_INFINITY;
        let check = |advantages: &[f64], margin, expected| assert_eq!(chosen(best(advantages), 0, margin), expected, "{advantages:?}");
        check(&[base, 0.1, 0.3, 0.3], Some(0.0), 2);
        check(&[base, 0.1, 0.3, 0.3], Some(0.3), 0);
        check(&[base, 0.1, 0.3, 0.3], None, 0);
        check(&[base, -0.1], Some(0.0), 0);
        check(&[base], Some(-1.0), 0);
        assert_eq!(best(&[base, base]), None);
    }
}

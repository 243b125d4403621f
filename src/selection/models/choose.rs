//! Choosing by predicted advantages: the best option, if it is worth leaving the single
//! best strategy's.

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

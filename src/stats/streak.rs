//! Runs of successes.

/// The longest run of successes, in the order given.
pub fn longest_streak(successes: impl IntoIterator<Item = bool>) -> u64 {
    let step = |(longest, running): (u64, u64), success| {
        let running = if success { running + 1 } else { 0 };
        (longest.max(running), running)
    };
    successes.into_iter().fold((0, 0), step).0
}

/// The longest run of successes to be expected in `n` independent trials that each succeed
/// with chance `p`: the sum of [`longest_streak_at_least`] over all lengths, and as near,
/// relatively. The work grows with 1 / (1 − p), and never with more than `n`.
///
/// M. Schilling, "The longest run of heads", College Mathematics Journal 21 (1990)
/// 196–207: about log(n · (1 − p)) / log(1 / p), with a spread that does not grow with n.
///
/// # Panics
/// If `p` is not in [0, 1].
pub fn expected_longest_streak(n: u64, p: f64) -> f64 {
    assert!((0.0..=1.0).contains(&p), "a probability of {p}");
    if p >= 1.0 {
        return n as f64;
    }
    // What is left out at the end is below a last term / (1 − p).
    let enough = |length: &u64| clumps(n, p, *length) > 1e-12 * (1.0 - p);
    (1..=n).take_while(enough).map(|length| longest_streak_at_least(n, p, length)).sum()
}

/// The chance that `n` independent trials, each a success with chance `p`, hold a run of
/// `length` successes or more.
///
/// Solved by A. de Moivre, "The Doctrine of Chances", 3rd edition (1756), problem LXXIV;
/// here by the closed sum to which the recurrence of W. Feller, "An Introduction to
/// Probability Theory and Its Applications" I, 3rd edition (1968), section XIII.7,
/// expands. Its terms alternate, and grow with λ, the expected number of runs that reach
/// the length. The recurrence, u(n) = u(n − 1) − (1 − p) · p^length · u(n − length − 1)
/// for the chance of none, shows that u falls in n, and so each time to at most
/// 1 − (1 − p) · p^length of what it was: u is below e^−λ. Where λ is above 16 the answer
/// is therefore 1 to 1.2e-7, and below the sum loses no more digits than that; small
/// chances keep all of theirs.
///
/// # Panics
/// If `p` is not in [0, 1].
pub fn longest_streak_at_least(n: u64, p: f64, length: u64) -> f64 {
    assert!((0.0..=1.0).contains(&p), "a probability of {p}");
    if length == 0 || length > n {
        return f64::from(u8::from(length == 0));
    }
    if clumps(n, p, length) > 16.0 {
        return 1.0;
    }
    let (all, q, run) = (n as f64, 1.0 - p, p.powf(length as f64));
    // Of j runs: the chances, with n^(j − 1) / (j − 1)! of the binomial to keep them in range.
    let (mut sum, mut scale) = (0.0, run);
    for runs in 1..=(n + 1) / (length + 1) {
        let (j, room) = (runs as f64, (n - runs * length) as f64);
        let places: f64 = (1..runs).map(|taken| (room - (taken - 1) as f64) / all).product();
        let term = scale * places * (1.0 + q * (room - j + 1.0) / j);
        sum += if runs % 2 == 1 { term } else { -term };
        if term <= 1e-17 * sum {
            break;
        }
        scale *= all * q * run / j;
    }
    sum.clamp(0.0, 1.0)
}

/// λ: how many runs of successes are expected to reach the length.
fn clumps(n: u64, p: f64, length: u64) -> f64 {
    p.powf(length as f64) * (1.0 + (n - length) as f64 * (1.0 - p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_at_either_end_count() {
        let of = |text: &str| longest_streak(text.bytes().map(|byte| byte == b'w'));
        for (text, longest) in [("", 0), ("w", 1), ("l", 0), ("wwww", 4), ("lll", 0), ("wwlwl", 2), ("wllwww", 3), ("lwwl", 2)] {
            assert_eq!(of(text), longest, "{text}");
        }
    }

    /// Feller's recurrence, trial by trial.
    fn by_recurrence(n: u64, p: f64, length: u64) -> f64 {
        let run = p.powf(length as f64);
        let mut none = vec![1.0; length as usize];
        none.push(1.0 - run);
        for trial in length as usize + 1..=n as usize {
            none.push(none[trial - 1] - (1.0 - p) * run * none[trial - length as usize - 1]);
        }
        1.0 - none[n as usize]
    }

    /// The first is 520 of the 1024 ways of ten tosses; the others are the recurrence in 40 digits
    /// (mpmath).
    #[test]
    fn small_chances_keep_their_digits() {
        let cases = [
            (10, 0.5, 3, 65.0 / 128.0),
            (200, 0.5, 10, 0.089_918_686_340_675_82),
            (100, 0.9, 40, 0.102_614_130_037_981_5),
            (1000, 0.3, 12, 0.000_368_010_005_153_410_1),
        ];
        for (n, p, length, chance) in cases {
            let found = longest_streak_at_least(n, p, length);
            assert!((found / chance - 1.0).abs() < 1e-12, "{n} {p} {length}: {found}");
        }
    }

    /// Over the whole range of λ, and most of all where the sum gives way to 1.
    #[test]
    fn chances_are_those_of_the_recurrence() {
        for n in [1u64, 2, 3, 10, 100, 1000, 20_000] {
            for p in [0.01, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999, 0.9999] {
                let near = |most: f64| (1..n).find(|&length| clumps(n, p, length) <= most).unwrap_or(n);
                for length in [1, 2, 5, 30, near(17.0), near(16.0), near(15.0), near(8.0), near(2.0), near(1e-6)] {
                    let length = length.min(n);
                    let (found, expected) = (longest_streak_at_least(n, p, length), by_recurrence(n, p, length));
                    assert!((found - expected).abs() < 1.2e-7, "{n} {p} {length}: {found}, not {expected}");
                }
            }
        }
    }

    /// References: the recurrence in 40 digits (mpmath), summed; the first by hand: of the
    /// eight ways of three trials.
    #[test]
    fn expectations_are_those_of_the_recurrence() {
        let cases = [
            (3, 0.5, 11.0 / 8.0),
            (10, 0.5, 2.798_828_125),
            (100, 0.5, 5.991_780_255_696_744),
            (100, 0.9, 26.928_112_694_020_78),
            (200, 0.36, 4.819_307_027_914_56),
            (300, 0.99, 167.832_375_352_979_74),
        ];
        for (n, p, expected) in cases {
            let found = expected_longest_streak(n, p);
            assert!((found - expected).abs() < 1e-8, "{n} {p}: {found}");
        }
    }

    #[test]
    fn degenerate_cases() {
        let chances = |n, p| [0, 1, 5, 6].into_iter().map(|length| longest_streak_at_least(n, p, length)).collect::<Vec<f64>>();
        assert_eq!(chances(0, 0.5), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(chances(5, 0.0), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(chances(5, 1.0), [1.0, 1.0, 1.0, 0.0]);
        // Nothing to sum, however many runs would have room.
        assert!(longest_streak_at_least(1_000_000_000, 0.0, 1) <= 0.0 && longest_streak_at_least(1_000_000_000, 1e-200, 2) <= 0.0);
        for (n, p, expected) in [(0, 0.5, 0.0), (0, 1.0, 0.0), (5, 0.0, 0.0), (5, 1.0, 5.0), (1, 0.25, 0.25)] {
            assert!((expected_longest_streak(n, p) - expected).abs() < 1e-12, "{n} {p}");
        }
    }

    /// Near Schilling's approximation, log2(n / 2) + γ / ln 2 − 1 / 2, whose own waves are
    /// 2e-6; and for p near 1, where λ is how often one fails, at most the trials.
    #[test]
    fn a_million_trials_are_in_reach() {
        let expected = 500_000f64.log2() + 0.577_215_664_901_532_9 / std::f64::consts::LN_2 - 0.5;
        let found = expected_longest_streak(1_000_000, 0.5);
        assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
        let found = expected_longest_streak(1_000_000, 1.0 - 1e-6);
        assert!(0.6e6 < found && found < 1e6, "{found}");
    }

    proptest! {
        /// The definition: every outcome of a few trials.
        #[test]
        fn is_the_mean_over_all_outcomes(n in 0u32..11, p in 0f64..=1.0) {
            let outcomes = (0..1u32 << n).map(|outcome| {
                let wins = outcome.count_ones() as i32;
                let longest = longest_streak((0..n).map(|trial| outcome >> trial & 1 == 1));
                (longest, p.powi(wins) * (1.0 - p).powi(n as i32 - wins))
            });
            let outcomes: Vec<(u64, f64)> = outcomes.collect();
            let expected: f64 = outcomes.iter().map(|(longest, chance)| *longest as f64 * chance).sum();
            prop_assert!((expected_longest_streak(u64::from(n), p) - expected).abs() < 1e-9);
            for length in 0..=u64::from(n) + 1 {
                let chance: f64 = outcomes.iter().filter(|(longest, _)| *longest >= length).map(|(_, chance)| chance).sum();
                prop_assert!((longest_streak_at_least(u64::from(n), p, length) - chance).abs() < 1e-12);
            }
        }
    }
}

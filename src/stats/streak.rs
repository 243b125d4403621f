//! Runs of successes.

/// The longest run of successes, in the order given.
pub fn longest_streak(successes: impl IntoIterator<Item = bool>) -> u64 {
    let step = |(longest, running): (u64, u64), success| {
        let running = if success { running + 1 } else { 0 };
        (longest.max(running), running)
    };
    successes.into_iter().fold((0, 0), step).0
}

#[cfg(test)]
mod tests {
    use super::longest_streak;

    #[test]
    fn runs_at_either_end_count() {
        let of = |text: &str| longest_streak(text.bytes().map(|byte| byte == b'w'));
        for (text, longest) in [("", 0), ("w", 1), ("l", 0), ("wwww", 4), ("lll", 0), ("wwlwl", 2), ("wllwww", 3), ("lwwl", 2)] {
            assert_eq!(of(text), longest, "{text}");
        }
    }
}

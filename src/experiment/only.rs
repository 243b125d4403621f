//! `--only`: some games of an experiment, by the start of their keys.

use crate::record::Key;
use std::fmt;
use std::str::FromStr;

/// `SET/INSTANCE/STRATEGY/REPETITION`; parts that are left out or empty stand for
/// all.
///
/// ```
/// use clover::experiment::Only;
/// let only: Only = "dense//sat".parse().unwrap();
/// assert!(only.instance("dense", "000007"));
/// assert!(!only.instance("den", "000007"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only([String; 4]);

impl Only {
    /// Whether some game of this instance is meant.
    pub fn instance(&self, set: &str, instance: &str) -> bool {
        meant(&self.0[0], set) && meant(&self.0[1], instance)
    }

    /// Whether this game is meant.
    pub fn game(&self, key: &Key) -> bool {
        self.instance(&key.set, &key.instance) && meant(&self.0[2], &key.strategy) && meant(&self.0[3], &key.repetition.to_string())
    }
}

fn meant(part: &str, name: &str) -> bool {
    part.is_empty() || part == name
}

impl FromStr for Only {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split('/');
        let only = Self(std::array::from_fn(|_| parts.next().unwrap_or_default().to_string()));
        match parts.next() {
            None => Ok(only),
            Some(_) => Err("want at most SET/INSTANCE/STRATEGY/REPETITION".into()),
        }
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.join("/").trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_left_out_stand_for_all() {
        let key = Key { game: "crocomine".into(), set: "a".into(), instance: "1".into(), strategy: "sat, all".into(), repetition: 2 };
        let check = |text: &str, expected: bool| assert_eq!(text.parse::<Only>().unwrap().game(&key), expected, "{text}");
        for text in ["", "a", "a/1", "a//sat, all", "///2", "a/1/sat, all/2"] {
            check(text, true);
            assert_eq!(text.parse::<Only>().unwrap().to_string(), text);
        }
        for text in ["b", "a/2", "a/1/sat", "///0"] {
            check(text, false);
        }
        assert!("a/1/sat/2/3".parse::<Only>().is_err());
    }
}

//! Seeds: one for each purpose, derived from what it is for and from nothing else.
//!
//! A game's seed is derived from the experiment's seed, the repetition, what the
//! player is told at the start and the map's place in its set, never from the
//! strategy or the schedule: every strategy meets the same luck (common random
//! numbers), with any number of jobs, locally and over the network. Each step of
//! the game then draws from a generator of its own.
//!
//! The mixing function is the finaliser of `SplitMix64` (Steele, Lea and Flood,
//! 2014); generators are ChaCha with 8 rounds, which every platform computes
//! alike.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A 64-bit seed to derive others from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(u64);

impl Seed {
    /// A seed as a user gives it.
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The seed for one purpose.
    #[must_use]
    pub fn purpose(self, name: &str) -> Self {
        name.bytes().fold(self.index(name.len() as u64), |seed, byte| seed.index(u64::from(byte)))
    }

    /// The seed for the `index`-th of something.
    #[must_use]
    pub fn index(self, index: u64) -> Self {
        Self(mix(self.0 ^ mix(index)))
    }

    /// The generator of this seed.
    pub fn generator(self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.0)
    }

    /// The generator of one step of a game.
    pub fn step(self, step: u64) -> ChaCha8Rng {
        self.index(step).generator()
    }

    /// The number itself, for logs.
    pub fn value(self) -> u64 {
        self.0
    }
}

fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn seeds_differ_by_purpose_index_and_step_and_stay_the_same() {
        let seed = Seed::new(1);
        let all = [seed, Seed::new(2), seed.purpose("maps"), seed.purpose("play"), seed.index(0), seed.index(1), seed.index(0).index(0)];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
        // Golden: another value here means that every published result changes.
        assert_eq!(seed.value(), 0x910a_2dec_8902_5cc1);
        assert_ne!(seed.step(0).next_u64(), seed.step(1).next_u64());
    }
}

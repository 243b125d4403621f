//! What a plan costs, and where it ends.

use super::board::Direction;
use super::layout::Group;

/// How pushes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// A push costs 1.
    Push,
    /// A push costs as much as pieces move.
    Unit,
    /// Pushes of one group in one direction after each other cost 1 together.
    Slide,
}

impl Metric {
    /// All, in the order of tables.
    pub const ALL: [Metric; 3] = [Metric::Push, Metric::Unit, Metric::Slide];
    /// Their words, in the same order.
    pub const WORDS: [&'static str; 3] = ["push", "unit", "slide"];

    /// The metric of a word.
    pub fn find(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|nth| Self::ALL[nth])
    }

    /// Its word: `push`, `unit` or `slide`.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// What a push of a group costs after that of another one.
    pub fn cost(self, group: Group, direction: Direction, last: Option<(Group, Direction)>) -> u32 {
        match self {
            Metric::Push => 1,
            Metric::Unit => group.count_ones(),
            Metric::Slide => u32::from(last != Some((group, direction))),
        }
    }
}

/// Where the virus is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Its upper cell at the tip of the diamond.
    Corner,
    /// Its upper cell at the opening.
    Opening,
    /// Both its cells beyond the opening.
    Out,
}

impl Goal {
    /// All, in the order of a plan.
    pub const ALL: [Goal; 3] = [Goal::Corner, Goal::Opening, Goal::Out];
    /// Their words, in the same order.
    pub const WORDS: [&'static str; 3] = ["corner", "opening", "out"];

    /// The goal of a word.
    pub fn find(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|nth| Self::ALL[nth])
    }

    /// Its word: `corner`, `opening` or `out`.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

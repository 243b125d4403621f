//! A recipe: what a set of generated boards is to be like, and whether that can be.
//!
//! It reads the same from an experiment's `generate` table and from the command line.

use super::board::{Board, RADII};
use super::instance::MOST_PIECES;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Pushes to the corner: from the least to the most wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty(pub RangeInclusive<u32>);

/// What a set of boards is to be like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The board's radius.
    pub radius: usize,
    /// Pieces that move, besides the virus.
    pub pieces: usize,
    /// White cells.
    #[serde(default)]
    pub whites: usize,
    /// Least pushes to the corner.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// Boards of which more positions can be reached are not taken.
    #[serde(default = "most_positions")]
    pub most_positions: usize,
    /// How many boards.
    pub count: u64,
}

/// Cells of the toy's pieces but the virus, the smallest first: each comes once before any
/// comes again.
const SIZES: [usize; 8] = [2, 2, 2, 3, 3, 3, 3, 3];

/// As many as are explored in a second or less.
pub fn most_positions() -> usize {
    500_000
}

/// Why no board is as a recipe says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(String);

impl Recipe {
    /// Whether a board could be as it says.
    ///
    /// # Errors
    /// What cannot be, and what can.
    pub fn check(&self) -> Result<(), RecipeError> {
        let Self { radius, pieces, whites, difficulty: Difficulty(difficulty), most_positions, count } = self;
        let fault = |what: String| Err(RecipeError(what));
        if !RADII.contains(radius) {
            return fault(format!("a radius of {radius}: want one from {} to {}", RADII.start(), RADII.end()));
        }
        if *pieces >= MOST_PIECES {
            return fault(format!("{pieces} pieces besides the virus: want {} at most", MOST_PIECES - 1));
        }
        let of_pieces: usize = SIZES.iter().cycle().take(*pieces).sum();
        let (least, cells) = (2 + of_pieces + whites, Board::new(*radius).len());
        if least > cells {
            return fault(format!("{pieces} pieces, the virus and {whites} white cells take {least} cells or more, but there are {cells}"));
        }
        if difficulty.is_empty() || *difficulty.start() == 0 {
            return fault(format!("a difficulty of {}: want pushes from 1, the least first, as in 40..60", self.difficulty));
        }
        if *most_positions == 0 || *count == 0 {
            return fault("want one board at least, of one position at least".into());
        }
        Ok(())
    }

    /// The name of a board: its number.
    pub fn name(&self, place: u64) -> String {
        format!("{place:06}")
    }
}

impl Default for Difficulty {
    /// Any but none.
    fn default() -> Self {
        Self(1..=u32::MAX)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.start(), self.0.end()) {
            (low, high) if low == high => write!(f, "{low}"),
            (low, &u32::MAX) => write!(f, "{low}.."),
            (low, high) => write!(f, "{low}..{high}"),
        }
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.trim().parse().map_err(|_| format!("`{text}` is no difficulty: want pushes, as in 40 or 40..60"));
        match text.split_once("..") {
            None => number(text).map(|only| Self(only..=only)),
            Some((low, "")) => Ok(Self(number(low)?..=u32::MAX)),
            Some((low, high)) => Ok(Self(number(low)?..=number(high)?)),
        }
    }
}

impl Serialize for Difficulty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Difficulty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A number or a text.
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Difficulty;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("pushes, as in 40 or \"40..60\"")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Difficulty, E> {
                let only = u32::try_from(number).map_err(E::custom)?;
                Ok(Difficulty(only..=only))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Difficulty, E> {
                self.visit_u64(u64::try_from(number).map_err(E::custom)?)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Difficulty, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difficulty_is_read_as_it_is_written() {
        for text in ["40..60", "7", "12.."] {
            assert_eq!(text.parse::<Difficulty>().unwrap().to_string(), text);
        }
        for text in ["", "..", "x..3", "4..y", "-1"] {
            assert!(text.parse::<Difficulty>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fine = Recipe { radius: 3, pieces: 3, whites: 1, difficulty: Difficulty::default(), most_positions: 1000, count: 1 };
        assert_eq!(fine.check(), Ok(()));
        let check = |recipe: Recipe, expected: &str| assert_eq!(recipe.check().unwrap_err().to_string(), expected);
        check(Recipe { radius: 8, ..fine.clone() }, "a radius of 8: want one from 3 to 7");
        check(Recipe { pieces: 15, radius: 5, ..fine.clone() }, "15 pieces besides the virus: want 14 at most");
        check(Recipe { whites: 19, ..fine.clone() }, "3 pieces, the virus and 19 white cells take 27 cells or more, but there are 26");
        check(
            Recipe { difficulty: "6..5".parse().unwrap(), ..fine.clone() },
            "a difficulty of 6..5: want pushes from 1, the least first, as in 40..60",
        );
        let full = "10 pieces, the virus and 1 white cells take 28 cells or more, but there are 26";
        check(Recipe { pieces: 10, ..fine.clone() }, full);
        check(Recipe { count: 0, ..fine }, "want one board at least, of one position at least");
    }
}

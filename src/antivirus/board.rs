//! The board: a diamond of hollows with an opening at its tip, for any radius.
//!
//! The toy is seen turned by 45°, so that its slides go up, down, left and right. A board
//! of radius R has the cells with |row − (R+1)| + |col − R| ≤ R, in rows 1 to 2R+1, and
//! the opening (0, R) above the tip: 2R² + 2R + 2 cells. Radius 3 is the toy.

use std::fmt;

/// Row and column of a cell; row 0 holds the opening alone.
pub type Pos = (i16, i16);

/// The smallest and the largest radius there are boards of.
pub const RADII: std::ops::RangeInclusive<usize> = 3..=7;

/// Where a piece can be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the opening.
    Up,
    /// Away from it.
    Down,
    /// Towards column 0.
    Left,
    /// Away from it.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The cell next to one.
    pub fn from(self, (row, col): Pos) -> Pos {
        match self {
            Direction::Up => (row - 1, col),
            Direction::Down => (row + 1, col),
            Direction::Left => (row, col - 1),
            Direction::Right => (row, col + 1),
        }
    }

    /// Its word in plans: `up`, `down`, `left` or `right`.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }

    /// The direction of a word.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word() == word)
    }
}

/// The straight way from one cell to another, without the first: sideways, then up or down.
pub fn straight(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    std::iter::successors(Some(from), move |&at| {
        let direction = match (at.1 - to.1, at.0 - to.0) {
            (1.., _) => Direction::Left,
            (..0, _) => Direction::Right,
            (0, 1..) => Direction::Up,
            (0, ..0) => Direction::Down,
            (0, 0) => return None,
        };
        Some(direction.from(at))
    })
    .skip(1)
}

/// A board without its pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    radius: usize,
}

impl Board {
    /// The board of a radius.
    ///
    /// # Panics
    /// If the radius is none of [`RADII`]; whoever reads one from outside checks first.
    pub fn new(radius: usize) -> Self {
        assert!(RADII.contains(&radius), "a board of radius {radius}");
        Self { radius }
    }

    /// Its radius.
    pub fn radius(self) -> usize {
        self.radius
    }

    /// How many cells it has, the opening among them.
    pub fn len(self) -> usize {
        2 * self.radius * self.radius + 2 * self.radius + 2
    }

    /// Never true.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The opening.
    pub fn opening(self) -> Pos {
        (0, self.radius as i16)
    }

    /// The tip of the diamond, below the opening.
    pub fn corner(self) -> Pos {
        (1, self.radius as i16)
    }

    /// Whether a cell is on the board.
    pub fn has(self, pos: Pos) -> bool {
        // Wide enough for whatever a file says.
        let (radius, row, col) = (self.radius as i32, i32::from(pos.0), i32::from(pos.1));
        pos == self.opening() || (row - radius - 1).abs() + (col - radius).abs() <= radius
    }

    /// Its cells, by row and column: the opening first.
    pub fn cells(self) -> impl Iterator<Item = Pos> {
        let side = 2 * self.radius as i16;
        (0..=side + 1).flat_map(move |row| (0..=side).map(move |col| (row, col))).filter(move |&pos| self.has(pos))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toy_has_rows_of_1_3_5_7_5_3_1_and_the_opening() {
        let board = Board::new(3);
        let row = |row: i16| board.cells().filter(|cell| cell.0 == row).count();
        assert_eq!((0..9).map(row).collect::<Vec<_>>(), [1, 1, 3, 5, 7, 5, 3, 1, 0]);
        for far in [(20_000, 20_000), (i16::MIN, 0), (0, i16::MAX), (i16::MIN, i16::MIN)] {
            assert!(!board.has(far), "{far:?}");
        }
        assert_eq!((board.cells().next(), board.corner()), (Some((0, 3)), (1, 3)));
        for radius in RADII {
            assert_eq!(Board::new(radius).cells().count(), Board::new(radius).len());
        }
    }
}

//! A puzzle: a board with its pieces, each somewhere, and the white cells that never move.

use super::board::{Board, Direction, Pos};

/// Most pieces that move.
pub const MOST_PIECES: usize = 15;

/// A piece that moves: the cells it is on, in rows, and a letter for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How it is called in plans and drawings.
    pub letter: char,
    /// Where it is, by row and column.
    pub cells: Vec<Pos>,
}

/// A puzzle. The virus is the first piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    board: Board,
    pieces: Vec<Piece>,
    whites: Vec<Pos>,
}

/// Why pieces make no puzzle, and the cell to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cell ({},{}): {what}", pos.0, pos.1)]
pub struct InstanceError {
    /// The cell.
    pub pos: Pos,
    /// What is wrong and what to do.
    pub what: String,
}

/// One push: the piece that is picked and where to. What it meets comes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The piece, by its place among the pieces.
    pub piece: usize,
    /// Where to.
    pub direction: Direction,
}

impl Push {
    /// As people say it: the piece's letter and the direction.
    pub fn told(self, instance: &Instance) -> String {
        format!("{} {}", instance.pieces()[self.piece].letter, self.direction.word())
    }

    /// The push that is told so; `None` where there is no such piece or direction.
    pub fn read(told: &str, instance: &Instance) -> Option<Self> {
        let (letter, word) = told.split_once(' ')?;
        let piece = instance.pieces().iter().position(|piece| piece.letter.to_string() == letter)?;
        Some(Self { piece, direction: Direction::find(word)? })
    }
}

impl Instance {
    /// A puzzle of these pieces, the virus first, and white cells.
    ///
    /// # Errors
    /// The first cell that is off the board, taken twice, or in a crossing of two pieces;
    /// a virus that is not two cells, one above the other; too many pieces.
    pub fn new(board: Board, mut pieces: Vec<Piece>, mut whites: Vec<Pos>) -> Result<Self, InstanceError> {
        let fault = |pos: Pos, what: &str| Err(InstanceError { pos, what: what.into() });
        for piece in &mut pieces {
            piece.cells.sort_unstable();
        }
        whites.sort_unstable();
        let mut taken: Vec<Pos> = Vec::new();
        for &pos in pieces.iter().flat_map(|piece| &piece.cells).chain(&whites) {
            if !board.has(pos) {
                return fault(pos, "is not on the board");
            }
            if taken.contains(&pos) {
                return fault(pos, "is taken twice");
            }
            taken.push(pos);
        }
        match pieces.first().map(|virus| &virus.cells[..]) {
            Some(&[(row, col), below]) if below == (row + 1, col) => {}
            Some(&[first, ..]) => return fault(first, "the virus is two cells, one above the other"),
            _ => return fault(board.corner(), "there is no virus"),
        }
        if let Some(piece) = pieces.iter().find(|piece| piece.cells.is_empty()) {
            return fault(board.corner(), &format!("piece `{}` has no cell", piece.letter));
        }
        if pieces.len() > MOST_PIECES {
            return fault(pieces[MOST_PIECES].cells[0], &format!("more than {MOST_PIECES} pieces"));
        }
        let instance = Self { board, pieces, whites };
        match instance.crossing() {
            Some(pos) => fault(pos, "two pieces cross here, which no toy allows"),
            None => Ok(instance),
        }
    }

    /// The upper left cell of four that two pieces share crosswise.
    fn crossing(&self) -> Option<Pos> {
        let owner = |pos: Pos| self.pieces.iter().position(|piece| piece.cells.contains(&pos));
        self.board.cells().find(|&(row, col)| {
            let [a, b, c, d] = [(row, col), (row + 1, col + 1), (row, col + 1), (row + 1, col)].map(owner);
            a.is_some() && a == b && c.is_some() && c == d && a != c
        })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The pieces that move, the virus first.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The cells of each piece, the virus's first.
    pub fn start(&self) -> Vec<Vec<Pos>> {
        self.pieces.iter().map(|piece| piece.cells.clone()).collect()
    }

    /// The white cells, by row and column.
    pub fn whites(&self) -> &[Pos] {
        &self.whites
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antivirus::drawing;

    #[test]
    fn a_push_is_read_as_it_is_told() {
        let instance = drawing::parse("   .\n   .\n  .aa\n ..V..\n..#V...\n .bb..\n  b..\n   .\n").unwrap();
        for push in (0..3).flat_map(|piece| Direction::ALL.map(|direction| Push { piece, direction })) {
            assert_eq!(Push::read(&push.told(&instance), &instance), Some(push));
        }
        for wrong in ["", "a", "a ", "up", "A up", "c up", "# up", "a Up", "a up ", " a up", "a  up", "aa up"] {
            assert_eq!(Push::read(wrong, &instance), None, "{wrong:?}");
        }
    }
}

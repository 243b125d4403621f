//! Boards in the numbered form of a course project: whole numbers, and nothing to draw.
//!
//! ```text
//! ; the width, the number of pieces, row and column of the exit, the virus counted from 0
//! 7
//! 4
//! 0 3
//! 0
//! ; rows of 1, 3, 5, 7, 5, 3 and 1 cells: the piece that is there, counted from 1, or 0
//! 0
//! 0 2 2
//! 0 0 1 0 0
//! 0 0 4 1 0 0 0
//! 0 3 3 0 0
//! 3 0 0
//! 0
//! ```
//! A piece of one cell does not move: it is a white cell, and counts as a piece. The exit is
//! told though it is the same for all boards of a width: row 0, the middle column. Files of
//! that project have no row for the opening beyond the diamond, as their boards have none;
//! where a piece starts in it, the row may come before the others. The five numbers may share
//! lines, but a row is a line; lines that start with `;` are skipped.

use super::board::{Board, Pos, RADII};
use super::drawing::DrawingError;
use super::instance::{Instance, Piece};

/// A number, and where it is written.
struct Number {
    line: usize,
    column: usize,
    value: usize,
}

impl Number {
    fn fault<T>(&self, what: String) -> Result<T, DrawingError> {
        Err(DrawingError { line: self.line, column: self.column, what })
    }
}

/// Reads a board. The virus gets the letter `V`, the others that move `a`, `b`, … in the order
/// of their numbers.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &str) -> Result<Instance, DrawingError> {
    let numbers = numbers(text)?;
    let Some(([width, count, row, column, virus], ids)) = numbers.split_first_chunk() else {
        let what = "want the width, the number of pieces, row and column of the exit and the virus, then the rows";
        return Err(DrawingError { line: text.lines().count().max(1), column: 1, what: what.into() });
    };
    let board = board(width, row, column)?;
    let drawn = cells(board, virus, ids)?;
    if let Some((_, id)) = drawn.iter().find(|(_, id)| id.value > count.value) {
        return id.fault(format!("there is no piece {}: want 0 for a free cell, or 1 to {}", id.value, count.value));
    }
    let of = |wanted: usize| drawn.iter().filter(move |(_, id)| id.value == wanted).map(|(pos, _)| *pos).collect::<Vec<_>>();
    if let Some(missing) = (1..=count.value).find(|&id| of(id).is_empty()) {
        return count.fault(format!("{} pieces, but no cell is {missing}", count.value));
    }
    if virus.value >= count.value {
        return virus.fault(format!("there is no piece {} to be the virus: it is counted from 0", virus.value));
    }
    let (whites, moving): (Vec<_>, Vec<_>) =
        (1..=count.value).filter(|id| id - 1 != virus.value).map(of).partition(|cells| cells.len() == 1);
    let others = ('a'..).zip(moving).map(|(letter, cells)| Piece { letter, cells });
    let pieces = std::iter::once(Piece { letter: 'V', cells: of(virus.value + 1) }).chain(others).collect();
    Instance::new(board, pieces, whites.concat()).or_else(|error| {
        let at = drawn.iter().find(|(pos, _)| *pos == error.pos).map_or(count, |(_, id)| id);
        at.fault(error.what)
    })
}

/// All numbers of a text, up to the first fault.
fn numbers(text: &str) -> Result<Vec<Number>, DrawingError> {
    let mut numbers = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with(';')) {
        let mut column = 1;
        // White space splits one character at a time, which keeps count of the columns.
        for word in text.split(char::is_whitespace) {
            if !word.is_empty() {
                let value = word.parse().ok();
                let Some(value) = value else {
                    return Err(DrawingError { line, column, what: format!("want a whole number from 0, not `{word}`") });
                };
                numbers.push(Number { line, column, value });
            }
            column += word.chars().count() + 1;
        }
    }
    Ok(numbers)
}

/// The board of this width, whose exit is where it says.
fn board(width: &Number, row: &Number, column: &Number) -> Result<Board, DrawingError> {
    let radius = width.value / 2;
    if width.value.is_multiple_of(2) || !RADII.contains(&radius) {
        let (least, most) = (2 * RADII.start() + 1, 2 * RADII.end() + 1);
        return width.fault(format!("{} cells wide: want an odd number from {least} to {most}", width.value));
    }
    for (number, wanted, what) in [(row, 0, "row"), (column, radius, "column")] {
        if number.value != wanted {
            return number.fault(format!("the exit of this board is in {what} {wanted}"));
        }
    }
    Ok(Board::new(radius))
}

/// What each row has, cell by cell. `before`: the number before the first row.
fn cells<'a>(board: Board, before: &Number, ids: &'a [Number]) -> Result<Vec<(Pos, &'a Number)>, DrawingError> {
    let rows: Vec<&[Number]> = ids.chunk_by(|one, next| one.line == next.line).collect();
    let all = 2 * board.radius() + 2;
    // Without its row, the opening is free.
    let Some(first) = all.checked_sub(rows.len()).filter(|&first| first < 2) else {
        let what = format!("{} rows: want {}, or {all} with that of the opening before them", rows.len(), all - 1);
        return ids.last().unwrap_or(before).fault(what);
    };
    let mut drawn = Vec::new();
    for (row, ids) in (first as i16..).zip(rows) {
        let wanted: Vec<Pos> = board.cells().filter(|pos| pos.0 == row).collect();
        if let (Some(last), true) = (ids.get(wanted.len()).or(ids.last()), ids.len() != wanted.len()) {
            return last.fault(format!("{} cells, want {} in this row", ids.len(), wanted.len()));
        }
        drawn.extend(wanted.into_iter().zip(ids));
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antivirus::drawing;

    const BOARD: &str = "; a comment\n7\n4\n0 3\n0\n0\n0 2 2\n0 0 1 0 0\n0 0 4 1 0 0 0\n0 3 3 0 0\n3 0 0\n0\n";

    #[test]
    fn a_numbered_board_is_read() {
        let drawn = drawing::parse("   .\n   .\n  .aa\n ..V..\n..#V...\n .bb..\n  b..\n   .\n");
        assert_eq!(parse(BOARD), drawn);
        assert_eq!(parse(&BOARD.replacen("7\n4\n0 3\n0\n", "7 4\t0  3 0\r\n", 1)), drawn, "lines and spaces of the five numbers");
        assert_eq!(parse(&BOARD.replacen("\n0\n0\n", "\n0\n0\n0\n", 1)), drawn, "a row for the opening");
    }

    #[test]
    fn any_piece_may_be_the_virus_and_start_in_the_opening() {
        let instance = parse("7 2 0 3 1\n2\n2\n0 0 1\n0 0 1 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0\n0 0 0\n0\n").unwrap();
        let pieces: Vec<(char, &[Pos])> = instance.pieces().iter().map(|piece| (piece.letter, &piece.cells[..])).collect();
        assert_eq!(pieces, [('V', &[(0, 3), (1, 3)][..]), ('a', &[(2, 4), (3, 3)])]);
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        assert_eq!(parse(&BOARD.replacen(from, to, 1)).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_wrong_board_is_refused_with_its_place() {
        let header = "want the width, the number of pieces, row and column of the exit and the virus, then the rows";
        check(BOARD, "", &format!("1:1: {header}"));
        check(BOARD, "7\n4\n0 3", &format!("3:1: {header}"));
        check("7\n", "8\n", "2:1: 8 cells wide: want an odd number from 7 to 15");
        check("7\n", "17\n", "2:1: 17 cells wide: want an odd number from 7 to 15");
        check("0 3\n", "1 3\n", "4:1: the exit of this board is in row 0");
        check("0 3\n", "0  4\n", "4:4: the exit of this board is in column 3");
        check("\n0 2 2", "", "11:1: 6 rows: want 7, or 8 with that of the opening before them");
        check(BOARD, "7\n4\n0 3\n0\n", "4:1: 0 rows: want 7, or 8 with that of the opening before them");
        check("0 0 1 0 0", "0 0 1 0 0 2", "8:11: 6 cells, want 5 in this row");
        check("0 0 1 0 0", "0 0 1 0", "8:7: 4 cells, want 5 in this row");
        check("0 0 4 1", "0 0 é 1", "9:5: want a whole number from 0, not `é`");
        check("0 0 4 1", "é -1 4 1", "9:1: want a whole number from 0, not `é`");
        check("0 0 4 1", "0 0 -1 1", "9:5: want a whole number from 0, not `-1`");
        check("0 0 4 1", "0 0 5 1", "9:5: there is no piece 5: want 0 for a free cell, or 1 to 4");
        check("4\n", "3\n", "9:5: there is no piece 4: want 0 for a free cell, or 1 to 3");
        check("4\n", "9000000000\n", "3:1: 9000000000 pieces, but no cell is 5");
        check("0 3\n0\n", "0 3\n4\n", "5:1: there is no piece 4 to be the virus: it is counted from 0");
    }

    #[test]
    fn what_is_no_puzzle_is_refused_with_its_place() {
        check("0 3\n0\n", "0 3\n1\n", "7:3: the virus is two cells, one above the other");
        check("0 3\n0\n", "0 3\n3\n", "9:5: the virus is two cells, one above the other");
        check("0 3 3 0 0\n3 0 0", "0 3 2 0 0\n2 3 0", "10:3: two pieces cross here, which no toy allows");
    }
}

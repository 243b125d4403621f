//! Boards as text that a person can draw in an editor: the diamond as it looks, one letter
//! a piece, `V` the virus, `#` a white cell, `.` a free one.
//!
//! ```text
//! ; the opening, then rows of 1, 3, 5, 7, 5, 3 and 1 cells
//!    .
//!    .
//!   .aa
//!  ..V..
//! ..#V...
//!  .bb..
//!   b..
//!    .
//! ```
//! How far a line is indented does not matter, as its cells are counted; lines that start
//! with `;` and empty ones are skipped.

use super::board::{Board, Pos, RADII};
use super::instance::{Instance, Piece};

/// The letter of the virus.
const VIRUS: char = 'V';

/// Why a text is no board. It reads `line:column: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct DrawingError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// Reads a board.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &str) -> Result<Instance, DrawingError> {
    let rows: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(';')).collect();
    let fault = |line: usize, column: usize, what: String| Err(DrawingError { line, column, what });
    let last = rows.last().map_or(1, |(line, _)| *line);
    let Some(radius) =
        rows.len().checked_sub(2).map(|rows| rows / 2).filter(|radius| rows.len().is_multiple_of(2) && RADII.contains(radius))
    else {
        let (least, most) = (2 * RADII.start() + 2, 2 * RADII.end() + 2);
        return fault(
            last,
            1,
            format!("{} rows: want the opening and the rows of a diamond, an even number from {least} to {most}", rows.len()),
        );
    };
    let board = Board::new(radius);
    let mut cells = board.cells().peekable();
    let mut drawn: Vec<(Pos, char, (usize, usize))> = Vec::new();
    for (row, (line, text)) in (0..).zip(rows) {
        let letters = (1..).zip(text.chars()).skip_while(|(_, letter)| letter.is_whitespace());
        let letters: Vec<(usize, char)> =
            letters.take(text.trim_end().chars().count()).filter(|(_, letter)| !letter.is_whitespace()).collect();
        let wanted: Vec<Pos> = std::iter::from_fn(|| cells.next_if(|cell| cell.0 == row)).collect();
        if letters.len() != wanted.len() {
            let column = letters.get(wanted.len()).or(letters.last()).map_or(1, |(column, _)| *column);
            return fault(line, column, format!("{} cells, want {} in this row", letters.len(), wanted.len()));
        }
        drawn.extend(wanted.into_iter().zip(letters).map(|(pos, (column, letter))| (pos, letter, (line, column))));
    }
    if let Some((_, letter, (line, column))) = drawn.iter().find(|(_, letter, _)| !letter.is_ascii_alphabetic() && !".#".contains(*letter))
    {
        return fault(
            *line,
            *column,
            format!("`{letter}` is no cell: want a letter for a piece, {VIRUS} for the virus, # for white or . for free"),
        );
    }
    let of = |wanted: char| drawn.iter().filter(move |(_, letter, _)| *letter == wanted).map(|(pos, ..)| *pos).collect::<Vec<_>>();
    let mut letters: Vec<char> = drawn.iter().map(|(_, letter, _)| *letter).filter(char::is_ascii_alphabetic).collect();
    letters.sort_by_key(|&letter| (letter != VIRUS, letter));
    letters.dedup();
    if letters.first() != Some(&VIRUS) {
        return fault(last, 1, format!("there is no virus: mark its two cells {VIRUS}"));
    }
    let pieces = letters.iter().map(|&letter| Piece { letter, cells: of(letter) }).collect();
    Instance::new(board, pieces, of('#')).or_else(|error| {
        let (line, column) = drawn.iter().find(|(pos, ..)| *pos == error.pos).map_or((last, 1), |(.., place)| *place);
        fault(line, column, error.what)
    })
}

/// The drawing of a board, below a comment of any number of lines.
pub fn write(instance: &Instance, comment: &str) -> String {
    let board = instance.board();
    let mut text: String = comment.lines().flat_map(|line| ["; ", line, "\n"]).collect();
    let letter = |pos: Pos| {
        let piece = instance.pieces().iter().find(|piece| piece.cells.contains(&pos));
        piece.map_or(if instance.whites().contains(&pos) { '#' } else { '.' }, |piece| piece.letter)
    };
    for row in 0..2 * board.radius() as i16 + 2 {
        let cells: String = board.cells().filter(|pos| pos.0 == row).map(letter).collect();
        text += &" ".repeat((2 * board.radius() + 1 - cells.len()) / 2);
        text += &cells;
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let instance = parse(BOARD).unwrap();
        assert_eq!(write(&instance, "a comment"), BOARD);
        for radius in RADII {
            let col = radius as i16;
            let pieces =
                vec![Piece { letter: 'V', cells: vec![(1, col), (2, col)] }, Piece { letter: 'q', cells: vec![(3, col), (4, col - 1)] }];
            let instance = Instance::new(Board::new(radius), pieces, vec![(0, col)]).unwrap();
            assert_eq!(parse(&write(&instance, "two\nlines")), Ok(instance));
        }
    }

    const BOARD: &str = "; a comment\n   .\n   .\n  .aa\n ..V..\n..#V...\n .bb..\n  b..\n   .\n";

    #[test]
    fn a_drawing_is_read() {
        let instance = parse(BOARD).unwrap();
        let letters: String = instance.pieces().iter().map(|piece| piece.letter).collect();
        assert_eq!((letters.as_str(), instance.board().radius(), instance.whites()), ("Vab", 3, &[(4, 2)][..]));
        assert_eq!(instance.pieces()[0].cells, [(3, 3), (4, 3)]);
        assert_eq!(instance.pieces()[2].cells, [(5, 2), (5, 3), (6, 2)]);
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        assert_eq!(parse(&BOARD.replacen(from, to, 1)).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_wrong_drawing_is_refused_with_its_place() {
        check("  b..\n", "", "8:1: 7 rows: want the opening and the rows of a diamond, an even number from 8 to 16");
        check(" ..V..", " ..V...", "5:7: 6 cells, want 5 in this row");
        check(".aa", ".a?", "4:5: `?` is no cell: want a letter for a piece, V for the virus, # for white or . for free");
        check("..#V...", "..#....", "5:4: the virus is two cells, one above the other");
        check(" .bb..", " .bbV.", "5:4: the virus is two cells, one above the other");
        check("  b..", "  bVV", "5:4: the virus is two cells, one above the other");
        check(" ..V..\n..#V...", " .....\n..#....", "9:1: there is no virus: mark its two cells V");
        check(" .bb..\n  b..", " .cd..\n  dc.", "7:3: two pieces cross here, which no toy allows");
    }
}

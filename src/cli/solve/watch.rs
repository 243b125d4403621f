//! `clover solve --watch`: a plan in the terminal, push by push.
//!
//! On a terminal the board is drawn again in place, a cell two columns wide, each piece in a
//! colour of its own and what has just moved in yellow. Off a terminal, boards follow one
//! another as plain text, as board files have them.

use crate::antivirus::board::Pos;
use crate::antivirus::check::follow;
use crate::antivirus::instance::{Instance, Push};
use console::{Style, Term, truncate_str};
use std::io;
use std::time::Duration;

/// Backgrounds, of 256 colours: what moved, the virus, white cells, free ones.
const MOVED: u8 = 220;
const VIRUS: u8 = 203;
const WHITE: u8 = 231;
const FREE: u8 = 252;
/// Those of the other pieces, over and over.
const OTHERS: [u8; 8] = [110, 151, 182, 116, 180, 146, 108, 217];

/// How frames are drawn.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Backgrounds and highlights.
    colour: bool,
    /// Lines and columns of the terminal; `None`: as many as it takes.
    room: Option<(usize, usize)>,
}

/// A position of the plan: where the pieces are, which have just moved, and what is said.
struct Frame<'a> {
    instance: &'a Instance,
    pieces: &'a [Vec<Pos>],
    moved: &'a [usize],
    said: String,
}

/// Shows a plan on standard output, under its title, waiting after each push if that is a
/// terminal.
///
/// # Errors
/// Where a frame could not be written, or the rules do not allow a push.
pub fn watch(title: &str, instance: &Instance, plan: &[Push], delay: Duration) -> io::Result<()> {
    let term = Term::stdout();
    let room = term.is_term().then(|| term.size()).map(|(lines, columns)| (usize::from(lines), usize::from(columns)));
    let look = Look { colour: console::colors_enabled(), room };
    term.write_line(title)?;
    let start = Frame { instance, pieces: &instance.start(), moved: &[], said: "the start".into() };
    let mut drawn = draw(&term, look, &look.frame(&start), 0, delay)?;
    for ((number, push), step) in (1..).zip(plan).zip(follow(instance, plan, true)) {
        let (pieces, moved) = step.ok_or_else(|| io::Error::other(format!("push {number} is not possible")))?;
        let said = said(instance, *push, &moved, (number, plan.len()));
        let frame = look.frame(&Frame { instance, pieces: &pieces, moved: &moved, said });
        drawn = draw(&term, look, &frame, drawn, delay)?;
    }
    Ok(())
}

/// Draws a frame, on a terminal over the `last` lines, and says how many it has.
fn draw(term: &Term, look: Look, frame: &str, last: usize, delay: Duration) -> io::Result<usize> {
    let Some((lines, _)) = look.room else {
        term.write_line(frame)?;
        return Ok(0);
    };
    term.move_cursor_up(last)?;
    term.clear_to_end_of_screen()?;
    term.write_str(frame)?;
    std::thread::sleep(delay);
    // What has scrolled away cannot be drawn over. The cursor stands below the frame.
    let drawn = frame.lines().count();
    Ok(if drawn < lines { drawn } else { 0 })
}

/// A push in words, with all that it moves.
fn said(instance: &Instance, push: Push, moved: &[usize], (number, of): (usize, usize)) -> String {
    let moves: Vec<String> = moved.iter().map(|&piece| instance.pieces()[piece].letter.to_string()).collect();
    format!("push {number} of {of}: {} (moves {})", push.told(instance), moves.join(", "))
}

impl Look {
    /// One frame, every line of it ended: what is said, and the board.
    fn frame(self, frame: &Frame) -> String {
        let board = frame.instance.board();
        let (_, columns) = self.room.unwrap_or((usize::MAX, usize::MAX));
        let side = 2 * board.radius() + 1;
        let width = if self.room.is_some() && 2 * side <= columns { 2 } else { 1 };
        let mut drawn = truncate_str(&frame.said, columns, "…").into_owned();
        let mut row = None;
        for pos in board.cells() {
            if row.replace(pos.0) != Some(pos.0) {
                drawn.push('\n');
                drawn += &" ".repeat(width * pos.1 as usize);
            }
            drawn += &self.cell(frame, pos, width);
        }
        drawn + "\n"
    }

    /// A cell, `width` columns wide.
    fn cell(self, frame: &Frame, pos: Pos, width: usize) -> String {
        let owner = frame.pieces.iter().position(|cells| cells.contains(&pos));
        let (letter, background) = match owner {
            Some(piece) if frame.moved.contains(&piece) => (frame.instance.pieces()[piece].letter, MOVED),
            Some(0) => (frame.instance.pieces()[0].letter, VIRUS),
            Some(piece) => (frame.instance.pieces()[piece].letter, OTHERS[(piece - 1) % OTHERS.len()]),
            None if frame.instance.whites().contains(&pos) => ('#', WHITE),
            None => ('.', FREE),
        };
        let text = format!("{letter:<width$}");
        if !self.colour {
            return text;
        }
        Style::new().color256(16).on_color256(background).bold().apply_to(text).force_styling(true).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antivirus::board::Direction;
    use crate::antivirus::check::pushed;
    use crate::antivirus::drawing;
    use console::strip_ansi_codes;

    const BOARD: &str = "   .\n   a\n  .a.\n ..V..\n...V..#\n .bb..\n  b..\n   .\n";

    fn frame(look: Look, push: Push) -> String {
        let instance = drawing::parse(BOARD).unwrap();
        let pieces: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| piece.cells.clone()).collect();
        let (pieces, moved) = pushed(&instance, &pieces, push, true).unwrap();
        let said = said(&instance, push, &moved, (3, 24));
        look.frame(&Frame { instance: &instance, pieces: &pieces, moved: &moved, said })
    }

    #[test]
    fn a_plain_frame_is_as_board_files_are() {
        let plain = frame(Look { colour: false, room: None }, Push { piece: 2, direction: Direction::Up });
        let (said, board) = plain.split_once('\n').unwrap();
        assert_eq!(said, "push 3 of 24: b up (moves V, a, b)");
        assert_eq!(board, "   a\n   a\n  .V.\n ..V..\n..bb..#\n .b...\n  ...\n   .\n");
        assert!(drawing::parse(board).is_ok());
    }

    #[test]
    fn a_terminal_gets_cells_of_two_columns_where_they_fit() {
        let push = Push { piece: 0, direction: Direction::Right };
        let wide = frame(Look { colour: false, room: Some((24, 14)) }, push);
        assert_eq!(wide.lines().nth(4), Some("  . . . V . "));
        assert_eq!(wide.lines().next(), Some("push 3 of 24:…"));
        let narrow = frame(Look { colour: false, room: Some((24, 13)) }, push);
        assert_eq!(narrow.lines().nth(4), Some(" ...V."));
    }

    #[test]
    fn colour_changes_no_text_and_shows_what_moved() {
        let push = Push { piece: 2, direction: Direction::Up };
        for room in [None, Some((24, 80))] {
            let (colour, plain) = (frame(Look { colour: true, room }, push), frame(Look { colour: false, room }, push));
            assert_eq!(strip_ansi_codes(&colour), plain);
            assert_eq!(colour.matches("48;5;220").count(), 7, "{colour}");
        }
    }
}

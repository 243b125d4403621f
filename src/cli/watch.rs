//! `--watch`: a game in the terminal, step by step, with the reason of each move.
//!
//! A cell is two columns wide, as an emoji is; one column where the board would
//! not fit otherwise. Its background is its terrain; an open cell shows how many
//! animals are around it. A board larger than the terminal is cut to what lies
//! around the move. Off a terminal, frames follow one another as plain text,
//! where closed cells show their terrain as map files write it.

use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::play::{Observer, Reply, Verdict};
use crate::crocomine::posterior::View;
use crate::crocomine::rules::{Action, Animal, Terrain};
use crate::crocomine::strategy::Decision;
use crate::crocomine::transcript::Transcript;
use crate::crocomine::world::Sight;
use crate::grid::Cell;
use console::{Style, Term, truncate_str};
use std::fmt::Write;
use std::io;
use std::ops::Range;
use std::time::Duration;

/// Columns left of the board, for the row's number.
const MARGIN: usize = 4;
/// Lines around the board: the move, its reason, the column numbers, what is left.
const LINES: usize = 4;

/// How frames are drawn.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Backgrounds and highlights.
    colour: bool,
    /// Lines and columns of the terminal; `None`: as many as it takes.
    room: Option<(usize, usize)>,
}

/// Draws a game as it is played.
#[derive(Debug)]
pub struct Watch {
    term: Term,
    look: Look,
    delay: Duration,
    transcript: Transcript,
    drawn: usize,
    broken: Option<io::Error>,
}

impl Watch {
    /// Watches the game of this title on standard output, waiting after each
    /// frame if that is a terminal.
    ///
    /// # Errors
    /// Where the title could not be written.
    pub fn new(title: &str, delay: Duration) -> io::Result<Self> {
        let term = Term::stdout();
        term.write_line(title)?;
        let room = term.is_term().then(|| term.size()).map(|(lines, columns)| (usize::from(lines), usize::from(columns)));
        let look = Look { colour: console::colors_enabled(), room };
        Ok(Self { term, look, delay, transcript: Transcript::default(), drawn: 0, broken: None })
    }

    /// Ends the watching.
    ///
    /// # Errors
    /// Where a frame could not be written.
    pub fn finish(self) -> io::Result<()> {
        self.broken.map_or(Ok(()), Err)
    }

    fn draw(&mut self, frame: &str) -> io::Result<()> {
        let Some(_) = self.look.room else {
            return self.term.write_line(frame);
        };
        if self.drawn > 0 {
            self.term.move_cursor_up(self.drawn)?;
            self.term.clear_to_end_of_screen()?;
        }
        self.term.write_str(frame)?;
        self.drawn = frame.lines().count();
        std::thread::sleep(self.delay);
        Ok(())
    }
}

impl Observer for Watch {
    fn decided(&mut self, step: u64, view: &View, decision: &Decision) {
        self.transcript.decided(step, view, decision);
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        self.transcript.acted(action, reply, knowledge);
        let fatal = reply.verdict == Verdict::Ko;
        let frame = self.look.frame(knowledge, self.transcript.last(), action.cell(), fatal);
        if self.broken.is_none() {
            self.broken = self.draw(&frame).err();
        }
    }
}

impl Look {
    /// One frame, every line of it ended: the move and its reason, the board around
    /// the cell of the move, and what is left.
    fn frame(self, knowledge: &Knowledge, (done, why): (&str, &str), moved: Cell, fatal: bool) -> String {
        let grid = knowledge.grid();
        let (lines, columns) = self.room.unwrap_or((usize::MAX, usize::MAX));
        let columns_left = columns.saturating_sub(MARGIN);
        let width = if grid.cols() > columns_left / 2 { 1 } else { 2 };
        let (row, col) = grid.pos(moved);
        // One line more than is drawn: the cursor stands below the frame.
        let rows = window(grid.rows(), lines.saturating_sub(LINES + 1), row);
        let cols = window(grid.cols(), columns_left / width, col);

        let mut frame = format!("{}\n", truncate_str(done, columns, "…"));
        let _ = write!(frame, "{:6}{}\n{:MARGIN$}", "", truncate_str(why, columns.saturating_sub(6), "…"), "");
        for col in cols.clone() {
            let _ = write!(frame, "{:>width$}", col % if width == 2 { 100 } else { 10 });
        }
        frame.push('\n');
        for row in rows {
            let _ = write!(frame, "{row:>3} ");
            for col in cols.clone() {
                let cell = grid.cell(row, col);
                let mark = (cell == moved).then_some(fatal);
                frame += &self.cell(knowledge.sight(cell), knowledge.terrain(cell), width, mark);
            }
            frame.push('\n');
        }
        let [tigers, sharks, crocodiles] = knowledge.left();
        let left = format!("left: 🐅 {tigers}  🦈 {sharks}  🐊 {crocodiles}  closed {}", knowledge.closed());
        let _ = writeln!(frame, "{:MARGIN$}{}", "", truncate_str(&left, columns_left, "…"));
        frame
    }

    /// A cell, `width` columns wide. `mark`: the move was here, and was fatal.
    fn cell(self, sight: Sight, terrain: Option<Terrain>, width: usize, mark: Option<bool>) -> String {
        let text = match (sight, mark) {
            (_, Some(true)) => if width == 2 { "💥" } else { "X" }.to_string(),
            (Sight::Named(animal), _) if width == 2 => emoji(animal).to_string(),
            (Sight::Named(animal), _) => animal.letter().to_string(),
            (Sight::Open([0, 0, 0]), _) => format!("{:>width$}", if self.colour { ' ' } else { '.' }),
            (Sight::Open(counts), _) => format!("{:>width$}", counts.iter().sum::<u16>()),
            (Sight::Closed, _) if self.colour => " ".repeat(width),
            (Sight::Closed, _) => terrain.map_or("?", letter).repeat(width),
        };
        if !self.colour {
            return text;
        }
        let open = matches!(sight, Sight::Open(_));
        let background = match (mark, terrain, open) {
            (Some(true), ..) => 196,
            (Some(false), ..) => 220,
            (None, None, _) => 240,
            (None, Some(Terrain::Land), false) => 64,
            (None, Some(Terrain::Land), true) => 187,
            (None, Some(Terrain::Sea), false) => 25,
            (None, Some(Terrain::Sea), true) => 152,
        };
        Style::new().color256(16).on_color256(background).bold().apply_to(text).force_styling(true).to_string()
    }
}

/// The `room` places of `0..length` around `focus`.
fn window(length: usize, room: usize, focus: usize) -> Range<usize> {
    let room = room.clamp(1, length);
    let first = focus.saturating_sub(room / 2).min(length - room);
    first..first + room
}

fn emoji(animal: Animal) -> &'static str {
    match animal {
        Animal::Tiger => "🐅",
        Animal::Shark => "🦈",
        Animal::Crocodile => "🐊",
    }
}

fn letter(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Land => "-",
        Terrain::Sea => "~",
    }
}

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "so expect-test writes them")]
mod tests {
    use super::*;
    use crate::crocomine::state::State;
    use console::measure_text_width;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    /// Two rows: open, named, closed; the last column's terrain is not known.
    fn knowledge() -> Knowledge {
        let json = r#"{"grid_infos": {"m":2,"n":4,"start":[0,0],"tiger_count":1,"shark_count":2,"croco_count":0,"sea_count":3,"land_count":5},
            "infos": [
                {"pos":[0,0],"field":"land","prox_count":[0,2,0]},
                {"pos":[0,1],"field":"sea","animal":"S"},
                {"pos":[1,0],"field":"land"},
                {"pos":[1,1],"field":"sea"},
                {"pos":[0,2],"field":"land"}
            ]}"#;
        serde_json::from_str::<State>(json).unwrap().knowledge().unwrap()
    }

    fn check(frame: (Look, Cell, bool), expected: &Expect) {
        let (look, moved, fatal) = frame;
        let frame = look.frame(&knowledge(), ("   1  discover (0,0)", "proven"), moved, fatal);
        // A line without indentation keeps that of the others.
        expected.assert_eq(&format!("moved in {moved}:\n{frame}"));
    }

    #[test]
    fn plain_frames_show_terrain_as_map_files_do() {
        let plain = Look { colour: false, room: None };
        let quiet = expect![[r#"
            moved in 0:
               1  discover (0,0)
                  proven
                 0 1 2 3
              0  2🦈--??
              1 --~~????
                left: 🐅 1  🦈 1  🐊 0  closed 6
        "#]];
        check((plain, 0, false), &quiet);
        let fatal = expect![[r#"
            moved in 5:
               1  discover (0,0)
                  proven
                 0 1 2 3
              0  2🦈--??
              1 --💥????
                left: 🐅 1  🦈 1  🐊 0  closed 6
        "#]];
        check((plain, 5, true), &fatal);
    }

    #[test]
    fn a_narrow_terminal_gets_narrow_cells_and_a_small_one_a_part_of_the_board() {
        let terminal = |lines, columns| Look { colour: false, room: Some((lines, columns)) };
        let narrow = expect![[r#"
            moved in 0:
               1  dis…
                  pro…
                0123
              0 2S-?
              1 -~??
                left:…
        "#]];
        check((terminal(24, 10), 0, false), &narrow);
        let small = expect![[r#"
            moved in 7:
               1  …
                  …
                123
              1 ~??
                le…
        "#]];
        check((terminal(6, 7), 7, false), &small);
    }

    #[test]
    fn colour_changes_no_width() {
        let (colour, plain) = (Look { colour: true, room: None }, Look { colour: false, room: None });
        for moved in 0..8 {
            let widths = |look: Look| look.frame(&knowledge(), ("", ""), moved, true).lines().map(measure_text_width).collect::<Vec<_>>();
            assert_eq!(widths(colour), widths(plain));
            assert_eq!(widths(plain)[3..5], [12, 12]);
        }
    }

    proptest! {
        #[test]
        fn a_window_holds_its_focus_and_fills_its_room(length in 1..60usize, room in 0..60usize, focus in 0..60usize) {
            let focus = focus % length;
            let window = window(length, room, focus);
            prop_assert!(window.contains(&focus) && window.end <= length);
            prop_assert_eq!(window.len(), room.clamp(1, length));
        }
    }
}

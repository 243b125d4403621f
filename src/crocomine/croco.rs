//! The `.croco` map format: text to [`Level`] and back.
//!
//! ```text
//! title            any text
//! m n              rows, columns
//! i j              start row, start column, 0-based
//! m rows of n cells, separated by spaces
//! ```
//!
//! Cells: `~` sea, `-` land, `T` tiger on land, `S` shark on sea, `C` crocodile
//! on land, `W` crocodile on sea. Reading forgives what editors do to text
//! (line ends of any system, a byte-order mark, tabs and spaces, blank lines at
//! the end) and refuses the rest, saying where and what to do. A title that is
//! not UTF-8 is kept with U+FFFD for what cannot be read, since only people read
//! titles; everywhere else such bytes are unknown cells. No size is believed
//! before its rows were seen.

use super::level::Level;
use super::rules::{Animal, Content, Terrain};
use super::world::World;
use crate::grid::{Grid, MAX_CELLS};
use std::fmt::Write;

/// The letters of the format and what they say of a cell.
const LETTERS: [(u8, Terrain, Content); 6] = [
    (b'~', Terrain::Sea, None),
    (b'-', Terrain::Land, None),
    (b'T', Terrain::Land, Some(Animal::Tiger)),
    (b'S', Terrain::Sea, Some(Animal::Shark)),
    (b'C', Terrain::Land, Some(Animal::Crocodile)),
    (b'W', Terrain::Sea, Some(Animal::Crocodile)),
];

/// Why a text is not a map. It reads `line:column: what is wrong: what to do`,
/// so that a file name and a colon may stand before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct CrocoError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// Reads a map.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &[u8]) -> Result<Level, CrocoError> {
    let mut lines = Lines::new(text)?;
    let title = lines.title()?;
    let size = lines.next("the size (rows and columns, as in `8 10`)")?;
    let [rows, cols] = size.numbers("rows and columns")?;
    if rows == 0 || cols == 0 {
        return Err(size.fault(0, format!("a map of {rows} × {cols} cells: both have to be 1 or more")));
    }
    if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(size.fault(0, format!("a map of {rows} × {cols} cells: at most {MAX_CELLS} are supported")));
    }
    let first = lines.next("the start (row and column, from 0, as in `0 4`)")?;
    let [row, col] = first.numbers("row and column of the start, from 0")?;
    if row >= rows || col >= cols {
        return Err(first.fault(0, format!("the start {row} {col} is outside the {rows} × {cols} map: rows and columns count from 0")));
    }
    let cells = lines.cells(rows, cols)?;
    let start = row * cols + col;
    if let (_, Some(animal)) = cells[start] {
        return Err(first.fault(0, format!("the start {row} {col} holds a {}: it has to be free", animal.word())));
    }
    Ok(Level::new(title, World::new(Grid::new(rows, cols), cells), start))
}

/// Writes a map, with a line feed after every line.
///
/// Line breaks and other control characters in the title become spaces: no
/// reader would take them back.
pub fn write(level: &Level) -> String {
    let (world, grid) = (level.world(), level.world().grid());
    let (row, col) = grid.pos(level.start());
    let mut text = level.title().replace(is_unprintable, " ");
    let _ = write!(text, "\n{} {}\n{row} {col}\n", grid.rows(), grid.cols());
    for cell in 0..grid.len() {
        text.push(letter(world.terrain(cell), world.content(cell)));
        text.push(if (cell + 1) % grid.cols() == 0 { '\n' } else { ' ' });
    }
    text
}

/// A text, line by line.
struct Lines<'a> {
    /// What was not read yet; `None` after the last line.
    rest: Option<&'a [u8]>,
    /// Number of the next line, from 1.
    number: usize,
}

/// One line of the text.
struct Line<'a> {
    number: usize,
    text: &'a [u8],
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Result<Self, CrocoError> {
        let fault = |what: &str| Err(CrocoError { line: 1, column: 1, what: what.to_string() });
        if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]) {
            return fault("the file is UTF-16: save it as UTF-8");
        }
        let text = text.trim_ascii_end();
        if text.is_empty() {
            return fault("the file is empty: a map is a title, its size, its start and its rows");
        }
        Ok(Self { rest: Some(text), number: 1 })
    }

    fn next(&mut self, wanted: &str) -> Result<Line<'a>, CrocoError> {
        let number = self.number;
        let missing = || CrocoError { line: number, column: 1, what: format!("the file ends before {wanted}: add it") };
        let rest = self.rest.ok_or_else(missing)?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.rest = end.map(|end| &rest[end + 1..]);
        self.number += 1;
        Ok(Line { number, text: &rest[..end.unwrap_or(rest.len())] })
    }

    /// The first line, as written but for a byte-order mark.
    fn title(&mut self) -> Result<String, CrocoError> {
        let line = self.next("the title")?;
        let title = String::from_utf8_lossy(line.text);
        let title = title.trim_end_matches('\r').trim_start_matches('\u{feff}');
        match title.chars().position(is_unprintable) {
            Some(at) => Err(line.fault(at, "a control character in the title: a map is a text file".into())),
            None => Ok(title.to_string()),
        }
    }

    /// The rows of cells, which have to be all that is left.
    fn cells(&mut self, rows: usize, cols: usize) -> Result<Vec<(Terrain, Content)>, CrocoError> {
        let mut cells = Vec::new();
        let mut animals = [0u16; 3];
        for row in 1..=rows {
            let line = self.next(&format!("row {row} of {rows}"))?;
            let mut found = 0;
            for (at, word) in line.words() {
                found += 1;
                if found > cols {
                    return Err(line.fault(at, format!("row {row} has more than {cols} cells: take some away or correct line 2")));
                }
                let (terrain, content) = read_cell(word).map_err(|what| line.fault(at, what))?;
                if let Some(animal) = content {
                    let count = &mut animals[animal as usize];
                    let more = || line.fault(at, format!("more than {} animals of a kind: they are not supported", u16::MAX));
                    *count = count.checked_add(1).ok_or_else(more)?;
                }
                cells.push((terrain, content));
            }
            if found < cols {
                let at = line.text.trim_ascii_end().len();
                return Err(line.fault(at, format!("row {row} has {found} of {cols} cells: add the others or correct line 2")));
            }
        }
        if self.rest.is_some() {
            let what = format!("more than {rows} rows: take some away or correct line 2");
            return Err(CrocoError { line: self.number, column: 1, what });
        }
        Ok(cells)
    }
}

impl<'a> Line<'a> {
    /// A fault `at` characters from the start of the line.
    fn fault(&self, at: usize, what: String) -> CrocoError {
        CrocoError { line: self.number, column: at + 1, what }
    }

    /// The words of the line and where they start.
    ///
    /// In bytes, which are characters as long as all words before were good.
    fn words(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let text = self.text;
        let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.map(move |word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
    }

    /// The two whole numbers that are all of this line; those beyond
    /// `usize::MAX` come as that.
    fn numbers(&self, what: &str) -> Result<[usize; 2], CrocoError> {
        let mut numbers = [0; 2];
        let mut words = self.words();
        for number in &mut numbers {
            let end = self.text.trim_ascii_end().len();
            let (at, word) = words.next().ok_or_else(|| self.fault(end, format!("a number is missing: want {what}")))?;
            let word = std::str::from_utf8(word).ok().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let word = word.ok_or_else(|| self.fault(at, format!("not a whole number: want {what}")))?;
            *number = word.parse().unwrap_or(usize::MAX);
        }
        match words.next() {
            Some((at, _)) => Err(self.fault(at, format!("more than two numbers: want {what}"))),
            None => Ok(numbers),
        }
    }
}

/// The inverse of [`letter`].
fn read_cell(word: &[u8]) -> Result<(Terrain, Content), String> {
    let known = LETTERS.iter().find(|(letter, ..)| word == [*letter]);
    known.map(|&(_, terrain, content)| (terrain, content)).ok_or_else(|| {
        let shown = String::from_utf8_lossy(&word[..word.len().min(12)]);
        format!("`{}` is no cell: want one of ~ - T S C W, with spaces between them", shown.escape_debug())
    })
}

fn letter(terrain: Terrain, content: Content) -> char {
    let known = LETTERS.iter().find(|&&(_, t, c)| (t, c) == (terrain, content));
    char::from(known.expect("the animals of a world stand where they can live").0)
}

fn is_unprintable(c: char) -> bool {
    c.is_control() && c != '\t'
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any level of up to 8 × 8 cells: each cell anything, one of them freed.
    pub(crate) fn any_level() -> impl Strategy<Value = Level> {
        let parts = (1usize..9, 1usize..9).prop_flat_map(|(rows, cols)| {
            let cells = prop::collection::vec((0..LETTERS.len(), prop::bool::weighted(0.5)), rows * cols);
            (Just((rows, cols)), cells, 0..rows * cols, "([^\\p{Cc}\u{feff}][^\\p{Cc}]{0,20})?")
        });
        parts.prop_map(|((rows, cols), cells, start, title)| {
            let hold = |(cell, (letter, free)): (usize, (usize, bool))| {
                let (_, terrain, content) = LETTERS[letter];
                (terrain, content.filter(|_| !free && cell != start))
            };
            let cells = cells.into_iter().enumerate().map(hold).collect();
            Level::new(title, World::new(Grid::new(rows, cols), cells), start)
        })
    }

    /// `expected` is the map as written again, or the error.
    fn check(input: impl AsRef<[u8]>, expected: &str) {
        let found = parse(input.as_ref()).map_or_else(|error| error.to_string(), |level| write(&level));
        assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(input.as_ref()));
    }

    const PLAIN: &str = "map\n2 3\n0 1\n~ - S\nT C W\n";

    #[test]
    fn what_editors_and_makers_do_is_accepted() {
        check(PLAIN, PLAIN);
        // Spaces after the last cell, of some rows and lines or all.
        check("map\n2 3\n0 1\n~ - S \nT C W\n", PLAIN);
        check("map\n2 3 \n0 1  \n~ - S \nT C W \n", PLAIN);
        // Several spaces, tabs, spaces at the start.
        check("map\n2  3\n0\t1\n~  -\tS\n \tT C   W\n", PLAIN);
        // Line ends of Windows; a missing one at the end.
        check("map\r\n2 3\r\n0 1\r\n~ - S\r\nT C W\r\n", PLAIN);
        check("map\n2 3\n0 1\n~ - S\nT C W", PLAIN);
        // Blank lines at the end.
        check("map\n2 3\n0 1\n~ - S\nT C W\n\n  \n\r\n", PLAIN);
        // Byte-order marks.
        check("\u{feff}map\n2 3\n0 1\n~ - S\nT C W\n", PLAIN);
        check("\u{feff}\u{feff}map\n2 3\n0 1\n~ - S\nT C W\n", PLAIN);
        // One cell; no animal; one kind only; a start with animals around.
        check("one\n1 1\n0 0\n~", "one\n1 1\n0 0\n~\n");
        check("free\n1 2\n0 0\n~ -", "free\n1 2\n0 0\n~ -\n");
        check("S\n1 3\n0 1\nS ~ S", "S\n1 3\n0 1\nS ~ S\n");
        // Titles: empty, a path, with tabs and spaces, in other scripts, Latin-1.
        check("\n1 1\n0 0\n~", "\n1 1\n0 0\n~\n");
        check(" a/b\\c\t1 \n1 1\n0 0\n~", " a/b\\c\t1 \n1 1\n0 0\n~\n");
        check("été 🐊\n1 1\n0 0\n~", "été 🐊\n1 1\n0 0\n~\n");
        check(b"\xe9t\xe9\n1 1\n0 0\n~", "\u{fffd}t\u{fffd}\n1 1\n0 0\n~\n");
        check("0 lead\n01 001\n00 0\n~", "0 lead\n1 1\n0 0\n~\n");
    }

    #[test]
    fn faults_are_refused_with_their_place() {
        let empty = "1:1: the file is empty: a map is a title, its size, its start and its rows";
        check("", empty);
        check(" \r\n\n", empty);
        check(b"\xff\xfem\0a\0p\0", "1:1: the file is UTF-16: save it as UTF-8");
        check(b"\x7fELF\x02\x01", "1:1: a control character in the title: a map is a text file");
        check(b"a\xe9\0\n1 1\n0 0\n~", "1:3: a control character in the title: a map is a text file");

        check("map", "2:1: the file ends before the size (rows and columns, as in `8 10`): add it");
        check("map\n", "2:1: the file ends before the size (rows and columns, as in `8 10`): add it");
        check("map\n\n2 3\n0 1\n~ - S\nT C W\n", "2:1: a number is missing: want rows and columns");
        check("map\n2\n0 1\n~ - S\nT C W\n", "2:2: a number is missing: want rows and columns");
        check("map\n2 x\n0 1\n~ - S\nT C W\n", "2:3: not a whole number: want rows and columns");
        check("map\n2 3.0\n0 1\n~ - S\nT C W\n", "2:3: not a whole number: want rows and columns");
        check("map\n+2 3\n0 1\n~ - S\nT C W\n", "2:1: not a whole number: want rows and columns");
        check(b"map\n2 \xb3\n0 1\n~ - S\nT C W\n", "2:3: not a whole number: want rows and columns");
        check("map\n2 3 4\n0 1\n~ - S\nT C W\n", "2:5: more than two numbers: want rows and columns");
        check("map\n0 3\n0 1\n", "2:1: a map of 0 × 3 cells: both have to be 1 or more");
        check("map\n2 0\n0 1\n", "2:1: a map of 2 × 0 cells: both have to be 1 or more");
        check("map\n-2 3\n0 1\n", "2:1: not a whole number: want rows and columns");

        check("map\n2 3", "3:1: the file ends before the start (row and column, from 0, as in `0 4`): add it");
        check("map\n2 3\n~ - S\nT C W\n", "3:1: not a whole number: want row and column of the start, from 0");
        check("map\n2 3\n0 -1\n~ - S\n", "3:3: not a whole number: want row and column of the start, from 0");
        check("map\n2 3\n2 1\n", "3:1: the start 2 1 is outside the 2 × 3 map: rows and columns count from 0");
        check("map\n2 3\n1 3\n", "3:1: the start 1 3 is outside the 2 × 3 map: rows and columns count from 0");
        check("map\n2 3\n1 2\n~ - S\nT C W\n", "3:1: the start 1 2 holds a croco: it has to be free");

        check("map\n2 3\n0 1\n~ - S\n", "5:1: the file ends before row 2 of 2: add it");
        check("map\n2 3\n0 1\n~ - S\n\nT C W\n", "5:1: row 2 has 0 of 3 cells: add the others or correct line 2");
        check("map\n2 3\n0 1\n~ - S\nT C \n", "5:4: row 2 has 2 of 3 cells: add the others or correct line 2");
        check("map\n2 3\n0 1\n~ - S -\nT C W\n", "4:7: row 1 has more than 3 cells: take some away or correct line 2");
        check("map\n2 3\n0 1\n~ - S\nT C W\n- - -\n", "6:1: more than 2 rows: take some away or correct line 2");
        check("map\n2 3\n0 1\n~ - S\nT C W\n\n-\n", "6:1: more than 2 rows: take some away or correct line 2");

        let no_cell = |at: &str, word: &str| format!("{at}: `{word}` is no cell: want one of ~ - T S C W, with spaces between them");
        check("map\n2 3\n0 1\n~ - S\nT c W\n", &no_cell("5:3", "c"));
        check("map\n2 3\n0 1\n~ - X\nT C W\n", &no_cell("4:5", "X"));
        check("map\n2 3\n0 1\n~-S\nT C W\n", &no_cell("4:1", "~-S"));
        check("map\n2 3\n0 1\n~ \u{a0} S\nT C W\n", &no_cell("4:3", "\\u{a0}"));
        check(b"map\n2 3\n0 1\n~ \0 S\nT C W\n", &no_cell("4:3", "\\0"));
    }

    #[test]
    fn no_size_is_believed() {
        let most = |size: &str| format!("2:1: a map of {size} cells: at most {MAX_CELLS} are supported");
        check("map\n99999999 99999999\n0 0\n~", &most("99999999 × 99999999"));
        check("map\n4294967296 4294967296\n0 0\n~", &most("4294967296 × 4294967296"));
        check("map\n99999999999999999999999 1\n0 0\n~", &most(&format!("{} × 1", usize::MAX)));
        check("map\n1000 1024\n0 0\n~", "4:2: row 1 has 1 of 1024 cells: add the others or correct line 2");
        let full = format!("map\n1 65537\n0 0\n- {}", "T ".repeat(65536));
        check(full, "4:131073: more than 65535 animals of a kind: they are not supported");
    }

    #[test]
    fn titles_that_do_not_fit_on_a_line_are_made_to() {
        let level = Level::new("two\r\nlines".into(), World::new(Grid::new(1, 1), vec![(Terrain::Sea, None)]), 0);
        assert_eq!(write(&level), "two  lines\n1 1\n0 0\n~\n");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_the_same(level in any_level()) {
            prop_assert_eq!(parse(write(&level).as_bytes()), Ok(level));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&bytes);
        }

        #[test]
        fn no_bytes_in_a_map_make_it_panic(level in any_level(), at in any::<prop::sample::Index>(), bytes in prop::collection::vec(any::<u8>(), 0..4)) {
            let mut text = write(&level).into_bytes();
            let at = at.index(text.len());
            text.splice(at..(at + 1).min(text.len()), bytes);
            if let Ok(level) = parse(&text) {
                prop_assert_eq!(parse(write(&level).as_bytes()), Ok(level));
            }
        }
    }
}

//! A plan as one SVG: the board at the start and after each push, in rows, each with its push
//! in words; what moved is outlined, with arrows. Or the start alone, for a page to move.
//!
//! Pieces are never turned: the board and each piece are drawn once, at the start, and placed
//! again and again, which keeps the picture of a long plan small. An outline has the colour
//! (`currentColor`) of wherever its piece is placed. What is beyond the opening is cut off.
//! All numbers are whole, so the same plan has the same bytes everywhere.

use super::board::{Direction, Pos};
use super::check::{Pushed, follow};
use super::instance::{Instance, Piece, Push};
use std::fmt::Write;

/// Side of a cell; all sizes are in these units.
const CELL: i32 = 32;
/// Radius of a cell of a piece, and of a free hollow.
const DISC: i32 = 13;
/// Half the side of a white cell.
const WHITE: i32 = 12;
/// Width of what joins two cells of a piece: so slim that a diagonal one, with its outline,
/// keeps clear of what is on both sides.
const LINK: i32 = 12;
/// Width of an outline.
const OUTLINE: i32 = 2;
/// From the outermost cells' centres to the corners of the frame.
const REACH: i32 = 30;
/// Half the width of the opening.
const LIP: i32 = 18;
/// Room between boards, and around all.
const GAP: i32 = 44;
/// Room above a board, for its words.
const WORDS: i32 = 26;
/// What text looks like, but for its size in the title.
const FONT: &str = r#"font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="16""#;
/// Size of the title, and the width that a letter of it takes at most.
const TITLE: i32 = 20;
const TITLE_LETTER: i32 = 12;
/// Cells beside each other at most, over the boards of a row: as many as can be read when
/// printed on one page.
const MOST_CELLS: usize = 48;
/// Printed units: 5 for 8 of ours, which makes a full row a thousand pixels wide.
const SCALE: (i32, i32) = (5, 8);

/// Colours of pieces, and of their letters: the virus alone is red. The light ones are P. Tol's
/// for cells with a letter (“Colour schemes”, 2021), which colour-blind people tell apart; the
/// dark ones follow on boards with more pieces than the toy has.
const COLOURS: [(&str, &str); 16] = [
    ("#c31", "#fff"),
    ("#7ad", "#000"),
    ("#ed8", "#000"),
    ("#4b9", "#000"),
    ("#fab", "#000"),
    ("#aa0", "#000"),
    ("#9df", "#000"),
    ("#e86", "#000"),
    ("#bc3", "#000"),
    ("#328", "#fff"),
    ("#173", "#fff"),
    ("#a49", "#fff"),
    ("#555", "#fff"),
    ("#633", "#fff"),
    ("#255", "#fff"),
    ("#663", "#fff"),
];

/// An arrow upwards.
const ARROW: &str = "M-7 4 0-8 7 4Z";

/// A board of the picture.
struct Step {
    words: String,
    pieces: Vec<Vec<Pos>>,
    moved: Vec<usize>,
    direction: Direction,
}

/// The picture of a plan; of the start alone, where it is empty. A push that the rules do not
/// allow ends it.
pub fn svg(title: &str, instance: &Instance, plan: &[Push]) -> String {
    let steps = steps(instance, plan);
    let side = 2 * instance.board().radius() + 1;
    // As many rows as it takes, then no more columns than these rows need.
    let rows = steps.len().div_ceil(MOST_CELLS / (side + 1));
    let columns = steps.len().div_ceil(rows);
    let (across, down) = (side as i32 * CELL + GAP, (side as i32 + 1) * CELL + WORDS + GAP);
    let (width, height) = (columns as i32 * across + GAP, rows as i32 * down + 2 * TITLE + GAP);

    // The title begins at the frame of the first board.
    let left = GAP + CELL / 2 - REACH;
    let shown = escaped(&shortened(title, width - 2 * left));
    let [printed_width, printed_height] = [width, height].map(|size| size * SCALE.0 / SCALE.1);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{printed_width}" height="{printed_height}" viewBox="0 0 {width} {height}" {FONT}>
<title>{}</title>
<defs>
{}</defs>
<rect width="{width}" height="{height}" fill="#fff"/>
<text x="{left}" y="{}" font-size="{TITLE}">{shown}</text>
"##,
        escaped(title),
        defs(instance),
        GAP / 2 + TITLE,
    );
    for (nth, step) in steps.iter().enumerate() {
        let (x, y) = ((nth % columns) as i32 * across + GAP, (nth / columns) as i32 * down + 2 * TITLE + GAP / 2 + WORDS);
        let _ = writeln!(svg, r#"<g transform="translate({x} {y})">{}</g>"#, drawn(instance, step));
    }
    svg + "</svg>\n"
}

/// The board at the start as an SVG that a page moves, with the look of [`svg`]: first the
/// board, `class="board"`, then each piece in its order, `class="piece"`, with arrows
/// upwards, `class="arrow"`. Outlines have the colour of their piece's element, and `--cell`
/// is the side of a cell. What is beyond the opening is outside.
pub fn scene(instance: &Instance) -> String {
    let radius = instance.board().radius() as i32;
    let (side, left) = (2 * (radius * CELL + REACH + OUTLINE), CELL / 2 - REACH - OUTLINE);
    let height = (radius + 1) * CELL + CELL / 2 + side / 2;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} 0 {side} {height}" style="--cell:{CELL}px" {FONT}><g class="board">{}</g>"#,
        board(instance)
    );
    for (nth, piece) in instance.pieces().iter().enumerate() {
        let (fill, ink) = colours(nth);
        let _ = write!(svg, r#"<g class="piece">{}"#, shape(piece, (fill, ink)));
        for &cell in arrowed(&piece.cells) {
            let (x, y) = centre(cell);
            let _ = write!(svg, r#"<g transform="translate({x} {y})"><path class="arrow" d="{ARROW}" fill="{ink}"/></g>"#);
        }
        svg += "</g>";
    }
    svg + "</svg>"
}

/// The start, then what each push comes to.
fn steps(instance: &Instance, plan: &[Push]) -> Vec<Step> {
    let start = Step { words: "start".into(), pieces: instance.start(), moved: Vec::new(), direction: Direction::Up };
    let followed = follow(instance, plan, true).map_while(|step| step);
    let step = |((number, push), (pieces, moved)): ((usize, &Push), Pushed)| Step {
        words: format!("{number}: {}", push.told(instance)),
        pieces,
        moved,
        direction: push.direction,
    };
    std::iter::once(start).chain((1..).zip(plan).zip(followed).map(step)).collect()
}

/// What is placed many times: the board `b`, each piece by its place among the pieces, an arrow
/// by the word of each direction; and what is not beyond the opening, `on`.
fn defs(instance: &Instance) -> String {
    let side = (2 * instance.board().radius() as i32 + 2) * CELL;
    let mut defs = format!("<clipPath id=\"on\"><rect x=\"-{CELL}\" width=\"{}\" height=\"{side}\"/></clipPath>\n", side + CELL);
    let _ = writeln!(defs, r#"<g id="b">{}</g>"#, board(instance));
    for (nth, piece) in instance.pieces().iter().enumerate() {
        let _ = writeln!(defs, r#"<g id="p{nth}">{}</g>"#, shape(piece, colours(nth)));
    }
    for (direction, turned) in Direction::ALL.into_iter().zip([0, 180, 270, 90]) {
        let _ = writeln!(defs, r#"<path id="{}" d="{ARROW}" transform="rotate({turned})"/>"#, direction.word());
    }
    defs
}

/// The frame, open at the top, with free hollows and white cells.
fn board(instance: &Instance) -> String {
    let radius = instance.board().radius() as i16;
    let (x, y) = centre((radius + 1, radius));
    let reach = i32::from(radius) * CELL + REACH;
    let lip = y - reach + LIP;
    let mut board = format!(
        r##"<path d="M{} 0V{lip}L{} {y} {x} {} {} {y} {} {lip}V0" fill="#f6f6f6" stroke="#555" stroke-width="3"/>"##,
        x - LIP,
        x - reach,
        y + reach,
        x + reach,
        x + LIP,
    );
    let whites = instance.whites();
    for cell in instance.board().cells().filter(|cell| !whites.contains(cell)) {
        let (x, y) = centre(cell);
        let _ = write!(board, r##"<circle cx="{x}" cy="{y}" r="{DISC}" fill="#e2e2e2"/>"##);
    }
    for &cell in whites {
        let ((x, y), side) = (centre(cell), 2 * WHITE);
        let (x, y) = (x - WHITE, y - WHITE);
        let _ = write!(
            board,
            r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="9" fill="#fff" stroke="#222" stroke-width="{OUTLINE}"/>"##
        );
    }
    board
}

/// A piece where it starts: its cells and what joins those that touch, first with the outline
/// around them. The letter is on its last cell, which leaves the board last.
fn shape(piece: &Piece, (fill, ink): (&str, &str)) -> String {
    // Two cells at a corner of one that is the piece's too are joined by that one.
    let round = |a: Pos, b: Pos| piece.cells.contains(&(a.0, b.1)) || piece.cells.contains(&(b.0, a.1));
    let touch = |a: Pos, b: Pos| match (a.0.abs_diff(b.0), a.1.abs_diff(b.1)) {
        (1, 1) => !round(a, b),
        (rows, cols) => rows + cols == 1,
    };
    let (mut cells, mut links) = (Vec::new(), String::new());
    for (nth, &cell) in piece.cells.iter().enumerate() {
        let (x, y) = centre(cell);
        cells.push((x, y));
        for &other in piece.cells[..nth].iter().filter(|&&other| touch(cell, other)) {
            let (from_x, from_y) = centre(other);
            let _ = write!(links, "M{from_x} {from_y}L{x} {y}");
        }
    }
    let layer = |colour: &str, around: i32| {
        let disc = |(x, y): &(i32, i32)| format!(r#"<circle cx="{x}" cy="{y}" r="{}" stroke="none"/>"#, DISC + around);
        let discs: String = cells.iter().map(disc).collect();
        let width = LINK + 2 * around;
        format!(r#"<g fill="{colour}" stroke="{colour}" stroke-width="{width}"><path d="{links}"/>{discs}</g>"#)
    };
    let (x, y) = cells[cells.len() - 1];
    format!(
        r#"{}{}<text x="{x}" y="{}" fill="{ink}" text-anchor="middle">{}</text>"#,
        layer("currentColor", OUTLINE),
        layer(fill, 0),
        y + 6,
        escaped(&piece.letter.to_string())
    )
}

/// A board of the picture: its words, the board, the pieces that stand, then those that moved.
fn drawn(instance: &Instance, step: &Step) -> String {
    let (x, _) = centre(instance.board().opening());
    let words = escaped(&step.words);
    let mut drawn = format!(r##"<text x="{x}" y="-10" text-anchor="middle">{words}</text><use href="#b"/><g clip-path="url(#on)">"##);
    for moves in [false, true] {
        for (nth, cells) in step.pieces.iter().enumerate().filter(|(nth, _)| step.moved.contains(nth) == moves) {
            let start = instance.pieces()[nth].cells[0];
            let (x, y) = (i32::from(cells[0].1 - start.1) * CELL, i32::from(cells[0].0 - start.0) * CELL);
            let outline = if moves { "#000" } else { "#fff" };
            if cells.iter().any(|cell| cell.0 >= 0) {
                let _ = write!(drawn, r##"<use href="#p{nth}" x="{x}" y="{y}" color="{outline}"/>"##);
            }
            for &cell in arrowed(cells).iter().filter(|cell| moves && cell.0 >= 0) {
                let ((x, y), arrow, ink) = (centre(cell), step.direction.word(), colours(nth).1);
                let _ = write!(drawn, r##"<use href="#{arrow}" x="{x}" y="{y}" fill="{ink}"/>"##);
            }
        }
    }
    drawn + "</g>"
}

/// The cells of a piece that have an arrow when it moves: the letter keeps the last one.
fn arrowed(cells: &[Pos]) -> &[Pos] {
    &cells[..cells.len() - 1]
}

/// The colours of the `nth` piece and of its letter.
fn colours(nth: usize) -> (&'static str, &'static str) {
    COLOURS[nth % COLOURS.len()]
}

/// The centre of a cell.
fn centre((row, col): Pos) -> (i32, i32) {
    (i32::from(col) * CELL + CELL / 2, i32::from(row) * CELL + CELL / 2)
}

/// A title that is no wider than this.
fn shortened(title: &str, width: i32) -> String {
    let most = (width / TITLE_LETTER) as usize;
    if title.chars().count() <= most { title.into() } else { title.chars().take(most - 1).chain(['…']).collect() }
}

/// Text as it is written in XML, which has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            _ if letter.is_control() || "\u{fffe}\u{ffff}".contains(letter) => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antivirus::drawing;

    const UP: Direction = Direction::Up;

    /// The virus between two pieces, and a white cell.
    fn instance() -> Instance {
        drawing::parse("   .\n   a\n  .a.\n ..V..\n...V..#\n .bb..\n  b..\n   .\n").unwrap()
    }

    fn picture(title: &str, plan: &[(usize, Direction)]) -> String {
        let plan: Vec<Push> = plan.iter().map(|&(piece, direction)| Push { piece, direction }).collect();
        svg(title, &instance(), &plan)
    }

    /// The boards of a picture, a line each.
    fn boards(picture: &str) -> Vec<&str> {
        picture.lines().filter(|line| line.starts_with("<g transform")).collect()
    }

    #[test]
    fn each_push_has_a_board_with_its_words_and_what_moved_outlined() {
        let picture = picture("", &[(2, UP), (0, Direction::Right)]);
        let boards = boards(&picture);
        let expected = [("start", 0, ("up", 0)), ("1: b up", 3, ("up", 4)), ("2: V right", 1, ("right", 1))];
        assert_eq!(boards.len(), expected.len());
        for (board, (words, moved, (arrow, arrows))) in boards.into_iter().zip(expected) {
            assert!(board.contains(&format!(">{words}</text>")), "{board}");
            let counts = ["href=\"#p", "color=\"#000\"", &format!("href=\"#{arrow}\"")].map(|part| board.matches(part).count());
            assert_eq!(counts, [3, moved, arrows], "{board}");
        }
    }

    #[test]
    fn a_piece_is_placed_as_far_from_its_start_as_it_went() {
        let picture = picture("", &[(0, Direction::Right), (0, Direction::Right), (0, Direction::Down)]);
        let placed = ["x=\"0\" y=\"0\"", "x=\"32\" y=\"0\"", "x=\"64\" y=\"0\"", "x=\"64\" y=\"32\""];
        for (board, placed) in boards(&picture).into_iter().zip(placed) {
            assert!(board.contains(&format!("<use href=\"#p0\" {placed}")), "{board}");
        }
    }

    #[test]
    fn what_is_beyond_the_opening_is_not_drawn() {
        let alone = drawing::parse("   .\n   V\n  .V.\n .....\n.......\n .....\n  ...\n   .\n").unwrap();
        let picture = svg("", &alone, &[Push { piece: 0, direction: UP }; 3]);
        let drawn = |board: &str| ["href=\"#p0\"", "href=\"#up\""].map(|part| board.matches(part).count());
        // At the tip, in the opening, half out, out.
        assert_eq!(boards(&picture).into_iter().map(drawn).collect::<Vec<_>>(), [[1, 0], [1, 1], [1, 0], [0, 0]]);
    }

    #[test]
    fn a_scene_is_the_start_with_arrows_to_come() {
        let scene = scene(&instance());
        let parts = ["class=\"board\"", "class=\"piece\"", "class=\"arrow\"", &board(&instance()), "currentColor", "<text"];
        assert_eq!(parts.map(|part| scene.matches(part).count()), [1, 3, 4, 1, 6, 3], "{scene}");
        for (nth, piece) in instance().pieces().iter().enumerate() {
            assert!(scene.contains(&shape(piece, colours(nth))));
        }
    }

    #[test]
    fn a_push_that_is_not_possible_ends_the_picture() {
        assert_eq!(boards(&picture("", &[(0, UP), (0, UP), (0, Direction::Right)])).len(), 2);
        assert_eq!(boards(&picture("", &[(7, UP)])).len(), 1);
    }

    #[test]
    fn titles_are_written_as_text() {
        let picture = picture("<1> & \u{1b}2", &[]);
        assert_eq!(picture.matches(">&lt;1&gt; &amp; \u{fffd}2</t").count(), 2, "{picture}");
        assert_eq!(shortened("boards/5.txt", 12 * TITLE_LETTER), "boards/5.txt");
        assert_eq!(shortened("boards/55.txt", 12 * TITLE_LETTER), "boards/55.t…");
    }
}

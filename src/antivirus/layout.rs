//! Everywhere that the pieces of a puzzle can be.
//!
//! A piece never turns, so where it is is one number: its placement. All placements, their
//! cells, and where each push leads are computed once per puzzle. Where the virus may leave
//! the board, it has two placements more: half out, and out.

use super::board::{Direction, Pos};
use super::instance::{Instance, MOST_PIECES};
use super::metric::{Goal, Metric};

/// No placement: the edge or a white cell is in the way.
pub const NONE: u16 = u16::MAX;

/// Pieces as bits, by their places.
pub type Group = u16;

/// Where each piece is, by its placement; only as many count as there are pieces.
pub type Places = [u16; MOST_PIECES];

/// A piece somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The piece's first cell.
    pub anchor: Pos,
    /// Its cells, as bits: the place of each among the cells that are not white.
    pub cells: u128,
    /// The placement that each direction leads to, or [`NONE`].
    pub next: [u16; 4],
}

/// The placements of all pieces, and the one that the virus is to come to.
#[derive(Clone, Debug)]
pub struct Layout {
    pieces: Vec<Vec<Placement>>,
    start: Places,
    shapes: Vec<Vec<Pos>>,
    alike: Vec<Vec<usize>>,
    free: Vec<Pos>,
    width: usize,
    target: u16,
    rest: usize,
}

impl Layout {
    /// The placements of a puzzle, and the target that stands for a goal in a metric; without
    /// a goal there is no target, and the virus stays on the board.
    pub fn new(instance: &Instance, goal: Option<(Goal, Metric)>) -> Self {
        let board = instance.board();
        let free: Vec<Pos> = board.cells().filter(|pos| !instance.whites().contains(pos)).collect();
        let shapes: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| shape(&piece.cells)).collect();
        let mut pieces: Vec<Vec<Placement>> = shapes.iter().map(|shape| placements(shape, &free)).collect();
        let mut start = [0; MOST_PIECES];
        for ((start, piece), placements) in start.iter_mut().zip(instance.pieces()).zip(&pieces) {
            *start = place(placements, piece.cells[0]);
        }
        let [corner, opening] = [board.corner(), board.opening()].map(|pos| place(&pieces[0], pos));
        let clear = opening != NONE && start[0] != opening && escorted(&pieces, &free, [board.opening(), board.corner()]);
        let (target, rest) = match goal {
            None => (NONE, 0),
            Some((Goal::Corner, _)) => (corner, 0),
            // The way leads through the corner, behind which nothing can be in the way.
            Some((Goal::Opening, Metric::Push | Metric::Unit)) if clear => (corner, 1),
            Some((Goal::Out, Metric::Push | Metric::Unit)) if clear => (corner, 3),
            Some((Goal::Opening, _)) => (opening, 0),
            Some((Goal::Out, _)) => (leave(&mut pieces[0], opening, &free), 0),
        };
        let (alike, width) = (alike(&shapes), 2 * board.radius() + 1);
        Self { pieces, start, shapes, alike, free, width, target, rest }
    }

    /// The placements of each piece, the virus first.
    pub fn pieces(&self) -> &[Vec<Placement>] {
        &self.pieces
    }

    /// Where the pieces are at the start.
    pub fn start(&self) -> &Places {
        &self.start
    }

    /// The cells of each piece as offsets from its first.
    pub fn shapes(&self) -> &[Vec<Pos>] {
        &self.shapes
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pieces of one shape, by their places, where there are several: they are interchangeable.
    pub fn alike(&self) -> &[Vec<usize>] {
        &self.alike
    }

    /// The cells that are not white, by row and column: what bits stand for.
    pub fn free(&self) -> &[Pos] {
        &self.free
    }

    /// The placement that the virus is to come to, or [`NONE`].
    pub fn target(&self) -> u16 {
        self.target
    }

    /// Pushes of the virus upwards that lead from the target to the goal.
    pub fn rest(&self) -> usize {
        self.rest
    }
}

/// The placement with its first cell here.
fn place(placements: &[Placement], pos: Pos) -> u16 {
    placements.iter().position(|placement| placement.anchor == pos).map_or(NONE, |place| place as u16)
}

/// Adds where the virus is half out and out, and gives the second.
fn leave(virus: &mut Vec<Placement>, opening: u16, free: &[Pos]) -> u16 {
    let Some(&Placement { anchor: (row, col), .. }) = virus.get(usize::from(opening)) else { return NONE };
    let [half, out] = [virus.len() as u16, virus.len() as u16 + 1];
    virus[usize::from(opening)].next[Direction::Up as usize] = half;
    virus.push(Placement { anchor: (row - 1, col), cells: bit((row, col), free).unwrap_or(0), next: [out, opening, NONE, NONE] });
    virus.push(Placement { anchor: (row - 2, col), cells: 0, next: [NONE, half, NONE, NONE] });
    out
}

/// Whether nothing but the virus can be in the opening without being in the corner too.
fn escorted(pieces: &[Vec<Placement>], free: &[Pos], [opening, corner]: [Pos; 2]) -> bool {
    let [opening, corner] = [opening, corner].map(|pos| bit(pos, free).unwrap_or(0));
    pieces[1..].iter().flatten().all(|placement| placement.cells & opening == 0 || placement.cells & corner != 0)
}

/// Cells as offsets from the first.
fn shape(cells: &[Pos]) -> Vec<Pos> {
    let (row, col) = cells[0];
    cells.iter().map(|&(r, c)| (r - row, c - col)).collect()
}

fn bit(pos: Pos, free: &[Pos]) -> Option<u128> {
    free.iter().position(|&cell| cell == pos).map(|place| 1 << place)
}

/// Everywhere a shape can be among the free cells.
fn placements(shape: &[Pos], free: &[Pos]) -> Vec<Placement> {
    let cells = |(row, col): Pos| shape.iter().map(|&(r, c)| bit((row + r, col + c), free)).try_fold(0, |cells, bit| Some(cells | bit?));
    let mut placements: Vec<Placement> =
        free.iter().filter_map(|&anchor| Some(Placement { anchor, cells: cells(anchor)?, next: [NONE; 4] })).collect();
    for nth in 0..placements.len() {
        placements[nth].next = Direction::ALL.map(|direction| place(&placements, direction.from(placements[nth].anchor)));
    }
    placements
}

/// Pieces of one shape, where there are several. The virus is itself, whatever looks like it.
fn alike(shapes: &[Vec<Pos>]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for piece in 1..shapes.len() {
        match classes.iter_mut().find(|class| shapes[class[0]] == shapes[piece]) {
            Some(class) => class.push(piece),
            None => classes.push(vec![piece]),
        }
    }
    classes.retain(|class| class.len() > 1);
    classes
}

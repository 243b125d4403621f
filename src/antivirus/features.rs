//! What a board looks like before anything is searched, as numbers: for choosing how to search.
//!
//! They are of the start, for the goal `corner` in pushes, and depend on the board alone: not
//! on the order of its pieces, nor on their letters. What they take is counted, as positions
//! expanded, so that choosing by them can be compared with not choosing.

use super::board::{Direction, Pos, straight};
use super::graph::Graph;
use super::heuristic::{self, Heuristic, NEVER, path};
use super::instance::Instance;
use super::layout::{Layout, NONE};
use super::memory::Budget;
use super::metric::{Goal, Metric};
use crate::record::Column;
use crate::stats::mean;

/// The features.
pub const COLUMNS: [Column; 19] = [
    Column::new("radius", "cells", "Radius R of the board; it has 2R² + 2R + 2 cells."),
    Column::new("pieces", "pieces", "Pieces that move, the virus among them."),
    Column::new("whites", "cells", "White cells."),
    Column::new("free", "cells", "Cells that hold nothing."),
    Column::new("occupancy", "share", "Cells of pieces over all cells that are not white."),
    Column::new("distance", "cells", "Rows and columns between the virus and the corner."),
    Column::new(
        "path",
        "cells",
        "Steps of the virus's shortest way to the corner around the white cells; twice the cells of the board without one.",
    ),
    Column::new("detour", "cells", "The path minus the distance."),
    Column::new(
        "pair",
        "pushes",
        "Least pushes with the virus and one other piece alone, the largest of them; twice the cells of the board where one cannot be solved.",
    ),
    Column::new("blockers", "pieces", "Pieces that touch the virus on the sides that lead nearer to the corner."),
    Column::new("ahead", "pieces", "Pieces whose nearest cell is nearer to the corner than the virus's upper cell, by rows and columns."),
    Column::new("path_whites", "cells", "White cells on the virus's straight way: sideways to the middle column, then up."),
    Column::new("moves", "pushes", "Different pushes that are possible."),
    Column::new("mean_group", "pieces", "Mean number of pieces that such a push moves; 0 without one."),
    Column::new("least_placements", "cells", "Places that the piece with the fewest of them could be in on the board without the others."),
    Column::new("log_placements", "log10", "log10 of the product of these numbers over all pieces."),
    Column::new("virus_cells", "cells", "Places of the virus that it can reach while all others stand still."),
    Column::new("can_leave", "pieces", "Pieces but the virus that could be in the opening."),
    Column::new("opening_taken", "0 or 1", "Whether a piece is in the opening."),
];

/// The features of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// In the order of [`COLUMNS`].
    pub values: [f64; COLUMNS.len()],
    /// What they took, in positions expanded.
    pub cost: u64,
}

/// Positions of pattern databases that take as long to make as one takes to expand: 3 to 4 by
/// `cargo bench --bench antivirus` (databases of two pieces, against components of radius 3 and 4).
const DATABASE: u64 = 4;

/// The features of a board.
pub fn features(instance: &Instance) -> Features {
    let layout = Layout::new(instance, Some((Goal::Corner, Metric::Push)));
    let (board, corner) = (instance.board(), instance.board().corner());
    let never = 2 * board.len() as u32;
    let (pair, bytes) = estimate("pair", &layout, never);
    let (blockers, _) = estimate("blockers", &layout, never);
    let path = Some(path::steps(&layout)[usize::from(layout.start()[0])]).filter(|steps| *steps != NEVER).unwrap_or(never);
    let groups = groups(&layout);
    let taken: usize = instance.pieces().iter().map(|piece| piece.cells.len()).sum();
    let mut placements: Vec<f64> = layout.pieces().iter().map(|placements| placements.len() as f64).collect();
    // Summed in one order, whatever that of the pieces is.
    placements.sort_unstable_by(f64::total_cmp);
    let away = |(row, col): (i16, i16)| row.abs_diff(corner.0) + col.abs_diff(corner.1);
    let virus = instance.pieces()[0].cells[0];
    let distance = away(virus);
    let others = || instance.pieces().iter().skip(1);
    let ahead = others().filter(|piece| piece.cells.iter().any(|&cell| away(cell) < away(virus))).count();
    let opening = layout.free().iter().position(|cell| *cell == board.opening()).map_or(0, |place| 1_u128 << place);
    let can_leave = layout.pieces()[1..].iter().filter(|piece| piece.iter().any(|placement| placement.cells & opening != 0)).count();
    let opening_taken = instance.pieces().iter().any(|piece| piece.cells.contains(&board.opening()));
    let values = [
        board.radius() as f64,
        instance.pieces().len() as f64,
        instance.whites().len() as f64,
        (layout.free().len() - taken) as f64,
        taken as f64 / layout.free().len() as f64,
        f64::from(distance),
        f64::from(path),
        f64::from(path) - f64::from(distance),
        f64::from(pair),
        f64::from(blockers),
        ahead as f64,
        straight_whites(instance) as f64,
        groups.len() as f64,
        mean(&groups.iter().map(|group| f64::from(*group)).collect::<Vec<_>>()).unwrap_or(0.0),
        placements.iter().copied().fold(f64::INFINITY, f64::min),
        placements.iter().map(|count| libm::log10(*count)).sum(),
        virus_cells(&layout) as f64,
        can_leave as f64,
        f64::from(u8::from(opening_taken)),
    ];
    // One position is expanded for the pushes; a database has a byte a position.
    Features { values, cost: 1 + bytes.div_ceil(DATABASE) }
}

/// What a heuristic says of the start, or `never`, and the bytes that it is made of.
fn estimate(name: &str, layout: &Layout, never: u32) -> (u32, u64) {
    let mut budget = Budget::new(usize::MAX);
    let built: Option<Box<dyn Heuristic>> = heuristic::find(name).and_then(|entry| (entry.build)(layout, Metric::Push, &mut budget).ok());
    let estimate = built.map_or(NEVER, |heuristic| heuristic.estimate(layout.start()));
    (if estimate == NEVER { never } else { estimate }, budget.used() as u64)
}

/// How many pieces each push moves.
fn groups(layout: &Layout) -> Vec<u32> {
    let graph = Graph::<u128>::new(layout, Metric::Unit).expect("128 bits hold the largest board with the most pieces");
    let mut groups = Vec::new();
    // In `unit` a push costs as many pieces as it moves.
    graph.expand(graph.start(), |_, cost| groups.push(cost));
    groups
}

/// White cells on the virus's straight way to the corner.
fn straight_whites(instance: &Instance) -> usize {
    let way = straight(instance.pieces()[0].cells[0], instance.board().corner());
    let way: Vec<Pos> = way.flat_map(|at| [at, Direction::Down.from(at)]).collect();
    instance.whites().iter().filter(|white| way.contains(white)).count()
}

/// Placements of the virus that it reaches while the others stand still.
fn virus_cells(layout: &Layout) -> usize {
    let (virus, start) = (&layout.pieces()[0], layout.start());
    let others = layout.pieces().iter().zip(start).skip(1).fold(0, |cells, (piece, &place)| cells | piece[usize::from(place)].cells);
    let mut reached = vec![false; virus.len()];
    let mut ahead = vec![start[0]];
    while let Some(place) = ahead.pop() {
        if std::mem::replace(&mut reached[usize::from(place)], true) {
            continue;
        }
        let next = virus[usize::from(place)].next.into_iter().filter(|&next| next != NONE);
        ahead.extend(next.filter(|&next| virus[usize::from(next)].cells & others == 0));
    }
    reached.into_iter().filter(|reached| *reached).count()
}

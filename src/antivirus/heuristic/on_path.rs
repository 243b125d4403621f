//! Pieces on the virus's straight way out: sideways to the column of the opening, then up.

use super::{Admissible, Entry, InTheWay};
use crate::antivirus::board::{Pos, straight};
use crate::antivirus::layout::{Layout, Placement};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "on-path",
    about: "pieces on the virus's straight way out, sideways and then up",
    admissible: [
        Admissible::Refuted("three pieces on a way of two steps, of which one push moves two"),
        Admissible::Refuted("on a board of radius 6 the virus goes around 12 pieces of its straight way in 11 steps"),
        Admissible::Refuted("one slide moves several pieces"),
    ],
    build: |layout, _, _| Ok(InTheWay::on(ways(layout), layout)),
};

/// For each placement of the virus, the cells of its straight way that it is not on.
fn ways(layout: &Layout) -> Vec<u128> {
    let virus = &layout.pieces()[0];
    let Some(target) = virus.get(usize::from(layout.target())) else { return vec![0; virus.len()] };
    let bit = |pos: Pos| layout.free().iter().position(|&cell| cell == pos).map_or(0, |place| 1_u128 << place);
    let way = |placement: &Placement| {
        let way = straight(placement.anchor, target.anchor).fold(0, |way, at| way | bit(at) | bit((at.0 + 1, at.1)));
        way & !placement.cells
    };
    virus.iter().map(way).collect()
}

//! Pieces that touch the virus where it wants to go next.

use super::{Admissible, Entry, InTheWay};
use crate::antivirus::board::Direction;
use crate::antivirus::layout::{Layout, Placement};

const PROOF: &str = "never more than `distance`: one piece above and two beside the virus, and above as well as beside there are cells \
                     of the diamond only where the target is three steps away or more";

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "blockers",
    about: "pieces that touch the virus on the sides that lead nearer to its target",
    admissible: [
        Admissible::Proven(PROOF),
        Admissible::Proven(PROOF),
        Admissible::Refuted("two pieces beside the virus are pushed aside in the slide that leads to the target"),
    ],
    build: |layout, _, _| Ok(InTheWay::on(ways(layout), layout)),
};

/// For each placement of the virus, the cells that a step nearer to the target leads onto.
fn ways(layout: &Layout) -> Vec<u128> {
    let virus = &layout.pieces()[0];
    let Some(target) = virus.get(usize::from(layout.target())) else { return vec![0; virus.len()] };
    let distance = |(row, col): (i16, i16)| row.abs_diff(target.anchor.0) + col.abs_diff(target.anchor.1);
    let way = |placement: &Placement| {
        let steps = Direction::ALL.into_iter().zip(placement.next);
        let nearer = steps.filter(|(direction, _)| distance(direction.from(placement.anchor)) < distance(placement.anchor));
        let onto = nearer.filter_map(|(_, next)| virus.get(usize::from(next))).map(|next| next.cells);
        onto.fold(0, |way, cells| way | cells) & !placement.cells
    };
    virus.iter().map(way).collect()
}

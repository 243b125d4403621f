//! Greedy density: single constraints, then the least local density.
//!
//! What a student writes in an afternoon. At a stall the risk of a closed cell is
//! reckoned as the worst density among the open cells next to it (animals left
//! over closed cells around), and elsewhere as the density of the whole map; the
//! least is discovered, the first in row order among equals. Blind to how
//! constraints overlap, and to the kinds of animals.

use super::{Candidate, Decision, Entry, Strategy, Why};
use crate::crocomine::posterior::View;
use crate::crocomine::rules::Action;
use rand::Rng;

/// The registry's entry.
pub const ENTRY: Entry =
    Entry { name: "density", about: "single constraints; least local density at a stall", options: &[], build: |_| Ok(Box::new(Density)) };

struct Density;

impl Strategy for Density {
    fn decide(&mut self, view: &View, _rng: &mut dyn Rng) -> Decision {
        match view.deduced() {
            Ok(actions) if actions.is_empty() => least_dense(view),
            Ok(actions) => Decision::Proven(actions),
            Err(clash) => Decision::GaveUp(clash),
        }
    }
}

/// A density: animals over cells. Compared as fractions, so that ties are ties.
#[derive(Clone, Copy, Debug)]
struct Ratio(u32, u32);

impl Ratio {
    fn exceeds(self, other: Self) -> bool {
        u64::from(self.0) * u64::from(other.1) > u64::from(other.0) * u64::from(self.1)
    }
}

/// Discovers the closed cell of least local density.
pub fn least_dense(view: &View) -> Decision {
    let knowledge = view.knowledge();
    let ratio = |animals: [u16; 3], cells: usize| Ratio(animals.iter().map(|&n| u32::from(n)).sum(), cells as u32);
    let everywhere = ratio(knowledge.left(), knowledge.closed());
    let local = |cell: usize| {
        let open = knowledge.grid().neighbours(cell).filter(|&n| knowledge.is_open(n));
        let densities = open.map(|n| ratio(knowledge.residual(n), knowledge.closed_around(n)));
        densities.reduce(|worst, next| if next.exceeds(worst) { next } else { worst }).unwrap_or(everywhere)
    };
    let closed = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell));
    let least = closed.map(|cell| (local(cell), cell)).reduce(|least, next| if least.0.exceeds(next.0) { next } else { least });
    let (Ratio(animals, cells), cell) = least.expect("a map that goes on has closed cells");
    let candidate = Candidate::new(Action::Discover(cell), f64::from(animals) / f64::from(cells));
    let why = Why { rule: "least local density".into(), exact: false, runner_up: None, worlds_log10: None };
    Decision::Gamble { chosen: 0, candidates: vec![candidate], why }
}

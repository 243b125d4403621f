//! Random: what single constraints prove, else any closed cell.
//!
//! The floor under every comparison: it reckons no risk at all.

use super::{Candidate, Decision, Entry, Strategy, Why};
use crate::crocomine::posterior::View;
use crate::crocomine::rules::Action;
use rand::{Rng, RngExt};

/// The registry's entry.
pub const ENTRY: Entry =
    Entry { name: "random", about: "single constraints; any closed cell at a stall", options: &[], build: |_| Ok(Box::new(Random)) };

struct Random;

impl Strategy for Random {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        match view.deduced() {
            Ok(actions) if actions.is_empty() => any_closed(view, rng),
            Ok(actions) => Decision::Proven(actions),
            Err(clash) => Decision::GaveUp(clash),
        }
    }
}

/// Discovers a closed cell, each with the same probability.
pub fn any_closed(view: &View, rng: &mut dyn Rng) -> Decision {
    let knowledge = view.knowledge();
    let place = rng.random_range(0..knowledge.closed());
    let mut closed = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell));
    let cell = closed.nth(place).expect("as many closed cells as are counted");
    let candidate = Candidate::new(Action::Discover(cell), f64::NAN);
    let why = Why { rule: "any closed cell".into(), exact: false, runner_up: None, worlds_log10: None };
    Decision::Gamble { chosen: 0, candidates: vec![candidate], why }
}

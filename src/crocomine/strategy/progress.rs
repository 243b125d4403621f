//! Progress: among the least risky candidates, the one most likely to get the
//! deduction going again.
//!
//! Of the candidates of least risk (after rounding to 1e-12) those that discover come
//! before those that only name an animal: they open a cell themselves, and a cell
//! proven free by a name has still to be opened. Among these the one is taken that
//! most probably proves a new cell free; ties are broken by the expected number of
//! such cells, then by the entropy of what it shows, then by row order: the PSEQ
//! order (probability, safety, expectation, quantity) that is known from
//! Minesweeper. All are exact, from the posteriors after every answer. A discovery
//! whose answer is the same in every world has nothing of all that: it is the last one.
//!
//! Animals that are proven are no progress: to name them shows nothing.

use super::exact::{Exact, Rule};
use super::prospects::{Foresight, rounded};
use super::{Decision, Entry, GUESS_ANIMALS, Strategy, Why, endgame};
use crate::crocomine::posterior::{Posterior, Stop, View};
use crate::crocomine::rules::Action;
use rand::Rng;
use std::cmp::Reverse;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "progress",
    about: "least risk, discovering before naming, ties by the most probable progress (PSEQ)",
    options: &[GUESS_ANIMALS, endgame::option("off")],
    build: |options| Ok(endgame::wrapped(strategy(options.flag("guess_animals")), options)),
};

/// The strategy, which may name animals at a stall or not.
pub fn strategy(guess_animals: bool) -> Box<dyn Strategy> {
    Exact::strategy(Progress { guess_animals })
}

struct Progress {
    guess_animals: bool,
}

impl Rule for Progress {
    fn choose(&mut self, view: &View, posterior: &Posterior, _rng: &mut dyn Rng) -> Result<Decision, Stop> {
        let mut foresight = Foresight::new(self.guess_animals, view);
        let mut candidates = foresight.candidates(view, posterior, 0.0);
        let mut ranks = Vec::with_capacity(candidates.len());
        for candidate in &mut candidates {
            let Some(answers) = foresight.answers(view, candidate)? else { break };
            let prospect = foresight.prospect(candidate, &answers);
            candidate.outlook = prospect.outlook();
            let discovers = matches!(candidate.action, Action::Discover(_));
            ranks.push((discovers, [prospect.progress, prospect.proven, prospect.entropy].map(rounded)));
        }
        let chosen = (0..ranks.len()).min_by_key(|&nth| (Reverse(ranks[nth]), nth)).unwrap_or(0);
        let why = Why::new("least risk, then progress", chosen, &candidates, posterior);
        Ok(Decision::Gamble { chosen, candidates, why })
    }
}

//! Component enumeration: all that is proven, else the candidate of least risk.
//!
//! Risks are exact, from the posterior. Candidates are discovering a closed cell
//! and, unless `guess_animals` is off (the classic rules), naming an animal in
//! one. Tie rule: risks are compared after rounding to 1e-12; of equal ones the
//! first in row order (row-scan), and on one cell discovering before tiger before
//! shark before crocodile.
//!
//! Where the posterior reaches its limit of work, the candidate of least local
//! density is taken, as `density` would; the game's counter `limits` tells.

use super::density::least_dense;
use super::{Candidate, Decision, Effort, Entry, GUESS_ANIMALS, Strategy, Why, endgame};
use crate::crocomine::posterior::{Class, Posterior, Stop, View};
use crate::crocomine::rules::{Action, Animal};
use rand::Rng;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "components",
    about: "exact posterior by component enumeration; least risk at a stall",
    options: &[GUESS_ANIMALS, endgame::option("off")],
    build: |options| Ok(endgame::wrapped(Box::new(Components::new(options.flag("guess_animals"))), options)),
};

/// Least risk, by exact probabilities.
pub struct Components {
    guess_animals: bool,
    limits: u64,
}

impl Components {
    /// Whether a stall may be met by naming an animal.
    pub fn new(guess_animals: bool) -> Self {
        Self { guess_animals, limits: 0 }
    }
}

impl Strategy for Components {
    fn decide(&mut self, view: &View, _rng: &mut dyn Rng) -> Decision {
        match view.proven() {
            Ok([]) => {}
            Ok(actions) => return Decision::Proven(actions.to_vec()),
            Err(Stop::Limit(_)) => {
                self.limits += 1;
                return least_dense(view);
            }
            Err(clash) => return Decision::GaveUp(clash),
        }
        match view.posterior() {
            Ok(posterior) => least_risk(posterior, self.guess_animals),
            Err(stop) => Decision::GaveUp(stop),
        }
    }

    fn effort(&self) -> Effort {
        Effort { limits: self.limits, ..Effort::default() }
    }
}

/// The candidate of least risk, and the next one.
fn least_risk(posterior: &Posterior, guess_animals: bool) -> Decision {
    let mut candidates: Vec<Candidate> = posterior.classes.iter().flat_map(|class| of_class(class, guess_animals)).collect();
    let key = |candidate: &Candidate| (rounded(candidate.risk), candidate.action.cell(), candidate.action);
    if candidates.len() > 2 {
        candidates.select_nth_unstable_by_key(1, key);
        candidates.truncate(2);
    }
    candidates.sort_unstable_by_key(key);
    let why = Why { rule: "least risk", runner_up: candidates.get(1).map(|next| next.risk), worlds_log10: Some(posterior.worlds_log10) };
    Decision::Gamble { chosen: 0, candidates, why }
}

/// Risks as integers, so that ties are ties on every machine. Unit: 1e-12.
fn rounded(risk: f64) -> i64 {
    (risk * 1e12).round() as i64
}

/// What can be done in the first cell of a class, with exact risks.
fn of_class(class: &Class, guess_animals: bool) -> impl Iterator<Item = Candidate> {
    let cell = class.cells[0];
    let [free, tiger, shark, crocodile] = class.p;
    let discover = Candidate::new(Action::Discover(cell), tiger + shark + crocodile);
    let others = [free + shark + crocodile, free + tiger + crocodile, free + tiger + shark];
    let name = move |animal: Animal| Candidate::new(Action::Guess(cell, animal), others[animal as usize]);
    std::iter::once(discover).chain(Animal::ALL.into_iter().filter(move |_| guess_animals).map(name))
}

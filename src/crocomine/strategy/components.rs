//! Component enumeration: all that is proven, else the candidate of least risk.
//!
//! Risks are exact, from the posterior. Candidates are discovering a closed cell
//! and, unless `guess_animals` is off (the classic rules), naming an animal in
//! one. Tie rule: risks are compared after rounding to 1e-12; of equal ones the
//! first in row order (row-scan), and on one cell discovering before tiger before
//! shark before crocodile.

use super::exact::{Exact, Rule};
use super::prospects::rounded;
use super::{Candidate, Decision, Entry, GUESS_ANIMALS, Strategy, Why, endgame};
use crate::crocomine::posterior::{Class, Posterior, Stop, View};
use crate::crocomine::rules::{Action, Animal};
use rand::Rng;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "components",
    about: "exact posterior by component enumeration; least risk at a stall",
    options: &[GUESS_ANIMALS, endgame::option("off")],
    build: |options| Ok(endgame::wrapped(Components::strategy(options.flag("guess_animals")), options)),
};

/// Least risk, by exact probabilities.
pub struct Components {
    guess_animals: bool,
}

impl Components {
    /// The strategy, which may name animals at a stall or not.
    pub fn strategy(guess_animals: bool) -> Box<dyn Strategy> {
        Exact::strategy(Self { guess_animals })
    }
}

impl Rule for Components {
    fn choose(&mut self, _view: &View, posterior: &Posterior, _rng: &mut dyn Rng) -> Result<Decision, Stop> {
        Ok(least_risk(posterior, self.guess_animals))
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
    let why = Why::new("least risk", 0, &candidates, posterior);
    Decision::Gamble { chosen: 0, candidates, why }
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

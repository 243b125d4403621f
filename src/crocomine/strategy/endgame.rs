//! The exact end game, on top of any other strategy.
//!
//! Where nothing is proven and few worlds are left, these are listed and the whole
//! tree of actions and answers is searched (see [`endgame`](crate::crocomine::endgame)):
//! the action that wins most of them is taken. Tie rule: of those that win as many
//! the one that survives in more, then the first in row order, and on one cell
//! discovering before tiger before shark before crocodile. Elsewhere, and where the
//! search would take too much work, a sealed component or the other strategy decides;
//! the latter counts in `limits`.
//!
//! A sealed component is a small game of its own (see [`View::sealed`]): where it has
//! few worlds it is played in the same way, however many the whole map has. That
//! includes coin flips that are forced: where they fail, no more work is done.

use super::components::Components;
use super::{Candidate, Decision, Effort, Entry, GUESS_ANIMALS, OptionSpec, Options, Outlook, Strategy, Values, Why};
use crate::crocomine::endgame::{Ranked, Solution, most_worlds, solve};
use crate::crocomine::posterior::View;
use rand::Rng;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "endgame",
    about: "as components; the exact best action where few worlds are left",
    options: &[
        GUESS_ANIMALS,
        OptionSpec { name: "worlds", about: "most worlds whose whole tree is searched", default: "2048", values: Values::Count },
    ],
    build: |options| {
        let guess_animals = options.flag("guess_animals");
        Ok(Box::new(Endgame::new(Components::strategy(guess_animals), options.count("worlds"), guess_animals)))
    },
};

/// Most work of one search, in cells looked at in one world.
const BUDGET: u64 = 4_000_000;

/// The option by which a strategy gets an end game; see [`wrapped`].
pub const fn option(default: &'static str) -> OptionSpec {
    let about = "most worlds whose whole tree is searched for the exact best action; off: it never is";
    OptionSpec { name: "endgame", about, default, values: Values::CountOrOff }
}

/// A strategy with the end game that its options `endgame` and `guess_animals` ask for.
pub fn wrapped(inner: Box<dyn Strategy>, options: &Options) -> Box<dyn Strategy> {
    let Some(worlds) = options.count_or_off("endgame") else { return inner };
    Box::new(Endgame::new(inner, worlds, options.flag("guess_animals")))
}

/// A strategy with an end game.
pub struct Endgame {
    inner: Box<dyn Strategy>,
    worlds: usize,
    guess_animals: bool,
    budget: u64,
    /// Whether too many worlds count as a limit.
    whole: bool,
    limits: u64,
}

impl Endgame {
    /// Exact where at most so many worlds are left (fewer where so many cells are
    /// closed that setting up would take the whole budget), elsewhere as `inner`.
    pub fn new(inner: Box<dyn Strategy>, worlds: usize, guess_animals: bool) -> Self {
        Self { inner, worlds, guess_animals, budget: BUDGET, whole: false, limits: 0 }
    }

    /// The whole game is to be exact: where it is not, a limit was reached.
    pub fn whole(inner: Box<dyn Strategy>, worlds: usize, guess_animals: bool, budget: u64) -> Self {
        Self { budget, whole: true, ..Self::new(inner, worlds, guess_animals) }
    }

    /// What to do, if nothing is proven and there are few worlds.
    fn exact(&mut self, view: &View) -> Option<Decision> {
        if !view.proven().is_ok_and(<[_]>::is_empty) {
            return None;
        }
        let (limit, budget, guess_animals) = (self.worlds, self.budget, self.guess_animals);
        let most = |cells| limit.min(most_worlds(cells, budget));
        let whole = view.listed(most(view.knowledge().closed())).ok()?;
        if let Some(solution) = whole.as_ref().and_then(|worlds| solve(worlds, guess_animals, budget)) {
            let win = solution.won as f64 / solution.worlds as f64;
            let worlds_log10 = libm::log10(solution.worlds as f64);
            return Some(best(&solution, "exact end game", Some(win), worlds_log10));
        }
        // A search that takes too much work is not tried twice.
        let listed = whole.as_ref().map_or(0, |worlds| worlds.cells().len());
        let sealed = if self.whole { None } else { view.sealed(most).ok()?.filter(|worlds| worlds.cells().len() != listed) };
        let solution = sealed.as_ref().and_then(|worlds| solve(worlds, guess_animals, budget));
        let is_limit = self.whole || whole.is_some() || sealed.is_some();
        self.limits += u64::from(solution.is_none() && is_limit);
        Some(best(&solution?, "exact in a sealed component", None, view.posterior().ok()?.worlds_log10))
    }
}

impl Strategy for Endgame {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        self.exact(view).unwrap_or_else(|| self.inner.decide(view, rng))
    }

    fn effort(&self) -> Effort {
        let mut effort = self.inner.effort();
        effort += Effort { limits: self.limits, ..Effort::default() };
        effort
    }
}

/// The best action, and the next one. `win` is the probability of winning the map,
/// which has so many worlds.
fn best(solution: &Solution, rule: &'static str, win: Option<f64>, worlds_log10: f64) -> Decision {
    let share = |worlds: usize| worlds as f64 / solution.worlds as f64;
    let risk = |ranked: &Ranked| share(solution.worlds - ranked.survivors);
    let mut candidates: Vec<Candidate> =
        solution.ranking.iter().take(2).map(|ranked| Candidate::new(ranked.action, risk(ranked))).collect();
    // Of the second only a bound is known.
    candidates[0].outlook = Outlook { win, ..Outlook::default() };
    let why = Why { rule: rule.into(), exact: true, runner_up: candidates.get(1).map(|next| next.risk), worlds_log10: Some(worlds_log10) };
    Decision::Gamble { chosen: 0, candidates, why }
}

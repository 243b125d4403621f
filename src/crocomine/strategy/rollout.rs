//! Rollouts: the candidate that wins most of the worlds that a fast strategy then
//! plays to their end.
//!
//! Worlds are drawn from the exact posterior, and every candidate meets the same
//! ones (common random numbers): in each it is deadly, or shows what it would show
//! there, and the base strategy plays on from that knowledge as if that world were
//! the true one. Worlds come in batches. After each, candidates clearly behind the
//! one that wins most so far are dropped (a Hoeffding race; Maron and Moore, 1994):
//! of the worlds that only one of the two wins, so many more are the leader's that
//! an even chance gives as many with a probability below exp(−3), one in twenty.
//! That is a test of signs in whole numbers.
//!
//! Candidates are those within a band above the least risk, at most so many. Tie
//! rule: of those that win as many worlds the least risky, then row order.

use super::components::Components;
use super::exact::{Exact, Rule};
use super::progress;
use super::prospects::Foresight;
use super::{Decision, Effort, Entry, GUESS_ANIMALS, OptionSpec, Outlook, Strategy, Values, Why, endgame};
use crate::crocomine::counterfactual::Imagination;
use crate::crocomine::posterior::{Posterior, Stop, View};
use crate::crocomine::world::World;
use crate::seed::Seed;
use rand::Rng;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "rollout",
    about: "most wins when sampled worlds are played to their end by a fast strategy; exact end game",
    options: &[
        GUESS_ANIMALS,
        OptionSpec {
            name: "base",
            about: "the strategy that plays the sampled worlds",
            default: "components",
            values: Values::Words(&["components", "progress"]),
        },
        OptionSpec { name: "worlds", about: "most worlds sampled at a stall", default: "100", values: Values::Count },
        endgame::option("256"),
    ],
    build: |options| {
        let guess_animals = options.flag("guess_animals");
        let base: Box<dyn Strategy> = match options.word("base") {
            "progress" => progress::strategy(guess_animals),
            _ => Components::strategy(guess_animals),
        };
        let worlds = options.count("worlds");
        let rollout = Rollout { guess_animals, imagination: Imagination::new(base), worlds };
        Ok(endgame::wrapped(Exact::strategy(rollout), options))
    },
};

/// Riskier candidates than this above the least hardly ever win more.
const BAND: f64 = 0.1;

/// Most candidates that are played.
const MOST: usize = 8;

/// Worlds between two looks at who is behind.
const BATCH: usize = 20;

/// A lead of d among n worlds that only one of two wins is clear where d² is at
/// least this times n: Hoeffding's bound is exp(−d² / 2n).
const CLEAR: usize = 6;

struct Rollout {
    guess_animals: bool,
    imagination: Imagination,
    worlds: usize,
}

impl Rule for Rollout {
    fn choose(&mut self, view: &View, posterior: &Posterior, rng: &mut dyn Rng) -> Result<Decision, Stop> {
        let mut candidates = Foresight::new(self.guess_animals, view).candidates(view, posterior, BAND);
        candidates.truncate(MOST);
        let seed = Seed::new(rng.next_u64());
        let mut won: Vec<Vec<bool>> = vec![Vec::new(); candidates.len()];
        let mut racing: Vec<usize> = (0..candidates.len()).collect();
        let mut played = 0;
        while racing.len() > 1 && played < self.worlds {
            let worlds = view.sample(BATCH.min(self.worlds - played), rng, World::clone)?;
            for (world, nth) in worlds.iter().zip(played as u64..) {
                for &at in &racing {
                    won[at].push(self.imagination.wins(view, candidates[at].action, world, seed.index(nth))?);
                }
            }
            played += worlds.len();
            let leader = first_of_most(&racing, &won);
            racing.retain(|&at| !is_clear(&won[leader], &won[at]));
        }
        let chosen = first_of_most(&racing, &won);
        for (candidate, won) in candidates.iter_mut().zip(&won).filter(|(_, won)| !won.is_empty()) {
            candidate.outlook = Outlook { win: Some(wins(won) as f64 / won.len() as f64), ..Outlook::default() };
        }
        let why = Why::new("most wins in rollouts", chosen, &candidates, posterior);
        Ok(Decision::Gamble { chosen, candidates, why })
    }

    fn effort(&self) -> Effort {
        self.imagination.effort()
    }
}

fn wins(won: &[bool]) -> usize {
    won.iter().filter(|&&won| won).count()
}

/// Of those that have won most, the first.
fn first_of_most(racing: &[usize], won: &[Vec<bool>]) -> usize {
    let best = racing.iter().copied().reduce(|best, next| if wins(&won[next]) > wins(&won[best]) { next } else { best });
    best.expect("the leader is never dropped")
}

/// Whether one is clearly behind another, over the same worlds.
fn is_clear(leader: &[bool], other: &[bool]) -> bool {
    let only = |a: &[bool], b: &[bool]| a.iter().zip(b).filter(|&(&a, &b)| a && !b).count();
    let (for_leader, for_other) = (only(leader, other), only(other, leader));
    let lead = for_leader.saturating_sub(for_other);
    lead > 0 && lead * lead >= CLEAR * (for_leader + for_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_clear_where_chance_hardly_gives_it() {
        let clear = |leader, other| {
            is_clear(&[vec![true; leader], vec![false; other]].concat(), &[vec![false; leader], vec![true; other]].concat())
        };
        assert!(!clear(0, 0) && !clear(5, 0) && !clear(10, 2) && !clear(0, 9));
        assert!(clear(6, 0) && clear(11, 2));
        // Worlds that both win, or none, tell nothing.
        let both = [vec![true; 50], vec![false; 50]].concat();
        assert!(!is_clear(&both, &both));
    }

    #[test]
    fn of_equal_candidates_the_first_leads() {
        let won = vec![vec![true, false], vec![true, true], vec![true, true]];
        assert_eq!(first_of_most(&[0, 1, 2], &won), 1);
        assert_eq!(first_of_most(&[0, 2], &won), 2);
    }
}

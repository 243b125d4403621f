//! Rollouts: the candidate that wins most of the worlds that a fast strategy then
//! plays to their end.
//!
//! Worlds are drawn from the exact posterior, and every candidate meets the same
//! ones; what they come to is told by `counterfactual`, less what is luck. Worlds come in
//! batches, after each of which candidates clearly behind are dropped (racing; O. Maron and
//! A. Moore, "Hoeffding races", NIPS 1993).
//!
//! Candidates are those within a band above the least risk, at most so many. Tie
//! rule: of those that win as much the least risky, then row order.

use super::components::Components;
use super::exact::{Exact, Rule};
use super::progress;
use super::prospects::{Foresight, rounded};
use super::{Decision, Effort, Entry, GUESS_ANIMALS, OptionSpec, Outlook, Strategy, Values, Why, endgame};
use crate::crocomine::counterfactual::{Imagination, Score};
use crate::crocomine::posterior::{Posterior, Stop, View};
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

struct Rollout {
    guess_animals: bool,
    imagination: Imagination,
    worlds: usize,
}

impl Rule for Rollout {
    fn choose(&mut self, view: &View, posterior: &Posterior, rng: &mut dyn Rng) -> Result<Decision, Stop> {
        let mut candidates = Foresight::new(self.guess_animals, view).candidates(view, posterior, BAND);
        candidates.truncate(MOST);
        let mut chosen = 0;
        if candidates.len() > 1 {
            let looks: Vec<usize> = (BATCH..self.worlds).step_by(BATCH).chain([self.worlds]).collect();
            let scores = self.imagination.scores(view, &candidates, &looks, rng)?;
            for (candidate, score) in candidates.iter_mut().zip(&scores) {
                candidate.outlook = Outlook { win: Some(score.mean()), ..Outlook::default() };
            }
            chosen = winner(&scores);
        }
        let why = Why::new("most wins in rollouts", chosen, &candidates, posterior);
        Ok(Decision::Gamble { chosen, candidates, why })
    }

    fn effort(&self) -> Effort {
        self.imagination.effort()
    }
}

/// Of those that met all worlds the first of those that won most.
fn winner(scores: &[Score]) -> usize {
    let most = scores.iter().map(|score| score.rollouts).max();
    let raced = (0..scores.len()).filter(|&at| Some(scores[at].rollouts) == most);
    let better = |at: usize, best: usize| rounded(scores[at].mean()) > rounded(scores[best].mean());
    raced.reduce(|best, next| if better(next, best) { next } else { best }).expect("the first is never dropped")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_candidates_that_met_all_worlds_the_first_wins() {
        let score = |mean: f64, rollouts| Score { halves: [mean; 2], error: 0.1, advantage_error: 0.1, rollouts };
        assert_eq!(winner(&[score(0.2, 100), score(0.9, 20), score(0.4, 100), score(0.4 + 1e-14, 100)]), 2);
        assert_eq!(winner(&[score(0.2, 20), score(0.2, 20)]), 0);
    }
}

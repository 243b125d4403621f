//! Counterfactual scores: what would have come of each candidate of a stall.
//!
//! Worlds are drawn from the exact posterior, never the true one, and every candidate
//! meets the same (common random numbers): in each it is deadly, or shows what it would
//! show there, and a base strategy plays on as if that world were the true one. A
//! candidate's score is the mean of what the worlds came to, its *advantage* the
//! difference to the score of the first candidate, which is far less noisy than either.
//!
//! Two things are taken out of what a world came to that are luck and not merit:
//!
//! * Where the base strategy finds the exact end game in an imagined game, the game is
//!   left there and counts by the probability of winning it that the search tells: the
//!   mean is the same and the spread smaller (Rao–Blackwell; G. Casella and C. Robert,
//!   "Rao-Blackwellisation of sampling schemes", Biometrika 83 (1996) 81–94).
//! * At every guess, the candidate's own and those of the base strategy after it, the
//!   probability s of survival is known exactly. The *luck* of a game is the sum of 1 − s
//!   over the guesses that it survived, less s where it did not survive the last one: its
//!   mean is 0, whoever plays. So luck, times any number that does not depend on the game,
//!   may be taken off (a control variate; N. Burch, M. Schmid, M. Moravčík, D. Morrill and
//!   M. Bowling, "AIVAT: a new variance reduction technique for agent evaluation in
//!   imperfect information games", AAAI 2018). The number is what survival is worth: the
//!   share that is won once the candidate is survived, of the games in all *other* worlds
//!   of the same half, so that the two halves of the worlds have nothing in common but
//!   which candidates were dropped.
//!
//! All candidates meet some worlds; those that are not clearly behind then meet more.
//! What is dropped was seen to be behind, so that its score is a little too low: the
//! fewer worlds there are at first, the more.

mod games;

pub use games::{Games, typical_variance};

use super::knowledge::Knowledge;
use super::play::{Observer, Reply, Status, Verdict, play_on_in};
use super::posterior::{Engine, Stop, View};
use super::rules::Action;
use super::strategy::{Candidate, Decision, Effort, Strategy};
use super::world::World;
use crate::seed::Seed;
use games::difference;
use rand::Rng;

/// A candidate is clearly behind where its mean difference to the best one is below
/// zero by so many standard errors.
const CLEAR: f64 = 3.0;

/// Plays imagined games.
pub struct Imagination {
    base: Box<dyn Strategy>,
    engine: Engine,
}

/// What an imagined game came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// 1 if it was won, 0 if lost or given up; the chance of winning where it was left at
    /// an exact end game.
    pub won: f64,
    /// How much luckier than to be expected its guesses were, in guesses.
    pub luck: f64,
    /// Whether the candidate itself was survived.
    pub survived: bool,
}

/// How a candidate fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Mean over the worlds with an even number, and over the others: near a probability
    /// of winning, but taking out luck may leave it a little below 0.
    pub halves: [f64; 2],
    /// Standard error of the mean over all.
    pub error: f64,
    /// Standard error of the mean difference to the first candidate, over the worlds
    /// that both met; 0 for the first.
    pub advantage_error: f64,
    /// Worlds met; 0 where the score is exact.
    pub rollouts: usize,
}

impl Score {
    /// Mean over all worlds.
    pub fn mean(&self) -> f64 {
        f64::midpoint(self.halves[0], self.halves[1])
    }
}

impl Imagination {
    /// With this strategy to play on.
    pub fn new(base: Box<dyn Strategy>) -> Self {
        Self { base, engine: Engine::default() }
    }

    /// What comes of an action, and the base strategy after it, if this world is the true
    /// one.
    ///
    /// # Errors
    /// A limit of the posterior's, or no world agrees with the view.
    pub fn imagine(&mut self, view: &View, action: Action, world: &World, seed: Seed) -> Result<Outcome, Stop> {
        let right = view.posterior()?.right(action);
        let Some(knowledge) = after(view.knowledge(), action, world) else {
            return Ok(Outcome { won: 0.0, luck: -right, survived: false });
        };
        let survived = Outcome { won: 1.0, luck: 1.0 - right, survived: true };
        if knowledge.closed() == 0 {
            return Ok(survived);
        }
        view.prepare(&mut self.engine)?;
        let mut watch = Watch::default();
        let game = play_on_in(world, knowledge, self.base.as_mut(), &mut self.engine, seed, &mut watch);
        let won = watch.foretold.unwrap_or(f64::from(u8::from(game.status == Status::Won)));
        Ok(Outcome { won, luck: survived.luck + watch.luck, ..survived })
    }

    /// Plays games of these candidates of a stall in so many more worlds, the same for all.
    ///
    /// # Errors
    /// A limit of the posterior's, or no world.
    pub fn play(
        &mut self,
        games: &mut Games,
        view: &View,
        candidates: &[Candidate],
        still: &[usize],
        worlds: usize,
        rng: &mut dyn Rng,
    ) -> Result<(), Stop> {
        let first = games.worlds();
        for (world, nth) in view.sample(worlds, rng, World::clone)?.iter().zip(first as u64..) {
            for &at in still {
                games.met[at].push(self.imagine(view, candidates[at].action, world, games.seed.index(nth))?);
            }
        }
        Ok(())
    }

    /// The scores of candidates. Each look is a number of worlds: up to the first all
    /// candidates meet them, then those that are not clearly behind, and the first; each
    /// number is rounded up to an even one.
    ///
    /// # Errors
    /// A limit of the posterior's, or no world.
    pub fn scores(&mut self, view: &View, candidates: &[Candidate], looks: &[usize], rng: &mut dyn Rng) -> Result<Vec<Score>, Stop> {
        let mut games = Games::new(candidates.len(), rng);
        let mut merits = games.merits();
        let mut still: Vec<usize> = (0..candidates.len()).collect();
        for until in looks.iter().map(|worlds| worlds.next_multiple_of(2)) {
            let played = games.worlds();
            if until <= played || (played > 0 && still.len() < 2) {
                break;
            }
            self.play(&mut games, view, candidates, &still, until - played, rng)?;
            merits = games.merits();
            still = not_behind(&merits, &still);
        }
        Ok(merits.iter().map(|of_one| Score::new(of_one, &merits[0])).collect())
    }

    /// The work done so far in imagined games, which are no decisions.
    pub fn effort(&self) -> Effort {
        let mut effort = self.base.effort();
        effort += self.engine.effort();
        Effort { posteriors: 0, limits: 0, ..effort }
    }
}

/// Watches the luck of an imagined game, and for a stall whose chances are known exactly.
#[derive(Default)]
struct Watch {
    foretold: Option<f64>,
    luck: f64,
    /// Probability that the guess under way is survived.
    right: Option<f64>,
}

impl Observer for Watch {
    fn decided(&mut self, _step: u64, view: &View, decision: &Decision) {
        let Decision::Gamble { chosen, candidates, why } = decision else { return };
        if why.exact {
            self.foretold = candidates[*chosen].outlook.win;
        }
        // Where the posterior is beyond its limit of work, luck is not told from merit.
        self.right = view.posterior().ok().map(|posterior| posterior.right(candidates[*chosen].action));
    }

    fn acted(&mut self, _action: Action, reply: &Reply, _knowledge: &Knowledge) {
        if let Some(right) = self.right.take() {
            self.luck += if reply.verdict == Verdict::Ko { -right } else { 1.0 - right };
        }
    }

    fn has_enough(&self) -> bool {
        self.foretold.is_some()
    }
}

/// What is known after an action in this world; None where it is deadly.
fn after(knowledge: &Knowledge, action: Action, world: &World) -> Option<Knowledge> {
    let reveal = world.reveal(knowledge.sights(), action).expect("a closed cell");
    if reveal.fatal {
        return None;
    }
    let mut knowledge = knowledge.clone();
    knowledge.learn(&reveal.infos).expect("a world that agrees contradicts nothing");
    Some(knowledge)
}

/// Of the candidates that are still played those that are not clearly behind the best of
/// them, and the first, where these are two or more.
fn not_behind(merits: &[Vec<f64>], still: &[usize]) -> Vec<usize> {
    let sum = |at: usize| merits[at].iter().sum::<f64>();
    let best = still.iter().copied().reduce(|best, next| if sum(next) > sum(best) { next } else { best });
    let close = |at: usize| {
        let (mean, error) = difference(&merits[at], &merits[best.unwrap_or(0)]);
        mean + CLEAR * error >= 0.0
    };
    let mut left: Vec<usize> = still.iter().copied().filter(|&at| close(at)).collect();
    if left.len() > 1 && left[0] != 0 {
        left.insert(0, 0);
    }
    left
}

impl Score {
    /// The score of a candidate that came to this in the worlds that it met, which are
    /// the first ones of those that the first candidate met. Where these are fewer, it
    /// gets what the first one has in all of them, and the difference in those that both
    /// met: differences between scores are always over the same worlds.
    fn new(met: &[f64], first: &[f64]) -> Self {
        let half = |values: &[f64], parity: usize| {
            let worlds = values.iter().skip(parity).step_by(2);
            let count = worlds.len().max(1) as f64;
            worlds.sum::<f64>() / count
        };
        let of_half = |parity| half(first, parity) + half(met, parity) - half(&first[..met.len()], parity);
        let (_, error) = difference(met, &vec![0.0; met.len()]);
        Self { halves: [of_half(0), of_half(1)], error, advantage_error: difference(met, first).1, rollouts: met.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_behind_is_judged_among_those_still_played() {
        let merits = [vec![0.5, 0.4, 0.5, 0.6], vec![0.9, 0.9], vec![0.9, 0.8, 0.9, 1.0], vec![0.1, 0.1, 0.1, 0.2]];
        assert_eq!(not_behind(&merits, &[0, 2, 3]), [2]);
        assert_eq!(not_behind(&[vec![0.0; 4], vec![0.5, 0.4, 0.5, 0.6], vec![0.5, 0.5, 0.4, 0.6]], &[0, 1, 2]), [0, 1, 2]);
    }
}

//! Counterfactual scores: what would have come of each candidate of a stall.
//!
//! Worlds are drawn from the exact posterior, never the true one, and every candidate
//! meets the same (common random numbers): in each it is deadly, or shows what it would
//! show there, and a base strategy plays on as if that world were the true one. A
//! candidate's score is the share of worlds that are won, its *advantage* the difference
//! to the score of the first candidate, which is far less noisy than either.
//!
//! Where the base strategy finds the exact end game in an imagined game, the game is
//! left there and counts by the probability of winning it that the search tells: the
//! mean is the same and the spread smaller (Rao–Blackwell; Casella and Robert, 1996).
//!
//! All candidates meet some worlds; those that are not clearly behind then meet more.
//! What is dropped was seen to be behind, so that its score is a little too low: the
//! fewer worlds there are at first, the more.

use super::knowledge::Knowledge;
use super::play::{chance, would_win};
use super::posterior::{Engine, Stop, View};
use super::rules::Action;
use super::strategy::{Candidate, Effort, Strategy};
use super::world::World;
use crate::seed::Seed;
use rand::Rng;

/// A candidate is clearly behind where its mean difference to the best one is below
/// zero by so many standard errors.
const CLEAR: f64 = 3.0;

/// Plays imagined games.
pub struct Imagination {
    base: Box<dyn Strategy>,
    engine: Engine,
}

/// How a candidate fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Mean over the worlds with an even number, and over the others, in [0, 1].
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

    /// Whether this world is won by an action, and the base strategy after it.
    ///
    /// # Errors
    /// No world agrees with the view.
    pub fn wins(&mut self, view: &View, action: Action, world: &World, seed: Seed) -> Result<bool, Stop> {
        let Some(knowledge) = after(view.knowledge(), action, world) else { return Ok(false) };
        view.prepare(&mut self.engine)?;
        Ok(would_win(world, knowledge, self.base.as_mut(), &mut self.engine, seed))
    }

    /// The same, where it comes to an exact end game as the chance of winning that.
    fn chance(&mut self, view: &View, action: Action, world: &World, seed: Seed) -> Result<f64, Stop> {
        let Some(knowledge) = after(view.knowledge(), action, world) else { return Ok(0.0) };
        view.prepare(&mut self.engine)?;
        Ok(chance(world, knowledge, self.base.as_mut(), &mut self.engine, seed))
    }

    /// The scores of candidates, over `few` worlds, and over `many` of those that are
    /// not clearly behind by then, and of the first; each number is rounded up to an
    /// even one.
    ///
    /// # Errors
    /// A limit of the posterior's, or no world.
    pub fn scores(
        &mut self,
        view: &View,
        candidates: &[Candidate],
        few: usize,
        many: usize,
        rng: &mut dyn Rng,
    ) -> Result<Vec<Score>, Stop> {
        let seed = Seed::new(rng.next_u64());
        let mut met: Vec<Vec<f64>> = vec![Vec::new(); candidates.len()];
        let mut still: Vec<usize> = (0..candidates.len()).collect();
        for until in [few, many].map(|worlds| worlds.next_multiple_of(2)) {
            let played = met[0].len();
            if until <= played || (played > 0 && still.len() < 2) {
                break;
            }
            let worlds = view.sample(until - played, rng, World::clone)?;
            for (world, nth) in worlds.iter().zip(played as u64..) {
                for &at in &still {
                    met[at].push(self.chance(view, candidates[at].action, world, seed.index(nth))?);
                }
            }
            still = not_behind(&met);
        }
        Ok(met.iter().map(|of_one| Score::new(of_one, &met[0])).collect())
    }

    /// The work done so far in imagined games, which are no decisions.
    pub fn effort(&self) -> Effort {
        let mut effort = self.base.effort();
        effort += self.engine.effort();
        Effort { posteriors: 0, limits: 0, ..effort }
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

/// The first candidate and all that are not clearly behind the best, where these are
/// two or more.
fn not_behind(met: &[Vec<f64>]) -> Vec<usize> {
    let sum = |of_one: &Vec<f64>| of_one.iter().sum::<f64>();
    let best = (0..met.len()).fold(0, |best, next| if sum(&met[next]) > sum(&met[best]) { next } else { best });
    let close = |at: usize| {
        let (mean, error) = difference(&met[at], &met[best]);
        mean + CLEAR * error >= 0.0
    };
    let mut still: Vec<usize> = (0..met.len()).filter(|&at| close(at)).collect();
    if still.len() > 1 && still[0] != 0 {
        still.insert(0, 0);
    }
    still
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
        let halves = [of_half(0), of_half(1)].map(|half| half.clamp(0.0, 1.0));
        Self { halves, error, advantage_error: difference(met, first).1, rollouts: met.len() }
    }
}

/// Mean and standard error of the differences over the worlds that both met.
fn difference(one: &[f64], other: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let n = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|difference| (difference - mean) * (difference - mean)).sum();
    (mean, (squares / (n - 1.0).max(1.0) / n).sqrt())
}

//! Races: imagined games of the candidates of a stall, as long as they are worth it.
//!
//! Something is believed of every candidate's advantage over one of them, the *base*, before
//! any game. Games come in batches, of the base and of each candidate whose next batch is
//! worth it: is expected to raise the chance of winning, by showing that another choice is
//! better, by more than a threshold (see [`Belief::worth_of_a_trial`]). What is far behind is
//! not played at all, and where games tell little, as on maps that still have many stalls to
//! come, few are. Who is out of the race stays out.
//!
//! Two simplifications: candidates are believed in one by one, though all are compared to the
//! same games of the base; and a batch is judged as if it were the last.

use super::counterfactual::{Games, Imagination, typical_variance};
use super::posterior::{Stop, View};
use super::strategy::Candidate;
use crate::selection::Belief;
use rand::Rng;

/// Worlds of a batch.
const BATCH: usize = 16;

/// What a batch of one candidate has to be worth, in probability of winning. A lower one buys
/// little for many more games.
const WORTH: f64 = 5e-4;

/// What is believed after a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Raced {
    /// Of each candidate's advantage.
    pub advantages: Vec<Option<Belief>>,
    /// Of the base's probability of winning.
    pub stake: Belief,
    /// In how many worlds each candidate was played.
    pub worlds: Vec<usize>,
}

/// Races candidates in games of at most so many worlds. Before, this is believed of their
/// advantages over the base, and of the stake: the probability of winning with the base.
/// `None` stays `None`: nothing is believed of that candidate, and it is not played.
///
/// # Errors
/// A limit of the posterior's, or no world.
///
/// # Panics
/// If nothing is believed of the base.
pub fn race(
    imagination: &mut Imagination,
    view: &View,
    candidates: &[Candidate],
    beliefs: &[Option<Belief>],
    (base, stake): (usize, Belief),
    worlds: usize,
    rng: &mut dyn Rng,
) -> Result<Raced, Stop> {
    assert!(beliefs[base].is_some(), "the base is what all are compared to");
    let mut games = Games::new(candidates.len(), rng);
    let mut now = beliefs.to_vec();
    // The variance of what one batch tells; what is typical before the first.
    let mut noise = vec![typical_variance(stake.mean) / BATCH as f64; candidates.len()];
    let mut racing: Vec<usize> = (0..candidates.len()).filter(|&at| at != base && beliefs[at].is_some()).collect();
    while games.worlds() < worlds {
        racing.retain(|&at| is_worth_it(&now, at, noise[at]));
        if racing.is_empty() {
            break;
        }
        let batch = BATCH.min(worlds - games.worlds());
        let playing: Vec<usize> = [base].into_iter().chain(racing.iter().copied()).collect();
        imagination.play(&mut games, view, candidates, &playing, batch, rng)?;
        let told = games.advantages(base);
        for &at in &racing {
            if let Some([mean, variance]) = told[at] {
                now[at] = beliefs[at].map(|belief| belief.seeing(mean, variance));
                noise[at] = variance * games.worlds() as f64 / BATCH as f64;
            }
        }
    }
    let stake = games.score(base).map_or(stake, |[mean, variance]| stake.seeing(mean, variance));
    Ok(Raced { advantages: now, stake, worlds: games.met() })
}

/// Whether one more batch of a candidate is worth it, against the best of the others.
fn is_worth_it(beliefs: &[Option<Belief>], at: usize, noise: f64) -> bool {
    let others = beliefs.iter().enumerate().filter(|&(other, _)| other != at).filter_map(|(_, belief)| belief.as_ref());
    let rival = others.map(|belief| belief.mean).fold(f64::NEG_INFINITY, f64::max);
    beliefs[at].is_some_and(|belief| belief.worth_of_a_trial(rival, noise) >= WORTH)
}

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

use super::knowledge::Knowledge;
use super::play::{Observer, Reply, Status, Verdict, play_on_in};
use super::posterior::{Engine, Stop, View};
use super::rules::Action;
use super::strategy::{Candidate, Decision, Effort, Strategy};
use super::world::World;
use crate::seed::Seed;
use crate::stats::mean;
use rand::Rng;

/// A candidate is clearly behind where its mean difference to the best one is below
/// zero by so many standard errors.
const CLEAR: f64 = 3.0;

/// The variance of the difference of two candidates in one world, luck taken out, as a share
/// of p(1 − p) where p is the share of games won; the same of one candidate's own outcome.
/// Fitted to 1 255 stalls of seven families of maps (seed 431): 0.07 to 0.19 and 0.15 to 0.31.
const DIFFERENCE: f64 = 0.1;
const OWN: f64 = 0.2;
/// As how many worlds that counts.
const FEW: f64 = 8.0;
/// No stake is nearer to 0 or 1.
const LEAST_STAKE: f64 = 0.02;

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

/// Games of the candidates of one stall, in worlds that all of them meet.
#[derive(Clone, Debug)]
pub struct Games {
    /// For each candidate what it came to in each world that it met: the first ones.
    met: Vec<Vec<Outcome>>,
    /// What the base strategy draws from, whoever the candidate.
    seed: Seed,
}

impl Games {
    /// None yet, of so many candidates.
    pub fn new(candidates: usize, rng: &mut dyn Rng) -> Self {
        Self { met: vec![Vec::new(); candidates], seed: Seed::new(rng.next_u64()) }
    }

    /// In how many worlds there were games.
    pub fn worlds(&self) -> usize {
        self.met.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// In how many worlds each candidate was played.
    pub fn met(&self) -> Vec<usize> {
        self.met.iter().map(Vec::len).collect()
    }

    /// By how much each candidate did better than one that met all worlds: the mean
    /// difference and the variance of its error; `None` of candidates that met none.
    ///
    /// The variance of few differences is itself uncertain: those of all candidates are
    /// pooled with it, and what is typical counts as a few worlds more. It is never 0.
    pub fn advantages(&self, over: usize) -> Vec<Option<[f64; 2]>> {
        let merits = self.merits();
        let samples: Vec<Sample> = merits.iter().map(|own| Sample::of_differences(own, &merits[over])).collect();
        let others = samples.iter().enumerate().filter(|&(at, sample)| at != over && sample.n > 1.0);
        let pooled = mean(&others.map(|(_, sample)| sample.squares / (sample.n - 1.0)).collect::<Vec<_>>()).unwrap_or(0.0);
        let typical = DIFFERENCE * self.doubt();
        let told = |(at, sample): (usize, &Sample)| match at {
            at if at == over => Some([0.0, 0.0]),
            _ if sample.n > 0.0 => {
                let free = sample.n - 1.0;
                let variance = (sample.squares + free * pooled + FEW * typical) / (2.0 * free + FEW);
                Some([sample.mean, variance / sample.n])
            }
            _ => None,
        };
        samples.iter().enumerate().map(told).collect()
    }

    /// How a candidate did: the mean, and the variance of its error, as of advantages; `None`
    /// if it met no world.
    pub fn score(&self, of: usize) -> Option<[f64; 2]> {
        let own = &self.merits()[of];
        let sample = Sample::of_differences(own, &vec![0.0; own.len()]);
        let variance = (sample.squares + FEW * OWN * self.doubt()) / (sample.n - 1.0 + FEW);
        (sample.n > 0.0).then(|| [sample.mean, variance / sample.n])
    }

    /// p(1 − p) where p is the share of games won, one won and one lost game added.
    fn doubt(&self) -> f64 {
        let games = self.met.iter().map(Vec::len).sum::<usize>() as f64;
        doubt((1.0 + self.met.iter().flatten().map(|outcome| outcome.won).sum::<f64>()) / (2.0 + games))
    }

    /// What each candidate came to in each world, less what was luck.
    fn merits(&self) -> Vec<Vec<f64>> {
        adjusted(&self.met)
    }
}

/// What each candidate came to in each world, less what was luck.
fn adjusted(met: &[Vec<Outcome>]) -> Vec<Vec<f64>> {
    let worlds = met.iter().map(Vec::len).max().unwrap_or(0);
    // Of each world, over all candidates: what they came to, and how many survived.
    let mut of_world = vec![(0.0, 0.0); worlds];
    for outcomes in met {
        for (sums, outcome) in of_world.iter_mut().zip(outcomes) {
            sums.0 += outcome.won;
            sums.1 += f64::from(u8::from(outcome.survived));
        }
    }
    let half = |parity: usize| of_world.iter().skip(parity).step_by(2).fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    let halves = [half(0), half(1)];
    let worth = |world: usize| {
        let ((won, survived), own) = (halves[world % 2], of_world[world]);
        if survived - own.1 > 0.0 { (won - own.0) / (survived - own.1) } else { 0.0 }
    };
    let worth: Vec<f64> = (0..worlds).map(worth).collect();
    let of_one = |outcomes: &Vec<Outcome>| outcomes.iter().zip(&worth).map(|(outcome, worth)| outcome.won - worth * outcome.luck).collect();
    met.iter().map(of_one).collect()
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

/// The variance of one difference, as is typical where games are won with this probability.
pub fn typical_variance(stake: f64) -> f64 {
    DIFFERENCE * doubt(stake.clamp(LEAST_STAKE, 1.0 - LEAST_STAKE))
}

fn doubt(p: f64) -> f64 {
    p * (1.0 - p)
}

/// Mean and standard error of the differences over the worlds that both met.
fn difference(one: &[f64], other: &[f64]) -> (f64, f64) {
    let Sample { n, mean, squares } = Sample::of_differences(one, other);
    (mean, (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt())
}

/// How many numbers, their mean, and the sum of squares around it.
struct Sample {
    n: f64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// The differences over the worlds that both met.
    fn of_differences(one: &[f64], other: &[f64]) -> Self {
        let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        let mean = mean(&differences).unwrap_or(0.0);
        let squares = differences.iter().map(|difference| (difference - mean) * (difference - mean)).sum();
        Self { n: differences.len() as f64, mean, squares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_survival_is_worth_is_told_by_the_other_worlds_of_the_same_half() {
        let outcome = |won: f64, luck: f64| Outcome { won, luck, survived: won > 0.0 || luck > 0.0 };
        let one = vec![outcome(1.0, 0.3), outcome(1.0, 0.2), outcome(0.0, -0.7), outcome(0.0, 0.3)];
        let other = vec![outcome(0.0, 0.1), outcome(0.0, -0.9), outcome(0.5, 0.1), outcome(1.0, 0.1)];
        let merits = adjusted(&[one.clone(), other.clone()]);
        // Of the even worlds the last has one win of a half among its survivors, the first
        // one of two survivors.
        let expected = [[1.0 - 0.5 * 0.3, 1.0 - 0.5 * 0.2, 0.5 * 0.7, -0.3], [-0.05, 0.5 * 0.9, 0.45, 1.0 - 0.1]];
        for (merits, expected) in merits.iter().zip(expected) {
            assert!(merits.iter().zip(expected).all(|(merit, expected)| (merit - expected).abs() < 1e-12), "{merits:?}, not {expected:?}");
        }
        let mut changed = one;
        changed[2] = outcome(1.0, 0.3);
        let after = adjusted(&[changed, other]);
        for world in [1, 3] {
            assert_eq!([0, 1].map(|at: usize| after[at][world].to_bits()), [0, 1].map(|at: usize| merits[at][world].to_bits()));
        }
        assert!(after[0][0] < merits[0][0], "another world of its half is won");
        assert!((after[0][2] - (1.0 - 0.5 * 0.3)).abs() < 1e-12, "what it is worth does not depend on the world itself");
    }

    fn games(met: Vec<Vec<Outcome>>) -> Games {
        Games { met, seed: Seed::new(1) }
    }

    /// Differences of 0.5 and −0.5 without luck: squares of 0.5 each, and four times nothing.
    #[test]
    fn variances_are_pooled_and_never_nothing() {
        let of = |won: [f64; 2]| won.map(|won| Outcome { won, luck: 0.0, survived: true }).to_vec();
        let played = games(vec![of([0.5, 0.5]), of([1.0, 0.0]), of([0.5, 0.5]), Vec::new()]);
        let [base, one, same, none] = played.advantages(0)[..] else { panic!("one for each") };
        let typical = 8.0 * 0.1 * 0.25;
        let near = |found: Option<[f64; 2]>, mean: f64, variance: f64| {
            let found = found.expect("it was played");
            assert!((found[0] - mean).abs() < 1e-12 && (found[1] - variance).abs() < 1e-12, "{found:?}, not {mean}, {variance}");
        };
        near(base, 0.0, 0.0);
        near(one, 0.0, (0.5 + 0.25 + typical) / 10.0 / 2.0);
        near(same, 0.0, (0.25 + typical) / 10.0 / 2.0);
        assert_eq!(none, None);
        near(played.score(1), 0.5, (0.5 + 8.0 * 0.2 * 0.25) / 9.0 / 2.0);
        assert_eq!(played.score(3), None);
        // All is lost, in one world: that is not certain.
        let lost = || vec![Outcome { won: 0.0, luck: -0.5, survived: false }];
        let played = games(vec![lost(), lost()]);
        assert!(
            played.advantages(0)[1].is_some_and(|[_, variance]| variance > 0.018)
                && played.score(0).is_some_and(|[_, variance]| variance > 0.037)
        );
    }

    #[test]
    fn who_is_behind_is_judged_among_those_still_played() {
        let merits = [vec![0.5, 0.4, 0.5, 0.6], vec![0.9, 0.9], vec![0.9, 0.8, 0.9, 1.0], vec![0.1, 0.1, 0.1, 0.2]];
        assert_eq!(not_behind(&merits, &[0, 2, 3]), [2]);
        assert_eq!(not_behind(&[vec![0.0; 4], vec![0.5, 0.4, 0.5, 0.6], vec![0.5, 0.5, 0.4, 0.6]], &[0, 1, 2]), [0, 1, 2]);
    }
}

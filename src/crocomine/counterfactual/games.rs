//! What games of a stall's candidates came to, less what was luck, and how sure that is.

use super::Outcome;
use crate::seed::Seed;
use crate::stats::mean;
use rand::Rng;

/// The variance of the difference of two candidates in one world, luck taken out, as a share
/// of p(1 − p) where p is the share of games won; the same of one candidate's own outcome.
/// Fitted to 1 255 stalls of seven families of maps (seed 431): 0.07 to 0.19 and 0.15 to 0.31.
const DIFFERENCE: f64 = 0.1;
const OWN: f64 = 0.2;
/// As how many worlds that counts.
const FEW: f64 = 8.0;
/// No stake is nearer to 0 or 1.
const LEAST_STAKE: f64 = 0.02;

/// Games of the candidates of one stall, in worlds that all of them meet.
#[derive(Clone, Debug)]
pub struct Games {
    /// For each candidate what it came to in each world that it met: the first ones.
    pub(super) met: Vec<Vec<Outcome>>,
    /// What the base strategy draws from, whoever the candidate.
    pub(super) seed: Seed,
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
    pub(super) fn merits(&self) -> Vec<Vec<f64>> {
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

/// The variance of one difference, as is typical where games are won with this probability.
pub fn typical_variance(stake: f64) -> f64 {
    DIFFERENCE * doubt(stake.clamp(LEAST_STAKE, 1.0 - LEAST_STAKE))
}

fn doubt(p: f64) -> f64 {
    p * (1.0 - p)
}

/// Mean and standard error of the differences over the worlds that both met.
pub(super) fn difference(one: &[f64], other: &[f64]) -> (f64, f64) {
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
}

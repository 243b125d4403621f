//! Features: what a stall and its candidates look like, as numbers to learn from.
//!
//! A [`Situation`] holds what could be done at a stall, each set of equivalent
//! actions once: first what strategies propose, then the next few by risk. The first
//! proposal is the *reference*: a choice is learned as a difference to it, so that
//! candidates are told beside it.
//!
//! Nothing changes where the map is turned, mirrored, or land and tigers exchanged
//! for sea and sharks: there is no row, no column, and of the two terrains only the
//! denser and the sparser. But for this: looking three moves ahead, the first of the cells
//! that look alike from around stands for all, and what a limit of work leaves out
//! of ties is left out in row order.
//!
//! Costs, in the order of magnitude: *posterior* and *map* (read off what is there,
//! one pass over the cells), *answers* (one posterior for each answer to each
//! candidate, as `progress` computes), *deep* (the same after every answer that
//! stalls, as `lookahead` computes), *worlds* (sampled, see `coinflips`).

mod columns;
mod shape;

pub use columns::{CANDIDATE, STATE, columns};

use super::posterior::{Answer, Engine, Posterior, Stop, View};
use super::rules::Action;
use super::strategy::coinflips::shares_won;
use super::strategy::lookahead::deepened;
use super::strategy::prospects::{Foresight, Prospect, Surroundings};
use super::strategy::{Candidate, Effort, Outlook};
use super::world::Sight;
use rand::Rng;
use shape::Shape;

/// Most candidates that are learned from and chosen among, beyond what is proposed.
pub const MOST: usize = 6;

/// How much riskier than the least risky they may be, beyond what is proposed.
pub const BAND: f64 = 0.15;

/// Worlds sampled to weigh coin flips.
const WORLDS: usize = 256;

/// A stall and what could be done there.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What could be done: the proposals, those that are equivalent once, then others.
    pub candidates: Vec<Candidate>,
    /// For each proposal its place in `candidates`; the first one's is 0.
    pub proposals: Vec<usize>,
    /// Features of the state, in the order of [`STATE`].
    pub state: [f64; STATE.len()],
    /// Features of each candidate, in the order of [`CANDIDATE`].
    pub features: Vec<[f64; CANDIDATE.len()]>,
}

/// Sees situations.
pub struct Observatory {
    /// Whether animals are named beyond what is proven and proposed.
    pub guess_animals: bool,
    /// Most candidates, but no proposal is left out.
    pub most: usize,
    /// How much riskier than the least risky an action may be that no strategy proposes.
    pub band: f64,
    /// Serves the moves beyond the next; kept for its memory.
    engine: Engine,
}

/// A candidate and all that is told of it but for comparisons.
struct Seen {
    candidate: Candidate,
    prospect: Prospect,
    /// Probability that it opens a cell that has no animal around.
    opening: f64,
    /// Over two moves, or three.
    value: f64,
    /// log2 of the share of coin flips that it leaves won.
    flips: f64,
    answers: Vec<Answer>,
}

impl Observatory {
    /// With these limits.
    pub fn new(guess_animals: bool, most: usize, band: f64) -> Self {
        Self { guess_animals, most, band, engine: Engine::default() }
    }

    /// The situation of a stall for which strategies propose these candidates, one at
    /// least.
    ///
    /// # Errors
    /// A limit of the posterior's.
    pub fn see(&mut self, view: &View, proposed: &[Candidate], rng: &mut dyn Rng) -> Result<Situation, Stop> {
        let posterior = view.posterior()?;
        let surroundings = Surroundings::new(view.knowledge().grid(), posterior);
        let (mut candidates, proposals) = distinct(proposed, posterior, &surroundings);
        let mut others = Foresight::new(self.guess_animals, view).candidates(view, posterior, self.band);
        others.retain(|other| !candidates.iter().any(|known| surroundings.equivalent(known.action, other.action)));
        let mut risks: Vec<f64> = candidates.iter().chain(&others).map(|candidate| candidate.risk).collect();
        risks.sort_unstable_by(f64::total_cmp);
        others.truncate(self.most.saturating_sub(candidates.len()));
        candidates.append(&mut others);

        let shares = shares_won(view, posterior, &candidates, WORLDS, rng)?;
        let looked = candidates.into_iter().zip(shares).map(|(candidate, share)| self.look(view, candidate, share));
        let mut seen = looked.collect::<Result<Vec<Seen>, Stop>>()?;
        let depth = self.deepen(view, &mut seen)?;
        Ok(described(view, posterior, &seen, proposals, &risks, depth))
    }

    /// The work done so far.
    pub fn effort(&self) -> Effort {
        self.engine.effort()
    }

    /// Looks two moves ahead; the limit of work of one decision is each candidate's own.
    fn look(&self, view: &View, candidate: Candidate, share: f64) -> Result<Seen, Stop> {
        let mut foresight = Foresight::new(self.guess_animals, view);
        // What is surely wrong has no answers.
        let answers = foresight.answers(view, &candidate)?.unwrap_or_default();
        let prospect = foresight.prospect(&candidate, &answers);
        let opening = answers.iter().filter(|answer| opens(answer, candidate.action)).map(|answer| answer.p).fold(0.0, |sum, p| sum + p);
        let value = deepened(&mut foresight, view, &answers, &mut [], 0)?;
        let candidate = Candidate { outlook: prospect.outlook(), ..candidate };
        Ok(Seen { candidate, prospect, opening, value, flips: libm::log2(share), answers })
    }

    /// Looks three moves ahead where the limit of work allows it for all candidates; over
    /// how many moves they are valued.
    fn deepen(&mut self, view: &View, seen: &mut [Seen]) -> Result<usize, Stop> {
        let mut foresight = Foresight::new(self.guess_animals, view);
        let mut values = Vec::with_capacity(seen.len());
        for one in seen.iter() {
            values.push(deepened(&mut foresight, view, &one.answers, std::slice::from_mut(&mut self.engine), 0)?);
            if foresight.is_spent() {
                return Ok(2);
            }
        }
        seen.iter_mut().zip(values).for_each(|(one, value)| one.value = value);
        Ok(3)
    }
}

/// The proposals without those that are equivalent to an earlier one, and for each of
/// them the place of what stands for it. Their risks are those of the posterior.
fn distinct(proposed: &[Candidate], posterior: &Posterior, surroundings: &Surroundings) -> (Vec<Candidate>, Vec<usize>) {
    let mut candidates: Vec<Candidate> = Vec::new();
    let place = |proposal: &Candidate| {
        let known = candidates.iter().position(|known| surroundings.equivalent(known.action, proposal.action));
        known.unwrap_or_else(|| {
            let risk = 1.0 - posterior.right(proposal.action);
            candidates.push(Candidate { action: proposal.action, risk, outlook: Outlook::default() });
            candidates.len() - 1
        })
    };
    let proposals = proposed.iter().map(place).collect();
    (candidates, proposals)
}

/// All features; `risks` are those of all candidates, kept or not, ascending.
fn described(view: &View, posterior: &Posterior, seen: &[Seen], proposals: Vec<usize>, risks: &[f64], depth: usize) -> Situation {
    let shape = Shape::new(view.knowledge(), posterior);
    let proposers = |nth| proposals.iter().filter(|&&place| place == nth).count();
    let of_one = |(nth, one)| columns::of_candidate(&shape, one, &seen[0], risks[0], proposers(nth));
    let features = seen.iter().enumerate().map(of_one).collect();
    let state = columns::of_state(&shape, seen, &proposals, risks, depth);
    Situation { candidates: seen.iter().map(|seen| seen.candidate).collect(), proposals, state, features }
}

/// Whether an answer to an action is a cell without an animal around.
fn opens(answer: &Answer, action: Action) -> bool {
    answer.infos.iter().any(|info| info.cell == action.cell() && info.sight == Sight::Open([0; 3]))
}

/// Whether an action names an animal.
fn names(action: Action) -> bool {
    matches!(action, Action::Guess(..))
}

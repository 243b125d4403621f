//! Collects counterfactual scores: plays as one strategy does, and at each stall finds
//! out what would have come of the other candidates.
//!
//! All strategies of the experiment propose what they would do; of these candidates and
//! the next few by risk each is scored over the same worlds (see
//! [`counterfactual`](crate::crocomine::counterfactual)). What the end game knows
//! exactly is written down as such, and nothing beside it. At some stalls any candidate
//! is taken, all alike, so that states off the player's path are seen too; the
//! propensities are in the rows.

use super::super::plan::Collect;
use super::Player;
use super::stalls::{Line, score_cells};
use crate::crocomine::counterfactual::{Imagination, Score};
use crate::crocomine::features::{BAND, MOST, Observatory, Situation};
use crate::crocomine::posterior::{Stop, View};
use crate::crocomine::strategy::{Candidate, Decision, Effort, Strategy};
use crate::record::Field;
use crate::seed::Seed;
use rand::{Rng, RngExt};

/// A strategy that collects as it plays.
pub(super) struct Collector<'a> {
    collect: Collect,
    /// All strategies, in the order of the plan, with their labels.
    members: Vec<(&'a str, Box<dyn Strategy>)>,
    observatory: Observatory,
    imagination: Imagination,
    step: u64,
    stalls: u64,
    pub(super) rows: Vec<Vec<String>>,
}

impl<'a> Collector<'a> {
    /// For a game that begins.
    pub(super) fn new(collect: Collect, players: &'a [Player]) -> Self {
        let guess_animals = players[collect.reference].options.iter().all(|option| option != ("guess_animals", "false"));
        Self {
            collect,
            members: players.iter().map(|player| (player.label.as_str(), player.build())).collect(),
            observatory: Observatory::new(guess_animals, MOST, BAND),
            imagination: Imagination::new(players[collect.base].build()),
            step: 0,
            stalls: 0,
            rows: Vec::new(),
        }
    }

    /// The candidate that a member would take, and what it would do without a risk where
    /// it proves more than the player.
    fn proposal(&mut self, member: usize, view: &View, rng: &mut dyn Rng) -> Option<Candidate> {
        match self.members[member].1.decide(view, rng) {
            Decision::Gamble { chosen, candidates, .. } => Some(candidates[chosen]),
            Decision::Proven(actions) => actions.first().map(|&action| Candidate::new(action, 0.0)),
            Decision::GaveUp(_) => None,
        }
    }

    /// What a stall looks like, with who proposes what; the reference's proposal first.
    fn situation(&mut self, view: &View, taken: Candidate, seed: Seed) -> Result<Option<(Situation, Vec<usize>)>, Stop> {
        let Collect { player, reference, .. } = self.collect;
        let places = std::iter::once(reference).chain((0..self.members.len()).filter(|&place| place != reference));
        let (mut who, mut proposed) = (Vec::new(), Vec::new());
        for place in places {
            let own = place == player;
            let proposal = if own { Some(taken) } else { self.proposal(place, view, &mut seed.index(place as u64).generator()) };
            let Some(proposal) = proposal else { continue };
            who.push(place);
            proposed.push(proposal);
        }
        // Without the reference there is nothing to compare to.
        if who.first() != Some(&reference) {
            return Ok(None);
        }
        let situation = self.observatory.see(view, &proposed, &mut seed.purpose("features").generator())?;
        Ok(Some((situation, who)))
    }

    /// Scores a stall and writes it down; the candidate to take where it is another one.
    fn collect(&mut self, view: &View, decision: &Decision, rng: &mut dyn Rng) -> Result<Option<Decision>, Stop> {
        let Decision::Gamble { chosen, candidates, why } = decision else { return Ok(None) };
        let taken = candidates[*chosen];
        let line = |nth, candidate, proposed_by, chosen, worlds_log10| {
            Line { step: self.step, knowledge: view.knowledge(), why, worlds_log10, nth, candidate, proposed_by, chosen }.cells()
        };
        if why.exact {
            if let Some(win) = taken.outlook.win {
                let score = Score { halves: [win; 2], error: 0.0, advantage_error: 0.0, rollouts: 0 };
                let cells = line(0, taken, self.members[self.collect.player].0, true, why.worlds_log10);
                let features = vec![String::new(); super::columns::FEATURES];
                self.rows.push([cells, features, score_cells(1.0, &score, &score)].concat());
            }
            return Ok(None);
        }
        if self.stalls == self.collect.stalls {
            return Ok(None);
        }
        let seed = Seed::new(rng.next_u64());
        let Some((situation, who)) = self.situation(view, taken, seed)? else { return Ok(None) };
        let Situation { candidates, proposals, state, features } = &situation;
        let (few, many) = (self.collect.rollouts as usize, self.collect.most_rollouts as usize);
        let scores = self.imagination.scores(view, candidates, few, many, &mut seed.purpose("worlds").generator())?;
        self.stalls += 1;

        let mut exploring = seed.purpose("explore").generator();
        let own = who.iter().position(|&place| place == self.collect.player).map_or(0, |nth| proposals[nth]);
        let explores = exploring.random::<f64>() < self.collect.explore;
        let next = if explores { exploring.random_range(0..candidates.len() as u32) as usize } else { own };
        let worlds = view.posterior()?.worlds_log10;
        for (nth, ((&candidate, features), score)) in candidates.iter().zip(features).zip(&scores).enumerate() {
            let proposers = who.iter().zip(proposals).filter(|&(_, &place)| place == nth).map(|(&place, _)| self.members[place].0);
            let proposers: Vec<&str> = proposers.collect();
            let by = if proposers.is_empty() { "posterior".to_string() } else { proposers.join(";") };
            let line = Line {
                step: self.step,
                knowledge: view.knowledge(),
                why,
                worlds_log10: Some(worlds),
                nth,
                candidate,
                proposed_by: &by,
                chosen: nth == next,
            };
            let numbers: Vec<String> = state.iter().chain(features).map(Field::write).collect();
            let propensity = self.collect.explore / candidates.len() as f64 + if nth == own { 1.0 - self.collect.explore } else { 0.0 };
            self.rows.push([line.cells(), numbers, score_cells(propensity, score, &scores[0])].concat());
        }
        let why = crate::crocomine::strategy::Why { rule: "exploration".into(), ..why.clone() };
        Ok(explores.then(|| Decision::Gamble { chosen: next, candidates: situation.candidates, why }))
    }
}

impl Strategy for Collector<'_> {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        let decision = self.members[self.collect.player].1.decide(view, rng);
        // Where a limit is reached nothing is collected, and the game goes on.
        let other = self.collect(view, &decision, rng).ok().flatten();
        self.step += 1;
        other.unwrap_or(decision)
    }

    fn effort(&self) -> Effort {
        self.members[self.collect.player].1.effort()
    }
}

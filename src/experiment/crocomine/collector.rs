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
use super::columns::FEATURES;
use super::stalls::{Line, feature_cells, score_cells};
use crate::crocomine::counterfactual::{Imagination, Score};
use crate::crocomine::features::{BAND, MOST, Observatory, Situation};
use crate::crocomine::posterior::{Engine, Stop, View};
use crate::crocomine::strategy::{Candidate, Decision, Effort, Strategy, Why, knn};
use crate::seed::Seed;
use rand::{Rng, RngExt};

/// A strategy that collects as it plays.
pub(super) struct Collector<'a> {
    collect: Collect,
    /// All strategies, in the order of the plan, with their labels.
    members: Vec<(&'a str, Box<dyn Strategy>)>,
    /// An engine of its own, so that collecting shows in no count of effort.
    engine: Engine,
    observatory: Observatory,
    imagination: Imagination,
    /// The places of the members whose proposals are chosen among, the reference first.
    /// What was learned before may play, but is none of them.
    chosen_among: Vec<usize>,
    step: u64,
    stalls: u64,
    /// Stalls that could not be scored within the limits of work.
    limits: u64,
    pub(super) rows: Vec<Vec<String>>,
}

impl<'a> Collector<'a> {
    /// For a game that begins.
    pub(super) fn new(collect: Collect, players: &'a [Player]) -> Self {
        let guess_animals = players[collect.reference].options.iter().all(|option| option != ("guess_animals", "false"));
        let others = |&place: &usize| place != collect.reference && players[place].entry.name != knn::ENTRY.name;
        Self {
            collect,
            members: players.iter().map(|player| (player.label.as_str(), player.build())).collect(),
            engine: Engine::default(),
            observatory: Observatory::new(guess_animals, MOST, BAND),
            imagination: Imagination::new(players[collect.base].build()),
            chosen_among: std::iter::once(collect.reference).chain((0..players.len()).filter(others)).collect(),
            step: 0,
            stalls: 0,
            limits: 0,
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
        let (mut who, mut proposed) = (Vec::new(), Vec::new());
        for place in self.chosen_among.clone() {
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

    /// Scores a stall and writes it down; the decision where exploring takes another one.
    fn collect(&mut self, view: &View, decision: &Decision, rng: &mut dyn Rng) -> Result<Option<Decision>, Stop> {
        let Decision::Gamble { chosen, candidates, why } = decision else { return Ok(None) };
        let taken = candidates[*chosen];
        if why.exact {
            self.write_exact(view, taken, why);
            return Ok(None);
        }
        if self.stalls == self.collect.stalls {
            return Ok(None);
        }
        let seed = Seed::new(rng.next_u64());
        let situation = self.situation(view, taken, seed)?.filter(|(situation, _)| situation.candidates.len() > 1);
        let Some((situation, who)) = situation else { return Ok(None) };
        let (few, many) = (self.collect.rollouts as usize, self.collect.most_rollouts as usize);
        let scores = self.imagination.scores(view, &situation.candidates, &[few, many], &mut seed.purpose("worlds").generator())?;
        self.stalls += 1;

        let mut exploring = seed.purpose("explore").generator();
        let explores = exploring.random::<f64>() < self.collect.explore;
        let any = exploring.random_range(0..situation.candidates.len() as u32) as usize;
        let own = match who.iter().position(|&place| place == self.collect.player) {
            Some(nth) => Some(situation.proposals[nth]),
            None => situation.candidates.iter().position(|candidate| candidate.action == taken.action),
        };
        let next = if explores { Some(any) } else { own };
        let worlds_log10 = Some(view.posterior()?.worlds_log10);
        for (nth, &candidate) in situation.candidates.iter().enumerate() {
            let (proposed_by, chosen) = (&*self.proposers(&situation, &who, nth), Some(nth) == next);
            let line = Line { step: self.step, knowledge: view.knowledge(), why, worlds_log10, nth, candidate, proposed_by, chosen };
            let propensity = self.collect.explore / scores.len() as f64 + if Some(nth) == own { 1.0 - self.collect.explore } else { 0.0 };
            let score = score_cells(propensity, &scores[nth], &scores[0], false);
            self.rows.push([line.cells(), feature_cells(&situation, nth), score].concat());
        }
        let why = Why { rule: "exploration".into(), ..why.clone() };
        Ok(explores.then_some(Decision::Gamble { chosen: any, candidates: situation.candidates, why }))
    }

    /// The labels of those who propose a candidate.
    fn proposers(&self, situation: &Situation, who: &[usize], nth: usize) -> String {
        let proposers = who.iter().zip(&situation.proposals).filter(|&(_, &place)| place == nth);
        let labels: Vec<&str> = proposers.map(|(&place, _)| self.members[place].0).collect();
        if labels.is_empty() { "posterior".into() } else { labels.join(";") }
    }

    /// Writes down a stall that was solved, where the chances of the whole map are known.
    fn write_exact(&mut self, view: &View, candidate: Candidate, why: &Why) {
        let Some(win) = candidate.outlook.win else { return };
        let score = Score { halves: [win; 2], error: 0.0, advantage_error: 0.0, rollouts: 0 };
        let (proposed_by, worlds_log10) = (self.members[self.collect.player].0, why.worlds_log10);
        let line = Line { step: self.step, knowledge: view.knowledge(), why, worlds_log10, nth: 0, candidate, proposed_by, chosen: true };
        self.rows.push([line.cells(), vec![String::new(); FEATURES], score_cells(1.0, &score, &score, true)].concat());
    }
}

impl Strategy for Collector<'_> {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        let decision = self.members[self.collect.player].1.decide(view, rng);
        let mut engine = std::mem::take(&mut self.engine);
        let collected = self.collect(&View::new(view.knowledge(), &mut engine), &decision, rng);
        self.engine = engine;
        self.step += 1;
        match collected {
            Ok(other) => other.unwrap_or(decision),
            // The game goes on without its scores.
            Err(Stop::Limit(_)) => {
                self.limits += 1;
                decision
            }
            Err(clash) => Decision::GaveUp(clash),
        }
    }

    fn effort(&self) -> Effort {
        let mut effort = self.members[self.collect.player].1.effort();
        effort += Effort { limits: self.limits, ..Effort::default() };
        effort
    }
}

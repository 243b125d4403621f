//! Rows of `stalls.csv`: what could have been done where nothing was proven.

use super::super::plan::Stalls;
use super::columns::{FEATURES, SCORE};
use crate::crocomine::counterfactual::Score;
use crate::crocomine::features::{Observatory, Situation};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Engine, View};
use crate::crocomine::rules::Action;
use crate::crocomine::strategy::{Candidate, Decision, Why};
use crate::record::Field;
use crate::seed::Seed;

/// Most rows of one stall, where it is not collected.
const MOST: usize = 12;

/// Writes down the stalls of one game.
pub(super) struct StallLog<'a> {
    which: Stalls,
    /// Name of the strategy that plays.
    strategy: &'static str,
    /// An engine of the log's own, so that logging shows in no count of effort.
    engine: &'a mut Engine,
    pub(super) rows: Vec<Vec<String>>,
}

/// All that one row says.
pub(super) struct Line<'a> {
    /// The decision in its game.
    pub step: u64,
    pub knowledge: &'a Knowledge,
    pub why: &'a Why,
    pub worlds_log10: Option<f64>,
    /// Its number in its stall.
    pub nth: usize,
    pub candidate: Candidate,
    pub proposed_by: &'a str,
    pub chosen: bool,
}

impl<'a> StallLog<'a> {
    /// The log of a game that begins.
    pub(super) fn new(which: Stalls, strategy: &'static str, engine: &'a mut Engine) -> Self {
        engine.reset();
        Self { which, strategy, engine, rows: Vec::new() }
    }

    /// Takes in a decision.
    pub(super) fn decided(&mut self, step: u64, knowledge: &Knowledge, decision: &Decision) {
        let Decision::Gamble { chosen, candidates, why } = decision else { return };
        let line = |nth, candidate, proposed_by, worlds_log10| {
            let chosen = nth == 0;
            Line { step, knowledge, why, worlds_log10, nth, candidate, proposed_by, chosen }
        };
        match self.which {
            Stalls::None => {}
            Stalls::Chosen => self.rows.push(line(0, candidates[*chosen], self.strategy, why.worlds_log10).cells()),
            Stalls::Candidates => {
                let others = candidates.iter().enumerate().filter(|(nth, _)| nth != chosen);
                let mut considered: Vec<Candidate> = others.map(|(_, &candidate)| candidate).collect();
                considered.sort_by_key(|candidate| order(*candidate));
                considered.insert(0, candidates[*chosen]);
                considered.truncate(MOST);
                let view = View::new(knowledge, self.engine);
                // Sampling for the log draws from a generator of its own.
                let seen = Observatory::new(true, MOST, 1.0).see(&view, &considered, &mut Seed::new(step).generator());
                // Where a limit is reached, what was considered is all there is.
                let Ok(situation) = seen else {
                    let lines = considered.into_iter().enumerate().map(|(nth, one)| line(nth, one, self.strategy, why.worlds_log10));
                    let none = vec![String::new(); FEATURES + SCORE.len()];
                    self.rows.extend(lines.map(|line| [line.cells(), none.clone()].concat()));
                    return;
                };
                let worlds = view.posterior().ok().map(|posterior| posterior.worlds_log10);
                for (nth, &candidate) in situation.candidates.iter().enumerate() {
                    let own = situation.proposals.iter().position(|&place| place == nth).map(|place| considered[place]);
                    let (candidate, by) = own.map_or((candidate, "posterior"), |own| (own, self.strategy));
                    let none = vec![String::new(); SCORE.len()];
                    self.rows.push([line(nth, candidate, by, worlds).cells(), feature_cells(&situation, nth), none].concat());
                }
            }
        }
    }
}

impl Line<'_> {
    /// The cells before features and scores.
    pub(super) fn cells(&self) -> Vec<String> {
        let Self { step, knowledge, why, worlds_log10, nth, candidate: Candidate { action, risk, outlook }, proposed_by, chosen } = self;
        let (row, col) = knowledge.grid().pos(action.cell());
        let animal = match action {
            Action::Guess(_, animal) => animal.word(),
            _ => "",
        };
        let mut cells = vec![step.write(), nth.to_string(), action.word().into(), row.to_string(), col.to_string(), animal.into()];
        cells.extend([risk.write(), (*proposed_by).into(), chosen.write(), why.rule.to_string(), why.runner_up.write()]);
        cells.extend(outlook.values().map(|value| value.write()));
        cells.push(knowledge.closed().to_string());
        cells.extend(knowledge.left().map(|left| left.to_string()));
        cells.push(worlds_log10.write());
        cells
    }
}

/// The cells of a candidate's features.
pub(super) fn feature_cells(situation: &Situation, nth: usize) -> Vec<String> {
    situation.state.iter().chain(&situation.features[nth]).map(Field::write).collect()
}

/// The cells of a score: the candidate's, and that of the one it is compared to.
pub(super) fn score_cells(propensity: f64, score: &Score, reference: &Score, exact: bool) -> Vec<String> {
    // Files hold probabilities.
    let of = |score: &Score| score.halves.map(|half| half.clamp(0.0, 1.0));
    let mean = |[even, odd]: [f64; 2]| f64::midpoint(even, odd);
    let [even, odd] = of(score);
    let advantage = mean([even, odd]) - mean(of(reference));
    let numbers = [propensity, mean([even, odd]), score.error, even, odd, advantage, score.advantage_error];
    numbers.iter().map(Field::write).chain([score.rollouts.to_string(), exact.write()]).collect()
}

/// By risk, rounded so that ties are ties everywhere; unknown risks last.
fn order(candidate: Candidate) -> (u64, Action) {
    let risk = if candidate.risk.is_nan() { u64::MAX } else { (candidate.risk * 1e12).round() as u64 };
    (risk, candidate.action)
}

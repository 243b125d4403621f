//! Rows of `stalls.csv`: what could have been done where nothing was proven.

use super::super::plan::Stalls;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Engine, Posterior, View, settle};
use crate::crocomine::rules::Action;
use crate::crocomine::strategy::{Candidate, Decision, Why};
use crate::record::Field;

/// Most rows of one stall.
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

/// A candidate and who thought of it.
struct Proposal {
    candidate: Candidate,
    by: &'static str,
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
        let taken = Proposal { candidate: candidates[*chosen], by: self.strategy };
        match self.which {
            Stalls::None => {}
            Stalls::Chosen => self.write(step, knowledge, &[taken], why, why.worlds_log10),
            Stalls::Candidates => {
                let others = candidates.iter().enumerate().filter(|(nth, _)| nth != chosen);
                let others = others.map(|(_, &candidate)| Proposal { candidate, by: self.strategy });
                let mut proposals: Vec<Proposal> = std::iter::once(taken).chain(others).collect();
                proposals[1..].sort_by_key(|proposal| order(proposal.candidate));
                let view = View::new(knowledge, self.engine);
                // Where a limit is reached, what was proposed is all there is.
                let posterior = view.posterior().ok().cloned();
                if let Some(posterior) = &posterior {
                    proposals.extend(ranked(posterior).into_iter().map(|candidate| Proposal { candidate, by: "posterior" }));
                    one_of_each(&mut proposals, posterior);
                }
                proposals.truncate(MOST);
                let worlds = posterior.map(|posterior| posterior.worlds_log10).or(why.worlds_log10);
                self.write(step, knowledge, &proposals, why, worlds);
            }
        }
    }

    fn write(&mut self, step: u64, knowledge: &Knowledge, proposals: &[Proposal], why: &Why, worlds_log10: Option<f64>) {
        for (nth, Proposal { candidate: Candidate { action, risk, outlook }, by }) in proposals.iter().enumerate() {
            let (row, col) = knowledge.grid().pos(action.cell());
            let animal = match action {
                Action::Guess(_, animal) => animal.word(),
                _ => "",
            };
            let mut cells = vec![step.write(), nth.to_string(), action.word().into(), row.to_string(), col.to_string(), animal.into()];
            cells.extend([risk.write(), (*by).into(), (nth == 0).write(), why.rule.into(), why.runner_up.write()]);
            cells.extend(outlook.values().map(|value| value.write()));
            cells.push(knowledge.closed().to_string());
            cells.extend(knowledge.left().map(|left| left.to_string()));
            cells.push(worlds_log10.write());
            self.rows.push(cells);
        }
    }
}

/// Every action that may be done, one for each class of equivalent cells, the
/// least risky first.
fn ranked(posterior: &Posterior) -> Vec<Candidate> {
    let mut all = Vec::new();
    for class in &posterior.classes {
        let cell = class.cells[0];
        let possible = class.contents().filter(|&(_, p)| p > 0.0);
        all.extend(possible.map(|(content, p)| Candidate::new(settle(cell, content), 1.0 - p)));
    }
    all.sort_by_key(|candidate| order(*candidate));
    all
}

/// By risk, rounded so that ties are ties everywhere; unknown risks last.
fn order(candidate: Candidate) -> (u64, Action) {
    let risk = if candidate.risk.is_nan() { u64::MAX } else { (candidate.risk * 1e12).round() as u64 };
    (risk, candidate.action)
}

/// Keeps the first of each set of equivalent actions.
fn one_of_each(proposals: &mut Vec<Proposal>, posterior: &Posterior) {
    let class = |action: Action| posterior.classes.iter().position(|class| class.cells.binary_search(&action.cell()).is_ok());
    let kind = |action| match action {
        Action::Guess(_, animal) => Some(animal),
        _ => None,
    };
    let mut seen = Vec::new();
    proposals.retain(|proposal| {
        let action = proposal.candidate.action;
        let same = (class(action), kind(action));
        let new = !seen.contains(&same);
        seen.push(same);
        new
    });
}

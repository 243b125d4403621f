//! A game as JSON: what was told at the start, then each action with its reply
//! and its reason, an unproven one with what it was chosen from. The game's own
//! part of a line of `games.jsonl`.

use super::knowledge::Knowledge;
use super::play::{Observer, Reply, Status};
use super::posterior::View;
use super::rules::Action;
use super::state::{AnimalLetter, GridInfos, InfoRecord, StateError};
use super::strategy::{Candidate, Decision, Outlook};
use crate::grid::Grid;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Most candidates kept of one stall: the one taken and the first others, in the
/// strategy's own order, which puts the best first. As many as in `stalls.csv`.
pub const MOST_CANDIDATES: usize = 12;

/// The reason of proven actions, as [`Decision`] is told.
const PROVEN: &str = "proven";

/// One game as it was played. An observer fills it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// What was told at the start.
    pub grid_infos: GridInfos,
    /// What was done, in order.
    pub actions: Vec<ActionRecord>,
    #[serde(skip)]
    reason: Reason,
}

/// One action, its reply and its reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionRecord {
    /// The decision it belongs to, from 0: a stall's step in `stalls.csv`.
    pub step: u64,
    /// `discover`, `guess` or `chord`.
    pub action: String,
    /// Row and column.
    pub pos: (usize, usize),
    /// The animal that was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animal: Option<AnimalLetter>,
    /// The reply: `OK`, `KO` or `GG`.
    pub status: String,
    /// What was revealed.
    pub infos: Vec<InfoRecord>,
    /// The reason, for people.
    pub why: String,
    /// Of an unproven move: the probability that it is deadly, where reckoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<f64>,
    /// Of an unproven move: what may come of it, where reckoned.
    #[serde(flatten)]
    pub outlook: Outlook,
    /// Of an unproven move: what it was chosen from, itself included, at most
    /// [`MOST_CANDIDATES`]. Empty in traces from before they were kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateRecord>,
}

/// What could have been done at a stall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateRecord {
    /// `discover` or `guess`.
    pub action: String,
    /// Row and column.
    pub pos: (usize, usize),
    /// The animal that would be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animal: Option<AnimalLetter>,
    /// The probability that it is deadly, where reckoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<f64>,
    /// What may come of it, where reckoned.
    #[serde(flatten)]
    pub outlook: Outlook,
}

/// Why the actions now carried out were decided.
#[derive(Clone, Debug, Default, PartialEq)]
struct Reason {
    step: u64,
    why: String,
    risk: Option<f64>,
    outlook: Outlook,
    candidates: Vec<CandidateRecord>,
}

impl ActionRecord {
    /// The action.
    ///
    /// # Errors
    /// Where there is none of this form.
    pub fn action(&self, grid: &Grid) -> Result<Action, StateError> {
        read(&self.action, self.pos, self.animal, grid)
    }

    /// Whether it was right in every consistent world, as its strategy told.
    pub fn is_proven(&self) -> bool {
        self.why == PROVEN
    }
}

impl CandidateRecord {
    fn new(candidate: &Candidate, grid: &Grid) -> Self {
        let Candidate { action, risk, outlook } = *candidate;
        Self { action: action.word().into(), pos: grid.pos(action.cell()), animal: named(action), risk: reckoned(risk), outlook }
    }

    /// The action.
    ///
    /// # Errors
    /// Where there is none of this form.
    pub fn action(&self, grid: &Grid) -> Result<Action, StateError> {
        read(&self.action, self.pos, self.animal, grid)
    }
}

/// The action of a record.
fn read(word: &str, (row, col): (usize, usize), animal: Option<AnimalLetter>, grid: &Grid) -> Result<Action, StateError> {
    let outside = || StateError(format!("position [{row},{col}] is outside the {} × {} grid", grid.rows(), grid.cols()));
    let cell = grid.checked_cell(row, col).ok_or_else(outside)?;
    match (word, animal) {
        ("discover", None) => Ok(Action::Discover(cell)),
        ("guess", Some(letter)) => Ok(Action::Guess(cell, letter.into())),
        ("chord", None) => Ok(Action::Chord(cell)),
        ("discover" | "chord", Some(_)) => Err(StateError(format!("{word} names an animal"))),
        ("guess", None) => Err(StateError("guess names no animal".into())),
        _ => Err(StateError(format!("there is no action `{word}`"))),
    }
}

/// The animal that an action names.
fn named(action: Action) -> Option<AnimalLetter> {
    match action {
        Action::Guess(_, animal) => Some(animal.into()),
        Action::Discover(_) | Action::Chord(_) => None,
    }
}

/// A risk, where it was reckoned.
fn reckoned(risk: f64) -> Option<f64> {
    Some(risk).filter(|risk| !risk.is_nan())
}

/// The candidates of a stall that are kept, the one taken among them.
fn kept(chosen: usize, candidates: &[Candidate], grid: &Grid) -> Vec<CandidateRecord> {
    let others = MOST_CANDIDATES - 1;
    // Before the one taken there are as many others as its place says.
    let first = |(nth, _): &(usize, &Candidate)| *nth == chosen || *nth < others + usize::from(chosen <= others);
    candidates.iter().enumerate().filter(first).map(|(_, candidate)| CandidateRecord::new(candidate, grid)).collect()
}

impl Trace {
    /// The trace of a game that starts with these words of the host.
    pub fn new(grid_infos: GridInfos) -> Self {
        Self { grid_infos, actions: Vec::new(), reason: Reason::default() }
    }

    /// As the fields of a JSON object, with how the game ended in `status`.
    pub fn into_record(self, status: Status) -> Map<String, Value> {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(self) else { unreachable!("a trace is a JSON object") };
        fields.insert("status".into(), status.word().into());
        fields
    }
}

impl Observer for Trace {
    fn decided(&mut self, step: u64, view: &View, decision: &Decision) {
        self.reason = Reason { step, why: decision.to_string(), ..Reason::default() };
        if let Decision::Gamble { chosen, candidates, .. } = decision {
            let Candidate { risk, outlook, .. } = candidates[*chosen];
            let candidates = kept(*chosen, candidates, view.knowledge().grid());
            self.reason = Reason { risk: reckoned(risk), outlook, candidates, ..self.reason.clone() };
        }
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        let grid = knowledge.grid();
        let Reason { step, why, risk, outlook, candidates } = self.reason.clone();
        self.actions.push(ActionRecord {
            step,
            action: action.word().into(),
            pos: grid.pos(action.cell()),
            animal: named(action),
            status: reply.verdict.word().into(),
            infos: reply.infos.iter().map(|info| InfoRecord::new(info, grid)).collect(),
            why,
            risk,
            outlook,
            candidates,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of the candidates kept of so many in a row, where this one is taken.
    fn columns(chosen: usize, of: usize) -> Vec<usize> {
        let candidates: Vec<Candidate> = (0..of).map(|cell| Candidate::new(Action::Discover(cell), f64::NAN)).collect();
        kept(chosen, &candidates, &Grid::new(1, of)).iter().map(|record| record.pos.1).collect()
    }

    #[test]
    fn the_first_candidates_are_kept_and_the_one_taken() {
        assert_eq!(columns(1, 3), [0, 1, 2]);
        for chosen in [0, 3, 11] {
            assert_eq!(columns(chosen, 30), (0..12).collect::<Vec<_>>());
        }
        for chosen in [12, 29] {
            assert_eq!(columns(chosen, 30), (0..11).chain([chosen]).collect::<Vec<_>>());
        }
    }

    #[test]
    fn records_are_read_back_as_actions_or_refused() {
        let grid = Grid::new(2, 3);
        let read = |json: &str| serde_json::from_str::<CandidateRecord>(json).unwrap().action(&grid).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"action":"discover","pos":[1,0],"risk":0.5}"#), Ok(Action::Discover(3)));
        assert_eq!(read(r#"{"action":"guess","pos":[0,2],"animal":"S"}"#), Ok(Action::Guess(2, crate::crocomine::rules::Animal::Shark)));
        for (json, fault) in [
            (r#"{"action":"discover","pos":[2,0]}"#, "position [2,0] is outside the 2 × 3 grid"),
            (r#"{"action":"guess","pos":[0,0]}"#, "guess names no animal"),
            (r#"{"action":"chord","pos":[0,0],"animal":"T"}"#, "chord names an animal"),
            (r#"{"action":"wait","pos":[0,0]}"#, "there is no action `wait`"),
        ] {
            assert_eq!(read(json), Err(fault.to_string()));
        }
    }

    #[test]
    fn traces_from_before_candidates_were_kept_are_read() {
        let old =
            r#"{"step":3,"action":"discover","pos":[0,1],"status":"KO","infos":[],"why":"gamble, risk 0.5000: least risk","risk":0.5}"#;
        let record: ActionRecord = serde_json::from_str(old).unwrap();
        assert!(record.candidates.is_empty() && !record.is_proven());
        assert_eq!(serde_json::to_string(&record).unwrap(), old);
    }
}

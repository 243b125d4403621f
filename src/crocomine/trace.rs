//! A game as JSON: what was told at the start, then each action with its reply
//! and its reason. The game's own part of a line of `games.jsonl`.

use super::knowledge::Knowledge;
use super::play::{Observer, Reply, Status, Verdict};
use super::posterior::View;
use super::rules::Action;
use super::state::{AnimalLetter, GridInfos, InfoRecord};
use super::strategy::{Decision, Outlook};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
}

/// Why the actions now carried out were decided.
#[derive(Clone, Debug, Default, PartialEq)]
struct Reason {
    step: u64,
    why: String,
    risk: Option<f64>,
    outlook: Outlook,
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
    fn decided(&mut self, step: u64, _view: &View, decision: &Decision) {
        let (risk, outlook) = match decision {
            Decision::Gamble { chosen, candidates, .. } => (candidates[*chosen].risk, candidates[*chosen].outlook),
            _ => (f64::NAN, Outlook::default()),
        };
        self.reason = Reason { step, why: decision.to_string(), risk: Some(risk).filter(|risk| !risk.is_nan()), outlook };
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        let grid = knowledge.grid();
        let Reason { step, why, risk, outlook } = self.reason.clone();
        let animal = match action {
            Action::Guess(_, animal) => Some(animal.into()),
            _ => None,
        };
        let status = match reply.verdict {
            Verdict::Ok => "OK",
            Verdict::Ko => "KO",
            Verdict::Gg => "GG",
        };
        self.actions.push(ActionRecord {
            step,
            action: action.word().into(),
            pos: grid.pos(action.cell()),
            animal,
            status: status.into(),
            infos: reply.infos.iter().map(|info| InfoRecord::new(info, grid)).collect(),
            why,
            risk,
            outlook,
        });
    }
}

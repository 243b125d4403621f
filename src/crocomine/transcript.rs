//! A game as lines of text, one an action: what was done, what it showed, why.
//! Golden games and `clover play --watch` read the same lines.

use super::knowledge::Knowledge;
use super::play::{Observer, Reply, Verdict};
use super::posterior::View;
use super::rules::Action;
use super::strategy::{Candidate, Decision};
use super::world::Sight;
use std::fmt;

/// Writes down a game as it is played.
///
/// ```text
///    1  discover (0,0)         opens 1, sees (0,1,0)        proven
///    2  guess (1,1) shark      right                        gamble, risk 0.6667: least risk
/// ```
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    lines: Vec<String>,
    why: String,
}

impl Transcript {
    /// One line an action so far.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The last action: what was done and showed, and why.
    pub fn last(&self) -> (&str, &str) {
        let line = self.lines.last().map_or("", String::as_str);
        (line.strip_suffix(self.why.as_str()).unwrap_or(line).trim_end(), &self.why)
    }
}

impl Observer for Transcript {
    fn decided(&mut self, _step: u64, _view: &View, decision: &Decision) {
        self.why = decision.to_string();
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        let (number, grid) = (self.lines.len() + 1, knowledge.grid());
        let (done, shown) = (action.describe(grid).to_string(), showed(action, reply));
        self.lines.push(format!("{number:>4}  {done:<22} {shown:<28} {}", self.why));
    }
}

/// What an action showed, in a few words.
fn showed(action: Action, reply: &Reply) -> String {
    let opened = reply.infos.iter().filter(|info| matches!(info.sight, Sight::Open(_))).count();
    let done = match (reply.verdict, action) {
        (Verdict::Ko, _) => return "deadly: lost".into(),
        (_, Action::Guess(..)) => "right".to_string(),
        _ => format!("opens {opened}"),
    };
    let sees = match reply.infos.iter().find(|info| info.cell == action.cell()).map(|info| info.sight) {
        Some(Sight::Open([t, s, c])) => format!(", sees ({t},{s},{c})"),
        _ => String::new(),
    };
    let won = if reply.verdict == Verdict::Gg { ": won" } else { "" };
    format!("{done}{sees}{won}")
}

/// The reason of a decision, for people.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Proven(_) => f.write_str("proven"),
            Decision::Gamble { chosen, candidates, why } => match candidates[*chosen] {
                Candidate { risk, .. } if risk.is_nan() => write!(f, "gamble, risk not reckoned: {why}"),
                Candidate { risk, outlook, .. } => write!(f, "gamble, risk {risk:.4}{outlook}: {why}"),
            },
            Decision::GaveUp(stop) => write!(f, "gave up: {stop}"),
        }
    }
}

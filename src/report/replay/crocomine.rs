//! Games of Crocomine: a frame before each action and one after the last, each with what
//! changed since the one before, and the exact posterior.

mod changes;
#[cfg(test)]
mod tests;
mod words;

use super::{Found, Kind};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Engine, Posterior, Stop, View};
use crate::crocomine::rules::Action;
use crate::crocomine::state::{AnimalLetter, GridInfos};
use crate::crocomine::strategy::Outlook;
use crate::crocomine::trace::{ActionRecord, CandidateRecord, Trace};
use crate::crocomine::world::Sight;
use crate::grid::{Cell, Grid};
use crate::record::Status;
use changes::{Groups, Look, Risk, changes};
use serde::Serialize;
use serde_json::{Value, json};

/// Replays of Crocomine.
pub(super) const KIND: Kind = Kind {
    game: "crocomine",
    frames: |found| Ok(json!(Game::new(found)?)),
    words: words::WORDS,
    script: include_str!("crocomine/board.js"),
    style: include_str!("crocomine/board.css"),
};

/// What was told at the start, and the frames.
#[derive(Clone, Debug, Serialize)]
struct Game {
    rows: usize,
    cols: usize,
    start: Cell,
    /// Tigers, sharks, crocodiles; land and sea cells.
    totals: [usize; 5],
    frames: Vec<Frame>,
}

/// A state, and what was done in it.
#[derive(Clone, Debug, Default, Serialize)]
struct Frame {
    /// Cells that look different than before.
    #[serde(skip_serializing_if = "Groups::is_empty")]
    cells: Groups,
    /// Closed cells whose risk is another one than before.
    #[serde(skip_serializing_if = "Groups::is_empty")]
    risks: Groups,
    /// log10 of the number of consistent worlds, so exact that small numbers come out right.
    #[serde(skip_serializing_if = "Option::is_none")]
    worlds: Option<f64>,
    /// The limit of work that the posterior met.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// What was done; not in the last frame.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    done: Option<Move>,
}

/// An action as it was carried out.
#[derive(Clone, Debug, Serialize)]
struct Move {
    /// The decision it belongs to.
    step: u64,
    #[serde(flatten)]
    option: Choice,
    reply: String,
    /// The reason of an unproven one.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// What an unproven one was chosen from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<Choice>,
    /// Of an unproven one: the exact risk of the least risky action there was.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<f64>,
}

/// An action with what was reckoned of it. Probabilities have four decimals.
#[derive(Clone, Debug, Serialize)]
struct Choice {
    action: &'static str,
    cell: Cell,
    #[serde(skip_serializing_if = "Option::is_none")]
    animal: Option<AnimalLetter>,
    /// Its risk as its strategy reckoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    risk: Option<f64>,
    /// Its risk as the posterior says.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<f64>,
    #[serde(flatten)]
    outlook: Outlook,
}

impl Game {
    /// The game of a trace, or what is wrong with it.
    fn new(found: &Found) -> Result<Self, String> {
        let trace: Trace = serde_json::from_value(Value::Object(found.trace.record.clone())).map_err(|error| error.to_string())?;
        let frames = frames(&trace, found.status)?;
        let GridInfos { m, n, start: (row, col), tiger_count, shark_count, croco_count, land_count, sea_count, .. } = trace.grid_infos;
        let [tigers, sharks, crocodiles] = [tiger_count, shark_count, croco_count].map(usize::from);
        let totals = [tigers, sharks, crocodiles, land_count, sea_count];
        Ok(Self { rows: m, cols: n, start: row * n + col, totals, frames })
    }
}

/// The frames of a game that ended so, or what is wrong with its trace.
fn frames(trace: &Trace, status: Status) -> Result<Vec<Frame>, String> {
    let mut knowledge = trace.grid_infos.knowledge().map_err(|error| error.to_string())?;
    let grid = knowledge.grid().clone();
    let mut engine = Engine::default();
    let mut shown = Shown::new(&grid, status);
    let mut frames = Vec::with_capacity(trace.actions.len() + 1);
    let last = trace.actions.len();
    for (number, record) in (1..).zip(&trace.actions) {
        let wrong = |what: String| format!("action {number}: {what}");
        let action = record.action(&grid).map_err(|error| wrong(error.to_string()))?;
        let over = number == last;
        let possible = match action {
            Action::Chord(cell) => knowledge.is_open(cell),
            Action::Discover(cell) | Action::Guess(cell, _) => knowledge.is_closed(cell),
        };
        if !possible {
            return Err(wrong(format!("{} is not possible then", action.describe(&grid))));
        }
        let ending = match status {
            Status::Lost if over => "KO",
            Status::Won if over => "GG",
            _ => "OK",
        };
        if record.status != ending && status != Status::Error {
            return Err(wrong(format!("the reply is {}, where a game that is {} has {ending}", record.status, status.word())));
        }
        let view = View::new(&knowledge, &mut engine);
        let (frame, posterior) = shown.frame(&view).map_err(wrong)?;
        let done = Move::new(record, action, &grid, posterior).map_err(wrong)?;
        frames.push(Frame { done: Some(done), ..frame });
        let infos = record.infos.iter().map(|info| info.info(&grid)).collect::<Result<Vec<_>, _>>();
        let learned = infos.map_err(|error| error.to_string()).and_then(|infos| knowledge.learn(&infos).map_err(|error| error.to_string()));
        match learned {
            // This is what ended the game: nothing more is known.
            Err(_) if over && status == Status::Error => {
                frames.push(Frame::default());
                return Ok(frames);
            }
            learned => learned.map_err(wrong)?,
        }
    }
    let complete = knowledge.closed() == 0;
    if (status == Status::Lost && last == 0) || (status == Status::Won) != complete && status != Status::Error {
        return Err(format!("a game that is {} does not end so: closed cells: {}", status.word(), knowledge.closed()));
    }
    frames.push(shown.frame(&View::new(&knowledge, &mut engine)).map_err(|what| format!("after its last action: {what}"))?.0);
    Ok(frames)
}

/// What the frame before showed, of a game that ended so.
struct Shown {
    looks: Vec<Look>,
    risks: Vec<Risk>,
    status: Status,
}

impl Shown {
    /// Nothing is shown yet.
    fn new(grid: &Grid, status: Status) -> Self {
        let unknown = Look { terrain: None, sight: Sight::Closed };
        Self { looks: vec![unknown; grid.len()], risks: vec![Risk::Untold; grid.len()], status }
    }

    /// The frame of the next state, with its posterior within limits of work.
    fn frame<'a>(&mut self, view: &'a View) -> Result<(Frame, Option<&'a Posterior>), String> {
        let knowledge: &Knowledge = view.knowledge();
        let cells = 0..knowledge.grid().len();
        let closed: Vec<Cell> = cells.clone().filter(|&cell| knowledge.is_closed(cell)).collect();
        let now: Vec<Look> = cells.clone().map(|cell| Look { terrain: knowledge.terrain(cell), sight: knowledge.sight(cell) }).collect();
        // A complete map has no posterior worth the name.
        let (posterior, limit) = match view.posterior() {
            _ if closed.is_empty() => (None, None),
            Ok(posterior) => (Some(posterior), None),
            // A host that tells what cannot be true ends a game in an error.
            Err(Stop::Clash(clash)) if self.status != Status::Error => return Err(Stop::Clash(clash).to_string()),
            Err(stop) => (None, Some(stop.to_string())),
        };
        let mut risks = vec![Risk::Untold; now.len()];
        for class in posterior.iter().flat_map(|posterior| &posterior.classes) {
            class.cells.iter().for_each(|&cell| risks[cell] = Risk::new(class.p[0], class.proven));
        }
        let frame = Frame {
            cells: changes(&self.looks, &now, cells),
            risks: changes(&self.risks, &risks, closed.into_iter()),
            worlds: posterior.map(|posterior| (posterior.worlds_log10 * 1e6).round() / 1e6),
            limit,
            done: None,
        };
        self.looks = now;
        self.risks = risks;
        Ok((frame, posterior))
    }
}

impl Move {
    fn new(record: &ActionRecord, action: Action, grid: &Grid, posterior: Option<&Posterior>) -> Result<Self, String> {
        let proven = record.is_proven();
        // Of proven moves there is nothing to weigh.
        let posterior = posterior.filter(|_| !proven);
        let exact = |action| posterior.map(|posterior| rounded(1.0 - posterior.right(action)));
        let choice = |action: Action, animal, risk: Option<f64>, outlook: Outlook| Choice {
            action: action.word(),
            cell: action.cell(),
            animal,
            risk: risk.map(rounded),
            exact: exact(action),
            outlook: Outlook {
                progress: outlook.progress.map(rounded),
                survival: outlook.survival.map(rounded),
                win: outlook.win.map(rounded),
            },
        };
        let candidate = |one: &CandidateRecord| {
            let action = one.action(grid).map_err(|error| format!("a candidate: {error}"))?;
            Ok(choice(action, one.animal, one.risk, one.outlook))
        };
        let safest = |posterior: &Posterior| posterior.classes.iter().flat_map(|class| class.p).fold(0.0, f64::max);
        Ok(Self {
            step: record.step,
            option: choice(action, record.animal, record.risk, record.outlook),
            reply: record.status.clone(),
            why: (!proven).then(|| record.why.clone()),
            candidates: record.candidates.iter().map(candidate).collect::<Result<_, String>>()?,
            least: posterior.map(|posterior| rounded(1.0 - safest(posterior))),
        })
    }
}

/// With four decimals.
fn rounded(p: f64) -> f64 {
    (p * 1e4).round() / 1e4
}

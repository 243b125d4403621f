//! Plans of Anti-Virus: the board before each push and after the last, as the rules say.
//!
//! A trace tells the board and the pushes in words; where the pieces are is followed here,
//! on the cells alone, to the goal that the plan comes to.

#[cfg(test)]
mod tests;
mod words;

use super::Kind;
use crate::antivirus::board::Pos;
use crate::antivirus::check::{Count, Lengths, check, follow};
use crate::antivirus::drawing;
use crate::antivirus::instance::{Instance, Push};
use crate::antivirus::metric::{Goal, Metric};
use crate::antivirus::picture::scene;
use crate::record::Status;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Replays of Anti-Virus.
pub(super) const KIND: Kind = Kind {
    game: "antivirus",
    frames: |found| {
        let trace: Trace = serde_json::from_value(Value::Object(found.trace.record.clone())).map_err(|error| error.to_string())?;
        Ok(json!(Game::new(&trace, found.status)?))
    },
    words: words::WORDS,
    script: include_str!("antivirus/board.js"),
    style: include_str!("antivirus/board.css"),
};

/// What a trace tells.
#[derive(Deserialize)]
struct Trace {
    /// The board as drawn.
    board: String,
    /// The pushes in words; none without a plan.
    plan: Vec<String>,
    /// Which limit was reached, for people.
    message: Option<String>,
}

/// The board, and the frames.
#[derive(Serialize)]
struct Game {
    radius: usize,
    whites: usize,
    /// The pieces' letters, in their order.
    letters: Vec<char>,
    /// The board at the start, as SVG.
    scene: String,
    /// Where the plan leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    frames: Vec<Frame>,
}

/// A position, and what is pushed in it.
#[derive(Serialize)]
struct Frame {
    /// The first cell of each piece, by row and column.
    at: Vec<Pos>,
    /// What the pushes so far cost, in the order of the metrics.
    cost: [u64; 3],
    /// The next push; not in the last frame.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    next: Option<Move>,
}

/// A push, by the places of pieces.
#[derive(Serialize)]
struct Move {
    piece: usize,
    direction: &'static str,
    /// All that moves.
    group: Vec<usize>,
}

impl Game {
    /// The game of a trace of a search that ended so, or what is wrong with it.
    fn new(trace: &Trace, status: Status) -> Result<Self, String> {
        let instance = drawing::parse(&trace.board).map_err(|error| format!("the board: {error}"))?;
        let push = |(number, told): (usize, &String)| {
            Push::read(told, &instance).ok_or_else(|| format!("push {number}: `{told}` is none on this board"))
        };
        let plan: Vec<Push> = (1..).zip(&trace.plan).map(push).collect::<Result<_, _>>()?;
        let goal = match status {
            Status::Won => Some(goal(&instance, &plan)?),
            _ if plan.is_empty() => None,
            _ => return Err(format!("a search that is {} has no plan", status.word())),
        };
        Ok(Self {
            radius: instance.board().radius(),
            whites: instance.whites().len(),
            letters: instance.pieces().iter().map(|piece| piece.letter).collect(),
            scene: scene(&instance),
            goal: goal.map(Goal::word),
            message: trace.message.clone(),
            frames: frames(&instance, &plan, goal),
        })
    }
}

/// The goal that the checker accepts a plan for, or why it accepts it for none.
fn goal(instance: &Instance, plan: &[Push]) -> Result<Goal, String> {
    let mut fault = String::new();
    for goal in Goal::ALL {
        match check(instance, plan, goal) {
            Ok(_) => return Ok(goal),
            // That of the last goal, which allows most.
            Err(what) => fault = what,
        }
    }
    Err(fault)
}

/// The frames of a plan that the checker accepts.
fn frames(instance: &Instance, plan: &[Push], goal: Option<Goal>) -> Vec<Frame> {
    let frame = |pieces: &[Vec<Pos>], lengths: Lengths, next| Frame {
        at: pieces.iter().map(|cells| cells[0]).collect(),
        cost: Metric::ALL.map(|metric| lengths.of(metric)),
        next,
    };
    let (mut pieces, mut count, mut frames) = (instance.start(), Count::default(), Vec::with_capacity(plan.len() + 1));
    for (push, step) in plan.iter().zip(follow(instance, plan, goal == Some(Goal::Out))) {
        let (after, group) = step.expect("the checker accepts the plan");
        let next = Move { piece: push.piece, direction: push.direction.word(), group: group.clone() };
        frames.push(frame(&pieces, count.lengths(), Some(next)));
        count.push(group, push.direction);
        pieces = after;
    }
    frames.push(frame(&pieces, count.lengths(), None));
    frames
}

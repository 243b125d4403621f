//! One group's way through the maps: where it is, what it knows, how it did so far.
//!
//! A walk is a function of what was asked and when; it reads no clock and does no
//! input or output, so that a log of requests brings it back.

use super::Map;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::play::Verdict;
use crate::crocomine::rules::Action;
use crate::crocomine::state::{GridInfos, InfoRecord};
use crate::net::wire::{self, Command, Reply, Status};
use serde::{Deserialize, Serialize};

/// What a group wants done with a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub command: Command,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pos: Option<(i64, i64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animal: Option<String>,
}

/// A group's walk. Times are in ms, of any clock.
#[derive(Debug, Default)]
pub struct Walk {
    /// Maps asked for so far: the place of the next one.
    pub next: usize,
    /// The last one asked for.
    pub board: Option<Board>,
    /// Whether one was asked for after the last.
    pub done: bool,
    pub tally: Tally,
}

/// A map as far as a group has come on it.
#[derive(Debug)]
pub struct Board {
    pub knowledge: Knowledge,
    pub last: Option<Action>,
    /// How it ended, once it has.
    pub ended: Option<Verdict>,
    started: u64,
}

/// How a group did on the maps that are behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u64,
    pub lost: u64,
    pub abandoned: u64,
    /// Maps won in a row: now, and at most.
    pub streak: u64,
    pub longest: u64,
    /// Tigers, sharks and crocodiles rightly named, on all maps.
    pub found: [u64; 3],
    /// Time from asking for a map to its end, summed over the maps won and lost.
    pub millis: u64,
}

impl Walk {
    /// Does what is asked for, where the rules allow it; whether that changed anything.
    pub fn ask(&mut self, maps: &[Map], asked: &Asked, now: u64) -> (Reply, bool) {
        let done = match asked.command {
            Command::NewGrid => return self.new_grid(maps, now),
            _ => self.act(maps, asked, now),
        };
        match done {
            Ok(reply) => (reply, true),
            Err(why) => (Reply::new(Status::Err, why), false),
        }
    }

    /// The next map. A map in progress is abandoned, also where no other is left.
    fn new_grid(&mut self, maps: &[Map], now: u64) -> (Reply, bool) {
        let place = self.next;
        if playing(&mut self.board, self.done).is_some() {
            self.tally.abandoned += 1;
            self.tally.streak = 0;
        }
        let Some(map) = maps.get(place) else {
            let reply = Reply::new(Status::Err, format!("there is no further map: {place} of {place} were asked for"));
            let changed = !std::mem::replace(&mut self.done, true);
            return (Reply { place: Some(place as u64), ..reply }, changed);
        };
        self.next += 1;
        self.board = Some(Board { knowledge: map.level.knowledge(), last: None, ended: None, started: now });
        let reply = Reply::new(Status::Ok, map.level.title());
        (Reply { grid_infos: Some(GridInfos::of(&map.level)), place: Some(map.place), ..reply }, true)
    }

    /// An action on the map in progress.
    fn act(&mut self, maps: &[Map], asked: &Asked, now: u64) -> Result<Reply, String> {
        // The one before the next.
        let place = self.next.saturating_sub(1);
        let board = playing(&mut self.board, self.done).ok_or("no map is being played: ask for one with new_grid")?;
        let action = board.action(asked)?;
        let reveal = maps[place].level.world().reveal(board.knowledge.sights(), action).map_err(|refusal| refusal.to_string())?;
        board.last = Some(action);
        if reveal.fatal {
            self.tally.ended(board, Verdict::Ko, now);
            return Ok(Reply { infos: Some(Vec::new()), ..Reply::new(Status::Ko, "a mistake: the map is lost") });
        }
        // What the truth shows never contradicts what it showed before.
        board.knowledge.learn(&reveal.infos).map_err(|wrong| format!("a fault of the server: {wrong}"))?;
        if let Action::Guess(_, animal) = action {
            self.tally.found[animal as usize] += 1;
        }
        let (verdict, msg) = if board.knowledge.closed() == 0 { (Verdict::Gg, "the map is complete") } else { (Verdict::Ok, "") };
        if verdict == Verdict::Gg {
            self.tally.ended(board, verdict, now);
        }
        let infos = reveal.infos.iter().map(|info| InfoRecord::new(info, board.knowledge.grid())).collect();
        Ok(Reply { infos: Some(infos), ..Reply::new(verdict.into(), msg) })
    }
}

/// The map in progress.
fn playing(board: &mut Option<Board>, done: bool) -> Option<&mut Board> {
    board.as_mut().filter(|board| !done && board.ended.is_none())
}

impl Board {
    /// The action that is asked for.
    fn action(&self, asked: &Asked) -> Result<Action, String> {
        let grid = self.knowledge.grid();
        let (row, col) = asked.pos.ok_or_else(|| format!("{} needs `pos`, a row and a column", asked.command.word()))?;
        let on_grid = || grid.checked_cell(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        let outside = || format!("position [{row},{col}] is outside of the {} × {} map", grid.rows(), grid.cols());
        let cell = on_grid().ok_or_else(outside)?;
        Ok(match asked.command {
            Command::Guess => {
                let letter = asked.animal.as_deref().ok_or("guess needs `animal`: T, S or C")?;
                Action::Guess(cell, wire::animal(letter).ok_or_else(|| format!("there is no animal `{letter}`: want T, S or C"))?)
            }
            Command::Chord => Action::Chord(cell),
            _ => Action::Discover(cell),
        })
    }
}

impl Tally {
    /// Maps behind the group.
    pub fn played(&self) -> u64 {
        self.won + self.lost + self.abandoned
    }

    /// Mean time of a map that was won or lost. Unit: s.
    pub fn seconds(&self) -> Option<f64> {
        let ended = self.won + self.lost;
        (ended > 0).then(|| self.millis as f64 / 1000.0 / ended as f64)
    }

    fn ended(&mut self, board: &mut Board, verdict: Verdict, now: u64) {
        board.ended = Some(verdict);
        self.millis += now.saturating_sub(board.started);
        if verdict == Verdict::Gg {
            self.won += 1;
            self.streak += 1;
            self.longest = self.longest.max(self.streak);
        } else {
            self.lost += 1;
            self.streak = 0;
        }
    }
}

//! Replays: some of the games that were traced, as data that the page steps through.
//!
//! The games that say most come first: those lost, then those not played to their
//! end, then those won. Everything that a step shows is reckoned here, by the rules and
//! from the trace alone, so that the page needs nothing else and a report can be made
//! anywhere from the files.
//!
//! What is the same for all games is here and in the page's own script; what a game has
//! of its own is a [`Kind`], in files under its name.

mod antivirus;
mod crocomine;
#[cfg(test)]
mod tests;
mod words;

use super::language::Language;
use crate::record::{Field, Status};
use crate::results::{Error, Trace};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;
use words::{WORDS, Words};

/// What the replays of one game have of their own.
pub(super) struct Kind {
    /// The game.
    game: &'static str,
    /// What the page steps through, from a trace: `frames` and whatever else its script
    /// asks for; or what is wrong with the trace.
    frames: fn(&Found) -> Result<Value, String>,
    /// Its words, beyond those of all games.
    words: Words,
    /// The script that draws its frames; `page/replay.js` says what it has to be.
    pub(super) script: &'static str,
    /// How they look, beyond `page/replay.css`.
    pub(super) style: &'static str,
}

/// Every kind of replay there is.
const ALL: [&Kind; 2] = [&crocomine::KIND, &antivirus::KIND];

/// The games that a page shows.
pub(super) struct Replays {
    /// What is special about them.
    pub(super) kind: &'static Kind,
    /// How many traces could have been shown.
    total: usize,
    /// Those that are.
    games: Vec<Game>,
}

/// A game: its key, how it ended, and what is special to its kind.
#[derive(Serialize)]
struct Game {
    set: String,
    instance: String,
    strategy: String,
    repetition: u64,
    status: &'static str,
    #[serde(flatten)]
    own: Value,
}

impl Game {
    /// The game of a trace.
    fn new(kind: &Kind, found: &Found) -> Result<Self, Error> {
        let own = (kind.frames)(found).map_err(|what| found.error(&what))?;
        let Trace { set, instance, strategy, repetition, .. } = found.trace.clone();
        Ok(Self { set, instance, strategy, repetition, status: found.status.word(), own })
    }
}

/// A trace with the place it was read from.
struct Found {
    path: PathBuf,
    line: u64,
    status: Status,
    trace: Trace,
}

impl Found {
    /// What is wrong with the trace, with its place and the key of its game.
    fn error(&self, what: &str) -> Error {
        let Trace { set, instance, strategy, repetition, .. } = &self.trace;
        let what = format!("the game {set}/{instance}/{strategy}/{repetition}: {what}");
        Error { path: self.path.clone(), line: Some(self.line), what }
    }
}

/// Makes replays of at most `limit` of these traces, each file's in its order; `None` where
/// there is nothing to show.
///
/// Lost games are taken first, then those given up or ended by an error, then those
/// won; among equals one of each set and strategy in turn, in the order in which they
/// first come. They are shown in the order of status, then of the files.
///
/// # Errors
/// Where a trace cannot be read or contradicts itself.
pub(super) fn collect(files: Vec<(PathBuf, Vec<Trace>)>, limit: usize) -> Result<Option<Replays>, Error> {
    let of = |trace: &Trace| ALL.into_iter().find(|kind| kind.game == trace.game);
    // A report is about one game.
    let Some(kind) = files.iter().flat_map(|(_, traces)| traces).find_map(of) else { return Ok(None) };
    let mut found = Vec::new();
    for (path, traces) in files {
        for (line, trace) in (1..).zip(traces).filter(|(_, trace)| trace.game == kind.game) {
            let mut one = Found { path: path.clone(), line, status: Status::Error, trace };
            let status = one.trace.record.get("status").and_then(|status| Status::read(status.as_str()?));
            one.status = status.ok_or_else(|| one.error("its status is none that there is"))?;
            found.push(one);
        }
    }
    // In parallel, in order: the first to fail is the first of the list.
    let games: Vec<_> = choose(&found, limit).into_par_iter().map(|nth| Game::new(kind, &found[nth])).collect();
    let games: Vec<Game> = games.into_iter().collect::<Result<_, _>>()?;
    Ok((!games.is_empty()).then_some(Replays { kind, total: found.len(), games }))
}

/// How soon a game is shown that ended so.
fn rank(status: Status) -> u8 {
    match status {
        Status::Lost => 0,
        Status::GaveUp | Status::Error => 1,
        Status::Won => 2,
    }
}

/// The places of the traces to show, in the order in which they are shown.
fn choose(found: &[Found], limit: usize) -> Vec<usize> {
    // How many of the same set, strategy and rank come before each: its round.
    let mut rounds: BTreeMap<(u8, &str, &str), usize> = BTreeMap::new();
    let mut order: Vec<(u8, usize, usize)> = Vec::new();
    for (nth, one) in found.iter().enumerate() {
        let round = rounds.entry((rank(one.status), &one.trace.set, &one.trace.strategy)).or_default();
        order.push((rank(one.status), *round, nth));
        *round += 1;
    }
    order.sort_unstable();
    order.truncate(limit);
    order.sort_unstable_by_key(|&(rank, _, nth)| (rank, nth));
    order.into_iter().map(|(.., nth)| nth).collect()
}

impl Replays {
    /// The replays and their words as JSON that a script element may hold: no `<`, with
    /// which alone a tag or a comment could begin, stands in it as such.
    pub(super) fn data(&self, language: Language) -> String {
        /// What the page's scripts read.
        #[derive(Serialize)]
        struct Data<'a> {
            words: Map<String, Value>,
            total: usize,
            games: &'a [Game],
        }
        let words = words::said([WORDS, self.kind.words], language);
        let json = serde_json::to_string(&Data { words, total: self.total, games: &self.games });
        json.unwrap_or_else(|error| unreachable!("texts and numbers are JSON: {error}")).replace('<', "\\u003c")
    }
}

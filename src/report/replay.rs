//! Replays: some of the games that were traced, as data that the page steps through.
//!
//! The games that say most come first: those lost, then those not played to their
//! end, then those won. Everything that a step shows (the exact risks too) is
//! reckoned here from the trace alone, so that the page needs nothing else and a
//! report can be made anywhere from the files.

mod changes;
mod game;
#[cfg(test)]
mod tests;
mod words;

pub(super) use words::{Words, words};

use crate::record::{Field, Status};
use crate::results::{Error, Trace};
use game::Game;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The games that a page shows.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Replays {
    /// How many traces could have been shown.
    pub(super) total: usize,
    /// Those that are.
    games: Vec<Game>,
}

impl Replays {
    /// How many games are shown.
    pub(super) fn len(&self) -> usize {
        self.games.len()
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

/// Makes replays of at most `limit` of these traces, each file's in its order.
///
/// Lost games are taken first, then those given up or ended by an error, then those
/// won; among equals one of each set and strategy in turn, in the order in which they
/// first come. They are shown in the order of status, then of the files.
///
/// # Errors
/// Where a trace cannot be read or contradicts itself.
pub(super) fn collect(files: Vec<(PathBuf, Vec<Trace>)>, limit: usize) -> Result<Replays, Error> {
    let mut found = Vec::new();
    for (path, traces) in files {
        // The one place that says of which games there are replays.
        for (line, trace) in (1..).zip(traces).filter(|(_, trace)| trace.game == "crocomine") {
            let mut one = Found { path: path.clone(), line, status: Status::Error, trace };
            let status = one.trace.record.get("status").and_then(|status| Status::read(status.as_str()?));
            one.status = status.ok_or_else(|| one.error("its status is none that there is"))?;
            found.push(one);
        }
    }
    // In parallel, in order: the first to fail is the first of the list.
    let games: Vec<_> = choose(&found, limit).into_par_iter().map(|nth| Game::new(&found[nth])).collect();
    Ok(Replays { total: found.len(), games: games.into_iter().collect::<Result<_, _>>()? })
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

/// The replays and their words as JSON that a script element may hold: no `<`, with
/// which alone a tag or a comment could begin, stands in it as such.
pub(super) fn section(replays: &Replays, words: &Words) -> String {
    /// What the page's script reads.
    #[derive(Serialize)]
    struct Data<'a> {
        words: &'a Words,
        #[serde(flatten)]
        replays: &'a Replays,
    }
    let json = serde_json::to_string(&Data { words, replays });
    json.unwrap_or_else(|error| unreachable!("texts and numbers are JSON: {error}")).replace('<', "\\u003c")
}

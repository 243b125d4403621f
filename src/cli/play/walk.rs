//! A walk through the maps of a game server: each game is played as on a file, and
//! written down as it ends.
//!
//! A map is written down when it is given, and its game when that has ended; so what was
//! left in the middle shows, and counts once.

use super::player::{Outcome, Player, Turn};
use super::rows::{Line, Rows};
use crate::cli::interrupt::Interrupt;
use crate::crocomine::play::{Game, Status};
use crate::experiment::{Played, SCHEMA, instance};
use crate::net::client::{Client, Map, NetError, Next, RemoteHost};
use crate::results::{Entry, Index, Recorder};
use std::collections::BTreeSet;
use std::num::NonZeroU64;

/// Maps in a row that could not be begun, after which the walk ends: a server may have no end.
const MOST_FAILURES: u32 = 5;
/// Places that a server may leave out between two maps: those of broken ones, and of maps whose
/// player was killed.
const MOST_BETWEEN: u64 = 1000;
/// Columns for the name of a map, which is not known before.
const WIDTH: usize = 28;

/// Why a walk ended.
pub enum End {
    /// No map is left: the server's words.
    Done(String),
    /// As many as asked for were played.
    Enough,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// It cannot go on.
    Broken(NetError),
}

/// A walk through a server's maps.
pub struct Walk<'a, 'b> {
    player: &'a mut Player<'b>,
    recorder: &'a Recorder,
    /// The server, as the set that its maps are.
    set: String,
    /// The places of the maps so far, before this walk too.
    pub seen: BTreeSet<u64>,
    pub rows: Rows,
}

impl<'a, 'b> Walk<'a, 'b> {
    /// A walk whose games are written down there.
    pub fn new(player: &'a mut Player<'b>, recorder: &'a Recorder, set: String, json: bool) -> Self {
        Self { player, recorder, set, seen: BTreeSet::new(), rows: Rows::new(json, WIDTH) }
    }

    /// Takes in what was played before. A map that was begun and has no game was left in
    /// the middle of it.
    pub fn go_on(&mut self, before: &Index) -> anyhow::Result<()> {
        for (_, name) in before.instances() {
            self.seen.extend(name.split(' ').next().and_then(|place| place.parse::<u64>().ok()));
            let key = self.player.key((&self.set, name));
            if !before.has(&key) {
                self.failed(name, "the player was interrupted".into())?;
            }
        }
        Ok(())
    }

    /// Plays map after map, at most so many.
    pub fn all(&mut self, client: &mut Client, most: Option<NonZeroU64>, interrupt: &Interrupt) -> anyhow::Result<End> {
        let mut failures = 0;
        for _ in 0..most.map_or(u64::MAX, NonZeroU64::get) {
            if interrupt.pressed() {
                return Ok(End::Interrupted);
            }
            let begun = match client.new_grid() {
                Ok(Next::Map(map)) => self.map(client, *map)?,
                // Whoever never gave a map refuses, in the only word there is for it.
                Ok(Next::End { words, certain: false }) if self.seen.is_empty() => Begun::Broken(client.refused(words)),
                Ok(Next::End { words, .. }) => return Ok(End::Done(words)),
                Err(error @ NetError::Lost(_)) => self.skipped(error)?,
                Err(error) => Begun::Broken(error),
            };
            failures = match begun {
                Begun::Played => 0,
                Begun::Not(_) if failures + 1 < MOST_FAILURES => failures + 1,
                Begun::Not(error) | Begun::Broken(error) => return Ok(End::Broken(error)),
            };
        }
        Ok(End::Enough)
    }

    /// Plays a map.
    fn map(&mut self, client: &mut Client, map: Map) -> anyhow::Result<Begun> {
        let strange = |what: String| NetError::Strange { address: client.address().to_string(), what };
        let next = self.next();
        let place = map.place.unwrap_or(next);
        // Where this walk begins is the server's to say, but no number that cannot be.
        let known = !self.seen.is_empty();
        if place > u64::from(u32::MAX) || known && place > next + MOST_BETWEEN {
            return Ok(Begun::Broken(strange(format!("its place is {place}, after {next} maps"))));
        }
        if !self.seen.insert(place) {
            let what = format!("map {place} of the walk was played before; if the server has begun anew, choose another folder with --out");
            return Ok(Begun::Broken(strange(what)));
        }
        // Those between were given to somebody who did not come to write it down.
        for between in if known { next } else { place }..place {
            self.skip(between, "the server gave this map, or skips it; nothing else is known of it".into())?;
        }
        let name = format!("{place:06} {}", map.title.trim()).trim_end().to_string();
        self.given(&name, instance(&map.title, &map.grid_infos))?;
        let told = match map.grid_infos.knowledge() {
            Ok(told) => told,
            Err(wrong) => {
                self.failed(&name, wrong.to_string())?;
                return Ok(Begun::Not(strange(wrong.to_string())));
            }
        };
        let mut host = RemoteHost::new(client, told.grid().clone());
        let grid_infos = map.grid_infos;
        let outcome = self.player.game(Turn { name: &name, place, told, grid_infos, recorded: true, host: &mut host })?;
        let failure = host.failure;
        let Outcome { game, seconds, played } = outcome;
        let trace = played.trace.clone();
        self.ended(&name, &game, played, seconds)?;
        self.player.trace((&self.set, &name), trace)?;
        Ok(match failure {
            Some(error @ (NetError::Unreachable { .. } | NetError::Refused { .. })) => Begun::Broken(error),
            _ if game.status != Status::Error || game.opened > 0 || game.named != [0; 3] => Begun::Played,
            // Not even the first action had a reply that makes sense.
            failure => Begun::Not(failure.unwrap_or(NetError::Strange { address: client.address().to_string(), what: game.message })),
        })
    }

    /// A map that was asked for, and may have been given.
    fn skipped(&mut self, error: NetError) -> anyhow::Result<Begun> {
        self.skip(self.next(), error.to_string())?;
        Ok(Begun::Not(error))
    }

    /// Writes down a map of which only the place is known.
    fn skip(&mut self, place: u64, why: String) -> anyhow::Result<()> {
        self.seen.insert(place);
        let name = format!("{place:06}");
        self.given(&name, vec![String::new(); SCHEMA.instance.len()])?;
        self.failed(&name, why)
    }

    /// Writes down a map.
    fn given(&mut self, name: &str, about: Vec<String>) -> anyhow::Result<()> {
        let key = vec![self.set.clone(), name.to_string()];
        Ok(self.recorder.append(&Entry::Instance([key, about].concat()).line())?)
    }

    /// Writes down a map that could not be begun.
    fn failed(&mut self, name: &str, why: String) -> anyhow::Result<()> {
        self.ended(name, &Game::failed(why.clone()), Played::failed(&SCHEMA, why), 0.0)
    }

    /// Writes down a game.
    fn ended(&mut self, name: &str, game: &Game, played: Played, seconds: f64) -> anyhow::Result<()> {
        self.recorder.append(&played.entry(&self.player.key((&self.set, name)), seconds).line())?;
        Ok(self.rows.row(&Line { map: name, set: &self.set, game, seconds })?)
    }

    /// The place after the last one.
    fn next(&self) -> u64 {
        self.seen.last().map_or(0, |last| last + 1)
    }
}

/// What came of a map.
enum Begun {
    /// It was played, well or not.
    Played,
    /// It could not be begun.
    Not(NetError),
    /// Nor could any other.
    Broken(NetError),
}

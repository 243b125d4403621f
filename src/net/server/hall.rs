//! Who plays: the groups, each with its own walk, and who may speak for it.
//!
//! Everything that happens is an [`Event`], applied in one place: live, and when the log
//! of an earlier server is read back. So what survives a restart is all there was, the
//! last replies included.

use super::Map;
use super::log::Log;
use super::walk::{Asked, Walk};
use crate::net::wire::{Command, Reply, Request, Status};
use crate::results;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// A group that was silent for so long may have to make room. Unit: ms.
const IDLE: u64 = 60 * 60 * 1000;
/// Most characters of a group's name and of its members'.
const MOST_NAME: usize = 200;
const MOST_MEMBERS: usize = 2000;

/// All groups.
#[derive(Debug)]
pub struct Hall {
    maps: Arc<[Map]>,
    groups: BTreeMap<String, Group>,
    /// How many groups there may be.
    most: usize,
    log: Option<Log>,
    /// Why what happens is no longer kept, until that is told.
    fault: Option<results::Error>,
    /// Counts the changes; each group knows its last one.
    version: u64,
    /// The change that last took a group away.
    forgotten: u64,
}

/// One group.
#[derive(Debug)]
pub struct Group {
    pub members: String,
    /// Place in the order of joining.
    pub joined: u64,
    pub walk: Walk,
    /// The version of its last change.
    pub version: u64,
    secret: Option<Secret>,
    /// The last request with a number that was not refused, and its answer.
    last: Option<(u64, Asked, Reply)>,
    /// When it was last heard of. Unit: ms.
    heard: u64,
}

/// What a group with a password is known by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret {
    /// Salted hash of the password, as a PHC string.
    pub hash: String,
    /// What the group sends with every request.
    pub token: String,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// When. Unit: ms since 1970.
    pub at: u64,
    /// To which group.
    pub id: String,
    pub what: What,
    /// The number of the request, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// It joined, with a secret where it has a password; or it came back.
    Register { members: String, secret: Option<Secret> },
    /// It made room for another.
    Forget,
    /// It asked something of its walk.
    Ask(Asked),
}

/// What an event changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    /// What is shown, which a restart may forget: else one group could fill a disc.
    Shown,
    /// What a restart has to bring back.
    Kept,
}

/// What it takes to register under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Door {
    /// Nobody has that name yet.
    New,
    /// A group without a password has it.
    Open,
    /// A group whose password has this hash has it.
    Locked(String),
}

impl Hall {
    /// A hall for so many groups; with the groups of an earlier one where there is a log.
    ///
    /// # Errors
    /// Where the log is that of other maps, or cannot be read or written.
    pub fn open(maps: Vec<Map>, most: usize, log: Option<&Path>) -> Result<Self, results::Error> {
        let maps: Arc<[Map]> = maps.into();
        let mut hall = Self { maps: maps.clone(), groups: BTreeMap::new(), most, log: None, fault: None, version: 1, forgotten: 0 };
        if let Some(path) = log {
            hall.log = Some(Log::open(path, &maps, |event| {
                hall.apply(&event);
            })?);
        }
        Ok(hall)
    }

    /// What it takes to register under this name.
    ///
    /// # Errors
    /// Why that is not possible, for people.
    pub fn door(&self, request: &Request, now: u64) -> Result<Door, String> {
        let letters = |text: &str| text.chars().count();
        if request.id.is_empty() || letters(&request.id) > MOST_NAME || letters(&request.members) > MOST_MEMBERS {
            return Err(format!("a group's `id` has 1 to {MOST_NAME} characters, its `members` at most {MOST_MEMBERS}"));
        }
        match self.groups.get(&request.id) {
            Some(Group { secret: Some(secret), .. }) => Ok(Door::Locked(secret.hash.clone())),
            Some(_) => Ok(Door::Open),
            None if self.groups.len() < self.most || self.idle(now).is_some() => Ok(Door::New),
            None => Err(format!("there are {} groups already and none has been silent for an hour: try again later", self.most)),
        }
    }

    /// Lets a group in that has shown what its door asks for, with its secret if it is new;
    /// `None` where the door is another one by now.
    pub fn register(&mut self, request: &Request, shown: &Door, secret: Option<Secret>, now: u64) -> Option<Reply> {
        match self.door(request, now) {
            Err(why) => return Some(Reply::new(Status::Err, why)),
            Ok(door) if door != *shown => return None,
            Ok(_) => {}
        }
        let full = *shown == Door::New && self.groups.len() >= self.most;
        if let Some(id) = self.idle(now).filter(|_| full) {
            self.happens(&Event { at: now, id, what: What::Forget, seq: None });
        }
        let what = What::Register { members: request.members.clone(), secret };
        let reply = self.happens(&Event { at: now, id: request.id.clone(), what, seq: None });
        let last = self.groups.get(&request.id).and_then(|group| group.last.as_ref()).map_or(0, |(seq, ..)| *seq);
        Some(Reply { seq: request.seq.map(|_| last), ..reply })
    }

    /// Does what a group asks for, and answers.
    pub fn ask(&mut self, command: Command, request: &Request, now: u64) -> Reply {
        let refused = |why: String| Reply::new(Status::Err, why);
        let Some(group) = self.groups.get_mut(&request.id) else {
            return refused(format!("no group `{}` is registered here: register first", request.id));
        };
        if !group.secret.as_ref().is_none_or(|secret| secret.token.as_bytes().ct_eq(request.token.as_bytes()).into()) {
            return refused("the token is not the one that this group got when it registered".into());
        }
        group.heard = now;
        let asked = Asked { command, pos: request.pos, animal: request.animal.clone() };
        if let Some(seq) = request.seq {
            let last = group.last.as_ref().map_or(0, |(last, ..)| *last);
            match &group.last {
                Some((_, before, reply)) if seq == last && *before == asked => return reply.clone(),
                _ if seq <= last => {
                    return refused(format!("request {seq} comes after request {last}: does somebody else play for this group?"));
                }
                _ if seq - 1 > last => {
                    return refused(format!("request {seq} comes, and {last} is the last one known: the others are lost"));
                }
                _ => {}
            }
        }
        let event = Event { at: now, id: request.id.clone(), what: What::Ask(asked), seq: request.seq };
        self.happens(&event)
    }

    /// Applies an event, and keeps it if need be.
    fn happens(&mut self, event: &Event) -> Reply {
        let (reply, change) = self.apply(event);
        if let (Change::Kept, Some(log)) = (change, &self.log)
            && let Err(fault) = log.keep(event)
        {
            // The game goes on; what was kept so far stays as it is.
            (self.log, self.fault) = (None, Some(fault));
        }
        reply
    }

    /// What an event does, and what it changed.
    fn apply(&mut self, Event { at, id, what, seq }: &Event) -> (Reply, Change) {
        let version = self.version + 1;
        let (reply, change) = match what {
            What::Forget => {
                self.forgotten = version;
                self.groups.remove(id);
                (Reply::new(Status::Ok, ""), Change::Kept)
            }
            What::Register { members, secret } => {
                let joined = self.groups.values().map(|group| group.joined + 1).max().unwrap_or(0);
                let group = self.groups.entry(id.clone()).or_insert_with(|| Group::new(joined, secret.clone()));
                let change = match group.version {
                    0 => Change::Kept,
                    _ if group.members != *members => Change::Shown,
                    _ => Change::Nothing,
                };
                group.members.clone_from(members);
                group.note(*at, change, version);
                let msg = format!("welcome: {} of {} maps were asked for", group.walk.next, self.maps.len());
                let token = group.secret.as_ref().map(|secret| secret.token.clone());
                (Reply { token, ..Reply::new(Status::Ok, msg) }, change)
            }
            What::Ask(asked) => {
                let Some(group) = self.groups.get_mut(id) else { return (Reply::new(Status::Err, "no such group"), Change::Nothing) };
                let (reply, changed) = group.walk.ask(&self.maps, asked, *at);
                // Who sends no number is answered to the letter of the protocol.
                let reply = Reply { seq: *seq, place: reply.place.filter(|_| seq.is_some()), ..reply };
                let change = if changed { Change::Kept } else { Change::Nothing };
                group.note(*at, change, version);
                // What was refused does not count, and may be asked again with its number.
                if let Some(seq) = seq.filter(|_| reply.status != Status::Err) {
                    group.last = Some((seq, asked.clone(), reply.clone()));
                }
                (reply, change)
            }
        };
        if change != Change::Nothing {
            self.version = version;
        }
        (reply, change)
    }

    /// The group that was silent for longest, if that is long enough.
    fn idle(&self, now: u64) -> Option<String> {
        let (id, group) = self.groups.iter().min_by_key(|(_, group)| group.heard)?;
        (now.saturating_sub(group.heard) >= IDLE).then(|| id.clone())
    }

    /// Counts the changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Why what happens is no longer kept; told once.
    pub fn fault(&mut self) -> Option<results::Error> {
        self.fault.take()
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    pub fn maps(&self) -> &[Map] {
        &self.maps
    }

    /// The groups that changed after a version, by name; all of them, and `true`, where
    /// that cannot be told.
    pub fn changed(&self, since: u64) -> (bool, impl Iterator<Item = (&String, &Group)>) {
        let all = since == 0 || since < self.forgotten;
        (all, self.groups.iter().filter(move |(_, group)| all || group.version > since))
    }
}

impl Group {
    fn new(joined: u64, secret: Option<Secret>) -> Self {
        Self { members: String::new(), joined, walk: Walk::default(), version: 0, secret, last: None, heard: 0 }
    }

    /// It was heard of, and has this version if anything changed.
    fn note(&mut self, at: u64, change: Change, version: u64) {
        self.heard = at;
        if change != Change::Nothing {
            self.version = version;
        }
    }
}

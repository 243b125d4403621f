//! A player's side of the network game: a server as a [`Host`].
//!
//! [`Client`] registers a group and asks for map after map; each [`Map`] is played
//! through a [`RemoteHost`]. What goes wrong on the way ends a game, never silently the
//! walk: a reply that is lost is only asked for again where the server would notice.

mod address;
mod transport;

pub use address::Address;
pub use transport::{NetError, Patience};

use super::wire::{self, Command, Request};
use crate::crocomine::play::{Host, HostError, Reply, Verdict};
use crate::crocomine::rules::Action;
use crate::crocomine::state::GridInfos;
use crate::grid::Grid;
use transport::Transport;

/// What a client sends before the server gave it a token, as the official one does.
const NO_TOKEN: &str = "Not defined";

/// Who plays.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub id: String,
    /// Who is in it.
    pub members: String,
    /// What keeps others from playing under its name.
    pub password: Option<String>,
}

/// A group that is registered at a server.
#[derive(Debug)]
pub struct Client {
    transport: Transport,
    request: Request,
    /// The number of the last request, where the server counts them.
    seq: Option<u64>,
    /// Whether a password was sent and the server gave no token for it.
    open: bool,
}

/// A map that a server gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its title.
    pub title: String,
    /// Its place in the walk, from 0, where the server tells.
    pub place: Option<u64>,
    /// What is told at the start.
    pub grid_infos: GridInfos,
}

/// What comes next on a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This map.
    Map(Box<Map>),
    /// Nothing, in the server's words; `certain` where it cannot be a refusal.
    End {
        /// What it says.
        words: String,
        /// Whether it says so in a way of its own.
        certain: bool,
    },
}

impl Client {
    /// Registers a group at a server.
    ///
    /// # Errors
    /// Where nobody answers, the server does not let the group in, or answers something
    /// else.
    pub fn register(address: Address, group: &Group, patience: Patience) -> Result<Self, NetError> {
        let transport = Transport::new(address, patience)?;
        let request = Request { id: group.id.clone(), members: group.members.clone(), token: NO_TOKEN.into(), ..Request::default() };
        let first = Request { password: group.password.clone(), seq: Some(0), ..request.clone() };
        // Twice is as good as once.
        let reply = transport.ask(Command::Register, &first, true)?;
        if reply.status != wire::Status::Ok {
            return Err(NetError::Refused { group: request.id, why: reply.msg });
        }
        let open = group.password.is_some() && reply.token.is_none();
        let token = reply.token.unwrap_or(request.token);
        Ok(Self { transport, request: Request { token, ..request }, seq: reply.seq, open })
    }

    /// Whether others may play for this group in spite of its password.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The server's address.
    pub fn address(&self) -> &Address {
        self.transport.address()
    }

    /// Asks for the next map; one in progress is abandoned.
    ///
    /// # Errors
    /// As [`Client::register`]; and where the reply is lost, and with it perhaps a map.
    pub fn new_grid(&mut self) -> Result<Next, NetError> {
        let reply = self.ask(Command::NewGrid, Request::default())?;
        match (reply.status, reply.grid_infos) {
            (wire::Status::Err, _) => Ok(Next::End { certain: reply.place.is_some(), words: reply.msg }),
            (wire::Status::Ok, Some(grid_infos)) => Ok(Next::Map(Box::new(Map { title: reply.msg, place: reply.place, grid_infos }))),
            (wire::Status::Ok, None) => Err(self.foreign(Command::NewGrid, "missing field `grid_infos`".into())),
            (status, _) => Err(self.foreign(Command::NewGrid, format!("the status is {status:?}"))),
        }
    }

    fn ask(&mut self, command: Command, what: Request) -> Result<wire::Reply, NetError> {
        let Request { id, members, token, .. } = self.request.clone();
        let seq = self.seq.map(|last| last + 1);
        let request = Request { id, members, token, seq, ..what };
        let reply = self.transport.ask(command, &request, seq.is_some())?;
        match (seq, reply.seq) {
            (Some(asked), Some(told)) if asked != told => {
                return Err(self.foreign(command, format!("it answers request {told}, and request {asked} was sent")));
            }
            // It counts, but did not count this one: it was no request of a group it knows.
            (Some(_), None) => return Err(self.refused(reply.msg)),
            // What was refused does not count.
            (Some(_), _) if reply.status != wire::Status::Err => self.seq = seq,
            _ => {}
        }
        Ok(reply)
    }

    /// The server lets this group do nothing.
    pub fn refused(&self, why: String) -> NetError {
        NetError::Refused { group: self.request.id.clone(), why }
    }

    fn foreign(&self, command: Command, what: String) -> NetError {
        NetError::Foreign { address: self.address().to_string(), command: command.word(), what }
    }
}

/// The game of the map that a client asked for last.
#[derive(Debug)]
pub struct RemoteHost<'a> {
    client: &'a mut Client,
    grid: Grid,
    /// Why the last action had no reply to take in.
    pub failure: Option<NetError>,
}

impl<'a> RemoteHost<'a> {
    /// The host of the map that was asked for last, which has this grid.
    pub fn new(client: &'a mut Client, grid: Grid) -> Self {
        Self { client, grid, failure: None }
    }

    fn ask(&mut self, action: Action) -> Result<wire::Reply, NetError> {
        let (row, col) = self.grid.pos(action.cell());
        let pos = Some((row as i64, col as i64));
        let (command, animal) = match action {
            Action::Discover(_) => (Command::Discover, None),
            Action::Guess(_, animal) => (Command::Guess, Some(animal.letter().to_string())),
            Action::Chord(_) => (Command::Chord, None),
        };
        self.client.ask(command, Request { pos, animal, ..Request::default() })
    }
}

impl Host for RemoteHost<'_> {
    fn act(&mut self, action: Action) -> Result<Reply, HostError> {
        let failed = |what: &dyn std::fmt::Display| HostError::Failed(what.to_string());
        let reply = self.ask(action).map_err(|error| {
            let told = failed(&error);
            self.failure = Some(error);
            told
        })?;
        let verdict = match reply.status {
            wire::Status::Ok => Verdict::Ok,
            wire::Status::Ko => Verdict::Ko,
            wire::Status::Gg => Verdict::Gg,
            wire::Status::Err => return Err(failed(&format_args!("the server refuses {}: {}", action.describe(&self.grid), reply.msg))),
        };
        let infos = reply.infos.unwrap_or_default();
        let infos = infos.iter().map(|info| info.info(&self.grid)).collect::<Result<_, _>>().map_err(|error| failed(&error))?;
        Ok(Reply { verdict, infos })
    }
}

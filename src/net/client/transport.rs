//! Requests and replies over HTTP: time-outs, and asking again where that is safe.
//!
//! A request that certainly never left may always be sent again. One whose reply did not
//! come may have been carried out: it is sent again only where the server would notice
//! (see `seq` in [`crate::net::wire`]) or where twice is as good as once.

use super::address::Address;
use crate::net::wire::{Command, Reply, Request};
use reqwest::blocking;
use std::io::Read;
use std::time::Duration;

/// The first wait before a request is sent again; each is twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// Most letters of its words.
const MOST_LETTERS: usize = 500;
/// Most bytes that are read of a reply: many times what the largest map takes.
const MOST_BYTES: u64 = 64 << 20;

/// Why there is no reply to take in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The address is none.
    #[error("{0}: this is no address of a server: want http://HOST:PORT ({1})")]
    Address(String, String),
    /// Nobody answers.
    #[error("no answer from {address}: {why} (attempt {times}); is the server up, and this its address?")]
    Unreachable {
        /// The server.
        address: String,
        /// What went wrong last.
        why: String,
        /// Requests sent in vain.
        times: u32,
    },
    /// The request was sent, and its reply is lost; asking again could count it twice.
    #[error("reply lost: {0}")]
    Lost(String),
    /// The server answers something else than the protocol says.
    #[error("{address} answers {command} with what is no reply of the game: {what}")]
    Foreign {
        /// The server.
        address: String,
        /// What was asked.
        command: &'static str,
        /// What is wrong with the answer.
        what: String,
    },
    /// The server does not let this group do anything.
    #[error("the server refuses group `{group}`: {why}")]
    Refused {
        /// The group.
        group: String,
        /// The server's words.
        why: String,
    },
    /// What is known of the walk and what the server gives do not fit together.
    #[error("{address} gives a map that cannot be played: {what}")]
    Strange {
        /// The server.
        address: String,
        /// Why not.
        what: String,
    },
}

/// How requests are sent.
#[derive(Clone, Debug)]
pub struct Patience {
    /// How long a reply may take.
    pub timeout: Duration,
    /// How often a request is sent again.
    pub retries: u32,
    /// Told that the server does not answer, once a request that has to wait for it.
    pub waiting: fn(&str),
}

/// A server, and how it is spoken to.
#[derive(Debug)]
pub struct Transport {
    http: blocking::Client,
    address: Address,
    patience: Patience,
}

/// Why one attempt failed.
enum Failure {
    /// The request never left.
    Unsent(String),
    /// It left, and no whole reply came.
    Unanswered(String),
    /// Something was answered, and it will not be better the next time.
    Answered(String),
}

impl Transport {
    /// Speaks to the server of this address, over one connection.
    ///
    /// # Errors
    /// Where the system has nothing to speak with.
    pub fn new(address: Address, patience: Patience) -> Result<Self, NetError> {
        // Only the first one counts, and any will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = blocking::Client::builder()
            .timeout(patience.timeout)
            // Shorter, so that a connection which never came about is told from a reply.
            .connect_timeout(patience.timeout / 2)
            // Less than servers wait before they end a silent connection.
            .pool_idle_timeout(Duration::from_secs(3))
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("clover/", env!("CARGO_PKG_VERSION")));
        if address.is_here() {
            http = http.no_proxy();
        }
        if address.is_plain() {
            // Without TLS, and so without the certificates that a system may not have.
            http = http.tls_certs_only([]);
        }
        let http = http.build().map_err(|error| NetError::Address(address.to_string(), causes(&error)))?;
        Ok(Self { http, address, patience })
    }

    /// The server.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Asks, and asks again while nobody answers; where the reply is lost, only if that
    /// is `safe`.
    ///
    /// # Errors
    /// Where there is no reply, or it is none of the protocol.
    pub fn ask(&self, command: Command, request: &Request, safe: bool) -> Result<Reply, NetError> {
        let mut wait = FIRST_WAIT;
        for times in 1.. {
            let why = match self.try_once(command, request) {
                Ok(reply) => return Ok(reply),
                Err(Failure::Answered(what)) => {
                    return Err(NetError::Foreign { address: self.address.to_string(), command: command.word(), what });
                }
                Err(Failure::Unanswered(why)) if !safe => return Err(NetError::Lost(why)),
                Err(Failure::Unsent(why) | Failure::Unanswered(why)) => why,
            };
            if times > self.patience.retries {
                return Err(NetError::Unreachable { address: self.address.to_string(), why, times });
            }
            if times == 3 {
                (self.patience.waiting)(&format!("no answer from {}: {why}; asking again", self.address));
            }
            std::thread::sleep(wait);
            wait = (2 * wait).min(LONGEST_WAIT);
        }
        unreachable!("it is asked a bounded number of times")
    }

    fn try_once(&self, command: Command, request: &Request) -> Result<Reply, Failure> {
        let unanswered = |error: &reqwest::Error| {
            let failure = if error.is_connect() { Failure::Unsent } else { Failure::Unanswered };
            failure(causes(error))
        };
        let url = format!("{}/crocomine/{}", self.address, command.word());
        let answer = self.http.post(url).json(request).send().map_err(|error| unanswered(&error))?;
        let status = answer.status();
        let mut body = Vec::new();
        answer.take(MOST_BYTES + 1).read_to_end(&mut body).map_err(|error| Failure::Unanswered(error.to_string()))?;
        if body.len() as u64 > MOST_BYTES {
            return Err(Failure::Answered(format!("it has more than {MOST_BYTES} bytes")));
        }
        if status.is_server_error() {
            return Err(Failure::Unanswered(format!("{status}")));
        }
        let reply: Result<Reply, _> = serde_json::from_slice(&body);
        match reply {
            Ok(reply) if status.is_success() => Ok(Reply { msg: plain(&reply.msg), ..reply }),
            Ok(reply) => Err(Failure::Answered(format!("{status}: {}", plain(&reply.msg)))),
            Err(_) if !status.is_success() => Err(Failure::Answered(format!("{status}: {}", start(&body)))),
            Err(error) => Err(Failure::Answered(format!("{}: {}", plain(&error.to_string()), start(&body)))),
        }
    }
}

/// A server's words as one line of text: without what would move a terminal's cursor or
/// turn the direction of writing.
fn plain(words: &str) -> String {
    let strange =
        |letter: char| letter.is_control() || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    words.replace(strange, " ").chars().take(MOST_LETTERS).collect()
}

/// The start of a body, for people.
fn start(body: &[u8]) -> String {
    let text: String = plain(&String::from_utf8_lossy(body)).chars().take(81).collect();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// An error with the innermost cause, which says most.
fn causes(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if error.is_timeout() { "no answer in time".into() } else { cause.to_string() }
}

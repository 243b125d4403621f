//! What survives a restart of the server: every event, a line each, after a first line
//! that says for which maps.
//!
//! A line is written before the reply to it is sent, so that a server that is read back
//! knows all that any client was told.

use super::Map;
use super::hall::Event;
use crate::crocomine::croco;
use crate::record::hexadecimal;
use crate::results::{self, lines::Lines};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;

/// The form of the file.
const VERSION: u64 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    clover_serve: u64,
    /// SHA-256 of the maps in the order of the walk.
    maps: String,
}

/// An open log.
#[derive(Debug)]
pub struct Log(Lines);

impl Log {
    /// Opens a log, or makes one that only its owner may read, and hands over what is in it.
    ///
    /// # Errors
    /// Where it is in use, cannot be read or written, or is the log of other maps.
    pub fn open(path: &Path, maps: &[Map], mut event: impl FnMut(Event)) -> Result<Self, results::Error> {
        make(path)?;
        let head = Head { clover_serve: VERSION, maps: hash(maps) };
        let mut started = false;
        let lines = Lines::resume(path, |line, _| {
            if std::mem::replace(&mut started, true) {
                event(serde_json::from_slice(line).map_err(|error| format!("not an event of a game server: {error}"))?);
                return Ok(());
            }
            let found: Head = serde_json::from_slice(line).map_err(|error| format!("not the state of a game server: {error}"))?;
            match found == head {
                true => Ok(()),
                false if found.clover_serve != VERSION => Err(format!("has format {}, want {VERSION}", found.clover_serve)),
                false => Err("was kept for other maps: name another file, or serve the maps of then".into()),
            }
        })?;
        if !started {
            lines.append(&line(&head))?;
        }
        Ok(Self(lines))
    }

    /// Keeps an event.
    ///
    /// # Errors
    /// Where it cannot be written, or only a part of it.
    pub fn keep(&self, event: &Event) -> Result<(), results::Error> {
        self.0.append(&line(event))
    }
}

/// Makes the file, if it is not there, for its owner alone: it holds tokens.
fn make(path: &Path) -> Result<(), results::Error> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.append(true).create_new(true).open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(results::Error::new(path, error)),
        _ => Ok(()),
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("records of text and numbers are JSON") + "\n"
}

fn hash(maps: &[Map]) -> String {
    let mut hash = Sha256::new();
    for map in maps {
        let text = croco::write(&map.level);
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hexadecimal(&hash.finalize())
}

//! `games.jsonl`: whole games, one a line: the key, then the game's own record of
//! what was told at the start and of each action with its reply and its reason.

use super::Error;
use crate::record::Key;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

/// One game as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The game played.
    pub game: String,
    /// The set.
    pub set: String,
    /// The instance.
    pub instance: String,
    /// The label of the strategy.
    pub strategy: String,
    /// Which repetition, from 0.
    pub repetition: u64,
    /// The game's own record.
    #[serde(flatten)]
    pub record: Map<String, Value>,
}

impl Trace {
    /// The trace of the game of this key.
    pub fn new(key: &Key, record: Map<String, Value>) -> Self {
        let [game, set, instance, strategy, _] = key.cells();
        Self { game, set, instance, strategy, repetition: key.repetition, record }
    }
}

/// Reads the traces of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Trace>, Error> {
    let bytes = super::file(path)?.ok_or_else(|| Error::new(path, "there is no such file"))?;
    let text = str::from_utf8(&bytes).map_err(|error| Error::new(path, error))?;
    let line = |(number, line)| serde_json::from_str(line).map_err(|error| Error::at(path, number, error));
    (1..).zip(text.lines()).map(line).collect()
}

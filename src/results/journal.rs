//! The journal: games appended as they end, one line each.
//!
//! A line holds all of a game, its stalls before its run: whatever interrupts a run
//! leaves whole games. Lines come in any order; an [`Index`] tells where each game
//! lies, so that the tables can be written sorted without holding them in memory.

use super::lines::Lines;
use super::{Error, Trace};
use crate::record::Key;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A row of `instances.csv`. The same one may be told several times.
    Instance(Vec<String>),
    /// A game.
    Game(Box<Game>),
}

/// Everything about one game. Cells are in the order of their tables' columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Rows of `stalls.csv`, without the key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stalls: Vec<Vec<String>>,
    /// What was done, action by action, where it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// The seconds it took.
    pub seconds: String,
    /// The row of `runs.csv`, which starts with the key.
    pub run: Vec<String>,
}

impl Entry {
    /// The line of this entry, with its newline.
    ///
    /// # Panics
    /// Never: text, numbers and maps by text are JSON.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("rows and traces are JSON");
        line.push('\n');
        line
    }
}

/// Where in the journal what lies.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Games, in bytes of the journal.
    pub(super) games: BTreeMap<Key, Range<u64>>,
    /// Instances (set, name).
    pub(super) instances: BTreeMap<(Arc<str>, Arc<str>), Range<u64>>,
}

impl Index {
    /// Whether this game is there.
    pub fn has(&self, key: &Key) -> bool {
        self.games.contains_key(key)
    }

    /// Set and name of each instance that is there.
    pub fn instances(&self) -> impl ExactSizeIterator<Item = &(Arc<str>, Arc<str>)> {
        self.instances.keys()
    }

    /// How many games are there.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

/// A journal to go on with; a new one where the run was interrupted before it had any.
pub(super) fn resume(path: &Path) -> Result<(Lines, Index), Error> {
    let mut noting = Noting::default();
    let journal = Lines::resume(path, |line, place| noting.note(line, place))?;
    Ok((journal, noting.index))
}

/// Reads entries back, in any order.
pub(super) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
}

impl Reader {
    /// Reads a journal that has ended.
    pub(super) fn new(journal: &Lines) -> Result<Self, Error> {
        Ok(Self { path: journal.path().into(), file: BufReader::new(journal.reader()?) })
    }

    /// The entry that lies there.
    pub(super) fn entry(&mut self, place: &Range<u64>) -> Result<Entry, Error> {
        let mut line = vec![0; (place.end - place.start) as usize];
        let read = self.file.seek(SeekFrom::Start(place.start)).and_then(|_| self.file.read_exact(&mut line));
        read.map_err(|error| Error::new(&self.path, error))?;
        serde_json::from_slice(&line).map_err(|error| Error::new(&self.path, error))
    }
}

/// The index of a journal.
pub(super) fn scan(journal: &Lines) -> Result<Index, Error> {
    let mut noting = Noting::default();
    journal.scan(|line, place| noting.note(line, place))?;
    Ok(noting.index)
}

/// An index being made.
#[derive(Default)]
struct Noting {
    index: Index,
    names: BTreeSet<Arc<str>>,
}

impl Noting {
    fn note(&mut self, line: &[u8], place: Range<u64>) -> Result<(), String> {
        match serde_json::from_slice(line).map_err(|error| format!("not an entry: {error}"))? {
            Entry::Instance(row) => self.instance(&row, place),
            Entry::Game(game) => self.game(&game, place),
        }
    }

    fn instance(&mut self, row: &[String], place: Range<u64>) -> Result<(), String> {
        let [set, instance, ..] = row else { return Err("an instance without a key".into()) };
        self.index.instances.entry((set.as_str().into(), instance.as_str().into())).or_insert(place);
        Ok(())
    }

    fn game(&mut self, game: &Game, place: Range<u64>) -> Result<(), String> {
        let mut key = Key::read(game.run.iter().map(String::as_str)).ok_or("a game without a key")?;
        key.share(&mut self.names);
        if self.index.games.insert(key, place).is_some() { Err("a game that was told before".into()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn key(instance: usize) -> Key {
        let instance = format!("{instance}").into();
        Key { game: "game".into(), set: "s".into(), instance, strategy: "strategy".into(), repetition: 0 }
    }

    fn game(instance: usize) -> Entry {
        let stalls = vec![vec!["0,\"é\n".to_string(); instance % 3]; instance % 2];
        Entry::Game(Box::new(Game { stalls, trace: None, seconds: "0.5".into(), run: key(instance).cells().into() }))
    }

    #[test]
    fn whatever_is_cut_off_leaves_whole_games() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        let lines: Vec<String> = (0..6).map(|i| game(i).line()).collect();
        let text = lines.concat();
        for cut in 0..=text.len() {
            fs::write(&path, &text.as_bytes()[..cut]).unwrap();
            let whole = lines
                .iter()
                .scan(0, |end, line| {
                    *end += line.len();
                    Some(*end)
                })
                .take_while(|&end| end <= cut)
                .count();
            let (journal, index) = resume(&path).unwrap();
            assert_eq!(index.len(), whole, "cut at {cut}");
            journal.append(&lines[whole..].concat()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            let index = scan(&journal).unwrap();
            let mut reader = Reader::new(&journal).unwrap();
            for i in (0..6).rev() {
                assert!(index.has(&key(i)));
                assert_eq!(reader.entry(&index.games[&key(i)]).unwrap(), game(i));
            }
        }
    }

    #[test]
    fn a_spoiled_journal_is_refused_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        let check = |text: String, expected: &str| {
            fs::write(&path, text).unwrap();
            let error = resume(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(format!("{}what\n{}", game(0).line(), game(1).line()), "journal.jsonl:2: not an entry");
        check(game(0).line() + &game(1).line() + &game(0).line(), "journal.jsonl:3: a game that was told before");
        check(Entry::Instance(vec!["s".into()]).line(), "journal.jsonl:1: an instance");
    }

    #[test]
    fn two_never_write_one_journal() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal.jsonl");
        let first = Lines::create(&path).unwrap();
        first.append(&game(1).line()).unwrap();
        let told = resume(&path).unwrap_err().to_string();
        assert!(told.contains("another process is writing this file"), "{told}");
        drop(first);
        assert_eq!(resume(&path).unwrap().1.len(), 1);
    }
}

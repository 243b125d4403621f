//! The results folder of one experiment: everything that passes from a run to the
//! reports.
//!
//! While a run goes on, a [`Recorder`] appends whole games to a journal; at the
//! end it writes the tables from it, sorted by key, so that they do not depend on
//! the order in which the games were played. [`Results`] reads a finished folder.
//! This module knows no game: its rows are those of [`crate::record`].

mod journal;
pub mod lines;
mod manifest;
pub mod outcomes;
pub mod summary;
mod tables;
mod traces;
pub mod written;

pub use journal::{Entry, Game, Index};
pub use manifest::{Commit, Input, Machine, Manifest, Version, now};
pub use tables::{INSTANCE_KEY, MESSAGE, Row, SECONDS, STATUS, Schema, Stream, Table, instances, runs, stalls, times};
pub use traces::Trace;

use crate::record::Field;
use flate2::read::MultiGzDecoder;
use lines::Lines;
use outcomes::{Outcome, Outcomes};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something in a results folder that cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {what}", path.display(), line.map(|n| format!(":{n}")).unwrap_or_default())]
pub struct Error {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, from 1, where one line is to blame.
    pub line: Option<u64>,
    /// What is wrong.
    pub what: String,
}

impl Error {
    /// A file or folder, and what is wrong with it.
    pub fn new(path: &Path, what: impl Display) -> Self {
        Self { path: path.into(), line: None, what: what.to_string() }
    }

    fn at(path: &Path, line: u64, what: impl Display) -> Self {
        Self { line: Some(line), ..Self::new(path, what) }
    }
}

/// Set and name of an instance.
type InstanceName = (Arc<str>, Arc<str>);

/// The numbers at these places, `NaN` for an empty cell. All that games count is from 0 on.
fn numbers(row: Row, places: &[usize]) -> Result<Vec<f64>, Error> {
    let number = |&place: &usize| {
        let value: f64 = row.at(place)?;
        let fits = value.is_nan() || (0.0..1e15).contains(&value);
        if fits { Ok(value) } else { Err(row.error(format!("{} is no count: want a number from 0 to 1e15", value.write()))) }
    };
    places.iter().map(number).collect()
}

/// The one copy of a name that is kept.
fn shared(name: &str, names: &mut BTreeSet<Arc<str>>) -> Arc<str> {
    if let Some(known) = names.get(name) {
        return known.clone();
    }
    let name: Arc<str> = name.into();
    names.insert(name.clone());
    name
}

/// What is known of an instance.
struct About {
    readable: bool,
    values: Box<[f64]>,
}

/// Names in a results folder.
mod name {
    pub const INSTANCES: &str = "instances.csv";
    pub const RUNS: &str = "runs.csv";
    pub const TIMES: &str = "times.csv";
    pub const STALLS: &str = "stalls.csv";
    pub const GAMES: &str = "games.jsonl";
    pub const MANIFEST: &str = "manifest.json";
    pub const JOURNAL: &str = "journal.jsonl";
    pub const ALL: [&str; 7] = [INSTANCES, RUNS, TIMES, STALLS, GAMES, MANIFEST, JOURNAL];
}

/// The file of a results folder that holds traces.
pub const TRACES: &str = name::GAMES;

/// The files of a finished results folder.
pub const FILES: [&str; 6] = [name::INSTANCES, name::RUNS, name::TIMES, name::STALLS, name::GAMES, name::MANIFEST];

/// The bytes of a file of a results folder, whether it is compressed or not; `None` where
/// it is not there.
///
/// # Errors
/// Where it is there and cannot be read.
pub fn file(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let Some(mut file) = opened(path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| Error::new(path, error))?;
    Ok(Some(bytes))
}

/// Opens a file of a results folder: the file itself, or the one of this name with `.gz`
/// behind. Reports keep large tables compressed.
fn opened(path: &Path) -> Result<Option<Box<dyn Read>>, Error> {
    let mut packed = path.as_os_str().to_owned();
    packed.push(".gz");
    let there = |path: &Path| match File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::new(path, error)),
    };
    match there(path)? {
        Some(file) => Ok(Some(Box::new(file))),
        None => Ok(there(Path::new(&packed))?.map(|file| Box::new(MultiGzDecoder::new(BufReader::new(file))) as Box<dyn Read>)),
    }
}

/// A finished results folder, for reading.
#[derive(Clone, Debug)]
pub struct Results {
    dir: PathBuf,
    manifest: Manifest,
}

impl Results {
    /// Opens a finished results folder.
    ///
    /// # Errors
    /// Where it is none, or its run has not ended.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let manifest = Manifest::read(&dir.join(name::MANIFEST))?;
        match manifest.end {
            Some(_) => Ok(Self { dir: dir.into(), manifest }),
            None => Err(Error::new(dir, "the run has not ended; end it with the command that began it, and --resume")),
        }
    }

    /// How the results came to be.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// One row an instance.
    ///
    /// # Errors
    /// Where the table cannot be read, as for all that follow.
    pub fn instances(&self) -> Result<Table, Error> {
        Table::read(&self.dir.join(name::INSTANCES))
    }

    /// One row a game.
    ///
    /// # Errors
    /// Where the table cannot be read.
    pub fn runs(&self) -> Result<Table, Error> {
        Table::read(&self.dir.join(name::RUNS))
    }

    /// The seconds of each game, in the order of [`Results::runs`].
    ///
    /// # Errors
    /// Where the table cannot be read.
    pub fn times(&self) -> Result<Table, Error> {
        Table::read(&self.dir.join(name::TIMES))
    }

    /// The unproven moves that were logged.
    ///
    /// # Errors
    /// Where the table cannot be read.
    pub fn stalls(&self) -> Result<Table, Error> {
        Table::read(&self.dir.join(name::STALLS))
    }

    /// The same, row by row.
    ///
    /// # Errors
    /// Where the table cannot be read.
    pub fn stream_stalls(&self) -> Result<Stream, Error> {
        self.stream(name::STALLS)
    }

    /// One row a game, row by row.
    ///
    /// # Errors
    /// Where the table cannot be read.
    pub fn stream_runs(&self) -> Result<Stream, Error> {
        self.stream(name::RUNS)
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The games as statistics need them, with the values of these columns of `runs.csv`
    /// or, where it has none of the name, of `instances.csv`.
    ///
    /// # Errors
    /// Where `instances.csv`, `runs.csv` or `times.csv` cannot be read, or the last
    /// two do not match, or none has such a column.
    pub fn outcomes(&self, columns: &[&str]) -> Result<Vec<Outcome>, Error> {
        let mut runs = self.stream(name::RUNS)?;
        let mut times = self.stream(name::TIMES)?;
        let (of_run, of_instance): (Vec<&str>, Vec<&str>) = columns.iter().partition(|&&column| runs.columns().any(|name| name == column));
        let instances = self.about_instances(&of_instance)?;
        let places = runs.places(&of_run)?;
        // Where each column's is among the values of the run and then of the instance.
        let read = [&of_run[..], &of_instance].concat();
        let order: Vec<usize> = columns.iter().filter_map(|column| read.iter().position(|name| name == column)).collect();
        let (mut outcomes, mut names, mut last) = (Vec::new(), BTreeSet::new(), None);
        while let Some(run) = runs.next()? {
            let time = times.next()?.ok_or_else(|| run.error("there is no row for it in times.csv".into()))?;
            let mut key = run.key()?;
            if time.key()? != key {
                return Err(time.error(format!("the key is not that of the row in runs.csv, {key}")));
            }
            if last.as_ref() == Some(&key) {
                return Err(run.error(format!("the game {key} is told twice")));
            }
            key.share(&mut names);
            last = Some(key.clone());
            let about = instances.get(&(key.set.clone(), key.instance.clone()));
            let mut values = numbers(run, &places)?;
            values.extend(about.map_or(&[][..], |about| &about.values));
            outcomes.push(Outcome {
                readable: about.is_none_or(|about| about.readable),
                set: key.set,
                instance: key.instance,
                strategy: key.strategy,
                repetition: key.repetition,
                status: run.get(STATUS.name)?,
                values: order.iter().map(|&at| values.get(at).copied().unwrap_or(f64::NAN)).collect(),
                seconds: time.get(SECONDS.name)?,
            });
        }
        match times.next()? {
            None => Ok(outcomes),
            Some(time) => Err(time.error("there is no row for it in runs.csv".into())),
        }
    }

    /// Whether `runs.csv` or `instances.csv` has a column of this name.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn has_column(&self, column: &str) -> Result<bool, Error> {
        let has = |name| Ok(self.stream(name)?.columns().any(|name| name == column));
        Ok(has(name::RUNS)? || has(name::INSTANCES)?)
    }

    /// The games with the columns that the manifest names as averaged.
    ///
    /// # Errors
    /// As [`Results::outcomes`].
    pub fn averaged(&self) -> Result<Outcomes, Error> {
        let columns: Vec<&str> = self.manifest.averaged.iter().map(String::as_str).collect();
        Ok(Outcomes::new(self.outcomes(&columns)?, columns.len()))
    }

    /// What is known of each instance: whether it could be read, which an instance of
    /// which nothing is said could not, and these columns.
    fn about_instances(&self, columns: &[&str]) -> Result<BTreeMap<InstanceName, About>, Error> {
        let mut instances = self.stream(name::INSTANCES)?;
        let places = instances.places(columns)?;
        let mut known = BTreeMap::new();
        let mut names = BTreeSet::new();
        while let Some(row) = instances.next()? {
            let [set, instance] = INSTANCE_KEY.map(|column| row.text(column.name));
            let of = (shared(set?, &mut names), shared(instance?, &mut names));
            let mut about = row.cells().skip(INSTANCE_KEY.len()).peekable();
            let readable = about.peek().is_none() || about.any(|cell| !cell.is_empty());
            known.insert(of, About { readable, values: numbers(row, &places)?.into() });
        }
        Ok(known)
    }

    /// A table, row by row.
    fn stream(&self, name: &str) -> Result<Stream, Error> {
        Stream::open(&self.dir.join(name))
    }

    /// The games that were traced, action by action.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn traces(&self) -> Result<Vec<Trace>, Error> {
        traces::read(&self.dir.join(name::GAMES))
    }
}

/// A results folder being written.
#[derive(Debug)]
pub struct Recorder {
    dir: PathBuf,
    manifest: Manifest,
    journal: Lines,
}

impl Recorder {
    /// Starts a results folder.
    ///
    /// # Errors
    /// Where it holds a result already, or cannot be written.
    pub fn start(dir: &Path, manifest: Manifest) -> Result<Self, Error> {
        if let Some(found) = name::ALL.iter().find(|name| dir.join(name).exists()) {
            let ended = Manifest::read(&dir.join(name::MANIFEST)).is_ok_and(|manifest| manifest.end.is_some());
            let can_go_on = !ended || dir.join(name::JOURNAL).exists();
            let go_on = if can_go_on { "go on with --resume, or " } else { "" };
            return Err(Error::new(dir, format!("holds {found} already; {go_on}choose another folder with --out")));
        }
        fs::create_dir_all(dir).map_err(|error| Error::new(dir, error))?;
        manifest.write(&dir.join(name::MANIFEST))?;
        let journal = Lines::create(&dir.join(name::JOURNAL))?;
        Ok(Self { dir: dir.into(), manifest, journal })
    }

    /// Goes on with a results folder after the games of the index, or starts it
    /// where there is none; `None` where it is finished.
    ///
    /// # Errors
    /// Where what is there was made from something else, which it names, or
    /// cannot be read or written.
    pub fn resume(dir: &Path, manifest: Manifest) -> Result<Option<(Self, Index)>, Error> {
        let path = dir.join(name::MANIFEST);
        if path.exists() {
            let before = Manifest::read(&path)?;
            if before.end.is_some() {
                // What is finished was finished by the program of then.
                return same(dir, &before, &manifest, false).map(|()| None);
            }
        }
        Self::reopen(dir, manifest).map(Some)
    }

    /// Goes on as [`Recorder::resume`] does, also after its end if the journal was kept:
    /// for what somebody else may let go on, as a game server does.
    ///
    /// # Errors
    /// As [`Recorder::resume`], or where it ended without its journal.
    pub fn reopen(dir: &Path, manifest: Manifest) -> Result<(Self, Index), Error> {
        let path = dir.join(name::MANIFEST);
        if !path.exists() {
            return Ok((Self::start(dir, manifest)?, Index::default()));
        }
        let before = Manifest::read(&path)?;
        same(dir, &before, &manifest, true)?;
        if before.end.is_some() && !dir.join(name::JOURNAL).exists() {
            return Err(Error::new(dir, format!("is finished and has no {}; choose another folder with --out", name::JOURNAL)));
        }
        let manifest = Manifest { end: None, seconds: None, ..before };
        manifest.write(&path)?;
        let (journal, index) = journal::resume(&dir.join(name::JOURNAL))?;
        Ok((Self { dir: dir.into(), manifest, journal }, index))
    }

    /// Appends whole lines to the journal, as [`Entry::line`] makes them.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn append(&self, lines: &str) -> Result<(), Error> {
        self.journal.append(lines)
    }

    /// Writes the tables, and marks the run as ended.
    ///
    /// # Errors
    /// Where something cannot be written; the journal is still there then.
    pub fn finish(self, schema: &Schema) -> Result<(), Error> {
        let path = self.dir.join(name::JOURNAL);
        self.rest(schema)?;
        fs::remove_file(&path).map_err(|error| Error::new(&path, error))
    }

    /// Takes a start back, after which nothing came: the folder is as it was.
    ///
    /// # Errors
    /// Where it cannot be.
    pub fn withdraw(self) -> Result<(), Error> {
        let Self { dir, journal, .. } = self;
        drop(journal);
        let removed = [name::JOURNAL, name::MANIFEST].into_iter().try_for_each(|name| fs::remove_file(dir.join(name)));
        removed.map_err(|error| Error::new(&dir, error))?;
        // It stays where it holds something else.
        let _ = fs::remove_dir(&dir);
        Ok(())
    }

    /// Ends as [`Recorder::finish`] does, and keeps the journal: [`Recorder::reopen`] goes on
    /// from here.
    ///
    /// # Errors
    /// Where something cannot be written.
    pub fn rest(mut self, schema: &Schema) -> Result<(), Error> {
        let seconds = tables::write(&self.dir, schema, &self.journal)?;
        self.manifest.ended(seconds);
        self.manifest.write(&self.dir.join(name::MANIFEST))
    }
}

/// Whether what is in a folder is what would be written now; `program`: by this program too.
fn same(dir: &Path, before: &Manifest, now: &Manifest, program: bool) -> Result<(), Error> {
    match before.difference(now, program) {
        Some(change) => Err(Error::new(dir, format!("cannot be resumed, because {change}; choose another folder with --out"))),
        None => Ok(()),
    }
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// Where it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let mut file = Unfinished::create(path)?;
    file.write_all(text.as_bytes()).map_err(|error| Error::new(path, error))?;
    file.finish()
}

/// A file being written under a temporary name: it is whole or not there.
#[derive(Debug)]
struct Unfinished {
    path: PathBuf,
    temporary: PathBuf,
    file: BufWriter<File>,
}

impl Unfinished {
    fn create(path: &Path) -> Result<Self, Error> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".unfinished");
        let file = File::create(&temporary).map_err(|error| Error::new(path, error))?;
        Ok(Self { path: path.into(), temporary: temporary.into(), file: BufWriter::new(file) })
    }

    /// Writes a value as JSON on a line of its own.
    fn line(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_string(value).expect("traces are JSON");
        writeln!(self, "{text}").map_err(|error| Error::new(&self.path, error))
    }

    /// Gives the file its name.
    fn finish(mut self) -> Result<(), Error> {
        self.file.flush().and_then(|()| fs::rename(&self.temporary, &self.path)).map_err(|error| Error::new(&self.path, error))
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

//! The tables of a results folder, as CSV sorted by key.
//!
//! Every game shares the key, the status and the message; what lies between is
//! the game's own, declared once in its [`Schema`]. A [`Table`] reads any of them
//! back by the names in its header.

use super::journal::{Entry, Reader, scan};
use super::lines::Lines;
use super::{Error, Unfinished, name};
use crate::record::{Column, Field, Key};
use csv::StringRecord;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The columns of one game's tables, without those that all games share.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// What its instances are called, in the plural.
    pub plural: &'static str,
    /// What `instances.csv` says of an instance. Not all of it may be empty: that
    /// stands for an instance that could not be read.
    pub instance: &'static [Column],
    /// What `runs.csv` says of a game, between status and message; some of it is
    /// averaged in summaries, in this order.
    pub run: &'static [Column],
    /// What `stalls.csv` says of a candidate, after the key.
    pub stall: &'static [Column],
}

impl Schema {
    /// The columns of `runs.csv` that summaries average.
    pub fn averaged(&self) -> impl Iterator<Item = &'static Column> {
        self.run.iter().filter(|column| column.head.is_some())
    }
}

/// How a game ended, in `runs.csv`.
pub const STATUS: Column = Column::new("status", "word", "How it ended: `won`, `lost`, `gave_up` (a limit of work) or `error`.");

/// Why a game ended as it did, in `runs.csv`.
pub const MESSAGE: Column = Column::new("message", "text", "Why it ended in `gave_up` or `error`, else empty.");

/// The one column of `times.csv` beyond the key.
pub const SECONDS: Column =
    Column::new("seconds", "s", "Wall-clock time of the game on one core, with what `[log]` computes for it; differs from run to run.");

/// The columns that `instances.csv` starts with.
pub const INSTANCE_KEY: [Column; 2] = [Key::COLUMNS[1], Key::COLUMNS[2]];

/// The columns of `instances.csv`.
pub fn instances(schema: &Schema) -> Vec<Column> {
    [&INSTANCE_KEY, schema.instance].concat()
}

/// The columns of `runs.csv`.
pub fn runs(schema: &Schema) -> Vec<Column> {
    [&Key::COLUMNS, &[STATUS][..], schema.run, &[MESSAGE]].concat()
}

/// The columns of `times.csv`.
pub fn times() -> Vec<Column> {
    [&Key::COLUMNS[..], &[SECONDS]].concat()
}

/// The columns of `stalls.csv`.
pub fn stalls(schema: &Schema) -> Vec<Column> {
    [&Key::COLUMNS, schema.stall].concat()
}

/// Writes all tables and the traces of a folder from its journal; the seconds that all
/// games took.
pub(super) fn write(dir: &Path, schema: &Schema, journal: &Lines) -> Result<f64, Error> {
    let index = scan(journal)?;
    let mut reader = Reader::new(journal)?;
    let mut table = Writer::create(&dir.join(name::INSTANCES), &instances(schema))?;
    for place in index.instances.values() {
        if let Entry::Instance(row) = reader.entry(place)? {
            table.row(&row)?;
        }
    }
    table.finish()?;

    let mut run_rows = Writer::create(&dir.join(name::RUNS), &runs(schema))?;
    let mut time_rows = Writer::create(&dir.join(name::TIMES), &times())?;
    let mut stall_rows = Writer::create(&dir.join(name::STALLS), &stalls(schema))?;
    let mut traces = Unfinished::create(&dir.join(name::GAMES))?;
    let mut seconds = 0.0;
    for (key, place) in &index.games {
        let Entry::Game(game) = reader.entry(place)? else { continue };
        run_rows.row(&game.run)?;
        seconds += f64::read(&game.seconds).filter(|seconds| seconds.is_finite()).unwrap_or(0.0);
        time_rows.row(&[&key.cells()[..], &[game.seconds]].concat())?;
        for stall in &game.stalls {
            stall_rows.row(&[&key.cells()[..], stall].concat())?;
        }
        if let Some(trace) = &game.trace {
            traces.line(trace)?;
        }
    }
    run_rows.finish()?;
    time_rows.finish()?;
    stall_rows.finish()?;
    traces.finish()?;
    Ok(seconds)
}

/// A table being written.
struct Writer {
    path: PathBuf,
    rows: csv::Writer<Unfinished>,
}

impl Writer {
    /// A table with its header.
    fn create(path: &Path, columns: &[Column]) -> Result<Self, Error> {
        let mut table = Self { path: path.into(), rows: csv::Writer::from_writer(Unfinished::create(path)?) };
        let names: Vec<String> = columns.iter().map(|column| column.name.into()).collect();
        table.row(&names)?;
        Ok(table)
    }

    /// Adds a row; one of another length than the header is refused.
    fn row(&mut self, cells: &[String]) -> Result<(), Error> {
        self.rows.write_record(cells).map_err(|error| Error::new(&self.path, error))
    }

    fn finish(self) -> Result<(), Error> {
        self.rows.into_inner().map_err(|error| Error::new(&self.path, error.error()))?.finish()
    }
}

/// A table read row by row: one row is in memory.
pub struct Stream {
    path: PathBuf,
    header: StringRecord,
    reader: csv::Reader<Box<dyn Read>>,
    cells: StringRecord,
}

impl Stream {
    /// Opens a table.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = super::opened(path)?.ok_or_else(|| Error::new(path, "there is no such file"))?;
        let mut reader = csv::Reader::from_reader(file);
        let header = reader.headers().map_err(|error| unreadable(path, &error))?.clone();
        Ok(Self { path: path.into(), header, reader, cells: StringRecord::new() })
    }

    /// Names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.header.iter()
    }

    /// The places of columns, for [`Row::at`].
    ///
    /// # Errors
    /// Where there is no such column.
    pub fn places(&self, columns: &[&str]) -> Result<Vec<usize>, Error> {
        let place = |column: &&str| self.header.iter().position(|name| name == *column).ok_or_else(|| no_column(&self.path, column));
        columns.iter().map(place).collect()
    }

    /// The next row, if there is one.
    ///
    /// # Errors
    /// Where it has not as many cells as the header.
    #[allow(clippy::should_implement_trait, reason = "a row borrows the stream")]
    pub fn next(&mut self) -> Result<Option<Row<'_>>, Error> {
        let more = self.reader.read_record(&mut self.cells).map_err(|error| unreadable(&self.path, &error))?;
        Ok(more.then_some(Row { path: &self.path, header: &self.header, cells: &self.cells }))
    }
}

fn no_column(path: &Path, column: &str) -> Error {
    Error::new(path, format!("there is no column `{column}`"))
}

fn unreadable(path: &Path, error: &csv::Error) -> Error {
    match error.position() {
        Some(position) => Error::at(path, position.line(), error),
        None => Error::new(path, error),
    }
}

/// A table read back. All of it is in memory.
#[derive(Clone, Debug)]
pub struct Table {
    path: PathBuf,
    header: StringRecord,
    rows: Vec<StringRecord>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    path: &'a Path,
    header: &'a StringRecord,
    cells: &'a StringRecord,
}

impl Table {
    /// Reads a table with its header.
    ///
    /// # Errors
    /// Where the file is missing, or a row has not as many cells as the header.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let Stream { path, header, reader, .. } = Stream::open(path)?;
        let rows = reader.into_records().collect::<Result<_, _>>().map_err(|error| unreadable(&path, &error))?;
        Ok(Self { path, header, rows })
    }

    /// Names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.header.iter()
    }

    /// The rows, in the order of the file.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { path: &self.path, header: &self.header, cells })
    }
}

impl<'a> Row<'a> {
    /// The key that the row starts with.
    ///
    /// # Errors
    /// Where it starts with none.
    pub fn key(self) -> Result<Key, Error> {
        Key::read(self.cells.iter()).ok_or_else(|| self.error("the row does not start with a key".into()))
    }

    /// The cells, as they are written.
    pub fn cells(self) -> impl Iterator<Item = &'a str> {
        self.cells.iter()
    }

    /// The cell of a column, as it is written.
    ///
    /// # Errors
    /// Where there is no such column.
    pub fn text(self, column: &str) -> Result<&'a str, Error> {
        let place = self.header.iter().position(|name| name == column);
        place.and_then(|place| self.cells.get(place)).ok_or_else(|| no_column(self.path, column))
    }

    /// The value at a place among the columns.
    ///
    /// # Errors
    /// Where it holds something else, or there is no such place.
    pub fn at<T: Field>(self, place: usize) -> Result<T, Error> {
        let text = self.cells.get(place).unwrap_or_default();
        let column = || self.header.get(place).unwrap_or_default();
        T::read(text).ok_or_else(|| self.error(format!("column `{}`: unexpected `{text}`", column())))
    }

    /// The value of a column. A cell that may be empty is read as an `Option`.
    ///
    /// # Errors
    /// Where there is no such column, or it holds something else.
    pub fn get<T: Field>(self, column: &str) -> Result<T, Error> {
        let text = self.text(column)?;
        T::read(text).ok_or_else(|| self.error(format!("column `{column}`: unexpected `{text}`")))
    }

    /// The error of what is wrong with this row.
    pub fn error(self, what: String) -> Error {
        let line = self.cells.position().map(csv::Position::line);
        Error { line, ..Error::new(self.path, what) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;

    const COLUMNS: [Column; 2] = [Column::new("a", "text", "."), Column::new("b", "text", ".")];

    proptest! {
        #[test]
        fn tables_read_back_the_same(rows in prop::collection::vec(prop::array::uniform2("[ -~é\n\r\t]*"), 0..5)) {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("t.csv");
            let mut table = Writer::create(&path, &COLUMNS).unwrap();
            for row in &rows {
                table.row(row).unwrap();
            }
            prop_assert!(!path.exists());
            table.finish().unwrap();
            let table = Table::read(&path).unwrap();
            let back: Vec<_> = table.rows().map(|row| ["a", "b"].map(|name| row.text(name).unwrap().to_string())).collect();
            prop_assert_eq!(back, rows);
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.csv");
        assert!(Table::read(&path).unwrap_err().to_string().contains("t.csv"));
        fs::write(&path, "a,b\n1,2\n1\n").unwrap();
        assert!(Table::read(&path).unwrap_err().to_string().contains("t.csv:3"));
        fs::write(&path, "a,b\n1,2\n1,x\n").unwrap();
        let table = Table::read(&path).unwrap();
        let read = |row: usize, column: &str| table.rows().nth(row).unwrap().get::<u64>(column).map_err(|error| error.to_string());
        assert_eq!(read(0, "b"), Ok(2));
        assert!(read(1, "b").unwrap_err().ends_with("t.csv:3: column `b`: unexpected `x`"));
        assert!(read(0, "c").unwrap_err().ends_with("t.csv: there is no column `c`"));
        assert!(table.rows().next().unwrap().key().unwrap_err().to_string().contains("t.csv:2"));
    }

    #[test]
    fn rows_of_another_length_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let mut table = Writer::create(&dir.path().join("t.csv"), &COLUMNS).unwrap();
        assert!(table.row(&["1".into()]).unwrap_err().to_string().contains("t.csv"));
    }
}

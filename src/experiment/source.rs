//! An experiment as it was written: a TOML file, with `--set` on top.
//!
//! Every value keeps its place in the text through all that is done to it, so
//! that a mistake found late still points at its line and column. Overrides are
//! read as if they stood after the end of the file: a place beyond it tells
//! which of them is to blame.

use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// A value with its place in the text.
pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// A table, each of its names and values with its place in the text.
pub(super) type Table<'a> = DeTable<'a>;

/// Bytes of the text, or of an override beyond its end.
pub(super) type Place = Range<usize>;

/// Why an experiment cannot be read: file, line, column, what, and the line itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(String);

/// The text of an experiment and what was set on the command line. The [`Plan`]
/// read from it borrows from both.
///
/// [`Plan`]: super::Plan
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    text: String,
    overrides: Vec<String>,
}

impl Source {
    /// Reads a file. Overrides are `key=value` with dotted keys, as in
    /// `sets.0.generate.count=100`.
    ///
    /// # Errors
    /// Where the file cannot be read as text.
    pub fn read(path: &Path, overrides: &[String]) -> Result<Self, PlanError> {
        let text = fs::read_to_string(path).map_err(|error| PlanError(format!("{}: {error}", path.display())))?;
        Ok(Self { path: path.into(), text, overrides: overrides.into() })
    }

    /// A path as written in the file: relative to its folder.
    pub(super) fn resolve(&self, path: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }

    /// The whole as a table, overrides applied.
    pub(super) fn table(&self) -> Result<Value<'_>, PlanError> {
        let root = DeTable::parse(&self.text).map_err(|error| self.wrong(&error))?;
        let mut root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        for (nth, text) in self.overrides.iter().enumerate() {
            self.set(&mut root, text, self.text.len() + 1 + nth)?;
        }
        Ok(root)
    }

    /// Applies one `key=value`, which has its own place beyond the text.
    fn set<'a>(&self, root: &mut Value<'a>, text: &'a str, at: usize) -> Result<(), PlanError> {
        let fault = |what: String| Err(self.fault(at..at, what));
        let Some((key, value)) = text.split_once('=') else { return fault("want key=value, as in seed=3".into()) };
        let mut target = root;
        for step in key.trim().split('.') {
            target = match target.get_mut() {
                DeValue::Table(table) if !step.is_empty() => {
                    let missing = || Spanned::new(at..at, DeValue::Table(Table::new()));
                    table.entry(Spanned::new(at..at, step.into())).or_insert_with(missing)
                }
                DeValue::Array(array) => {
                    let len = array.len();
                    match step.parse().ok().and_then(|nth: usize| array.get_mut(nth)) {
                        Some(value) => value,
                        None => return fault(format!("`{step}` is no entry of a list of {len}: they count from 0")),
                    }
                }
                _ => return fault(format!("`{step}` is not inside a table or a list")),
            };
        }
        // What is no TOML is text.
        let value = DeValue::parse(value.trim()).map_or_else(|_| DeValue::String(value.into()), Spanned::into_inner);
        *target = moved(value, at);
        Ok(())
    }

    /// A value as a type of its own.
    pub(super) fn meant<T: DeserializeOwned>(&self, value: Value<'_>) -> Result<T, PlanError> {
        T::deserialize(ValueDeserializer::from(value)).map_err(|error| self.wrong(&error))
    }

    fn wrong(&self, error: &toml::de::Error) -> PlanError {
        self.fault(error.span().unwrap_or(0..0), error.message())
    }

    /// The error of a mistake at this place.
    pub(super) fn fault(&self, place: Place, what: impl Display) -> PlanError {
        let file = self.path.display();
        if let Some(blamed) = place.start.checked_sub(self.text.len() + 1) {
            let blamed = self.overrides.get(blamed).map_or("", String::as_str);
            return PlanError(format!("{file}: --set {blamed}: {what}"));
        }
        let before = self.text.get(..place.start).unwrap_or_default();
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[begin..].lines().next().unwrap_or_default();
        let (number, column) = (before.matches('\n').count() + 1, before[begin..].chars().count());
        // No further than the end of the line, but something.
        let marked = self.text.get(place.start..place.end.min(begin + line.len())).map_or(0, |marked| marked.chars().count());
        let gutter = " ".repeat(number.to_string().len());
        PlanError(format!(
            "{file}:{number}:{}: {what}\n{gutter} |\n{number} | {line}\n{gutter} | {}{}",
            column + 1,
            " ".repeat(column),
            "^".repeat(marked.max(1))
        ))
    }
}

/// A value that stands, with all its parts, at one place.
fn moved(value: DeValue<'_>, at: usize) -> Value<'_> {
    let value = match value {
        DeValue::Array(values) => DeValue::Array(values.into_iter().map(|value| moved(value.into_inner(), at)).collect()),
        DeValue::Table(table) => {
            let entry = |(name, value): (Spanned<_>, Spanned<_>)| (Spanned::new(at..at, name.into_inner()), moved(value.into_inner(), at));
            DeValue::Table(table.into_iter().map(entry).collect())
        }
        plain => plain,
    };
    Spanned::new(at..at, value)
}

/// A value as it was written, for labels and options; `None` for what has no
/// short form.
pub(super) fn written(value: &DeValue) -> Option<String> {
    Some(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Array(values) => {
            let values: Option<Vec<String>> = values.iter().map(|value| written(value.get_ref())).collect();
            format!("[{}]", values?.join(", "))
        }
        DeValue::Datetime(_) | DeValue::Table(_) => return None,
    })
}

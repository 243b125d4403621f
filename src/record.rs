//! Rows and their columns: what one game of an experiment leaves behind, as text.
//!
//! A row starts with its [`Key`] and goes on with the columns that its game
//! declares once as a slice of [`Column`]. A cell is written and read back by the
//! same [`Field`], so that both directions agree; this module knows no game and
//! no file.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// One column of a table, as `data/README.md` explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// Its unit, or the kind of text it holds.
    pub unit: &'static str,
    /// What it says, in one sentence.
    pub meaning: &'static str,
    /// Its short name in summaries, where they show its mean.
    pub head: Option<&'static str>,
}

impl Column {
    /// A column.
    pub const fn new(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self { name, unit, meaning, head: None }
    }

    /// The column, as one of which summaries show the mean under a short name.
    #[must_use]
    pub const fn averaged(self, head: &'static str) -> Self {
        Self { head: Some(head), ..self }
    }
}

/// What one game of an experiment is known by. Tables are sorted by it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The game played.
    pub game: Arc<str>,
    /// The set the instance belongs to.
    pub set: Arc<str>,
    /// The instance.
    pub instance: Arc<str>,
    /// The label of the strategy.
    pub strategy: Arc<str>,
    /// Which repetition, from 0.
    pub repetition: u64,
}

impl Key {
    /// The columns of a key.
    pub const COLUMNS: [Column; 5] = [
        Column::new("game", "word", "The game played."),
        Column::new("set", "text", "The set of instances, as the experiment names it."),
        Column::new("instance", "text", "The instance: its file's name without extension, or its number in a generated set."),
        Column::new("strategy", "text", "The label of the strategy."),
        Column::new("repetition", "number", "Which repetition of the strategies' own randomness, from 0."),
    ];

    /// The key as cells, in the order of [`Key::COLUMNS`].
    pub fn cells(&self) -> [String; 5] {
        let text = |part: &Arc<str>| part.to_string();
        [text(&self.game), text(&self.set), text(&self.instance), text(&self.strategy), self.repetition.write()]
    }

    /// The key that a row starts with; `None` where it starts with none.
    pub fn read<'a>(cells: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut cells = cells.into_iter();
        let mut text = || cells.next().map(Arc::from);
        let (game, set, instance, strategy) = (text()?, text()?, text()?, text()?);
        Some(Self { game, set, instance, strategy, repetition: Field::read(cells.next()?)? })
    }

    /// Takes its names from `names` where they are there, and adds them where
    /// not: many keys have few names, of which one copy each is enough.
    pub fn share(&mut self, names: &mut BTreeSet<Arc<str>>) {
        for name in [&mut self.game, &mut self.set, &mut self.instance, &mut self.strategy] {
            match names.get(name) {
                Some(known) => *name = known.clone(),
                None => drop(names.insert(name.clone())),
            }
        }
    }
}

/// `SET/INSTANCE/STRATEGY/REPETITION`: the form of `--only`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.set, self.instance, self.strategy, self.repetition)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Complete.
    Won,
    /// A mistake was made.
    Lost,
    /// The strategy reached a limit of work.
    GaveUp,
    /// It could not be played to its end; its message says why.
    Error,
}

impl Status {
    const ALL: [Status; 4] = [Status::Won, Status::Lost, Status::GaveUp, Status::Error];

    /// The word in files: `won`, `lost`, `gave_up` or `error`.
    pub fn word(self) -> &'static str {
        match self {
            Status::Won => "won",
            Status::Lost => "lost",
            Status::GaveUp => "gave_up",
            Status::Error => "error",
        }
    }
}

impl Field for Status {
    fn write(&self) -> String {
        self.word().into()
    }

    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == text)
    }
}

/// A value that a cell can hold.
///
/// ```
/// use clover::record::Field;
/// assert_eq!(0.1.write(), "0.1");
/// assert_eq!(f64::read("1e-12"), Some(1e-12));
/// assert_eq!(None::<u64>.write(), "");
/// ```
pub trait Field: Sized {
    /// As a cell holds it.
    fn write(&self) -> String;

    /// The value of a cell; `None` where the text is not such a value.
    fn read(text: &str) -> Option<Self>;
}

impl Field for u64 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// `true` or `false`.
impl Field for bool {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// The shortest text that reads back the same; `NaN` is an empty cell.
impl Field for f64 {
    fn write(&self) -> String {
        if self.is_nan() {
            return String::new();
        }
        let (plain, scientific) = (format!("{self}"), format!("{self:e}"));
        if scientific.len() < plain.len() { scientific } else { plain }
    }

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(f64::NAN) } else { text.parse().ok().filter(|x: &f64| !x.is_nan()) }
    }
}

impl Field for String {
    fn write(&self) -> String {
        self.clone()
    }

    fn read(text: &str) -> Option<Self> {
        Some(text.to_string())
    }
}

/// `None` is an empty cell.
impl<T: Field> Field for Option<T> {
    fn write(&self) -> String {
        self.as_ref().map_or_else(String::new, Field::write)
    }

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { T::read(text).map(Some) }
    }
}

/// Bytes as hexadecimal digits: how hashes are written.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn floats_read_back_the_same(bits: u64) {
            let x = f64::from_bits(bits);
            let back = f64::read(&x.write()).unwrap();
            prop_assert!(back.to_bits() == x.to_bits() || back.is_nan() && x.is_nan());
        }

        #[test]
        fn keys_read_back_the_same(parts in prop::array::uniform4(".*"), repetition: u64) {
            let [game, set, instance, strategy] = parts.map(Arc::from);
            let key = Key { game, set, instance, strategy, repetition };
            prop_assert_eq!(Key::read(key.cells().iter().map(String::as_str)), Some(key));
        }

        #[test]
        fn empty_cells_are_absent_values(value: Option<u64>) {
            prop_assert_eq!(Option::read(&value.write()), Some(value));
        }
    }

    #[test]
    fn floats_are_short() {
        let written = [0.0, -0.0, 1.0, 0.25, 1.0 / 3.0, 1e-12, 1e300, f64::INFINITY, f64::NAN].map(|x| x.write());
        assert_eq!(written, ["0", "-0", "1", "0.25", "0.3333333333333333", "1e-12", "1e300", "inf", ""]);
    }

    #[test]
    fn text_of_another_kind_is_refused() {
        assert_eq!((u64::read("-1"), u64::read(""), bool::read("yes"), f64::read("nan")), (None, None, None, None));
        assert_eq!(Key::read(["game", "set", "instance", "strategy", "x"]), None);
        assert_eq!(Key::read(["game", "set", "instance", "strategy"]), None);
    }
}

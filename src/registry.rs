//! What a registry is made of: entries with their names and options.
//!
//! Each game keeps a slice of [`Entry`]; command line and experiments read it. Options are
//! declared beside what they set, and checked here, in one way for all games.

use crate::selection::models::Knn;
use std::sync::Arc;

/// One strategy of a registry; `B` is what makes it, or does its work.
#[derive(Clone, Copy, Debug)]
pub struct Entry<B> {
    /// Its name everywhere: file, experiment, column, command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What can be set.
    pub options: &'static [OptionSpec],
    /// Makes one, with these options, as its game knows how.
    pub build: B,
}

/// An option of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in experiments and on the command line.
    pub name: &'static str,
    /// What it does, and what values it takes, in one line.
    pub about: &'static str,
    /// The value it has when nothing is said, as it would be written.
    pub default: &'static str,
    /// The values it takes.
    pub values: Values,
}

/// What an option may be set to.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// `true` or `false`.
    Flag,
    /// A whole number from 1.
    Count,
    /// A whole number from 1, or `off`; `false` is taken for `off`.
    CountOrOff,
    /// A number from 1, with two decimals at most.
    Factor,
    /// A file with a model, or the word for the one that comes with the program.
    Model,
    /// One of these words; `false` is taken for `off` where that is one of them.
    Words(&'static [&'static str]),
}

/// Option values as written: every one checked against its [`OptionSpec`]; and the model
/// that one of them names, once it was read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    values: Vec<(&'static str, String)>,
    model: Option<Arc<Knn>>,
}

/// An option that a strategy does not have or a value that it does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(pub String);

impl Options {
    /// Checks `given` (name, value as written) against an entry's options and
    /// fills in the defaults.
    ///
    /// # Errors
    /// For an unknown option, a value outside its range, or one given twice.
    pub fn new<'a, B>(entry: &Entry<B>, given: impl IntoIterator<Item = (&'a str, String)>) -> Result<Self, OptionError> {
        let mut options: Vec<(&'static str, String)> = Vec::new();
        for (name, value) in given {
            let Some(spec) = entry.options.iter().find(|spec| spec.name == name) else {
                let known: Vec<_> = entry.options.iter().map(|spec| spec.name).collect();
                let known = if known.is_empty() { "it has none".into() } else { format!("it has {}", known.join(", ")) };
                return Err(OptionError(format!("strategy `{}` has no option `{name}`: {known}", entry.name)));
            };
            if options.iter().any(|(set, _)| *set == name) {
                return Err(OptionError(format!("option `{name}` of strategy `{}` is given twice", entry.name)));
            }
            let value = spec.values.read(value).map_err(|(value, expected)| {
                OptionError(format!("option `{name}` of strategy `{}`: `{value}` is not {expected}", entry.name))
            })?;
            options.push((spec.name, value));
        }
        for spec in entry.options {
            if !options.iter().any(|(set, _)| *set == spec.name) {
                options.push((spec.name, spec.default.to_string()));
            }
        }
        options.sort_unstable();
        Ok(Self { values: options, model: None })
    }

    /// The file of the model that is to be read and handed over with
    /// [`Options::with_model`], where an option names one.
    pub fn model_file<B>(&self, entry: &Entry<B>) -> Option<&str> {
        let spec = entry.options.iter().find(|spec| matches!(spec.values, Values::Model))?;
        Some(self.word(spec.name)).filter(|&file| file != spec.default)
    }

    /// The same, with the model that an option names.
    #[must_use]
    pub fn with_model(self, model: Arc<Knn>) -> Self {
        Self { model: Some(model), ..self }
    }

    /// The model, where one was handed over.
    pub fn model(&self) -> Option<&Arc<Knn>> {
        self.model.as_ref()
    }

    /// Every option with its value, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The value of an option that the entry declares.
    ///
    /// # Panics
    /// If the entry does not declare it.
    pub fn word(&self, name: &str) -> &str {
        self.iter().find(|(set, _)| *set == name).unwrap_or_else(|| panic!("option `{name}` is declared")).1
    }

    /// The value of a [`Values::Flag`].
    ///
    /// # Panics
    /// If the entry does not declare it.
    pub fn flag(&self, name: &str) -> bool {
        self.word(name) == "true"
    }

    /// The value of a [`Values::Count`]; the largest `usize` where it is beyond.
    ///
    /// # Panics
    /// If the entry does not declare it as a count.
    pub fn count(&self, name: &str) -> usize {
        let count: u64 = self.word(name).parse().unwrap_or_else(|_| panic!("option `{name}` is declared as a count"));
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// The value of a [`Values::CountOrOff`]; `None` where it is off.
    ///
    /// # Panics
    /// If the entry does not declare it.
    pub fn count_or_off(&self, name: &str) -> Option<usize> {
        (self.word(name) != "off").then(|| self.count(name))
    }

    /// The value of a [`Values::Factor`], in hundredths.
    ///
    /// # Panics
    /// If the entry does not declare it as a factor.
    pub fn hundredths(&self, name: &str) -> u64 {
        hundredths(self.word(name)).unwrap_or_else(|| panic!("option `{name}` is declared as a factor"))
    }
}

impl Values {
    /// The value in the one way in which it is kept; where it is refused, with
    /// what was expected.
    fn read(self, mut value: String) -> Result<String, (String, String)> {
        let off = match self {
            Values::CountOrOff => true,
            Values::Words(words) => words.contains(&"off"),
            Values::Flag | Values::Count | Values::Factor | Values::Model => false,
        };
        if off && value == "false" {
            value = "off".to_string();
        }
        let count = value.parse::<u64>().is_ok_and(|n| n > 0);
        let (fine, expected) = match self {
            Values::Flag => (matches!(&*value, "true" | "false"), "true or false".to_string()),
            Values::Count => (count, "a whole number from 1".to_string()),
            Values::CountOrOff => (count || value == "off", "a whole number from 1, or off".to_string()),
            Values::Factor => (hundredths(&value).is_some(), "a number from 1, with two decimals at most".to_string()),
            Values::Model => (!value.is_empty(), "the name of a file".to_string()),
            Values::Words(words) => (words.contains(&&*value), format!("one of {}", words.join(", "))),
        };
        if fine { Ok(value) } else { Err((value, expected)) }
    }
}

/// A number from 1 to a million with at most two decimals, in hundredths.
fn hundredths(word: &str) -> Option<u64> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 2 {
        return None;
    }
    let value = whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(format!("{decimals:0<2}").parse().ok()?)?;
    (100..=100_000_000).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_kept_as_hundredths() {
        let read = ["1", "1.5", "2.25", "10.0", "1000000"].map(hundredths);
        assert_eq!(read, [Some(100), Some(150), Some(225), Some(1000), Some(100_000_000)]);
        for refused in ["0.99", "", "1.", ".5", "1.234", "-1", "1e3", "nan", "1000000.01", "99999999999999999999"] {
            assert_eq!(hundredths(refused), None, "{refused}");
        }
    }
}

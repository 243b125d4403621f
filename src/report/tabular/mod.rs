//! Tables, whatever they say, in four forms.
//!
//! A [`Sheet`] is data and words; `markdown.rs`, `html.rs` and `latex.rs` write it for
//! readers, `csv.rs` for programs: there numbers have all their digits and their own unit
//! (a share is 0.466), while readers see what can be told apart (46.6 %).

mod csv;
mod html;
mod latex;
mod markdown;

use super::language::{Language, Text};
use crate::results::written::points;
use crate::stats::Interval;
use std::sync::Arc;

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// Its name in files, on the command line and in addresses.
    pub name: &'static str,
    /// What it shows.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows; those of one set follow each other.
    pub rows: Vec<Row>,
    /// How the numbers were reckoned, a sentence each.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Its name in CSV.
    pub id: String,
    /// Its head for readers.
    pub head: String,
    /// How its values are shown.
    pub shown: Shown,
}

/// How the values of a column are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// A name as it stands in the files, or words.
    Words,
    /// A whole number.
    Count,
    /// A number with so many decimals.
    Plain(usize),
    /// A share, in percent.
    Percent,
    /// A difference of shares, in percentage points.
    Points,
    /// A difference with so many decimals, and its sign.
    Signed(usize),
    /// A time in seconds, shown in milliseconds.
    Milliseconds,
    /// A p-value.
    PValue,
}

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The set it is about, for the page's filter.
    pub set: Option<Arc<str>>,
    /// The strategy it is about.
    pub strategy: Option<Arc<str>>,
    /// One for each column.
    pub cells: Vec<Cell>,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    /// Nothing: it is not defined, or not known.
    Nothing,
    /// A name of the user's.
    Name(String),
    /// Words of the report.
    Words(String),
    /// Words that have an order, which is what programs get.
    Ordered(u64, String),
    /// A number.
    Number(f64),
    /// A number with its interval.
    Estimate(f64, Interval),
    /// An estimate that is significantly the best of its set.
    Best(f64, Interval),
}

impl Cell {
    /// A number, where there is one.
    pub fn number(value: Option<f64>) -> Self {
        value.filter(|value| !value.is_nan()).map_or(Cell::Nothing, Cell::Number)
    }

    /// A count.
    pub fn count(count: u64) -> Self {
        Cell::Number(count as f64)
    }

    /// An estimate, where there is one.
    pub fn estimate(estimate: Option<(f64, Interval)>) -> Self {
        estimate.map_or(Cell::Nothing, |(value, interval)| Cell::Estimate(value, interval))
    }
}

impl Column {
    /// A column.
    pub fn new(id: impl Into<String>, head: impl Into<String>, shown: Shown) -> Self {
        Self { id: id.into(), head: head.into(), shown }
    }

    /// The column of sets.
    pub fn set(language: Language) -> Self {
        Self::new("set", language.say(Text::new("set", "lot")), Shown::Words)
    }

    /// The column of strategies.
    pub fn strategy(language: Language) -> Self {
        Self::new("strategy", language.say(Text::new("strategy", "stratégie")), Shown::Words)
    }
}

impl Shown {
    /// A number as readers see it, with a decimal point; signs are `−` and `+`.
    fn written(self, value: f64) -> String {
        let plain = |value: f64, decimals| Language::En.number(value, decimals);
        match self {
            _ if value.is_infinite() => if value < 0.0 { "−∞" } else { "∞" }.into(),
            Shown::Words | Shown::Count => plain(value, 0),
            Shown::Plain(decimals) => plain(value, decimals),
            Shown::Percent => plain(100.0 * value, 1),
            Shown::Points => points(value),
            Shown::Signed(decimals) => {
                let text = plain(value, decimals);
                if value > 0.0 && text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) { format!("+{text}") } else { text }
            }
            Shown::Milliseconds => plain(1000.0 * value, 2),
            Shown::PValue => crate::results::written::p_value(value),
        }
    }
}

/// A cell as readers see it, as text.
fn plain(cell: &Cell, shown: Shown, language: Language) -> String {
    let written = |value: f64| match shown {
        Shown::Count => language.count(value.abs().round() as u64),
        _ => language.local(&shown.written(value)),
    };
    match cell {
        Cell::Nothing => "–".into(),
        Cell::Name(text) | Cell::Words(text) | Cell::Ordered(_, text) => text.clone(),
        Cell::Number(value) => written(*value),
        Cell::Estimate(value, interval) | Cell::Best(value, interval) => {
            format!("{} {}", written(*value), language.range(&written(interval.low), &written(interval.high)))
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A small table that has one of everything.
    pub fn sheet() -> Sheet {
        let row = |set: &str, name: &str, cells: Vec<Cell>| Row {
            set: Some(set.into()),
            strategy: Some(name.into()),
            cells: [vec![Cell::Name(set.into()), Cell::Name(name.into())], cells].concat(),
        };
        let interval = |low, high| Interval { low, high };
        Sheet {
            name: "trial",
            caption: "Who wins, 50 % & more".into(),
            columns: vec![
                Column::set(Language::En),
                Column::strategy(Language::En),
                Column::new("n", "n", Shown::Count),
                Column::new("win_rate", "wins (%) [95 %]", Shown::Percent),
                Column::new("difference", "points [95 %]", Shown::Points),
                Column::new("p", "p", Shown::PValue),
            ],
            rows: vec![
                row(
                    "a_1",
                    "sat|x",
                    vec![
                        Cell::count(1200),
                        Cell::Best(0.5, interval(0.25, 1.0)),
                        Cell::Estimate(0.1, interval(-0.02, 0.22)),
                        Cell::Number(1e-9),
                    ],
                ),
                row(
                    "a_1",
                    "b<c>",
                    vec![Cell::count(7), Cell::Estimate(0.4, interval(0.2, 0.6)), Cell::Words("baseline".into()), Cell::Nothing],
                ),
            ],
            notes: vec!["Wilson's intervals.".into()],
        }
    }

    #[test]
    fn numbers_are_shown_with_the_digits_that_count() {
        let written = |shown: Shown, value: f64| shown.written(value);
        assert_eq!(written(Shown::Percent, 0.4666), "46.7");
        assert_eq!(written(Shown::Points, -0.0605), "−6.05");
        assert_eq!(
            (written(Shown::Signed(1), 0.04), written(Shown::Signed(1), 2.0), written(Shown::Signed(1), -2.0)),
            ("0.0".into(), "+2.0".into(), "−2.0".into())
        );
        assert_eq!((written(Shown::Milliseconds, 0.001_234), written(Shown::Plain(2), f64::NEG_INFINITY)), ("1.23".into(), "−∞".into()));
        let estimate = Cell::Estimate(0.5, Interval { low: 0.25, high: 1.0 });
        assert_eq!(plain(&estimate, Shown::Percent, Language::Fr), "50,0 [25,0 ; 100,0]");
    }
}

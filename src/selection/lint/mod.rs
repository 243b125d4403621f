//! A linter of scenarios: what in one would make learning fail, or look better than
//! it is.
//!
//! Learning never complains. A column that does not vary, a column twice, a map's
//! number or the very score among the features: all give a model, and an evaluation
//! with digits. Each rule here looks for one such thing, says the numbers it saw and
//! what to do. A rule speaks where chance alone would hardly ever make it speak; what
//! it does not see may still be there.

mod columns;
mod leaks;
mod rows;
mod score;
#[cfg(test)]
mod tests;

use super::{Scenario, Target};
use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Harmless, worth knowing.
    Note,
    /// What is learned will be weaker, or less certain, than it looks.
    Warning,
    /// What is learned must not be believed.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// What was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A feature that is not a finite number everywhere.
    NotFinite,
    /// A feature with one value.
    Constant,
    /// A feature that is another one, up to scale and offset.
    Duplicate,
    /// Rows whose features are all those of another row.
    RepeatedRows,
    /// Too few groups to learn from and to evaluate on.
    FewGroups,
    /// No option is known to be worth choosing over the single best strategy.
    NothingToLearn,
    /// A feature that names the group.
    NamesGroup,
    /// A feature that was made with the scores.
    KnowsScore,
}

/// One thing found. Its `Display` is for people: `warning: feature …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What was looked for.
    pub rule: Rule,
    /// The feature to blame, where one is.
    pub feature: Option<String>,
    /// What was seen, in numbers, and what to do.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { severity, feature, what, .. } = self;
        match feature {
            Some(name) => write!(f, "{severity}: feature `{name}` {what}"),
            None => write!(f, "{severity}: {what}"),
        }
    }
}

/// Everything found in a scenario, the gravest first; nothing of a clean one.
///
/// # Panics
/// If its parts do not fit: see [`Scenario::check`].
pub fn lint(scenario: &Scenario) -> Vec<Finding> {
    let table = Table::new(scenario);
    let mut found = columns::findings(&table);
    found.extend(rows::findings(scenario, &table));
    found.extend(leaks::findings(scenario, &table));
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}

/// The features by columns, each row once: the options of a decision between
/// strategies all have those of the state.
struct Table<'a> {
    names: &'a [String],
    /// Rows of the scenario.
    rows: Vec<usize>,
    columns: Vec<Vec<f64>>,
}

impl<'a> Table<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        let rows: Vec<usize> = match scenario.target {
            Target::Strategy => scenario.decisions.iter().map(|decision| decision.options.start).collect(),
            Target::Candidate => (0..scenario.halves.len()).collect(),
        };
        let column = |feature: usize| rows.iter().map(|&row| scenario.features_of(row)[feature]).collect();
        Self { names: &scenario.features, columns: (0..scenario.features.len()).map(column).collect(), rows }
    }

    /// The features that vary and are numbers everywhere: names, and places.
    fn usable(&self) -> impl Iterator<Item = (&'a str, usize)> {
        let usable = |place: &usize| {
            let column = &self.columns[*place];
            column.iter().all(|x| x.is_finite()) && varies(column)
        };
        (0..self.columns.len()).filter(usable).map(|place| (self.names[place].as_str(), place))
    }

    fn finding(&self, severity: Severity, rule: Rule, feature: usize, what: String) -> Finding {
        Finding { severity, rule, feature: Some(self.names[feature].clone()), what }
    }
}

/// Whether numbers are not all the same.
fn varies(column: &[f64]) -> bool {
    column.windows(2).any(|pair| pair[..1] != pair[1..])
}

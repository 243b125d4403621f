//! Features that carry what a player cannot know: which map it is, or what came out.

use super::score::Scores;
use super::{Finding, Rule, Severity, Table};
use crate::selection::Scenario;
use std::collections::BTreeMap;

/// Groups of at least two decisions that it takes to say that a feature names them.
const GROUPS: usize = 30;
/// The share of groups that it has to tell from all others.
const ALONE: f64 = 0.9;

pub(super) fn findings(scenario: &Scenario, table: &Table) -> Vec<Finding> {
    let groups = Groups::new(scenario, table);
    let scores = Scores::all(scenario);
    let of = |(_, feature): (&str, usize)| {
        let name = || groups.named_by(&table.columns[feature]).map(|what| (Rule::NamesGroup, what));
        let score = || scores.iter().find_map(|scores| scores.known_to(scenario, feature)).map(|what| (Rule::KnowsScore, what));
        let (rule, what) = score().or_else(name)?;
        Some(table.finding(Severity::Error, rule, feature, what))
    };
    table.usable().filter_map(of).collect()
}

/// The rows of each group that has several decisions.
struct Groups {
    rows: Vec<Vec<usize>>,
}

impl Groups {
    fn new(scenario: &Scenario, table: &Table) -> Self {
        let mut groups: BTreeMap<&str, (usize, Vec<usize>)> = BTreeMap::new();
        let mut next = 0;
        for decision in &scenario.decisions {
            let (decisions, rows) = groups.entry(&decision.group).or_default();
            *decisions += 1;
            while table.rows.get(next).is_some_and(|&row| row < decision.options.end) {
                rows.push(next);
                next += 1;
            }
        }
        Self { rows: groups.into_values().filter(|(decisions, _)| *decisions > 1).map(|(_, rows)| rows).collect() }
    }

    /// Whether the values of a feature in one group lie apart from those of all others,
    /// for nearly every group: then it names the group, exactly (a number) or with some
    /// noise. A quantity of the map that maps share, as its density, does not; one that is
    /// finer than maps are many names them as well as a number would, and is to be rounded.
    fn named_by(&self, column: &[f64]) -> Option<String> {
        let n = self.rows.len();
        if n < GROUPS {
            return None;
        }
        let range = |rows: &Vec<usize>| {
            let values = || rows.iter().map(|&row| column[row]);
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let mut ranges: Vec<(f64, f64)> = self.rows.iter().map(range).collect();
        ranges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut highest = f64::NEG_INFINITY;
        let mut alone = 0;
        for (place, &(low, high)) in ranges.iter().enumerate() {
            alone += usize::from(highest < low && ranges.get(place + 1).is_none_or(|next| high < next.0));
            highest = highest.max(high);
        }
        let what = format!(
            "names the group: in {alone} of {n} groups with several decisions its values lie apart from those of all others; \
             leave it out, or, if it is a true quantity of the map, round it until maps share values"
        );
        (alone as f64 >= ALONE * n as f64).then_some(what)
    }
}

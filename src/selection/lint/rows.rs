//! Whether there are rows enough, of groups enough, with something to learn.

use super::{Finding, Rule, Severity, Table};
use crate::selection::Scenario;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The share of rows that may repeat another's features.
const REPEATED: f64 = 0.5;

/// Fewer groups than this are few: standard errors over fewer are too small (A. C.
/// Cameron, J. Gelbach and D. Miller, "Bootstrap-based improvements for inference
/// with clustered errors", Review of Economics and Statistics 90 (2008) 414–427).
const GROUPS: usize = 30;

pub(super) fn findings(scenario: &Scenario, table: &Table) -> Vec<Finding> {
    [repeated(table), few_groups(scenario), nothing_to_learn(scenario)].into_iter().flatten().collect()
}

fn warning(rule: Rule, what: String) -> Finding {
    Finding { severity: Severity::Warning, rule, feature: None, what }
}

fn repeated(table: &Table) -> Option<Finding> {
    let compare = |&a: &usize, &b: &usize| {
        let orders = table.columns.iter().map(|column| column[a].total_cmp(&column[b]));
        orders.fold(Ordering::Equal, Ordering::then)
    };
    let n = table.rows.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_unstable_by(compare);
    order.dedup_by(|a, b| compare(a, b).is_eq());
    let share = (n - order.len()) as f64 / n.max(1) as f64;
    let what = format!(
        "{} of {n} rows ({:.0} %) have the features of another row, {} differ: they cannot be told apart; \
         add features that see what differs",
        n - order.len(),
        100.0 * share,
        order.len()
    );
    (share > REPEATED).then(|| warning(Rule::RepeatedRows, what))
}

fn few_groups(scenario: &Scenario) -> Option<Finding> {
    let groups: BTreeSet<&str> = scenario.decisions.iter().map(|decision| &*decision.group).collect();
    let what = format!(
        "{} decisions come from {} groups: learned and evaluated by groups, with fewer than {GROUPS} the intervals are too \
         narrow; play more maps",
        scenario.decisions.len(),
        groups.len()
    );
    (groups.len() < GROUPS).then(|| warning(Rule::FewGroups, what))
}

fn nothing_to_learn(scenario: &Scenario) -> Option<Finding> {
    let gain = scenario.gain()?;
    let over = gain.virtual_best - gain.single;
    let what = format!(
        "the best option of each decision, chosen by one half of the worlds and scored by the other, wins {:.4}, the single best \
         strategy `{}` {:.4}: the difference of {over:.4} is within its standard error of {:.4}, so that choosing is not known to \
         gain anything; add worlds, or strategies that differ",
        gain.virtual_best,
        scenario.single_best().map_or("", |(strategy, _)| scenario.strategies[strategy].as_str()),
        gain.single,
        gain.error
    );
    (over <= gain.error).then(|| warning(Rule::NothingToLearn, what))
}

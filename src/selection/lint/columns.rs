//! Features that are no numbers, say nothing, or say what another has said.

use super::{Finding, Rule, Severity, Table, varies};
use crate::stats::correlation;

/// How near to ±1 a correlation is that of a straight line: rounding leaves less.
const LINE: f64 = 1e-12;

pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let columns = 0..table.columns.len();
    columns.filter_map(|feature| not_finite(table, feature).or_else(|| constant(table, feature))).chain(duplicates(table)).collect()
}

fn not_finite(table: &Table, feature: usize) -> Option<Finding> {
    let column = &table.columns[feature];
    let count = column.iter().filter(|x| !x.is_finite()).count();
    let first = table.rows[column.iter().position(|x| !x.is_finite())?];
    let what = format!(
        "is not a finite number in {count} of {} rows (first in option {first}, from 0): give it a value there, or leave it out",
        column.len()
    );
    Some(table.finding(Severity::Error, Rule::NotFinite, feature, what))
}

fn constant(table: &Table, feature: usize) -> Option<Finding> {
    let column = &table.columns[feature];
    let first = *column.first()?;
    let what = || format!("is {first} in all {} rows and tells nothing: leave it out", column.len());
    (!varies(column)).then(|| table.finding(Severity::Warning, Rule::Constant, feature, what()))
}

/// Each feature that equals an earlier one, or lies on a straight line with it.
fn duplicates(table: &Table) -> Vec<Finding> {
    let usable: Vec<usize> = table.usable().map(|(_, feature)| feature).collect();
    let of = |place: usize| {
        let feature = usable[place];
        let column = &table.columns[feature];
        usable[..place].iter().find_map(|&other| {
            let earlier = &table.columns[other];
            let r = correlation(earlier, column).filter(|r| r.abs() >= 1.0 - LINE)?;
            let name = &table.names[other];
            let how = if earlier == column {
                format!("equals `{name}`")
            } else {
                format!("is a linear function of `{name}` (correlation {r:.0})")
            };
            let what = format!("{how} in all {} rows, so that it weighs twice: leave one out", column.len());
            Some(table.finding(Severity::Warning, Rule::Duplicate, feature, what))
        })
    };
    (0..usable.len()).filter(|_| table.rows.len() > 2).filter_map(of).collect()
}

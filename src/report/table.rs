//! Markdown tables: one a set, one row a strategy.

use super::words::Words;
use crate::results::summary::Summary;
use std::fmt::Write;

/// The table of the summaries of one set, and its footnotes.
pub fn table(summaries: &[&Summary], baseline: Option<&str>, words: &Words) -> String {
    let header = words.columns.map(|column| column.replace("{}", &code(baseline.unwrap_or("–"))));
    let mut text = row(&header);
    text += "|:--|--:|--:|:--|:--|--:|--:|--:|--:|\n";
    for summary in summaries {
        text += &row(&cells(summary, baseline, words));
    }
    let total = |count: fn(&Summary) -> u64| summaries.iter().map(|summary| count(summary)).sum::<u64>();
    let repeated = summaries.iter().any(|summary| summary.repetitions > 1);
    let (gave_up, errors) = (total(|summary| summary.gave_up), total(|summary| summary.errors));
    let _ = write!(text, "\n{}\n", if repeated { words.repeated } else { words.once });
    if gave_up + errors > 0 {
        let _ = writeln!(text, "{}", (words.unfinished)(gave_up, errors));
    }
    text
}

fn cells(summary: &Summary, baseline: Option<&str>, words: &Words) -> [String; 9] {
    let nothing = || "–".to_string();
    let n = match summary.repetitions {
        1 => summary.instances.to_string(),
        _ => format!("{} × {}", summary.instances, words.number(summary.games as f64 / summary.instances as f64, 0)),
    };
    let difference = match summary.versus {
        Some(versus) if versus.pairs > 0 => words.difference(versus.difference, versus.interval),
        None if baseline == Some(&*summary.strategy) => words.baseline.to_string(),
        _ => nothing(),
    };
    [
        code(&summary.strategy),
        n,
        summary.wins.to_string(),
        words.share(summary.rate, summary.interval),
        difference,
        summary.versus.and_then(|versus| versus.p_value).map_or_else(nothing, |p| words.p_value(p)),
        words.number(summary.actions, 1),
        summary.longest_streak.to_string(),
        summary.seconds.map_or_else(nothing, |seconds| words.number(seconds.mean, 4)),
    ]
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// A name as it is written in files. Its bars would end the cell.
fn code(name: &str) -> String {
    format!("`{}`", name.replace('|', "\\|").replace('`', "'"))
}

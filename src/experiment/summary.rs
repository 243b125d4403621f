//! The table at the end of a run: who won how much, set by set.
//!
//! The numbers are those of [`results::summary`](crate::results::summary), which
//! the reports show too; here they only get their form. No comparison stands
//! without its number of pairs and its interval.

use crate::results::Schema;
use crate::results::summary::{Discordant, Summary, Versus};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::fmt::Write;

const OUTCOME: [&str; 6] = ["set", "strategy", "games", "won [95 %]", "vs baseline [95 %]", "streak"];
const EFFORT: [&str; 2] = ["ms mean / p95", "bad"];

/// The table, with a line below that says how to read it.
pub fn table(summaries: &[Summary], schema: &Schema, baseline: Option<&str>) -> String {
    let mut table = Table::new();
    let means = schema.averaged().filter_map(|column| column.head);
    let header: Vec<&str> = OUTCOME.into_iter().chain(means).chain(EFFORT).collect();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled).set_header(header);
    for summary in summaries {
        table.add_row(row(summary));
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = table.to_string();
    text.push('\n');
    let several = summaries.iter().any(|summary| summary.repetitions > 1);
    if several {
        text.push_str("games of one instance are averaged first: it counts as a fraction of a success\n");
    }
    let _ = write!(
        text,
        "won: Wilson's interval; streak: longest run of wins in the order of instances; bad: gave up + errors, counted as not won"
    );
    if let Some(baseline) = baseline {
        let _ = write!(
            text,
            "\nvs `{baseline}`, in points, on the instances that both played (n): Newcombe's interval; \
             exact McNemar p on those that one alone won (+ / −), where each is all won or all lost"
        );
    }
    text.push('\n');
    text
}

fn row(summary: &Summary) -> Vec<String> {
    let outcome = [
        summary.set.to_string(),
        summary.strategy.to_string(),
        summary.games.to_string(),
        format!("{:.2} % [{:.2}, {:.2}]", 100.0 * summary.rate, 100.0 * summary.interval.low, 100.0 * summary.interval.high),
        summary.versus.as_ref().map_or_else(String::new, versus),
        summary.longest_streak.to_string(),
    ];
    let means = summary.means.iter().map(|mean| mean.map_or_else(String::new, |mean| format!("{mean:.1}")));
    let effort = [
        summary.seconds.map_or_else(String::new, |seconds| format!("{:.2} / {:.2}", 1e3 * seconds.mean, 1e3 * seconds.p95)),
        format!("{} + {}", summary.gave_up, summary.errors),
    ];
    outcome.into_iter().chain(means).chain(effort).collect()
}

fn versus(versus: &Versus) -> String {
    let points = |share: f64| format!("{:+.2}", 100.0 * share);
    let mut text =
        format!("{} [{}, {}] n={}", points(versus.difference), points(versus.interval.low), points(versus.interval.high), versus.pairs);
    if let Some(Discordant { gained, lost, p_value: p }) = versus.discordant {
        let _ = write!(text, " +{gained}/−{lost} {}", if p < 0.0001 { "p<0.0001".into() } else { format!("p={p:.4}") });
    }
    text
}

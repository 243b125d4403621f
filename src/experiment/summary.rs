//! The table at the end of a run: who won how much, set by set.
//!
//! The numbers are those of [`results::summary`](crate::results::summary), which
//! the reports show too; here they only get their form. No comparison stands
//! without its number of pairs and its interval.

use crate::results::summary::{Summary, Versus};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::fmt::Write;

const HEADER: [&str; 11] = [
    "set",
    "strategy",
    "games",
    "won [95 %]",
    "vs baseline [95 %]",
    "actions",
    "streak",
    "T / S / C named",
    "opened",
    "ms mean / p95",
    "bad",
];

/// The table, with a line below that says how to read it.
pub fn table(summaries: &[Summary], baseline: Option<&str>) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled).set_header(HEADER);
    for summary in summaries {
        table.add_row(row(summary));
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = table.to_string();
    text.push('\n');
    let several = summaries.iter().any(|summary| summary.repetitions > 1);
    let unit = if several {
        "won: averaged over an instance's repetitions first; bootstrap over instances, or Wilson's interval where repetitions agree"
    } else {
        "won: Wilson's interval"
    };
    let _ = write!(text, "{unit}; streak: longest run of wins in the order of instances; bad: gave up + errors, counted as not won");
    if let Some(baseline) = baseline {
        let _ = write!(text, "\nvs `{baseline}`, in points, on the instances that both played");
        text.push_str(if several {
            " (n): paired bootstrap; where repetitions agree, as for one: Newcombe's interval, exact McNemar p"
        } else {
            " (n): Newcombe's interval, exact McNemar p on the instances that one alone won (+ / −)"
        });
    }
    text.push('\n');
    text
}

fn row(summary: &Summary) -> [String; 11] {
    let [tigers, sharks, crocodiles] = summary.named;
    [
        summary.set.to_string(),
        summary.strategy.to_string(),
        summary.games.to_string(),
        format!("{:.2} % [{:.2}, {:.2}]", 100.0 * summary.rate, 100.0 * summary.interval.low, 100.0 * summary.interval.high),
        summary.versus.as_ref().map_or_else(String::new, versus),
        format!("{:.1}", summary.actions),
        summary.longest_streak.to_string(),
        format!("{tigers:.1} / {sharks:.1} / {crocodiles:.1}"),
        format!("{:.1}", summary.opened),
        summary.seconds.map_or_else(String::new, |seconds| format!("{:.2} / {:.2}", 1e3 * seconds.mean, 1e3 * seconds.p95)),
        format!("{} + {}", summary.gave_up, summary.errors),
    ]
}

fn versus(versus: &Versus) -> String {
    let points = |share: f64| format!("{:+.2}", 100.0 * share);
    let mut text =
        format!("{} [{}, {}] n={}", points(versus.difference), points(versus.interval.low), points(versus.interval.high), versus.pairs);
    if let (Some(p), Some((gained, lost))) = (versus.p_value, versus.discordant) {
        let _ = write!(text, " +{gained}/−{lost} {}", if p < 0.0001 { "p<0.0001".into() } else { format!("p={p:.4}") });
    }
    text
}

//! The tables at the end of a run: who won how much, one table a set.
//!
//! The numbers are those of [`results::summary`](crate::results::summary), which
//! the reports show too; here they only get their form. A strategy takes two
//! lines: an estimate, and below it its interval, as tables in papers do. No
//! comparison stands without its interval.

use crate::results::Schema;
use crate::results::summary::{Discordant, Seconds, Summary, Versus};
use crate::results::written::{p_value, percent, points};
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use std::fmt::Write;

/// Most characters of a line; long labels are broken for it.
const WIDTH: u16 = 100;

/// Fewest characters in which a label is broken.
const LABEL: u16 = 10;

/// A column: its head, and a cell for each strategy.
type Column = (&'static str, Vec<String>);

/// The tables, in the order in which the sets come, with lines below that say how
/// to read them.
pub fn table(summaries: &[Summary], schema: &Schema, baseline: Option<&str>) -> String {
    let mut text = String::new();
    for of_set in summaries.chunk_by(|one, next| one.set == next.set) {
        let _ = writeln!(text, "{}\n{}\n", heading(of_set, schema), laid_out(&columns(of_set, schema)));
    }
    text + &notes(summaries, schema, baseline)
}

/// The set and its size.
fn heading(of_set: &[Summary], schema: &Schema) -> String {
    let most = |count: fn(&Summary) -> u64| of_set.iter().map(count).max().unwrap_or(0);
    let instances = most(|summary| summary.instances);
    let fewest = of_set.iter().map(|summary| summary.instances).min().unwrap_or(0);
    let mut text = format!("{}: ", of_set[0].set);
    if fewest < instances {
        let _ = write!(text, "{fewest} to ");
    }
    let _ = write!(text, "{instances} {}", schema.plural);
    let (repetitions, unreadable) = (most(|summary| summary.repetitions), most(|summary| summary.unreadable));
    if repetitions > 1 {
        let _ = write!(text, ", {repetitions} games each");
    }
    if unreadable > 0 {
        let _ = write!(text, "; {unreadable} could not be read and were not played");
    }
    text
}

fn columns(of_set: &[Summary], schema: &Schema) -> Vec<Column> {
    let column = |head, cell: &dyn Fn(&Summary) -> String| (head, of_set.iter().map(cell).collect());
    let mut columns = vec![column("strategy", &|summary| summary.strategy.to_string()), column("won %\n[95 %]", &won)];
    if of_set.iter().any(|summary| summary.versus.is_some()) {
        columns.push(column("vs base\n[95 %]", &versus));
        columns.push(column("p\n+/−", &test));
    }
    columns.push(column("run", &|summary| summary.longest_streak.to_string()));
    for (nth, averaged) in schema.averaged().enumerate() {
        let mean = |summary: &Summary| summary.means[nth].map_or_else(String::new, |mean| format!("{mean:.1}"));
        columns.push(column(averaged.head.unwrap_or(averaged.name), &mean));
    }
    columns.push(column("ms\np95", &milliseconds));
    if of_set.iter().any(|summary| summary.gave_up + summary.errors > 0) {
        columns.push(column("bad", &bad));
    }
    columns
}

/// The columns side by side; only the first, of labels, gives way.
fn laid_out(columns: &[Column]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(columns.iter().map(|(head, _)| *head));
    let rows = columns.first().map_or(0, |(_, cells)| cells.len());
    for row in 0..rows {
        table.add_row(columns.iter().map(|(_, cells)| &cells[row]));
    }
    for (nth, column) in table.column_iter_mut().enumerate() {
        if nth == 0 {
            column.set_padding((0, 0)).set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(LABEL)));
        } else {
            column.set_padding((2, 0)).set_constraint(ColumnConstraint::ContentWidth).set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// The rate with its interval.
fn won(summary: &Summary) -> String {
    match summary.instances {
        0 => String::new(),
        _ => format!("{}\n[{}, {}]", percent(summary.rate), percent(summary.interval.low), percent(summary.interval.high)),
    }
}

/// The difference with its interval, and the pairs where they are not all.
fn versus(summary: &Summary) -> String {
    let Some(Versus { pairs: pairs @ 1.., difference, interval, .. }) = summary.versus else { return String::new() };
    let mut text = format!("{}\n[{}, {}]", points(difference), points(interval.low), points(interval.high));
    if pairs < summary.instances {
        let _ = write!(text, "\nn={pairs}");
    }
    text
}

/// McNemar's test, adjusted, and the instances it rests on.
fn test(summary: &Summary) -> String {
    let discordant = summary.versus.filter(|versus| versus.pairs > 0).and_then(|versus| versus.discordant);
    discordant.map_or_else(String::new, |Discordant { gained, lost, adjusted, .. }| format!("{}\n{gained}/{lost}", p_value(adjusted)))
}

fn milliseconds(summary: &Summary) -> String {
    let written = |seconds: f64| if seconds < 0.01 { format!("{:.2}", 1e3 * seconds) } else { format!("{:.1}", 1e3 * seconds) };
    summary.seconds.map_or_else(String::new, |Seconds { mean, p95 }| format!("{}\n{}", written(mean), written(p95)))
}

fn bad(summary: &Summary) -> String {
    format!("{}+{}", summary.gave_up, summary.errors)
}

/// How to read the tables, as far as it matters here.
fn notes(summaries: &[Summary], schema: &Schema, baseline: Option<&str>) -> String {
    let means = schema.averaged().map(|column| format!("{} {}", column.head.unwrap_or_default(), column.name));
    let mut text = format!(
        "won: Wilson's interval below; run: most wins in a row, in the order of instances;\n\
         ms: mean time of a game, 95th percentile below;\n\
         other means: {}\n",
        means.collect::<Vec<_>>().join(", ")
    );
    if let Some(baseline) = baseline {
        let _ = writeln!(
            text,
            "vs base: points more than `{baseline}` on what both played, Newcombe's interval below;\n\
             p: McNemar's exact test, adjusted by Holm's rule for all comparisons of one table;\n\
             below it on how many instances it alone won / the base alone won"
        );
    }
    if summaries.iter().any(|summary| summary.repetitions > 1) {
        text.push_str(
            "games of one instance are averaged first: it counts as a fraction of a success,\n\
             and there is no p where its games end differently\n",
        );
    }
    if summaries.iter().any(|summary| summary.gave_up + summary.errors > 0) {
        text.push_str("bad: games given up + errors, counted as not won; errors are left out of means\n");
    }
    text
}

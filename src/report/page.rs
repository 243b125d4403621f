//! The page: the question, one table a set, the figure, and where all of it comes
//! from. One sentence a line, as everywhere.

use super::words::Words;
use super::{FIGURE, Report};
use crate::results::Manifest;
use crate::results::summary::Summary;
use std::fmt::{Display, Write};

/// The page as Markdown.
pub(super) fn page(report: &Report, words: &Words) -> String {
    let name = |manifest: &Manifest| manifest.experiment["name"].as_str().unwrap_or("–").to_string();
    let names: Vec<String> = report.manifests.iter().map(name).collect();
    let mut page = format!("# {}\n", names.join(", "));
    let questions: Vec<&str> = report.manifests.iter().filter_map(|manifest| manifest.experiment["question"].as_str()).collect();
    if !questions.is_empty() {
        let _ = write!(page, "\n## {}\n\n{}\n", words.question, questions.join("\n\n"));
    }
    let _ = writeln!(page, "\n## {}", words.results);
    let averaged = report.manifests.first().map_or(&[][..], |manifest| &manifest.averaged);
    for of_set in report.summaries.chunk_by(|one, next| one.set == next.set) {
        let _ = write!(page, "\n### {} {}\n\n", words.set, code(&of_set[0].set));
        page += &table(of_set, averaged, report.baseline.as_deref(), words);
    }
    let _ = write!(page, "\n{}\n![{}]({FIGURE})\n", notes(&report.summaries, words), words.figure);
    let _ = writeln!(page, "\n## {}", words.origin);
    for (name, manifest) in names.iter().zip(&report.manifests) {
        page += &origin(name, manifest, words);
    }
    page
}

fn table(summaries: &[Summary], averaged: &[String], baseline: Option<&str>, words: &Words) -> String {
    let of = |template: &str, name: String| template.replace("{}", &name);
    let outcome = words.outcome.map(|column| of(column, baseline.map_or_else(nothing, code)));
    let means = averaged.iter().map(|column| of(words.mean, code(column)));
    let columns: Vec<String> = outcome.into_iter().chain(means).chain([words.time.to_string()]).collect();
    // Names and intervals to the left, numbers to the right.
    let mut table = row(&columns) + "|:--|--:|--:|:--|:--" + &"|--:".repeat(columns.len() - 5) + "|\n";
    for summary in summaries {
        table += &row(&cells(summary, baseline, words));
    }
    table
}

fn cells(summary: &Summary, baseline: Option<&str>, words: &Words) -> Vec<String> {
    let n = match summary.repetitions {
        1 => summary.instances.to_string(),
        _ => format!("{} ({})", summary.instances, summary.games),
    };
    let difference = match summary.versus {
        Some(versus) if versus.pairs > 0 => words.difference(versus.difference, versus.interval),
        None if baseline == Some(&*summary.strategy) => words.baseline.to_string(),
        _ => nothing(),
    };
    let test = summary.versus.and_then(|versus| versus.discordant);
    let outcome = [
        code(&summary.strategy),
        n,
        summary.wins.to_string(),
        if summary.instances > 0 { words.share(summary.rate, summary.interval) } else { nothing() },
        difference,
        test.map_or_else(nothing, |test| words.p_value(test.p_value)),
        test.map_or_else(nothing, |test| words.p_value(test.adjusted)),
        summary.longest_streak.to_string(),
    ];
    let means = summary.means.iter().map(|mean| mean.map_or_else(nothing, |mean| words.number(mean, 1)));
    let time = summary.seconds.map_or_else(nothing, |seconds| words.number(1000.0 * seconds.mean, 2));
    outcome.into_iter().chain(means).chain([time]).collect()
}

/// How the numbers were reckoned, as far as it matters here.
fn notes(summaries: &[Summary], words: &Words) -> String {
    let repeated = summaries.iter().any(|summary| summary.repetitions > 1).then(|| words.repeated.to_string());
    let gave_up = summaries.iter().map(|summary| summary.gave_up).sum();
    let errors = summaries.iter().map(|summary| summary.errors).sum();
    let unfinished = (gave_up + errors > 0).then(|| (words.unfinished)(gave_up, errors));
    // The same instances for every strategy.
    let of_set = |summaries: &[Summary]| summaries.iter().map(|summary| summary.unreadable).max().unwrap_or(0);
    let unreadable: u64 = summaries.chunk_by(|one, next| one.set == next.set).map(of_set).sum();
    let unreadable = (unreadable > 0).then(|| (words.unreadable)(unreadable));
    [Some(words.method.to_string()), repeated, unfinished, unreadable].into_iter().flatten().map(|note| note + "\n").collect()
}

/// The command, the commit and the seed of one of the results.
fn origin(name: &str, manifest: &Manifest, words: &Words) -> String {
    let commit = match &manifest.commit {
        Some(commit) if commit.dirty => format!("`{}`, {}", commit.id, words.dirty),
        Some(commit) => format!("`{}`", commit.id),
        None => words.unknown.to_string(),
    };
    let command: Vec<String> = manifest.command.iter().map(|word| quoted(word)).collect();
    let line = |what: &str, value: &dyn Display| words.labelled(what, value);
    let mut text = format!("\n```\n{}\n```\n\n", command.join(" "));
    for (what, value) in [
        (words.experiment, &code(name) as &dyn Display),
        (words.version, &manifest.version.clover),
        (words.commit, &commit),
        (words.seed, &manifest.experiment["seed"]),
    ] {
        let _ = writeln!(text, "- {}", line(what, value));
    }
    text
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn nothing() -> String {
    "–".into()
}

/// A name as it stands in the files. Bars would end a cell, ticks the name.
fn code(name: &str) -> String {
    format!("`{}`", name.replace('|', "\\|").replace('`', "'"))
}

/// A word of a command as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_words_stay_whole() {
        assert_eq!(code("a|b`c"), "`a\\|b'c`");
        assert_eq!(quoted("results/a-1.toml"), "results/a-1.toml");
        assert_eq!(["sat, no totals", "it's", ""].map(quoted), ["'sat, no totals'", "'it'\\''s'", "''"]);
    }
}

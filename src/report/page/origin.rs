//! Where a report comes from: of each of the results the command, the program, the
//! machine, the seed, the data; and how to read the rows oneself.

use super::Page;
use crate::report::language::{Language, Text};
use crate::report::selector::Selector;
use crate::results::{Input, Manifest};
use maud::{Markup, html};

const EXPERIMENT: Text = Text::new("Experiment", "Expérience");
const VERSION: Text = Text::new("Version of Clover", "Version de Clover");
const COMMIT: Text = Text::new("Commit", "Commit");
const DIRTY: Text = Text::new("with changes that were not committed", "avec des modifications non validées");
const UNKNOWN: Text = Text::new("unknown", "inconnu");
const SEED: Text = Text::new("Seed", "Graine");
const MACHINE: Text = Text::new("Machine", "Machine");
const JOBS: Text = Text::new("{} of {} processors, {} {}", "{} de {} processeurs, {} {}");
const DATE: Text = Text::new("Played", "Joué");
const TOOK: Text = Text::new("{} to {}, games took {} s", "du {} au {}, parties : {} s");
const DATA: Text = Text::new("Data", "Données");
const FILES: Text = Text::new("{} files of set {}, SHA-256 {}", "{} fichiers du lot {}, SHA-256 {}");
const MODEL: Text = Text::new("Model", "Modèle");
const LEARNED: Text = Text::new("Learned", "Appris");
const STALLS: Text = Text::new("from {} stalls, {}", "de {} coups non prouvés, {}");
const RESOLVED: Text = Text::new("The experiment as it was resolved", "L'expérience telle qu'elle a été résolue");

/// A line: what, and its value.
pub(super) type Line = (&'static str, String);

/// What is said of one of the results, beside its command.
pub(super) fn lines(manifest: &Manifest, language: Language) -> Vec<Line> {
    let commit = match &manifest.commit {
        Some(commit) if commit.dirty => format!("{}, {}", commit.id, language.say(DIRTY)),
        Some(commit) => commit.id.clone(),
        None => language.say(UNKNOWN).into(),
    };
    let machine = &manifest.machine;
    let cpu = machine.cpu.as_deref().unwrap_or_default();
    let jobs = language.fill(JOBS, &[&machine.jobs, &machine.cpus, &machine.os, &machine.arch]);
    let end = manifest.end.as_deref().unwrap_or("–");
    let took = language.number(manifest.seconds.unwrap_or(f64::NAN), 0);
    let name = manifest.experiment["name"].as_str().unwrap_or("–");
    let mut lines = vec![
        (language.say(EXPERIMENT), name.to_string()),
        (language.say(VERSION), format!("{} ({})", manifest.version.clover, manifest.version.rustc)),
        (language.say(COMMIT), commit),
        (language.say(SEED), manifest.experiment["seed"].to_string()),
        (language.say(MACHINE), format!("{cpu}{}{jobs}", if cpu.is_empty() { "" } else { ", " })),
        (language.say(DATE), language.fill(TOOK, &[&manifest.start, &end, &took])),
    ];
    let data = |input: &Input| (language.say(DATA), language.fill(FILES, &[&input.files, &input.set, &input.sha256]));
    lines.extend(manifest.inputs.iter().map(data));
    lines
}

/// What is said of a model, beside its command.
pub(super) fn learned(selector: &Selector, language: Language) -> Vec<Line> {
    let stalls = language.fill(STALLS, &[&language.count(selector.decisions), &selector.date]);
    vec![(language.say(MODEL), selector.name.clone()), (language.say(LEARNED), stalls)]
}

/// A command, as a shell takes it.
pub(super) fn words(command: &[String]) -> String {
    command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The section of the page.
pub(super) fn html(page: &Page) -> Markup {
    html! {
        @for selector in &page.evidence.selectors {
            pre { code { (words(&selector.command)) } }
            dl { @for (what, value) in learned(selector, page.language) { div { dt { (what) } dd { (value) } } } }
        }
        @for manifest in &page.evidence.manifests {
            pre { code { (words(&manifest.command)) } }
            dl {
                @for (what, value) in lines(manifest, page.language) { div { dt { (what) } dd { (value) } } }
            }
            details {
                summary { (page.language.say(RESOLVED)) }
                pre { code { (serde_json::to_string_pretty(&manifest.experiment).unwrap_or_default()) } }
            }
        }
    }
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
    fn words_stay_whole() {
        assert_eq!(quoted("results/a-1.toml"), "results/a-1.toml");
        assert_eq!(["sat, no totals", "it's", ""].map(quoted), ["'sat, no totals'", "'it'\\''s'", "''"]);
    }
}

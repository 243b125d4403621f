//! `clover strategies`: what there is, with options and defaults, read from the
//! registry of each game.

use crate::antivirus::heuristic::Entry;
use crate::antivirus::metric::Metric;
use crate::registry::{self, OptionSpec, Values};
use crate::{antivirus, crocomine};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `clover strategies`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only those of this game
    game: Option<Game>,
    /// Print one JSON object a strategy
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Game {
    Crocomine,
    Antivirus,
}

/// Lists the strategies.
///
/// # Errors
/// Where standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let shown = |game| args.game.is_none_or(|only| only == game);
    if shown(Game::Crocomine) {
        list("crocomine", crocomine::strategy::ALL, args.json, &mut out)?;
    }
    if shown(Game::Antivirus) {
        list("antivirus", antivirus::search::ALL, args.json, &mut out)?;
        heuristics(args.json, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The heuristics of Anti-Virus, and what is known of each in every metric.
fn heuristics(as_json: bool, out: &mut impl Write) -> io::Result<()> {
    if !as_json {
        writeln!(out, "antivirus, heuristics")?;
    }
    for Entry { name, about, admissible, .. } in antivirus::heuristic::ALL {
        let known = Metric::WORDS.into_iter().zip(admissible);
        if as_json {
            let admissible: Map<String, Value> = known.map(|(metric, known)| (metric.into(), known.to_string().into())).collect();
            writeln!(out, "{}", json!({ "game": "antivirus", "heuristic": name, "about": about, "admissible": admissible }))?;
            continue;
        }
        writeln!(out, "  {name:<16} {about}")?;
        for (metric, known) in known {
            writeln!(out, "      {metric:<6} {known}")?;
        }
    }
    Ok(())
}

fn list<B>(game: &str, entries: &[registry::Entry<B>], as_json: bool, out: &mut impl Write) -> io::Result<()> {
    if !as_json {
        writeln!(out, "{game}")?;
    }
    for entry in entries {
        if as_json {
            writeln!(out, "{}", record(game, entry))?;
            continue;
        }
        writeln!(out, "  {:<14} {}", entry.name, entry.about)?;
        for option in entry.options {
            let set = format!("{} = {}", option.name, option.default);
            writeln!(out, "      {set:<24} {}", option.about)?;
        }
    }
    Ok(())
}

fn record<B>(game: &str, entry: &registry::Entry<B>) -> Value {
    let options: Vec<Value> = entry.options.iter().map(option).collect();
    json!({ "game": game, "name": entry.name, "about": entry.about, "options": options })
}

fn option(spec: &OptionSpec) -> Value {
    let values = match spec.values {
        Values::Flag => json!(["true", "false"]),
        Values::Count => json!("count"),
        Values::CountOrOff => json!("count or off"),
        Values::Factor => json!("number from 1"),
        Values::Model => json!("file"),
        Values::Words(words) => json!(words),
    };
    json!({ "name": spec.name, "about": spec.about, "default": spec.default, "values": values })
}

//! `clover train`: from collected scores to a model that chooses.

use super::{Usage, command, jobs, warn};
use crate::experiment::train::{assess, curves, model, progress, round, scenario};
use crate::results::{Results, now, write_whole};
use crate::seed::Seed;
use crate::selection::{Losses, Scenario, Severity, Target, aslib, lint};
use anyhow::Context;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `clover train`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Results of experiments with a table [collect]
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// File for the model; its evaluation goes beside it, with .json added to the name
    #[arg(long, value_name = "MODEL", required_unless_present_any = ["aslib", "scenario"])]
    out: Option<PathBuf>,
    /// Other results, which nothing is learned from: the learners are tried on them too
    #[arg(long, value_name = "RESULTS")]
    test: Vec<PathBuf>,
    /// Put into the evaluation what more maps and more neighbours are worth too (takes twice
    /// as long again)
    #[arg(long)]
    curves: bool,
    /// What is chosen: a strategy, or any candidate
    #[arg(long, value_enum, default_value = "candidate")]
    target: Choice,
    /// First let the model play the experiment of the first RESULTS on other maps, learn from
    /// its states too, and so on, at most N times, until that does not help any more
    #[arg(long, value_name = "N", default_value_t = 0)]
    iterate: u64,
    /// Games played at a time while iterating [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Write what is learned from as a CSV file too
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Write the choice of a strategy as an ASlib scenario into this folder
    #[arg(long, value_name = "DIR")]
    aslib: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Choice {
    Strategy,
    Candidate,
}

/// Trains, evaluates and writes.
///
/// # Errors
/// [`Usage`] where nothing can be learned from the results; another where something
/// cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let usage = |error: &dyn std::fmt::Display| Usage(error.to_string());
    let mut folders = opened(&args.results)?;
    let tests = opened(&args.test)?;
    let target = match args.target {
        Choice::Strategy => Target::Strategy,
        Choice::Candidate => Target::Candidate,
    };
    if let Some(dir) = &args.aslib {
        let (strategies, _) = scenario(&folders, Target::Strategy).map_err(|error| usage(&error))?;
        export(&strategies, dir)?;
    }
    let (mut learned, strategies) = scenario(&folders, target).map_err(|error| usage(&error))?;
    let elsewhere = if tests.is_empty() { None } else { Some(elsewhere(&tests, target, &strategies)?) };
    if let Some(out) = &args.out {
        refuse_leaks(&learned)?;
        for number in 1..=args.iterate {
            let before = model(&learned, strategies.clone());
            write_whole(out, &before.write())?;
            folders.push(play(&args, &folders[0], out, number)?);
            let first = learned.decisions.len();
            (learned, _) = scenario(&folders, target).map_err(|error| usage(&error))?;
            let progress = progress(&learned, &before, first);
            writeln!(io::stdout(), "round {number}: {progress}")?;
            if !progress.is_one() {
                break;
            }
        }
    }
    if let Some(path) = &args.scenario {
        let file = fs::File::create(path).with_context(|| path.display().to_string())?;
        learned.write(io::BufWriter::new(file)).with_context(|| path.display().to_string())?;
    }
    args.out.as_ref().map_or(Ok(ExitCode::SUCCESS), |out| finish(out, &learned, elsewhere.as_ref(), strategies, args.curves))
}

fn opened(folders: &[PathBuf]) -> anyhow::Result<Vec<Results>> {
    let opened = folders.iter().map(|folder| Results::open(folder)).collect::<Result<Vec<_>, _>>();
    opened.map_err(|error| Usage(error.to_string()).into())
}

/// The scenario to be tried on, which has to be of the same strategies.
fn elsewhere(tests: &[Results], target: Target, strategies: &[Value]) -> anyhow::Result<Scenario> {
    let (other, told) = scenario(tests, target).map_err(|error| Usage(error.to_string()))?;
    if told != strategies {
        let folder = tests[0].dir().display();
        return Err(Usage(format!("{folder}: its strategies, or its baseline, are not those of what is learned from")).into());
    }
    Ok(other)
}

/// Says what the linter calls an error.
fn refuse_leaks(learned: &Scenario) -> anyhow::Result<()> {
    let findings = lint(learned);
    let errors: Vec<String> = findings.iter().filter(|finding| finding.severity == Severity::Error).map(ToString::to_string).collect();
    if errors.is_empty() { Ok(()) } else { Err(Usage(format!("no model is made of this: {}", errors.join("; "))).into()) }
}

/// Plays a round of the experiment with the model so far.
fn play(args: &Args, first: &Results, model: &Path, number: u64) -> anyhow::Result<Results> {
    warn(format_args!("round {number}: the model plays"));
    Ok(round(first, model, number, jobs(args.jobs), command())?)
}

/// Fits the model to all, evaluates, writes and tells both.
fn finish(
    out: &Path,
    learned: &Scenario,
    elsewhere: Option<&Scenario>,
    strategies: Vec<Value>,
    with_curves: bool,
) -> anyhow::Result<ExitCode> {
    let assessment = assess(learned, elsewhere);
    write!(io::stdout(), "{}", assessment.tables())?;
    let model = model(learned, strategies);
    write_whole(out, &model.write())?;
    let mut beside = json!({
        "command": command(),
        "date": now(),
        "target": learned.target,
        "decisions": learned.decisions.len(),
        "evaluation": assessment.json(),
        "weights": model.weights(),
    });
    if with_curves {
        beside["evaluation"]["curves"] = curves(learned);
    }
    let mut path = out.as_os_str().to_owned();
    path.push(".json");
    write_whole(Path::new(&path), &(serde_json::to_string_pretty(&beside)? + "\n"))?;
    warn(format_args!("{} decisions learned into {}", learned.decisions.len(), out.display()));
    Ok(ExitCode::SUCCESS)
}

/// Writes the ASlib folder, and prints what its reader should find.
fn export(strategies: &Scenario, dir: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    for (name, text) in aslib(strategies, Seed::new(1))? {
        let path = dir.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    if let Some(Losses { single_best, virtual_best }) = Losses::of(strategies) {
        writeln!(io::stdout(), "ASlib: single best {single_best}, virtual best {virtual_best} (sums of losses, plain)")?;
    }
    Ok(())
}

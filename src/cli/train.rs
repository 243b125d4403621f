//! `clover train`: from collected scores to a model that chooses.

use super::{Usage, warn};
use crate::experiment::train::{assess, model, scenario};
use crate::results::Results;
use crate::seed::Seed;
use crate::selection::{Losses, Scenario, Severity, Target, aslib};
use anyhow::Context;
use serde_json::json;
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
    /// What is chosen: a strategy, or any candidate
    #[arg(long, value_enum, default_value = "candidate")]
    target: Choice,
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
    let folders = args.results.iter().map(|folder| Results::open(folder)).collect::<Result<Vec<_>, _>>().map_err(|error| usage(&error))?;
    let target = match args.target {
        Choice::Strategy => Target::Strategy,
        Choice::Candidate => Target::Candidate,
    };
    if let Some(dir) = &args.aslib {
        let (strategies, _) = scenario(&folders, Target::Strategy).map_err(|error| usage(&error))?;
        export(&strategies, dir)?;
    }
    let (learned, strategies) = scenario(&folders, target).map_err(|error| usage(&error))?;
    if let Some(path) = &args.scenario {
        let file = fs::File::create(path).with_context(|| path.display().to_string())?;
        learned.write(io::BufWriter::new(file)).with_context(|| path.display().to_string())?;
    }
    let Some(out) = &args.out else { return Ok(ExitCode::SUCCESS) };
    let assessment = assess(&learned);
    write!(io::stdout(), "{}", assessment.tables())?;
    if assessment.findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(Usage("no model is made from what the linter calls an error".into()).into());
    }
    let model = model(&learned, strategies);
    written(out, &model.write())?;
    #[allow(clippy::disallowed_methods, reason = "the evaluation is dated; nothing is computed from it")]
    let now = jiff::Timestamp::try_from(std::time::SystemTime::now()).map_or_else(|_| String::new(), |time| format!("{time:.0}"));
    let command: Vec<String> = std::iter::once("clover".into()).chain(std::env::args().skip(1)).collect();
    let beside =
        json!({ "command": command, "date": now, "target": target, "decisions": learned.decisions.len(), "evaluation": assessment.json() });
    let mut path = out.clone().into_os_string();
    path.push(".json");
    written(Path::new(&path), &(serde_json::to_string_pretty(&beside)? + "\n"))?;
    warn(format_args!("{} decisions learned into {}", learned.decisions.len(), out.display()));
    Ok(ExitCode::SUCCESS)
}

/// Writes a file under a temporary name first: it is whole or not there.
fn written(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".unfinished");
    fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path)).with_context(|| path.display().to_string())
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

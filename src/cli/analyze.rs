//! `clover analyze`: a state of Crocomine in, its exact posterior out, both as
//! JSON.

use super::{Output, Usage};
use crate::crocomine::analysis::Analysis;
use crate::crocomine::clauses::dimacs;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Engine, Stop, View};
use crate::crocomine::state::State;
use crate::sat::cardinality::Encoding;
use anyhow::{Context, Error};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `clover analyze`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The state, `{"grid_infos": {…}, "infos": […]}`; standard input without it
    file: Option<PathBuf>,
    /// Write the state's clauses to this new file, for a SAT solver
    #[arg(long, value_name = "FILE")]
    dimacs: Option<PathBuf>,
}

/// Prints the posterior of a state.
///
/// # Errors
/// [`Usage`] where the state cannot be read or no world agrees with it; another
/// where a limit was reached, or something could not be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let dimacs_file = args.dimacs.map(Output::new).transpose()?;
    let file = args.file.as_deref();
    let name = file.map_or("standard input".into(), |file| file.display().to_string());
    let state = read(file).context(Usage(name.clone()))?;
    if let Some(mut file) = dimacs_file {
        // First, since a solver may be asked where the posterior has no answer.
        let cnf = dimacs(&state, Some(Encoding::Totalizer)).with_context(|| format!("{}: not written", file.path().display()))?;
        file.text(&cnf)?;
    }
    let analysis = analyze(&state).map_err(|stop| match stop {
        Stop::Clash(_) => Error::new(stop).context(Usage(name)),
        Stop::Limit(_) => Error::new(stop).context(name),
    })?;
    writeln!(io::stdout(), "{}", serde_json::to_string(&analysis)?)?;
    Ok(ExitCode::SUCCESS)
}

fn read(file: Option<&Path>) -> anyhow::Result<Knowledge> {
    let mut json = Vec::new();
    match file {
        Some(file) => File::open(file)?.read_to_end(&mut json)?,
        None => io::stdin().lock().read_to_end(&mut json)?,
    };
    let state: State = serde_json::from_slice(&json)?;
    Ok(state.knowledge()?)
}

fn analyze(state: &Knowledge) -> Result<Analysis, Stop> {
    let mut engine = Engine::default();
    let view = View::new(state, &mut engine);
    let worlds = view.worlds()?;
    Ok(Analysis::new(state.grid(), view.posterior()?, &worlds))
}

//! `clover report`: results folders to a page and a figure.

use super::Usage;
use crate::report::{Error, Report, Words};
use anyhow::Context;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `clover report`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders that `clover run` wrote
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Folder to write the page and the figure into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Label of the strategy that the others are compared to [default: the experiment's baseline]
    #[arg(long, value_name = "LABEL")]
    baseline: Option<String>,
    /// Language of the report
    #[arg(long, default_value = "en", value_parser = ["en", "fr"])]
    lang: String,
}

/// Makes the report.
///
/// # Errors
/// [`Usage`] where the results cannot be read, or do not belong together; another
/// where the report cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let words = Words::find(&args.lang).context("a language without words")?;
    let report = Report::read(&args.results, args.baseline.as_deref()).map_err(|error: Error| Usage(error.to_string()))?;
    report.write(&args.out, words)?;
    Ok(ExitCode::SUCCESS)
}

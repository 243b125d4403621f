//! `clover report`: results folders to tables, figures and a page.

use super::{Usage, warn};
use crate::report::{self, Error, Format, Kept, Options, Report, check};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `clover report`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders that `clover run` wrote; two of the same games are compared, run against run
    #[arg(required_unless_present = "check", conflicts_with = "check", value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Folder to write the report into
    #[arg(long, required_unless_present = "check", conflicts_with = "check", value_name = "DIR")]
    out: Option<PathBuf>,
    /// Make the report in this folder again from its own rows, and say what differs
    #[arg(long, value_name = "DIR")]
    check: Option<PathBuf>,
    /// Label of the strategy that the others are compared to [default: the experiment's baseline]
    #[arg(long, value_name = "LABEL")]
    baseline: Option<String>,
    /// Language of the report
    #[arg(long, default_value = "en", value_parser = ["en", "fr"])]
    lang: String,
    /// Formats of figures, separated by commas: svg, pdf, png
    #[arg(long, value_delimiter = ',', default_value = "svg,pdf", value_parser = ["svg", "pdf", "png"])]
    format: Vec<String>,
    /// Width of figures in millimetres; their text keeps its size
    #[arg(long, default_value_t = report::WIDTH, value_parser = width, value_name = "MM")]
    width: f64,
    /// Only these tables and figures, separated by commas, and no page
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    only: Vec<String>,
    /// The most games that can be replayed on the page
    #[arg(long, default_value_t = report::REPLAYS, value_name = "N")]
    replays: usize,
    /// Do not copy the rows into the report: it can be checked only where they are now
    #[arg(long)]
    no_rows: bool,
}

/// Makes the report, or checks one.
///
/// # Errors
/// [`Usage`] where the results cannot be read, or do not belong together; another
/// where the report cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.check {
        let found = check(folder).map_err(usage)?;
        found.iter().try_for_each(|line| writeln!(io::stdout(), "{line}"))?;
        warn(format_args!("{}: {}", folder.display(), if found.is_empty() { "is what its rows say" } else { "is not what its rows say" }));
        return Ok(if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let formats = Format::ALL.iter().map(|format| format.name()).filter(|name| args.format.iter().any(|asked| asked == name));
    let options = Options {
        baseline: args.baseline,
        language: args.lang,
        width: args.width,
        formats: formats.map(String::from).collect(),
        only: args.only,
        replays: args.replays,
    };
    let kept = if args.no_rows { Kept::Hashes } else { Kept::Rows };
    let whole = options.only.is_empty();
    let out = args.out.unwrap_or_default();
    Report::read(&args.results, options).map_err(usage)?.write(&out, kept).map_err(usage)?;
    warn(format_args!("the report is in {}", if whole { out.join(report::PAGE) } else { out }.display()));
    Ok(ExitCode::SUCCESS)
}

/// What cannot be read is wrong usage; what cannot be written is a failure.
fn usage(error: Error) -> anyhow::Error {
    match error {
        Error::Write { .. } => error.into(),
        _ => Usage(error.to_string()).into(),
    }
}

/// A width that figures can have.
fn width(text: &str) -> Result<f64, String> {
    let width: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    let range = report::WIDTHS;
    if range.contains(&width) { Ok(width) } else { Err(format!("between {} and {}", range.start(), range.end())) }
}

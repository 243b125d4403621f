//! `clover generate`: instances of our own making, as files.
//!
//! Instance i of a seed is the one that an experiment with this seed and this `generate` table
//! has as its i-th.

mod antivirus;
mod crocomine;

use super::{Progress, Usage};
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `clover generate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    /// Draw Crocomine maps: DIR/000000.croco, DIR/000001.croco, …
    ///
    /// AMOUNT is a count (99) or, with a point, a share of all cells (0.15).
    Crocomine(crocomine::Args),
    /// Draw Anti-Virus boards: DIR/000000.txt, DIR/000001.txt, …
    ///
    /// Each can be solved, in a known number of pushes, and has no piece that changes nothing.
    Antivirus(antivirus::Args),
}

/// Generates.
///
/// # Errors
/// [`Usage`] for an impossible recipe or a folder with instances in it; another where
/// something cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.game {
        Game::Crocomine(args) => crocomine::run(&args),
        Game::Antivirus(args) => antivirus::run(&args),
    }
}

/// Makes sure that the folder is there and holds no files of this extension, which would mix
/// with ours; `what` they are.
fn prepare(out: &Path, extension: &str, what: &str) -> anyhow::Result<()> {
    let unreadable = || format!("{}: cannot be read", out.display());
    fs::create_dir_all(out).with_context(|| format!("{}: not a folder, nor can one be made", out.display()))?;
    for entry in fs::read_dir(out).with_context(unreadable)? {
        let file = entry.with_context(unreadable)?.path();
        if file.extension().is_some_and(|found| found == extension) && !file.is_dir() {
            let message = format!("{}: this folder already holds {what}: delete them, or give --out another one", out.display());
            return Err(Usage(message).into());
        }
    }
    Ok(())
}

/// Writes an instance.
fn write(file: &Path, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("{}: cannot be written", file.display()))
}

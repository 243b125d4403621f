//! `clover play`: one strategy on map files or on a game server, one line a game.

mod local;
mod player;
mod remote;
mod rows;
mod sets;
mod walk;

use crate::crocomine::strategy::ALL;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `clover play`.
#[derive(Debug, clap::Args)]
#[command(override_usage = "clover play [OPTIONS] PATH...\n       clover play --server URL --group NAME --members NAMES [OPTIONS]")]
pub struct Args {
    /// Map files (.croco), or folders of them
    #[arg(required_unless_present = "server", conflicts_with = "server", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Who plays
    #[arg(long, value_name = "NAME", default_value = "components", value_parser = PossibleValuesParser::new(ALL.iter().map(|entry| entry.name)))]
    strategy: String,
    /// Set an option of the strategy, see `clover strategies`
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = super::key_value)]
    options: Vec<(String, String)>,
    /// The model of a strategy that wants one, made by `clover train`
    #[arg(long, value_name = "FILE")]
    model: Option<String>,
    /// Seed of the strategy's randomness, as in an experiment
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object a map
    #[arg(long, conflicts_with = "watch")]
    json: bool,
    /// Show each game step by step
    #[arg(long)]
    watch: bool,
    /// Wait after each step shown in a terminal, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 150, requires = "watch")]
    delay: u64,
    /// Write the games to this new file, action by action, one JSON object a game
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    remote: remote::Args,
}

/// Plays the maps.
///
/// # Errors
/// [`Usage`](super::Usage) where an option is wrong or no map could be read; another where
/// something could not be written, or a server does not answer.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match &args.remote.server {
        Some(server) => remote::run(&args, server),
        None => local::run(&args),
    }
}

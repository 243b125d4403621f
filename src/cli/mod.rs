//! The command line: one file a command, each a library call or a few that do not know
//! each other.
//!
//! Results go to standard output and nothing else does; messages go to standard
//! error. A command ends with an exit code of its own (0 done, 1 some rows or
//! files failed, 130 stopped by Ctrl-C) or with an error: 2 where it is a [`Usage`], else 1.

// Every command takes its arguments in the same form: it owns them.
#![allow(clippy::needless_pass_by_value)]

mod analyze;
mod generate;
mod interrupt;
mod output;
mod play;
mod progress;
mod report;
mod run;
mod serve;
mod solve;
mod strategies;
mod train;
mod watch;

use output::Output;
use progress::Progress;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Deduction, guessing and learned selection for games of hidden information.
#[derive(Debug, clap::Parser)]
#[command(name = "clover", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Compute the exact posterior of a state of Crocomine
    Analyze(analyze::Args),
    /// Generate instances from a recipe and a seed
    Generate(generate::Args),
    /// Play Crocomine maps with a strategy, from files or from a game server
    Play(play::Args),
    /// Make a page and a figure from results
    Report(report::Args),
    /// Play an experiment and record the results
    Run(run::Args),
    /// Serve maps to players over HTTP, and a page to watch them
    Serve(serve::Args),
    /// Find the way out of Anti-Virus boards
    Solve(solve::Args),
    /// List the strategies there are, with their options and defaults
    Strategies(strategies::Args),
    /// Learn from collected scores what to choose at a stall
    Train(train::Args),
}

/// Wrong usage, or nothing could be read: exit code 2.
///
/// An error by itself, or a context around the error that caused it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

impl Cli {
    /// Does what the command line says.
    ///
    /// # Errors
    /// Whatever kept the command from ending; see [`exit_code`].
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Analyze(args) => analyze::run(args),
            Command::Generate(args) => generate::run(args),
            Command::Play(args) => play::run(args),
            Command::Report(args) => report::run(args),
            Command::Run(args) => run::run(args),
            Command::Serve(args) => serve::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Strategies(args) => strategies::run(args),
            Command::Train(args) => train::run(args),
        }
    }
}

/// Prints an error and what caused it on standard error, on one line.
///
/// Silent where the reader of our output has gone (`clover … | head`).
pub fn complain(error: &anyhow::Error) {
    if !is_broken_pipe(error) {
        warn(chain(error));
    }
}

/// An error and its causes, joined by colons; a cause that the error before it
/// quotes already is left out.
fn chain(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |said, cause| match said.as_str() {
        "" => cause,
        quoted if quoted.ends_with(&cause) => said,
        _ => format!("{said}: {cause}"),
    })
}

/// The exit code of a command that ended in this error.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<Usage>() {
        Some(_) => ExitCode::from(2),
        None if is_broken_pipe(error) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as KEY=VALUE")?;
    Ok((key.trim().to_string(), value.trim().to_string()))
}

/// How many games are played at a time: as asked for, or one for each core.
fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The command, word by word, for files that say how they were made.
fn command() -> Vec<String> {
    without_password(std::iter::once("clover".into()).chain(std::env::args().skip(1)))
}

/// The words with `…` for a password: none is ever written to a file.
fn without_password(words: impl Iterator<Item = String>) -> Vec<String> {
    const OPTION: &str = "--password";
    let mut next = false;
    let hidden = |word: String| match word.strip_prefix(OPTION) {
        // Without a value it is asked for, and an option follows.
        _ if std::mem::replace(&mut next, word == OPTION) && !word.starts_with('-') => "…".into(),
        Some(rest) if rest.starts_with('=') => format!("{OPTION}=…"),
        _ => word,
    };
    words.map(hidden).collect()
}

/// Prints a message on standard error. Where that fails, there is nowhere to say so.
fn warn(message: impl Display) {
    let _ = writeln!(io::stderr(), "clover: {message}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use clap::CommandFactory;

    #[test]
    fn the_argument_definitions_hold_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_password_is_not_written_down() {
        let written = |words: &str| without_password(words.split(' ').map(String::from)).join(" ");
        assert_eq!(written("clover play --password clover --json"), "clover play --password … --json");
        assert_eq!(written("clover play --password=a=b --json"), "clover play --password=… --json");
        assert_eq!(written("clover play --json --password"), "clover play --json --password");
        assert_eq!(written("clover play --password --maps 1"), "clover play --password --maps 1");
    }

    #[test]
    fn a_cause_is_said_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("reading failed: {0}")]
        struct Quoting(#[from] io::Error);
        let error = anyhow::Error::new(Quoting(io::Error::other("disk"))).context("a.croco");
        assert_eq!(chain(&error), "a.croco: reading failed: disk");
    }

    #[test]
    fn a_usage_error_is_found_inside_and_outside_of_contexts() {
        let inside: anyhow::Result<()> = Err(Usage("no such map".into())).context("reading maps");
        let outside: anyhow::Result<()> = Err(io::Error::other("disk")).context(Usage("reading maps".into()));
        let other: anyhow::Result<()> = Err(io::Error::other("disk")).context("reading maps");
        let gone: anyhow::Result<()> = Err(io::Error::from(io::ErrorKind::BrokenPipe)).context("printing");
        let code = |result: anyhow::Result<()>| format!("{:?}", exit_code(&result.unwrap_err()));
        assert_eq!([code(inside), code(outside)], [(); 2].map(|()| format!("{:?}", ExitCode::from(2))));
        assert_eq!(code(other), format!("{:?}", ExitCode::FAILURE));
        assert_eq!(code(gone), format!("{:?}", ExitCode::SUCCESS));
    }
}

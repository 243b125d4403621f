//! The command line of Clover: parse, call, print the error chain, exit code.

use clap::Parser;
use clover::cli::{Cli, complain, exit_code};
use std::process::ExitCode;

/// Posteriors are many small tables that live for one decision; the system's allocator takes
/// a quarter of the time of a game.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        complain(&error);
        exit_code(&error)
    })
}

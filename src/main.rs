//! The command line of Clover: parse, call, print the error chain, exit code.

use clap::Parser;
use clover::cli::{Cli, complain, exit_code};
use std::process::ExitCode;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        complain(&error);
        exit_code(&error)
    })
}

//! `clover solve`: the way out of Anti-Virus boards, one line a board.

use super::{Usage, complain, warn};
use crate::antivirus::check::{Lengths, check};
use crate::antivirus::instance::{Instance, Push};
use crate::antivirus::search::{Goal, Limits, Outcome, Solution, bfs};
use crate::antivirus::{booklet, drawing};
use crate::experiment::Stopwatch;
use anyhow::Context;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `clover solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Boards: drawings, or JSON files of many
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<PathBuf>,
    /// How to search
    #[arg(long, value_name = "NAME", default_value = "bfs", value_parser = ["bfs"])]
    search: String,
    /// Where the virus is to be
    #[arg(long, value_name = "PLACE", default_value = "out", value_parser = ["corner", "opening", "out"])]
    goal: String,
    /// Give up after so many positions expanded
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_expanded: u64,
    /// Give up rather than use more memory for positions
    #[arg(long, value_name = "BYTES", default_value_t = 4 << 30)]
    memory: usize,
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
}

/// One board as JSON.
#[derive(Serialize)]
struct Row<'a> {
    board: &'a str,
    status: &'static str,
    search: &'a str,
    heuristic: Option<&'a str>,
    metric: &'static str,
    goal: &'a str,
    cost: Option<u64>,
    pushes: Option<u64>,
    unit: Option<u64>,
    slides: Option<u64>,
    optimal: bool,
    expanded: u64,
    generated: u64,
    peak_positions: u64,
    component: Option<u64>,
    seconds: f64,
    plan: Vec<String>,
}

/// Solves the boards.
///
/// # Errors
/// [`Usage`] where no board could be read.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (mut solved, mut failed) = (0, false);
    for path in &args.boards {
        let read = fs::read_to_string(path).map_err(anyhow::Error::from).and_then(|text| boards(path, &text));
        let found = match read.with_context(|| path.display().to_string()) {
            Ok(found) => found,
            Err(error) => {
                complain(&error);
                failed = true;
                continue;
            }
        };
        for (name, instance) in found {
            match instance {
                Ok(instance) => solve(&args, &name, &instance)?,
                Err(why) => {
                    warn(format_args!("{name}: {why}"));
                    failed = true;
                    continue;
                }
            }
            solved += 1;
        }
    }
    match (solved, failed) {
        (0, _) => Err(Usage("no board could be read".into()).into()),
        (_, true) => Ok(ExitCode::FAILURE),
        (_, false) => Ok(ExitCode::SUCCESS),
    }
}

/// The boards of a file: many, each with its number, or one.
fn boards(path: &Path, text: &str) -> anyhow::Result<Vec<(String, Result<Instance, String>)>> {
    let file = path.display();
    if text.trim_start().starts_with('{') {
        return Ok(booklet::parse(text)?.into_iter().map(|(id, instance)| (format!("{file}#{id}"), instance)).collect());
    }
    let instance = drawing::parse(text).map_err(|error| Usage(format!("{file}:{error}")))?;
    Ok(vec![(file.to_string(), Ok(instance))])
}

fn solve(args: &Args, name: &str, instance: &Instance) -> anyhow::Result<()> {
    let goal = match args.goal.as_str() {
        "corner" => Goal::Corner,
        "opening" => Goal::Opening,
        _ => Goal::Out,
    };
    let limits = Limits { expanded: args.max_expanded, bytes: args.memory };
    let (found, seconds) = Stopwatch::of(|| bfs(instance, Some(goal), limits));
    let lengths = match found.outcome {
        // Every plan is followed by the rules before it is told.
        Outcome::Solved => {
            Some(check(instance, &found.plan, goal).map_err(|wrong| anyhow::anyhow!("{name}: a fault of the search: {wrong}"))?)
        }
        Outcome::NoSolution | Outcome::OutOfBudget => None,
    };
    let mut out = io::stdout().lock();
    if args.json {
        let row = row(args, name, instance, &found, lengths, seconds);
        writeln!(out, "{}", serde_json::to_string(&row)?)?;
    } else {
        writeln!(out, "{name}: {}", told(&found, lengths, &args.goal))?;
        for line in plan(instance, &found).chunks(8) {
            writeln!(out, "    {}", line.join(", "))?;
        }
    }
    Ok(())
}

fn row<'a>(args: &'a Args, board: &'a str, instance: &Instance, found: &Solution, lengths: Option<Lengths>, seconds: f64) -> Row<'a> {
    Row {
        board,
        status: found.outcome.word(),
        search: &args.search,
        heuristic: None,
        metric: "push",
        goal: &args.goal,
        cost: lengths.map(|lengths| lengths.pushes),
        pushes: lengths.map(|lengths| lengths.pushes),
        unit: lengths.map(|lengths| lengths.unit),
        slides: lengths.map(|lengths| lengths.slides),
        optimal: found.outcome == Outcome::Solved,
        expanded: found.expanded,
        generated: found.generated,
        peak_positions: found.positions,
        component: (found.outcome == Outcome::NoSolution).then_some(found.positions),
        seconds,
        plan: plan(instance, found),
    }
}

/// The pushes as a piece's letter and a direction.
fn plan(instance: &Instance, found: &Solution) -> Vec<String> {
    let step = |push: &Push| format!("{} {}", instance.pieces()[push.piece].letter, push.direction.word());
    found.plan.iter().map(step).collect()
}

/// What was found, for people.
fn told(found: &Solution, lengths: Option<Lengths>, goal: &str) -> String {
    let Solution { expanded, positions, .. } = found;
    match (found.outcome, lengths) {
        (Outcome::Solved, Some(Lengths { pushes, unit, slides })) => {
            format!("{pushes} pushes to `{goal}`, no fewer do ({unit} pieces moved, {slides} slides); {expanded} positions expanded")
        }
        (Outcome::OutOfBudget, _) => format!("a limit was reached after {expanded} positions expanded; there may be a solution"),
        _ => format!("no solution: all {positions} positions that can be reached were explored"),
    }
}

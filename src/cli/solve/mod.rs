//! `clover solve`: the way out of Anti-Virus boards, one line a board.

mod room;
mod watch;

use super::{Usage, complain, warn};
use crate::antivirus::check::Lengths;
use crate::antivirus::heuristic;
use crate::antivirus::instance::Instance;
use crate::antivirus::metric::{Goal, Metric};
use crate::antivirus::picture;
use crate::antivirus::search::{self, Outcome, Search, Solution};
use crate::experiment::{Stopwatch, boards};
use crate::registry::Options;
use crate::seed::Seed;
use anyhow::Context;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `clover solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Boards: drawings, files in the numbered form, JSON files of many, or folders of such
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<PathBuf>,
    /// How to search; `clover strategies antivirus` tells what there is
    #[arg(long, value_name = "NAME", default_value = "astar")]
    search: String,
    /// What estimates the way that is left, for searches that ask
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
    /// How pushes are counted [default: push]
    #[arg(long, value_name = "METRIC", value_parser = Metric::WORDS)]
    metric: Option<String>,
    /// Where the virus is to be [default: out]
    #[arg(long, value_name = "PLACE", value_parser = Goal::WORDS)]
    goal: Option<String>,
    /// An option of the search
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = super::key_value)]
    options: Vec<(String, String)>,
    /// Other seeds give other luck, where a search draws at random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Give up after so many positions expanded
    #[arg(long, value_name = "N")]
    max_expanded: Option<u64>,
    /// Give up rather than use more memory for positions: at most 4 GiB, and no more than this process may have
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// Show the plan push by push
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// How long each push stays
    #[arg(long, value_name = "MS", default_value_t = 400, requires = "watch")]
    delay: u64,
    /// Draw each board with its plan: DIR/BOARD.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
}

/// One board as JSON.
#[derive(Serialize)]
struct Row<'a> {
    board: &'a str,
    status: &'static str,
    limit: Option<&'static str>,
    search: &'a str,
    heuristic: Option<&'static str>,
    metric: &'a str,
    goal: &'a str,
    cost: Option<u64>,
    pushes: Option<u64>,
    unit: Option<u64>,
    slides: Option<u64>,
    optimal: bool,
    expanded: u64,
    generated: u64,
    peak_positions: u64,
    peak_bytes: u64,
    component: Option<u64>,
    seconds: f64,
    plan: Vec<String>,
    message: Option<String>,
}

/// Solves the boards.
///
/// # Errors
/// [`Usage`] where a search, a heuristic or an option is none, or no board could be read.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let search = args.wanted()?;
    let (mut solved, mut failed) = (0, false);
    for path in &args.boards {
        let found = boards::files(path).and_then(|files| {
            let read: Result<Vec<_>, _> = files.iter().map(|file| boards::read(file)).collect();
            Ok(read?.into_iter().flatten())
        });
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                complain(&error.into());
                failed = true;
                continue;
            }
        };
        for (name, instance) in found {
            match instance {
                Ok(instance) => {
                    solved += 1;
                    failed |= !solve(&args, &search, &name, &instance)?;
                }
                Err(why) => {
                    // A fault with a line names its file itself.
                    let known = why.starts_with(&name);
                    warn(if known { why } else { format!("{name}: {why}") });
                    failed = true;
                }
            }
        }
    }
    match (solved, failed) {
        (0, _) => Err(Usage("no board could be read".into()).into()),
        (_, true) => Ok(ExitCode::FAILURE),
        (_, false) => Ok(ExitCode::SUCCESS),
    }
}

impl Args {
    /// The search with its options: those with a flag of their own, and others.
    fn wanted(&self) -> Result<Search, Usage> {
        let names = |names: &[&str]| names.join(", ");
        let Some(entry) = search::find(&self.search) else {
            let known: Vec<&str> = search::ALL.iter().map(|entry| entry.name).collect();
            return Err(Usage(format!("there is no search `{}`; there are: {}", self.search, names(&known))));
        };
        if let Some(name) = self.heuristic.as_ref().filter(|name| heuristic::find(name).is_none()) {
            return Err(Usage(format!("there is no heuristic `{name}`; there are: {}", names(&heuristic::NAMES))));
        }
        let memory = self.memory.unwrap_or_else(room::for_positions);
        let flags = [
            (search::METRIC.name, self.metric.clone()),
            (search::GOAL.name, self.goal.clone()),
            (heuristic::OPTION.name, self.heuristic.clone()),
            (search::MAX_EXPANDED.name, self.max_expanded.map(|most| most.to_string())),
            (search::MEMORY.name, Some(memory.to_string())),
        ];
        let flags = flags.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let others = self.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let options = Options::new(entry, flags.chain(others)).map_err(|error| Usage(error.to_string()))?;
        Ok(Search::new(entry, options))
    }
}

/// Solves one; whether that went as it should.
fn solve(args: &Args, search: &Search, name: &str, instance: &Instance) -> anyhow::Result<bool> {
    let (found, seconds) = Stopwatch::of(|| search.solve(instance, Seed::new(args.seed)));
    if let (Ok(found), Some(dir)) = (&found, &args.svg) {
        draw(dir, name, instance, found)?;
    }
    let mut out = io::stdout();
    match (&found, args.json) {
        (_, true) => {
            let row = row(args, search, name, found.as_ref().map_err(ToString::to_string), instance, seconds);
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        }
        (Ok(found), false) if args.watch && found.outcome == Outcome::Solved => {
            watch::watch(&format!("{name}: {}", told(search, found)), instance, &found.plan, Duration::from_millis(args.delay))?;
        }
        (Ok(found), false) => {
            writeln!(out, "{name}: {}", told(search, found))?;
            for line in plan(instance, found).chunks(8) {
                writeln!(out, "    {}", line.join(", "))?;
            }
        }
        (Err(fault), false) => warn(format_args!("{name}: {fault}")),
    }
    Ok(found.is_ok())
}

/// Writes the picture of a board, named as the board is, without what names no file.
fn draw(dir: &Path, name: &str, instance: &Instance, found: &Solution) -> anyhow::Result<()> {
    let stem = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
    let stem = stem.replace(".json#", "-").replace('#', "-");
    let file = dir.join(stem.strip_suffix(".txt").unwrap_or(&stem).to_string() + ".svg");
    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    fs::write(&file, picture::svg(name, instance, &found.plan)).with_context(|| file.display().to_string())
}

fn row<'a>(
    args: &'a Args,
    search: &Search,
    board: &'a str,
    found: Result<&Solution, String>,
    instance: &Instance,
    seconds: f64,
) -> Row<'a> {
    let solution = found.as_ref().ok();
    let solved = solution.filter(|solution| solution.outcome == Outcome::Solved);
    let count = |of: fn(&Solution) -> u64| solution.map_or(0, |solution| of(solution));
    Row {
        board,
        status: solution.map_or("error", |solution| solution.outcome.word()),
        limit: solution.and_then(|solution| solution.outcome.limit()),
        search: &args.search,
        heuristic: search.task().heuristic.map(|heuristic| heuristic.name),
        metric: search.task().metric.word(),
        goal: search.task().goal.word(),
        cost: solved.map(|solution| solution.cost),
        pushes: solved.map(|solution| solution.lengths.pushes),
        unit: solved.map(|solution| solution.lengths.unit),
        slides: solved.map(|solution| solution.lengths.slides),
        optimal: solved.is_some_and(|solution| solution.optimal),
        expanded: count(|solution| solution.expanded),
        generated: count(|solution| solution.generated),
        peak_positions: count(|solution| solution.positions),
        peak_bytes: count(|solution| solution.bytes),
        component: solution.and_then(|solution| solution.component()),
        seconds,
        plan: solution.map(|solution| plan(instance, solution)).unwrap_or_default(),
        message: found.err(),
    }
}

/// The pushes as a piece's letter and a direction.
fn plan(instance: &Instance, found: &Solution) -> Vec<String> {
    found.plan.iter().map(|push| push.told(instance)).collect()
}

/// What was found, for people.
fn told(search: &Search, found: &Solution) -> String {
    let Solution { expanded, cost, lengths: Lengths { pushes, unit, slides }, .. } = found;
    let goal = search.task().goal.word();
    match (found.outcome, found.outcome.limit()) {
        (Outcome::Solved, _) => {
            let optimal = match (found.optimal, search.task().metric) {
                (true, Metric::Push) => "no fewer do".to_string(),
                (true, metric) => format!("at a cost of {cost} in `{}`, which is the least", metric.word()),
                (false, metric) => format!("at a cost of {cost} in `{}`, perhaps not the least", metric.word()),
            };
            format!("{pushes} pushes to `{goal}`, {optimal} ({unit} pieces moved, {slides} slides); {expanded} positions expanded")
        }
        (_, Some(limit)) => {
            let value = search.options().word(limit);
            format!("out of budget: {limit} = {value} was reached after {expanded} positions expanded; there may be a solution")
        }
        _ => match found.component() {
            Some(all) => format!("no solution: all {all} positions that can be reached were explored"),
            None => format!("no solution: {expanded} positions expanded, beyond which none can lead to `{goal}`"),
        },
    }
}

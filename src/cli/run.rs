//! `clover run`: plays an experiment, and prints who won.

use super::{Progress, Usage, warn};
use crate::experiment::{self, Antivirus, Crocomine, Game, Only, Plan, Run, RunError, Settings, Source};
use crate::record::Status;
use crate::results::Results;
use crate::results::summary::summarise;
use anyhow::Context;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `clover run`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The experiment
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,
    /// Folder for the results [default: results/NAME, NAME being the experiment's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games played at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Go on with a run that was interrupted
    #[arg(long)]
    resume: bool,
    /// Set a value of the experiment, as in seed=3 or sets.0.generate.count=100
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Play only some games: SET/INSTANCE/STRATEGY/REPETITION, where parts left out stand for all
    #[arg(long, value_name = "KEY")]
    only: Option<Only>,
    /// Check the experiment and say how many games it has, without playing
    #[arg(long)]
    dry_run: bool,
}

/// Plays the experiment.
///
/// # Errors
/// What is wrong with the experiment, or kept it from being played.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let usage = |error: &dyn std::fmt::Display| Usage(error.to_string());
    let source = Source::read(&args.experiment, &args.set).map_err(|error| usage(&error))?;
    let plan = Plan::new(&source).map_err(|error| usage(&error))?;
    match plan.game.as_str() {
        "crocomine" => play(&args, &plan, &Crocomine::new(&plan).map_err(|error| usage(&error))?),
        "antivirus" => play(&args, &plan, &Antivirus::new(&plan).map_err(|error| usage(&error))?),
        other => unreachable!("a plan has one of the games there are, and not {other}"),
    }
}

fn play<G: Game>(args: &Args, plan: &Plan, game: &G) -> anyhow::Result<ExitCode> {
    let games = experiment::games(plan, game, args.only.as_ref());
    if games == 0 {
        return Err(Usage("no game has such a key: want --only SET/INSTANCE/STRATEGY/REPETITION".into()).into());
    }
    if args.dry_run {
        writeln!(io::stdout(), "{games} games")?;
        return Ok(ExitCode::SUCCESS);
    }
    let settings = Settings {
        out: args.out.clone().unwrap_or_else(|| PathBuf::from("results").join(&plan.name)),
        jobs: super::jobs(args.jobs),
        resume: args.resume,
        only: args.only.clone(),
        command: super::command(),
    };
    // Where nothing is, nothing can be in the way.
    let holds_something = fs::read_dir(&settings.out).is_ok_and(|mut found| found.next().is_some());
    let refused = |error| match error {
        RunError::Refused(error) if holds_something => Usage(error.to_string()).into(),
        error => anyhow::Error::from(error).context("the results cannot be written"),
    };
    let Some(run) = Run::open(plan, game, &settings).map_err(refused)? else {
        warn(format_args!("{} is finished already", settings.out.display()));
        return show(plan, game, &settings).map(|_| ExitCode::SUCCESS);
    };
    let progress = Progress::new(run.left() as usize);
    run.play(&|| progress.step()).context("the run was interrupted; go on with --resume")?;
    progress.finish();
    let errors = show(plan, game, &settings)?;
    warn(format_args!("{games} games in {out}; a page from them: clover report {out} --out {out}/report", out = settings.out.display()));
    if errors > 0 {
        warn(format_args!("{errors} games ended in an error; see the column `message` of runs.csv"));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the summary; how many games ended in an error.
fn show<G: Game>(plan: &Plan, game: &G, settings: &Settings) -> anyhow::Result<usize> {
    let outcomes = Results::open(&settings.out)?.averaged()?;
    let mut summaries = summarise(&outcomes, |_| plan.baseline.as_deref());
    // In the order of the experiment.
    summaries.sort_by_key(|summary| {
        let set = plan.sets.iter().position(|set| *set.name == *summary.set);
        (set, plan.strategies.iter().position(|strategy| *strategy.label == *summary.strategy))
    });
    write!(io::stdout(), "{}", experiment::table(&summaries, &game.schema(), plan.baseline.as_deref()))?;
    Ok(outcomes.games().iter().filter(|outcome| outcome.status == Status::Error).count())
}

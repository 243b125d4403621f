//! `clover play`: one strategy on map files, one line a game.

mod rows;
mod sets;

use self::rows::Rows;
use self::sets::{Instance, Sets};
use super::watch::Watch;
use super::{Output, Progress, Usage, complain};
use crate::crocomine::level::Level;
use crate::crocomine::play::{Game, LocalHost, game_seed, play};
use crate::crocomine::posterior::Engine;
use crate::crocomine::state::GridInfos;
use crate::crocomine::strategy::{ALL, Entry, OptionError, Options, find};
use crate::crocomine::trace;
use crate::experiment::{Stopwatch, model};
use crate::record::Key;
use crate::results;
use crate::seed::Seed;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `clover play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Map files (.croco), or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Who plays
    #[arg(long, value_name = "NAME", default_value = "components", value_parser = PossibleValuesParser::new(ALL.iter().map(|entry| entry.name)))]
    strategy: String,
    /// Set an option of the strategy, see `clover strategies`
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
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
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as KEY=VALUE")?;
    Ok((key.trim().to_string(), value.trim().to_string()))
}

/// Plays the maps.
///
/// # Errors
/// [`Usage`] where an option is wrong or no map could be read; another where
/// something could not be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut player = Player::new(&args)?;
    let mut failed = false;
    let mut found = Vec::new();
    let mut sets = Sets::default();
    for path in &args.paths {
        match sets.instances(path) {
            Ok(instances) => found.extend(instances),
            Err(error) => {
                failed = true;
                complain(&error.into());
            }
        }
    }
    let mut rows = Rows::new(args.json, &found);
    let progress = Progress::new(found.len());
    for instance in &found {
        match instance.level() {
            Ok(level) => {
                let (game, seconds) = player.game(instance, &level)?;
                progress.aside(|| rows.row(instance, &game, seconds))?;
            }
            Err(error) => {
                failed = true;
                progress.aside(|| complain(&error.into()));
            }
        }
        if !args.watch {
            progress.step();
        }
    }
    progress.finish();
    if rows.games == 0 {
        return Err(Usage("no map could be read".into()).into());
    }
    rows.total()?;
    Ok(if failed || rows.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A strategy with its options, and who looks on.
struct Player<'a> {
    args: &'a Args,
    entry: &'static Entry,
    options: Options,
    engine: Engine,
    trace: Option<Output>,
}

impl<'a> Player<'a> {
    fn new(args: &'a Args) -> anyhow::Result<Self> {
        let wrong = |error: OptionError| Usage(error.to_string());
        let entry = find(&args.strategy).ok_or_else(|| Usage(format!("no strategy `{}`", args.strategy)))?;
        let given = args.options.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let given = given.chain(args.model.iter().map(|file| ("model", file.clone())));
        let options = Options::new(entry, given).map_err(wrong)?;
        let (options, _) = model::load(entry, options, |file| file.into()).map_err(|error| Usage(error.to_string()))?;
        (entry.build)(&options).map_err(wrong)?;
        let trace = args.trace.clone().map(Output::new).transpose()?;
        Ok(Self { args, entry, options, engine: Engine::default(), trace })
    }

    /// Plays one game; its seconds are those of the strategy and the host.
    fn game(&mut self, instance: &Instance, level: &Level) -> anyhow::Result<(Game, f64)> {
        if let Some(out) = &mut self.trace {
            out.open()?;
        }
        let told = level.knowledge();
        let seed = game_seed(Seed::new(self.args.seed), 0, &told, instance.place);
        let mut strategy = (self.entry.build)(&self.options)?;
        let watch = self.args.watch.then(|| Watch::new(&instance.name(), Duration::from_millis(self.args.delay))).transpose()?;
        let grid_infos = || GridInfos::new(told.grid(), told.start(), told.totals(), Some(level.three_bv()));
        let trace = self.trace.is_some().then(|| trace::Trace::new(grid_infos()));
        let mut observers = (watch, trace);

        let stopwatch = Stopwatch::start();
        let (mut host, mut strategy) = (LocalHost::new(level), stopwatch.around(&mut *strategy));
        let game = play(&mut stopwatch.around(&mut host), told, &mut strategy, &mut self.engine, seed, &mut observers);
        let seconds = stopwatch.seconds();

        let (watch, trace) = observers;
        watch.map_or(Ok(()), Watch::finish)?;
        if let (Some(trace), Some(out)) = (trace, &mut self.trace) {
            let key = Key {
                game: "crocomine".into(),
                set: instance.set.clone(),
                instance: instance.file.file_stem().unwrap_or_default().to_string_lossy().into(),
                strategy: self.entry.name.into(),
                repetition: 0,
            };
            let line = serde_json::to_string(&results::Trace::new(&key, trace.into_record(game.status)))?;
            out.text(&(line + "\n"))?;
        }
        Ok((game, seconds))
    }
}

//! `clover play`: one strategy on map files, one line a game.

use super::watch::Watch;
use super::{Progress, Usage, warn};
use crate::crocomine::level::Level;
use crate::crocomine::play::{Game, LocalHost, Status, game_seed, play};
use crate::crocomine::posterior::Engine;
use crate::crocomine::state::GridInfos;
use crate::crocomine::strategy::{ALL, Entry, OptionError, Options, find};
use crate::crocomine::trace;
use crate::experiment::maps;
use crate::record::Key;
use crate::results;
use crate::results::summary::CONFIDENCE;
use crate::seed::Seed;
use crate::stats::wilson;
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    /// Write the games to this file, action by action, one JSON object a game
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
    for path in &args.paths {
        match instances(path) {
            Ok(instances) => found.extend(instances),
            Err(error) => {
                failed = true;
                warn(error);
            }
        }
    }
    let mut report = Report::new(args.json, &found);
    let progress = Progress::new(found.len());
    for instance in &found {
        match instance.level() {
            Ok(level) => {
                let (game, seconds) = player.game(instance, &level)?;
                progress.aside(|| report.row(instance, &game, seconds))?;
            }
            Err(error) => {
                failed = true;
                progress.aside(|| warn(error));
            }
        }
        if !args.watch {
            progress.step();
        }
    }
    progress.finish();
    if report.games == 0 {
        return Err(Usage("no map could be read".into()).into());
    }
    report.total()?;
    Ok(if failed || report.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A map file and its place in its set.
struct Instance {
    file: PathBuf,
    set: String,
    place: u64,
}

/// The map files of a path. Their set is their folder, so that a file alone is
/// played as it is with all of its folder.
fn instances(path: &Path) -> anyhow::Result<Vec<Instance>> {
    let files = maps::files(path)?;
    let folder = if path.is_dir() { path } else { path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new(".")) };
    let set = folder.canonicalize()?.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let place = |file: &Path| {
        let all = maps::files(folder).unwrap_or_default();
        all.iter().position(|other| other.file_name() == file.file_name()).unwrap_or(0)
    };
    let first = files.first().map_or(0, |file| place(file));
    let instance = |(place, file)| Instance { file, set: set.clone(), place: place as u64 };
    Ok((first..).zip(files).map(instance).collect())
}

impl Instance {
    fn name(&self) -> String {
        self.file.display().to_string()
    }

    fn level(&self) -> Result<Level, maps::MapError> {
        let mut maps = maps::load(&self.file)?;
        maps.swap_remove(0).1
    }
}

/// A strategy with its options, and who looks on.
struct Player<'a> {
    args: &'a Args,
    entry: &'static Entry,
    options: Options,
    engine: Engine,
    trace: Option<(&'a Path, LineWriter<File>)>,
}

impl<'a> Player<'a> {
    fn new(args: &'a Args) -> anyhow::Result<Self> {
        let wrong = |error: OptionError| Usage(error.to_string());
        let entry = find(&args.strategy).ok_or_else(|| Usage(format!("no strategy `{}`", args.strategy)))?;
        let given = args.options.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let options = Options::new(entry, given).map_err(wrong)?;
        (entry.build)(&options).map_err(wrong)?;
        let create = |path: &'a PathBuf| -> anyhow::Result<_> {
            let file = File::create(path).with_context(|| Usage(path.display().to_string()))?;
            Ok((path.as_path(), LineWriter::new(file)))
        };
        let trace = args.trace.as_ref().map(create).transpose()?;
        Ok(Self { args, entry, options, engine: Engine::default(), trace })
    }

    /// Plays one game; its seconds are those of the play alone.
    #[allow(clippy::disallowed_methods, reason = "the command line is where time is measured")]
    fn game(&mut self, instance: &Instance, level: &Level) -> anyhow::Result<(Game, f64)> {
        let told = level.knowledge();
        let seed = game_seed(Seed::new(self.args.seed), 0, &told, instance.place);
        let mut strategy = (self.entry.build)(&self.options)?;
        let watch = self.args.watch.then(|| Watch::new(&instance.name(), Duration::from_millis(self.args.delay))).transpose()?;
        let grid_infos = || GridInfos::new(told.grid(), told.start(), told.totals(), Some(level.three_bv()));
        let trace = self.trace.is_some().then(|| trace::Trace::new(grid_infos()));
        let mut observers = (watch, trace);

        let started = Instant::now();
        let game = play(&mut LocalHost::new(level), told, strategy.as_mut(), &mut self.engine, seed, &mut observers);
        let seconds = started.elapsed().as_secs_f64();

        let (watch, trace) = observers;
        watch.map_or(Ok(()), Watch::finish)?;
        if let (Some(trace), Some((path, out))) = (trace, &mut self.trace) {
            let key = Key {
                game: "crocomine".into(),
                set: instance.set.as_str().into(),
                instance: instance.file.file_stem().unwrap_or_default().to_string_lossy().into(),
                strategy: self.entry.name.into(),
                repetition: 0,
            };
            let line = serde_json::to_string(&results::Trace::new(&key, trace.into_record()))?;
            writeln!(out, "{line}").with_context(|| path.display().to_string())?;
        }
        Ok((game, seconds))
    }
}

/// Prints the games, as lines for people or as JSON, and counts them.
struct Report {
    json: bool,
    width: usize,
    games: u64,
    won: u64,
    errors: u64,
    actions: u64,
    seconds: f64,
}

/// One game as JSON.
#[derive(Serialize)]
struct Row<'a> {
    map: &'a str,
    set: &'a str,
    status: &'static str,
    actions: u64,
    discoveries: u64,
    guesses: u64,
    chords: u64,
    stalls: u64,
    opened: u64,
    tigers: u64,
    sharks: u64,
    crocodiles: u64,
    seconds: f64,
}

impl Report {
    fn new(json: bool, instances: &[Instance]) -> Self {
        let width = instances.iter().map(|instance| instance.name().chars().count()).max().unwrap_or(0);
        Self { json, width, games: 0, won: 0, errors: 0, actions: 0, seconds: 0.0 }
    }

    fn row(&mut self, instance: &Instance, game: &Game, seconds: f64) -> io::Result<()> {
        self.games += 1;
        self.won += u64::from(game.status == Status::Won);
        self.errors += u64::from(game.status == Status::Error);
        self.actions += game.actions;
        self.seconds += seconds;
        let (map, status) = (instance.name(), game.status.word());
        if !game.message.is_empty() {
            warn(format_args!("{map}: {status}: {}", game.message));
        }
        let mut out = io::stdout().lock();
        let Game { actions, discoveries, guesses, chords, stalls, opened, named: [tigers, sharks, crocodiles], .. } = *game;
        if self.json {
            let (map, set) = (map.as_str(), instance.set.as_str());
            let row = Row { map, set, status, actions, discoveries, guesses, chords, stalls, opened, tigers, sharks, crocodiles, seconds };
            return writeln!(out, "{}", serde_json::to_string(&row)?);
        }
        let width = self.width;
        if self.games == 1 {
            writeln!(out, "{:width$}  status   actions  stalls  opened  tigers  sharks  crocodiles   seconds", "map")?;
        }
        writeln!(
            out,
            "{map:width$}  {status:<7}  {actions:>7}  {stalls:>6}  {opened:>6}  {tigers:>6}  {sharks:>6}  {crocodiles:>10}  {seconds:>8.4}"
        )
    }

    fn total(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let &Self { won, games, .. } = self;
        let interval = wilson(won, games, CONFIDENCE);
        let [rate, low, high] = [won as f64 / games as f64, interval.low, interval.high].map(|share| 100.0 * share);
        let actions = self.actions as f64 / games as f64;
        let percent = 100.0 * CONFIDENCE;
        writeln!(
            io::stdout(),
            "won {won}/{games}: {rate:.1} % ({percent} % interval {low:.1} to {high:.1} %); {actions:.1} actions a game; {:.4} s",
            self.seconds
        )
    }
}

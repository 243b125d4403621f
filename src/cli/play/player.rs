//! Who plays: a strategy with its options, and who looks on.

use super::Args;
use crate::cli::watch::Watch;
use crate::cli::{Output, Usage};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::play::{Game, Host, game_seed, play};
use crate::crocomine::posterior::Engine;
use crate::crocomine::state::GridInfos;
use crate::crocomine::strategy::{Entry, OptionError, Options, find};
use crate::experiment::{Played, Recording, Stalls, Stopwatch, model, strategy_told};
use crate::record::Key;
use crate::results;
use crate::seed::Seed;
use serde_json::{Map, Value};
use std::time::Duration;

/// A strategy with its options, and who looks on.
pub struct Player<'a> {
    args: &'a Args,
    entry: &'static Entry,
    options: Options,
    /// Of its model, where it has one.
    model_sha256: Option<String>,
    engine: Engine,
    /// For the log alone.
    second: Engine,
    trace: Option<Output>,
}

/// A game to be played.
pub struct Turn<'a> {
    /// Its title on the screen.
    pub name: &'a str,
    /// The place of the instance in its set, from 0.
    pub place: u64,
    pub told: Knowledge,
    pub grid_infos: GridInfos,
    /// Whether all that is to be known of it is written down.
    pub recorded: bool,
    pub host: &'a mut dyn Host,
}

/// What came of it.
pub struct Outcome {
    pub game: Game,
    /// What the strategy and the host took. Unit: s.
    pub seconds: f64,
    pub played: Played,
}

impl<'a> Player<'a> {
    pub fn new(args: &'a Args) -> anyhow::Result<Self> {
        let wrong = |error: OptionError| Usage(error.to_string());
        let entry = find(&args.strategy).ok_or_else(|| Usage(format!("no strategy `{}`", args.strategy)))?;
        let given = args.options.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let given = given.chain(args.model.iter().map(|file| ("model", file.clone())));
        let options = Options::new(entry, given).map_err(wrong)?;
        let (options, model_sha256) = model::load(entry, options, |file| file.into()).map_err(|error| Usage(error.to_string()))?;
        (entry.build)(&options).map_err(wrong)?;
        let trace = args.trace.clone().map(Output::new).transpose()?;
        Ok(Self { args, entry, options, model_sha256, engine: Engine::default(), second: Engine::default(), trace })
    }

    /// What the game of an instance is known by.
    pub fn key(&self, (set, instance): (&str, &str)) -> Key {
        Key { game: "crocomine".into(), set: set.into(), instance: instance.into(), strategy: self.entry.name.into(), repetition: 0 }
    }

    /// The strategy as a manifest tells it.
    pub fn told(&self) -> Value {
        strategy_told(self.entry.name, self.entry, &self.options, self.model_sha256.as_deref())
    }

    /// Plays one game.
    pub fn game(&mut self, turn: Turn) -> anyhow::Result<Outcome> {
        let Turn { name, place, told, grid_infos, recorded, host } = turn;
        if let Some(out) = &mut self.trace {
            out.open()?;
        }
        let seed = game_seed(Seed::new(self.args.seed), 0, &told, place);
        let mut strategy = (self.entry.build)(&self.options)?;
        let watch = self.args.watch.then(|| Watch::new(name, Duration::from_millis(self.args.delay))).transpose()?;
        let stalls = if recorded { Stalls::Chosen } else { Stalls::None };
        let traced = recorded || self.trace.is_some();
        let recording = Recording::new(stalls, self.entry.name, traced.then_some(grid_infos), &mut self.second);
        let mut observers = (watch, recording);

        let stopwatch = Stopwatch::start();
        let mut strategy = stopwatch.around(&mut *strategy);
        let game = play(&mut stopwatch.around(host), told, &mut strategy, &mut self.engine, seed, &mut observers);
        let seconds = stopwatch.seconds();

        let (watch, recording) = observers;
        watch.map_or(Ok(()), Watch::finish)?;
        let played = recording.played(&game);
        Ok(Outcome { game, seconds, played })
    }

    /// Writes a game's trace to the file for it, where one is asked for.
    pub fn trace(&mut self, instance: (&str, &str), record: Option<Map<String, Value>>) -> anyhow::Result<()> {
        let key = self.key(instance);
        if let (Some(record), Some(out)) = (record, &mut self.trace) {
            let line = serde_json::to_string(&results::Trace::new(&key, record))?;
            out.text(&(line + "\n"))?;
        }
        Ok(())
    }
}

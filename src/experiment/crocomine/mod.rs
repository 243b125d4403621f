//! The adapter of Crocomine: instances from folders of maps or from the
//! generator, and the play loop.

mod collector;
mod columns;
mod recording;
mod stalls;
mod stopwatch;

pub use columns::{FULL_SCHEMA, SCHEMA, instance};
pub use recording::Recording;
pub use stopwatch::{Stopwatch, Timed};

use super::maps::{self, MapError, NamedMap};
use super::model;
use super::plan::{Collect, Log, Plan, Set, Stalls, Strategy};
use super::source::PlanError;
use super::{Game, Played};
use crate::crocomine::generator::Generator;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::level::Level;
use crate::crocomine::play::{LocalHost, game_seed, play};
use crate::crocomine::posterior::Engine;
use crate::crocomine::recipe::Recipe;
use crate::crocomine::state::GridInfos;
use crate::crocomine::strategy::{self, Entry, Options};
use crate::registry;
use crate::results::{Input, Schema};
use crate::seed::Seed;
use collector::Collector;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// An experiment on Crocomine.
#[derive(Debug)]
pub struct Crocomine {
    seed: Seed,
    log: Log,
    collect: Option<Collect>,
    sets: Vec<(String, Source)>,
    strategies: Vec<Player>,
}

/// Where the instances of a set come from.
#[derive(Debug)]
enum Source {
    /// A folder of maps, as written in the experiment.
    Maps { path: String, maps: Vec<NamedMap>, sha256: String },
    /// A recipe, and what draws maps by it.
    Recipe(Box<Recipe>, Box<Generator>),
}

/// A strategy with its options.
#[derive(Debug)]
struct Player {
    label: String,
    entry: &'static Entry,
    options: Options,
    /// Of its model, where it has one.
    sha256: Option<String>,
}

/// One map, ready to be played.
#[derive(Debug)]
pub struct Instance {
    level: Level,
    /// Its place in its set.
    place: u64,
    /// What a player knows before the first action.
    told: Knowledge,
    /// The same as the game's server says it.
    grid_infos: GridInfos,
}

/// What a thread keeps from game to game.
#[derive(Debug, Default)]
pub struct Worker {
    engine: Engine,
    /// For the log alone.
    second: Engine,
}

/// The keys of a set, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    maps: Option<Spanned<String>>,
    generate: Option<Spanned<Recipe>>,
}

impl Crocomine {
    /// The experiment of a plan: reads its maps, and checks its recipes and
    /// options.
    ///
    /// # Errors
    /// The first mistake, with its place in the plan.
    pub fn new(plan: &Plan) -> Result<Self, PlanError> {
        let seed = Seed::new(plan.seed);
        let set = |set: &Set| Ok((set.name.clone(), Source::new(plan, set, seed)?));
        Ok(Self {
            seed,
            log: plan.log,
            collect: plan.collect,
            sets: plan.sets.iter().map(set).collect::<Result<_, _>>()?,
            strategies: plan.strategies.iter().map(|strategy| Player::new(plan, strategy)).collect::<Result<_, _>>()?,
        })
    }
}

impl Source {
    fn new(plan: &Plan, set: &Set, seed: Seed) -> Result<Self, PlanError> {
        let fault = |place: &Range<usize>, what: &dyn Display| plan.fault(place, format!("set `{}`: {what}", set.name));
        match plan.read(set)? {
            Written { maps: Some(path), generate: None } => match maps::load_hashed(&plan.resolve(path.get_ref())) {
                Ok((maps, sha256)) => Ok(Self::Maps { path: path.into_inner(), maps, sha256 }),
                Err(error) => Err(fault(&path.span(), &format!("{:#}", anyhow::Error::from(error)))),
            },
            Written { maps: None, generate: Some(recipe) } => match Generator::new(recipe.get_ref(), seed) {
                Ok(generator) => Ok(Self::Recipe(Box::new(recipe.into_inner()), Box::new(generator))),
                Err(error) => Err(fault(&recipe.span(), &error)),
            },
            _ => Err(fault(&set.keys.span(), &"want either `maps`, a folder, or `generate`, a recipe")),
        }
    }
}

impl Player {
    fn new(plan: &Plan, strategy: &Strategy) -> Result<Self, PlanError> {
        let fault = |what: String| plan.fault(&strategy.place, what);
        let (entry, options) = plan.chosen(strategy, strategy::ALL, "strategy")?;
        let (options, sha256) = model::load(entry, options, |file| plan.resolve(file)).map_err(|error| fault(error.to_string()))?;
        (entry.build)(&options).map_err(|error| fault(error.to_string()))?;
        Ok(Self { label: strategy.label.clone(), entry, options, sha256 })
    }

    /// The strategy, for a game that begins.
    fn build(&self) -> Box<dyn strategy::Strategy> {
        (self.entry.build)(&self.options).unwrap_or_else(|error| unreachable!("it was built before: {error}"))
    }
}

impl Game for Crocomine {
    type Instance = Instance;
    type Worker = Worker;

    fn name(&self) -> &'static str {
        "crocomine"
    }

    fn schema(&self) -> Schema {
        if self.collect.is_some() || self.log.stalls == Stalls::Candidates { FULL_SCHEMA } else { SCHEMA }
    }

    fn instances(&self, set: usize) -> u64 {
        match &self.sets[set].1 {
            Source::Maps { maps, .. } => maps.len() as u64,
            Source::Recipe(recipe, _) => recipe.count,
        }
    }

    fn instance_name(&self, set: usize, place: u64) -> String {
        match &self.sets[set].1 {
            Source::Maps { maps, .. } => maps[place as usize].0.clone(),
            Source::Recipe(recipe, _) => recipe.name(place),
        }
    }

    fn instance(&self, set: usize, place: u64) -> Result<Instance, String> {
        let level = match &self.sets[set].1 {
            Source::Maps { maps, .. } => maps[place as usize].1.as_ref().map_err(fault_of_map)?.clone(),
            Source::Recipe(_, generator) => generator.level(place),
        };
        let (told, grid_infos) = (level.knowledge(), GridInfos::of(&level));
        Ok(Instance { level, place, told, grid_infos })
    }

    fn describe(&self, instance: &Instance) -> Vec<String> {
        columns::instance(instance.level.title(), &instance.grid_infos)
    }

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn play(&self, worker: &mut Worker, instance: &Instance, strategy: usize, repetition: u64, traced: bool) -> Played {
        let player = &self.strategies[strategy];
        let Instance { level, told, grid_infos, place } = instance;
        // What is collected is all that is told of stalls.
        let which = if self.collect.is_some() { Stalls::None } else { self.log.stalls };
        let mut recording = Recording::new(which, player.entry.name, traced.then(|| grid_infos.clone()), &mut worker.second);
        let seed = game_seed(self.seed, repetition, told, *place);
        let mut play = |strategy: &mut dyn strategy::Strategy| {
            play(&mut LocalHost::new(level), told.clone(), strategy, &mut worker.engine, seed, &mut recording)
        };
        match self.collect {
            None => {
                let game = play(&mut *player.build());
                recording.played(&game)
            }
            Some(collect) => {
                let mut collector = Collector::new(collect, &self.strategies);
                let game = play(&mut collector);
                Played { stalls: collector.rows, ..recording.played(&game) }
            }
        }
    }

    fn sets(&self) -> Vec<Value> {
        let set = |(name, source): &(String, Source)| match source {
            Source::Maps { path, .. } => json!({"name": name, "maps": path}),
            Source::Recipe(recipe, _) => json!({"name": name, "generate": recipe}),
        };
        self.sets.iter().map(set).collect()
    }

    fn strategies(&self) -> Vec<Value> {
        self.strategies.iter().map(|player| strategy_told(&player.label, player.entry, &player.options, player.sha256.as_deref())).collect()
    }

    fn inputs(&self) -> Vec<Input> {
        let read = |(name, source): &(String, Source)| match source {
            Source::Maps { maps, sha256, .. } => Some(Input { set: name.clone(), files: maps.len(), sha256: sha256.clone() }),
            Source::Recipe(..) => None,
        };
        self.sets.iter().filter_map(read).collect()
    }
}

/// A strategy as a manifest tells it; the hash is that of its model, where it has one.
pub fn strategy_told<B>(label: &str, entry: &registry::Entry<B>, options: &Options, model_sha256: Option<&str>) -> Value {
    let options: Map<String, Value> = options.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let mut told = json!({"label": label, "name": entry.name, "options": options});
    if let Some(sha256) = model_sha256 {
        told["model_sha256"] = sha256.into();
    }
    told
}

/// What is wrong with a map, by the name of its file alone: a row does not tell
/// where on a disc the maps lay.
fn fault_of_map(error: &MapError) -> String {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match error {
        MapError::Broken(path, error) => format!("{}:{error}", name(path)),
        MapError::Unreadable(path, error) => format!("{}: cannot be read: {error}", name(path)),
        MapError::TooLarge(path) | MapError::Empty(path) | MapError::SameName { folder: path, .. } => {
            error.to_string().replace(&path.display().to_string(), &name(path))
        }
    }
}

//! Runs an experiment: every strategy on every instance, on all cores.
//!
//! A thread takes one instance at a time and plays all that is missing of it, so
//! that an instance is made once and never kept. Games go to the journal as they
//! end, a second's worth at a time. A game that panics is a row of its own, and
//! the others go on.

use super::only::Only;
use super::plan::Plan;
use super::{Game, Played};
use crate::record::Key;
use crate::results::{self, Entry, Index, Manifest, Recorder};
use serde_json::{Value, json};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How to run, beyond what the plan says.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The results folder.
    pub out: PathBuf,
    /// How many games are played at a time, from 1.
    pub jobs: usize,
    /// Whether to go on with what is there.
    pub resume: bool,
    /// Which games are meant, where not all are.
    pub only: Option<Only>,
    /// The command, word by word, for the manifest.
    pub command: Vec<String>,
}

/// Why a run did not end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It did not start: the folder holds something else. Nothing was changed.
    #[error(transparent)]
    Refused(results::Error),
    /// It was interrupted, and can be resumed.
    #[error(transparent)]
    Failed(results::Error),
    /// There are no threads to be had.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A run that is about to start, or to go on.
pub struct Run<'a, G> {
    plan: &'a Plan<'a>,
    game: &'a G,
    settings: &'a Settings,
    threads: rayon::ThreadPool,
    done: Index,
    recorder: Recorder,
}

impl<'a, G: Game> Run<'a, G> {
    /// Opens the results folder; `None` where the results are there already.
    ///
    /// # Errors
    /// Where the folder holds another result or cannot be written, or there are no
    /// threads to be had.
    pub fn open(plan: &'a Plan, game: &'a G, settings: &'a Settings) -> Result<Option<Self>, RunError> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(settings.jobs).build()?;
        let only = settings.only.as_ref().map(Only::to_string);
        let mut manifest = Manifest::started(settings.command.clone(), resolved(plan, game), game.inputs(), only, settings.jobs);
        manifest.averaged = game.schema().averaged().map(|column| column.name.into()).collect();
        let (recorder, done) = if settings.resume {
            match Recorder::resume(&settings.out, manifest).map_err(RunError::Refused)? {
                Some(going) => going,
                None => return Ok(None),
            }
        } else {
            (Recorder::start(&settings.out, manifest).map_err(RunError::Refused)?, Index::default())
        };
        Ok(Some(Self { plan, game, settings, threads, done, recorder }))
    }

    /// How many games are left to play.
    pub fn left(&self) -> u64 {
        games(self.plan, self.game, self.settings.only.as_ref()).saturating_sub(self.done.len() as u64)
    }

    /// Plays them and writes the tables; `ended` is called after each game.
    ///
    /// # Errors
    /// Where something cannot be written.
    pub fn play(self, ended: &(dyn Fn() + Sync)) -> Result<(), RunError> {
        let next = AtomicU64::new(0);
        let thread = || Thread { run: &self, next: &next, ended, worker: self.game.worker(), lines: String::new(), since: now() };
        let worked: Result<(), results::Error> = self.threads.broadcast(|_| thread().work()).into_iter().collect();
        worked.and_then(|()| self.recorder.finish(&self.game.schema())).map_err(RunError::Failed)
    }
}

/// How many games an experiment has.
pub fn games<G: Game>(plan: &Plan, game: &G, only: Option<&Only>) -> u64 {
    let of_set = |set: usize| match only {
        None => game.instances(set).saturating_mul(plan.repetitions).saturating_mul(plan.players().len() as u64),
        Some(only) => {
            let of_instance = |place| keys(plan, game, set, place).filter(|(_, key)| only.game(key)).count() as u64;
            let meant = |&place: &u64| only.instance(&plan.sets[set].name, &game.instance_name(set, place));
            (0..game.instances(set)).filter(meant).map(of_instance).sum()
        }
    };
    (0..plan.sets.len()).map(of_set).fold(0, u64::saturating_add)
}

/// The games of an instance: the strategy's place, and the key.
fn keys<G: Game>(plan: &Plan, game: &G, set: usize, place: u64) -> impl Iterator<Item = (usize, Key)> {
    let names: [Arc<str>; 3] = [game.name().into(), plan.sets[set].name.as_str().into(), game.instance_name(set, place).into()];
    let label = |place: usize| (place, plan.strategies[place].label.as_str().into());
    let players: Vec<(usize, Arc<str>)> = plan.players().map(label).collect();
    (0..plan.repetitions).flat_map(move |repetition| {
        let [game, set, instance] = names.clone();
        let key = move |strategy| Key { game: game.clone(), set: set.clone(), instance: instance.clone(), strategy, repetition };
        players.clone().into_iter().map(move |(place, label)| (place, key(label)))
    })
}

/// The experiment as resolved.
fn resolved<G: Game>(plan: &Plan, game: &G) -> Value {
    json!({
        "name": plan.name,
        "game": plan.game,
        "question": plan.question,
        "seed": plan.seed,
        "repetitions": plan.repetitions,
        "baseline": plan.baseline,
        "log": plan.log,
        "collect": plan.collect.map(|collect| collect.told(plan)),
        "sets": game.sets(),
        "strategies": game.strategies(),
    })
}

/// One thread of a run.
struct Thread<'a, G: Game> {
    run: &'a Run<'a, G>,
    /// The next instance to be taken by any thread, over all sets.
    next: &'a AtomicU64,
    ended: &'a (dyn Fn() + Sync),
    worker: G::Worker,
    /// Lines for the journal, handed over about once a second.
    lines: String,
    since: Instant,
}

impl<G: Game> Thread<'_, G> {
    /// Plays until nothing is left.
    fn work(mut self) -> Result<(), results::Error> {
        while let Some((set, place)) = self.take() {
            let played = self.play_instance(set, place);
            if played.is_err() {
                // Let the other threads end too.
                self.next.store(u64::MAX / 2, Ordering::Relaxed);
                return played;
            }
        }
        self.flush()
    }

    /// The next instance: its set, and its place in it.
    fn take(&self) -> Option<(usize, u64)> {
        let mut place = self.next.fetch_add(1, Ordering::Relaxed);
        for set in 0..self.run.plan.sets.len() {
            let instances = self.run.game.instances(set);
            if place < instances {
                return Some((set, place));
            }
            place -= instances;
        }
        None
    }

    /// Plays all that is missing of one instance.
    fn play_instance(&mut self, set: usize, place: u64) -> Result<(), results::Error> {
        let Run { plan, game, settings, done, .. } = self.run;
        let wanted = |(_, key): &(usize, Key)| settings.only.as_ref().is_none_or(|only| only.game(key)) && !done.has(key);
        let mut keys = keys(plan, *game, set, place).filter(wanted).peekable();
        let Some((_, first)) = keys.peek() else { return Ok(()) };
        let names = vec![first.set.to_string(), first.instance.to_string()];
        let schema = game.schema();
        let instance = caught(|| game.instance(set, place)).and_then(|made| made);
        let about = instance.as_ref().map_or_else(|_| vec![String::new(); schema.instance.len()], |made| game.describe(made));
        self.add(&Entry::Instance([names, about].concat()))?;
        for (strategy, key) in keys {
            let traced = place * plan.repetitions + key.repetition < plan.log.games;
            let start = now();
            let played = match &instance {
                Ok(instance) => caught(|| game.play(&mut self.worker, instance, strategy, key.repetition, traced)),
                Err(message) => Err(message.clone()),
            };
            let seconds = start.elapsed().as_secs_f64();
            let played = played.unwrap_or_else(|message| {
                // Nothing is known of the state that a panic left it in.
                self.worker = game.worker();
                Played::failed(&schema, message)
            });
            self.add(&played.entry(&key, seconds))?;
            (self.ended)();
        }
        Ok(())
    }

    fn add(&mut self, entry: &Entry) -> Result<(), results::Error> {
        self.lines.push_str(&entry.line());
        if self.lines.len() > 1 << 20 || self.since.elapsed() > Duration::from_secs(1) { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), results::Error> {
        self.run.recorder.append(&self.lines)?;
        self.lines.clear();
        self.since = now();
        Ok(())
    }
}

/// Calls `f`; where it panics, the message is the error.
fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    let message = |payload: Box<dyn Any + Send>| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast_ref::<&str>().map_or_else(String::new, |message| (*message).to_string()),
    };
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| format!("a fault of the program: {}", message(payload)))
}

fn now() -> Instant {
    // Only `times.csv` holds what is measured, and nothing else depends on it.
    #[allow(clippy::disallowed_methods)]
    Instant::now()
}

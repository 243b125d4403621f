//! Runs an experiment: every strategy on every instance, on all cores.
//!
//! A thread takes one instance at a time and plays all that is missing of it, so
//! that an instance is made once and never kept. Games go to the journal as they
//! end, a second's worth at a time. A game that panics is a row of its own, and
//! the others go on.

use super::only::Only;
use super::plan::Plan;
use super::progress::Progress;
use super::{Game, Played};
use crate::record::{Field, Key};
use crate::results::summary::Status;
use crate::results::{self, Entry, Index, Manifest, Recorder, Resumed, Trace};
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

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The results are there now.
    Now,
    /// They were there already.
    Before,
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

/// Plays what is missing of an experiment, and writes its tables.
///
/// # Errors
/// Where the folder holds another result, or something cannot be written.
pub fn run<G: Game>(plan: &Plan, game: &G, settings: &Settings) -> Result<Ended, RunError> {
    let only = settings.only.as_ref();
    let manifest =
        Manifest::started(settings.command.clone(), resolved(plan, game), game.inputs(), only.map(Only::to_string), settings.jobs);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.jobs).build()?;
    let (recorder, done) = if settings.resume {
        match Recorder::resume(&settings.out, manifest).map_err(RunError::Refused)? {
            Resumed::Finished => return Ok(Ended::Before),
            Resumed::Going(recorder, done) => (recorder, done),
        }
    } else {
        (Recorder::start(&settings.out, manifest).map_err(RunError::Refused)?, Index::default())
    };
    let progress = Progress::new(games(plan, game, only).saturating_sub(done.len() as u64));
    let run = Run { plan, game, only, done, recorder: &recorder, next: AtomicU64::new(0), progress: &progress };
    let worked: Result<Vec<()>, results::Error> = pool.broadcast(|_| run.work()).into_iter().collect();
    progress.end();
    worked.and_then(|_| recorder.finish(&game.schema())).map_err(RunError::Failed)?;
    Ok(Ended::Now)
}

/// How many games an experiment has.
pub fn games<G: Game>(plan: &Plan, game: &G, only: Option<&Only>) -> u64 {
    let of_set = |set: usize| match only {
        None => game.instances(set) * plan.repetitions * plan.strategies.len() as u64,
        Some(only) => {
            let of_instance = |place| keys(plan, game, set, place, |key| only.game(key)).len() as u64;
            let meant = |&place: &u64| only.instance(&plan.sets[set].name, &game.instance_name(set, place));
            (0..game.instances(set)).filter(meant).map(of_instance).sum()
        }
    };
    (0..plan.sets.len()).map(of_set).sum()
}

/// The games of an instance that are wanted: the strategy's place, and the key.
fn keys<G: Game>(plan: &Plan, game: &G, set: usize, place: u64, wanted: impl Fn(&Key) -> bool) -> Vec<(usize, Key)> {
    let (game_name, set_name): (Arc<str>, Arc<str>) = (game.name().into(), plan.sets[set].name.as_str().into());
    let instance: Arc<str> = game.instance_name(set, place).into();
    let mut keys = Vec::new();
    for repetition in 0..plan.repetitions {
        for (nth, strategy) in plan.strategies.iter().enumerate() {
            let (game, set, instance) = (game_name.clone(), set_name.clone(), instance.clone());
            keys.push((nth, Key { game, set, instance, strategy: strategy.label.as_str().into(), repetition }));
        }
    }
    keys.retain(|(_, key)| wanted(key));
    keys
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
        "sets": game.sets(),
        "strategies": game.strategies(),
    })
}

/// A run in progress, as all threads see it.
struct Run<'a, G> {
    plan: &'a Plan<'a>,
    game: &'a G,
    only: Option<&'a Only>,
    done: Index,
    recorder: &'a Recorder,
    /// The next instance to be taken, over all sets.
    next: AtomicU64,
    progress: &'a Progress,
}

impl<G: Game> Run<'_, G> {
    /// Plays until nothing is left.
    fn work(&self) -> Result<(), results::Error> {
        let mut worker = self.game.worker();
        let mut lines = Lines { recorder: self.recorder, text: String::new(), since: now() };
        while let Some((set, place)) = self.take() {
            let played = self.play_instance(&mut worker, &mut lines, set, place);
            if played.is_err() {
                // Let the other threads end too.
                self.next.store(u64::MAX / 2, Ordering::Relaxed);
                return played;
            }
        }
        lines.flush()
    }

    /// The next instance: its set, and its place in it.
    fn take(&self) -> Option<(usize, u64)> {
        let mut place = self.next.fetch_add(1, Ordering::Relaxed);
        for set in 0..self.plan.sets.len() {
            let instances = self.game.instances(set);
            if place < instances {
                return Some((set, place));
            }
            place -= instances;
        }
        None
    }

    /// Plays all that is missing of one instance.
    fn play_instance(&self, worker: &mut G::Worker, lines: &mut Lines, set: usize, place: u64) -> Result<(), results::Error> {
        let wanted = |key: &Key| self.only.is_none_or(|only| only.game(key)) && !self.done.has(key);
        let keys = keys(self.plan, self.game, set, place, wanted);
        let Some((_, first)) = keys.first() else { return Ok(()) };
        let schema = self.game.schema();
        let instance = caught(|| self.game.instance(set, place)).and_then(|made| made);
        let about = instance.as_ref().map_or_else(|_| vec![String::new(); schema.instance.len()], |made| self.game.describe(made));
        lines.add(&Entry::Instance([vec![first.set.to_string(), first.instance.to_string()], about].concat()))?;
        for (strategy, key) in &keys {
            let traced = place * self.plan.repetitions + key.repetition < self.plan.log.games;
            let start = now();
            let played = match &instance {
                Ok(instance) => caught(|| self.game.play(worker, instance, *strategy, key.repetition, traced)),
                Err(message) => Err(message.clone()),
            };
            let seconds = start.elapsed().as_secs_f64();
            let played = played.unwrap_or_else(|message| {
                // Nothing is known of the state that a panic left it in.
                *worker = self.game.worker();
                let run = vec![String::new(); schema.run.len()];
                Played { status: Status::Error, run, message, stalls: Vec::new(), trace: None }
            });
            lines.add(&entry(key, seconds, played))?;
            self.progress.add();
        }
        Ok(())
    }
}

fn entry(key: &Key, seconds: f64, played: Played) -> Entry {
    Entry::Game(results::Game {
        stalls: played.stalls,
        trace: played.trace.map(|record| Trace::new(key, record)),
        seconds: seconds.write(),
        run: [&key.cells()[..], &[played.status.write()], &played.run, &[played.message]].concat(),
    })
}

/// Calls `f`; where it panics, the message is the error.
fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    let message = |payload: Box<dyn Any + Send>| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast_ref::<&str>().map_or_else(String::new, |message| (*message).to_string()),
    };
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| format!("a fault of the program: {}", message(payload)))
}

/// Lines for the journal, handed over about once a second.
struct Lines<'a> {
    recorder: &'a Recorder,
    text: String,
    since: Instant,
}

impl Lines<'_> {
    fn add(&mut self, entry: &Entry) -> Result<(), results::Error> {
        self.text.push_str(&entry.line());
        if self.text.len() > 1 << 20 || self.since.elapsed() > Duration::from_secs(1) { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), results::Error> {
        self.recorder.append(&self.text)?;
        self.text.clear();
        self.since = now();
        Ok(())
    }
}

fn now() -> Instant {
    // Only `times.csv` holds what is measured, and nothing else depends on it.
    #[allow(clippy::disallowed_methods)]
    Instant::now()
}

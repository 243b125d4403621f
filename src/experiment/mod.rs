//! Experiments: from a question in a TOML file to the rows of its answer.
//!
//! A [`Plan`] is the file as meant; a [`Run`] plays it, with one [`Game`] as the
//! adapter between it and the rules of a game, and records what comes of it in a
//! results folder. Whatever is drawn depends on the seed, the repetition and the
//! instance alone, so that all strategies meet the same luck and the results are
//! the same for any number of jobs.

mod antivirus;
pub mod boards;
mod crocomine;
pub mod maps;
pub mod model;
mod only;
mod plan;
mod run;
mod source;
mod summary;
mod sweep;
pub mod train;

pub use antivirus::{Antivirus, SCHEMA as ANTIVIRUS_SCHEMA};
pub use crocomine::{Crocomine, FULL_SCHEMA, Recording, SCHEMA, Stopwatch, Timed, instance, strategy_told};
pub use only::Only;
pub use plan::{Collect, Given, Log, Plan, Set, Stalls, Strategy};
pub use run::{Run, RunError, Settings, games};
pub use source::{PlanError, Source};
pub use summary::table;

use crate::record::{Field, Key, Status};
use crate::results::{self, Entry, Input, Schema, Trace};
use serde_json::{Map, Value};

/// The games that can be played.
pub const GAMES: [&str; 2] = ["crocomine", "antivirus"];

/// A game as experiments see it: instances, and strategies that play them.
/// Sets and strategies are told by their places in the plan, instances by their
/// places in their set, all from 0.
pub trait Game: Sync {
    /// One instance, ready to be played many times.
    type Instance;
    /// What a thread keeps from game to game.
    type Worker;

    /// Its name in files.
    fn name(&self) -> &'static str;
    /// The columns of its tables.
    fn schema(&self) -> Schema;
    /// How many instances a set has.
    fn instances(&self, set: usize) -> u64;
    /// The name of an instance, unique in its set.
    fn instance_name(&self, set: usize, place: u64) -> String;
    /// An instance, or why there is none.
    ///
    /// # Errors
    /// What is wrong with it, for people; nothing in it depends on the machine.
    fn instance(&self, set: usize, place: u64) -> Result<Self::Instance, String>;
    /// What `instances.csv` says of an instance; not all of it is empty.
    fn describe(&self, instance: &Self::Instance) -> Vec<String>;
    /// What a new thread starts with.
    fn worker(&self) -> Self::Worker;
    /// Plays an instance once.
    fn play(&self, worker: &mut Self::Worker, instance: &Self::Instance, strategy: usize, repetition: u64, traced: bool) -> Played;
    /// The sets as meant, for the manifest.
    fn sets(&self) -> Vec<Value>;
    /// The strategies as meant, for the manifest.
    fn strategies(&self) -> Vec<Value>;
    /// The files that were read.
    fn inputs(&self) -> Vec<Input>;
}

/// What comes of one game.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub status: Status,
    /// The game's own columns of `runs.csv`.
    pub run: Vec<String>,
    /// Why it ended so, where that needs words.
    pub message: String,
    /// Rows of `stalls.csv`, without the key.
    pub stalls: Vec<Vec<String>>,
    /// What was done, if it was to be kept.
    pub trace: Option<Map<String, Value>>,
}

impl Played {
    /// What did not come to be played.
    pub fn failed(schema: &Schema, message: String) -> Self {
        let run = vec![String::new(); schema.run.len()];
        Self { status: Status::Error, run, message, stalls: Vec::new(), trace: None }
    }

    /// The game of this key in a journal. Unit of `seconds`: s.
    pub fn entry(self, key: &Key, seconds: f64) -> Entry {
        Entry::Game(Box::new(results::Game {
            stalls: self.stalls,
            trace: self.trace.map(|record| Trace::new(key, record)),
            seconds: seconds.write(),
            run: [&key.cells()[..], &[self.status.write()], &self.run, &[self.message]].concat(),
        }))
    }
}

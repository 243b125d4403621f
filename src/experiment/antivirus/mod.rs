//! The adapter of Anti-Virus: boards from files or from the generator, and the searches.
//!
//! A board is *won* where a plan is found, *lost* where it is certain that there is none, and
//! *given up* where a limit was reached.

mod columns;

pub use columns::SCHEMA;

use super::boards::{self, NamedBoard};
use super::plan::{Plan, Set, Strategy};
use super::source::PlanError;
use super::{Game, Played, strategy_told};
use crate::antivirus::drawing;
use crate::antivirus::features::{Features, features};
use crate::antivirus::generator::Generator;
use crate::antivirus::instance::Instance;
use crate::antivirus::recipe::Recipe;
use crate::antivirus::search::{self, Outcome, Search, Solution};
use crate::record::Status;
use crate::results::{Input, Schema};
use crate::seed::Seed;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::ops::Range;
use toml::Spanned;

/// An experiment on Anti-Virus.
pub struct Antivirus {
    seed: Seed,
    sets: Vec<(String, Source)>,
    strategies: Vec<(String, Search)>,
}

/// Where the boards of a set come from.
enum Source {
    /// A file or folder, as written in the experiment.
    Boards { path: String, boards: Vec<NamedBoard>, sha256: String },
    /// A recipe, and what draws boards by it.
    Recipe(Recipe, Generator),
}

/// One board, ready to be solved.
#[derive(Debug)]
pub struct Board {
    instance: Instance,
    difficulty: Option<u64>,
    features: Features,
    /// What luck is derived from: the board as drawn.
    drawing: String,
}

/// The keys of a set, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    boards: Option<Spanned<String>>,
    generate: Option<Spanned<Recipe>>,
}

impl Antivirus {
    /// The experiment of a plan: reads its boards, and checks its recipes and options.
    ///
    /// # Errors
    /// The first mistake, with its place in the plan.
    pub fn new(plan: &Plan) -> Result<Self, PlanError> {
        let seed = Seed::new(plan.seed);
        let set = |set: &Set| Ok((set.name.clone(), Source::new(plan, set, seed)?));
        Ok(Self {
            seed,
            sets: plan.sets.iter().map(set).collect::<Result<_, _>>()?,
            strategies: plan.strategies.iter().map(|strategy| wanted(plan, strategy)).collect::<Result<_, _>>()?,
        })
    }
}

/// A search with its options, under its label.
fn wanted(plan: &Plan, strategy: &Strategy) -> Result<(String, Search), PlanError> {
    let (entry, options) = plan.chosen(strategy, search::ALL, "search")?;
    Ok((strategy.label.clone(), Search::new(entry, options)))
}

impl Source {
    fn new(plan: &Plan, set: &Set, seed: Seed) -> Result<Self, PlanError> {
        let fault = |place: &Range<usize>, what: &dyn Display| plan.fault(place, format!("set `{}`: {what}", set.name));
        match plan.read(set)? {
            Written { boards: Some(path), generate: None } => match boards::load_hashed(&plan.resolve(path.get_ref())) {
                Ok((boards, sha256)) => Ok(Self::Boards { path: path.into_inner(), boards, sha256 }),
                Err(error) => Err(fault(&path.span(), &format!("{:#}", anyhow::Error::from(error)))),
            },
            Written { boards: None, generate: Some(recipe) } => match Generator::new(recipe.get_ref(), seed) {
                Ok(generator) => Ok(Self::Recipe(recipe.into_inner(), generator)),
                Err(error) => Err(fault(&recipe.span(), &error)),
            },
            _ => Err(fault(&set.keys.span(), &"want either `boards`, a file or folder, or `generate`, a recipe")),
        }
    }
}

impl Game for Antivirus {
    type Instance = Board;
    type Worker = ();

    fn name(&self) -> &'static str {
        "antivirus"
    }

    fn schema(&self) -> Schema {
        SCHEMA
    }

    fn instances(&self, set: usize) -> u64 {
        match &self.sets[set].1 {
            Source::Boards { boards, .. } => boards.len() as u64,
            Source::Recipe(recipe, _) => recipe.count,
        }
    }

    fn instance_name(&self, set: usize, place: u64) -> String {
        match &self.sets[set].1 {
            Source::Boards { boards, .. } => boards[place as usize].0.clone(),
            Source::Recipe(recipe, _) => recipe.name(place),
        }
    }

    fn instance(&self, set: usize, place: u64) -> Result<Board, String> {
        let (instance, difficulty) = match &self.sets[set].1 {
            Source::Boards { boards, .. } => (boards[place as usize].1.clone()?, None),
            Source::Recipe(_, generator) => {
                let made = generator.instance(place).map_err(|error| error.to_string())?;
                (made.instance, Some(u64::from(made.difficulty)))
            }
        };
        let (features, drawing) = (features(&instance), drawing::write(&instance, ""));
        Ok(Board { instance, difficulty, features, drawing })
    }

    fn describe(&self, board: &Board) -> Vec<String> {
        columns::instance(&board.features, board.difficulty)
    }

    fn worker(&self) {}

    fn play(&self, (): &mut (), board: &Board, strategy: usize, repetition: u64, traced: bool) -> Played {
        let search = &self.strategies[strategy].1;
        let luck = self.seed.purpose("search").index(repetition).purpose(&board.drawing);
        match search.solve(&board.instance, luck) {
            Err(fault) => Played::failed(&SCHEMA, fault.to_string()),
            Ok(solution) => {
                let message = message(search, &solution);
                Played {
                    status: status(solution.outcome),
                    run: columns::run(&solution, 0),
                    stalls: Vec::new(),
                    trace: traced.then(|| trace(board, &solution, &message)),
                    message,
                }
            }
        }
    }

    fn sets(&self) -> Vec<Value> {
        let set = |(name, source): &(String, Source)| match source {
            Source::Boards { path, .. } => json!({"name": name, "boards": path}),
            Source::Recipe(recipe, _) => json!({"name": name, "generate": recipe}),
        };
        self.sets.iter().map(set).collect()
    }

    fn strategies(&self) -> Vec<Value> {
        let told = |(label, search): &(String, Search)| strategy_told(label, search.entry(), search.options(), None);
        self.strategies.iter().map(told).collect()
    }

    fn inputs(&self) -> Vec<Input> {
        let read = |(name, source): &(String, Source)| match source {
            Source::Boards { boards, sha256, .. } => Some(Input { set: name.clone(), files: boards.len(), sha256: sha256.clone() }),
            Source::Recipe(..) => None,
        };
        self.sets.iter().filter_map(read).collect()
    }
}

fn status(outcome: Outcome) -> Status {
    match outcome {
        Outcome::Solved => Status::Won,
        Outcome::NoSolution => Status::Lost,
        Outcome::OutOfExpansions | Outcome::OutOfMemory | Outcome::OutOfRuns => Status::GaveUp,
    }
}

/// The limit that was reached.
fn message(search: &Search, solution: &Solution) -> String {
    solution.outcome.limit().map_or_else(String::new, |limit| format!("{limit} = {} was reached", search.options().word(limit)))
}

/// The board and the plan, or the limit that was reached before there was one.
fn trace(board: &Board, solution: &Solution, message: &str) -> Map<String, Value> {
    let plan: Vec<String> = solution.plan.iter().map(|push| push.told(&board.instance)).collect();
    let told = [("status", json!(status(solution.outcome).word())), ("board", json!(board.drawing)), ("plan", json!(plan))];
    let limit = (!message.is_empty()).then(|| ("message", json!(message)));
    told.into_iter().chain(limit).map(|(name, value)| (name.to_string(), value)).collect()
}

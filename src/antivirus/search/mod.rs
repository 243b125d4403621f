//! Searches for the virus's way out. [`ALL`] is the registry.
//!
//! A search walks a [`Graph`] until it meets a position with the virus at its target. It is
//! written once, for words of both widths. To add one, copy the one
//! that is nearest (`dijkstra.rs` is the shortest), and add its `mod` line and its entry here.

mod astar;
mod best_first;
mod bfs;
mod dijkstra;
mod greedy;
mod ida_star;
mod las_vegas;
mod limits;
pub mod seen;
mod weighted_astar;

pub use limits::{Limits, MAX_EXPANDED, MEMORY};

use super::board::Direction;
use super::check::{Lengths, check};
use super::graph::Graph;
use super::heuristic::{self, Heuristic};
use super::instance::{Instance, Push};
use super::layout::Layout;
use super::memory::Budget;
use super::metric::{Goal, Metric};
use super::word::Word;
use crate::registry::{self, OptionSpec, Options, Values};
use crate::seed::Seed;
use seen::{Hash, Index, Seen};

/// One search of the registry.
pub type Entry = registry::Entry<Method>;

/// Every search there is.
pub const ALL: &[Entry] =
    &[bfs::ENTRY, dijkstra::ENTRY, astar::ENTRY, weighted_astar::ENTRY, greedy::ENTRY, ida_star::ENTRY, las_vegas::ENTRY];

/// The search of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// The option that says how pushes are counted.
pub const METRIC: OptionSpec = OptionSpec {
    name: "metric",
    about: "how pushes are counted: each, by the pieces that move, or in a row as one",
    default: "push",
    values: Values::Words(&Metric::WORDS),
};

/// The option that says where the virus is to be.
pub const GOAL: OptionSpec = OptionSpec {
    name: "goal",
    about: "where the virus is to be: its upper cell at the tip of the diamond or at the opening, or all of it out",
    default: "out",
    values: Values::Words(&Goal::WORDS),
};

/// How a search is done.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// What walks.
    pub walks: Walks,
    /// Whether its plan is sure to be the cheapest.
    pub optimal: fn(&Task, &Options) -> bool,
    /// Whether it asks a heuristic.
    pub informed: bool,
}

/// A search for words of both widths.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    /// 64 bits.
    pub narrow: Walk<u64>,
    /// 128 bits.
    pub wide: Walk<u128>,
}

/// A search for words of one width.
pub type Walk<K> = fn(&Graph<K>, &Request) -> Found<K>;

/// A generic search for words of both widths.
macro_rules! walks {
    ($search:expr) => {
        $crate::antivirus::search::Walks { narrow: $search, wide: $search }
    };
}
pub(crate) use walks;

/// What is asked of a search.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Its options.
    pub options: &'a Options,
    /// How much it may do.
    pub limits: Limits,
    /// Its luck.
    pub seed: Seed,
    heuristic: Option<&'a dyn Heuristic>,
}

impl Request<'_> {
    /// What a position's way to the goal costs, as the heuristic reckons; 0 without one.
    fn estimate<K: Word>(&self, graph: &Graph<K>, key: K) -> u32 {
        self.heuristic.map_or(0, |heuristic| heuristic.told(&graph.places(key), graph.last(key).is_some()))
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// With a plan.
    Solved,
    /// There is none: all that could lead to one was explored.
    #[default]
    NoSolution,
    /// As many positions were expanded as may be; there may be a plan.
    OutOfExpansions,
    /// No memory was left; there may be a plan.
    OutOfMemory,
    /// As many runs were made as may be; there may be a plan.
    OutOfRuns,
}

impl Outcome {
    /// The word in files: `solved`, `no_solution` or `out_of_budget`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::NoSolution => "no_solution",
            Outcome::OutOfExpansions | Outcome::OutOfMemory | Outcome::OutOfRuns => "out_of_budget",
        }
    }

    /// The limit that was reached, by the name of its option.
    pub fn limit(self) -> Option<&'static str> {
        match self {
            Outcome::Solved | Outcome::NoSolution => None,
            Outcome::OutOfExpansions => Some(MAX_EXPANDED.name),
            Outcome::OutOfMemory => Some(MEMORY.name),
            Outcome::OutOfRuns => Some("runs"),
        }
    }
}

/// What a search came to, in keys.
#[derive(Clone, Debug)]
pub struct Found<K> {
    outcome: Outcome,
    path: Vec<K>,
    expanded: u64,
    generated: u64,
    positions: u64,
    bytes: u64,
    comparisons: u64,
    runs: u64,
    /// Whether all that can be reached is stored.
    complete: bool,
}

impl<K> Default for Found<K> {
    fn default() -> Self {
        let (outcome, path) = (Outcome::default(), Vec::new());
        Self { outcome, path, expanded: 0, generated: 0, positions: 0, bytes: 0, comparisons: 0, runs: 1, complete: false }
    }
}

impl<K: Word> Found<K> {
    /// Tells what was stored.
    fn stored<I: Index<K>>(&mut self, seen: &Seen<K, I>) {
        self.positions = self.positions.max(seen.len() as u64);
        self.bytes = self.bytes.max(seen.budget.peak() as u64);
        self.comparisons += seen.comparisons();
    }
}

/// What is to be found.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// How pushes are counted.
    pub metric: Metric,
    /// Where the virus is to be.
    pub goal: Goal,
    /// What is asked on the way.
    pub heuristic: Option<&'static heuristic::Entry>,
}

impl Task {
    /// Whether the heuristic is proven never to say too much.
    pub fn has_admissible(&self) -> bool {
        self.heuristic.is_none_or(|heuristic| heuristic.is_admissible(self.metric))
    }
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How it ended.
    pub outcome: Outcome,
    /// The pushes, where it has a plan.
    pub plan: Vec<Push>,
    /// What the plan comes to, in every metric, as the checker counts; 0 without one.
    pub lengths: Lengths,
    /// What it costs in the metric of the search.
    pub cost: u64,
    /// Whether nothing is cheaper, for certain.
    pub optimal: bool,
    /// Positions expanded, over all runs.
    pub expanded: u64,
    /// Positions generated, those that were seen before too.
    pub generated: u64,
    /// Most positions stored at a time.
    pub positions: u64,
    /// Most bytes used at a time, with the heuristic's.
    pub bytes: u64,
    /// Comparisons of keys to find seen positions.
    pub comparisons: u64,
    /// Runs, where a search begins again.
    pub runs: u64,
    /// Whether all positions that can be reached were stored, each once.
    pub complete: bool,
}

impl Solution {
    /// How many positions can be reached from the start, where all were stored.
    pub fn component(&self) -> Option<u64> {
        self.complete.then_some(self.positions)
    }
}

/// A plan that the checker does not accept: a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fault of the search: {0}")]
pub struct Fault(String);

/// A search with its options, ready for any puzzle.
#[derive(Clone, Debug)]
pub struct Search {
    entry: &'static Entry,
    options: Options,
    task: Task,
    limits: Limits,
}

impl Search {
    /// A search of the registry with options that were checked against its entry.
    pub fn new(entry: &'static Entry, options: Options) -> Self {
        let heuristic = entry.build.informed.then(|| heuristic::find(options.word(heuristic::OPTION.name))).flatten();
        let metric = Metric::find(options.word(METRIC.name)).unwrap_or(Metric::Push);
        let goal = Goal::find(options.word(GOAL.name)).unwrap_or(Goal::Out);
        let limits = Limits::new(&options);
        Self { entry, options, task: Task { metric, goal, heuristic }, limits }
    }

    /// Its entry.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Its options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What it is to find.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Solves a puzzle. The plan was followed by the checker.
    ///
    /// # Errors
    /// Where the checker does not accept the plan.
    pub fn solve(&self, instance: &Instance, seed: Seed) -> Result<Solution, Fault> {
        let Task { metric, goal, heuristic } = self.task;
        let layout = Layout::new(instance, Some((goal, metric)));
        let mut budget = Budget::new(self.limits.bytes);
        let built = heuristic.map(|heuristic| (heuristic.build)(&layout, metric, &mut budget)).transpose();
        let limits = Limits { bytes: self.limits.bytes - budget.used(), ..self.limits };
        let mut solution = match &built {
            Err(_) => solution::<u64>(Found { outcome: Outcome::OutOfMemory, ..Found::default() }, |_| Vec::new()),
            Ok(heuristic) => {
                let request = Request { options: &self.options, limits, seed, heuristic: heuristic.as_deref() };
                walked(&self.entry.build.walks, instance, &layout, metric, &request)
            }
        };
        solution.bytes = (budget.peak() as u64).max(solution.bytes + budget.used() as u64);
        // In `slide` one position is stored for each way that leads to it.
        solution.complete &= metric != Metric::Slide;
        if solution.outcome == Outcome::Solved {
            solution.plan.extend(vec![Push { piece: 0, direction: Direction::Up }; layout.rest()]);
            solution.lengths = check(instance, &solution.plan, goal).map_err(Fault)?;
            solution.cost = solution.lengths.of(metric);
            solution.optimal = (self.entry.build.optimal)(&self.task, &self.options);
        }
        Ok(solution)
    }
}

/// Explores all that can be reached, breadth-first.
pub fn explore(instance: &Instance, limits: Limits) -> Solution {
    let layout = Layout::new(instance, None);
    let request = Request { options: &Options::default(), limits, seed: Seed::new(0), heuristic: None };
    walked(&EXPLORE, instance, &layout, Metric::Push, &request)
}

const EXPLORE: Walks = walks!(bfs::explore::<_, Hash>);

/// Walks in small words where they do: they are faster and take less memory.
fn walked(walks: &Walks, instance: &Instance, layout: &Layout, metric: Metric, request: &Request) -> Solution {
    if let Some(graph) = Graph::new(layout, metric) {
        return solution((walks.narrow)(&graph, request), |path| graph.pushes(instance, path));
    }
    let graph = Graph::new(layout, metric).expect("128 bits hold the largest board with the most pieces");
    solution((walks.wide)(&graph, request), |path| graph.pushes(instance, path))
}

fn solution<K>(found: Found<K>, pushes: impl FnOnce(&[K]) -> Vec<Push>) -> Solution {
    let Found { outcome, path, expanded, generated, positions, bytes, comparisons, runs, complete } = found;
    let (plan, lengths) = (pushes(&path), Lengths::default());
    Solution { outcome, plan, lengths, cost: 0, optimal: false, expanded, generated, positions, bytes, comparisons, runs, complete }
}

//! The columns of Anti-Virus's tables, and the rows that fill them.

use crate::antivirus::features::{self, Features};
use crate::antivirus::search::{Outcome, Solution};
use crate::record::{Column, Field};
use crate::results::Schema;

/// The columns of Anti-Virus's tables, beyond those that all games share. It has no stalls.
pub const SCHEMA: Schema = Schema { plural: "boards", instance: &INSTANCE, run: &RUN, stall: &[] };

const DIFFICULTY: Column =
    Column::new("difficulty", "pushes", "Least pushes to the corner, where the board was drawn for them; else empty.");

const INSTANCE: [Column; features::COLUMNS.len() + 1] = {
    let (mut all, mut nth) = ([DIFFICULTY; features::COLUMNS.len() + 1], 0);
    while nth < features::COLUMNS.len() {
        all[nth] = features::COLUMNS[nth];
        nth += 1;
    }
    all
};

const RUN: [Column; 11] = [
    Column::new("cost", "by metric", "What the plan costs in the metric of the search; empty without a plan.").averaged("cost"),
    Column::new("pushes", "pushes", "Pushes of the plan; empty without one."),
    Column::new("unit", "pieces", "Pieces moved, over all pushes of the plan; empty without one."),
    Column::new("slides", "slides", "Pushes of the plan, those of one group in one direction in a row once; empty without one."),
    Column::new("optimal", "true or false", "Whether the plan is the cheapest for certain."),
    Column::new("expanded", "positions", "Positions expanded, over all runs of a search, and what a selector's features took in addition.")
        .averaged("expand"),
    Column::new("generated", "positions", "Positions generated, those seen before too."),
    Column::new("positions", "positions", "Most positions stored at a time.").averaged("stored"),
    Column::new("bytes", "bytes", "Most bytes used at a time, with the heuristic's."),
    Column::new("comparisons", "count", "Comparisons of positions to find those seen before."),
    Column::new("restarts", "count", "Runs after the first one, where a search begins again."),
];

/// What `instances.csv` says of a board.
pub fn instance(features: &Features, difficulty: Option<u64>) -> Vec<String> {
    features.values.iter().map(Field::write).chain([difficulty.write()]).collect()
}

/// What `runs.csv` says of a search; `more` are expansions that were spent to choose it.
pub fn run(solution: &Solution, more: u64) -> Vec<String> {
    let solved = |value: u64| (solution.outcome == Outcome::Solved).then_some(value).write();
    let lengths = solution.lengths;
    let counts = [
        solution.expanded + more,
        solution.generated,
        solution.positions,
        solution.bytes,
        solution.comparisons,
        solution.runs.saturating_sub(1),
    ];
    let plan = [solution.cost, lengths.pushes, lengths.unit, lengths.slides].map(solved);
    plan.into_iter().chain([solution.optimal.write()]).chain(counts.iter().map(Field::write)).collect()
}

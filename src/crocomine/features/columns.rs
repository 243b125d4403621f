//! The list of features, each with its unit and formula, and the numbers that fill it.

use super::shape::Shape;
use super::{Seen, names};
use crate::crocomine::strategy::prospects::rounded;
use crate::record::Column;
use crate::selection::Target;

/// Candidates as safe as this above the least risk are near it.
const NEAR: f64 = 0.02;

/// Features of the state. The last four cost answers, deep ones where these are within
/// the limit; all others the posterior and the map.
pub const STATE: [Column; 20] = [
    Column::new("state_cells", "log2", "Cells of the map."),
    Column::new("state_closed", "share", "Cells that are closed, of all."),
    Column::new("state_density", "share", "Animals left, of closed cells."),
    Column::new("state_crocodiles", "share", "Crocodiles left, of animals left."),
    Column::new("state_denser", "share", "Tigers left for a closed cell of land, or sharks for one of sea: the larger."),
    Column::new("state_sparser", "share", "The smaller of these."),
    Column::new("state_components", "count", "Components of the frontier: closed cells that hang together by the numbers they share."),
    Column::new("state_largest", "cells", "Cells of the largest component."),
    Column::new("state_frontier", "share", "Closed cells that a number reaches, of all closed cells."),
    Column::new("state_unreached", "cells", "Closed cells that no number reaches."),
    Column::new("state_regions", "count", "Connected areas of closed cells."),
    Column::new("state_worlds", "log10", "Consistent worlds."),
    Column::new("state_least_risk", "probability", "Least risk of the candidates."),
    Column::new("state_second_risk", "probability", "Second-least risk minus the least; 1 where there is one candidate."),
    Column::new("state_near", "count", "Candidates at most 0.02 above the least risk."),
    Column::new("state_proposals", "count", "Different candidates that the strategies propose."),
    Column::new("state_depth", "moves", "Over how many moves candidates are valued: 3, or 2 where that is beyond the limit of work."),
    Column::new("state_survival", "probability", "Most probable survival of a candidate and the best move after it."),
    Column::new("state_value", "probability", "Most of `cand_value`."),
    Column::new("state_progress", "probability", "Most of `cand_progress`."),
];

/// Features of a candidate; the reference is the candidate that the first strategy
/// proposes. `cand_value` and what is compared of it costs deep answers, `cand_flips_over`
/// sampled worlds, progress to survival the answers, and the others the posterior.
pub const CANDIDATE: [Column; 30] = [
    Column::new("cand_names", "0 or 1", "Whether it names an animal."),
    Column::new("cand_risk", "probability", "That it is deadly."),
    Column::new("cand_risk_over_least", "probability", "Its risk minus the least of the candidates'."),
    Column::new("cand_risk_over", "probability", "Its risk minus the reference's."),
    Column::new("cand_progress", "probability", "That it is survived and proves a closed cell free, or leaves nothing to find."),
    Column::new("cand_progress_over", "probability", "The same, minus the reference's."),
    Column::new("cand_proven", "cells", "Expected number of cells that it proves free."),
    Column::new("cand_proven_over", "cells", "The same, minus the reference's."),
    Column::new("cand_entropy", "nats", "Entropy of what it shows where it is survived."),
    Column::new("cand_entropy_over", "nats", "The same, minus the reference's."),
    Column::new("cand_opening", "probability", "That it opens a cell that has no animal around."),
    Column::new("cand_opening_over", "probability", "The same, minus the reference's."),
    Column::new("cand_survival", "probability", "That it and the best move after it are survived."),
    Column::new("cand_survival_over", "log", "Natural logarithm of that, minus the reference's."),
    Column::new(
        "cand_value",
        "probability",
        "That it and the best moves after it are survived, `state_depth` in all; a little less where few cells are proven free.",
    ),
    Column::new("cand_value_over", "log", "Natural logarithm of that, minus the reference's."),
    Column::new(
        "cand_flips_over",
        "log2",
        "Share of games in which the coin flips that it leaves fall right: logarithm, minus the reference's.",
    ),
    Column::new("cand_closed_around", "cells", "Closed cells around it."),
    Column::new("cand_open_around", "cells", "Open cells around it."),
    Column::new("cand_equivalent", "log2", "Cells that are interchangeable with it, itself among them."),
    Column::new("cand_edge", "cells", "Cells between it and the nearest edge."),
    Column::new("cand_distance", "steps", "Steps of a king to the nearest open cell; 1 on the frontier."),
    Column::new("cand_component", "cells", "Cells of its component; 0 where no number reaches it."),
    Column::new("cand_native", "probability", "That the animal of its terrain is there."),
    Column::new("cand_crocodile", "probability", "That a crocodile is there."),
    Column::new("cand_proposers", "count", "Strategies that propose it."),
    Column::new("ref_names", "0 or 1", "Whether the reference names an animal."),
    Column::new("ref_risk", "probability", "Risk of the reference."),
    Column::new("ref_value", "probability", "`cand_value` of the reference."),
    Column::new("ref_distance", "steps", "Steps of a king from the reference to the nearest open cell."),
];

/// What is learned from where this is chosen.
pub fn columns(target: Target) -> Vec<Column> {
    match target {
        Target::Strategy => STATE.to_vec(),
        Target::Candidate => [&STATE[..], &CANDIDATE].concat(),
    }
}

/// The features of a state, over what was seen of its candidates; `risks` are those of
/// all candidates, ascending.
pub(super) fn of_state(shape: &Shape, seen: &[Seen], proposals: &[usize], risks: &[f64], depth: usize) -> [f64; STATE.len()] {
    let knowledge = shape.knowledge;
    let (cells, closed) = (knowledge.grid().len() as f64, knowledge.closed() as f64);
    let (animals, frontier) = (shape.animals() as f64, shape.frontier() as f64);
    let crocodiles = if animals > 0.0 { shape.crocodiles() as f64 / animals } else { 0.0 };
    let [denser, sparser] = shape.native_densities();
    let near = risks.iter().filter(|&&risk| rounded(risk) <= rounded(risks[0] + NEAR)).count();
    let most = |of: fn(&Seen) -> f64| seen.iter().map(of).fold(0.0, f64::max);
    [
        libm::log2(cells),
        closed / cells,
        animals / closed,
        crocodiles,
        denser,
        sparser,
        shape.components.len() as f64,
        shape.components.iter().max().copied().unwrap_or(0) as f64,
        frontier / closed,
        closed - frontier,
        shape.regions as f64,
        shape.posterior.worlds_log10,
        risks[0],
        risks.get(1).map_or(1.0, |second| second - risks[0]),
        near as f64,
        (1 + proposals.iter().max().copied().unwrap_or(0)) as f64,
        depth as f64,
        most(|one| one.prospect.survival),
        most(|one| one.value),
        most(|one| one.prospect.progress),
    ]
}

/// The features of a candidate beside the reference; `least` is the least risk.
pub(super) fn of_candidate(shape: &Shape, one: &Seen, reference: &Seen, least: f64, proposers: usize) -> [f64; CANDIDATE.len()] {
    let (cell, other) = (one.candidate.action.cell(), reference.candidate.action.cell());
    let (mine, theirs) = (&one.prospect, &reference.prospect);
    let [_, tiger, shark, crocodile] = shape.class(cell).p;
    [
        f64::from(u8::from(names(one.candidate.action))),
        one.candidate.risk,
        one.candidate.risk - least,
        one.candidate.risk - reference.candidate.risk,
        mine.progress,
        mine.progress - theirs.progress,
        mine.proven,
        mine.proven - theirs.proven,
        mine.entropy,
        mine.entropy - theirs.entropy,
        one.opening,
        one.opening - reference.opening,
        mine.survival,
        ratio(mine.survival, theirs.survival),
        one.value,
        ratio(one.value, reference.value),
        one.flips - reference.flips,
        shape.knowledge.closed_around(cell) as f64,
        shape.open_around(cell) as f64,
        libm::log2(shape.class(cell).cells.len() as f64),
        shape.to_edge(cell) as f64,
        shape.distance(cell) as f64,
        shape.component(cell) as f64,
        tiger + shark,
        crocodile,
        proposers as f64,
        f64::from(u8::from(names(reference.candidate.action))),
        reference.candidate.risk,
        reference.value,
        shape.distance(other) as f64,
    ]
}

/// Logarithm of a ratio of probabilities, neither of them taken for less than one in a
/// thousand.
fn ratio(mine: f64, theirs: f64) -> f64 {
    const LEAST: f64 = 1e-3;
    libm::log(mine.max(LEAST)) - libm::log(theirs.max(LEAST))
}

//! The columns of Crocomine's tables, and the rows that fill them.

use crate::crocomine::features::{CANDIDATE, STATE};
use crate::crocomine::play;
use crate::crocomine::state::GridInfos;
use crate::record::{Column, Field};
use crate::results::Schema;

/// The columns of Crocomine's tables, beyond those that all games share.
pub const SCHEMA: Schema = Schema { plural: "maps", instance: &INSTANCE, run: &RUN, stall: &STALL };

/// The same where candidates are logged with all features, and scores where they are
/// collected.
pub const FULL_SCHEMA: Schema = Schema { stall: &FULL_STALL, ..SCHEMA };

const FULL_STALL: [Column; STALL.len() + STATE.len() + CANDIDATE.len() + SCORE.len()] = {
    let mut all = [STALL[0]; STALL.len() + STATE.len() + CANDIDATE.len() + SCORE.len()];
    let (parts, mut nth, mut part) = ([&STALL as &[Column], &STATE, &CANDIDATE, &SCORE], 0, 0);
    while part < parts.len() {
        let mut of_part = 0;
        while of_part < parts[part].len() {
            all[nth] = parts[part][of_part];
            nth += 1;
            of_part += 1;
        }
        part += 1;
    }
    all
};

/// How many columns features take.
pub(super) const FEATURES: usize = STATE.len() + CANDIDATE.len();

/// What is collected of a candidate.
pub(super) const SCORE: [Column; 9] = [
    Column::new("propensity", "probability", "That it was taken, over what was drawn to explore."),
    Column::new(
        "score",
        "probability",
        "Of winning when it is taken and the base strategy plays on, over sampled worlds, with the luck of its guesses taken out.",
    ),
    Column::new("score_se", "probability", "Standard error of that; 0 where it is exact."),
    Column::new("score_even", "probability", "The score over the worlds with an even number alone."),
    Column::new("score_odd", "probability", "The score over the others."),
    Column::new("advantage", "probability", "The score minus that of the baseline's candidate, over the worlds that both met."),
    Column::new("advantage_se", "probability", "Standard error of that."),
    Column::new("rollouts", "worlds", "Worlds sampled; 0 where the score is exact."),
    Column::new("exact", "true or false", "Whether the score is that of an exact end game, where only the best candidate is told."),
];

const INSTANCE: [Column; 9] = [
    Column::new("title", "text", "Title of the map; many may share one."),
    Column::new("rows", "cells", "Rows."),
    Column::new("cols", "cells", "Columns."),
    Column::new("tigers", "animals", "Tigers on the map."),
    Column::new("sharks", "animals", "Sharks on the map."),
    Column::new("crocodiles", "animals", "Crocodiles on the map, on land and in the sea."),
    Column::new("land", "cells", "Land cells."),
    Column::new("sea", "cells", "Sea cells."),
    Column::new("3BV", "actions", "Least number of discoveries that opens every free cell."),
];

const RUN: [Column; 17] = [
    Column::new("actions", "actions", "Actions of all kinds, the fatal one too.").averaged("acts"),
    Column::new("discoveries", "actions", "Actions `discover`."),
    Column::new("guesses", "actions", "Actions `guess`, which name an animal, proven or not."),
    Column::new("chords", "actions", "Actions `chord`."),
    Column::new("stalls", "moves", "Unproven moves."),
    Column::new("opened", "cells", "Cells opened.").averaged("open"),
    Column::new("tigers", "animals", "Tigers rightly named.").averaged("T"),
    Column::new("sharks", "animals", "Sharks rightly named.").averaged("S"),
    Column::new("crocodiles", "animals", "Crocodiles rightly named.").averaged("C"),
    Column::new("diagrams", "count", "Effort: diagrams of components built."),
    Column::new("nodes", "count", "Effort: nodes in them."),
    Column::new("posteriors", "decisions", "Effort: decisions for which an exact posterior was computed."),
    Column::new("limits", "decisions", "Effort: decisions in which a limit of work was reached and a fallback used."),
    Column::new("sat_calls", "count", "Effort: calls of the SAT solver."),
    Column::new("sat_conflicts", "count", "Effort: conflicts in them."),
    Column::new("sat_clauses", "count", "Effort: clauses given to the SAT solver."),
    Column::new("sat_variables", "count", "Effort: variables given to the SAT solver."),
];

const STALL: [Column; 19] = [
    Column::new("step", "number", "The decision in its game, from 0."),
    Column::new(
        "candidate",
        "number",
        "The candidate in its stall, from 0; 0 is the one taken, or where scores are collected the reference.",
    ),
    Column::new("action", "word", "What would be done: `discover` or `guess`."),
    Column::new("row", "number", "Row of the cell, from 0."),
    Column::new("col", "number", "Column of the cell, from 0."),
    Column::new("animal", "word", "The animal a `guess` names: `tiger`, `shark` or `croco`, else empty."),
    Column::new("risk", "probability", "That the action is deadly, as its proposer reckons; empty where it does not."),
    Column::new("proposed_by", "word", "The strategy that considered it, or `posterior` for what was added to the log."),
    Column::new("chosen", "true or false", "Whether it was taken."),
    Column::new("why", "text", "The rule by which the strategy chose in this stall."),
    Column::new("runner_up", "probability", "Risk of the best candidate that was not taken, where reckoned."),
    Column::new("progress", "probability", "That it is survived and proves a closed cell free, or leaves nothing to find; where reckoned."),
    Column::new("survival", "probability", "That it and the best move after it are survived, where reckoned."),
    Column::new("win", "probability", "That the map is won, by exact search or by rollouts, where reckoned."),
    Column::new("closed", "cells", "Cells neither opened nor named."),
    Column::new("tigers_left", "animals", "Tigers not named yet."),
    Column::new("sharks_left", "animals", "Sharks not named yet."),
    Column::new("crocodiles_left", "animals", "Crocodiles not named yet."),
    Column::new("worlds_log10", "log10", "Logarithm of the number of consistent worlds, where computed."),
];

/// The row of an instance, without its key: its title and what a player is told.
pub fn instance(title: &str, told: &GridInfos) -> Vec<String> {
    let animals = [told.tiger_count, told.shark_count, told.croco_count].map(usize::from);
    let mut row = vec![title.to_string(), told.m.to_string(), told.n.to_string()];
    row.extend(animals.into_iter().chain([told.land_count, told.sea_count]).map(|count| count.to_string()));
    row.push(told.three_bv.map_or_else(String::new, |count| count.to_string()));
    row
}

/// The row of a game.
pub(super) fn run(game: &play::Game) -> Vec<String> {
    let counts = [game.actions, game.discoveries, game.guesses, game.chords, game.stalls, game.opened];
    counts.iter().chain(&game.named).chain(&game.effort.values()).map(Field::write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crocomine::strategy::Effort;

    #[test]
    fn effort_has_its_columns_in_order() {
        let names: Vec<&str> = RUN[9..].iter().map(|column| column.name).collect();
        assert_eq!(names, Effort::NAMES);
    }
}

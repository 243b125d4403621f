//! A* (P. Hart, N. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
//! minimum cost paths", 1968): by the cost so far plus the estimate of what is left. Optimal
//! where the heuristic is admissible.

use super::best_first::{self, Priority};
use super::{Entry, Found, METRIC, Method, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::heuristic;
use crate::antivirus::word::Word;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "astar",
    about: "cost so far plus estimate; optimal where the heuristic is admissible",
    options: &[heuristic::OPTION, METRIC, super::GOAL, limits::MAX_EXPANDED, limits::MEMORY],
    build: Method { walks: super::walks!(search), optimal: |task, _| task.has_admissible(), informed: true },
};

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    best_first::search(graph, request, Priority { cost: 1, estimate: 1 })
}

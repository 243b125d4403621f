//! Greedy best-first search (J. Doran and D. Michie, "Experiments with the graph traverser
//! program", 1966): by the estimate alone. Fast where the heuristic is good, and never sure of
//! the optimum.

use super::best_first::{self, Priority};
use super::{Entry, Found, METRIC, Method, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::heuristic;
use crate::antivirus::word::Word;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "greedy",
    about: "the estimate alone; fast, not optimal",
    options: &[heuristic::OPTION, METRIC, super::GOAL, limits::MAX_EXPANDED, limits::MEMORY],
    build: Method { walks: super::walks!(search), optimal: |_, _| false, informed: true },
};

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    best_first::search(graph, request, Priority { cost: 0, estimate: 1 })
}

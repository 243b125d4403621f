//! Uniform-cost search (E. Dijkstra, "A note on two problems in connexion with graphs", 1959):
//! by the cost so far. Optimal in every metric, also where pushes cost differently.

use super::best_first::{self, Priority};
use super::{Entry, Found, METRIC, Method, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::word::Word;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "dijkstra",
    about: "the cost so far alone; optimal in every metric",
    options: &[METRIC, super::GOAL, limits::MAX_EXPANDED, limits::MEMORY],
    build: Method { walks: super::walks!(search), optimal: |_, _| true, informed: false },
};

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    best_first::search(graph, request, Priority { cost: 1, estimate: 0 })
}

//! Breadth-first search (E. Moore, "The shortest path through a maze", 1959; the naive method
//! of the course): positions in the order of their distance from the start. Optimal where
//! every push costs 1. How seen positions are found again is a choice.

use super::seen::{Avl, Hash, Index, List, NOWHERE, Seen};
use super::{Entry, Found, METRIC, Method, Outcome, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::memory::{Budget, Full};
use crate::antivirus::metric::Metric;
use crate::antivirus::word::Word;
use crate::registry::{OptionSpec, Values};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "bfs",
    about: "breadth-first, the naive method; optimal in pushes",
    options: &[
        OptionSpec {
            name: "seen",
            about: "how seen positions are found: a hash table, an AVL tree, or a list",
            default: "hash",
            values: Values::Words(&["hash", "avl", "list"]),
        },
        METRIC,
        super::GOAL,
        limits::MAX_EXPANDED,
        limits::MEMORY,
    ],
    build: Method { walks: super::walks!(search), optimal: |task, _| task.metric == Metric::Push, informed: false },
};

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    match request.options.word("seen") {
        "list" => explore::<K, List>(graph, request),
        "avl" => explore::<K, Avl>(graph, request),
        _ => explore::<K, Hash>(graph, request),
    }
}

/// Searches, or explores all that can be reached where there is no goal.
pub fn explore<K: Word, I: Index<K>>(graph: &Graph<K>, request: &Request) -> Found<K> {
    let mut found = Found::default();
    let seen = Seen::<K, I>::new(Budget::new(request.limits.bytes));
    let ended = seen.and_then(|mut seen| {
        let ended = run(graph, request, &mut seen, &mut found);
        found.stored(&seen);
        ended
    });
    found.outcome = ended.unwrap_or(Outcome::OutOfMemory);
    found
}

fn run<K: Word, I: Index<K>>(graph: &Graph<K>, request: &Request, seen: &mut Seen<K, I>, found: &mut Found<K>) -> Result<Outcome, Full> {
    let mut children = Vec::new();
    seen.add(graph.start(), NOWHERE)?;
    let mut next = 0;
    while (next as usize) < seen.len() {
        let key = seen.key(next);
        if graph.is_goal(key) {
            found.path = seen.path(next);
            return Ok(Outcome::Solved);
        }
        if found.expanded == request.limits.expanded {
            return Ok(Outcome::OutOfExpansions);
        }
        found.expanded += 1;
        children.clear();
        graph.expand(key, |to, _| children.push(to));
        found.generated += children.len() as u64;
        seen.add_all(&mut children, next)?;
        next += 1;
    }
    found.complete = true;
    Ok(Outcome::NoSolution)
}

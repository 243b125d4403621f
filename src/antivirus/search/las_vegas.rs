//! Las Vegas search: depth-first, where the order in which pushes are tried is drawn at random
//! at each position. What it finds is a plan, whatever is drawn; how long it takes is luck.
//!
//! A run may be cut off and begun again with other luck, after a fixed number of expansions or
//! after Luby's sequence of them (M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of
//! Las Vegas algorithms", 1993).

use super::seen::{Hash, NOWHERE, Seen};
use super::{Entry, Found, METRIC, Method, Outcome, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::memory::{Budget, Full};
use crate::antivirus::word::Word;
use crate::registry::{OptionSpec, Values};
use rand::seq::SliceRandom;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "las-vegas",
    about: "depth-first in random order, begun again where it takes too long; plans are long",
    options: &[
        OptionSpec {
            name: "cutoff",
            about: "expansions after which a run is cut off and begun again; off: never",
            default: "off",
            values: Values::CountOrOff,
        },
        OptionSpec {
            name: "luby",
            about: "whether cut-offs are that number times 1, 1, 2, 1, 1, 2, 4, … (Luby's sequence)",
            default: "false",
            values: Values::Flag,
        },
        OptionSpec { name: "runs", about: "most runs, after which it gives up", default: "10000", values: Values::Count },
        METRIC,
        super::GOAL,
        limits::MAX_EXPANDED,
        limits::MEMORY,
    ],
    build: Method { walks: super::walks!(search), optimal: |_, _| false, informed: false },
};

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    let mut found = Found::default();
    let cutoff = request.options.count_or_off("cutoff").map(|cutoff| cutoff as u64);
    found.outcome = Outcome::OutOfRuns;
    for run in 1..=request.options.count("runs") as u64 {
        let factor = if request.options.flag("luby") { luby(run) } else { 1 };
        let most = cutoff.map_or(u64::MAX, |cutoff| cutoff.saturating_mul(factor));
        found.runs = run;
        match descend(graph, request, most, &mut found) {
            Ok(None) => {}
            Ok(Some(ended)) => {
                found.outcome = ended;
                break;
            }
            Err(Full) => {
                found.outcome = Outcome::OutOfMemory;
                break;
            }
        }
    }
    found
}

/// One run; `None` where it was cut off.
fn descend<K: Word>(graph: &Graph<K>, request: &Request, most: u64, found: &mut Found<K>) -> Result<Option<Outcome>, Full> {
    let mut seen: Seen<K, Hash> = Seen::new(Budget::new(request.limits.bytes))?;
    let ended = dive(graph, request, most, found, &mut seen);
    found.stored(&seen);
    ended
}

fn dive<K: Word>(
    graph: &Graph<K>,
    request: &Request,
    most: u64,
    found: &mut Found<K>,
    seen: &mut Seen<K, Hash>,
) -> Result<Option<Outcome>, Full> {
    let mut rng = request.seed.index(found.runs).generator();
    let last = found.expanded.saturating_add(most);
    // What is still to be tried, the next one last, with where it comes from.
    let mut ahead = vec![(graph.start(), NOWHERE)];
    let mut children = Vec::new();
    while let Some((key, parent)) = ahead.pop() {
        let (place, new) = seen.add(key, parent)?;
        if !new {
            continue;
        }
        if graph.is_goal(key) {
            found.path = seen.path(place);
            return Ok(Some(Outcome::Solved));
        }
        if found.expanded == request.limits.expanded {
            return Ok(Some(Outcome::OutOfExpansions));
        }
        if found.expanded == last {
            return Ok(None);
        }
        found.expanded += 1;
        children.clear();
        graph.expand(key, |to, _| children.push((to, place)));
        found.generated += children.len() as u64;
        children.shuffle(&mut rng);
        for &child in &children {
            seen.budget.push(&mut ahead, child)?;
        }
    }
    found.complete = true;
    Ok(Some(Outcome::NoSolution))
}

/// The n-th of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …, from 1.
fn luby(mut n: u64) -> u64 {
    loop {
        let power = n.ilog2() + 1;
        if n == (1 << power) - 1 {
            return 1 << (power - 1);
        }
        n -= (1 << (power - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn lubys_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert_eq!(luby((1 << 40) - 1), 1 << 39);
    }
}

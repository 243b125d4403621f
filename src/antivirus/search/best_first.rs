//! Best-first search: of all positions that were reached and not expanded, the one of the
//! least priority is expanded next. What the priority is makes it Dijkstra's algorithm, A*,
//! weighted A* or greedy search; of equals the one farthest from the start goes first, and of
//! these the one that came last.
//!
//! A position that is reached more cheaply than before is taken up again, also after it was
//! expanded: with a heuristic that is not consistent, closing it for good would lose the optimum
//! (P. Hart, N. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
//! minimum cost paths", 1968, with their correction of 1972).

use super::seen::{Hash, NOWHERE, Seen};
use super::{Found, Outcome, Request};
use crate::antivirus::graph::Graph;
use crate::antivirus::heuristic::NEVER;
use crate::antivirus::memory::{Budget, Chunks, Full};
use crate::antivirus::word::Word;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How cost and estimate make a priority: each is multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Priority {
    /// The cost so far; where it counts nothing, neither does a cheaper way.
    pub cost: u64,
    /// The estimate of what is left.
    pub estimate: u64,
}

/// Searches.
pub fn search<K: Word>(graph: &Graph<K>, request: &Request, priority: Priority) -> Found<K> {
    let mut found = Found::default();
    let search = Search::new(graph, request, priority);
    let ended = search.and_then(|mut search| {
        let ended = search.run(&mut found);
        found.stored(&search.seen);
        ended
    });
    found.outcome = ended.unwrap_or(Outcome::OutOfMemory);
    found
}

struct Search<'a, K> {
    graph: &'a Graph<K>,
    request: &'a Request<'a>,
    priority: Priority,
    seen: Seen<K, Hash>,
    /// What each seen position costs at most.
    costs: Chunks<u32>,
    /// Places by priority, then by cost, the largest first.
    open: BTreeMap<(u64, Reverse<u32>), Vec<u32>>,
}

impl<'a, K: Word> Search<'a, K> {
    fn new(graph: &'a Graph<K>, request: &'a Request<'a>, priority: Priority) -> Result<Self, Full> {
        let seen = Seen::new(Budget::new(request.limits.bytes))?;
        Ok(Self { graph, request, priority, seen, costs: Chunks::default(), open: BTreeMap::new() })
    }

    fn run(&mut self, found: &mut Found<K>) -> Result<Outcome, Full> {
        let mut children = Vec::new();
        self.reach(self.graph.start(), NOWHERE, 0)?;
        while let Some((place, cost)) = self.next() {
            if cost != self.costs.get(place) {
                // It was reached more cheaply since.
                continue;
            }
            let key = self.seen.key(place);
            if self.graph.is_goal(key) {
                found.path = self.seen.path(place);
                return Ok(Outcome::Solved);
            }
            if found.expanded == self.request.limits.expanded {
                return Ok(Outcome::OutOfExpansions);
            }
            found.expanded += 1;
            children.clear();
            self.graph.expand(key, |to, step| children.push((to, cost + step)));
            found.generated += children.len() as u64;
            for &(to, cost) in &children {
                self.reach(to, place, cost)?;
            }
        }
        // A heuristic may have kept it from looking beyond some.
        found.complete = self.request.heuristic.is_none();
        Ok(Outcome::NoSolution)
    }

    /// A position is reached at a cost.
    fn reach(&mut self, key: K, parent: u32, cost: u32) -> Result<(), Full> {
        let (place, new) = self.seen.add(key, parent)?;
        if new {
            self.costs.push(cost, &mut self.seen.budget)?;
        } else if self.priority.cost > 0 && cost < self.costs.get(place) {
            self.costs.set(place, cost);
            self.seen.adopt(place, parent);
        } else {
            return Ok(());
        }
        let estimate = self.request.estimate(self.graph, key);
        if estimate == NEVER {
            return Ok(());
        }
        let priority = self.priority.cost * u64::from(cost) + self.priority.estimate * u64::from(estimate);
        let places = self.open.entry((priority, Reverse(cost))).or_default();
        self.seen.budget.push(places, place)
    }

    /// The place to be expanded next, and the cost it had when it was put there.
    fn next(&mut self) -> Option<(u32, u32)> {
        loop {
            let mut first = self.open.first_entry()?;
            if let Some(place) = first.get_mut().pop() {
                return Some((place, first.key().1.0));
            }
            self.seen.budget.give(first.get().capacity() * size_of::<u32>());
            first.remove();
        }
    }
}

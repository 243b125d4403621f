//! IDA* (R. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985):
//! depth-first below a bound on cost plus estimate, which is raised to the least that was
//! beyond it. It stores its path alone, and a table of fixed size of positions met in this
//! round, by which the many ways to one position are cut (A. Reinefeld and T. Marsland,
//! "Enhanced iterative-deepening search", 1994); a slot keeps who came last.

use super::{Entry, Found, METRIC, Method, Outcome, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::heuristic::{self, NEVER};
use crate::antivirus::memory::{Budget, Full};
use crate::antivirus::word::Word;
use crate::registry::{OptionSpec, Values};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "ida-star",
    about: "iterative deepening by cost plus estimate, in fixed memory; optimal where the heuristic is admissible",
    options: &[
        OptionSpec {
            name: "table",
            about: "positions met in a round that are remembered; off: none",
            default: "65536",
            values: Values::CountOrOff,
        },
        heuristic::OPTION,
        METRIC,
        super::GOAL,
        limits::MAX_EXPANDED,
        limits::MEMORY,
    ],
    build: Method { walks: super::walks!(search), optimal: |task, _| task.has_admissible(), informed: true },
};

/// A position met: its key, and the round and the cost at which it was.
#[derive(Clone, Copy, Debug)]
struct Met<K> {
    key: K,
    round: u32,
    cost: u32,
}

/// A position on the path, and which of the children it has among all are still to come.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    cost: u32,
    next: usize,
    end: usize,
}

struct Search<'a, K> {
    graph: &'a Graph<K>,
    request: &'a Request<'a>,
    budget: Budget,
    /// By the hash of their keys; none, or a power of two.
    table: Vec<Met<K>>,
    path: Vec<Frame<K>>,
    /// Of all positions on the path: cost plus estimate, cost, key.
    children: Vec<(u32, u32, K)>,
    round: u32,
    bound: u32,
    /// The least that was beyond the bound.
    beyond: u32,
}

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    let mut found = Found::default();
    let mut budget = Budget::new(request.limits.bytes);
    // The largest power of two within what was asked for.
    let slots = request.options.count_or_off("table").map_or(0, |most| 1_usize << most.ilog2());
    let table = budget.filled(Met { key: K::ZERO, round: 0, cost: 0 }, slots);
    let (path, children) = (Vec::new(), Vec::new());
    let ended = table.and_then(|table| {
        let mut search = Search { graph, request, budget, table, path, children, round: 0, bound: 0, beyond: NEVER };
        let ended = search.run(&mut found);
        found.positions = found.positions.max(search.table.len() as u64);
        found.bytes = search.budget.peak() as u64;
        ended
    });
    found.outcome = ended.unwrap_or(Outcome::OutOfMemory);
    found
}

impl<K: Word> Search<'_, K> {
    fn run(&mut self, found: &mut Found<K>) -> Result<Outcome, Full> {
        let start = self.graph.start();
        self.beyond = self.request.estimate(self.graph, start);
        while self.beyond != NEVER {
            (self.bound, self.beyond, self.round) = (self.beyond, NEVER, self.round + 1);
            let ended = match self.enter(start, 0, found)? {
                None => self.round(found)?,
                ended => ended,
            };
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
        Ok(Outcome::NoSolution)
    }

    /// All below the bound; `None` where the goal is beyond it.
    fn round(&mut self, found: &mut Found<K>) -> Result<Option<Outcome>, Full> {
        while let Some(frame) = self.path.last_mut() {
            if frame.next == frame.end {
                self.path.pop();
                self.children.truncate(self.path.last().map_or(0, |frame| frame.end));
                continue;
            }
            let (_, cost, key) = self.children[frame.next];
            frame.next += 1;
            if self.is_known(key, cost) {
                continue;
            }
            let ended = self.enter(key, cost, found)?;
            if ended.is_some() {
                return Ok(ended);
            }
        }
        Ok(None)
    }

    /// Takes a position onto the path, and generates its children.
    fn enter(&mut self, key: K, cost: u32, found: &mut Found<K>) -> Result<Option<Outcome>, Full> {
        if self.graph.is_goal(key) {
            found.path = self.path.iter().map(|frame| frame.key).chain([key]).collect();
            return Ok(Some(Outcome::Solved));
        }
        if found.expanded == self.request.limits.expanded {
            return Ok(Some(Outcome::OutOfExpansions));
        }
        found.expanded += 1;
        if let Some(slot) = self.slot(key) {
            self.table[slot] = Met { key, round: self.round, cost };
        }
        let first = self.children.len();
        let Self { graph, request, budget, children, bound, beyond, .. } = self;
        let mut room = Ok(());
        graph.expand(key, |to, step| {
            found.generated += 1;
            let estimate = request.estimate(graph, to);
            if estimate == NEVER {
                return;
            }
            let sum = cost + step + estimate;
            if sum > *bound {
                *beyond = (*beyond).min(sum);
            } else if room.is_ok() {
                room = budget.push(children, (sum, cost + step, to));
            }
        });
        room?;
        children[first..].sort_by_key(|child| child.0);
        let frame = Frame { key, cost, next: first, end: children.len() };
        budget.push(&mut self.path, frame)?;
        found.positions = found.positions.max(self.path.len() as u64);
        Ok(None)
    }

    /// Whether a position was met in this round at no more cost, or is on the path.
    fn is_known(&self, key: K, cost: u32) -> bool {
        match self.slot(key).map(|slot| self.table[slot]) {
            Some(met) if met.key == key => met.round == self.round && met.cost <= cost,
            // Without the table a way must not go in circles that cost nothing or little.
            _ => self.path.iter().any(|frame| frame.key == key && frame.cost <= cost),
        }
    }

    fn slot(&self, key: K) -> Option<usize> {
        let mask = self.table.len().checked_sub(1)?;
        Some((key.mixed() >> 20) as usize & mask)
    }
}

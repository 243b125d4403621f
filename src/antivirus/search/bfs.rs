//! Breadth-first search (Moore 1959; the naive method of the course): positions in the order
//! of their distance from the start. Optimal where every push costs 1.

use super::seen::Seen;
use super::{Found, Goal, Limits, Outcome};
use crate::antivirus::space::Space;
use crate::antivirus::word::Word;

/// Searches from the start.
pub fn search<M: Word, K: Word>(space: &Space<M, K>, goal: Option<Goal>, limits: Limits) -> Found<K> {
    let mut seen = Seen::new(limits.bytes);
    let mut found = Found { outcome: Outcome::NoSolution, path: Vec::new(), expanded: 0, generated: 0, positions: 0, bytes: 0 };
    let added = seen.add(space.start(), 0);
    let mut next = 0;
    found.outcome = loop {
        if added.is_err() {
            break Outcome::OutOfBudget;
        }
        if next as usize == seen.len() {
            break Outcome::NoSolution;
        }
        let key = seen.key(next);
        if goal.is_some_and(|goal| goal.is_met(space, key)) {
            found.path = seen.path(next);
            break Outcome::Solved;
        }
        if found.expanded == limits.expanded {
            break Outcome::OutOfBudget;
        }
        found.expanded += 1;
        let mut full = false;
        space.expand(key, |to, _, _| {
            found.generated += 1;
            full |= seen.add(to, next).is_err();
        });
        if full {
            break Outcome::OutOfBudget;
        }
        next += 1;
    };
    (found.positions, found.bytes) = (seen.len() as u64, seen.bytes() as u64);
    found
}

//! Components that the rest of the map neither helps nor needs.
//!
//! A component is *sealed* where no other closed cell touches it and it holds the
//! same number of each animal in all worlds. Every consistent world is then one of
//! its arrangements with one of the rest, freely combined: nothing that is done in
//! it tells of the rest, nor the other way round, and the game is won where both
//! are. So it can be played at once, by itself; waiting would not help.

use super::Stop;
use super::diagram::Diagram;
use super::engine::{Engine, solved_of};
use super::frontier::Component;
use super::joint::Joint;
use super::listing::{Worlds, list_component};
use crate::crocomine::knowledge::Knowledge;
use num_bigint::BigUint;

impl Engine {
    /// The worlds of a sealed component that has at most `most` for its number of
    /// cells, in a state whose components have been cut.
    pub(super) fn sealed(&mut self, knowledge: &Knowledge, most: impl Fn(usize) -> usize) -> Result<Option<Worlds>, Stop> {
        self.solve(knowledge)?;
        // Few components are untouched, so that few states have to be joined for this.
        if solved_of(&self.components).all(|(component, _)| is_touched(knowledge, component)) {
            return Ok(None);
        }
        self.join(knowledge, |joint, _, _| {
            let (component, diagram, sum) = only_sums(&joint).find(|(component, diagram, sum)| {
                let few =
                    || diagram.graph.count(|option| diagram.choices()[option].ways)[*sum] <= BigUint::from(most(component.cells().len()));
                !is_touched(knowledge, component) && few()
            })?;
            Some(list_component(knowledge.grid(), component, diagram, sum))
        })
    }
}

/// Whether a closed cell of no component, or of another, is next to this one.
fn is_touched(knowledge: &Knowledge, component: &Component) -> bool {
    let cells = component.cells();
    let around = cells.iter().flat_map(|&cell| knowledge.grid().neighbours(cell));
    around.filter(|&cell| knowledge.is_closed(cell)).any(|cell| cells.binary_search(&cell).is_err())
}

/// The components that hold the same in all worlds, each with the place of that sum.
fn only_sums<'j>(joint: &'j Joint) -> impl Iterator<Item = (&'j Component, &'j Diagram, usize)> {
    let options = joint.parts.iter().map(|(_, diagram)| diagram.sums.len()).sum();
    let possible = joint.graph.possible(options, |_| true);
    let mut first = 0;
    joint.parts.iter().filter_map(move |&(component, diagram)| {
        let sums = first..first + diagram.sums.len();
        first = sums.end;
        let mut possible = possible[sums].iter().enumerate().filter(|(_, possible)| **possible);
        let (sum, _) = possible.next()?;
        possible.next().is_none().then_some((component, diagram, sum))
    })
}

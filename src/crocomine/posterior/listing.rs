//! All consistent worlds of a state, listed.
//!
//! A world is a way to lay the cells that no constraint reaches, with what they
//! leave for the components; a path through the joint graph, which divides that
//! among them; for each component a path through its diagram that places just so
//! much; and for each group on it an arrangement of its cells. Every graph holds
//! only edges that lie on whole paths, and is walked from its ends to its root:
//! each step leads to a world, so that the work is that of writing them down.

use super::diagram::Diagram;
use super::frontier::{Component, Group};
use super::joint::{Joint, Loose};
use super::layered::Backward;
use super::layout::unpack;
use super::outside::Scenario;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Content, Terrain};
use crate::grid::{Cell, Grid};
use std::ops::Range;

/// Worlds that differ only in some cells: what these hold, one row a world.
#[derive(Clone, Debug)]
pub struct Worlds {
    grid: Grid,
    cells: Vec<Cell>,
    len: usize,
    /// World by world, cell by cell: see [`pack`].
    rows: Vec<u8>,
}

impl Worlds {
    /// No world yet, of those that may differ in these cells, ascending.
    pub fn new(grid: Grid, cells: Vec<Cell>) -> Self {
        debug_assert!(cells.is_sorted(), "cells are given in row order");
        Self { grid, cells, len: 0, rows: Vec::new() }
    }

    /// Adds a world by what its cells hold; it is not among them yet.
    ///
    /// # Panics
    /// If there is not one entry a cell.
    pub fn push(&mut self, row: impl IntoIterator<Item = (Terrain, Content)>) {
        self.rows.extend(row.into_iter().map(|(terrain, content)| pack(terrain, content)));
        self.len += 1;
        assert_eq!(self.rows.len(), self.len * self.cells.len(), "one entry a cell");
    }

    /// Adds a world as it is kept.
    fn add(&mut self, row: &[u8]) {
        self.rows.extend_from_slice(row);
        self.len += 1;
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cells in which worlds may differ, ascending.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What a world holds, in the order of [`Worlds::cells`].
    pub fn row(&self, world: usize) -> impl ExactSizeIterator<Item = (Terrain, Content)> + '_ {
        let cells = self.cells.len();
        self.rows[world * cells..(world + 1) * cells].iter().map(|&code| unpack_cell(code))
    }
}

/// Content in two bits (free, tiger, shark, crocodile), then one for sea.
fn pack(terrain: Terrain, content: Content) -> u8 {
    content.map_or(0, |animal| 1 + animal as u8) | u8::from(terrain == Terrain::Sea) << 2
}

fn unpack_cell(code: u8) -> (Terrain, Content) {
    let terrain = if code & 4 == 0 { Terrain::Land } else { Terrain::Sea };
    (terrain, (code & 3).checked_sub(1).map(|kind| Animal::ALL[usize::from(kind)]))
}

/// All worlds of a joint. `settled` are the closed cells that hold the same in all.
pub fn list(knowledge: &Knowledge, joint: &Joint, settled: &[(Cell, Content)]) -> Worlds {
    let cells: Vec<Cell> = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell)).collect();
    let place = |cell: Cell| cells.binary_search(&cell).expect("a closed cell");
    let mut row = vec![0; cells.len()];
    let fixed = |cell: Cell, terrain, content| row[place(cell)] = pack(terrain, content);
    let outside = joint.loose(knowledge, settled, fixed).into_iter().map(|loose| (place(loose.cell), loose)).collect();
    let options = joint.parts.iter().map(|(_, diagram)| diagram.sums.len()).sum();
    let possible = joint.graph.possible(options, |_| true);
    let mut parts = Vec::with_capacity(joint.parts.len());
    let mut first = 0;
    for &(component, diagram) in &joint.parts {
        let sums = first..first + diagram.sums.len();
        parts.push(Part::new(component, diagram, first, &possible[sums.clone()], place));
        first = sums.end;
    }
    let graph = Backward::new(&joint.graph);
    let mut lister = Lister { outside, parts, graph, row, worlds: Worlds::new(knowledge.grid().clone(), cells.clone()) };
    for (end, &sum) in joint.graph.nodes_of(joint.graph.layers()).zip(&joint.sums) {
        let left = unpack(joint.left - sum);
        for &scenario in joint.outside.scenarios.iter().filter(|scenario| scenario.fits(left)) {
            lister.lay(0, scenario, left, end as u32);
        }
    }
    lister.worlds
}

/// The worlds of one component alone, where it has this one of its sums.
pub fn list_component(grid: &Grid, component: &Component, diagram: &Diagram, sum: usize) -> Worlds {
    let cells = component.cells();
    let wanted: Vec<bool> = (0..diagram.sums.len()).map(|other| other == sum).collect();
    let part = Part::new(component, diagram, 0, &wanted, |cell| cells.binary_search(&cell).expect("its own cell"));
    let mut row = vec![0; cells.len()];
    let mut worlds = Worlds::new(grid.clone(), cells);
    for filling in part.fillings[sum].chunks_exact(row.len()) {
        part.put(filling, &mut row);
        worlds.add(&row);
    }
    worlds
}

/// What a component may hold.
struct Part {
    /// Its first option in the joint graph.
    first: usize,
    /// Its cells, as places in a row.
    places: Vec<usize>,
    /// For each of its sums every way to fill the places, one after the other.
    fillings: Vec<Vec<u8>>,
}

impl Part {
    /// `wanted` are the sums that the other components leave room for.
    fn new(component: &Component, diagram: &Diagram, first: usize, wanted: &[bool], place: impl Fn(Cell) -> usize) -> Self {
        let groups: Vec<&Group> = diagram.layers(component).map(|(group, ..)| group).collect();
        let places: Vec<usize> = groups.iter().flat_map(|group| group.cells()).map(place).collect();
        let mut filler = Filler { groups, diagram, graph: Backward::new(&diagram.graph), row: vec![0; places.len()], found: Vec::new() };
        let ends = diagram.graph.nodes_of(diagram.graph.layers()).zip(wanted);
        let fillings = ends.map(|(end, &wanted)| {
            if wanted {
                filler.layer(filler.groups.len(), filler.row.len(), end as u32);
            }
            std::mem::take(&mut filler.found)
        });
        Self { first, fillings: fillings.collect(), places }
    }

    /// Writes a way to fill the places into a row.
    fn put(&self, filling: &[u8], row: &mut [u8]) {
        for (&place, &code) in self.places.iter().zip(filling) {
            row[place] = code;
        }
    }
}

/// Walks a component's diagram.
struct Filler<'a> {
    groups: Vec<&'a Group>,
    diagram: &'a Diagram,
    graph: Backward,
    row: Vec<u8>,
    found: Vec<u8>,
}

impl Filler<'_> {
    /// Fills the layers before `layer`, whose cells end at `end`, on all paths to a node.
    fn layer(&mut self, layer: usize, end: usize, node: u32) {
        if layer == 0 {
            self.found.extend_from_slice(&self.row);
            return;
        }
        for at in self.graph.to(node) {
            let edge = self.graph.edges()[at];
            let choice = self.diagram.choices()[edge.option as usize];
            let start = end - self.groups[layer - 1].size();
            self.arrange(layer - 1, start..end, [choice.native, choice.crocodiles], edge.from);
        }
    }

    /// Puts so many natives and crocodiles into the last cells of a group, in all ways.
    fn arrange(&mut self, layer: usize, cells: Range<usize>, [natives, crocodiles]: [u8; 2], node: u32) {
        let terrain = self.groups[layer].terrain;
        let Some(rest) = cells.len().checked_sub(1) else { return self.layer(layer, cells.start, node) };
        let mut put = |content: Content, left: [u8; 2]| {
            self.row[cells.start + rest] = pack(terrain, content);
            self.arrange(layer, cells.start..cells.start + rest, left, node);
        };
        if usize::from(natives + crocodiles) <= rest {
            put(None, [natives, crocodiles]);
        }
        if natives > 0 {
            put(Some(terrain.native()), [natives - 1, crocodiles]);
        }
        if crocodiles > 0 {
            put(Some(Animal::Crocodile), [natives, crocodiles - 1]);
        }
    }
}

/// Writes whole worlds.
struct Lister {
    /// Each with its place in the row.
    outside: Vec<(usize, Loose)>,
    parts: Vec<Part>,
    graph: Backward,
    row: Vec<u8>,
    worlds: Worlds,
}

impl Lister {
    /// Lays the outside's cells from the `at`-th on; `scenario` and `left` are what
    /// these still have to hold.
    fn lay(&mut self, at: usize, scenario: Scenario, left: [usize; 3], node: u32) {
        let Some(&(place, cell)) = self.outside.get(at) else { return self.fill(self.parts.len(), node) };
        for terrain in [Terrain::Land, Terrain::Sea] {
            if cell.terrain.is_some_and(|known| known != terrain) {
                continue;
            }
            let Some(scenario) = scenario.without(terrain, cell.terrain.is_none(), cell.settled) else { continue };
            for content in [None, Some(terrain.native()), Some(Animal::Crocodile)] {
                if cell.settled && content.is_some() {
                    continue;
                }
                let mut left = left;
                if let Some(animal) = content {
                    let Some(fewer) = left[animal as usize].checked_sub(1) else { continue };
                    left[animal as usize] = fewer;
                }
                if scenario.fits(left) {
                    self.row[place] = pack(terrain, content);
                    self.lay(at + 1, scenario, left, node);
                }
            }
        }
    }

    /// Fills the parts before `part` on all paths of the joint graph to a node.
    fn fill(&mut self, part: usize, node: u32) {
        let Some(part) = part.checked_sub(1) else {
            self.worlds.add(&self.row);
            return;
        };
        for at in self.graph.to(node) {
            let edge = self.graph.edges()[at];
            let sum = edge.option as usize - self.parts[part].first;
            let cells = self.parts[part].places.len();
            for filling in (0..self.parts[part].fillings[sum].len()).step_by(cells) {
                let of_part = &self.parts[part];
                of_part.put(&of_part.fillings[sum][filling..], &mut self.row);
                self.fill(part, edge.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_read_as_it_was_written() {
        for terrain in [Terrain::Land, Terrain::Sea] {
            for content in [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)] {
                assert_eq!(unpack_cell(pack(terrain, content)), (terrain, content));
            }
        }
    }
}

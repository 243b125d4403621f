//! The shape of what is closed: frontier, components, regions, distances.

use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Class, Posterior};
use crate::crocomine::rules::{Animal, Terrain};
use crate::grid::{Cell, Grid};

/// Belongs to no component.
const NONE: usize = usize::MAX;

/// Where the closed cells lie.
pub(super) struct Shape<'a> {
    pub knowledge: &'a Knowledge,
    pub posterior: &'a Posterior,
    /// The class of every closed cell.
    class_of: Vec<usize>,
    /// The component of every cell of the frontier.
    component_of: Vec<usize>,
    /// Cells of each component.
    pub components: Vec<usize>,
    /// Connected areas of closed cells.
    pub regions: usize,
    /// Steps of a king to the nearest open cell.
    distance: Vec<usize>,
}

impl<'a> Shape<'a> {
    pub fn new(knowledge: &'a Knowledge, posterior: &'a Posterior) -> Self {
        let grid = knowledge.grid();
        let open = (0..grid.len()).filter(|&cell| knowledge.is_open(cell));
        let on_frontier = |cell| knowledge.is_closed(cell) && grid.neighbours(cell).any(|n| knowledge.is_open(n));
        // Cells of the frontier hang together by the open cells that they share.
        let sharing = |cell, reach: &mut dyn FnMut(Cell)| {
            let open = grid.neighbours(cell).filter(|&n| knowledge.is_open(n));
            open.flat_map(|open| grid.neighbours(open)).filter(|&n| knowledge.is_closed(n)).for_each(reach);
        };
        let touching = |cell, reach: &mut dyn FnMut(Cell)| grid.neighbours(cell).filter(|&n| knowledge.is_closed(n)).for_each(reach);
        let (component_of, components) = areas(grid, on_frontier, sharing);
        let (_, regions) = areas(grid, |cell| knowledge.is_closed(cell), touching);
        let distance = distances(grid, open);
        Self { knowledge, posterior, class_of: posterior.places(grid), component_of, components, regions: regions.len(), distance }
    }

    /// The class of a closed cell.
    pub fn class(&self, cell: Cell) -> &Class {
        &self.posterior.classes[self.class_of[cell]]
    }

    /// Cells of the component that a closed cell belongs to; 0 where no number reaches it.
    pub fn component(&self, cell: Cell) -> usize {
        self.components.get(self.component_of[cell]).copied().unwrap_or(0)
    }

    /// Closed cells that a number reaches.
    pub fn frontier(&self) -> usize {
        self.components.iter().sum()
    }

    /// Steps of a king to the nearest open cell; the longer side of the map where
    /// nothing is open.
    pub fn distance(&self, cell: Cell) -> usize {
        self.distance[cell]
    }

    /// Cells between a cell and the nearest edge.
    pub fn to_edge(&self, cell: Cell) -> usize {
        let grid = self.knowledge.grid();
        let (row, col) = grid.pos(cell);
        row.min(col).min(grid.rows() - 1 - row).min(grid.cols() - 1 - col)
    }

    /// Open cells around a cell.
    pub fn open_around(&self, cell: Cell) -> usize {
        self.knowledge.grid().neighbours(cell).filter(|&n| self.knowledge.is_open(n)).count()
    }

    /// Tigers for each closed cell of land, and sharks for each of sea: the larger, the
    /// smaller. A terrain without closed cells has a density of 0.
    pub fn native_densities(&self) -> [f64; 2] {
        let knowledge = self.knowledge;
        let (land, sea) = knowledge.hidden();
        let density = |terrain: Terrain, hidden: usize| {
            let is_there = |cell: &Cell| knowledge.is_closed(*cell) && knowledge.terrain(*cell) == Some(terrain);
            let cells = hidden + (0..knowledge.grid().len()).filter(is_there).count();
            if cells == 0 { 0.0 } else { f64::from(knowledge.left()[terrain.native() as usize]) / cells as f64 }
        };
        let [land, sea] = [density(Terrain::Land, land), density(Terrain::Sea, sea)];
        [land.max(sea), land.min(sea)]
    }

    /// Animals that were not named yet.
    pub fn animals(&self) -> usize {
        self.knowledge.left().map(usize::from).iter().sum()
    }

    /// Those of them that are crocodiles.
    pub fn crocodiles(&self) -> usize {
        usize::from(self.knowledge.left()[Animal::Crocodile as usize])
    }
}

/// The areas that cells of a kind fall into by what is within reach of each other: the
/// number of every cell's, and the sizes.
fn areas(grid: &Grid, is_one: impl Fn(Cell) -> bool, within_reach: impl Fn(Cell, &mut dyn FnMut(Cell))) -> (Vec<usize>, Vec<usize>) {
    let (mut area_of, mut sizes) = (vec![NONE; grid.len()], Vec::new());
    let mut stack = Vec::new();
    for seed in 0..grid.len() {
        if area_of[seed] != NONE || !is_one(seed) {
            continue;
        }
        let (area, mut size) = (sizes.len(), 0);
        area_of[seed] = area;
        stack.push(seed);
        while let Some(cell) = stack.pop() {
            size += 1;
            within_reach(cell, &mut |next| {
                if area_of[next] == NONE {
                    area_of[next] = area;
                    stack.push(next);
                }
            });
        }
        sizes.push(size);
    }
    (area_of, sizes)
}

/// Steps of a king from the nearest of some cells.
fn distances(grid: &Grid, from: impl Iterator<Item = Cell>) -> Vec<usize> {
    let unreached = grid.rows().max(grid.cols());
    let mut distance = vec![unreached; grid.len()];
    let mut ring: Vec<Cell> = from.collect();
    for &cell in &ring {
        distance[cell] = 0;
    }
    for steps in 1.. {
        let mut next = Vec::new();
        for &cell in &ring {
            for n in grid.neighbours(cell).filter(|&n| steps < unreached && distance[n] == unreached).collect::<Vec<_>>() {
                distance[n] = steps;
                next.push(n);
            }
        }
        if next.is_empty() {
            break;
        }
        ring = next;
    }
    distance
}

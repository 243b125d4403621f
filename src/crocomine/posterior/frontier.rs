//! The frontier: closed cells next to open ones, cut into components.
//!
//! Cells that the same open cells count, on the same terrain and with the same
//! domain, are interchangeable and form a *group*; groups that share no
//! constraint, not even through others, lie in different *components* and are
//! independent but for the totals. Cells whose domain is single are taken as
//! settled: they are no one's variables, only subtracted.
//!
//! A component is built in an order that depends on nothing but itself
//! (breadth-first from its least constraint), so that the same component is
//! found equal in a later state, and what was computed for it is used again.

use super::domains::{Domain, Domains};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Terrain};
use crate::grid::Cell;

/// An open cell as a constraint on the groups of its component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The open cell.
    pub cell: Cell,
    /// Animals of each kind among its undecided neighbours.
    pub residual: [u8; 3],
}

/// Interchangeable cells: at most 8, since one constraint counts them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their terrain.
    pub terrain: Terrain,
    /// What each may hold, by single constraints.
    pub domain: Domain,
    cells: [u32; 8],
    size: u8,
    constraints: [u32; 8],
    degree: u8,
}

impl Group {
    /// The cells, in the order in which they were met.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.cells[..self.size()].iter().map(|&cell| cell as Cell)
    }

    /// Number of cells.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The constraints that count them: indices into the component's.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.constraints[..usize::from(self.degree)].iter().map(|&constraint| constraint as usize)
    }

    /// How many of its cells may hold this animal.
    pub fn room(&self, animal: Animal) -> usize {
        if self.domain.has(Some(animal)) { self.size() } else { 0 }
    }
}

/// Groups tied together by constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// In breadth-first order from the least cell.
    pub constraints: Vec<Constraint>,
    /// In the order in which they were met.
    pub groups: Vec<Group>,
}

/// Cuts the frontier into components. Kept between calls for its memory.
#[derive(Debug, Default)]
pub struct Cutter {
    /// Number of the constraint in the component at hand, by cell; `NONE` where not met.
    index: Vec<u32>,
    met: Vec<bool>,
    touched: Vec<Cell>,
    component: Component,
}

const NONE: u32 = u32::MAX;

impl Cutter {
    /// Hands the components of a state to `take`, by their least constraint.
    ///
    /// `open` are the open cells with closed cells around, ascending.
    pub fn cut(&mut self, knowledge: &Knowledge, domains: &Domains, open: impl Iterator<Item = Cell>, mut take: impl FnMut(&Component)) {
        self.index.resize(knowledge.grid().len(), NONE);
        self.met.resize(knowledge.grid().len(), false);
        let mut component = std::mem::take(&mut self.component);
        for cell in open {
            if self.index[cell] == NONE {
                self.flood(knowledge, domains, cell, &mut component);
                if !component.groups.is_empty() {
                    take(&component);
                }
            }
        }
        self.component = component;
        for cell in self.touched.drain(..) {
            self.index[cell] = NONE;
            self.met[cell] = false;
        }
    }

    fn flood(&mut self, knowledge: &Knowledge, domains: &Domains, from: Cell, component: &mut Component) {
        component.constraints.clear();
        component.groups.clear();
        self.meet(component, from);
        let mut at = 0;
        while at < component.constraints.len() {
            let cell = component.constraints[at].cell;
            // Equal cells are met by the same constraint first: only its groups need a look.
            let first = component.groups.len();
            let mut residual = knowledge.residual(cell);
            for neighbour in knowledge.grid().neighbours(cell) {
                if !knowledge.is_closed(neighbour) {
                    continue;
                }
                let domain = domains.get(neighbour);
                if let Some(content) = domain.only() {
                    if let Some(animal) = content {
                        residual[animal as usize] -= 1;
                    }
                } else if !std::mem::replace(&mut self.met[neighbour], true) {
                    self.touched.push(neighbour);
                    self.join(knowledge, component, first, neighbour, domain);
                }
            }
            component.constraints[at].residual = residual.map(|n| n as u8);
            at += 1;
        }
    }

    fn meet(&mut self, component: &mut Component, cell: Cell) -> u32 {
        if self.index[cell] == NONE {
            self.index[cell] = component.constraints.len() as u32;
            self.touched.push(cell);
            component.constraints.push(Constraint { cell, residual: [0; 3] });
        }
        self.index[cell]
    }

    /// Puts a cell into its group, among those from `first` on.
    fn join(&mut self, knowledge: &Knowledge, component: &mut Component, first: usize, cell: Cell, domain: Domain) {
        let terrain = knowledge.terrain(cell).expect("the terrain of a cell next to an open one is known");
        let mut group = Group { terrain, domain, cells: [0; 8], size: 1, constraints: [NONE; 8], degree: 0 };
        group.cells[0] = cell as u32;
        for neighbour in knowledge.grid().neighbours(cell) {
            if knowledge.is_open(neighbour) {
                group.constraints[usize::from(group.degree)] = self.meet(component, neighbour);
                group.degree += 1;
            }
        }
        let equal = |other: &&mut Group| other.terrain == terrain && other.domain == domain && other.constraints == group.constraints;
        if let Some(group) = component.groups[first..].iter_mut().find(equal) {
            group.cells[group.size()] = cell as u32;
            group.size += 1;
        } else {
            component.groups.push(group);
        }
    }
}

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
use crate::crocomine::rules::Terrain;
use crate::grid::Cell;

/// An open cell as a constraint on the groups of its component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The open cell.
    pub cell: Cell,
    /// Animals of each kind among its undecided neighbours.
    pub residual: [u8; 3],
}

/// Interchangeable cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The cells, in the order in which they were met.
    pub cells: Vec<Cell>,
    /// Their terrain.
    pub terrain: Terrain,
    /// What each may hold, by single constraints.
    pub domain: Domain,
    /// The constraints that count them: indices into the component's, at most 8.
    pub constraints: Vec<u16>,
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
    index: Vec<u16>,
    met: Vec<bool>,
    touched: Vec<Cell>,
}

const NONE: u16 = u16::MAX;

impl Cutter {
    /// The components of a state, by their least constraint.
    ///
    /// `open` are the open cells with closed cells around, ascending.
    pub fn cut(&mut self, knowledge: &Knowledge, domains: &Domains, open: impl Iterator<Item = Cell>) -> Vec<Component> {
        self.index.resize(knowledge.grid().len(), NONE);
        self.met.resize(knowledge.grid().len(), false);
        let mut components = Vec::new();
        for cell in open {
            if self.index[cell] == NONE {
                let component = self.flood(knowledge, domains, cell);
                if !component.groups.is_empty() {
                    components.push(component);
                }
            }
        }
        for cell in self.touched.drain(..) {
            self.index[cell] = NONE;
            self.met[cell] = false;
        }
        components
    }

    fn flood(&mut self, knowledge: &Knowledge, domains: &Domains, from: Cell) -> Component {
        let mut component = Component::default();
        self.meet(&mut component, from);
        let mut at = 0;
        while at < component.constraints.len() {
            let cell = component.constraints[at].cell;
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
                    self.join(knowledge, &mut component, first, neighbour, domain);
                }
            }
            component.constraints[at].residual = residual.map(|n| n as u8);
            at += 1;
        }
        component
    }

    fn meet(&mut self, component: &mut Component, cell: Cell) -> u16 {
        if self.index[cell] == NONE {
            self.index[cell] = component.constraints.len() as u16;
            self.touched.push(cell);
            component.constraints.push(Constraint { cell, residual: [0; 3] });
        }
        self.index[cell]
    }

    /// Puts a cell into its group, among those from `first` on.
    fn join(&mut self, knowledge: &Knowledge, component: &mut Component, first: usize, cell: Cell, domain: Domain) {
        let mut constraints = [NONE; 8];
        let mut len = 0;
        for neighbour in knowledge.grid().neighbours(cell) {
            if knowledge.is_open(neighbour) {
                constraints[len] = self.meet(component, neighbour);
                len += 1;
            }
        }
        let constraints = &constraints[..len];
        let terrain = knowledge.terrain(cell).expect("the terrain of a cell next to an open one is known");
        let equal = |group: &&mut Group| group.terrain == terrain && group.domain == domain && group.constraints == constraints;
        if let Some(group) = component.groups[first..].iter_mut().find(equal) {
            group.cells.push(cell);
        } else {
            component.groups.push(Group { cells: vec![cell], terrain, domain, constraints: constraints.to_vec() });
        }
    }
}

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
use crate::crocomine::rules::{Action, Animal, Content, Terrain};
use crate::grid::Cell;

/// What the frontier is cut from: what is known and, it may be, what one closed
/// cell is supposed to hold.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    knowledge: &'a Knowledge,
    domains: &'a Domains,
    /// The supposed cell; no cell where nothing is supposed.
    cell: Cell,
    content: Content,
}

impl<'a> Scene<'a> {
    /// What is known.
    pub fn new(knowledge: &'a Knowledge, domains: &'a Domains) -> Self {
        Self { knowledge, domains, cell: Cell::MAX, content: None }
    }

    /// What is known, and that a discovery or a guess was right. What a
    /// discovered cell shows is left open: its constraint is *asked*.
    pub fn after(knowledge: &'a Knowledge, domains: &'a Domains, action: Action) -> Self {
        let content = match action {
            Action::Guess(_, animal) => Some(animal),
            Action::Discover(_) | Action::Chord(_) => None,
        };
        Self { knowledge, domains, cell: action.cell(), content }
    }

    /// What an undecided cell may hold; a single content where it is settled.
    pub fn domain(&self, cell: Cell) -> Domain {
        let domain = self.domains.get(cell);
        match self.knowledge.terrain(cell) {
            // The supposed cell may have brought it along.
            Some(terrain) if self.cell != Cell::MAX => domain.meet(Domain::of(terrain)),
            _ => domain,
        }
    }

    /// Whether a cell is neither open nor named nor supposed.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.knowledge.is_closed(cell) && cell != self.cell
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.knowledge.is_open(cell) || self.asks(cell)
    }

    /// Whether this is the cell whose counts are left open.
    pub fn asks(&self, cell: Cell) -> bool {
        cell == self.cell && self.content.is_none()
    }

    /// What is supposed, where it is an animal.
    pub fn supposed(&self) -> Content {
        self.content
    }
}

/// An open cell as a constraint on the groups of its component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The open cell.
    pub cell: Cell,
    /// Animals of each kind among its undecided neighbours; where they are asked
    /// for, the most that there can be.
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
    /// Whether what the first constraint counts is asked for.
    pub asked: bool,
}

impl Component {
    /// Its cells, ascending.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.groups.iter().flat_map(Group::cells).collect();
        cells.sort_unstable();
        cells
    }

    /// Sets what the asked constraint can count at most.
    fn bound_asked(&mut self, knowledge: &Knowledge) {
        let asked = self.groups.iter().filter(|group| group.constraints().any(|constraint| constraint == 0));
        let mut most = [0; 3];
        for group in asked {
            for kind in Animal::ALL {
                most[kind as usize] += group.room(kind);
            }
        }
        let left = knowledge.left().map(usize::from);
        self.constraints[0].residual = std::array::from_fn(|kind| most[kind].min(left[kind]) as u8);
    }
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
    /// Hands the components that hold these open cells to `take`, each once.
    pub fn cut(&mut self, scene: Scene, open: impl Iterator<Item = Cell>, mut take: impl FnMut(&Component)) {
        let cells = scene.knowledge.grid().len();
        self.index.resize(cells, NONE);
        self.met.resize(cells, false);
        let mut component = std::mem::take(&mut self.component);
        for cell in open {
            if self.index[cell] == NONE {
                self.flood(scene, cell, &mut component);
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

    fn flood(&mut self, scene: Scene, from: Cell, component: &mut Component) {
        let knowledge = scene.knowledge;
        component.constraints.clear();
        component.groups.clear();
        component.asked = scene.asks(from);
        self.meet(component, from);
        let mut at = 0;
        while at < component.constraints.len() {
            let cell = component.constraints[at].cell;
            // Equal cells are met by the same constraint first: only its groups need a look.
            let first = component.groups.len();
            let mut residual = knowledge.residual(cell);
            for neighbour in knowledge.grid().neighbours(cell) {
                if !scene.is_closed(neighbour) {
                    if let Some(animal) = scene.content.filter(|_| neighbour == scene.cell) {
                        residual[animal as usize] -= 1;
                    }
                    continue;
                }
                let domain = scene.domain(neighbour);
                if let Some(content) = domain.only() {
                    if let Some(animal) = content.filter(|_| !scene.asks(cell)) {
                        residual[animal as usize] -= 1;
                    }
                } else if !std::mem::replace(&mut self.met[neighbour], true) {
                    self.touched.push(neighbour);
                    self.join(scene, component, first, neighbour, domain);
                }
            }
            component.constraints[at].residual = residual.map(|n| n as u8);
            at += 1;
        }
        if component.asked {
            component.bound_asked(knowledge);
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
    fn join(&mut self, scene: Scene, component: &mut Component, first: usize, cell: Cell, domain: Domain) {
        let knowledge = scene.knowledge;
        let terrain = knowledge.terrain(cell).expect("the terrain of a cell next to an open one is known");
        let mut group = Group { terrain, domain, cells: [0; 8], size: 1, constraints: [NONE; 8], degree: 0 };
        group.cells[0] = cell as u32;
        for neighbour in knowledge.grid().neighbours(cell) {
            if scene.is_open(neighbour) {
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

//! One component as a layered graph: a dynamic program over partial sums.
//!
//! Groups are decided one after the other: so many of its cells hold the native
//! animal, so many a crocodile. All that matters of the choices so far is what
//! the constraints still open have left to place, and, where the totals are
//! asked for, how many animals of each kind were placed; states that agree in
//! this are one node. Cost grows with the number of constraints open at once,
//! the frontier's width, and not exponentially with its length.
//!
//! A state is one 128-bit word: a field for each kind that an open constraint
//! has left (with a guard bit above, so that one subtraction and one mask check
//! all fields for going below zero), and three fields that count animals. The
//! same trick checks that no constraint needs more than its cells to come can
//! hold, which at its last group means that it is met exactly.

use super::domains::Domain;
use super::frontier::{Component, Group};
use super::intern::Interner;
use super::layered::{Edge, Layered};
use super::{Clash, Limit};
use crate::crocomine::rules::{Animal, Content};
use crate::grid::Cell;
use num_bigint::BigUint;

/// Animals placed so far: three fields of 20 bits and a guard bit, so that
/// adding words adds counts ([`crate::grid::MAX_CELLS`] fits in 20 bits).
pub type Sum = u64;

/// Whether no count of `sum` is above that of `most`.
pub fn within(sum: Sum, most: Sum) -> bool {
    const GUARDS: Sum = 1 << 20 | 1 << 41 | 1 << 62;
    ((most | GUARDS) - sum) & GUARDS == GUARDS
}

/// Packs counts of tigers, sharks and crocodiles.
pub fn pack(counts: [usize; 3]) -> Sum {
    counts[0] as Sum | (counts[1] as Sum) << 21 | (counts[2] as Sum) << 42
}

/// Unpacks a sum.
pub fn unpack(sum: Sum) -> [usize; 3] {
    let field = |shift: u32| ((sum >> shift) & 0x1f_ffff) as usize;
    [field(0), field(21), field(42)]
}

/// A way to fill a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Cells that hold the terrain's native animal.
    pub native: u8,
    /// Cells that hold a crocodile.
    pub crocodiles: u8,
    /// In how many ways the cells can be told apart.
    pub ways: u16,
}

/// Everything that a component alone allows.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Which group each layer decides.
    pub order: Vec<u16>,
    /// The choices of each layer.
    pub choices: Vec<Vec<Choice>>,
    /// The graph; only edges on a whole path.
    pub graph: Layered,
    /// What each last node placed; all 0 where totals were not asked for.
    pub sums: Vec<Sum>,
    weights: Vec<Vec<f64>>,
}

/// Builds diagrams; kept for its memory.
#[derive(Debug, Default)]
pub struct Builder {
    nodes: Interner,
    edges: Vec<Edge>,
    states: Vec<u128>,
}

/// Most bits of a state.
const WIDTH: u32 = 128;

impl Builder {
    /// The diagram of a component, with at most `most` edges.
    ///
    /// # Errors
    /// A limit, or `Clash` where nothing is allowed (`clash` says of what).
    pub fn build(
        &mut self,
        component: &Component,
        totals: bool,
        most: usize,
        clash: impl FnOnce() -> Clash,
    ) -> Result<Diagram, super::Stop> {
        let order = elimination_order(component);
        let choices: Vec<Vec<Choice>> = order.iter().map(|&g| choices(component, &component.groups[g as usize])).collect();
        let layout = Layout::new(component, &order, totals).ok_or(Limit::Width(WIDTH))?;
        let mut graph = Layered::root();
        self.states.clear();
        self.states.push(0);
        for (layer, choices) in choices.iter().enumerate() {
            let step = &layout.steps[layer];
            let deltas: Vec<Delta> = choices.iter().map(|&choice| step.delta(choice)).collect();
            let base = graph.nodes_of(layer);
            self.nodes.clear();
            self.edges.clear();
            for (place, &state) in self.states.iter().enumerate() {
                let state = state + step.opens;
                for (option, delta) in deltas.iter().enumerate() {
                    let Some(next) = step.apply(state, delta) else { continue };
                    let to = base.end as u32 + self.nodes.intern(next);
                    self.edges.push(Edge { from: (base.start + place) as u32, to, option: option as u32 });
                }
            }
            graph.push(self.edges.drain(..), self.nodes.keys().len());
            if graph.edges() > most {
                return Err(Limit::Edges(most).into());
            }
            self.states.clear();
            self.states.extend_from_slice(self.nodes.keys());
        }
        let alive = graph.alive(|_| true);
        if !alive[0] {
            return Err(clash().into());
        }
        graph.prune(&alive);
        let sums = self.states.iter().map(|&state| layout.sum(state)).collect();
        let weights = choices.iter().map(|layer| layer.iter().map(|c| f64::from(c.ways)).collect()).collect();
        Ok(Diagram { order, choices, graph, sums, weights })
    }
}

impl Diagram {
    /// The weights of a layer's options: their ways.
    pub fn weights(&self, layer: usize) -> &[f64] {
        &self.weights[layer]
    }

    /// The exact number of ways to reach each last node.
    pub fn count(&self) -> Vec<BigUint> {
        let mut layer_values = vec![BigUint::from(1u8)];
        for layer in 0..self.graph.layers() {
            let from = self.graph.nodes_of(layer).start;
            let to = self.graph.nodes_of(layer + 1);
            let mut next = vec![BigUint::ZERO; to.len()];
            for edge in self.graph.layer(layer) {
                let ways = self.choices[layer][edge.option as usize].ways;
                next[edge.to as usize - to.start] += &layer_values[edge.from as usize - from] * ways;
            }
            layer_values = next;
        }
        layer_values
    }

    /// For each layer: what the cells of its group may hold on whole paths through
    /// nodes that are `alive`.
    pub fn domains(&self, component: &Component, alive: impl Fn(usize) -> bool) -> Vec<Domain> {
        let of_layer = |layer: usize| {
            let mut possible = vec![false; self.choices[layer].len()];
            for edge in self.graph.layer(layer) {
                possible[edge.option as usize] |= alive(edge.to as usize);
            }
            domain(self.group(component, layer), &self.choices[layer], &possible)
        };
        (0..self.graph.layers()).map(of_layer).collect()
    }

    /// The group that a layer decides.
    pub fn group<'c>(&self, component: &'c Component, layer: usize) -> &'c Group {
        &component.groups[usize::from(self.order[layer])]
    }

    /// The cells whose content is the same on all paths.
    pub fn proven(&self, component: &Component) -> Vec<(Cell, Content)> {
        let domains = self.domains(component, |_| true).into_iter().enumerate();
        let only = domains.filter_map(|(layer, domain)| Some((layer, domain.only()?)));
        only.flat_map(|(layer, content)| self.group(component, layer).cells.iter().map(move |&cell| (cell, content))).collect()
    }
}

/// Which contents a group's cells may have, where some of its choices are possible.
fn domain(group: &Group, choices: &[Choice], possible: &[bool]) -> Domain {
    let mut domain = Domain::NONE;
    for (choice, _) in choices.iter().zip(possible).filter(|(_, possible)| **possible) {
        let (natives, crocodiles) = (usize::from(choice.native), usize::from(choice.crocodiles));
        if natives > 0 {
            domain = domain.with(Some(group.terrain.native()));
        }
        if crocodiles > 0 {
            domain = domain.with(Some(Animal::Crocodile));
        }
        if natives + crocodiles < group.cells.len() {
            domain = domain.with(None);
        }
    }
    domain
}

/// The ways to fill a group that its domain and each of its constraints alone allow.
fn choices(component: &Component, group: &Group) -> Vec<Choice> {
    let n = group.cells.len();
    let room = |kind: usize| {
        let residuals = group.constraints.iter().map(|&c| usize::from(component.constraints[usize::from(c)].residual[kind]));
        residuals.min().unwrap_or(0).min(n)
    };
    let native = group.terrain.native();
    let most = |animal: Animal| if group.domain.has(Some(animal)) { room(animal as usize) } else { 0 };
    let mut choices = Vec::new();
    for crocodiles in 0..=most(Animal::Crocodile) {
        for natives in 0..=most(native).min(n - crocodiles) {
            if natives + crocodiles < n && !group.domain.has(None) {
                continue;
            }
            let ways = binomial8(n, crocodiles) * binomial8(n - crocodiles, natives);
            choices.push(Choice { native: natives as u8, crocodiles: crocodiles as u8, ways });
        }
    }
    choices
}

/// `n` choose `k` for `n` up to 8, the cells around a cell.
fn binomial8(n: usize, k: usize) -> u16 {
    (0..k).fold(1, |product, i| product * (n - i) as u16 / (i + 1) as u16)
}

/// An order of the groups that keeps few constraints open at once.
///
/// Starts at the group met last, which lies far from where the component was
/// begun (a pseudo-peripheral vertex; George and Liu, 1979); then takes, among
/// the groups of open constraints, the one that leaves the fewest constraints
/// open, and of equals the one whose constraint is open the longest.
fn elimination_order(component: &Component) -> Vec<u16> {
    let groups = &component.groups;
    let mut left = vec![0u16; component.constraints.len()];
    let mut members: Vec<Vec<u16>> = vec![Vec::new(); component.constraints.len()];
    for (g, group) in groups.iter().enumerate() {
        for &c in &group.constraints {
            left[usize::from(c)] += 1;
            members[usize::from(c)].push(g as u16);
        }
    }
    let mut open: Vec<u16> = Vec::new();
    let mut taken = vec![false; groups.len()];
    let mut order = Vec::with_capacity(groups.len());
    let mut next = groups.len() as u16 - 1;
    loop {
        taken[usize::from(next)] = true;
        order.push(next);
        for &c in &groups[usize::from(next)].constraints {
            left[usize::from(c)] -= 1;
            if !open.contains(&c) {
                open.push(c);
            }
        }
        open.retain(|&c| left[usize::from(c)] > 0);
        let cost = |g: u16| {
            let constraints = &groups[usize::from(g)].constraints;
            let closes = constraints.iter().filter(|&&c| left[usize::from(c)] == 1).count() as i32;
            let opens = constraints.iter().filter(|&&c| !open.contains(&c)).count() as i32;
            opens - closes
        };
        let candidates = open.iter().flat_map(|&c| &members[usize::from(c)]).filter(|&&g| !taken[usize::from(g)]);
        match candidates.min_by_key(|&&g| cost(g)) {
            Some(&g) => next = g,
            None => return order,
        }
    }
}

/// Where a state keeps what, layer by layer.
struct Layout {
    steps: Vec<Step>,
    /// Shift and mask of the three counts.
    sums: [(u32, u128); 3],
}

/// One layer: what its state gains, and how a choice changes it.
struct Step {
    /// The fields of constraints that this group is the first to touch.
    opens: u128,
    /// Guard bits of all open fields.
    guards: u128,
    /// For each open field, the most that may be left after this layer; guards set.
    caps: u128,
    /// All fields, counts excluded.
    fields: u128,
    /// What one native animal, and one crocodile, takes from the fields and adds to the counts.
    native: Delta,
    crocodile: Delta,
}

#[derive(Clone, Copy)]
struct Delta {
    takes: u128,
    adds: u128,
}

impl Step {
    fn delta(&self, choice: Choice) -> Delta {
        let (natives, crocodiles) = (u128::from(choice.native), u128::from(choice.crocodiles));
        Delta {
            takes: natives * self.native.takes + crocodiles * self.crocodile.takes,
            adds: natives * self.native.adds + crocodiles * self.crocodile.adds,
        }
    }

    /// The next state, where no field goes below zero or stays above its cap.
    fn apply(&self, state: u128, delta: &Delta) -> Option<u128> {
        let taken = (state | self.guards) - delta.takes;
        if taken & self.guards != self.guards {
            return None;
        }
        let next = taken & !self.guards;
        let spare = self.caps - (next & self.fields);
        (spare & self.guards == self.guards).then(|| next + delta.adds)
    }
}

impl Layout {
    /// `None` where a state would need more than [`WIDTH`] bits.
    fn new(component: &Component, order: &[u16], totals: bool) -> Option<Self> {
        let groups = || order.iter().map(|&g| &component.groups[usize::from(g)]);
        let holds = |group: &Group, kind: Animal| if group.domain.has(Some(kind)) { group.cells.len() } else { 0 };
        let mut free = Bits::default();
        let mut sums = [(0, 0); 3];
        let mut count_of = [0u128; 3];
        if totals {
            for kind in Animal::ALL {
                let most: usize = groups().map(|group| holds(group, kind)).sum();
                let width = bits(most);
                if width > 0 {
                    let shift = free.take(width)?;
                    sums[kind as usize] = (shift, (1 << width) - 1);
                    count_of[kind as usize] = 1 << shift;
                }
            }
        }
        let constraints = component.constraints.len();
        let mut last = vec![0; constraints];
        let mut room = vec![[0; 3]; constraints];
        for (layer, group) in groups().enumerate() {
            for &c in &group.constraints {
                last[usize::from(c)] = layer;
                for kind in Animal::ALL {
                    room[usize::from(c)][kind as usize] += holds(group, kind);
                }
            }
        }
        let mut fields: Vec<Option<[Field; 3]>> = vec![None; constraints];
        let mut open: Vec<usize> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        for (layer, group) in groups().enumerate() {
            let native = group.terrain.native();
            let mut step = Step {
                opens: 0,
                guards: 0,
                caps: 0,
                fields: 0,
                native: Delta { takes: 0, adds: count_of[native as usize] },
                crocodile: Delta { takes: 0, adds: count_of[Animal::Crocodile as usize] },
            };
            for &c in &group.constraints {
                let c = usize::from(c);
                if fields[c].is_none() {
                    let residual = component.constraints[c].residual;
                    let mut of = [Field::default(); 3];
                    for (field, &residual) in of.iter_mut().zip(&residual) {
                        *field = Field::take(&mut free, usize::from(residual))?;
                        step.opens |= u128::from(residual) << field.shift;
                    }
                    fields[c] = Some(of);
                    open.push(c);
                }
                for kind in Animal::ALL {
                    room[c][kind as usize] -= holds(group, kind);
                }
                let of = fields[c].expect("just opened");
                step.native.takes += of[native as usize].one();
                step.crocodile.takes += of[Animal::Crocodile as usize].one();
            }
            for &c in &open {
                for (kind, field) in fields[c].expect("open").iter().enumerate() {
                    let residual = usize::from(component.constraints[c].residual[kind]);
                    step.guards |= field.guard();
                    step.fields |= field.mask();
                    step.caps |= field.guard() | (room[c][kind].min(residual) as u128) << field.shift;
                }
            }
            open.retain(|&c| {
                let done = last[c] == layer;
                if done {
                    fields[c].expect("open").iter().for_each(|field| free.give(field.shift, field.width));
                }
                !done
            });
            steps.push(step);
        }
        Some(Self { steps, sums })
    }

    fn sum(&self, state: u128) -> Sum {
        pack(self.sums.map(|(shift, mask)| ((state >> shift) & mask) as usize))
    }
}

/// What a constraint has left of one kind; no bits where it never had any.
#[derive(Clone, Copy, Default)]
struct Field {
    shift: u32,
    /// Guard bit included.
    width: u32,
}

impl Field {
    fn take(free: &mut Bits, most: usize) -> Option<Self> {
        if most == 0 {
            return Some(Self::default());
        }
        let width = bits(most) + 1;
        Some(Self { shift: free.take(width)?, width })
    }

    fn one(self) -> u128 {
        if self.width == 0 { 0 } else { 1 << self.shift }
    }

    fn guard(self) -> u128 {
        if self.width == 0 { 0 } else { 1 << (self.shift + self.width - 1) }
    }

    fn mask(self) -> u128 {
        if self.width == 0 { 0 } else { ((1 << (self.width - 1)) - 1) << self.shift }
    }
}

/// Which bits of a state are in use.
#[derive(Default)]
struct Bits(u128);

impl Bits {
    /// The lowest run of `width` free bits.
    fn take(&mut self, width: u32) -> Option<u32> {
        let runs = (1..width).fold(!self.0, |runs, _| runs & (runs >> 1));
        let shift = runs.trailing_zeros();
        (runs != 0).then(|| {
            self.0 |= ((1 << width) - 1) << shift;
            shift
        })
    }

    fn give(&mut self, shift: u32, width: u32) {
        self.0 &= !(((1u128 << width) - 1) << shift);
    }
}

/// Bits that hold numbers up to `most`.
fn bits(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

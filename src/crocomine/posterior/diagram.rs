//! One component as a layered graph: a dynamic program over partial sums.
//!
//! Groups are decided one after the other: so many of its cells hold the native
//! animal, so many a crocodile. All that matters of the choices so far is what
//! the constraints still open have left to place, and how many animals of each
//! kind were placed (see [`Layout`] for how both are packed); states that agree in
//! this are one node. Cost grows with the number of constraints open at once,
//! the frontier's width, and not exponentially with its length.

use super::domains::Domain;
use super::frontier::{Component, Group};
use super::intern::Interner;
use super::layered::{Edge, Layered};
use super::layout::{Delta, Layout, Sum, WIDTH};
use super::order::Orderer;
use super::{Clash, Limit, Stop};
use crate::crocomine::rules::{Animal, Content};
use crate::grid::Cell;
use std::ops::Range;

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
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// Which group each layer decides.
    order: Vec<u32>,
    /// The choices of all layers: the options of the graph.
    choices: Vec<Choice>,
    /// End of each layer's choices.
    choice_ends: Vec<usize>,
    /// The graph; only edges on a whole path.
    pub graph: Layered,
    /// What each last node placed.
    pub sums: Vec<Sum>,
    /// What the asked constraint counts at each last node; 0 where none is asked.
    pub answers: Vec<Sum>,
}

/// Builds diagrams; kept for its memory.
#[derive(Debug, Default)]
pub struct Builder {
    orderer: Orderer,
    layout: Layout,
    nodes: Interner,
    deltas: Vec<Delta>,
    states: Vec<u128>,
    diagram: Diagram,
}

impl Builder {
    /// The diagram of a component, with at most `most` edges.
    ///
    /// # Errors
    /// A limit, or `clash()` where nothing is allowed.
    pub fn build(&mut self, component: &Component, most: usize, clash: impl FnOnce() -> Clash) -> Result<&Diagram, Stop> {
        let diagram = &mut self.diagram;
        self.orderer.order(component, &mut diagram.order);
        diagram.list_choices(component);
        self.layout.lay_out(component, &diagram.order).ok_or(Limit::Width(WIDTH))?;
        diagram.graph.clear();
        self.states.clear();
        self.states.push(0);
        for (layer, step) in self.layout.steps.iter().enumerate() {
            let options = diagram.options(layer);
            self.deltas.clear();
            self.deltas.extend(diagram.choices[options.clone()].iter().map(|&choice| step.delta(choice)));
            let base = diagram.graph.nodes_of(layer);
            self.nodes.clear();
            for (from, &state) in (base.start as u32..).zip(&self.states) {
                let state = state + step.opens;
                for (option, &delta) in (options.start as u32..).zip(&self.deltas) {
                    if let Some(next) = step.apply(state, delta) {
                        let to = base.end as u32 + self.nodes.intern(next);
                        diagram.graph.add(Edge { from, to, option });
                    }
                }
                if diagram.graph.edges().len() > most {
                    return Err(Limit::Edges(most).into());
                }
            }
            diagram.graph.end_layer(self.nodes.keys().len());
            self.states.clear();
            self.states.extend_from_slice(self.nodes.keys());
        }
        let alive = diagram.graph.alive(|_| true);
        if !alive[0] {
            return Err(clash().into());
        }
        diagram.graph.prune(&alive);
        diagram.sums.clear();
        diagram.sums.extend(self.states.iter().map(|&state| self.layout.sum(state)));
        diagram.answers.clear();
        diagram.answers.extend(self.states.iter().map(|&state| self.layout.answer(state)));
        Ok(diagram)
    }
}

impl Diagram {
    fn list_choices(&mut self, component: &Component) {
        self.choices.clear();
        self.choice_ends.clear();
        for &group in &self.order {
            push_choices(component, &component.groups[group as usize], &mut self.choices);
            self.choice_ends.push(self.choices.len());
        }
    }

    /// The options of a layer.
    fn options(&self, layer: usize) -> Range<usize> {
        let start = if layer == 0 { 0 } else { self.choice_ends[layer - 1] };
        start..self.choice_ends[layer]
    }

    /// Each layer's group and choices.
    pub fn layers<'a>(&'a self, component: &'a Component) -> impl Iterator<Item = (&'a Group, &'a [Choice], Range<usize>)> {
        self.order.iter().enumerate().map(|(layer, &group)| {
            let options = self.options(layer);
            (&component.groups[group as usize], &self.choices[options.clone()], options)
        })
    }

    /// The choices: the options of the graph.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The cells whose content is the same on all paths.
    pub fn proven(&self, component: &Component) -> Vec<(Cell, Content)> {
        let possible = self.graph.possible(self.choices.len(), |_| true);
        let layers = self.layers(component);
        let only = layers.filter_map(|(group, choices, options)| Some((group, domain(group, choices, &possible[options]).only()?)));
        only.flat_map(|(group, content)| group.cells().map(move |cell| (cell, content))).collect()
    }
}

/// Which contents a group's cells may have, where some of its choices are possible.
pub fn domain(group: &Group, choices: &[Choice], possible: &[bool]) -> Domain {
    let mut domain = Domain::NONE;
    for (choice, _) in choices.iter().zip(possible).filter(|(_, possible)| **possible) {
        let (natives, crocodiles) = (usize::from(choice.native), usize::from(choice.crocodiles));
        if natives > 0 {
            domain = domain.with(Some(group.terrain.native()));
        }
        if crocodiles > 0 {
            domain = domain.with(Some(Animal::Crocodile));
        }
        if natives + crocodiles < group.size() {
            domain = domain.with(None);
        }
    }
    domain
}

/// The ways to fill a group that its domain and each of its constraints alone allow.
fn push_choices(component: &Component, group: &Group, choices: &mut Vec<Choice>) {
    let n = group.size();
    let most = |animal: Animal| {
        let residuals = group.constraints().map(|c| usize::from(component.constraints[c].residual[animal as usize]));
        residuals.min().unwrap_or(0).min(group.room(animal))
    };
    for crocodiles in 0..=most(Animal::Crocodile) {
        for natives in 0..=most(group.terrain.native()).min(n - crocodiles) {
            if natives + crocodiles < n && !group.domain.has(None) {
                continue;
            }
            let ways = binomial8(n, crocodiles) * binomial8(n - crocodiles, natives);
            choices.push(Choice { native: natives as u8, crocodiles: crocodiles as u8, ways });
        }
    }
}

/// `n` choose `k` for `n` up to 8, the cells around a cell.
fn binomial8(n: usize, k: usize) -> u16 {
    (0..k).fold(1, |product, i| product * (n - i) as u16 / (i + 1) as u16)
}

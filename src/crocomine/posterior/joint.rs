//! Components and the outside under the totals.
//!
//! Components are independent but for the totals, so they form a layered graph
//! of their own: one layer a component, its options the sums of animals that the
//! component can place, a node the sum so far. What is left at its end goes to
//! the outside, whose ways are the weight of that end. A forward and a backward
//! pass over it give, for each component and sum, the weight of everything
//! elsewhere; poured over the ends of that component's diagram, this makes the
//! marginals of its cells exact under all totals.

use super::diagram::{Diagram, Sum, pack, unpack, within};
use super::frontier::Component;
use super::intern::Interner;
use super::layered::{Edge, Layered};
use super::outside::{Factorials, Outside, Wide};
use super::{Clash, Class, Limit, Posterior, Stop};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::Content;
use num_bigint::BigUint;

/// A component's diagram with its forward weights.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// The component, counting animals.
    pub diagram: Diagram,
    forward: Vec<f64>,
    exponent: i64,
}

impl Tracked {
    /// Pours the ways over a diagram built with totals.
    pub fn new(diagram: Diagram) -> Self {
        let (forward, exponent) = diagram.graph.forward(|layer| diagram.weights(layer));
        Self { diagram, forward, exponent }
    }

    /// Weight of each sum, in the order of the diagram's.
    fn weights(&self) -> &[f64] {
        &self.forward[self.diagram.graph.nodes_of(self.diagram.graph.layers())]
    }
}

/// The components of a state joined under its totals.
pub struct Joint<'a> {
    parts: Vec<(&'a Component, &'a Tracked)>,
    graph: Layered,
    /// For each last node: its sum of animals placed.
    sums: Vec<Sum>,
    left: Sum,
    outside: Outside,
}

impl<'a> Joint<'a> {
    /// Joins components with the outside; `left` are the animals that neither
    /// named nor settled cells hold.
    ///
    /// # Errors
    /// A limit of `most` edges, or a clash with the totals.
    pub fn new(
        mut parts: Vec<(&'a Component, &'a Tracked)>,
        left: [usize; 3],
        outside: Outside,
        nodes: &mut Interner,
        most: usize,
    ) -> Result<Self, Stop> {
        // Small ones first keep the graph small; the sort is stable, so the order is fixed.
        parts.sort_by_key(|(_, tracked)| tracked.diagram.sums.len());
        let left = pack(left);
        let mut graph = Layered::root();
        let mut sums: Vec<Sum> = vec![0];
        for (layer, (_, tracked)) in parts.iter().enumerate() {
            let base = graph.nodes_of(layer);
            let mut edges = Vec::with_capacity(sums.len() * tracked.diagram.sums.len());
            nodes.clear();
            for (place, &sum) in sums.iter().enumerate() {
                for (option, &more) in tracked.diagram.sums.iter().enumerate() {
                    if within(sum + more, left) {
                        let to = base.end as u32 + nodes.intern(u128::from(sum + more));
                        edges.push(Edge { from: (base.start + place) as u32, to, option: option as u32 });
                    }
                }
            }
            graph.push(edges.into_iter(), nodes.keys().len());
            if graph.edges() > most {
                return Err(Limit::Edges(most).into());
            }
            sums = nodes.keys().iter().map(|&key| key as Sum).collect();
        }
        let mut joint = Self { parts, graph, sums, left, outside };
        let alive = joint.graph.alive(|end| joint.fits(end));
        joint.graph.prune(&alive);
        if alive[0] { Ok(joint) } else { Err(joint.clash().into()) }
    }

    fn fits(&self, end: usize) -> bool {
        let left = unpack(self.left - self.sums[end]);
        self.outside.scenarios.iter().any(|scenario| scenario.fits(left))
    }

    fn clash(&self) -> Clash {
        Clash { cells: Vec::new(), totals: true }
    }

    /// The exact number of worlds.
    pub fn count(&self) -> BigUint {
        let mut values = vec![BigUint::from(1u8)];
        for (layer, (_, tracked)) in self.parts.iter().enumerate() {
            let ways = tracked.diagram.count();
            let (from, to) = (self.graph.nodes_of(layer).start, self.graph.nodes_of(layer + 1));
            let mut next = vec![BigUint::ZERO; to.len()];
            for edge in self.graph.layer(layer) {
                next[edge.to as usize - to.start] += &values[edge.from as usize - from] * &ways[edge.option as usize];
            }
            values = next;
        }
        let ends = values.iter().zip(&self.sums).flat_map(|(value, &sum)| {
            let left = unpack(self.left - sum);
            let fitting = self.outside.scenarios.iter().filter(move |scenario| scenario.fits(left));
            fitting.map(move |scenario| value * scenario.count(left))
        });
        ends.sum()
    }

    /// The posterior. `settled` become classes of their own, proven.
    pub fn posterior(mut self, knowledge: &Knowledge, settled: &[(usize, Content)], factorials: &mut Factorials) -> Posterior {
        factorials.up_to(knowledge.grid().len());
        let weights = |layer: usize| self.parts[layer].1.weights();
        let (forward, exponent) = self.graph.forward(weights);
        let (ends, end_exponent) = self.ends(factorials);
        let last = self.graph.nodes_of(self.graph.layers());
        let total: f64 = forward[last.clone()].iter().zip(&ends).map(|(f, e)| f * e).sum();
        let parts = self.parts.iter().map(|(_, tracked)| tracked.exponent).sum::<i64>();
        let worlds_log10 = libm::log10(total) + (exponent + parts + end_exponent) as f64 * std::f64::consts::LOG10_2;

        let backward = self.graph.backward(&ends, weights);
        let mut classes: Vec<Class> = Vec::new();
        for (layer, &(component, tracked)) in self.parts.iter().enumerate() {
            let sums = tracked.diagram.sums.len();
            let (mut elsewhere, mut possible) = (vec![0.0; sums], vec![false; sums]);
            for edge in self.graph.layer(layer) {
                elsewhere[edge.option as usize] += forward[edge.from as usize] * backward[edge.to as usize];
                possible[edge.option as usize] = true;
            }
            marginals(component, tracked, elsewhere, &possible, &mut classes);
        }
        self.pour_outside(&forward[last], factorials, end_exponent);
        for class in self.outside.classes {
            let sum: f64 = class.weights.iter().sum();
            let p = class.weights.map(|weight| weight / sum);
            classes.push(Class { cells: class.cells, terrain: class.terrain, p, proven: class.possible.only() });
        }
        for &(cell, content) in settled {
            let mut p = [0.0; 4];
            p[content.map_or(0, |animal| 1 + animal as usize)] = 1.0;
            classes.push(Class { cells: vec![cell], terrain: knowledge.terrain(cell), p, proven: Some(content) });
        }
        classes.sort_by_key(|class| class.cells[0]);
        Posterior { worlds_log10, classes }
    }

    /// Weight of what the outside makes of each last node, over a common power of two.
    fn ends(&self, factorials: &Factorials) -> (Vec<f64>, i64) {
        let wide: Vec<Vec<Wide>> = self
            .sums
            .iter()
            .map(|&sum| {
                let left = unpack(self.left - sum);
                let fitting = self.outside.scenarios.iter().filter(|scenario| scenario.fits(left));
                fitting.map(|scenario| scenario.weight(left, factorials)).collect()
            })
            .collect();
        let exponent = wide.iter().flatten().map(|weight| weight.exponent).max().unwrap_or(0);
        (wide.iter().map(|weights| weights.iter().map(|w| w.over(exponent)).sum()).collect(), exponent)
    }

    /// Adds up what the outside's cells hold over all ends.
    fn pour_outside(&mut self, forward: &[f64], factorials: &Factorials, exponent: i64) {
        for (&sum, &weight) in self.sums.iter().zip(forward) {
            let left = unpack(self.left - sum);
            for scenario in self.outside.scenarios.clone() {
                if scenario.fits(left) {
                    self.outside.add(scenario, left, weight * scenario.weight(left, factorials).over(exponent));
                }
            }
        }
    }
}

/// The classes of one component: `elsewhere` is the weight of everything else for
/// each of its sums, `possible` whether there is any.
fn marginals(component: &Component, tracked: &Tracked, elsewhere: Vec<f64>, possible: &[bool], classes: &mut Vec<Class>) {
    let Tracked { diagram, forward, .. } = tracked;
    let graph = &diagram.graph;
    let backward = graph.backward(&elsewhere, |layer| diagram.weights(layer));
    let alive = graph.alive(|end| possible[end]);
    for (layer, domain) in diagram.domains(component, |node| alive[node]).into_iter().enumerate() {
        let group = diagram.group(component, layer);
        let choices = &diagram.choices[layer];
        let mut by_choice = vec![0.0; choices.len()];
        for edge in graph.layer(layer) {
            by_choice[edge.option as usize] += forward[edge.from as usize] * backward[edge.to as usize];
        }
        let mut p = [0.0; 4];
        let n = group.cells.len();
        let native = 1 + group.terrain.native() as usize;
        for (choice, weight) in choices.iter().zip(by_choice) {
            let weight = weight * f64::from(choice.ways);
            p[native] += weight * f64::from(choice.native);
            p[3] += weight * f64::from(choice.crocodiles);
            p[0] += weight * (n - usize::from(choice.native) - usize::from(choice.crocodiles)) as f64;
        }
        let sum: f64 = p.iter().sum();
        let mut cells = group.cells.clone();
        cells.sort_unstable();
        classes.push(Class { cells, terrain: Some(group.terrain), p: p.map(|weight| weight / sum), proven: domain.only() });
    }
}

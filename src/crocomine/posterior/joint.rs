//! Components and the outside under the totals.
//!
//! Components are independent but for the totals, so they form a layered graph
//! of their own: one layer a component, its options the sums of animals that the
//! component can place, a node the sum so far. What is left at its end goes to
//! the outside, whose ways are the weight of that end. A forward and a backward
//! pass over it give, for each component and sum, the weight of everything
//! elsewhere; poured over the ends of that component's diagram, this makes the
//! marginals of its cells exact under all totals.

use super::diagram::{Diagram, domain};
use super::frontier::Component;
use super::intern::Interner;
use super::layered::{Edge, Layered};
use super::layout::{Sum, pack, unpack, within};
use super::outside::{Factorials, Outside, Wide};
use super::{Clash, Class, Limit, Posterior, Stop};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::Content;
use crate::grid::Cell;
use num_bigint::BigUint;

/// The components of a state joined under its totals.
pub struct Joint<'a> {
    parts: Vec<(&'a Component, &'a Diagram)>,
    /// Its options are the sums of the first part, then of the second, and so on.
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
        knowledge: &Knowledge,
        mut parts: Vec<(&'a Component, &'a Diagram)>,
        left: [usize; 3],
        outside: Outside,
        nodes: &mut Interner,
        most: usize,
    ) -> Result<Self, Stop> {
        // Small ones first keep the graph small; the sort is stable, so the order is fixed.
        parts.sort_by_key(|(_, diagram)| diagram.sums.len());
        let left = pack(left);
        let mut graph = Layered::default();
        graph.clear();
        let mut sums: Vec<Sum> = vec![0];
        let mut options = 0;
        for (layer, (_, diagram)) in parts.iter().enumerate() {
            let base = graph.nodes_of(layer);
            nodes.clear();
            for (from, &sum) in (base.start as u32..).zip(&sums) {
                for (option, &more) in (options..).zip(&diagram.sums) {
                    if within(sum + more, left) {
                        let to = base.end as u32 + nodes.intern(u128::from(sum + more));
                        graph.add(Edge { from, to, option });
                    }
                }
            }
            graph.end_layer(nodes.keys().len());
            if graph.edges().len() > most {
                return Err(Limit::Edges(most).into());
            }
            options += diagram.sums.len() as u32;
            sums.clear();
            sums.extend(nodes.keys().iter().map(|&key| key as Sum));
        }
        let mut joint = Self { parts, graph, sums, left, outside };
        let alive = joint.graph.alive(|end| joint.fits(end));
        joint.graph.prune(&alive);
        if alive[0] {
            return Ok(joint);
        }
        let open = joint.parts.iter().flat_map(|(component, _)| component.constraints.iter().map(|constraint| constraint.cell));
        Err(Clash::new(knowledge, open, true).into())
    }

    fn fits(&self, end: usize) -> bool {
        let left = unpack(self.left - self.sums[end]);
        self.outside.scenarios.iter().any(|scenario| scenario.fits(left))
    }

    /// The exact number of worlds.
    pub fn count(&self) -> BigUint {
        let count = |diagram: &Diagram| diagram.graph.count(|option| diagram.choices()[option].ways);
        let ways: Vec<BigUint> = self.parts.iter().flat_map(|(_, diagram)| count(diagram)).collect();
        let values = self.graph.count(|option| &ways[option]);
        let ends = values.iter().zip(&self.sums).flat_map(|(value, &sum)| {
            let left = unpack(self.left - sum);
            let fitting = self.outside.scenarios.iter().filter(move |scenario| scenario.fits(left));
            fitting.map(move |scenario| value * scenario.count(left))
        });
        ends.sum()
    }

    /// The posterior. `settled` become classes of their own, proven.
    ///
    /// # Errors
    /// [`Limit::Range`]
    pub fn posterior(mut self, knowledge: &Knowledge, settled: &[(Cell, Content)], factorials: &mut Factorials) -> Result<Posterior, Stop> {
        factorials.up_to(knowledge.grid().len());
        let poured: Vec<Poured> = self.parts.iter().map(|&(component, diagram)| Poured::new(component, diagram)).collect();
        let weights: Vec<f64> = poured.iter().flat_map(Poured::sum_weights).copied().collect();
        let (forward, exponent) = self.graph.forward(&weights);
        let (ends, end_exponent) = self.ends(factorials);
        let last = self.graph.nodes_of(self.graph.layers());
        let total: f64 = forward[last.clone()].iter().zip(&ends).map(|(f, e)| f * e).sum();
        let parts = poured.iter().map(|part| part.exponent).sum::<i64>();
        let worlds_log10 = libm::log10(total) + (exponent + parts + end_exponent) as f64 * std::f64::consts::LOG10_2;

        let backward = self.graph.backward(&ends, &weights);
        let elsewhere = self.graph.marginals(&forward, &backward, weights.len());
        let possible = self.graph.possible(weights.len(), |_| true);
        let mut classes: Vec<Class> = Vec::new();
        let mut first = 0;
        for part in &poured {
            let sums = first..first + part.diagram.sums.len();
            part.classes(&elsewhere[sums.clone()], &possible[sums.clone()], &mut classes);
            first = sums.end;
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
        let finite = worlds_log10.is_finite() && classes.iter().flat_map(|class| class.p).all(f64::is_finite);
        if finite { Ok(Posterior { worlds_log10, classes }) } else { Err(Limit::Range.into()) }
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

/// A component's diagram with the number of ways poured over it.
struct Poured<'a> {
    component: &'a Component,
    diagram: &'a Diagram,
    weights: Vec<f64>,
    forward: Vec<f64>,
    exponent: i64,
}

impl<'a> Poured<'a> {
    fn new(component: &'a Component, diagram: &'a Diagram) -> Self {
        let weights: Vec<f64> = diagram.choices().iter().map(|choice| f64::from(choice.ways)).collect();
        let (forward, exponent) = diagram.graph.forward(&weights);
        Self { component, diagram, weights, forward, exponent }
    }

    /// Weight of each sum, in the order of the diagram's.
    fn sum_weights(&self) -> &[f64] {
        &self.forward[self.diagram.graph.nodes_of(self.diagram.graph.layers())]
    }

    /// The component's classes: `elsewhere` is the weight of everything else for
    /// each of its sums, `possible` whether there is any.
    fn classes(&self, elsewhere: &[f64], possible: &[bool], classes: &mut Vec<Class>) {
        let graph = &self.diagram.graph;
        let backward = graph.backward(elsewhere, &self.weights);
        let by_choice = graph.marginals(&self.forward, &backward, self.weights.len());
        let alive = graph.alive(|end| possible[end]);
        let possible = graph.possible(self.weights.len(), |node| alive[node]);
        for (group, choices, options) in self.diagram.layers(self.component) {
            let mut p = [0.0; 4];
            let native = 1 + group.terrain.native() as usize;
            for (choice, option) in choices.iter().zip(options.clone()) {
                let weight = by_choice[option] * self.weights[option];
                p[native] += weight * f64::from(choice.native);
                p[3] += weight * f64::from(choice.crocodiles);
                p[0] += weight * (group.size() as f64 - f64::from(choice.native) - f64::from(choice.crocodiles));
            }
            let sum: f64 = p.iter().sum();
            let mut cells: Vec<Cell> = group.cells().collect();
            cells.sort_unstable();
            let proven = domain(group, choices, &possible[options]).only();
            classes.push(Class { cells, terrain: Some(group.terrain), p: p.map(|weight| weight / sum), proven });
        }
    }
}

//! Components and the outside under the totals.
//!
//! Components are independent but for the totals, so they form a layered graph
//! of their own: one layer a component, its options the sums of animals that the
//! component can place, a node the sum so far. What is left at its end goes to
//! the outside, whose ways are the weight of that end. A forward and a backward
//! pass over it give, for each component and sum, the weight of everything
//! elsewhere; poured over the ends of that component's diagram, this makes the
//! marginals of its cells exact under all totals.

use super::diagram::{Choice, Diagram, domain};
use super::frontier::Component;
use super::intern::Interner;
use super::layered::{Edge, Layered};
use super::layout::{Sum, pack, unpack, within};
use super::outside::{Choose, Factorials, Outside, OutsideClass, Scenario, Wide};
use super::{Clash, Class, Limit, Posterior, Stop};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Content, Terrain};
use crate::grid::Cell;
use num_bigint::BigUint;

/// The components of a state joined under its totals.
pub struct Joint<'a> {
    /// One layer of the graph each.
    pub parts: Vec<(&'a Component, &'a Diagram)>,
    /// Its options are the sums of the first part, then of the second, and so on.
    pub graph: Layered,
    /// For each last node: its sum of animals placed.
    pub sums: Vec<Sum>,
    /// What the parts and the outside have to hold together.
    pub left: Sum,
    /// The rest.
    pub outside: Outside,
    tilt: Tilt,
}

/// For each kind a power of two that every animal placed in a component is
/// weighed with, and taken back where the outside weighs what is left.
///
/// It cancels exactly. Without it the components' weights, where half of the
/// cells hold an animal, and the outside's, where few do, would peak so far apart
/// on large boards that their products vanish (exponential tilting; Esscher, 1932).
#[derive(Clone, Copy, Debug)]
struct Tilt([i32; 3]);

impl Tilt {
    /// The odds of each kind against a free cell, to a power of two.
    fn new(left: [usize; 3], cells: usize) -> Self {
        let free = cells.saturating_sub(left.iter().sum());
        Self(left.map(|animals| (animals + 1).ilog2() as i32 - (free + 1).ilog2() as i32))
    }

    fn exponent(self, animals: [usize; 3]) -> i64 {
        self.0.iter().zip(animals).map(|(&exponent, animals)| i64::from(exponent) * animals as i64).sum()
    }
}

/// A cell that no component decides.
#[derive(Clone, Copy, Debug)]
pub struct Loose {
    /// Which one.
    pub cell: Cell,
    /// Its terrain where known.
    pub terrain: Option<Terrain>,
    /// Known to be free.
    pub settled: bool,
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
        // Small ones first keep the graph small; the sort is stable, so the order is
        // fixed. The asked one comes last, so that an answer only takes away from the
        // last layer.
        parts.sort_by_key(|(component, diagram)| (component.asked, diagram.sums.len()));
        let tilt = Tilt::new(left, knowledge.closed());
        let left = pack(left);
        let mut graph = Layered::default();
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
                if graph.edges().len() > most {
                    return Err(Limit::Edges(most).into());
                }
            }
            graph.end_layer(nodes.keys().len());
            options += diagram.sums.len() as u32;
            sums.clear();
            sums.extend(nodes.keys().iter().map(|&key| key as Sum));
        }
        let mut joint = Self { parts, graph, sums, left, outside, tilt };
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
        let mut choose = Choose::new(self.outside.cells());
        let mut total = BigUint::ZERO;
        for scenario in &self.outside.scenarios {
            let mut of_scenario = BigUint::ZERO;
            for (value, &sum) in values.iter().zip(&self.sums) {
                let left = unpack(self.left - sum);
                if scenario.fits(left) {
                    of_scenario += value * scenario.placements(left, &mut choose);
                }
            }
            total += of_scenario * scenario.terrains(&mut choose);
        }
        total
    }

    /// The cells that a [`Scenario`] divides. Settled cells of known terrain are none
    /// of them, and told to `fixed`.
    pub fn loose(&self, knowledge: &Knowledge, settled: &[(Cell, Content)], mut fixed: impl FnMut(Cell, Terrain, Content)) -> Vec<Loose> {
        let of_class = |class: &'_ OutsideClass| {
            let terrain = class.terrain;
            class.cells.iter().map(move |&cell| Loose { cell, terrain, settled: false }).collect::<Vec<_>>()
        };
        let mut loose: Vec<Loose> = self.outside.classes.iter().flat_map(of_class).collect();
        for &(cell, content) in settled {
            match knowledge.terrain(cell) {
                Some(terrain) => fixed(cell, terrain, content),
                None => loose.push(Loose { cell, terrain: None, settled: true }),
            }
        }
        loose
    }

    /// Pours the weights over everything.
    pub fn weigh(self, factorials: &'a mut Factorials, cells: usize) -> Weighed<'a> {
        factorials.up_to(cells);
        let poured: Vec<Poured> = self.parts.iter().map(|&(component, diagram)| Poured::new(component, diagram, self.tilt)).collect();
        let weights = poured.iter().flat_map(Poured::sum_weights).copied().collect();
        let ends = self.ends(factorials);
        Weighed { joint: self, factorials, poured, weights, ends }
    }

    /// The scenarios that a last node leaves room in, with their weights.
    pub fn fitting<'s>(&'s self, sum: Sum, factorials: &'s Factorials) -> impl Iterator<Item = (Scenario, [usize; 3], Wide)> + 's {
        let left = unpack(self.left - sum);
        let back = -self.tilt.exponent(unpack(sum));
        let fitting = self.outside.scenarios.iter().filter(move |scenario| scenario.fits(left));
        fitting.map(move |scenario| (*scenario, left, scenario.weight(left, factorials).scaled(back)))
    }

    /// Weight of what the outside makes of each last node, over a common power of two.
    fn ends(&self, factorials: &Factorials) -> (Vec<f64>, i64) {
        let weights = |&sum: &Sum| self.fitting(sum, factorials).map(|(_, _, weight)| weight).collect::<Vec<_>>();
        let wide: Vec<Vec<Wide>> = self.sums.iter().map(weights).collect();
        let exponent = wide.iter().flatten().map(|weight| weight.exponent).max().unwrap_or(0);
        (wide.iter().map(|weights| weights.iter().map(|w| w.over(exponent)).sum()).collect(), exponent)
    }
}

/// A joint graph with its weights.
pub struct Weighed<'a> {
    /// The graph, and what it joins.
    pub joint: Joint<'a>,
    /// Enough of them to weigh the outside.
    pub factorials: &'a Factorials,
    /// The parts.
    pub poured: Vec<Poured<'a>>,
    /// One for each option of the joint graph.
    pub weights: Vec<f64>,
    /// One for each last node, and one power of two for all.
    pub ends: (Vec<f64>, i64),
}

impl Weighed<'_> {
    /// The posterior. `settled` become classes of their own, proven.
    ///
    /// # Errors
    /// [`Limit::Range`]
    pub fn posterior(&self, knowledge: &Knowledge, settled: &[(Cell, Content)]) -> Result<Posterior, Stop> {
        Ok(self.over(&self.joint.graph, knowledge, settled)?.1)
    }

    /// For each answer of the asked constraint, ascending: how many worlds give it,
    /// and the posterior after it. One answer, 0, where nothing is asked.
    ///
    /// # Errors
    /// [`Limit::Range`]
    pub fn answers(&self, knowledge: &Knowledge, settled: &[(Cell, Content)]) -> Result<Vec<(Sum, Wide, Posterior)>, Stop> {
        let graph = &self.joint.graph;
        let Some(asked) = self.poured.last().filter(|part| part.component.asked).map(|part| &part.diagram.answers) else {
            let (weight, posterior) = self.over(graph, knowledge, settled)?;
            return Ok(vec![(0, weight, posterior)]);
        };
        let first = self.weights.len() - asked.len();
        let answer_of = |edge: &Edge| asked[edge.option as usize - first];
        let mut answers: Vec<Sum> = graph.layer(graph.layers() - 1).iter().map(answer_of).collect();
        answers.sort_unstable();
        answers.dedup();
        let after = |answer| {
            let graph = graph.keeping(|edge| answer_of(edge) == answer);
            let (weight, posterior) = self.over(&graph, knowledge, settled)?;
            Ok((answer, weight, posterior))
        };
        answers.into_iter().map(after).collect()
    }

    /// The weight of all paths of a graph, which is the joint one or a part of it,
    /// and the posterior over them.
    fn over(&self, graph: &Layered, knowledge: &Knowledge, settled: &[(Cell, Content)]) -> Result<(Wide, Posterior), Stop> {
        let (forward, exponent) = graph.forward(&self.weights);
        let (ends, end_exponent) = &self.ends;
        let last = graph.nodes_of(graph.layers());
        let total: f64 = forward[last.clone()].iter().zip(ends).map(|(f, e)| f * e).sum();
        let exponent = exponent + end_exponent + self.poured.iter().map(|part| part.exponent).sum::<i64>();
        let worlds_log10 = libm::log10(total) + exponent as f64 * std::f64::consts::LOG10_2;

        let backward = graph.backward(ends, &self.weights);
        let elsewhere = graph.marginals(&forward, &backward, self.weights.len());
        let possible = graph.possible(self.weights.len(), |_| true);
        let mut classes: Vec<Class> = Vec::new();
        let mut first = 0;
        for part in &self.poured {
            let sums = first..first + part.diagram.sums.len();
            part.classes(&elsewhere[sums.clone()], &possible[sums.clone()], &mut classes);
            first = sums.end;
        }
        for class in self.outside(graph, &forward[last]) {
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
        if finite { Ok((Wide::new(total, exponent), Posterior { worlds_log10, classes })) } else { Err(Limit::Range.into()) }
    }

    /// The outside's classes, with what their cells hold added up over all ends
    /// that the graph's paths reach.
    fn outside(&self, graph: &Layered, weights: &[f64]) -> Vec<OutsideClass> {
        let mut classes = self.joint.outside.classes.clone();
        for end in graph.reached() {
            for (scenario, left, weight) in self.joint.fitting(self.joint.sums[end], self.factorials) {
                let weight = weights[end] * weight.over(self.ends.1);
                for class in &mut classes {
                    class.add(scenario, left, weight);
                }
            }
        }
        classes
    }
}

/// A component's diagram with the number of ways, tilted, poured over it.
pub struct Poured<'a> {
    /// The component.
    pub component: &'a Component,
    /// Its diagram.
    pub diagram: &'a Diagram,
    /// One for each choice.
    pub weights: Vec<f64>,
    /// One for each node: all paths that lead to it.
    pub forward: Vec<f64>,
    exponent: i64,
}

impl<'a> Poured<'a> {
    fn new(component: &'a Component, diagram: &'a Diagram, tilt: Tilt) -> Self {
        let weights = diagram.layers(component).flat_map(|(group, choices, _)| {
            let (native, crocodile) = (tilt.0[group.terrain.native() as usize], tilt.0[Animal::Crocodile as usize]);
            let exponent = move |choice: &Choice| native * i32::from(choice.native) + crocodile * i32::from(choice.crocodiles);
            choices.iter().map(move |choice| libm::ldexp(f64::from(choice.ways), exponent(choice)))
        });
        let weights: Vec<f64> = weights.collect();
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

//! Consistent worlds drawn at random, all alike.
//!
//! The weights that lead to each node are known from the forward passes, so that a
//! path is drawn from its end to the root: at each node one of the edges to it, by
//! the weight of all paths through it (forward filtering, backward sampling; Carter
//! and Kohn, 1994). First the last node of the joint graph, by what the outside
//! makes of it; the path from there divides the animals among the components, and
//! in each of them a path through its diagram divides them among the groups. What
//! is interchangeable is dealt out by whole numbers: in a component cell by cell,
//! outside by partial shuffles, which draw once for every animal and every unknown
//! cell that is land.

use super::diagram::Choice;
use super::frontier::Group;
use super::joint::{Loose, Poured, Weighed};
use super::layered::{Backward, Edge, Layered};
use super::outside::Scenario;
use super::{Limit, Stop};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Content, Terrain};
use crate::crocomine::world::{Sight, World};
use crate::grid::Cell;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// Draws worlds of one state: set up once, then as many as wanted.
pub struct Sampler<'a> {
    /// The world drawn last; cells that are the same in all are filled in.
    world: World,
    deck: Deck,
    ends: Ends,
    walk: Walk,
    parts: Vec<Part<'a>>,
}

impl<'a> Sampler<'a> {
    /// `settled` are the closed cells that hold the same in all worlds.
    ///
    /// # Errors
    /// [`Limit::Range`]
    pub fn new(knowledge: &'a Knowledge, weighed: &Weighed<'a>, settled: &[(Cell, Content)]) -> Result<Self, Stop> {
        let joint = &weighed.joint;
        let known = |cell| {
            let content = if let Sight::Named(animal) = knowledge.sight(cell) { Some(animal) } else { None };
            (knowledge.terrain(cell).unwrap_or(Terrain::Land), content)
        };
        let mut cells: Vec<(Terrain, Content)> = (0..knowledge.grid().len()).map(known).collect();
        let deck = Deck::new(&joint.loose(knowledge, settled, |cell, terrain, content| cells[cell] = (terrain, content)));
        let (forward, _) = joint.graph.forward(&weighed.weights);
        let ends = Ends::new(weighed, &forward).ok_or(Limit::Range)?;
        let walk = Walk::new(&joint.graph, &forward, &weighed.weights);
        let mut first = 0;
        let parts = weighed.poured.iter().map(|poured| {
            let part = Part::new(poured, first);
            first += poured.diagram.sums.len() as u32;
            part
        });
        let world = World::new(knowledge.grid().clone(), cells);
        Ok(Self { world, deck, ends, walk, parts: parts.collect() })
    }

    /// Draws a world, independent of those before.
    pub fn draw(&mut self, rng: &mut dyn Rng) -> &World {
        let &End { mut node, scenario, left } = self.ends.draw(rng);
        for part in self.parts.iter().rev() {
            let edge = self.walk.draw(node, rng);
            part.fill(edge.option, &mut self.world, rng);
            node = edge.from;
        }
        self.deck.deal(scenario, left, &mut self.world, rng);
        &self.world
    }
}

/// Sums of the weights up to each thing, to draw one by its weight.
struct Cumulated(Vec<f64>);

impl Cumulated {
    /// The first of some that lie above a random share of the last: it has a weight.
    fn draw(&self, among: std::ops::Range<usize>, rng: &mut dyn Rng) -> usize {
        let sums = &self.0[among.clone()];
        let share = rng.random::<f64>() * sums[sums.len() - 1];
        among.start + sums.partition_point(|&sum| sum <= share)
    }
}

/// A last node of the joint graph, and what the outside makes of it.
struct End {
    node: u32,
    scenario: Scenario,
    /// Animals for the outside.
    left: [usize; 3],
}

/// All of them.
struct Ends {
    ends: Vec<End>,
    sums: Cumulated,
}

impl Ends {
    /// None where the weights are out of the range of floats.
    fn new(weighed: &Weighed, forward: &[f64]) -> Option<Self> {
        let joint = &weighed.joint;
        let (mut ends, mut sums, mut total) = (Vec::new(), Vec::new(), 0.0);
        for (node, &sum) in joint.graph.nodes_of(joint.graph.layers()).zip(&joint.sums) {
            for (scenario, left, weight) in joint.fitting(sum, weighed.factorials) {
                total += forward[node] * weight.over(weighed.ends.1);
                ends.push(End { node: node as u32, scenario, left });
                sums.push(total);
            }
        }
        (total.is_finite() && total > 0.0).then_some(Self { ends, sums: Cumulated(sums) })
    }

    fn draw(&self, rng: &mut dyn Rng) -> &End {
        &self.ends[self.sums.draw(0..self.ends.len(), rng)]
    }
}

/// A graph made ready to be walked from its ends to its root.
struct Walk {
    edges: Backward,
    /// Over the edges to one node.
    sums: Cumulated,
}

impl Walk {
    fn new(graph: &Layered, forward: &[f64], weights: &[f64]) -> Self {
        let edges = Backward::new(graph);
        let (mut sums, mut total, mut node) = (Vec::with_capacity(edges.edges().len()), 0.0, 0);
        for edge in edges.edges() {
            if edge.to != node {
                (total, node) = (0.0, edge.to);
            }
            total += forward[edge.from as usize] * weights[edge.option as usize];
            sums.push(total);
        }
        Self { edges, sums: Cumulated(sums) }
    }

    /// An edge to a node that a path of some weight leads to.
    fn draw(&self, node: u32, rng: &mut dyn Rng) -> Edge {
        self.edges.edges()[self.sums.draw(self.edges.to(node), rng)]
    }
}

/// A component.
struct Part<'a> {
    /// Its first option in the joint graph.
    first: u32,
    /// Its first last node.
    last: u32,
    groups: Vec<&'a Group>,
    choices: &'a [Choice],
    walk: Walk,
}

impl<'a> Part<'a> {
    fn new(poured: &Poured<'a>, first: u32) -> Self {
        let diagram = poured.diagram;
        Self {
            first,
            last: diagram.graph.nodes_of(diagram.graph.layers()).start as u32,
            groups: diagram.layers(poured.component).map(|(group, ..)| group).collect(),
            choices: diagram.choices(),
            walk: Walk::new(&diagram.graph, &poured.forward, &poured.weights),
        }
    }

    /// Fills its cells with the sum that an option of the joint graph stands for.
    fn fill(&self, option: u32, world: &mut World, rng: &mut dyn Rng) {
        let mut node = self.last + option - self.first;
        for group in self.groups.iter().rev() {
            let edge = self.walk.draw(node, rng);
            node = edge.from;
            let choice = self.choices[edge.option as usize];
            let (mut natives, mut crocodiles) = (usize::from(choice.native), usize::from(choice.crocodiles));
            let mut left = group.size();
            for cell in group.cells() {
                let nth = rng.random_range(0..left);
                left -= 1;
                let mut content = None;
                if nth < natives {
                    natives -= 1;
                    content = Some(group.terrain.native());
                } else if nth < natives + crocodiles {
                    crocodiles -= 1;
                    content = Some(Animal::Crocodile);
                }
                world.set(cell, group.terrain, content);
            }
        }
    }
}

/// The cells that no component decides, to which terrains and animals are dealt.
struct Deck {
    /// Those of known terrain: land, sea.
    known: [Vec<Cell>; 2],
    unknown: Vec<Cell>,
    /// Known to be free, of unknown terrain.
    settled: Vec<Cell>,
    /// Scratch: the cells of one terrain; those without a native animal.
    pool: Vec<Cell>,
    others: Vec<Cell>,
}

impl Deck {
    fn new(loose: &[Loose]) -> Self {
        let those = |is: &dyn Fn(&Loose) -> bool| loose.iter().filter(|loose| is(loose)).map(|loose| loose.cell).collect();
        Self {
            known: [Terrain::Land, Terrain::Sea].map(|terrain| those(&|loose| loose.terrain == Some(terrain))),
            unknown: those(&|loose| loose.terrain.is_none() && !loose.settled),
            settled: those(&|loose| loose.terrain.is_none() && loose.settled),
            pool: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Draws which of the unknown cells are land; of each terrain, which cells hold its
    /// native animal; of the others, which hold a crocodile.
    fn deal(&mut self, scenario: Scenario, left: [usize; 3], world: &mut World, rng: &mut dyn Rng) {
        let [tigers, sharks, crocodiles] = left;
        let mut put = |some: &[Cell], terrain, content| {
            for &cell in some {
                world.set(cell, terrain, content);
            }
        };
        let (land, sea) = self.settled.partial_shuffle(rng, scenario.settled_land);
        put(land, Terrain::Land, None);
        put(sea, Terrain::Sea, None);
        let (land, sea) = self.unknown.partial_shuffle(rng, scenario.unknown_land);
        self.others.clear();
        for (terrain, unknown, natives) in [(Terrain::Land, land, tigers), (Terrain::Sea, sea, sharks)] {
            self.pool.clear();
            self.pool.extend_from_slice(&self.known[terrain as usize]);
            self.pool.extend_from_slice(unknown);
            let (natives, others) = self.pool.partial_shuffle(rng, natives);
            put(natives, terrain, Some(terrain.native()));
            put(others, terrain, None);
            self.others.extend_from_slice(others);
        }
        let (crocodiles, _) = self.others.partial_shuffle(rng, crocodiles);
        for &mut cell in crocodiles {
            world.set(cell, world.terrain(cell), Some(Animal::Crocodile));
        }
    }
}

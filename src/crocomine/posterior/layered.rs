//! Layered graphs, and the passes over them.
//!
//! A set of assignments to variables taken one after the other is a graph of
//! layers: a node is all that matters of the choices so far, an edge one more
//! choice, and every path from the root to the last layer one assignment (a
//! multi-valued decision diagram; Andersen, Hadžić, Hooker and Tiedemann, 2007).
//! Counting is a forward pass, marginals a forward and a backward pass
//! (Rabiner, 1989): time and memory grow with the edges, not with the paths.
//!
//! The structure is built once, from integers, and says what is *possible*;
//! weights are poured over it afterwards, as floats or as big integers.

use num_bigint::BigUint;
use std::ops::{Mul, Range};

/// One choice: from a node to a node of the next layer.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Node, counted over all layers.
    pub from: u32,
    /// Node, counted over all layers.
    pub to: u32,
    /// Option, counted over all layers.
    pub option: u32,
}

/// A layered graph with one root, node 0.
#[derive(Clone, Debug)]
pub struct Layered {
    /// Layer `i` leads from its nodes to those of layer `i + 1` by these edges.
    edges: Vec<Edge>,
    /// End of each layer's edges.
    edge_ends: Vec<usize>,
    /// End of each layer's nodes; one more than there are layers of edges.
    node_ends: Vec<usize>,
}

/// Only a root.
impl Default for Layered {
    fn default() -> Self {
        Self { edges: Vec::new(), edge_ends: Vec::new(), node_ends: vec![1] }
    }
}

impl Layered {
    /// Makes it a graph that is only its root; keeps the memory.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.edge_ends.clear();
        self.node_ends.clear();
        self.node_ends.push(1);
    }

    /// Adds an edge to the layer at hand. Edges come in order of `from`.
    pub fn add(&mut self, edge: Edge) {
        self.edges.push(edge);
    }

    /// Ends the layer at hand: its edges lead to `nodes` new nodes.
    pub fn end_layer(&mut self, nodes: usize) {
        self.edge_ends.push(self.edges.len());
        self.node_ends.push(self.nodes() + nodes);
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        *self.node_ends.last().expect("a root")
    }

    /// All edges, layer by layer.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Number of layers of edges.
    pub fn layers(&self) -> usize {
        self.edge_ends.len()
    }

    /// The edges of a layer.
    pub fn layer(&self, layer: usize) -> &[Edge] {
        let start = if layer == 0 { 0 } else { self.edge_ends[layer - 1] };
        &self.edges[start..self.edge_ends[layer]]
    }

    /// The nodes of a layer; layer `layers()` holds the ends of all paths.
    pub fn nodes_of(&self, layer: usize) -> Range<usize> {
        let start = if layer == 0 { 0 } else { self.node_ends[layer - 1] };
        start..self.node_ends[layer]
    }

    /// Which nodes lie on a path from the root to a last node that `accepts`
    /// (by its place in the last layer).
    pub fn alive(&self, accepts: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut alive = vec![false; self.nodes()];
        for (place, node) in self.nodes_of(self.layers()).enumerate() {
            alive[node] = accepts(place);
        }
        for edge in self.edges.iter().rev() {
            alive[edge.from as usize] |= alive[edge.to as usize];
        }
        alive
    }

    /// Drops the edges that lead nowhere; nodes keep their numbers.
    pub fn prune(&mut self, alive: &[bool]) {
        let mut kept = 0;
        let mut at = 0;
        for end in &mut self.edge_ends {
            while at < *end {
                let edge = self.edges[at];
                if alive[edge.to as usize] {
                    self.edges[kept] = edge;
                    kept += 1;
                }
                at += 1;
            }
            *end = kept;
        }
        self.edges.truncate(kept);
    }

    /// The graph without the last edges that `keep` refuses, and without those that
    /// lead nowhere then; nodes keep their numbers.
    #[must_use]
    pub fn keeping(&self, keep: impl Fn(&Edge) -> bool) -> Self {
        let mut graph = self.clone();
        if let Some(layer) = self.layers().checked_sub(1) {
            let start = self.edges.len() - self.layer(layer).len();
            let kept = self.layer(layer).iter().filter(|edge| keep(edge));
            graph.edges.truncate(start);
            graph.edges.extend(kept);
            graph.edge_ends[layer] = graph.edges.len();
            let alive = graph.alive(|_| true);
            graph.prune(&alive);
        }
        graph
    }

    /// The places of the last nodes that paths lead to, ascending.
    pub fn reached(&self) -> impl Iterator<Item = usize> {
        let nodes = self.nodes_of(self.layers());
        let mut reached = vec![self.layers() == 0; nodes.len()];
        if let Some(layer) = self.layers().checked_sub(1) {
            self.layer(layer).iter().for_each(|edge| reached[edge.to as usize - nodes.start] = true);
        }
        reached.into_iter().enumerate().filter(|&(_, reached)| reached).map(|(place, _)| place)
    }

    /// For each option: whether an edge with it leads to a node that is `alive`.
    pub fn possible(&self, options: usize, alive: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut possible = vec![false; options];
        for edge in &self.edges {
            possible[edge.option as usize] |= alive(edge.to as usize);
        }
        possible
    }

    /// Weight of all paths from the root to each node, where a path weighs the
    /// product of its options' weights.
    ///
    /// The nodes of one layer share a scale, so that nothing overflows however
    /// long the path: the true weight of a last node is its value times 2 to the
    /// returned exponent.
    pub fn forward(&self, weights: &[f64]) -> (Vec<f64>, i64) {
        let mut values = vec![0.0; self.nodes()];
        values[0] = 1.0;
        let mut exponent = 0;
        for layer in 0..self.layers() {
            for edge in self.layer(layer) {
                values[edge.to as usize] += values[edge.from as usize] * weights[edge.option as usize];
            }
            exponent += rescale(&mut values[self.nodes_of(layer + 1)]);
        }
        (values, exponent)
    }

    /// Weight of all paths from each node to the last layer, whose nodes weigh
    /// `ends`. The nodes of one layer share an unknown scale.
    pub fn backward(&self, ends: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; self.nodes()];
        values[self.nodes_of(self.layers())].copy_from_slice(ends);
        for layer in (0..self.layers()).rev() {
            for edge in self.layer(layer) {
                values[edge.from as usize] += values[edge.to as usize] * weights[edge.option as usize];
            }
            rescale(&mut values[self.nodes_of(layer)]);
        }
        values
    }

    /// For each option: weight of all paths that take it, its own weight left
    /// out. The options of one layer share an unknown scale.
    pub fn marginals(&self, forward: &[f64], backward: &[f64], options: usize) -> Vec<f64> {
        let mut marginals = vec![0.0; options];
        for edge in &self.edges {
            marginals[edge.option as usize] += forward[edge.from as usize] * backward[edge.to as usize];
        }
        marginals
    }

    /// Exact weight of all paths from the root to each last node.
    pub fn count<W>(&self, weight: impl Fn(usize) -> W) -> Vec<BigUint>
    where
        for<'v> &'v BigUint: Mul<W, Output = BigUint>,
    {
        let mut values = vec![BigUint::from(1u8)];
        for layer in 0..self.layers() {
            let (from, to) = (self.nodes_of(layer).start, self.nodes_of(layer + 1));
            let mut next = vec![BigUint::ZERO; to.len()];
            for edge in self.layer(layer) {
                next[edge.to as usize - to.start] += &values[edge.from as usize - from] * weight(edge.option as usize);
            }
            values = next;
        }
        values
    }
}

/// The edges of a graph by where they lead: for walks from its ends to its root.
pub struct Backward {
    edges: Vec<Edge>,
    /// For each node the first of its edges; then the number of all.
    starts: Vec<usize>,
}

impl Backward {
    /// The edges of this graph; those that lead to one node keep their order.
    pub fn new(graph: &Layered) -> Self {
        let mut edges = graph.edges().to_vec();
        edges.sort_by_key(|edge| edge.to);
        let mut starts = vec![0; graph.nodes() + 1];
        for edge in &edges {
            starts[edge.to as usize + 1] += 1;
        }
        (1..starts.len()).for_each(|node| starts[node] += starts[node - 1]);
        Self { edges, starts }
    }

    /// All edges, those to the first node first.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The places of those that lead to a node.
    pub fn to(&self, node: u32) -> Range<usize> {
        self.starts[node as usize]..self.starts[node as usize + 1]
    }
}

/// Brings the largest value near 1 by a power of two, which loses nothing;
/// returns the exponent taken out. Only done far from 1, to save time.
pub fn rescale(values: &mut [f64]) -> i64 {
    const FAR: f64 = 1e60;
    let largest = values.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 || (1.0 / FAR..FAR).contains(&largest) {
        return 0;
    }
    let (_, exponent) = libm::frexp(largest);
    let factor = libm::ldexp(1.0, -exponent);
    for value in values {
        *value *= factor;
    }
    i64::from(exponent)
}

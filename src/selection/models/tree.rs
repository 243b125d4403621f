//! The decision tree: regions of the features in which an option is better or worse.
//!
//! linfa's tree is a classifier. It is trained to tell whether an option is better than
//! the single best strategy's, each row weighing what a mistake about it costs, |y| times
//! its weight (B. Zadrozny, J. Langford and N. Abe, "Cost-sensitive learning by
//! cost-proportionate example weighting", ICDM 2003). The advantage it predicts is the
//! weighted mean of y in the leaf that an option falls into.
//!
//! The tree counts classes in a map of random order. With two classes every sum of two
//! terms is the same in both orders; what could differ is the class of a leaf in which
//! both weigh exactly the same, and a factor near 1 on one class keeps that from
//! happening where scores are round numbers.

use super::super::Scenario;
use super::advantage::{Regression, policy};
use super::rows::Rows;
use super::{Learner, Policy};
use crate::seed::Seed;
use linfa::Dataset;
use linfa::traits::Fit;
use linfa_trees::{DecisionTree, TreeNode};
use ndarray::{Array1, Array2};
use std::collections::BTreeMap;

/// The most rows of an arm that its tree is grown from; more are thinned evenly, since
/// every node of linfa's tree looks at every row again.
const ROWS: usize = 30_000;
/// The most questions on the way to a leaf.
const DEPTH: usize = 8;
/// The least rows, by their cost, in a leaf.
const LEAF: f32 = 20.0;
/// What breaks ties between the classes.
const TIE: f64 = 1.000_141_4;

/// A decision tree for each arm, then the best option beyond a margin.
#[derive(Clone, Copy, Debug)]
pub struct Tree;

impl Learner for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn fit(&self, scenario: &Scenario, train: &[usize], seed: Seed) -> Box<dyn Policy> {
        policy(scenario, train, seed, |scenario, rows| Forest(rows.iter().map(|rows| Grown::new(scenario, rows)).collect()))
    }
}

/// One tree for each arm.
struct Forest(Vec<Grown>);

impl Regression for Forest {
    fn advantage(&self, arm: usize, x: &[f64]) -> f64 {
        self.0[arm].advantage(x)
    }
}

/// A tree and the mean advantage of each of its leaves, which are named by the way to
/// them: a 1, then 0 for left and 1 for right.
struct Grown {
    tree: Option<DecisionTree<f64, bool>>,
    leaves: BTreeMap<u32, f64>,
}

impl Grown {
    fn new(scenario: &Scenario, rows: &Rows) -> Self {
        let all: Vec<usize> = (0..rows.y.len()).step_by(rows.y.len().div_ceil(ROWS).max(1)).collect();
        let rows = rows.pick(&all);
        let mut grown = Self { tree: grow(scenario, &rows), leaves: BTreeMap::new() };
        let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for (row, &option) in rows.option.iter().enumerate() {
            let sums = sums.entry(grown.leaf(scenario.features_of(option))).or_default();
            sums.0 += rows.weight[row] * rows.y[row];
            sums.1 += rows.weight[row];
        }
        grown.leaves = sums.into_iter().map(|(leaf, (y, weight))| (leaf, y / weight)).collect();
        grown
    }

    /// The mean advantage of the leaf; nothing is known of one without rows.
    fn advantage(&self, x: &[f64]) -> f64 {
        self.leaves.get(&self.leaf(x)).copied().unwrap_or(f64::NEG_INFINITY)
    }

    fn leaf(&self, x: &[f64]) -> u32 {
        let mut way = 1;
        let mut node: Option<&TreeNode<f64, bool>> = self.tree.as_ref().map(DecisionTree::root_node);
        while let Some(inner) = node.filter(|node| !node.is_leaf()) {
            let (feature, value, _) = inner.split();
            let right = known(x[feature]) > value;
            way = way << 1 | u32::from(right);
            node = inner.children()[usize::from(right)].as_deref();
        }
        way
    }
}

/// linfa's tree of one arm's rows; none where there are no rows, features or differences.
fn grow(scenario: &Scenario, rows: &Rows) -> Option<DecisionTree<f64, bool>> {
    let cost = |row: usize| rows.weight[row] * rows.y[row].abs() * if rows.y[row] > 0.0 { TIE } else { 1.0 };
    let total: f64 = (0..rows.y.len()).map(cost).sum();
    let shape = (rows.y.len(), scenario.features.len());
    if total <= 0.0 || shape.1 == 0 {
        return None;
    }
    let records = Array2::from_shape_fn(shape, |(row, feature)| known(scenario.features_of(rows.option[row])[feature]));
    let better = Array1::from_iter(rows.y.iter().map(|&y| y > 0.0));
    let weights = Array1::from_shape_fn(shape.0, |row| (cost(row) / total * shape.0 as f64) as f32);
    let dataset = Dataset::new(records, better).with_weights(weights);
    DecisionTree::params().max_depth(Some(DEPTH)).min_weight_leaf(LEAF).fit(&dataset).ok()
}

/// A feature as the tree sees it: what is no number is 0.
fn known(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

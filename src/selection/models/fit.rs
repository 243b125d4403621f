//! Fitting the k-nearest-neighbour model: metric, votes, spread, reach and margin, in this order,
//! each on inner folds of the training decisions, and then the points.
//!
//! Groups are never split by the inner folds either. Metric and margin cost the most and
//! are searched on seeded samples, so that the whole does not grow with the rows beyond
//! these; how many neighbours vote is settled on all points, since the right number grows
//! with them.

use super::super::Scenario;
use super::advantage::{USED, inner, trials};
use super::file::{Head, Points, VERSION};
use super::knn::Knn;
use super::margin::{Trial, margin};
use super::metric::{Table, search};
use super::rows::{Rows, arms, rows, single_best};
use super::space::{Space, dimensions};
use super::vote::{GRID, Heard, MOST, Vote, WAYS, means};
use crate::record::hexadecimal;
use crate::seed::Seed;
use crate::selection::folds::sample;
use crate::stats::quantile;
use rayon::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The most points that a model keeps, over all arms.
const POINTS: usize = 60_000;
/// The most rows of an arm that the metric is searched on, in each fold.
const SEARCHED: usize = 15_000;
/// The most rows asked about, over all arms, in each fold.
const ASKED: usize = 1_500;
/// The most decisions that the margin is fitted on, in each fold.
const TRIED: usize = 1_500;
/// Of all options seen, this share is within reach.
const REACHED: f64 = 0.99;

/// An inner fold: what is learned from, and what is held out.
struct Fold {
    space: Space,
    rows: Vec<Rows>,
    held: Vec<usize>,
    /// A sample of the rows held out. Of both what the linear model leaves.
    asked: Vec<Rows>,
    seed: Seed,
}

/// Everything that is fitted before the points.
#[derive(Clone)]
struct Shape {
    metric: Vec<f64>,
    vote: Vote,
    trust: f64,
    spread: f64,
    reach: Option<f64>,
    margin: Option<f64>,
}

/// The model of these decisions.
pub(super) fn fit(scenario: &Scenario, train: &[usize], seed: Seed, abstain: bool) -> Knn {
    let sbs = single_best(scenario, train);
    let of = |(number, (train, held)): (usize, (Vec<usize>, Vec<usize>))| {
        Fold::new(scenario, &train, held, sbs, seed.purpose("inner fold").index(number as u64))
    };
    let folds: Vec<Fold> = inner(scenario, train, seed).into_iter().enumerate().map(of).collect();
    let (fitting, trying) = folds.split_at(USED);
    let tables: Vec<Table> = fitting.iter().flat_map(|fold| fold.tables(scenario)).collect();
    let metric = search(&tables, dimensions(scenario.features.len()));
    drop(tables);
    let mut shape = Shape { metric, vote: Vote { k: MOST, ..GRID[0] }, trust: 1.0, spread: 0.0, reach: None, margin: Some(0.0) };
    let models = fitting.iter().map(|fold| fold.model(scenario, sbs, &shape)).collect();
    let (vote, trust, spread, reach) = vote(scenario, fitting, models);
    (shape.vote, shape.trust, shape.spread) = (vote, trust, spread);
    if abstain {
        shape.reach = reach;
        let of_fold = |fold: &Fold| fold.trials(scenario, &fold.model(scenario, sbs, &shape));
        shape.margin = margin(&trying.iter().flat_map(of_fold).collect::<Vec<Trial>>());
    }
    let rows = rows(scenario, train, sbs);
    let space = Space::fit(scenario, &rows);
    let rows = left_over(scenario, &space, &rows);
    let mut model = model(scenario, space, &rows, sbs, &shape, seed);
    model.head.sha256 = digest(scenario, train);
    model
}

impl Fold {
    fn new(scenario: &Scenario, train: &[usize], held: Vec<usize>, sbs: usize, seed: Seed) -> Self {
        let training = rows(scenario, train, sbs);
        let space = Space::fit(scenario, &training);
        let asked = thinned(&rows(scenario, &held, sbs), ASKED, seed.purpose("asked"));
        let [rows, asked] = [training, asked].map(|rows| left_over(scenario, &space, &rows));
        Self { space, rows, held, asked, seed }
    }

    fn tables(&self, scenario: &Scenario) -> Vec<Table> {
        let few = |arm: usize| {
            let rows = &self.rows[arm];
            rows.pick(&sample(rows.y.len(), SEARCHED, self.seed.purpose("searched").index(arm as u64)))
        };
        (0..self.rows.len()).map(|arm| Table::new(scenario, &self.space, arm, few(arm), self.asked[arm].clone())).collect()
    }

    fn model(&self, scenario: &Scenario, sbs: usize, shape: &Shape) -> Knn {
        model(scenario, self.space.clone(), &self.rows, sbs, shape, self.seed)
    }

    fn trials(&self, scenario: &Scenario, model: &Knn) -> Vec<Trial> {
        let tried = sample(self.held.len(), TRIED, self.seed.purpose("tried"));
        let held: Vec<usize> = tried.into_iter().map(|place| self.held[place]).collect();
        trials(scenario, &held, |decision| model.best(scenario, decision))
    }
}

/// Of the rows of all arms, what the linear model leaves.
fn left_over(scenario: &Scenario, space: &Space, rows: &[Rows]) -> Vec<Rows> {
    rows.iter().enumerate().map(|(arm, rows)| space.left_over(scenario, arm, rows)).collect()
}

/// At most so many rows, shared evenly by the arms that have any.
fn thinned(rows: &[Rows], most: usize, seed: Seed) -> Vec<Rows> {
    let busy = rows.iter().filter(|rows| !rows.y.is_empty()).count().max(1);
    let of = |(arm, rows): (usize, &Rows)| rows.pick(&sample(rows.y.len(), most / busy, seed.index(arm as u64)));
    rows.iter().enumerate().map(of).collect()
}

/// A model of these rows, which are what the linear model leaves.
fn model(scenario: &Scenario, space: Space, rows: &[Rows], sbs: usize, shape: &Shape, seed: Seed) -> Knn {
    let head = Head {
        version: VERSION,
        game: scenario.game.clone(),
        target: scenario.target,
        strategies: scenario.strategies.iter().map(|label| Value::from(label.as_str())).collect(),
        sbs,
        features: scenario.features.clone(),
        space,
        weights: shape.metric.clone(),
        k: shape.vote.k,
        fade: shape.vote.fade,
        trust: shape.trust,
        spread: shape.spread,
        reach: shape.reach,
        margin: shape.margin,
        rows: rows.iter().map(|rows| rows.y.len()).sum(),
        sha256: String::new(),
        points: Vec::new(),
    };
    let mut points = vec![Points::default(); arms(scenario)];
    for (arm, rows) in thinned(rows, POINTS, seed.purpose("points")).iter().enumerate() {
        for (row, &option) in rows.option.iter().enumerate() {
            let mut numbers = head.coordinates(arm, scenario.features_of(option));
            numbers.extend([rows.y[row], rows.weight[row]]);
            points[arm].push(&numbers);
        }
    }
    Knn::new(head, points)
}

/// A row asked about, with what was said in each way, and how far the last voter was.
struct Asked {
    y: f64,
    noise: f64,
    weight: f64,
    said: [f64; WAYS],
    last: [f64; WAYS],
}

/// The way of voting of the lowest squared error, how much of it is believed, how far the
/// truth then is from what is said, and how far the last voter is from all but a few of the
/// rows asked about.
fn vote(scenario: &Scenario, folds: &[Fold], models: Vec<Knn>) -> (Vote, f64, f64, Option<f64>) {
    let mut all: Vec<Asked> = Vec::new();
    for (fold, model) in folds.iter().zip(models) {
        for (arm, asked) in fold.asked.iter().enumerate() {
            let ask = |row: usize| {
                let near = model.nearest(arm, scenario.features_of(asked.option[row]), MOST);
                let last = |vote: Vote| near.get(vote.k - 1).or(near.last()).map_or(0.0, |last| last.0);
                let said = means(&near, &model.arms[arm].weight, &model.arms[arm].y);
                Asked { y: asked.y[row], noise: asked.noise[row], weight: asked.weight[row], said, last: GRID.map(last) }
            };
            all.par_extend((0..asked.y.len()).into_par_iter().map(ask));
        }
    }
    let heard = |way: usize| {
        let mut heard = Heard::default();
        for asked in &all {
            heard.add(asked.weight, asked.y, asked.said[way]);
        }
        heard
    };
    let error = |way: usize| heard(way).error(heard(way).trust());
    let best = (0..WAYS).min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(0);
    let trust = heard(best).trust();
    let distances: Vec<f64> = all.iter().map(|asked| asked.last[best]).collect();
    (GRID[best], trust, spread(&all, best, trust), quantile(&distances, REACHED))
}

/// How far the truth is from what is said: of the mean squared residual, weighed as rows
/// are, what sampling leaves unexplained. A standard deviation.
fn spread(all: &[Asked], way: usize, trust: f64) -> f64 {
    let unexplained = |asked: &Asked| (asked.y - trust * asked.said[way]).powi(2) - asked.noise;
    let total: f64 = all.iter().map(|asked| asked.weight).sum();
    let variance = all.iter().map(|asked| asked.weight * unexplained(asked)).sum::<f64>() / total;
    if variance > 0.0 { variance.sqrt().min(1.0) } else { 0.0 }
}

/// SHA-256 of the training decisions in hexadecimal: names, groups, features and scores,
/// as bytes with their lengths before them.
fn digest(scenario: &Scenario, train: &[usize]) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    scenario.features.iter().chain(&scenario.strategies).for_each(|name| add(name.as_bytes()));
    for decision in train.iter().map(|&decision| &scenario.decisions[decision]) {
        add(decision.name.as_bytes());
        add(decision.group.as_bytes());
        add(&decision.proposals.iter().flat_map(|&option| ((option - decision.options.start) as u64).to_le_bytes()).collect::<Vec<u8>>());
        for option in decision.options.clone() {
            let scores = scenario.halves[option].iter().chain([&scenario.errors[option]]);
            add(&scenario.features_of(option).iter().chain(scores).flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>());
        }
    }
    hexadecimal(&hash.finalize())
}

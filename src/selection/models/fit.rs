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
use super::knn::{Advice, Knn, preferred};
use super::margin::{Trial, margin};
use super::metric::{Table, search};
use super::rows::{Rows, arms, rows, single_best};
use super::space::{Space, dimensions};
use super::vote::{GRID, Heard, MOST, Vote, WAYS, means};
use super::ways::advise;
use crate::record::hexadecimal;
use crate::seed::Seed;
use crate::selection::folds::sample;
use crate::stats::quantile;
use rayon::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::Arc;

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

/// What is fitted anew for each way of voting.
#[derive(Clone, Copy)]
struct Shape {
    vote: Vote,
    trust: f64,
    spread: f64,
    reach: Option<f64>,
    margin: Option<f64>,
}

/// What is fitted before it is said which ways of voting are wanted.
pub(super) struct Fitting<'a> {
    scenario: &'a Scenario,
    train: &'a [usize],
    sbs: usize,
    seed: Seed,
    folds: Vec<Fold>,
    metric: Vec<f64>,
    asked: Vec<Asked>,
}

/// The model of these decisions.
pub(super) fn fit(scenario: &Scenario, train: &[usize], seed: Seed, abstain: bool) -> Knn {
    let fitting = Fitting::new(scenario, train, seed);
    fitting.models(&[fitting.best()], abstain).remove(0)
}

impl<'a> Fitting<'a> {
    pub fn new(scenario: &'a Scenario, train: &'a [usize], seed: Seed) -> Self {
        let sbs = single_best(scenario, train);
        let of = |(number, (train, held)): (usize, (Vec<usize>, Vec<usize>))| {
            Fold::new(scenario, &train, held, sbs, seed.purpose("inner fold").index(number as u64))
        };
        let folds: Vec<Fold> = inner(scenario, train, seed).into_iter().enumerate().map(of).collect();
        let tables: Vec<Table> = folds[..USED].iter().flat_map(|fold| fold.tables(scenario)).collect();
        let metric = search(&tables, dimensions(scenario.features.len()));
        drop(tables);
        let mut fitting = Self { scenario, train, sbs, seed, folds, metric, asked: Vec::new() };
        fitting.asked = fitting.folds[..USED].iter().flat_map(|fold| fold.ask(scenario, &fitting.model_of(fold, MOST))).collect();
        fitting
    }

    /// The way of voting of the lowest squared error.
    pub fn best(&self) -> usize {
        let error = |way: usize| self.heard(way).error(self.heard(way).trust());
        (0..WAYS).min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(0)
    }

    /// The model of each of these ways of voting; they share their points.
    pub fn models(&self, ways: &[usize], abstain: bool) -> Vec<Knn> {
        let mut shapes: Vec<Shape> = ways.iter().map(|&way| self.shape(way, abstain)).collect();
        let most = shapes.iter().map(|shape| shape.vote.k).max().unwrap_or(MOST);
        if abstain {
            let mut trials = vec![Vec::new(); shapes.len()];
            for fold in &self.folds[USED..] {
                let found = fold.trials(self.scenario, &voting(&self.model_of(fold, most), &shapes));
                trials.iter_mut().zip(found).for_each(|(trials, found)| trials.extend(found));
            }
            shapes.iter_mut().zip(&trials).for_each(|(shape, trials)| shape.margin = margin(trials));
        }
        let rows = rows(self.scenario, self.train, self.sbs);
        let space = Space::fit(self.scenario, &rows);
        let rows = left_over(self.scenario, &space, &rows);
        let mut model = self.model(space, &rows, self.seed, most);
        model.head.sha256 = digest(self.scenario, self.train);
        voting(&model, &shapes)
    }

    /// What a way of voting needs but for the margin: how much of what neighbours say is
    /// believed, how far the truth then is from that, and how far the last voter is from all
    /// but a few of the rows asked about.
    fn shape(&self, way: usize, abstain: bool) -> Shape {
        let trust = self.heard(way).trust();
        let distances: Vec<f64> = self.asked.iter().map(|asked| asked.last[way]).collect();
        let reach = if abstain { quantile(&distances, REACHED) } else { None };
        Shape { vote: GRID[way], trust, spread: spread(&self.asked, way, trust), reach, margin: Some(0.0) }
    }

    fn heard(&self, way: usize) -> Heard {
        let mut heard = Heard::default();
        self.asked.iter().for_each(|asked| heard.add(asked.weight, asked.y, asked.said[way]));
        heard
    }

    fn model_of(&self, fold: &Fold, k: usize) -> Knn {
        self.model(fold.space.clone(), &fold.rows, fold.seed, k)
    }

    /// A model of these rows, which are what the linear model leaves, to be asked for k
    /// neighbours, without a shape yet.
    fn model(&self, space: Space, rows: &[Rows], seed: Seed, k: usize) -> Knn {
        let head = Head {
            version: VERSION,
            game: self.scenario.game.clone(),
            target: self.scenario.target,
            strategies: self.scenario.strategies.iter().map(|label| Value::from(label.as_str())).collect(),
            sbs: self.sbs,
            features: self.scenario.features.clone(),
            space,
            weights: self.metric.clone(),
            k,
            fade: GRID[0].fade,
            trust: 1.0,
            spread: 0.0,
            reach: None,
            margin: None,
            rows: rows.iter().map(|rows| rows.y.len()).sum(),
            sha256: String::new(),
            points: Vec::new(),
        };
        let mut points = vec![Points::default(); arms(self.scenario)];
        for (arm, rows) in thinned(rows, POINTS, seed.purpose("points")).iter().enumerate() {
            for (row, &option) in rows.option.iter().enumerate() {
                let mut numbers = head.coordinates(arm, self.scenario.features_of(option));
                numbers.extend([rows.y[row], rows.weight[row]]);
                points[arm].push(&numbers);
            }
        }
        Knn::new(head, points)
    }
}

/// The model in each of these shapes.
fn voting(model: &Knn, shapes: &[Shape]) -> Vec<Knn> {
    let of = |&Shape { vote: Vote { k, fade }, trust, spread, reach, margin }: &Shape| {
        let head = Head { k, fade, trust, spread, reach, margin, ..model.head.clone() };
        Knn { head, arms: Arc::clone(&model.arms) }
    };
    shapes.iter().map(of).collect()
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

    /// What each of these models, which share their points, makes of decisions held out.
    fn trials(&self, scenario: &Scenario, models: &[Knn]) -> Vec<Vec<Trial>> {
        let tried = sample(self.held.len(), TRIED, self.seed.purpose("tried"));
        let held: Vec<usize> = tried.into_iter().map(|place| self.held[place]).collect();
        let advice: Vec<Vec<Advice>> = held.par_iter().map(|&decision| advise(models, scenario, decision)).collect();
        let best = |model: usize| move |advice: &Vec<Advice>| (advice[model].base, preferred(&advice[model].opinions));
        (0..models.len()).map(|model| trials(scenario, &held, &advice.iter().map(best(model)).collect::<Vec<_>>())).collect()
    }

    /// Asks a model of the fold's rows about the rows held out.
    fn ask(&self, scenario: &Scenario, model: &Knn) -> Vec<Asked> {
        let ask = |arm: usize, asked: &Rows, row: usize| {
            let near = model.nearest(arm, scenario.features_of(asked.option[row]), MOST);
            let last = |vote: Vote| near.get(vote.k - 1).or(near.last()).map_or(0.0, |last| last.0);
            let said = means(&near, &model.arms[arm].weight, &model.arms[arm].y);
            Asked { y: asked.y[row], noise: asked.noise[row], weight: asked.weight[row], said, last: GRID.map(last) }
        };
        let of_arm = |(arm, asked): (usize, &Rows)| (0..asked.y.len()).into_par_iter().map(|row| ask(arm, asked, row)).collect::<Vec<_>>();
        self.asked.iter().enumerate().flat_map(of_arm).collect()
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

/// A row asked about, with what was said in each way, and how far the last voter was.
struct Asked {
    y: f64,
    noise: f64,
    weight: f64,
    said: [f64; WAYS],
    last: [f64; WAYS],
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

//! What a selector is worth: its evaluation, as `clover train` writes it beside a model.

use super::Error;
use crate::results::Error as ResultsError;
use crate::stats::Interval;
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A number with its interval; `None` where it is not finite.
pub(super) type Estimate = [Option<f64>; 3];

/// The number and its interval, whose ends may be infinite.
pub(super) fn finite([value, low, high]: Estimate) -> Option<(f64, Interval)> {
    Some((value?, Interval { low: low.unwrap_or(f64::NEG_INFINITY), high: high.unwrap_or(f64::INFINITY) }))
}

/// The evaluation of a model.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Selector {
    /// The model's name.
    #[serde(skip)]
    pub name: String,
    /// The command that made it.
    pub command: Vec<String>,
    /// When.
    pub date: String,
    /// Stalls that it was learned from.
    pub decisions: u64,
    pub evaluation: Evaluation,
    /// What the coordinates of the model weigh.
    #[serde(default)]
    pub weights: Vec<Weight>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Evaluation {
    /// Every learner on held-out maps.
    pub by_map: Vec<Learner>,
    /// What more maps and more neighbours are worth.
    pub curves: Option<Curves>,
}

/// What one learner is worth.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Learner {
    #[serde(rename = "learner")]
    pub name: String,
    /// Of its predictions of winning, where it makes some.
    pub brier: Option<f64>,
    /// Its predictions against what came.
    #[serde(default)]
    pub reliability: Vec<Bin>,
    /// On all decisions first, then by family.
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Part {
    /// `None` for all.
    pub family: Option<String>,
    pub decisions: u64,
    pub maps: u64,
    /// Probability of winning by the single best strategy.
    pub single_best: f64,
    /// By the best of the strategies' proposals: chosen and scored by different worlds,
    /// which is too little, and by the same, which is too much.
    pub virtual_best: [f64; 2],
    /// More than the single best.
    pub gain: Estimate,
    pub gap_closed: Estimate,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Bin {
    pub n: u64,
    pub predicted: f64,
    pub observed: f64,
    pub interval: [f64; 2],
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Curves {
    pub maps: u64,
    pub decisions: u64,
    pub learning: Vec<Taught>,
    pub neighbours: Vec<Way>,
}

/// What is learned from a share of the maps.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Taught {
    pub maps: f64,
    /// By learner.
    pub gains: serde_json::Map<String, Value>,
}

/// What one way of voting is worth.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Way {
    pub k: u64,
    pub fade: String,
    pub gain: Estimate,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Weight {
    pub feature: String,
    pub metric: f64,
    #[serde(default)]
    pub linear: Vec<f64>,
}

impl Selector {
    /// Reads the evaluation of a model, from the model's own path or that of the evaluation.
    ///
    /// # Errors
    /// Where it is not there, or is none.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let file = evaluation(path);
        let wrong = |line, what: String| ResultsError { path: file.clone(), line, what };
        let text = fs::read_to_string(&file).map_err(|error| {
            wrong(None, format!("{error}; a report is made from results folders, and from models with their evaluation beside"))
        })?;
        let read = serde_json::from_str(&text);
        let selector: Self =
            read.map_err(|error| wrong(Some(error.line() as u64), format!("not an evaluation by `clover train`: {error}")))?;
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self { name: name.trim_end_matches(".json").into(), ..selector })
    }
}

impl Evaluation {
    /// The learners that do not lose more than there is to gain, the single best itself
    /// aside, with their marks: 0 is that of the virtual best.
    pub fn shown(&self) -> Vec<(usize, &Learner)> {
        let worth = |learner: &&Learner| {
            learner.parts.first().is_some_and(|all| {
                let there = all.virtual_best[0] - all.single_best;
                let gain = all.gain[0].unwrap_or(f64::NEG_INFINITY);
                gain > -there && all.gain.iter().any(|end| end.unwrap_or(0.0).abs() > 0.0)
            })
        };
        (1..).zip(self.by_map.iter().filter(worth)).collect()
    }

    /// The mark of a learner; one of its own where it is not shown.
    pub fn mark(&self, name: &str) -> usize {
        let shown = self.shown();
        shown.iter().find(|(_, learner)| learner.name == name).map_or(shown.len() + 1, |(mark, _)| *mark)
    }
}

/// The file of a model's evaluation.
pub(super) fn evaluation(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|extension| extension == "json") {
        return path.into();
    }
    let mut file = path.as_os_str().to_owned();
    file.push(".json");
    file.into()
}

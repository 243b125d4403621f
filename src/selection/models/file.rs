//! The model file: a header of one JSON line, then one line for each training point.
//!
//! A point is its arm, its coordinates in the metric (weighted, only those that count),
//! what the linear model leaves of its advantage, and its weight, in decimals short enough to read. The model
//! predicts from these rounded numbers also before it is written, so that a model read
//! back is the model that was fitted, and the same rows give the same bytes.

use super::super::Target;
use super::index::Index;
use super::knn::{Arm, Knn};
use super::space::{Space, dimensions};
use super::vote::{Fade, Vote};
use ndarray::Array2;
use serde_json::{Value, json};
use std::sync::Arc;

/// The version of the format that is written, and the only one that is read.
pub(super) const VERSION: u64 = 2;
/// Coordinates are cut to this size, at which everything is far.
pub(super) const FAR: f64 = 1e6;

/// What there is to know of a model apart from its points.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// [`VERSION`].
    pub version: u64,
    /// The game.
    pub game: String,
    /// What is chosen.
    pub target: Target,
    /// The strategies: whatever the caller keeps of each, or their labels.
    pub strategies: Vec<Value>,
    /// The number of the single best strategy among them.
    pub sbs: usize,
    /// The features, in the order of their columns.
    pub features: Vec<String>,
    /// Standardisation and linear models.
    pub space: Space,
    /// The metric: the weight of each feature, of the stake, and of the linear coordinate.
    pub weights: Vec<f64>,
    /// How many neighbours vote.
    pub k: usize,
    /// How their votes depend on their distance.
    pub fade: Fade,
    /// The share of what they say that is believed, in [0, 1].
    pub trust: f64,
    /// How far true advantages are from predicted ones: a standard deviation.
    pub spread: f64,
    /// Options whose k-th neighbour is farther are not judged; `null` for no such limit.
    pub reach: Option<f64>,
    /// What an advantage has to exceed; `null` for never leaving the single best.
    pub margin: Option<f64>,
    /// How many training rows there were.
    pub rows: usize,
    /// SHA-256 of the training decisions.
    pub sha256: String,
    /// How many points there are of each arm.
    pub points: Vec<usize>,
}

impl Head {
    pub fn vote(&self) -> Vote {
        Vote { k: self.k, fade: self.fade }
    }

    pub fn arms(&self) -> usize {
        match self.target {
            Target::Strategy => self.strategies.len(),
            Target::Candidate => 1,
        }
    }

    /// The coordinates of an option that count, weighted and rounded.
    pub fn coordinates(&self, arm: usize, x: &[f64]) -> Vec<f64> {
        let counts = self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        counts.map(|(which, weight)| rounded(weight * self.space.coordinate(arm, x, which), 1e3).clamp(-FAR, FAR)).collect()
    }

    fn dimensions(&self) -> usize {
        self.weights.iter().filter(|weight| **weight > 0.0).count()
    }

    /// What does not fit together.
    fn flaw(&self) -> Option<&'static str> {
        let features = self.features.len();
        let ridge = |ridge: &super::space::Ridge| ridge.coefficients.len() == 2 * features;
        let checks = [
            (self.sbs < self.strategies.len(), "`sbs` is none of the strategies"),
            (self.space.means.len() == features && self.space.sds.len() == features, "not one mean and deviation for each feature"),
            (self.space.stake.coefficients.len() == features, "the model of the stake has not one coefficient for each feature"),
            (self.space.ridges.len() == self.arms() && self.space.ridges.iter().all(ridge), "not one linear model for each arm"),
            (self.weights.len() == dimensions(features), "not one weight for each coordinate"),
            (self.k > 0, "`k` is 0"),
            ((0.0..=1.0).contains(&self.trust), "`trust` is no share"),
            ((0.0..=1.0).contains(&self.spread), "`spread` is no standard deviation of probabilities"),
            ((0.0..=1.0).contains(&self.space.stake_error), "`stake_error` is no standard deviation of probabilities"),
            (self.points.len() == self.arms(), "not one number of points for each arm"),
        ];
        checks.into_iter().find(|check| !check.0).map(|check| check.1)
    }
}

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The first line is not the header of a model.
    #[error("line 1: not the header of a model: {0}")]
    Header(#[from] serde_json::Error),
    /// The format is another one.
    #[error("line 1: format version {found}, but this program reads version {VERSION} only; train the model again")]
    Version {
        /// The version that the file states.
        found: Value,
    },
    /// The header contradicts itself.
    #[error("line 1: {0}")]
    Contradiction(&'static str),
    /// A training point cannot be read.
    #[error("line {line}: {what}")]
    Point {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// There are more or fewer points than the header says.
    #[error("{found} training points of arm {arm}, but the header says {stated}; the file is damaged")]
    Count {
        /// The arm.
        arm: usize,
        /// Points found.
        found: usize,
        /// Points that should be there.
        stated: usize,
    },
    /// The model is for another game.
    #[error("the model is for {model}, not for {game}")]
    Game {
        /// The model's game.
        model: String,
        /// The game to be played.
        game: String,
    },
    /// The features are others.
    #[error("feature {number} of the model is {model}, but here it is {here}; train the model again")]
    Feature {
        /// The first that differs, from 1.
        number: usize,
        /// Its name in the model.
        model: String,
        /// Its name here.
        here: String,
    },
}

impl Knn {
    /// The model as text.
    pub fn write(&self) -> String {
        let mut text = json!(self.head).to_string();
        text.push('\n');
        for (number, arm) in self.arms.iter().enumerate() {
            for (row, point) in arm.index.points().rows().into_iter().enumerate() {
                let numbers = point.iter().chain([&arm.y[row], &arm.weight[row]]);
                text += &numbers.fold(number.to_string(), |line, number| line + " " + &number.to_string());
                text.push('\n');
            }
        }
        text
    }

    /// The model of a text that [`Knn::write`] gave.
    ///
    /// # Errors
    /// If it is no model, one of another format version, or damaged.
    pub fn read(text: &str) -> Result<Self, ModelError> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let header: Value = serde_json::from_str(first)?;
        let version = &header["version"];
        if version.as_u64() != Some(VERSION) {
            return Err(ModelError::Version { found: version.clone() });
        }
        let head: Head = serde_json::from_value(header)?;
        if let Some(flaw) = head.flaw() {
            return Err(ModelError::Contradiction(flaw));
        }
        let mut points = vec![Points::default(); head.arms()];
        for (number, line) in rest.lines().enumerate() {
            let (arm, numbers) = point(line, &head).map_err(|what| ModelError::Point { line: number + 2, what })?;
            points[arm].push(&numbers);
        }
        for (arm, (points, &stated)) in points.iter().zip(&head.points).enumerate() {
            if points.y.len() != stated {
                return Err(ModelError::Count { arm, found: points.y.len(), stated });
            }
        }
        Ok(Self::new(head, points))
    }

    /// Whether the model is for this game with these features, in this order.
    ///
    /// # Errors
    /// If it is not; the error says which feature differs.
    pub fn fits(&self, game: &str, features: &[impl AsRef<str>]) -> Result<(), ModelError> {
        if self.head.game != game {
            return Err(ModelError::Game { model: self.head.game.clone(), game: game.into() });
        }
        let longest = self.head.features.len().max(features.len());
        let named = |name: Option<&str>| name.map_or("missing".into(), |name| format!("`{name}`"));
        for number in 0..longest {
            let (model, here) = (self.head.features.get(number).map(String::as_str), features.get(number).map(AsRef::as_ref));
            if model != here {
                return Err(ModelError::Feature { number: number + 1, model: named(model), here: named(here) });
            }
        }
        Ok(())
    }
}

/// One arm's points, as rounded for the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    coordinates: Vec<f64>,
    y: Vec<f64>,
    weight: Vec<f64>,
}

impl Points {
    /// Adds a point: its coordinates, already rounded, then what the linear model leaves of
    /// the advantage, and its weight.
    pub fn push(&mut self, numbers: &[f64]) {
        let [coordinates @ .., y, weight] = numbers else { return };
        self.coordinates.extend(coordinates);
        self.y.push(rounded(*y, 1e5));
        // A point that weighed nothing could leave a vote without weight.
        self.weight.push(rounded(*weight, 1e3).max(1e-3));
    }

    /// The arm of these points, which are counted from `first`.
    pub fn arm(self, first: usize, dimensions: usize, k: usize) -> Arm {
        let shape = (self.y.len(), dimensions);
        let points = Array2::from_shape_vec(shape, self.coordinates).expect("every point has as many coordinates");
        Arm { first, index: Index::new(points, k), y: self.y, weight: self.weight }
    }
}

impl Knn {
    /// A model of these points; the header's counts become theirs.
    pub(super) fn new(mut head: Head, points: Vec<Points>) -> Self {
        head.points = points.iter().map(|points| points.y.len()).collect();
        let mut first = 0;
        let arms = points.into_iter().map(|points| {
            let arm = points.arm(first, head.dimensions(), head.k);
            first += arm.y.len();
            arm
        });
        let arms = Arc::new(arms.collect());
        Self { head, arms }
    }
}

/// The arm of a point, and its numbers.
fn point(line: &str, head: &Head) -> Result<(usize, Vec<f64>), String> {
    let mut words = line.split(' ');
    let first = words.next().unwrap_or_default();
    let arm = first.parse().ok().filter(|&arm| arm < head.arms()).ok_or_else(|| format!("`{first}` is no arm"))?;
    let number = |word: &str| {
        let number: Option<f64> = word.parse().ok();
        number.filter(|x| x.abs() <= FAR).ok_or_else(|| format!("`{word}` is no number within ±{FAR}"))
    };
    let numbers = words.map(number).collect::<Result<Vec<f64>, String>>()?;
    let expected = head.dimensions() + 2;
    if numbers.len() != expected {
        return Err(format!("{} numbers after the arm, not {expected}", numbers.len()));
    }
    Ok((arm, numbers))
}

/// Rounded to a whole number of parts of 1; never −0.
fn rounded(x: f64, parts: f64) -> f64 {
    (x * parts).round() / parts + 0.0
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::*;
    use crate::seed::Seed;

    fn model() -> Knn {
        let scenario = planted::candidates(40, 4, 0.05, Seed::new(1));
        Knn::fit(&scenario, &(0..40).collect::<Vec<_>>(), Seed::new(2), true)
    }

    #[test]
    fn what_is_no_model_is_refused_with_the_line() {
        let text = model().write();
        let check = |text: &str, expected: &str| {
            let error = Knn::read(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(expected), "{error:?}, not {expected:?}");
        };
        check("", "line 1: not the header of a model");
        check("[]", "line 1: format version null");
        check(&text.replacen("\"version\":2", "\"version\":1", 1), "line 1: format version 1, but");
        check(&text.replacen("\"sbs\":0", "\"sbs\":3", 1), "line 1: `sbs` is none of the strategies");
        check(&text.replacen("\"sbs\":0", "\"sbs\":0,\"more\":1", 1), "line 1: not the header of a model: unknown field `more`");
        check(&text.replacen("\n0 ", "\n1 ", 1), "line 2: `1` is no arm");
        check(&text.replacen("\n0 ", "\n0 x", 1), "is no number within ±1000000");
        check(&text.replacen("\n0 ", "\n0 NaN ", 1), "line 2: `NaN` is no number");
        check(&text.replacen("\n0 ", "\n0 1 ", 1), "line 2: ");
        let cut = text.trim_end().rfind('\n').map_or("", |end| &text[..end]);
        check(cut, "119 training points of arm 0, but the header says 120");
    }

    #[test]
    fn numbers_that_overflow_are_no_reason_to_fail() {
        let text = model().write();
        let (first, rest) = text.split_once('\n').expect("a header and points");
        let mut header: Value = serde_json::from_str(first).expect("a header");
        header["space"]["ridges"][0]["coefficients"] = json!([1e308, -1e308, 1e308, -1e308, 1e308, 1e308, 1e308, 1e308]);
        header["space"]["sds"] = json!([1e-300, 1e-300, 1e-300, -1.0]);
        // As many coordinates as the points have, the linear one among them.
        let used: Vec<usize> = (0..6).filter(|&which| header["weights"][which].as_f64() > Some(0.0)).collect();
        header["weights"] = json!((0..6).map(|which| if which + used.len() > 5 { 1e300 } else { 0.0 }).collect::<Vec<f64>>());
        let model = Knn::read(&format!("{header}\n{rest}")).expect("it is no contradiction");
        for x in [0.5, 1e308, f64::NAN, f64::INFINITY] {
            assert!(model.advise(&[0; 2], &[&[-x; 4], &[x; 4]], 0).chosen < 2);
        }
    }

    #[test]
    fn another_game_or_other_features_are_refused() {
        let model = model();
        let check = |game: &str, features: &[&str], expected: &str| {
            let error = model.fits(game, features).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(expected), "{error:?}, not {expected:?}");
        };
        assert!(model.fits("planted", &["hue", "noise", "tint", "flat"]).is_ok());
        check("chess", &["hue"], "for planted, not for chess");
        check("planted", &["hue", "tint", "noise", "flat"], "feature 2 of the model is `noise`, but here it is `tint`");
        check("planted", &["hue", "noise", "tint"], "feature 4 of the model is `flat`, but here it is missing");
        check("planted", &["hue", "noise", "tint", "flat", "new"], "feature 5 of the model is missing, but here it is `new`");
    }
}

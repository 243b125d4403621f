//! Collected results as a scenario.
//!
//! A decision is a stall whose candidates were scored; what the end game solved is no
//! decision. Strategies come in the order of the experiment, the baseline first: its
//! candidate is the reference of the features. Maps that were drawn belong to a group by
//! the seed of their experiment too, since another seed draws other maps.

use crate::crocomine::features::{CANDIDATE, STATE, columns};
use crate::crocomine::strategy::knn;
use crate::record::Key;
use crate::results::{self, Results, Row, Stream};
use crate::selection::{Decision, Scenario, Target};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Larger numbers than this are no features.
const LARGEST: f64 = 1e12;

/// Why nothing can be learned from results.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// They cannot be read.
    #[error(transparent)]
    Results(#[from] results::Error),
    /// They are not what training wants.
    #[error("{}: {what}", path.display())]
    Unfit {
        /// The folder.
        path: PathBuf,
        /// What is wrong, and what to do.
        what: String,
    },
}

fn unfit<T>(results: &Results, what: impl Into<String>) -> Result<T, TrainError> {
    Err(TrainError::Unfit { path: results.dir().into(), what: what.into() })
}

/// The scenario of collected results, and the strategies as their manifest tells them,
/// in its order.
///
/// # Errors
/// Where nothing was collected, the folders do not belong together, or a row cannot be
/// read.
pub fn scenario(folders: &[Results], target: Target) -> Result<(Scenario, Vec<Value>), TrainError> {
    let (mut reader, mut strategies) = (Reader::new(target), Vec::new());
    for results in folders {
        let told = told_strategies(results)?;
        if strategies.is_empty() {
            reader.labels = told.iter().map(|strategy| label(strategy).to_string()).collect();
            strategies = told;
        } else if strategies != told {
            return unfit(results, "its strategies, or its baseline, are not those of the first folder");
        }
        reader.read(results)?;
    }
    reader.scenario.strategies = reader.labels;
    if let (Some(results), Err(error)) = (folders.first(), reader.scenario.check()) {
        return unfit(results, error.to_string());
    }
    Ok((reader.scenario, strategies))
}

fn label(strategy: &Value) -> &str {
    strategy["label"].as_str().unwrap_or_default()
}

/// The strategies of a manifest, its baseline first.
fn told_strategies(results: &Results) -> Result<Vec<Value>, TrainError> {
    let experiment = &results.manifest().experiment;
    if experiment["collect"].is_null() {
        return unfit(results, "no scores were collected: the experiment has no table [collect]");
    }
    let mut strategies = experiment["strategies"].as_array().cloned().unwrap_or_default();
    // What was learned before may play, but is not chosen among.
    strategies.retain(|strategy| strategy["name"] != knn::ENTRY.name);
    match strategies.iter().position(|strategy| experiment["baseline"] == label(strategy)) {
        Some(place) => strategies[..=place].rotate_right(1),
        None => return unfit(results, "its manifest names no baseline among its strategies"),
    }
    Ok(strategies)
}

/// A stall being read.
struct Stall {
    name: String,
    key: Key,
    rows: Vec<Scored>,
}

/// One candidate.
struct Scored {
    state: Vec<f64>,
    candidate: Vec<f64>,
    halves: [f64; 2],
    error: f64,
    proposed_by: String,
}

/// Where things are in a row.
struct Places {
    state: Vec<usize>,
    candidate: Vec<usize>,
    /// Step, exact, proposed by, the scores over either half, standard error.
    other: [usize; 6],
}

impl Places {
    fn new(stream: &Stream) -> Result<Self, results::Error> {
        let names = |columns: &[crate::record::Column]| columns.iter().map(|column| column.name).collect::<Vec<_>>();
        let other = stream.places(&["step", "exact", "proposed_by", "score_even", "score_odd", "advantage_se"])?;
        Ok(Self {
            state: stream.places(&names(&STATE))?,
            candidate: stream.places(&names(&CANDIDATE))?,
            other: other.try_into().expect("as many as were asked for"),
        })
    }
}

struct Reader {
    scenario: Scenario,
    labels: Vec<String>,
    /// Names of groups and families, each kept once.
    names: BTreeMap<String, Arc<str>>,
}

impl Reader {
    fn new(target: Target) -> Self {
        let features = columns(target).iter().map(|column| column.name.to_string()).collect();
        let scenario = Scenario {
            game: "crocomine".into(),
            target,
            features,
            strategies: Vec::new(),
            decisions: Vec::new(),
            x: Vec::new(),
            halves: Vec::new(),
            errors: Vec::new(),
        };
        Self { scenario, labels: Vec::new(), names: BTreeMap::new() }
    }

    fn read(&mut self, results: &Results) -> Result<(), TrainError> {
        let mut stream = results.stream_stalls()?;
        let places = Places::new(&stream)?;
        let seed = &results.manifest().experiment["seed"];
        let drawn = drawn_sets(results);
        let before = self.scenario.decisions.len();
        let mut stall: Option<Stall> = None;
        while let Some(row) = stream.next()? {
            let [step, exact, ..] = places.other;
            if row.at::<bool>(exact)? {
                continue;
            }
            let key = row.key()?;
            let name = format!("{seed}/{key}/{}", row.at::<u64>(step)?);
            if stall.as_ref().is_none_or(|stall| stall.name != name) {
                self.take(stall.replace(Stall { name, key, rows: Vec::new() }), seed, &drawn);
            }
            if let Some(stall) = &mut stall {
                let scored = scored(row, &places)?;
                if stall.rows.is_empty() && !scored.proposed_by.split(';').any(|by| by == self.labels[0]) {
                    return Err(row.error("a stall begins with the baseline's candidate".into()).into());
                }
                stall.rows.push(scored);
            }
        }
        self.take(stall, seed, &drawn);
        if self.scenario.decisions.len() == before { unfit(results, "no stall was scored that leaves a choice") } else { Ok(()) }
    }

    /// Adds a stall, if there was a choice.
    fn take(&mut self, stall: Option<Stall>, seed: &Value, drawn: &[String]) {
        let Some(Stall { name, key, rows }) = stall.filter(|stall| stall.rows.len() > 1) else { return };
        let group = format!("{}/{}", key.set, key.instance);
        let group = if drawn.contains(&key.set.to_string()) { format!("{seed}/{group}") } else { group };
        let proposes = |label: &String| rows.iter().position(|row| row.proposed_by.split(';').any(|by| by == label)).unwrap_or(0);
        let proposals: Vec<usize> = self.labels.iter().map(proposes).collect();
        let first = self.scenario.halves.len();
        let decision = match self.scenario.target {
            Target::Candidate => {
                for row in &rows {
                    self.push(row, true);
                }
                proposals.iter().map(|place| first + place).collect()
            }
            Target::Strategy => {
                for &place in &proposals {
                    self.push(&rows[place], false);
                }
                (first..first + proposals.len()).collect()
            }
        };
        let (group, family) = (self.shared(&group), self.shared(&key.set));
        self.scenario.decisions.push(Decision { name, group, family, options: first..self.scenario.halves.len(), proposals: decision });
    }

    fn push(&mut self, row: &Scored, whole: bool) {
        self.scenario.x.extend(&row.state);
        if whole {
            self.scenario.x.extend(&row.candidate);
        }
        self.scenario.halves.push(row.halves);
        self.scenario.errors.push(row.error);
    }

    fn shared(&mut self, name: &str) -> Arc<str> {
        self.names.entry(name.to_string()).or_insert_with(|| name.into()).clone()
    }
}

/// The sets whose maps were drawn.
fn drawn_sets(results: &Results) -> Vec<String> {
    let sets = results.manifest().experiment["sets"].as_array().into_iter().flatten();
    sets.filter(|set| set["generate"].is_object()).filter_map(|set| set["name"].as_str().map(String::from)).collect()
}

fn scored(row: Row, places: &Places) -> Result<Scored, results::Error> {
    let [_, _, proposed_by, even, odd, error] = places.other;
    let number = |place: usize| {
        let value: f64 = row.at(place)?;
        if value.abs() < LARGEST { Ok(value) } else { Err(row.error("a feature or a score is missing, or too large".into())) }
    };
    let share = |place: usize| match number(place)? {
        share if (0.0..=1.0).contains(&share) => Ok(share),
        other => Err(row.error(format!("{other} is no probability"))),
    };
    let numbers = |places: &[usize]| places.iter().map(|&place| number(place)).collect::<Result<Vec<f64>, results::Error>>();
    Ok(Scored {
        state: numbers(&places.state)?,
        candidate: numbers(&places.candidate)?,
        halves: [share(even)?, share(odd)?],
        error: share(error)?,
        proposed_by: row.at(proposed_by)?,
    })
}

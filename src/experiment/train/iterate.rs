//! Iteration: the model plays, the states that it comes to are scored too, and all is
//! learned from anew (S. Ross, G. Gordon and D. Bagnell, "A reduction of imitation
//! learning and structured prediction to no-regret online learning", AISTATS 2011:
//! dataset aggregation).
//!
//! The experiment is that of the manifest, on maps of the next seed. Who plays on in
//! sampled worlds is the experiment's `base`; where that is the player it is the model so
//! far, which makes it policy iteration.

use super::reading::TrainError;
use crate::experiment::{Crocomine, Plan, Run, Settings, Source};
use crate::results::Results;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The label under which the model plays.
const PLAYER: &str = "knn";
/// The label under which it plays on in sampled worlds: without games of its own in these.
const BASE: &str = "knn, without games";

/// Plays one round into a folder of its own below the results, and opens it; what is
/// there already is not played again. `command` is for its manifest.
///
/// # Errors
/// Where the experiment cannot be played again, or something cannot be read or written.
pub fn round(results: &Results, model: &Path, number: u64, jobs: usize, command: Vec<String>) -> Result<Results, TrainError> {
    let fault = |path: &Path, what: &dyn std::fmt::Display| TrainError::Unfit { path: path.into(), what: what.to_string() };
    let folder = results.dir().join(format!("round-{number}"));
    let text = again(results, model, number).map_err(|what| fault(results.dir(), &what))?;
    let path = results.dir().join(format!("round-{number}.toml"));
    fs::write(&path, text).map_err(|error| fault(&path, &error))?;
    let source = Source::read(&path, &[]).map_err(|error| fault(&path, &error))?;
    let plan = Plan::new(&source).map_err(|error| fault(&path, &error))?;
    let game = Crocomine::new(&plan).map_err(|error| fault(&path, &error))?;
    let settings = Settings { out: folder.clone(), jobs, resume: true, only: None, command };
    if let Some(run) = Run::open(&plan, &game, &settings).map_err(|error| fault(&folder, &error))? {
        run.play(&|| ()).map_err(|error| fault(&folder, &error))?;
    }
    Ok(Results::open(&folder)?)
}

/// The experiment of a manifest as TOML, with the model as its player.
fn again(results: &Results, model: &Path, number: u64) -> Result<String, String> {
    let before = &results.manifest().experiment;
    let label = |key: &str| before["collect"][key].as_str().unwrap_or_default().to_string();
    let mut collect = before["collect"].as_object().cloned().unwrap_or_default();
    if label("base") == label("player") {
        collect.insert("base".into(), BASE.into());
    }
    collect.insert("player".into(), PLAYER.into());
    let seed =
        before["seed"].as_u64().and_then(|seed| seed.checked_add(number)).ok_or("its manifest has no seed that another can follow")?;
    let sets = before["sets"].as_array().into_iter().flatten();
    if sets.clone().any(|set| !set["generate"].is_object()) {
        return Err("maps from files are the same ones again: only generated sets can be played in rounds".into());
    }
    let flat = |strategy: &Value| {
        let mut table: Map<String, Value> = strategy["options"].as_object().cloned().unwrap_or_default();
        table.insert("name".into(), strategy["name"].clone());
        table.insert("label".into(), strategy["label"].clone());
        table
    };
    let mut strategies: Vec<Map<String, Value>> = before["strategies"].as_array().into_iter().flatten().map(flat).collect();
    strategies.retain(|strategy| strategy["name"] != "knn");
    let model: PathBuf = std::path::absolute(model).map_err(|error| format!("{}: {error}", model.display()))?;
    strategies.extend(json!({ "name": "knn", "label": PLAYER, "model": model }).as_object().cloned());
    if collect["base"] == BASE {
        strategies.extend(json!({ "name": "knn", "label": BASE, "model": model, "games": "off" }).as_object().cloned());
    }
    let experiment = json!({
        "name": format!("round-{number}"),
        "game": before["game"],
        "seed": seed,
        "repetitions": before["repetitions"],
        "baseline": before["baseline"],
        "collect": collect,
        "sets": sets.collect::<Vec<_>>(),
        "strategies": strategies,
    });
    toml::to_string(&experiment).map_err(|error| error.to_string())
}

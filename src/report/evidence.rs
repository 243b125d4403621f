//! What a report rests on: all that its tables and figures read, from files alone.
//!
//! Several results become one [`Evidence`] in one of two ways. Where they hold different
//! games they are joined, and strategies compared with the baseline. Where two hold the
//! same games they are two runs of one experiment: each strategy is then two, told apart
//! by the folder, and the later is compared with the earlier, game by game.

use super::files::source_names;
use super::games::About;
use super::selector::Selector;
use super::{Error, fit, label};
use crate::record::{Key, Status};
use crate::results::outcomes::{Group, Outcome, Outcomes, average};
use crate::results::summary::{Summary, summarise};
use crate::results::{Manifest, Results};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All that is known.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    /// How each of the results came to be.
    pub manifests: Vec<Manifest>,
    /// What is known of the game; `None` where its rows say no more than who won.
    pub about: Option<&'static About>,
    /// The strategy that each other is compared with.
    pub baseline: Baseline,
    /// Sets, in the order of the experiments.
    pub sets: Vec<Arc<str>>,
    /// Labels of strategies, in the order of the experiments.
    pub strategies: Vec<Arc<str>>,
    /// The games.
    pub outcomes: Outcomes,
    /// By set and strategy, in their orders.
    pub summaries: Vec<Summary>,
    /// What strategies risked at their unproven moves, and what came of it.
    pub moves: BTreeMap<Arc<str>, Moves>,
    /// What selectors are worth.
    pub selectors: Vec<Selector>,
    /// The columns whose values the games have.
    columns: Vec<String>,
}

/// What a strategy is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Baseline {
    /// Nothing.
    None,
    /// The strategy with this label.
    Label(Arc<str>),
    /// Of two runs, the same strategy in the first: its labels end in this, and those of
    /// the second in that.
    Run([String; 2]),
}

/// Unproven moves whose risk was reckoned.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The probability that each is deadly.
    pub risk: Vec<f64>,
    /// Whether it was: 1 or 0.
    pub died: Vec<f64>,
    /// How many moves each game has of them.
    pub games: Vec<usize>,
}

impl Moves {
    /// The sum of a measure of the moves (risk, whether it was deadly) over each game.
    pub fn by_game(&self, measure: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let mut values = self.risk.iter().zip(&self.died).map(|(risk, died)| measure(*risk, *died));
        self.games.iter().map(|&moves| values.by_ref().take(moves).sum()).collect()
    }
}

impl Baseline {
    /// What others are compared with, in words; `None` where nothing is.
    pub fn name(&self) -> Option<&str> {
        match self {
            Baseline::None => None,
            Baseline::Label(label) => Some(label),
            Baseline::Run([first, _]) => Some(first.trim_start_matches(BETWEEN)),
        }
    }

    /// What stands after the labels of the `nth` of the results.
    pub fn suffix(&self, nth: usize) -> &str {
        match self {
            Baseline::Run(runs) => &runs[nth],
            _ => "",
        }
    }

    /// Where runs are compared the strategy in the first, else the one that is asked for, or
    /// the experiment's own.
    fn chosen(runs: Option<[String; 2]>, strategies: &[Arc<str>], asked: Option<&str>, own: Option<&str>) -> Result<Self, Error> {
        match (runs, asked) {
            (Some(_), Some(label)) => Err(Error::Options {
                what: format!("both results hold the same games, which are compared with each other: --baseline {label} does not apply"),
            }),
            (Some(runs), None) => Ok(Baseline::Run(runs)),
            (None, Some(label)) => match strategies.iter().find(|known| ***known == *label) {
                Some(label) => Ok(Baseline::Label(label.clone())),
                None => Err(Error::Baseline { label: label.into(), known: strategies.iter().map(ToString::to_string).collect() }),
            },
            (None, None) => Ok(own.map_or(Baseline::None, |label| Baseline::Label(label.into()))),
        }
    }

    /// The label that this one is compared with.
    pub fn of<'a>(&'a self, strategies: &'a [Arc<str>], label: &str) -> Option<&'a str> {
        match self {
            Baseline::None => None,
            Baseline::Label(base) => Some(base),
            Baseline::Run([first, second]) => {
                let base = format!("{}{first}", label.strip_suffix(second.as_str())?);
                strategies.iter().map(|label| &**label).find(|label| *label == base)
            }
        }
    }
}

impl Evidence {
    /// The evidence of these results folders and models. The others are compared to the
    /// strategy labelled `baseline`; where none is given, to the experiments' own.
    ///
    /// # Errors
    /// Where a folder cannot be read, or does not belong with the others, or no strategy
    /// has the label.
    pub fn read(sources: &[PathBuf], baseline: Option<&str>) -> Result<Self, Error> {
        let (folders, models): (Vec<PathBuf>, Vec<PathBuf>) = sources.iter().cloned().partition(|source| !is_model(source));
        if let [_, second, ..] = &models[..] {
            return Err(Error::Options { what: format!("{}: a report has one model; report them apart", second.display()) });
        }
        let selectors = models.iter().map(|model| Selector::read(model)).collect::<Result<_, _>>()?;
        let all: Vec<Results> = folders.iter().map(|folder| Results::open(folder)).collect::<Result<_, _>>()?;
        let about = all.first().and_then(|first| About::find(first.manifest().experiment["game"].as_str()?));
        let columns = columns(&all, about)?;
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut parts: Vec<Vec<Outcome>> = all.iter().map(|results| results.outcomes(&names)).collect::<Result<_, _>>()?;
        let runs = runs(&folders, &all, &parts, baseline.is_none())?;
        let mut strategies = names_of(&all, "strategies");
        if let Some(runs) = &runs {
            tell_apart(&mut parts, &mut strategies, runs);
        }
        // What was not played, where only some games were, is no baseline.
        let played = |label: &&str| parts.iter().flatten().any(|game| *game.strategy == **label);
        let own = || all.first().and_then(|results| results.manifest().experiment["baseline"].as_str()).filter(played);
        let baseline = Baseline::chosen(runs, &strategies, baseline, own())?;
        let mut moves = BTreeMap::new();
        for (nth, results) in all.iter().enumerate() {
            read_moves(results, baseline.suffix(nth), &mut moves)?;
        }
        let averaged = all.first().map_or(0, |results| results.manifest().averaged.len());
        let outcomes = Outcomes::new(parts.into_iter().flatten().collect(), averaged);
        let mut summaries = summarise(&outcomes, |label| baseline.of(&strategies, label));
        let mut sets = names_of(&all, "sets");
        let place = |names: &[Arc<str>], name: &str| names.iter().position(|known| **known == *name);
        summaries.sort_by_key(|summary| (place(&sets, &summary.set), place(&strategies, &summary.strategy)));
        sets.retain(|set| summaries.iter().any(|summary| summary.set == *set));
        strategies.retain(|label| summaries.iter().any(|summary| summary.strategy == *label));
        let manifests = all.iter().map(|results| results.manifest().clone()).collect();
        Ok(Self { manifests, about, baseline, sets, strategies, outcomes, summaries, moves, selectors, columns })
    }

    /// The games of each strategy that played this set, with its place among all.
    pub fn groups<'a>(&'a self, set: &'a str) -> impl Iterator<Item = (usize, Group<'a>)> {
        self.strategies.iter().enumerate().filter_map(move |(nth, label)| Some((nth, self.outcomes.group(set, label)?)))
    }

    /// Where among a game's values those of a column are.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// The product of these columns' values in a game; `NaN` where there is none of one, or
    /// no column at all.
    pub fn product(&self, columns: &[&str]) -> impl Fn(&Outcome) -> f64 {
        let places: Vec<Option<usize>> = columns.iter().map(|column| self.column(column)).collect();
        let one = |game: &Outcome, place: &Option<usize>| place.map_or(f64::NAN, |place| game.values[place]);
        move |game| if places.is_empty() { f64::NAN } else { places.iter().map(|place| one(game, place)).product() }
    }

    /// Of every instance of a set the mean cost of each strategy that won all its games of
    /// it, by the strategies' places.
    pub fn won_costs(&self, set: &str, cost: usize) -> Vec<Vec<Option<f64>>> {
        let mut table: BTreeMap<&str, Vec<Option<f64>>> = BTreeMap::new();
        for (nth, group) in self.groups(set) {
            for games in group.instances() {
                let costs = table.entry(&games[0].instance).or_insert_with(|| vec![None; self.strategies.len()]);
                costs[nth] = won_cost(games, cost);
            }
        }
        table.into_values().collect()
    }

    /// The strategies with their places, which are their marks in every figure.
    pub fn marks(&self) -> Vec<(usize, String)> {
        self.strategies.iter().map(ToString::to_string).enumerate().collect()
    }
}

/// The mean cost of an instance's games, if all were won.
pub(super) fn won_cost(games: &[Outcome], cost: usize) -> Option<f64> {
    games.iter().all(|game| game.won() > 0.0).then(|| average(games, |game| Some(game.values[cost])))?.filter(|cost| !cost.is_nan())
}

/// Whether this is a model, or its evaluation, rather than a results folder.
fn is_model(source: &Path) -> bool {
    source.extension().is_some_and(|extension| extension == "knn" || extension == "json") && !source.is_dir()
}

/// The columns to read: those that are averaged, then what is known of the game; of these
/// only what all results have.
fn columns(all: &[Results], about: Option<&About>) -> Result<Vec<String>, Error> {
    let mut columns: Vec<String> = all.first().map_or_else(Vec::new, |results| results.manifest().averaged.clone());
    for column in about.into_iter().flat_map(About::columns) {
        let mut everywhere = true;
        for results in all {
            everywhere &= results.has_column(column)?;
        }
        if everywhere && !columns.iter().any(|known| known == column) {
            columns.push(column.into());
        }
    }
    Ok(columns)
}

/// What the entries of a list of the experiments are called, each once, in their order.
fn names_of(all: &[Results], list: &str) -> Vec<Arc<str>> {
    let entries = all.iter().filter_map(|results| results.manifest().experiment[list].as_array()).flatten();
    let mut names: Vec<Arc<str>> = Vec::new();
    for name in entries.filter_map(|entry: &Value| label(entry)) {
        if !names.iter().any(|known| **known == *name) {
            names.push(name.into());
        }
    }
    names
}

/// Where two results hold the same games they are two runs: what tells them apart, to
/// stand after labels, the folders' names or numbers. `None` where all games differ.
fn runs(folders: &[PathBuf], all: &[Results], parts: &[Vec<Outcome>], by_own_baseline: bool) -> Result<Option<[String; 2]>, Error> {
    let twice = fit::twice(parts);
    let two = twice.is_some() && folders.len() == 2;
    let mixed = |one: usize, other: usize, what| Error::Mixed { folder: folders[other].clone(), before: folders[one].clone(), what };
    for (other, after) in all.iter().enumerate() {
        for (one, before) in all[..other].iter().enumerate() {
            if let Some(what) = fit::misfit(before.manifest(), after.manifest(), by_own_baseline, two) {
                return Err(mixed(one, other, what));
            }
        }
    }
    match twice {
        None => Ok(None),
        Some((one, other, what)) if !two => Err(mixed(one, other, what)),
        Some(_) => {
            let mut names = source_names(folders).into_iter().map(|name| format!("{BETWEEN}{name}"));
            Ok(names.next().zip(names.next()).map(|(first, second)| [first, second]))
        }
    }
}

/// Between a label and the name of a run.
pub(super) const BETWEEN: &str = " @ ";

/// Makes two strategies of each: one of the first run, one of the second.
fn tell_apart(parts: &mut [Vec<Outcome>], strategies: &mut Vec<Arc<str>>, runs: &[String; 2]) {
    for (part, run) in parts.iter_mut().zip(runs) {
        let mut renamed: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
        for game in part {
            let label = renamed.entry(game.strategy.clone()).or_insert_with(|| format!("{}{run}", game.strategy).into());
            game.strategy = label.clone();
        }
    }
    *strategies = strategies.iter().flat_map(|label| runs.each_ref().map(|run| format!("{label}{run}").into())).collect();
}

/// Adds the unproven moves of these results that have a risk. A game that is lost is lost
/// by its last one; games without such an end say nothing, and are left out.
fn read_moves(results: &Results, suffix: &str, moves: &mut BTreeMap<Arc<str>, Moves>) -> Result<(), Error> {
    let (mut stalls, mut runs) = (results.stream_stalls()?, results.stream_runs()?);
    let Ok(places) = stalls.places(&["chosen", "risk"]) else { return Ok(()) };
    let mut game: Option<(Key, Vec<f64>)> = None;
    let mut told = |(key, risks): (Key, Vec<f64>)| -> Result<(), Error> {
        // Both files are in the order of keys.
        while let Some(run) = runs.next()? {
            if run.key()? != key {
                continue;
            }
            let status: Status = run.get("status")?;
            if matches!(status, Status::Won | Status::Lost) {
                let Moves { risk, died, games } = moves.entry(format!("{}{suffix}", key.strategy).into()).or_default();
                let (last, before) = (risks.len() - 1, risk.len());
                for (nth, value) in risks.into_iter().enumerate().filter(|(_, value)| !value.is_nan()) {
                    risk.push(value);
                    died.push(f64::from(u8::from(status == Status::Lost && nth == last)));
                }
                games.push(risk.len() - before);
            }
            return Ok(());
        }
        Err(runs_end(results, &key))
    };
    while let Some(row) = stalls.next()? {
        if !row.at::<bool>(places[0])? {
            continue;
        }
        let (key, risk) = (row.key()?, row.at::<f64>(places[1])?);
        if !risk.is_nan() && !(0.0..=1.0).contains(&risk) {
            return Err(row.error(format!("column `risk`: {risk} is no probability")).into());
        }
        match &mut game {
            Some((of, risks)) if *of == key => risks.push(risk),
            _ => {
                if let Some(ended) = game.replace((key, vec![risk])) {
                    told(ended)?;
                }
            }
        }
    }
    game.map_or(Ok(()), told)
}

fn runs_end(results: &Results, key: &Key) -> Error {
    crate::results::Error {
        path: results.dir().join("stalls.csv"),
        line: None,
        what: format!("there is no row in runs.csv for the game {key}"),
    }
    .into()
}

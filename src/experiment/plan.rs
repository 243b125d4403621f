//! The plan of an experiment: the TOML as meant.
//!
//! Sweeps are expanded, labels are unique, and what only the game can judge (a
//! set's own keys, a strategy's options) is kept with its place in the text until
//! the game reads it.

use super::GAMES;
use super::source::{Place, PlanError, Source, Table, Value, written};
use super::sweep::{Choice, add, choices};
use crate::registry::{Entry, Options};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::path::PathBuf;
use toml::Spanned;
use toml::de::{DeString, DeValue};

/// An experiment as meant.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// Its name: a folder under `results` and `reports`.
    pub name: String,
    /// The game played.
    pub game: String,
    /// What it is to answer.
    pub question: Option<String>,
    /// The seed that all others are derived from.
    pub seed: u64,
    /// How often each strategy plays each instance.
    pub repetitions: u64,
    /// The label that the others are compared to.
    pub baseline: Option<String>,
    /// What is kept besides the rows of the games.
    pub log: Log,
    /// How the candidates of stalls are scored, where they are.
    pub collect: Option<Collect>,
    /// The sets, sweeps expanded.
    pub sets: Vec<Set<'a>>,
    /// The strategies, sweeps expanded.
    pub strategies: Vec<Strategy>,
    source: &'a Source,
}

/// What is kept besides the rows of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// Which rows `stalls.csv` has.
    pub stalls: Stalls,
    /// Traces are kept of the first so many games of each set and strategy.
    pub games: u64,
}

/// Which rows `stalls.csv` has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stalls {
    /// None.
    None,
    /// One a stall: the candidate that was taken.
    #[default]
    Chosen,
    /// Several a stall: those considered, then the least risky others.
    Candidates,
}

/// How the candidates of stalls are scored: one strategy plays the maps, all propose
/// what could be done at its stalls, and one plays on from there in sampled worlds.
/// Strategies are told by their places in the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collect {
    /// Who plays the maps.
    pub player: usize,
    /// Who plays on.
    pub base: usize,
    /// To whose candidates the others are compared: the experiment's baseline.
    pub reference: usize,
    /// Worlds that every candidate meets.
    pub rollouts: u64,
    /// Worlds that the candidates meet that are not clearly behind by then.
    pub most_rollouts: u64,
    /// Most stalls of a game that are scored, the first ones.
    pub stalls: u64,
    /// Share of the scored stalls at which any candidate is taken, all alike.
    pub explore: f64,
}

impl Collect {
    /// For the manifest: strategies by their labels.
    pub fn told(&self, plan: &Plan) -> serde_json::Value {
        let label = |place: usize| plan.strategies[place].label.as_str();
        serde_json::json!({
            "player": label(self.player),
            "base": label(self.base),
            "rollouts": self.rollouts,
            "most_rollouts": self.most_rollouts,
            "stalls": self.stalls,
            "explore": self.explore,
        })
    }
}

/// The table `[collect]`, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WrittenCollect {
    player: Option<Spanned<String>>,
    base: Option<Spanned<String>>,
    rollouts: u64,
    most_rollouts: Option<Spanned<u64>>,
    stalls: u64,
    explore: Spanned<f64>,
}

impl Default for WrittenCollect {
    fn default() -> Self {
        let explore = Spanned::new(0..0, 0.0);
        Self { player: None, base: None, rollouts: 64, most_rollouts: None, stalls: 1_000_000, explore }
    }
}

/// A set of instances.
#[derive(Clone, Debug)]
pub struct Set<'a> {
    /// Its name; unique.
    pub name: String,
    /// Its other keys, which the game knows.
    pub(super) keys: Value<'a>,
}

/// A strategy with its options.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// What it is called in the results; unique.
    pub label: String,
    /// Its name in the game's registry.
    pub name: String,
    /// Its options as written.
    pub options: Vec<Given>,
    pub(super) place: Place,
}

/// An option of a strategy, as written.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    pub(super) place: Place,
}

/// The keys of an experiment, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Spanned<String>,
    game: Spanned<String>,
    question: Option<String>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "one")]
    repetitions: u64,
    baseline: Option<Spanned<String>>,
    #[serde(default)]
    log: Log,
    #[serde(rename = "sets")]
    _sets: Vec<IgnoredAny>,
    #[serde(rename = "strategies")]
    _strategies: Vec<IgnoredAny>,
    collect: Option<Spanned<WrittenCollect>>,
}

fn one() -> u64 {
    1
}

impl<'a> Plan<'a> {
    /// The plan of an experiment.
    ///
    /// # Errors
    /// The first mistake, with its line and column or its override.
    pub fn new(source: &'a Source) -> Result<Self, PlanError> {
        let root = source.table()?;
        let written: Written = source.meant(root.clone())?;
        let DeValue::Table(mut root) = root.into_inner() else { unreachable!("a document is a table") };
        let mut tables = |name: &str| match root.remove(name).map(Spanned::into_inner) {
            Some(DeValue::Array(tables)) => tables.into_iter().collect(),
            _ => Vec::new(),
        };
        let sets = expand(source, tables("sets"), Set::expand)?;
        let strategies = expand(source, tables("strategies"), Strategy::expand)?;
        let mut plan = Self {
            name: written.name.get_ref().clone(),
            game: written.game.get_ref().clone(),
            question: written.question,
            seed: written.seed,
            repetitions: written.repetitions,
            baseline: written.baseline.as_ref().map(|baseline| baseline.get_ref().clone()),
            log: written.log,
            collect: None,
            sets: named(source, sets, |set| &set.name)?,
            strategies: named(source, strategies, |strategy| &strategy.label)?,
            source,
        };
        let fault = |place, what: &str| Err(source.fault(place, what));
        if !GAMES.contains(&plan.game.as_str()) {
            return fault(written.game.span(), &format!("there is no such game; there are: {}", GAMES.join(", ")));
        }
        if !is_folder(&plan.name) {
            return fault(written.name.span(), "the name is a folder's: letters, digits, `-`, `_` and inner points");
        }
        if plan.repetitions == 0 || plan.sets.is_empty() || plan.strategies.is_empty() {
            return fault(written.name.span(), "no game to play: want at least one repetition, one set and one strategy");
        }
        if let Some(baseline) = written.baseline.filter(|label| plan.strategies.iter().all(|one| one.label != *label.get_ref())) {
            let labels: Vec<&str> = plan.strategies.iter().map(|strategy| strategy.label.as_str()).collect();
            return fault(baseline.span(), &format!("the baseline is no strategy's label; there are: {}", labels.join("; ")));
        }
        if let Some(collect) = written.collect.as_ref().filter(|_| plan.game != "crocomine") {
            return fault(collect.span(), "this game has no stalls whose candidates could be scored: take [collect] out");
        }
        plan.collect = written.collect.map(|collect| plan.collect(collect)).transpose()?;
        Ok(plan)
    }

    /// How candidates are scored, labels resolved.
    fn collect(&self, written: Spanned<WrittenCollect>) -> Result<Collect, PlanError> {
        let (place, written) = (written.span(), written.into_inner());
        let find = |label: &str| self.strategies.iter().position(|strategy| strategy.label == *label);
        let labelled = |word: Option<Spanned<String>>, default: usize| match word {
            None => Ok(default),
            Some(label) => find(label.get_ref()).ok_or_else(|| self.fault(&label.span(), "no strategy of this experiment has this label")),
        };
        let baseline = self.baseline.as_deref().and_then(find);
        let reference = baseline.ok_or_else(|| self.fault(&place, "candidates are compared to those of a baseline: name one"))?;
        if let Some(one) = self.strategies.iter().find(|one| one.label.contains(';')) {
            return Err(self.fault(&one.place, "a label of a strategy that proposes candidates cannot hold a `;`"));
        }
        if self.log.stalls != Stalls::default() {
            return Err(self.fault(&place, "what is collected is all that is told of stalls: take `[log] stalls` out"));
        }
        let player = labelled(written.player, reference)?;
        let most = written.most_rollouts;
        if most.as_ref().is_some_and(|most| *most.get_ref() < written.rollouts) || written.rollouts < 2 {
            let place = most.map_or(place, |most| most.span());
            return Err(self.fault(&place, "want two rollouts at least, and not more of them than `most_rollouts`"));
        }
        if !(0.0..=1.0).contains(written.explore.get_ref()) {
            return Err(self.fault(&written.explore.span(), "want a share from 0 to 1"));
        }
        Ok(Collect {
            player,
            base: labelled(written.base, player)?,
            reference,
            rollouts: written.rollouts,
            most_rollouts: most.map_or(written.rollouts, Spanned::into_inner),
            stalls: written.stalls,
            explore: written.explore.into_inner(),
        })
    }

    /// The places of the strategies that play: all, but where candidates are scored.
    pub fn players(&self) -> std::ops::Range<usize> {
        self.collect.map_or(0..self.strategies.len(), |collect| collect.player..collect.player + 1)
    }

    /// The keys of a set, as its game reads them.
    ///
    /// # Errors
    /// An unknown or missing key, or a value of another kind, with its place.
    pub fn read<T: DeserializeOwned>(&self, set: &Set) -> Result<T, PlanError> {
        self.source.meant(set.keys.clone())
    }

    /// The entry of a registry that a strategy names, with its options; `what` the registry's
    /// entries are called.
    ///
    /// # Errors
    /// Where it has no such entry, or the entry no such options, with the place.
    pub(super) fn chosen<B>(
        &self,
        strategy: &Strategy,
        all: &'static [Entry<B>],
        what: &str,
    ) -> Result<(&'static Entry<B>, Options), PlanError> {
        let Some(entry) = all.iter().find(|entry| entry.name == strategy.name) else {
            let names: Vec<&str> = all.iter().map(|entry| entry.name).collect();
            return Err(self.fault(&strategy.place, format!("there is no {what} `{}`; there are: {}", strategy.name, names.join(", "))));
        };
        for option in &strategy.options {
            // One by one first, to know which is to blame.
            Options::new(entry, [(option.name.as_str(), option.value.clone())]).map_err(|error| self.fault(&option.place, error))?;
        }
        let given = strategy.options.iter().map(|option| (option.name.as_str(), option.value.clone()));
        Ok((entry, Options::new(entry, given).map_err(|error| self.fault(&strategy.place, error))?))
    }

    /// A path as written in the experiment: relative to its file.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.source.resolve(path)
    }

    /// The error of a mistake at this place.
    pub(super) fn fault(&self, place: &Place, what: impl Display) -> PlanError {
        self.source.fault(place.clone(), what)
    }
}

impl<'a> Set<'a> {
    /// The sets that a table stands for, with the place of its name.
    fn expand(source: &Source, place: Place, mut table: Table<'a>) -> Result<Vec<(Place, Self)>, PlanError> {
        let (name_place, name) = word(source, &mut table, "name")?.ok_or_else(|| source.fault(place.clone(), "a set needs a name"))?;
        let sweep = table.remove("sweep");
        let swept = sweep.as_ref().map(Spanned::span);
        let copy = |choice: Choice<'a>| {
            let mut keys = table.clone();
            match (keys.get_mut("generate").map(Spanned::get_mut), &swept) {
                (Some(DeValue::Table(generate)), _) => add(source, generate, &choice)?,
                (_, Some(swept)) => {
                    return Err(source.fault(swept.clone(), "only what a set generates can be swept, and it has no `generate`"));
                }
                (_, None) => {}
            }
            let set = Self { name: name.clone() + &choice.label, keys: Spanned::new(place.clone(), DeValue::Table(keys)) };
            Ok((name_place.clone(), set))
        };
        choices(source, sweep)?.into_iter().map(copy).collect()
    }
}

impl Strategy {
    /// The strategies that a table stands for, with the place of its label.
    fn expand(source: &Source, place: Place, mut table: Table) -> Result<Vec<(Place, Self)>, PlanError> {
        let (name_place, name) = word(source, &mut table, "name")?.ok_or_else(|| source.fault(place.clone(), "a strategy needs a name"))?;
        let (label_place, label) = word(source, &mut table, "label")?.unwrap_or_else(|| (name_place.clone(), name.clone()));
        let sweep = table.remove("sweep");
        let copy = |choice: Choice| {
            let mut keys = table.clone();
            add(source, &mut keys, &choice)?;
            let option = |(name, value): (&Spanned<DeString>, &Value)| match written(value.get_ref()) {
                Some(text) => Ok(Given { name: name.get_ref().to_string(), value: text, place: name.span() }),
                None => Err(source.fault(value.span(), "an option is a number, a word or true or false")),
            };
            let options = keys.iter().map(option).collect::<Result<_, _>>()?;
            let strategy = Self { label: label.clone() + &choice.label, name: name.clone(), options, place: name_place.clone() };
            Ok((label_place.clone(), strategy))
        };
        choices(source, sweep)?.into_iter().map(copy).collect()
    }
}

/// Takes a key out of a table whose value is a word.
fn word(source: &Source, table: &mut Table, key: &str) -> Result<Option<(Place, String)>, PlanError> {
    let Some(value) = table.remove(key) else { return Ok(None) };
    let place = value.span();
    match value.into_inner() {
        DeValue::String(text) => Ok(Some((place, text.into_owned()))),
        other => Err(source.fault(place, format!("`{key}` wants a string and not a value of type {}", other.type_str()))),
    }
}

/// Expands every table of a list.
fn expand<'a, T>(
    source: &Source,
    tables: Vec<Value<'a>>,
    one: impl Fn(&Source, Place, Table<'a>) -> Result<Vec<T>, PlanError>,
) -> Result<Vec<T>, PlanError> {
    let mut all = Vec::new();
    for table in tables {
        let place = table.span();
        match table.into_inner() {
            DeValue::Table(table) => all.extend(one(source, place, table)?),
            _ => return Err(source.fault(place, "want a table")),
        }
    }
    Ok(all)
}

/// The same without places, if every name can stand in a key and is unique.
fn named<T>(source: &Source, all: Vec<(Place, T)>, name: impl Fn(&T) -> &str) -> Result<Vec<T>, PlanError> {
    for (nth, (place, one)) in all.iter().enumerate() {
        let wrong = |what: &str| Err(source.fault(place.clone(), format!("`{}` {what}", name(one))));
        if name(one).trim().is_empty() || name(one).contains(|c: char| c == '/' || c.is_control()) {
            return wrong("cannot be a name: it is empty, or holds a `/` or a control character");
        }
        if all[..nth].iter().any(|(_, other)| name(other) == name(one)) {
            return wrong("is there twice: give one of them another name or label");
        }
    }
    Ok(all.into_iter().map(|(_, one)| one).collect())
}

/// Whether a name can be a folder's on every system.
fn is_folder(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        && !name.is_empty()
        && !name.starts_with('.')
        && !name.ends_with('.')
}

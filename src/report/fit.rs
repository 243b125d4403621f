//! Whether results belong into one report.
//!
//! A name that stands in two folders has to mean the same in both: a set the same
//! instances, a strategy the same options. Else numbers would be averaged or
//! compared that have nothing to do with each other.

use super::label;
use crate::results::outcomes::Outcome;
use crate::results::{Input, Manifest};
use serde_json::Value;
use std::collections::BTreeMap;

/// Why the results of one manifest cannot stand beside those of another, in
/// words; `None` where they can. Their baselines have to agree where those count. Two
/// runs of the same games may differ in their strategies' options: that is what they are
/// compared for.
pub(super) fn misfit(before: &Manifest, after: &Manifest, by_own_baseline: bool, runs: bool) -> Option<String> {
    let field = |key: &str| differ(key, &before.experiment[key], &after.experiment[key]);
    let strategy = |(one, other): (&Value, &Value)| differ(&format!("strategy `{}`", label(one)?), one, other);
    let averaged = || differ("what is averaged", &before.averaged.clone().into(), &after.averaged.clone().into());
    field("game")
        .or_else(|| field("baseline").filter(|_| by_own_baseline && !runs))
        .or_else(averaged)
        .or_else(|| shared(before, after, "sets").find_map(|(one, other)| set(before, after, one, other)))
        .or_else(|| shared(before, after, "strategies").find_map(strategy).filter(|_| !runs))
}

/// A game that two of the results hold: which two, and what it is, in words.
pub(super) fn twice(parts: &[Vec<Outcome>]) -> Option<(usize, usize, String)> {
    if parts.len() < 2 {
        return None;
    }
    let mut seen = BTreeMap::new();
    for (nth, part) in parts.iter().enumerate() {
        for Outcome { set, instance, strategy, repetition, .. } in part {
            if let Some(other) = seen.insert((set, strategy, instance, *repetition), nth) {
                return Some((other, nth, format!("both hold the game {set}/{instance}/{strategy}/{repetition}")));
            }
        }
    }
    None
}

/// Why a set of the same name is not the same set.
fn set(before: &Manifest, after: &Manifest, one: &Value, other: &Value) -> Option<String> {
    let name = label(one)?;
    let hash = |manifest: &Manifest| {
        let input = |input: &&Input| input.set == name;
        manifest.inputs.iter().find(input).map_or(Value::Null, |input| input.sha256.as_str().into())
    };
    let seed = || {
        // Maps that were read do not depend on the seed; those that were drawn do.
        let drawn = one.get("generate").is_some();
        differ(&format!("the seed of set `{name}`"), &before.experiment["seed"], &after.experiment["seed"]).filter(|_| drawn)
    };
    differ(&format!("set `{name}`"), one, other)
        .or_else(|| differ(&format!("the data of set `{name}` (SHA-256)"), &hash(before), &hash(after)))
        .or_else(seed)
}

/// The entries of a list that have the same name in both.
fn shared<'a>(before: &'a Manifest, after: &'a Manifest, list: &'a str) -> impl Iterator<Item = (&'a Value, &'a Value)> {
    let entries = move |manifest: &'a Manifest| manifest.experiment[list].as_array().into_iter().flatten();
    let named = move |one: &'a Value| entries(after).find(|other| label(one) == label(other)).map(|other| (one, other));
    entries(before).filter_map(named)
}

fn differ(what: &str, before: &Value, after: &Value) -> Option<String> {
    (before != after).then(|| format!("{what} is {after} in the one and {before} in the other"))
}

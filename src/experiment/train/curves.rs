//! What more maps and more neighbours are worth, told as JSON.

use super::assess::{FOLDS, estimate, seed};
use crate::selection::models::{Learner, Linear, Neighbours, SingleBest};
use crate::selection::{Scenario, Taught, Way, learning, neighbours};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The learning curve and the curve of the number of neighbours, on the folds of the
/// [`Assessment`](super::Assessment).
pub fn curves(scenario: &Scenario) -> Value {
    let learners: Vec<Box<dyn Learner>> = vec![Box::new(SingleBest), Box::new(Linear), Box::new(Neighbours::default())];
    json!({
        "maps": scenario.decisions.iter().map(|decision| &decision.group).collect::<BTreeSet<_>>().len(),
        "decisions": scenario.decisions.len(),
        "learning": learning(scenario, &learners, FOLDS, seed()).iter().map(taught).collect::<Vec<_>>(),
        "neighbours": neighbours(scenario, FOLDS, seed()).iter().map(way).collect::<Vec<_>>(),
    })
}

fn taught(Taught { share, maps, decisions, gains }: &Taught) -> Value {
    let gains: Map<String, Value> = gains.iter().map(|(name, gain)| (name.clone(), estimate(gain))).collect();
    json!({ "share": share, "maps": maps, "decisions": decisions, "gains": gains })
}

fn way(Way { vote, taken, gain, explained, abstained }: &Way) -> Value {
    json!({
        "k": vote.k,
        "fade": vote.fade,
        "taken": taken,
        "gain": estimate(gain),
        "explained": estimate(explained),
        "kept": abstained,
    })
}

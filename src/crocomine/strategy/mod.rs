//! Strategies: knowledge in, decision out.
//!
//! A strategy suggests; the play loop acts. It sees a [`View`] (knowledge and
//! what was computed from it, once for all who ask) and a generator derived from
//! the game's seed and the step, so that any stall can be replayed alone.
//!
//! [`ALL`] is the registry: command line, experiments, contract tests and benches
//! read nothing else. To add a strategy, copy the one that is nearest
//! (`density.rs` is the shortest), and add its `mod` line and its entry here.

pub(super) mod coinflips;
pub(super) mod components;
mod density;
pub(super) mod endgame;
mod exact;
pub mod knn;
pub(super) mod lookahead;
mod optimal;
mod progress;
pub(super) mod prospects;
mod random;
mod rollout;
pub mod sat;

use super::posterior::{Posterior, Stop, View};
use super::rules::Action;
use crate::registry;
pub use crate::registry::{OptionError, OptionSpec, Options, Values};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// Suggests what to do next; the play loop acts.
pub trait Strategy {
    /// What to do in this state. A kept strategy decides as a fresh one would,
    /// except at a limit: it may have an answer where a fresh one gives up.
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision;

    /// The work done so far, beyond what the view did.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// A strategy's suggestion.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Right in every consistent world. Never empty; discoveries and guesses only,
    /// by cell.
    Proven(Vec<Action>),
    /// Nothing is proven: one of several candidates.
    Gamble {
        /// Index of the one to take.
        chosen: usize,
        /// What was considered; the chosen one among them.
        candidates: Vec<Candidate>,
        /// For people and logs.
        why: Why,
    },
    /// Nothing could be computed and there is no fallback.
    GaveUp(Stop),
}

/// An action that may be deadly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// What would be done: a discovery or a guess.
    pub action: Action,
    /// Probability in [0, 1] that it is deadly, as this strategy reckons;
    /// `NaN` where it does not reckon.
    pub risk: f64,
    /// What may come of it, as far as this strategy reckons.
    pub outlook: Outlook,
}

impl Candidate {
    /// A candidate of which only the risk was reckoned.
    pub fn new(action: Action, risk: f64) -> Self {
        Self { action, risk, outlook: Outlook::default() }
    }
}

/// What may come of a candidate, before it is done: probabilities in [0, 1],
/// `None` where not reckoned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outlook {
    /// That it is survived and a closed cell is proven free then, or nothing is left to find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
    /// That it and the best move after it are survived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survival: Option<f64>,
    /// That the map is won, by exact search or by rollouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

impl Outlook {
    /// Names of its numbers, in the order of [`Outlook::values`]: columns of files.
    pub const NAMES: [&'static str; 3] = ["progress", "survival", "win"];

    /// Its numbers, in the order of [`Outlook::NAMES`].
    pub fn values(&self) -> [Option<f64>; 3] {
        [self.progress, self.survival, self.win]
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reckoned = Self::NAMES.into_iter().zip(self.values());
        reckoned.filter_map(|(name, value)| Some((name, value?))).try_for_each(|(name, value)| write!(f, ", {name} {value:.4}"))
    }
}

/// The reason of an unproven move.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The rule that chose, in a few words.
    pub rule: Cow<'static, str>,
    /// Whether it was searched exactly: nothing is better.
    pub exact: bool,
    /// Risk of the best candidate that was not taken, if any was reckoned.
    pub runner_up: Option<f64>,
    /// log10 of the number of consistent worlds, if computed.
    pub worlds_log10: Option<f64>,
}

impl Why {
    /// The reason of a choice among candidates, the best of which come first.
    pub fn new(rule: &'static str, chosen: usize, candidates: &[Candidate], posterior: &Posterior) -> Self {
        let other = usize::from(chosen == 0);
        Self {
            rule: rule.into(),
            exact: false,
            runner_up: candidates.get(other).map(|next| next.risk),
            worlds_log10: Some(posterior.worlds_log10),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rule)?;
        if let Some(risk) = self.runner_up {
            write!(f, "; runner-up {risk:.4}")?;
        }
        match self.worlds_log10 {
            None => Ok(()),
            Some(log10) if log10 < 6.0 => write!(f, "; {:.0} worlds", libm::exp10(log10)),
            Some(log10) => write!(f, "; 10^{log10:.2} worlds"),
        }
    }
}

/// Work done, as plain counters. All count from the start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Layered graphs built (see `posterior`).
    pub diagrams: u64,
    /// Nodes in them.
    pub nodes: u64,
    /// Decisions for which a posterior was computed.
    pub posteriors: u64,
    /// Decisions in which a limit was reached and a fallback used.
    pub limits: u64,
    /// Calls of the SAT solver.
    pub sat_calls: u64,
    /// Conflicts in them.
    pub sat_conflicts: u64,
    /// Clauses given to it.
    pub sat_clauses: u64,
    /// Variables given to it.
    pub sat_variables: u64,
}

impl Effort {
    /// Names of the counters, in the order of [`Effort::values`]: columns of files.
    pub const NAMES: [&'static str; 8] =
        ["diagrams", "nodes", "posteriors", "limits", "sat_calls", "sat_conflicts", "sat_clauses", "sat_variables"];

    /// The counters, in the order of [`Effort::NAMES`].
    pub fn values(&self) -> [u64; 8] {
        [self.diagrams, self.nodes, self.posteriors, self.limits, self.sat_calls, self.sat_conflicts, self.sat_clauses, self.sat_variables]
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.diagrams += other.diagrams;
        self.nodes += other.nodes;
        self.posteriors += other.posteriors;
        self.limits += other.limits;
        self.sat_calls += other.sat_calls;
        self.sat_conflicts += other.sat_conflicts;
        self.sat_clauses += other.sat_clauses;
        self.sat_variables += other.sat_variables;
    }
}

/// One strategy of the registry.
pub type Entry = registry::Entry<fn(&Options) -> Result<Box<dyn Strategy>, OptionError>>;

/// The option of all who name animals without proof, unless told to play by the classic rules.
const GUESS_ANIMALS: OptionSpec =
    OptionSpec { name: "guess_animals", about: "whether a stall may be met by naming an animal", default: "true", values: Values::Flag };

/// Every strategy there is.
pub const ALL: &[Entry] = &[
    sat::ENTRY,
    components::ENTRY,
    progress::ENTRY,
    lookahead::ENTRY,
    rollout::ENTRY,
    endgame::ENTRY,
    optimal::ENTRY,
    knn::ENTRY,
    density::ENTRY,
    random::ENTRY,
];

/// The strategy of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_worlds_are_a_number_and_many_a_power() {
        let told = |log10| Why { rule: "r".into(), exact: false, runner_up: None, worlds_log10: log10 }.to_string();
        assert_eq!(told(None), "r");
        for few in [2, 3, 10, 99, 1001, 999_999] {
            assert_eq!(told(Some(libm::log10(f64::from(few)))), format!("r; {few} worlds"));
        }
        assert_eq!([1e6, 2e7].map(|many| told(Some(libm::log10(many)))), ["r; 10^6.00 worlds", "r; 10^7.30 worlds"]);
    }

    fn totals(value: &str) -> Result<String, OptionError> {
        Options::new(&sat::ENTRY, [("totals", value.to_string())]).map(|options| options.word("totals").to_string())
    }

    #[test]
    fn off_is_kept_in_one_spelling() {
        assert_eq!(totals("off").as_deref(), Ok("off"));
        assert_eq!(totals("false").as_deref(), Ok("off"));
        let refused = totals("no").unwrap_err().to_string();
        assert_eq!(refused, "option `totals` of strategy `sat`: `no` is not one of binomial, sequential, totalizer, off");
    }

    #[test]
    fn a_count_may_be_off() {
        let endgame = |value: &str| {
            let options = Options::new(&components::ENTRY, [("endgame", value.to_string())]);
            options.map(|options| options.count_or_off("endgame"))
        };
        assert_eq!(["off", "false", "64"].map(endgame), [Ok(None), Ok(None), Ok(Some(64))]);
        let refused = ["0", "on", "-1", "1.5"].map(|value| endgame(value).unwrap_err().to_string());
        assert_eq!(refused[0], "option `endgame` of strategy `components`: `0` is not a whole number from 1, or off");
    }

    #[test]
    fn a_flag_keeps_its_own_words() {
        let filter = |value: &str| Options::new(&sat::ENTRY, [("filter", value.to_string())]).map(|options| options.flag("filter"));
        assert_eq!((filter("false"), filter("true")), (Ok(false), Ok(true)));
        assert!(filter("off").is_err());
    }
}

//! The learned selector: chooses a strategy, or a candidate, as turned out well at the
//! stalls that were most alike.
//!
//! The strategies that a model was trained with propose what they would do. By the
//! features of the state the model chooses one of them; or, of their proposals and the
//! next few candidates by risk, one by the features of all. What it predicts is where a
//! [`race`] of sampled games begins, which goes on where it may still change the choice;
//! without games it keeps to the single best strategy unless the predicted advantage is
//! beyond its margin. It always does where the neighbours are far. See
//! [`selection::models`](crate::selection::models).

use super::components::Components;
use super::endgame::Endgame;
use super::exact::{Exact, Rule};
use super::{
    Candidate, Decision, Effort, Entry, GUESS_ANIMALS, OptionError, OptionSpec, Options, Outlook, Strategy, Values, Why, endgame, find,
};
use crate::crocomine::counterfactual::Imagination;
use crate::crocomine::features::{BAND, MOST, Observatory, Situation, columns};
use crate::crocomine::posterior::{Posterior, Stop, View};
use crate::crocomine::race::{Raced, race};
use crate::seed::Seed;
use crate::selection::models::{Advice, Knn, best_believed};
use crate::selection::{Belief, Target};
use rand::Rng;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "knn",
    about: "what a model learned to win most, and sampled games where that leaves it open; exact end game",
    options: &[
        GUESS_ANIMALS,
        OptionSpec {
            name: "games",
            about: "most sampled worlds that candidates are played on in where it is worth it; off: the model alone decides",
            default: "128",
            values: Values::CountOrOff,
        },
        OptionSpec { name: "model", about: "a file made by `clover train`", default: BUILT_IN, values: Values::Model },
        endgame::option("2048"),
    ],
    build: |options| {
        let model = match options.model() {
            Some(model) => model.clone(),
            None => FIRST.clone().map_err(OptionError)?,
        };
        let guess_animals = options.flag("guess_animals");
        let games = options.count_or_off("games").unwrap_or(0);
        Ok(endgame::wrapped(Exact::strategy(Selector::new(model, games, guess_animals)?), options))
    },
};

/// The value of the option `model` that stands for the model that comes with the program.
pub const BUILT_IN: &str = "built-in";

/// The model that comes with the program.
static FIRST: LazyLock<Result<Arc<Knn>, String>> =
    LazyLock::new(|| read(include_str!("../../../data/models/crocomine.knn")).map(Arc::new).map_err(|error| error.to_string()));

/// The model in a text, if it is one for this game and these features.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Knn, OptionError> {
    let wrong = |error: &dyn std::fmt::Display| OptionError(error.to_string());
    let model = Knn::read(text).map_err(|error| wrong(&error))?;
    let names: Vec<&str> = columns(model.target()).into_iter().map(|column| column.name).collect();
    model.fits("crocomine", &names).map_err(|error| wrong(&error))?;
    model.strategies().iter().try_for_each(|told| member(told, true).map(drop))?;
    Ok(model)
}

/// Most worlds of the exact end game in games of a race.
const ENDGAME: usize = 256;

struct Selector {
    model: Arc<Knn>,
    /// The strategies of the model, in its order, with their labels.
    members: Vec<(String, Box<dyn Strategy>)>,
    observatory: Observatory,
    imagination: Imagination,
    /// Most worlds of a race; none where the model alone decides.
    games: usize,
}

impl Selector {
    fn new(model: Arc<Knn>, games: usize, guess_animals: bool) -> Result<Self, OptionError> {
        let members = model.strategies().iter().map(|told| member(told, guess_animals)).collect::<Result<_, _>>()?;
        let observatory = Observatory::new(guess_animals, MOST, BAND);
        let base = Endgame::new(Components::strategy(guess_animals), ENDGAME, guess_animals);
        Ok(Self { model, members, observatory, imagination: Imagination::new(Box::new(base)), games })
    }

    /// What the model says of a situation: one option a strategy, or one a candidate.
    fn advice(&self, situation: &Situation) -> Advice {
        let Situation { state, features, proposals, .. } = situation;
        let base = self.model.single_best();
        match self.model.target() {
            Target::Strategy => {
                let arms: Vec<usize> = (0..self.members.len()).collect();
                self.model.advise(&arms, &vec![&state[..]; arms.len()], base)
            }
            Target::Candidate => {
                let rows: Vec<Vec<f64>> = features.iter().map(|of_one| [&state[..], of_one].concat()).collect();
                let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
                self.model.advise(&vec![0; rows.len()], &rows, proposals[base])
            }
        }
    }

    /// What is chosen of these options, as the model advises, or after a race of their
    /// candidates; what was not played is chosen only as the model alone would.
    fn choice(&mut self, advice: &Advice, view: &View, options: &[Candidate], rng: &mut dyn Rng) -> Result<Choice, Stop> {
        let beliefs = distinct(advice.beliefs(), advice.base, options);
        let base = (advice.base, advice.stake);
        let Raced { advantages, stake, worlds } = race(&mut self.imagination, view, options, &beliefs, base, self.games, rng)?;
        let advised = |option: usize| options[option].action == options[advice.chosen].action;
        let may_be_chosen = |option: usize| option == advice.base || advised(option) || worlds[option] > 0;
        let mut open = advantages.clone();
        (0..open.len()).filter(|&option| !may_be_chosen(option)).for_each(|option| open[option] = None);
        let option = best_believed(&open, advice.base);
        let mean = |option: usize| advantages[option].map_or(0.0, |belief| belief.mean);
        // What was nearest to being chosen, where nothing was.
        let others = (0..options.len()).filter(|&other| other != advice.base && advantages[other].is_some());
        let told = if option == advice.base { others.max_by(|&a, &b| mean(a).total_cmp(&mean(b))) } else { Some(option) };
        let win = (stake.mean + mean(option)).clamp(0.0, 1.0);
        Ok(Choice { option, win, why: self.told(advice, option, told.map(|told| (told, mean(told), worlds[told]))) })
    }

    /// The reason of a choice, with the witnesses of what is told: an option, what is believed
    /// of its advantage, and in how many worlds it was played.
    fn told(&self, advice: &Advice, option: usize, told: Option<(usize, f64, usize)>) -> String {
        let sbs = &self.members[self.model.single_best()].0;
        let Some((other, advantage, worlds)) = told else { return format!("k-NN keeps to {sbs}") };
        let neighbours = advice.opinions[other].iter().flat_map(|opinion| &opinion.neighbours);
        let witnesses = neighbours.map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let predicted = format!("predicted {:+.4} as at {witnesses}; {worlds} games", advice.advantage(other));
        match option {
            option if option == other => format!("k-NN {advantage:+.4} over {sbs} ({predicted})"),
            _ => format!("k-NN keeps to {sbs}, next {advantage:+.4} ({predicted})"),
        }
    }
}

/// What is chosen.
struct Choice {
    option: usize,
    /// Believed probability of winning.
    win: f64,
    why: String,
}

/// Beliefs of which no two are of the same action: where strategies propose the same, the
/// base's, or else the first, stands for all.
fn distinct(mut beliefs: Vec<Option<Belief>>, base: usize, options: &[Candidate]) -> Vec<Option<Belief>> {
    let same = |one: usize, other: usize| options[one].action == options[other].action;
    for option in (0..options.len()).filter(|&option| option != base) {
        if same(option, base) || (0..option).any(|earlier| same(option, earlier)) {
            beliefs[option] = None;
        }
    }
    beliefs
}

/// A strategy as a manifest tells it.
fn member(told: &Value, guess_animals: bool) -> Result<(String, Box<dyn Strategy>), OptionError> {
    let wrong = || OptionError(format!("the model names a strategy that cannot be built: {told}"));
    // A selector among selectors would be one too many.
    let entry = told["name"].as_str().and_then(find).filter(|entry| entry.name != ENTRY.name).ok_or_else(wrong)?;
    let written = told["options"].as_object().ok_or_else(wrong)?;
    // The selector has its own end game, and decides itself whether animals may be named.
    let given = written.iter().map(|(name, value)| match name.as_str() {
        "endgame" => ("endgame", "off".to_string()),
        "guess_animals" if !guess_animals => ("guess_animals", "false".to_string()),
        name => (name, value.as_str().unwrap_or_default().to_string()),
    });
    let strategy = (entry.build)(&Options::new(entry, given)?)?;
    Ok((told["label"].as_str().ok_or_else(wrong)?.to_string(), strategy))
}

impl Rule for Selector {
    fn choose(&mut self, view: &View, posterior: &Posterior, rng: &mut dyn Rng) -> Result<Decision, Stop> {
        // The single best draws as it would by itself: where it is kept to, nothing differs.
        let base = self.model.single_best();
        let kept = match self.members[base].1.decide(view, rng) {
            Decision::Gamble { chosen, candidates, .. } => candidates[chosen],
            other => return Ok(other),
        };
        let seed = Seed::new(rng.next_u64());
        let mut proposed: Vec<Candidate> = Vec::with_capacity(self.members.len());
        for (nth, (_, strategy)) in self.members.iter_mut().enumerate() {
            let decision = if nth == base { None } else { Some(strategy.decide(view, &mut seed.index(nth as u64).generator())) };
            match decision {
                Some(Decision::Gamble { chosen, candidates, .. }) => proposed.push(candidates[chosen]),
                Some(Decision::Proven(actions)) => return Ok(Decision::Proven(actions)),
                // Who gives up has nothing else to propose.
                None | Some(Decision::GaveUp(_)) => proposed.push(kept),
            }
        }
        let situation = self.observatory.see(view, &proposed, &mut seed.purpose("features").generator())?;
        let advice = self.advice(&situation);
        let Situation { mut candidates, proposals, .. } = situation;
        let places = match self.model.target() {
            Target::Strategy => proposals,
            Target::Candidate => (0..candidates.len()).collect(),
        };
        let options: Vec<Candidate> = places.iter().map(|&place| candidates[place]).collect();
        let Choice { option, win, why } = self.choice(&advice, view, &options, &mut seed.purpose("games").generator())?;
        let chosen = places[option];
        candidates[chosen].outlook = Outlook { win: Some(win), ..candidates[chosen].outlook };
        let why = Why { rule: why.into(), ..Why::new("", chosen, &candidates, posterior) };
        Ok(Decision::Gamble { chosen, candidates, why })
    }

    fn effort(&self) -> Effort {
        let mut effort = self.observatory.effort();
        effort += self.imagination.effort();
        self.members.iter().for_each(|(_, member)| effort += member.effort());
        effort
    }
}

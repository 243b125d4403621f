//! What every strategy of the registry must keep, whatever it is.

use crate::states::{self, Shape};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::play::{Game, LocalHost, Observer, Status, play};
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::Action;
use clover::crocomine::strategy::{ALL, Decision, Entry, Options, Strategy, Values};
use clover::seed::Seed;

/// Each entry with its defaults, and with every value of each option by itself.
fn variants() -> Vec<(&'static Entry, Options)> {
    let mut variants = Vec::new();
    for entry in ALL {
        variants.push((entry, Options::new(entry, []).expect("the defaults are fine")));
        for spec in entry.options {
            let values: Vec<&str> = match spec.values {
                Values::Flag => vec!["true", "false"],
                Values::Words(words) => words.to_vec(),
                Values::Count | Values::Model => vec![],
                Values::CountOrOff => vec!["off", "100"],
                Values::Factor => vec!["1", "2.5"],
            };
            for value in values.into_iter().filter(|&value| value != spec.default) {
                variants.push((entry, Options::new(entry, [(spec.name, value.to_string())]).expect("the value is declared")));
            }
        }
    }
    variants
}

fn build(entry: &Entry, options: &Options) -> Box<dyn Strategy> {
    (entry.build)(options).expect("declared options build")
}

fn levels(test: &'static str) -> impl Iterator<Item = Level> {
    let shapes = [(1, 1), (1, 9), (5, 7), (8, 8), (12, 10)];
    (0..30).map(move |index| {
        let (rows, cols) = shapes[index as usize % 5];
        let animals = [0.0, 0.15, 0.3, 0.25, 0.2, 0.6][index as usize / 5];
        let sea = [0.5, 0.0, 1.0][index as usize % 3];
        states::level(Shape { rows, cols, sea, animals, crocodiles: 0.4 }, &mut states::rng(test, index))
    })
}

fn game(level: &Level, strategy: &mut dyn Strategy, seed: u64, observer: &mut dyn Observer) -> Game {
    play(&mut LocalHost::new(level), level.knowledge(), strategy, &mut Engine::default(), Seed::new(seed), observer)
}

/// Judges every decision by the truth and by a fresh copy of the strategy.
struct Judge<'a> {
    level: &'a Level,
    entry: &'static Entry,
    options: &'a Options,
    seed: Seed,
}

impl Judge<'_> {
    fn legal(&self, knowledge: &Knowledge, action: Action) {
        let name = self.entry.name;
        assert!(!matches!(action, Action::Chord(_)), "{name}: the play loop chords, strategies do not");
        assert!(knowledge.is_closed(action.cell()), "{name}: {action:?} is on a cell dealt with");
    }

    /// Whether the true map makes this action right.
    fn right(&self, action: Action) -> bool {
        let content = self.level.world().content(action.cell());
        match action {
            Action::Discover(_) => content.is_none(),
            Action::Guess(_, animal) => content == Some(animal),
            Action::Chord(_) => false,
        }
    }
}

impl Observer for Judge<'_> {
    fn decided(&mut self, step: u64, view: &View, decision: &Decision) {
        let (name, knowledge) = (self.entry.name, view.knowledge());
        match decision {
            Decision::Proven(actions) => {
                assert!(!actions.is_empty(), "{name}: proven, but nothing");
                assert!(actions.is_sorted_by(|a, b| a.cell() < b.cell()), "{name}: by cell, none twice");
                for &action in actions {
                    self.legal(knowledge, action);
                    assert!(self.right(action), "{name}: {action:?} was proven and is wrong");
                }
            }
            Decision::Gamble { chosen, candidates, .. } => {
                assert!(*chosen < candidates.len(), "{name}: the chosen one is among the candidates");
                for candidate in candidates {
                    self.legal(knowledge, candidate.action);
                    assert!(candidate.risk.is_nan() || (0.0..=1.0).contains(&candidate.risk), "{name}: risk {}", candidate.risk);
                }
            }
            Decision::GaveUp(stop) => panic!("{name} gave up: {stop}"),
        }
        let mut engine = Engine::default();
        let fresh = build(self.entry, self.options).decide(&View::new(knowledge, &mut engine), &mut self.seed.step(step));
        // Risks may be NaN, which is not equal to itself.
        assert_eq!(format!("{fresh:?}"), format!("{decision:?}"), "{name}: a kept strategy decides as a fresh one");
    }
}

#[test]
fn decisions_are_legal_right_and_a_function_of_knowledge_and_seed() {
    for (entry, options) in variants() {
        for (level, seed) in levels("contract").zip(0..) {
            let mut judge = Judge { level: &level, entry, options: &options, seed: Seed::new(seed) };
            let mut strategy = build(entry, &options);
            let first = game(&level, strategy.as_mut(), seed, &mut judge);
            assert!(matches!(first.status, Status::Won | Status::Lost), "{}: {}", entry.name, first.message);
            let again = game(&level, build(entry, &options).as_mut(), seed, &mut ());
            assert_eq!(first, again, "{}: same seed, same game", entry.name);
        }
    }
}

#[test]
fn a_limit_of_one_unit_ends_in_a_named_outcome() {
    for entry in ALL {
        for spec in entry.options.iter().filter(|spec| matches!(spec.values, Values::Count | Values::CountOrOff)) {
            let options = Options::new(entry, [(spec.name, "1".to_string())]).expect("one is a count");
            for (level, seed) in levels("limits").zip(0..) {
                let played = game(&level, build(entry, &options).as_mut(), seed, &mut ());
                assert!(played.status != Status::Error, "{} {}: {}", entry.name, spec.name, played.message);
                assert_eq!(played.status == Status::GaveUp, !played.message.is_empty());
            }
        }
    }
}

#[test]
fn a_world_that_cannot_be_is_told_and_not_guessed_at() {
    let state = r#"{"grid_infos":{"m":1,"n":4,"start":[0,0],"tiger_count":2,"shark_count":0,"croco_count":0,"sea_count":0,"land_count":4},
        "infos":[{"pos":[0,0],"field":"land","prox_count":[1,0,0]},{"pos":[0,2],"field":"land","prox_count":[0,0,0]}]}"#;
    let state: clover::crocomine::state::State = serde_json::from_str(state).expect("JSON");
    let knowledge = state.knowledge().expect("each fact alone is possible");
    for (entry, options) in variants() {
        let mut engine = Engine::default();
        let decision = build(entry, &options).decide(&View::new(&knowledge, &mut engine), &mut Seed::new(1).step(0));
        assert!(matches!(decision, Decision::GaveUp(_)), "{}: {decision:?}", entry.name);
    }
}

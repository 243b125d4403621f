//! The play loop, with a player who knows the truth.

use crate::states;
use crate::worlds::{level, right};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::play::{Game, Host, HostError, LocalHost, Observer, Reply, Status, Verdict, game_seed, play};
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::{Action, Animal, Terrain};
use clover::crocomine::strategy::{Candidate, Decision, Strategy, Why};
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::Grid;
use clover::seed::Seed;
use proptest::prelude::*;
use rand::{Rng, RngExt};

/// Proves every closed cell, or a random part of them.
struct Clairvoyant<'a> {
    world: &'a World,
    share: f64,
}

impl Strategy for Clairvoyant<'_> {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        let closed: Vec<_> = (0..self.world.grid().len()).filter(|&cell| view.knowledge().is_closed(cell)).collect();
        let some = closed.iter().filter(|_| rng.random_bool(self.share));
        let mut actions: Vec<_> = some.map(|&cell| right(self.world, cell)).collect();
        if actions.is_empty() {
            actions.push(right(self.world, closed[0]));
        }
        Decision::Proven(actions)
    }
}

/// Always does the same.
struct Stubborn(Decision);

impl Strategy for Stubborn {
    fn decide(&mut self, _view: &View, _rng: &mut dyn Rng) -> Decision {
        self.0.clone()
    }
}

/// Refuses nothing and gives this answer to everything.
struct Parrot(Reply);

impl Host for Parrot {
    fn act(&mut self, _action: Action) -> Result<Reply, HostError> {
        Ok(self.0.clone())
    }
}

/// Counts what it sees.
#[derive(Default)]
struct Counter {
    decisions: u64,
    actions: u64,
    infos: usize,
}

impl Observer for Counter {
    fn decided(&mut self, step: u64, _view: &View, _decision: &Decision) {
        assert_eq!(step, self.decisions);
        self.decisions += 1;
    }

    fn acted(&mut self, _action: Action, reply: &Reply, knowledge: &Knowledge) {
        self.actions += 1;
        self.infos += reply.infos.iter().filter(|info| info.sight != Sight::Closed).count();
        assert_eq!(self.infos, knowledge.history().len());
    }
}

fn watched(level: &Level, strategy: &mut dyn Strategy, observer: &mut dyn Observer) -> Game {
    let mut engine = Engine::default();
    play(&mut LocalHost::new(level), level.knowledge(), strategy, &mut engine, Seed::new(1), observer)
}

/// Actions where every one is taken as proven, and no chord is used.
fn without_chords(level: &Level) -> u64 {
    let (world, mut knowledge) = (level.world(), level.knowledge());
    let mut cells: Vec<_> = (0..world.grid().len()).collect();
    cells.sort_by_key(|&cell| world.content(cell).is_none());
    let mut actions = 0;
    for cell in cells {
        if knowledge.is_closed(cell) {
            let reveal = world.reveal(knowledge.sights(), right(world, cell)).unwrap();
            knowledge.learn(&reveal.infos).unwrap();
            actions += 1;
        }
    }
    actions
}

proptest! {
    #[test]
    fn whoever_knows_the_truth_wins(level in level(7), share in 0.0..=1.0) {
        let world = level.world();
        let mut counter = Counter::default();
        let game = watched(&level, &mut Clairvoyant { world, share }, &mut counter);
        prop_assert_eq!((game.status, game.message.as_str(), game.stalls), (Status::Won, "", 0));
        prop_assert_eq!(game.named, world.totals().animals.map(u64::from));
        prop_assert_eq!(game.guesses, game.named.iter().sum::<u64>());
        prop_assert_eq!(game.opened + game.guesses, world.grid().len() as u64);
        prop_assert_eq!(game.actions, game.discoveries + game.guesses + game.chords);
        prop_assert_eq!(game.actions, counter.actions);
    }
}

/// Not in every game: a chord may open two cells that a flood not yet known of
/// would have opened anyway.
#[test]
fn chords_save_actions() {
    let (mut with, mut without, mut chords) = (0, 0, 0);
    for index in 0..400 {
        let shape = states::Shape { rows: 8, cols: 8, sea: 0.4, animals: 0.05 + 0.001 * index as f64, crocodiles: 0.3 };
        let level = states::level(shape, &mut states::rng("chords", index));
        let game = watched(&level, &mut Clairvoyant { world: level.world(), share: 1.0 }, &mut ());
        with += game.actions;
        chords += game.chords;
        without += without_chords(&level);
    }
    assert!(chords > 400, "only {chords} chords");
    assert!(with + chords <= without, "{with} actions with {chords} chords, {without} without any");
}

/// `- T` over `- -`: the start is (0,0).
fn two_by_two() -> Level {
    let land = |animal| (Terrain::Land, animal);
    let cells = vec![land(None), land(Some(Animal::Tiger)), land(None), land(None)];
    Level::new("four".into(), World::new(Grid::new(2, 2), cells), 0)
}

fn gamble(action: Action) -> Stubborn {
    let candidates = vec![Candidate::new(action, 0.5)];
    Stubborn(Decision::Gamble {
        chosen: 0,
        candidates,
        why: Why { rule: "stubborn".into(), exact: false, runner_up: None, worlds_log10: None },
    })
}

#[test]
fn a_mistake_ends_the_game_and_is_counted() {
    let game = watched(&two_by_two(), &mut gamble(Action::Discover(1)), &mut ());
    assert_eq!((game.status, game.actions, game.discoveries, game.stalls, game.opened), (Status::Lost, 1, 1, 1, 0));
    let game = watched(&two_by_two(), &mut gamble(Action::Guess(1, Animal::Crocodile)), &mut ());
    assert_eq!((game.status, game.actions, game.guesses, game.stalls, game.named), (Status::Lost, 1, 1, 1, [0; 3]));
}

#[test]
fn what_the_rules_refuse_ends_the_game_in_an_error() {
    let game = watched(&two_by_two(), &mut gamble(Action::Discover(0)), &mut ());
    assert_eq!((game.status, game.actions, game.stalls), (Status::Error, 2, 2));
    assert!(game.message.contains("already open"), "{}", game.message);
    let game = watched(&two_by_two(), &mut Stubborn(Decision::Proven(vec![])), &mut ());
    assert_eq!((game.status, game.actions), (Status::Error, 0));
}

#[test]
fn a_host_that_makes_no_sense_ends_the_game_in_an_error() {
    let level = two_by_two();
    let answers = |verdict, infos: &[Info]| {
        let mut host = Parrot(Reply { verdict, infos: infos.to_vec() });
        let mut strategy = Clairvoyant { world: level.world(), share: 1.0 };
        play(&mut host, level.knowledge(), &mut strategy, &mut Engine::default(), Seed::new(1), &mut ())
    };
    let open = |cell, counts| Info { cell, terrain: Terrain::Land, sight: Sight::Open(counts) };
    let all: Vec<_> = (0..4).map(|cell| open(cell, [0; 3])).collect();
    for (verdict, infos, expected) in [
        (Verdict::Ok, vec![], "showed nothing"),
        (Verdict::Ok, vec![open(0, [9, 0, 0])], "contradicts what is known"),
        (Verdict::Ok, all.clone(), "does not say that the map is won"),
    ] {
        let game = answers(verdict, &infos);
        assert_eq!(game.status, Status::Error);
        assert!(game.message.contains(expected), "{}", game.message);
    }
    assert_eq!(answers(Verdict::Gg, &all).status, Status::Won);
}

proptest! {
    #[test]
    fn a_games_seed_depends_on_what_it_is_for_and_on_nothing_hidden(level in level(5), repetition in 0..3u64, place in 0..9u64) {
        let told = level.knowledge();
        let seed = |experiment, repetition, place| game_seed(Seed::new(experiment), repetition, &told, place);
        let this = seed(1, repetition, place);
        for other in [seed(2, repetition, place), seed(1, repetition + 1, place), seed(1, repetition, place + 1)] {
            prop_assert_ne!(this, other);
        }
        // The same totals elsewhere: another world, the same words.
        let (world, start) = (level.world(), level.start());
        let mut cells: Vec<_> = (0..world.grid().len()).map(|cell| (world.terrain(cell), world.content(cell))).collect();
        cells[..start].reverse();
        cells[start + 1..].reverse();
        let mirrored = Level::new("mirrored".into(), World::new(world.grid().clone(), cells), start);
        prop_assert_eq!(this, game_seed(Seed::new(1), repetition, &mirrored.knowledge(), place));
    }
}

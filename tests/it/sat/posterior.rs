//! Against the posterior, on maps too large to try every world.

use super::{deal_with, entailment, random_level, right_move};
use crate::states;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Engine, Stop, View};
use clover::crocomine::rules::Action;
use clover::crocomine::strategy::sat::Entailment;
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::Cell;
use clover::sat::cardinality::Encoding;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Deals rightly with all that is proven, or else with one cell next to an open
/// one, so that states are such as games reach.
fn play_on(proven: &[Action], world: &World, knowledge: &mut Knowledge, rng: &mut dyn Rng) {
    if proven.is_empty() {
        let grid = knowledge.grid().clone();
        let near = |&cell: &Cell| knowledge.is_closed(cell) && grid.neighbours(cell).any(|n| knowledge.is_open(n));
        let near: Vec<Cell> = (0..grid.len()).filter(near).collect();
        match near.choose(rng) {
            Some(&cell) => deal_with(cell, world, knowledge),
            None => right_move(world, knowledge, rng),
        }
    }
    for action in proven {
        if knowledge.is_closed(action.cell()) {
            deal_with(action.cell(), world, knowledge);
        }
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    states: u32,
    /// Among them, where nothing is proven but that the start is free.
    stalls: u32,
    /// Left out, since the posterior reached a limit.
    skipped: u32,
}

impl Tally {
    /// Holds each encoding against the posterior, and returns what is proven;
    /// `None` where the posterior has no answer.
    fn compare(&mut self, view: &View, solvers: &mut [Entailment]) -> Option<Vec<Action>> {
        let posterior = match view.posterior() {
            Ok(posterior) => posterior,
            Err(Stop::Limit(_)) => {
                self.skipped += 1;
                return None;
            }
            Err(clash) => panic!("the true world agrees: {clash}"),
        };
        let expected = posterior.proven();
        for (solver, encoding) in solvers.iter_mut().zip(Encoding::ALL) {
            assert_eq!(solver.proven(view.knowledge()).as_ref(), Ok(&expected), "{encoding:?}: {:?}", view.knowledge().sights());
        }
        self.states += 1;
        self.stalls += u32::from(expected.iter().all(|action| action.cell() == view.knowledge().start()));
        Some(expected)
    }
}

/// One for each encoding.
fn solvers() -> Vec<Entailment> {
    Encoding::ALL.iter().map(|encoding| entailment(&[("totals", encoding.word())])).collect()
}

/// Tells the terrain of about this share of the cells.
fn tell(share: f64, world: &World, knowledge: &mut Knowledge, rng: &mut dyn Rng) {
    for cell in 0..knowledge.grid().len() {
        if knowledge.is_closed(cell) && rng.random_bool(share) {
            knowledge.learn(&[Info { cell, terrain: world.terrain(cell), sight: Sight::Closed }]).unwrap();
        }
    }
}

/// States of games, some with much terrain revealed beforehand, in which no single
/// constraint proves anything.
#[test]
fn entailed_is_what_the_posterior_proves_in_games() {
    let mut tally = Tally::default();
    for seed in 0..150 {
        let mut rng = states::rng("sat posterior", seed);
        let level = random_level(30, 0.5, &mut rng);
        let mut knowledge = level.knowledge();
        tell([0.0, 0.0, 0.1, 0.9][seed as usize % 4], level.world(), &mut knowledge, &mut rng);
        let (mut kept, mut engine) = (solvers(), Engine::default());
        while knowledge.closed() > 0 {
            let view = View::new(&knowledge, &mut engine);
            let mut proven = view.deduced().unwrap();
            if proven.is_empty() {
                let Some(more) = tally.compare(&view, &mut kept) else { break };
                proven = more;
            }
            play_on(&proven, level.world(), &mut knowledge, &mut rng);
        }
    }
    println!("{tally:?}");
    assert!(tally.states >= 2000 && tally.skipped < 15, "{tally:?}");
    assert!(tally.stalls > 400 && tally.states - tally.stalls > 400, "{tally:?}");
}

/// Cells opened anywhere, terrain revealed anywhere: not such as games reach.
#[test]
fn entailed_is_what_the_posterior_proves_anywhere() {
    let mut tally = Tally::default();
    let mut large = 0;
    for seed in 0..1100 {
        let mut rng = states::rng("sat scattered", seed);
        let level = random_level(30, 0.4, &mut rng);
        let mut knowledge = level.knowledge();
        tell([0.0, 0.05, 0.5, 1.0][seed as usize % 4], level.world(), &mut knowledge, &mut rng);
        for _ in 0..rng.random_range(0..=knowledge.grid().len() / 16) {
            if knowledge.closed() > 0 {
                right_move(level.world(), &mut knowledge, &mut rng);
            }
        }
        let compared = tally.compare(&View::new(&knowledge, &mut Engine::default()), &mut solvers());
        large += u32::from(compared.is_some() && knowledge.closed() > 200);
    }
    println!("{tally:?}, {large} of them with more than 200 closed cells");
    assert!(tally.states >= 1000 && tally.skipped < 50, "{tally:?}");
    assert!(tally.stalls > 100 && tally.states - tally.stalls > 100 && large > 100, "{tally:?} {large}");
}

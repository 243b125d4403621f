//! Against the posterior, on maps too large to try every world.

use super::{deal_with, entailment, random_level, right_move};
use crate::states;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::Action;
use clover::crocomine::strategy::sat::Entailment;
use clover::crocomine::world::World;
use clover::grid::Cell;
use clover::sat::cardinality::Encoding;
use rand::Rng;
use rand::seq::IndexedRandom;

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

#[test]
fn entailed_is_what_the_posterior_proves() {
    let (mut stalls, mut not_by_one) = (0, 0);
    for seed in 0..150 {
        let mut rng = states::rng("sat posterior", seed);
        let level = random_level(30, 0.5, &mut rng);
        let mut knowledge = level.knowledge();
        let mut kept: Vec<Entailment> = Encoding::ALL.iter().map(|encoding| entailment(&[("totals", encoding.word())])).collect();
        let mut engine = Engine::default();
        while knowledge.closed() > 0 {
            let view = View::new(&knowledge, &mut engine);
            let deduced = view.deduced().unwrap();
            let proven = if deduced.is_empty() {
                let Ok(posterior) = view.posterior() else { break };
                let expected = posterior.proven();
                for (kept, encoding) in kept.iter_mut().zip(Encoding::ALL) {
                    assert_eq!(kept.proven(&knowledge).as_ref(), Ok(&expected), "seed {seed}, {encoding:?}: {:?}", knowledge.sights());
                }
                *if expected.is_empty() { &mut stalls } else { &mut not_by_one } += 1;
                expected
            } else {
                deduced
            };
            play_on(&proven, level.world(), &mut knowledge, &mut rng);
        }
    }
    println!("{stalls} stalls, {not_by_one} states where only several constraints prove something");
    assert!(stalls > 500 && not_by_one > 500, "{stalls} {not_by_one}");
}

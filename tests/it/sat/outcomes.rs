//! Whole games, and what is said where there is no answer.

use super::{each_state, entailment, random_level, right_move, scattered, state};
use crate::states::{self, Shape};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::play::{Game, LocalHost, Observer, Status, play};
use clover::crocomine::posterior::{Engine, Limit, Stop, View};
use clover::crocomine::rules::{Terrain, Totals};
use clover::crocomine::strategy::sat::ENTRY;
use clover::crocomine::strategy::{Decision, Options};
use clover::crocomine::world::{Info, Sight, World};
use clover::sat::MOST_CLAUSES;
use clover::seed::Seed;
use rand::RngExt;

#[test]
fn a_clash_names_a_smallest_set_of_constraints() {
    let land = |cell, sight| Info { cell, terrain: Terrain::Land, sight };
    let open = |cell, tigers| land(cell, Sight::Open([tigers, 0, 0]));
    let closed = |cell| land(cell, Sight::Closed);
    let totals = |tigers, cells| Totals { animals: [tigers, 0, 0], land: cells, sea: 0 };
    let clash = |knowledge: &Knowledge, totals| match entailment(&[("totals", totals)]).proven(knowledge) {
        Err(Stop::Clash(clash)) => (clash.cells, clash.totals),
        other => panic!("{other:?}"),
    };
    // 0 ? 1 ? ?, where the first says that the second cell holds nothing.
    let counts = state(1, 5, totals(1, 5), &[open(0, 0), closed(1), open(2, 2), closed(3), closed(4)]);
    for totals in ["sequential", "off"] {
        assert_eq!(clash(&counts, totals), (vec![(0, 0), (0, 2)], false));
    }
    // Two tigers around one cell, one on the whole map.
    let few = state(1, 5, totals(1, 5), &[closed(1), open(2, 2), closed(3)]);
    assert_eq!(clash(&few, "binomial"), (vec![(0, 2)], true));
    assert_eq!(entailment(&[("totals", "off")]).proven(&few).map(|proven| proven.len()), Ok(3));
    // Five tigers where four cells are left beside the free start.
    assert_eq!(clash(&state(1, 5, totals(5, 5), &[]), "totalizer"), (vec![], true));
}

#[test]
fn too_many_conflicts_is_a_named_outcome() {
    let mut reached = 0;
    for seed in 0..200 {
        let mut rng = states::rng("sat conflicts", seed);
        let (mut limited, mut free) = (entailment(&[("conflicts", "1")]), entailment(&[]));
        each_state(&mut rng, |knowledge, _| {
            let expected = free.proven(knowledge).unwrap();
            match limited.proven(knowledge) {
                Err(Stop::Limit(Limit::Conflicts(1))) => reached += 1,
                answer => assert_eq!(answer, Ok(expected)),
            }
        });
    }
    assert!(reached > 10, "{reached}");
}

#[test]
fn too_many_clauses_is_a_named_outcome() {
    let (_, knowledge) = scattered(80, 0.5, 0.3, &mut states::rng("sat clauses", 0));
    for totals in ["sequential", "totalizer", "binomial"] {
        let mut sat = entailment(&[("totals", totals)]);
        for _ in 0..2 {
            assert_eq!(sat.proven(&knowledge), Err(Stop::Limit(Limit::Clauses(MOST_CLAUSES))), "{totals}");
        }
    }
    assert!(entailment(&[("totals", "off")]).proven(&knowledge).is_ok());
}

#[test]
fn a_full_solver_is_begun_anew() {
    let mut rng = states::rng("sat anew", 0);
    let (level, mut knowledge) = scattered(40, 0.4, 0.25, &mut rng);
    let mut kept = entailment(&[]);
    let mut decisions = 0;
    while kept.effort().sat_clauses < MOST_CLAUSES as u64 * 5 / 4 {
        let before = kept.effort();
        let proven = kept.proven(&knowledge);
        let after = kept.effort();
        assert!(before.values().iter().zip(after.values()).all(|(before, after)| *before <= after), "{before:?} {after:?}");
        if decisions % 4 == 0 || after.sat_clauses > MOST_CLAUSES as u64 {
            assert_eq!(proven, entailment(&[]).proven(&knowledge));
        }
        assert!(proven.is_ok(), "{proven:?}");
        right_move(level.world(), &mut knowledge, &mut rng);
        decisions += 1;
    }
    println!("{decisions} decisions");
    assert!(decisions > 4, "{decisions}");
}

#[test]
fn another_encoding_than_asked_for_is_counted() {
    let (_, knowledge) = scattered(20, 0.3, 0.2, &mut states::rng("sat fallback", 0));
    for (totals, limits) in [("binomial", 1), ("sequential", 0), ("totalizer", 0), ("off", 0)] {
        let mut sat = entailment(&[("totals", totals)]);
        sat.proven(&knowledge).unwrap();
        assert_eq!(sat.effort().limits, limits, "{totals}");
        sat.proven(&knowledge).unwrap();
        assert_eq!(sat.effort().limits, 2 * limits, "{totals}");
    }
    let small = state(1, 5, Totals { animals: [1, 0, 0], land: 5, sea: 0 }, &[]);
    let mut sat = entailment(&[("totals", "binomial")]);
    sat.proven(&small).unwrap();
    assert_eq!(sat.effort().limits, 0);
}

#[test]
fn another_map_is_not_mistaken_for_the_same() {
    let mut kept = entailment(&[]);
    for seed in 0..300 {
        let mut rng = states::rng("sat maps", seed);
        let level = states::level(Shape { rows: 2, cols: 3, sea: 0.5, animals: 0.3, crocodiles: 0.3 }, &mut rng);
        let mut knowledge = states::knowledge(&level, 0, &mut rng);
        for _ in 0..rng.random_range(0..3) {
            if knowledge.closed() > 0 {
                right_move(level.world(), &mut knowledge, &mut rng);
            }
        }
        assert_eq!(kept.proven(&knowledge), entailment(&[]).proven(&knowledge), "seed {seed}");
    }
}

/// Holds every decision against the truth.
struct Truth<'a>(&'a World);

impl Observer for Truth<'_> {
    fn decided(&mut self, _step: u64, view: &View, decision: &Decision) {
        match decision {
            Decision::Proven(actions) => {
                assert!(actions.is_sorted_by_key(|action| action.cell()));
                for action in actions {
                    assert!(!self.0.reveal(view.knowledge().sights(), *action).unwrap().fatal, "{action:?} is proven and wrong");
                }
            }
            Decision::Gamble { chosen, candidates, .. } => assert!(view.knowledge().is_closed(candidates[*chosen].action.cell())),
            Decision::GaveUp(stop) => panic!("{stop}"),
        }
    }
}

#[test]
fn every_encoding_plays_the_same_games_and_is_never_wrong() {
    let variants: [&[(&str, &str)]; 4] = [&[], &[("totals", "sequential")], &[("totals", "binomial")], &[("filter", "false")]];
    let (mut stalls, mut calls, mut won) = (0, [0; 4], 0);
    for seed in 0..60 {
        let level = random_level(16, 0.3, &mut states::rng("sat games", seed));
        let games = variants.map(|given| {
            let options = Options::new(&ENTRY, given.iter().map(|&(name, value)| (name, value.to_string()))).unwrap();
            let mut strategy = (ENTRY.build)(&options).unwrap();
            let mut host = LocalHost::new(&level);
            play(&mut host, level.knowledge(), &mut *strategy, &mut Engine::default(), Seed::new(seed), &mut Truth(level.world()))
        });
        for (game, calls) in games.iter().zip(&mut calls) {
            *calls += game.effort.sat_calls;
            let same = Game { effort: games[0].effort, ..game.clone() };
            assert_eq!(same, games[0], "seed {seed}");
        }
        stalls += games[0].stalls;
        won += u32::from(games[0].status == Status::Won);
    }
    assert!(stalls > 30 && won > 20, "{stalls} stalls, {won} won");
    assert!(calls[3] > calls[0], "models rule out candidates: {calls:?}");
}

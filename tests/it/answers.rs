//! Second-order posteriors against first-order ones of the knowledge they lead to,
//! which the oracle has checked against brute force.

use crate::states;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Answer, Engine, Posterior, View};
use clover::crocomine::rules::{Action, Animal, Content, Terrain};
use clover::crocomine::world::Info;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Content and probabilities of every closed cell.
fn by_cell(posterior: &Posterior) -> BTreeMap<usize, (Option<Content>, [f64; 4])> {
    posterior.classes.iter().flat_map(|class| class.cells.iter().map(|&cell| (cell, (class.proven, class.p)))).collect()
}

fn worlds(knowledge: &Knowledge) -> BigUint {
    View::new(knowledge, &mut Engine::default()).worlds().unwrap_or_default()
}

/// How many ways of telling terrains an answer stands for: which of the neighbours
/// of untold terrain are land is left open, but for the start.
fn ways(before: &Knowledge, action: Action, infos: &[Info]) -> u64 {
    let told = |info: &&Info| ![action.cell(), before.start()].contains(&info.cell) && before.terrain(info.cell).is_none();
    let mut land: Vec<bool> = infos.iter().filter(told).map(|info| info.terrain == Terrain::Land).collect();
    land.sort_unstable();
    let (n, k) = (land.len() as u64, land.iter().filter(|&&land| land).count() as u64);
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

fn check(before: &Knowledge, action: Action, right: f64, answers: &[Answer]) {
    let all = worlds(before);
    let mut sum = 0.0;
    for Answer { p, infos, posterior } in answers {
        let mut after = before.clone();
        after.learn(infos).expect("an answer that can be");
        let share = worlds(&after) * ways(before, action, infos);
        let expected = states::ratio(&share, &all);
        assert!((p - expected).abs() < 1e-9, "{action:?} shows {infos:?}: {p}, not {expected}");
        sum += p;
        let mut engine = Engine::default();
        let view = View::new(&after, &mut engine);
        let (found, expected) = (by_cell(posterior), by_cell(view.posterior().expect("a world")));
        assert!(found.keys().eq(expected.keys()), "{action:?} shows {infos:?}: {:?} {:?}", found.keys(), expected.keys());
        for (cell, (proven, p)) in &expected {
            let (found_proven, found_p) = &found[cell];
            assert_eq!(found_proven, proven, "{action:?} shows {infos:?}: cell {cell}");
            assert!(p.iter().zip(found_p).all(|(p, found)| (p - found).abs() < 1e-9), "cell {cell}: {found_p:?}, not {p:?}");
        }
    }
    assert!((sum - right).abs() < 1e-9, "{action:?}: answers sum to {sum}, not {right}");
}

fn check_all(before: &Knowledge) -> usize {
    let mut engine = Engine::default();
    let view = View::new(before, &mut engine);
    let mut actions = 0;
    for (cell, (proven, p)) in by_cell(view.posterior().expect("a world")) {
        let contents: [Content; 4] = [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)];
        for (content, right) in contents.into_iter().zip(p).filter(|&(_, right)| right > 0.0 && proven.is_none()) {
            let action = content.map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal));
            check(before, action, right, &view.answers(action, right).expect("no limit"));
            actions += 1;
        }
    }
    actions
}

#[test]
fn answers_are_the_posteriors_of_what_they_show() {
    let mut actions = 0;
    for index in 0..600 {
        let mut rng = states::rng("answers", index);
        let level = states::level(states::small(index), &mut rng);
        let knowledge = states::knowledge(&level, index as usize % 4, &mut rng);
        actions += check_all(&knowledge);
    }
    assert!(actions > 3000, "{actions} actions");
}

#[test]
fn answers_hold_where_components_meet() {
    let mut actions = 0;
    for index in 0..12 {
        let mut rng = states::rng("answers, larger", index);
        let shape = states::Shape { rows: 6, cols: 6, sea: [0.0, 0.5][index as usize % 2], animals: 0.25, crocodiles: 0.3 };
        let level = states::level(shape, &mut rng);
        actions += check_all(&states::knowledge(&level, 6, &mut rng));
    }
    assert!(actions > 300, "{actions} actions");
}

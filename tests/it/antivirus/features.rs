//! Features against a slow reckoning by the rules on cells.

use super::{challenges, puzzle, solved};
use clover::antivirus::board::{Direction, Pos};
use clover::antivirus::check::pushed;
use clover::antivirus::drawing;
use clover::antivirus::features::{COLUMNS, features};
use clover::antivirus::instance::{Instance, Push};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn value(instance: &Instance, name: &str) -> f64 {
    let place = COLUMNS.iter().position(|column| column.name == name).unwrap();
    features(instance).values[place]
}

#[test]
fn a_board_by_hand() {
    let instance = drawing::parse(". . .a. ..a.. ...#bb. ..V.. .V. .".replace(' ', "\n").as_str()).unwrap();
    let expected = [
        ("radius", 3.0),
        ("pieces", 3.0),
        ("whites", 1.0),
        ("free", 19.0),
        ("occupancy", 6.0 / 25.0),
        ("distance", 4.0),
        ("path", 6.0),
        ("detour", 2.0),
        ("blockers", 0.0),
        ("ahead", 1.0),
        ("path_whites", 1.0),
        ("can_leave", 1.0),
        ("opening_taken", 0.0),
    ];
    for (name, expected) in expected {
        assert!((value(&instance, name) - expected).abs() < 1e-12, "{name}: {}", value(&instance, name));
    }
}

#[test]
fn a_pair_never_says_too_much() {
    for challenge in challenges() {
        let instance = challenge.instance(false).unwrap();
        let cost = solved(&instance, "bfs goal=corner").cost as f64;
        assert!(value(&instance, "path") <= value(&instance, "pair") && value(&instance, "pair") <= cost, "{}", challenge.n);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn they_are_what_the_rules_say(instance in puzzle()) {
        let pieces: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| piece.cells.clone()).collect();
        let mut groups = BTreeSet::new();
        for push in (0..pieces.len()).flat_map(|piece| Direction::ALL.map(|direction| Push { piece, direction })) {
            groups.extend(pushed(&instance, &pieces, push, false).map(|(_, group)| (group, push.direction)));
        }
        prop_assert!((value(&instance, "moves") - groups.len() as f64).abs() < 1e-9);
        let sizes: usize = groups.iter().map(|(group, _)| group.len()).sum();
        prop_assert!((value(&instance, "mean_group") * groups.len() as f64 - sizes as f64).abs() < 1e-9);
        // The virus alone: pushes of which it is all of the group.
        let (mut reached, mut ahead) = (BTreeSet::new(), vec![pieces.clone()]);
        while let Some(pieces) = ahead.pop() {
            if reached.insert(pieces[0].clone()) {
                let moved = Direction::ALL.into_iter().filter_map(|direction| pushed(&instance, &pieces, Push { piece: 0, direction }, false));
                ahead.extend(moved.filter(|(_, group)| group == &[0]).map(|(after, _)| after));
            }
        }
        prop_assert!((value(&instance, "virus_cells") - reached.len() as f64).abs() < 1e-9);
        prop_assert!(features(&instance).values.iter().all(|value| value.is_finite()));
    }

    #[test]
    fn the_order_of_pieces_says_nothing(instance in puzzle()) {
        let mut pieces = instance.pieces().to_vec();
        pieces[1..].reverse();
        let other = Instance::new(instance.board(), pieces, instance.whites().to_vec()).unwrap();
        prop_assert_eq!(features(&instance).cost, features(&other).cost);
        for (one, other) in features(&instance).values.iter().zip(features(&other).values) {
            prop_assert!((one - other).abs() < 1e-9);
        }
    }
}

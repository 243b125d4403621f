//! Faults that other solvers have, each on a board that shows it.
//!
//! Others are elsewhere: an AVL tree with single rotations alone beside the tree, an early
//! closed position and an unsolvable answer at a limit in `searches.rs`, unsolvable boards of a
//! generator in `generator.rs`.

use super::{challenges, solved};
use clover::antivirus::board::{Board, Direction, Pos};
use clover::antivirus::check::pushed;
use clover::antivirus::drawing;
use clover::antivirus::heuristic::find;
use clover::antivirus::instance::{Instance, Piece, Push};
use clover::antivirus::layout::Layout;
use clover::antivirus::memory::Budget;
use clover::antivirus::metric::{Goal, Metric};
use clover::antivirus::search::{Limits, Outcome, explore};

fn board(rows: &str) -> Instance {
    drawing::parse(&rows.replace(' ', "\n")).unwrap()
}

/// A piece that is never pushed together with all its neighbours cannot get out of here: the
/// virus has white cells on both sides, and must take two pieces along upwards.
#[test]
fn a_push_takes_all_neighbours_along() {
    let instance = board(". . ... .aa.. ..Vb... #V#.. ... .");
    let found = solved(&instance, "bfs goal=corner");
    assert_eq!(found.outcome, Outcome::Solved);
    assert!(found.lengths.unit > found.lengths.pushes, "{:?}", found.lengths);
}

/// What is pushed by two others moves by one cell, not by two.
#[test]
fn a_piece_that_two_push_moves_one_cell() {
    // `a` pushes `b` and `c`, and both push `d`.
    let instance = board(". . ... .abd. ..acd.. ..V.. .V. .");
    let pieces: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| piece.cells.clone()).collect();
    let push = Push { piece: 1, direction: Direction::Right };
    let (after, group) = pushed(&instance, &pieces, push, false).unwrap();
    assert_eq!(group, [1, 2, 3, 4], "the letters are in order");
    for (before, after) in pieces.iter().zip(&after).skip(1) {
        assert_eq!(before.iter().map(|&(row, col)| (row, col + 1)).collect::<Vec<_>>(), *after);
    }
}

/// Some boards have no solution without the opening cell, which solvers forget.
#[test]
fn pieces_may_poke_through_the_opening() {
    for challenge in challenges().iter().filter(|challenge| [37, 41].contains(&challenge.n)) {
        let outcomes = [false, true].map(|closed| solved(&challenge.instance(closed).unwrap(), "bfs goal=corner").outcome);
        assert_eq!(outcomes, [Outcome::Solved, Outcome::NoSolution], "{}", challenge.n);
    }
    // Up goes the virus, and the piece before it into the opening.
    assert_eq!(solved(&board(". a .V. ..V.. ....... ..... ... ."), "bfs goal=corner").cost, 1);
}

/// The sum of two admissible heuristics is not admissible.
#[test]
fn distance_and_blockers_do_not_add_up() {
    let instance = board(". a .V. ..V.. ....... ..... ... .");
    let layout = Layout::new(&instance, Some((Goal::Corner, Metric::Push)));
    let estimate = |name: &str| {
        let built = (find(name).unwrap().build)(&layout, Metric::Push, &mut Budget::new(usize::MAX));
        built.unwrap().estimate(layout.start())
    };
    assert_eq!((estimate("distance"), estimate("blockers")), (1, 1));
    assert_eq!(solved(&instance, "bfs goal=corner").cost, 1);
}

/// Who takes a squared distance for admissible calls plans optimal that are not.
#[test]
fn what_is_not_admissible_proves_no_optimum() {
    let instance = board(". . ... ..... ...V... ..V.. ... .");
    for (heuristic, optimal) in [("squared-distance", false), ("on-path", false), ("distance", true), ("pair", true)] {
        assert_eq!(solved(&instance, &format!("astar heuristic={heuristic}")).optimal, optimal, "{heuristic}");
    }
    assert!(!solved(&instance, "astar heuristic=distance metric=slide").optimal);
    assert!(!solved(&instance, "bfs metric=unit").optimal);
    assert!(!solved(&instance, "weighted-astar heuristic=pair").optimal);
}

/// 13 columns and 12 pieces: more than 64 bits can tell apart.
#[test]
fn keys_of_large_boards_are_unique() {
    let single = |nth: i16| Piece { letter: (b'a' + nth as u8) as char, cells: vec![(7, nth)] };
    let virus = Piece { letter: 'V', cells: vec![(12, 6), (13, 6)] };
    let strange = |nth: i16| Piece { letter: (b'n' + nth as u8) as char, cells: vec![(5, 5 + nth), (9, 5 + nth)] };
    let pieces = std::iter::once(virus).chain((0..8).map(single)).chain((0..3).map(strange)).collect();
    let instance = Instance::new(Board::new(6), pieces, vec![]).unwrap();
    // By the rules: all that two pushes reach, alike pieces as one another.
    let start: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| piece.cells.clone()).collect();
    let canonical = |pieces: &Vec<Vec<Pos>>| {
        let mut pieces = pieces.clone();
        pieces[1..9].sort();
        pieces[9..].sort();
        pieces
    };
    let mut known = std::collections::BTreeSet::from([canonical(&start)]);
    let (mut level, mut expanded) = (vec![start], 0);
    for _ in 0..2 {
        let mut next = Vec::new();
        for pieces in level {
            expanded += 1;
            for push in (0..12).flat_map(|piece| Direction::ALL.map(|direction| Push { piece, direction })) {
                let Some((after, _)) = pushed(&instance, &pieces, push, false) else { continue };
                if known.insert(canonical(&after)) {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    let limits = Limits { expanded, bytes: usize::MAX };
    assert_eq!(explore(&instance, limits).positions, known.len() as u64);
}

/// Who keeps the whole path of every position needs many times the memory.
#[test]
fn a_stored_position_takes_a_few_bytes() {
    let instance = board(". . ... .aa.. ..b.b.. ...bV.... ...V.c. ...c. ... .");
    let all = explore(&instance, Limits::NONE);
    assert!(all.positions > 100_000 && all.bytes <= 24 * all.positions, "{} bytes for {}", all.bytes, all.positions);
    let found = solved(&instance, "dijkstra goal=corner");
    assert!(found.bytes <= 48 * found.positions.max(16_384), "{} bytes for {}", found.bytes, found.positions);
}

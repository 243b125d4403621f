//! Features against a slow reckoning by the rules on cells.

use super::{challenges, puzzle, solved};
use clover::antivirus::board::{Direction, Pos};
use clover::antivirus::check::pushed;
use clover::antivirus::drawing;
use clover::antivirus::features::{COLUMNS, features};
use clover::antivirus::instance::{Instance, Piece, Push};
use clover::antivirus::search::Outcome;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn value(instance: &Instance, name: &str) -> f64 {
    let place = COLUMNS.iter().position(|column| column.name == name).unwrap();
    features(instance).values[place]
}

#[track_caller]
fn check(instance: &Instance, expected: &[(&str, f64)]) {
    for (name, expected) in expected {
        assert!((value(instance, name) - expected).abs() < 1e-9, "{name}: {} for {expected} on {instance:?}", value(instance, name));
    }
}

fn drawn(rows: &str) -> Instance {
    drawing::parse(&rows.replace(' ', "\n")).unwrap()
}

#[test]
fn a_board_by_hand() {
    // To the left and to the right the virus pushes `b` or nothing; `a` can leave.
    let instance = drawn(". a .a. ...a. .b.#... .bV.. .V. .");
    let expected = [
        ("radius", 3.0),
        ("pieces", 3.0),
        ("whites", 1.0),
        ("free", 18.0),
        ("occupancy", 7.0 / 25.0),
        ("distance", 4.0),
        ("path", 6.0),
        ("detour", 2.0),
        // The way is six pushes long and `a` must first go down.
        ("pair", 7.0),
        ("blockers", 0.0),
        ("ahead", 1.0),
        ("path_whites", 1.0),
        ("moves", 9.0),
        ("mean_group", 11.0 / 9.0),
        ("least_placements", 10.0),
        ("log_placements", f64::log10(17.0 * 10.0 * 16.0)),
        ("virus_cells", 6.0),
        ("can_leave", 1.0),
        ("opening_taken", 0.0),
    ];
    assert_eq!(expected.map(|(name, _)| name), COLUMNS.map(|column| column.name));
    check(&instance, &expected);
    // One position, and a quarter of 17 · 10 + 17 · 16.
    assert_eq!(features(&instance).cost, 1 + 111);
}

#[test]
fn a_corner_where_the_virus_cannot_be_is_as_far_as_it_looks() {
    let expected = [("distance", 4.0), ("path", 52.0), ("detour", 48.0), ("pair", 52.0), ("blockers", 0.0), ("path_whites", 1.0)];
    check(&drawn(". # ... ..... ...a... ..V.. .V. ."), &expected);
    check(&drawn(". . .#. ..... ...a... ..V.. .V. ."), &expected);
}

#[test]
fn a_pair_never_says_too_much() {
    for challenge in challenges() {
        let instance = challenge.instance(false).unwrap();
        let cost = solved(&instance, "bfs goal=corner").cost as f64;
        assert!(value(&instance, "path") <= value(&instance, "pair") && value(&instance, "pair") <= cost, "{}", challenge.n);
    }
}

/// Whether pieces can be there: on the board, on no white cell, on no cell twice.
fn can_be(instance: &Instance, pieces: &[Vec<Pos>]) -> bool {
    let mut taken = BTreeSet::new();
    pieces.iter().flatten().all(|&pos| instance.board().has(pos) && !instance.whites().contains(&pos) && taken.insert(pos))
}

fn moved(cells: &[Pos], direction: Direction) -> Vec<Pos> {
    cells.iter().map(|&pos| direction.from(pos)).collect()
}

/// Everywhere that a piece can be without the others.
fn placements(instance: &Instance, cells: &[Pos]) -> Vec<Vec<Pos>> {
    let by = (-20_i16..20).flat_map(|rows| (-20_i16..20).map(move |cols| (rows, cols)));
    let all = by.map(|(rows, cols)| cells.iter().map(|&(row, col)| (row + rows, col + cols)).collect::<Vec<_>>());
    all.filter(|cells| can_be(instance, std::slice::from_ref(cells))).collect()
}

/// Least moves that bring the first piece to the corner with these alone, any of them at a
/// time; twice the cells of the board where none do.
fn alone(instance: &Instance, pieces: Vec<Vec<Pos>>) -> f64 {
    let (mut known, mut layer) = (BTreeSet::from([pieces.clone()]), vec![pieces]);
    for steps in 0.. {
        if layer.iter().any(|pieces| pieces[0][0] == instance.board().corner()) {
            return f64::from(steps);
        }
        let mut next = Vec::new();
        for (pieces, direction) in layer.iter().flat_map(|pieces| Direction::ALL.map(|direction| (pieces, direction))) {
            for set in 1..1_usize << pieces.len() {
                let one = |(nth, cells): (usize, &Vec<Pos>)| if set >> nth & 1 == 1 { moved(cells, direction) } else { cells.clone() };
                let after: Vec<Vec<Pos>> = pieces.iter().enumerate().map(one).collect();
                if can_be(instance, &after) && known.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    2.0 * instance.board().cells().count() as f64
}

/// The groups that a push can move, with its direction.
fn groups(instance: &Instance, pieces: &[Vec<Pos>]) -> BTreeSet<(Vec<usize>, Direction)> {
    let picks = (0..pieces.len()).flat_map(|piece| Direction::ALL.map(|direction| Push { piece, direction }));
    picks.filter_map(|push| pushed(instance, pieces, push, false).map(|(_, group)| (group, push.direction))).collect()
}

/// Where the virus comes to by pushes that move nothing else.
fn reached(instance: &Instance, pieces: &[Vec<Pos>]) -> BTreeSet<Vec<Pos>> {
    let (mut reached, mut ahead) = (BTreeSet::new(), vec![pieces.to_vec()]);
    while let Some(pieces) = ahead.pop() {
        if reached.insert(pieces[0].clone()) {
            let moved = Direction::ALL.into_iter().filter_map(|direction| pushed(instance, &pieces, Push { piece: 0, direction }, false));
            ahead.extend(moved.filter(|(_, group)| group == &[0]).map(|(after, _)| after));
        }
    }
    reached
}

/// The cells of the virus's straight way: sideways, and then up or down.
fn straight_way(virus: &[Pos], corner: Pos) -> BTreeSet<Pos> {
    let (row, col) = virus[0];
    let sideways = (col.min(corner.1)..=col.max(corner.1)).map(|col| (row, col));
    let upright = (row.min(corner.0)..=row.max(corner.0)).map(|row| (row, corner.1));
    sideways.chain(upright).flat_map(|pos| [pos, Direction::Down.from(pos)]).collect()
}

/// Pieces on the cells that the virus moves onto when it comes nearer to the corner.
fn blockers(instance: &Instance, virus: &[Pos], others: &[Vec<Pos>]) -> usize {
    let corner = instance.board().corner();
    let away = |(row, col): Pos| row.abs_diff(corner.0) + col.abs_diff(corner.1);
    if !can_be(instance, &[vec![corner, Direction::Down.from(corner)]]) {
        return 0;
    }
    let steps = Direction::ALL.map(|direction| moved(virus, direction));
    let nearer = steps.iter().filter(|step| away(step[0]) < away(virus[0]) && can_be(instance, std::slice::from_ref(step)));
    let way: Vec<Pos> = nearer.flatten().copied().filter(|pos| !virus.contains(pos)).collect();
    others.iter().filter(|cells| cells.iter().any(|pos| way.contains(pos))).count()
}

/// All features, from the cells alone.
fn slow(instance: &Instance) -> Vec<(&'static str, f64)> {
    let board = instance.board();
    let pieces: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| piece.cells.clone()).collect();
    let (virus, others) = (&pieces[0], &pieces[1..]);
    let away = |(row, col): Pos| row.abs_diff(board.corner().0) + col.abs_diff(board.corner().1);
    let taken = board.cells().filter(|pos| pieces.iter().flatten().any(|cell| cell == pos)).count();
    let hollow = board.cells().filter(|pos| !instance.whites().contains(pos)).count();
    let (distance, path) = (f64::from(away(virus[0])), alone(instance, vec![virus.clone()]));
    let pair = others.iter().map(|other| alone(instance, vec![virus.clone(), other.clone()])).fold(path, f64::max);
    let nearest = |cells: &Vec<Pos>| cells.iter().copied().map(away).min().unwrap();
    let groups = groups(instance, &pieces);
    let sizes: usize = groups.iter().map(|(group, _)| group.len()).sum();
    let counts: Vec<f64> = pieces.iter().map(|cells| placements(instance, cells).len() as f64).collect();
    let way = straight_way(virus, board.corner());
    let leaves = |cells: &&Vec<Pos>| placements(instance, cells).iter().flatten().any(|pos| *pos == board.opening());
    vec![
        ("radius", board.radius() as f64),
        ("pieces", pieces.len() as f64),
        ("whites", (board.cells().count() - hollow) as f64),
        ("free", (hollow - taken) as f64),
        ("occupancy", taken as f64 / hollow as f64),
        ("distance", distance),
        ("path", path),
        ("detour", path - distance),
        ("pair", pair),
        ("blockers", blockers(instance, virus, others) as f64),
        ("ahead", others.iter().filter(|cells| nearest(cells) < away(virus[0])).count() as f64),
        ("path_whites", instance.whites().iter().filter(|white| way.contains(white)).count() as f64),
        ("moves", groups.len() as f64),
        ("mean_group", sizes as f64 / groups.len().max(1) as f64),
        ("least_placements", counts.iter().copied().fold(f64::INFINITY, f64::min)),
        ("log_placements", counts.iter().map(|count| count.log10()).sum()),
        ("virus_cells", reached(instance, &pieces).len() as f64),
        ("can_leave", others.iter().filter(leaves).count() as f64),
        ("opening_taken", f64::from(u8::from(pieces.iter().flatten().any(|pos| *pos == board.opening())))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn they_are_what_the_rules_say(instance in puzzle()) {
        let expected = slow(&instance);
        prop_assert_eq!(expected.len(), COLUMNS.len());
        check(&instance, &expected);
        prop_assert!(features(&instance).values.iter().all(|value| value.is_finite()));
        let found = solved(&instance, "bfs goal=corner max_expanded=20000");
        prop_assert!(found.outcome != Outcome::Solved || value(&instance, "pair") <= found.cost as f64);
    }

    #[test]
    fn the_order_of_pieces_and_their_letters_say_nothing(instance in puzzle(), by in 0..4_usize) {
        let mut pieces = instance.pieces().to_vec();
        pieces[1..].reverse();
        let others = pieces.len() - 1;
        pieces[1..].rotate_left(by.min(others));
        let pieces = pieces.into_iter().map(|piece| Piece { letter: '?', ..piece }).collect();
        let other = Instance::new(instance.board(), pieces, instance.whites().to_vec()).unwrap();
        // Bit by bit: tables of the same boards are the same bytes.
        prop_assert_eq!(features(&instance), features(&other));
    }
}

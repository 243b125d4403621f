//! What actions reveal, against the rules written down a second time: naively,
//! recursively, by positions. The local host and what a player knows are
//! followed along.

use crate::worlds::{action, level, right};
use clover::crocomine::level::Level;
use clover::crocomine::play::{Host, HostError, LocalHost, Verdict};
use clover::crocomine::rules::{Action, Animal, Counts, Terrain};
use clover::crocomine::world::{Info, Refusal, Reveal, Sight, World};
use clover::grid::{Cell, Grid};
use proptest::prelude::*;

fn around(grid: &Grid, cell: Cell) -> Vec<Cell> {
    let (row, col) = grid.pos(cell);
    let close = |&other: &Cell| {
        let (r, c) = grid.pos(other);
        other != cell && r.abs_diff(row) < 2 && c.abs_diff(col) < 2
    };
    (0..grid.len()).filter(close).collect()
}

fn count(world: &World, cell: Cell) -> Counts {
    let holds = |animal| around(world.grid(), cell).iter().filter(|&&n| world.content(n) == Some(animal)).count() as u16;
    Animal::ALL.map(holds)
}

/// Opens a cell and, where nothing is around it, its neighbours, recursively.
fn flood(world: &World, sights: &[Sight], cell: Cell, opened: &mut Vec<Cell>) {
    if sights[cell] != Sight::Closed || opened.contains(&cell) {
        return;
    }
    opened.push(cell);
    if count(world, cell) == [0; 3] {
        for neighbour in around(world.grid(), cell) {
            flood(world, sights, neighbour, opened);
        }
    }
}

/// The rules, as the subject words them.
fn expected(world: &World, sights: &[Sight], action: Action) -> Result<Reveal, Refusal> {
    let cell = action.cell();
    if cell >= world.grid().len() {
        return Err(Refusal::Outside);
    }
    let targets = match (action, sights[cell]) {
        (Action::Discover(_), Sight::Closed) => vec![cell],
        (Action::Guess(_, animal), Sight::Closed) => {
            let right = world.content(cell) == Some(animal);
            let named = Info { cell, terrain: world.terrain(cell), sight: Sight::Named(animal) };
            return Ok(Reveal { fatal: !right, infos: if right { vec![named] } else { vec![] } });
        }
        (Action::Discover(_) | Action::Guess(..), _) => return Err(Refusal::NotClosed),
        (Action::Chord(_), Sight::Open(_)) => {
            let around = around(world.grid(), cell);
            let animals = around.iter().filter(|&&n| world.content(n).is_some());
            if animals.clone().any(|&n| sights[n] == Sight::Closed) {
                return Err(Refusal::Unnamed);
            }
            around
        }
        (Action::Chord(_), _) => return Err(Refusal::NotOpen),
    };
    if targets.iter().any(|&n| sights[n] == Sight::Closed && world.content(n).is_some()) {
        return Ok(Reveal { fatal: true, infos: vec![] });
    }
    let mut opened = Vec::new();
    for target in targets {
        flood(world, sights, target, &mut opened);
    }
    let mut borders: Vec<Cell> = Vec::new();
    for cell in opened.iter().flat_map(|&cell| around(world.grid(), cell)) {
        if sights[cell] == Sight::Closed && !opened.contains(&cell) && !borders.contains(&cell) {
            borders.push(cell);
        }
    }
    let open = opened.into_iter().map(|cell| (cell, Sight::Open(count(world, cell))));
    let closed = borders.into_iter().map(|cell| (cell, Sight::Closed));
    let infos = open.chain(closed).map(|(cell, sight)| Info { cell, terrain: world.terrain(cell), sight });
    Ok(Reveal { fatal: false, infos: infos.collect() })
}

/// Plays these actions, whatever becomes of them, and checks every answer.
fn follow(level: &Level, actions: impl IntoIterator<Item = Action>) -> Result<Option<Verdict>, TestCaseError> {
    let world = level.world();
    let mut host = LocalHost::new(level);
    let mut knowledge = level.knowledge();
    let mut last = None;
    for action in actions {
        let reveal = expected(world, knowledge.sights(), action);
        prop_assert_eq!(&world.reveal(knowledge.sights(), action), &reveal);
        let reply = host.act(action);
        let reveal = match reveal {
            Ok(reveal) => reveal,
            Err(refusal) => {
                prop_assert_eq!(reply, Err(HostError::Refused(action, refusal)));
                continue;
            }
        };
        let reply = reply.expect("what is allowed is answered");
        prop_assert_eq!(&reply.infos, &reveal.infos);
        prop_assert_eq!(knowledge.learn(&reply.infos), Ok(()));
        let verdict = match (reveal.fatal, knowledge.closed()) {
            (true, _) => Verdict::Ko,
            (false, 0) => Verdict::Gg,
            (false, _) => Verdict::Ok,
        };
        prop_assert_eq!(reply.verdict, verdict);
        last = Some(verdict);
        for cell in 0..world.grid().len() {
            let around = around(world.grid(), cell);
            let closed: Vec<Cell> = around.into_iter().filter(|&n| knowledge.is_closed(n)).collect();
            let hidden = Animal::ALL.map(|a| closed.iter().filter(|&&n| world.content(n) == Some(a)).count() as u16);
            prop_assert_eq!(knowledge.closed_around(cell), closed.len());
            prop_assert_eq!(knowledge.residual(cell), if knowledge.is_open(cell) { hidden } else { [0; 3] });
            prop_assert!(knowledge.terrain(cell).is_none_or(|terrain| terrain == world.terrain(cell)));
        }
        let closed: Vec<Cell> = (0..world.grid().len()).filter(|&cell| knowledge.is_closed(cell)).collect();
        let left = Animal::ALL.map(|a| closed.iter().filter(|&&cell| world.content(cell) == Some(a)).count() as u16);
        let untold = |terrain| closed.iter().filter(|&&c| knowledge.terrain(c).is_none() && world.terrain(c) == terrain).count();
        prop_assert_eq!((knowledge.closed(), knowledge.left()), (closed.len(), left));
        prop_assert_eq!(knowledge.hidden(), (untold(Terrain::Land), untold(Terrain::Sea)));
    }
    Ok(last)
}

proptest! {
    #[test]
    fn any_actions_reveal_what_the_rules_say(
        level in level(6),
        actions in prop::collection::vec(action(6), 0..60),
    ) {
        follow(&level, actions)?;
    }

    #[test]
    fn right_actions_in_any_order_win_with_chords_among_them(
        level in level(6),
        order in Just((0..36usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let cells = order.into_iter().filter(|&cell| cell < level.world().grid().len());
        let actions = cells.flat_map(|cell| [right(level.world(), cell), Action::Chord(cell)]);
        prop_assert_eq!(follow(&level, actions)?, Some(Verdict::Gg));
    }

    #[test]
    fn a_map_without_animals_is_won_by_its_first_discovery(rows in 1..9usize, cols in 1..9usize, start in 0..64usize) {
        let grid = Grid::new(rows, cols);
        let start = start % grid.len();
        let cells = vec![(Terrain::Sea, None); grid.len()];
        let level = Level::new("free".into(), World::new(grid, cells), start);
        prop_assert_eq!(follow(&level, [Action::Discover(start)])?, Some(Verdict::Gg));
    }
}

#[test]
fn every_refusal_and_every_mistake_is_met_on_one_map() {
    // - T ~   (0,0) start; a tiger above, a crocodile at sea below right.
    // - - W
    let row = |cells: [(Terrain, Option<Animal>); 3]| cells;
    let cells = [
        row([(Terrain::Land, None), (Terrain::Land, Some(Animal::Tiger)), (Terrain::Sea, None)]),
        row([(Terrain::Land, None), (Terrain::Land, None), (Terrain::Sea, Some(Animal::Crocodile))]),
    ];
    let level = Level::new("six".into(), World::new(Grid::new(2, 3), cells.concat()), 0);
    let mut host = LocalHost::new(&level);
    let mut verdict = |action| match host.act(action) {
        Ok(reply) => Ok(reply.verdict),
        Err(HostError::Refused(_, refusal)) => Err(refusal),
        Err(HostError::Failed(message)) => panic!("{message}"),
    };
    assert_eq!(verdict(Action::Discover(6)), Err(Refusal::Outside));
    assert_eq!(verdict(Action::Chord(0)), Err(Refusal::NotOpen));
    assert_eq!(verdict(Action::Discover(0)), Ok(Verdict::Ok));
    assert_eq!(verdict(Action::Discover(0)), Err(Refusal::NotClosed));
    assert_eq!(verdict(Action::Guess(0, Animal::Tiger)), Err(Refusal::NotClosed));
    assert_eq!(verdict(Action::Chord(0)), Err(Refusal::Unnamed));
    assert_eq!(verdict(Action::Discover(1)), Ok(Verdict::Ko));
    assert_eq!(verdict(Action::Guess(1, Animal::Crocodile)), Ok(Verdict::Ko));
    assert_eq!(verdict(Action::Guess(3, Animal::Tiger)), Ok(Verdict::Ko));
    assert_eq!(verdict(Action::Guess(1, Animal::Tiger)), Ok(Verdict::Ok));
    assert_eq!(verdict(Action::Chord(1)), Err(Refusal::NotOpen));
    assert_eq!(verdict(Action::Chord(0)), Ok(Verdict::Ok));
    assert_eq!(verdict(Action::Chord(0)), Ok(Verdict::Ok));
    assert_eq!(verdict(Action::Guess(5, Animal::Crocodile)), Ok(Verdict::Ok));
    assert_eq!(verdict(Action::Chord(4)), Ok(Verdict::Gg));
}

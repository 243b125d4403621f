//! The exact end game against known fractions, against plain recursion over
//! explicit worlds, and against play: every world of small boards by every strategy.

use crate::oracle;
use crate::states::{self, Shape};
use clover::crocomine::endgame::{Solution, solve};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::play::{Host, HostError, LocalHost, Reply, Status, Verdict, play};
use clover::crocomine::posterior::{Engine, View, Worlds};
use clover::crocomine::rules::{Action, Animal, Content, Terrain, Totals};
use clover::crocomine::strategy::{self, ALL, Decision, Options, Strategy};
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::{Cell, Grid};
use clover::seed::Seed;

const NO_LIMIT: u64 = u64::MAX;

/// All layouts of so many tigers on a board of land on which nothing is open;
/// `safe` is known to be free.
fn layouts(rows: usize, cols: usize, tigers: usize, safe: Option<(usize, usize)>) -> Worlds {
    let grid = Grid::new(rows, cols);
    let safe = safe.map(|(row, col)| grid.cell(row, col));
    let mut worlds = Worlds::new(grid.clone(), (0..grid.len()).collect());
    for layout in 0u32..1 << grid.len() {
        if layout.count_ones() as usize == tigers && safe.is_none_or(|cell| layout >> cell & 1 == 0) {
            let content = |cell: Cell| (layout >> cell & 1 == 1).then_some(Animal::Tiger);
            worlds.push((0..grid.len()).map(|cell| (Terrain::Land, content(cell))));
        }
    }
    worlds
}

#[track_caller]
fn check(worlds: &Worlds, (won, all): (usize, usize)) {
    let classic = solve(worlds, false, NO_LIMIT).expect("within the budget");
    assert_eq!((classic.won, classic.worlds), (won, all));
    let crocomine = solve(worlds, true, NO_LIMIT).expect("within the budget");
    assert!(crocomine.won >= won, "naming a tiger is one choice more: {} for {won}", crocomine.won);
}

#[test]
fn position_9_best_play_of_tiny_boards() {
    check(&layouts(4, 4, 4, None), (961, 1820));
    let safe_first = |size, tigers, corner, edge, inner, all| {
        for (cell, won) in [((0, 0), corner), ((0, 1), edge), ((1, 1), inner)] {
            check(&layouts(size, size, tigers, Some(cell)), (won, all));
        }
    };
    safe_first(4, 2, 102, 100, 98, 105);
    safe_first(4, 3, 400, 387, 386, 455);
    safe_first(4, 4, 949, 961, 914, 1365);
    safe_first(4, 5, 1433, 1461, 1440, 3003);
    safe_first(3, 2, 23, 24, 17, 28);
}

#[test]
fn a_search_over_its_budget_says_so() {
    let worlds = layouts(4, 4, 4, None);
    let needed = (0..40).find(|&bits| solve(&worlds, false, 1 << bits).is_some()).expect("2^40 is enough");
    assert!(needed > 15, "2^{needed} is less than listing takes");
    assert_eq!(solve(&worlds, false, 1 << needed), solve(&worlds, false, NO_LIMIT));
}

/// The worlds that best play wins, by trying every action in every state: no
/// memory, nothing done first, everything shown by the rules themselves.
fn naive(worlds: &[&World], sights: &[Sight], guess_animals: bool) -> usize {
    let closed: Vec<Cell> = (0..sights.len()).filter(|&cell| sights[cell] == Sight::Closed).collect();
    if closed.is_empty() || worlds.is_empty() {
        return worlds.len();
    }
    let actions = closed.iter().flat_map(|&cell| actions(cell));
    actions.map(|action| won_by(action, worlds, sights, guess_animals)).max().expect("closed cells")
}

fn actions(cell: Cell) -> [Action; 4] {
    let [tiger, shark, crocodile] = Animal::ALL.map(|animal| Action::Guess(cell, animal));
    [Action::Discover(cell), tiger, shark, crocodile]
}

/// The worlds that an action and then best play win. By the classic rules only a
/// proven animal is named.
fn won_by(action: Action, worlds: &[&World], sights: &[Sight], guess_animals: bool) -> usize {
    let mut shown: Vec<(Vec<Info>, Vec<&World>)> = Vec::new();
    let mut survivors = 0;
    for world in worlds {
        let reveal = world.reveal(sights, action).expect("a closed cell");
        if !reveal.fatal {
            survivors += 1;
            match shown.iter_mut().find(|(infos, _)| *infos == reveal.infos) {
                Some((_, same)) => same.push(world),
                None => shown.push((reveal.infos, vec![world])),
            }
        }
    }
    if matches!(action, Action::Guess(..)) && !guess_animals && survivors < worlds.len() {
        return 0;
    }
    let after = |(infos, worlds): &(Vec<Info>, Vec<&World>)| {
        let mut sights = sights.to_vec();
        infos.iter().filter(|info| info.sight != Sight::Closed).for_each(|info| sights[info.cell] = info.sight);
        naive(worlds, &sights, guess_animals)
    };
    shown.iter().map(after).sum()
}

fn listed(knowledge: &Knowledge, most: usize) -> Option<Worlds> {
    View::new(knowledge, &mut Engine::default()).listed(most).expect("a world, and no limit")
}

fn solved(knowledge: &Knowledge, guess_animals: bool) -> Solution {
    solve(&listed(knowledge, usize::MAX).expect("no limit"), guess_animals, NO_LIMIT).expect("no limit")
}

/// A world's closed cells.
fn row(world: &World, cells: &[Cell]) -> Vec<(Terrain, Content)> {
    cells.iter().map(|&cell| (world.terrain(cell), world.content(cell))).collect()
}

#[test]
fn worlds_are_listed_as_brute_force_lists_them() {
    for index in 0..3000 {
        let mut rng = states::rng("listing", index);
        let level = states::level(states::small(index), &mut rng);
        let knowledge = states::knowledge(&level, (index / 7 % 6) as usize, &mut rng);
        let expected = oracle::worlds(&knowledge);
        let found = listed(&knowledge, expected.len()).expect("as many as the limit");
        let closed: Vec<Cell> = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell)).collect();
        assert_eq!(found.cells(), closed);
        let mut expected: Vec<_> = expected.iter().map(|world| row(world, &closed)).collect();
        let mut rows: Vec<Vec<_>> = (0..found.len()).map(|world| found.row(world).collect()).collect();
        expected.sort_unstable();
        rows.sort_unstable();
        assert_eq!(rows, expected, "case {index}: {knowledge:?}");
        assert!(listed(&knowledge, expected.len() - 1).is_none(), "case {index}: one more than the limit");
    }
}

#[test]
fn the_search_is_worth_what_plain_recursion_is() {
    let (mut stalled, mut named) = (0, 0);
    for index in 0..4000 {
        let mut rng = states::rng("endgame", index);
        let level = states::level(states::small(index), &mut rng);
        let knowledge = states::knowledge(&level, (index / 3 % 6) as usize, &mut rng);
        let worlds = oracle::worlds(&knowledge);
        if knowledge.closed() > 6 || worlds.len() > 60 || worlds.len() * knowledge.closed() > 200 {
            continue;
        }
        let all: Vec<&World> = worlds.iter().collect();
        let both = [false, true].map(|guess_animals| {
            let solution = solved(&knowledge, guess_animals);
            let value = naive(&all, knowledge.sights(), guess_animals);
            assert_eq!((solution.won, solution.worlds), (value, worlds.len()), "case {index}, {guess_animals}: {knowledge:?}");
            let won = |action| won_by(action, &all, knowledge.sights(), guess_animals);
            if let Some(best) = solution.ranking.first() {
                stalled += 1;
                assert_eq!((best.won, won(best.action)), (value, value), "case {index}");
                let others = solution.ranking[1..].iter();
                others.for_each(|other| assert!((won(other.action)..=value).contains(&other.won), "case {index}: {other:?}"));
            }
            value
        });
        named += u32::from(both[0] < both[1]);
    }
    assert!(stalled > 300 && named > 30, "{stalled} stalled states, {named} won by naming: the test sees too little");
}

/// Both lists on one board, one above the other with a known row between: every
/// world of the one with every world of the other.
fn product(above: &Worlds, below: &Worlds) -> Worlds {
    let (top, cols) = (above.grid().rows() + 1, above.grid().cols().max(below.grid().cols()));
    let grid = Grid::new(top + below.grid().rows(), cols);
    let placed = |worlds: &Worlds, from: usize| -> Vec<Cell> {
        let place = |&cell: &Cell| {
            let (row, col) = worlds.grid().pos(cell);
            grid.cell(from + row, col)
        };
        worlds.cells().iter().map(place).collect()
    };
    let mut worlds = Worlds::new(grid.clone(), [placed(above, 0), placed(below, top)].concat());
    for a in 0..above.len() {
        (0..below.len()).for_each(|b| worlds.push(above.row(a).chain(below.row(b))));
    }
    worlds
}

#[test]
fn independent_parts_are_worth_the_product_of_their_values() {
    let mut parts: Vec<Worlds> = Vec::new();
    for index in 0..3000 {
        let mut rng = states::rng("parts", index);
        let level = states::level(states::small(index), &mut rng);
        let knowledge = states::knowledge(&level, (index / 3 % 6) as usize, &mut rng);
        parts.extend(listed(&knowledge, 24).filter(|worlds| worlds.len() > 1));
    }
    assert!(parts.len() > 500, "only {} parts", parts.len());
    for pair in parts.chunks_exact(2) {
        let both = product(&pair[0], &pair[1]);
        for guess_animals in [false, true] {
            let [won, above, below] =
                [&both, &pair[0], &pair[1]].map(|worlds| solve(worlds, guess_animals, NO_LIMIT).expect("no limit").won);
            assert_eq!(won, above * below, "{pair:?}");
        }
    }
}

/// The different rows that worlds have in some cells, ascending.
fn rows(worlds: &[World], cells: &[Cell]) -> Vec<Vec<(Terrain, Content)>> {
    let mut rows: Vec<_> = worlds.iter().map(|world| row(world, cells)).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// What is known when all that is proven was done, again and again.
fn stalled(level: &Level, mut knowledge: Knowledge) -> Knowledge {
    loop {
        let mut engine = Engine::default();
        let proven = View::new(&knowledge, &mut engine).proven().expect("no limit").to_vec();
        if proven.is_empty() {
            return knowledge;
        }
        for action in proven {
            if knowledge.is_closed(action.cell()) {
                knowledge.learn(&level.world().reveal(knowledge.sights(), action).expect("closed").infos).expect("true facts");
            }
        }
    }
}

#[test]
fn a_sealed_component_is_a_game_of_its_own() {
    let (mut alone, mut beside) = (0, 0);
    for index in 0..4000 {
        let mut rng = states::rng("sealed", index);
        let (sea, crocodiles) = ([0.0, 1.0, 0.5][index as usize % 3], [0.0, 0.4][index as usize / 3 % 2]);
        let shape = Shape { rows: 4, cols: 6, sea, animals: 0.6, crocodiles };
        let level = states::level(shape, &mut rng);
        let knowledge = stalled(&level, states::knowledge(&level, 12 + index as usize % 16, &mut rng));
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        let Some(part) = view.sealed(|_| 100).expect("a world, and no limit") else { continue };
        let worlds = oracle::worlds(&knowledge);
        let closed = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell));
        let others: Vec<Cell> = closed.filter(|cell| !part.cells().contains(cell)).collect();
        let mut listed: Vec<Vec<_>> = (0..part.len()).map(|world| part.row(world).collect()).collect();
        listed.sort_unstable();
        assert_eq!(listed, rows(&worlds, part.cells()), "case {index}: {knowledge:?}");
        let rest = rows(&worlds, &others);
        assert_eq!(worlds.len(), listed.len() * rest.len(), "case {index}: freely combined");
        *(if others.is_empty() { &mut alone } else { &mut beside }) += 1;
        let mut without = Worlds::new(knowledge.grid().clone(), others);
        for row in rest {
            without.push(row);
        }
        for guess_animals in [false, true] {
            let won = |worlds| solve(worlds, guess_animals, NO_LIMIT).expect("no limit").won;
            assert_eq!(solved(&knowledge, guess_animals).won, won(&part) * won(&without), "case {index}: {knowledge:?}");
        }
    }
    assert!(alone > 100 && beside > 100, "{alone} sealed components alone, {beside} beside others: the test sees too little");
}

/// A corner walled in by named tigers, where one of two cells is another, and much
/// that is closed elsewhere and less risky by far: waiting does not help.
#[test]
fn a_forced_coin_flip_is_played_at_once() {
    let grid = Grid::new(8, 8);
    let walls = [(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)].map(|(row, col)| (row, col, Sight::Named(Animal::Tiger)));
    let open = [(0, 1, 3), (1, 1, 6)].map(|(row, col, tigers)| (row, col, Sight::Open([tigers, 0, 0])));
    let told = walls.into_iter().chain(open);
    let infos: Vec<Info> = told.map(|(row, col, sight)| Info { cell: grid.cell(row, col), terrain: Terrain::Land, sight }).collect();
    let mut knowledge = Knowledge::new(grid, Totals { animals: [11, 0, 0], land: 64, sea: 0 }, 1);
    knowledge.learn(&infos).expect("no contradiction");
    let mut engine = Engine::default();
    let view = View::new(&knowledge, &mut engine);
    for (name, first) in [("components", (0, 3)), ("endgame", (0, 0)), ("lookahead", (0, 0)), ("rollout", (0, 0))] {
        let decision = build(name, &[]).decide(&view, &mut Seed::new(1).step(0));
        let Decision::Gamble { chosen, candidates, .. } = decision else { panic!("{name}: {decision:?}") };
        let (row, col) = first;
        assert_eq!(candidates[chosen].action, Action::Discover(knowledge.grid().cell(row, col)), "{name}");
    }
}

/// Where every closed cell holds an animal and animals are not to be named, the game
/// is lost, but played.
#[test]
fn a_stall_without_a_free_cell_is_played() {
    let cells = [Some(Animal::Tiger), None, Some(Animal::Crocodile)].map(|content| (Terrain::Land, content));
    let level = Level::new(String::new(), World::new(Grid::new(1, 3), cells.to_vec()), 1);
    for entry in ALL.iter().filter(|entry| entry.options.iter().any(|option| option.name == "guess_animals")) {
        for endgame in ["off", "100"] {
            let given = [("guess_animals", "false"), ("endgame", endgame)];
            let given = given.iter().filter(|(name, _)| entry.options.iter().any(|option| option.name == *name));
            let mut strategy = build(entry.name, &given.copied().collect::<Vec<_>>());
            let (mut host, mut engine) = (LocalHost::new(&level), Engine::default());
            let game = play(&mut host, level.knowledge(), strategy.as_mut(), &mut engine, Seed::new(1), &mut ());
            assert_eq!(game.status, Status::Lost, "{}, endgame {endgame}", entry.name);
        }
    }
}

fn build(name: &str, given: &[(&str, &str)]) -> Box<dyn Strategy> {
    let entry = strategy::find(name).expect("registered");
    let given = given.iter().map(|&(name, value)| (name, value.to_string()));
    (entry.build)(&Options::new(entry, given).expect("declared")).expect("builds")
}

/// Small boards on which nothing is known but their totals and the start.
fn boards() -> Vec<Knowledge> {
    let board = |rows, cols, animals, sea, start| {
        let grid = Grid::new(rows, cols);
        let land = grid.len() - sea;
        Knowledge::new(grid, Totals { animals, land, sea }, start)
    };
    vec![
        board(3, 3, [2, 0, 0], 0, 0),
        board(3, 3, [2, 0, 1], 0, 1),
        board(3, 3, [0, 3, 0], 9, 4),
        board(2, 4, [0, 2, 1], 8, 0),
        board(1, 6, [1, 1, 0], 3, 2),
        board(2, 3, [1, 1, 1], 2, 1),
        board(2, 3, [1, 0, 2], 3, 0),
    ]
}

/// Worlds of a board that a strategy wins. The seed is the same in all of them.
fn wins(board: &Knowledge, worlds: &[World], build: impl Fn() -> Box<dyn Strategy>) -> usize {
    let won = worlds.iter().filter(|world| {
        let level = Level::new(String::new(), (*world).clone(), board.start());
        let mut strategy = build();
        play(&mut LocalHost::new(&level), board.clone(), strategy.as_mut(), &mut Engine::default(), Seed::new(1), &mut ()).status
            == Status::Won
    });
    won.count()
}

#[test]
fn nobody_wins_more_worlds_than_the_optimum_and_optimal_wins_as_many() {
    for board in boards() {
        let worlds = oracle::worlds(&board);
        let best = solved(&board, true).won;
        for entry in ALL {
            let won = wins(&board, &worlds, || build(entry.name, &[]));
            assert!(won <= best, "{} wins {won} worlds of {best}: {board:?}", entry.name);
        }
        for (guess_animals, flag) in [(true, "true"), (false, "false")] {
            let best = solved(&board, guess_animals).won;
            assert_eq!(wins(&board, &worlds, || build("optimal", &[("guess_animals", flag)])), best);
            let large = [("guess_animals", flag), ("worlds", "100000")];
            assert_eq!(wins(&board, &worlds, || build("endgame", &large)), best);
            let option = [("guess_animals", flag), ("endgame", "100000")];
            assert_eq!(wins(&board, &worlds, || build("components", &option)), best);
        }
    }
}

/// Few worlds of very many cells: what is listed is bounded, and so is every recursion
/// (a test's thread has the stack of a worker's).
#[test]
fn a_large_board_with_one_animal_is_played() {
    for side in [20, 45, 130] {
        let grid = Grid::new(side, side);
        let tiger = grid.cell(side / 2, side / 2);
        let cells = (0..grid.len()).map(|cell| (Terrain::Land, (cell == tiger).then_some(Animal::Tiger)));
        let level = Level::new(String::new(), World::new(grid.clone(), cells.collect()), grid.cell(side / 2, side / 2 - 1));
        for (name, given) in [("optimal", None), ("endgame", Some(("worlds", "1000000")))] {
            let mut strategy = build(name, given.as_slice());
            let mut told = level.knowledge();
            for after_start in [false, true] {
                if after_start {
                    told.learn(&level.world().reveal(told.sights(), Action::Discover(level.start())).expect("closed").infos).expect("true");
                }
                let mut host = Middle { world: level.world(), sights: told.sights().to_vec() };
                let game = play(&mut host, told.clone(), strategy.as_mut(), &mut Engine::default(), Seed::new(1), &mut ());
                assert!(matches!(game.status, Status::Won | Status::Lost), "{name}, side {side}: {}", game.message);
            }
        }
        // The whole board as one list: what the search may be handed at most.
        let knowledge = Knowledge::new(grid.clone(), Totals { animals: [1, 0, 0], land: grid.len(), sea: 0 }, 0);
        let most = clover::crocomine::endgame::most_worlds(grid.len(), 40_000_000);
        assert_eq!(listed(&knowledge, most).is_some(), side < 46, "side {side}");
    }
}

/// A corridor of one row between open ones: two worlds that differ in two cells of
/// three, a tiger in every third, one way or the other. Each cell is a recursion.
#[test]
fn two_worlds_of_many_cells_are_told_apart() {
    let grid = Grid::new(5, 2402);
    let tiger = |cell: Cell| grid.pos(cell).0 == 2 && grid.pos(cell).1.is_multiple_of(3);
    let cells = (0..grid.len()).map(|cell| (Terrain::Land, tiger(cell).then_some(Animal::Tiger)));
    let level = Level::new(String::new(), World::new(grid.clone(), cells.collect()), 0);
    let mut endgame = build("endgame", &[]);
    let game = play(&mut LocalHost::new(&level), level.knowledge(), endgame.as_mut(), &mut Engine::default(), Seed::new(1), &mut ());
    assert!(matches!(game.status, Status::Won | Status::Lost) && game.stalls == 1 && game.effort.limits == 0, "{game:?}");
    assert_eq!(clover::crocomine::endgame::most_worlds(10_000, NO_LIMIT), 0, "a worker's stack is small");
}

/// A host in the middle of a game.
struct Middle<'a> {
    world: &'a World,
    sights: Vec<Sight>,
}

impl Host for Middle<'_> {
    fn act(&mut self, action: Action) -> Result<Reply, HostError> {
        let reveal = self.world.reveal(&self.sights, action).map_err(|refusal| HostError::Refused(action, refusal))?;
        let seen = reveal.infos.iter().filter(|info| info.sight != Sight::Closed);
        seen.for_each(|info| self.sights[info.cell] = info.sight);
        let verdict = match () {
            () if reveal.fatal => Verdict::Ko,
            () if self.sights.contains(&Sight::Closed) => Verdict::Ok,
            () => Verdict::Gg,
        };
        Ok(Reply { verdict, infos: reveal.infos })
    }
}

#[test]
fn the_end_game_loses_nothing_within_its_limit() {
    let mut states = 0;
    for index in 0.. {
        let mut rng = states::rng("middle", index);
        let level = states::level(states::small(index), &mut rng);
        let knowledge = states::knowledge(&level, (index / 3 % 6) as usize, &mut rng);
        let Some(listed) = listed(&knowledge, 100).filter(|worlds| worlds.len() > 3) else { continue };
        let best = solve(&listed, true, NO_LIMIT).expect("no limit").won;
        let worlds = oracle::worlds(&knowledge);
        for name in ["optimal", "endgame"] {
            let won = worlds.iter().filter(|world| {
                let mut host = Middle { world, sights: knowledge.sights().to_vec() };
                let game = play(&mut host, knowledge.clone(), build(name, &[]).as_mut(), &mut Engine::default(), Seed::new(1), &mut ());
                assert_eq!(game.effort.limits, 0, "{name}, case {index}");
                game.status == Status::Won
            });
            assert_eq!(won.count(), best, "{name}, case {index}: {knowledge:?}");
        }
        states += 1;
        if states == 200 {
            break;
        }
    }
}

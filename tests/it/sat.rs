//! What SAT entails against an oracle that tries every world, and the DIMACS
//! text of states against an outside solver.

use crate::states::{self, Shape};
use clover::crocomine::clauses::dimacs;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::posterior::{Engine, Limit, Stop, View};
use clover::crocomine::rules::{Action, Animal, Content, Counts, Terrain, Totals};
use clover::crocomine::strategy::Options;
use clover::crocomine::strategy::sat::{ENTRY, Entailment};
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::{Cell, Grid};
use clover::sat::cardinality::Encoding;
use expect_test::expect;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use std::process::{Command, Stdio};

/// One right action on a random closed cell; the start is often left for later.
fn right_move(world: &World, knowledge: &mut Knowledge, rng: &mut dyn Rng) {
    let closed: Vec<Cell> = (0..world.grid().len()).filter(|&cell| knowledge.is_closed(cell)).collect();
    deal_with(*closed.choose(rng).expect("a closed cell"), world, knowledge);
}

fn deal_with(cell: Cell, world: &World, knowledge: &mut Knowledge) {
    let action = world.content(cell).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal));
    let reveal = world.reveal(knowledge.sights(), action).unwrap();
    knowledge.learn(&reveal.infos).unwrap();
}

/// Tries every world that agrees with what is known.
struct Oracle<'a> {
    knowledge: &'a Knowledge,
    totals: bool,
    closed: Vec<Cell>,
    chosen: Vec<Option<(Terrain, Content)>>,
    left: Totals,
    /// What each cell holds in some world: free, then the animals.
    seen: Vec<[bool; 4]>,
    steps: u64,
}

impl<'a> Oracle<'a> {
    const MOST_STEPS: u64 = 20_000;

    /// The actions that are right in every world, by cell; `None` where the worlds
    /// are too many to try. The true one is among them.
    fn proven(knowledge: &'a Knowledge, totals: bool) -> Option<Vec<Action>> {
        let cells = knowledge.grid().len();
        let settled = |cell: Cell| match knowledge.sight(cell) {
            Sight::Closed => None,
            Sight::Open(_) => Some((knowledge.terrain(cell).unwrap(), None)),
            Sight::Named(animal) => Some((knowledge.terrain(cell).unwrap(), Some(animal))),
        };
        let chosen: Vec<_> = (0..cells).map(settled).collect();
        let mut left = knowledge.totals();
        for &(terrain, content) in chosen.iter().flatten() {
            take(&mut left, terrain, content).unwrap();
        }
        let closed = (0..cells).filter(|&cell| knowledge.is_closed(cell)).collect();
        let mut oracle = Self { knowledge, totals, closed, chosen, left, seen: vec![[false; 4]; cells], steps: 0 };
        assert!(oracle.search(0)?, "the true world agrees");
        let contents = [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)];
        let only = |&cell: &Cell| {
            let mut held = contents.iter().zip(oracle.seen[cell]).filter(|(_, seen)| *seen);
            let (content, _) = held.next()?;
            held.next().is_none().then_some(content.map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal)))
        };
        Some(oracle.closed.iter().filter_map(only).collect())
    }

    /// Fills the closed cells from the `depth`-th on; whether that is possible.
    fn search(&mut self, depth: usize) -> Option<bool> {
        self.steps += 1;
        if self.steps > Self::MOST_STEPS {
            return None;
        }
        let Some(&cell) = self.closed.get(depth) else {
            if self.totals && self.left != (Totals { animals: [0; 3], land: 0, sea: 0 }) {
                return Some(false);
            }
            for &cell in &self.closed {
                let content = self.chosen[cell].unwrap().1;
                self.seen[cell][content.map_or(0, |animal| 1 + animal as usize)] = true;
            }
            return Some(true);
        };
        let mut any = false;
        for terrain in [Terrain::Land, Terrain::Sea] {
            for content in [None, Some(terrain.native()), Some(Animal::Crocodile)] {
                let known = self.knowledge.terrain(cell);
                if known.is_some_and(|known| known != terrain) || (cell == self.knowledge.start() && content.is_some()) {
                    continue;
                }
                let before = self.left;
                if take(&mut self.left, terrain, content).is_some() || !self.totals {
                    self.chosen[cell] = Some((terrain, content));
                    if self.counts_are_possible(cell) {
                        any |= self.search(depth + 1)?;
                    }
                    self.chosen[cell] = None;
                }
                self.left = before;
            }
        }
        Some(any)
    }

    /// Whether the open cells around a cell can still show what they show.
    fn counts_are_possible(&self, cell: Cell) -> bool {
        let grid = self.knowledge.grid();
        grid.neighbours(cell).all(|open| {
            let Sight::Open(counts) = self.knowledge.sight(open) else { return true };
            let mut around: Counts = [0; 3];
            let mut unknown = 0;
            for neighbour in grid.neighbours(open) {
                match self.chosen[neighbour] {
                    Some((_, Some(animal))) => around[animal as usize] += 1,
                    Some(_) => {}
                    None => unknown += 1,
                }
            }
            let missing: u16 = counts.iter().zip(around).map(|(count, around)| count.saturating_sub(around)).sum();
            counts.iter().zip(around).all(|(&count, around)| around <= count) && missing <= unknown
        })
    }
}

/// Takes one cell out of the totals; `None` where there is no such cell left.
fn take(left: &mut Totals, terrain: Terrain, content: Content) -> Option<()> {
    let cells = if terrain == Terrain::Land { &mut left.land } else { &mut left.sea };
    *cells = cells.checked_sub(1)?;
    if let Some(animal) = content {
        let animals = &mut left.animals[animal as usize];
        *animals = animals.checked_sub(1)?;
    }
    Some(())
}

fn entailment(given: &[(&str, &str)]) -> Entailment {
    Entailment::new(&Options::new(&ENTRY, given.iter().map(|&(name, value)| (name, value.to_string()))).unwrap())
}

/// A random level of up to `side` rows and columns: of one terrain in a third of
/// the cases, with few animals or many.
fn random_level(side: usize, rng: &mut dyn Rng) -> Level {
    let (rows, cols) = (rng.random_range(1..=side), rng.random_range(1..=side));
    let sea = [0.0, 1.0, 0.5, 0.3, 0.9, 0.6][rng.random_range(0..6)];
    let shape = Shape { rows, cols, sea, animals: rng.random_range(0.0..0.5), crocodiles: rng.random_range(0.0..1.0) };
    states::level(shape, rng)
}

/// Plays a small map with right moves and hands each state to `check`.
fn each_state(rng: &mut dyn Rng, mut check: impl FnMut(&Knowledge, &World)) {
    let level = random_level(6, rng);
    let mut knowledge = states::knowledge(&level, 0, rng);
    while knowledge.closed() > 0 {
        check(&knowledge, level.world());
        right_move(level.world(), &mut knowledge, rng);
    }
}

#[test]
fn entailed_is_what_holds_in_every_world() {
    let variants = [
        (true, vec![("totals", "sequential")]),
        (true, vec![("totals", "totalizer")]),
        (true, vec![("totals", "binomial")]),
        (true, vec![("totals", "sequential"), ("filter", "false")]),
        (false, vec![("totals", "off")]),
    ];
    let (mut states, mut by_totals, mut far) = (0, 0, 0);
    for seed in 0..1000 {
        let mut rng = states::rng("sat oracle", seed);
        let mut kept: Vec<Entailment> = variants.iter().map(|(_, options)| entailment(options)).collect();
        each_state(&mut rng, |knowledge, _| {
            let Some(expected) = Oracle::proven(knowledge, true) else { return };
            let Some(without) = Oracle::proven(knowledge, false) else { return };
            states += 1;
            by_totals += u32::from(expected != without);
            let grid = knowledge.grid();
            far += u32::from(
                expected
                    .iter()
                    .any(|action| action.cell() != knowledge.start() && grid.neighbours(action.cell()).all(|n| !knowledge.is_open(n))),
            );
            for ((totals, options), kept) in variants.iter().zip(&mut kept) {
                let expected = if *totals { &expected } else { &near(&without, knowledge) };
                let context = || format!("seed {seed}, {options:?}, {:?}", knowledge.sights());
                assert_eq!(kept.proven(knowledge).as_ref(), Ok(expected), "kept: {}", context());
                assert_eq!(entailment(options).proven(knowledge).as_ref(), Ok(expected), "fresh: {}", context());
            }
        });
    }
    println!("{states} states, {by_totals} where totals prove more, {far} where they prove something that no count reaches");
    assert!(states > 4000 && by_totals > 1000 && far > 1000, "{states} {by_totals} {far}");
}

/// Without totals nothing is ever proven of cells that no count reaches, but that
/// the start is free.
fn near(actions: &[Action], knowledge: &Knowledge) -> Vec<Action> {
    let grid = knowledge.grid();
    let near = |cell: Cell| cell == knowledge.start() || grid.neighbours(cell).any(|n| knowledge.is_open(n));
    assert!(actions.iter().all(|action| near(action.cell())));
    actions.to_vec()
}

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
        let level = random_level(30, &mut rng);
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

/// The answer of Debian's `minisat`; `None` where it is not installed.
fn minisat(text: &str) -> Option<bool> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.cnf");
    std::fs::write(&file, text).unwrap();
    let status = Command::new("minisat").arg("-verb=0").arg(&file).arg(folder.path().join("answer")).stdout(Stdio::null()).status();
    match status.ok()?.code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        code => panic!("minisat ended with {code:?} on\n{text}"),
    }
}

/// The number of the variable that the comments name so.
fn variable(text: &str, meaning: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.ends_with(&format!(" = {meaning}")))?;
    line.strip_prefix("c var ")?.split(' ').next()?.parse().ok()
}

/// The same text with one more clause.
fn with_clause(text: &str, literal: i64) -> String {
    let head = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let words: Vec<&str> = head.split(' ').collect();
    let clauses: usize = words[3].parse().unwrap();
    text.replace(head, &format!("p cnf {} {}", words[2], clauses + 1)) + &format!("{literal} 0\n")
}

#[test]
fn an_outside_solver_agrees_with_what_is_entailed() {
    if minisat("p cnf 1 1\n1 0\n").is_none() {
        println!("skipped: there is no `minisat` on the PATH");
        return;
    }
    let (mut entailed, mut open) = (0, 0);
    for seed in 0..40 {
        let mut rng = states::rng("sat outside", seed);
        let encoding = Encoding::ALL[seed as usize % 3];
        let mut kept = entailment(&[("totals", encoding.word())]);
        let every = rng.random_range(3..8);
        each_state(&mut rng, |knowledge, world| {
            if knowledge.closed() % every != 0 {
                return;
            }
            let text = dimacs(knowledge, Some(encoding)).to_string();
            assert_eq!(minisat(&text), Some(true), "a world agrees with seed {seed}:\n{text}");
            let proven = kept.proven(knowledge).unwrap();
            for cell in (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell) && cell != knowledge.start()) {
                let (row, col) = knowledge.grid().pos(cell);
                let word = world.content(cell).map_or("free", Animal::word);
                let truth = variable(&text, &format!("cell ({row},{col}) {word}")).unwrap() as i64;
                let is_proven = proven.iter().any(|action| action.cell() == cell);
                assert_eq!(minisat(&with_clause(&text, -truth)), Some(!is_proven), "cell ({row},{col}) of seed {seed}:\n{text}");
                *if is_proven { &mut entailed } else { &mut open } += 1;
            }
        });
    }
    println!("{entailed} entailed, {open} not");
    assert!(entailed > 100 && open > 100, "{entailed} {open}");
}

#[test]
fn a_state_as_dimacs() {
    let totals = Totals { animals: [1, 0, 0], land: 2, sea: 1 };
    let knowledge = state(1, 3, totals, &[Info { cell: 1, terrain: Terrain::Land, sight: Sight::Closed }]);
    expect![[r"
        c a Crocomine state of 1 x 3 cells, 3 of them closed
        c var 9 = cell (0,0) land
        c var 1 = cell (0,1) free
        c var 2 = cell (0,1) tiger
        c var 3 = cell (0,1) croco
        c var 4 = cell (0,2) land
        c var 5 = cell (0,2) free
        c var 6 = cell (0,2) tiger
        c var 7 = cell (0,2) shark
        c var 8 = cell (0,2) croco
        p cnf 9 25
        -1 -2 0
        -1 -3 0
        -2 -3 0
        1 2 3 0
        -5 -6 0
        -5 -7 0
        -5 -8 0
        -6 -7 0
        -6 -8 0
        -7 -8 0
        5 6 7 8 0
        -6 4 0
        -7 -4 0
        -2 -6 0
        2 6 -4 0
        2 6 -9 0
        2 -4 -9 0
        6 -4 -9 0
        -7 0
        7 4 9 0
        -3 0
        -8 0
        2 6 7 3 8 0
        -4 -9 0
        4 9 0
    "]]
    .assert_eq(&dimacs(&knowledge, Some(Encoding::Binomial)).to_string());
}

fn state(rows: usize, cols: usize, totals: Totals, infos: &[Info]) -> Knowledge {
    let mut knowledge = Knowledge::new(Grid::new(rows, cols), totals, 0);
    knowledge.learn(infos).unwrap();
    knowledge
}

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

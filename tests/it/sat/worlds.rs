//! Against an oracle that tries every world of small maps.

use super::{each_state, entailment};
use crate::states;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::rules::{Action, Animal, Content, Counts, Terrain, Totals};
use clover::crocomine::strategy::sat::Entailment;
use clover::crocomine::world::Sight;
use clover::grid::Cell;

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

//! The posterior against brute force: all worlds are listed, one cell after the
//! other, and those that agree with the knowledge are counted.

use crate::states::{self, small};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::{Animal, Content, Terrain, Totals};
use clover::crocomine::world::{Sight, World};
use clover::grid::Cell;
use num_bigint::BigUint;

/// Every world that agrees, by listing.
pub fn worlds(knowledge: &Knowledge) -> Vec<World> {
    let mut found = Vec::new();
    let mut cells = Vec::new();
    list(knowledge, knowledge.totals(), &mut cells, &mut found);
    found
}

fn list(knowledge: &Knowledge, left: Totals, cells: &mut Vec<(Terrain, Content)>, found: &mut Vec<World>) {
    let cell = cells.len();
    if cell == knowledge.grid().len() {
        let world = World::new(knowledge.grid().clone(), cells.clone());
        if states::agrees(&world, knowledge) {
            found.push(world);
        }
        return;
    }
    for terrain in [Terrain::Land, Terrain::Sea] {
        for content in [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)] {
            if let Some(left) = take(left, terrain, content)
                && allowed(knowledge, cell, terrain, content)
            {
                cells.push((terrain, content));
                if met(knowledge, cells) {
                    list(knowledge, left, cells, found);
                }
                cells.pop();
            }
        }
    }
}

/// Prunes by what is known of the one cell only.
fn allowed(knowledge: &Knowledge, cell: Cell, terrain: Terrain, content: Content) -> bool {
    let sight = match knowledge.sight(cell) {
        Sight::Closed => true,
        Sight::Open(_) => content.is_none(),
        Sight::Named(animal) => content == Some(animal),
    };
    sight && content.is_none_or(|animal| animal.lives_on(terrain)) && knowledge.terrain(cell).is_none_or(|known| known == terrain)
}

/// Whether every open cell whose neighbours were all decided by the last cell has its counts.
fn met(knowledge: &Knowledge, cells: &[(Terrain, Content)]) -> bool {
    let last = cells.len() - 1;
    let grid = knowledge.grid();
    grid.neighbours(last).chain([last]).filter(|&open| grid.neighbours(open).chain([open]).max() == Some(last)).all(|open| {
        let Sight::Open(counts) = knowledge.sight(open) else { return true };
        let of = |animal| grid.neighbours(open).filter(|&n| cells[n].1 == Some(animal)).count();
        Animal::ALL.into_iter().all(|animal| of(animal) == usize::from(counts[animal as usize]))
    })
}

fn take(mut left: Totals, terrain: Terrain, content: Content) -> Option<Totals> {
    let cells = if terrain == Terrain::Land { &mut left.land } else { &mut left.sea };
    *cells = cells.checked_sub(1)?;
    if let Some(animal) = content {
        let animals = &mut left.animals[animal as usize];
        *animals = animals.checked_sub(1)?;
    }
    Some(left)
}

#[test]
fn posterior_equals_brute_force() {
    let mut stalled = 0;
    for index in 0..4000 {
        let mut rng = states::rng("oracle", index);
        let level = states::level(small(index), &mut rng);
        let knowledge = states::knowledge(&level, (index / 7 % 6) as usize, &mut rng);
        let worlds = worlds(&knowledge);
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        assert_eq!(view.worlds().expect("the true world agrees"), BigUint::from(worlds.len()), "case {index}: {knowledge:?}");
        let posterior = view.posterior().expect("the true world agrees");
        let log10 = (worlds.len() as f64).log10();
        assert!((posterior.worlds_log10 - log10).abs() < 1e-9, "case {index}: {} worlds", worlds.len());
        let mut closed: Vec<Cell> = Vec::new();
        for class in &posterior.classes {
            for &cell in &class.cells {
                closed.push(cell);
                let contents = [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)];
                for (content, p) in contents.into_iter().zip(class.p) {
                    let holding = worlds.iter().filter(|world| world.content(cell) == content).count();
                    let share = holding as f64 / worlds.len() as f64;
                    assert!((p - share).abs() < 1e-9, "case {index}, cell {cell}, {content:?}: {p} for {share}");
                    assert_eq!(class.proven == Some(content), holding == worlds.len(), "case {index}, cell {cell}");
                }
            }
        }
        closed.sort_unstable();
        assert_eq!(closed, (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell)).collect::<Vec<_>>());
        let proven = posterior.proven();
        let first = view.proven().expect("the true world agrees");
        assert!(first.iter().all(|action| proven.contains(action)), "case {index}");
        assert_eq!(first.is_empty(), proven.is_empty(), "case {index}");
        stalled += u32::from(proven.is_empty());
    }
    assert!(stalled > 500, "only {stalled} stalled states: the test sees too little");
}

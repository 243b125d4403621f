//! Sampled worlds against all worlds, and on larger boards against the exact
//! posterior: chi-square tests at fixed seeds, at one level for all of them together.

use crate::states::{self, Shape, small};
use crate::{oracle, states::agrees};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::{Animal, Content, Terrain};
use clover::crocomine::world::World;
use clover::grid::Cell;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;

/// Probability that a right sampler fails a test of this module.
const LEVEL: f64 = 1e-3;

/// Fewest draws expected of a category; smaller ones are put together.
const EXPECTED: f64 = 10.0;

/// P-values, each with what was tested.
#[derive(Default)]
struct Tests(Vec<(f64, String)>);

impl Tests {
    /// Pearson's test of counts against probabilities, where there are two categories
    /// that are expected often enough.
    fn chi_square<K: Ord>(&mut self, exact: &BTreeMap<K, f64>, drawn: &BTreeMap<K, usize>, what: impl FnOnce() -> String) {
        let draws = drawn.values().sum::<usize>() as f64;
        let (mut sum, mut categories, mut rare) = (0.0, 0.0, (0.0, 0.0));
        let mut add = |expected: f64, seen: f64| {
            sum += (seen - expected).powi(2) / expected;
            categories += 1.0;
        };
        for (key, p) in exact {
            let (expected, seen) = (p * draws, drawn.get(key).copied().unwrap_or(0) as f64);
            if expected < EXPECTED {
                rare = (rare.0 + expected, rare.1 + seen);
            } else {
                add(expected, seen);
            }
        }
        if rare.0 >= EXPECTED {
            add(rare.0, rare.1);
        }
        if categories > 1.0 {
            let p = ChiSquared::new(categories - 1.0).expect("a degree of freedom").sf(sum);
            self.0.push((p, what()));
        }
    }

    /// All hold together (Bonferroni), and there are at least so many.
    fn hold(self, least: usize) {
        let tests = self.0.len();
        assert!(tests >= least, "only {tests} tests");
        let (p, what) = self.0.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("some tests");
        assert!(p > LEVEL / tests as f64, "p = {p:e}, the least of {tests}: {what}");
    }
}

fn shares<K: Ord>(worlds: &[World], key: impl Fn(&World) -> K) -> BTreeMap<K, f64> {
    let counts = counts(worlds, key).into_iter();
    counts.map(|(key, count)| (key, count as f64 / worlds.len() as f64)).collect()
}

fn counts<K: Ord>(worlds: &[World], key: impl Fn(&World) -> K) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for world in worlds {
        *counts.entry(key(world)).or_default() += 1;
    }
    counts
}

fn at(world: &World, cell: Cell) -> (Terrain, Content) {
    (world.terrain(cell), world.content(cell))
}

fn sample(knowledge: &Knowledge, count: usize, index: u64) -> Vec<World> {
    let mut engine = Engine::default();
    let view = View::new(knowledge, &mut engine);
    let sampled = view.sample(count, &mut states::rng("sample", index), World::clone).expect("the true world agrees");
    assert_eq!(sampled.len(), count);
    assert!(sampled.iter().all(|world| agrees(world, knowledge)), "case {index}: {knowledge:?}");
    sampled
}

#[test]
fn all_worlds_are_drawn_alike() {
    let mut tests = Tests::default();
    let (mut closed_start, mut unknown_terrain, mut whole) = (0, 0, 0);
    for index in 0..1440 {
        let mut rng = states::rng("sampler", index);
        let level = states::level(small(index), &mut rng);
        let knowledge = states::knowledge(&level, (index / 7 % 6) as usize, &mut rng);
        let worlds = oracle::worlds(&knowledge);
        let sampled = sample(&knowledge, 1500, index);
        if worlds.len() == 1 {
            assert!(sampled.iter().all(|world| *world == worlds[0]), "case {index}");
            continue;
        }
        closed_start += u32::from(knowledge.is_closed(knowledge.start()));
        unknown_terrain += u32::from(knowledge.hidden() != (0, 0));
        whole += u32::from(worlds.len() <= 100);
        let cells = knowledge.grid().len();
        let world = |world: &World| (0..cells).map(|cell| at(world, cell)).collect::<Vec<_>>();
        tests.chi_square(&shares(&worlds, world), &counts(&sampled, world), || format!("case {index}, worlds"));
        for cell in 0..cells {
            let one = |world: &World| at(world, cell);
            tests.chi_square(&shares(&worlds, one), &counts(&sampled, one), || format!("case {index}, cell {cell}"));
            let other = (cell + 1 + index as usize % cells.max(2)) % cells;
            let two = |world: &World| (at(world, cell), at(world, other));
            tests.chi_square(&shares(&worlds, two), &counts(&sampled, two), || format!("case {index}, cells {cell} and {other}"));
        }
    }
    assert!(closed_start > 100 && unknown_terrain > 100 && whole > 200, "{closed_start}, {unknown_terrain}, {whole}");
    tests.hold(5000);
}

#[test]
fn cells_hold_what_the_posterior_says() {
    let mut tests = Tests::default();
    for index in 0..40 {
        let mut rng = states::rng("large samples", index);
        let animals = [0.1, 0.2, 0.3, 0.5][index as usize % 4];
        let sea = [0.5, 0.0, 1.0][index as usize % 3];
        let level = states::level(Shape { rows: 12, cols: 15, sea, animals, crocodiles: 0.3 }, &mut rng);
        let knowledge = states::knowledge(&level, [0, 5, 20, 40][index as usize / 4 % 4], &mut rng);
        let sampled = sample(&knowledge, 2000, index);
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        let contents = [None, Some(Animal::Tiger), Some(Animal::Shark), Some(Animal::Crocodile)];
        for class in &view.posterior().expect("the true world agrees").classes {
            let exact: BTreeMap<Content, f64> = contents.into_iter().zip(class.p).collect();
            for &cell in &class.cells {
                let drawn = counts(&sampled, |world| world.content(cell));
                tests.chi_square(&exact, &drawn, || format!("case {index}, cell {cell}"));
            }
        }
    }
    tests.hold(2000);
}

//! The generator: maps drawn from a [`Recipe`], each from a seed of its own.
//!
//! The start is uniform among the cells that leave room for the animals, then
//! the terrain among those with exactly so many sea cells that leave room beside
//! it, then the animals among all their placements. Nearly always everything
//! leaves room: then this is any start and any terrain. Only where sea, land or
//! cells are so scarce that the start could keep too many of them free are the
//! others drawn alone.
//!
//! Animals are drawn from an urn without putting them back: sharks from the sea,
//! tigers from the land, crocodiles from what is left of both. This is uniform
//! among all placements: whatever cells the sharks and tigers take, the crocodiles
//! have the same number of choices, so that no choice weighs more than another.

use super::level::Level;
use super::recipe::{Plan, Recipe, RecipeError, StartRule};
use super::rules::{Animal, Terrain};
use super::world::World;
use crate::grid::{Cell, Grid};
use crate::seed::Seed;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// Draws the maps of one recipe.
///
/// ```
/// use clover::crocomine::{generator::Generator, recipe::{Amount, Recipe, StartRule}};
/// use clover::seed::Seed;
/// let recipe = Recipe {
///     rows: 16,
///     cols: 30,
///     sea: Amount::Count(0),
///     animals: None,
///     tigers: Some(Amount::Count(99)),
///     sharks: None,
///     crocodiles: None,
///     start: Some((0, 0)),
///     start_rule: StartRule::Safe,
///     count: 20_000,
/// };
/// let level = Generator::new(&recipe, Seed::new(1))?.level(7);
/// assert_eq!(level.title(), "16x30 #7");
/// assert_eq!(level.world().totals().animals, [99, 0, 0]);
/// # Ok::<(), clover::crocomine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    plan: Plan,
    grid: Grid,
    /// Where the start may be; never empty.
    starts: Vec<Cell>,
    seed: Seed,
}

impl Generator {
    /// A generator for this recipe; `seed` is the experiment's.
    ///
    /// The maps depend on `seed` and on what the recipe means, counted out: not
    /// on how that was written, nor on how many maps are wanted.
    ///
    /// # Errors
    /// Where the recipe does not pass its [`check`](Recipe::check).
    pub fn new(recipe: &Recipe, seed: Seed) -> Result<Self, RecipeError> {
        let plan = recipe.plan()?;
        let grid = Grid::new(plan.rows, plan.cols);
        let fits = |&cell: &Cell| {
            let (row, col) = grid.pos(cell);
            plan.start.is_none_or(|start| start == (row, col)) && plan.leaves_room(row, col)
        };
        let starts = (0..grid.len()).filter(fits).collect();
        let seed = seed.purpose(&plan.to_string());
        Ok(Self { plan, grid, starts, seed })
    }

    /// The map of this number, from 0: the same whatever was made before.
    pub fn level(&self, index: u64) -> Level {
        let Plan { rows, cols, animals: [tigers, sharks, crocodiles], .. } = self.plan;
        let mut rng = self.seed.index(index).generator();
        let mut world = vec![(Terrain::Land, None); self.grid.len()];

        let start = self.starts[rng.random_range(0..self.starts.len())];
        let mut kept = self.kept_free(start);
        let mut urn: Vec<Cell> = (0..self.grid.len()).collect();
        for &cell in kept.iter().rev() {
            urn.swap_remove(cell);
        }

        // What is drawn from a slice goes to its end: the urn is land, then sea.
        let kept_sea = self.kept_sea(kept.len(), &mut rng);
        let (near, _) = kept.partial_shuffle(&mut rng, kept_sea);
        let (far, land) = urn.partial_shuffle(&mut rng, self.plan.sea - kept_sea);
        let land = land.len();
        for &cell in near.iter().chain(&*far) {
            world[cell].0 = Terrain::Sea;
        }

        let mut place = |from: &mut [Cell], amount, animal| {
            let (drawn, _) = from.partial_shuffle(&mut rng, amount);
            for &mut cell in drawn {
                world[cell].1 = Some(animal);
            }
        };
        place(&mut urn[land..], sharks, Animal::Shark);
        urn.truncate(urn.len() - sharks);
        place(&mut urn[..land], tigers, Animal::Tiger);
        urn.drain(land - tigers..land);
        place(&mut urn, crocodiles, Animal::Crocodile);
        Level::new(format!("{rows}x{cols} #{index}"), World::new(self.grid.clone(), world), start)
    }

    /// The cells that the start keeps free, ascending.
    fn kept_free(&self, start: Cell) -> Vec<Cell> {
        let mut kept = vec![start];
        if self.plan.start_rule == StartRule::Open {
            kept.extend(self.grid.neighbours(start));
            kept.sort_unstable();
        }
        kept
    }

    /// How many of the `kept` cells of a start are sea.
    ///
    /// Each number is as likely as there are terrains for it that leave room:
    /// a hypergeometric law, cut off where sharks or tigers would lack theirs.
    fn kept_sea(&self, kept: usize, rng: &mut impl Rng) -> usize {
        let Plan { sea, animals: [tigers, sharks, _], .. } = self.plan;
        let land = self.grid.len() - sea;
        let fewest = (kept + tigers).saturating_sub(land);
        let most = kept.min(sea - sharks);
        // C(kept, n) · C(cells - kept, sea - n), in units of the first.
        let mut terrains = 1.0;
        let weights = (fewest..=most).map(|n| {
            let weight = terrains;
            terrains *= ((kept - n) * (sea - n)) as f64 / ((n + 1) * (land + n + 1 - kept)) as f64;
            weight
        });
        fewest + WeightedIndex::new(weights).expect("a plan that was accepted has a terrain").sample(rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crocomine::croco;
    use crate::crocomine::recipe::Amount;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn recipe(rows: usize, cols: usize, sea: usize, animals: [usize; 3]) -> Recipe {
        let [tigers, sharks, crocodiles] = animals.map(|count| Some(Amount::Count(count)));
        let (start, start_rule) = (None, StartRule::Safe);
        Recipe { rows, cols, sea: Amount::Count(sea), animals: None, tigers, sharks, crocodiles, start, start_rule, count: 1 }
    }

    proptest! {
        #[test]
        fn maps_are_as_the_recipe_says(
            (rows, cols) in (1usize..8, 1usize..8),
            sea in 0.0..=1.0,
            animals in [0usize..12, 0..12, 0..12],
            start in prop::option::of((0usize..8, 0usize..8)),
            open: bool,
            index: u64,
        ) {
            let sea = Amount::Share(sea);
            let start = start.map(|(row, col)| (row % rows, col % cols));
            let start_rule = if open { StartRule::Open } else { StartRule::Safe };
            let recipe = Recipe { sea, start, start_rule, ..recipe(rows, cols, 0, animals) };
            let Ok(generator) = Generator::new(&recipe, Seed::new(1)) else { return Ok(()) };
            let level = generator.level(index);
            let (world, totals) = (level.world(), level.world().totals());
            prop_assert_eq!((world.grid().rows(), world.grid().cols()), (rows, cols));
            prop_assert_eq!(totals.sea, sea.of(rows * cols));
            prop_assert_eq!(totals.animals.map(usize::from), animals);
            if let Some(start) = start {
                prop_assert_eq!(world.grid().pos(level.start()), start);
            }
            if open {
                prop_assert_eq!(world.count(level.start()), [0; 3]);
            }
            prop_assert_eq!(generator.level(index), level);
        }
    }

    /// Draws `per_outcome` times as many maps as there are outcomes and holds
    /// what `outcome` says of each against the uniform law: chi-square stays
    /// within six standard deviations of its mean.
    fn assert_uniform(recipe: &Recipe, outcomes: usize, outcome: impl Fn(&Level) -> String) {
        let per_outcome = 200;
        let generator = Generator::new(recipe, Seed::new(2)).unwrap();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for index in 0..(outcomes * per_outcome) as u64 {
            *counts.entry(outcome(&generator.level(index))).or_default() += 1;
        }
        assert_eq!(counts.len(), outcomes, "{counts:?}");
        let expected = per_outcome as f64;
        let chi_square: f64 = counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        let freedom = (outcomes - 1) as f64;
        assert!((chi_square - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "chi-square {chi_square} for {freedom} degrees of freedom");
    }

    fn without_title(level: &Level) -> String {
        croco::write(level).split_once('\n').unwrap().1.to_string()
    }

    #[test]
    fn every_terrain_start_and_placement_is_as_likely_as_another() {
        // Terrain and start: one sea cell of 6, and any start.
        let given = recipe(2, 3, 1, [0, 0, 0]);
        assert_uniform(&given, 6 * 6, without_title);
        // A tiger on 5 cells, a crocodile on the other 4.
        let given = Recipe { start: Some((0, 1)), ..recipe(2, 3, 0, [1, 0, 1]) };
        assert_uniform(&given, 5 * 4, without_title);
        // Two sharks on 5 cells, a crocodile on the other 3.
        let given = Recipe { start: Some((1, 2)), ..recipe(2, 3, 6, [0, 2, 1]) };
        assert_uniform(&given, 10 * 3, without_title);
        // Rule `open` in a corner of 3 × 3: 5 cells are left for both.
        let given = Recipe { start: Some((0, 0)), start_rule: StartRule::Open, ..recipe(3, 3, 0, [1, 0, 1]) };
        assert_uniform(&given, 5 * 4, without_title);
        // Rule `open` in a row of 4: the middle has no room for two animals.
        let given = Recipe { start_rule: StartRule::Open, ..recipe(1, 4, 0, [2, 0, 0]) };
        assert_uniform(&given, 2, without_title);
        // 4 sea cells, 2 of them for sharks, and 2 land cells for tigers, on the 5
        // away from the start: C(5,2) · C(4,2) + C(5,3) · C(4,1) terrains.
        let given = Recipe { start: Some((0, 0)), start_rule: StartRule::Open, ..recipe(3, 3, 4, [2, 2, 0]) };
        let terrain = |level: &Level| (0..9).map(|cell| if level.world().terrain(cell) == Terrain::Sea { '~' } else { '-' }).collect();
        assert_uniform(&given, 60 + 40, terrain);
        // All at once: C(6,3) terrains, and 2 · 3 · 3 placements on each, whether
        // the start is on land or in the sea.
        let given = Recipe { start: Some((0, 0)), ..recipe(2, 3, 3, [1, 1, 1]) };
        assert_uniform(&given, 20 * 18, without_title);
    }

    #[test]
    fn maps_depend_on_seed_recipe_and_number_alone() {
        let given = recipe(4, 5, 8, [2, 2, 2]);
        let level = |recipe: &Recipe, seed, index| Generator::new(recipe, Seed::new(seed)).unwrap().level(index);
        let first = level(&given, 1, 0);
        // As written otherwise, and with more maps wanted: the same.
        let shares = Recipe { sea: Amount::Share(0.4), animals: Some(Amount::Share(0.3)), crocodiles: None, count: 9, ..given.clone() };
        assert_eq!(level(&shares, 1, 0), first);
        let open = Recipe { start_rule: StartRule::Open, ..given.clone() };
        for other in [level(&given, 2, 0), level(&given, 1, 1), level(&open, 1, 0)] {
            assert_ne!(other.world(), first.world());
        }
    }

    /// Golden: another map here means that every published result changes.
    #[test]
    fn the_same_map_for_ever() {
        let given = Recipe { start_rule: StartRule::Open, ..recipe(6, 8, 24, [4, 4, 4]) };
        let level = Generator::new(&given, Seed::new(1)).unwrap().level(3);
        let rows = ["- ~ - - S ~ - -", "- ~ T ~ - W ~ ~", "S ~ S - ~ - C -", "- T T - ~ ~ ~ ~", "C - ~ - - ~ ~ -", "T S ~ - ~ W ~ -"];
        assert_eq!(croco::write(&level), format!("6x8 #3\n6 8\n4 7\n{}\n", rows.join("\n")));
    }
}

//! Coin flips to come: pairs of cells that nothing may ever tell apart.
//!
//! Two cells are a *coin flip* in a world where they hold different things that
//! either might hold, and every other cell that is next to just one of them holds an
//! animal: exchanging the two makes a world that agrees with all that can ever be
//! seen, so that a player who has to settle them wins one time in two. Known from
//! Minesweeper as the 50/50; D. Hill's `JSMinesweeper` weighs its moves by the
//! influence they have on those to come.
//!
//! How many there will be depends on the hidden map, so it is told from worlds drawn
//! from the posterior. A move changes it: what it opens seals nothing any more, and
//! to settle a cell of the pair is to flip the coin, whose risk is the move's own.

use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Posterior, Stop, View, settle};
use crate::crocomine::rules::{Action, Content};
use crate::crocomine::world::{Sight, World};
use crate::grid::{Cell, Grid};
use rand::Rng;

/// Pairs are not watched that are sealed less probably than this, as if the cells
/// around them were independent.
const NEGLIGIBLE: f64 = 1e-3;

/// Rows and columns between two cells that are watched as a pair, at most: farther
/// apart they share no neighbour, and all of them would have to hold animals.
const REACH: usize = 2;

/// The coin flips of sampled worlds.
pub struct CoinFlips {
    /// Each with its pairs that are coin flips, no cell in two of them.
    worlds: Vec<(World, Vec<[Cell; 2]>)>,
}

impl CoinFlips {
    /// Samples so many worlds of a state with this posterior.
    ///
    /// # Errors
    /// A limit of the posterior's.
    pub fn sample(view: &View, posterior: &Posterior, count: usize, rng: &mut dyn Rng) -> Result<Self, Stop> {
        let pairs = Watch::new(view.knowledge(), posterior).pairs();
        let worlds = if pairs.is_empty() || count == 0 { Vec::new() } else { view.sample(count, rng)? };
        let with_flips = |world: World| {
            let mut flips: Vec<[Cell; 2]> = Vec::new();
            for pair in pairs.iter().filter(|pair| pair.is_flip(&world)) {
                if !flips.iter().flatten().any(|cell| pair.cells.contains(cell)) {
                    flips.push(pair.cells);
                }
            }
            (world, flips)
        };
        Ok(Self { worlds: worlds.into_iter().map(with_flips).collect() })
    }

    /// Expected share of games in which all coin flips that are left after an action
    /// fall right, where the action is right; 1 where no sampled world tells.
    pub fn share_won(&self, action: Action) -> f64 {
        let (mut right, mut won) = (0, 0.0);
        for (world, flips) in &self.worlds {
            if settle(action.cell(), world.content(action.cell())) == action {
                let left = flips.iter().filter(|pair| !pair.contains(&action.cell())).count();
                right += 1;
                won += libm::ldexp(1.0, -(left as i32));
            }
        }
        if right == 0 { 1.0 } else { won / f64::from(right) }
    }
}

/// Two cells that may be a coin flip.
struct Pair {
    cells: [Cell; 2],
    /// What each of them may hold: free, tiger, shark, crocodile.
    may_hold: [[bool; 4]; 2],
    /// The undecided cells that are next to just one of them.
    seal: Vec<Cell>,
}

impl Pair {
    fn is_flip(&self, world: &World) -> bool {
        let [a, b] = self.cells.map(|cell| world.content(cell));
        let may = |nth: usize, content: Content| self.may_hold[nth][content.map_or(0, |animal| 1 + animal as usize)];
        a != b && self.seal.iter().all(|&cell| world.content(cell).is_some()) && may(0, b) && may(1, a)
    }
}

/// What is known of every closed cell.
struct Watch<'a> {
    knowledge: &'a Knowledge,
    posterior: &'a Posterior,
    grid: &'a Grid,
    /// The class of every closed cell.
    class_of: Vec<usize>,
}

impl<'a> Watch<'a> {
    fn new(knowledge: &'a Knowledge, posterior: &'a Posterior) -> Self {
        let grid = knowledge.grid();
        Self { knowledge, posterior, grid, class_of: posterior.places(grid) }
    }

    /// The pairs that may be coin flips, in row order.
    fn pairs(&self) -> Vec<Pair> {
        let cells = (0..self.grid.len()).filter(|&cell| self.is_undecided(cell));
        cells.flat_map(|a| self.after(a).filter_map(move |b| self.pair([a, b]))).collect()
    }

    /// The cells within reach that come later.
    fn after(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let (row, col) = self.grid.pos(cell);
        let near = (row..=row + REACH).flat_map(move |row| (col.saturating_sub(REACH)..=col + REACH).map(move |col| (row, col)));
        near.filter_map(|(row, col)| self.grid.checked_cell(row, col)).filter(move |&other| other > cell)
    }

    fn is_undecided(&self, cell: Cell) -> bool {
        self.posterior.classes.get(self.class_of[cell]).is_some_and(|class| class.proven.is_none())
    }

    /// The pair of an undecided cell and another cell, if it may be a coin flip.
    fn pair(&self, cells: [Cell; 2]) -> Option<Pair> {
        let [a, b] = cells;
        let terrain = self.knowledge.terrain(a)?;
        if !self.is_undecided(b) || self.knowledge.terrain(b) != Some(terrain) {
            return None;
        }
        let (mut sealed, mut seal) = (1.0, Vec::new());
        let one_sided = |x: Cell, y: Cell| self.grid.neighbours(x).filter(move |&n| n != y && !self.is_next_to(n, y));
        for cell in one_sided(a, b).chain(one_sided(b, a)) {
            match self.knowledge.sight(cell) {
                Sight::Open(_) => return None,
                Sight::Named(_) => {}
                Sight::Closed => {
                    sealed *= 1.0 - self.posterior.classes[self.class_of[cell]].p[0];
                    seal.push(cell);
                }
            }
            if sealed < NEGLIGIBLE {
                return None;
            }
        }
        let may_hold = cells.map(|cell| self.posterior.classes[self.class_of[cell]].p.map(|p| p > 0.0));
        Some(Pair { cells, may_hold, seal })
    }

    fn is_next_to(&self, a: Cell, b: Cell) -> bool {
        let ((r1, c1), (r2, c2)) = (self.grid.pos(a), self.grid.pos(b));
        r1.abs_diff(r2) <= 1 && c1.abs_diff(c2) <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crocomine::generator::Generator;
    use crate::crocomine::posterior::{Engine, Worlds};
    use crate::crocomine::recipe::{Amount, Recipe, StartRule};
    use crate::crocomine::rules::{Animal, Terrain, Totals};
    use crate::crocomine::world::Info;
    use crate::seed::Seed;

    type Cells = Vec<(Terrain, Content)>;

    /// All cells of every listed world.
    fn all_cells(knowledge: &Knowledge, worlds: &Worlds) -> Vec<Cells> {
        let known = |cell| {
            let content = if let Sight::Named(animal) = knowledge.sight(cell) { Some(animal) } else { None };
            (knowledge.terrain(cell).unwrap_or(Terrain::Land), content)
        };
        let of_world = |world| {
            let mut cells: Cells = (0..knowledge.grid().len()).map(known).collect();
            worlds.cells().iter().zip(worlds.row(world)).for_each(|(&cell, held)| cells[cell] = held);
            cells
        };
        (0..worlds.len()).map(of_world).collect()
    }

    /// Whether exchanging what two cells hold makes another of these worlds, in which
    /// every other free cell shows the same.
    fn is_flip(worlds: &[Cells], grid: &Grid, cells: &Cells, [a, b]: [Cell; 2]) -> bool {
        let mut exchanged = cells.clone();
        (exchanged[a].1, exchanged[b].1) = (cells[b].1, cells[a].1);
        if cells[a].1 == cells[b].1 || !worlds.contains(&exchanged) {
            return false;
        }
        let [one, other] = [cells, &exchanged].map(|cells| World::new(grid.clone(), cells.clone()));
        let mut free = (0..grid.len()).filter(|cell| ![a, b].contains(cell) && cells[*cell].1.is_none());
        free.all(|cell| one.count(cell) == other.count(cell))
    }

    #[test]
    fn exchanging_a_coin_flip_changes_nothing_that_can_be_seen() {
        let mut seen = [0; 2];
        for index in 0..400 {
            let kinds = |tigers, sharks, crocodiles| [tigers, sharks, crocodiles].map(|count| Some(Amount::Count(count)));
            let (sea, [tigers, sharks, crocodiles]) = [(0, kinds(6, 0, 1)), (6, kinds(3, 2, 2))][index as usize % 2];
            let (sea, start_rule) = (Amount::Count(sea), StartRule::Safe);
            let recipe = Recipe { rows: 4, cols: 4, sea, animals: None, tigers, sharks, crocodiles, start: None, start_rule, count: 1000 };
            let level = Generator::new(&recipe, Seed::new(1)).expect("a possible recipe").level(index);
            let mut knowledge = level.knowledge();
            // The terrains, and of some cells by a pattern all.
            let told = |cell: Cell| (index >> (cell % 8)) & 1 == 1 || cell == level.start();
            let sight = |cell: Cell| match level.world().content(cell) {
                _ if !told(cell) => Sight::Closed,
                None => Sight::Open(level.world().count(cell)),
                Some(animal) => Sight::Named(animal),
            };
            let infos = (0..16).map(|cell| Info { cell, terrain: level.world().terrain(cell), sight: sight(cell) });
            knowledge.learn(&infos.collect::<Vec<_>>()).expect("true facts");
            let mut engine = Engine::default();
            let view = View::new(&knowledge, &mut engine);
            let Some(worlds) = view.listed(500).expect("a world, and no limit") else { continue };
            let posterior = view.posterior().expect("a world, and no limit");
            let watch = Watch::new(&knowledge, posterior);
            let (pairs, worlds) = (watch.pairs(), all_cells(&knowledge, &worlds));
            for cells in &worlds {
                let world = World::new(knowledge.grid().clone(), cells.clone());
                for pair in &pairs {
                    let flip = is_flip(&worlds, knowledge.grid(), cells, pair.cells);
                    assert_eq!(pair.is_flip(&world), flip, "{:?} in {knowledge:?}", pair.cells);
                    seen[usize::from(flip)] += 1;
                }
                let missing =
                    |&b: &Cell, a: Cell| !pairs.iter().any(|pair| pair.cells == [a, b]) && knowledge.terrain(b) == knowledge.terrain(a);
                for a in (0..16).filter(|&a| knowledge.is_closed(a) && knowledge.terrain(a).is_some()) {
                    for b in watch.after(a).filter(|b| knowledge.is_closed(*b) && missing(b, a)) {
                        assert!(!is_flip(&worlds, knowledge.grid(), cells, [a, b]), "{:?} missed in {knowledge:?}", [a, b]);
                    }
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen > 1000), "not and flips: {seen:?}");
    }

    /// A corner walled in by named tigers, one of whose two cells is another.
    #[test]
    fn a_sealed_pair_halves_what_is_won_by_all_moves_but_its_own() {
        let grid = Grid::new(8, 8);
        let walls = [(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)].map(|(row, col)| (row, col, Sight::Named(Animal::Tiger)));
        let open = [(0, 1, 3), (1, 1, 6)].map(|(row, col, tigers)| (row, col, Sight::Open([tigers, 0, 0])));
        let infos = walls.into_iter().chain(open);
        let infos: Vec<Info> = infos.map(|(row, col, sight)| Info { cell: grid.cell(row, col), terrain: Terrain::Land, sight }).collect();
        let mut knowledge = Knowledge::new(grid, Totals { animals: [11, 0, 0], land: 64, sea: 0 }, 1);
        knowledge.learn(&infos).expect("no contradiction");
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        let sample =
            |count| CoinFlips::sample(&view, view.posterior().expect("a world"), count, &mut Seed::new(1).step(0)).expect("no limit");
        let flips = sample(400);
        // Elsewhere five tigers are among 55 cells: there may be other coin flips, but few.
        assert!((0.47..=0.5).contains(&flips.share_won(Action::Discover(63))), "{}", flips.share_won(Action::Discover(63)));
        assert!(flips.share_won(Action::Discover(0)) > 0.95 && flips.share_won(Action::Guess(8, Animal::Tiger)) > 0.95);
        assert_eq!(sample(0).share_won(Action::Discover(63)), 1.0, "nothing sampled, nothing weighed");
    }
}

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
//!
//! This is an approximation. Three cells of which one holds an animal count as one
//! coin flip, and a flip that is itself the next move is paid for twice.

use super::Candidate;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Posterior, Stop, View};
use crate::crocomine::rules::{Action, Content};
use crate::crocomine::world::{Sight, World};
use crate::grid::{Cell, Grid};
use rand::Rng;

/// Pairs are not watched that are sealed less probably than this, as if the cells
/// around them were independent.
const NEGLIGIBLE: f64 = 1e-3;

/// Most cells of sampled worlds that one decision writes; on large maps this leaves
/// fewer worlds.
const MOST_CELLS: usize = 4_000_000;

/// Where fewer worlds than these can be afforded nothing is weighed: on maps of more
/// than 60 000 closed cells.
const FEWEST: usize = 64;

/// Rows and columns between two cells that are watched as a pair, at most: farther
/// apart they share no neighbour, and all of them would have to hold animals.
const REACH: usize = 2;

/// For each candidate the expected share of games in which the coin flips that it
/// leaves all fall right; over `worlds` sampled worlds, and relative to the largest
/// of these shares.
///
/// All candidates meet all worlds (common random numbers), those in which they are
/// wrong too: there it is left out what they have to do with, as if they were right.
/// So shares differ by what a candidate changes itself, and by nothing else.
///
/// # Errors
/// A limit of the posterior's.
pub fn shares_won(
    view: &View,
    posterior: &Posterior,
    candidates: &[Candidate],
    worlds: usize,
    rng: &mut dyn Rng,
) -> Result<Vec<f64>, Stop> {
    let affordable = MOST_CELLS / view.knowledge().closed().max(1);
    let is_worth_it = candidates.len() > 1 && worlds > 0 && affordable >= FEWEST;
    let pairs = if is_worth_it { Watch::new(view.knowledge(), posterior).pairs() } else { Vec::new() };
    if pairs.is_empty() {
        return Ok(vec![1.0; candidates.len()]);
    }
    let mut flips = Flips::new(pairs, view.knowledge().grid());
    // For each world the coin flips that each candidate leaves.
    let left = view.sample(worlds.min(affordable), rng, |world| {
        flips.find(world);
        candidates.iter().map(|candidate| flips.left(candidate.action)).collect::<Vec<i32>>()
    })?;
    let least = left.iter().flatten().min().copied().unwrap_or(0);
    let sum = |nth: usize| left.iter().map(|left| libm::ldexp(1.0, least - left[nth])).sum();
    let sums: Vec<f64> = (0..candidates.len()).map(sum).collect();
    let most = sums.iter().copied().fold(0.0, f64::max);
    Ok(sums.into_iter().map(|sum| sum / most).collect())
}

/// Finds the coin flips of one world after the other.
struct Flips {
    pairs: Vec<Pair>,
    /// Coin flips in the world at hand, of which no two share a cell.
    count: i32,
    /// For each cell how many of them it is part of, and how many it seals.
    involved: Vec<[i32; 2]>,
    /// The cells that are involved.
    touched: Vec<Cell>,
}

impl Flips {
    fn new(pairs: Vec<Pair>, grid: &Grid) -> Self {
        Self { pairs, count: 0, involved: vec![[0; 2]; grid.len()], touched: Vec::new() }
    }

    fn find(&mut self, world: &World) {
        for cell in self.touched.drain(..) {
            self.involved[cell] = [0; 2];
        }
        self.count = 0;
        for Pair { cells, seal, .. } in self.pairs.iter().filter(|pair| pair.is_flip(world)) {
            if cells.iter().any(|&cell| self.involved[cell][0] > 0) {
                continue;
            }
            self.count += 1;
            for (part, cells) in [(0, &cells[..]), (1, &seal[..])] {
                for &cell in cells {
                    self.involved[cell][part] += 1;
                    self.touched.push(cell);
                }
            }
        }
    }

    /// How many are left after an action: it settles its own, and what it opens seals
    /// none.
    fn left(&self, action: Action) -> i32 {
        let [own, sealed] = self.involved[action.cell()];
        let opens = matches!(action, Action::Discover(_));
        self.count - own - if opens { sealed } else { 0 }
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
        // What may be exchanged depends on the terrains, which have to be known.
        if !self.is_undecided(b) || cells.iter().any(|&cell| self.knowledge.terrain(cell).is_none()) {
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
                let missing = |&b: &Cell, a: Cell| !pairs.iter().any(|pair| pair.cells == [a, b]);
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
        let actions = [Action::Discover(63), Action::Discover(0), Action::Guess(8, Animal::Tiger)];
        let candidates = actions.map(|action| Candidate::new(action, 0.5));
        let posterior = view.posterior().expect("a world");
        let shares = |worlds| shares_won(&view, posterior, &candidates, worlds, &mut Seed::new(1).step(0)).expect("no limit");
        // Elsewhere five tigers are among 55 cells: there may be other coin flips, but few.
        let [elsewhere, free, tiger] = shares(400)[..] else { panic!("one for each") };
        assert!((0.45..=0.55).contains(&elsewhere) && free > 0.95 && tiger > 0.95, "{elsewhere}, {free}, {tiger}");
        assert!(shares(0).into_iter().all(|share| share >= 1.0), "nothing sampled, nothing weighed");
    }
}

//! The totals as bounds on the literals of some cells.
//!
//! A world fills all closed cells and meets the totals. Only some of the cells,
//! the *explicit* ones, need variables for that; the others, which no count
//! reaches, are eliminated in closed form. Let t, s, c be the animals left on the
//! map, and l and w (water) the cells of unknown terrain that are land and sea.
//! Of the r cells that are not explicit let `r_l` be known as land, `r_w` as sea
//! and `r_u` as neither. Explicit cells that hold T, S and C animals, with L of
//! the n among them of unknown terrain being land, can be completed to a world
//! exactly where
//! - T ≤ t, S ≤ s, C ≤ c and l − `r_u` ≤ L ≤ l: nothing left over is negative,
//!   neither animals nor land nor sea;
//! - t − T ≤ `r_l` + l − L, and s − S ≤ `r_w` + w − (n − L): the tigers left find
//!   land, the sharks sea;
//! - (t − T) + (s − S) + (c − C) ≤ r: everybody finds a cell. (Tigers and sharks
//!   do not compete; then crocodiles take any cells that are left.)
//!
//! Each of these bounds how many of certain literals hold: see [`Bound`].
//!
//! The start cell is free. While its terrain is unknown it counts as explicit,
//! with a variable for the terrain alone.

use super::{Bound, Translation};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Terrain};
use crate::grid::Cell;
use crate::sat::{Clauses, Lit, TooManyClauses};

/// Closed cells but the start, those that must hold the same together: each next
/// to an open one alone; the others, where asked for, by terrain.
pub fn classes(knowledge: &Knowledge, others: bool) -> Vec<Vec<Cell>> {
    let grid = knowledge.grid();
    let closed = (0..grid.len()).filter(|&cell| knowledge.is_closed(cell) && cell != knowledge.start());
    let (next, far): (Vec<Cell>, Vec<Cell>) = closed.partition(|&cell| grid.neighbours(cell).any(|n| knowledge.is_open(n)));
    let mut classes: Vec<Vec<Cell>> = next.into_iter().map(|cell| vec![cell]).collect();
    for terrain in [Some(Terrain::Land), Some(Terrain::Sea), None] {
        let class: Vec<Cell> = far.iter().copied().filter(|&cell| knowledge.terrain(cell) == terrain).collect();
        if others && !class.is_empty() {
            classes.push(class);
        }
    }
    classes
}

impl Translation {
    /// The totals, as bounds on literals of the `explicit` cells: closed ones,
    /// without the start, all those next to open cells among them.
    /// Says nothing but what variables mean.
    ///
    /// # Errors
    /// Where there is no room for that.
    pub fn totals(&mut self, explicit: &[Cell], knowledge: &Knowledge, out: &mut impl Clauses) -> Result<Vec<Bound>, TooManyClauses> {
        let start = knowledge.start();
        let mut animals = [const { Vec::new() }; 3];
        let mut land = Vec::new();
        for &cell in explicit.iter().chain(knowledge.is_closed(start).then_some(&start)) {
            let variables = self.variables(cell, knowledge, out)?;
            land.extend(variables.land);
            for (literals, literal) in animals.iter_mut().zip(variables.animals) {
                literals.extend(literal);
            }
        }
        let [tigers, sharks, crocodiles] = &animals;
        let sea: Vec<Lit> = land.iter().map(|&literal| !literal).collect();
        let rest = Rest::new(explicit, knowledge);
        let [t, s, c] = knowledge.left().map(usize::from);
        let reach = reach(explicit, &animals.each_ref().map(Vec::len), knowledge);
        let everybody = animals.concat();
        let all = (reach.iter().map(|kind| kind.0).sum(), everybody.len());

        let mut bounds = Vec::with_capacity(7);
        bounds.extend(habitat(tigers, &sea, t, rest.land + rest.hidden_land, reach[0]));
        bounds.extend(habitat(sharks, &land, s, rest.sea + rest.hidden_sea, reach[1]));
        bounds.push(Bound::new(crocodiles.clone(), 0, c, reach[2]));
        bounds.push(Bound::new(everybody, (t + s + c) as i64 - rest.cells() as i64, all.1, all));
        let span = (0, land.len());
        bounds.push(Bound::new(land, rest.hidden_land as i64 - rest.unknown as i64, rest.hidden_land, span));
        Ok(bounds)
    }
}

/// Of one kind, `left` are left, and those on cells that are not explicit need
/// `room`, less one for each literal in `elsewhere` that does not hold: an
/// explicit cell of unknown terrain that turns out to be theirs.
fn habitat(animals: &[Lit], elsewhere: &[Lit], left: usize, room: usize, reach: (usize, usize)) -> Vec<Bound> {
    let least = (left + elsewhere.len()) as i64 - room as i64;
    if elsewhere.is_empty() {
        return vec![Bound::new(animals.to_vec(), least, left, reach)];
    }
    let either = [animals, elsewhere].concat();
    let most = either.len();
    vec![Bound::new(animals.to_vec(), 0, left, reach), Bound::new(either, least, most, (reach.0, most))]
}

/// Closed cells that are neither explicit nor the start.
struct Rest {
    land: usize,
    sea: usize,
    unknown: usize,
    /// Land and sea among all cells of unknown terrain, the explicit ones too.
    hidden_land: usize,
    hidden_sea: usize,
}

impl Rest {
    fn new(explicit: &[Cell], knowledge: &Knowledge) -> Self {
        let mut rest = vec![true; knowledge.grid().len()];
        explicit.iter().chain([&knowledge.start()]).for_each(|&cell| rest[cell] = false);
        let count =
            |terrain| (0..rest.len()).filter(|&cell| rest[cell] && knowledge.is_closed(cell) && knowledge.terrain(cell) == terrain).count();
        let (hidden_land, hidden_sea) = knowledge.hidden();
        Self { land: count(Some(Terrain::Land)), sea: count(Some(Terrain::Sea)), unknown: count(None), hidden_land, hidden_sea }
    }

    fn cells(&self) -> usize {
        self.land + self.sea + self.unknown
    }
}

/// Of each kind, bounds on how many the explicit cells hold in any model of the
/// counts around open cells. Open cells are taken greedily as long as no closed
/// neighbour is shared: those around them hold what they say, and any other cell
/// holds one or none. `literals`: explicit cells that may hold the kind.
fn reach(explicit: &[Cell], literals: &[usize; 3], knowledge: &Knowledge) -> [(usize, usize); 3] {
    let grid = knowledge.grid();
    let mut covered = vec![false; grid.len()];
    let mut reach = literals.map(|count| (0, count));
    for &cell in explicit {
        for open in grid.neighbours(cell).filter(|&n| knowledge.is_open(n)) {
            let closed = || grid.neighbours(open).filter(|&n| knowledge.is_closed(n) && n != knowledge.start());
            if closed().any(|n| covered[n]) {
                continue;
            }
            for n in closed() {
                covered[n] = true;
                for animal in Animal::ALL {
                    if knowledge.terrain(n).is_none_or(|terrain| animal.lives_on(terrain)) {
                        reach[animal as usize].1 -= 1;
                    }
                }
            }
            for ((lowest, highest), count) in reach.iter_mut().zip(knowledge.residual(open)) {
                *lowest += usize::from(count);
                *highest += usize::from(count);
            }
        }
    }
    reach
}

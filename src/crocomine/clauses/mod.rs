//! From knowledge to clauses: one variable for each content of a closed cell.
//!
//! A cell gets its variables when something is first said about it. What is said
//! stays true for the rest of the map: the counts of an open cell are stated for
//! the neighbours closed at that time, and a cell dealt with later becomes a
//! single literal. So these clauses are only ever added to.
//!
//! The totals: [`Translation::totals`]. A whole state as text: [`dimacs`].
//! Whatever says something may find that there is no room for it.

mod dimacs;
mod totals;

pub use dimacs::dimacs;
pub use totals::classes;

use super::knowledge::Knowledge;
use super::rules::{Animal, Content, Terrain};
use super::world::Sight;
use crate::grid::Cell;
use crate::sat::cardinality::{self, Encoding, between};
use crate::sat::{Clauses, Lit, TooManyClauses};

/// Most clauses of one total in the binomial encoding.
const MOST_BINOMIAL: u64 = 10_000;

/// Between `lo` and `hi` of these literals hold.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What is counted; no literal twice.
    literals: Vec<Lit>,
    lo: usize,
    hi: usize,
    /// Least and greatest number of them that hold in any model of the other
    /// clauses, or numbers beyond these.
    reach: (usize, usize),
}

impl Bound {
    fn new(literals: Vec<Lit>, lo: i64, hi: usize, reach: (usize, usize)) -> Self {
        Self { lo: lo.max(0) as usize, hi, reach, literals }
    }

    /// Whether it may rule out a model of the other clauses. If not, leaving it
    /// out changes no model, and so nothing that holds in every model.
    pub fn can_bind(&self) -> bool {
        self.reach.0 < self.lo || self.reach.1 > self.hi
    }

    /// The encoding used where this one is asked for: the same, but sequential for
    /// a binomial one of more than 10 000 clauses.
    pub fn affordable(&self, encoding: Encoding) -> Encoding {
        let size = cardinality::size(self.literals.len(), self.lo, self.hi, encoding);
        if encoding == Encoding::Binomial && size > MOST_BINOMIAL { Encoding::Sequential } else { encoding }
    }

    /// Says it, in the [affordable](Bound::affordable) encoding.
    ///
    /// # Errors
    /// Where there is no room.
    pub fn write(&self, out: &mut impl Clauses, encoding: Encoding) -> Result<(), TooManyClauses> {
        between(out, &self.literals, self.lo, self.hi, self.affordable(encoding))
    }
}

/// The variables of one cell.
#[derive(Clone, Copy, Debug, Default)]
struct Variables {
    /// Whether it is land; where that was not known yet when last looked at.
    land: Option<Lit>,
    free: Option<Lit>,
    animals: [Option<Lit>; 3],
}

/// What has been said about one map so far.
#[derive(Debug)]
pub struct Translation {
    cells: Vec<Option<Variables>>,
    /// How much of the history has been said.
    seen: usize,
}

impl Translation {
    /// Nothing said yet about a map of so many cells.
    pub fn new(cells: usize) -> Self {
        Self { cells: vec![None; cells], seen: 0 }
    }

    /// Says what was learned since the last call, in which less was known about
    /// the same map.
    ///
    /// # Errors
    /// Where there is no room; a part was said, and may be said again.
    pub fn update(&mut self, knowledge: &Knowledge, out: &mut impl Clauses) -> Result<(), TooManyClauses> {
        for &cell in &knowledge.history()[self.seen..] {
            if let Some(variables) = self.cells[cell] {
                let content = match knowledge.sight(cell) {
                    Sight::Named(animal) => variables.animals[animal as usize],
                    _ => variables.free,
                };
                if let Some(literal) = content {
                    out.clause(&[literal]);
                }
            }
            if knowledge.is_open(cell) {
                for bound in self.around(cell, knowledge, out)? {
                    bound.write(out, Encoding::Binomial)?;
                }
            }
        }
        self.seen = knowledge.history().len();
        Ok(())
    }

    /// What an open cell says about the closed cells around it, one bound a kind.
    /// Says nothing but what variables mean.
    ///
    /// # Errors
    /// Where there is no room.
    pub fn around(&mut self, cell: Cell, knowledge: &Knowledge, out: &mut impl Clauses) -> Result<[Bound; 3], TooManyClauses> {
        let mut literals = [const { Vec::new() }; 3];
        for neighbour in knowledge.grid().neighbours(cell).filter(|&n| knowledge.is_closed(n)) {
            let variables = self.variables(neighbour, knowledge, out)?;
            for (literals, literal) in literals.iter_mut().zip(variables.animals) {
                literals.extend(literal);
            }
        }
        let counts = knowledge.residual(cell).map(usize::from);
        let [tigers, sharks, crocodiles] = literals;
        let exactly = |literals, count| Bound::new(literals, count as i64, count, (count, count));
        Ok([exactly(tigers, counts[0]), exactly(sharks, counts[1]), exactly(crocodiles, counts[2])])
    }

    /// What a cell may hold, each with its literal. Nothing for the start, and for
    /// cells of which nothing was said.
    pub fn contents(&self, cell: Cell) -> impl Iterator<Item = (Lit, Content)> {
        let variables = self.cells[cell].unwrap_or_default();
        let free = variables.free.map(|literal| (literal, None));
        let animals = Animal::ALL.into_iter().zip(variables.animals);
        free.into_iter().chain(animals.filter_map(|(animal, literal)| Some((literal?, Some(animal)))))
    }

    /// The variables of a closed cell, with what they mean to each other.
    fn variables(&mut self, cell: Cell, knowledge: &Knowledge, out: &mut impl Clauses) -> Result<Variables, TooManyClauses> {
        let terrain = knowledge.terrain(cell);
        let variables = match &mut self.cells[cell] {
            Some(variables) => variables,
            new => new.insert(fresh(terrain, cell == knowledge.start(), out)?),
        };
        if let (Some(land), Some(terrain)) = (variables.land, terrain) {
            out.clause(&[if terrain == Terrain::Land { land } else { !land }]);
            variables.land = None;
            for animal in Animal::ALL.into_iter().filter(|animal| !animal.lives_on(terrain)) {
                variables.animals[animal as usize] = None;
            }
        }
        Ok(*variables)
    }
}

/// New variables: a cell that holds exactly one of what may be there.
fn fresh(terrain: Option<Terrain>, start: bool, out: &mut impl Clauses) -> Result<Variables, TooManyClauses> {
    let mut variables = Variables { land: terrain.is_none().then(|| out.variable()), ..Variables::default() };
    if start {
        return Ok(variables);
    }
    let free = out.variable();
    variables.free = Some(free);
    let mut contents = vec![free];
    for animal in Animal::ALL {
        if terrain.is_none_or(|terrain| animal.lives_on(terrain)) {
            let literal = out.variable();
            contents.push(literal);
            variables.animals[animal as usize] = Some(literal);
        }
    }
    Bound::new(contents, 1, 1, (1, 1)).write(out, Encoding::Binomial)?;
    if let (Some(land), [Some(tiger), Some(shark), _]) = (variables.land, variables.animals) {
        out.clause(&[!tiger, land]);
        out.clause(&[!shark, !land]);
    }
    Ok(variables)
}

//! From knowledge to clauses: one variable for each content of a closed cell.
//!
//! A cell gets its variables when something is first said about it. What is said
//! stays true for the rest of the map: the counts of an open cell are stated for
//! the neighbours closed at that time, and a cell dealt with later becomes a
//! single literal. So these clauses are only ever added to.
//!
//! **Totals.** A world fills all closed cells and meets the totals. Here only
//! some cells, the *explicit* ones, have variables; the others, which no count
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

use super::knowledge::Knowledge;
use super::rules::{Animal, Content, Terrain};
use super::world::Sight;
use crate::grid::Cell;
use crate::sat::cardinality::{Encoding, between};
use crate::sat::{Clauses, Cnf, Lit};

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

    /// Says it. Where the binomial encoding would grow too large (see
    /// [`crate::sat::cardinality::BINOMIAL_MOST`]), the sequential one is used.
    pub fn write(&self, out: &mut impl Clauses, encoding: Encoding) {
        if between(out, &self.literals, self.lo, self.hi, encoding).is_err() {
            let _never_refused = between(out, &self.literals, self.lo, self.hi, Encoding::Sequential);
        }
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
    pub fn update(&mut self, knowledge: &Knowledge, out: &mut impl Clauses) {
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
                for bound in self.around(cell, knowledge, out) {
                    bound.write(out, Encoding::Binomial);
                }
            }
        }
        self.seen = knowledge.history().len();
    }

    /// What an open cell says about the closed cells around it, one bound a kind.
    /// Says nothing but what variables mean.
    pub fn around(&mut self, cell: Cell, knowledge: &Knowledge, out: &mut impl Clauses) -> [Bound; 3] {
        let mut literals = [const { Vec::new() }; 3];
        for neighbour in knowledge.grid().neighbours(cell).filter(|&n| knowledge.is_closed(n)) {
            let variables = self.variables(neighbour, knowledge, out);
            for (literals, literal) in literals.iter_mut().zip(variables.animals) {
                literals.extend(literal);
            }
        }
        let counts = knowledge.residual(cell).map(usize::from);
        let [tigers, sharks, crocodiles] = literals;
        let exactly = |literals, count| Bound::new(literals, count as i64, count, (count, count));
        [exactly(tigers, counts[0]), exactly(sharks, counts[1]), exactly(crocodiles, counts[2])]
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
    fn variables(&mut self, cell: Cell, knowledge: &Knowledge, out: &mut impl Clauses) -> Variables {
        let terrain = knowledge.terrain(cell);
        let variables = self.cells[cell].get_or_insert_with(|| fresh(terrain, cell == knowledge.start(), out));
        if let (Some(land), Some(terrain)) = (variables.land, terrain) {
            out.clause(&[if terrain == Terrain::Land { land } else { !land }]);
            variables.land = None;
            for animal in Animal::ALL.into_iter().filter(|animal| !animal.lives_on(terrain)) {
                variables.animals[animal as usize] = None;
            }
        }
        *variables
    }

    /// The totals, as bounds on literals of the `explicit` cells: closed ones,
    /// without the start, all those next to open cells among them.
    /// Says nothing but what variables mean.
    pub fn totals(&mut self, explicit: &[Cell], knowledge: &Knowledge, out: &mut impl Clauses) -> Vec<Bound> {
        let start = knowledge.start();
        let mut animals = [const { Vec::new() }; 3];
        let mut land = Vec::new();
        for &cell in explicit.iter().chain(knowledge.is_closed(start).then_some(&start)) {
            let variables = self.variables(cell, knowledge, out);
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
        bounds
    }
}

/// New variables: a cell that holds exactly one of what may be there.
fn fresh(terrain: Option<Terrain>, start: bool, out: &mut impl Clauses) -> Variables {
    let mut variables = Variables { land: terrain.is_none().then(|| out.variable()), ..Variables::default() };
    if start {
        return variables;
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
    Bound::new(contents, 1, 1, (1, 1)).write(out, Encoding::Binomial);
    if let (Some(land), [Some(tiger), Some(shark), _]) = (variables.land, variables.animals) {
        out.clause(&[!tiger, land]);
        out.clause(&[!shark, !land]);
    }
    variables
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
        // Where only one terrain is left to find, no cell's is unknown any more.
        let (hidden_land, hidden_sea) = match knowledge.hidden() {
            (_, 0) | (0, _) => (0, 0),
            hidden => hidden,
        };
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

/// All that is known of a state, as a problem for outside solvers: its models are
/// the consistent worlds. Every closed cell has variables, and nothing is left
/// out because it cannot bind, so that it also checks what [`Translation::totals`]
/// eliminates. Without an encoding, the totals are left out.
pub fn dimacs(knowledge: &Knowledge, totals: Option<Encoding>) -> Cnf {
    let grid = knowledge.grid();
    let mut cnf = Cnf::default();
    let mut translation = Translation::new(grid.len());
    let closed: Vec<Cell> = (0..grid.len()).filter(|&cell| knowledge.is_closed(cell) && cell != knowledge.start()).collect();
    for &cell in &closed {
        translation.variables(cell, knowledge, &mut cnf);
    }
    let bounds = translation.totals(&closed, knowledge, &mut cnf);
    let (rows, cols) = (grid.rows(), grid.cols());
    cnf.comment(format!("a Crocomine state of {rows} x {cols} cells, {} of them closed", knowledge.closed()));
    for (cell, variables) in translation.cells.iter().enumerate() {
        let Some(variables) = variables else { continue };
        let (row, col) = grid.pos(cell);
        let animals = Animal::ALL.into_iter().map(|animal| (variables.animals[animal as usize], animal.word()));
        for (literal, word) in [(variables.land, "land"), (variables.free, "free")].into_iter().chain(animals) {
            if let Some(literal) = literal {
                cnf.name(literal, format_args!("cell ({row},{col}) {word}"));
            }
        }
    }
    translation.update(knowledge, &mut cnf);
    if let Some(encoding) = totals {
        let named = cnf.variables();
        for bound in &bounds {
            bound.write(&mut cnf, encoding);
        }
        if cnf.variables() > named {
            cnf.comment(format!("var {} to {} = partial counts of the totals", named + 1, cnf.variables()));
        }
    }
    cnf
}

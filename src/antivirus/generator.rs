//! The generator: boards drawn from a [`Recipe`], each from a seed of its own.
//!
//! Pieces are set anywhere without overlap or crossing; all positions that can be reached are
//! explored, each with its exact number of pushes to the goal; one of those at a wanted distance
//! is the board. So it can be solved, and how difficult it is is known. Every piece matters: a
//! board on which one changes nothing is not taken.

use super::board::{Board, Pos};
use super::component::Component;
use super::heuristic::NEVER;
use super::instance::{Instance, Piece};
use super::metric::{Goal, Metric};
use super::recipe::{Recipe, RecipeError};
use super::search::{self, Outcome, Search};
use crate::registry::Options;
use crate::seed::Seed;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The toy's pieces but the virus, as offsets, and the quarter turns in which each may be set.
const SHAPES: [(&[Pos], usize); 8] = [
    (&[(0, 0), (0, 1)], 1),
    (&[(0, 0), (0, 1), (1, 0)], 4),
    (&[(0, 0), (1, 1)], 2),
    (&[(0, 0), (1, 1)], 2),
    (&[(0, 0), (1, 1), (2, 2)], 2),
    (&[(0, 1), (1, 0), (1, 2)], 4),
    (&[(0, 1), (1, 1), (2, 0)], 4),
    (&[(0, 0), (1, 0), (2, 1)], 4),
];

/// Boards drawn before it is given up.
const DRAWS: u32 = 20_000;

/// Positions explored before it is given up: a minute's work or so.
const EXPLORED: u64 = 200_000_000;

/// Draws the boards of one recipe.
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    seed: Seed,
    /// Finds the least pushes to the corner.
    search: Search,
}

/// A board that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The board.
    pub instance: Instance,
    /// Least pushes to the corner.
    pub difficulty: u32,
}

/// No board was as wanted among all that were drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "none of {draws} boards drawn was as wanted: on {unfit} the pieces did not fit, {large} had too many positions, {unsolvable} no \
     solution, the hardest took {hardest} pushes, and {idle} had a piece that changes nothing; ask for another difficulty, or other numbers of pieces and white cells"
)]
pub struct Exhausted {
    draws: u32,
    unfit: u32,
    large: u32,
    unsolvable: u32,
    hardest: u32,
    idle: u32,
}

impl Generator {
    /// A generator for this recipe; `seed` is the experiment's. The boards depend on `seed` and
    /// on the recipe, not on how many are wanted.
    ///
    /// # Errors
    /// Where the recipe does not pass its [`check`](Recipe::check).
    ///
    /// # Panics
    /// Never: the search it asks is in the registry, with the options that it has.
    pub fn new(recipe: &Recipe, seed: Seed) -> Result<Self, RecipeError> {
        recipe.check()?;
        let Recipe { radius, pieces, whites, difficulty, most_positions, .. } = recipe;
        let purpose = format!("antivirus {radius} {pieces} {whites} {difficulty} {most_positions}");
        let entry = search::find("astar").expect("it is registered");
        // As much work as a whole board may take, so that no machine's memory decides.
        let limits = [("goal", Goal::Corner.word().to_string()), ("max_expanded", most_positions.to_string())];
        let options = Options::new(entry, limits).expect("it has these options");
        Ok(Self { recipe: recipe.clone(), seed: seed.purpose(&purpose), search: Search::new(entry, options) })
    }

    /// The board of this number, from 0: the same whatever was made before.
    ///
    /// # Errors
    /// Where none is as wanted among very many.
    pub fn instance(&self, index: u64) -> Result<Made, Exhausted> {
        let mut rng = self.seed.index(index).generator();
        let mut exhausted = Exhausted { draws: 0, unfit: 0, large: 0, unsolvable: 0, hardest: 0, idle: 0 };
        let mut explored = 0;
        while exhausted.draws < DRAWS && explored < EXPLORED {
            exhausted.draws += 1;
            let Some(drawn) = self.drawn(&mut rng) else {
                exhausted.unfit += 1;
                continue;
            };
            let Ok(component) = Component::new(&drawn, Goal::Corner, Metric::Push, self.recipe.most_positions) else {
                exhausted.large += 1;
                explored += self.recipe.most_positions as u64;
                continue;
            };
            explored += component.len() as u64;
            match self.chosen(&drawn, &component, &mut rng) {
                Ok(made) if self.every_piece_matters(&made) => return Ok(made),
                Ok(_) => exhausted.idle += 1,
                Err(0) => exhausted.unsolvable += 1,
                Err(hardest) => exhausted.hardest = exhausted.hardest.max(hardest),
            }
        }
        Err(exhausted)
    }

    /// Pieces set anywhere; `None` where they do not fit.
    fn drawn(&self, rng: &mut ChaCha8Rng) -> Option<Instance> {
        let board = Board::new(self.recipe.radius);
        let mut free: Vec<Pos> = board.cells().collect();
        let mut set = |cells: Vec<Pos>, rng: &mut ChaCha8Rng| {
            let at = |(row, col): Pos| cells.iter().map(|&(r, c)| (row + r, col + c)).collect::<Vec<Pos>>();
            let fits: Vec<Vec<Pos>> =
                free.iter().map(|&anchor| at(anchor)).filter(|cells| cells.iter().all(|cell| free.contains(cell))).collect();
            let cells = fits.get(rng.random_range(0..fits.len().max(1) as u32) as usize)?.clone();
            free.retain(|cell| !cells.contains(cell));
            Some(cells)
        };
        let mut pieces = vec![Piece { letter: 'V', cells: set(vec![(0, 0), (1, 0)], rng)? }];
        let mut shapes = Vec::new();
        while shapes.len() < self.recipe.pieces {
            let mut round = SHAPES;
            round.shuffle(rng);
            shapes.extend(round);
        }
        for (letter, (shape, turns)) in ('a'..).zip(shapes).take(self.recipe.pieces) {
            let turned = (0..rng.random_range(0..turns as u32)).fold(shape.to_vec(), |cells, _| turned(&cells));
            pieces.push(Piece { letter, cells: set(turned, rng)? });
        }
        let mut whites = Vec::new();
        while whites.len() < self.recipe.whites {
            let open: Vec<Pos> = free.iter().copied().filter(|pos| *pos != board.opening() && *pos != board.corner()).collect();
            let white = *open.get(rng.random_range(0..open.len().max(1) as u32) as usize)?;
            free.retain(|pos| *pos != white);
            whites.push(white);
        }
        Instance::new(board, pieces, whites).ok()
    }

    /// The board at one of the wanted distances from the goal; where there is none, how far
    /// the farthest position is, 0 where the goal cannot be reached.
    fn chosen(&self, drawn: &Instance, component: &Component, rng: &mut ChaCha8Rng) -> Result<Made, u32> {
        let hardest = component.costs().iter().copied().filter(|cost| *cost != NEVER).max().unwrap_or(0);
        let wanted = &self.recipe.difficulty.0;
        // From the goal outwards every distance occurs.
        let (low, high) = (*wanted.start(), hardest.min(*wanted.end()));
        if low > high {
            return Err(hardest);
        }
        let difficulty = rng.random_range(low..=high);
        let at: Vec<usize> = (0..component.len()).filter(|&position| component.costs()[position] == difficulty).collect();
        let places = component.places(at[rng.random_range(0..at.len() as u32) as usize]);
        let moved = drawn.pieces().iter().zip(component.layout().pieces()).zip(places).map(|((piece, placements), &place)| {
            let (to, from) = (placements[usize::from(place)].anchor, piece.cells[0]);
            let cells = piece.cells.iter().map(|&(row, col)| (row + to.0 - from.0, col + to.1 - from.1)).collect();
            Piece { letter: piece.letter, cells }
        });
        let instance = Instance::new(drawn.board(), moved.collect(), drawn.whites().to_vec());
        Ok(Made { instance: instance.expect("what can be reached from a board is one"), difficulty })
    }

    /// Whether the board without any one piece is of another difficulty.
    fn every_piece_matters(&self, made: &Made) -> bool {
        let Made { instance, difficulty } = made;
        (1..instance.pieces().len()).all(|idle| {
            let mut pieces = instance.pieces().to_vec();
            pieces.remove(idle);
            let without = Instance::new(instance.board(), pieces, instance.whites().to_vec()).expect("fewer pieces are a board too");
            let found = self.search.solve(&without, Seed::new(0));
            found.is_ok_and(|found| match found.outcome {
                Outcome::Solved => found.cost != u64::from(*difficulty),
                Outcome::NoSolution => true,
                // It is not known, and another board is.
                Outcome::OutOfExpansions | Outcome::OutOfMemory | Outcome::OutOfRuns => false,
            })
        })
    }
}

/// A shape after a quarter turn, its cells moved to where they begin at row 0 and column 0.
fn turned(cells: &[Pos]) -> Vec<Pos> {
    let turned: Vec<Pos> = cells.iter().map(|&(row, col)| (col, -row)).collect();
    let least = turned.iter().map(|pos| pos.1).min().unwrap_or(0);
    turned.into_iter().map(|(row, col)| (row, col - least)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_are_none() {
        for (shape, turns) in SHAPES {
            let mut all = vec![shape.to_vec()];
            for _ in 0..3 {
                all.push(turned(&all[all.len() - 1]));
            }
            let sorted = |cells: &[Pos]| {
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                cells
            };
            assert_eq!(sorted(&turned(&all[3])), sorted(shape));
            let mut different: Vec<Vec<Pos>> = all.iter().map(|cells| sorted(cells)).collect();
            different.sort();
            different.dedup();
            // The flat piece stays flat, as on the toy.
            assert!(different.len() == turns || turns == 1, "{shape:?}");
        }
    }
}

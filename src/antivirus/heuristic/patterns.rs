//! Pattern databases (J. Culberson and J. Schaeffer, "Pattern databases", 1998): exact costs
//! in a simpler puzzle, of the virus and few other pieces, looked up.
//!
//! The simpler puzzle must allow all that the pieces left out could do. A piece that is left
//! out may push two others that do not touch each other, so here *any* set of pieces moves
//! together at the cost of one push, if it moves onto none of the others. Then every push of the
//! whole puzzle is one push here, or none: what is found here is never too much. Such a move can
//! be taken back, so that costs are found from the goal backwards.
//!
//! The largest of several is taken. Their sum would be too much: one push moves pieces of many.

use super::{Admissible, Built, Heuristic, NEVER};
use crate::antivirus::layout::{Layout, NONE, Placement, Places};
use crate::antivirus::memory::{Budget, Full};
use crate::antivirus::metric::Metric;

/// Of all that are built here.
pub const ADMISSIBLE: [Admissible; 3] = [
    Admissible::Proven("with the other pieces taken away, each push is one move of any set of pieces, or none"),
    Admissible::Proven("a push costs as much as pieces move, so at least those of the pattern"),
    Admissible::Proven("a slide is one slide of the pattern, or none; where one has begun, 1 less is told"),
];

/// Costs beyond are told as this one, which is not too much.
const MOST: u8 = u8::MAX - 1;
/// No way leads to the goal.
const NONE_LEADS: u8 = u8::MAX;

/// The largest of all databases of the virus and so many others, or of all there are where
/// they are fewer.
///
/// # Errors
/// Where they do not fit into the budget.
pub fn build(layout: &Layout, others: usize, metric: Metric, budget: &mut Budget) -> Built {
    let pieces = layout.pieces().len();
    let others = others.min(pieces - 1);
    let mut patterns: Vec<Vec<usize>> = vec![vec![0]];
    for _ in 0..others {
        let longer = |pattern: &Vec<usize>| {
            let last = pattern[pattern.len() - 1];
            (last + 1..pieces).map(|next| [&pattern[..], &[next]].concat()).collect::<Vec<_>>()
        };
        patterns = patterns.iter().flat_map(longer).collect();
    }
    let mut databases: Vec<Database> = Vec::new();
    let mut uses = Vec::new();
    for pattern in patterns {
        let shapes: Vec<usize> = pattern.iter().map(|&piece| first_alike(layout, piece)).collect();
        let known = databases.iter().position(|database| database.shapes == shapes);
        uses.push((known.unwrap_or(databases.len()), pattern));
        if known.is_none() {
            databases.push(Database::new(layout, shapes, metric, budget)?);
        }
    }
    Ok(Box::new(Largest { databases, uses }))
}

/// The first piece of the same shape: one database does for all of them.
fn first_alike(layout: &Layout, piece: usize) -> usize {
    layout.alike().iter().find(|class| class.contains(&piece)).map_or(piece, |class| class[0])
}

/// The largest of several databases.
struct Largest {
    databases: Vec<Database>,
    /// Which database is asked of which pieces.
    uses: Vec<(usize, Vec<usize>)>,
}

impl Heuristic for Largest {
    fn estimate(&self, places: &Places) -> u32 {
        let cost = |(nth, pattern): &(usize, Vec<usize>)| {
            let Database { strides, costs, .. } = &self.databases[*nth];
            costs[pattern.iter().zip(strides).map(|(&piece, stride)| usize::from(places[piece]) * stride).sum::<usize>()]
        };
        match self.uses.iter().map(cost).max() {
            None => 0,
            Some(NONE_LEADS) => NEVER,
            Some(cost) => u32::from(cost),
        }
    }
}

/// Costs of all positions of some pieces.
pub struct Database {
    /// The pieces, by the first of their shape.
    shapes: Vec<usize>,
    /// What a placement of each counts in the number of a position.
    strides: Vec<usize>,
    costs: Vec<u8>,
}

impl Database {
    /// The costs of these pieces, the virus first.
    ///
    /// # Errors
    /// Where they do not fit into the budget.
    pub fn new(layout: &Layout, shapes: Vec<usize>, metric: Metric, budget: &mut Budget) -> Result<Self, Full> {
        let pieces: Vec<&[Placement]> = shapes.iter().map(|&piece| &layout.pieces()[piece][..]).collect();
        let mut strides = Vec::new();
        let mut size = 1_usize;
        for piece in &pieces {
            strides.push(size);
            size = size.checked_mul(piece.len()).filter(|&size| u32::try_from(size).is_ok()).ok_or(Full)?;
        }
        let mut database = Self { shapes, strides, costs: budget.filled(NONE_LEADS, size)? };
        database.fill(&pieces, layout.target(), metric, budget)?;
        Ok(database)
    }

    /// How many positions it has, those that cannot be among them.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// Dijkstra's algorithm from all positions at the goal, with a list for each cost.
    fn fill(&mut self, pieces: &[&[Placement]], target: u16, metric: Metric, budget: &mut Budget) -> Result<(), Full> {
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new()];
        if target != NONE {
            let goals = (usize::from(target)..self.costs.len()).step_by(pieces[0].len());
            for position in goals {
                if !is_free(pieces, &self.places(pieces, position)) {
                    continue;
                }
                self.costs[position] = 0;
                budget.push(&mut waiting[0], position as u32)?;
            }
        }
        let mut cost = 0;
        while cost < waiting.len() {
            let reached = std::mem::take(&mut waiting[cost]);
            budget.give(reached.capacity() * size_of::<u32>());
            for position in reached.into_iter().map(|position| position as usize) {
                if usize::from(self.costs[position]) != cost.min(usize::from(MOST)) {
                    continue;
                }
                let (mut full, places) = (Ok(()), self.places(pieces, position));
                let Self { strides, costs, .. } = self;
                moves(pieces, places, metric, |places, step| {
                    let next = strides.iter().zip(places).map(|(stride, place)| stride * usize::from(place)).sum::<usize>();
                    let through = cost + step;
                    let told = through.min(usize::from(MOST)) as u8;
                    if told < costs[next] {
                        costs[next] = told;
                        waiting.resize_with(waiting.len().max(through + 1), Vec::new);
                        full = full.and(budget.push(&mut waiting[through], next as u32));
                    }
                });
                full?;
            }
            cost += 1;
        }
        Ok(())
    }

    fn places(&self, pieces: &[&[Placement]], position: usize) -> [u16; 3] {
        let mut places = [0; 3];
        for ((place, stride), piece) in places.iter_mut().zip(&self.strides).zip(pieces) {
            *place = (position / stride % piece.len()) as u16;
        }
        places
    }
}

/// Whether no cell is taken twice.
fn is_free(pieces: &[&[Placement]], places: &[u16]) -> bool {
    let mut taken = 0;
    pieces.iter().zip(places).all(|(piece, &place)| {
        let cells = piece[usize::from(place)].cells;
        let free = taken & cells == 0;
        taken |= cells;
        free
    })
}

/// Hands over what one move of any set of the pieces leads to, and its cost.
fn moves(pieces: &[&[Placement]], places: [u16; 3], metric: Metric, mut visit: impl FnMut([u16; 3], usize)) {
    for set in 1..1_usize << pieces.len() {
        for direction in 0..4 {
            let mut at = places;
            loop {
                for piece in (0..pieces.len()).filter(|piece| set >> piece & 1 == 1) {
                    at[piece] = pieces[piece].get(usize::from(at[piece])).map_or(NONE, |placement| placement.next[direction]);
                }
                if at[..pieces.len()].contains(&NONE) || !is_free(pieces, &at) {
                    break;
                }
                visit(at, if metric == Metric::Unit { set.count_ones() as usize } else { 1 });
                if metric != Metric::Slide {
                    break;
                }
            }
        }
    }
}

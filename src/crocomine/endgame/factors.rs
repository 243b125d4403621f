//! Independent parts of a set of worlds.
//!
//! Where every way to fill one part of the cells goes with every way to fill the
//! others, and no cell of one can show anything of another, nothing that is done
//! in one part changes the others: each is solved by itself, and the set is worth
//! the product of their values. By induction over the tree: the best move in the
//! whole is the best in its part, as the others' values are a common factor.
//!
//! Parts are begun as the regions of adjacent cells, since what a cell shows is
//! about itself and the cells around it. All is compared with one world of the
//! set, the first: the *slice* of a part are the worlds that differ from it in this
//! part only, and that world itself. Two regions are tied, by a count or by the
//! totals, where the worlds that differ in just these two are not as many as the
//! product of what their slices hold. What remains is proven by looking at every
//! world: the slices multiply up to the number of worlds, and what each world
//! holds in a part occurs in its slice.

use super::search::{Over, Search, Span};
use super::table::Table;

/// Most regions, one bit each; sets with more are not taken apart.
const MOST: usize = 32;

/// Takes sets apart. Kept between sets for its memory.
#[derive(Debug, Default)]
pub struct Parts {
    /// By place: 1 + the part of a cell; 0 where it does not differ.
    part: Vec<u8>,
    /// By place in the set: the parts in which a world differs from the first, one bit each.
    masks: Vec<u32>,
    queue: Vec<u16>,
}

/// A cell that differs, not met yet.
const UNMET: u8 = u8::MAX;

impl Parts {
    /// Finds the independent parts of a set in which these cells differ, and says
    /// how many there are.
    fn find(&mut self, table: &Table, set: &[u16], cells: &[u16]) -> usize {
        let regions = self.regions(table, cells);
        if !(2..=MOST).contains(&regions) {
            return 1;
        }
        self.compare(table, set, cells);
        let parts = self.tie(regions);
        self.masks.iter_mut().for_each(|mask| *mask = ones(*mask).fold(0, |tied, region| tied | 1 << parts[region]));
        for &place in cells {
            let part = &mut self.part[usize::from(place)];
            *part = 1 + parts[usize::from(*part) - 1];
        }
        let count = 1 + usize::from(*parts[..regions].iter().max().expect("two regions at least"));
        if count > 1 && self.is_product(table, set, cells, count) { count } else { 1 }
    }

    /// Numbers the regions of adjacent cells, and counts them.
    fn regions(&mut self, table: &Table, cells: &[u16]) -> usize {
        self.part.clear();
        self.part.resize(table.cells(), 0);
        for &place in cells {
            self.part[usize::from(place)] = UNMET;
        }
        let mut regions = 0;
        for &from in cells {
            if self.part[usize::from(from)] != UNMET {
                continue;
            }
            regions += 1;
            if regions > MOST {
                break;
            }
            self.part[usize::from(from)] = regions as u8;
            self.queue.push(from);
            while let Some(place) = self.queue.pop() {
                for &next in table.around(place) {
                    if self.part[usize::from(next)] == UNMET {
                        self.part[usize::from(next)] = regions as u8;
                        self.queue.push(next);
                    }
                }
            }
        }
        regions
    }

    /// In which regions each world differs from the first.
    fn compare(&mut self, table: &Table, set: &[u16], cells: &[u16]) {
        self.masks.clear();
        self.masks.resize(set.len(), 0);
        for &place in cells {
            let column = table.column(place);
            let first = column[usize::from(set[0])];
            let region = self.part[usize::from(place)] - 1;
            for (mask, &world) in self.masks.iter_mut().zip(set) {
                *mask |= u32::from(column[usize::from(world)] != first) << region;
            }
        }
    }

    /// The part of each region: tied regions are one.
    fn tie(&self, regions: usize) -> [u8; MOST] {
        let mut alone = [0u32; MOST];
        let mut pairs = [[0u32; MOST]; MOST];
        for &mask in &self.masks {
            let low = mask.trailing_zeros() as usize;
            match mask.count_ones() {
                1 => alone[low] += 1,
                2 => pairs[low][mask.ilog2() as usize] += 1,
                _ => {}
            }
        }
        let mut parts = [0; MOST];
        let mut count = 0;
        for high in 0..regions {
            parts[high] = count;
            count += 1;
            for low in 0..high {
                if pairs[low][high] != alone[low] * alone[high] && parts[low] != parts[high] {
                    // The two parts become one, and numbers stay without gaps.
                    let (kept, gone) = (parts[low].min(parts[high]), parts[low].max(parts[high]));
                    for part in &mut parts[..=high] {
                        *part = if *part == gone { kept } else { *part - u8::from(*part > gone) };
                    }
                    count -= 1;
                }
            }
        }
        parts
    }

    /// Whether every way to fill one part goes with every way to fill the others.
    fn is_product(&self, table: &Table, set: &[u16], cells: &[u16], count: usize) -> bool {
        let slice = |part| (0..set.len()).filter(move |&at| self.in_slice(at, part)).map(|at| set[at]);
        let slices: Vec<Vec<u16>> = (0..count).map(|part| slice(part).collect()).collect();
        if slices.iter().map(|slice| slice.len() as u64).try_fold(1u64, u64::checked_mul) != Some(set.len() as u64) {
            return false;
        }
        let of = |part| cells.iter().filter(move |&&place| self.is_in(place, part)).map(|&place| table.column(place));
        let same = |part, a: u16, b: u16| of(part).all(|column| column[usize::from(a)] == column[usize::from(b)]);
        let occurs = |world: u16, part: usize| slices[part].iter().any(|&other| same(part, world, other));
        set.iter().zip(&self.masks).all(|(&world, &mask)| mask.count_ones() < 2 || ones(mask).all(|part| occurs(world, part)))
    }

    /// Whether the world at this place in the set differs from the first in this part only, if at all.
    fn in_slice(&self, at: usize, part: usize) -> bool {
        self.masks[at] & !(1 << part) == 0
    }

    /// Whether a cell is in this part.
    fn is_in(&self, place: u16, part: usize) -> bool {
        usize::from(self.part[usize::from(place)]) == part + 1
    }
}

/// The bits of a mask.
fn ones(mask: u32) -> impl Iterator<Item = usize> {
    let nonzero = |mask: u32| (mask != 0).then_some(mask);
    std::iter::successors(nonzero(mask), move |mask| nonzero(mask & (mask - 1))).map(|mask| mask.trailing_zeros() as usize)
}

impl Search<'_> {
    /// The value of a closed set by its independent parts, as [`Search::value`]
    /// has it; `None` where it has no two of them.
    pub(super) fn factors(&mut self, set: Span, cells: Span, need: u32) -> Result<Option<u32>, Over> {
        // With less than four worlds one of two parts would be the same in all.
        if set.len() < 4 {
            return Ok(None);
        }
        self.spend(set.len() * cells.len())?;
        let parts = self.parts.find(&self.table, &self.sets[set.start..set.end], &self.cells[cells.start..cells.end]);
        if parts < 2 {
            return Ok(None);
        }
        let tops = (self.sets.len(), self.cells.len());
        let mut factors = Vec::with_capacity(parts);
        for part in 0..parts {
            let starts = (self.sets.len(), self.cells.len());
            for at in 0..set.len() {
                if self.parts.in_slice(at, part) {
                    self.sets.push(self.sets[set.start + at]);
                }
            }
            for at in cells.start..cells.end {
                if self.parts.is_in(self.cells[at], part) {
                    self.cells.push(self.cells[at]);
                }
            }
            factors.push((Span { start: starts.0, end: self.sets.len() }, Span { start: starts.1, end: self.cells.len() }));
        }
        let mut total = set.len() as u32;
        for (slice, cells) in factors {
            if total <= need {
                break;
            }
            let others = total / slice.len() as u32;
            total = others * self.value(slice, cells, need / others, None)?;
        }
        self.sets.truncate(tops.0);
        self.cells.truncate(tops.1);
        Ok(Some(total))
    }
}

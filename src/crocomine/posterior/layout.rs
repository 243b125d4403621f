//! How a state of a diagram is packed into one word, layer by layer.
//!
//! A field for each kind of which an open constraint has animals left, with a
//! guard bit above, so that one subtraction and one mask check all fields for
//! going below zero; and three fields that count the animals placed. The same
//! trick checks that no constraint needs more than its cells to come can hold,
//! which at its last group means that it is met exactly. Fields are given up when
//! their constraint closes, and taken again by the next to open.

use super::diagram::Choice;
use super::frontier::{Component, Group};
use crate::crocomine::rules::Animal;

/// Animals placed so far: three fields of 20 bits and a guard bit, so that
/// adding words adds counts ([`crate::grid::MAX_CELLS`] fits in 20 bits).
pub type Sum = u64;

/// Whether no count of `sum` is above that of `most`.
pub fn within(sum: Sum, most: Sum) -> bool {
    const GUARDS: Sum = 1 << 20 | 1 << 41 | 1 << 62;
    ((most | GUARDS) - sum) & GUARDS == GUARDS
}

/// Packs counts of tigers, sharks and crocodiles.
pub fn pack(counts: [usize; 3]) -> Sum {
    counts[0] as Sum | (counts[1] as Sum) << 21 | (counts[2] as Sum) << 42
}

/// Unpacks a sum.
pub fn unpack(sum: Sum) -> [usize; 3] {
    let field = |shift: u32| ((sum >> shift) & 0x1f_ffff) as usize;
    [field(0), field(21), field(42)]
}

/// Bits of a state.
pub const WIDTH: u32 = u128::BITS;

/// Where a state keeps what, layer by layer; kept for its memory.
#[derive(Debug, Default)]
pub struct Layout {
    /// One a layer.
    pub steps: Vec<Step>,
    /// Shift and mask of the three counts.
    counts: [(u32, u128); 3],
    constraints: Vec<Progress>,
    open: Vec<usize>,
    /// The most that the asked constraint may count, where there is one.
    asked: Option<[u8; 3]>,
}

/// One layer: what its state gains, and how a choice changes it.
#[derive(Debug, Default)]
pub struct Step {
    /// The fields of constraints that this group is the first to touch, filled.
    pub opens: u128,
    /// Guard bits of all open fields.
    guards: u128,
    /// For each open field, the most that may be left after this layer; guards set.
    caps: u128,
    /// All open fields, counts and guards excluded.
    fields: u128,
    /// What one native animal, and one crocodile, changes.
    native: Delta,
    crocodile: Delta,
}

/// What a choice takes from the fields and adds to the counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delta {
    takes: u128,
    adds: u128,
}

/// How far a constraint has come while layers are laid out.
#[derive(Clone, Debug, Default)]
struct Progress {
    fields: [Field; 3],
    opened: bool,
    /// Groups to come.
    groups: usize,
    /// Cells to come that may hold each kind.
    room: [usize; 3],
}

impl Step {
    /// The change of a choice.
    pub fn delta(&self, choice: Choice) -> Delta {
        let (natives, crocodiles) = (u128::from(choice.native), u128::from(choice.crocodiles));
        Delta {
            takes: natives * self.native.takes + crocodiles * self.crocodile.takes,
            adds: natives * self.native.adds + crocodiles * self.crocodile.adds,
        }
    }

    /// The next state, where no field goes below zero or stays above its cap.
    pub fn apply(&self, state: u128, delta: Delta) -> Option<u128> {
        let taken = (state | self.guards) - delta.takes;
        let next = taken & !self.guards;
        let spare = self.caps - (next & self.fields);
        (taken & spare & self.guards == self.guards).then(|| next + delta.adds)
    }
}

impl Layout {
    /// Lays out the states of a component whose groups are decided in this order.
    /// `None` where a state would need more than [`WIDTH`] bits.
    pub fn lay_out(&mut self, component: &Component, order: &[u32]) -> Option<()> {
        let groups = || order.iter().map(|&g| &component.groups[g as usize]);
        self.asked = component.asked.then(|| component.constraints[0].residual);
        let room = self.tally(component, groups());
        let mut free = Bits::default();
        let one_more = self.count_fields(room, &mut free)?;
        self.open.clear();
        self.steps.clear();
        for group in groups() {
            let mut step = Step::default();
            step.native.adds = one_more[group.terrain.native() as usize];
            step.crocodile.adds = one_more[Animal::Crocodile as usize];
            self.touch(component, group, &mut step, &mut free)?;
            self.bound(component, &mut step);
            self.steps.push(step);
            self.close(&mut free);
        }
        Some(())
    }

    /// Counts for each constraint the groups and cells to come; the cells of all
    /// groups that may hold each kind.
    ///
    /// The asked constraint waits for one group more, which has room for all that it
    /// may count and never comes: so nothing bounds it, and its fields stay to the
    /// end, where the answer is read from them.
    fn tally<'g>(&mut self, component: &Component, groups: impl Iterator<Item = &'g Group>) -> [usize; 3] {
        let mut room = [0; 3];
        self.constraints.clear();
        self.constraints.resize(component.constraints.len(), Progress::default());
        for group in groups {
            let of_group = Animal::ALL.map(|kind| group.room(kind));
            add(&mut room, of_group);
            for c in group.constraints() {
                self.constraints[c].groups += 1;
                add(&mut self.constraints[c].room, of_group);
            }
        }
        if let Some(most) = self.asked {
            self.constraints[0].groups += 1;
            add(&mut self.constraints[0].room, most.map(usize::from));
        }
        room
    }

    /// Takes the fields that count animals; what one more of each kind adds to a state.
    fn count_fields(&mut self, room: [usize; 3], free: &mut Bits) -> Option<[u128; 3]> {
        self.counts = [(0, 0); 3];
        let mut one_more = [0; 3];
        for (kind, width) in room.map(bits).into_iter().enumerate().filter(|&(_, width)| width > 0) {
            let shift = free.take(width)?;
            self.counts[kind] = (shift, (1 << width) - 1);
            one_more[kind] = 1 << shift;
        }
        Some(one_more)
    }

    /// Takes this group off its constraints, and opens those that it is the first to touch.
    fn touch(&mut self, component: &Component, group: &Group, step: &mut Step, free: &mut Bits) -> Option<()> {
        for c in group.constraints() {
            let residual = component.constraints[c].residual;
            let progress = &mut self.constraints[c];
            if !progress.opened {
                progress.opened = true;
                self.open.push(c);
                for (field, residual) in progress.fields.iter_mut().zip(residual) {
                    *field = Field::take(free, usize::from(residual))?;
                    step.opens |= u128::from(residual) << field.shift;
                }
            }
            progress.groups -= 1;
            for kind in Animal::ALL {
                progress.room[kind as usize] -= group.room(kind);
            }
            step.native.takes += progress.fields[group.terrain.native() as usize].one();
            step.crocodile.takes += progress.fields[Animal::Crocodile as usize].one();
        }
        Some(())
    }

    /// Bounds every open field by what the cells to come can hold.
    fn bound(&self, component: &Component, step: &mut Step) {
        for &c in &self.open {
            let progress = &self.constraints[c];
            for ((field, room), residual) in progress.fields.iter().zip(progress.room).zip(component.constraints[c].residual) {
                step.guards |= field.guard();
                step.fields |= field.mask();
                step.caps |= field.guard() | (room.min(usize::from(residual)) as u128) << field.shift;
            }
        }
    }

    /// Gives up the fields of constraints without groups to come.
    fn close(&mut self, free: &mut Bits) {
        self.open.retain(|&c| {
            let progress = &self.constraints[c];
            if progress.groups == 0 {
                progress.fields.iter().for_each(|field| free.give(*field));
            }
            progress.groups > 0
        });
    }

    /// What the asked constraint counts in a last state; nothing where none is asked.
    pub fn answer(&self, state: u128) -> Sum {
        let Some(most) = self.asked else { return 0 };
        let left = self.constraints[0].fields.map(|field| ((state & field.mask()) >> field.shift) as usize);
        pack(std::array::from_fn(|kind| usize::from(most[kind]) - left[kind]))
    }

    /// The animals that a state has placed.
    pub fn sum(&self, state: u128) -> Sum {
        pack(self.counts.map(|(shift, mask)| ((state >> shift) & mask) as usize))
    }
}

/// What a constraint has left of one kind; no bits where it never had any.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    shift: u32,
    /// Guard bit included.
    width: u32,
}

impl Field {
    fn take(free: &mut Bits, most: usize) -> Option<Self> {
        if most == 0 {
            return Some(Self::default());
        }
        let width = bits(most) + 1;
        Some(Self { shift: free.take(width)?, width })
    }

    fn one(self) -> u128 {
        if self.width == 0 { 0 } else { 1 << self.shift }
    }

    fn guard(self) -> u128 {
        if self.width == 0 { 0 } else { 1 << (self.shift + self.width - 1) }
    }

    fn mask(self) -> u128 {
        if self.width == 0 { 0 } else { ((1 << (self.width - 1)) - 1) << self.shift }
    }
}

/// Which bits of a state are in use.
#[derive(Default)]
struct Bits(u128);

impl Bits {
    /// The lowest run of `width` free bits.
    fn take(&mut self, width: u32) -> Option<u32> {
        let runs = (1..width).fold(!self.0, |runs, _| runs & (runs >> 1));
        let shift = runs.trailing_zeros();
        (runs != 0).then(|| {
            self.0 |= ((1 << width) - 1) << shift;
            shift
        })
    }

    fn give(&mut self, field: Field) {
        self.0 &= !(((1u128 << field.width) - 1) << field.shift);
    }
}

fn add(sums: &mut [usize; 3], more: [usize; 3]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Bits that hold numbers up to `most`.
fn bits(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

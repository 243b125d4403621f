//! A table of open addressing with linear probing (Knuth 1973, 6.4): a slot holds a place, and
//! is found by the hash of its key. At most three quarters of the slots are taken.

use super::{Index, NOWHERE};
use crate::antivirus::memory::{Budget, Chunks, Full};
use crate::antivirus::word::Word;

/// Slots of a new table, as a power of two.
const FIRST: u32 = 10;

/// Places, by the hash of their keys.
#[derive(Debug)]
pub struct Hash {
    /// A power of two of them.
    slots: Vec<u32>,
    /// Bits of a hash that are no slot.
    shift: u32,
    comparisons: u64,
}

impl<K: Word> Index<K> for Hash {
    fn new(budget: &mut Budget) -> Result<Self, Full> {
        Ok(Self { slots: budget.filled(NOWHERE, 1 << FIRST)?, shift: 64 - FIRST, comparisons: 0 })
    }

    fn find(&mut self, key: K, keys: &Chunks<K>, budget: &mut Budget) -> Result<Option<u32>, Full> {
        let mask = self.slots.len() - 1;
        let mut slot = (key.mixed() >> self.shift) as usize & mask;
        while self.slots[slot] != NOWHERE {
            self.comparisons += 1;
            if keys.get(self.slots[slot]) == key {
                return Ok(Some(self.slots[slot]));
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = keys.len() as u32;
        if 4 * keys.len() > 3 * self.slots.len() {
            self.grow(key, keys, budget)?;
        }
        Ok(None)
    }

    fn glance(&mut self, keys: &[K], all: &Chunks<K>, known: &mut [bool]) {
        let mask = self.slots.len() - 1;
        let mut places = [NOWHERE; super::MOST_TOGETHER];
        // Each loop asks for memory that none of its rounds waits for.
        for (place, key) in places.iter_mut().zip(keys) {
            *place = self.slots[(key.mixed() >> self.shift) as usize & mask];
        }
        for ((known, &key), &place) in known.iter_mut().zip(keys).zip(&places) {
            *known = place != NOWHERE && all.get(place) == key;
            self.comparisons += u64::from(*known);
        }
    }

    fn comparisons(&self) -> u64 {
        self.comparisons
    }
}

impl Hash {
    /// A table twice as large, of all keys and the one that comes after them.
    fn grow<K: Word>(&mut self, next: K, keys: &Chunks<K>, budget: &mut Budget) -> Result<(), Full> {
        let size = self.slots.len();
        budget.take(4 * size)?;
        // The old one is not needed to make the new one.
        self.slots = Vec::new();
        self.slots.try_reserve_exact(2 * size).map_err(|_| Full)?;
        self.slots.resize(2 * size, NOWHERE);
        self.shift -= 1;
        let mask = 2 * size - 1;
        for (place, key) in (0..).zip(keys.iter().chain([next])) {
            let mut slot = (key.mixed() >> self.shift) as usize & mask;
            while self.slots[slot] != NOWHERE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = place;
        }
        Ok(())
    }
}

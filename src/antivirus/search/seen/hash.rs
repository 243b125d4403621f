//! A table of open addressing with linear probing (Knuth 1973, 6.4): a slot holds a place, and
//! is found by the hash of its key. At most three quarters of the slots are taken.
//!
//! Of 2ᵏ slots each needs k bits for a place. The other bits hold as many of the hash, so that
//! a key is nearly never looked at which is another one.

use super::{Index, NOWHERE};
use crate::antivirus::memory::{Budget, Chunks, Full};
use crate::antivirus::word::Word;

/// Slots of a new table, as a power of two.
const FIRST: u32 = 10;

/// A slot that holds nothing: no place has all of its bits.
const EMPTY: u32 = NOWHERE;

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
        Ok(Self { slots: budget.filled(EMPTY, 1 << FIRST)?, shift: 64 - FIRST, comparisons: 0 })
    }

    fn find(&mut self, key: K, keys: &Chunks<K>, budget: &mut Budget) -> Result<Option<u32>, Full> {
        let hash = key.mixed();
        let slot = match self.probe(key, hash, self.slot(hash), keys) {
            Ok(place) => return Ok(Some(place)),
            Err(slot) => slot,
        };
        self.slots[slot] = keys.len() as u32 | self.tag(hash);
        if 4 * keys.len() > 3 * self.slots.len() {
            self.grow(key, keys, budget)?;
        }
        Ok(None)
    }

    fn sift(&mut self, keys: &mut [K], all: &Chunks<K>) -> usize {
        let mut fresh = 0;
        for nth in 0..keys.len() {
            let key = keys[nth];
            let hash = key.mixed();
            let known = self.probe(key, hash, self.slot(hash), all).is_ok();
            // Without a branch that nobody can foresee.
            keys[fresh] = key;
            fresh += usize::from(!known);
        }
        fresh
    }

    fn comparisons(&self) -> u64 {
        self.comparisons
    }
}

impl Hash {
    fn slot(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }

    /// What a slot holds of a hash, above its place.
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.places()
    }

    /// The bits of a slot that are a place.
    fn places(&self) -> u32 {
        (self.slots.len() - 1) as u32
    }

    /// The place of a key from a slot on, or the first empty slot.
    fn probe<K: Word>(&mut self, key: K, hash: u64, mut slot: usize, keys: &Chunks<K>) -> Result<u32, usize> {
        let (tag, places) = (self.tag(hash), self.places());
        loop {
            let held = self.slots[slot];
            if held == EMPTY {
                return Err(slot);
            }
            if held & !places == tag {
                self.comparisons += 1;
                if keys.get(held & places) == key {
                    return Ok(held & places);
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// A table twice as large, of all keys and the one that comes after them.
    fn grow<K: Word>(&mut self, next: K, keys: &Chunks<K>, budget: &mut Budget) -> Result<(), Full> {
        let size = self.slots.len();
        budget.take(4 * size)?;
        // The old one is not needed to make the new one.
        self.slots = Vec::new();
        self.slots.try_reserve_exact(2 * size).map_err(|_| Full)?;
        self.slots.resize(2 * size, EMPTY);
        self.shift -= 1;
        for (place, key) in (0..).zip(keys.iter().chain([next])) {
            let hash = key.mixed();
            let mut slot = self.slot(hash);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (2 * size - 1);
            }
            self.slots[slot] = place | self.tag(hash);
        }
        Ok(())
    }
}

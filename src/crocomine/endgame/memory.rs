//! The memory of solved sets: from a set of worlds to its value, or a bound on it.
//!
//! Open addressing over powers of two. Keys are the sets themselves, compared in
//! full, so that no answer depends on a hash.

/// What is known of the value of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// This it is.
    Exactly(u32),
    /// It is no more.
    AtMost(u32),
}

/// Values by set of worlds; sets are ascending.
#[derive(Debug)]
pub struct Memory {
    /// 1 + the place of an entry, or 0; a power of two of them.
    slots: Vec<u32>,
    entries: Vec<Entry>,
    keys: Vec<u16>,
}

#[derive(Debug)]
struct Entry {
    hash: u64,
    start: u32,
    len: u32,
    known: Known,
}

impl Default for Memory {
    fn default() -> Self {
        Self { slots: vec![0; 256], entries: Vec::new(), keys: Vec::new() }
    }
}

/// Where a set is to be remembered; found by [`Memory::find`], and good as long as it is the same set.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Memory {
    /// What is known of a set, if anything.
    pub fn find(&self, set: &[u16]) -> (Hash, Option<Known>) {
        let hash = hash(set);
        let known = match self.slots[self.slot(hash, set)] {
            0 => None,
            entry => Some(self.entries[entry as usize - 1].known),
        };
        (Hash(hash), known)
    }

    /// Takes in what became known of a set, in place of what was.
    pub fn keep(&mut self, Hash(hash): Hash, set: &[u16], known: Known) {
        let slot = self.slot(hash, set);
        if let Some(entry) = self.slots[slot].checked_sub(1) {
            self.entries[entry as usize].known = known;
            return;
        }
        self.entries.push(Entry { hash, start: self.keys.len() as u32, len: set.len() as u32, known });
        self.keys.extend_from_slice(set);
        self.slots[slot] = self.entries.len() as u32;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    /// The slot of a set, or the free one where it belongs.
    fn slot(&self, hash: u64, set: &[u16]) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(entry) = self.slots[at].checked_sub(1) {
            let entry = &self.entries[entry as usize];
            if entry.hash == hash && self.keys[entry.start as usize..][..entry.len as usize] == *set {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        let mask = self.slots.len() - 1;
        for (entry, number) in self.entries.iter().zip(1..) {
            let mut at = entry.hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = number;
        }
    }
}

/// A sum over the worlds, so that they are mixed side by side.
fn hash(set: &[u16]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = set.iter().map(|&world| {
        let product = (u64::from(world) + 1).wrapping_mul(ODD);
        (product ^ (product >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd)
    });
    let sum = mixed.fold(0, u64::wrapping_add);
    sum ^ (sum >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn the_last_word_on_a_set_is_remembered(words in prop::collection::vec((prop::collection::btree_set(0u16..12, 1..6), any::<u32>()), 0..2000)) {
            let mut memory = Memory::default();
            let mut expected: BTreeMap<BTreeSet<u16>, u32> = BTreeMap::new();
            for (set, value) in words {
                let key: Vec<u16> = set.iter().copied().collect();
                let (hash, known) = memory.find(&key);
                prop_assert_eq!(known, expected.get(&set).map(|&value| Known::AtMost(value)));
                memory.keep(hash, &key, Known::AtMost(value));
                expected.insert(set, value);
            }
        }
    }
}

//! The positions seen so far, each stored once, with its parent: 24 bytes or less a position
//! where a key has 64 bits.
//!
//! Positions are told by their place in the order of coming; a table of open addressing with
//! linear probing finds the place of a key. Paths are never copied: they are read from the
//! parents.

use crate::antivirus::word::Word;

/// Entries of the table that nothing is in.
const EMPTY: u32 = u32::MAX;

/// Positions in the order of coming.
#[derive(Debug)]
pub struct Seen<K> {
    keys: Vec<K>,
    parents: Vec<u32>,
    /// Places, by the hash of their keys; a power of two, at most two thirds full.
    table: Vec<u32>,
    /// Bits of a hash that are no place in the table.
    shift: u32,
    /// Bytes that may be used.
    most: usize,
}

/// The memory that may be used is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<K: Word> Seen<K> {
    /// None yet, and room for so many bytes.
    pub fn new(most: usize) -> Self {
        Self { keys: Vec::new(), parents: Vec::new(), table: vec![EMPTY; 1 << 10], shift: 64 - 10, most }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + 4 * (self.parents.capacity() + self.table.len())
    }

    /// The key at a place.
    pub fn key(&self, place: u32) -> K {
        self.keys[place as usize]
    }

    /// Adds a key that came from a parent; whether it is new.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn add(&mut self, key: K, parent: u32) -> Result<bool, Full> {
        let mask = self.table.len() - 1;
        let mut slot = (key.mixed() >> self.shift) as usize;
        while self.table[slot] != EMPTY {
            if self.keys[self.table[slot] as usize] == key {
                return Ok(false);
            }
            slot = (slot + 1) & mask;
        }
        if self.keys.len() == self.keys.capacity() {
            self.grow()?;
        }
        self.table[slot] = self.keys.len() as u32;
        self.keys.push(key);
        self.parents.push(parent);
        if 3 * self.keys.len() > 2 * self.table.len() {
            self.rehash()?;
        }
        Ok(true)
    }

    /// Room for half as many again.
    fn grow(&mut self) -> Result<(), Full> {
        let more = (self.keys.len() / 2).max(1 << 10);
        // While a vector grows, its old self is there too.
        let needed = self.bytes() + more * (size_of::<K>() + 4) + self.keys.len() * size_of::<K>();
        if needed > self.most || self.keys.len() + more >= EMPTY as usize {
            return Err(Full);
        }
        self.keys.reserve_exact(more);
        self.parents.reserve_exact(more);
        Ok(())
    }

    /// A table twice as large.
    fn rehash(&mut self) -> Result<(), Full> {
        let size = 2 * self.table.len();
        if self.bytes() + 4 * size > self.most {
            return Err(Full);
        }
        self.shift -= 1;
        self.table = vec![EMPTY; size];
        for (place, key) in self.keys.iter().enumerate() {
            let mut slot = (key.mixed() >> self.shift) as usize;
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = place as u32;
        }
        Ok(())
    }

    /// The keys from the first one to that of a place.
    pub fn path(&self, mut place: u32) -> Vec<K> {
        let mut path = vec![self.key(place)];
        while place != 0 {
            place = self.parents[place as usize];
            path.push(self.key(place));
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_holds_what_a_map_holds(keys in prop::collection::vec(0_u64..5000, 0..6000)) {
            let (mut seen, mut map) = (Seen::new(usize::MAX), BTreeMap::new());
            for (nth, &key) in keys.iter().enumerate() {
                let new = !map.contains_key(&key);
                if new {
                    map.insert(key, map.len());
                }
                prop_assert_eq!(seen.add(key << 40, nth as u32), Ok(new));
            }
            prop_assert_eq!(seen.len(), map.len());
            for (key, place) in map {
                prop_assert_eq!(seen.key(place as u32), key << 40);
            }
        }
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let mut seen: Seen<u64> = Seen::new(1 << 20);
        let fits = (0..u64::MAX).take_while(|&key| seen.add(key, 0).is_ok()).count();
        assert!(seen.bytes() <= 1 << 20 && fits > 20_000, "{fits} in {} bytes", seen.bytes());
    }
}

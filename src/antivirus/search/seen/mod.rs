//! The positions seen so far, each stored once, with its parent.
//!
//! Positions are told by their place in the order of coming. What finds the place of a key is
//! a choice: a [`List`] reads all of them (find in O(n)), a balanced tree ([`Avl`]) descends
//! (O(log n)), a table ([`struct@Hash`]) looks it up (O(1)). Paths are never copied: they are read
//! from the parents.

mod avl;
mod hash;
mod list;

pub use avl::Avl;
pub use hash::Hash;
pub use list::List;

use crate::antivirus::memory::{Budget, Chunks, Full};
use crate::antivirus::word::Word;

/// The place of no position.
pub const NOWHERE: u32 = u32::MAX;

/// Finds places by keys.
pub trait Index<K: Word>: Sized {
    /// Of no keys.
    ///
    /// # Errors
    /// Where there is no room for it.
    fn new(budget: &mut Budget) -> Result<Self, Full>;

    /// The place of a key among `keys`; where it is not there, it is noted as the next one
    /// and the caller adds it.
    ///
    /// # Errors
    /// Where there is no room to note it.
    fn find(&mut self, key: K, keys: &Chunks<K>, budget: &mut Budget) -> Result<Option<u32>, Full>;

    /// Takes out keys that are seen to be there, as far as that is faster together than by
    /// [`Index::find`], and says how many are left, which come first.
    fn sift(&mut self, keys: &mut [K], _all: &Chunks<K>) -> usize {
        keys.len()
    }

    /// Comparisons of keys so far.
    fn comparisons(&self) -> u64;
}

/// Positions in the order of coming.
#[derive(Debug)]
pub struct Seen<K, I> {
    keys: Chunks<K>,
    parents: Chunks<u32>,
    index: I,
    /// What all that is stored is taken from.
    pub budget: Budget,
}

impl<K: Word, I: Index<K>> Seen<K, I> {
    /// None yet.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn new(mut budget: Budget) -> Result<Self, Full> {
        Ok(Self { keys: Chunks::default(), parents: Chunks::default(), index: I::new(&mut budget)?, budget })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key at a place.
    pub fn key(&self, place: u32) -> K {
        self.keys.get(place)
    }

    /// Comparisons of keys so far.
    pub fn comparisons(&self) -> u64 {
        self.index.comparisons()
    }

    /// The place of a key that came from a parent, and whether it is new.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn add(&mut self, key: K, parent: u32) -> Result<(u32, bool), Full> {
        if let Some(place) = self.index.find(key, &self.keys, &mut self.budget)? {
            return Ok((place, false));
        }
        let place = self.keys.len() as u32;
        self.keys.push(key, &mut self.budget)?;
        self.parents.push(parent, &mut self.budget)?;
        if place == NOWHERE - 1 { Err(Full) } else { Ok((place, true)) }
    }

    /// Adds all that came from a parent; those that are known are taken out.
    ///
    /// # Errors
    /// Where there is no room for one.
    pub fn add_all(&mut self, keys: &mut [K], parent: u32) -> Result<(), Full> {
        let fresh = self.index.sift(keys, &self.keys);
        keys[..fresh].iter().try_for_each(|&key| self.add(key, parent).map(drop))
    }

    /// Another parent for a place: a shorter way to it.
    pub fn adopt(&mut self, place: u32, parent: u32) {
        self.parents.set(place, parent);
    }

    /// The keys from the first one to that of a place.
    pub fn path(&self, mut place: u32) -> Vec<K> {
        let mut path = vec![self.key(place)];
        while self.parents.get(place) != NOWHERE {
            place = self.parents.get(place);
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

    /// Whatever finds the keys: it holds what a map holds.
    fn check<I: Index<u64>>(keys: &[u64], together: usize) -> Result<(), TestCaseError> {
        let mut seen: Seen<u64, I> = Seen::new(Budget::new(usize::MAX)).expect("there is room");
        let mut map = BTreeMap::new();
        for keys in keys.chunks(together) {
            let mut keys: Vec<u64> = keys.iter().map(|key| key << 40).collect();
            for &key in &keys {
                let next = map.len() as u32;
                map.entry(key).or_insert(next);
            }
            if together == 1 {
                prop_assert_eq!(seen.add(keys[0], 0).map(|(place, _)| place), Ok(map[&keys[0]]));
            } else {
                prop_assert_eq!(seen.add_all(&mut keys, 0), Ok(()));
            }
            prop_assert_eq!(seen.len(), map.len());
        }
        for (key, place) in map {
            prop_assert_eq!(seen.key(place), key);
            prop_assert_eq!(seen.add(key, 0), Ok((place, false)));
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn each_holds_what_a_map_holds(keys in prop::collection::vec(0_u64..3000, 1..4000), together in 1_usize..100) {
            check::<Hash>(&keys, together)?;
            check::<Avl>(&keys, together)?;
            check::<List>(&keys[..keys.len() / 4], together)?;
        }
    }

    #[test]
    fn each_stops_where_there_is_no_room() {
        fn fits<I: Index<u64>>() -> (usize, Budget) {
            let mut seen: Seen<u64, I> = Seen::new(Budget::new(1 << 20)).expect("there is room for none");
            ((0..u64::MAX).take_while(|&key| seen.add(key, 0).is_ok()).take(10_000_000).count(), seen.budget)
        }
        for (fits, budget) in [fits::<Hash>(), fits::<Avl>()] {
            assert!(budget.peak() <= 1 << 20 && fits > 20_000, "{fits} in {budget:?}");
        }
    }
}

//! No index at all: every key is compared with all that there are, the last one first. What
//! a search costs whose seen positions are a linked list.

use super::Index;
use crate::antivirus::memory::{Budget, Chunks, Full};
use crate::antivirus::word::Word;

/// Reads all keys.
#[derive(Debug)]
pub struct List {
    comparisons: u64,
}

impl<K: Word> Index<K> for List {
    fn new(_: &mut Budget) -> Result<Self, Full> {
        Ok(Self { comparisons: 0 })
    }

    fn find(&mut self, key: K, keys: &Chunks<K>, _: &mut Budget) -> Result<Option<u32>, Full> {
        let place = (0..keys.len() as u32).rev().find(|&place| keys.get(place) == key);
        self.comparisons += (keys.len() - place.map_or(0, |place| place as usize)) as u64;
        Ok(place)
    }

    fn comparisons(&self) -> u64 {
        self.comparisons
    }
}

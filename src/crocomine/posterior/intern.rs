//! A table that numbers keys in the order in which they are first seen.
//!
//! Open addressing over powers of two, cleared by raising a stamp: it is used
//! anew for every layer of every diagram. The numbers depend on the keys' order
//! alone, never on the hash, so that results do not either.

/// Numbers distinct keys from 0.
#[derive(Debug, Default)]
pub struct Interner {
    slots: Vec<Slot>,
    stamp: u32,
    keys: Vec<u128>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    stamp: u32,
    number: u32,
}

impl Interner {
    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.keys.clear();
        if self.stamp == u32::MAX {
            self.slots.fill(Slot::default());
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// The keys, by number.
    pub fn keys(&self) -> &[u128] {
        &self.keys
    }

    /// The number of a key, new or old.
    pub fn intern(&mut self, key: u128) -> u32 {
        if self.keys.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(key) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.stamp != self.stamp {
                let number = self.keys.len() as u32;
                *slot = Slot { stamp: self.stamp, number };
                self.keys.push(key);
                return number;
            }
            if self.keys[slot.number as usize] == key {
                return slot.number;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, Slot::default());
        self.stamp = 1;
        for (number, &key) in self.keys.iter().enumerate() {
            let mut at = hash(key) as usize & (size - 1);
            while self.slots[at].stamp == self.stamp {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = Slot { stamp: self.stamp, number: number as u32 };
        }
    }
}

fn hash(key: u128) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = ((key as u64) ^ ODD).wrapping_mul(ODD) ^ ((key >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
    product ^ (product >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn numbers_keys_in_the_order_first_seen(rounds in prop::collection::vec(prop::collection::vec(0u128..300, 0..400), 1..4)) {
            let mut interner = Interner::default();
            for keys in rounds {
                interner.clear();
                let mut numbers = BTreeMap::new();
                for key in keys {
                    let key = key << 60;
                    let next = numbers.len() as u32;
                    let expected = *numbers.entry(key).or_insert(next);
                    prop_assert_eq!(interner.intern(key), expected);
                }
                prop_assert_eq!(interner.keys().len(), numbers.len());
            }
        }
    }
}

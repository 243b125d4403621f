//! A balanced search tree (G. Adelson-Velsky and E. Landis, "An algorithm for the
//! organization of information", 1962): the heights of two siblings differ by 1 at most,
//! which is restored after an insertion by a single rotation, or by a double one where the
//! new key lies between the two.

use super::{Index, NOWHERE};
use crate::antivirus::memory::{Budget, Chunks, Full};
use crate::antivirus::word::Word;
use std::cmp::Ordering;

/// A node: that of the key at the same place.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The places of the smaller and the larger keys' roots.
    children: [u32; 2],
    height: u8,
}

/// A tree of places, ordered by their keys.
#[derive(Debug)]
pub struct Avl {
    nodes: Chunks<Node>,
    root: u32,
    comparisons: u64,
    /// The way down to the last key: places, and to which side it goes on.
    way: Vec<(u32, usize)>,
}

impl<K: Word> Index<K> for Avl {
    fn new(_: &mut Budget) -> Result<Self, Full> {
        Ok(Self { nodes: Chunks::default(), root: NOWHERE, comparisons: 0, way: Vec::new() })
    }

    fn find(&mut self, key: K, keys: &Chunks<K>, budget: &mut Budget) -> Result<Option<u32>, Full> {
        self.way.clear();
        let mut place = self.root;
        while place != NOWHERE {
            self.comparisons += 1;
            let side = match key.cmp(&keys.get(place)) {
                Ordering::Equal => return Ok(Some(place)),
                Ordering::Less => 0,
                Ordering::Greater => 1,
            };
            self.way.push((place, side));
            place = self.nodes.get(place).children[side];
        }
        self.nodes.push(Node { children: [NOWHERE; 2], height: 1 }, budget)?;
        self.attach(self.nodes.len() as u32 - 1);
        Ok(None)
    }

    fn comparisons(&self) -> u64 {
        self.comparisons
    }
}

impl Avl {
    /// Hangs a new leaf below the way, and balances every node of it from below.
    fn attach(&mut self, leaf: u32) {
        let mut below = leaf;
        while let Some((place, side)) = self.way.pop() {
            let mut node = self.nodes.get(place);
            node.children[side] = below;
            self.nodes.set(place, node);
            below = self.balanced(place);
        }
        self.root = below;
    }

    fn height(&self, place: u32) -> u8 {
        if place == NOWHERE { 0 } else { self.nodes.get(place).height }
    }

    /// The root of a subtree after its heights are right again.
    fn balanced(&mut self, place: u32) -> u32 {
        let heights = self.nodes.get(place).children.map(|child| self.height(child));
        let heavy = usize::from(heights[1] > heights[0]);
        if heights[heavy] - heights[1 - heavy] < 2 {
            self.measure(place);
            return place;
        }
        let mut node = self.nodes.get(place);
        let child = node.children[heavy];
        let [outer, inner] = [heavy, 1 - heavy].map(|side| self.height(self.nodes.get(child).children[side]));
        if inner > outer {
            // The new key lies between the two: first the child turns the other way.
            node.children[heavy] = self.rotated(child, 1 - heavy);
            self.nodes.set(place, node);
        }
        self.rotated(place, heavy)
    }

    /// Lifts the child of one side above its parent; gives it.
    fn rotated(&mut self, place: u32, side: usize) -> u32 {
        let mut node = self.nodes.get(place);
        let child = node.children[side];
        let mut lifted = self.nodes.get(child);
        node.children[side] = lifted.children[1 - side];
        lifted.children[1 - side] = place;
        self.nodes.set(place, node);
        self.nodes.set(child, lifted);
        self.measure(place);
        self.measure(child);
        child
    }

    fn measure(&mut self, place: u32) {
        let node = self.nodes.get(place);
        let [left, right] = node.children.map(|child| self.height(child));
        self.nodes.set(place, Node { height: 1 + left.max(right), ..node });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antivirus::search::seen::Seen;
    use proptest::prelude::*;

    /// The height of a subtree, in which every rule holds.
    fn height(tree: &Avl, keys: &Seen<u64, Avl>, place: u32, (low, high): (Option<u64>, Option<u64>)) -> u8 {
        if place == NOWHERE {
            return 0;
        }
        let (node, key) = (tree.nodes.get(place), keys.key(place));
        assert!(low.is_none_or(|low| low < key) && high.is_none_or(|high| key < high), "out of order");
        let left = height(tree, keys, node.children[0], (low, Some(key)));
        let right = height(tree, keys, node.children[1], (Some(key), high));
        assert!(left.abs_diff(right) <= 1, "out of balance: {left} and {right}");
        assert_eq!(node.height, 1 + left.max(right));
        node.height
    }

    fn check(keys: impl IntoIterator<Item = u64>) -> (usize, u8) {
        let mut seen: Seen<u64, Avl> = Seen::new(Budget::new(usize::MAX)).expect("there is room");
        for key in keys {
            seen.add(key, 0).expect("there is room");
        }
        (seen.len(), height(&seen.index, &seen, seen.index.root, (None, None)))
    }

    /// Ascending keys ask for single rotations, zigzags for double ones. With single ones
    /// alone a zigzag stays out of balance.
    #[test]
    fn the_tree_is_ordered_and_balanced() {
        assert_eq!(check(0..1023), (1023, 10));
        assert_eq!(check((0..1023).rev()), (1023, 10));
        assert_eq!(check([3, 1, 2]), (3, 2));
        assert_eq!(check([1, 3, 2]), (3, 2));
        let (len, height) = check((0..500).flat_map(|n| [n, 1000 - n, 500 + (n * 7) % 11]));
        assert!(len > 900 && height <= 14, "{height}");
    }

    proptest! {
        #[test]
        fn its_height_is_within_that_of_the_theory(keys in prop::collection::vec(any::<u64>(), 0..3000)) {
            let (len, height) = check(keys);
            // Adelson-Velsky and Landis: less than 1.4405 log2(n + 2).
            prop_assert!(f64::from(height) < 1.4405 * libm::log2(len as f64 + 2.0));
        }
    }
}

//! What searches walk on: positions, and what each push costs in a metric.
//!
//! In `slide` the group that moved last, and where to, are part of the position, as the next
//! push may cost nothing. They lie above the position's own bits.

use super::board::Direction;
use super::instance::{Instance, MOST_PIECES, Push};
use super::layout::{Group, Layout, Places};
use super::metric::Metric;
use super::space::Space;
use super::word::Word;

/// Bits of the last group and direction.
const LAST: u32 = MOST_PIECES as u32 + 2;

/// Positions with a start, a goal and costs.
#[derive(Clone, Debug)]
pub struct Graph<K> {
    space: Space<K>,
    metric: Metric,
    target: u16,
}

impl<K: Word> Graph<K> {
    /// The graph of a layout in a metric; `None` where the words are too small.
    pub fn new(layout: &Layout, metric: Metric) -> Option<Self> {
        let more = if metric == Metric::Slide { LAST } else { 0 };
        Some(Self { space: Space::new(layout, more)?, metric, target: layout.target() })
    }

    /// Where it starts.
    pub fn start(&self) -> K {
        self.space.start()
    }

    /// The metric of its costs.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether the virus is where it is to be.
    pub fn is_goal(&self, key: K) -> bool {
        self.space.place(key, 0) == self.target
    }

    /// Where all pieces are.
    pub fn places(&self, key: K) -> Places {
        self.space.places(key)
    }

    /// Hands every position that one push leads to, and its cost, to `visit`.
    pub fn expand(&self, key: K, mut visit: impl FnMut(K, u32)) {
        match self.metric {
            Metric::Push => self.space.expand(key, |to, _, _| visit(to, 1)),
            Metric::Unit => self.space.expand(key, |to, _, group| visit(to, group.count_ones())),
            Metric::Slide => {
                let last = self.last(key);
                self.space.expand(self.position(key), |to, Push { direction, .. }, group| {
                    let renamed = self.space.renamed(key, group, direction);
                    let moved = (K::from(renamed) << 2 | K::from(direction as u16)) << self.space.bits();
                    visit(to | moved, self.metric.cost(group, direction, last));
                });
            }
        }
    }

    /// The group that moved last, and where to, where that counts.
    pub fn last(&self, key: K) -> Option<(Group, Direction)> {
        if self.metric != Metric::Slide {
            return None;
        }
        let last = key >> self.space.bits();
        let group = (last >> 2).low();
        (group != 0).then(|| (group, Direction::ALL[usize::from(last.low() & 3)]))
    }

    /// The pushes along a path.
    pub fn pushes(&self, instance: &Instance, path: &[K]) -> Vec<Push> {
        let path: Vec<K> = path.iter().map(|&key| self.position(key)).collect();
        self.space.pushes(instance, &path)
    }

    /// The position alone.
    fn position(&self, key: K) -> K {
        if self.metric == Metric::Slide { key & !(!K::ZERO << self.space.bits()) } else { key }
    }
}

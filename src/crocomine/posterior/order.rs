//! In which order a component's groups are decided: what keeps its graph narrow.

use super::frontier::Component;
use super::layout::WIDTH;

/// Orders groups; kept for its memory.
#[derive(Debug, Default)]
pub struct Orderer {
    /// Groups not yet taken, by constraint.
    left: Vec<u8>,
    /// Groups by constraint: `members[first[c]..first[c + 1]]`.
    first: Vec<u32>,
    members: Vec<u32>,
    filled: Vec<u8>,
    taken: Vec<bool>,
    open: Vec<u32>,
    other: Vec<u32>,
}

/// An order that is wider than this is worth a second look; see [`Orderer::by`].
const WORTH: u64 = 1 << 10;

/// No state holds more open constraints: each takes two bits at least.
const MOST_OPEN: usize = (WIDTH / 2) as usize;

/// Among which groups the next one is chosen.
#[derive(Clone, Copy)]
enum Among {
    /// Those of all open constraints.
    All,
    /// Those of the constraint that is open the longest.
    Oldest,
}

impl Orderer {
    /// An order of the groups that keeps few constraints open at once.
    ///
    /// Starts at the group met last, which lies far from where the component was
    /// begun (a pseudo-peripheral vertex; George and Liu, 1979); then takes the group
    /// that leaves the fewest constraints open, and of equals the one whose constraint
    /// is open the longest. Among the groups of all open constraints that is narrow
    /// nearly everywhere, but runs along a row of cells that many constraints share
    /// with another and leaves them all open; among those of the oldest one it is
    /// never far from the best. The narrower of both is taken, the former where they
    /// are equal.
    pub fn order(&mut self, component: &Component, order: &mut Vec<u32>) {
        let narrow = self.by(Among::All, MOST_OPEN, component, order);
        if narrow.is_none_or(|width| width > WORTH) {
            let mut other = std::mem::take(&mut self.other);
            let oldest = self.by(Among::Oldest, usize::MAX, component, &mut other);
            if narrow.is_none_or(|width| oldest.is_some_and(|oldest| oldest < width)) {
                std::mem::swap(order, &mut other);
            }
            self.other = other;
        }
    }

    /// Orders by one rule; returns how wide that is: two to the number of constraints
    /// left open, summed over the groups. `None`, and no whole order, where more than
    /// `most` are open at once.
    fn by(&mut self, among: Among, most: usize, component: &Component, order: &mut Vec<u32>) -> Option<u64> {
        self.list_members(component);
        self.taken.clear();
        self.taken.resize(component.groups.len(), false);
        self.open.clear();
        order.clear();
        let mut width = 0u64;
        let mut next = component.groups.len() as u32 - 1;
        loop {
            self.take(component, next);
            order.push(next);
            if self.open.len() > most {
                return None;
            }
            width = width.saturating_add(1 << self.open.len().min(63));
            match self.best(among, component) {
                Some(best) => next = best,
                None => return Some(width),
            }
        }
    }

    fn list_members(&mut self, component: &Component) {
        let constraints = component.constraints.len();
        self.left.clear();
        self.left.resize(constraints, 0);
        for group in &component.groups {
            group.constraints().for_each(|c| self.left[c] += 1);
        }
        self.first.clear();
        self.first.push(0);
        let mut end = 0;
        for &count in &self.left {
            end += u32::from(count);
            self.first.push(end);
        }
        self.members.clear();
        self.members.resize(end as usize, 0);
        self.filled.clear();
        self.filled.resize(constraints, 0);
        for (g, group) in component.groups.iter().enumerate() {
            for c in group.constraints() {
                self.members[self.first[c] as usize + usize::from(self.filled[c])] = g as u32;
                self.filled[c] += 1;
            }
        }
    }

    fn take(&mut self, component: &Component, group: u32) {
        self.taken[group as usize] = true;
        for c in component.groups[group as usize].constraints() {
            self.left[c] -= 1;
            if !self.open.contains(&(c as u32)) {
                self.open.push(c as u32);
            }
        }
        self.open.retain(|&c| self.left[c as usize] > 0);
    }

    fn best(&self, among: Among, component: &Component) -> Option<u32> {
        let members = |&c: &u32| &self.members[self.first[c as usize] as usize..self.first[c as usize + 1] as usize];
        let open = match among {
            Among::All => &self.open[..],
            Among::Oldest => &self.open[..self.open.len().min(1)],
        };
        let candidates = open.iter().flat_map(members).filter(|&&g| !self.taken[g as usize]);
        candidates.copied().min_by_key(|&g| self.opened(component, g))
    }

    /// How many more constraints are open once this group is taken.
    fn opened(&self, component: &Component, group: u32) -> i32 {
        let of = |c: usize| i32::from(!self.open.contains(&(c as u32))) - i32::from(self.left[c] == 1);
        component.groups[group as usize].constraints().map(of).sum()
    }
}

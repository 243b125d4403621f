//! In which order a component's groups are decided: what keeps its graph narrow.

use super::frontier::Component;

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
}

impl Orderer {
    /// An order of the groups that keeps few constraints open at once.
    ///
    /// Starts at the group met last, which lies far from where the component was
    /// begun (a pseudo-peripheral vertex; George and Liu, 1979); then takes, among
    /// the groups of open constraints, the one that leaves the fewest constraints
    /// open, and of equals the one whose constraint is open the longest.
    pub fn order(&mut self, component: &Component, order: &mut Vec<u32>) {
        self.list_members(component);
        self.taken.clear();
        self.taken.resize(component.groups.len(), false);
        self.open.clear();
        order.clear();
        let mut next = component.groups.len() as u32 - 1;
        loop {
            self.take(component, next);
            order.push(next);
            match self.best(component) {
                Some(best) => next = best,
                None => return,
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

    fn best(&self, component: &Component) -> Option<u32> {
        let members = |&c: &u32| &self.members[self.first[c as usize] as usize..self.first[c as usize + 1] as usize];
        let candidates = self.open.iter().flat_map(members).filter(|&&g| !self.taken[g as usize]);
        candidates.copied().min_by_key(|&g| self.opened(component, g))
    }

    /// How many more constraints are open once this group is taken.
    fn opened(&self, component: &Component, group: u32) -> i32 {
        let of = |c: usize| i32::from(!self.open.contains(&(c as u32))) - i32::from(self.left[c] == 1);
        component.groups[group as usize].constraints().map(of).sum()
    }
}

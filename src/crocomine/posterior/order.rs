//! In which order a component's groups are decided: what keeps its graph narrow.

use super::frontier::Component;

/// Orders groups; kept for its memory.
#[derive(Debug, Default)]
pub struct Orderer {
    /// Groups not yet taken, by constraint.
    left: Vec<u8>,
    /// Groups by constraint: `members[first[c]..first[c + 1]]`.
    first: Vec<u16>,
    members: Vec<u16>,
    filled: Vec<u8>,
    taken: Vec<bool>,
    open: Vec<u16>,
}

impl Orderer {
    /// An order of the groups that keeps few constraints open at once.
    ///
    /// Starts at the group met last, which lies far from where the component was
    /// begun (a pseudo-peripheral vertex; George and Liu, 1979); then takes, among
    /// the groups of open constraints, the one that leaves the fewest constraints
    /// open, and of equals the one whose constraint is open the longest.
    pub fn order(&mut self, component: &Component, order: &mut Vec<u16>) {
        self.list_members(component);
        self.taken.clear();
        self.taken.resize(component.groups.len(), false);
        self.open.clear();
        order.clear();
        let mut next = component.groups.len() as u16 - 1;
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
            end += u16::from(count);
            self.first.push(end);
        }
        self.members.clear();
        self.members.resize(usize::from(end), 0);
        self.filled.clear();
        self.filled.resize(constraints, 0);
        for (g, group) in component.groups.iter().enumerate() {
            for c in group.constraints() {
                self.members[usize::from(self.first[c]) + usize::from(self.filled[c])] = g as u16;
                self.filled[c] += 1;
            }
        }
    }

    fn take(&mut self, component: &Component, group: u16) {
        self.taken[usize::from(group)] = true;
        for c in component.groups[usize::from(group)].constraints() {
            self.left[c] -= 1;
            if !self.open.contains(&(c as u16)) {
                self.open.push(c as u16);
            }
        }
        self.open.retain(|&c| self.left[usize::from(c)] > 0);
    }

    fn best(&self, component: &Component) -> Option<u16> {
        let members = |&c: &u16| &self.members[usize::from(self.first[usize::from(c)])..usize::from(self.first[usize::from(c) + 1])];
        let candidates = self.open.iter().flat_map(members).filter(|&&g| !self.taken[usize::from(g)]);
        candidates.copied().min_by_key(|&g| self.opened(component, g))
    }

    /// How many more constraints are open once this group is taken.
    fn opened(&self, component: &Component, group: u16) -> i32 {
        let of = |c: usize| i32::from(!self.open.contains(&(c as u16))) - i32::from(self.left[c] == 1);
        component.groups[usize::from(group)].constraints().map(of).sum()
    }
}

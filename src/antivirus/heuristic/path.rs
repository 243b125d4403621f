//! The virus's shortest way around the white cells, as if it were alone.

use super::{Admissible, Entry, NEVER, OfVirus};
use crate::antivirus::layout::{Layout, NONE};
use std::collections::VecDeque;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "path",
    about: "the virus's shortest way around the white cells, as if it were alone",
    admissible: [
        Admissible::Proven("a push moves the virus along this way by one cell at most; other pieces take none away"),
        Admissible::Proven("a push moves the virus along this way by one cell at most, and costs 1 at least"),
        Admissible::Refuted("the virus goes straight up any number of cells in one slide"),
    ],
    build: |layout, _, _| Ok(Box::new(OfVirus(steps(layout)))),
};

/// Steps from each placement of the virus to its target, without the other pieces.
pub fn steps(layout: &Layout) -> Vec<u32> {
    let virus = &layout.pieces()[0];
    let mut steps = vec![NEVER; virus.len()];
    let mut queue = VecDeque::new();
    if let Some(target) = steps.get_mut(usize::from(layout.target())) {
        *target = 0;
        queue.push_back(layout.target());
    }
    // What one step undoes another one does: it is the same way backwards.
    while let Some(place) = queue.pop_front() {
        let here = steps[usize::from(place)];
        for next in virus[usize::from(place)].next.into_iter().filter(|&next| next != NONE) {
            let step = &mut steps[usize::from(next)];
            if *step == NEVER {
                *step = here + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

//! The squared distance between the virus and its target: what naive solvers take.

use super::{Admissible, Entry, OfVirus};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "squared-distance",
    about: "squared rows and columns between the virus and its target, the naive baseline",
    admissible: [Admissible::Refuted("two cells below its target and alone, the virus needs 2 pushes, not 4"); 3],
    build: |layout, _, _| Ok(OfVirus::by_offset(layout, |rows, cols| rows * rows + cols * cols)),
};

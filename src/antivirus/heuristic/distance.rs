//! Rows and columns between the virus and its target (the Manhattan distance).

use super::{Admissible, Entry, OfVirus};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "distance",
    about: "rows and columns between the virus and its target",
    admissible: [
        Admissible::Proven("a push moves the virus by one cell at most"),
        Admissible::Proven("a push moves the virus by one cell at most, and costs 1 at least"),
        Admissible::Refuted("the virus goes straight up any number of cells in one slide"),
    ],
    build: |layout, _, _| Ok(OfVirus::by_offset(layout, |rows, cols| rows + cols)),
};

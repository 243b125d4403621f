//! Pattern databases of the virus and one other piece: the largest of them.

use super::{Entry, patterns};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "pair",
    about: "exact costs with the virus and one other piece alone, the largest of them",
    admissible: patterns::ADMISSIBLE,
    build: |layout, metric, budget| patterns::build(layout, 1, metric, budget),
};

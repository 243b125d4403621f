//! Pattern databases of the virus and two other pieces: the largest of them.

use super::{Entry, patterns};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "triple",
    about: "exact costs with the virus and two other pieces alone, the largest of them; takes time and memory to make",
    admissible: patterns::ADMISSIBLE,
    build: |layout, metric, budget| patterns::build(layout, 2, metric, budget),
};

//! WIP; follows with the posterior.
use super::{Entry, OptionSpec, Values};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "components",
    about: "exact posterior by component enumeration; least risk at a stall",
    options: &[OptionSpec {
        name: "guess_animals",
        about: "whether a stall may be met by naming an animal",
        default: "true",
        values: Values::Flag,
    }],
    build: |_| unimplemented!(),
};

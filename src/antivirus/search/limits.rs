//! How much a search may do: work and memory, never time.

use crate::registry::{OptionSpec, Options, Values};

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions expanded.
    pub expanded: u64,
    /// Bytes for what is stored.
    pub bytes: usize,
}

/// The option that sets the first.
pub const MAX_EXPANDED: OptionSpec =
    OptionSpec { name: "max_expanded", about: "give up after so many positions expanded", default: "off", values: Values::CountOrOff };

/// The option that sets the second.
pub const MEMORY: OptionSpec =
    OptionSpec { name: "memory", about: "give up rather than use more bytes for positions", default: "4294967296", values: Values::Count };

impl Limits {
    /// None at all, but what there is.
    pub const NONE: Self = Self { expanded: u64::MAX, bytes: usize::MAX };

    /// Those that options set.
    pub fn new(options: &Options) -> Self {
        let expanded = options.count_or_off(MAX_EXPANDED.name).map_or(u64::MAX, |count| count as u64);
        Self { expanded, bytes: options.count(MEMORY.name) }
    }
}

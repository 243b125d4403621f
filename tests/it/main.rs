//! The test binary: what the parts do together.

mod oracle;
mod sat;
mod states;

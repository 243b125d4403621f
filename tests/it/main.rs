//! The test binary: what the parts do together, one module a topic.

mod floors;
mod oracle;
mod report;
mod reveal;
mod state;
mod states;
mod worlds;

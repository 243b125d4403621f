//! The test binary: what the parts do together, one module a topic.

mod cli;
mod maps;
mod oracle;
mod play;
mod reveal;
mod state;
mod states;
mod worlds;

//! The test binary: one module a topic.

mod reveal;
mod state;
mod worlds;

//! The test binary: one module a topic.

mod floors;

//! The test binary.
mod sat;

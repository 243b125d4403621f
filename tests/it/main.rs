//! The test binary.
mod maps;

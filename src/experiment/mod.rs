//! Experiments: from a question to its rows.
pub mod maps;

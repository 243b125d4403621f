//! The results folder: what an experiment leaves behind, written and read here.

pub mod summary;

//! Clover replaces the luck in guessing games.
pub mod cli;
pub mod crocomine;
pub mod experiment;
pub mod grid;
pub mod record;
pub mod report;
pub mod results;
pub mod sat;
pub mod seed;
pub mod stats;

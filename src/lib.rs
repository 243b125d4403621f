//! Clover replaces the luck in guessing games.
pub mod crocomine;
pub mod grid;
pub mod report;
pub mod results;
pub mod seed;
pub mod stats;

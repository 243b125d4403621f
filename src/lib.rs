//! Clover replaces the luck in guessing games.
pub mod crocomine;
pub mod experiment;
pub mod grid;
pub mod seed;

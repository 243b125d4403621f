//! Clover replaces the luck in guessing games.
pub mod crocomine;
pub mod grid;
pub mod sat;
pub mod seed;

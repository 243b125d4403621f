//! Crocomine: a Minesweeper with tigers, sharks and crocodiles.

pub mod clauses;
pub mod knowledge;
pub mod level;
pub mod play;
pub mod posterior;
pub mod rules;
pub mod state;
pub mod strategy;
pub mod world;

//! Crocomine: a Minesweeper with tigers, sharks and crocodiles.

pub mod analysis;
pub mod clauses;
pub mod croco;
pub mod generator;
pub mod knowledge;
pub mod level;
pub mod play;
pub mod posterior;
pub mod recipe;
pub mod rules;
pub mod state;
pub mod strategy;
pub mod trace;
pub mod transcript;
pub mod world;

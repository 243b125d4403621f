//! Crocomine: a Minesweeper with tigers on land, sharks in the sea and
//! crocodiles on both.
//!
//! The truth ([`level`], [`world`]) answers actions; [`knowledge`] is what a
//! player has learned; [`posterior`] is what follows from it, [`endgame`] what is best
//! to do where few worlds are left; a [`strategy`] suggests, and [`play`](mod@play) acts. Maps come from files ([`croco`]) or are drawn
//! ([`recipe`], [`generator`]).

pub mod analysis;
pub mod clauses;
pub mod croco;
pub mod endgame;
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

//! Crocomine: a Minesweeper with tigers on land, sharks in the sea and
//! crocodiles on both.
//!
//! The truth ([`level`], [`world`]) answers actions; [`knowledge`] is what a
//! player has learned; [`posterior`] is what follows from it, [`endgame`] what is best
//! to do where few worlds are left; a [`strategy`] suggests, and [`play`](mod@play) acts.
//! [`features`] tell what a stall looks like, and [`counterfactual`] scores what would
//! have come of each candidate. Maps come from files ([`croco`]) or are drawn
//! ([`recipe`], [`generator`]).

pub mod analysis;
pub mod clauses;
pub mod counterfactual;
pub mod croco;
pub mod endgame;
pub mod features;
pub mod generator;
pub mod knowledge;
pub mod level;
pub mod play;
pub mod posterior;
pub mod race;
pub mod recipe;
pub mod rules;
pub mod state;
pub mod strategy;
pub mod trace;
pub mod transcript;
pub mod world;

//! The network game: the protocol of the game's server, a player's side of it and a
//! server of our own.
//!
//! [`wire`] writes the protocol down once, around the records of
//! [`crate::crocomine::state`]. [`client`] is a [`Host`](crate::crocomine::play::Host) like
//! any other, so that every strategy plays remotely as it does locally. [`server`] walks
//! groups through maps, and shows a page on which they can be watched.

pub mod client;
pub mod server;
pub mod wire;

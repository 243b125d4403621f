//! Anti-Virus: a sliding puzzle in which pieces push each other, and the virus must leave
//! through the opening of a diamond of hollows.
//!
//! [`board`] is the diamond, [`instance`] a puzzle on it, as people draw it ([`drawing`])
//! or as files of many have it ([`booklet`]). [`layout`] is where its pieces can be, and
//! [`space`] all of its positions as words; in a [`metric`] they are a [`graph`].
//! [`search`] looks for a way out, asking a [`heuristic`] what is left, and
//! [`check`](mod@check) follows it by the rules alone.

pub mod board;
pub mod booklet;
pub mod check;
pub mod component;
pub mod drawing;
pub mod features;
pub mod generator;
pub mod graph;
pub mod heuristic;
pub mod instance;
pub mod layout;
pub mod memory;
pub mod metric;
pub mod numbered;
pub mod picture;
pub mod recipe;
pub mod search;
pub mod space;
pub mod word;

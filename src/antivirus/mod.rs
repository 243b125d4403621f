//! Anti-Virus: a sliding puzzle in which pieces push each other, and the virus must leave
//! through the opening of a diamond of hollows.
//!
//! [`board`] is the diamond, [`instance`] a puzzle on it, as people draw it ([`drawing`])
//! or as files of many have it ([`booklet`]);
//! [`space`] is all of its positions as words. [`search`] looks for a way out, and
//! [`check`](mod@check) follows it by the rules alone.

pub mod board;
pub mod booklet;
pub mod check;
pub mod drawing;
pub mod instance;
pub mod numbered;
pub mod picture;
pub mod search;
pub mod space;
pub mod word;

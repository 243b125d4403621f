//! The exact end game: the best action over an explicit list of worlds, found by
//! searching the whole tree of actions and answers.
//!
//! The value of a set of worlds is the *number* of those that best play wins, an
//! integer. To settle a cell as free or as an animal is right in the worlds that
//! hold it there, its *survivors*, and shows what it shows; the rest is lost.
//! What is right in all worlds of a set costs nothing, and is always done first:
//! - opening what is free in all, and naming what is the same in all, splits a set
//!   by what is shown, without loss. A (0,0,0) makes its neighbours free in all
//!   worlds of its part, so that no flood has to be told;
//! - hence an action needs no answer of its own: its value is that of the set of
//!   its survivors, in all of which its cell is the same. Actions with the same
//!   survivors are the same, and are analysed once;
//! - hence all that was seen in between is a function of the set of worlds that is
//!   left, which is the key under which its value is remembered.
//!
//! A set that cannot be split so is worth at most the survivors of its safest
//! action. This bound, summed over the parts of a split, prunes most of the tree
//! (`search`). A set that is the product of independent parts is worth the product
//! of their values (`factors`): nothing that is done in one of them tells of
//! another, and all have to be won.
//!
//! The value of a finite game by memory and bounds is folklore; for Minesweeper
//! see the end games of D. Hill's `JSMinesweeper`.

mod factors;
mod memory;
mod search;
mod table;

use super::posterior::Worlds;
use super::rules::Action;
use search::Search;

/// What best play is worth, and by which action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Number of worlds that best play wins.
    pub won: usize,
    /// Number of worlds.
    pub worlds: usize,
    /// The unproven actions, the best first: by worlds won, then survivors, then
    /// cell, discovering before tiger before shark before crocodile. Empty where
    /// something is proven.
    pub ranking: Vec<Ranked>,
}

/// An action in the order of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// A discovery or a guess.
    pub action: Action,
    /// Number of worlds in which it is right.
    pub survivors: usize,
    /// Number of worlds that it and then best play win: of the first action; of
    /// the others they are at most so many, and no more than of the first.
    pub won: usize,
}

/// Looks that one cell of one world costs before the search: at itself and all around.
const SETTING_UP: u64 = 9;

/// Most cells that may differ: listing and searching recurse over them, and a worker's
/// stack is small.
const MOST_CELLS: usize = 4096;

/// The most worlds in which so many cells may differ for [`solve`] to begin at all.
/// Whoever lists worlds for it lists no more: this also bounds memory, and the stack.
pub fn most_worlds(cells: usize, budget: u64) -> usize {
    if cells > MOST_CELLS {
        return 0;
    }
    // A place among the worlds is kept in 16 bits.
    (budget / (SETTING_UP * cells.max(1) as u64)).min(u64::from(u16::MAX)) as usize
}

/// The value of these worlds and the best action, where nothing else is hidden
/// than which of them is true. An animal that is not the same in all worlds may be
/// named if `guess_animals`. `None` where it takes more than `budget`, in cells
/// looked at in one world.
pub fn solve(worlds: &Worlds, guess_animals: bool, budget: u64) -> Option<Solution> {
    if worlds.len() > most_worlds(worlds.cells().len(), budget) {
        return None;
    }
    let work = SETTING_UP * (worlds.len() * worlds.cells().len()) as u64;
    Search::new(worlds, guess_animals, budget - work).solve()
}

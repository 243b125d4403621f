//! Best play of tiny boards: the whole game is one end game, searched to its end.
//!
//! A test instrument: what it wins, over all worlds of a board, no player can
//! exceed. Where a board is too large for that, it is `endgame` with larger limits,
//! and each decision that is not exact counts in `limits`.

use super::components::Components;
use super::endgame::Endgame;
use super::{Entry, GUESS_ANIMALS};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "optimal",
    about: "best play of tiny boards, by searching the whole game; for tests",
    options: &[GUESS_ANIMALS],
    build: |options| {
        let guess_animals = options.flag("guess_animals");
        Ok(Box::new(Endgame::whole(Components::strategy(guess_animals), WORLDS, guess_animals, BUDGET)))
    },
};

/// Most worlds: 5 × 5 cells with 4 animals have 12 650.
const WORLDS: usize = 16_384;

/// Most work of one search, in cells looked at in one world.
const BUDGET: u64 = 40_000_000;

//! The words of the game: terrain, animals, what a cell holds, what a player
//! may do.
//!
//! Tigers live on land, sharks in the sea, crocodiles on both; at most one
//! animal a cell. Triples are always ordered (tigers, sharks, crocodiles).

use crate::grid::{Cell, Grid};
use std::fmt;

/// What a cell is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    /// Where tigers and crocodiles live.
    Land,
    /// Where sharks and crocodiles live.
    Sea,
}

impl Terrain {
    /// The animal that lives only here.
    pub fn native(self) -> Animal {
        match self {
            Terrain::Land => Animal::Tiger,
            Terrain::Sea => Animal::Shark,
        }
    }
}

/// A dangerous animal. The discriminant is its place in every triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Animal {
    /// Lives on land.
    Tiger = 0,
    /// Lives in the sea.
    Shark = 1,
    /// Lives on both.
    Crocodile = 2,
}

impl Animal {
    /// All three, in the order of triples.
    pub const ALL: [Animal; 3] = [Animal::Tiger, Animal::Shark, Animal::Crocodile];

    /// Whether it can live on this terrain.
    pub fn lives_on(self, terrain: Terrain) -> bool {
        self == Animal::Crocodile || self == terrain.native()
    }

    /// The protocol's letter: `T`, `S` or `C`.
    pub fn letter(self) -> char {
        match self {
            Animal::Tiger => 'T',
            Animal::Shark => 'S',
            Animal::Crocodile => 'C',
        }
    }

    /// The word used in files: `tiger`, `shark` or `croco`.
    pub fn word(self) -> &'static str {
        match self {
            Animal::Tiger => "tiger",
            Animal::Shark => "shark",
            Animal::Crocodile => "croco",
        }
    }
}

/// What a cell holds: `None` is free.
pub type Content = Option<Animal>;

/// How many tigers, sharks and crocodiles: around a cell, or left on a board.
pub type Counts = [u16; 3];

/// What is known of a whole map from the start. Unit: cells or animals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Animals of each kind.
    pub animals: Counts,
    /// Land cells.
    pub land: usize,
    /// Sea cells.
    pub sea: usize,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Open a closed cell; deadly if an animal is there.
    Discover(Cell),
    /// Name the animal of a closed cell; deadly if wrong.
    Guess(Cell, Animal),
    /// Open what is left around an open cell whose animals were all named.
    Chord(Cell),
}

impl Action {
    /// The cell it is aimed at.
    pub fn cell(self) -> Cell {
        match self {
            Action::Discover(cell) | Action::Guess(cell, _) | Action::Chord(cell) => cell,
        }
    }

    /// The protocol's word: `discover`, `guess` or `chord`.
    pub fn word(self) -> &'static str {
        match self {
            Action::Discover(_) => "discover",
            Action::Guess(..) => "guess",
            Action::Chord(_) => "chord",
        }
    }

    /// For people: `discover (3,4)`, `guess (3,4) tiger`.
    pub fn describe(self, grid: &Grid) -> impl fmt::Display {
        let (row, col) = grid.pos(self.cell());
        let animal = match self {
            Action::Guess(_, animal) => format!(" {}", animal.word()),
            _ => String::new(),
        };
        format!("{} ({row},{col}){animal}", self.word())
    }
}

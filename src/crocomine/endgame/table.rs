//! What settling a cell would show in each world.
//!
//! A discovery shows the cell's terrain, the animals around it and the terrain of
//! the cells around; naming an animal shows the terrain of its cell. Both are a
//! function of the world alone, as far as cells differ at all: named animals and
//! known terrains are the same in every world, and tell nothing.

use crate::crocomine::posterior::Worlds;
use crate::crocomine::rules::{Content, Terrain};
use crate::grid::Cell;

/// For each cell and world a number: the content in its two lowest bits (free,
/// tiger, shark, crocodile), and in the others what settling the cell as that
/// content would show.
#[derive(Debug)]
pub struct Table {
    worlds: usize,
    codes: Vec<u32>,
    /// For each cell the places of the cells around it.
    around: Vec<Vec<u16>>,
}

/// The bits of a code that hold the content.
pub const CONTENT: u32 = 0b11;

/// The content as the number in a code.
pub fn number(content: Content) -> u32 {
    content.map_or(0, |animal| 1 + animal as u32)
}

impl Table {
    /// The table of these worlds' cells.
    pub fn new(worlds: &Worlds) -> Self {
        let cells = worlds.cells();
        let place = |cell: Cell| Some(cells.binary_search(&cell).ok()? as u16);
        let around: Vec<Vec<u16>> = cells.iter().map(|&cell| worlds.grid().neighbours(cell).filter_map(place).collect()).collect();
        let mut codes = vec![0; worlds.len() * cells.len()];
        let mut row: Vec<(u32, u32)> = Vec::with_capacity(cells.len());
        for world in 0..worlds.len() {
            row.clear();
            row.extend(worlds.row(world).map(|(terrain, content)| (number(content), u32::from(terrain == Terrain::Sea))));
            for (place, around) in around.iter().enumerate() {
                codes[place * worlds.len() + world] = code(&row, place, around);
            }
        }
        Self { worlds: worlds.len(), codes, around }
    }

    /// The codes of a cell, by world.
    pub fn column(&self, place: u16) -> &[u32] {
        &self.codes[usize::from(place) * self.worlds..][..self.worlds]
    }

    /// The places of the cells around a cell.
    pub fn around(&self, place: u16) -> &[u16] {
        &self.around[usize::from(place)]
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.around.len()
    }
}

/// Two bits of content, one of terrain; of a free cell then four bits for the
/// count of each kind around it and one for the terrain of each cell around.
fn code(row: &[(u32, u32)], place: usize, around: &[u16]) -> u32 {
    let (content, sea) = row[place];
    let mut code = content | sea << 2;
    if content == 0 {
        for (bit, &neighbour) in (15..).zip(around) {
            let (animal, sea) = row[usize::from(neighbour)];
            code += [0, 1 << 3, 1 << 7, 1 << 11][animal as usize];
            code |= sea << bit;
        }
    }
    code
}

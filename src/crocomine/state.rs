//! The game server's own records, as JSON: what a player is told at the start
//! ([`GridInfos`]), one entry of what is revealed ([`InfoRecord`]), and both
//! together as a whole state of knowledge ([`State`]).
//!
//! Source: the protocol of the game's subject. Used by `clover analyze`, traces
//! and both ends of the network game, so that the form is written once.

use super::knowledge::Knowledge;
use super::rules::{Animal, Terrain, Totals};
use super::world::{Info, Sight};
use crate::grid::{Cell, Grid, MAX_CELLS};
use serde::{Deserialize, Serialize};

/// Why records do not describe a state of knowledge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StateError(pub String);

/// `grid_infos`: what is told at the start of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridInfos {
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// Row and column of the start cell.
    pub start: (usize, usize),
    /// Tigers on the map.
    pub tiger_count: u16,
    /// Sharks on the map.
    pub shark_count: u16,
    /// Crocodiles on the map, of both habitats.
    pub croco_count: u16,
    /// Sea cells.
    pub sea_count: usize,
    /// Land cells.
    pub land_count: usize,
    /// Least number of discoveries that opens every free cell.
    #[serde(rename = "3BV", default, skip_serializing_if = "Option::is_none")]
    pub three_bv: Option<usize>,
    /// Cells revealed beforehand; null and missing mean none.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub infos: Vec<InfoRecord>,
}

/// One entry of `infos`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InfoRecord {
    /// Row and column.
    pub pos: (usize, usize),
    /// Its terrain.
    pub field: FieldWord,
    /// Tigers, sharks, crocodiles around, where the cell is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prox_count: Option<[u16; 3]>,
    /// The animal, where it was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animal: Option<AnimalLetter>,
}

/// `"sea"` or `"land"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldWord {
    /// Sea.
    Sea,
    /// Land.
    Land,
}

/// `"T"`, `"S"` or `"C"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnimalLetter {
    /// Tiger.
    T,
    /// Shark.
    S,
    /// Crocodile.
    C,
}

/// Everything learned so far about one map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What was told at the start.
    pub grid_infos: GridInfos,
    /// What was revealed since.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub infos: Vec<InfoRecord>,
}

fn null_is_empty<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Vec<InfoRecord>, D::Error> {
    Ok(Option::deserialize(input)?.unwrap_or_default())
}

impl From<Terrain> for FieldWord {
    fn from(terrain: Terrain) -> Self {
        match terrain {
            Terrain::Land => FieldWord::Land,
            Terrain::Sea => FieldWord::Sea,
        }
    }
}

impl From<FieldWord> for Terrain {
    fn from(word: FieldWord) -> Self {
        match word {
            FieldWord::Land => Terrain::Land,
            FieldWord::Sea => Terrain::Sea,
        }
    }
}

impl From<Animal> for AnimalLetter {
    fn from(animal: Animal) -> Self {
        match animal {
            Animal::Tiger => AnimalLetter::T,
            Animal::Shark => AnimalLetter::S,
            Animal::Crocodile => AnimalLetter::C,
        }
    }
}

impl From<AnimalLetter> for Animal {
    fn from(letter: AnimalLetter) -> Self {
        match letter {
            AnimalLetter::T => Animal::Tiger,
            AnimalLetter::S => Animal::Shark,
            AnimalLetter::C => Animal::Crocodile,
        }
    }
}

impl InfoRecord {
    /// The record of a fact.
    pub fn new(info: &Info, grid: &Grid) -> Self {
        let (prox_count, animal) = match info.sight {
            Sight::Closed => (None, None),
            Sight::Open(counts) => (Some(counts), None),
            Sight::Named(animal) => (None, Some(animal.into())),
        };
        Self { pos: grid.pos(info.cell), field: info.terrain.into(), prox_count, animal }
    }

    /// The fact of a record.
    ///
    /// # Errors
    /// Where the position is outside the grid, or the cell is said to be both
    /// open and an animal's.
    pub fn info(&self, grid: &Grid) -> Result<Info, StateError> {
        let (row, col) = self.pos;
        let cell = grid
            .checked_cell(row, col)
            .ok_or_else(|| StateError(format!("infos: position [{row},{col}] is outside the {} × {} grid", grid.rows(), grid.cols())))?;
        let sight = match (self.prox_count, self.animal) {
            (None, None) => Sight::Closed,
            (Some(counts), None) => Sight::Open(counts),
            (None, Some(letter)) => Sight::Named(letter.into()),
            (Some(_), Some(_)) => return Err(StateError(format!("infos: cell [{row},{col}] has both prox_count and animal"))),
        };
        Ok(Info { cell, terrain: self.field.into(), sight })
    }
}

impl GridInfos {
    /// What is told at the start of a map with this size, start and totals.
    pub fn new(grid: &Grid, start: Cell, totals: Totals, three_bv: Option<usize>) -> Self {
        Self {
            m: grid.rows(),
            n: grid.cols(),
            start: grid.pos(start),
            tiger_count: totals.animals[0],
            shark_count: totals.animals[1],
            croco_count: totals.animals[2],
            sea_count: totals.sea,
            land_count: totals.land,
            three_bv,
            infos: Vec::new(),
        }
    }

    /// The knowledge at the start of the map.
    ///
    /// # Errors
    /// Where the numbers do not fit together, or `infos` contradicts them.
    pub fn knowledge(&self) -> Result<Knowledge, StateError> {
        let cells = self.m.checked_mul(self.n).filter(|&cells| (1..=MAX_CELLS).contains(&cells));
        let cells = cells.ok_or_else(|| StateError(format!("grid_infos: m = {}, n = {}: want 1 to {MAX_CELLS} cells", self.m, self.n)))?;
        if self.sea_count.checked_add(self.land_count) != Some(cells) {
            return Err(StateError(format!(
                "grid_infos: sea_count {} + land_count {} is not m·n = {cells}",
                self.sea_count, self.land_count
            )));
        }
        let grid = Grid::new(self.m, self.n);
        let (row, col) = self.start;
        let start = grid
            .checked_cell(row, col)
            .ok_or_else(|| StateError(format!("grid_infos: start [{row},{col}] is outside the {} × {} grid", self.m, self.n)))?;
        let animals = [self.tiger_count, self.shark_count, self.croco_count];
        let totals = Totals { animals, land: self.land_count, sea: self.sea_count };
        let mut knowledge = Knowledge::new(grid, totals, start);
        learn_records(&mut knowledge, &self.infos)?;
        Ok(knowledge)
    }
}

impl State {
    /// The records of a state of knowledge.
    pub fn new(knowledge: &Knowledge) -> Self {
        let grid = knowledge.grid();
        Self {
            grid_infos: GridInfos::new(grid, knowledge.start(), knowledge.totals(), None),
            infos: knowledge.infos().map(|info| InfoRecord::new(&info, grid)).collect(),
        }
    }

    /// The state of knowledge of the records.
    ///
    /// # Errors
    /// Where records do not fit together.
    pub fn knowledge(&self) -> Result<Knowledge, StateError> {
        let mut knowledge = self.grid_infos.knowledge()?;
        learn_records(&mut knowledge, &self.infos)?;
        let grid = knowledge.grid();
        let borders = |cell: Cell| knowledge.is_closed(cell) && grid.neighbours(cell).any(|n| knowledge.is_open(n));
        if let Some(cell) = (0..grid.len()).find(|&cell| borders(cell) && knowledge.terrain(cell).is_none()) {
            let (row, col) = grid.pos(cell);
            return Err(StateError(format!(
                "infos: closed cell [{row},{col}] lies next to an open one, so its terrain is known: add {{\"pos\":[{row},{col}],\"field\":…}}"
            )));
        }
        Ok(knowledge)
    }
}

fn learn_records(knowledge: &mut Knowledge, records: &[InfoRecord]) -> Result<(), StateError> {
    for record in records {
        let info = record.info(knowledge.grid())?;
        knowledge.learn(&[info]).map_err(|wrong| StateError(format!("infos: {wrong}")))?;
    }
    Ok(())
}

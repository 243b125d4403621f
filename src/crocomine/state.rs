//! The game server's own records, as JSON: what a player is told at the start
//! ([`GridInfos`]), one entry of what is revealed ([`InfoRecord`]), and both
//! together as a whole state of knowledge ([`State`]).
//!
//! Source: the protocol of the game's subject. Used by `clover analyze`, traces
//! and both ends of the network game, so that the form is written once.

use super::knowledge::Knowledge;
use super::level::Level;
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

    /// What is told at the start of this map.
    pub fn of(level: &Level) -> Self {
        let world = level.world();
        Self::new(world.grid(), level.start(), world.totals(), Some(level.three_bv()))
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
        let everywhere = animals.iter().map(|&count| usize::from(count)).sum();
        for (what, count, room, place) in [
            ("tigers", usize::from(self.tiger_count), self.land_count, "land cells"),
            ("sharks", usize::from(self.shark_count), self.sea_count, "sea cells"),
            ("animals", everywhere, cells - 1, "cells beside the start"),
        ] {
            if count > room {
                return Err(StateError(format!("grid_infos: {count} {what} are more than the {room} {place}")));
            }
        }
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
        Ok(knowledge)
    }
}

fn learn_records(knowledge: &mut Knowledge, records: &[InfoRecord]) -> Result<(), StateError> {
    let infos = records.iter().map(|record| record.info(knowledge.grid())).collect::<Result<Vec<_>, _>>()?;
    knowledge.learn(&infos).map_err(|wrong| StateError(format!("infos: {wrong}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a state from its records and says what is wrong with it.
    fn fault(grid_infos: &str, infos: &str) -> String {
        let json = format!(r#"{{"grid_infos": {{{grid_infos}}}, "infos": [{infos}]}}"#);
        match serde_json::from_str::<State>(&json) {
            Ok(state) => state.knowledge().expect_err("the state is faulty").to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[track_caller]
    fn check(grid_infos: &str, infos: &str, expected: &str) {
        let fault = fault(grid_infos, infos);
        assert!(fault.contains(expected), "expected `{expected}`, got `{fault}`");
    }

    const GRID: &str = r#""m":2,"n":3,"start":[0,0],"tiger_count":1,"shark_count":1,"croco_count":1,"sea_count":3,"land_count":3"#;

    #[test]
    fn numbers_that_do_not_fit_together_are_refused() {
        let with = |from: &str, to: &str| GRID.replace(from, to);
        check(&with(r#""m":2"#, r#""m":0"#), "", "m = 0, n = 3: want 1 to");
        check(&with(r#""m":2"#, r#""m":18446744073709551615"#), "", "want 1 to");
        check(&with(r#""sea_count":3"#, r#""sea_count":4"#), "", "sea_count 4 + land_count 3 is not m·n = 6");
        check(&with(r#""sea_count":3"#, r#""sea_count":18446744073709551615"#), "", "is not m·n = 6");
        check(&with("[0,0]", "[2,0]"), "", "start [2,0] is outside the 2 × 3 grid");
        check(&with(r#""tiger_count":1"#, r#""tiger_count":4"#), "", "4 tigers are more than the 3 land cells");
        check(&with(r#""shark_count":1"#, r#""shark_count":4"#), "", "4 sharks are more than the 3 sea cells");
        check(&with(r#""croco_count":1"#, r#""croco_count":4"#), "", "6 animals are more than the 5 cells beside the start");
        check(&with(r#""tiger_count":1"#, r#""tiger_count":-1"#), "", "invalid value");
        check(&with(r#""tiger_count":1,"#, ""), "", "missing field `tiger_count`");
    }

    #[test]
    fn entries_that_cannot_be_true_are_refused() {
        check(GRID, r#"{"pos":[0,3],"field":"sea"}"#, "position [0,3] is outside the 2 × 3 grid");
        check(GRID, r#"{"pos":[0,1],"field":"lake"}"#, "unknown variant `lake`");
        check(GRID, r#"{"pos":[0,1],"field":"sea","animal":"W"}"#, "unknown variant `W`");
        check(GRID, r#"{"pos":[0,1]}"#, "missing field `field`");
        check(GRID, r#"{"pos":[0,1],"field":"sea","animal":"S","prox_count":[0,0,0]}"#, "cell [0,1] has both");
        check(GRID, r#"{"pos":[0,1],"field":"sea","animal":"T"}"#, "cell (0,1): this animal cannot be here");
        check(GRID, r#"{"pos":[0,0],"field":"land","animal":"T"}"#, "cell (0,0): this animal cannot be here");
        check(GRID, r#"{"pos":[0,0],"field":"land","prox_count":[2,2,0]}"#, "cell (0,0): more animals than cells around it");
        check(GRID, r#"{"pos":[0,1],"field":"sea"},{"pos":[0,1],"field":"land"}"#, "cell (0,1): terrain differs");
        let sea = |cells: &[(usize, usize)]| {
            let entry = |(i, j): &(usize, usize)| format!(r#"{{"pos":[{i},{j}],"field":"sea"}}"#);
            cells.iter().map(entry).collect::<Vec<_>>().join(",")
        };
        check(GRID, &sea(&[(0, 0), (0, 1), (0, 2), (1, 0)]), "cell (1,0): more cells of this terrain than there are");
        check(
            GRID,
            r#"{"pos":[0,0],"field":"sea","prox_count":[1,0,0]}"#,
            "cell (0,1): lies next to an open cell, but its terrain was not told",
        );
    }

    #[test]
    fn counts_and_names_that_disagree_are_refused() {
        let named = r#"{"pos":[0,1],"field":"sea","animal":"S"}"#;
        let around = r#"{"pos":[1,0],"field":"land"},{"pos":[1,1],"field":"land"}"#;
        let start = |counts: &str| format!(r#"{{"pos":[0,0],"field":"sea","prox_count":{counts}}}"#);
        check(GRID, &[named, &start("[1,0,0]"), around].join(","), "cell (0,0): fewer animals than were named around it");
        check(GRID, &[&start("[1,0,0]"), named, around].join(","), "cell (0,1): one animal more than there are");
        check(GRID, &[named, r#"{"pos":[0,2],"field":"sea","animal":"S"}"#].join(","), "cell (0,2): one animal more than there are");
        check(GRID, &[named, r#"{"pos":[0,1],"field":"sea","animal":"C"}"#].join(","), "cell (0,1): shows something else than before");
    }

    #[test]
    fn the_servers_own_forms_are_read() {
        let json = format!(r#"{{"grid_infos": {{{GRID},"3BV":2,"infos":null}}}}"#);
        let state: State = serde_json::from_str(&json).unwrap();
        assert_eq!(state.grid_infos.three_bv, Some(2));
        let knowledge = state.knowledge().unwrap();
        assert_eq!((knowledge.closed(), knowledge.hidden(), knowledge.left()), (6, (3, 3), [1, 1, 1]));
        let again = serde_json::to_string(&state.grid_infos).unwrap();
        assert_eq!(again, format!(r#"{{{GRID},"3BV":2,"infos":[]}}"#));
    }

    #[test]
    fn cells_revealed_beforehand_are_known() {
        let entry = r#"{"pos":[0,2],"field":"sea","animal":"S"}"#;
        let grid_infos: GridInfos = serde_json::from_str(&format!(r#"{{{GRID},"infos":[{entry}]}}"#)).unwrap();
        let knowledge = grid_infos.knowledge().unwrap();
        assert_eq!(knowledge.sight(2), Sight::Named(Animal::Shark));
        assert_eq!((knowledge.closed(), knowledge.hidden(), knowledge.left()), (5, (3, 2), [1, 0, 1]));
    }
}

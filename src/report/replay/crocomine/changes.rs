//! What changes from one step to the next, written short.
//!
//! Cells are listed by what they show now, in runs: `{"l120": "17", "s": "3-5,9"}`.
//! Interchangeable cells have one risk and lie together, so that the risks of a game
//! on a 15 × 15 map take 2 to 6 kB, where three characters for each closed cell and
//! step would take 19 to 36.

use crate::crocomine::rules::{Animal, Content, Terrain};
use crate::crocomine::world::Sight;
use crate::grid::Cell;
use std::collections::BTreeMap;
use std::fmt;

/// Cells by what they show: from the value to runs of cells.
pub(super) type Groups = BTreeMap<String, String>;

/// What is seen of a cell. As text: `l` or `s`, then the counts or the animal's letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) terrain: Option<Terrain>,
    pub(super) sight: Sight,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.terrain {
            Some(Terrain::Land) => "l",
            Some(Terrain::Sea) => "s",
            None => "",
        })?;
        match self.sight {
            Sight::Closed => Ok(()),
            Sight::Open([tigers, sharks, crocodiles]) => write!(f, "{tigers}{sharks}{crocodiles}"),
            Sight::Named(animal) => write!(f, "{}", animal.letter()),
        }
    }
}

/// The risk of discovering a closed cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Risk {
    /// Not reckoned; as text: nothing.
    #[default]
    Untold,
    /// So many ten-thousandths.
    Share(u16),
    /// Certain, since this is what it holds: `F`, or the animal's letter.
    Proven(Content),
}

impl Risk {
    /// The risk of a cell that is free with this probability.
    pub(super) fn new(free: f64, proven: Option<Content>) -> Self {
        proven.map_or_else(|| Self::Share(((1.0 - free) * 1e4).round() as u16), Self::Proven)
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Untold => Ok(()),
            Self::Share(share) => write!(f, "{share}"),
            Self::Proven(content) => write!(f, "{}", content.map_or('F', Animal::letter)),
        }
    }
}

/// Those of these cells, which come in order, that show something else than before, by
/// what they show.
pub(super) fn changes<T: PartialEq + fmt::Display>(before: &[T], after: &[T], cells: impl Iterator<Item = Cell>) -> Groups {
    let mut groups: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for cell in cells.filter(|&cell| before[cell] != after[cell]) {
        groups.entry(after[cell].to_string()).or_default().push(cell);
    }
    groups.into_iter().map(|(value, cells)| (value, runs(&cells))).collect()
}

/// Cells in order, as `3-5,9`.
fn runs(cells: &[Cell]) -> String {
    let runs = cells.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [cell] => cell.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(",")
}

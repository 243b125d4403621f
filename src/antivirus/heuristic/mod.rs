//! Heuristics: what a position's way to the goal costs, without searching it. [`ALL`] is the
//! registry.
//!
//! One is *admissible* in a metric where it never says more than the cheapest way costs: then
//! A* finds the optimum. What is known of that is told with each, by metric.
//! To add one, copy the one that is nearest (`distance.rs` is the shortest), and add its `mod`
//! line and its entry here.

mod blockers;
mod distance;
mod on_path;
mod pair;
pub mod path;
pub mod patterns;
mod squared_distance;
mod triple;

use super::layout::{Layout, Placement, Places};
use super::memory::{Budget, Full};
use super::metric::Metric;
use crate::registry::{OptionSpec, Values};
use std::fmt;

/// From here no way leads to the goal.
pub const NEVER: u32 = u32::MAX;

/// An estimate of positions of one puzzle.
pub trait Heuristic: Send + Sync {
    /// What the way to the goal costs from where the pieces are, or [`NEVER`] where there is
    /// none for certain.
    fn estimate(&self, places: &Places) -> u32;

    /// The same where a slide may have begun: then 1 less, as it may go on for nothing.
    fn told(&self, places: &Places, begun: bool) -> u32 {
        let estimate = self.estimate(places);
        if begun && estimate != NEVER { estimate.saturating_sub(1) } else { estimate }
    }
}

/// One heuristic of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name everywhere.
    pub name: &'static str,
    /// What it reckons, in one line.
    pub about: &'static str,
    /// Whether it is admissible, in the order of [`Metric::ALL`].
    pub admissible: [Admissible; 3],
    /// Makes it for a puzzle; what it stores is taken from the budget.
    pub build: fn(&Layout, Metric, &mut Budget) -> Built,
}

/// A heuristic of one puzzle, or that there was no room for it.
pub type Built = Result<Box<dyn Heuristic>, Full>;

/// What is known of a heuristic in a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admissible {
    /// It never says too much, with the proof.
    Proven(&'static str),
    /// It says too much, with a case.
    Refuted(&'static str),
}

impl fmt::Display for Admissible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Admissible::Proven(why) => write!(f, "admissible: {why}"),
            Admissible::Refuted(why) => write!(f, "not admissible: {why}"),
        }
    }
}

impl Entry {
    /// Whether it is proven to be admissible in a metric.
    pub fn is_admissible(&self, metric: Metric) -> bool {
        matches!(self.admissible[metric as usize], Admissible::Proven(_))
    }
}

/// Every heuristic there is.
pub const ALL: &[Entry] =
    &[distance::ENTRY, path::ENTRY, pair::ENTRY, triple::ENTRY, blockers::ENTRY, on_path::ENTRY, squared_distance::ENTRY];

/// Their names.
pub const NAMES: [&str; ALL.len()] = {
    let (mut names, mut nth) = ([""; ALL.len()], 0);
    while nth < ALL.len() {
        names[nth] = ALL[nth].name;
        nth += 1;
    }
    names
};

/// The option that names one.
pub const OPTION: OptionSpec =
    OptionSpec { name: "heuristic", about: "what estimates the way that is left", default: "pair", values: Values::Words(&NAMES) };

/// The heuristic of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// A heuristic that looks at the virus alone: a value for each of its placements.
struct OfVirus(Vec<u32>);

impl OfVirus {
    /// Of a function from a placement's distance in rows and columns to the target; 0 where
    /// there is no target.
    fn by_offset(layout: &Layout, value: impl Fn(u32, u32) -> u32) -> Box<dyn Heuristic> {
        let virus = &layout.pieces()[0];
        let target = virus.get(usize::from(layout.target())).map(|target| target.anchor);
        let of =
            |(row, col): (i16, i16)| target.map_or(0, |target| value(u32::from(row.abs_diff(target.0)), u32::from(col.abs_diff(target.1))));
        Box::new(Self(virus.iter().map(|placement| of(placement.anchor)).collect()))
    }
}

impl Heuristic for OfVirus {
    fn estimate(&self, places: &Places) -> u32 {
        self.0[usize::from(places[0])]
    }
}

/// A heuristic that counts the pieces on some cells, which depend on where the virus is.
struct InTheWay {
    /// The cells, for each placement of the virus.
    ways: Vec<u128>,
    /// The cells of the others' placements.
    others: Vec<Vec<u128>>,
}

impl InTheWay {
    fn on(ways: Vec<u128>, layout: &Layout) -> Box<dyn Heuristic> {
        let cells = |piece: &Vec<Placement>| piece.iter().map(|placement| placement.cells).collect();
        Box::new(Self { ways, others: layout.pieces()[1..].iter().map(cells).collect() })
    }
}

impl Heuristic for InTheWay {
    fn estimate(&self, places: &Places) -> u32 {
        let way = self.ways[usize::from(places[0])];
        let meets = |(cells, &place): (&Vec<u128>, &u16)| u32::from(cells[usize::from(place)] & way != 0);
        self.others.iter().zip(&places[1..]).map(meets).sum()
    }
}

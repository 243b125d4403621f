//! Figures of a selector: what it gains and where, what more of everything would bring,
//! what it looks at, and whether it means what it says.

pub(super) mod gains;
pub(super) mod learning;
pub(super) mod neighbours;
pub(super) mod reliability;
pub(super) mod weights;

use crate::report::language::{Language, Text};
use crate::report::plot::Dot;
use crate::report::selector::{Estimate, finite};

/// Of gains, everywhere.
const GAIN: Text = Text::new("gain over the single best strategy (points)", "gain sur la meilleure stratégie seule (points)");

/// A gain in percentage points at a place; `None` where it is not finite.
fn dot(x: f64, gain: Estimate) -> Option<Dot> {
    let (value, interval) = finite(gain)?;
    Some(Dot { x, y: 100.0 * value, interval: Some(interval.times(100.0)) })
}

/// Values that an axis has to show for these points.
fn heights<'a>(dots: impl IntoIterator<Item = &'a Dot>) -> Vec<f64> {
    let of = |dot: &Dot| dot.interval.map_or([dot.y; 3], |interval| [dot.y, interval.low, interval.high]);
    dots.into_iter().flat_map(of).chain([0.0]).collect()
}

/// What is learned from, for notes.
fn learned_from(maps: u64, decisions: u64, language: Language) -> String {
    let words =
        Text::new("n = {} stalls on {} maps, each held out by map", "n = {} coups non prouvés sur {} cartes, mises à part carte par carte");
    language.fill(words, &[&language.count(decisions), &language.count(maps)])
}

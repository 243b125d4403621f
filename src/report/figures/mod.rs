//! The figures of a report: [`ALL`] is the registry.
//!
//! To add one, write a file with a function from evidence to a [`Plot`], which is `None`
//! where the evidence says nothing of it, and add its two lines here.

mod calibration;
mod differences;
mod distribution;
mod profile;
mod ratios;
mod scaling;
mod selector;
mod stored;
mod survival;
mod win_rates;

use super::evidence::Evidence;
use super::language::Language;
use super::plot::{Curve, Dot, Line, Plot};
use crate::results::summary::{CONFIDENCE, Summary};
use crate::stats::wilson;

/// A figure: its name in files and on the command line, and what makes it.
pub(super) type Figure = (&'static str, fn(&Evidence, Language) -> Option<Plot>);

/// All figures, in the order of the page.
pub(super) const ALL: &[Figure] = &[
    (win_rates::NAME, win_rates::plot),
    (differences::NAME, differences::plot),
    (survival::NAME, survival::plot),
    (profile::NAME, profile::plot),
    (ratios::NAME, ratios::plot),
    (distribution::NAME, distribution::plot),
    (stored::COMPARISONS, stored::comparisons),
    (stored::TIME, stored::time),
    (calibration::NAME, calibration::plot),
    (scaling::TIME, scaling::time),
    (scaling::COST, scaling::cost),
    (selector::gains::NAME, selector::gains::plot),
    (selector::learning::NAME, selector::learning::plot),
    (selector::neighbours::NAME, selector::neighbours::plot),
    (selector::weights::NAME, selector::weights::plot),
    (selector::reliability::NAME, selector::reliability::plot),
];

/// `n = 1000`, or the least and the most where they differ.
fn n_of(counts: impl IntoIterator<Item = u64>, language: Language) -> String {
    let (fewest, most) = counts.into_iter().fold((u64::MAX, 0), |(fewest, most), n| (fewest.min(n), most.max(n)));
    if fewest >= most {
        format!("n = {}", language.count(most))
    } else {
        format!("n = {}–{}", language.count(fewest), language.count(most))
    }
}

/// The summaries of one set.
fn of_set<'a>(evidence: &'a Evidence, set: &'a str) -> impl Iterator<Item = &'a Summary> {
    evidence.summaries.iter().filter(move |summary| *summary.set == *set)
}

/// Steps of a curve of shares: more cannot be seen.
const STEPS: usize = 120;

/// Intervals shown on such a curve.
const MARKS: usize = 4;

/// A share seen from a distance: its values where x is equally far apart in ratio, with some
/// of their intervals (Wilson, of so many trials).
fn share_curve(of: usize, (least, most): (f64, f64), n: u64, share: impl Fn(f64) -> f64) -> Curve {
    let points = (0..=STEPS).map(|step| {
        let x = least * libm::pow(most / least, step as f64 / STEPS as f64);
        // What lies at x is within it, whatever was rounded.
        let share = share(x * (1.0 + 1e-12));
        // Marks of strategies stand side by side.
        let marked = step % (STEPS / MARKS) == (6 + 5 * of) % (STEPS / MARKS);
        let interval = || wilson((share * n as f64).min(n as f64), n, CONFIDENCE).times(100.0);
        Dot { x, y: 100.0 * share, interval: marked.then(interval) }
    });
    Curve { of, line: Line::Steps, points: points.collect(), fit: None }
}

//! The tables of a report: [`ALL`] is the registry.
//!
//! To add one, write a file with a function from evidence to a [`Sheet`], which is `None`
//! where the evidence says nothing of it, and add its two lines here.

mod calibration;
mod costs;
mod rankings;
mod restarts;
mod results;
mod scaling;
mod selector;

use super::evidence::Evidence;
use super::language::Language;
use super::tabular::Sheet;

/// A table: its name in files and on the command line, and what makes it.
pub(super) type Table = (&'static str, fn(&Evidence, Language) -> Option<Sheet>);

/// All tables, in the order of the page.
pub(super) const ALL: &[Table] = &[
    (results::NAME, results::sheet),
    (rankings::STREAKS, rankings::streaks),
    (rankings::FINDS, rankings::finds),
    (costs::NAME, costs::sheet),
    (restarts::NAME, restarts::sheet),
    (calibration::NAME, calibration::sheet),
    (scaling::NAME, scaling::sheet),
    (selector::NAME, selector::sheet),
];

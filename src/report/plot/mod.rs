//! How figures are drawn: one look for all of them, in every format.
//!
//! A figure says what it shows as a [`Plot`], data and words only: estimates in rows, or
//! curves in panels. [`Plot::drawn`] gives it its form. To show something new, describe it
//! as one of the two; to change how all figures look, see `look.rs`.

mod axis;
mod canvas;
mod curves;
mod formats;
mod frame;
mod look;
mod rows;

pub(super) use axis::{Axis, Scale};
pub(super) use curves::{Curve, Curves, Dot, Line, Panel};
pub use formats::Format;
pub(super) use rows::{Estimate, Group, Rows};

use super::language::Language;
use canvas::Anchor;
use look::{GAP, LEADING, NOTE, TITLE, wrapped};

/// A figure: data and words.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    /// What is shown.
    pub title: String,
    /// Below it: what the intervals are, and of how many.
    pub note: String,
    /// The data.
    pub body: Body,
}

/// The data of a figure.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Estimates in rows.
    Rows(Rows),
    /// Curves in panels.
    Curves(Curves),
}

/// Panels of one figure; more are another one.
const PANELS: usize = 6;

/// Estimates of one figure, as far as whole groups allow.
const ESTIMATES: usize = 30;

impl Plot {
    /// The figure in parts that fit on a page, each with its name: `name`, `name-2`, ….
    pub fn parts(self, name: &str) -> Vec<(String, Plot)> {
        let bodies: Vec<Body> = match self.body {
            Body::Rows(rows) => rows.parts(ESTIMATES).into_iter().map(Body::Rows).collect(),
            Body::Curves(curves) => curves.parts(PANELS).into_iter().map(Body::Curves).collect(),
        };
        let of = bodies.len();
        let part = |(nth, body): (usize, Body)| {
            let title = if of > 1 { format!("{} ({}/{of})", self.title, nth + 1) } else { self.title.clone() };
            let name = if nth > 0 { format!("{name}-{}", nth + 1) } else { name.to_string() };
            (name, Plot { title, note: self.note.clone(), body })
        };
        bodies.into_iter().enumerate().map(part).collect()
    }

    /// The figure at a width in millimetres, as SVG whose text is text.
    pub fn drawn(&self, millimetres: f64, language: Language) -> String {
        let width = millimetres * 72.0 / 25.4;
        let (title, note) = (wrapped(&self.title, TITLE, width - 2.0 * GAP), wrapped(&self.note, NOTE, width - 2.0 * GAP));
        let above = GAP + title.len() as f64 * TITLE * LEADING + GAP / 2.0;
        let body = match &self.body {
            Body::Rows(rows) => rows.height(width),
            Body::Curves(curves) => curves.height(width, language),
        };
        let height = above + body + note.len() as f64 * NOTE * LEADING + GAP;
        canvas::drawn(width, height, |canvas| {
            let lines = |lines: &[String], top: f64, size: f64| {
                for (nth, line) in lines.iter().enumerate() {
                    canvas.text((GAP, top + size * LEADING * (nth as f64 + 0.5)), line, size, Anchor::Left);
                }
            };
            lines(&title, GAP, TITLE);
            match &self.body {
                Body::Rows(rows) => rows.draw(canvas, width, above, language),
                Body::Curves(curves) => curves.draw(canvas, width, above, language),
            }
            lines(&note, above + body, NOTE);
        })
    }
}

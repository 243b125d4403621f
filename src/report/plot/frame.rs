//! What all figures have around their data: axes with ticks and grid, and a legend.

use super::axis::{Axis, Tick};
use super::canvas::{Anchor, Canvas};
use super::look::{self, GAP, GRID, LEADING, MARK, TEXT, colour, shortened, wrapped};
use crate::report::language::Language;
use plotters::style::BLACK;

/// The area of data. Unit: pt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Length of a tick.
const TICK: f64 = 3.0;

/// Least distance of the ticks' numbers, along the lower and along the left axis.
const APART: [f64; 2] = [34.0, 18.0];

impl Frame {
    /// Room for the numbers of the lower axis.
    pub const NUMBERS: f64 = TICK + TEXT * LEADING;

    /// Room for the name of the lower axis, in a figure of this width.
    pub fn name(axis: &Axis, width: f64) -> f64 {
        wrapped(&axis.label, TEXT, width - 2.0 * GAP).len() as f64 * TEXT * LEADING + GAP
    }

    /// Where a value of the lower axis lies.
    pub fn x(&self, axis: &Axis, value: f64) -> f64 {
        self.left + axis.place(value) * (self.right - self.left)
    }

    /// Where a value of the left axis lies.
    pub fn y(&self, axis: &Axis, value: f64) -> f64 {
        self.bottom - axis.place(value) * (self.bottom - self.top)
    }

    /// The lower axis, with its grid, without its name.
    pub fn bottom_axis(&self, canvas: &Canvas, axis: &Axis, language: Language) {
        for (value, number) in self.ticks(axis, language) {
            let x = self.x(axis, value);
            canvas.hair(&[(x, self.top), (x, self.bottom)], GRID);
            canvas.hair(&[(x, self.bottom), (x, self.bottom + TICK)], BLACK);
            canvas.text((x, self.bottom + TICK + TEXT * LEADING / 2.0), &number, TEXT, Anchor::Middle);
        }
    }

    /// As many ticks of the lower axis as there is room for their numbers.
    fn ticks(&self, axis: &Axis, language: Language) -> Vec<Tick> {
        let apart = |pair: &[Tick]| {
            let [(one, first), (other, second)] = pair else { return true };
            let between = self.x(axis, *other) - self.x(axis, *one);
            between > f64::midpoint(look::width(first, TEXT), look::width(second, TEXT)) + 3.0
        };
        let most = ((self.right - self.left) / APART[0]) as usize + 1;
        let some = (2..=most).rev().map(|most| axis.ticks(most, language));
        some.into_iter().find(|ticks| ticks.windows(2).all(apart)).unwrap_or_default()
    }

    /// The name of the lower axis, below its numbers, in the middle of the frame as far as
    /// the figure's width allows.
    pub fn bottom_name(&self, canvas: &Canvas, axis: &Axis, width: f64) {
        for (nth, line) in wrapped(&axis.label, TEXT, width - 2.0 * GAP).iter().enumerate() {
            let half = look::width(line, TEXT) / 2.0;
            let middle = f64::midpoint(self.left, self.right).min(width - GAP - half).max(GAP + half);
            let y = self.bottom + Self::NUMBERS + TEXT * LEADING * (nth as f64 + 0.5);
            canvas.text((middle, y), line, TEXT, Anchor::Middle);
        }
    }

    /// The left axis, with its grid, without its name.
    pub fn left_axis(&self, canvas: &Canvas, axis: &Axis, language: Language) {
        for (value, number) in axis.ticks(((self.bottom - self.top) / APART[1]) as usize + 1, language) {
            let y = self.y(axis, value);
            canvas.hair(&[(self.left, y), (self.right, y)], GRID);
            canvas.hair(&[(self.left - TICK, y), (self.left, y)], BLACK);
            canvas.text((self.left - TICK - 2.0, y), &number, TEXT, Anchor::Right);
        }
    }

    /// Room for the left axis' numbers, for an area of this height.
    pub fn numbers(axis: &Axis, height: f64, language: Language) -> f64 {
        let ticks = axis.ticks((height / APART[1]) as usize + 1, language);
        ticks.iter().map(|(_, number)| look::width(number, TEXT)).fold(0.0, f64::max) + TICK + 2.0
    }

    /// Its edge.
    pub fn draw(&self, canvas: &Canvas) {
        let Frame { left, right, top, bottom } = *self;
        canvas.hair(&[(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], BLACK);
    }
}

/// Marks with their names, in as many lines as they need.
pub(super) struct Legend {
    /// Which mark, its name, and its place below the legend's top.
    entries: Vec<(usize, String, (f64, f64))>,
    lines: usize,
}

const LINE: f64 = TEXT * LEADING + 2.0;

impl Legend {
    /// The legend of a figure of this width; none where there is nothing to tell apart.
    pub fn new(marks: &[(usize, String)], width: f64) -> Self {
        let (mut entries, mut x, mut line) = (Vec::new(), GAP, 0);
        let before = 2.0 * MARK + 4.0;
        for (mark, name) in marks {
            let name = shortened(name, TEXT, width - 3.0 * GAP - before);
            let wide = before + look::width(&name, TEXT);
            if x > GAP && x + wide > width - GAP {
                (x, line) = (GAP, line + 1);
            }
            entries.push((*mark, name, (x + MARK, LINE * (f64::from(line) + 0.5))));
            x += wide + 2.0 * GAP;
        }
        let lines = if entries.is_empty() { 0 } else { line as usize + 1 };
        Self { entries, lines }
    }

    /// Its height, with the room below.
    pub fn height(&self) -> f64 {
        if self.lines == 0 { 0.0 } else { self.lines as f64 * LINE + GAP / 2.0 }
    }

    /// Draws it from this height on.
    pub fn draw(&self, canvas: &Canvas, top: f64) {
        for (mark, name, (x, y)) in &self.entries {
            canvas.mark((*x, top + y), *mark, colour(*mark));
            canvas.text((x + MARK + 4.0, top + y), name, TEXT, Anchor::Left);
        }
    }
}

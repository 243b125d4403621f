//! Figures of estimates in rows: a group for each set, in it a mark with its interval for
//! each strategy. Win rates, differences (a forest plot), gains by family.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::frame::{Frame, Legend};
use super::look::{self, GAP, GRID, TEXT, colour, shortened, wrapped};
use crate::report::language::Language;
use crate::stats::Interval;
use plotters::style::BLACK;

/// Height of one estimate with its distance to the next.
const STRIPE: f64 = 13.0;

/// Such a figure.
#[derive(Clone, Debug)]
pub(in crate::report) struct Rows {
    /// What the estimates are of, with the unit.
    pub axis: Axis,
    /// A value that is marked by a line: no difference.
    pub reference: Option<f64>,
    /// The marks, with their names.
    pub legend: Vec<(usize, String)>,
    /// From top to bottom.
    pub groups: Vec<Group>,
}

/// The estimates that belong together.
#[derive(Clone, Debug)]
pub(in crate::report) struct Group {
    /// The name of the set.
    pub label: String,
    /// Of how many: `n = 1000`.
    pub n: String,
    /// From top to bottom.
    pub estimates: Vec<Estimate>,
}

/// A value with its interval.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Estimate {
    /// Which of the legend.
    pub of: usize,
    /// The value.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Group {
    /// Height of its rows: its label has two lines or more.
    fn height(&self, left: f64) -> f64 {
        let lines = self.lines(left).len() as f64;
        (self.estimates.len() as f64 * STRIPE).max(lines * TEXT * look::LEADING) + GAP
    }

    /// The label with its n, broken into lines.
    fn lines(&self, left: f64) -> Vec<String> {
        let mut lines = wrapped(&self.label, TEXT, left);
        lines.extend(Some(shortened(&self.n, TEXT, left)).filter(|n| !n.is_empty()));
        lines
    }
}

impl Rows {
    /// The ends of all intervals: what an axis has to show.
    pub fn ends(groups: &[Group]) -> impl Iterator<Item = f64> {
        groups.iter().flat_map(|group| &group.estimates).flat_map(|estimate| [estimate.interval.low, estimate.interval.high])
    }

    /// Several with at most so many estimates each, unless one group has more.
    pub fn parts(self, most: usize) -> Vec<Self> {
        let mut parts: Vec<Vec<Group>> = vec![Vec::new()];
        let mut estimates = 0;
        for group in self.groups {
            estimates += group.estimates.len();
            match parts.last_mut() {
                Some(part) if part.is_empty() || estimates <= most => part.push(group),
                _ => {
                    estimates = group.estimates.len();
                    parts.push(vec![group]);
                }
            }
        }
        parts.into_iter().map(|groups| Self { groups, axis: self.axis.clone(), legend: self.legend.clone(), ..self }).collect()
    }

    /// Room for the labels, at a width of the figure.
    fn left(&self, width: f64) -> f64 {
        let widest = self.groups.iter().flat_map(|group| [&group.label, &group.n]).map(|text| look::width(text, TEXT)).fold(0.0, f64::max);
        widest.min(0.36 * width)
    }

    /// Its height at a width.
    pub(super) fn height(&self, width: f64) -> f64 {
        let left = self.left(width);
        Legend::new(&self.legend, width).height()
            + self.groups.iter().map(|group| group.height(left)).sum::<f64>()
            + Frame::NUMBERS
            + Frame::name(&self.axis, width)
    }

    /// Draws it from this height on.
    pub(super) fn draw(&self, canvas: &Canvas, width: f64, top: f64, language: Language) {
        let left = self.left(width);
        let legend = Legend::new(&self.legend, width);
        legend.draw(canvas, top);
        let top = top + legend.height();
        let bottom = top + self.groups.iter().map(|group| group.height(left)).sum::<f64>();
        let frame = Frame { left: left + 2.0 * GAP, right: width - 2.0 * GAP, top, bottom };
        frame.bottom_axis(canvas, &self.axis, language);
        frame.bottom_name(canvas, &self.axis, width);
        if let Some(reference) = self.reference {
            let x = frame.x(&self.axis, reference);
            canvas.line(&[(x, top), (x, bottom)], BLACK);
        }
        let mut above = top;
        for (nth, group) in self.groups.iter().enumerate() {
            let height = group.height(left);
            if nth > 0 {
                canvas.hair(&[(GAP, above), (frame.right, above)], GRID);
            }
            self.group(canvas, &frame, group, left, above + height / 2.0);
            above += height;
        }
        frame.draw(canvas);
    }

    fn group(&self, canvas: &Canvas, frame: &Frame, group: &Group, left: f64, middle: f64) {
        let lines = group.lines(left);
        let step = TEXT * look::LEADING;
        for (nth, line) in lines.iter().enumerate() {
            let y = middle + step * (nth as f64 - (lines.len() as f64 - 1.0) / 2.0);
            canvas.text((frame.left - GAP, y), line, TEXT, Anchor::Right);
        }
        for (nth, estimate) in group.estimates.iter().enumerate() {
            let y = middle + STRIPE * (nth as f64 - (group.estimates.len() as f64 - 1.0) / 2.0);
            let [low, high, value] =
                [estimate.interval.low, estimate.interval.high, estimate.value].map(|value| frame.x(&self.axis, value));
            let colour = colour(estimate.of);
            canvas.line(&[(low, y), (high, y)], colour);
            for end in [low, high] {
                canvas.line(&[(end, y - STRIPE / 4.0), (end, y + STRIPE / 4.0)], colour);
            }
            canvas.mark((value, y), estimate.of, colour);
        }
    }
}

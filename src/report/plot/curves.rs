//! Figures of curves in panels: one thing against another, a panel for each set, all
//! with the same axes.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Point};
use super::frame::{Frame, Legend};
use super::look::{GAP, LEADING, TEXT, colour, shortened, wrapped};
use crate::report::language::Language;
use crate::stats::Interval;
use plotters::style::RGBColor;

/// Such a figure.
#[derive(Clone, Debug)]
pub(in crate::report) struct Curves {
    /// The lower axis of every panel.
    pub x: Axis,
    /// The left axis of every panel.
    pub y: Axis,
    /// The curves' marks, with their names.
    pub legend: Vec<(usize, String)>,
    /// From left to right, then downwards.
    pub panels: Vec<Panel>,
    /// Whether the line x = y is drawn: where all is as it should be.
    pub diagonal: bool,
}

/// One of its panels.
#[derive(Clone, Debug)]
pub(in crate::report) struct Panel {
    /// The set, with its n.
    pub heading: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve.
#[derive(Clone, Debug)]
pub(in crate::report) struct Curve {
    /// Which of the legend.
    pub of: usize,
    /// How its points are joined.
    pub line: Line,
    /// Its points, from left to right.
    pub points: Vec<Dot>,
    /// A line of its own, as a fit: its two ends.
    pub fit: Option<[Point; 2]>,
}

/// How points are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Line {
    /// Not at all.
    None,
    /// By straight lines.
    Straight,
    /// The value stays until the next point.
    Steps,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Dot {
    /// Where.
    pub x: f64,
    /// What is there.
    pub y: f64,
    /// Its interval, where it is shown. Such points, and all of a curve without lines,
    /// have a mark.
    pub interval: Option<Interval>,
}

/// Height of a panel's data, of its width.
const SHAPE: f64 = 0.68;

/// Grey of the diagonal.
const PLAIN: RGBColor = RGBColor(120, 120, 120);

/// Where the parts of a figure of one width lie.
struct Layout {
    columns: usize,
    /// Lines of the left axis' name.
    name: Vec<String>,
    /// Room for the left axis' numbers.
    numbers: f64,
    /// Left of the data, of the first panel.
    left: f64,
    wide: f64,
    high: f64,
}

impl Curves {
    /// Several with at most so many panels each.
    pub fn parts(self, most: usize) -> Vec<Self> {
        let part = |panels: &[Panel]| Self { panels: panels.to_vec(), ..self.clone() };
        self.panels.chunks(most).map(part).collect()
    }

    fn layout(&self, width: f64, language: Language) -> Layout {
        let columns = self.panels.len().clamp(1, 2);
        let shape = if columns == 1 { 0.56 } else { SHAPE };
        // About the height of a panel, before it is known how wide one is.
        let high = 0.8 * width * shape / columns as f64;
        let numbers = Frame::numbers(&self.y, high, language);
        let name = wrapped(&self.y.label, TEXT, high + 2.0 * GAP);
        // The axis' name stands once.
        let left = GAP + name.len() as f64 * TEXT * LEADING + numbers;
        let wide = (width - left - 1.5 * GAP - (columns - 1) as f64 * (numbers + 1.5 * GAP)) / columns as f64;
        Layout { columns, name, numbers, left, wide, high: wide * shape }
    }

    /// Its height at a width.
    pub(super) fn height(&self, width: f64, language: Language) -> f64 {
        let layout = self.layout(width, language);
        let rows = self.panels.len().div_ceil(layout.columns);
        Legend::new(&self.legend, width).height() + rows as f64 * self.row(&layout) - GAP + Frame::name(&self.x, width)
    }

    /// Height of a row of panels.
    fn row(&self, layout: &Layout) -> f64 {
        self.heading() + layout.high + Frame::NUMBERS + GAP
    }

    /// Room above a panel.
    fn heading(&self) -> f64 {
        if self.panels.iter().all(|panel| panel.heading.is_empty()) { 0.0 } else { TEXT * LEADING + 3.0 }
    }

    /// Draws it from this height on.
    pub(super) fn draw(&self, canvas: &Canvas, width: f64, top: f64, language: Language) {
        let layout = self.layout(width, language);
        let legend = Legend::new(&self.legend, width);
        legend.draw(canvas, top);
        let mut bottom = top;
        for (nth, panel) in self.panels.iter().enumerate() {
            let (row, column) = (nth / layout.columns, nth % layout.columns);
            let above = top + legend.height() + row as f64 * self.row(&layout) + self.heading();
            let left = layout.left + column as f64 * (layout.wide + layout.numbers + 1.5 * GAP);
            let frame = Frame { left, right: left + layout.wide, top: above, bottom: above + layout.high };
            let title = shortened(&panel.heading, TEXT, layout.wide + layout.numbers);
            let middle = f64::midpoint(frame.left, frame.right);
            canvas.text((middle, above - self.heading() / 2.0), &title, TEXT, Anchor::Middle);
            frame.bottom_axis(canvas, &self.x, language);
            frame.left_axis(canvas, &self.y, language);
            for (nth, line) in layout.name.iter().enumerate().filter(|_| column == 0) {
                canvas.upwards((GAP + TEXT * (0.5 + LEADING * nth as f64), f64::midpoint(frame.top, frame.bottom)), line, TEXT);
            }
            if self.diagonal {
                let ends = [self.x.ends.0.max(self.y.ends.0), self.x.ends.1.min(self.y.ends.1)];
                canvas.line(&ends.map(|end| (frame.x(&self.x, end), frame.y(&self.y, end))), PLAIN);
            }
            panel.curves.iter().for_each(|curve| self.curve(canvas, &frame, curve));
            frame.draw(canvas);
            bottom = bottom.max(frame.bottom);
        }
        // Once, below all panels.
        Frame { left: layout.left, right: width - 1.5 * GAP, top, bottom }.bottom_name(canvas, &self.x, width);
    }

    fn curve(&self, canvas: &Canvas, frame: &Frame, curve: &Curve) {
        let at = |x: f64, y: f64| (frame.x(&self.x, x), frame.y(&self.y, y));
        let colour = colour(curve.of);
        if let Some(ends) = curve.fit {
            canvas.line(&ends.map(|(x, y)| at(x, y)), colour);
        }
        let mut path: Vec<Point> = Vec::new();
        for dot in &curve.points {
            let next = at(dot.x, dot.y);
            if let (Line::Steps, Some(&(_, y))) = (curve.line, path.last()) {
                path.push((next.0, y));
            }
            path.push(next);
        }
        if curve.line != Line::None && path.len() > 1 {
            canvas.line(&path, colour);
        }
        for dot in &curve.points {
            if let Some(Interval { low, high }) = dot.interval {
                let ((x, low), (_, high)) = (at(dot.x, low), at(dot.x, high));
                canvas.line(&[(x, low), (x, high)], colour);
                for end in [low, high] {
                    canvas.line(&[(x - 2.5, end), (x + 2.5, end)], colour);
                }
            }
            if dot.interval.is_some() || curve.line == Line::None {
                canvas.mark(at(dot.x, dot.y), curve.of, colour);
            }
        }
    }
}

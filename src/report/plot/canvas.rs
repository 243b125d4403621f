//! What figures are drawn with: text, lines and marks, in points from the upper left.
//!
//! The one file that names plotters. It rounds to whole units, so everything is drawn
//! ten times as large, and the SVG told its true size afterwards.

use super::look::{FAMILY, HAIR, STROKE, mark};
use plotters::coord::Shift;
use plotters::element::{EmptyElement, PathElement, Polygon, Text};
use plotters::prelude::{DrawingArea, IntoDrawingArea, IntoFont, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{BLACK, Color, FontTransform, RGBColor, WHITE};

const SCALE: f64 = 10.0;

/// A place. Unit: pt.
pub(super) type Point = (f64, f64);

/// Which side of a text its place is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The text goes to the right.
    Left,
    /// The place is its middle.
    Middle,
    /// The text goes to the left.
    Right,
}

/// A figure being drawn.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// Draws a figure of this size; its SVG, with text as text.
pub(super) fn drawn(width: f64, height: f64, draw: impl FnOnce(&Canvas)) -> String {
    let size = [width, height].map(|side| (side * SCALE).round() as u32);
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (size[0], size[1])).into_drawing_area();
    let canvas = Canvas { area };
    canvas.area.fill(&WHITE).expect(IN_MEMORY);
    draw(&canvas);
    drop(canvas);
    let [wide, high] = size;
    let drawn = format!("<svg width=\"{wide}\" height=\"{high}\"");
    let [width, height] = size.map(|side| f64::from(side) / SCALE);
    svg.replacen(&drawn, &format!("<svg width=\"{width}\" height=\"{height}\""), 1)
}

const IN_MEMORY: &str = "drawing into memory does not fail";

impl Canvas<'_> {
    /// A line of text, upright, its middle at this height.
    pub fn text(&self, at: Point, text: &str, size: f64, anchor: Anchor) {
        self.write(at, text, size, anchor, FontTransform::None);
    }

    /// A line of text that reads upwards, its middle here.
    pub fn upwards(&self, at: Point, text: &str, size: f64) {
        self.write(at, text, size, Anchor::Middle, FontTransform::Rotate270);
    }

    fn write(&self, at: Point, text: &str, size: f64, anchor: Anchor, transform: FontTransform) {
        let side = match anchor {
            Anchor::Left => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::Right => HPos::Right,
        };
        // plotters writes a font's size divided by this.
        let font = (FAMILY, size * SCALE * 1.24).into_font().transform(transform);
        let style = font.color(&BLACK).pos(Pos::new(side, VPos::Center));
        // XML has no control characters, not even escaped.
        let text: String =
            text.chars().map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c }).collect();
        self.area.draw(&Text::new(text, whole(at), style)).expect(IN_MEMORY);
    }

    /// A line of data.
    pub fn line(&self, points: &[Point], colour: RGBColor) {
        self.path(points, colour, STROKE);
    }

    /// A line of an axis or a grid.
    pub fn hair(&self, points: &[Point], colour: RGBColor) {
        self.path(points, colour, HAIR);
    }

    fn path(&self, points: &[Point], colour: RGBColor, width: f64) {
        let points: Vec<(i32, i32)> = points.iter().copied().map(whole).collect();
        let style = colour.stroke_width((width * SCALE) as u32);
        self.area.draw(&PathElement::new(points, style)).expect(IN_MEMORY);
    }

    /// The mark of the `index`-th of several.
    pub fn mark(&self, at: Point, index: usize, colour: RGBColor) {
        let corners: Vec<(i32, i32)> = mark(index).into_iter().map(whole).collect();
        self.area.draw(&(EmptyElement::at(whole(at)) + Polygon::new(corners, colour.filled()))).expect(IN_MEMORY);
    }
}

fn whole((x, y): Point) -> (i32, i32) {
    ((x * SCALE).round() as i32, (y * SCALE).round() as i32)
}

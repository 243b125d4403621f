//! The figure of win rates: a row for each set, a mark with its interval for each
//! strategy.
//!
//! Marks differ in colour and in shape, so that the figure survives a colour-blind
//! reader and a grey printer. The palette is that of M. Okabe and K. Ito, "Color
//! universal design" (2008). Sizes suit a slide: 800 units wide, text of 18.

use super::words::Words;
use crate::results::summary::Summary;
use crate::stats::Interval;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

/// plotters rounds to whole units, so everything is drawn this much larger.
const SCALE: i32 = 10;
const WIDTH: i32 = 800;
const TEXT: i32 = 18;
/// Height of one strategy's mark with its distance to the next.
const STRIPE: i32 = 22;
/// Room of a set's label: its name and n.
const LABEL: i32 = 56;
const MARGIN: i32 = 16;
/// Ticks, their numbers and the axis' name.
const AXIS: i32 = 58;
const RADIUS: f64 = 8.0;

const PALETTE: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(240, 228, 66),
];

/// Marks as regular polygons: corners, and the direction of the first.
const SHAPES: [(u32, f64); 5] = [(24, 0.0), (4, FRAC_PI_4), (3, -FRAC_PI_2), (4, 0.0), (3, FRAC_PI_2)];

type Failure = DrawingAreaErrorKind<std::io::Error>;
type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The figure of these summaries as SVG; sets and strategies in the order in
/// which they come.
///
/// # Panics
/// Never: drawing into memory does not fail.
pub(super) fn win_rates(summaries: &[Summary], words: &Words) -> String {
    let layout = Layout::new(summaries);
    let (width, height) = (WIDTH as u32, layout.height() as u32);
    let scale = SCALE as u32;
    let mut svg = String::new();
    let canvas = SVGBackend::with_string(&mut svg, (width * scale, height * scale)).into_drawing_area();
    layout.draw(&canvas, summaries, words).expect("drawing into memory");
    drop(canvas);
    let drawn = format!("<svg width=\"{}\" height=\"{}\"", width * scale, height * scale);
    svg.replacen(&drawn, &format!("<svg width=\"{width}\" height=\"{height}\""), 1)
}

/// What is shown and where.
struct Layout<'a> {
    sets: Vec<&'a str>,
    strategies: Vec<&'a str>,
    /// Width of the labels at the left.
    left: i32,
    /// Lower left corner of each strategy's entry in the legend.
    legend: Vec<(i32, i32)>,
}

impl<'a> Layout<'a> {
    fn new(summaries: &'a [Summary]) -> Self {
        let (mut sets, mut strategies): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for summary in summaries {
            for (list, name) in [(&mut sets, &*summary.set), (&mut strategies, &*summary.strategy)] {
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
        let left = sets.iter().map(|set| text_width(set)).max().unwrap_or(0) + 2 * MARGIN;
        let mut legend = Vec::new();
        let (mut x, mut y) = (MARGIN, MARGIN + STRIPE / 2);
        for strategy in &strategies {
            let width = text_width(strategy) + 3 * MARGIN;
            if x > MARGIN && x + width > WIDTH {
                (x, y) = (MARGIN, y + STRIPE + MARGIN / 2);
            }
            legend.push((x, y));
            x += width;
        }
        Self { sets, strategies, left: left.clamp(6 * MARGIN, WIDTH / 2), legend }
    }

    fn top(&self) -> i32 {
        self.legend.last().map_or(0, |&(_, y)| y) + STRIPE
    }

    /// Height of the row of one set.
    fn row(&self) -> i32 {
        LABEL.max(self.strategies.len() as i32 * STRIPE + MARGIN)
    }

    fn height(&self) -> i32 {
        self.top() + self.sets.len() as i32 * self.row() + AXIS + MARGIN
    }

    fn draw(&self, canvas: &Canvas, summaries: &[Summary], words: &Words) -> Result<(), Failure> {
        canvas.fill(&WHITE)?;
        for (index, (&strategy, &(x, y))) in self.strategies.iter().zip(&self.legend).enumerate() {
            let (x, y) = (x * SCALE, y * SCALE);
            canvas.draw(&(EmptyElement::at((x + MARGIN * SCALE / 2, y)) + mark(index)))?;
            canvas.draw(&Text::new(strategy.to_string(), (x + 3 * MARGIN * SCALE / 2, y), style(HPos::Left, VPos::Center)))?;
        }
        let mut chart = self.axes(canvas, words)?;
        for (row, set) in self.sets.iter().enumerate() {
            let of_set: Vec<&Summary> = summaries.iter().filter(|summary| &*summary.set == *set).collect();
            self.label(&mut chart, row, set, &of_set)?;
            for summary in of_set.into_iter().filter(|summary| summary.instances > 0) {
                let index = self.strategies.iter().position(|&name| name == &*summary.strategy).unwrap_or(0);
                self.estimate(&mut chart, row, index, summary)?;
            }
        }
        Ok(())
    }

    /// The axes: percent to the right, rows downwards from 0 in canvas units.
    fn axes<'b, 'c>(&self, canvas: &Canvas<'c>, words: &Words) -> Result<Chart<'b, 'c>, Failure> {
        let rows = self.sets.len() as i32 * self.row();
        let mut chart = ChartBuilder::on(canvas)
            .margin_top(self.top() * SCALE)
            .margin_bottom(MARGIN * SCALE)
            .margin_left(self.left * SCALE)
            .margin_right(2 * MARGIN * SCALE)
            .x_label_area_size(AXIS * SCALE)
            .build_cartesian_2d(0.0..100.0, -f64::from(rows)..0.0)?;
        let grey = RGBColor(217, 217, 217).stroke_width(SCALE as u32);
        chart
            .configure_mesh()
            .disable_y_mesh()
            .x_labels(11)
            .x_max_light_lines(1)
            .bold_line_style(grey)
            .light_line_style(grey)
            .axis_style(BLACK.stroke_width(SCALE as u32))
            .set_tick_mark_size(LabelAreaPosition::Bottom, MARGIN * SCALE / 4)
            .x_label_formatter(&|percent| words.number(*percent, 0))
            .x_label_style(style(HPos::Center, VPos::Top))
            .x_desc(words.axis)
            .axis_desc_style(style(HPos::Center, VPos::Bottom))
            .draw()?;
        Ok(chart)
    }

    /// A set's name with its n, and the line that parts it from the next.
    fn label(&self, chart: &mut Chart, row: usize, set: &str, of_set: &[&Summary]) -> Result<(), Failure> {
        let edge = -f64::from((row as i32 + 1) * self.row());
        chart.draw_series([PathElement::new([(0.0, edge), (100.0, edge)], BLACK.stroke_width(SCALE as u32))])?;
        let fewest = of_set.iter().map(|summary| summary.instances).min().unwrap_or(0);
        let most = of_set.iter().map(|summary| summary.instances).max().unwrap_or(0);
        let n = if fewest == most { format!("n = {most}") } else { format!("n = {fewest}–{most}") };
        let middle = edge + f64::from(self.row()) / 2.0;
        for (text, line) in [(set.to_string(), -1), (n, 1)] {
            let place = (-MARGIN * SCALE, line * TEXT * SCALE * 6 / 10);
            chart.draw_series([EmptyElement::at((0.0, middle)) + Text::new(text, place, style(HPos::Right, VPos::Center))])?;
        }
        Ok(())
    }

    /// One strategy's rate on one set: the interval with its ends, the mark on it.
    fn estimate(&self, chart: &mut Chart, row: usize, index: usize, summary: &Summary) -> Result<(), Failure> {
        let used = self.strategies.len() as i32 * STRIPE;
        let down = row as i32 * self.row() + (self.row() - used) / 2 + index as i32 * STRIPE + STRIPE / 2;
        let y = -f64::from(down);
        let Interval { low, high } = summary.interval;
        let line = colour(index).stroke_width(2 * SCALE as u32);
        let tip = f64::from(STRIPE) / 4.0;
        chart.draw_series([[(low, y), (high, y)], [(low, y - tip), (low, y + tip)], [(high, y - tip), (high, y + tip)]].map(|ends| {
            let percent = ends.map(|(share, y)| (100.0 * share, y));
            PathElement::new(percent, line)
        }))?;
        chart.draw_series([EmptyElement::at((100.0 * summary.rate, y)) + mark(index)])?;
        Ok(())
    }
}

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// The mark of the `index`-th strategy, around the origin.
fn mark(index: usize) -> Polygon<(i32, i32)> {
    let (corners, first) = SHAPES[index % SHAPES.len()];
    let corner = |k: u32| {
        let angle = first + TAU * f64::from(k) / f64::from(corners);
        let place = |unit: f64| (RADIUS * f64::from(SCALE) * unit).round() as i32;
        (place(libm::cos(angle)), place(libm::sin(angle)))
    };
    Polygon::new((0..corners).map(corner).collect::<Vec<_>>(), colour(index).filled())
}

fn style(horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    // plotters writes a font's size divided by this.
    let size = f64::from(TEXT * SCALE) * 1.24;
    ("sans-serif", size).into_font().color(&BLACK).pos(Pos::new(horizontal, vertical))
}

/// Roughly, and rather more than less: no font is at hand.
fn text_width(text: &str) -> i32 {
    text.chars().count() as i32 * TEXT * 6 / 10
}

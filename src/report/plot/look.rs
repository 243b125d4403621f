//! The look of all figures: sizes, colours, marks, and how wide text is.
//!
//! Sizes are points at the figure's printed width: its text is as large as that of the
//! report around it, and on a slide as wide as the figure it can be read from the back.
//! Strategies differ in colour and in the shape of their mark, so that a figure survives
//! a colour-blind reader and a grey printer. The palette is that of M. Okabe and K. Ito,
//! "Color universal design" (2008). The one font is in the program: `DejaVu` Sans.

use plotters::style::RGBColor;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use std::sync::LazyLock;
use ttf_parser::Face;

/// The font: `DejaVu` Sans 2.37, as Debian's package fonts-dejavu-core has it.
pub(super) const FONT: &[u8] = include_bytes!("../fonts/DejaVuSans.ttf");

/// Its family.
pub(super) const FAMILY: &str = "DejaVu Sans";

/// Size of text. Unit: pt, as for all sizes.
pub(super) const TEXT: f64 = 10.0;
/// Size of titles.
pub(super) const TITLE: f64 = 11.0;
/// Size of notes.
pub(super) const NOTE: f64 = 8.0;
/// Distance of lines, of their size.
pub(super) const LEADING: f64 = 1.3;
/// Room around and between the parts of a figure.
pub(super) const GAP: f64 = 8.0;
/// Radius of a mark.
pub(super) const MARK: f64 = 4.0;
/// Width of the lines of data.
pub(super) const STROKE: f64 = 1.2;
/// Width of axes and grids.
pub(super) const HAIR: f64 = 0.5;

/// The grid's grey.
pub(super) const GRID: RGBColor = RGBColor(217, 217, 217);

const PALETTE: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(120, 120, 120),
];

/// Marks as regular polygons: corners, the direction of the first, and the radius at
/// which they look as large as the others.
const SHAPES: [(u32, f64, f64); 5] = [(24, 0.0, 0.9), (4, FRAC_PI_4, 1.1), (3, -FRAC_PI_2, 1.25), (4, 0.0, 1.15), (3, FRAC_PI_2, 1.25)];

/// The colour of the `index`-th of several.
pub(super) fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// The corners of the `index`-th mark, around the origin.
pub(super) fn mark(index: usize) -> Vec<(f64, f64)> {
    let (corners, first, size) = SHAPES[index % SHAPES.len()];
    let corner = |k: u32| {
        let angle = first + TAU * f64::from(k) / f64::from(corners);
        (MARK * size * libm::cos(angle), MARK * size * libm::sin(angle))
    };
    (0..corners).map(corner).collect()
}

/// Width of a line of text of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    static FACE: LazyLock<Option<Face>> = LazyLock::new(|| Face::parse(FONT, 0).ok());
    let Some(face) = &*FACE else { return size * 0.6 * text.chars().count() as f64 };
    let advance = |c: char| face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(face.units_per_em());
    size * text.chars().map(|c| f64::from(advance(c))).sum::<f64>() / f64::from(face.units_per_em())
}

/// Text as lines that are no wider than this, broken between words; a word that is
/// wider by itself is cut short.
pub(super) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // What belongs to the word before stays with it.
    let text = [" %", " :", " ;"].iter().fold(text.to_string(), |text, mark| text.replace(mark, &mark.replace(' ', "\u{a0}")));
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let word = shortened(word, size, most);
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= most => *line = format!("{line} {word}"),
            _ => lines.push(word),
        }
    }
    lines
}

/// Text on one line that is no wider than this, with `…` where it was cut.
pub(super) fn shortened(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.into();
    }
    let mut kept: String = text.into();
    while !kept.is_empty() && width(&format!("{kept}…"), size) > most {
        kept.pop();
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_wide_as_its_glyphs() {
        // Advances of 1303 for each digit, 569 for l and i, of 2048 units.
        assert!((width("2024", 10.0) - 4.0 * 13030.0 / 2048.0).abs() < 1e-9);
        assert!((width("li", 10.0) - 2.0 * 5690.0 / 2048.0).abs() < 1e-9);
    }

    #[test]
    fn lines_are_broken_between_words_and_cut_where_they_must() {
        let lines = wrapped("games won of all that were played", 10.0, 100.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 10.0) <= 100.0), "{lines:?}");
        assert_eq!(lines.join(" "), "games won of all that were played");
        assert_eq!(wrapped("intervalles à 95 % : Wilson", 10.0, 90.0), ["intervalles à", "95\u{a0}%\u{a0}: Wilson"]);
        let cut = shortened("a-very-long-name-of-a-set", 10.0, 60.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0) <= 60.0, "{cut}");
        assert!(wrapped("", 10.0, 100.0).is_empty());
    }
}

//! From a drawn figure to files: SVG, PDF and PNG, all from one tree.
//!
//! The font is in the program, so that no system needs it: PDF files hold the glyphs they
//! use, PNG files are drawn with it, and in SVG files text is turned into outlines, which
//! every program shows alike. Everything is opaque and of one font: the same figure gives
//! the same bytes.

use super::look::{FAMILY, FONT};
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};
use svg2pdf::{ConversionOptions, PageOptions};
use usvg::{Options, Tree, WriteOptions, fontdb};

/// A format of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// For pages.
    Svg,
    /// For LaTeX.
    Pdf,
    /// For slides and mails.
    Png,
}

/// Points of a PNG file for one of a figure: 300 for an inch.
const DOTS: f32 = 300.0 / 72.0;

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Svg, Format::Pdf, Format::Png];

    /// Its name, which is the ending of its files too.
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Pdf => "pdf",
            Format::Png => "png",
        }
    }

    /// The format of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// A drawn figure in this format. Its unit is the point.
    ///
    /// # Panics
    /// Never: what was drawn is SVG, and of a size that can be painted.
    pub(in crate::report) fn file(self, drawn: &str) -> Vec<u8> {
        static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
            let mut fonts = fontdb::Database::new();
            fonts.load_font_data(FONT.to_vec());
            fonts.set_sans_serif_family(FAMILY);
            Arc::new(fonts)
        });
        let options = Options { fontdb: FONTS.clone(), font_family: FAMILY.into(), dpi: 72.0, ..Options::default() };
        let tree = Tree::from_str(drawn, &options).expect("what was drawn is SVG");
        match self {
            Format::Svg => outlines(&tree).into_bytes(),
            Format::Pdf => svg2pdf::to_pdf(&tree, ConversionOptions::default(), PageOptions { dpi: 72.0 }).expect("one opaque font"),
            Format::Png => {
                let (width, height) = (tree.size().width() * DOTS, tree.size().height() * DOTS);
                let mut pixels = tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32).expect("it has a size");
                resvg::render(&tree, tiny_skia::Transform::from_scale(DOTS, DOTS), &mut pixels.as_mut());
                pixels.encode_png().expect("pixels are a picture")
            }
        }
    }
}

/// The tree as SVG, its text as outlines, its size in millimetres.
fn outlines(tree: &Tree) -> String {
    let options = WriteOptions { coordinates_precision: 1, transforms_precision: 4, indent: usvg::Indent::None, ..WriteOptions::default() };
    let svg = tree.to_string(&options);
    let size = tree.size();
    let millimetres = |points: f32| f64::from(points) * 25.4 / 72.0;
    let sized = format!(
        "<svg width=\"{:.1}mm\" height=\"{:.1}mm\" viewBox=\"0 0 {} {}\"",
        millimetres(size.width()),
        millimetres(size.height()),
        size.width(),
        size.height()
    );
    svg.replacen(&format!("<svg width=\"{}\" height=\"{}\"", size.width(), size.height()), &sized, 1)
}

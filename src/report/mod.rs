//! Reports: from results folders to tables, figures and one page.
//!
//! A [`Report`] is made from the files alone, by the same statistics as the run's own
//! last table ([`crate::results::summary`]), so that it can be made again later,
//! elsewhere, in another language. The same files give the same bytes.
//!
//! What is said stands in two registries, `tables::ALL` and `figures::ALL`; how tables
//! and figures look, in `tabular/` and `plot/`; the page is `page/`, the games it replays
//! `replay/`. `evidence.rs` is all that tables and figures read, `games.rs` what differs
//! between games.

mod answer;
mod check;
mod effort;
mod evidence;
mod figures;
mod files;
mod fit;
mod games;
mod growth;
mod language;
mod page;
mod plot;
mod replay;
mod selector;
mod tables;
mod tabular;

pub use check::check;
pub use files::Kept;
pub use language::Language;
pub use plot::Format;

use crate::results::{Error as ResultsError, Results, TRACES, Trace};
use evidence::Evidence;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Name of the page in the report's folder.
pub const PAGE: &str = "index.html";

/// Name of the same in Markdown.
pub const MARKDOWN: &str = "report.md";

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Results that cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// Results that do not belong into one report.
    #[error("{} and {} do not belong into one report: {what}; report them apart", folder.display(), before.display())]
    Mixed {
        /// The folder that does not fit.
        folder: PathBuf,
        /// The one before it that it does not fit.
        before: PathBuf,
        /// Why it does not.
        what: String,
    },
    /// A baseline that is no strategy's label.
    #[error("no strategy of these results is labelled `{label}`; there are: {}", known.join("; "))]
    Baseline {
        /// The label asked for.
        label: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// A name that is no table's or figure's.
    #[error("there is no table or figure `{name}`; there are: {}", names().join(", "))]
    Name {
        /// The name.
        name: String,
    },
    /// Options that there are not.
    #[error("{what}")]
    Options {
        /// What is wrong.
        what: String,
    },
    /// A folder that holds no report.
    #[error("{}: {what}", path.display())]
    Folder {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file that cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
}

/// How a report is made, beyond what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Label of the strategy that the others are compared to; `None` for the experiments' own.
    pub baseline: Option<String>,
    /// Code of the language.
    pub language: String,
    /// Width of figures. Unit: mm.
    pub width: f64,
    /// Names of the formats of figures.
    pub formats: Vec<String>,
    /// Names of the tables and figures wanted; all, and the page, where there are none.
    pub only: Vec<String>,
    /// The most games that can be replayed on the page.
    pub replays: usize,
}

/// Width of figures, unless another is asked for: that of a slide. Unit: mm.
pub const WIDTH: f64 = 128.0;

/// Widths of figures: from a column to a poster. Unit: mm.
pub const WIDTHS: RangeInclusive<f64> = 60.0..=1000.0;

/// Games that can be replayed on the page, unless another number is asked for.
pub const REPLAYS: usize = 24;

impl Default for Options {
    fn default() -> Self {
        let formats = [Format::Svg, Format::Pdf].map(|format| format.name().into()).to_vec();
        Self { baseline: None, language: Language::En.code().into(), width: WIDTH, formats, only: Vec::new(), replays: REPLAYS }
    }
}

impl Options {
    /// The language, where all options are such as there are.
    fn checked(&self) -> Result<Language, Error> {
        let wrong = |what: String| Error::Options { what };
        if let Some(name) = self.only.iter().find(|only| !names().contains(&only.as_str())) {
            return Err(Error::Name { name: name.clone() });
        }
        if let Some(format) = self.formats.iter().find(|format| Format::find(format).is_none()) {
            return Err(wrong(format!("there is no format `{format}`")));
        }
        if !WIDTHS.contains(&self.width) {
            return Err(wrong(format!("figures are {} to {} mm wide, not {}", WIDTHS.start(), WIDTHS.end(), self.width)));
        }
        Language::find(&self.language).ok_or_else(|| wrong(format!("there is no language `{}`", self.language)))
    }

    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }
}

/// Files of a report: their bytes by name, which is a path with `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What a report says.
#[derive(Clone, Debug)]
pub struct Report {
    sources: Vec<PathBuf>,
    evidence: Evidence,
    options: Options,
    language: Language,
}

impl Report {
    /// The report of these results folders, as one, and of the models among them.
    ///
    /// # Errors
    /// Where a folder cannot be read, or means something else by the same name than
    /// another one, or compares to another baseline and none is given; where no strategy
    /// has the baseline's label, or no table or figure a name that is wanted.
    pub fn read(folders: &[PathBuf], options: Options) -> Result<Self, Error> {
        let language = options.checked()?;
        let evidence = Evidence::read(folders, options.baseline.as_deref())?;
        Ok(Self { sources: folders.to_vec(), evidence, options, language })
    }

    /// All files that are made from the results, in memory.
    ///
    /// # Errors
    /// Where games to be replayed cannot be read.
    pub fn files(&self) -> Result<Files, Error> {
        let (options, language) = (&self.options, self.language);
        let sheets = tables::ALL.iter().filter(|(name, _)| options.wants(name)).filter_map(|(_, sheet)| sheet(&self.evidence, language));
        let sheets: Vec<tabular::Sheet> = sheets.collect();
        let plots = figures::ALL.iter().filter(|(name, _)| options.wants(name));
        let plots: Vec<(String, plot::Plot)> = plots
            .filter_map(|(name, plot)| Some((*name, plot(&self.evidence, language)?)))
            .flat_map(|(name, plot)| plot.parts(name))
            .collect();
        let title = page::title(&self.evidence);
        let mut files = Files::new();
        for sheet in &sheets {
            let name = sheet.name;
            files.insert(format!("tables/{name}.csv"), sheet.csv().into_bytes());
            files.insert(format!("tables/{name}.md"), sheet.markdown(language).into_bytes());
            files.insert(format!("tables/{name}.tex"), sheet.latex(&title, language).into_bytes());
        }
        let whole = options.only.is_empty();
        let mut pictures = Vec::new();
        for (name, plot) in &plots {
            let drawn = plot.drawn(options.width, language);
            for format in Format::ALL {
                let wanted = options.formats.iter().any(|name| name == format.name());
                let shown = whole && format == Format::Svg;
                if !(wanted || shown) {
                    continue;
                }
                let file = format.file(&drawn);
                if shown {
                    pictures.push(page::Picture { name, plot, svg: file.clone() });
                }
                if wanted {
                    files.insert(format!("figures/{name}.{}", format.name()), file);
                }
            }
        }
        if whole {
            let replays = replay::collect(self.traces()?, options.replays)?;
            let page = page::Page {
                evidence: &self.evidence,
                options,
                language,
                answer: answer::answer(&self.evidence, language),
                sheets: &sheets,
                pictures: &pictures,
                replays: replays.as_ref(),
            };
            files.insert(PAGE.into(), page.html().into_bytes());
            files.insert(MARKDOWN.into(), page.markdown().into_bytes());
        }
        Ok(files)
    }

    /// The games that were traced, of each of the results, under the strategies' labels here.
    fn traces(&self) -> Result<Vec<(PathBuf, Vec<Trace>)>, Error> {
        let of = |(source, nth): (&PathBuf, usize)| {
            let mut traces = Results::open(source)?.traces()?;
            for trace in &mut traces {
                trace.strategy += self.evidence.baseline.suffix(nth);
            }
            Ok((source.join(TRACES), traces))
        };
        self.sources.iter().filter(|source| source.is_dir()).zip(0..).map(of).collect()
    }

    /// Writes the report into a folder, and the rows that it was made from, so that it can
    /// be made again from there.
    ///
    /// # Errors
    /// Where something cannot be read or written.
    pub fn write(&self, folder: &Path, kept: Kept) -> Result<(), Error> {
        files::write(folder, &self.files()?, &self.sources, &self.options, kept)
    }
}

/// Names of the tables and figures there are.
pub fn names() -> Vec<&'static str> {
    let tables = tables::ALL.iter().map(|(name, _)| *name);
    let mut names: Vec<&str> = tables.chain(figures::ALL.iter().map(|(name, _)| *name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What a set or a strategy is called in the rows.
fn label(entry: &Value) -> Option<&str> {
    entry["label"].as_str().or(entry["name"].as_str())
}

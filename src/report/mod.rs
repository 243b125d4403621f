//! Reports: from results folders to one page and one figure.
//!
//! A [`Report`] is made from the files alone, by the same statistics as the run's
//! own last table ([`crate::results::summary`]), so that it can be made again
//! later, elsewhere, in another language. The same files give the same bytes.

mod figure;
mod fit;
mod page;
// The page that shows them comes next.
#[cfg_attr(not(test), expect(dead_code, unused_imports, reason = "nothing calls it yet"))]
mod replay;
mod words;

pub use words::Words;

use crate::results::summary::{Outcome, Summary, summarise};
use crate::results::{Error as ResultsError, Manifest, Results};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the page in the report's folder.
pub const PAGE: &str = "report.md";

/// Name of the figure in the report's folder.
pub const FIGURE: &str = "win_rates.svg";

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
    /// A file that cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
}

/// What a report says.
#[derive(Clone, Debug)]
pub struct Report {
    /// How each of the results came to be.
    manifests: Vec<Manifest>,
    /// The label that the others are compared to.
    baseline: Option<String>,
    /// Sets and strategies in the order of the experiment.
    summaries: Vec<Summary>,
}

impl Report {
    /// The report of these results folders, as one. The others are compared to the
    /// strategy labelled `baseline`; where none is given, to the experiments' own.
    ///
    /// # Errors
    /// Where a folder cannot be read, or holds a game that another one holds too,
    /// or means something else by the same name, or compares to another baseline and
    /// none is given; where no strategy has the label.
    pub fn read(folders: &[PathBuf], baseline: Option<&str>) -> Result<Self, Error> {
        let mut manifests: Vec<Manifest> = Vec::new();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut seen = BTreeMap::new();
        for (folder, nth) in folders.iter().zip(0..) {
            let mixed = |other: usize, what| Error::Mixed { folder: folder.clone(), before: folders[other].clone(), what };
            let results = Results::open(folder)?;
            for (before, other) in manifests.iter().zip(0..) {
                if let Some(what) = fit::misfit(before, results.manifest(), baseline.is_none()) {
                    return Err(mixed(other, what));
                }
            }
            for outcome in results.outcomes()? {
                let Outcome { set, instance, strategy, repetition, .. } = &outcome;
                if let Some(other) = seen.insert((set.clone(), instance.clone(), strategy.clone(), *repetition), nth) {
                    return Err(mixed(other, format!("both hold the game {set}/{instance}/{strategy}/{repetition}")));
                }
                outcomes.push(outcome);
            }
            manifests.push(results.manifest().clone());
        }
        let (sets, strategies) = (names(&manifests, "sets"), names(&manifests, "strategies"));
        if let Some(label) = baseline.filter(|label| !strategies.iter().any(|known| known == label)) {
            let known = strategies.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
            return Err(Error::Baseline { label: label.into(), known });
        }
        let own = || manifests.first()?.experiment["baseline"].as_str();
        let baseline = baseline.or_else(own).map(String::from);
        let mut summaries = summarise(&outcomes, baseline.as_deref());
        let place = |names: &[String], name: &str| names.iter().position(|known| known == name);
        summaries.sort_by_key(|summary| (place(&sets, &summary.set), place(&strategies, &summary.strategy)));
        Ok(Self { manifests, baseline, summaries })
    }

    /// Writes the page and the figure into a folder.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn write(&self, folder: &Path, words: &Words) -> Result<(), Error> {
        let wrong = |path: &Path| {
            let path = path.to_path_buf();
            |source| Error::Write { path, source }
        };
        fs::create_dir_all(folder).map_err(wrong(folder))?;
        for (name, text) in [(PAGE, self.page(words)), (FIGURE, self.figure(words))] {
            let path = folder.join(name);
            fs::write(&path, text).map_err(wrong(&path))?;
        }
        Ok(())
    }

    /// The page, as Markdown.
    pub fn page(&self, words: &Words) -> String {
        page::page(self, words)
    }

    /// The figure of win rates, as SVG.
    pub fn figure(&self, words: &Words) -> String {
        figure::win_rates(&self.summaries, words)
    }
}

/// What the entries of a list of the experiments are called, in their order.
fn names(manifests: &[Manifest], list: &str) -> Vec<String> {
    let entries = manifests.iter().filter_map(|manifest| manifest.experiment[list].as_array()).flatten();
    entries.filter_map(label).map(String::from).collect()
}

/// What a set or a strategy is called in the rows.
fn label(entry: &Value) -> Option<&str> {
    entry["label"].as_str().or(entry["name"].as_str())
}

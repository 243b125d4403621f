//! A report's folder: the files that were made, the rows they were made from, and
//! `report.json`, which says how.
//!
//! With its rows a report is complete: whoever has the folder can make it again
//! ([`super::check`]), on any machine. Tables of more than a megabyte are kept compressed,
//! as programs for statistics read them too.

use super::selector::evaluation;
use super::{Error, Files, Options};
use crate::record::hexadecimal;
use crate::results::{self, Version};
use flate2::{Compression, GzBuilder};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Name of the file that says how the report was made.
pub const ORIGIN: &str = "report.json";

/// Folder of the rows.
const ROWS: &str = "rows";

/// Larger files are kept compressed. Unit: bytes.
const LARGE: u64 = 1 << 20;

/// What a report keeps of the results it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Their rows: the report can be made again anywhere.
    Rows,
    /// Where they were, and their hashes.
    Hashes,
}

/// How a report was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The program.
    pub version: Version,
    /// How.
    pub options: Options,
    /// From which results, in order.
    pub sources: Vec<Source>,
    /// What it consists of, without rows.
    pub files: Vec<String>,
}

/// Results that a report was made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Source {
    /// Where they are: a folder beside this file where rows are kept, else where they were.
    pub folder: PathBuf,
    /// SHA-256 of each of their files, as they are without compression.
    pub sha256: BTreeMap<String, String>,
}

impl Origin {
    /// Reads how the report in a folder was made.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(ORIGIN);
        let wrong = |what: String| Error::Folder { path: path.clone(), what };
        let text = fs::read_to_string(&path).map_err(|error| wrong(format!("{error}; is this the folder of a report?")))?;
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
    }
}

/// Writes files into a folder, with rows and origin where the report is a whole one.
pub(super) fn write(folder: &Path, files: &Files, sources: &[PathBuf], options: &Options, kept: Kept) -> Result<(), Error> {
    let all = options.only.is_empty();
    if all {
        forget(folder, files)?;
    }
    for (name, bytes) in files {
        put(&folder.join(name), bytes)?;
    }
    if !all {
        return Ok(());
    }
    let before = Origin::read(folder).map(|origin| origin.sources).unwrap_or_default();
    let kept = sources.iter().zip(source_names(sources)).map(|(source, name)| keep(source, folder, &name, kept));
    let kept: Vec<Source> = kept.collect::<Result<_, _>>()?;
    forget_rows(folder, &before, &kept, sources)?;
    let origin = Origin { version: Version::built(), options: options.clone(), sources: kept, files: files.keys().cloned().collect() };
    let mut text = serde_json::to_string_pretty(&origin).map_err(|error| Error::Folder { path: folder.into(), what: error.to_string() })?;
    text.push('\n');
    put(&folder.join(ORIGIN), text.as_bytes())
}

/// Removes what an earlier report left here that this one has not.
fn forget(folder: &Path, files: &Files) -> Result<(), Error> {
    let Ok(before) = Origin::read(folder) else { return Ok(()) };
    // Names come from a file: only what is inside of the folder is ours.
    let inside = |name: &&String| Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    for name in before.files.iter().filter(inside).filter(|name| !files.contains_key(*name)) {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => return Err(Error::Write { path, source }),
            _ => {}
        }
    }
    Ok(())
}

/// Removes the rows that an earlier report kept here and this one does not.
fn forget_rows(folder: &Path, before: &[Source], kept: &[Source], sources: &[PathBuf]) -> Result<(), Error> {
    let ours = |source: &&Source| source.folder.starts_with(ROWS) && source.folder.components().count() == 2;
    let stale = before.iter().filter(ours).filter(|source| !kept.iter().any(|now| now.folder == source.folder));
    // What this very report was made from stays.
    let read = |path: &PathBuf| sources.iter().any(|source| whole(source) == whole(path));
    for path in stale.map(|source| folder.join(&source.folder)).filter(|path| path.exists() && !read(path)) {
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(|source| Error::Write { path, source })?;
    }
    Ok(())
}

/// What each of the sources is called: its file name, with its place before it where
/// several have the same.
pub(super) fn source_names(sources: &[PathBuf]) -> Vec<String> {
    let own = |source: &PathBuf| whole(source).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let names: Vec<String> = sources.iter().map(own).collect();
    let alone = |name: &String| !name.is_empty() && names.iter().filter(|other| *other == name).count() == 1;
    names.iter().zip(1..).map(|(name, nth)| if alone(name) { name.clone() } else { format!("{nth}-{name}") }).collect()
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let wrong = |source| Error::Write { path: path.into(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    fs::write(path, bytes).map_err(wrong)
}

/// Hashes the files of results, and copies them where rows are kept.
fn keep(source: &Path, folder: &Path, name: &str, kept: Kept) -> Result<Source, Error> {
    if !source.is_dir() {
        return keep_evaluation(source, folder, name, kept);
    }
    let place = Path::new(ROWS).join(name);
    let one = |file: &&str| -> Result<Option<(String, String)>, Error> {
        let path = source.join(file);
        let Some(bytes) = results::file(&path)? else { return Ok(None) };
        if kept == Kept::Rows {
            let to = folder.join(&place).join(file);
            let mut packed = to.clone().into_os_string();
            packed.push(".gz");
            let (to, other, bytes) = if bytes.len() as u64 > LARGE {
                (packed.into(), to, compressed(&bytes))
            } else {
                (to, PathBuf::from(packed), bytes.clone())
            };
            put(&to, &bytes)?;
            if other.exists() && other != path {
                fs::remove_file(&other).map_err(|source| Error::Write { path: other.clone(), source })?;
            }
        }
        Ok(Some((file.to_string(), hexadecimal(&Sha256::digest(&bytes)))))
    };
    let hashes: Vec<Option<(String, String)>> = results::FILES.par_iter().map(one).collect::<Result<_, _>>()?;
    let folder = if kept == Kept::Rows { place } else { whole(source) };
    Ok(Source { folder, sha256: hashes.into_iter().flatten().collect() })
}

/// A path that is the same from everywhere.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.into())
}

/// Copies a model's evaluation, which is all that is read of it.
fn keep_evaluation(source: &Path, folder: &Path, name: &str, kept: Kept) -> Result<Source, Error> {
    let file = evaluation(source);
    let bytes = fs::read(&file).map_err(|error| Error::Folder { path: file.clone(), what: error.to_string() })?;
    let place = Path::new(ROWS).join(format!("{}.json", name.trim_end_matches(".json")));
    if kept == Kept::Rows {
        put(&folder.join(&place), &bytes)?;
    }
    let sha256 = [(String::new(), hexadecimal(&Sha256::digest(&bytes)))].into();
    Ok(Source { folder: if kept == Kept::Rows { place } else { whole(&file) }, sha256 })
}

/// Without a date: the same bytes give the same file.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(6));
    packed.write_all(bytes).expect("writing into memory");
    packed.finish().expect("writing into memory")
}

//! Boards on disc: drawings, the numbered form, and JSON files of many, in a folder or not.
//!
//! A folder is walked in lexicographic order of file name, sub-folders not read. A broken
//! board is reported and the others go on.

use crate::antivirus::instance::Instance;
use crate::antivirus::{booklet, drawing, numbered};
use crate::record::hexadecimal;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A board's name, and the board or what is wrong with it, with line and column where there
/// are such.
pub type NamedBoard = (String, Result<Instance, String>);

/// Why there are no boards. Each names the file or folder.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The file or folder cannot be read.
    #[error("{}: cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file looks like many boards, and is no such JSON.
    #[error("{}: no boards: {}", .0.display(), .1)]
    Broken(PathBuf, serde_json::Error),
    /// The folder holds no board.
    #[error("{}: no .txt or .json file in this folder (sub-folders are not read)", .0.display())]
    Empty(PathBuf),
}

/// The boards of a file: many, named by their numbers, or one, named by the file.
///
/// # Errors
/// Where it cannot be read, or is no JSON of boards though it begins like one.
pub fn read(path: &Path) -> Result<Vec<NamedBoard>, BoardError> {
    let text = fs::read_to_string(path).map_err(|error| BoardError::Unreadable(path.into(), error))?;
    parse(path, &text)
}

/// The boards of a file or a folder, and the SHA-256 of names and bytes of its files, each
/// after its length as 64 bits, little-endian.
///
/// # Errors
/// As [`read`], and where the folder holds no board.
pub fn load_hashed(path: &Path) -> Result<(Vec<NamedBoard>, String), BoardError> {
    let (mut boards, mut hash) = (Vec::new(), Sha256::new());
    for file in files(path)? {
        let text = fs::read_to_string(&file).map_err(|error| BoardError::Unreadable(file.clone(), error))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for part in [name.as_bytes(), text.as_bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        // In results boards are told without where on a disc they lay.
        boards.extend(parse(Path::new(&name), &text)?.into_iter().map(|(name, board)| (short(&name), board)));
    }
    Ok((boards, hexadecimal(&hash.finalize())))
}

/// The files of a folder that may hold boards, or the one file.
///
/// # Errors
/// Where it cannot be read, or holds none.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, BoardError> {
    let unreadable = |error| BoardError::Unreadable(path.into(), error);
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.into()]);
    }
    let found = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(unreadable)?;
    let is_board = |file: &PathBuf| file.extension().is_some_and(|end| end == "txt" || end == "json") && !file.is_dir();
    let mut files: Vec<PathBuf> = found.into_iter().map(|entry| entry.path()).filter(is_board).collect();
    files.sort_by_cached_key(|file| file.to_string_lossy().into_owned());
    if files.is_empty() { Err(BoardError::Empty(path.into())) } else { Ok(files) }
}

fn parse(path: &Path, text: &str) -> Result<Vec<NamedBoard>, BoardError> {
    let file = path.display();
    if text.trim_start().starts_with('{') {
        let boards = booklet::parse(text).map_err(|error| BoardError::Broken(path.into(), error))?;
        return Ok(boards.into_iter().map(|(id, board)| (format!("{file}#{id}"), board)).collect());
    }
    let lines = text.lines().filter(|line| !line.starts_with(';')).map(str::trim_start);
    let numbers = lines.into_iter().find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let board = if numbers { numbered::parse(text) } else { drawing::parse(text) };
    Ok(vec![(file.to_string(), board.map_err(|error| format!("{file}:{error}")))])
}

/// A board's name without what its file's name ends in.
fn short(name: &str) -> String {
    name.strip_suffix(".txt").map_or_else(|| name.replace(".json#", "#"), String::from)
}

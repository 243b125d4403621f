//! Boards from files, in whichever of the forms they are.

use crate::antivirus::instance::Instance;
use crate::antivirus::{booklet, drawing, numbered};
use crate::cli::Usage;
use anyhow::Context;
use std::fs;
use std::path::Path;

/// A board's name, and the board or what is wrong with it.
type Named = (String, Result<Instance, String>);

/// The boards of a file: many, each with its number, or one.
///
/// # Errors
/// Where it cannot be read, or holds one board that is none.
pub fn read(path: &Path) -> anyhow::Result<Vec<Named>> {
    let file = path.display();
    let text = fs::read_to_string(path).with_context(|| file.to_string())?;
    if text.trim_start().starts_with('{') {
        let boards = booklet::parse(&text).with_context(|| file.to_string())?;
        return Ok(boards.into_iter().map(|(id, instance)| (format!("{file}#{id}"), instance)).collect());
    }
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let numbers =
        lines.map(str::trim_start).find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let instance = if numbers { numbered::parse(&text) } else { drawing::parse(&text) };
    let instance = instance.map_err(|error| Usage(format!("{file}:{error}")))?;
    Ok(vec![(file.to_string(), Ok(instance))])
}

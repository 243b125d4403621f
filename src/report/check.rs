//! Whether a report is what its rows say.

use super::files::{Origin, Source};
use super::{Error, Report};
use crate::record::hexadecimal;
use crate::results::{self, Version};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes the report in a folder again, from its own rows, and says what differs, a line
/// each; nothing where it is the same to the byte.
///
/// # Errors
/// Where there is no report, or its rows cannot be read.
pub fn check(folder: &Path) -> Result<Vec<String>, Error> {
    let origin = Origin::read(folder)?;
    let mut found = Vec::new();
    // Where rows are not kept, the folder is where they were.
    let place =
        |source: &Source| Some(folder.join(&source.folder)).filter(|inside| inside.exists()).unwrap_or_else(|| source.folder.clone());
    let sources: Vec<PathBuf> = origin.sources.iter().map(place).collect();
    for (place, source) in sources.iter().zip(&origin.sources) {
        for (file, hash) in &source.sha256 {
            // A model's evaluation is one file, and has no name inside of itself.
            let path = if file.is_empty() { place.clone() } else { place.join(file) };
            match results::file(&path)? {
                None => found.push(format!("{}: is not there", path.display())),
                Some(bytes) if hexadecimal(&Sha256::digest(&bytes)) != *hash => {
                    found.push(format!("{}: the rows are not those of the report", path.display()));
                }
                Some(_) => {}
            }
        }
    }
    let made = Report::read(&sources, origin.options.clone())?.files()?;
    let now = Version::built();
    let names: BTreeSet<&String> = made.keys().chain(&origin.files).collect();
    for name in names {
        let path = folder.join(name);
        let before = fs::read(&path).ok();
        match (made.get(name), before) {
            (Some(now), Some(before)) if *now == before => {}
            (Some(now), Some(before)) => found.push(format!("{}: differs, {}", path.display(), difference(&before, now))),
            (Some(_), None) => found.push(format!("{}: is not there, but made from the rows", path.display())),
            (None, _) => found.push(format!("{}: is not made from the rows", path.display())),
        }
    }
    if !found.is_empty() && now != origin.version {
        let [then, now] = [&origin.version, &now].map(|version| format!("{} (source {:.8})", version.clover, version.source));
        found.push(format!("{}: it was made by Clover {then}, this is {now}", folder.display()));
    }
    Ok(found)
}

/// The first line that differs, or of what is no text the first byte.
fn difference(before: &[u8], now: &[u8]) -> String {
    let shown = |line: &str| {
        if line.chars().count() > 100 { format!("{}…", line.chars().take(100).collect::<String>()) } else { line.to_string() }
    };
    if let (Ok(before), Ok(now)) = (std::str::from_utf8(before), std::str::from_utf8(now)) {
        let number = before.lines().zip(now.lines()).take_while(|(before, now)| before == now).count();
        let line = |text: &str| text.lines().nth(number).map_or_else(|| "nothing".into(), |line| format!("`{}`", shown(line)));
        return format!("first in line {}: {} there, {} from the rows", number + 1, line(before), line(now));
    }
    let byte = before.iter().zip(now).take_while(|(before, now)| before == now).count();
    format!("first at byte {byte}, {} bytes there, {} from the rows", before.len(), now.len())
}

//! Maps named on the command line, as instances of sets.

use crate::crocomine::level::Level;
use crate::experiment::maps::{self, MapError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map file and its place in its set.
pub struct Instance {
    /// The file, as given or found.
    pub file: PathBuf,
    /// The name of its folder.
    pub set: Arc<str>,
    /// Its place in that folder, from 0.
    pub place: u64,
}

impl Instance {
    /// The file as text.
    pub fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// The name of the map in its set.
    pub fn stem(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into()
    }

    /// Reads the map.
    pub fn level(&self) -> Result<Level, MapError> {
        let mut maps = maps::load(&self.file)?;
        maps.swap_remove(0).1
    }
}

/// Folders as sets. A file's set is its folder, so that a file alone is played as
/// it is with all of its folder.
#[derive(Default)]
pub struct Sets(BTreeMap<PathBuf, (Arc<str>, BTreeMap<PathBuf, u64>)>);

impl Sets {
    /// The map files of a path.
    pub fn instances(&mut self, path: &Path) -> Result<Vec<Instance>, MapError> {
        let files = maps::files(path)?;
        let folder = match path.parent() {
            _ if path.is_dir() => path,
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let (set, places) = self.0.entry(folder.to_path_buf()).or_insert_with(|| {
            let path = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
            let name = path.file_name().unwrap_or_default().to_string_lossy().into();
            (name, maps::files(folder).unwrap_or_default().into_iter().zip(0..).collect())
        });
        // A map whose name has another extension has no place of its own.
        let place = |file: &PathBuf| places.get(&folder.join(file.file_name().unwrap_or_default())).copied().unwrap_or(0);
        Ok(files.into_iter().map(|file| Instance { place: place(&file), file, set: set.clone() }).collect())
    }
}

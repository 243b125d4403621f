//! A file that a command is told to write. It is never one that is there already,
//! so that a slip of the fingers costs no map.

use super::Usage;
use anyhow::{Context, Error};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A new file. It is made as late as possible, so that a command which fails
/// before it has anything to write leaves none.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: Option<File>,
}

impl Output {
    /// The file of this name, not made yet.
    ///
    /// # Errors
    /// [`Usage`] where there is one.
    pub fn new(path: PathBuf) -> Result<Self, Usage> {
        let output = Self { path, file: None };
        // What is in the way may be a link that leads nowhere.
        if output.path.symlink_metadata().is_ok() { Err(output.taken()) } else { Ok(output) }
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the file, if that was not done before.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn open(&mut self) -> anyhow::Result<&mut File> {
        if self.file.is_none() {
            let made = File::create_new(&self.path).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => self.taken().into(),
                _ => Error::new(error).context(self.unwritable()),
            });
            self.file = Some(made?);
        }
        Ok(self.file.as_mut().expect("it was just made"))
    }

    /// Writes a text of whole lines.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn text(&mut self, text: &impl Display) -> anyhow::Result<()> {
        let unwritable = self.unwritable();
        let mut file = BufWriter::new(self.open()?);
        write!(file, "{text}").and_then(|()| file.flush()).context(unwritable)
    }

    fn taken(&self) -> Usage {
        Usage(format!("{} is there already and is not overwritten: delete it, or name another file", self.path.display()))
    }

    fn unwritable(&self) -> String {
        format!("{}: cannot be written", self.path.display())
    }
}

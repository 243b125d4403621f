//! A file that grows by whole lines: what survives an interruption.
//!
//! A line is committed by its newline, so that whatever interrupts its writer leaves
//! whole lines and at most one torn last one, which is dropped on the way back. The
//! file is locked: two processes never write one.

use super::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A file open for appending.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: Mutex<File>,
}

impl Lines {
    /// A new, empty file.
    ///
    /// # Errors
    /// Where there is one of this name, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        Self::locked(path, OpenOptions::new().read(true).write(true).create_new(true))
    }

    /// A file to go on with: each whole line of it is handed to `read`, and a torn
    /// last one dropped. A new file where there is none.
    ///
    /// # Errors
    /// What `read` says of a line, or where the file is in use or cannot be read or written.
    pub fn resume(path: &Path, read: impl FnMut(&[u8], Range<u64>) -> Result<(), String>) -> Result<Self, Error> {
        if !path.exists() {
            return Self::create(path);
        }
        let lines = Self::locked(path, OpenOptions::new().read(true).write(true))?;
        let whole = lines.scan(read)?;
        lines.reader()?.set_len(whole).map_err(|error| Error::new(path, error))?;
        Ok(lines)
    }

    fn locked(path: &Path, options: &OpenOptions) -> Result<Self, Error> {
        let file = options.open(path).map_err(|error| Error::new(path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: path.into(), file: Mutex::new(file) }),
            Err(TryLockError::WouldBlock) => Err(Error::new(path, "another process is writing this file; let it end first")),
            Err(TryLockError::Error(error)) => Err(Error::new(path, error)),
        }
    }

    /// Appends whole lines.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn append(&self, lines: &str) -> Result<(), Error> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(lines.as_bytes()));
        written.map_err(|error| Error::new(&self.path, error))
    }

    /// Hands every whole line to `read`, with its newline and its place in bytes; the length
    /// of all of them in bytes.
    ///
    /// # Errors
    /// What `read` says of a line, with its number; or where the file cannot be read.
    pub fn scan(&self, mut read: impl FnMut(&[u8], Range<u64>) -> Result<(), String>) -> Result<u64, Error> {
        let failed = |error| Error::new(&self.path, error);
        let mut file = BufReader::new(self.reader()?);
        file.rewind().map_err(failed)?;
        let (mut line, mut whole) = (Vec::new(), 0);
        for number in 1.. {
            line.clear();
            file.read_until(b'\n', &mut line).map_err(failed)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            let place = whole..whole + line.len() as u64;
            whole = place.end;
            read(&line, place).map_err(|what| Error::at(&self.path, number, what))?;
        }
        Ok(whole)
    }

    /// The file itself, for reading it anywhere: some systems let no other handle read a
    /// file that is locked.
    ///
    /// # Errors
    /// Where the system gives no handle.
    pub fn reader(&self) -> Result<File, Error> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.try_clone().map_err(|error| Error::new(&self.path, error))
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Lines {
    /// Unlocks by itself: closing is not enough while a process that was just
    /// started (as `git` for the manifest is) still holds a copy of the file.
    fn drop(&mut self) {
        // A lock that cannot be given back ends with the process.
        let _ = self.file.get_mut().unwrap_or_else(PoisonError::into_inner).unlock();
    }
}

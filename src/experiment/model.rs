//! Models from files, for the strategies that want one.

use crate::crocomine::strategy::{Entry, Options, knn};
use crate::record::hexadecimal;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// A model that cannot be used, with its file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", path.display())]
pub struct ModelError {
    path: PathBuf,
    what: String,
}

/// The options with the model that one of them names, and the SHA-256 of its file; as
/// they are where none is named. `resolve` says where a file as written lies.
///
/// # Errors
/// Where the file cannot be read, or is no model for this program.
pub fn load(entry: &Entry, options: Options, resolve: impl FnOnce(&str) -> PathBuf) -> Result<(Options, Option<String>), ModelError> {
    let Some(path) = options.model_file(entry).map(resolve) else { return Ok((options, None)) };
    let read = || {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let model = knn::read(&text).map_err(|error| error.to_string())?;
        Ok((model, Sha256::digest(&text)))
    };
    match read() {
        Ok((model, hash)) => Ok((options.with_model(Arc::new(model)), Some(hexadecimal(&hash)))),
        Err(what) => Err(ModelError { path, what }),
    }
}

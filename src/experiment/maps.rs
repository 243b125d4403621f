//! Maps on disc: the `.croco` files of a folder, or one file.
//!
//! A set is walked in lexicographic order of file name, sub-folders not read, as
//! the game's server does. A broken map is reported and the others go on.

use crate::crocomine::croco::{self, CrocoError};
use crate::crocomine::level::Level;
use crate::record::hexadecimal;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Most bytes read of a file: several times what the largest map takes.
const MAX_BYTES: u64 = 16 << 20;

/// A map's name, which is its file's without the extension, and the map.
pub type NamedMap = (String, Result<Level, MapError>);

/// Why there is no map, or no set of them. Each names the file or folder.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The file or folder cannot be read.
    #[error("{}: cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file is no map. Line and column follow its name.
    #[error("{}:{}", .0.display(), .1)]
    Broken(PathBuf, CrocoError),
    /// The file is larger than any map.
    #[error("{}: more than {MAX_BYTES} bytes: no map is as large", .0.display())]
    TooLarge(PathBuf),
    /// The folder holds no map.
    #[error("{}: no .croco file in this folder (sub-folders are not read)", .0.display())]
    Empty(PathBuf),
    /// Two files of the folder are one map by name, since text cannot tell them apart.
    #[error("{}: {:?} and {:?} are both `{}` as text, which names a map: rename one of them", .folder.display(), .files[0], .files[1], .files[0].to_string_lossy())]
    SameName {
        /// The folder.
        folder: PathBuf,
        /// The names of the files.
        files: [OsString; 2],
    },
}

/// The maps of a folder, in lexicographic order of file name, or the one map of
/// a file, whatever its extension.
///
/// # Errors
/// Where the path cannot be read, or is a folder without a map or with two of
/// one name. What is wrong with a single map is said in its place.
pub fn load(path: &Path) -> Result<Vec<NamedMap>, MapError> {
    Ok(load_hashed(path)?.0)
}

/// The same, with the SHA-256 of the files as it was read: of each its name, and
/// its bytes, each after their number as 64 bits, little-endian. Of a file that
/// cannot be read or is too large, the bytes that were read.
///
/// # Errors
/// As [`load`].
pub fn load_hashed(path: &Path) -> Result<(Vec<NamedMap>, String), MapError> {
    let mut hash = Sha256::new();
    let mut maps = Vec::new();
    for file in files(path)? {
        let name = name(&file);
        let mut bytes = Vec::new();
        let level = read(&file, &mut bytes);
        for part in [name.as_bytes(), &bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        maps.push((name, level));
    }
    Ok((maps, hexadecimal(&hash.finalize())))
}

/// The files that [`load`] reads, in its order.
///
/// # Errors
/// As [`load`].
pub fn files(path: &Path) -> Result<Vec<PathBuf>, MapError> {
    let unreadable = |error| MapError::Unreadable(path.to_path_buf(), error);
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        if file.extension().is_some_and(|extension| extension == "croco") && !file.is_dir() {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(MapError::Empty(path.to_path_buf()));
    }
    // As text: paths compare by component, and bytes differ between systems.
    let text = |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
    files.sort_by_cached_key(|file| (text(file), file.clone()));
    if let Some(pair) = files.windows(2).find(|pair| text(&pair[0]) == text(&pair[1])) {
        let files = [0, 1].map(|nth: usize| pair[nth].file_name().unwrap_or_default().to_os_string());
        return Err(MapError::SameName { folder: path.to_path_buf(), files });
    }
    Ok(files)
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The map of a file, whose bytes are left in `bytes`.
fn read(file: &Path, bytes: &mut Vec<u8>) -> Result<Level, MapError> {
    let unreadable = |error| MapError::Unreadable(file.to_path_buf(), error);
    File::open(file).and_then(|open| open.take(MAX_BYTES + 1).read_to_end(bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(MapError::TooLarge(file.to_path_buf()));
    }
    croco::parse(bytes).map_err(|error| MapError::Broken(file.to_path_buf(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    /// What is wrong, without the folder's own path.
    fn message(folder: &Path, error: &MapError) -> String {
        error.to_string().replace(folder.to_str().unwrap(), "DIR").replace('\\', "/")
    }

    const ONE: &[u8] = b"one\n1 1\n0 0\n~\n";

    #[test]
    fn a_folder_is_walked_by_file_name_and_not_into() {
        let dir =
            folder(&[("b10.croco", ONE), ("b2.croco", ONE), ("C.croco", ONE), ("b.croco", ONE), ("b-1.croco", ONE), ("notes.txt", ONE)]);
        fs::create_dir(dir.path().join("a.croco")).unwrap();
        fs::write(dir.path().join("a.croco/inner.croco"), ONE).unwrap();
        let names: Vec<String> = load(dir.path()).unwrap().into_iter().map(|(name, level)| level.map(|_| name).unwrap()).collect();
        assert_eq!(names, ["C", "b-1", "b", "b10", "b2"]);
    }

    #[test]
    fn a_broken_map_says_where_and_the_others_go_on() {
        let large = vec![b' '; MAX_BYTES as usize + 1];
        let dir = folder(&[("a.croco", ONE), ("b.croco", b"two\n1 1\n0 0\nx\n"), ("c.croco", &large), ("d.croco", ONE)]);
        let found = load(dir.path()).unwrap();
        let found: Vec<String> =
            found.iter().map(|(_, level)| level.as_ref().map_or_else(|e| message(dir.path(), e), croco::write)).collect();
        let one = String::from_utf8(ONE.to_vec()).unwrap();
        let wrong = "DIR/b.croco:4:1: `x` is no cell: want one of ~ - T S C W, with spaces between them";
        assert_eq!(found, [&one, wrong, "DIR/c.croco: more than 16777216 bytes: no map is as large", &one]);
    }

    #[test]
    fn the_hash_is_of_names_lengths_and_bytes() {
        let broken: &[u8] = b"two\n1 1\n0 0\nx\n";
        let hash = |files: &[(&str, &[u8])]| load_hashed(folder(files).path()).unwrap().1;
        // By Python: hashlib.sha256 of struct.pack("<Q", len(b)) + b, for b"a" and the file.
        assert_eq!(hash(&[("a.croco", ONE)]), "f0d822e46d872bb827a9cf2cd4cbb5f2c12bc244bcad4f4a97d692c7e19ee18b");
        // Whatever the bytes mean: the same map, the same error, but other bytes.
        let different = [
            hash(&[("a.croco", ONE)]),
            hash(&[("a.croco", b"one\r\n1 1\r\n0 0\r\n~\r\n")]),
            hash(&[("b.croco", ONE)]),
            hash(&[("a.croco", broken)]),
            hash(&[("a.croco", b"tow\n1 1\n0 0\nx\n")]),
            hash(&[("a.croco", ONE), ("b.croco", ONE)]),
        ];
        for (nth, one) in different.iter().enumerate() {
            assert!(!different[..nth].contains(one), "{nth}");
        }
    }

    #[test]
    fn a_file_is_read_whatever_its_extension() {
        let dir = folder(&[("map.txt", ONE)]);
        let found = load(&dir.path().join("map.txt")).unwrap();
        assert!(matches!(&found[..], [(name, Ok(_))] if name == "map"), "{found:?}");
    }

    /// Only here may a file's name be no text.
    #[test]
    #[cfg(target_os = "linux")]
    fn files_that_text_cannot_tell_apart_are_refused() {
        use std::os::unix::ffi::OsStrExt;
        let dir = folder(&[("b.croco", ONE)]);
        let add = |name: &[u8]| fs::write(dir.path().join(std::ffi::OsStr::from_bytes(name)), ONE).unwrap();
        add(b"\xff.croco");
        assert_eq!(load(dir.path()).unwrap().len(), 2, "one such name is fine");
        add(b"\xfe.croco");
        let wrong = r#"DIR: "\xFE.croco" and "\xFF.croco" are both `�.croco` as text, which names a map: rename one of them"#;
        for found in [load(dir.path()).map(|_| ()), files(dir.path()).map(|_| ())] {
            assert_eq!(message(dir.path(), &found.unwrap_err()).replace("/xF", "\\xF"), wrong);
        }
    }

    #[test]
    fn without_maps_there_is_no_set() {
        let dir = folder(&[("notes.txt", ONE)]);
        let wrong = |path: &Path| message(dir.path(), &load(path).unwrap_err());
        assert_eq!(wrong(dir.path()), "DIR: no .croco file in this folder (sub-folders are not read)");
        assert_eq!(wrong(&dir.path().join("gone")), "DIR/gone: cannot be read");
    }
}

//! Tells the program what it was built from: the commit, a hash of its source, and
//! the compiler. A run that was interrupted may only be resumed by the same
//! program.
//!
//! All of it is asked when the program is built: what is checked out when it runs
//! may be something else.

#![allow(clippy::print_stdout, reason = "cargo reads it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the program is built from, besides its dependencies.
const SOURCE: [&str; 4] = ["src", "build.rs", "Cargo.toml", "Cargo.lock"];

fn main() -> io::Result<()> {
    let root = Path::new("");
    println!("cargo::rustc-env=CLOVER_SOURCE={:016x}", hash(root)?);
    println!("cargo::rustc-env=CLOVER_RUSTC={}", compiler().unwrap_or_else(|| "unknown".into()));
    let (id, dirty) = commit(root).unwrap_or_default();
    println!("cargo::rustc-env=CLOVER_COMMIT={id}");
    println!("cargo::rustc-env=CLOVER_DIRTY={dirty}");
    for path in watched(root) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    Ok(())
}

/// FNV-1a, 64 bits, of what is under `src`, of this file and of Cargo.lock.
fn hash(root: &Path) -> io::Result<u64> {
    let mut files = vec![root.join("Cargo.lock"), root.join("build.rs")];
    collect(&root.join("src"), &mut files)?;
    // Compared as text, so that the order is the same on every system.
    files.sort_by_key(|path| path.to_string_lossy().replace('\\', "/"));
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in &files {
        // A crate from the registry has no Cargo.lock of ours.
        let Ok(bytes) = fs::read(path) else { continue };
        for byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(hash)
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}

/// The commit checked out, and whether [`SOURCE`] differs from it; `None` where
/// the root of the crate is not that of a git repository.
pub fn commit(root: &Path) -> Option<(String, bool)> {
    if !is_repository(root) {
        return None;
    }
    let id = git(root, &["rev-parse", "--verify", "HEAD"])?;
    let same = ask(root, &[&["diff", "--quiet", "HEAD", "--"], &SOURCE[..]].concat())?.status.code()?;
    (same <= 1).then_some((id, same == 1))
}

/// The files and folders that the answers above depend on. Only those that are
/// there: cargo takes a missing one for changed, every time.
pub fn watched(root: &Path) -> Vec<PathBuf> {
    // HEAD moves with a checkout, the branches with a commit, wherever git keeps them.
    let parts: &[&str] = if is_repository(root) { &["HEAD", "refs/heads", "packed-refs", "reftable"] } else { &[] };
    let git = parts.iter().filter_map(|part| git(root, &["rev-parse", "--git-path", part])).map(PathBuf::from);
    SOURCE.iter().map(PathBuf::from).chain(git).filter(|path| root.join(path).exists()).collect()
}

/// Whether git is there and takes the root of the crate for that of a repository:
/// a crate unpacked somewhere inside another project is not that project.
fn is_repository(root: &Path) -> bool {
    git(root, &["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty())
}

/// What git prints; `None` where it fails or there is none.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = ask(root, arguments).filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}

fn ask(root: &Path, arguments: &[&str]) -> Option<std::process::Output> {
    let here = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    // Another program's git may be at work: look, and lock nothing.
    Command::new("git").env("GIT_OPTIONAL_LOCKS", "0").arg("-C").arg(here).args(arguments).output().ok()
}

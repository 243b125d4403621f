//! Tells the program what it was built from: a hash of its source, and the
//! compiler. A run that was interrupted may only be resumed by the same program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let mut files = vec![PathBuf::from("Cargo.lock"), PathBuf::from("build.rs")];
    collect(Path::new("src"), &mut files)?;
    // Compared as text, so that the order is the same on every system.
    files.sort_by_key(|path| path.to_string_lossy().replace('\\', "/"));
    // FNV-1a, 64 bits.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in &files {
        // A crate from the registry has no Cargo.lock of ours.
        let Ok(bytes) = fs::read(path) else { continue };
        for byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        println!("cargo::rerun-if-changed={}", path.display());
    }
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rustc-env=CLOVER_SOURCE={hash:016x}");
    println!("cargo::rustc-env=CLOVER_RUSTC={}", compiler().unwrap_or_else(|| "unknown".into()));
    Ok(())
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

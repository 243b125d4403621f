//! What the program is told of the commit it was built from: the build script's
//! answers in repositories made for the purpose.

#[path = "../../build.rs"]
#[allow(dead_code)]
mod build;

use build::{commit, watched};
use clover::results::{Commit, Manifest};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn git(root: &Path, arguments: &[&str]) -> Output {
    let settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    Command::new("git").arg("-C").arg(root).args(settings).args(arguments).output().expect("git runs")
}

fn commit_all(root: &Path) -> String {
    for arguments in [&["add", "--all"][..], &["commit", "--quiet", "--message", "x"]] {
        let output = git(root, arguments);
        assert!(output.status.success(), "{output:?}");
    }
    String::from_utf8(git(root, &["rev-parse", "HEAD"]).stdout).unwrap().trim().to_string()
}

/// A crate as far as its build script cares, in a folder that git knows or not.
fn package(root: &Path) {
    fs::create_dir_all(root.join("src/deep")).unwrap();
    for file in ["build.rs", "Cargo.toml", "Cargo.lock", "README.md", "src/lib.rs", "src/deep/mod.rs"] {
        fs::write(root.join(file), "").unwrap();
    }
}

/// Whether there is git; says so where there is not.
fn there_is_git() -> bool {
    let there = Command::new("git").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no `git` on the PATH");
    }
    there
}

#[test]
fn the_commit_is_dirty_where_what_is_built_differs_from_it() {
    if !there_is_git() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    package(root);
    assert_eq!(commit(root), None, "no repository");
    git(root, &["init", "--quiet"]);
    assert_eq!(commit(root), None, "no commit");
    let first = commit_all(root);
    let clean = |id: &str| Some((id.to_string(), false));
    assert_eq!(commit(root), clean(&first));
    for file in ["src/deep/mod.rs", "build.rs", "Cargo.toml", "Cargo.lock"] {
        fs::write(root.join(file), "changed").unwrap();
        assert_eq!(commit(root), Some((first.clone(), true)), "{file}");
        fs::write(root.join(file), "").unwrap();
        assert_eq!(commit(root), clean(&first), "{file} as before");
    }
    fs::remove_file(root.join("src/lib.rs")).unwrap();
    assert_eq!(commit(root), Some((first.clone(), true)));
    let second = commit_all(root);
    assert_ne!(first, second);
    assert_eq!(commit(root), clean(&second));
    // What is not built from says nothing of the program.
    fs::write(root.join("README.md"), "changed").unwrap();
    fs::write(root.join("notes.txt"), "new").unwrap();
    assert_eq!(commit(root), clean(&second));
}

#[test]
fn a_crate_inside_another_project_is_not_that_project() {
    if !there_is_git() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let inner = dir.path().join("vendor/clover");
    package(&inner);
    git(dir.path(), &["init", "--quiet"]);
    commit_all(dir.path());
    assert_eq!(commit(&inner), None);
    assert_eq!(watched(&inner).len(), 4, "what is built from, and no git");
}

/// What cargo looks at to know whether the build script has to be asked again.
#[test]
fn every_move_of_the_commit_touches_something_that_is_watched() {
    if !there_is_git() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let main = dir.path().join("main");
    let linked = dir.path().join("linked");
    package(&main);
    git(&main, &["init", "--quiet"]);
    commit_all(&main);
    git(&main, &["worktree", "add", "--quiet", "-b", "other", linked.to_str().unwrap()]);
    for root in [&main, &linked] {
        let mut before = contents(root);
        assert!(before.iter().any(|(path, _)| path.ends_with("HEAD")), "{before:?}");
        let moves: [&dyn Fn(); 5] = [
            &|| drop(fs::write(root.join("README.md"), format!("of {}", root.display())).map(|()| commit_all(root))),
            &|| drop(git(root, &["pack-refs", "--all"])),
            &|| drop(git(root, &["commit", "--quiet", "--allow-empty", "--message", "y"])),
            &|| drop(git(root, &["checkout", "--quiet", "--detach"])),
            &|| drop(git(root, &["commit", "--quiet", "--allow-empty", "--message", "z"])),
        ];
        for (nth, one) in moves.iter().enumerate() {
            one();
            let after = contents(root);
            assert_ne!(before, after, "move {nth} in {}", root.display());
            before = after;
        }
    }
}

/// All that is watched, files and what is in them.
fn contents(root: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut left: Vec<_> = watched(root).into_iter().map(|path| root.join(path)).collect();
    let mut found = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn the_manifest_names_a_commit_of_this_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = Manifest::started(Vec::new(), serde_json::json!({}), Vec::new(), None, 1);
    // Not that of now: a test that was built may be run later.
    assert_eq!(manifest.commit.is_some(), commit(root).is_some());
    if let Some(Commit { id, .. }) = manifest.commit {
        assert!(git(root, &["cat-file", "-e", &format!("{id}^{{commit}}")]).status.success(), "{id}");
    }
}

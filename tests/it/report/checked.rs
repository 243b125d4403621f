//! A report's folder: the same bytes each time, complete with its rows, and checked.

use super::{once, options};
use assert_cmd::Command;
use clover::report::{Kept, Options, Report, check};
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inside, bytes)| (path.join(inside), bytes)));
        } else {
            let bytes = fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
    found.sort();
    found
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let from = [once(&folder)];
    let all = Options { formats: ["svg", "pdf", "png"].map(String::from).to_vec(), ..options("en") };
    let made = ["a", "b"].map(|name| {
        let out = folder.path().join(name).join("deeper");
        Report::read(&from, all.clone()).unwrap().write(&out, Kept::Rows).unwrap();
        files(&out).into_iter().map(|(path, bytes)| (path.strip_prefix(&out).unwrap().to_path_buf(), bytes)).collect::<Vec<_>>()
    });
    assert!(made[0].len() > 30 && made[0].iter().all(|(path, bytes)| !bytes.is_empty() || path.ends_with("games.jsonl")));
    assert!(made[0] == made[1], "two reports of the same files differ");
}

#[test]
fn a_report_is_made_again_from_its_own_rows() {
    let folder = tempfile::tempdir().unwrap();
    let results = once(&folder);
    let out = folder.path().join("report");
    Report::read(std::slice::from_ref(&results), options("fr")).unwrap().write(&out, Kept::Rows).unwrap();
    fs::remove_dir_all(&results).unwrap();
    assert_eq!(check(&out).unwrap(), [""; 0]);

    // Rows are kept compressed where they are large, which changes nothing.
    let rows = out.join("rows/once/runs.csv");
    let text = fs::read(&rows).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, &text).unwrap();
    fs::write(out.join("rows/once/runs.csv.gz"), packed.finish().unwrap()).unwrap();
    fs::remove_file(&rows).unwrap();
    assert_eq!(check(&out).unwrap(), [""; 0]);

    let page = out.join("report.md");
    let edited = fs::read_to_string(&page).unwrap().replace("60,0", "95,0");
    fs::write(&page, edited).unwrap();
    fs::remove_file(out.join("figures/win_rates.svg")).unwrap();
    let found = check(&out).unwrap().join("\n");
    assert!(found.contains("report.md: differs, first in line") && found.contains("95,0") && found.contains("60,0"), "{found}");
    assert!(found.contains("win_rates.svg: is not there, but made from the rows"), "{found}");
    let output = Command::cargo_bin("clover").unwrap().arg("report").arg("--check").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("report.md: differs"));

    // Rows that were changed are told as such, and by what they come to.
    let changed = String::from_utf8(text).unwrap().replacen(",won,", ",lost,", 1);
    fs::write(&rows, changed).unwrap();
    let found = check(&out).unwrap().join("\n");
    assert!(found.contains("runs.csv: the rows are not those of the report") && found.contains("results.csv: differs"), "{found}");
}

#[test]
fn without_rows_a_report_is_checked_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let results = once(&folder);
    let out = folder.path().join("report");
    Report::read(std::slice::from_ref(&results), options("en")).unwrap().write(&out, Kept::Hashes).unwrap();
    assert!(!out.join("rows").exists());
    assert_eq!(check(&out).unwrap(), [""; 0]);
    fs::rename(&results, folder.path().join("elsewhere")).unwrap();
    assert!(check(&out).is_err());
    let error = check(folder.path()).unwrap_err().to_string();
    assert!(error.contains("report.json") && error.contains("is this the folder of a report?"), "{error}");
}

#[test]
fn what_an_earlier_report_left_is_removed_and_what_is_not_its_own_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (results, out) = (once(&folder), folder.path().join("report"));
    let write = |options: Options| Report::read(std::slice::from_ref(&results), options).unwrap().write(&out, Kept::Rows).unwrap();
    write(Options { formats: vec!["svg".into(), "png".into()], ..options("en") });
    fs::write(out.join("notes.txt"), "mine").unwrap();
    write(options("en"));
    assert!(!out.join("figures/win_rates.png").exists() && out.join("figures/win_rates.svg").exists() && out.join("notes.txt").exists());
    // One figure by itself leaves the page as it is.
    write(Options { only: vec!["profile".into()], formats: vec!["pdf".into()], ..options("en") });
    assert!(out.join("figures/profile.pdf").exists() && out.join("index.html").exists() && out.join("figures/win_rates.svg").exists());
    assert_eq!(check(&out).unwrap(), [""; 0]);
}

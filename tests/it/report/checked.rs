//! A report's folder: the same bytes each time, complete with its rows, and checked.

use super::{experiment, manifest, once, options, write};
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

/// What a report says of itself is a file like any other.
#[test]
fn options_and_numbers_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (results, out) = (once(&folder), folder.path().join("report"));
    Report::read(std::slice::from_ref(&results), options("en")).unwrap().write(&out, Kept::Rows).unwrap();
    let spoiled = |file: &Path, from: &str, to: &str, expected: &str| {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains(from), "{from} is not in {}", file.display());
        fs::write(file, text.replacen(from, to, 1)).unwrap();
        let error = check(&out).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        fs::write(file, text).unwrap();
    };
    let origin = out.join("report.json");
    spoiled(&origin, "\"width\": 128.0", "\"width\": 1e300", "figures are 60 to 1000 mm wide");
    spoiled(&origin, "\"language\": \"en\"", "\"language\": \"de\"", "there is no language `de`");
    spoiled(&origin, "\"svg\"", "\"gif\"", "there is no format `gif`");
    let rows = out.join("rows/once");
    spoiled(&rows.join("stalls.csv"), "0.125", "1.5", "stalls.csv:2: column `risk`: 1.5 is no probability");
    spoiled(&rows.join("runs.csv"), ",20,2,", ",-3,2,", "runs.csv:2: -3 is no count");
    spoiled(&rows.join("instances.csv"), "16,16", "1e300,16", "instances.csv:2: 1e300 is no count");
    let runs = fs::read_to_string(rows.join("runs.csv")).unwrap();
    let second = runs.lines().nth(1).unwrap();
    spoiled(&rows.join("runs.csv"), second, &format!("{second}\n{second}"), "times.csv:3: the key is not that of the row in runs.csv");
    let times = fs::read_to_string(rows.join("times.csv")).unwrap();
    let time = times.lines().nth(1).unwrap();
    fs::write(rows.join("times.csv"), times.replacen(time, &format!("{time}\n{time}"), 1)).unwrap();
    spoiled(&rows.join("runs.csv"), second, &format!("{second}\n{second}"), "the game large/000/components/0 is told twice");
}

#[test]
fn names_that_xml_cannot_hold_are_drawn_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut odd = manifest(experiment());
    odd.experiment["strategies"][1]["label"] = "a\u{1}b".into();
    odd.experiment["baseline"] = "a\u{1}b".into();
    let results = write(folder.path(), odd, &[("small", "a\u{1}b", 0, "wl"), ("small", "sat, no totals", 0, "ww")]);
    assert!(Report::read(&[results], options("en")).unwrap().files().unwrap().contains_key("figures/win_rates.svg"));
}

#[test]
fn what_an_earlier_report_left_is_removed_and_what_is_not_its_own_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (results, out) = (once(&folder), folder.path().join("report"));
    let made = |options: Options| Report::read(std::slice::from_ref(&results), options).unwrap().write(&out, Kept::Rows).unwrap();
    made(Options { formats: vec!["svg".into(), "png".into()], ..options("en") });
    fs::write(out.join("notes.txt"), "mine").unwrap();
    made(options("en"));
    assert!(!out.join("figures/win_rates.png").exists() && out.join("figures/win_rates.svg").exists() && out.join("notes.txt").exists());
    // Other rows than before.
    let other = write(&folder.path().join("other"), manifest(experiment()), &[("small", "components", 0, "wl")]);
    Report::read(&[other], options("en")).unwrap().write(&out, Kept::Rows).unwrap();
    assert!(out.join("rows/other").exists() && !out.join("rows/once").exists());
    made(options("en"));
    // One figure by itself leaves the page as it is.
    made(Options { only: vec!["profile".into()], formats: vec!["pdf".into()], ..options("en") });
    assert!(out.join("figures/profile.pdf").exists() && out.join("index.html").exists() && out.join("figures/win_rates.svg").exists());
    assert_eq!(check(&out).unwrap(), [""; 0]);
}

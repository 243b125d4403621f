//! Several results in one report: joined, compared run against run, or refused.

use super::{experiment, file, manifest, once, options, write};
use clover::report::{MARKDOWN, Options, Report};
use clover::results::Manifest;
use serde_json::json;
use std::path::Path;

#[test]
fn another_baseline_may_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let first = once(&folder);
    let mut other = manifest(experiment());
    other.experiment["baseline"] = json!("sat, no totals");
    let other = write(&folder.path().join("other"), other, &[("third", "components", 0, "wl"), ("third", "sat, no totals", 0, "ww")]);
    // Their own baselines differ, which does not matter then.
    let folders = [first.clone(), other];
    let page = file(&folders, Options { baseline: Some("sat, no totals".into()), ..options("en") }, MARKDOWN);
    assert!(page.contains("Difference from sat, no totals,") && !page.contains("Difference from components"), "{page}");
    assert!(page.contains("| `third` | `components` | 2 | 1 | 50.0 [9.5, 90.5] | −50.00 "), "{page}");
    let error = Report::read(&folders, Options { baseline: Some("sat".into()), ..options("en") }).unwrap_err().to_string();
    assert_eq!(error, "no strategy of these results is labelled `sat`; there are: sat, no totals; components");
}

#[test]
fn several_results_make_one_report_unless_they_do_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let first = once(&folder);
    let more = write(&folder.path().join("more"), manifest(experiment()), &[("other", "components", 0, "ww")]);
    let page = file(&[first.clone(), more.clone()], options("en"), MARKDOWN);
    assert!(page.contains("# trial\n"), "{page}");
    assert!(page.contains("| `large` | `components` | 4 |"), "{page}");

    let read = |others: &[&Path]| {
        let folders: Vec<_> = [&*first].iter().chain(others).map(|folder| folder.to_path_buf()).collect();
        Report::read(&folders, options("en"))
    };
    let refused = |other: &Path, expected: &str| {
        let error = read(&[other]).unwrap_err().to_string();
        let both = format!("{} and {} do not belong into one report: ", other.display(), first.display());
        assert!(error.starts_with(&both) && error.contains(expected), "{error}");
    };
    let changed = |name: &str, change: &dyn Fn(&mut Manifest)| {
        let mut manifest = manifest(experiment());
        change(&mut manifest);
        write(&folder.path().join(name), manifest, &[("third", "components", 0, "w")])
    };
    let against = changed("against", &|manifest| manifest.experiment["baseline"] = json!("sat"));
    refused(&against, "baseline is \"sat\" in the one and \"components\" in the other");
    let strategy = changed("options", &|manifest| manifest.experiment["strategies"][0]["options"] = json!({"totals": false}));
    refused(
        &strategy,
        "strategy `sat, no totals` is {\"label\":\"sat, no totals\",\"name\":\"sat\",\"options\":{\"totals\":false}} in the one",
    );
    let recipe = changed("recipe", &|manifest| manifest.experiment["sets"][1]["generate"]["rows"] = json!(9));
    refused(&recipe, "set `large` is {\"name\":\"large\",\"generate\":{\"rows\":9}} in the one");
    let data = changed("data", &|manifest| manifest.inputs[0].sha256 = "ff00".into());
    refused(&data, "the data of set `small` (SHA-256) is \"ff00\" in the one and \"00ff\" in the other");
    let seed = changed("seed", &|manifest| manifest.experiment["seed"] = json!(8));
    refused(&seed, "the seed of set `large` is 8 in the one and 7 in the other");
    assert!(read(&[&folder.path().join("nowhere")]).unwrap_err().to_string().contains("manifest.json"));
    // With a third beside them, two of the same games are too many.
    let error = read(&[&first, &more]).unwrap_err().to_string();
    assert!(error.contains("both hold the game large/000/components/0"), "{error}");

    // The seed does not matter where all shared sets were read, nor options of another label.
    let fits = changed("fits", &|manifest| {
        manifest.experiment["seed"] = json!(8);
        manifest.experiment["sets"][1]["name"] = json!("huge");
        manifest.experiment["strategies"][0] = json!({"label": "sat, sequential", "name": "sat"});
    });
    read(&[&fits]).unwrap();

    let mut clover = assert_cmd::Command::cargo_bin("clover").unwrap();
    let output = clover.arg("report").args([&first, &seed]).arg("--out").arg(folder.path().join("page")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("do not belong into one report"));
}

/// Two runs of one experiment, say by two versions: each strategy against itself.
#[test]
fn two_runs_of_the_same_games_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let before = once(&folder);
    let mut changed = manifest(experiment());
    changed.experiment["strategies"][1]["options"] = json!({"endgame": false});
    changed.experiment["baseline"] = json!(null);
    // One game less in common, and one that ends otherwise.
    let games = [("small", "components", 0, "wwwwwwwll"), ("small", "sat, no totals", 0, "wwwllllllg")];
    let after = write(&folder.path().join("again"), changed, &games);
    let page = file(&[before.clone(), after], options("en"), MARKDOWN);
    assert!(page.contains("From once to again the largest change is that of components: +11.11 percentage points"), "{page}");
    assert!(page.contains("| `small` | `components @ again` | 9 | 7 | 77.8 [45.3, 93.7] | +11.11 ["), "{page}");
    assert!(page.contains("| `small` | `sat, no totals @ again` | 10 | 3 | 30.0 [10.8, 60.3] | 0.00 ["), "{page}");
    assert!(page.contains("| `small` | `components @ once` | 10 | 6 | 60.0 [31.3, 83.2] | – |"), "{page}");
    // They are compared with each other, with nothing else.
    let base = Options { baseline: Some("components".into()), ..options("en") };
    let error = Report::read(&[before.clone(), folder.path().join("again")], base).unwrap_err().to_string();
    assert!(error.contains("--baseline components does not apply"), "{error}");
    // Folders of the same name are told apart by number.
    let copy = folder.path().join("copy").join("once");
    std::fs::create_dir_all(&copy).unwrap();
    for entry in std::fs::read_dir(&before).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
    }
    let page = file(&[before, copy], options("en"), MARKDOWN);
    assert!(page.contains("`components @ 1-once`") && page.contains("`components @ 2-once`"), "{page}");
}

//! The page as readers have it, in headless Chromium: its tables sort, its filter hides,
//! and its replays show in each state what `clover analyze` says of it, or the rules.
//!
//! Skipped where there is no Chromium. One browser serves all of it, with a page a game.

mod plans;
mod replays;
mod tables;

use crate::browser::Browser;
use crate::run::{run, settings};
use clover::report::{Kept, PAGE, Report};
use clover::results::{Results, Trace};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Maps on which all stall and some lose; names of sets that text would sort wrongly.
const PLAYED: &str = r#"
name = "browser"
game = "crocomine"
question = "What does the page do?"
baseline = "components"
[log]
games = 6
[[sets]]
name = "dense 10"
generate = { rows = 8, cols = 8, sea = 0.5, animals = 0.25, count = 6 }
[[sets]]
name = "dense 2"
generate = { rows = 8, cols = 8, sea = 0.5, animals = 0.3, count = 6 }
[[strategies]]
name = "random"
[[strategies]]
name = "components"
[[strategies]]
name = "density"
"#;

/// Put before everything else on the page, so that nothing that goes wrong is missed.
const WATCH: &str = r#"<script>
window.faults = [];
addEventListener("error", (event) => faults.push(String(event.message ?? event.target.outerHTML)), true);
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
for (const kind of ["error", "warn"]) console[kind] = (...what) => faults.push(what.join(" "));
</script>"#;

#[test]
fn the_page_sorts_filters_and_replays() {
    let Some(browser) = Browser::start() else {
        eprintln!("skipped: there is no `chromium` with a `chromedriver` on the PATH");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let traces = made(folder.path());
    open(&browser, folder.path());
    tables::check_sorting(&browser);
    tables::check_filter(&browser);
    replays::check_stepping(&browser, &traces);
    replays::check_states(&browser, &traces);
    check_faults(&browser);

    let folder = tempfile::tempdir().unwrap();
    super::plans::made(folder.path());
    open(&browser, &folder.path().join("report"));
    plans::check_plans(&browser, &Results::open(&folder.path().join("results")).unwrap().traces().unwrap());
    check_faults(&browser);
}

/// Plays, reports into the folder, and gives the games that can be replayed.
fn made(folder: &Path) -> Vec<Trace> {
    let results = folder.join("results");
    run(PLAYED, &settings(&results)).unwrap();
    Report::read(std::slice::from_ref(&results), super::options("en")).unwrap().write(folder, Kept::Hashes).unwrap();
    Results::open(&results).unwrap().traces().unwrap()
}

/// Opens the page of a report, watched.
fn open(browser: &Browser, report: &Path) {
    let page = report.join(PAGE);
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("<head>"));
    fs::write(&page, text.replacen("<head>", &format!("<head>{WATCH}"), 1)).unwrap();
    browser.open(&page);
    check_faults(browser);
}

/// Nothing went wrong on the page, and nothing was fetched.
fn check_faults(browser: &Browser) {
    assert_eq!(browser.ask("return faults", &[]), json!([]));
    let fetched = browser
        .ask("return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.startsWith('data:'))", &[]);
    assert_eq!(fetched, json!([]));
}

/// The texts of a JSON array.
fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
}

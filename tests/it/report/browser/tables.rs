//! Sorting and filtering, against the same done in Rust with what the page shows.

use super::{Browser, texts};
use serde::Deserialize;
use serde_json::json;
use std::cmp::Ordering;

/// A table as it is shown.
#[derive(Debug, Deserialize)]
struct Shown {
    id: String,
    heads: Vec<String>,
    /// Whether each column is one of numbers.
    numeric: Vec<bool>,
    /// `aria-sort` of each head.
    sorted: Vec<Option<String>>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Row {
    texts: Vec<String>,
    /// What each cell is sorted by.
    values: Vec<Option<String>>,
    /// Whether it takes room on the page.
    visible: bool,
}

const SHOWN: &str = r#"return [...document.querySelectorAll(".table")].map((figure) => {
    const [heads, rows] = [[...figure.querySelectorAll("thead th")], [...figure.querySelectorAll("tbody tr")]];
    return {
        id: figure.id,
        heads: heads.map((head) => head.textContent),
        numeric: heads.map((head) => head.classList.contains("number")),
        sorted: heads.map((head) => head.getAttribute("aria-sort")),
        rows: rows.map((row) => ({
            texts: [...row.cells].map((cell) => cell.textContent),
            values: [...row.cells].map((cell) => cell.dataset.value ?? null),
            visible: row.getClientRects().length > 0,
        })),
    };
});"#;

fn shown(browser: &Browser) -> Vec<Shown> {
    serde_json::from_value(browser.ask(SHOWN, &[])).unwrap()
}

/// Sorts every table by each of its columns, both ways.
pub fn check_sorting(browser: &Browser) {
    let tables = shown(browser);
    assert!(tables.len() >= 4, "{tables:?}");
    let mut missing = 0;
    for (table, mut before) in tables.into_iter().enumerate() {
        for column in 0..before.heads.len() {
            for way in ["ascending", "descending"] {
                browser.click(&format!("#{} thead th:nth-child({}) button", before.id, column + 1));
                let after = shown(browser).remove(table);
                let place = format!("{} by {}, {way}", before.id, before.heads[column]);
                let told: Vec<Option<&str>> = (0..after.heads.len()).map(|nth| (nth == column).then_some(way)).collect();
                assert_eq!(after.sorted.iter().map(Option::as_deref).collect::<Vec<_>>(), told, "{place}");
                let mut rows = before.rows.clone();
                rows.sort_by(|one, other| {
                    compare(one.values[column].as_deref(), other.values[column].as_deref(), before.numeric[column], way == "ascending")
                });
                assert_eq!(after.rows, rows, "{place}");
                missing += rows.iter().filter(|row| row.values[column].is_none()).count();
                before = after;
            }
        }
    }
    assert!(missing > 0, "some cells have no value");
    // Numbers in names count as numbers.
    browser.click("#table-results thead th:nth-child(1) button");
    let sets: Vec<String> = shown(browser)
        .into_iter()
        .find(|table| table.id == "table-results")
        .unwrap()
        .rows
        .into_iter()
        .map(|mut row| row.texts.remove(0))
        .collect();
    assert_eq!(sets, ["dense 2", "dense 2", "dense 2", "dense 10", "dense 10", "dense 10"]);
}

/// The order of two cells, those without a value last.
fn compare(one: Option<&str>, other: Option<&str>, numeric: bool, ascending: bool) -> Ordering {
    let (Some(a), Some(b)) = (one, other) else { return one.is_none().cmp(&other.is_none()) };
    let order = if numeric { a.parse::<f64>().unwrap().partial_cmp(&b.parse().unwrap()).unwrap() } else { natural(a).cmp(&natural(b)) };
    if ascending { order } else { order.reverse() }
}

/// A text as its numbers and what is between them.
fn natural(text: &str) -> Vec<(u64, &str)> {
    let parts = text.split_inclusive(|c: char| !c.is_ascii_digit());
    parts
        .map(|part| part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len())))
        .map(|(number, rest)| (number.parse().unwrap_or(0), rest))
        .collect()
}

/// Takes ticks away and puts them back.
pub fn check_filter(browser: &Browser) {
    let boxes = browser.ask("return [...document.querySelectorAll('#filter input')].map((box) => `${box.name} ${box.value}`)", &[]);
    assert_eq!(texts(&boxes), ["set dense 10", "set dense 2", "strategy random", "strategy components", "strategy density"]);
    let tick = |name: &str| browser.click(&format!("#filter input[value='{name}']"));
    let check = |unticked: &[&str]| {
        let mut hidden = 0;
        for table in shown(browser) {
            for row in &table.rows {
                // What a row is about stands in its cells.
                let about = table.heads.iter().zip(&row.texts).filter(|(head, _)| ["set", "strategy"].contains(&head.as_str()));
                let expected = !about.clone().any(|(_, text)| unticked.contains(&text.as_str()));
                assert!(about.count() > 0 && row.visible == expected, "{}, without {unticked:?}: {row:?}", table.id);
                hidden += usize::from(!row.visible);
            }
        }
        assert_eq!(hidden > 0, !unticked.is_empty());
        let games = "return [...document.querySelectorAll('#replay-game option')].map((game) => `${game.disabled}: ${game.textContent}`)";
        for game in texts(&browser.ask(games, &[])) {
            let about = game.split_once(": ").unwrap().1;
            let expected = unticked.iter().any(|name| about.split(" · ").any(|part| part == *name));
            assert_eq!(game.starts_with("true"), expected, "without {unticked:?}: {game}");
        }
    };
    check(&[]);
    tick("dense 2");
    check(&["dense 2"]);
    tick("random");
    check(&["dense 2", "random"]);
    // Sorting shows nothing that is hidden.
    browser.click("#table-results thead th:nth-child(2) button");
    check(&["dense 2", "random"]);
    tick("dense 2");
    check(&["random"]);
    tick("random");
    check(&[]);
    let replayed = browser.ask("return document.querySelectorAll('#replays tbody tr[hidden]').length", &[]);
    assert_eq!(replayed, json!(0));
}

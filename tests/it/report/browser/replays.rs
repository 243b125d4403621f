//! The replays: stepping, and every state against the trace and its exact posterior.

use super::{Browser, texts};
use clover::crocomine::analysis::Analysis;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::Action;
use clover::crocomine::state::State;
use clover::crocomine::trace::{ActionRecord, Trace as Game};
use clover::crocomine::world::Sight;
use clover::grid::Grid;
use clover::results::Trace;
use fantoccini::key::Key;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The viewer as it is.
#[derive(Debug, Deserialize)]
struct Shown {
    /// The text of the live region.
    said: String,
    /// The slider.
    step: usize,
    end: usize,
    cells: Vec<Cell>,
    /// What stands below the board.
    details: String,
    heads: Vec<String>,
    candidates: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Cell {
    risk: Option<String>,
    text: String,
    label: String,
    classes: Vec<String>,
}

const SHOWN: &str = r#"
const viewer = document.querySelector(".viewer");
const all = (css) => [...viewer.querySelectorAll(css)];
const slider = viewer.querySelector("[type=range]");
return {
    said: viewer.querySelector("[role=status]").textContent,
    step: Number(slider.value),
    end: Number(slider.max),
    cells: all(".board tbody td").map((td) => ({ risk: td.dataset.risk ?? null, text: td.textContent, label: td.getAttribute("aria-label"), classes: [...td.classList] })),
    details: viewer.querySelector(".details").textContent,
    heads: all(".details thead th").map((head) => head.textContent),
    candidates: all(".details tbody tr").map((row) => [...row.cells].map((cell) => cell.textContent)),
};"#;

fn shown(browser: &Browser) -> Shown {
    serde_json::from_value(browser.ask(SHOWN, &[])).unwrap()
}

/// The games there are to choose from, each told as the page does.
fn games(browser: &Browser) -> Vec<String> {
    texts(&browser.ask("return [...document.querySelectorAll('#replay-game option')].map((option) => option.textContent)", &[]))
}

/// The trace of the game that the page tells so.
fn traced(traces: &[Trace], name: &str) -> (Game, Value) {
    let trace = traces.iter().find(|trace| format!("{} · {} · {}", trace.set, trace.instance, trace.strategy) == name).unwrap();
    (serde_json::from_value(Value::Object(trace.record.clone())).unwrap(), trace.record["status"].clone())
}

/// Goes through the first game by keys, buttons and slider.
pub fn check_stepping(browser: &Browser, traces: &[Trace]) {
    let (game, status) = traced(traces, &games(browser)[0]);
    let end = game.actions.len();
    let stalls: Vec<usize> = (0..end).filter(|&step| !game.actions[step].is_proven()).collect();
    let is_at = |step: usize, how: &str| {
        let shown = shown(browser);
        let said = if step < end { format!("Step {} of {end} ", step + 1) } else { format!("After step {end} ") };
        assert!((shown.step, shown.end) == (step, end) && shown.said.starts_with(&said), "{how}: step {step} is `{}`", shown.said);
    };
    assert_eq!(status, "lost");
    assert!(end > 3 && !stalls.is_empty());
    is_at(end - 1, "opened");

    browser.focus(".viewer");
    let press = |key: Key, step: usize| {
        browser.press(key);
        is_at(step, &format!("{key:?}"));
    };
    for (key, step) in
        [(Key::Home, 0), (Key::Left, 0), (Key::Right, 1), (Key::Right, 2), (Key::Left, 1), (Key::End, end), (Key::Right, end)]
    {
        press(key, step);
    }
    let click = |label: &str, step: usize| {
        browser.click(&format!(".controls button[aria-label='{label}']"));
        is_at(step, label);
    };
    for (label, step) in [("To the start", 0), ("One step on", 1), ("One step on", 2), ("One step back", 1), ("To the end", end)] {
        click(label, step);
    }
    // The last two say by their text what they do; stalls are gone through in turn.
    browser.click(".controls button:last-child");
    is_at(end - 1, "Last move");
    click("To the end", end);
    for &stall in stalls.iter().chain(&stalls[..1]) {
        browser.click(".controls button:nth-last-child(2)");
        is_at(stall, "Next stall");
    }
    // A key on the slider is one step, not two; and keys go on after what had the focus is gone.
    browser.focus(".controls [type=range]");
    press(Key::Home, 0);
    press(Key::Right, 1);
    browser.click(".controls button:last-child");
    browser.focus(".details tbody button");
    press(Key::Left, end - 2);
    press(Key::Left, end - 3);
    browser.ask(
        "const slider = document.querySelector('.controls [type=range]'); slider.value = 1; slider.dispatchEvent(new Event('input'))",
        &[],
    );
    is_at(1, "slider");
}

/// Steps through every fourth game and compares every state.
pub fn check_states(browser: &Browser, traces: &[Trace]) {
    let (mut risks, mut candidates, mut seen) = (0, 0, BTreeSet::new());
    let games = games(browser);
    assert!(games.len() >= 20, "{games:?}");
    for (nth, name) in games.iter().enumerate().step_by(4) {
        let (game, status) = traced(traces, name);
        seen.insert((name.rsplit(' ').next(), status.to_string()));
        browser.choose("#replay-game", &nth.to_string());
        browser.focus(".viewer");
        browser.press(Key::Home);
        for step in 0..=game.actions.len() {
            let place = format!("{name}, before action {step}");
            let shown = shown(browser);
            assert_eq!(shown.step, step, "{place}");
            let infos = game.actions[..step].iter().flat_map(|action| action.infos.clone()).collect();
            let knowledge = State { grid_infos: game.grid_infos.clone(), infos }.knowledge().unwrap();
            let died = game.actions.last().filter(|_| step == game.actions.len() && status == "lost");
            let analysis = analysis(&knowledge);
            risks += check_board(&shown, &knowledge, analysis.as_ref(), died, &place);
            match (game.actions.get(step), &analysis) {
                (Some(action), Some(analysis)) => candidates += check_move(&shown, action, analysis, knowledge.grid(), &place),
                (Some(_), None) => panic!("{place}: an action on a map that is complete"),
                (None, _) => assert!(shown.said.contains(status.as_str().unwrap()), "{place}: {}", shown.said),
            }
            browser.press(Key::Right);
        }
    }
    assert!(risks > 2000 && candidates > 10 && seen.len() >= 4, "{risks} risks, {candidates} candidates of {seen:?}");
}

/// What `clover analyze` says of a state; nothing where the map is complete.
fn analysis(knowledge: &Knowledge) -> Option<Analysis> {
    let mut engine = Engine::default();
    let view = View::new(knowledge, &mut engine);
    (knowledge.closed() > 0).then(|| Analysis::new(knowledge.grid(), view.posterior().unwrap(), &view.worlds().unwrap()))
}

/// Compares each cell: its risk, its text and what a screen reader says. Gives the number of risks.
fn check_board(shown: &Shown, knowledge: &Knowledge, analysis: Option<&Analysis>, died: Option<&ActionRecord>, place: &str) -> usize {
    let grid = knowledge.grid();
    assert_eq!(shown.cells.len(), grid.len());
    for (nth, cell) in shown.cells.iter().enumerate() {
        let place = format!("{place}, cell {:?}: {cell:?}", grid.pos(nth));
        assert_eq!(cell.risk.is_some(), knowledge.is_closed(nth), "{place}");
        let tells = |what: &str| assert!(cell.label.contains(what), "{place}, which is {what}");
        match knowledge.sight(nth) {
            Sight::Open([tigers, sharks, crocodiles]) => {
                tells(&format!("open, around it: tiger {tigers}, shark {sharks}, crocodile {crocodiles}"));
            }
            Sight::Named(animal) => tells(&format!("{}, named", word(animal.letter()))),
            Sight::Closed => {
                let record = analysis.unwrap().cells.iter().find(|record| record.pos == grid.pos(nth)).unwrap();
                let (risk, told) = (1.0 - record.p.free, cell.risk.as_deref().unwrap());
                assert!(told.len() == 6 && (told.parse::<f64>().unwrap() - risk).abs() <= 0.5001e-4, "{place}: {record:?}");
                let percent: f64 = cell.text.trim_matches(['%', '<', '>']).parse().unwrap_or(f64::NAN);
                let text = match record.proven {
                    _ if died.is_some_and(|action| action.pos == record.pos) => cell.text == "💥",
                    Some("free") => cell.text == "✓",
                    Some("tiger") => cell.text == "🐅",
                    Some("shark") => cell.text == "🦈",
                    Some(_) => cell.text == "🐊",
                    None => (percent - 100.0 * risk).abs() <= if cell.text.starts_with(['<', '>']) { 1.0 } else { 0.51 },
                };
                assert!(text, "{place}: {record:?}");
            }
        }
    }
    let Some(analysis) = analysis else { return 0 };
    // Larger numbers are rounded.
    if analysis.solutions.len() < 4 {
        assert!(shown.details.contains(&format!("Possible worlds: {}.", analysis.solutions)), "{place}: {}", shown.details);
    }
    analysis.cells.len()
}

/// Compares what is done, and what it is chosen from. Gives the number of candidates.
fn check_move(shown: &Shown, record: &ActionRecord, analysis: &Analysis, grid: &Grid, place: &str) -> usize {
    let action = record.action(grid).unwrap();
    assert!(shown.said.contains(&sentence(action, grid)), "{place}: {}", shown.said);
    let marked = |class: &str| -> BTreeSet<usize> {
        (0..grid.len()).filter(|&cell| shown.cells[cell].classes.iter().any(|other| other == class)).collect()
    };
    assert_eq!(marked("chosen"), BTreeSet::from([action.cell()]), "{place}");
    assert_eq!(shown.said.contains("not proven"), !record.is_proven(), "{place}: {}", shown.said);
    let cells: BTreeSet<usize> = record.candidates.iter().map(|one| one.action(grid).unwrap().cell()).collect();
    assert_eq!((marked("candidate"), shown.candidates.len()), (cells, record.candidates.len()), "{place}");
    let column = |head: &str| shown.heads.iter().position(|other| other == head);
    let close = |text: &str, p: f64| (text.trim_end_matches('%').parse::<f64>().unwrap_or(f64::NAN) / 100.0 - p).abs() < 0.56e-3;
    for (one, row) in record.candidates.iter().zip(&shown.candidates) {
        let candidate = one.action(grid).unwrap();
        assert_eq!(row[0], sentence(candidate, grid) + if candidate == action { "taken" } else { "" }, "{place}");
        let chances = analysis.cells.iter().find(|cell| cell.pos == one.pos).unwrap().p;
        let right = match candidate {
            Action::Guess(_, animal) => [chances.tiger, chances.shark, chances.croco][animal as usize],
            Action::Discover(_) | Action::Chord(_) => chances.free,
        };
        assert!(close(&row[column("exact risk").unwrap()], 1.0 - right), "{place}: {row:?}, exact {}", 1.0 - right);
        // Told where it is another number than the exact one.
        match (column("reckoned").map(|column| &*row[column]), one.risk) {
            (Some(text), Some(risk)) => assert!(close(text, risk), "{place}: {row:?}, reckoned {risk}"),
            (None, Some(risk)) => assert!((risk - (1.0 - right)).abs() < 1e-4, "{place}: {row:?}, reckoned {risk}"),
            (text, None) => assert!(text.is_none_or(|text| text == "–"), "{place}: {row:?}"),
        }
    }
    record.candidates.len()
}

fn sentence(action: Action, grid: &Grid) -> String {
    let (row, col) = grid.pos(action.cell());
    match action {
        Action::Discover(_) => format!("Discover ({row},{col})"),
        Action::Guess(_, animal) => format!("Name a {} at ({row},{col})", word(animal.letter())),
        Action::Chord(_) => format!("Chord on ({row},{col})"),
    }
}

/// What the page calls an animal.
fn word(letter: char) -> &'static str {
    match letter {
        'T' => "tiger",
        'S' => "shark",
        _ => "crocodile",
    }
}

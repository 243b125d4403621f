//! Plans of Anti-Virus: every step of each, by key and by slider, against a walk on cells.

use super::Browser;
use clover::results::Trace;
use fantoccini::key::Key;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Row and column.
type Cell = (i32, i32);

/// The viewer as it is.
#[derive(Debug, Deserialize)]
struct Shown {
    /// The text of the live region, and of the choice of games.
    said: String,
    game: String,
    /// The slider.
    step: usize,
    end: usize,
    /// Where each piece is drawn, by its letter.
    pieces: BTreeMap<char, BTreeSet<Cell>>,
    /// The letters of those that are outlined.
    moving: BTreeSet<char>,
    /// Where visible arrows point to: rows down, columns to the right.
    arrows: BTreeSet<Cell>,
    label: String,
    /// The rows of the table of costs.
    costs: Vec<[String; 3]>,
}

/// What is drawn where is asked of the browser, with all that moves it.
const SHOWN: &str = r##"
document.getAnimations().forEach((animation) => animation.finish());
const viewer = document.querySelector(".viewer");
const picture = viewer.querySelector(".stage svg");
const side = parseFloat(picture.style.getPropertyValue("--cell"));
const all = (root, css) => [...root.querySelectorAll(css)];
const drawn = (element) => picture.getScreenCTM().inverse().multiply(element.getScreenCTM());
const cell = (circle) => {
    const at = new DOMPoint(circle.cx.baseVal.value, circle.cy.baseVal.value).matrixTransform(drawn(circle));
    return [Math.floor(at.y / side), Math.floor(at.x / side)];
};
const letter = (piece) => piece.querySelector("text").textContent;
const pieces = all(picture, ".piece");
const outlined = (piece) => getComputedStyle(piece).color === "rgb(0, 0, 0)";
const slider = viewer.querySelector("[type=range]");
return {
    said: viewer.querySelector("[role=status]").textContent,
    game: document.querySelector("#replay-game").selectedOptions[0].textContent,
    step: Number(slider.value),
    end: Number(slider.max),
    pieces: Object.fromEntries(pieces.map((piece) => [letter(piece), all(piece, "circle").map(cell)])),
    moving: pieces.filter(outlined).map(letter),
    arrows: all(picture, ".arrow").filter((arrow) => arrow.getClientRects().length).map(drawn).map(({ c, d }) => [Math.round(-d), Math.round(-c)]),
    label: picture.getAttribute("aria-label"),
    costs: all(viewer, ".details tbody tr").map((row) => [...row.cells].map((cell) => cell.textContent)),
};"##;

fn shown(browser: &Browser) -> Shown {
    serde_json::from_value(browser.ask(SHOWN, &[])).unwrap()
}

/// Pieces and white cells by the cells they are on.
#[derive(Clone)]
struct Board(BTreeMap<Cell, char>);

impl Board {
    fn new(drawing: &str) -> Self {
        let rows: Vec<&str> = drawing.lines().map(str::trim).collect();
        let middle = rows.iter().map(|row| row.len()).max().unwrap() / 2;
        let cells = (0..).zip(rows).flat_map(|(row, text)| {
            let first = (middle - text.len() / 2) as i32;
            (first..).zip(text.chars()).map(move |(col, letter)| ((row, col), letter))
        });
        Self(cells.filter(|(_, letter)| *letter != '.').collect())
    }

    /// The cells of each piece.
    fn pieces(&self) -> BTreeMap<char, BTreeSet<Cell>> {
        let mut pieces: BTreeMap<char, BTreeSet<Cell>> = BTreeMap::new();
        for (&cell, &letter) in self.0.iter().filter(|(_, letter)| **letter != '#') {
            pieces.entry(letter).or_default().insert(cell);
        }
        pieces
    }

    /// Pushes a piece, and whatever it meets; gives what moved.
    fn push(&mut self, letter: char, (down, right): Cell) -> BTreeSet<char> {
        let mut group = BTreeSet::from([letter]);
        loop {
            let moved = self.0.iter().filter(|(_, letter)| group.contains(letter));
            let met: BTreeSet<char> = moved.filter_map(|((row, col), _)| self.0.get(&(row + down, col + right))).copied().collect();
            assert!(!met.contains(&'#'), "a white cell moves");
            if met.is_subset(&group) {
                break;
            }
            group.extend(met);
        }
        let to = |(cell, letter): (&Cell, &char)| (if group.contains(letter) { (cell.0 + down, cell.1 + right) } else { *cell }, *letter);
        let after: BTreeMap<Cell, char> = self.0.iter().map(to).collect();
        assert_eq!(after.len(), self.0.len(), "two on one cell");
        self.0 = after;
        group
    }
}

/// The rows down and columns to the right that a push goes.
fn way(word: &str) -> Cell {
    match word {
        "up" => (-1, 0),
        "down" => (1, 0),
        "left" => (0, -1),
        "right" => (0, 1),
        _ => panic!("{word}"),
    }
}

/// Goes through every game, there by key and back by slider, and compares every state.
pub fn check_plans(browser: &Browser, traces: &[Trace]) {
    let games = browser.ask("return [...document.querySelectorAll('#replay-game option')].map((option) => option.value)", &[]);
    assert_eq!(games.as_array().unwrap().len(), traces.len());
    let (mut pushes, mut groups, mut ends) = (0, 0, BTreeSet::new());
    for game in super::texts(&games) {
        browser.choose("#replay-game", &game);
        let opened = shown(browser);
        let trace = traces.iter().find(|trace| format!("{} · {} · {}", trace.set, trace.instance, trace.strategy) == opened.game).unwrap();
        let plan: Vec<&str> = trace.record["plan"].as_array().unwrap().iter().map(|push| push.as_str().unwrap()).collect();
        let mut board = Board::new(trace.record["board"].as_str().unwrap());
        assert_eq!((opened.step, opened.end), (0, plan.len()), "{}", opened.game);
        let (mut cost, mut last) = ([0; 3], None);
        browser.focus(".viewer");
        for (step, push) in plan.iter().enumerate() {
            let (letter, word) = push.split_once(' ').unwrap();
            let before = board.pieces();
            let group = board.push(letter.parse().unwrap(), way(word));
            let place = format!("{}, push {step}: {push}", opened.game);
            let by_key = shown(browser);
            for to in [plan.len(), step] {
                slide(browser, to);
            }
            for shown in [by_key, shown(browser)] {
                assert_eq!((shown.step, &shown.pieces, &shown.moving), (step, &before, &group), "{place}");
                let arrows = before.iter().any(|(letter, cells)| group.contains(letter) && cells.len() > 1);
                assert_eq!(shown.arrows, arrows.then(|| way(word)).into_iter().collect(), "{place}");
                let letters: Vec<String> = shown.moving.iter().map(ToString::to_string).collect();
                let said = format!("Push {} of {} Push {letter} {word} Moves: {}.", step + 1, plan.len(), letters.join(", "));
                assert_eq!(shown.said, said, "{place}");
                assert_eq!(
                    shown.costs.iter().map(|row| row[1].clone()).collect::<Vec<_>>(),
                    cost.map(|cost: usize| cost.to_string()),
                    "{place}"
                );
                for (letter, cells) in &shown.pieces {
                    let (row, col) = cells.first().unwrap();
                    let told =
                        if *row < 0 { format!("{letter} beyond the opening") } else { format!("{letter} at row {row}, column {col}") };
                    assert!(shown.label.contains(&told), "{place}: {}", shown.label);
                }
            }
            let this = Some((group.clone(), word));
            cost = [cost[0] + 1, cost[1] + group.len(), cost[2] + usize::from(this != last)];
            last = this;
            groups += usize::from(group.len() > 1);
            pushes += 1;
            browser.press(Key::Right);
        }
        let status = &trace.record["status"];
        ends.insert(status.to_string());
        check_end(&shown(browser), &board, status, plan.len(), cost);
        browser.press(Key::Home);
        assert_eq!(shown(browser).pieces, opened.pieces);
        browser.press(Key::End);
        assert_eq!(shown(browser).pieces, board.pieces());
    }
    assert!(pushes > 50 && groups > 5 && ends.len() == 3, "{pushes} pushes, {groups} of several, {ends:?}");
}

/// Moves the slider.
fn slide(browser: &Browser, to: usize) {
    let body = "const slider = document.querySelector('.controls [type=range]'); slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))";
    browser.ask(body, &[json!(to)]);
}

/// Compares what stands after the last push, or instead of a plan.
fn check_end(shown: &Shown, board: &Board, status: &Value, pushes: usize, cost: [usize; 3]) {
    assert_eq!((shown.step, &shown.pieces, shown.moving.len(), shown.arrows.len()), (pushes, &board.pieces(), 0, 0), "{}", shown.game);
    let virus = board.pieces()[&'V'].first().unwrap().0;
    let said = match status.as_str().unwrap() {
        "lost" => "The start no plan exists The search explored all that can be reached: the virus cannot leave.".into(),
        "gave_up" => "The start given up The search reached a limit before it found a plan; there may be one.".into(),
        _ => {
            let whole = shown.costs.iter().map(|row| row[2].clone()).collect::<Vec<_>>();
            assert_eq!(whole, cost.map(|cost| cost.to_string()), "{}", shown.game);
            let place = if virus < 0 { "out" } else { ["in the opening", "at the tip"][virus as usize] };
            format!("After push {pushes} The virus is {place}")
        }
    };
    assert_eq!((&shown.said, shown.costs.len()), (&said, if pushes > 0 { 3 } else { 0 }), "{}", shown.game);
}

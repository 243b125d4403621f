//! The page on which a course watches, in headless Chromium: two groups play, and it shows
//! what they do as they do it.

use super::{Served, exchange, folders, posted};
use crate::browser::Browser;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::rules::Action;
use clover::crocomine::state::{GridInfos, InfoRecord};
use clover::crocomine::world::{Sight, World};
use clover::experiment::maps;
use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::Duration;

/// Markup, and no name of a group.
const HOSTILE: &str = "<img src=x onerror=\"faults.push('markup')\"> & 'co'";

/// A group that plays by hand.
struct Hand {
    stream: TcpStream,
    id: &'static str,
    knowledge: Option<Knowledge>,
}

impl Hand {
    fn register(served: &Served, id: &'static str) -> Self {
        let mut hand = Self { stream: TcpStream::connect(&served.address).unwrap(), id, knowledge: None };
        hand.ask("register", &json!({}));
        hand
    }

    fn ask(&mut self, command: &str, more: &Value) -> Value {
        let mut body = json!({"id": self.id, "members": "A and B", "token": ""});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, body) = exchange(&mut self.stream, &posted(command, body.to_string().as_bytes())).unwrap();
        assert_eq!(status, 200);
        serde_json::from_slice(&body).unwrap()
    }

    fn new_grid(&mut self) {
        let given = self.ask("new_grid", &json!({}));
        let told: GridInfos = serde_json::from_value(given["grid_infos"].clone()).unwrap();
        self.knowledge = Some(told.knowledge().unwrap());
    }

    /// Does something; the status of the reply.
    fn act(&mut self, action: Action) -> String {
        let grid = self.knowledge.as_ref().unwrap().grid().clone();
        let animal = if let Action::Guess(_, animal) = action { json!(animal.letter().to_string()) } else { json!(null) };
        let reply = self.ask(action.word(), &json!({"pos": grid.pos(action.cell()), "animal": animal}));
        let infos: Vec<InfoRecord> = serde_json::from_value(reply["infos"].clone()).unwrap();
        let infos: Vec<_> = infos.iter().map(|info| info.info(&grid).unwrap()).collect();
        self.knowledge.as_mut().unwrap().learn(&infos).unwrap();
        reply["status"].as_str().unwrap().to_string()
    }

    /// The first closed cell of this map that is free, or that is not.
    fn closed(&self, world: &World, free: bool) -> usize {
        let knowledge = self.knowledge.as_ref().unwrap();
        (0..world.grid().len()).find(|&cell| knowledge.is_closed(cell) && world.content(cell).is_none() == free).unwrap()
    }

    /// Wins the map.
    fn win(&mut self, world: &World) {
        for cell in 0..world.grid().len() {
            if self.knowledge.as_ref().unwrap().is_closed(cell) {
                self.act(world.content(cell).map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal)));
            }
        }
        assert_eq!(self.knowledge.as_ref().unwrap().closed(), 0);
    }

    /// The board as the page has it.
    fn seen(&self) -> String {
        let letter = |sight: &Sight| match sight {
            Sight::Closed => '.',
            Sight::Open(_) => 'o',
            Sight::Named(animal) => animal.letter(),
        };
        self.knowledge.as_ref().unwrap().sights().iter().map(letter).collect()
    }
}

/// Waits until the page says so, for as long as a slow machine takes.
#[track_caller]
fn wait(browser: &Browser, body: &str, arguments: &[Value], expected: &Value) {
    let mut told = Value::Null;
    for _ in 0..400 {
        told = browser.ask(body, arguments);
        if told == *expected {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{body} with {arguments:?} is {told}, not {expected}");
}

const CARD: &str = "const of = (id) => [...document.querySelectorAll('article')].find((card) => card.dataset.group === id);";

fn board(browser: &Browser, hand: &Hand, state: &str) {
    let body = format!("{CARD} const card = of(arguments[0]); return [card.dataset.state, card.querySelector('canvas').dataset.cells]");
    wait(browser, &body, &[json!(hand.id)], &json!([state, hand.seen()]));
}

#[test]
fn boards_and_ranking_change_as_groups_play() {
    let Some(browser) = Browser::start() else {
        eprintln!("skipped: there is no `chromium` with a `chromedriver` on the PATH");
        return;
    };
    let folder = &folders(&[])[0];
    let worlds: Vec<World> = maps::load(folder).unwrap().into_iter().map(|(_, level)| level.unwrap().world().clone()).collect();
    let served = Served::start("127.0.0.1:0", folder, &[]);
    browser.visit(&format!("http://{}/", served.address));
    browser.ask("window.faults = []; addEventListener('error', ({ message }) => faults.push(message)); window.stays = 1", &[]);
    wait(&browser, "return document.getElementById('command').textContent.includes(location.origin)", &[], &json!(true));
    wait(&browser, "return document.getElementById('join').hidden", &[], &json!(false));

    let (mut one, mut two) = (Hand::register(&served, HOSTILE), Hand::register(&served, "two"));
    let ranking = "return [...document.querySelectorAll('tbody tr')].map((row) => [row.dataset.group, row.querySelector('[data-of=won]').textContent])";
    wait(&browser, ranking, &[], &json!([[HOSTILE, "0"], ["two", "0"]]));
    one.new_grid();
    two.new_grid();
    board(&browser, &one, "playing");
    let cell = one.closed(&worlds[0], true);
    assert_eq!(one.act(Action::Discover(cell)), "OK");
    board(&browser, &one, "playing");
    board(&browser, &two, "playing");
    assert_ne!(one.seen(), two.seen());
    // The second wins and is the first then; the first loses.
    two.win(&worlds[0]);
    wait(&browser, ranking, &[], &json!([["two", "1"], [HOSTILE, "0"]]));
    board(&browser, &two, "won");
    let cell = one.closed(&worlds[0], false);
    assert_eq!(one.act(Action::Discover(cell)), "KO");
    board(&browser, &one, "lost");
    let totals = worlds[0].totals().animals;
    let cells =
        "return ['tigers', 'sharks', 'crocodiles', 'played'].map((of) => document.querySelector(`tbody tr [data-of=${of}]`).textContent)";
    wait(
        &browser,
        cells,
        &[],
        &json!([totals[0].to_string(), totals[1].to_string(), totals[2].to_string(), format!("1 / {}", worlds.len())]),
    );
    // What is seen is drawn: land, sea, animals and counts have their own colours.
    let colours = format!(
        "{CARD} const canvas = of('two').querySelector('canvas'); const {{ data }} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const seen = new Set(); for (let i = 0; i < data.length; i += 4) seen.add(data.slice(i, i + 4).join()); return [canvas.width > 100, seen.size > 4]"
    );
    wait(&browser, &colours, &[], &json!([true, true]));
    // Two more maps for the first: it is ahead again.
    for world in &worlds[1..3] {
        one.new_grid();
        one.win(world);
    }
    wait(&browser, ranking, &[], &json!([[HOSTILE, "2"], ["two", "1"]]));
    // All of that on one page that was loaded once, and nothing from elsewhere.
    assert_eq!(browser.ask("return [window.stays, faults]", &[]), json!([1, []]));
    let fetched = browser.ask("return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)", &[]);
    assert!(fetched.as_array().unwrap().iter().all(|path| path == "/events"), "{fetched}");
}

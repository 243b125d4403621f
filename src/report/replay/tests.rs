//! Which traces are shown, in which order, and that their texts stay texts; every word that
//! a script asks for is told.

use super::*;
use crate::record::Key;
use serde_json::json;
use std::collections::BTreeSet;

const SHOWN: &str = "made/games.jsonl";

/// A trace without a record.
fn trace(game: &str, set: &str, strategy: &str, instance: &str) -> Trace {
    let key = Key { game: game.into(), set: set.into(), instance: instance.into(), strategy: strategy.into(), repetition: 0 };
    Trace::new(&key, Map::new())
}

/// Replays of these traces, each in a line of one file.
pub(super) fn shown(traces: Vec<Trace>, limit: usize) -> Result<Option<Replays>, String> {
    collect(vec![(SHOWN.into(), traces)], limit).map_err(|error| error.to_string())
}

/// What the page reads.
pub(super) fn data(replays: &Replays) -> Value {
    serde_json::from_str(&replays.data(Language::En)).unwrap()
}

/// A trace of a search on the smallest puzzle that is solved.
fn solved(game: &str, instance: &str) -> Trace {
    let mut trace = trace(game, "made", "bfs", instance);
    trace.record.insert("status".into(), json!("won"));
    trace.record.insert("board".into(), json!(".\n.\n.V.\n..V..\n.......\n.....\n...\n."));
    trace.record.insert("plan".into(), json!(["V up"]));
    trace
}

#[test]
fn lost_games_come_first_and_every_strategy_has_its_turn() {
    use Status::{Error, GaveUp, Lost, Won};
    let told = |set: &str, strategy: &str, instance: &str, status| Found {
        path: SHOWN.into(),
        line: 1,
        status,
        trace: trace("crocomine", set, strategy, instance),
    };
    let of = |(nth, (strategy, status)): (usize, &(&str, Status))| told("s", strategy, &nth.to_string(), *status);
    let games = [("a", Won), ("a", Lost), ("a", Lost), ("a", Lost), ("b", GaveUp), ("b", Lost), ("c", Won), ("c", Error), ("b", Won)];
    let found: Vec<Found> = games.iter().enumerate().map(of).collect();
    assert_eq!(choose(&found, 2), [1, 5]);
    assert_eq!(choose(&found, 3), [1, 2, 5]);
    assert_eq!(choose(&found, 5), [1, 2, 3, 5, 4]);
    assert_eq!(choose(&found, 7), [1, 2, 3, 5, 4, 7, 0]);
    assert_eq!(choose(&found, 100), [1, 2, 3, 5, 4, 7, 0, 6, 8]);
    let sets = ["x", "x", "y"].map(|set| told(set, "a", "0", Lost));
    assert_eq!(choose(&sets, 2), [0, 2]);
}

#[test]
fn other_games_are_left_out_and_all_are_counted() {
    let games = ["mastermind", "antivirus", "crocomine", "antivirus", "antivirus"];
    let replays = shown(games.map(|game| solved(game, "0")).to_vec(), 2).unwrap().unwrap();
    assert_eq!((replays.kind.game, replays.total, replays.games.len()), ("antivirus", 3, 2));
    for (traces, limit) in [(vec![], 3), (vec![solved("mastermind", "0")], 3), (vec![solved("antivirus", "0")], 0)] {
        assert!(shown(traces, limit).unwrap().is_none());
    }
}

#[test]
fn what_names_say_stays_text() {
    let name = "</script><!--<b>&\u{2028}";
    let mut trace = solved("antivirus", name);
    trace.strategy = name.into();
    let text = shown(vec![trace], 1).unwrap().unwrap().data(Language::Fr);
    assert!(!text.contains('<'));
    let data: Value = serde_json::from_str(&text).unwrap();
    let game = &data["games"][0];
    assert_eq!((&game["instance"], &game["strategy"], &data["words"]["code"]), (&json!(name), &json!(name), &json!("fr")));
}

/// The names after `words.` in a script.
fn asked(script: &str) -> BTreeSet<&str> {
    let names = script.split("words.").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_word_that_a_script_asks_for_is_told() {
    let page = include_str!("../page/replay.js");
    for kind in ALL {
        for language in Language::ALL {
            let said = words::said([WORDS, kind.words], language);
            let missing: Vec<&str> = asked(page).union(&asked(kind.script)).filter(|name| !said.contains_key(**name)).copied().collect();
            assert_eq!(missing, [""; 0], "{}", kind.game);
            for status in ["won", "lost", "gave_up", "error"] {
                assert!(said["heading"][status].is_string() && said["ended"][status].is_string(), "{}: {status}", kind.game);
            }
        }
        let names: BTreeSet<&str> = WORDS.iter().chain(kind.words).map(|(name, _)| *name).collect();
        assert_eq!(names.len(), WORDS.len() + kind.words.len(), "each once");
    }
}

//! What the page shows of a plan is what the rules make of it; what contradicts them is told
//! with its place.

use crate::record::Key;
use crate::report::replay::tests::{data, shown};
use crate::results::Trace;
use serde_json::{Value, json};

/// The virus below a piece.
const BOARD: &str = "   .\n   .\n  .a.\n ..V..\n...V..#\n .....\n  ...\n   .\n";
/// The virus at the tip.
const TIP: &str = "   .\n   V\n  .V.\n .....\n.......\n .....\n  ...\n   .\n";

/// A trace of a search, the second of its file.
fn traces(status: &str, board: &str, plan: &[&str]) -> Vec<Trace> {
    let trace = |instance: &str, record: Value| {
        let [game, set, strategy] = ["antivirus", "made", "bfs"].map(Into::into);
        let key = Key { game, set, instance: instance.into(), strategy, repetition: 0 };
        Trace::new(&key, record.as_object().unwrap().clone())
    };
    let before = json!({"status": "won", "board": TIP, "plan": []});
    vec![trace("0", before), trace("1", json!({"status": status, "board": board, "plan": plan}))]
}

/// The second game, as the page reads it.
fn game(traces: Vec<Trace>) -> Value {
    let data = data(&shown(traces, 2).unwrap().unwrap());
    data["games"].as_array().unwrap().iter().find(|game| game["instance"] == "1").unwrap().clone()
}

#[test]
fn a_plan_is_followed_push_by_push() {
    let mut game = game(traces("won", BOARD, &["V up", "V up"]));
    let scene = game["scene"].take();
    let push = json!({"piece": 0, "direction": "up", "group": [0, 1]});
    let frames = json!([
        {"at": [[3, 3], [2, 3]], "cost": [0, 0, 0], "move": push},
        {"at": [[2, 3], [1, 3]], "cost": [1, 2, 1], "move": push},
        {"at": [[1, 3], [0, 3]], "cost": [2, 4, 1]},
    ]);
    let expected = json!({
        "set": "made", "instance": "1", "strategy": "bfs", "repetition": 0, "status": "won",
        "radius": 3, "whites": 1, "letters": ["V", "a"], "scene": null, "goal": "corner", "frames": frames,
    });
    assert_eq!(game, expected);
    assert_eq!(scene.as_str().unwrap().matches("class=\"piece\"").count(), 2);
}

#[test]
fn a_plan_ends_at_one_of_the_goals() {
    for (pushes, goal) in [(0, "corner"), (1, "opening"), (3, "out")] {
        let game = game(traces("won", TIP, &vec!["V up"; pushes]));
        let frames = game["frames"].as_array().unwrap();
        assert_eq!((&game["goal"], frames.len()), (&json!(goal), pushes + 1));
        assert_eq!(frames[pushes]["at"], json!([[1 - pushes as i16, 3]]));
    }
}

#[test]
fn without_a_plan_the_board_is_shown() {
    for status in ["lost", "gave_up", "error"] {
        let mut all = traces(status, BOARD, &[]);
        let message = "max_expanded = 40 was reached";
        all[1].record.insert("message".into(), json!(message));
        let game = game(all);
        assert_eq!((&game["status"], &game["goal"], &game["message"]), (&json!(status), &Value::Null, &json!(message)));
        assert_eq!(game["frames"], json!([{"at": [[3, 3], [2, 3]], "cost": [0, 0, 0]}]));
    }
}

#[track_caller]
fn check_fault(traces: Vec<Trace>, expected: &str) {
    let fault = shown(traces, 9).err().expect("it contradicts the rules");
    let place = "made/games.jsonl:2: the game made/1/bfs/0: ";
    assert!(fault.starts_with(place) && fault.contains(expected), "want `{expected}`, got `{fault}`");
}

#[test]
fn what_contradicts_the_rules_is_told_with_its_place() {
    check_fault(traces("drawn", BOARD, &[]), "its status is none that there is");
    check_fault(traces("won", "...", &[]), "the board: 1:1: 1 rows");
    check_fault(traces("won", BOARD, &["V up", "b up"]), "push 2: `b up` is none on this board");
    check_fault(traces("won", BOARD, &["V up", "<b>"]), "push 2: `<b>` is none on this board");
    check_fault(traces("won", BOARD, &["V up", "V up", "V up"]), "push 3 is not possible");
    check_fault(traces("won", BOARD, &["V up"]), "the plan does not reach the goal");
    check_fault(traces("won", TIP, &["V up"; 4]), "the goal is reached before push 4");
    check_fault(traces("lost", BOARD, &["V up"]), "a search that is lost has no plan");
    let mut without = traces("won", BOARD, &["V up"]);
    without[1].record.remove("plan");
    check_fault(without, "missing field `plan`");
}

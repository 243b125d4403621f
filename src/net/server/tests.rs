//! Walks against the rules as local play has them, and halls that are brought back by
//! their logs.

use super::hall::{Door, Hall, Secret};
use super::{Map, live};
use crate::crocomine::level::Level;
use crate::crocomine::play::{Host, HostError, LocalHost};
use crate::crocomine::rules::{Action, Animal};
use crate::crocomine::state::InfoRecord;
use crate::net::wire::{Command, Reply, Request, Status};
use proptest::prelude::*;
use std::net::{Ipv4Addr, SocketAddr};
use std::slice::from_ref;

/// All that is shown of a hall.
fn told(hall: &Hall) -> serde_json::Value {
    live::told(hall, SocketAddr::from((Ipv4Addr::LOCALHOST, 80)), 0)
}

/// One hour, after which a group may have to make room. Unit: ms.
const HOUR: u64 = 60 * 60 * 1000;

fn maps(levels: &[Level]) -> Vec<Map> {
    (0..).zip(levels).map(|(place, level)| Map { place, level: level.clone() }).collect()
}

fn request(id: &str) -> Request {
    Request { id: id.into(), members: format!("members of {id}"), token: "Not defined".into(), ..Request::default() }
}

/// What somebody asks: the group, what, and where as shares of the map, beyond it too.
type Step = (usize, u8, (f64, f64), u8);

fn step() -> impl Strategy<Value = Step> {
    let share = -0.05..1.1;
    (0..3_usize, 0..16_u8, (share.clone(), share), 0..4_u8)
}

/// The request of a step, for a group on a map of these sides.
fn asked((_, what, (row, col), letter): &Step, (rows, cols): (usize, usize)) -> (Command, Request) {
    let command = match what {
        0 => Command::NewGrid,
        1..=8 => Command::Discover,
        9..=12 => Command::Guess,
        _ => Command::Chord,
    };
    let pos = Some(((row * rows as f64).floor() as i64, (col * cols as f64).floor() as i64));
    (command, Request { pos, animal: Some(["T", "S", "C", "W"][usize::from(*letter)].into()), ..Request::default() })
}

proptest! {
    #[test]
    fn a_map_answers_as_it_does_locally(level in crate::crocomine::croco::tests::any_level(), steps in prop::collection::vec(step(), 1..60)) {
        let mut hall = Hall::open(maps(from_ref(&level)), 1, None).unwrap();
        hall.register(&request("g"), &Door::New, None, 0);
        prop_assert_eq!(hall.ask(Command::NewGrid, &request("g"), 0).status, Status::Ok);
        let grid = level.world().grid().clone();
        let (mut host, mut over) = (LocalHost::new(&level), false);
        for step in &steps {
            let (command, asked) = asked(step, (grid.rows(), grid.cols()));
            if command == Command::NewGrid {
                continue;
            }
            let reply = hall.ask(command, &Request { pos: asked.pos, animal: asked.animal.clone(), ..request("g") }, 0);
            let (row, col) = asked.pos.unwrap();
            let cell = usize::try_from(row).ok().zip(usize::try_from(col).ok()).and_then(|(row, col)| grid.checked_cell(row, col));
            let animal = Animal::ALL.into_iter().find(|animal| Some(animal.letter().to_string()) == asked.animal);
            let action = cell.and_then(|cell| match command {
                Command::Discover => Some(Action::Discover(cell)),
                Command::Guess => animal.map(|animal| Action::Guess(cell, animal)),
                _ => Some(Action::Chord(cell)),
            });
            let Some(action) = action.filter(|_| !over) else {
                prop_assert_eq!(reply.status, Status::Err);
                continue;
            };
            match host.act(action) {
                Err(HostError::Refused(..)) => prop_assert_eq!(reply.status, Status::Err),
                Err(HostError::Failed(why)) => prop_assert!(false, "{}", why),
                Ok(local) => {
                    let infos: Vec<_> = local.infos.iter().map(|info| InfoRecord::new(info, &grid)).collect();
                    prop_assert_eq!((reply.status, reply.infos), (Status::from(local.verdict), Some(infos)));
                    over = reply.status != Status::Ok;
                }
            }
        }
    }

    #[test]
    fn a_log_brings_back_all_there_was(
        levels in prop::collection::vec(crate::crocomine::croco::tests::any_level(), 1..4),
        steps in prop::collection::vec(step(), 1..120),
        numbered: bool,
    ) {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("state.jsonl");
        let open = || Hall::open(maps(&levels), 3, Some(&log)).unwrap();
        let mut hall = open();
        let names = ["a", "b", "c"];
        for (nth, name) in names.iter().enumerate() {
            let secret = (nth == 1).then(|| Secret { hash: "h".into(), token: "Not defined".into() });
            hall.register(&request(name), &Door::New, secret, nth as u64);
        }
        let mut numbers = [1; 3];
        let (mut last, side) = (None, |level: &Level| (level.world().grid().rows(), level.world().grid().cols()));
        for (nth, step) in steps.iter().enumerate() {
            let seq = numbered.then_some(numbers[step.0]);
            let (command, asked) = asked(step, side(&levels[0]));
            let asked = Request { pos: asked.pos, animal: asked.animal, seq, ..request(names[step.0]) };
            let reply = hall.ask(command, &asked, 10 * nth as u64);
            // Asking again with the same number changes nothing, and another one is told.
            if let Some(seq) = seq {
                prop_assert_eq!(&hall.ask(command, &asked, 10 * nth as u64), &reply);
                let later = Request { seq: Some(seq + 2), ..asked.clone() };
                refused(&hall.ask(command, &later, 0));
                if reply.status != Status::Err {
                    refused(&hall.ask(command, &Request { pos: Some((77, 77)), ..asked.clone() }, 0));
                    numbers[step.0] += 1;
                    last = Some((nth, command, asked, reply));
                }
            }
            if nth % 40 == 39 {
                let before = told(&hall);
                drop(hall);
                hall = open();
                prop_assert_eq!(told(&hall), before);
            }
        }
        // The very last reply is known too, where it changed anything.
        let before = told(&hall);
        drop(hall);
        hall = open();
        if let Some((_, command, asked, reply)) = last.filter(|(nth, ..)| nth + 1 == steps.len()) {
            prop_assert_eq!(hall.ask(command, &asked, 0), reply);
        }
        prop_assert_eq!(told(&hall), before);
    }
}

/// A refusal of ours repeats no number: it was no request of the walk's.
fn refused(reply: &Reply) {
    assert_eq!((reply.status, reply.seq), (Status::Err, None));
}

#[test]
fn who_saw_another_door_has_to_look_again() {
    let level = crate::crocomine::croco::parse(b"one\n1 2\n0 0\n- T\n").unwrap();
    let mut hall = Hall::open(maps(&[level]), 2, None).unwrap();
    let secret = |token: &str| Some(Secret { hash: format!("hash of {token}"), token: token.into() });
    let token = |reply: Option<Reply>| reply.map(|reply| reply.token.unwrap());
    // Two at once want the same name, each with a password of its own.
    assert_eq!([0, 0].map(|_| hall.door(&request("g"), 0)), [Ok(Door::New), Ok(Door::New)]);
    assert_eq!(token(hall.register(&request("g"), &Door::New, secret("first"), 0)), Some("first".into()));
    assert_eq!(hall.register(&request("g"), &Door::New, secret("second"), 0), None);
    let door = hall.door(&request("g"), 0).unwrap();
    assert_eq!(door, Door::Locked("hash of first".into()));
    assert_eq!(token(hall.register(&request("g"), &door, None, 0)), Some("first".into()));
    assert_eq!(hall.register(&request("g"), &Door::Open, None, 0), None);
}

#[test]
fn a_full_hall_makes_room_for_who_comes_only_where_somebody_is_silent() {
    let level = crate::crocomine::croco::parse(b"one\n1 2\n0 0\n- T\n").unwrap();
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("state.jsonl");
    let mut hall = Hall::open(maps(from_ref(&level)), 2, Some(&log)).unwrap();
    let mut register = |id: &str, now: u64| hall.register(&request(id), &Door::New, None, now).unwrap().status;
    assert_eq!([register("a", 0), register("b", 5), register("c", HOUR - 1)], [Status::Ok, Status::Ok, Status::Err]);
    // Who asks is not silent, also where it is refused.
    let noise = hall.ask(Command::Discover, &request("a"), 10);
    assert_eq!(noise.status, Status::Err);
    let before = hall.version();
    assert_eq!(hall.register(&request("c"), &Door::New, None, HOUR + 5).unwrap().status, Status::Ok);
    let names = |hall: &Hall, since: u64| {
        let (all, groups) = hall.changed(since);
        (all, groups.map(|(id, _)| id.clone()).collect::<Vec<_>>())
    };
    // Who watches has to be told that one is gone.
    assert_eq!(names(&hall, before), (true, vec!["a".into(), "c".into()]));
    assert_eq!(names(&hall, hall.version()), (false, Vec::new()));
    assert_eq!(hall.ask(Command::NewGrid, &request("b"), HOUR + 5).msg, "no group `b` is registered here: register first");
    drop(hall);
    let back = Hall::open(maps(from_ref(&level)), 2, Some(&log)).unwrap();
    assert_eq!(names(&back, 0).1, ["a", "c"]);
}

#[test]
fn a_walk_is_counted_as_the_ranking_wants_it() {
    let parse = |text: &str| crate::crocomine::croco::parse(text.as_bytes()).unwrap();
    let easy = parse("easy\n1 2\n0 0\n- -\n");
    let levels = [&easy, &easy, &parse("tiger\n1 2\n0 0\n- T\n"), &easy, &easy].map(Clone::clone);
    let mut hall = Hall::open(maps(&levels), 1, None).unwrap();
    hall.register(&request("g"), &Door::New, None, 0);
    let mut ask = |command, pos, now| hall.ask(command, &Request { pos: Some(pos), ..request("g") }, now).status;
    // Won, won, lost, won, abandoned.
    for (start, end, pos, status) in [
        (0, 1000, (0, 0), Status::Gg),
        (1000, 1500, (0, 1), Status::Gg),
        (2000, 2600, (0, 1), Status::Ko),
        (3000, 3100, (0, 0), Status::Gg),
    ] {
        assert_eq!([ask(Command::NewGrid, pos, start), ask(Command::Discover, pos, end)], [Status::Ok, status]);
    }
    assert_eq!([ask(Command::NewGrid, (0, 0), 4000), ask(Command::NewGrid, (0, 0), 5000)], [Status::Ok, Status::Err]);
    assert_eq!([ask(Command::Discover, (0, 0), 6000), ask(Command::NewGrid, (0, 0), 7000)], [Status::Err, Status::Err]);
    let told = told(&hall)["groups"][0].clone();
    for (field, expected) in [("played", 5), ("won", 3), ("lost", 1), ("abandoned", 1), ("longest", 2), ("place", 5), ("tigers", 0)] {
        assert_eq!(told[field], expected, "{field}");
    }
    assert_eq!((told["seconds"].as_f64(), told["state"].as_str()), (Some(0.55), Some("done")));
    assert_eq!(told["board"], serde_json::json!({"rows": 1, "cols": 2, "terrain": "--", "seen": "..", "counts": ""}));
}

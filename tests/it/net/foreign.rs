//! Servers that are not ours: what they leave out, what they get wrong, and what a
//! player is told then.

use super::{games, message, player};
use clover::results::Results;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use std::time::Duration;

/// What a server does with a command and its body: the status and the body of the answer;
/// `None` breaks the connection.
type Script = dyn Fn(&str, &Value) -> Option<(u16, String)> + Send + Sync;

/// A server that answers by a script.
fn scripted(script: impl Fn(&str, &Value) -> Option<(u16, String)> + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let script: Arc<Script> = Arc::new(script);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let script = script.clone();
            std::thread::spawn(move || answer(stream.unwrap(), &*script));
        }
    });
    address
}

fn answer(mut stream: TcpStream, script: &Script) -> Option<()> {
    loop {
        let (head, body) = message(&mut stream)?;
        let command = head.split(' ').nth(1)?.rsplit('/').next()?.to_string();
        let (status, body) = script(&command, &serde_json::from_slice(&body).unwrap())?;
        write!(stream, "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n{body}", body.len()).ok()?;
    }
}

/// A player, with short patience.
fn play(address: &str, out: &Path) -> Output {
    player(address, "g", out).args(["--timeout", "0.5", "--retries", "3"]).output().unwrap()
}

/// The walk fails with 1, says this, and leaves results to be read where it got as far.
#[track_caller]
fn check(address: &str, expected: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("results");
    let output = play(address, &out);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(expected) && !said.contains("panicked"), "expected `{expected}`, got `{said}`");
    if !out.exists() {
        return Vec::new();
    }
    let runs = Results::open(&out).unwrap().runs().unwrap();
    runs.rows().map(|row| format!("{}: {}", row.text("status").unwrap(), row.text("message").unwrap())).collect()
}

/// An OK with these fields too.
fn ok(more: &Value) -> (u16, String) {
    let mut reply = json!({"status": "OK", "msg": "fine"});
    reply.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    (200, reply.to_string())
}

/// A map of 1 × 2 with a tiger beside the start.
fn grid() -> Value {
    json!({"m": 1, "n": 2, "start": [0, 0], "tiger_count": 1, "shark_count": 0, "croco_count": 0, "sea_count": 0, "land_count": 2})
}

/// One map, then none; actions by a script.
fn one_map(grid_infos: Value, act: impl Fn(&str, &Value) -> Option<(u16, String)> + Send + Sync + 'static) -> String {
    let given = std::sync::atomic::AtomicBool::new(false);
    scripted(move |command, body| match command {
        "register" => Some(ok(&json!({}))),
        "new_grid" if given.swap(true, std::sync::atomic::Ordering::Relaxed) => Some((200, r#"{"status":"Err","msg":"over"}"#.into())),
        "new_grid" => Some(ok(&json!({"grid_infos": grid_infos}))),
        _ => act(command, body),
    })
}

#[test]
fn nobody_there_is_said() {
    // A port that nobody listens at.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    check(&address, ": Connection refused");
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    check(&silent.local_addr().unwrap().to_string(), ": no answer in time (attempt 4)");
    let dir = tempfile::tempdir().unwrap();
    let output = play("http://bob:word@x", &dir.path().join("r"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("neither names and passwords") && !said.contains("word@"), "{said}");
}

#[test]
fn what_is_no_reply_of_the_game_is_quoted() {
    let always = |status: u16, body: &'static str| scripted(move |_, _| Some((status, body.into())));
    check(
        &always(200, "<html>hello"),
        "answers register with what is no reply of the game: expected value at line 1 column 1: `<html>hello`",
    );
    check(&always(200, "{}"), "missing field `status`");
    check(&always(404, "not here"), "404 Not Found: `not here`");
    check(&always(400, r#"{"status":"Err","msg":"what?"}"#), "400 Bad Request: what?");
    check(&always(503, "busy"), ": 503 Service Unavailable (attempt 4)");
    check(&always(200, r#"{"status":"Err","msg":"wrong password"}"#), "the server refuses group `g`: wrong password");
    check(
        &scripted(|command, _| if command == "register" { Some(ok(&json!({}))) } else { Some((200, "oh".into())) }),
        "answers new_grid with what is no reply",
    );
    check(&scripted(|_, _| Some(ok(&json!({})))), "missing field `grid_infos`");
}

#[test]
fn a_reply_without_end_is_cut_off() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        message(&mut stream).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").unwrap();
        let piece = format!("100000\r\n{}\r\n", "x".repeat(1 << 20));
        while stream.write_all(piece.as_bytes()).is_ok() {}
    });
    let dir = tempfile::tempdir().unwrap();
    let output = player(&address, "g", &dir.path().join("results")).args(["--timeout", "60"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("it has more than 67108864 bytes"), "{said}");
}

#[test]
fn what_may_be_left_out_is_not_missed() {
    let beside = json!([{"pos": [0, 0], "field": "land", "prox_count": [1, 0, 0]}, {"pos": [0, 1], "field": "land"}]);
    for infos in [json!([]), json!(null), json!([{"pos": [0, 1], "field": "land"}]), beside.clone()] {
        let mut told = grid();
        told["infos"] = infos.clone();
        let beside = beside.clone();
        let address = one_map(told, move |command, body| {
            assert_eq!((body["id"].as_str(), body["token"].as_str(), body.get("seq")), (Some("g"), Some("Not defined"), None));
            match command {
                "discover" => Some(ok(&json!({"infos": beside}))),
                // No infos at all.
                _ => Some((200, r#"{"status":"GG","msg":""}"#.into())),
            }
        });
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("results");
        let output = play(&address, &out);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let played = games(&out);
        assert_eq!((played.len(), played[0].run[0].as_str()), (1, "won"));
        // What was revealed beforehand need not be asked for.
        let discoveries = if infos.as_array().is_some_and(|infos| infos.len() == 2) { "0" } else { "1" };
        assert_eq!(played[0].run[2], discoveries);
        assert_eq!(played[0].instance.last().unwrap(), "", "no 3BV was told");
    }
}

#[test]
fn a_reply_that_cannot_be_ends_the_game_and_not_the_walk() {
    let contradicts = one_map(grid(), |_, _| Some(ok(&json!({"infos": [{"pos": [0, 0], "field": "sea", "prox_count": [1, 0, 0]}]}))));
    assert_eq!(check(&contradicts, "contradicts what is known").len(), 1);
    let outside = one_map(grid(), |_, _| Some(ok(&json!({"infos": [{"pos": [7, 0], "field": "sea"}]}))));
    assert!(check(&outside, "outside the 1 × 2 grid")[0].starts_with("error: infos: position [7,0]"));
    let refuses = one_map(grid(), |_, _| Some((200, r#"{"status":"Err","msg":"not now"}"#.into())));
    assert_eq!(check(&refuses, "the walk is over: over"), ["error: the server refuses discover (0,0): not now"]);
    let silent = one_map(grid(), |_, _| Some(ok(&json!({"infos": []}))));
    assert_eq!(check(&silent, "showed nothing").len(), 1);
    let mut odd = grid();
    odd["sea_count"] = json!(9);
    assert_eq!(check(&one_map(odd, |_, _| None), "is not m·n = 2"), ["error: grid_infos: sea_count 9 + land_count 2 is not m·n = 2"]);
    let lost = one_map(grid(), |_, _| None);
    assert!(check(&lost, "the walk is over: over")[0].starts_with("error: reply lost"));
}

#[test]
fn a_server_without_end_or_sense_does_not_hold_a_player_for_ever() {
    // Every map is lost on the way; every map is nonsense, and has its line all the same.
    let rows = check(&scripted(|command, _| if command == "register" { Some(ok(&json!({}))) } else { None }), "reply lost");
    assert_eq!(rows.len(), 5);
    let mut empty = grid();
    empty["m"] = json!(0);
    let nonsense = scripted(move |_, _| Some(ok(&json!({"grid_infos": empty}))));
    assert_eq!(check(&nonsense, "want 1 to").len(), 5);
    let odd = scripted(|command, _| match command {
        "new_grid" => Some(ok(&json!({"grid_infos": grid()}))),
        "register" => Some(ok(&json!({}))),
        _ => Some((200, "<html>".into())),
    });
    assert_eq!(check(&odd, "answers discover with what is no reply").len(), 5);
    let leaps = scripted(|command, body| match command {
        "register" => Some(ok(&json!({"seq": 0}))),
        "new_grid" if body["seq"] == 1 => Some(ok(&json!({"grid_infos": grid(), "seq": 1, "place": 4_000_000_000_u64}))),
        "new_grid" => Some(ok(&json!({"grid_infos": grid(), "seq": body["seq"], "place": u64::MAX}))),
        _ => Some((200, json!({"status": "KO", "msg": "", "seq": body["seq"]}).to_string())),
    });
    assert_eq!(check(&leaps, "its place is 18446744073709551615, after 4000000001 maps"), ["lost: "]);
    // In the protocol the end of a walk and a refusal look alike; before the first map it is none.
    let refuses = scripted(|command, _| match command {
        "register" => Some(ok(&json!({}))),
        _ => Some((200, r#"{"status":"Err","msg":"\u001b[31mwrong token"}"#.into())),
    });
    assert_eq!(check(&refuses, "the server refuses group `g`:  [31mwrong token"), [""; 0]);
}

#[test]
fn a_server_that_is_late_is_waited_for() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let folder = super::folders(&[])[0].clone();
    let dir = tempfile::tempdir().unwrap();
    let (out, later) = (dir.path().join("results"), address.clone());
    let late = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1200));
        super::Served::start(&later, &folder, &[])
    });
    let output = player(&address, "g", &out).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(": Connection refused") && said.contains("; asking again"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
    drop(late.join().unwrap());
}

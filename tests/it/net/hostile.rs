//! Whatever a client sends, it gets its Err or its status of HTTP, and the game of the
//! others goes on.

use super::{Answer, Served, answer, exchange, folders, posted};
use clover::net::server::{Map, Server, Settings};
use clover::seed::Seed;
use rand::{Rng, RngExt};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

fn connect(served: &Served) -> TcpStream {
    let stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Asks on a connection that stays.
fn ask(stream: &mut TcpStream, command: &str, body: &[u8]) -> (u16, Value) {
    let (status, body) = exchange(stream, &posted(command, body)).expect("an answer");
    (status, serde_json::from_slice(&body).expect("it is JSON"))
}

/// Asks for a group, and expects the status 200.
fn said(stream: &mut TcpStream, command: &str, id: &str, more: &Value) -> Value {
    let mut body = json!({"id": id, "members": "m", "token": "No Defined..."});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (status, reply) = ask(stream, command, body.to_string().as_bytes());
    assert_eq!(status, 200, "{body}: {reply}");
    reply
}

/// A group in the middle of a map, which must not notice anything.
fn begin(stream: &mut TcpStream) -> Value {
    assert_eq!(said(stream, "register", "quiet", &json!({}))["status"], "OK");
    let given = said(stream, "new_grid", "quiet", &json!({}));
    assert_eq!(given["status"], "OK");
    given["grid_infos"]["start"].clone()
}

/// The start cell is still closed: nothing happened to that group.
fn check_untouched(served: &Served, start: &Value) {
    let told = served.groups()["quiet"].clone();
    assert_eq!((told["state"].as_str(), told["place"].as_u64(), told["last"].is_null()), (Some("playing"), Some(1), true));
    let mut stream = connect(served);
    let reply = said(&mut stream, "discover", "quiet", &json!({"pos": start}));
    assert!(reply["status"] == "OK" && reply["infos"][0]["pos"] == *start, "{reply}");
}

#[test]
fn what_is_no_request_is_answered_and_forgotten() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &[]);
    let mut stream = connect(&served);
    let start = begin(&mut stream);
    let whole = r#""id":"quiet","members":"m","token":"t""#;
    let deep = format!("{{{whole},\"x\":{}", "[".repeat(60_000));
    for (body, expected) in [
        ("", "EOF"),
        ("\u{0}\u{ff}", "want an object"),
        ("null", "want an object"),
        (r#"["quiet","m","t"]"#, "want an object"),
        ("\"id\"", "want an object"),
        (&deep, "EOF while parsing a list"),
        ("{\"id\":\"quiet\"", "EOF"),
        (r#"{"id":"quiet","token":"t"}"#, "missing field `members`"),
        (r#"{"members":"m","token":"t"}"#, "missing field `id`"),
        (&format!("{{{whole},\"pos\":\"0 0\"}}"), "invalid type: string"),
        (&format!("{{{whole},\"pos\":[0]}}"), "invalid length 1"),
        (&format!("{{{whole},\"pos\":[0,0,0]}}"), "trailing characters"),
        (&format!("{{{whole},\"pos\":[0.5,0]}}"), "invalid type: floating point"),
        (&format!("{{{whole},\"pos\":[1e999,0]}}"), "number out of range"),
        (&format!("{{{whole},\"pos\":[99999999999999999999,0]}}"), "invalid type"),
        (&format!("{{{whole},\"animal\":7}}"), "invalid type: integer"),
        (&format!("{{{whole},\"id\":\"again\"}}"), "duplicate field `id`"),
    ] {
        for command in ["register", "new_grid", "discover", "guess", "chord"] {
            let (status, reply) = ask(&mut stream, command, body.as_bytes());
            assert_eq!((status, reply["status"].as_str()), (400, Some("Err")), "{body:.80}: {reply}");
            assert!(reply["msg"].as_str().unwrap().contains(expected), "{body:.80}: {reply}");
        }
    }
    // Numbers that are none of the map's, and everything else that is not of the form.
    for pos in [json!([-1, 0]), json!([0, i64::MAX]), json!([i64::MIN, i64::MIN]), json!(null)] {
        assert_eq!(said(&mut stream, "discover", "quiet", &json!({"pos": pos}))["status"], "Err");
    }
    for id in ["", &"x".repeat(201), "nobody", "quiet\u{0}"] {
        assert_eq!(said(&mut stream, "new_grid", id, &json!({}))["status"], "Err");
    }
    assert_eq!(said(&mut stream, "register", &"x".repeat(201), &json!({}))["status"], "Err");
    assert_eq!(said(&mut stream, "register", "", &json!({}))["status"], "Err");
    let plain = |stream: &mut TcpStream, line: &str| exchange(stream, format!("{line} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).unwrap().0;
    assert_eq!(plain(&mut stream, "GET /crocomine/register"), 405);
    assert_eq!(plain(&mut stream, "POST /crocomine/win"), 404);
    assert_eq!(plain(&mut stream, "GET /../../etc/passwd"), 404);
    check_untouched(&served, &start);
}

#[test]
fn a_body_without_end_is_cut_off() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &[]);
    let start = begin(&mut connect(&served));
    // Told beforehand, and in pieces.
    let mut stream = connect(&served);
    write!(stream, "POST /crocomine/register HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n").unwrap();
    assert_eq!(answer(&mut stream).unwrap().0, 413);
    let mut stream = connect(&served);
    write!(stream, "POST /crocomine/register HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n").unwrap();
    let piece = format!("10000\r\n{}\r\n", "x".repeat(65_536));
    // It answers before all is sent, and may end the connection.
    let sent = (0..1000).take_while(|_| stream.write_all(piece.as_bytes()).is_ok()).count();
    assert!(sent < 1000, "it took {} MB", sent / 16);
    // Half a request, and nothing more.
    let idle: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = connect(&served);
            write!(stream, "POST /crocomine/register HTTP/1.1\r\nContent-").unwrap();
            stream
        })
        .collect();
    check_untouched(&served, &start);
    drop(idle);
}

#[test]
fn connections_that_stay_keep_nobody_out() {
    let level = clover::crocomine::croco::parse(b"one\n1 2\n0 0\n- T\n").unwrap();
    let settings = Settings { groups: 9, connections: 20, state: None, warn: |_| {} };
    let server = Server::bind(([127, 0, 0, 1], 0).into(), vec![Map { place: 0, level }], &settings).unwrap();
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = std::thread::spawn(move || server.run(async { stopped.await.unwrap_or(()) }));
    let connect = || {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    };
    let mut player = connect();
    assert_eq!(said(&mut player, "register", "g", &json!({}))["status"], "OK");
    let mut crowd = Vec::new();
    for nth in 0..90 {
        let mut stream = connect();
        // Some say nothing, some half of something, some all of it.
        match nth % 3 {
            0 => {}
            1 => stream.write_all(b"POST /crocomine/register HTTP/1.1\r\nContent-").unwrap(),
            _ => assert_eq!(said(&mut stream, "register", "crowd", &json!({}))["status"], "OK"),
        }
        crowd.push(stream);
        // Who is heard of keeps the seat.
        assert_eq!(said(&mut player, "register", "g", &json!({}))["status"], "OK", "after {nth}");
    }
    stop.send(()).unwrap();
    serving.join().unwrap().unwrap();
}

#[test]
fn who_watches_for_long_makes_room_for_who_comes() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &[]);
    let watch = || {
        let mut stream = connect(&served);
        write!(stream, "GET /events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        stream
    };
    // The first one is told all there is before another comes, and then nothing more.
    let mut first = watch();
    let mut told = Vec::new();
    while !told.ends_with(b"\n\n") {
        let mut byte = [0];
        first.read_exact(&mut byte).unwrap();
        told.push(byte[0]);
    }
    let others: Vec<TcpStream> = (0..64).map(|_| watch()).collect();
    assert_eq!(served.groups().len(), 0);
    first.read_to_end(&mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("data: ") && told.ends_with("0\r\n\r\n"), "{told}");
    drop(others);
}

#[test]
fn passwords_and_tokens_keep_others_out() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &[]);
    let mut stream = connect(&served);
    let register = |stream: &mut TcpStream, id: &str, more: Value| said(stream, "register", id, &more);
    let first = register(&mut stream, "safe", json!({"password": "p"}));
    let token = first["token"].as_str().unwrap().to_string();
    assert!(token.len() >= 32);
    for wrong in [json!({}), json!({"password": ""}), json!({"password": "q"}), json!({"password": "P"}), json!({"password": null})] {
        let reply = register(&mut stream, "safe", wrong);
        assert_eq!(reply["status"], "Err");
        assert!(reply.get("token").is_none());
    }
    let other = register(&mut stream, "other", json!({"password": "p"}))["token"].as_str().unwrap().to_string();
    assert_ne!(token, other);
    for foreign in ["", "No Defined...", "Not defined", &other, &token[1..], &token.to_uppercase()] {
        for command in ["new_grid", "discover", "guess", "chord"] {
            let reply = said(&mut stream, command, "safe", &json!({"token": foreign, "pos": [0, 0], "animal": "T"}));
            assert_eq!(reply["status"], "Err", "{foreign} {command}");
        }
    }
    assert_eq!(served.groups()["safe"]["place"], 0);
    assert_eq!(said(&mut stream, "new_grid", "safe", &json!({"token": token}))["status"], "OK");
    assert_eq!(register(&mut stream, "safe", json!({"password": "p"}))["token"], *token);
    assert_eq!(served.groups()["safe"]["state"], "playing");
}

#[test]
fn ten_thousand_registrations_leave_those_who_play_alone() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &["--groups", "50"]);
    let mut stream = connect(&served);
    let start = begin(&mut stream);
    let mut let_in = 0;
    for nth in 0..10_000 {
        // Passwords take their time to hash; those who are not let in wait for none.
        let more = if nth % 100 < 2 || nth > 5000 { json!({"password": "p"}) } else { json!({}) };
        let reply = said(&mut stream, "register", &format!("crowd {nth}"), &more);
        match reply["status"].as_str() {
            Some("OK") => let_in += 1,
            _ => assert!(reply["msg"].as_str().unwrap().contains("50 groups already"), "{reply}"),
        }
    }
    assert_eq!((let_in, served.groups().len()), (49, 50));
    check_untouched(&served, &start);
}

/// A request with some of its bytes changed, taken out, doubled, or all made up.
fn fuzzed(rng: &mut impl Rng) -> Vec<u8> {
    let id = if rng.random_bool(0.3) { "quiet" } else { "fuzz" };
    let pos = [rng.random_range(-2..12), rng.random_range(-2..12)];
    let animal = ["T", "S", "C", "W", ""][rng.random_range(0..5)];
    let seq = rng.random_range(0..4_u64);
    let mut body = json!({"id": id, "members": "m", "token": "t", "pos": pos, "animal": animal, "seq": seq}).to_string().into_bytes();
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..body.len().max(1));
        if at >= body.len() {
            break;
        }
        match rng.random_range(0..4) {
            0 => body[at] = rng.random(),
            1 => drop(body.remove(at)),
            2 => body.insert(at, b"{}[]\",:0-9e\\"[rng.random_range(0..12)]),
            _ => body.truncate(at.max(1)),
        }
    }
    body
}

#[test]
fn mutated_requests_are_answered_one_by_one() {
    let served = Served::start("127.0.0.1:0", &folders(&[])[0], &[]);
    let mut stream = connect(&served);
    begin(&mut stream);
    let mut rng = Seed::new(6).purpose("hostile").generator();
    let mut seen = [0; 2];
    for _ in 0..4000 {
        let command = ["register", "new_grid", "discover", "guess", "chord"][rng.random_range(0..5)];
        let (status, reply) = ask(&mut stream, command, &fuzzed(&mut rng));
        match (status, reply["status"].as_str()) {
            (400, Some("Err")) => seen[0] += 1,
            (200, Some("OK" | "KO" | "Err" | "GG")) => seen[1] += 1,
            other => panic!("{other:?}: {reply}"),
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
    // Bytes that are no HTTP at all.
    for _ in 0..200 {
        let mut stream = connect(&served);
        let mut bytes = vec![0; rng.random_range(1..400)];
        rng.fill_bytes(&mut bytes);
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    let (status, _): Answer = exchange(&mut connect(&served), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    assert_eq!(status, 200);
}

//! Between player and server stands somebody who cuts connections and holds replies
//! back at random.

use super::{Played, Served, games, locally, message, player};
use crate::maps;
use clover::seed::Seed;
use rand::RngExt;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long the player waits for a reply.
const TIMEOUT: Duration = Duration::from_millis(150);

/// What may be done to a request.
#[derive(Clone, Copy, Debug)]
enum Harm {
    None,
    /// The connection ends before the server hears of it.
    Unheard,
    /// The server does it, and the connection ends.
    Unanswered,
    /// The reply ends in the middle.
    Torn,
    /// The reply comes when nobody waits for it any more.
    Late,
    /// The server hears of it when it was asked again already.
    Overtaken,
}

/// Starts a proxy before a server; where it listens, and how often it did harm. It takes
/// `seq` out of requests where the server is to know none.
fn proxy(server: &str, seed: u64, with_seq: bool) -> (String, Arc<AtomicU64>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, server) = (listener.local_addr().unwrap().to_string(), server.to_string());
    let harms = Arc::new(AtomicU64::new(0));
    let count = harms.clone();
    std::thread::spawn(move || {
        for (nth, stream) in listener.incoming().enumerate() {
            let (server, count) = (server.clone(), count.clone());
            let rng = Seed::new(seed).index(nth as u64).generator();
            std::thread::spawn(move || connection(stream.unwrap(), &server, rng, with_seq, &count));
        }
    });
    (address, harms)
}

/// Hands requests on, until it does harm or one side ends.
fn connection(mut client: TcpStream, server: &str, mut rng: impl rand::Rng, with_seq: bool, count: &AtomicU64) -> Option<()> {
    let mut upstream = TcpStream::connect(server).ok()?;
    loop {
        let (head, body) = message(&mut client)?;
        let request = if with_seq { [head.as_bytes(), &body].concat() } else { without_seq(&head, &body) };
        let harm = match rng.random_range(0..if with_seq { 60 } else { 200 }) {
            0 => Harm::Unheard,
            1 => Harm::Unanswered,
            2 => Harm::Torn,
            3 => Harm::Late,
            4 => Harm::Overtaken,
            _ => Harm::None,
        };
        count.fetch_add(u64::from(!matches!(harm, Harm::None)), Ordering::Relaxed);
        match harm {
            Harm::Unheard => return None,
            Harm::Overtaken => std::thread::sleep(2 * TIMEOUT),
            _ => {}
        }
        upstream.write_all(&request).ok()?;
        let (head, body) = message(&mut upstream)?;
        let reply = [head.as_bytes(), &body].concat();
        match harm {
            Harm::Unanswered => return None,
            Harm::Torn => return client.write_all(&reply[..reply.len() - body.len() / 2 - 1]).ok(),
            Harm::Late => std::thread::sleep(2 * TIMEOUT),
            _ => {}
        }
        client.write_all(&reply).ok()?;
    }
}

/// Starts a proxy that takes its time, and does no harm; where it listens.
pub fn slow(server: &str, pause: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, server) = (listener.local_addr().unwrap().to_string(), server.to_string());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut client, mut upstream) = (stream.unwrap(), TcpStream::connect(&server).unwrap());
            while let Some((head, body)) = message(&mut client) {
                std::thread::sleep(pause);
                upstream.write_all(&[head.as_bytes(), &body].concat()).unwrap();
                let Some((head, body)) = message(&mut upstream) else { break };
                let _ = client.write_all(&[head.as_bytes(), &body].concat());
            }
        }
    });
    address
}

fn without_seq(head: &str, body: &[u8]) -> Vec<u8> {
    let mut request: Value = serde_json::from_slice(body).unwrap();
    request.as_object_mut().unwrap().remove("seq");
    let body = request.to_string();
    let kept = head.lines().filter(|line| !line.to_ascii_lowercase().starts_with("content-length") && !line.is_empty());
    let rest = kept.fold(String::new(), |rest, line| rest + line + "\r\n");
    format!("{rest}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Maps with a title each.
fn titled(folder: &Path, count: usize) {
    let count = count.to_string();
    let args =
        ["--rows", "8", "--cols", "10", "--sea", "0.5", "--animals", "0.2", "--start-rule", "open", "--seed", "7", "--count", &count];
    maps::generate(folder.parent().unwrap(), &[&args[..], &["--out", "maps"]].concat()).success();
    for (nth, file) in clover::experiment::maps::files(folder).unwrap().into_iter().enumerate() {
        let text = std::fs::read_to_string(&file).unwrap();
        let rest = text.split_once('\n').unwrap().1;
        std::fs::write(&file, format!("title {nth}\n{rest}")).unwrap();
    }
}

fn walk(maps: &Path, seed: u64, with_seq: bool) -> (Vec<Played>, Value, u64) {
    let served = Served::start("127.0.0.1:0", maps, &[]);
    let (address, harms) = proxy(&served.address, seed, with_seq);
    let dir = tempfile::tempdir().unwrap();
    let results = dir.path().join("results");
    let timeout = TIMEOUT.as_secs_f64().to_string();
    let output = player(&address, "g", &results).args(["--timeout", &timeout, "--strategy", "components"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the walk is over"), "{said}");
    (games(&results), served.groups()["g"].clone(), harms.load(Ordering::Relaxed))
}

#[test]
fn where_the_server_counts_requests_nothing_is_lost() {
    let maps = tempfile::tempdir().unwrap();
    let maps = maps.path().join("maps");
    titled(&maps, 12);
    let local = locally(&maps, &["components"]);
    for seed in 0..3 {
        let (played, told, harms) = walk(&maps, seed, true);
        assert!(harms > 5, "only {harms} harms");
        assert_eq!(played, local, "seed {seed}");
        assert_eq!(told["played"], 12);
        assert_eq!(told["abandoned"], 0);
    }
}

#[test]
fn where_it_does_not_a_game_ends_in_an_error_and_the_walk_goes_on() {
    let maps = tempfile::tempdir().unwrap();
    let maps = maps.path().join("maps");
    titled(&maps, 12);
    let (mut lost, mut whole) = (0, 0);
    for seed in 10..14 {
        let (played, told, _) = walk(&maps, seed, false);
        let status = |word: &str| played.iter().filter(|game| game.run[0] == word).count() as u64;
        assert_eq!(status("won") + status("lost") + status("error"), played.len() as u64);
        // Each map comes once; of a reply that was lost to `new_grid` nothing is known.
        let titles: Vec<&String> = played.iter().map(|game| &game.instance[0]).filter(|title| !title.is_empty()).collect();
        assert_eq!(titles.iter().collect::<BTreeSet<_>>().len(), titles.len());
        for game in played.iter().filter(|game| game.run[0] == "error") {
            let message = game.run.last().unwrap();
            assert!(message.starts_with("reply lost") || message.contains("refuses") || message.contains("contradicts"), "{message}");
            lost += u64::from(message.starts_with("reply lost"));
        }
        // The server may know of more than its replies told, and never of less.
        let server = |word: &str| told[word].as_u64().unwrap();
        assert_eq!(server("won") + server("lost") + server("abandoned"), 12);
        assert!(server("won") >= status("won") && server("lost") >= status("lost"));
        whole += status("won");
    }
    assert!(lost > 5 && whole > 5, "{lost} lost, {whole} won");
}

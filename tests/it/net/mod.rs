//! The network game, end to end: what a walk over the wire leaves behind is what local
//! play does, whatever happens to the wire, the server or the other clients.

mod foreign;
mod hostile;
mod many;
mod page;
mod proxy;
mod restart;
mod same;

use crate::run;
use clover::experiment::maps;
use clover::results::Results;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with its test, also where that fails.
struct Served {
    child: Child,
    /// As HOST:PORT.
    address: String,
}

impl Served {
    /// Serves the maps of a folder at some free port, or at a certain address.
    fn start(address: &str, maps: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("clover"));
        let mut child = command.arg("serve").arg(address).arg(maps).args(more).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let address = |line: String| Some(line.split_once("http://")?.1.split(',').next()?.to_string());
        let address = said.find_map(address).expect("the server tells its address");
        // Whatever it says later is said here too.
        std::thread::spawn(move || said.for_each(|line| eprintln!("{line}")));
        Self { child, address }
    }

    /// Ends it without a word.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// What the page is told first of the groups, by name.
    fn groups(&self) -> BTreeMap<String, Value> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        let data = lines.find_map(|line| line.strip_prefix("data: ").map(String::from)).expect("an event");
        let told: Value = serde_json::from_str(&data).unwrap();
        assert_eq!(told["all"], true);
        let groups = told["groups"].as_array().unwrap().iter();
        groups.map(|group| (group["id"].as_str().unwrap().to_string(), group.clone())).collect()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of an answer.
type Answer = (u16, Vec<u8>);

/// Sends a request as it is and reads one answer; `None` where the connection ends before it.
fn exchange(stream: &mut TcpStream, request: &[u8]) -> Option<Answer> {
    stream.write_all(request).ok()?;
    answer(stream)
}

/// Reads an answer of known length.
fn answer(stream: &mut TcpStream) -> Option<Answer> {
    let (head, body) = message(stream)?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, body))
}

/// Reads the head and the body of a request or an answer.
fn message(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).ok()?;
    let length = |line: &str| line.to_ascii_lowercase().strip_prefix("content-length:").map(|length| length.trim().parse());
    let length = head.lines().find_map(length).transpose().ok()?.unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some((head, body))
}

/// A request as clients send it.
fn posted(command: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST /crocomine/{command} HTTP/1.1\r\nHost: clover\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// A player on a server, as a command that is not started yet; its results go there.
fn player(address: &str, group: &str, out: &Path) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("clover"));
    command.args(["play", "--server", address, "--group", group, "--members", "those of the test", "--out"]).arg(out);
    command.timeout(Duration::from_secs(240)).env_remove("CLOVER_PASSWORD");
    command
}

/// A game in the columns that are its own: all but the names of set and instance, which
/// are replaced by its place.
#[derive(Clone, Debug, PartialEq)]
struct Played {
    strategy: String,
    place: usize,
    /// Title, sizes and totals.
    instance: Vec<String>,
    run: Vec<String>,
    stalls: Vec<Vec<String>>,
    trace: Option<Value>,
}

/// The games of results in the order of strategies and of places.
fn games(dir: &Path) -> Vec<Played> {
    let results = Results::open(dir).unwrap();
    let (instances, runs, stalls) = (results.instances().unwrap(), results.runs().unwrap(), results.stalls().unwrap());
    let traces = results.traces().unwrap();
    let names: Vec<String> = instances.rows().map(|row| row.text("instance").unwrap().to_string()).collect();
    let game = |row: clover::results::Row| {
        let key = row.key().unwrap();
        let place = names.iter().position(|name| **name == *key.instance).unwrap();
        let own = |row: clover::results::Row, from: usize| row.cells().skip(from).map(String::from).collect::<Vec<_>>();
        let trace = traces.iter().find(|trace| *trace.instance == *key.instance && *trace.strategy == *key.strategy);
        Played {
            strategy: key.strategy.to_string(),
            place,
            instance: own(instances.rows().nth(place).unwrap(), 2),
            run: own(row, 5),
            stalls: stalls.rows().filter(|stall| stall.key().unwrap() == key).map(|stall| own(stall, 5)).collect(),
            trace: trace.map(|trace| trace.record.clone().into()),
        }
    };
    let mut games: Vec<Played> = runs.rows().map(game).collect();
    games.sort_by_key(|game| (game.strategy.clone(), game.place));
    games
}

/// The games that these strategies play on the maps of a folder, without any server.
fn locally(folder: &Path, strategies: &[&str]) -> Vec<Played> {
    let out = tempfile::tempdir().unwrap();
    let strategies: Vec<String> = strategies.iter().map(|name| format!("[[strategies]]\nname = \"{name}\"\n")).collect();
    let strategies = strategies.concat();
    let maps = folder.display();
    let text =
        format!("name = \"local\"\ngame = \"crocomine\"\n[log]\ngames = 9999\n[[sets]]\nname = \"s\"\nmaps = '{maps}'\n{strategies}");
    run::run(&text, &run::settings(out.path())).unwrap();
    games(out.path())
}

/// Folders of maps that are ours, and the shared ones of these names where they are there.
fn folders(shared: &[&str]) -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/maps/small");
    let found = crate::maps::shared_maps().map(|root| shared.iter().map(move |name| root.join(name)));
    std::iter::once(own).chain(found.into_iter().flatten()).collect()
}

/// How many maps are in a folder.
fn count(folder: &Path) -> usize {
    maps::files(folder).unwrap().len()
}

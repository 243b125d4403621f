//! What the network costs: a request, a whole game beside the same game locally, and
//! fifty groups at once, with requests a second and the slowest of them.

#![allow(clippy::print_stdout, reason = "what is measured beside criterion is told")]

use clover::crocomine::generator::Generator;
use clover::crocomine::level::Level;
use clover::crocomine::play::{Host, HostError, LocalHost, Reply, game_seed, play};
use clover::crocomine::posterior::Engine;
use clover::crocomine::recipe::Recipe;
use clover::crocomine::rules::Action;
use clover::crocomine::strategy::{Options, Strategy, find};
use clover::net::client::{Address, Client, Group, Next, Patience, RemoteHost};
use clover::net::server::{CONNECTIONS, Map, Server, Settings};
use clover::seed::Seed;
use criterion::{Criterion, criterion_group};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const SEED: u64 = 3;

fn levels() -> Vec<Level> {
    let recipe = r#"{"rows": 15, "cols": 15, "sea": 0.5, "animals": 0.15, "start_rule": "open", "count": 20}"#;
    let recipe: Recipe = serde_json::from_str(recipe).unwrap();
    let generator = Generator::new(&recipe, Seed::new(SEED)).unwrap();
    (0..20).map(|place| generator.level(place)).collect()
}

/// A server of so many walks through the maps, one after the other, that ends with the program.
fn served(walks: usize, state: Option<PathBuf>) -> SocketAddr {
    let levels = std::iter::repeat_with(levels).take(walks).flatten();
    let maps = (0..).zip(levels).map(|(place, level)| Map { place, level }).collect();
    let settings = Settings { groups: 100, connections: CONNECTIONS, state, warn: |_| {} };
    let server = Server::bind(([127, 0, 0, 1], 0).into(), maps, &settings).unwrap();
    let address = server.address();
    std::thread::spawn(move || server.run(std::future::pending()));
    address
}

fn client(address: SocketAddr, id: &str) -> Client {
    let patience = Patience { timeout: Duration::from_secs(10), retries: 3, waiting: |_| {} };
    let address = Address::new(&address.to_string()).unwrap();
    Client::register(address, &Group { id: id.into(), members: "m".into(), password: None }, patience).unwrap()
}

fn strategy() -> Box<dyn Strategy> {
    let entry = find("components").unwrap();
    (entry.build)(&Options::new(entry, []).unwrap()).unwrap()
}

/// A host whose answers are timed.
struct Timed<'a>(RemoteHost<'a>, &'a mut Vec<Duration>);

impl Host for Timed<'_> {
    fn act(&mut self, action: Action) -> Result<Reply, HostError> {
        let start = now();
        let reply = self.0.act(action);
        self.1.push(start.elapsed());
        reply
    }
}

#[allow(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn now() -> Instant {
    Instant::now()
}

/// Plays the next map of a walk; the time of each action goes to `times`.
fn next(client: &mut Client, times: &mut Vec<Duration>) -> bool {
    let Next::Map(map) = client.new_grid().unwrap() else { return false };
    let told = map.grid_infos.knowledge().unwrap();
    let seed = game_seed(Seed::new(1), 0, &told, map.place.unwrap());
    let mut host = Timed(RemoteHost::new(client, told.grid().clone()), times);
    play(&mut host, told, &mut *strategy(), &mut Engine::default(), seed, &mut ());
    true
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("net");
    let levels = levels();
    let mut nth = 0;
    group.bench_function("a game of 15x15_15, locally", |b| {
        b.iter(|| {
            let level = &levels[nth % levels.len()];
            nth += 1;
            let told = level.knowledge();
            let seed = game_seed(Seed::new(1), 0, &told, nth as u64);
            play(&mut LocalHost::new(level), told, &mut *strategy(), &mut Engine::default(), seed, &mut ())
        });
    });
    let folder = tempfile::tempdir().unwrap();
    for (name, state) in [("remotely", None), ("remotely, state kept", Some(folder.path().join("state.jsonl")))] {
        // More maps than will be asked for.
        let mut client = client(served(2_000, state), "g");
        group.bench_function(format!("a game of 15x15_15, {name}"), |b| b.iter(|| assert!(next(&mut client, &mut Vec::new()))));
    }
    group.finish();
}

/// Fifty groups at once, each through 20 maps.
fn load() {
    const GROUPS: usize = 50;
    let folder = tempfile::tempdir().unwrap();
    for (name, state) in [("", None), (", state kept", Some(folder.path().join("state.jsonl")))] {
        let address = served(1, state);
        let walk = move |nth: usize| {
            let (mut client, mut times) = (client(address, &format!("group {nth}")), Vec::new());
            while next(&mut client, &mut times) {}
            times
        };
        let start = now();
        let walks: Vec<_> = (0..GROUPS).map(|nth| std::thread::spawn(move || walk(nth))).collect();
        let mut times: Vec<Duration> = walks.into_iter().flat_map(|walk| walk.join().unwrap()).collect();
        let seconds = start.elapsed().as_secs_f64();
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "net/{GROUPS} groups at once{name}: {} actions in {seconds:.2} s, {:.0} a second with the players' own work; ms an action: median {:.2}, 99 % {:.2}, most {:.2}",
            times.len(),
            times.len() as f64 / seconds,
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

criterion_group!(benches, games);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // Not where it is only tried whether benches run.
    if std::env::args().any(|word| word == "--bench") {
        load();
    }
}

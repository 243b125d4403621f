//! Fifty groups at once, each with its own walk.

use super::{Served, count, folders};
use clover::crocomine::play::{Game, LocalHost, game_seed, play};
use clover::crocomine::posterior::Engine;
use clover::crocomine::strategy::{Options, Strategy, find};
use clover::experiment::maps;
use clover::net::client::{Address, Client, Group, Next, Patience, RemoteHost};
use clover::seed::Seed;
use std::time::Duration;

fn strategy(nth: usize) -> Box<dyn Strategy> {
    let entry = find(["components", "density", "random"][nth % 3]).unwrap();
    (entry.build)(&Options::new(entry, []).unwrap()).unwrap()
}

fn seed(nth: usize) -> Seed {
    Seed::new(nth as u64)
}

fn walk(address: &str, nth: usize) -> Vec<Game> {
    let patience = Patience { timeout: Duration::from_secs(30), retries: 5, waiting: |_| {} };
    let password = nth.is_multiple_of(10).then(|| format!("{nth}"));
    let address = Address::new(address).unwrap();
    let mut client = Client::register(address, &Group { id: format!("group {nth}"), members: "m".into(), password }, patience).unwrap();
    let mut games = Vec::new();
    while let Next::Map(map) = client.new_grid().unwrap() {
        let told = map.grid_infos.knowledge().unwrap();
        let seed = game_seed(seed(nth), 0, &told, map.place.unwrap());
        let mut host = RemoteHost::new(&mut client, told.grid().clone());
        games.push(play(&mut host, told, &mut *strategy(nth), &mut Engine::default(), seed, &mut ()));
    }
    games
}

#[test]
fn fifty_groups_play_at_once_and_none_is_mixed_up() {
    let folder = folders(&["15x15_30"]).pop().unwrap();
    let served = Served::start("127.0.0.1:0", &folder, &[]);
    let address = format!("http://{}/", served.address);
    let walks: Vec<_> = (0..50)
        .map(|nth| {
            let address = address.clone();
            std::thread::spawn(move || walk(&address, nth))
        })
        .collect();
    let told_of = |nth: usize, games: &[Game]| {
        let told = served.groups()[&format!("group {nth}")].clone();
        let sum = |kind: usize| games.iter().map(|game| game.named[kind]).sum::<u64>();
        assert_eq!((told["played"].as_u64(), told["abandoned"].as_u64()), (Some(games.len() as u64), Some(0)));
        assert_eq!([&told["tigers"], &told["sharks"], &told["crocodiles"]].map(|n| n.as_u64().unwrap()), [0, 1, 2].map(sum));
    };
    for (nth, walk) in walks.into_iter().enumerate() {
        let games = walk.join().unwrap();
        assert_eq!(games.len(), count(&folder));
        for (place, ((_, level), game)) in maps::load(&folder).unwrap().into_iter().zip(&games).enumerate() {
            let level = level.unwrap();
            let told = level.knowledge();
            let seed = game_seed(seed(nth), 0, &told, place as u64);
            let local = play(&mut LocalHost::new(&level), told, &mut *strategy(nth), &mut Engine::default(), seed, &mut ());
            assert_eq!(*game, local, "group {nth}, map {place}");
        }
        told_of(nth, &games);
    }
}

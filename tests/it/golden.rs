//! Golden games: what each strategy does on small maps of ours, action by action,
//! as text to be read. A change that moves them says why.
//!
//! `UPDATE_EXPECT=1 cargo test golden` writes them anew.

use clover::crocomine::play::{LocalHost, game_seed, play};
use clover::crocomine::posterior::Engine;
use clover::crocomine::strategy::{ALL, Options};
use clover::crocomine::transcript::Transcript;
use clover::crocomine::{croco, level::Level};
use clover::experiment::maps;
use clover::seed::Seed;
use expect_test::expect_file;
use std::path::Path;

const SEED: u64 = 1;
/// Every strategy plays the first so many maps of the set.
const MAPS: usize = 3;

#[test]
fn golden_games() {
    let set = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/maps/small");
    for (place, (name, level)) in (0..).zip(maps::load(&set).unwrap().into_iter().take(MAPS)) {
        let level = level.unwrap();
        for entry in ALL {
            let options = Options::new(entry, []).unwrap();
            let mut strategy = (entry.build)(&options).unwrap();
            let game = told(&level, strategy.as_mut(), place);
            let text = format!("small/{name}, {}, seed {SEED}\n{}\n{game}", entry.name, croco::write(&level));
            expect_file![format!("golden/{}-{name}.txt", entry.name)].assert_eq(&text);
        }
    }
}

/// A game as lines, and its counts.
fn told(level: &Level, strategy: &mut dyn clover::crocomine::strategy::Strategy, place: u64) -> String {
    let told = level.knowledge();
    let seed = game_seed(Seed::new(SEED), 0, &told, place);
    let mut transcript = Transcript::default();
    let game = play(&mut LocalHost::new(level), told, strategy, &mut Engine::default(), seed, &mut transcript);
    let lines: String = transcript.lines().iter().flat_map(|line| [line.trim_end(), "\n"]).collect();
    format!("{lines}\n{}: {} actions, {} stalls\n{}", game.status.word(), game.actions, game.stalls, game.message)
}

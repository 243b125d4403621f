//! What a Crocomine player spends its time on: `cargo bench`, or one group by
//! `cargo bench posterior`.
//!
//! States are stalls of `components` in the middle of games on generated maps, so
//! that the benches need no files; sizes and densities are those of the maps the
//! course played on.

use clover::crocomine::croco;
use clover::crocomine::generator::Generator;
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::level::Level;
use clover::crocomine::play::{LocalHost, Observer, play};
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::recipe::{Amount, Recipe, StartRule};
use clover::crocomine::state::State;
use clover::crocomine::strategy::{self, Decision, Options, Strategy};
use clover::seed::Seed;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// The program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn recipe(rows: usize, cols: usize, animals: f64) -> Recipe {
    let animals = Some(Amount::Share(animals));
    let sea = Amount::Share(0.5);
    Recipe { rows, cols, sea, animals, tigers: None, sharks: None, crocodiles: None, start: None, start_rule: StartRule::Open, count: 64 }
}

/// Classic Minesweeper, expert.
fn expert() -> Recipe {
    let tigers = Some(Amount::Count(99));
    let start = Some((0, 0));
    Recipe { tigers, start, animals: None, sea: Amount::Count(0), start_rule: StartRule::Safe, ..recipe(16, 30, 0.0) }
}

fn families() -> [(&'static str, Recipe); 4] {
    [("15x15_30", recipe(15, 15, 0.30)), ("expert", expert()), ("30x30_20", recipe(30, 30, 0.20)), ("50x50_20", recipe(50, 50, 0.20))]
}

fn levels(recipe: &Recipe) -> Vec<Level> {
    let generator = Generator::new(recipe, Seed::new(1)).expect("a possible recipe");
    (0..recipe.count).map(|index| generator.level(index)).collect()
}

fn build(name: &str, given: &[(&str, &str)]) -> Box<dyn Strategy> {
    let entry = strategy::find(name).expect("registered");
    let given = given.iter().map(|&(name, value)| (name, value.to_string()));
    (entry.build)(&Options::new(entry, given).expect("declared")).expect("builds")
}

/// The stalls of a game, with the number of closed cells left.
#[derive(Default)]
struct Stalls(Vec<Knowledge>);

impl Observer for Stalls {
    fn decided(&mut self, _step: u64, view: &View, decision: &Decision) {
        if matches!(decision, Decision::Gamble { .. }) {
            self.0.push(view.knowledge().clone());
        }
    }
}

/// The stall nearest to half of the map being open.
fn mid_game(recipe: &Recipe) -> Knowledge {
    let mut stalls = Stalls::default();
    for (level, seed) in levels(recipe).iter().zip(0..) {
        let mut strategy = build("components", &[]);
        play(&mut LocalHost::new(level), level.knowledge(), strategy.as_mut(), &mut Engine::default(), Seed::new(seed), &mut stalls);
    }
    let half = recipe.rows * recipe.cols / 2;
    stalls.0.into_iter().min_by_key(|knowledge| knowledge.closed().abs_diff(half)).expect("a stall in 64 games")
}

/// One component of 62 cells: position 6 of the yardsticks.
fn stress() -> Knowledge {
    let rows = [(0, "2.3.3.3.3.3.3.3.3.3.1"), (2, "3.4.4.4.4.4.4.4.4.4.1")];
    let cells = rows
        .iter()
        .flat_map(|(i, row)| row.bytes().enumerate().filter(|(_, byte)| *byte != b'.').map(move |(j, byte)| (i, j, byte - b'0')));
    let infos: Vec<String> =
        cells.map(|(i, j, count)| format!(r#"{{"pos":[{i},{j}],"field":"land","prox_count":[{count},0,0]}}"#)).collect();
    let grid = r#"{"m":10,"n":21,"start":[0,0],"tiger_count":75,"shark_count":0,"croco_count":0,"sea_count":0,"land_count":210}"#;
    let state: State = serde_json::from_str(&format!(r#"{{"grid_infos":{grid},"infos":[{}]}}"#, infos.join(","))).expect("JSON");
    state.knowledge().expect("a possible state")
}

fn states() -> Vec<(&'static str, Knowledge)> {
    let mid_games = families().into_iter().map(|(name, recipe)| (name, mid_game(&recipe)));
    mid_games.chain([("stress", stress())]).collect()
}

fn posterior(c: &mut Criterion) {
    let mut group = c.benchmark_group("posterior");
    for (name, knowledge) in states() {
        group.bench_function(name, |b| {
            b.iter_batched_ref(
                Engine::default,
                |engine| black_box(View::new(&knowledge, engine).posterior().expect("no limit").worlds_log10),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(format!("{name}/worlds"), |b| {
            b.iter_batched_ref(Engine::default, |engine| View::new(&knowledge, engine).worlds().expect("no limit"), BatchSize::SmallInput);
        });
    }
}

/// A decision of `sat` from nothing kept, per encoding of the totals.
fn entailment(c: &mut Criterion) {
    let mut group = c.benchmark_group("entailment");
    group.sample_size(20);
    for (name, knowledge) in states() {
        for totals in ["binomial", "sequential", "totalizer", "off"] {
            group.bench_function(format!("{name}/{totals}"), |b| {
                b.iter_batched(
                    || (Engine::default(), build("sat", &[("totals", totals)])),
                    |(mut engine, mut sat)| sat.decide(&View::new(&knowledge, &mut engine), &mut Seed::new(1).step(0)),
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

/// One decision of every strategy, from nothing kept.
fn decision(c: &mut Criterion) {
    let mut group = c.benchmark_group("decision");
    group.sample_size(10);
    for (name, knowledge) in families().into_iter().map(|(name, recipe)| (name, mid_game(&recipe))) {
        for entry in strategy::ALL {
            group.bench_function(format!("{name}/{}", entry.name), |b| {
                b.iter_batched(
                    || (Engine::default(), build(entry.name, &[])),
                    |(mut engine, mut strategy)| strategy.decide(&View::new(&knowledge, &mut engine), &mut Seed::new(1).step(0)),
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

/// Sixty-four whole games.
fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("games");
    group.sample_size(10);
    for (family, recipe) in families() {
        let levels = levels(&recipe);
        for entry in strategy::ALL {
            group.bench_function(format!("{family}/{}", entry.name), |b| {
                let mut engine = Engine::default();
                b.iter(|| {
                    let won = levels.iter().zip(0..).filter(|&(level, seed)| {
                        let mut strategy = build(entry.name, &[]);
                        let mut host = LocalHost::new(level);
                        let game = play(&mut host, level.knowledge(), strategy.as_mut(), &mut engine, Seed::new(seed), &mut ());
                        game.status == clover::crocomine::play::Status::Won
                    });
                    won.count()
                });
            });
        }
    }
}

fn maps(c: &mut Criterion) {
    let mut group = c.benchmark_group("maps");
    for (name, recipe) in families() {
        let generator = Generator::new(&recipe, Seed::new(1)).expect("a possible recipe");
        let text = croco::write(&generator.level(0));
        group.bench_function(format!("{name}/parse"), |b| b.iter(|| croco::parse(black_box(text.as_bytes()))));
        group.bench_function(format!("{name}/generate"), |b| b.iter(|| generator.level(black_box(1))));
    }
}

criterion_group!(benches, posterior, entailment, decision, games, maps);
criterion_main!(benches);

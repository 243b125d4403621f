//! What a report spends its time on, over as many games as a long experiment has.

use clover::record::Status;
use clover::results::outcomes::{Outcome, Outcomes};
use clover::results::summary::summarise;
use clover::seed::Seed;
use clover::stats::{bootstrap, expected_longest_streak, wilcoxon};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Instances, each played by every strategy.
const INSTANCES: u64 = 25_000;

/// Games of four strategies, of which each wins a little more than the one before, in an
/// order that is not that of the keys.
fn games() -> Vec<Outcome> {
    let one = |instance: u64, strategy: u64| Outcome {
        set: "set".into(),
        instance: format!("{instance:06}").into(),
        strategy: format!("strategy {strategy}").into(),
        repetition: 0,
        readable: true,
        status: if instance * 7919 % 100 < 60 + strategy { Status::Won } else { Status::Lost },
        values: [(instance % 97) as f64, strategy as f64].into(),
        seconds: Some(0.001),
    };
    (0..INSTANCES).flat_map(|instance| (0..4).map(move |strategy| one(instance * 7 % INSTANCES, strategy))).collect()
}

fn summaries(c: &mut Criterion) {
    let mut group = c.benchmark_group("summaries of 100 000 games");
    group.sample_size(10);
    group.bench_function("sort", |b| b.iter_batched(games, |games| Outcomes::new(games, 2), BatchSize::LargeInput));
    let outcomes = Outcomes::new(games(), 2);
    group.bench_function("summarise", |b| b.iter(|| summarise(black_box(&outcomes), |_| Some("strategy 0"))));
    group.finish();
}

fn estimators(c: &mut Criterion) {
    let mut group = c.benchmark_group("estimators of 25 000 values");
    group.sample_size(10);
    let values: Vec<f64> = (0..INSTANCES).map(|i| (i * 7919 % 23) as f64 - 10.0).collect();
    group.bench_function("bootstrap", |b| b.iter(|| bootstrap(black_box(&values), 0.95, Seed::new(1))));
    group.bench_function("wilcoxon", |b| b.iter(|| wilcoxon(black_box(&values))));
    group.bench_function("longest streak", |b| b.iter(|| expected_longest_streak(black_box(INSTANCES), 0.97)));
    group.finish();
}

criterion_group!(benches, summaries, estimators);
criterion_main!(benches);

//! Anti-Virus: positions expanded a second by breadth-first search over whole components and by
//! each search on its way, seen positions found again, and pattern databases made.

use clover::antivirus::heuristic::patterns::Database;
use clover::antivirus::instance::Instance;
use clover::antivirus::layout::Layout;
use clover::antivirus::memory::Budget;
use clover::antivirus::metric::{Goal, Metric};
use clover::antivirus::search::seen::{Avl, Hash, Index, List, Seen};
use clover::antivirus::search::{self, Limits, Outcome, Search, explore};
use clover::antivirus::{booklet, drawing};
use clover::registry::Options;
use clover::seed::Seed;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// The toy with some and with many pieces, two of one shape; a larger board.
const BOARDS: [(&str, &str); 3] = [
    ("toy, 5 pieces", ". . .a. .ab.. ..Vb.c. .Vdc. d.. ."),
    ("toy, 7 pieces", "c c caa ..a.b ff.eb.. de.V. d.V d"),
    ("radius 4", ". . ... .aa.. ..b.b.. ...bV.... ...V.c. ...c. ... ."),
];

fn board(rows: &str) -> Instance {
    drawing::parse(&rows.replace(' ', "\n")).unwrap()
}

fn components(c: &mut Criterion) {
    let mut group = c.benchmark_group("bfs, a whole component");
    group.sample_size(10);
    for (name, rows) in BOARDS {
        let instance = board(rows);
        let all = explore(&instance, Limits::NONE);
        assert_eq!(all.outcome, Outcome::NoSolution);
        group.throughput(Throughput::Elements(all.expanded));
        group.bench_function(format!("{name}, {} positions in {} bytes each", all.positions, all.bytes / all.positions), |b| {
            b.iter(|| explore(&instance, Limits::NONE));
        });
    }
    // The booklet's challenges, where they are there.
    let booklet: Vec<Instance> = booklet();
    if !booklet.is_empty() {
        let positions = booklet.iter().map(|instance| explore(instance, Limits::NONE).expanded).sum();
        group.throughput(Throughput::Elements(positions));
        group.bench_function(format!("toy, {} challenges, {positions} positions", booklet.len()), |b| {
            b.iter(|| booklet.iter().map(|instance| explore(instance, Limits::NONE).expanded).sum::<u64>());
        });
    }
    group.finish();
}

/// The challenges in the folder that `CLOVER_SHARED` names.
fn booklet() -> Vec<Instance> {
    let Some(shared) = std::env::var_os("CLOVER_SHARED") else { return Vec::new() };
    let text = std::fs::read_to_string(std::path::Path::new(&shared).join("antivirus/challenges.json"));
    text.map_or_else(|_| Vec::new(), |text| booklet::parse(&text).unwrap().into_iter().filter_map(|(_, instance)| instance.ok()).collect())
}

fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("to the corner, radius 4");
    group.sample_size(10);
    let instance = board(BOARDS[2].1);
    for entry in search::ALL {
        let options = [("max_expanded", "20000".to_string()), ("goal", "corner".to_string())];
        let search = Search::new(entry, Options::new(entry, options).unwrap());
        let expanded = search.solve(&instance, Seed::new(1)).unwrap().expanded;
        group.throughput(Throughput::Elements(expanded));
        group.bench_function(format!("{}, {expanded} expanded", entry.name), |b| b.iter(|| search.solve(&instance, Seed::new(1)).unwrap()));
    }
    group.finish();
}

fn sets<I: Index<u64>>(c: &mut Criterion, name: &str, keys: u64) {
    let mut group = c.benchmark_group("seen positions");
    group.sample_size(10);
    // Each key comes three times.
    group.throughput(Throughput::Elements(3 * keys));
    group.bench_function(format!("{name}, {keys} of them"), |b| {
        b.iter_batched(
            || Seen::<u64, I>::new(Budget::new(usize::MAX)).unwrap(),
            |mut seen| {
                for key in (0..3 * keys).map(|nth| nth.wrapping_mul(0x9e37_79b9) % keys) {
                    seen.add(key, 0).unwrap();
                }
                seen.len()
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn seen(c: &mut Criterion) {
    sets::<Hash>(c, "hash", 1_000_000);
    sets::<Hash>(c, "hash", 10_000);
    sets::<Avl>(c, "avl", 1_000_000);
    sets::<Avl>(c, "avl", 10_000);
    sets::<List>(c, "list", 10_000);
}

fn databases(c: &mut Criterion) {
    let mut group = c.benchmark_group("a pattern database");
    group.sample_size(10);
    let wide = board(". . ... ..... ...a... ...aab... ...cbbV.... ...c.V... ....... ..... ... .");
    for (name, instance) in [("toy", &board(BOARDS[1].1)), ("radius 5", &wide)] {
        let layout = Layout::new(instance, Some((Goal::Corner, Metric::Push)));
        for pieces in [vec![0, 1], vec![0, 1, 2]] {
            let made = || Database::new(&layout, pieces.clone(), Metric::Push, &mut Budget::new(usize::MAX)).unwrap();
            group.throughput(Throughput::Elements(made().len() as u64));
            group.bench_function(format!("{name}, {} pieces, {} positions", pieces.len(), made().len()), |b| b.iter(made));
        }
    }
    group.finish();
}

criterion_group!(benches, components, searches, seen, databases);
criterion_main!(benches);

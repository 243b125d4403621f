//! Positions expanded a second by breadth-first search, over whole components: the toy full
//! of pieces, and larger boards.

use clover::antivirus::drawing;
use clover::antivirus::search::{Limits, Outcome, bfs};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const BOARDS: [(&str, &str); 2] = [
    ("toy", "   .\n   .\n  .a.\n .ab..\n..Vb.c.\n .Vdc.\n  d..\n   .\n"),
    ("radius 4", "    .\n    .\n   ...\n  .aa..\n ..b.b..\n...bV....\n ...V.c.\n  ...c.\n   ...\n    .\n"),
];

fn components(c: &mut Criterion) {
    let mut group = c.benchmark_group("bfs, a whole component");
    group.sample_size(10);
    for (name, board) in BOARDS {
        let instance = drawing::parse(board).unwrap();
        let explore = || bfs(&instance, None, Limits { expanded: u64::MAX, bytes: 2 << 30 });
        let all = explore();
        assert_eq!(all.outcome, Outcome::NoSolution);
        group.throughput(Throughput::Elements(all.expanded));
        group.bench_function(format!("{name}, {} positions in {} bytes each", all.positions, all.bytes / all.positions), |b| {
            b.iter(explore);
        });
    }
    group.finish();
}

criterion_group!(benches, components);
criterion_main!(benches);

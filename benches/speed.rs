//! Speed of the generator and of the search, over the default start and the middlegames of
//! `perft-suites/baroque.epd`.
//!
//! `cargo bench` runs everything, `cargo bench -- perft` one group. The elements of `perft` are
//! expanded positions: time divided by the sum of perft 0 … D−1.

use std::hint::black_box;

use baroque_engine::{Engine, Limits, evaluate};
use baroque_movegen::{Game, Move, Position, Record, Square, Suite, Ultima, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const DEPTH: u32 = 4;

/// The default start and the middlegames of the first suite.
fn positions() -> Vec<Position<Ultima>> {
    Suite::parse(Ultima::SUITES[0].1).expect("a good suite").typical()
}

fn perft_bulk(c: &mut Criterion) {
    let positions = positions();
    let expanded =
        |position: &Position<Ultima>| (0..DEPTH).map(|d| perft(position, d)).sum::<u64>();
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(positions.iter().map(expanded).sum()));
    group.bench_function("bulk", |b| {
        b.iter(|| positions.iter().map(|position| perft(position, DEPTH)).sum::<u64>());
    });
    group.finish();
}

fn moves(c: &mut Criterion) {
    let positions = positions();
    let lists: Vec<_> =
        positions.iter().map(|position| (position, position.legal_moves())).collect();
    let mut group = c.benchmark_group("moves");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("generate", |b| {
        b.iter(|| positions.iter().map(|position| position.legal_moves().len()).sum::<usize>());
    });
    group.bench_function("in_check", |b| {
        b.iter(|| positions.iter().filter(|position| position.in_check()).count());
    });
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|p| evaluate(p).value()).sum::<i32>());
    });
    group.throughput(Throughput::Elements(lists.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("play", |b| {
        b.iter(|| {
            for (position, moves) in &lists {
                for &mv in moves {
                    black_box(position.play_unchecked(mv));
                }
            }
        });
    });
    group.finish();
}

fn is_legal(c: &mut Criterion) {
    let positions = positions();
    let square = |index| Square::new(index);
    let encodings: Vec<Move> =
        (0..64 * 64).map(|n| Move::new(square(n / 64), square(n % 64))).collect();
    let mut group = c.benchmark_group("is_legal");
    group.throughput(Throughput::Elements((positions.len() * encodings.len()) as u64));
    group.bench_function("all encodings", |b| {
        b.iter(|| {
            let legal =
                |p: &Position<Ultima>| encodings.iter().filter(|&&mv| p.is_legal(mv)).count();
            positions.iter().map(legal).sum::<usize>()
        });
    });
    group.finish();
}

fn search(c: &mut Criterion) {
    let positions = positions();
    let nodes = 10_000;
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes * positions.len() as u64));
    let mut engine = Engine::new();
    group.bench_function("10,000 nodes", |b| {
        b.iter(|| {
            for position in &positions {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                engine.go(&Record::new(*position), limits, |_| ());
                engine.wait();
            }
        });
    });
    group.finish();
}

criterion_group!(benches, perft_bulk, moves, is_legal, search);
criterion_main!(benches);

//! Speed of move generation, evaluation and search in each game, over the default start and the
//! middlegames of its first suite.
//!
//! `cargo bench` runs everything, `cargo bench -- perft` one group, `cargo bench -- rococo` one
//! game. The elements of `perft` are expanded positions: time divided by the sum of perft 0 … D−1.

mod custom_games;

use std::hint::black_box;

use baroque_engine::{Engine, Limits, TunedGame, hand_made, values};
use baroque_movegen::{
    Game, GameHistory, GenType, Geometry, Maxima, Move, Position, Renaissance, Rococo, Square,
    Suite, Ultima, perft,
};
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use custom_games::{by_file, middlegames};

/// Perft depth in Baroque, and in the other games, which have more moves.
const DEPTH: u32 = 4;
const OTHERS_DEPTH: u32 = 3;

/// The default start and the middlegames of the first suite.
fn positions<G: Game>() -> Vec<Position<G>> {
    Suite::parse(baroque_perft_suites::of(G::VARIANTS[0].name).expect("a suite"))
        .expect("a valid suite")
        .typical()
}

/// The name of the game's first rule set.
fn name<G: Game>() -> &'static str {
    G::VARIANTS[0].name
}

type Group<'a> = BenchmarkGroup<'a, criterion::measurement::WallTime>;

fn perft_bulk<G: Game>(group: &mut Group, depth: u32) {
    let positions = positions::<G>();
    let expanded = |position: &Position<G>| (0..depth).map(|d| perft(position, d)).sum::<u64>();
    group.sample_size(10);
    group.throughput(Throughput::Elements(positions.iter().map(expanded).sum()));
    group.bench_function(name::<G>(), |b| {
        b.iter(|| positions.iter().map(|position| perft(position, depth)).sum::<u64>());
    });
}

fn moves<G: TunedGame>(c: &mut Criterion) {
    let positions = positions::<G>();
    let lists: Vec<_> =
        positions.iter().map(|position| (position, position.legal_moves())).collect();
    let mut group = c.benchmark_group(format!("moves/{}", name::<G>()));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("generate", |b| {
        b.iter(|| positions.iter().map(|position| position.legal_moves().len()).sum::<usize>());
    });
    group.bench_function("captures", |b| {
        let captures = |position: &Position<G>| {
            let mut count = 0;
            let _ = position.generate(GenType::Captures, |group| {
                count += group.captures.len();
                std::ops::ControlFlow::Continue(())
            });
            count
        };
        b.iter(|| positions.iter().map(captures).sum::<u32>());
    });
    group.bench_function("in_check", |b| {
        b.iter(|| positions.iter().filter(|p| p.in_check()).count());
    });
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|p| hand_made(p).value()).sum::<i32>());
    });
    group.throughput(Throughput::Elements(lists.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("play", |b| {
        b.iter(|| {
            for (position, moves) in &lists {
                for &mv in moves.iter() {
                    black_box(position.play_unchecked(mv));
                }
            }
        });
    });
    group.finish();
}

/// Tests all pairs of squares, most of which are not legal moves.
fn is_legal<G: Game>(group: &mut Group) {
    let positions = positions::<G>();
    let squares: Vec<Square> = G::table(&G::VARIANTS[0].rules).geometry.squares().iter().collect();
    let encodings: Vec<Move> = squares
        .iter()
        .flat_map(|&from| squares.iter().map(move |&to| Move::new(from, to)))
        .collect();
    group.throughput(Throughput::Elements((positions.len() * encodings.len()) as u64));
    group.bench_function(name::<G>(), |b| {
        b.iter(|| {
            let legal = |p: &Position<G>| encodings.iter().filter(|&&mv| p.is_legal(mv)).count();
            positions.iter().map(legal).sum::<usize>()
        });
    });
}

/// A game, and the one that our file describes.
fn search<G: TunedGame>(group: &mut Group) {
    let positions = positions::<G>();
    search_positions(group, name::<G>(), &positions);
    let (name, positions) = by_file(&positions);
    search_positions(group, &name, &positions);
}

fn search_positions<G: TunedGame>(group: &mut Group, name: &str, positions: &[Position<G>]) {
    let nodes = 10_000;
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes * positions.len() as u64));
    let mut engine = Engine::new();
    group.bench_function(name, |b| {
        b.iter(|| {
            for position in positions {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                engine.search(&GameHistory::new(position.clone()), &limits);
            }
        });
    });
}

fn all(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    perft_bulk::<Ultima>(&mut group, DEPTH);
    perft_bulk::<Maxima>(&mut group, OTHERS_DEPTH);
    perft_bulk::<Rococo>(&mut group, OTHERS_DEPTH);
    perft_bulk::<Renaissance>(&mut group, OTHERS_DEPTH);
    group.finish();
    moves::<Ultima>(c);
    moves::<Maxima>(c);
    moves::<Rococo>(c);
    moves::<Renaissance>(c);
    let mut group = c.benchmark_group("is_legal");
    is_legal::<Ultima>(&mut group);
    is_legal::<Maxima>(&mut group);
    is_legal::<Rococo>(&mut group);
    is_legal::<Renaissance>(&mut group);
    group.finish();
    let mut group = c.benchmark_group("search, 10,000 nodes");
    search::<Ultima>(&mut group);
    search::<Maxima>(&mut group);
    search::<Rococo>(&mut group);
    search::<Renaissance>(&mut group);
    for (name, positions) in middlegames() {
        values::estimate(&positions[0]);
        search_positions(&mut group, &name, &positions);
    }
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);

//! The move generators compared with cozy-chess, the fastest one for chess known to us. All
//! measurements are interleaved in one run and printed in nanoseconds and as a ratio to cozy-chess
//! in the position "kiwipete".
//!
//! `cargo bench --bench perft_vs_chess` compares baseline builds;
//! `RUSTFLAGS="-C target-cpu=native" cargo bench --bench perft_vs_chess` builds for this machine.

mod custom_games;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use baroque_movegen::{
    Game, GenType, Maxima, Move, Position, Renaissance, Rococo, Suite, Ultima, perft,
};
use cozy_chess::Board;
use custom_games::{MIDDLEGAMES, by_file, middlegames};

/// Measurements of each row; the shortest counts.
const ROUNDS: usize = 7;
/// Minimum time of one measurement, far above the resolution of the clock.
const MIN_TIME: Duration = Duration::from_millis(40);
/// Minimum number of pieces of a middlegame comparable to kiwipete.
const MIN_PIECES: u32 = 10;
/// Minimum number of legal moves of such a middlegame.
const MIN_MOVES: u64 = 40;
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    let chess = [("start", Board::default()), ("kiwipete", board(KIWIPETE))];
    let mut table = Table::default();
    for (name, board) in chess {
        // One ply more for the position with fewer moves.
        let depth = if name == "start" { 5 } else { 4 };
        measure(&mut table, &format!("cozy-chess, {name}"), &[board], depth);
    }
    let (start, others) = positions::<Ultima>();
    measure(&mut table, "baroque, start", &start, 4);
    measure(&mut table, "baroque, 12 middlegames", &others, 3);
    measure_file(&mut table, &others);
    measure_game::<Maxima>(&mut table);
    measure_game::<Rococo>(&mut table);
    measure_game::<Renaissance>(&mut table);
    for (name, positions) in middlegames() {
        let name = format!("{name}, {} middlegames", positions.len());
        measure(&mut table, &name, &positions, 2);
    }
    table.time();
    table.print("cozy-chess, kiwipete");
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).expect("a valid position")
}

/// The default start of a game, and the first middlegames of its suite that are comparable to
/// kiwipete.
fn positions<G: Game>() -> (Vec<Position<G>>, Vec<Position<G>>) {
    let suite = Suite::<G>::parse(baroque_perft_suites::of(G::VARIANTS[0].name).expect("a suite"))
        .expect("a valid suite")
        .typical();
    let is_comparable = |position: &&Position<G>| {
        position.board().occupied().len() >= MIN_PIECES && position.count_moves() >= MIN_MOVES
    };
    let middlegames = suite.iter().skip(1).filter(is_comparable).take(MIDDLEGAMES);
    (suite[..1].to_vec(), middlegames.cloned().collect())
}

fn measure_game<G: Game>(table: &mut Table) {
    let name = G::VARIANTS[0].name;
    let (start, others) = positions::<G>();
    measure(table, &format!("{name}, start"), &start, 3);
    measure(table, &format!("{name}, {} middlegames", others.len()), &others, 3);
    measure_file(table, &others);
}

/// The same positions in the game that our file describes.
fn measure_file<G: Game>(table: &mut Table, positions: &[Position<G>]) {
    let (name, positions) = by_file(positions);
    measure(table, &format!("{name}, {} middlegames", positions.len()), &positions, 3);
}

/// The measured operations, for both libraries.
trait Generator: Clone + 'static {
    type Move: Copy + 'static;
    fn moves(&self) -> Vec<Self::Move>;
    fn after(&self, mv: Self::Move) -> Self;
    fn is_legal(&self, mv: Self::Move) -> bool;
    /// Perft that counts the moves of the last ply without playing them.
    fn bulk(&self, depth: u32) -> u64;
    /// The number of legal captures.
    fn captures(&self) -> u64;
    fn in_check(&self) -> bool;
    /// Calls `call` with the position after each legal move.
    fn each_after(&self, call: &mut impl FnMut(&Self));
}

impl Generator for Board {
    type Move = cozy_chess::Move;

    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.generate_moves(|group| {
            moves.extend(group);
            false
        });
        moves
    }

    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    fn is_legal(&self, mv: Self::Move) -> bool {
        self.is_legal(mv)
    }

    fn bulk(&self, depth: u32) -> u64 {
        let mut nodes = 0;
        match depth {
            0 => return 1,
            1 => self.generate_moves(|group| {
                nodes += group.len() as u64;
                false
            }),
            _ => self.generate_moves(|group| {
                for mv in group {
                    let mut next = self.clone();
                    next.play_unchecked(mv);
                    nodes += next.bulk(depth - 1);
                }
                false
            }),
        };
        nodes
    }

    fn captures(&self) -> u64 {
        let enemies = self.colors(!self.side_to_move());
        let mut count = 0;
        self.generate_moves(|mut group| {
            group.to &= enemies;
            count += group.len() as u64;
            false
        });
        count
    }

    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    fn each_after(&self, call: &mut impl FnMut(&Self)) {
        self.generate_moves(|group| {
            for mv in group {
                let mut next = self.clone();
                next.play_unchecked(mv);
                call(&next);
            }
            false
        });
    }
}

impl<G: Game> Generator for Position<G> {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn after(&self, mv: Move) -> Self {
        self.play_unchecked(mv)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    fn bulk(&self, depth: u32) -> u64 {
        perft(self, depth)
    }

    fn captures(&self) -> u64 {
        let mut count = 0;
        let _ = self.generate(GenType::Captures, |group| {
            count += u64::from(group.captures.len());
            ControlFlow::Continue(())
        });
        count
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn each_after(&self, call: &mut impl FnMut(&Self)) {
        let _ = self.generate(GenType::All, |group| {
            group.destinations().iter().for_each(|to| call(&self.play_unchecked(group.to(to))));
            ControlFlow::Continue(())
        });
    }
}

/// Perft that plays every move, those of the last ply included.
fn played<P: Generator>(position: &P, depth: u32) -> u64 {
    let mut nodes = 0;
    position.each_after(&mut |next| match depth {
        1 => {
            black_box(next);
            nodes += 1;
        }
        _ => nodes += played(next, depth - 1),
    });
    nodes
}

/// Adds the rows of a set of positions.
fn measure<P: Generator>(table: &mut Table, name: &str, positions: &[P], depth: u32) {
    let sum = |count: fn(&P, u32) -> u64, depth| -> u64 {
        positions.iter().map(|position| count(position, depth)).sum()
    };
    let expanded = (0..depth).map(|depth| sum(P::bulk, depth)).sum();
    let leaves = sum(P::bulk, depth);
    let own = positions.to_vec();
    table.add("expanded position", name, expanded, move || own.iter().map(|p| p.bulk(depth)).sum());
    let own = positions.to_vec();
    let work = move || own.iter().map(|p| played(p, depth)).sum();
    table.add("played leaf", name, leaves, work);
    let lists: Vec<(P, Vec<P::Move>)> =
        positions.iter().map(|position| (position.clone(), position.moves())).collect();
    let moves = lists.iter().map(|(_, moves)| moves.len() as u64).sum();
    let own = lists.clone();
    let each = |lists: &[(P, Vec<P::Move>)], count: &dyn Fn(&P, P::Move) -> u64| {
        let of_one = |(position, moves): &(P, Vec<P::Move>)| -> u64 {
            moves.iter().map(|&mv| count(position, mv)).sum()
        };
        lists.iter().map(of_one).sum::<u64>()
    };
    table.add("is_legal", name, moves, move || {
        each(&own, &|p, mv| p.is_legal(black_box(mv)).into())
    });
    let own = lists.clone();
    table.add("make-move", name, moves, move || {
        each(&own, &|p, mv| {
            black_box(p.after(black_box(mv)));
            1
        })
    });
    let count = positions.len() as u64;
    let own = positions.to_vec();
    table.add("captures only", name, count, move || {
        own.iter().map(|p| black_box(p).captures()).sum()
    });
    let own = positions.to_vec();
    let work = move || own.iter().map(|p| u64::from(black_box(p).in_check())).sum();
    table.add("in check?", name, count, work);
}

/// All measurements.
#[derive(Default)]
struct Table {
    rows: Vec<Row>,
}

struct Row {
    kind: &'static str,
    name: String,
    /// Operations of one call of `run`.
    operations: u64,
    run: Box<dyn Fn() -> u64>,
    /// Calls of `run` in one measurement.
    calls: u32,
    /// Fewest nanoseconds per operation so far.
    best: f64,
}

impl Table {
    fn add(
        &mut self,
        kind: &'static str,
        name: &str,
        operations: u64,
        run: impl Fn() -> u64 + 'static,
    ) {
        let (name, run) = (name.to_owned(), Box::new(run));
        self.rows.push(Row { kind, name, operations, run, calls: 1, best: f64::INFINITY });
    }

    /// Measures all rows in turn, [`ROUNDS`] times.
    fn time(&mut self) {
        for row in &mut self.rows {
            while row.once() < MIN_TIME {
                row.calls *= 2;
            }
        }
        for _ in 0..ROUNDS {
            for row in &mut self.rows {
                let time = row.once();
                let operations = row.operations as f64 * f64::from(row.calls);
                row.best = row.best.min(time.as_nanos() as f64 / operations);
            }
        }
    }

    /// Prints all rows by kind, with ratios to the rows named `unit`.
    fn print(&self, unit: &str) {
        let mut kind = "";
        for row in &self.rows_by_kind() {
            if row.kind != kind {
                kind = row.kind;
                println!("\nns per {kind:20} {:>12} {:>8}", "ns", "ratio");
            }
            let of_unit = self.rows.iter().find(|other| other.kind == kind && other.name == unit);
            let ratio = row.best / of_unit.map_or(f64::NAN, |unit| unit.best);
            println!("{:27} {:12.1} {ratio:8.2}", row.name, row.best);
        }
    }

    fn rows_by_kind(&self) -> Vec<&Row> {
        let mut kinds: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !kinds.contains(&row.kind) {
                kinds.push(row.kind);
            }
        }
        let of = |kind| self.rows.iter().filter(move |row| row.kind == kind);
        kinds.into_iter().flat_map(of).collect()
    }
}

impl Row {
    fn once(&self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.calls {
            black_box((self.run)());
        }
        start.elapsed()
    }
}

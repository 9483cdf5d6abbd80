//! The pools in `perft-suites/puzzles/`: every `bm` is the only move that wins within `dm` moves, no
//! position is there twice, and many methods win. Brute force proves some of them again, and all with
//! `BAROQUE_TACTICS=all` in the environment.

use std::collections::BTreeSet;
use std::io::Read;

use baroque_games::Games;
use baroque_movegen::{AnyGame, EpdEntry, EpdFile, Game, Position, uci, with_history};
use baroque_perft_suites::POOLS;
use flate2::read::GzDecoder;
use rayon::prelude::*;

use crate::common::solver::{keys, wins};

/// Bytes of all pools.
const MOST: usize = 1_000_000;
/// One in so many wins in two moves is proved.
const EACH: usize = 25;
const METHODS: &[&str] = &[
    "displacement",
    "pincer",
    "withdrawal",
    "approach",
    "leap",
    "coordination",
    "rifle",
    "destruction",
    "explosion",
    "all around",
    "plow",
    "flight",
];

fn text(pool: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(pool).read_to_string(&mut text).unwrap();
    text
}

/// The same for positions that are the same but for the colours and the sides of the board.
fn canonical(game: &AnyGame) -> String {
    let mut turned = game.first();
    turned.flip();
    let all = [game.fen(), turned.fen()].into_iter().flat_map(|fen| [mirrored(&fen), fen]);
    all.min().unwrap()
}

fn mirrored(fen: &str) -> String {
    let (ranks, rest) = fen.split_at(fen.find([' ', '[']).unwrap());
    let squares = |rank: &str| {
        let mut squares = Vec::new();
        let mut number = String::new();
        for c in rank.chars().chain(['/']) {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            squares.extend(vec!['.'; number.parse().unwrap_or(0)]);
            number.clear();
            squares.push(c);
        }
        squares.pop();
        squares.iter().rev().collect::<String>()
    };
    ranks.split('/').map(squares).collect::<Vec<_>>().join("/") + rest
}

fn is_proved<G: Game>(position: &Position<G>, key: &str, moves: u32) -> bool {
    let found: Vec<String> =
        keys(position, moves).into_iter().map(|mv| uci(position, mv)).collect();
    !wins(position, moves - 1) && found == [key]
}

fn moves(entry: &EpdEntry) -> u32 {
    entry.operand("dm").unwrap().parse().unwrap()
}

#[test]
fn pools_hold_different_puzzles_with_one_solution() {
    let games = Games::default();
    assert!(POOLS.len() >= 6 && POOLS.iter().map(|(_, pool)| pool.len()).sum::<usize>() < MOST);
    for (variant, pool) in POOLS {
        let file = EpdFile::parse(&text(pool)).unwrap();
        assert_eq!(file.variant.as_ref().unwrap().value, *variant);
        let count = file.entries.len();
        assert!((100..=500).contains(&count), "{variant}: {count}");
        let short = file.entries.iter().filter(|entry| moves(entry) == 1).count();
        assert!(short * 5 <= count, "{variant}: {short}");
        let start = games.open(variant).unwrap();
        let (mut seen, mut ids) = (BTreeSet::new(), BTreeSet::new());
        let mut methods = BTreeSet::<&str>::new();
        let position = |entry: &EpdEntry| {
            let mut game = start.first();
            game.set_fen(&entry.fen).unwrap();
            game
        };
        for entry in &file.entries {
            let game = position(entry);
            assert!(seen.insert(canonical(&game)), "{variant}: {}", entry.fen);
            assert!(ids.insert(entry.operand("id").unwrap()), "{variant}");
            assert!((1..=5).contains(&moves(entry)) && entry.operands("bm").unwrap().len() == 1);
            let themes = entry.operand("c0").unwrap_or_default();
            methods.extend(METHODS.iter().filter(|method| themes.contains(**method)));
        }
        // Skirmish has fewer.
        assert!(methods.len() >= 5 || *variant == "skirmish", "{variant}: {methods:?}");
        let all = std::env::var("BAROQUE_TACTICS").is_ok_and(|value| value == "all");
        let short: Vec<&EpdEntry> = file.entries.iter().filter(|entry| moves(entry) == 2).collect();
        let some: Vec<&EpdEntry> = match all {
            true => file.entries.iter().collect(),
            false => short.into_iter().step_by(EACH).collect(),
        };
        let wrong = |entry: &&EpdEntry| {
            let game = position(entry);
            let key = game.uci(game.read_move(entry.operand("bm").unwrap()).unwrap());
            !with_history!(game.history(), history => {
                is_proved(history.position(), &key, moves(entry))
            })
        };
        let wrong: Vec<&str> =
            some.par_iter().filter(|entry| wrong(entry)).map(|entry| entry.fen.as_str()).collect();
        assert!(wrong.is_empty(), "{variant}: {wrong:?}");
    }
}

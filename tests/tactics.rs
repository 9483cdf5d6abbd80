//! The tactical suites in `perft-suites/tactics/`: every `bm` is the only move that wins within
//! `dm` moves, and no move wins sooner. Brute force proves it for the cheaper positions, and for
//! all with `BAROQUE_TACTICS=all` in the environment.

use std::path::Path;

use baroque_movegen::{
    Color, EpdEntry, EpdFile, Game, Maxima, Renaissance, Rococo, Ultima, perft, read_move, uci,
};
use rayon::prelude::*;

use crate::common::backend::{Backend, Fast, both};
use crate::common::reference::forces_win;
use crate::common::solver::{keys, wins};

/// The most lines of play that the generator and the reference follow in order to prove a position, unless
/// all are to be proved.
const FEW_LINES: u64 = 30_000_000;
const FEWER_LINES: u64 = 200_000;

/// A position of a suite.
struct Tactic<G: Game> {
    name: String,
    position: Fast<G>,
    key: String,
    moves: u32,
}

impl<G: Game> Tactic<G> {
    fn read(variant: &str, entry: &EpdEntry) -> Self {
        let position = Fast::set_up(variant, "-", &entry.fen).unwrap();
        assert_eq!(entry.operands("bm").map(<[String]>::len), Some(1), "{}", entry.fen);
        let key = read_move(&position, entry.operand("bm").unwrap()).unwrap();
        Self {
            name: entry.operand("id").unwrap().to_owned(),
            position: position.clone(),
            key: uci(&position, key),
            moves: entry.operand("dm").unwrap().parse().unwrap(),
        }
    }

    /// About how many lines of play lead to the end of the win.
    fn lines(&self) -> u64 {
        let replies = perft(&self.position, 2);
        replies.saturating_pow(self.moves - 1).saturating_mul(perft(&self.position, 1))
    }

    /// Whether the key is the only winning move at the given distance, by the generator.
    fn is_proved(&self) -> bool {
        let keys: Vec<String> = keys(&self.position, self.moves)
            .into_iter()
            .map(|key| uci(&self.position, key))
            .collect();
        !wins(&self.position, self.moves - 1) && keys == [self.key.as_str()]
    }

    /// Whether the key wins and nothing wins sooner, by the reference.
    fn is_proved_by_reference(&self) -> bool {
        let rules = self.position.rules().to_string();
        let (_, slow) = both::<G>(G::VARIANTS[0].name, &rules, &self.position.to_fen());
        let answers = slow.after(&self.key).nexts();
        !forces_win(&slow, self.moves - 1)
            && answers.iter().all(|(_, next)| forces_win(next, self.moves - 1))
    }
}

/// The positions of a suite.
fn read<G: Game>(name: &str) -> Vec<Tactic<G>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft-suites/tactics");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let file = EpdFile::parse(&text).unwrap();
    let variant = file.variant.unwrap().value;
    file.entries.iter().map(|entry| Tactic::read(&variant, entry)).collect()
}

/// Whether all positions are to be proved.
fn all() -> bool {
    std::env::var("BAROQUE_TACTICS").is_ok_and(|value| value == "all")
}

/// Checks a suite. What has few lines is proved by brute force, what has fewer also by the reference.
fn check<G: Game>(name: &str) {
    let tactics = read::<G>(name);
    assert!(tactics.len() >= 20);
    for color in Color::ALL {
        let count = tactics.iter().filter(|tactic| tactic.position.side() == color).count();
        assert!(count * 3 >= tactics.len(), "{color} is to move in {count}");
    }
    let proved: Vec<&Tactic<G>> =
        tactics.iter().filter(|tactic| all() || tactic.lines() < FEW_LINES).collect();
    assert!(proved.len() >= 2, "{}", proved.len());
    let wrong = |tactic: &&&Tactic<G>| {
        let by_reference = || tactic.lines() >= FEWER_LINES || tactic.is_proved_by_reference();
        !tactic.is_proved() || !by_reference()
    };
    let wrong: Vec<&str> =
        proved.par_iter().filter(wrong).map(|tactic| tactic.name.as_str()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn baroque() {
    check::<Ultima>("baroque.epd");
}

#[test]
fn maxima() {
    check::<Maxima>("maxima.epd");
}

#[test]
fn rococo() {
    check::<Rococo>("rococo.epd");
}

#[test]
fn renaissance() {
    check::<Renaissance>("renaissance.epd");
}

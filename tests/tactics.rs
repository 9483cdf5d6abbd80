//! The tactical suites in `perft-suites/tactics/`: every `bm` is the only move that wins within
//! `dm` moves, and no move wins sooner. Brute force proves it for the cheaper positions, and for
//! all with `BAROQUE_TACTICS=all` in the environment.

use std::path::Path;

use baroque_movegen::{
    Color, EpdEntry, EpdFile, Game, Maxima, Renaissance, Rococo, Ultima, read_move, uci,
};
use rayon::prelude::*;

use crate::common::backend::{Backend, Fast, both};
use crate::common::reference::forces_win;
use crate::common::solver::{keys, wins};

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

/// Checks a suite. Wins in up to `max_moves` moves are proved by brute force, wins in two also by
/// the reference in positions with up to `max_legal` legal moves.
fn check<G: Game>(name: &str, max_moves: u32, max_legal: u64) {
    let tactics = read::<G>(name);
    assert!(tactics.len() >= 20);
    for color in Color::ALL {
        let count = tactics.iter().filter(|tactic| tactic.position.side() == color).count();
        assert!(count * 3 >= tactics.len(), "{color} is to move in {count}");
    }
    let wrong = |tactic: &Tactic<G>| {
        let wanted = all() || tactic.moves <= max_moves;
        let by_reference = tactic.moves == 2 && tactic.position.count_moves() <= max_legal;
        let proved =
            (!wanted || tactic.is_proved()) && (!by_reference || tactic.is_proved_by_reference());
        (!proved).then(|| tactic.name.clone())
    };
    let wrong: Vec<String> = tactics.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn baroque() {
    check::<Ultima>("baroque.epd", 3, 70);
}

#[test]
fn maxima() {
    check::<Maxima>("maxima.epd", 3, 70);
}

#[test]
fn rococo() {
    check::<Rococo>("rococo.epd", 3, 0);
}

#[test]
fn renaissance() {
    check::<Renaissance>("renaissance.epd", 2, 220);
}

//! The tactical suites in `perft-suites/tactics/`: every `bm` is the only move that wins within
//! `dm` moves, and no move wins sooner. Brute force proves it of the cheaper positions, and of all
//! with `BAROQUE_TACTICS=all` in the environment.

mod common;

use std::path::Path;

use baroque_movegen::{Color, Game, Maxima, Renaissance, Rococo, Ultima, read_move, uci};
use baroque_protocol::epd::{Entry, File};
use rayon::prelude::*;

use common::games::TestGame;
use common::judge::{Fast, Judge, both};
use common::reference::{Reference, forces_win};
use common::solver::{keys, wins};

/// A position of a suite.
struct Tactic<G: Game> {
    name: String,
    position: Fast<G>,
    key: String,
    moves: u32,
}

impl<G: TestGame> Tactic<G> {
    fn read(variant: &str, entry: &Entry) -> Self {
        let position = Fast::accept(variant, "-", &entry.fen).unwrap();
        assert_eq!(entry.operands("bm").map(<[String]>::len), Some(1), "{}", entry.fen);
        let key = read_move(&position, entry.operand("bm").unwrap()).unwrap();
        Self {
            name: entry.operand("id").unwrap().to_owned(),
            position,
            key: uci::<G>(key),
            moves: entry.operand("dm").unwrap().parse().unwrap(),
        }
    }

    /// Whether the key is what the suite says, by the generator.
    fn is_proved(&self) -> bool {
        let keys: Vec<String> =
            keys(&self.position, self.moves).into_iter().map(uci::<G>).collect();
        !wins(&self.position, self.moves - 1) && keys == [self.key.as_str()]
    }

    /// Whether the key wins, and nothing does so sooner, by the reference.
    fn is_proved_slowly(&self) -> bool {
        let rules = self.position.rules().to_string();
        let (_, slow) = both::<G>(G::VARIANTS[0].name, &rules, &self.position.to_fen());
        let answers = slow.after(&self.key).nexts();
        !forces_win(&slow, self.moves - 1)
            && answers.iter().all(|next| forces_win(next, self.moves - 1))
    }
}

/// The positions of a suite.
fn read<G: TestGame>(name: &str) -> Vec<Tactic<G>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft-suites/tactics");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let file = File::parse(&text).unwrap();
    let variant = file.variant.unwrap();
    file.entries.iter().map(|(_, entry)| Tactic::read(&variant, entry)).collect()
}

/// Whether brute force is to cope with everything.
fn all() -> bool {
    std::env::var("BAROQUE_TACTICS").is_ok_and(|value| value == "all")
}

/// Checks a suite whose wins of so many moves are quickly proved; those in two by the reference too
/// if there are so few legal moves.
fn check<G: TestGame>(name: &str, most_moves: u32, most_legal: u64) {
    let tactics = read::<G>(name);
    assert!(tactics.len() >= 20);
    for color in Color::ALL {
        let count = tactics.iter().filter(|tactic| tactic.position.side() == color).count();
        assert!(count * 3 >= tactics.len(), "{color} is to move in {count}");
    }
    let wrong = |tactic: &Tactic<G>| {
        let wanted = all() || tactic.moves <= most_moves;
        let slowly = tactic.moves == 2 && tactic.position.count_moves() <= most_legal;
        let proved = (!wanted || tactic.is_proved()) && (!slowly || tactic.is_proved_slowly());
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

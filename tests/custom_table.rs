//! Games whose table is known only at run time.

use std::collections::BTreeSet;

use baroque_movegen::definition::{Backend, Definition, PieceDefinition};
use baroque_movegen::{
    CustomGame, CustomRules, Game, Maxima, Move, Position, Rococo, Rules, read_move, uci,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The rules of a compiled game, as a table that is known at run time.
fn at_run_time<G: Game<Rules = Rules<G>>>() -> CustomRules {
    let rules = Definition::of::<G>(&Rules::default()).rules(Backend::Fastest).unwrap();
    assert!(!rules.is_general());
    rules
}

/// Rococo with checkmate: swaps, promotions, jumps and the ring in check. A move is legal if no
/// answer of the game without check captures the king.
#[test]
fn unusual_pieces_give_check() {
    let file = "format = 1\n[mate]\ninherits = \"rococo\"\nend = { royal = \"mate\" }\n";
    let mate = baroque_games::parse("mate.toml", file).unwrap().games[0].rules.clone().unwrap();
    let king_taken = at_run_time::<Rococo>();
    let start = Rococo::starts(&Default::default()).remove(0).fen;
    let (mut checks, mut illegal) = (0, 0);
    for seed in 0..30 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut fen = start.clone();
        for _ in 0..60 {
            let with_check = Position::<CustomGame>::from_fen(&fen, mate.clone()).unwrap();
            let without = Position::<CustomGame>::from_fen(&fen, king_taken.clone()).unwrap();
            let is_safe = |mv: &Move| {
                let next = without.play_unchecked(*mv);
                let Some(king) = next.board().king(without.side()) else { return false };
                !next.legal_moves().into_iter().any(|reply| next.victims(reply).has(king))
            };
            // The kinds have other numbers in the file.
            let texts = |position: &Position<CustomGame>, moves: &[Move]| -> BTreeSet<String> {
                moves.iter().map(|&mv| uci(position, mv)).collect()
            };
            let all: Vec<Move> = without.legal_moves();
            let expected: Vec<Move> = all.iter().copied().filter(is_safe).collect();
            let legal = with_check.legal_moves();
            assert_eq!(texts(&with_check, &legal), texts(&without, &expected), "{fen}");
            assert_eq!(with_check.count_moves(), expected.len() as u64, "{fen}");
            for &mv in &all {
                let text = uci(&without, mv);
                let is_legal = read_move(&with_check, &text).is_ok();
                assert_eq!(is_legal, expected.contains(&mv), "{fen} {text}");
            }
            checks += u32::from(with_check.in_check());
            illegal += all.len() - expected.len();
            let Some(mv) = legal.get(random.random_range(0..legal.len().max(1))) else {
                break;
            };
            fen = with_check.play_unchecked(*mv).to_fen();
        }
    }
    assert!(
        checks > 20 && illegal > 200,
        "{checks} checks, {illegal} moves leave the king in check"
    );
}

/// The board of the compiled game is not the one that the table names.
#[test]
fn two_tables_live_in_one_process() {
    let drawing = "
  6  k  .  .  .  .
  5  .  .  .  .  .
  4  .  .  .  .  .
  3  .  .  .  .  .
  2  .  .  .  .  .
  1  .  .  .  .  K
     a  b  c  d  e
";
    let small = Definition::from_drawing(drawing, vec![PieceDefinition::king()]).unwrap();
    let small = small.start_position().unwrap();
    assert!(!small.rules().is_general());
    let maxima = at_run_time::<Maxima>();
    let fen = Maxima::starts(&Default::default()).remove(0).fen;
    let maxima = Position::<CustomGame>::from_fen(&fen, maxima).unwrap();
    assert_eq!((small.count_moves(), maxima.count_moves()), (3, 41));
}

//! Reasons why moves of described games are illegal: there always is one, it is true, and its text.

use std::collections::BTreeMap;

use baroque_games::{DescribedGame, SHIPPED};
use baroque_movegen::definition::Backend;
use baroque_movegen::{
    Bitboard, Color, CustomGame, Geometry, IllegalReason, Move, Piece, PieceOn, Position, Special,
    Square, illegal_reason, read_move,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::explain::{check_hint, why_illegal};

const EXAMPLES: &str = include_str!("../movegen/games/tests/examples.toml");
const WORDS: &str = include_str!("cases/words.toml");
const READINGS: &str = include_str!("cases/readings.toml");

type CustomPosition = Position<CustomGame>;

/// The game of a file with a name.
pub fn game(name: &str) -> DescribedGame {
    let files = SHIPPED.iter().map(|(_, text)| *text).chain([EXAMPLES, WORDS, READINGS]);
    let games = files.flat_map(|text| baroque_games::parse("test.toml", text).unwrap().games);
    games.into_iter().find(|game| game.name == name).unwrap()
}

pub fn position(game: &DescribedGame, fen: &str) -> CustomPosition {
    let rules = game.definition.rules(Backend::General).unwrap();
    Position::from_fen(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A FEN, the text of a move and the reason why it is illegal there.
type Case = (&'static str, &'static str, &'static str);

fn check(name: &str, cases: &[Case]) {
    let game = game(name);
    for &(fen, text, sentence) in cases {
        let position = position(&game, fen);
        let error = why_illegal(&position, text);
        assert_eq!(error, format!("'{text}' is not a legal move: {sentence}"), "{fen}");
    }
}

const ARCHER: &str = "k7/8/8/8/2p2P2/3s4/2p5/2A1P1pK w";
const LEAPER: &str = "k7/8/8/8/p1p2s2/2p1p3/p7/L1L1L2K w";
const SWAPPER: &str = "k7/8/1p6/8/1p1s4/2p5/1W1P4/7K w";
const PAWN: &str = "7k/1P2s3/3p4/3p4/3P4/2P5/8/K6Q w";

#[test]
fn reasons_of_fugue() {
    let frozen = "the pushme-pullyu on e4 is frozen by the immobilizer on d5";
    let one_way = "a pushme-pullyu captures in only one of its ways at a time, and this would \
                   capture the pawn on b1 and the pawn on b5";
    let shot = "an archer shoots, without moving, the first piece on a line, if an enemy, beyond \
                2 steps only if another piece of its side is within 2 squares of the target on a \
                straight line with nothing between";
    let row = "the pawn on c3 and the pawn on c4 stand in a row and cannot be jumped";
    let landing = "a long-leaper cannot land on the pawn on c3: it captures what it jumps over, \
                   one jump a move";
    let pawn = "a pawn goes one step, only to empty squares; leaps over an adjacent piece of either \
                side";
    check(
        "fugue",
        &[
            ("k7/8/8/3i4/4U3/8/8/K7 w", "e4e5", frozen),
            ("k7/8/8/1p6/8/8/1U6/1p5K w", "b2b4", one_way),
            (
                "k7/8/8/8/8/8/1U6/sp5K w",
                "Ub2-b4xb1",
                "the pawn on b1 is shielded by the shield on a1",
            ),
            ("k7/8/4s3/3p4/8/8/8/3Q3K w", "d1d5", "the pawn on d5 is shielded by the shield on e6"),
            (ARCHER, "c1c2", "the pawn on c2 is shielded by the shield on d3"),
            (ARCHER, "c1c4", "the pawn on c2 is in the way"),
            (ARCHER, "c1e1", "your own pawn is on e1"),
            (ARCHER, "c1g1", "the pawn on e1 is in the way"),
            (ARCHER, "c1d3", "an archer moves like a queen"),
            (ARCHER, "Ac1*xd3", shot),
            ("k7/8/8/2p5/8/8/8/2A4K w", "c1c5", shot),
            ("k7/8/8/2p5/8/8/8/2A4K w", "Ac1*xc5", shot),
            ("k7/8/8/8/8/2p5/8/2A4K w", "c1c3f", "the legal move there is Ac1*xc3"),
            (SWAPPER, "d2d3d", "a pawn cannot destroy itself and an adjacent piece"),
            (LEAPER, "a1a5", "a long-leaper may jump over only one piece in a move"),
            (LEAPER, "c1c5", row),
            (LEAPER, "c1c3", landing),
            (LEAPER, "e1e5", "the pawn on e3 is shielded by the shield on f4"),
            (SWAPPER, "b2b6", "the pawn on b4 is in the way"),
            (SWAPPER, "b2d2", "your own pawn is on d2"),
            (SWAPPER, "b2c3d", "the pawn on c3 is shielded by the shield on d4"),
            (SWAPPER, "b2b4d", "a swapper destroys only an adjacent enemy"),
            (SWAPPER, "b2a2d", "a swapper destroys only an adjacent enemy"),
            (SWAPPER, "b2b2", "there is no suicide under these rules"),
            (SWAPPER, "d2d5d", "a pawn cannot destroy itself and an adjacent piece"),
            (PAWN, "d4d5", pawn),
            (PAWN, "d4d7", pawn),
            (PAWN, "d4c3", "your own pawn is on c3"),
            (PAWN, "d4f4", "there is no piece on e4 to leap over"),
            (PAWN, "d4d6", "the pawn on d6 is shielded by the shield on e7"),
            (PAWN, "d4e4q", "a pawn becomes another piece only on the last rank"),
            (PAWN, "b7b8k", "a pawn cannot become a king"),
            (PAWN, "b7b8q", "a pawn cannot become a queen while White has 1 on the board"),
        ],
    );
}

const SIEGE: &str = "*3k3*/6P2/9/n8/P1f6/7p1/2R2p1S1/4K4/*5N1* w";

#[test]
fn reasons_of_siege() {
    let landing = "a pawn cannot land on the knight on a6: it captures what it encloses in any \
                   direction between itself and another piece of its side";
    let shot = "an archer shoots, without moving, the first piece on a line, if an enemy at most \
                2 steps away";
    let call = "a siren may bring the first enemy on a line, if not adjacent, one square nearer";
    check(
        "siege",
        &[
            (SIEGE, "c3c5", "the freezer on c5 is immune to rifles"),
            (SIEGE, "c3c7", "an archer slides at most 3 squares in any direction"),
            (SIEGE, "c3f3", shot),
            (SIEGE, "h3h4", call),
            (SIEGE, "a5a4", "a pawn goes one step forward"),
            (SIEGE, "a5a6", landing),
            (SIEGE, "g1g2", "a knight leaps like a chess knight"),
            (SIEGE, "g1e2", "your own king is on e2"),
            (SIEGE, "g1i1", "there is no such square"),
            (SIEGE, "g8g9n", "a pawn cannot become a knight"),
            (SIEGE, "g8g9d", "no piece of this game has the letter D"),
            (SIEGE, "P@e5", "this game has no pieces in hand"),
        ],
    );
    // A letter of a piece, although it tells of a pull elsewhere.
    assert!(read_move(&position(&game("siege"), SIEGE), "g8g9t").is_ok());
}

#[test]
fn an_imitator_jumps_as_the_jumped_piece_leaps() {
    let why = "the leaper on a2 does not leap along that line, so an imitator cannot jump over it";
    check("diagonal-leaper", &[("7k/8/8/8/8/8/e7/X6K w", "a1a3", why)]);
}

const HANDS: &str = "4k4/8p/9/9/9/9/8P/4K4[A] w";
const NEUTRAL: &str = "4k4/8p/9/1b7/3g5/2C6/8P/4K4[] w";
const IMMUNE: &str = "4k4/8p/9/9/3h5/2F6/8P/4K4[] w";
const FROZEN: &str = "4k4/8p/9/4e4/9/2e1P4/8P/4K4[] w";

#[test]
fn reasons_of_words() {
    let neutralized = "the piece-c on c3 is neutralized by the piece-g on d4";
    let immune = "the piece-h on d4 is immune to explosions and cannot be captured by a piece-f";
    let frozen = "the piece-p on e3 is frozen by the piece-e on c3 and the piece-e on e5";
    let edge = "the piece-b on i3 is at the edge of the board and cannot be pushed on";
    let attacked = "the piece-k on e2 could then be captured by the piece-c on c3";
    let flight = "a piece-e flies over any pieces in any direction, only to empty squares";
    check(
        "sink-acts",
        &[
            (HANDS, "A@e5", "no piece may be dropped on e5"),
            (HANDS, "B@e2", "White has no piece-b in hand"),
            (HANDS, "A@i2", "the piece-p on i2 is already there"),
            (HANDS, "i2i2", "the piece-p on i2 is not frozen, so it cannot commit suicide"),
            (HANDS, "e1e1", "a piece-k cannot commit suicide"),
            (NEUTRAL, "c3c3", neutralized),
            (NEUTRAL, "c3b5", neutralized),
            (IMMUNE, "c3d4", immune),
            (IMMUNE, "c3d2", "that would remove your own piece-k"),
            (FROZEN, "e3e4", frozen),
            ("4k4/8p/9/9/9/7Ab/8P/4K4[] w", "h3i3", edge),
            ("4k4/8p/9/9/9/7Ab/8P/4K4[] w", "h3i3r", "a piece-a cannot repel"),
            ("4k4/8p/9/9/K1D6/9/8P/9[] w", "c4a4", "that would remove your own piece-k"),
            ("4k4/8p/9/9/9/2c6/8P/4K4[] w", "e1e2", attacked),
            ("k8/4P3p/9/9/9/9/9/4K4[] w", "e7e8", "a piece-p must become another piece on e8"),
            ("4k4/8p/9/9/9/E1b6/8P/4K4[] w", "a3c3", flight),
        ],
    );
    let limited = "a side may have at most 6 pieces in its own mid";
    let banned = "the swap of c3 and c6 cannot be reversed at once";
    check(
        "sink-round",
        &[
            (
                "4k4/9/9/4*4/4*4/9/9/A3K4 w",
                "a1a3",
                "a piece on its side's rank 1 goes 1 square at most",
            ),
            ("4k4/9/9/4*4/1PPP*PPP1/8A/9/4K4 w", "i3i4", limited),
            ("4k4/9/2p6/4*4/4*4/2F6/9/4K4 w - c3c6", "c3c6", banned),
        ],
    );
    let for_nothing = "some squares of this move may be entered or crossed only to capture, and \
                       this move captures nothing";
    let too_far = "the same can be captured with fewer of the squares that may be entered or \
                   crossed only to capture";
    check(
        "sink-ring",
        &[
            ("4k4/9/9/9/9/1D7/9/4K4 w", "b3a3", for_nothing),
            ("4k4/9/9/9/9/2B6/3p5/4K4 w", "c3a5", too_far),
        ],
    );
}

/// Whether the position confirms a reason, as far as it can.
fn is_true(game: &DescribedGame, position: &CustomPosition, mv: Move, why: &IllegalReason) -> bool {
    let (board, geometry, side) = (position.board(), position.geometry(), position.side());
    let square = |piece: &PieceOn| geometry.parse(&piece.square).unwrap().0;
    let stands = |piece: &PieceOn| {
        let (color, kind) = (piece.color, piece.kind);
        board.piece_at(square(piece)) == Some(Piece { color, kind })
    };
    let kind = |piece: &PieceOn| &game.definition.pieces[piece.kind.index()];
    let are = |by: &[PieceOn], color: Color, have: &dyn Fn(&PieceOn) -> bool| {
        let fit = |piece: &PieceOn| stands(piece) && piece.color == color && have(piece);
        !by.is_empty() && by.iter().all(fit)
    };
    let (from, to) = (mv.from(), mv.to());
    match why {
        IllegalReason::Over(reason) => position.board_outcome().unwrap().reason == *reason,
        IllegalReason::Frozen { piece, by } => {
            let frozen = position.frozen(side).has(square(piece));
            frozen && are(by, !side, &|by| kind(by).freezes.is_some())
        }
        IllegalReason::Neutralized { piece, by } => {
            square(piece) == from && are(by, !side, &|by| kind(by).neutralizes.is_some())
        }
        IllegalReason::Shielded { piece, by } => {
            stands(piece) && are(by, !side, &|by| kind(by).shields.is_some())
        }
        IllegalReason::Immune { piece, .. } => {
            stands(piece) && piece.color != side && kind(piece).immune != Default::default()
        }
        IllegalReason::Check { still, king, .. } => {
            *still == position.in_check() && king.color == side && kind(king).royal
        }
        IllegalReason::Blocked(piece) => stands(piece) && ![from, to].contains(&square(piece)),
        IllegalReason::Row(pieces) => pieces.iter().all(stands),
        IllegalReason::OwnPiece(piece) => {
            stands(piece) && piece.color == side && square(piece) == to
        }
        IllegalReason::Landing { piece, .. } => {
            stands(piece) && piece.color != side && square(piece) == to
        }
        IllegalReason::OtherEffect(text) => {
            let other = read_move(position, text).unwrap();
            (other.from(), other.to()) == (from, to)
        }
        IllegalReason::Manner { .. } => {
            let kind = position.kind_at(from).unwrap();
            let slides = position.slides(side, kind, from, Bitboard::EMPTY).to;
            board.occupied().has(to) || !slides.has(to)
        }
        IllegalReason::NoMove(_) => false,
        _ => true,
    }
}

/// A move of a piece of the side to move, most of them illegal.
fn any_move(random: &mut StdRng, position: &CustomPosition) -> Move {
    let pick =
        |random: &mut StdRng, squares: Vec<Square>| squares[random.random_range(0..squares.len())];
    let (board, geometry) = (position.board(), position.geometry());
    let from = pick(random, board.color(position.side()).iter().collect());
    let targets = if random.random_bool(0.5) { board.occupied() } else { geometry.squares() };
    let to = pick(random, targets.iter().collect());
    let kinds: Vec<_> = position.pieces().kinds().collect();
    let kind = kinds[random.random_range(0..kinds.len())];
    match random.random_range(0..20) {
        0 => Move::with(from, to, Special::Destruction),
        1 => Move::with(from, to, Special::Pull),
        2 => Move::with(from, to, Special::Piece(kind)),
        3 => Move::drop(kind, to),
        4 => Move::new(from, from),
        5..8 => Move::with(from, to, Special::APART[random.random_range(0..Special::APART.len())]),
        _ => Move::new(from, to),
    }
}

#[test]
fn every_illegal_move_has_a_true_reason() {
    let mut seen = BTreeMap::<String, u32>::new();
    let mut hints = [0; 2];
    for name in ["fugue", "siege", "sink-acts", "sink-round", "sink-ring", "baroque-file"] {
        let game = game(name);
        for seed in 0..8 {
            let mut random = StdRng::seed_from_u64(seed);
            let mut position = position(&game, &game.starts[0].1);
            for _ in 0..60 {
                for _ in 0..60 {
                    let mv = any_move(&mut random, &position);
                    let why = illegal_reason(&position, mv);
                    assert_eq!(why.is_none(), position.is_legal(mv));
                    let Some(why) = why else { continue };
                    let fen = position.to_fen();
                    assert!(is_true(&game, &position, mv, &why), "{name} {fen} {mv:?} {why:?}");
                    let sort = format!("{why:?}");
                    let sort = sort.split([' ', '(']).next().unwrap_or_default();
                    *seen.entry(sort.to_owned()).or_default() += 1;
                }
                for from in position.board().color(position.side()) {
                    let enemies: Vec<Square> =
                        position.board().color(!position.side()).iter().collect();
                    let Some(&enemy) = enemies.choose(&mut random) else { continue };
                    check_hint(&position, from, enemy)
                        .into_iter()
                        .for_each(|hint| hints[hint] += 1);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[random.random_range(0..moves.len())]);
            }
        }
    }
    assert!(seen.len() >= 18, "{seen:?}");
    assert!(hints.iter().all(|&count| count > 50), "{hints:?}");
}

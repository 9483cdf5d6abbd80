//! Reasons why moves are illegal: there always is one, it is true, and its text.

use std::cell::RefCell;
use std::collections::BTreeMap;

use baroque_movegen::{
    CaptureHint, Color, Game, Geometry, IllegalReason, Maxima, Move, MoveTextError, Piece,
    PieceKind, PieceOn, Renaissance, Rococo, Special, Square, Ultima, capture_hint, illegal_reason,
    read_move, with_reason,
};
use proptest::prelude::*;

use crate::common::backend::{Backend, Fast};
use crate::common::games::TestGame;
use crate::common::strategies::{check_property, positions};

/// Candidate moves for the pieces of the side to move, and drops.
fn candidates<G: Game>(position: &Fast<G>) -> Vec<Move> {
    let leaper = position.pieces().kind('L').unwrap();
    let specials = [
        Special::Normal,
        Special::Destruction,
        Special::Pull,
        Special::Piece(leaper),
        Special::Piece(PieceKind::KING),
    ];
    let pieces = position.board().color(position.side());
    let squares = || position.geometry().squares().iter();
    let to_all = |from: Square| {
        squares().flat_map(move |to| specials.map(|special| Move::with(from, to, special)))
    };
    let drops = squares().map(|to| Move::drop(leaper, to));
    pieces.iter().flat_map(to_all).chain(drops).collect()
}

fn every_illegal_move_has_a_true_reason<G: TestGame>(min_kinds: usize) {
    let seen = RefCell::new(BTreeMap::<String, u32>::new());
    check_property(150, positions::<G>(), |sample| {
        let position = sample.fast::<G>();
        for mv in candidates(&position) {
            let why = illegal_reason(&position, mv);
            prop_assert_eq!(why.is_none(), position.is_legal(mv));
            let Some(why) = why else { continue };
            prop_assert!(is_true(&position, mv, &why), "{:?} {:?} {}", mv, why, why);
            let kind_of_reason = match &why {
                IllegalReason::Rule(sentence) => sentence[..10].to_owned(),
                _ => format!("{why:?}").split([' ', '(']).next().unwrap_or_default().to_owned(),
            };
            *seen.borrow_mut().entry(kind_of_reason).or_default() += 1;
        }
        Ok(())
    });
    let seen = seen.into_inner();
    assert!(seen.len() >= min_kinds, "{seen:?}");
}

/// Checks that a hint names a legal move that captures the enemy (0), or does so if the partner is there (1).
pub fn check_hint<G: Game>(position: &Fast<G>, from: Square, enemy: Square) -> Option<usize> {
    let fen = position.to_fen();
    let square = |name: &str| position.geometry().parse(name).unwrap().0;
    match capture_hint(position, from, enemy)? {
        CaptureHint::Elsewhere { victim, to } => {
            let mv = Move::new(from, square(&to));
            assert!(
                position.is_legal(mv) && square(&victim.square) == enemy,
                "{fen} {victim} {to}"
            );
            assert!(position.victims(mv).has(enemy), "{fen} {victim} {to}");
            Some(0)
        }
        CaptureHint::Partner { victim, to, partner, kinds } => {
            let (mv, partner) = (Move::new(from, square(&to)), square(&partner));
            assert!(
                position.is_legal(mv) && square(&victim.square) == enemy,
                "{fen} {victim} {to}"
            );
            assert!(!position.victims(mv).has(enemy), "{fen} {victim} {to}");
            let pieces = position.pieces();
            let fits = |&kind: &PieceKind| {
                !position.is_royal(kind)
                    && [["piece"], [pieces.info(kind).name]].contains(&[kinds[0]])
            };
            let kind = pieces.kinds().find(fits)?;
            let mut setup = position.setup();
            setup.board.set(partner, Piece { color: position.side(), kind });
            let with_partner = Fast::<G>::new(setup).ok()?;
            if partner == from || !with_partner.is_legal(mv) {
                return None;
            }
            assert!(with_partner.victims(mv).has(enemy), "{fen} {victim} {to}");
            Some(1)
        }
    }
}

fn hints_are_true<G: TestGame>(min_partners: u32) {
    let seen = RefCell::new([0u32; 2]);
    check_property(150, positions::<G>(), |sample| {
        let position = sample.fast::<G>();
        let board = position.board();
        for from in board.color(position.side()) {
            for enemy in board.color(!position.side()) {
                let hint = check_hint(&position, from, enemy);
                hint.into_iter().for_each(|hint| seen.borrow_mut()[hint] += 1);
            }
        }
        Ok(())
    });
    let [elsewhere, partners] = seen.into_inner();
    assert!(elsewhere > 100, "{elsewhere}");
    assert!(partners >= min_partners, "{partners}");
}

#[test]
fn hints_about_captures_are_true() {
    hints_are_true::<Ultima>(100);
    hints_are_true::<Maxima>(100);
    // Its pawns jump.
    hints_are_true::<Rococo>(0);
    hints_are_true::<Renaissance>(100);
}

/// Whether the position confirms a reason, as far as it can.
fn is_true<G: Game>(position: &Fast<G>, mv: Move, why: &IllegalReason) -> bool {
    let board = position.board();
    let name = |square| position.geometry().name(square);
    let stands = |piece: &PieceOn| {
        let (square, _) = position.geometry().parse(&piece.square).unwrap();
        board.piece_at(square) == Some(Piece { color: piece.color, kind: piece.kind })
    };
    let between = |piece: &PieceOn| {
        let (square, _) = position.geometry().parse(&piece.square).unwrap();
        stands(piece) && position.geometry().between(mv.from(), mv.to()).has(square)
    };
    let own = |piece: &PieceOn| piece.color == position.side();
    match why {
        IllegalReason::Over(reason) => position.board_outcome().unwrap().reason == *reason,
        IllegalReason::Frozen { piece, by } => {
            let freezes = |by: &PieceOn| {
                stands(by)
                    && ['I', 'X'].contains(&position.pieces().info(by.kind).letter)
                    && !own(by)
            };
            position.frozen(position.side()).has(mv.from())
                && piece.square == name(mv.from())
                && !by.is_empty()
                && by.iter().all(freezes)
        }
        IllegalReason::Check { still, by, .. } => *still == position.in_check() && !by.is_empty(),
        // A bent slide goes along no line.
        IllegalReason::Blocked(piece)
            if position.geometry().direction(mv.from(), mv.to()).is_none() =>
        {
            stands(piece)
        }
        IllegalReason::Blocked(piece) | IllegalReason::NotJumpable { piece, .. } => between(piece),
        IllegalReason::Row([piece, behind]) => between(piece) && stands(behind),
        IllegalReason::OwnPiece(piece) => {
            stands(piece) && own(piece) && piece.square == name(mv.to())
        }
        IllegalReason::Landing { piece, .. } => {
            stands(piece) && !own(piece) && piece.square == name(mv.to())
        }
        IllegalReason::Occupied(piece) => stands(piece) && piece.square == name(mv.to()),
        IllegalReason::Manner { name, .. } => {
            let empty = board.occupied() - board.occupied();
            let kind = position
                .pieces()
                .kinds()
                .find(|&kind| position.pieces().info(kind).name == *name)
                .unwrap();
            let slides = position.table().slides(kind, mv.from(), empty).to;
            board.occupied().has(mv.to()) || !slides.has(mv.to())
        }
        IllegalReason::NoMove(_) => false,
        _ => true,
    }
}

#[test]
fn ultima() {
    every_illegal_move_has_a_true_reason::<Ultima>(15);
}

#[test]
fn maxima() {
    every_illegal_move_has_a_true_reason::<Maxima>(14);
}

#[test]
fn rococo() {
    every_illegal_move_has_a_true_reason::<Rococo>(14);
}

#[test]
fn renaissance() {
    every_illegal_move_has_a_true_reason::<Renaissance>(14);
}

/// Moves that no text denotes.
#[test]
fn arbitrary_moves_have_a_reason() {
    fn check<G: TestGame>() {
        let position = Fast::<G>::start(G::VARIANTS[0].name).unwrap();
        for bits in (0..1 << Move::BITS).step_by(7) {
            if let Some(mv) = Move::try_from_bits(bits) {
                assert_eq!(
                    illegal_reason(&position, mv).is_none(),
                    position.is_legal(mv),
                    "{mv:?}"
                );
            }
        }
    }
    check::<Ultima>();
    check::<Maxima>();
    check::<Rococo>();
    check::<Renaissance>();
}

/// A FEN, the text of a move and the reason why it is illegal there.
type Case = (&'static str, &'static str, &'static str);

/// Why a text is no move, without a hint how to capture.
pub fn why_illegal<G: Game>(position: &Fast<G>, text: &str) -> String {
    let error = with_reason(position, read_move(position, text).unwrap_err());
    match error {
        MoveTextError::Impossible { text, reason, .. } => {
            MoveTextError::Impossible { text, reason, hint: None }.to_string()
        }
        error => error.to_string(),
    }
}

fn check<G: TestGame>(switches: &str, cases: &[Case]) {
    for &(fen, text, sentence) in cases {
        let position = Fast::<G>::set_up(G::VARIANTS[0].name, switches, fen).unwrap();
        let error = why_illegal(&position, text);
        assert_eq!(error, format!("'{text}' is not a legal move: {sentence}"), "{fen}");
    }
}

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w";

const FROZEN: &str = "8/8/4W3/3i4/4X3/2i5/8/8 w";

const BAROQUE: &[Case] = &[
    (START, "e4e5", "there is no piece on e4"),
    (START, "e2e9", "there is no such square"),
    (START, "Wd1-d4xk4", "there is no such square"),
    (START, "e7e5", "the pawn on e7 is Black's, and it is White's turn"),
    (START, "e2d3", "a pawn moves like a rook, along files and ranks"),
    (START, "d1d2", "your own pawn is on d2"),
    (START, "d1d3", "a king goes one step"),
    (
        START,
        "e2e7",
        "a pawn cannot land on the pawn on e7: it captures what it encloses along files and ranks between itself and another piece of its side",
    ),
    (START, "a1a5", "the pawn on a2 is in the way"),
    (START, "b1b3", "the pawn on b2 is in the way"),
    (START, "e2e2", "the pawn on e2 is not frozen, so it cannot commit suicide"),
    (START, "d1d1", "a king cannot commit suicide"),
    (START, "e2e4d", "a pawn cannot destroy itself and an adjacent piece"),
    (START, "e2e4t", "a pawn cannot pull"),
    (START, "e2e8l", "a pawn cannot become or leave behind another piece"),
    (START, "P@e4", "this game has no pieces in hand"),
    (START, "We2-e4", "the pawn on e2 is not a withdrawer"),
    (START, "We3", "the pawn on e2 is in the way"),
    (START, "Ld5", "no long-leaper of White can go to d5"),
    (FROZEN, "Cd5", "White has no coordinator on the board"),
    (START, "Pe2-e4xe5", "the legal move there is Pe2-e4"),
    (FROZEN, "e6e8", "the withdrawer on e6 is frozen by the immobilizer on d5"),
    (FROZEN, "e4e8", "the chameleon on e4 is frozen by the immobilizer on d5"),
    ("8/8/2I5/3i4/2x5/8/8/8 w", "c6c8", "the immobilizer on c6 is frozen by the immobilizer on d5"),
    (
        "8/2x5/2I5/3i4/8/8/8/8 w",
        "c6b6",
        "the immobilizer on c6 is frozen by the immobilizer on d5 and the chameleon on c7",
    ),
    (
        "8/8/8/8/L1pp4/8/8/8 w",
        "a4e4",
        "the pawn on c4 and the pawn on d4 stand in a row and cannot be jumped",
    ),
    (
        "8/8/8/8/X1p5/8/8/8 w",
        "a4d4",
        "a chameleon jumps only over pieces that leap, and the pawn on c4 is in the way",
    ),
    (
        "8/8/8/8/L1p5/8/8/8 w",
        "a4c4",
        "a long-leaper cannot land on the pawn on c4: it captures what it jumps over, several in a line",
    ),
    (
        "8/8/8/8/I1p5/8/8/8 w",
        "a4c4",
        "an immobilizer cannot land on the pawn on c4: it captures nothing by moving",
    ),
    (
        "8/8/8/8/8/1w6/8/K7 w",
        "a1a2",
        "the king on a2 could then be captured by the withdrawer on b3",
    ),
    (
        "8/8/8/8/8/8/1w6/K3P3 w",
        "e1e2",
        "the king is in check and could still be captured on a1 by the withdrawer on b2",
    ),
    ("8/8/8/3Kk3/5I2/3w4/8/8 b", "e5e6", "the game is over (checkmate)"),
];

#[test]
fn sentences_of_ultima() {
    check::<Ultima>("-", BAROQUE);
    let frozen = "8/8/4W3/3i4/8/8/8/P7 w";
    check::<Ultima>("suicide=off", &[(frozen, "e6e6", "there is no suicide under these rules")]);
    check::<Ultima>(
        "ranklimit=on",
        &[(START, "e2e5", "a piece on its side's rank 2 goes 2 squares at most")],
    );
    let two = "8/8/8/8/L1p1p3/8/8/8 w";
    check::<Ultima>(
        "leap=single",
        &[(two, "a4f4", "a long-leaper may jump over only one piece in a move")],
    );
    check::<Ultima>(
        "land=stop",
        &[(
            "8/8/8/8/L1p5/8/8/8 w",
            "a4e4",
            "a long-leaper must stop right behind the piece that it jumps over",
        )],
    );
}

#[test]
fn sentences_of_maxima() {
    let king = "***2***/k7/p7/8/8/8/8/8/8/3PK3/***P1*** w";
    let mage = "***2***/7k/8/8/8/3p4/2p5/1M6/8/7K/***2*** w";
    let palace = "***2***/k7/p7/8/8/8/8/8/4P3/7K/***P1*** w";
    check::<Maxima>(
        "-",
        &[
            (king, "e2e3", "a king leaps like a chess knight, also around the sides of the board"),
            (king, "d2e1", "a pawn moves like a rook, along files and ranks"),
            (mage, "b4b5", "a mage goes one diagonal step and then straight on away from there"),
            (mage, "b4c7", "the pawn on c5 is in the way"),
            (palace, "e3e1", "a side may have at most one piece in its own palace"),
        ],
    );
}

#[test]
fn sentences_of_rococo() {
    let start = "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 w";
    let open = "k9/10/10/10/3S1P4/10/4W5/10/10/K9 w";
    let pawn = "a pawn goes one step, only to empty squares; leaps over an adjacent piece of either \
                side";
    let for_nothing = "the outer squares may be entered or crossed only to capture, and this move \
                       captures nothing";
    check::<Rococo>(
        "-",
        &[
            (start, "d2d5", pawn),
            (start, "d2d4", "there is no piece on d3 to leap over"),
            (start, "a1a1", "the immobilizer on a1 is not frozen, so it cannot commit suicide"),
            (start, "a1x0", for_nothing),
            (start, "h1h2d", "a swapper destroys only an adjacent enemy"),
            (start, "e1f1d", "a chameleon destroys only an adjacent enemy swapper"),
            (start, "d2d3l", "a pawn becomes another piece only on the last two ranks"),
            (open, "d3z3", for_nothing),
            (open, "x0x2", "a king goes one step"),
            (
                "k9/10/10/10/3S1P4/10/10/10/10/K9 w - c5e5 0 1",
                "c5e5",
                "the swap of c5 and e5 cannot be reversed at once",
            ),
            ("k9/10/10/10/3Pp5/10/10/10/10/K9 w", "c5d5", pawn),
            (
                "k9/3P6/10/10/2LL6/W9/10/10/10/K9 w",
                "c8d8l",
                "a pawn cannot become a long-leaper while White has 2 on the board",
            ),
            (
                "10/k9/10/10/10/4p5/4W5/10/10/K9 w",
                "d3d0",
                "the same can be captured with fewer of the outer squares",
            ),
        ],
    );
    check::<Rococo>("swapfriends=off", &[(open, "c5e5", "your own pawn is on e5")]);
}

#[test]
fn sentences_of_renaissance() {
    let fen = "8k/9/9/2Upp4/9/2Y6/R3B4/9/K8[P] w";
    check::<Renaissance>(
        "-",
        &[
            (fen, "L@a9", "White has no long-leaper in hand"),
            (fen, "P@c6", "the pusher on c6 is already there"),
            (fen, "c6d6", "the pawn on d6 cannot be pushed on: the pawn on e6 is behind it"),
            (fen, "c4c5t", "there is no piece on c3 to pull"),
            (fen, "c4c6t", "a puller pulls only when it goes one step"),
            (fen, "c6c7t", "a pusher cannot pull"),
            (fen, "a3a5p", "a resurrector leaves a piece behind only when it goes one step"),
            (fen, "a3a4l", "White has no long-leaper in hand"),
            (fen, "a3e3", "your own bomb is on e3"),
            (fen, "c4c4", "there is no suicide under these rules"),
            ("8k/9/9/9/9/9/9/1B7/K8[] w", "b2b2", "that would remove your own king"),
            (
                "6Upk/9/9/9/9/9/9/9/K8[] w",
                "g9h9",
                "the pawn on h9 cannot be pushed on: the king on i9 is behind it",
            ),
            (
                "k6Up/9/9/9/9/9/9/9/K8[] w",
                "h9i9",
                "the pawn on i9 is at the edge of the board and cannot be pushed on",
            ),
        ],
    );
}

/// A leaper with a piece to jump.
const LEAP: &str = "8/8/3p4/8/3L4/8/8/K6k w";

/// The same with two pieces in a row.
const ROW: &str = "8/3p4/3p4/8/3L4/8/8/K6k w";

#[test]
fn suffix_letters_give_the_special_effect() {
    let stays = "in a suicide or an explosion the piece stays on its square";
    let not_frozen = "the long-leaper on d4 is not frozen, so it cannot commit suicide";
    let no_swap = "a pawn cannot change places with another piece";
    check::<Ultima>(
        "-",
        &[
            (LEAP, "d4d4x", not_frozen),
            (LEAP, "D4D4x", not_frozen),
            (LEAP, "Ld4@", not_frozen),
            (LEAP, "a1a1x", "a king cannot commit suicide"),
            (LEAP, "d4d5x", stays),
            (LEAP, "d4d6x", stays),
            (START, "e2e3b", stays),
            (START, "e2e3s", no_swap),
            (START, "e2e3y", "a pawn cannot pull"),
            (START, "e7e6y", "the pawn on e7 is Black's, and it is White's turn"),
            (START, "e2e3q", "no piece of this game has the letter Q"),
        ],
    );
    check::<Ultima>("suicide=off", &[(LEAP, "d4d4x", "there is no suicide under these rules")]);
    let swap = "k9/10/10/10/3S1P4/10/4W5/10/10/K9 w";
    let blocked = "10/1k6p1/10/10/10/1p8/10/1S8/10/K9 w";
    check::<Rococo>(
        "-",
        &[
            (blocked, "a2a8s", "the pawn on a4 is in the way"),
            (swap, "c5c6s", "there is no piece on c6 to change places with"),
            (swap, "d3d4s", "a withdrawer cannot change places with another piece"),
            (swap, "d3d4=L", "a withdrawer cannot become or leave behind another piece"),
            (swap, "e5e6s", "a pawn becomes another piece only on the last two ranks"),
        ],
    );
    let bomb = "8k/9/9/4B4/3i5/9/9/9/K8[] w";
    let frozen = "the bomb on e6 is frozen by the immobilizer on d5";
    check::<Renaissance>(
        "-",
        &[
            (bomb, "e6e6b", frozen),
            (bomb, "Be6*", frozen),
            (bomb, "a1a2y", "a king cannot pull"),
            (bomb, "a1a2s", "a king cannot change places with another piece"),
        ],
    );
}

#[test]
fn moves_in_several_legs_are_those_of_their_ends() {
    let row = "the pawn on d6 and the pawn on d7 stand in a row and cannot be jumped";
    check::<Ultima>(
        "-",
        &[
            (LEAP, "d4xd6-e8", "a long-leaper moves like a queen"),
            (LEAP, "d4d7,d7d2", "d7 is neither captured nor on the path from d4 to d2"),
            (LEAP, "d4-d7-d5", "d7 is neither captured nor on the path from d4 to d5"),
            (LEAP, "d4-d7xd7", "the legal move there is Ld4-d7xd6"),
            (ROW, "d4d7,d7d8", row),
            (ROW, "d4xd6xd7-d8", row),
            (START, "e2e4 e7e5", "that is more than one move"),
            (START, "e2e4,e7e5", "that is more than one move"),
            (START, "e2e4e7e5", "that is more than one move"),
        ],
    );
}

#[test]
fn every_form_of_a_move_has_its_reason() {
    let king = "a king goes one step";
    let friend = "your own pawn is on d2";
    let leaper = "a long-leaper cannot land on the pawn on d6: it captures what it jumps over, \
                  several in a line";
    let no_square = "there is no such square";
    check::<Ultima>(
        "-",
        &[
            (LEAP, "Kxd4", king),
            (LEAP, "Kxa3", king),
            (LEAP, "kb3", king),
            (LEAP, "D4D6", leaper),
            (LEAP, "LD4D6", leaper),
            (LEAP, "ld6", leaper),
            (LEAP, "L4d6", leaper),
            (LEAP, "Lcd6", "White has no long-leaper on file c"),
            (LEAP, "d5", "White has no pawn on the board"),
            (START, "we3", "the pawn on e2 is in the way"),
            (START, "Kxd2", friend),
            (START, "a9b9", no_square),
            (START, "i1i2", no_square),
            (START, "Li1-i2", no_square),
        ],
    );
    let maxima = "***2***/k7/p7/8/8/8/8/8/8/3PK3/***P1*** w";
    check::<Maxima>("-", &[(maxima, "b11b10", no_square), (maxima, "b11c10", no_square)]);
    let over = "8/8/8/3Kk3/5I2/3w4/8/8 b";
    check::<Ultima>("-", &[(over, "Lh5", "the game is over (checkmate)")]);
}

#[test]
fn a_piece_is_named_with_its_square() {
    let square = "e6".to_owned();
    let (kind, name) = (Ultima::PIECES.kind('W').unwrap(), "withdrawer");
    let piece = PieceOn { color: Color::White, kind, name, square };
    assert_eq!(piece.to_string(), "the withdrawer on e6");
}

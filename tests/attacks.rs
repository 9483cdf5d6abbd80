//! Attacks: those of the side to move are the captures of its legal moves, as the reference plays them;
//! each says truly how it captures and who helps.

use std::collections::BTreeSet;

use baroque_games::Games;
use baroque_movegen::definition::Act;
use baroque_movegen::{
    Attack, CaptureMethod, Game, Geometry, Maxima, PieceKind, Position, Renaissance, Rococo,
    Special, Square, Ultima, attacks, read_move,
};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::backend::{Backend, Slow};
use crate::common::games::TestGame;
use crate::common::strategies::{check_property, positions};
use crate::explain_described::{game, position};

/// Start, destination and victim of a capture by a piece that is not moved by another one.
type Capture = (usize, usize, usize);

fn square<G: Game>(position: &Position<G>, name: &str) -> usize {
    position.geometry().parse(name).unwrap().0.index()
}

/// The captures of some attacks, and how many captures pushes and pulls force, with their squares.
fn captures<G: Game>(position: &Position<G>, all: &[Attack]) -> (BTreeSet<Capture>, Vec<Capture>) {
    let (forced, own): (Vec<&Attack>, Vec<&Attack>) =
        all.iter().partition(|attack| attack.taker.is_some());
    let at = |name: &str| square(position, name);
    let capture = |attack: &&Attack| {
        let to =
            if attack.method == CaptureMethod::Rifle { &attack.victim.square } else { &attack.to };
        (at(&attack.by.square), at(to), at(&attack.victim.square))
    };
    let mut forced: Vec<Capture> =
        forced.iter().map(|attack| (at(&attack.by.square), at(&attack.to), 0)).collect();
    forced.sort_unstable();
    (own.iter().map(capture).collect(), forced)
}

/// The same of legal moves.
fn of_moves(
    moves: impl Iterator<Item = (usize, usize, Vec<usize>, bool)>,
) -> (BTreeSet<Capture>, Vec<Capture>) {
    let (mut own, mut forced) = (BTreeSet::new(), Vec::new());
    for (from, to, victims, moves_others) in moves {
        match moves_others {
            true => forced.extend(victims.iter().map(|_| (from, to, 0))),
            false => own.extend(victims.iter().map(|&victim| (from, to, victim))),
        }
    }
    forced.sort_unstable();
    (own, forced)
}

/// Whether a legal move pushes or pulls.
fn moves_others<G: Game>(position: &Position<G>, text: &str) -> bool {
    let mv = read_move(position, text).unwrap();
    let pushes = || {
        let kind = position.kind_at(mv.from()).map(|kind| position.pieces().info(kind).name);
        kind == Some("pusher") && position.kind_at(mv.to()).is_some()
    };
    mv.special() == Special::Pull || pushes()
}

/// Whether an attack is not possible, or not without others, when those are gone that help it.
fn needs_its_helpers<G: Game>(position: &Position<G>, attack: &Attack) -> bool {
    let mut setup = position.setup();
    for helper in &attack.helpers {
        let (square, _) = position.geometry().parse(&helper.square).unwrap();
        setup.board.remove(square);
    }
    let same = |other: &Attack| {
        let is_same = (&other.by, &other.to, &other.victim, other.method)
            == (&attack.by, &attack.to, &attack.victim, attack.method);
        is_same && other.helpers.is_empty()
    };
    let is_alone = |without| !attacks(&without, attack.by.color).iter().any(same);
    attack.helpers.is_empty() || Position::new(setup).ok().is_none_or(is_alone)
}

/// Whether the squares of a capture are as its method says, on a board without edges that are joined.
fn has_the_shape_of_its_method<G: Game>(position: &Position<G>, attack: &Attack) -> bool {
    let geometry = position.geometry();
    let at = |name: &str| geometry.parse(name).unwrap().0;
    let [from, to, victim] =
        [&attack.by.square, &attack.to, &attack.victim.square].map(|name| at(name));
    let is_beside = |a, b| geometry.neighbours(a).has(b);
    let is_on = |from, to, then| geometry.direction(from, to) == geometry.direction(to, then);
    let helpers: Vec<Square> = attack.helpers.iter().map(|helper| at(&helper.square)).collect();
    match attack.method {
        CaptureMethod::Displacement => to == victim,
        CaptureMethod::Leap => geometry.between(from, to).has(victim),
        CaptureMethod::Withdrawal => is_beside(from, victim) && is_on(victim, from, to),
        CaptureMethod::Approach => is_beside(to, victim) && is_on(from, to, victim),
        CaptureMethod::Pincer => {
            let is_beyond =
                |&helper: &Square| is_beside(victim, helper) && is_on(to, victim, helper);
            is_beside(to, victim) && helpers.len() == 1 && helpers.iter().all(is_beyond)
        }
        CaptureMethod::Coordination => helpers.iter().all(|&king| {
            let crosses = |a, b| {
                geometry.file(victim) == geometry.file(a)
                    && geometry.rank(victim) == geometry.rank(b)
            };
            crosses(to, king) || crosses(king, to)
        }),
        CaptureMethod::Destruction | CaptureMethod::Explosion => is_beside(from, victim),
        CaptureMethod::Rifle => from == to,
        _ => true,
    }
}

/// The attacks of a side in a position and those of the reference, or of the generator's moves.
fn are_captures<G: Game>(
    position: &Position<G>,
    moves: impl Iterator<Item = (usize, usize, Vec<usize>, bool)>,
) -> Result<(), String> {
    let all = attacks(position, position.side());
    let legal: Vec<Attack> = all.iter().filter(|attack| attack.is_legal).cloned().collect();
    let (found, wanted) = (captures(position, &legal), of_moves(moves));
    if found != wanted {
        return Err(format!("{}: {found:?}, not {wanted:?}", position.to_fen()));
    }
    let is_true = |attack: &Attack| {
        let by_itself = attack.taker.is_none() && !G::IS_CUSTOM;
        needs_its_helpers(position, attack)
            && (!by_itself || has_the_shape_of_its_method(position, attack))
    };
    match all.iter().find(|attack| !is_true(attack)) {
        Some(attack) => Err(format!("{}: {attack:?}", position.to_fen())),
        None => Ok(()),
    }
}

fn attacks_are_captures<G: TestGame>() {
    check_property(100, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        if fast.board_outcome().is_some() {
            return Ok(());
        }
        let passed = fast.play_null();
        let turned = Slow::set_up(sample.variant, &sample.switches, &passed.to_fen());
        for (position, reference) in [(&fast, Ok(slow)), (&passed, turned)] {
            // A side in check cannot pass: only the check is to be explained.
            let Ok(reference) = reference else {
                let king = |attack: &Attack| attack.victim.kind == PieceKind::KING;
                prop_assert!(attacks(&fast, !fast.side()).iter().any(king), "{}", fast);
                continue;
            };
            let moves = reference.move_records().into_iter().map(|mv| {
                let forced = moves_others(position, &mv.uci);
                (mv.from, mv.to, mv.victims, forced)
            });
            let result = are_captures(position, moves);
            prop_assert!(result.is_ok(), "{:?}", result);
        }
        Ok(())
    });
}

#[test]
fn described_games() {
    let mut methods = BTreeSet::new();
    for name in ["fugue", "siege", "sink-acts", "sink-round", "sink-ring", "baroque-file"] {
        let game = game(name);
        for seed in 0..4 {
            let mut random = StdRng::seed_from_u64(seed);
            let mut position = position(&game, &game.starts[0].1);
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let records = moves.iter().map(|&mv| {
                    let others = [Act::Push, Act::Pull].iter().any(|&act| position.is_act(mv, act));
                    let victims = position.victims(mv).iter().map(Square::index).collect();
                    (mv.from().index(), mv.to().index(), victims, others)
                });
                let result = are_captures(&position, records);
                assert_eq!(result, Ok(()), "{name}");
                for attack in attacks(&position, position.side()) {
                    methods.insert(attack.method);
                }
                position = position.play_unchecked(moves[random.random_range(0..moves.len())]);
            }
        }
    }
    assert!(methods.len() > 10, "{methods:?}");
}

#[test]
fn ultima() {
    attacks_are_captures::<Ultima>();
}

#[test]
fn maxima() {
    attacks_are_captures::<Maxima>();
}

#[test]
fn rococo() {
    attacks_are_captures::<Rococo>();
}

#[test]
fn renaissance() {
    attacks_are_captures::<Renaissance>();
}

/// The sentences of the captures of a move.
fn sentences(variant: &str, fen: &str, text: &str) -> Vec<String> {
    let mut game = Games::default().open(variant).unwrap();
    game.set_fen(fen).unwrap();
    let mv = game.read_move(text).unwrap();
    game.explain_captures(mv).iter().map(ToString::to_string).collect()
}

#[test]
fn sentences_are_those_of_the_methods() {
    let lines = "the coordinator on c3 goes to c6, and lines from there and from the king on b2 meet at the \
                 pawn on b6";
    for (variant, fen, text, wanted) in [
        (
            "baroque",
            "7k/8/8/8/1Pp5/8/8/K2P4 w",
            "d1d4",
            "the pawn on d1 goes to d4 and encloses the pawn on c4 with the pawn on b4",
        ),
        (
            "baroque",
            "7k/8/8/8/L2p4/8/K7/8 w",
            "a4e4",
            "the long-leaper on a4 jumps over the pawn on d4, to e4",
        ),
        (
            "baroque",
            "7k/8/8/3p4/3W4/8/K7/8 w",
            "d4d3",
            "the withdrawer on d4 moves straight away from the pawn on d5, to d3",
        ),
        ("baroque", "7k/8/1p6/8/8/2C5/1K6/8 w", "c3c6", lines),
        ("baroque", "7k/8/8/8/3p4/3K4/8/8 w", "d3d4", "the king on d3 takes the pawn on d4"),
        (
            "baroque",
            "7k/8/8/3w4/3X4/8/K7/8 w",
            "d4d3",
            "the chameleon on d4 moves straight away from the withdrawer on d5, to d3, as a withdrawer \
             does",
        ),
        (
            "rococo",
            "10/10/4p5/10/10/10/10/4A5/2k3K3/10 w",
            "d2d6",
            "the advancer on d2 comes straight up to the pawn on d7, on d6",
        ),
        (
            "rococo",
            "10/3l6/3S6/10/10/10/10/10/2k3K3/10 w",
            "c7c8d",
            "the swapper on c7 destroys itself and the long-leaper on c8",
        ),
        (
            "rococo",
            "10/10/10/3p6/3P6/3P6/10/10/2k3K3/10 w",
            "c4c6",
            "the pawn on c4 leaps over the pawn on c5 onto the pawn on c6",
        ),
        ("fugue", "7k/8/8/8/8/A1p5/8/K7 w", "a3c3", "the archer on a3 shoots the pawn on c3"),
        (
            "renaissance",
            "8k/9/9/9/9/3pP4/2P6/2U6/K8[] w",
            "c2c3",
            "the pusher on c2 moves the pawn on c3, which captures the pawn on d4 by pincer",
        ),
    ] {
        assert_eq!(sentences(variant, fen, text), [wanted], "{fen} {text}");
    }
    let both = sentences("baroque", "7k/8/8/8/2wX1l2/8/K7/8 w", "d4g4");
    assert_eq!(both.len(), 2, "{both:?}");
    let bomb = sentences("renaissance", "8k/9/9/3pwl3/4B4/9/9/9/K8[] w", "e5e5");
    assert_eq!(bomb[0], "the bomb on e5 explodes beside the pawn on d6");
    assert_eq!(bomb.len(), 3);
}

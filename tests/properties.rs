//! Properties of the generator in random positions, with the reference as the judge.

mod common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use baroque_engine::evaluate;
use baroque_movegen::{
    Color, Move, PieceKind, Record, Scope, Setup, Square, Ultima, read_move, readable, uci,
};
use proptest::prelude::*;

use common::judge::{Fast, Judge, Slow, play_of};
use common::reference::{Game, Play, square_name};
use common::strategies::{Line, Sample, examine, lines, placed, positions, setups, shuffles};

#[test]
fn the_generator_agrees_with_the_reference() {
    examine(1500, positions(), |sample| {
        let (fast, slow) = sample.both();
        prop_assert_eq!(fast.plays(), slow.plays());
        prop_assert_eq!(fast.count_moves(), slow.plays().len() as u64);
        prop_assert_eq!(fast.has_moves(), !slow.plays().is_empty());
        prop_assert_eq!(fast.all_frozen(), slow.all_frozen());
        for white in [true, false] {
            prop_assert_eq!(fast.is_check(white), slow.is_check(white), "white {}", white);
        }
        prop_assert_eq!(fast.status(), slow.status());
        prop_assert_eq!(fast.end(), slow.end());
        Ok(())
    });
}

/// Whether the rules call a setup a position (rules, 1.3).
fn is_position(slow: &Slow) -> bool {
    let men = |white: bool| slow.men.iter().flatten().filter(move |man| man.white == white);
    let kings = [true, false].map(|white| men(white).filter(|man| man.kind == 'K').count());
    let counts = [true, false].map(|white| men(white).count());
    kings.iter().all(|&kings| kings <= 1)
        && counts.iter().all(|&count| count <= 32)
        && (slow.rules.object_mate || kings != [0, 0])
        && (!slow.in_check(!slow.white_to_move) || slow.legal().is_empty())
}

#[test]
fn just_the_setups_that_the_rules_refuse_are_refused() {
    let counts = RefCell::new([0, 0]);
    examine(2000, setups(), |Sample { variant, switches, fen }| {
        let accepted = Fast::read(variant, &switches, &fen).is_ok();
        let slow = Slow::read(variant, &switches, &fen).unwrap();
        prop_assert_eq!(accepted, is_position(&slow));
        counts.borrow_mut()[usize::from(accepted)] += 1;
        Ok(())
    });
    assert!(counts.into_inner().iter().all(|&count| count > 200));
}

#[test]
fn is_legal_knows_just_the_generated_moves() {
    examine(600, positions(), |sample| {
        let fast = sample.fast();
        let listed: BTreeSet<Move> = fast.legal_moves().into_iter().collect();
        let pairs = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
        for mv in pairs.map(|(from, to)| Move::new(Square::new(from), Square::new(to))) {
            prop_assert_eq!(fast.is_legal(mv), listed.contains(&mv), "{}", uci::<Ultima>(mv));
            prop_assert_eq!(fast.try_play(mv).is_ok(), listed.contains(&mv));
        }
        Ok(())
    });
}

#[test]
fn junk_is_never_legal() {
    let junk = prop::collection::vec(any::<u32>(), 100);
    examine(300, (positions(), junk), |(sample, junk)| {
        let fast = sample.fast();
        let listed = fast.legal_moves();
        let spoiled = listed.iter().flat_map(|mv| (0..32).map(|bit| mv.to_bits() ^ 1 << bit));
        let small = junk.iter().map(|bits| bits % (1 << Move::BITS));
        for bits in spoiled.chain(small).chain(junk.iter().copied()) {
            if let Some(mv) = Move::try_from_bits(bits) {
                prop_assert_eq!(fast.is_legal(mv), listed.contains(&mv), "{:#x}", bits);
            }
        }
        Ok(())
    });
}

#[test]
fn captures_are_the_moves_with_victims() {
    examine(1000, positions(), |sample| {
        let fast = sample.fast();
        let (mut captures, mut quiets) = (BTreeSet::new(), BTreeSet::new());
        let mut wrong = Vec::new();
        let _ = fast.generate(Scope::Captures, |group| {
            captures.extend(group.captures.iter().map(|to| Move::new(group.from, to)));
            wrong.extend(group.quiets.iter().map(|to| Move::new(group.from, to)));
            ControlFlow::Continue(())
        });
        let _ = fast.generate(Scope::All, |group| {
            wrong
                .extend((group.quiets & group.captures).iter().map(|to| Move::new(group.from, to)));
            quiets.extend(group.quiets.iter().map(|to| Move::new(group.from, to)));
            ControlFlow::Continue(())
        });
        let (with, without): (BTreeSet<Move>, BTreeSet<Move>) =
            fast.legal_moves().into_iter().partition(|&mv| !fast.victims(mv).is_empty());
        prop_assert_eq!(captures, with);
        prop_assert_eq!(quiets, without);
        prop_assert_eq!(wrong, vec![]);
        Ok(())
    });
}

#[test]
fn fens_are_read_as_they_were_written() {
    examine(1000, positions(), |sample| {
        let (fast, slow) = sample.both();
        prop_assert_eq!(fast.to_fen(), slow.fen());
        prop_assert_eq!(Fast::from_fen(&fast.to_fen(), *fast.rules()), Ok(fast));
        Ok(())
    });
}

#[test]
fn lines_of_play_lead_both_judges_to_the_same_positions() {
    examine(60, lines(), |Line { start, moves }| {
        let (mut fast, mut slow) = start.both();
        for mv in &moves {
            (fast, slow) = (fast.after(mv), slow.after(mv));
            prop_assert_eq!(fast.to_fen(), slow.fen());
        }
        Ok(())
    });
}

#[test]
fn keys_follow_the_moves() {
    let known = RefCell::new(HashMap::new());
    examine(600, positions(), |sample| {
        let (fast, slow) = sample.both();
        let same = known.borrow_mut().entry(fast.key()).or_insert(slow.repetition_key()).clone();
        prop_assert_eq!(same, slow.repetition_key(), "two positions with one key");
        for mv in fast.legal_moves() {
            let next = fast.play_unchecked(mv);
            let fresh = Setup::<Ultima>::from_fen(&next.to_fen()).unwrap();
            prop_assert_eq!(next.board(), &fresh.board, "{}", uci::<Ultima>(mv));
            prop_assert_eq!(next.board().key(), fresh.board.key());
            prop_assert_ne!(next.key(), fast.key());
        }
        let other = Setup { side: !fast.side(), ..Setup::from_fen(&sample.fen).unwrap() };
        if let Ok(other) = Fast::new(other, *fast.rules()) {
            prop_assert_ne!(other.key(), fast.key());
            prop_assert_eq!(other.board().key(), fast.board().key());
        }
        Ok(())
    });
}

/// A play as it looks from the other side of the board.
fn flipped(play: Play) -> Play {
    let flip = |square: usize| square ^ 56;
    let (from, to) = (flip(play.from), flip(play.to));
    let mut victims: Vec<usize> = play.victims.into_iter().map(flip).collect();
    victims.sort_unstable();
    Play { uci: square_name(from) + &square_name(to), from, to, victims }
}

#[test]
fn colours_do_not_matter() {
    examine(1000, positions(), |sample| {
        let fast = sample.fast();
        let turned = fast.flipped();
        prop_assert_eq!(turned.flipped(), fast);
        let mut plays: Vec<Play> = fast.plays().into_iter().map(flipped).collect();
        plays.sort();
        prop_assert_eq!(turned.plays(), plays);
        prop_assert_eq!(turned.status(), fast.status());
        if fast.outcome().is_none() {
            // Both from the side to move: White's view of the one is Black's of the other.
            prop_assert_eq!(evaluate(&turned), evaluate(&fast));
        }
        Ok(())
    });
}

/// The readable text of a legal move (rules, 1.3).
fn readable_by_the_rules(slow: &Slow, play: &Play) -> String {
    let next = slow.play(play);
    let suffix = match next.result() {
        Some("1/2-1/2") => "=",
        Some(_) => "#",
        None if next.in_check(next.white_to_move) => "+",
        None => "",
    };
    let (kind, from) = (slow.men[play.from].unwrap().kind, square_name(play.from));
    let to = square_name(play.to);
    let names: Vec<String> = play.victims.iter().map(|&square| square_name(square)).collect();
    let names = names.join(",");
    match play.victims.as_slice() {
        [] if play.from == play.to => format!("{kind}{from}@{suffix}"),
        [] => format!("{kind}{from}-{to}{suffix}"),
        [only] if *only == play.to => format!("{kind}{from}x{to}{suffix}"),
        _ => format!("{kind}{from}-{to}x{names}{suffix}"),
    }
}

#[test]
fn moves_are_read_as_they_were_written() {
    examine(100, positions(), |sample| {
        let (fast, slow) = sample.both();
        for mv in fast.legal_moves() {
            let text = readable(&fast, mv);
            prop_assert_eq!(&text, &readable_by_the_rules(&slow, &play_of(&fast, mv)));
            let bare = text.trim_end_matches(['+', '#', '=']);
            for text in [&text, bare, &uci::<Ultima>(mv)] {
                prop_assert_eq!(read_move(&fast, text), Ok(mv), "{}", text);
            }
        }
        Ok(())
    });
}

#[test]
fn games_end_when_the_reference_says_so() {
    let ends = RefCell::new(BTreeMap::new());
    examine(3000, shuffles(), |Line { start, moves }| {
        let (fast, slow) = start.both();
        let (mut record, mut game) = (Record::new(fast), Game::new(slow));
        for mv in moves.iter().map(Some).chain([None]) {
            let end = record.outcome().map(|end| (end.result(), end.reason.text()));
            prop_assert_eq!(end, game.result());
            if let Some((result, reason)) = end {
                let draw = result == "1/2-1/2";
                *ends.borrow_mut().entry((reason, draw)).or_insert(0) += 1;
                break;
            }
            if let Some(mv) = mv {
                record.push(read_move(record.position(), mv).unwrap()).unwrap();
                game.push(mv).unwrap();
            }
        }
        Ok(())
    });
    let ends = ends.into_inner();
    let kinds = ["checkmate", "stalemate", "king-taken", "repetition"].map(|end| (end, false));
    let draws = ["stalemate", "repetition", "move-limit"].map(|end| (end, true));
    for kind in kinds.into_iter().chain(draws) {
        assert!(ends.get(&kind).is_some_and(|&count| count >= 10), "{kind:?} in {ends:?}");
    }
}

/// What is to be seen in a position.
fn sights(fast: &Fast) -> Vec<String> {
    let mut sights = vec![fast.status().to_owned()];
    for color in Color::ALL.into_iter().filter(|&color| !fast.frozen(color).is_empty()) {
        sights.push(format!("frozen {color}"));
    }
    for mv in fast.legal_moves() {
        let kind = fast.kind_at(mv.from()).unwrap();
        match (kind, fast.victims(mv).len()) {
            (_, 0) if mv.is_suicide() => sights.push("suicide".to_owned()),
            (_, 0) => {}
            (PieceKind::King, _) => sights.push("king takes".to_owned()),
            (_, 1) => sights.push(format!("{} takes", kind.name())),
            (_, _) => sights.push(format!("{} takes several", kind.name())),
        }
    }
    sights
}

/// Checks that all there is to see is seen at least `least` times in these many positions.
fn check_sights(strategy: impl Strategy<Value = Vec<Fast>>, least: u32) {
    let counts = RefCell::new(BTreeMap::new());
    examine(2000, strategy, |positions| {
        for sight in positions.iter().flat_map(sights) {
            *counts.borrow_mut().entry(sight).or_insert(0) += 1;
        }
        Ok(())
    });
    let counts: BTreeMap<String, u32> = counts.into_inner();
    for sight in SIGHTS {
        assert!(counts.get(sight).is_some_and(|&count| count >= least), "{sight}: {counts:?}");
    }
}

/// All there is to see, but for stalemates, of which there are enough in `shuffles`.
const SIGHTS: [&str; 17] = [
    "ongoing",
    "check",
    "checkmate",
    "king-taken",
    "frozen White",
    "frozen Black",
    "suicide",
    "king takes",
    "pawn takes",
    "pawn takes several",
    "withdrawer takes",
    "coordinator takes",
    "coordinator takes several",
    "long-leaper takes",
    "long-leaper takes several",
    "chameleon takes",
    "chameleon takes several",
];

#[test]
fn all_there_is_occurs_in_random_play() {
    check_sights(lines().prop_map(|line| line.positions()), 10);
}

#[test]
fn all_there_is_occurs_in_random_placements() {
    check_sights(placed().prop_map(|sample| vec![sample.fast()]), 4);
}

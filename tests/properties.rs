//! Properties of the generator in random positions of every game, with the reference as the judge.

mod common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use baroque_engine::evaluate;
use baroque_movegen::{Color, GameHistory, GenType, Move, Square, read_move, uci};
use proptest::prelude::*;

use common::games::{Deed, TestGame};
use common::judge::{Fast, Judge, status};
use common::reference::{Game, Play, Reference};
use common::strategies::{Line, Sample, examine, lines, placed, positions, setups, shuffles};

/// Makes every property a test of each game.
macro_rules! games {
    ($($module:ident $game:ident;)*) => {$(
        mod $module {
            properties! { $game:
                the_generator_agrees_with_the_reference
                as_many_moves_are_counted_as_listed
                just_the_setups_that_the_rules_refuse_are_refused
                is_legal_knows_just_the_generated_moves
                no_other_number_is_a_legal_move
                junk_is_never_legal
                captures_are_the_moves_with_victims
                fens_are_read_as_they_were_written
                lines_of_play_lead_both_judges_to_the_same_positions
                keys_follow_the_moves
                keys_tell_positions_apart
                colours_do_not_matter
                moves_are_read_as_they_were_written
                games_end_when_the_reference_says_so
                all_there_is_occurs_in_random_play
                all_there_is_occurs_in_random_placements
            }
        }
    )*};
}

/// Makes properties tests of one game.
macro_rules! properties {
    ($game:ident: $($property:ident)*) => {$(
        #[test]
        fn $property() {
            super::$property::<baroque_movegen::$game>();
        }
    )*};
}

games! {
    ultima Ultima;
    maxima Maxima;
    rococo Rococo;
    renaissance Renaissance;
}

fn the_generator_agrees_with_the_reference<G: TestGame>() {
    examine(1500, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        let plays = slow.plays();
        prop_assert_eq!(fast.plays(), &plays[..]);
        prop_assert_eq!(fast.count_moves(), plays.len() as u64);
        prop_assert_eq!(fast.has_moves(), !plays.is_empty());
        prop_assert_eq!(fast.verdict(), slow.verdict());
        Ok(())
    });
}

fn as_many_moves_are_counted_as_listed<G: TestGame>() {
    examine(1500, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        for mv in fast.legal_moves() {
            let next = fast.play_unchecked(mv);
            let listed = next.legal_moves().len() as u64;
            prop_assert_eq!(next.count_moves(), listed, "{}", next.to_fen());
        }
        Ok(())
    });
}

fn just_the_setups_that_the_rules_refuse_are_refused<G: TestGame>() {
    let counts = RefCell::new([0, 0]);
    examine(2000, setups::<G>(), |Sample { variant, switches, fen }| {
        let accepted = Fast::<G>::accept(variant, &switches, &fen).is_ok();
        let slow = G::Slow::read(variant, &switches, &fen).unwrap();
        prop_assert_eq!(accepted, slow.is_position());
        counts.borrow_mut()[usize::from(accepted)] += 1;
        Ok(())
    });
    let counts = counts.into_inner();
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

/// Checks that of all these moves just the generated ones are legal.
fn check_legality<G: TestGame>(
    fast: &Fast<G>,
    moves: impl Iterator<Item = Move> + Clone,
) -> Result<(), TestCaseError> {
    let listed = BTreeSet::from_iter(fast.legal_moves());
    let legal: BTreeSet<Move> = moves.clone().filter(|&mv| fast.is_legal(mv)).collect();
    let played: BTreeSet<Move> = moves.filter(|&mv| fast.try_play(mv).is_ok()).collect();
    for found in [legal, played] {
        let wrong: Vec<&Move> = found.symmetric_difference(&listed).collect();
        prop_assert!(wrong.is_empty(), "{:?}", wrong);
    }
    Ok(())
}

fn is_legal_knows_just_the_generated_moves<G: TestGame>() {
    // What moves say besides their squares, as far as it was met.
    let specials = RefCell::new(BTreeSet::from([0]));
    let squares = G::Slow::FILES * G::Slow::RANKS;
    let plain = |from, to| Move::new(Square::new(from), Square::new(to)).to_bits();
    examine(600, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        specials.borrow_mut().extend(fast.legal_moves().into_iter().map(|mv| {
            let (from, to) = (mv.from().index(), mv.to().index());
            mv.to_bits() ^ plain(from, to)
        }));
        let specials = specials.borrow();
        let pairs = (0..squares).flat_map(|from| (0..squares).map(move |to| (from, to)));
        let bits = pairs.flat_map(|(from, to)| specials.iter().map(move |s| plain(from, to) ^ s));
        check_legality(&fast, bits.filter_map(Move::try_from_bits))
    });
}

fn no_other_number_is_a_legal_move<G: TestGame>() {
    examine(24, positions::<G>(), |sample| {
        check_legality(&sample.fast::<G>(), (0..1 << Move::BITS).filter_map(Move::try_from_bits))
    });
}

fn junk_is_never_legal<G: TestGame>() {
    let junk = prop::collection::vec(any::<u32>(), 100);
    examine(300, (positions::<G>(), junk), |(sample, junk)| {
        let fast = sample.fast::<G>();
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

fn captures_are_the_moves_with_victims<G: TestGame>() {
    examine(1000, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        let (mut captures, mut quiets) = (BTreeSet::new(), BTreeSet::new());
        let mut wrong = Vec::new();
        let _ = fast.generate(GenType::Captures, |group| {
            captures.extend(group.captures.iter().map(|to| group.to(to)));
            wrong.extend(group.quiets.iter().map(|to| group.to(to)));
            ControlFlow::Continue(())
        });
        let _ = fast.generate(GenType::All, |group| {
            wrong.extend((group.quiets & group.captures).iter().map(|to| group.to(to)));
            quiets.extend(group.quiets.iter().map(|to| group.to(to)));
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

fn fens_are_read_as_they_were_written<G: TestGame>() {
    examine(1000, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        prop_assert_eq!(fast.to_fen(), slow.fen());
        prop_assert_eq!(Fast::from_fen(&fast.to_fen(), *fast.rules()), Ok(fast));
        Ok(())
    });
}

fn lines_of_play_lead_both_judges_to_the_same_positions<G: TestGame>() {
    examine(60, lines::<G>(), |Line { start, moves }| {
        let (mut fast, mut slow) = start.both::<G>();
        for mv in &moves {
            (fast, slow) = (fast.after(mv), slow.after(mv));
            prop_assert_eq!(fast.to_fen(), slow.fen());
        }
        Ok(())
    });
}

fn keys_follow_the_moves<G: TestGame>() {
    examine(600, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        for mv in fast.legal_moves() {
            let next = fast.play_unchecked(mv);
            let fresh = Fast::from_fen(&next.to_fen(), *fast.rules()).unwrap();
            prop_assert_eq!(fresh, next, "{}", uci::<G>(mv));
            prop_assert_eq!(fresh.key(), next.key());
            prop_assert_ne!(next.key(), fast.key());
        }
        Ok(())
    });
}

/// The same position with the other side to move, without the pieces in hand, without the swap ban.
fn variations(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [placement, side, castling, ban, clock, number] = fields[..] else {
        panic!("{fen}");
    };
    let other = if side == "w" { "b" } else { "w" };
    let empty = match placement.split_once('[') {
        Some((board, _)) => format!("{board}[]"),
        None => placement.to_owned(),
    };
    vec![
        [placement, other, castling, ban, clock, number].join(" "),
        [&empty, side, castling, ban, clock, number].join(" "),
        [placement, side, castling, "-", clock, number].join(" "),
    ]
}

fn keys_tell_positions_apart<G: TestGame>() {
    let known = RefCell::new(HashMap::new());
    examine(600, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        let same = known.borrow_mut().entry(fast.key()).or_insert(slow.repetition_key()).clone();
        prop_assert_eq!(same, slow.repetition_key(), "two positions with one key");
        for fen in variations(&fast.to_fen()) {
            if let Ok(other) = Fast::<G>::from_fen(&fen, *fast.rules()) {
                let slow_other = G::Slow::read(sample.variant, &sample.switches, &fen).unwrap();
                let same = slow_other.repetition_key() == slow.repetition_key();
                prop_assert_eq!(other.key() == fast.key(), same, "{}", fen);
            }
        }
        Ok(())
    });
}

/// A play as it looks from the other side of the board.
fn flipped<R: Reference>(play: Play) -> Play {
    let flip = |square: usize| (R::RANKS - 1 - square / R::FILES) * R::FILES + square % R::FILES;
    let (from, to) = (flip(play.from), flip(play.to));
    let uci = match (play.uci.split_once('@'), R::name(play.from) + &R::name(play.to)) {
        (Some((piece, _)), _) => format!("{piece}@{}", R::name(to)),
        (None, squares) => R::name(from) + &R::name(to) + play.uci.strip_prefix(&squares).unwrap(),
    };
    let mut victims: Vec<usize> = play.victims.into_iter().map(flip).collect();
    victims.sort_unstable();
    Play { uci, from, to, victims }
}

fn colours_do_not_matter<G: TestGame>() {
    examine(1000, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        let turned = fast.flipped();
        prop_assert_eq!(turned.flipped(), fast);
        let mut plays: Vec<Play> = fast.plays().into_iter().map(flipped::<G::Slow>).collect();
        plays.sort();
        prop_assert_eq!(turned.plays(), plays);
        prop_assert_eq!(status(&turned), status(&fast));
        if fast.outcome().is_none() {
            // Both from the side to move: White's view of the one is Black's of the other.
            prop_assert_eq!(evaluate(&turned), evaluate(&fast));
        }
        Ok(())
    });
}

fn moves_are_read_as_they_were_written<G: TestGame>() {
    examine(100, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        for play in slow.plays() {
            let mv = read_move(&fast, &play.uci);
            let text = fast.text(&play);
            prop_assert_eq!(&text, &slow.text(&play));
            let bare = text.trim_end_matches(['+', '#', '=']);
            for text in [&text, bare] {
                prop_assert_eq!(&read_move(&fast, text), &mv, "{}", text);
            }
            prop_assert_eq!(mv.map(uci::<G>), Ok(play.uci));
        }
        Ok(())
    });
}

fn games_end_when_the_reference_says_so<G: TestGame>() {
    let ends = RefCell::new(BTreeMap::new());
    examine(1500, shuffles::<G>(), |Line { start, moves }| {
        let (fast, slow) = start.both::<G>();
        let (mut record, mut game) = (GameHistory::new(fast), Game::new(slow));
        for mv in moves.iter().map(Some).chain([None]) {
            let end = record.outcome().map(|end| (end.result(), end.reason.text()));
            prop_assert_eq!(end, game.end());
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
    for kind in G::ENDS {
        assert!(ends.get(kind).is_some_and(|&count| count >= 5), "{kind:?} in {ends:?}");
    }
}

/// What is to be seen in a position.
fn sights<G: TestGame>(position: &Fast<G>) -> Vec<String> {
    let mut sights = vec![status(position).to_owned()];
    for color in Color::ALL.into_iter().filter(|&color| !position.frozen(color).is_empty()) {
        sights.push(format!("frozen {color}"));
    }
    let scenes = G::SCENES.iter().filter(|(_, is_seen)| is_seen(position));
    sights.extend(scenes.map(|(name, _)| (*name).to_owned()));
    for mv in position.legal_moves() {
        let deed = Deed { position, mv };
        match deed.taken() {
            0 => {}
            1 => sights.push(format!("{} takes", deed.letter())),
            _ => sights.push(format!("{} takes several", deed.letter())),
        }
        let deeds = G::DEEDS.iter().filter(|(_, is_done)| is_done(&deed));
        sights.extend(deeds.map(|(name, _)| (*name).to_owned()));
    }
    sights
}

/// All there is to see, but for ends that [`games_end_when_the_reference_says_so`] counts.
fn all_sights<G: TestGame>() -> BTreeSet<String> {
    let frozen = ["frozen White", "frozen Black"].into_iter();
    let scenes = G::SCENES.iter().map(|(name, _)| *name);
    let deeds = G::DEEDS.iter().map(|(name, _)| *name);
    let named = frozen.chain(G::STATUSES.iter().copied()).chain(scenes).chain(deeds);
    let one = G::TAKERS.chars().map(|letter| format!("{letter} takes"));
    let several = G::TAKERS_OF_SEVERAL.chars().map(|letter| format!("{letter} takes several"));
    named.map(str::to_owned).chain(one).chain(several).collect()
}

/// How often everything is seen in these many positions.
fn count_sights<G: TestGame>(
    cases: u32,
    strategy: impl Strategy<Value = Vec<Fast<G>>>,
) -> BTreeMap<String, u32> {
    let counts = RefCell::new(BTreeMap::new());
    examine(cases, strategy, |positions| {
        for sight in positions.iter().flat_map(sights) {
            *counts.borrow_mut().entry(sight).or_insert(0) += 1;
        }
        Ok(())
    });
    counts.into_inner()
}

fn all_there_is_occurs_in_random_play<G: TestGame>() {
    let counts = count_sights::<G>(2000, lines::<G>().prop_map(|line| line.positions()));
    for sight in all_sights::<G>() {
        assert!(counts.get(&sight).is_some_and(|&count| count >= 10), "{sight}: {counts:?}");
    }
}

fn all_there_is_occurs_in_random_placements<G: TestGame>() {
    let counts = count_sights::<G>(6000, placed::<G>().prop_map(|sample| vec![sample.fast()]));
    let rare = |sight: &String| G::RARE_DEEDS.contains(&sight.as_str());
    for sight in all_sights::<G>().into_iter().filter(|sight| !rare(sight)) {
        assert!(counts.get(&sight).is_some_and(|&count| count >= 4), "{sight}: {counts:?}");
    }
}

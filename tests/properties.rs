//! Properties of the generator in random positions of every game, compared with the reference.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use baroque_engine::hand_made;
use baroque_movegen::definition::{Backend as DefinitionBackend, Definition};
use baroque_movegen::{
    Color, CustomGame, GameHistory, GenType, Goal, Grid, Move, Square, perft, read_move, uci,
};
use proptest::prelude::*;

use crate::common::backend::{Backend, Fast, PositionSummary, Slow, status};
use crate::common::games::{MoveContext, TestGame};
use crate::common::reference::{Game, MoveRecord};
use crate::common::strategies::{
    MoveSequence, Sample, check_property, lopsided_sequences, move_sequences, positions,
    random_placements, setups, shuffles,
};

/// Makes every property a test for each game.
macro_rules! games {
    ($($module:ident $game:ident;)*) => {$(
        mod $module {
            properties! { $game:
                the_generator_agrees_with_the_reference
                definitions_say_the_same_as_tables
                counts_equal_list_lengths
                only_invalid_setups_are_rejected
                is_legal_accepts_only_generated_moves
                no_other_bits_are_a_legal_move
                corrupted_moves_are_not_legal
                captures_are_the_moves_with_victims
                fens_round_trip
                positions_reached_by_play_are_accepted
                move_sequences_agree_with_the_reference
                incremental_keys_equal_fresh_keys
                keys_distinguish_positions
                rules_are_symmetric_in_colours
                move_text_round_trips
                games_end_as_in_the_reference
                random_play_covers_all_features
                random_placements_cover_all_features
            }
        }
    )*};
}

/// Makes properties tests for one game.
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
    check_property(1500, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        let moves = slow.move_records();
        prop_assert_eq!(fast.move_records(), &moves[..]);
        prop_assert_eq!(fast.count_moves(), moves.len() as u64);
        prop_assert_eq!(fast.has_moves(), !moves.is_empty());
        prop_assert_eq!(fast.summary(), slow.summary());
        Ok(())
    });
}

/// A position under the definition of a game.
fn described<G: TestGame>(
    rules: &G::Rules,
    fen: &str,
    backend: DefinitionBackend,
) -> Option<Fast<CustomGame>> {
    Fast::from_fen(fen, Definition::of::<G>(rules).rules(backend).unwrap()).ok()
}

/// What a position is without its FEN, whose hands have another order in described games.
fn without_fen(summary: PositionSummary) -> PositionSummary {
    PositionSummary { fen: String::new(), ..summary }
}

/// Whether the side to move has reached its goal, which it has in no position of a game. A table does not
/// look at it there where a definition does.
fn is_past_its_goal<G: TestGame>(fast: &Fast<G>) -> bool {
    let there = |goal: Goal<G::Geometry>| goal.zone[fast.side()] & fast.board().color(fast.side());
    fast.table().goal.is_some_and(|goal| there(goal).len() >= goal.pieces)
}

fn definitions_say_the_same_as_tables<G: TestGame>() {
    check_property(250, (positions::<G>(), setups::<G>()), |(sample, setup)| {
        let fast = sample.fast::<G>();
        let moves = fast.move_records();
        if is_past_its_goal(&fast) {
            return Ok(());
        }
        for backend in [DefinitionBackend::General, DefinitionBackend::Fastest] {
            let same = described::<G>(fast.rules(), &sample.fen, backend).unwrap();
            prop_assert_eq!(same.move_records(), &moves[..]);
            prop_assert_eq!(without_fen(same.summary()), without_fen(fast.summary()));
            for mv in &moves {
                prop_assert_eq!(same.text(mv), fast.text(mv));
            }
            if moves.len() < 30 {
                prop_assert_eq!(perft(&same, 2), perft(&fast, 2));
            }
            let is_position = described::<G>(fast.rules(), &setup.fen, backend).is_some();
            let expected = Fast::<G>::from_fen(&setup.fen, fast.rules().clone()).is_ok();
            prop_assert_eq!(is_position, expected, "{}", setup.fen);
        }
        Ok(())
    });
}

fn counts_equal_list_lengths<G: TestGame>() {
    check_property(1500, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        for mv in fast.legal_moves() {
            let next = fast.play_unchecked(mv);
            let listed = next.legal_moves().len() as u64;
            prop_assert_eq!(next.count_moves(), listed, "{}", next.to_fen());
        }
        Ok(())
    });
}

fn only_invalid_setups_are_rejected<G: TestGame>() {
    let counts = RefCell::new([0, 0]);
    check_property(2000, setups::<G>(), |Sample { variant, switches, fen }| {
        let accepted = Fast::<G>::set_up(variant, &switches, &fen).is_ok();
        let slow = Slow::read(variant, &switches, &fen).unwrap();
        prop_assert_eq!(accepted, slow.is_position());
        counts.borrow_mut()[usize::from(accepted)] += 1;
        Ok(())
    });
    let counts = counts.into_inner();
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

/// Checks that exactly the generated moves of `moves` are legal.
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

fn is_legal_accepts_only_generated_moves<G: TestGame>() {
    // The special effects of the moves found so far, as bits.
    let specials = RefCell::new(BTreeSet::from([0]));
    let squares = G::Geometry::FILES * G::Geometry::RANKS;
    let plain = |from, to| Move::new(Square::new(from), Square::new(to)).to_bits();
    check_property(600, positions::<G>(), |sample| {
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

fn no_other_bits_are_a_legal_move<G: TestGame>() {
    check_property(24, positions::<G>(), |sample| {
        check_legality(&sample.fast::<G>(), (0..1 << Move::BITS).filter_map(Move::try_from_bits))
    });
}

fn corrupted_moves_are_not_legal<G: TestGame>() {
    let junk = prop::collection::vec(any::<u32>(), 100);
    check_property(300, (positions::<G>(), junk), |(sample, junk)| {
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
    check_property(1000, positions::<G>(), |sample| {
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
        for target in fast.board().color(!fast.side()) {
            let takes_it = |mv: &Move| fast.victims(*mv).has(target);
            let mut takers = BTreeSet::new();
            let _ = fast.captures_of(target, |group| {
                takers.extend(group.captures.iter().map(|to| group.to(to)));
                ControlFlow::Continue(())
            });
            prop_assert!(takers.is_subset(&with));
            takers.retain(takes_it);
            prop_assert_eq!(takers, with.iter().copied().filter(takes_it).collect());
        }
        prop_assert_eq!(captures, with);
        prop_assert_eq!(quiets, without);
        prop_assert_eq!(wrong, vec![]);
        Ok(())
    });
}

fn fens_round_trip<G: TestGame>() {
    check_property(1000, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        prop_assert_eq!(fast.to_fen(), slow.fen());
        prop_assert_eq!(Fast::from_fen(&fast.to_fen(), fast.rules().clone()), Ok(fast));
        Ok(())
    });
}

fn positions_reached_by_play_are_accepted<G: TestGame>() {
    check_property(200, lopsided_sequences::<G>(), |line| {
        for reached in line.positions::<G>() {
            prop_assert_eq!(
                Fast::from_fen(&reached.to_fen(), reached.rules().clone()),
                Ok(reached)
            );
        }
        Ok(())
    });
}

fn move_sequences_agree_with_the_reference<G: TestGame>() {
    check_property(60, move_sequences::<G>(), |MoveSequence { start, moves }| {
        let (mut fast, mut slow) = start.both::<G>();
        for mv in &moves {
            (fast, slow) = (fast.after(mv), slow.after(mv));
            prop_assert_eq!(fast.to_fen(), slow.fen());
        }
        Ok(())
    });
}

fn incremental_keys_equal_fresh_keys<G: TestGame>() {
    check_property(600, positions::<G>(), |sample| {
        let fast = sample.fast::<G>();
        for mv in fast.legal_moves() {
            let next = fast.play_unchecked(mv);
            let fresh = Fast::from_fen(&next.to_fen(), fast.rules().clone()).unwrap();
            prop_assert_eq!(fresh.clone(), next.clone(), "{}", uci(&fast, mv));
            prop_assert_eq!(fresh.key(), next.key());
            prop_assert_ne!(next.key(), fast.key());
        }
        Ok(())
    });
}

/// The same position with the other side to move, with empty hands, and without the swap ban.
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

fn keys_distinguish_positions<G: TestGame>() {
    let known = RefCell::new(HashMap::new());
    check_property(600, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        let same = known.borrow_mut().entry(fast.key()).or_insert(slow.repetition_key()).clone();
        prop_assert_eq!(same, slow.repetition_key(), "two positions with one key");
        for fen in variations(&fast.to_fen()) {
            if let Ok(other) = Fast::<G>::from_fen(&fen, fast.rules().clone()) {
                let slow_other = Slow::read(sample.variant, &sample.switches, &fen).unwrap();
                let same = slow_other.repetition_key() == slow.repetition_key();
                prop_assert_eq!(other.key() == fast.key(), same, "{}", fen);
            }
        }
        Ok(())
    });
}

/// A move mirrored from top to bottom.
fn flipped(board: &Slow, mv: MoveRecord) -> MoveRecord {
    let (files, ranks) = (board.files(), board.ranks());
    let flip = |square: usize| (ranks - 1 - square / files) * files + square % files;
    let pair = |from, to| board.name(from) + &board.name(to);
    let (from, to) = (flip(mv.from), flip(mv.to));
    let uci = match mv.uci.split_once('@') {
        Some((piece, _)) => format!("{piece}@{}", board.name(to)),
        None => pair(from, to) + mv.uci.strip_prefix(&pair(mv.from, mv.to)).unwrap(),
    };
    let mut victims: Vec<usize> = mv.victims.into_iter().map(flip).collect();
    victims.sort_unstable();
    MoveRecord { uci, from, to, victims }
}

fn rules_are_symmetric_in_colours<G: TestGame>() {
    check_property(1000, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        let turned = fast.flipped();
        prop_assert_eq!(turned.flipped(), fast.clone());
        let mut moves: Vec<MoveRecord> =
            fast.move_records().into_iter().map(|mv| flipped(&slow, mv)).collect();
        moves.sort();
        prop_assert_eq!(turned.move_records(), moves);
        prop_assert_eq!(status(&turned), status(&fast));
        if fast.outcome().is_none() {
            // Both scores are from the view of the side to move: White's of one position is Black's
            // of the other.
            prop_assert_eq!(hand_made(&turned), hand_made(&fast));
        }
        Ok(())
    });
}

fn move_text_round_trips<G: TestGame>() {
    check_property(100, positions::<G>(), |sample| {
        let (fast, slow) = sample.both::<G>();
        for record in slow.move_records() {
            let mv = read_move(&fast, &record.uci);
            let text = fast.text(&record);
            prop_assert_eq!(&text, &slow.text(&record));
            let bare = text.trim_end_matches(['+', '#', '=']);
            for text in [&text, bare] {
                prop_assert_eq!(&read_move(&fast, text), &mv, "{}", text);
            }
            prop_assert_eq!(mv.map(|mv| uci(&fast, mv)), Ok(record.uci));
        }
        Ok(())
    });
}

fn games_end_as_in_the_reference<G: TestGame>() {
    let ends = RefCell::new(BTreeMap::new());
    check_property(1500, shuffles::<G>(), |MoveSequence { start, moves }| {
        let (fast, slow) = start.both::<G>();
        let (mut history, mut game) = (GameHistory::new(fast), Game::new(slow));
        for mv in moves.iter().map(Some).chain([None]) {
            let end = history.outcome().map(|end| (end.result(), end.reason.text()));
            prop_assert_eq!(end, game.end());
            if let Some((result, reason)) = end {
                let draw = result == "1/2-1/2";
                *ends.borrow_mut().entry((reason, draw)).or_insert(0) += 1;
                break;
            }
            if let Some(mv) = mv {
                history.push(read_move(history.position(), mv).unwrap()).unwrap();
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

/// The features of a position and of its legal moves.
fn features<G: TestGame>(position: &Fast<G>) -> Vec<String> {
    let mut features = vec![status(position).to_owned()];
    for color in Color::ALL.into_iter().filter(|&color| !position.frozen(color).is_empty()) {
        features.push(format!("frozen {color}"));
    }
    let shown = G::POSITION_FEATURES.iter().filter(|(_, is_shown)| is_shown(position));
    features.extend(shown.map(|(name, _)| (*name).to_owned()));
    for mv in position.legal_moves() {
        let context = MoveContext { position, mv };
        match context.captures() {
            0 => {}
            1 => features.push(format!("{} takes", context.letter())),
            _ => features.push(format!("{} takes several", context.letter())),
        }
        let shown = G::MOVE_FEATURES.iter().filter(|(_, is_shown)| is_shown(&context));
        features.extend(shown.map(|(name, _)| (*name).to_owned()));
    }
    features
}

/// All features that must occur, except the ends that [`games_end_as_in_the_reference`] counts.
fn all_features<G: TestGame>() -> BTreeSet<String> {
    let frozen = ["frozen White", "frozen Black"].into_iter();
    let of_positions = G::POSITION_FEATURES.iter().map(|(name, _)| *name);
    let of_moves = G::MOVE_FEATURES.iter().map(|(name, _)| *name);
    let named = frozen.chain(G::STATUSES.iter().copied()).chain(of_positions).chain(of_moves);
    let one = G::CAPTURERS.chars().map(|letter| format!("{letter} takes"));
    let several = G::MULTIPLE_CAPTURERS.chars().map(|letter| format!("{letter} takes several"));
    named.map(str::to_owned).chain(one).chain(several).collect()
}

/// Counts every feature in the positions of `cases` values of the strategy.
fn count_features<G: TestGame>(
    cases: u32,
    strategy: impl Strategy<Value = Vec<Fast<G>>> + 'static,
) -> BTreeMap<String, u32> {
    let counts = RefCell::new(BTreeMap::new());
    check_property(cases, strategy, |positions| {
        for feature in positions.iter().flat_map(features) {
            *counts.borrow_mut().entry(feature).or_insert(0) += 1;
        }
        Ok(())
    });
    counts.into_inner()
}

fn random_play_covers_all_features<G: TestGame>() {
    let counts = count_features::<G>(2000, move_sequences::<G>().prop_map(|line| line.positions()));
    for feature in all_features::<G>() {
        assert!(counts.get(&feature).is_some_and(|&count| count >= 10), "{feature}: {counts:?}");
    }
}

fn random_placements_cover_all_features<G: TestGame>() {
    let counts =
        count_features::<G>(6000, random_placements::<G>().prop_map(|sample| vec![sample.fast()]));
    let rare = |feature: &String| G::RARE_MOVE_FEATURES.contains(&feature.as_str());
    for feature in all_features::<G>().into_iter().filter(|feature| !rare(feature)) {
        assert!(counts.get(&feature).is_some_and(|&count| count >= 4), "{feature}: {counts:?}");
    }
}

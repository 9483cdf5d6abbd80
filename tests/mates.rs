//! The engine and the mates of `cases/mates.tsv` (by Abbott) and `cases/found_mates.tsv` (found in
//! random games). Brute force proves the mates.

use std::sync::mpsc;

use baroque_engine::{Bound, Engine, Info, Limits, Report, ScoreText};
use baroque_movegen::{GameHistory, Move, StopFlag, Ultima, read_move, uci};
use rayon::prelude::*;

use crate::common::backend::{Backend, Fast, both};
use crate::common::mate_finder::{ROWS, row};
use crate::common::reference::{Position, forces_win};
use crate::common::solver::{keys, wins, wins_with};
use crate::common::tables::{Mate, mates};

impl Mate {
    fn position(&self) -> Fast<Ultima> {
        Fast::set_up(&self.variant, &self.rules, &self.fen).unwrap()
    }
}

fn all_mates() -> Vec<Mate> {
    let found = mates("found_mates.tsv");
    assert_eq!(found.len() as u64, ROWS);
    mates("mates.tsv").into_iter().chain(found).collect()
}

/// The best move of the engine, and its exact reports.
fn search(position: &Fast<Ultima>, limits: Limits) -> (Move, Vec<Info>) {
    let mut engine = Engine::new();
    let (sender, reports) = mpsc::channel();
    let report = move |report| sender.send(report).unwrap();
    engine.go(&GameHistory::new(*position), limits, report).unwrap();
    let mut infos = Vec::new();
    for report in reports {
        match report {
            Report::Info(info) if info.bound == Bound::Exact => infos.push(info),
            Report::Best { best, .. } => return (best.unwrap(), infos),
            _ => {}
        }
    }
    panic!("no best move");
}

/// Checks the mates selected by `wanted`, and reports all failures together.
fn check_all(wanted: impl Fn(&Mate) -> bool, check: impl Fn(&Mate) -> Result<(), String> + Sync) {
    let mates: Vec<Mate> = all_mates().into_iter().filter(wanted).collect();
    assert!(mates.len() >= 10);
    let wrong = |mate: &Mate| Some(format!("{} {}: {}", mate.id, mate.fen, check(mate).err()?));
    let wrong: Vec<String> = mates.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn demand(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

#[test]
fn the_mates_are_proved_by_brute_force() {
    check_all(
        |_| true,
        |mate| {
            let position = mate.position();
            demand(!wins(&position, mate.moves - 1), || "there is a shorter one".to_owned())?;
            let proved = if mate.moves <= 3 {
                keys(&position, mate.moves)
            } else {
                // It takes too long to refute the other moves.
                let given = mate.keys.iter().map(|key| read_move(&position, key).unwrap());
                given.filter(|&key| wins_with(&position, key, mate.moves)).collect()
            };
            let proved: Vec<String> = proved.into_iter().map(|key| uci(&position, key)).collect();
            demand(proved == mate.keys, || format!("{proved:?} are the keys"))
        },
    );
}

#[test]
fn the_reference_proves_the_cheapest_mates() {
    check_all(
        |mate| mate.moves == 2 && mate.position().count_moves() < 85,
        |mate| {
            let (_, slow) = both::<Ultima>(&mate.variant, &mate.rules, &mate.fen);
            let key = slow.after(&mate.keys[0]);
            let saved = |(_, next): &(_, Position)| !forces_win(next, 1);
            demand(!forces_win(&slow, 1), || "there is a shorter one".to_owned())?;
            demand(!key.nexts().iter().any(saved), || "the key does not win".to_owned())
        },
    );
}

#[test]
fn the_mate_finder_reproduces_rows() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/found_mates.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    for number in [0, 2, 25] {
        assert_eq!(row(number), rows[number as usize]);
    }
}

/// Checks that the engine ends with the right distance and plays a key, if `keys` is not empty.
/// Before that it may report longer mates, but none that does not exist.
fn check_search(
    position: Fast<Ultima>,
    limits: Limits,
    distance: i32,
    keys: &[String],
) -> Result<Info, String> {
    let (best, mut infos) = search(&position, limits);
    for Info { score, depth, .. } in &infos {
        let sound = match score.text() {
            ScoreText::Mate(found) => (found - distance) * distance.signum() >= 0,
            ScoreText::Centipawns(_) => true,
        };
        demand(sound, || format!("{score:?} at depth {depth} is not true"))?;
    }
    let info = infos.pop().unwrap();
    let (score, best) = (info.score.text(), uci(&position, best));
    let right = score == ScoreText::Mate(distance) && (keys.is_empty() || keys.contains(&best));
    demand(right, || format!("{score:?} by {best}, not {distance} by {keys:?}, {info:?}"))?;
    // The principal variation begins with the best move and is legal.
    let line = info.pv.iter().try_fold(position, |position, &mv| position.try_play(mv).ok());
    demand(line.is_some() && uci(&position, info.pv[0]) == best, || format!("bad line {info:?}"))?;
    Ok(info)
}

/// Limits until the mate is proved, with a generous maximum of nodes.
fn until_mate(mate: &Mate) -> Limits {
    Limits { mate: Some(mate.moves), nodes: Some(20_000_000), ..Limits::default() }
}

#[test]
fn the_engine_proves_every_mate_at_its_distance() {
    check_all(
        |_| true,
        |mate| {
            let (position, distance) = (mate.position(), mate.moves as i32);
            let found = check_search(position, until_mate(mate), distance, &mate.keys)?;
            // An ordinary search, which prunes, finds and keeps it too.
            if found.nodes < 10_000 {
                let limits = Limits { nodes: Some(3_000_000), ..Limits::default() };
                check_search(position, limits, distance, &mate.keys)?;
            }
            Ok(())
        },
    );
}

/// Whether a search says that there is no mate in so many moves.
fn excludes(game: &GameHistory<Ultima>, moves: u32) -> bool {
    let limits = Limits { mate: Some(moves), ..Limits::default() };
    let mut excluded = false;
    Engine::new().search_with(game, &limits, &StopFlag::default(), &mut |report| {
        excluded |= report == Report::NoMate { moves };
    });
    excluded
}

#[test]
fn the_engine_excludes_shorter_mates() {
    check_all(
        |mate| mate.moves <= 3,
        |mate| {
            let game = GameHistory::new(mate.position());
            let none = mate.moves == 1 || excludes(&game, mate.moves - 1);
            demand(none, || "a shorter one is possible".to_owned())?;
            demand(!excludes(&game, mate.moves), || "the mate is excluded".to_owned())
        },
    );
}

/// The game in which the key of a mate is played and both sides go back, if they can.
fn there_and_back(mate: &Mate) -> Option<GameHistory<Ultima>> {
    let start = mate.position();
    let key = read_move(&start, &mate.keys[0]).unwrap();
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    let mut games = start.play_unchecked(key).legal_moves().into_iter().filter_map(|answer| {
        let mut game = GameHistory::new(start);
        let moves = [key, answer, back(key), back(answer)];
        let possible = moves.into_iter().all(|mv| game.push(mv).is_ok());
        let same = game.position().board() == start.board();
        (possible && same && game.outcome().is_none()).then_some(game)
    });
    games.next()
}

#[test]
fn a_mate_through_a_position_of_the_game_is_not_excluded() {
    let mates = all_mates();
    let games: Vec<_> = mates
        .iter()
        .filter(|mate| mate.moves == 2)
        .filter_map(|mate| Some((mate, there_and_back(mate)?)))
        .collect();
    assert!(games.len() >= 3);
    for (mate, game) in games {
        assert!(!excludes(&game, 2), "{} {}", mate.id, mate.fen);
    }
}

#[test]
fn the_losing_side_reports_the_mate() {
    check_all(
        |mate| mate.moves > 1,
        |mate| {
            // A search for mate prunes nothing, so it finds the longest defence.
            let depth = Some(2 * mate.moves);
            let limits = Limits { depth, mate: Some(mate.moves), ..Limits::default() };
            let position = mate.position().after(&mate.keys[0]);
            check_search(position, limits, 1 - mate.moves as i32, &[])?;
            Ok(())
        },
    );
}

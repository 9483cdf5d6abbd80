//! How a piece moves, as predicates.

use crate::Direction;
use crate::custom::definition::ways::{Mode, Shape, Way};
use crate::position::phrase::listed;

/// The ways of moving, those of one sort together.
pub(crate) fn movement(ways: &[Way]) -> Vec<String> {
    // The first step of a bent slide is told with it, also where the piece may stop there.
    let is_told = |step: &&Way| step.range == 1 && ways.iter().any(|bent| begins(bent, step));
    let may_stop = ways.iter().any(|way| is_told(&way));
    let mut sorts: Vec<(&Way, Vec<&Way>)> = Vec::new();
    for way in ways.iter().filter(|way| !is_told(way)) {
        let same = |(first, _): &&mut (&Way, Vec<&Way>)| {
            let (a, b) = (first, way);
            let shapes = std::mem::discriminant(&a.shape) == std::mem::discriminant(&b.shape);
            shapes && a.range == b.range && flags(a) == flags(b)
        };
        match sorts.iter_mut().find(same) {
            Some((_, all)) => all.push(way),
            None => sorts.push((way, vec![way])),
        }
    }
    if sorts.is_empty() {
        return vec!["does not move".to_owned()];
    }
    sorts.into_iter().map(|(first, all)| sort(first, &all, may_stop)).collect()
}

fn flags(way: &Way) -> (Mode, bool, bool, bool) {
    (way.mode, way.quiet, way.displacing, way.wraps)
}

/// Whether a bent way begins with the step that is another way.
fn begins(bent: &Way, step: &Way) -> bool {
    let same = |first| step.shape == Shape::Line(first) && flags(step) == flags(bent);
    matches!(bent.shape, Shape::Bent(first, _) if same(first))
}

fn sort(first: &Way, all: &[&Way], may_stop: bool) -> String {
    let lines: Vec<Direction> = all
        .iter()
        .filter_map(|way| match way.shape {
            Shape::Line(direction) | Shape::Bent(direction, _) => Some(direction),
            Shape::Leap(..) => None,
        })
        .collect();
    let along = along(&lines);
    let goes = match (first.shape, first.mode) {
        (Shape::Leap(..), _) => leaps(all),
        (Shape::Bent(..), _) => bent(first, all, along, may_stop),
        (_, Mode::Jump) => format!("leaps over an adjacent piece of either side{}", spaced(along)),
        (_, Mode::Fly) => format!("flies over any pieces {along}"),
        _ if first.range == 1 => format!("goes one step{}", spaced(along)),
        _ if first.range == u8::MAX => match &*along {
            EVERYWHERE => "moves like a queen".to_owned(),
            STRAIGHT => format!("moves like a rook, {STRAIGHT}"),
            DIAGONAL => format!("moves like a bishop, {DIAGONAL}"),
            _ => format!("slides {along}"),
        },
        _ => format!("slides at most {} squares {along}", first.range),
    };
    let limit = match (first.quiet, first.displacing) {
        (true, false) => ", only to empty squares",
        (false, true) => ", only onto what it captures",
        _ => "",
    };
    let edge = if first.wraps { ", also around the sides of the board" } else { "" };
    goes + limit + edge
}

/// One step in some directions, and on.
fn bent(first: &Way, all: &[&Way], along: String, may_stop: bool) -> String {
    let step = match &*along {
        STRAIGHT => "one straight step".to_owned(),
        DIAGONAL => "one diagonal step".to_owned(),
        _ => format!("one step {along}"),
    };
    let on = |way: &&Way| matches!(way.shape, Shape::Bent(_, then) if then.is_orthogonal());
    let on = if all.iter().all(on) { "straight" } else { "diagonally" };
    let far = match (first.range, may_stop) {
        (u8::MAX, true) => String::new(),
        (u8::MAX, false) => "at least one square ".to_owned(),
        (range, true) => format!("at most {} squares ", range - 1),
        (range, false) => format!("one to {} squares ", range - 1),
    };
    format!("goes {step} and then {far}{on} on away from there")
}

const EVERYWHERE: &str = "in any direction";
const STRAIGHT: &str = "along files and ranks";
const DIAGONAL: &str = "along diagonals";

/// Directions behind words that mean all of them.
fn spaced(along: String) -> String {
    if along == EVERYWHERE { String::new() } else { format!(" {along}") }
}

/// The directions of slides.
fn along(directions: &[Direction]) -> String {
    let has = |wanted: &&Direction| directions.contains(wanted);
    let chosen: Vec<&Direction> = Direction::ALL.iter().filter(has).collect();
    let orthogonal = chosen.iter().filter(|one| one.is_orthogonal()).count();
    match (orthogonal, chosen.len()) {
        (4, 8) => EVERYWHERE.to_owned(),
        (4, 4) => STRAIGHT.to_owned(),
        (0, 4) => DIAGONAL.to_owned(),
        _ => listed(&chosen.iter().map(|one| name(**one)).collect::<Vec<_>>(), "or"),
    }
}

/// A direction as the mover sees it.
const fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "forward",
        Direction::NorthEast => "forward to the right",
        Direction::East => "to the right",
        Direction::SouthEast => "backward to the right",
        Direction::South => "backward",
        Direction::SouthWest => "backward to the left",
        Direction::West => "to the left",
        Direction::NorthWest => "forward to the left",
    }
}

fn leaps(all: &[&Way]) -> String {
    let vectors: Vec<(i8, i8)> = all
        .iter()
        .filter_map(|way| match way.shape {
            Shape::Leap(files, ranks) => Some((files, ranks)),
            _ => None,
        })
        .collect();
    let length = |&(files, ranks): &(i8, i8)| {
        let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
        (files.max(ranks), files.min(ranks))
    };
    let mut lengths: Vec<(u8, u8)> = vectors.iter().map(length).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let mut far = Vec::new();
    for (long, short) in lengths {
        let same: Vec<_> = vectors.iter().filter(|one| length(one) == (long, short)).collect();
        let all = if short == 0 || short == long { 4 } else { 8 };
        match (long, short) {
            _ if same.len() < all => far.extend(same.into_iter().map(|&one| leap(one))),
            (2, 1) => far.push("like a chess knight".to_owned()),
            (_, 0) => far.push(format!("{long} squares along files and ranks")),
            _ if short == long => far.push(format!("{long} squares along diagonals")),
            _ => far.push(format!("{long} squares one way and {short} the other")),
        }
    }
    format!("leaps {}", far.join(", or "))
}

/// One leap as the mover sees it.
fn leap((files, ranks): (i8, i8)) -> String {
    let part = |length: i8, ways: [&str; 2]| {
        let way = if length > 0 { ways[0] } else { ways[1] };
        (length != 0).then(|| format!("{} {way}", length.unsigned_abs()))
    };
    let parts =
        [part(ranks, ["forward", "backward"]), part(files, ["to the right", "to the left"])];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

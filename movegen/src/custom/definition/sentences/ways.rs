//! How a piece moves, as predicates.

use crate::Direction;
use crate::custom::definition::ways::{Mode, Shape, Way};
use crate::position::illegal::listed;

/// The ways of moving, those of one sort together.
pub(crate) fn movement(ways: &[Way]) -> Vec<String> {
    let mut sorts: Vec<(&Way, Vec<&Way>)> = Vec::new();
    for way in ways {
        let same = |(first, _): &&mut (&Way, Vec<&Way>)| {
            let (a, b) = (first, way);
            let shapes = std::mem::discriminant(&a.shape) == std::mem::discriminant(&b.shape);
            let flags = |way: &Way| (way.mode, way.range, way.quiet, way.displacing, way.wraps);
            shapes && flags(a) == flags(b)
        };
        match sorts.iter_mut().find(same) {
            Some((_, all)) => all.push(way),
            None => sorts.push((way, vec![way])),
        }
    }
    if sorts.is_empty() {
        return vec!["does not move".to_owned()];
    }
    sorts.into_iter().map(|(first, all)| sort(first, &all)).collect()
}

fn sort(first: &Way, all: &[&Way]) -> String {
    let lines: Vec<Direction> = all
        .iter()
        .filter_map(|way| match way.shape {
            Shape::Line(direction) | Shape::Bent(direction, _) => Some(direction),
            Shape::Leap(..) => None,
        })
        .collect();
    let goes = match (first.shape, first.mode) {
        (Shape::Leap(..), _) => leaps(all),
        (Shape::Bent(..), _) => bent(first, all, &lines),
        (_, Mode::Jump) => format!("leaps over an adjacent piece {}", along(&lines)),
        (_, Mode::Fly) => format!("flies over any pieces {}", along(&lines)),
        _ if first.range == 1 => format!("goes one step {}", along(&lines)),
        _ if first.range == u8::MAX => format!("slides {}", along(&lines)),
        _ => format!("slides at most {} squares {}", first.range, along(&lines)),
    };
    let limit = match (first.quiet, first.displacing) {
        (true, false) => ", only to empty squares",
        (false, true) => ", only onto what it captures",
        _ => "",
    };
    let edge =
        if first.wraps { ", also across the edge between the first and the last file" } else { "" };
    goes + limit + edge
}

/// One step in some directions, and on.
fn bent(first: &Way, all: &[&Way], steps: &[Direction]) -> String {
    let then: Vec<Direction> = all
        .iter()
        .filter_map(|way| match way.shape {
            Shape::Bent(_, then) => Some(then),
            _ => None,
        })
        .collect();
    let far = match first.range {
        u8::MAX => "slides".to_owned(),
        range => format!("slides at most {} squares", range - 1),
    };
    format!("goes one step {} and then {far} on outwards, {}", along(steps), along(&then))
}

/// The directions of slides.
fn along(directions: &[Direction]) -> String {
    let has = |wanted: &&Direction| directions.contains(wanted);
    let chosen: Vec<&Direction> = Direction::ALL.iter().filter(has).collect();
    let orthogonal = chosen.iter().filter(|one| one.is_orthogonal()).count();
    match (orthogonal, chosen.len()) {
        (4, 8) => "in any direction".to_owned(),
        (4, 4) => "along files and ranks".to_owned(),
        (0, 4) => "along diagonals".to_owned(),
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

//! What a described piece does, as predicates for players: "slides along files and ranks".

use super::ways::{Mode, Shape, Way};
use super::{
    Act, Definition, Effect, Field, ImitatedBy, Immune, Method, PieceDefinition, PromotesTo, Take,
};
use crate::{Direction, Kinds, PieceKind};

impl Definition {
    /// What a kind does.
    pub fn sentences(&self, piece: &PieceDefinition) -> Vec<String> {
        let mut text = movement(&piece.ways);
        text.extend(self.captures(piece));
        if piece.takes.iter().any(|take| take.either) {
            text.push(
                "cannot make a move that would capture in more than one of these ways".to_owned(),
            );
        }
        text.extend(piece.acts.iter().map(|act| act.sentence()));
        text.extend(self.powers(piece));
        text.extend(self.changes(piece));
        if piece.takes.is_empty() && piece.acts.is_empty() {
            text.push("captures nothing".to_owned());
        }
        if piece.royal {
            let taken = self.end.royals_are_taken;
            text.push(
                if taken { "its capture ends the game" } else { "must not be left in check" }
                    .to_owned(),
            );
        }
        text
    }

    /// How a kind captures by moving.
    pub(crate) fn captures(&self, piece: &PieceDefinition) -> Vec<String> {
        piece.takes.iter().map(|take| self.take(take)).collect()
    }

    /// The names of some kinds in the plural.
    fn plurals(&self, kinds: Kinds) -> String {
        let named = |(row, piece): (usize, &PieceDefinition)| {
            kinds.has(PieceKind::new(row)).then(|| format!("{}s", piece.name))
        };
        self.pieces.iter().enumerate().filter_map(named).collect::<Vec<_>>().join(", ")
    }

    /// "all pieces", or some kinds.
    fn pieces_of(&self, kinds: Kinds) -> String {
        let mut every = (0..self.pieces.len()).map(PieceKind::new);
        if every.all(|kind| kinds.has(kind)) { "pieces".to_owned() } else { self.plurals(kinds) }
    }

    fn take(&self, take: &Take) -> String {
        let what = match &take.method {
            Method::Displace => "captures what it moves onto".to_owned(),
            Method::Pincer { orthogonal, diagonal, partners } => {
                let lines = match (orthogonal, diagonal) {
                    (true, true) => "in any direction",
                    (false, true) => "along diagonals",
                    _ => "along files and ranks",
                };
                let partners = self.pieces_of(*partners);
                format!(
                    "captures what it encloses {lines} between itself and its side's {partners}"
                )
            }
            Method::Withdraw => "captures what it moves straight away from".to_owned(),
            Method::Approach => "captures what it moves straight up to".to_owned(),
            Method::Leap { several, slide_on } => {
                let jumps = if *several { "several in a line" } else { "one jump a move" };
                let stop = if *slide_on { "" } else { ", and it stops right behind" };
                format!("captures the enemies that it jumps over, {jumps}{stop}")
            }
            Method::Coordinate { with, moved } => {
                let moved = if *moved { ", if the move has changed the corner" } else { "" };
                let with = self.plurals(*with);
                format!(
                    "captures on the corners between its destination and its side's {with}{moved}"
                )
            }
            Method::Around { all, itself } => {
                let whom = if *all { "all pieces" } else { "all enemies" };
                let itself = if *itself { ", and leaves the board itself" } else { "" };
                format!("captures {whom} beside its destination{itself}")
            }
            Method::Plow => {
                "may enter the first occupied square of its line and push the unbroken line \
                             of pieces on by one; what is pushed off the board is captured"
                    .to_owned()
            }
            Method::Fly => "captures the enemy right before its destination".to_owned(),
            Method::Offset(vectors) => {
                let far: Vec<String> =
                    vectors.iter().map(|(files, ranks)| format!("({files}, {ranks})")).collect();
                format!(
                    "captures at these files and ranks from its destination: {}",
                    far.join(", ")
                )
            }
            Method::Imitate { leap_alone, royal_alone, .. } => {
                let leap = if *leap_alone { "; a jump captures nothing else" } else { "" };
                let royal =
                    if *royal_alone { "; a move onto a king captures nothing else" } else { "" };
                format!("captures each enemy by that enemy's own method{leap}{royal}")
            }
        };
        what + effect(take.effect)
    }

    fn powers(&self, piece: &PieceDefinition) -> Vec<String> {
        let mut text = Vec::new();
        let near = |Field { range, .. }: Field| match range {
            1 => "adjacent".to_owned(),
            range => format!("at most {range} steps away"),
        };
        if let Some(field) = piece.freezes {
            let freed = match piece.unless_beside {
                Kinds::NONE => String::new(),
                kinds => {
                    format!(", unless one of their side's {} is beside it", self.plurals(kinds))
                }
            };
            text.push(format!(
                "freezes enemy {} that are {}{freed}",
                self.pieces_of(field.kinds),
                near(field)
            ));
        }
        if let Some(field) = piece.shields {
            let whom = self.pieces_of(field.kinds);
            text.push(format!(
                "protects its side's other {whom} that are {} from capture",
                near(field)
            ));
        }
        if let Some(field) = piece.neutralizes {
            let whom = self.pieces_of(field.kinds);
            text.push(format!(
                "keeps enemy {whom} that are {} from capturing and acting",
                near(field)
            ));
        }
        if piece.immune.to.contains(Immune::FREEZING) {
            text.push("cannot be frozen".to_owned());
        }
        text.extend(self.immunity(piece));
        text
    }

    /// What cannot be done to a kind, freezing aside.
    pub(crate) fn immunity(&self, piece: &PieceDefinition) -> Vec<String> {
        let mut text = Vec::new();
        let ways: Vec<String> = (piece.immune.to - Immune::FREEZING)
            .iter_names()
            .map(|(name, _)| name.to_ascii_lowercase())
            .collect();
        if !ways.is_empty() {
            text.push(format!("is immune to: {}", ways.join(", ")));
        }
        if piece.immune.kinds != Kinds::NONE {
            text.push(format!("cannot be captured by {}", self.plurals(piece.immune.kinds)));
        }
        text
    }

    fn changes(&self, piece: &PieceDefinition) -> Vec<String> {
        let mut text = Vec::new();
        if let Some(promotion) = &piece.promotion {
            let must = if promotion.must { "must" } else { "may" };
            let to = match promotion.to {
                PromotesTo::Kinds(kinds) => format!("one of these: {}", self.plurals(kinds)),
                PromotesTo::Lost => "a piece that its side has lost".to_owned(),
                PromotesTo::Absent => "a kind of which its side has none on the board".to_owned(),
                PromotesTo::AbsentOf { absent, always } => {
                    let absent = self.plurals(absent);
                    let text = format!("one of these if its side has none on the board: {absent}");
                    match always {
                        Kinds::NONE => text,
                        _ => format!("{text}; or one of these: {}", self.plurals(always)),
                    }
                }
            };
            text.push(format!("{must} become, on its promotion squares, {to}"));
        }
        if let Some(kind) = piece.taken_becomes {
            let name = &self.pieces[kind.index()].name;
            text.push(format!("becomes a {name} where it is demoted"));
        }
        let hands = self.hands.iter().flat_map(|hands| &hands.turns);
        let own = |kind: PieceKind| self.pieces[kind.index()].letter == piece.letter;
        for (_, to) in hands.filter(|(from, _)| own(*from)) {
            text.push(format!("becomes a {} in a hand", self.pieces[to.index()].name));
        }
        match piece.imitated {
            ImitatedBy::Own => {}
            ImitatedBy::Step => {
                text.push("is captured by imitation only with one step onto it".to_owned())
            }
            ImitatedBy::Never => text.push("is never captured by imitation".to_owned()),
        }
        text
    }
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Capture => "",
        Effect::Remove => ", which leaves the game",
        Effect::Hand => ", which goes to the hand",
        Effect::Convert => ", which changes sides where it stands",
        Effect::Demote => ", which becomes a lesser piece where it stands",
    }
}

impl Act {
    /// What a piece does with it, as a predicate.
    pub(crate) fn sentence(self) -> String {
        let far = |range: u8| {
            if range == u8::MAX { String::new() } else { format!(" at most {range} steps away") }
        };
        match self {
            Act::Swap { enemies_only: true, .. } => {
                "may change places with the first piece on a line, if an enemy".to_owned()
            }
            Act::Swap { .. } => {
                "may change places with the first piece on a line, friend or enemy".to_owned()
            }
            Act::Destroy => "may remove itself and an adjacent enemy".to_owned(),
            Act::Push => "may step onto an adjacent piece and push it one square on".to_owned(),
            Act::Pull => "may pull the piece behind it along when it goes one step".to_owned(),
            Act::Attract { range } => {
                format!(
                    "may bring the first enemy on a line{}, if not adjacent, one square nearer",
                    far(range)
                )
            }
            Act::Repel => "may send an adjacent enemy one square straight away".to_owned(),
            Act::Explode => "may explode: it and all adjacent pieces leave the board".to_owned(),
            Act::Leave => {
                "may trade places with an adjacent piece, or leave a piece of its hand behind when \
                           it goes one step"
                    .to_owned()
            }
            Act::Rifle { range, free, spotter } => {
                let spotted = match free < range {
                    true => format!(
                        ", beyond {free} steps only with an own piece at most {spotter} squares from it"
                    ),
                    false => String::new(),
                };
                format!(
                    "shoots, without moving, the first piece on a line, if an enemy{}{spotted}",
                    far(range)
                )
            }
            Act::Imitate => {
                "may swap with pieces that swap, and destroy enemies that destroy".to_owned()
            }
        }
    }
}

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
        (Shape::Bent(..), _) => "goes one step and then on outwards".to_owned(),
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

/// The directions of slides.
fn along(directions: &[Direction]) -> String {
    let has = |wanted: &Direction| directions.contains(wanted);
    let orthogonal = Direction::ALL.iter().filter(|one| one.is_orthogonal()).all(has);
    let diagonal = Direction::ALL.iter().filter(|one| !one.is_orthogonal()).all(has);
    match (orthogonal, diagonal, directions.len()) {
        (true, true, _) => "in any direction".to_owned(),
        (true, false, 4) => "along files and ranks".to_owned(),
        (false, true, 4) => "along diagonals".to_owned(),
        _ => directions.iter().map(|one| name(*one)).collect::<Vec<_>>().join(", "),
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
    let mut far: Vec<(u8, u8)> = all
        .iter()
        .filter_map(|way| match way.shape {
            Shape::Leap(files, ranks) => {
                let (a, b) = (files.unsigned_abs(), ranks.unsigned_abs());
                Some((a.max(b), a.min(b)))
            }
            _ => None,
        })
        .collect();
    far.sort_unstable();
    far.dedup();
    let far: Vec<String> = far
        .into_iter()
        .map(|(long, short)| match (long, short) {
            (2, 1) => "like a chess knight".to_owned(),
            _ => format!("{long} squares one way and {short} the other"),
        })
        .collect();
    format!("leaps {}", far.join(", or "))
}

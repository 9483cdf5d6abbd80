//! What a described piece does, as predicates for players: "slides along files and ranks".

use super::squares;
use super::ways::movement;
use crate::custom::definition::{
    Act, Definition, Effect, Field, ImitatedBy, Immune, Method, PieceDefinition, PromotesTo, Take,
};
use crate::position::phrase::{listed, with_article};
use crate::{Kinds, PieceKind};

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
        if piece.takes.is_empty() && !piece.acts.iter().any(|act| self.takes_by(*act)) {
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

    /// "archer, king or pawn"; "piece" for all kinds.
    pub(super) fn one_of(&self, kinds: Kinds) -> String {
        if self.is_every(kinds) { "piece".to_owned() } else { listed(&self.names(kinds), "or") }
    }

    fn is_every(&self, kinds: Kinds) -> bool {
        self.kinds().all(|kind| kinds.has(kind))
    }

    /// The same with the indefinite article.
    pub(super) fn a(&self, kinds: Kinds) -> String {
        with_article(&self.one_of(kinds))
    }

    /// "any adjacent enemy pawn", "any other pawn within 2 steps".
    fn any(&self, other: &str, whose: &str, Field { kinds, range }: Field) -> String {
        let kinds = self.one_of(kinds);
        match range {
            1 => format!("any {other}adjacent {whose}{kinds}"),
            range => format!("any {other}{whose}{kinds} within {range} steps"),
        }
    }

    pub(super) fn names(&self, kinds: Kinds) -> Vec<&str> {
        self.kinds().filter(|&kind| kinds.has(kind)).map(|kind| self.name(kind)).collect()
    }

    pub(super) fn name(&self, kind: PieceKind) -> &str {
        &self.pieces[kind.index()].name
    }

    /// The royal kinds.
    pub(super) fn royal(&self) -> Kinds {
        let royal = self.kinds().filter(|kind| self.pieces[kind.index()].royal);
        royal.map(Kinds::one).fold(Kinds::NONE, Kinds::union)
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
                let partner = self.one_of(*partners);
                format!(
                    "captures what it encloses {lines} between itself and another {partner} of its \
                     side"
                )
            }
            Method::Withdraw => "captures what it moves straight away from".to_owned(),
            Method::Approach => "captures what it moves straight up to".to_owned(),
            Method::Leap { several, slide_on } => {
                let jumps = match (several, slide_on) {
                    (true, true) => "several in a line",
                    (true, false) => "several in a line, and it stops right behind the last",
                    (false, true) => "one jump a move",
                    (false, false) => "one jump a move, and it stops right behind",
                };
                format!("captures what it jumps over, {jumps}")
            }
            Method::Coordinate { with, moved } => {
                let moved = if *moved { ", if the move has changed the corner" } else { "" };
                let with = match self.has_one_royal() && *with == self.royal() {
                    true => format!("its {}", self.one_of(*with)),
                    false => format!("{} of its side", self.a(*with)),
                };
                format!("captures on the corners that it spans with {with}{moved}")
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
            Method::Fly => {
                "captures the enemy on the last square before its destination".to_owned()
            }
            Method::Offset(vectors) => {
                let far: Vec<String> =
                    vectors.iter().map(|(files, ranks)| format!("({files}, {ranks})")).collect();
                format!(
                    "captures at these files and ranks from its destination: {}",
                    far.join(", ")
                )
            }
            Method::Imitate { leap_alone, royal_alone, mount_is_jumped } => {
                let mut text = "captures each enemy by that enemy's own method".to_owned();
                text += match leap_alone {
                    true => "; a jump captures nothing else",
                    false => "; all that fits is captured at once",
                };
                if *royal_alone {
                    text +=
                        &format!("; a move onto {} captures nothing else", self.a(self.royal()));
                }
                if *mount_is_jumped {
                    text += "; an adjacent piece that it leaps over counts as jumped";
                }
                text
            }
        };
        what + effect(take.effect)
    }

    fn powers(&self, piece: &PieceDefinition) -> Vec<String> {
        let mut text = Vec::new();
        if let Some(field) = piece.freezes {
            let freed = match piece.rescuers {
                Kinds::NONE => String::new(),
                kinds => {
                    let other = self.one_of(kinds);
                    format!(", unless another {other} of that side is beside the freezer")
                }
            };
            let whom = match field {
                Field { kinds, range: 1 } if self.is_every(kinds) => {
                    "all adjacent enemies".to_owned()
                }
                _ => self.any("", "enemy ", field),
            };
            text.push(format!("freezes {whom}{freed}"));
        }
        if let Some(field) = piece.shields {
            let is_own = |kind: PieceKind| self.pieces[kind.index()].letter == piece.letter;
            let shields_own = self.kinds().any(|kind| field.kinds.has(kind) && is_own(kind));
            let other = if shields_own { "other " } else { "" };
            let whom = self.any(other, "", field);
            text.push(format!("protects {whom} of its side from capture"));
        }
        if let Some(field) = piece.neutralizes {
            let whom = self.any("", "enemy ", field);
            text.push(format!("keeps {whom} from capturing and acting"));
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
        let ways: Vec<&str> = (piece.immune.to - Immune::FREEZING).iter().map(in_words).collect();
        if !ways.is_empty() {
            text.push(format!("is immune to {}", ways.join(", ")));
        }
        if piece.immune.kinds != Kinds::NONE {
            text.push(format!("cannot be captured by {}", self.a(piece.immune.kinds)));
        }
        text
    }

    fn changes(&self, piece: &PieceDefinition) -> Vec<String> {
        let mut text = Vec::new();
        if let Some(promotion) = &piece.promotion {
            let must = if promotion.must { "must" } else { "may" };
            let to = match promotion.to {
                PromotesTo::Kinds(kinds) => self.a(kinds),
                PromotesTo::Lost => "a piece that its side has lost".to_owned(),
                PromotesTo::Absent => "a kind of which its side has none on the board".to_owned(),
                PromotesTo::AbsentOf { absent, always } => {
                    let absent = format!("{} if its side has none on the board", self.a(absent));
                    match always {
                        Kinds::NONE => absent,
                        _ => format!("{}, or {absent}", self.a(always)),
                    }
                }
            };
            let zone = squares::zone(self.board, &promotion.zone);
            text.push(format!("{must} become, on {zone}, {to}"));
        }
        if let Some(kind) = piece.taken_becomes {
            text.push(format!("becomes {} where it is demoted", with_article(self.name(kind))));
        }
        if let Some(hands) = &self.hands {
            let when = if hands.takes { "when it is captured" } else { "in a hand" };
            let own = |kind: PieceKind| self.pieces[kind.index()].letter == piece.letter;
            for (_, to) in hands.turns.iter().filter(|(from, _)| own(*from)) {
                text.push(format!("becomes {} {when}", with_article(self.name(*to))));
            }
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
        Effect::Remove => "; what this captures leaves the game",
        Effect::Hand => "; what this captures goes to the hand",
        Effect::Convert => "; what this captures changes sides where it stands",
        Effect::Demote => "; what this captures becomes a lesser piece where it stands",
    }
}

impl Act {
    /// What a piece does with it, as a predicate.
    pub fn sentence(self) -> String {
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
            Act::Explode => {
                "may explode: it and all adjacent pieces of both sides leave the board".to_owned()
            }
            Act::Leave => {
                "may trade places with an adjacent piece, or leave a piece of its hand behind when \
                           it goes one step"
                    .to_owned()
            }
            Act::Rifle { range, free, spotter } => {
                let spotted = match free < range {
                    true => format!(
                        ", beyond {free} steps only if another piece of its side is within {spotter} squares of the \
                         target on a straight line with nothing between"
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

/// What a piece is immune to, of one flag.
fn in_words(to: Immune) -> &'static str {
    match to {
        Immune::DISPLACE => "displacement",
        Immune::PINCER => "pincers",
        Immune::WITHDRAW => "withdrawal",
        Immune::APPROACH => "approach",
        Immune::LEAP => "leaps",
        Immune::COORDINATE => "coordination",
        Immune::AROUND => "capture all around",
        Immune::PLOW => "plows",
        Immune::FLY => "flights",
        Immune::OFFSET => "capture at an offset",
        Immune::IMITATE => "imitation",
        Immune::SWAP => "swaps",
        Immune::DESTROY => "destruction",
        Immune::PUSH => "pushes",
        Immune::PULL => "pulls",
        Immune::ATTRACT => "attraction",
        Immune::REPEL => "repulsion",
        Immune::EXPLODE => "explosions",
        Immune::LEAVE => "trades",
        Immune::RIFLE => "rifles",
        _ => "",
    }
}

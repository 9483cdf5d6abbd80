//! Move text that is neither UCI nor readable text to the letter: short forms, squares alone, the
//! captures of XBoard, leaps square by square. It is never guessed at: each legal move is asked
//! whether the text denotes it, and who asks decides what to do if several answer.
//!
//! What a move does besides going from one square to another has to be said by its sign or its
//! letter; without it a text is the plain move, as in both exact notations. Capital letters are
//! pieces, small ones files; a small letter that is no file of the board is a piece too.

use super::parse::MoveText;
use super::write::{displaces, pushed_to};
use crate::position::description::Set;
use crate::{Bitboard, Game, Geometry, Move, MoveList, PieceKind, Position, Special, Square};

/// Longest text that is looked at, in bytes. Even all the victims of a long leap need less.
const LONGEST: usize = 256;

/// The legal moves that a text denotes, suffixes such as `+` taken away.
pub(crate) fn fitting<G: Game>(position: &Position<G>, moves: &MoveList, text: &str) -> Vec<Move> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let text = MoveText::new::<G>(text);
    let fits = |mv: &&Move| denotes(&text, position, **mv);
    moves.iter().filter(fits).copied().collect()
}

/// Whether a legal move is what the text says.
fn denotes<G: Game>(text: &MoveText, position: &Position<G>, mv: Move) -> bool {
    if mv.dropped().is_some() {
        return text.uci == Some(mv);
    }
    let squares = |mv: Move| (mv.from(), mv.to());
    if text.uci.is_some_and(|uci| squares(uci) != squares(mv)) {
        return false;
    }
    let Some(kind) = position.kind_at(mv.from()) else {
        return false;
    };
    if text.kind.is_some_and(|named| named != kind) {
        return false;
    }
    let victims = position.victims(mv);
    let matcher =
        MoveMatcher::<G> { mv, kind, victims, displaces: displaces(position, mv, victims) };
    let start = Rests(vec![&text.rest]);
    let from = start.square::<G>(mv.from());
    if mv.is_suicide() {
        return matcher.vanish(&from).is_end();
    }
    let name = G::Geometry::name(mv.from());
    let (file, rank) = name.split_at(1);
    // Only pawns go without their letter.
    let short = match text.kind.is_some() || kind == PieceKind::Pawn {
        true => start.after(&["", file, rank]),
        false => Rests::default(),
    };
    let legs = matcher.legs(&from);
    let from = from.or(short);
    matcher.way(&from).or(matcher.captures(&from)).or(legs).is_end()
}

/// What may still follow, for every way in which a text was understood so far.
#[derive(Clone, Default)]
struct Rests<'a>(Vec<&'a str>);

impl<'a> Rests<'a> {
    /// Occupancy one of these signs.
    fn after(&self, signs: &[&str]) -> Self {
        let rests = self.0.iter();
        Self(rests.flat_map(|rest| signs.iter().filter_map(|s| rest.strip_prefix(s))).collect())
    }

    /// Occupancy the name of a square.
    fn square<G: Game>(&self, square: Square) -> Self {
        let rest = |text: &&'a str| match G::Geometry::parse(text) {
            Some((found, rest)) if found == square => Some(rest),
            _ => None,
        };
        Self(self.0.iter().filter_map(rest).collect())
    }

    /// Occupancy the name of one of these squares.
    fn one_of<G: Game>(&self, squares: Set<G>) -> Self {
        squares.iter().fold(Self::default(), |rests, square| rests.or(self.square::<G>(square)))
    }

    /// Either.
    fn or(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        // All are ends of one text, so that the length tells them apart.
        self.0.sort_unstable_by_key(|rest| rest.len());
        self.0.dedup_by_key(|rest| rest.len());
        self
    }

    /// Nothing, once or again and again.
    fn repeated(&self, step: impl Fn(&Self) -> Self) -> Self {
        let (mut all, mut last) = (self.clone(), step(self));
        while !last.0.is_empty() {
            all = all.or(last.clone());
            last = step(&last);
        }
        all
    }

    /// Whether the text may end here.
    fn is_end(&self) -> bool {
        self.0.contains(&"")
    }
}

/// A legal move, and what has to be known of it to recognise it.
struct MoveMatcher<G: Game> {
    mv: Move,
    kind: PieceKind,
    victims: Set<G>,
    /// Whether it changes places with what it meets, or pushes it.
    displaces: bool,
}

impl<G: Game> MoveMatcher<G> {
    /// `g6-d3xh7`, `d3`, `d2-d4-d6-d8`, `c4xd3`, `a1<>b2`, `d4<d3t`: from what stands behind the
    /// start to the end.
    fn way<'a>(&self, from: &Rests<'a>) -> Rests<'a> {
        let to = self.mv.to();
        let mut plain = self.stops(from).after(&["", "-"]).square::<G>(to);
        if self.victims.has(to) {
            plain = plain.or(from.after(&["x"]).square::<G>(to));
        }
        let marked = |sign| from.after(&[sign]).square::<G>(to);
        let marked = match (self.mv.special(), self.kind) {
            (Special::Destruction, _) => marked("!!"),
            (Special::Pull, _) => marked("<"),
            (_, PieceKind::Pusher) if self.displaces => {
                let end = pushed_to::<G>(self.mv);
                let short = marked(">");
                short.clone().or(short.after(&[">"]).square::<G>(end))
            }
            _ if self.displaces => marked("<>"),
            _ => Rests::default(),
        };
        let end = self.special(&self.also(&plain));
        end.or(match self.mv.special() {
            Special::Piece(_) => self.special(&self.also(&marked)),
            _ => self.also(&marked),
        })
    }

    /// `e4xd5xf5-e5`: the victims come first, and who leaves the board too is one of them.
    fn captures<'a>(&self, from: &Rests<'a>) -> Rests<'a> {
        let (start, end) = (self.mv.from(), self.mv.to());
        if self.mv.special() != Special::Destruction {
            return self.special(&self.taken(from).after(&["-"]).square::<G>(end));
        }
        let [own, other] = [start, end].map(Bitboard::from);
        let taken = |rests: &Rests<'a>, squares| rests.after(&["x"]).one_of::<G>(squares);
        let first = taken(from, other);
        let both = taken(&first, own).or(taken(&taken(from, own), other));
        first.or(both).after(&["-"]).square::<G>(start).after(&["", "d"])
    }

    /// `a1c3,c3e5`: leg by leg, by way of victims or of squares in between.
    fn legs<'a>(&self, from: &Rests<'a>) -> Rests<'a> {
        let (start, end) = (self.mv.from(), self.mv.to());
        let stops = self.victims | G::Geometry::between(start, end);
        let leg = |rests: &Rests<'a>| {
            stops.iter().fold(Rests::default(), |legs, stop| {
                legs.or(rests.square::<G>(stop).after(&[","]).square::<G>(stop))
            })
        };
        self.special(&leg(from).repeated(leg).square::<G>(end))
    }

    /// `c5@`, `c5*xd5,c6`, `c5c5x`, `c5xc5-c5`: a piece that leaves the board by itself. XBoard
    /// sends a second leg to the next file on the left, wherever that is.
    fn vanish<'a>(&self, from: &Rests<'a>) -> Rests<'a> {
        let here = self.mv.from();
        let (sign, letter) = match self.kind {
            PieceKind::Bomb => ("*", "b"),
            _ => ("@", "x"),
        };
        let name = G::Geometry::name(here);
        let left = name.bytes().next().map_or('`', |file| (file - 1) as char);
        let left = format!("{left}{}", &name[1..]);
        let again = from.after(&["", "-"]).square::<G>(here);
        let second_leg = again.after(&[","]).square::<G>(here).after(&[&left]);
        let captures = self.taken(from).after(&["-"]).square::<G>(here);
        let signed = self.also(&from.after(&[sign]));
        again.after(&["", letter]).or(second_leg).or(captures).or(signed)
    }

    /// Perhaps some squares on the way, in their order.
    fn stops<'a>(&self, from: &Rests<'a>) -> Rests<'a> {
        let (mut square, to) = (self.mv.from(), self.mv.to());
        let mut rests = from.clone();
        let Some(direction) = G::Geometry::direction(square, to) else {
            return rests;
        };
        while let Some(next) = G::Geometry::step(square, direction).filter(|&next| next != to) {
            rests = rests.clone().or(rests.after(&["-"]).square::<G>(next));
            square = next;
        }
        rests
    }

    /// Perhaps some victims behind the destination square, `xc1,c5,b6`.
    fn also<'a>(&self, rests: &Rests<'a>) -> Rests<'a> {
        let named =
            |signs: &[&str], rests: &Rests<'a>| rests.after(signs).one_of::<G>(self.victims);
        let further = named(&["x"], rests).repeated(|rests| named(&[",", "x"], rests));
        rests.clone().or(further)
    }

    /// At least one victim before the destination square.
    fn taken<'a>(&self, rests: &Rests<'a>) -> Rests<'a> {
        let own = Bitboard::from(self.mv.from());
        let victims = if self.mv.is_suicide() { self.victims | own } else { self.victims };
        let one = |rests: &Rests<'a>| rests.after(&["x"]).one_of::<G>(victims);
        one(rests).repeated(one)
    }

    /// The letter or sign of what the move does besides; `s` for changing places may be missing.
    fn special<'a>(&self, rests: &Rests<'a>) -> Rests<'a> {
        match self.mv.special() {
            Special::Nothing if self.displaces && self.kind != PieceKind::Pusher => {
                rests.after(&["", "s"])
            }
            Special::Nothing => rests.clone(),
            Special::Destruction => rests.after(&["d"]),
            // Two traditions.
            Special::Pull => rests.after(&["t", "y"]),
            Special::Piece(piece) => {
                let letter = piece.letter().to_ascii_lowercase().to_string();
                let sign = if self.kind == PieceKind::Pawn { "=" } else { "^" };
                rests.after(&["", sign]).after(&[&letter])
            }
        }
    }
}

//! Move text in looser forms than UCI and readable text: short forms, squares only, XBoard's
//! captures, leaps square by square. Each legal move is compared with the text.
//!
//! The special effect of a move must be given by its sign or letter; without it a text denotes the
//! ordinary move, as in UCI and readable text. Capital letters are pieces, lower-case letters
//! files; a lower-case letter that is not a file of the board is a piece too.

use super::PAWN;
use super::parse::MoveText;
use super::write::{displaces, pushed_to};
use crate::piece::{Methods, PieceSpec};
use crate::position::table::Set;
use crate::{Bitboard, Game, Geometry, Grid, Move, PieceKind, Position, Special, Square};

/// Maximum length of a text in bytes, enough for all victims of a long leap.
pub(super) const MAX_TEXT_LENGTH: usize = 256;

/// The legal moves that match a text without its suffix (`+`, `#`, `=`).
pub(crate) fn matching_moves<G: Game>(
    position: &Position<G>,
    moves: &[Move],
    text: &str,
) -> Vec<Move> {
    if text.len() > MAX_TEXT_LENGTH {
        return Vec::new();
    }
    let text = MoveText::new(position, text);
    let fits = |mv: &&Move| matches_move(&text, position, **mv);
    moves.iter().filter(fits).copied().collect()
}

/// Whether a legal move matches a text.
fn matches_move<G: Game>(text: &MoveText, position: &Position<G>, mv: Move) -> bool {
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
    let displaces = displaces(position, mv, victims);
    let matcher = MoveMatcher { position, mv, kind, victims, displaces };
    let start = Remainders(vec![&text.rest]);
    let from = start.square(position.geometry(), mv.from());
    if mv.is_suicide() {
        return matcher.removal(&from).is_end();
    }
    let name = position.geometry().name(mv.from());
    let (file, rank) = name.split_at(1);
    // Only pawn moves may lack the piece letter.
    let short = match text.kind.is_some() || Some(kind) == position.pieces().kind(PAWN) {
        true => start.after(&["", file, rank]),
        false => Remainders::default(),
    };
    let legs = matcher.legs(&from);
    let from = from.or(short);
    matcher.path(&from).or(matcher.captures(&from)).or(legs).is_end()
}

/// The unparsed remainders of a text, one for each way of parsing it up to here.
#[derive(Clone, Default)]
struct Remainders<'a>(Vec<&'a str>);

impl<'a> Remainders<'a> {
    /// The remainders after one of these signs.
    fn after(&self, signs: &[&str]) -> Self {
        let remainders = self.0.iter();
        Self(
            remainders.flat_map(|rest| signs.iter().filter_map(|s| rest.strip_prefix(s))).collect(),
        )
    }

    /// The remainders after the name of a square.
    fn square<G: Geometry>(&self, geometry: G, square: Square) -> Self {
        let rest = |text: &&'a str| match geometry.parse(text) {
            Some((found, rest)) if found == square => Some(rest),
            _ => None,
        };
        Self(self.0.iter().filter_map(rest).collect())
    }

    /// The remainders after the name of one of these squares.
    fn one_of<G: Geometry>(&self, geometry: G, squares: Bitboard<G>) -> Self {
        squares.iter().fold(Self::default(), |remainders, square| {
            remainders.or(self.square(geometry, square))
        })
    }

    /// The union of two alternatives.
    fn or(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        // All are suffixes of one text, so equal length means equal text.
        self.0.sort_unstable_by_key(|rest| rest.len());
        self.0.dedup_by_key(|rest| rest.len());
        self
    }

    /// The step repeated any number of times, zero included.
    fn repeated(&self, step: impl Fn(&Self) -> Self) -> Self {
        let (mut all, mut last) = (self.clone(), step(self));
        while !last.0.is_empty() {
            all = all.or(last.clone());
            last = step(&last);
        }
        all
    }

    /// Whether the text is completely parsed in some way.
    fn is_end(&self) -> bool {
        self.0.contains(&"")
    }
}

/// A legal move with the properties that its texts depend on.
struct MoveMatcher<'a, G: Game> {
    position: &'a Position<G>,
    mv: Move,
    kind: PieceKind,
    victims: Set<G>,
    /// Whether it swaps with or pushes the piece on its destination.
    displaces: bool,
}

impl<G: Game> MoveMatcher<'_, G> {
    fn geometry(&self) -> G::Geometry {
        self.position.geometry()
    }

    fn info(&self) -> &'static PieceSpec<<G::Geometry as Grid>::Bits> {
        self.position.pieces().info(self.kind)
    }

    /// `g6-d3xh7`, `d3`, `d2-d4-d6-d8`, `c4xd3`, `a1<>b2`, `d4<d3t`: from after the start square
    /// to the end.
    fn path<'a>(&self, from: &Remainders<'a>) -> Remainders<'a> {
        let to = self.mv.to();
        let mut plain = self.stops(from).after(&["", "-"]).square(self.geometry(), to);
        if self.victims.has(to) {
            plain = plain.or(from.after(&["x"]).square(self.geometry(), to));
        }
        let marked = |sign| from.after(&[sign]).square(self.geometry(), to);
        let can = |method| self.info().has(method);
        let marked = match self.mv.special() {
            Special::Destruction => marked("!!"),
            Special::Pull => marked("<"),
            _ if self.displaces && can(Methods::PUSH) => {
                let end = pushed_to(self.position, self.mv);
                let short = marked(">");
                short.clone().or(short.after(&[">"]).square(self.geometry(), end))
            }
            _ if self.displaces => marked("<>"),
            _ => Remainders::default(),
        };
        let end = self.special(&self.victims_after(&plain));
        end.or(match self.mv.special() {
            Special::Piece(_) => self.special(&self.victims_after(&marked)),
            _ => self.victims_after(&marked),
        })
    }

    /// `e4xd5xf5-e5`: the victims come first, a piece that destroys itself among them.
    fn captures<'a>(&self, from: &Remainders<'a>) -> Remainders<'a> {
        let (start, end) = (self.mv.from(), self.mv.to());
        if self.mv.special() != Special::Destruction {
            return self
                .special(&self.victims_before(from).after(&["-"]).square(self.geometry(), end));
        }
        let [own, other] = [start, end].map(Bitboard::from);
        let named = |remainders: &Remainders<'a>, squares| {
            remainders.after(&["x"]).one_of(self.geometry(), squares)
        };
        let first = named(from, other);
        let both = named(&first, own).or(named(&named(from, own), other));
        first.or(both).after(&["-"]).square(self.geometry(), start).after(&["", "d"])
    }

    /// `a1c3,c3e5`: leg by leg, over victims or squares in between.
    fn legs<'a>(&self, from: &Remainders<'a>) -> Remainders<'a> {
        let (start, end) = (self.mv.from(), self.mv.to());
        let stops = self.victims | self.geometry().between(start, end);
        let leg = |remainders: &Remainders<'a>| {
            stops.iter().fold(Remainders::default(), |legs, stop| {
                legs.or(remainders
                    .square(self.geometry(), stop)
                    .after(&[","])
                    .square(self.geometry(), stop))
            })
        };
        self.special(&leg(from).repeated(leg).square(self.geometry(), end))
    }

    /// `c5@`, `c5*xd5,c6`, `c5c5x`, `c5xc5-c5`: suicide or explosion. XBoard adds a second leg to
    /// the square left of it, even off the board.
    fn removal<'a>(&self, from: &Remainders<'a>) -> Remainders<'a> {
        let here = self.mv.from();
        let explodes = self.info().has(Methods::EXPLODE);
        let (sign, letter) = if explodes { ("*", "b") } else { ("@", "x") };
        let name = self.geometry().name(here);
        let left = name.bytes().next().map_or('`', |file| (file - 1) as char);
        let left = format!("{left}{}", &name[1..]);
        let again = from.after(&["", "-"]).square(self.geometry(), here);
        let second_leg = again.after(&[","]).square(self.geometry(), here).after(&[&left]);
        let captures = self.victims_before(from).after(&["-"]).square(self.geometry(), here);
        let signed = self.victims_after(&from.after(&[sign]));
        again.after(&["", letter]).or(second_leg).or(captures).or(signed)
    }

    /// Optional squares on the path, in order.
    fn stops<'a>(&self, from: &Remainders<'a>) -> Remainders<'a> {
        let (mut square, to) = (self.mv.from(), self.mv.to());
        let mut remainders = from.clone();
        let Some(direction) = self.geometry().direction(square, to) else {
            return remainders;
        };
        while let Some(next) = self.geometry().step(square, direction).filter(|&next| next != to) {
            remainders =
                remainders.clone().or(remainders.after(&["-"]).square(self.geometry(), next));
            square = next;
        }
        remainders
    }

    /// Optional victims after the destination square, `xc1,c5,b6`.
    fn victims_after<'a>(&self, remainders: &Remainders<'a>) -> Remainders<'a> {
        let named = |signs: &[&str], remainders: &Remainders<'a>| {
            remainders.after(signs).one_of(self.geometry(), self.victims)
        };
        let further =
            named(&["x"], remainders).repeated(|remainders| named(&[",", "x"], remainders));
        remainders.clone().or(further)
    }

    /// One or more victims before the destination square.
    fn victims_before<'a>(&self, remainders: &Remainders<'a>) -> Remainders<'a> {
        let own = Bitboard::from(self.mv.from());
        let victims = if self.mv.is_suicide() { self.victims | own } else { self.victims };
        let one =
            |remainders: &Remainders<'a>| remainders.after(&["x"]).one_of(self.geometry(), victims);
        one(remainders).repeated(one)
    }

    /// The letter or sign of the special effect; `s` for a swap or trade may be missing.
    fn special<'a>(&self, remainders: &Remainders<'a>) -> Remainders<'a> {
        match self.mv.special() {
            Special::Normal if self.displaces && !self.info().has(Methods::PUSH) => {
                remainders.after(&["", "s"])
            }
            Special::Normal => remainders.clone(),
            // Both letters are in use.
            Special::Pull => remainders.after(&["t", "y"]),
            Special::Piece(piece) => {
                let letter =
                    self.position.pieces().info(piece).letter.to_ascii_lowercase().to_string();
                let sign = if self.info().has(Methods::PROMOTE) { "=" } else { "^" };
                remainders.after(&["", sign]).after(&[&letter])
            }
            special => {
                let letter = special.letter().map(String::from).unwrap_or_default();
                remainders.after(&[&letter])
            }
        }
    }
}

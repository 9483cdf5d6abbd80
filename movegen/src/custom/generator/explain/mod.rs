//! Why moves are not pseudo-legal. The acts and ways of a piece are followed as for its moves, up to
//! what stops it.

mod acts;
mod captures;
mod hint;
mod ways;

pub use captures::{attacks, explain_captures};
pub use hint::capture_hint;

use super::candidates::Candidate;
use super::context::MoveContext;
use super::powers::{neutralizers, shields};
use super::program::{Kind, Program};
use super::takes::flag;
use super::{find, is_placing};
use crate::custom::definition::sentences::squares;
use crate::custom::definition::{Act, Immune, Squares};
use crate::position::illegal::IllegalReason;
use crate::position::phrase::{PieceOn, piece_on, with_article};
use crate::{
    CustomBoard, CustomGame, Geometry, Limit, Move, PieceKind, Position, RuleFlags, Special, Square,
};

/// A move that is not possible.
struct Explainer<'a> {
    position: &'a Position<CustomGame>,
    context: MoveContext<'a>,
    kind: PieceKind,
    content: &'a Kind,
    name: &'static str,
    from: Square,
    to: Square,
}

/// Why a move of an own piece, frozen only if it stays on its square, or the drop of a piece in hand
/// on an empty square is not pseudo-legal. `None` if another move between the same squares is.
pub fn illegal_movement(
    program: &Program,
    position: &Position<CustomGame>,
    mv: Move,
) -> Option<IllegalReason> {
    if find(program, position, mv).is_some() {
        return position.table().limit.map(limit_reason);
    }
    if let Some(kind) = mv.dropped() {
        let (board, side) = (position.board(), position.side());
        let placing = program.placing.as_ref().filter(|_| is_placing(program, position));
        if placing.is_some_and(|placing| !placing.may_place(board, side, kind)) {
            return Some(IllegalReason::rule("royal pieces are placed before others"));
        }
        let square = position.geometry().name(mv.to());
        return Some(IllegalReason::rule(format!("no piece may be dropped on {square}")));
    }
    if is_placing(program, position) {
        return Some(IllegalReason::rule("all pieces are placed before the first one moves"));
    }
    let explainer = Explainer::new(program, position, mv)?;
    let mut moves = explainer.context.candidates(explainer.kind, explainer.from);
    let others = &mut moves.others;
    others.retain(|other| other.to == explainer.to);
    match mv.special() {
        special if !others.is_empty() => explainer.choice(special, others),
        Special::Normal if mv.is_suicide() => explainer.stay(),
        Special::Normal => explainer.acts().or_else(|| explainer.movement()),
        Special::Leap | Special::Plow => explainer.movement(),
        Special::Piece(_) if explainer.content.promotion.is_some() => explainer.movement(),
        special => explainer.special(special),
    }
}

/// How many pieces a side may have in a zone.
fn limit_reason(limit: Limit<CustomBoard>) -> IllegalReason {
    let most = match limit.pieces {
        1 => "one piece".to_owned(),
        pieces => format!("{pieces} pieces"),
    };
    IllegalReason::rule(format!("a side may have at most {most} in its own {}", limit.name))
}

/// Why a legal move does not take an enemy: the piece that moves is neutralized, or the enemy is
/// shielded or immune. `None` if that is not the reason.
pub fn why_not_taken(
    program: &Program,
    position: &Position<CustomGame>,
    mv: Move,
    enemy: Square,
) -> Option<IllegalReason> {
    let explainer = Explainer::new(program, position, mv)?;
    if !explainer.context.enemy.has(enemy) {
        return None;
    }
    let methods = explainer.content.piece.takes.iter().map(|take| flag(&take.method));
    let methods = methods.fold(Immune::EXPLODE, Immune::union);
    explainer.neutralized().or_else(|| explainer.safe(enemy, methods, true))
}

impl<'a> Explainer<'a> {
    fn new(program: &'a Program, position: &'a Position<CustomGame>, mv: Move) -> Option<Self> {
        let (from, to) = (mv.from(), mv.to());
        let kind = position.kind_at(from)?;
        let name = position.pieces().info(kind).name;
        let context = MoveContext::new(program, position, position.side());
        Some(Self { position, content: context.kind(kind), context, kind, name, from, to })
    }

    /// A sentence about the piece.
    fn rule(&self, predicate: &str) -> Option<IllegalReason> {
        Some(IllegalReason::rule(format!("{} {predicate}", with_article(self.name))))
    }

    /// Why a special effect is not possible where other moves lead to the destination.
    fn choice(&self, special: Special, others: &[Candidate]) -> Option<IllegalReason> {
        let side = self.context.side;
        let to = self.position.geometry().name(self.to);
        let promotion = self.content.promotion.as_ref();
        let is_in_zone = promotion.is_some_and(|promotion| promotion.zone[side].has(self.to));
        match (promotion, special) {
            (Some(promotion), Special::Normal) if promotion.must && is_in_zone => {
                self.rule(&format!("must become another piece on {to}"))
            }
            (_, Special::Normal | Special::Leap | Special::Plow) => None,
            (Some(promotion), Special::Piece(_)) if !is_in_zone => {
                let zone = squares::zone(self.context.geometry, &promotion.zone);
                self.rule(&format!("becomes another piece only on {zone}"))
            }
            (Some(promotion), Special::Piece(piece)) => {
                let count = self.context.board.pieces(side, piece).len();
                let becomes = with_article(self.position.pieces().info(piece).name);
                match promotion.fewer_than[side][piece] {
                    0 => self.rule(&format!("cannot become {becomes}")),
                    _ => self.rule(&format!(
                        "cannot become {becomes} while {side} has {count} on the board"
                    )),
                }
            }
            (None, Special::Piece(_)) => self.special(special),
            // The move is there, but without the letter.
            _ if others.iter().any(|other| other.action.special() == special) => None,
            _ => self.special(special),
        }
    }

    /// Why the piece cannot leave the board.
    fn stay(&self) -> Option<IllegalReason> {
        let explodes = self.content.piece.acts.contains(&Act::Explode);
        let neutralized = self.neutralized().filter(|_| explodes);
        neutralized.or_else(|| match self.position.is_royal(self.kind) {
            _ if !self.position.options().contains(RuleFlags::SUICIDE) => {
                Some(IllegalReason::NoSuicide)
            }
            true => Some(IllegalReason::Cannot { name: self.name, limit: "cannot commit suicide" }),
            false => piece_on(self.position, self.from).map(IllegalReason::NotFrozen),
        })
    }

    /// The enemies that neutralize the piece.
    fn neutralized(&self) -> Option<IllegalReason> {
        let MoveContext { program, side, neutralized, .. } = self.context;
        let piece = piece_on(self.position, self.from).filter(|_| neutralized.has(self.from))?;
        let by = self.reaching(neutralizers(program, self.position, side), self.from);
        Some(IllegalReason::Neutralized { piece, by })
    }

    /// Why an enemy cannot be taken, or not even moved, by some methods and acts: it is shielded or
    /// immune.
    fn safe(&self, enemy: Square, methods: Immune, takes: bool) -> Option<IllegalReason> {
        let MoveContext { program, side, shielded, .. } = self.context;
        let piece = piece_on(self.position, enemy)?;
        if takes && shielded.has(enemy) {
            let by = self.reaching(shields(program, self.position, !side), enemy);
            return Some(IllegalReason::Shielded { piece, by });
        }
        let immunity = self.context.kind(piece.kind).immunity.clone();
        let is_open = self.context.open_to(self.kind, methods).has(enemy);
        (!is_open).then_some(IllegalReason::Immune { piece, immunity })
    }

    /// The pieces that have a square in their reach.
    fn reaching(
        &self,
        pieces: impl Iterator<Item = (Square, Squares)>,
        square: Square,
    ) -> Vec<PieceOn> {
        let near = pieces.filter(|(_, reach)| reach.has(square));
        near.filter_map(|(from, _)| piece_on(self.position, from)).collect()
    }
}

//! A game that the secret one may be.

use baroque_games::Draw;
use baroque_movegen::definition::{Backend, Definition, Method, PieceDefinition, Take};
use baroque_movegen::{CustomGame, CustomRules, Move, PieceKind, Position, Special};

use crate::attempt::Attempt;
use crate::invokes::Invokes;
use crate::public::View;

/// A game that can be played.
pub struct Game {
    rules: CustomRules,
    /// The acts that are made as invokes.
    pub invokes: Invokes,
    /// Whether a move can be told by its squares and a special effect.
    is_simple: bool,
    /// The kinds whose moves have no special effect.
    plain: Vec<bool>,
}

impl Game {
    /// Makes a game ready for play; `None` if it cannot be played. Names and rows of its pieces are never freed.
    pub fn new(definition: &Definition, draw: &Draw) -> Option<Self> {
        let rules = definition.rules(Backend::General).ok()?;
        let pieces = &definition.pieces;
        let is_simple = definition.hands.is_none()
            && definition.placement.is_none()
            && pieces.iter().all(|piece| piece.promotion.is_none());
        let displaces = |take: &Take| {
            !matches!(take.method, Method::Imitate { .. } | Method::Leap { .. } | Method::Plow)
        };
        let is_plain =
            |piece: &PieceDefinition| piece.acts.is_empty() && piece.takes.iter().all(displaces);
        let plain = pieces.iter().map(is_plain).collect();
        Some(Self { rules, invokes: Invokes::new(definition, draw), is_simple, plain })
    }

    /// The bytes that it holds, about.
    pub fn bytes(&self) -> usize {
        self.rules.bytes()
    }

    /// The position that is seen.
    pub fn position(&self, view: &View) -> Position<CustomGame> {
        view.under(self.rules.clone())
    }

    /// The position after a try; `None` if it is illegal.
    pub fn after(
        &self,
        position: &Position<CustomGame>,
        attempt: Attempt,
    ) -> Option<Position<CustomGame>> {
        let legal = self.candidates(position, attempt);
        let mv = attempt.find(position, &legal, &self.invokes)?;
        Some(position.play_unchecked(mv))
    }

    /// The legal moves among which that of a try is.
    fn candidates(&self, position: &Position<CustomGame>, attempt: Attempt) -> Vec<Move> {
        let (from, to) = match attempt {
            Attempt::Move { from, to, .. } => (from, to),
            Attempt::Invoke { from, target } => (from, target.unwrap_or(from)),
            Attempt::Drop { .. } => return position.legal_moves(),
        };
        if !self.is_simple {
            return position.legal_moves();
        }
        let is_plain = |kind: PieceKind| self.plain.get(kind.index()) == Some(&true);
        let others = [Special::Destruction, Special::Pull].into_iter().chain(Special::APART);
        let others = others.filter(|_| !position.kind_at(from).is_some_and(is_plain));
        let specials = [Special::Normal].into_iter().chain(others);
        let moves = specials.map(|special| Move::with(from, to, special));
        moves.filter(|&mv| position.is_legal(mv)).collect()
    }
}

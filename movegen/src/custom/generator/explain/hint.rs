//! How a piece could capture an enemy on which it cannot land.

use super::Explainer;
use crate::custom::definition::{Immune, Method};
use crate::custom::generator::program::Program;
use crate::position::illegal::CaptureHint;
use crate::position::phrase::piece_on;
use crate::{CustomGame, Direction, Geometry, Kinds, Move, Position, Special, Square};

/// From where a piece of the side to move captures an enemy, or which partner it lacks.
pub fn capture_hint(
    program: &Program,
    position: &Position<CustomGame>,
    from: Square,
    enemy: Square,
) -> Option<CaptureHint> {
    let explainer = Explainer::new(program, position, Move::new(from, enemy))?;
    if !explainer.context.own.has(from) || !explainer.context.enemy.has(enemy) {
        return None;
    }
    explainer.elsewhere().or_else(|| explainer.lacks_partner())
}

impl Explainer<'_> {
    /// The first square by going to which the piece captures the enemy.
    fn elsewhere(&self) -> Option<CaptureHint> {
        let takes = |mv: &Move| {
            let elsewhere = mv.from() == self.from && ![self.from, self.to].contains(&mv.to());
            let goes = elsewhere && mv.special() == Special::Normal && mv.dropped().is_none();
            goes && self.position.victims(*mv).has(self.to)
        };
        let mv = self.position.legal_moves().into_iter().find(takes)?;
        let to = self.position.geometry().name(mv.to());
        Some(CaptureHint::Elsewhere { victim: piece_on(self.position, self.to)?, to })
    }

    /// The first square from which the enemy would be enclosed if a partner stood behind it.
    fn lacks_partner(&self) -> Option<CaptureHint> {
        let pincer = self.content.piece.takes.iter().find_map(|take| match take.method {
            Method::Pincer { orthogonal, diagonal, partners } => {
                Some(([orthogonal, diagonal], partners))
            }
            _ => None,
        });
        let (lines, kinds) = pincer?;
        if self.neutralized().or_else(|| self.safe(self.to, Immune::PINCER, true)).is_some() {
            return None;
        }
        let program = self.context.program;
        let partners = self.context.own & self.context.board.kinds(kinds);
        let [to, behind] = Direction::ALL.into_iter().find_map(|line| {
            let counts = lines[usize::from(!line.is_orthogonal())];
            let to = program.step(line.opposite() as usize, self.to).filter(|_| counts)?;
            let behind = program.step(line as usize, self.to)?;
            let lacks = behind == self.from || !partners.has(behind);
            let goes = to != self.from && self.position.is_legal(Move::new(self.from, to));
            (lacks && goes).then_some([to, behind])
        })?;
        let [to, partner] = [to, behind].map(|square| self.position.geometry().name(square));
        let victim = piece_on(self.position, self.to)?;
        Some(CaptureHint::Partner { victim, to, partner, kinds: self.names(kinds) })
    }

    fn names(&self, kinds: Kinds) -> Vec<&'static str> {
        let pieces = self.position.pieces();
        let some = pieces.kinds().filter(|&kind| kinds.has(kind));
        match pieces.kinds().all(|kind| kinds.has(kind)) {
            true => vec!["piece"],
            false => some.map(|kind| pieces.info(kind).name).collect(),
        }
    }
}

//! Where the pieces of a kind may take something, found once a position: elsewhere their moves to empty
//! squares are a set.

use super::context::MoveContext;
use super::program::Kind;
use crate::custom::definition::{ImitatedBy, Immune, Method, Squares};
use crate::{Bitboard, Direction, Geometry, Kinds, PieceKind, Square};

/// Where pieces of a kind that slide may take something.
#[derive(Clone, Copy)]
pub struct Sight {
    pub jumps: Jumps,
    /// On any square.
    pub anywhere: bool,
    /// On these squares, if they are empty.
    pub taking: Squares,
    /// On any square, with a victim behind the start.
    pub behind: bool,
    /// On the last square before a victim.
    pub ahead: bool,
    /// On any square behind what it passes over without jumping over it to take it.
    pub passed: bool,
}

/// What a piece may jump over while it slides.
#[derive(Clone, Copy)]
pub struct Jumps {
    pub over: Squares,
    /// Whether it may jump over several pieces.
    pub several: bool,
    /// Whether it may go on behind a piece.
    pub slide_on: bool,
}

impl Jumps {
    /// It jumps over nothing.
    pub const NONE: Self = Self { over: Bitboard::EMPTY, several: false, slide_on: false };
}

/// A piece of the side that moves.
#[derive(Clone, Copy)]
pub struct Mover {
    pub kind: PieceKind,
    pub from: Square,
    pub sight: Sight,
}

impl MoveContext<'_> {
    /// The piece on a square, with the sight of its kind.
    pub fn mover(&self, kind: PieceKind, from: Square, mut sight: Sight) -> Mover {
        if self.neutralized.has(from) {
            sight.jumps = Jumps::NONE;
        }
        Mover { kind, from, sight }
    }

    /// The enemies whose captures matter.
    #[inline]
    pub fn wanted(&self) -> Squares {
        self.targets.unwrap_or(self.enemy)
    }

    /// Where the pieces of a kind may take something.
    pub fn sight(&self, kind: PieceKind) -> Sight {
        let jumps = self.jumps(kind);
        let content = self.kind(kind);
        let mut sight = Sight {
            jumps,
            anywhere: false,
            taking: Bitboard::EMPTY,
            behind: false,
            ahead: false,
            passed: content.takes_passed,
        };
        self.add_methods(content, &mut sight);
        if content.imitates.is_some() {
            for (other, content) in self.kinds() {
                let is_imitated = content.piece.imitated == ImitatedBy::Own;
                if is_imitated && self.wanted().intersects(self.board.kind(other)) {
                    self.add_methods(content, &mut sight);
                }
            }
        }
        sight
    }

    fn add_methods(&self, content: &Kind, sight: &mut Sight) {
        for take in &content.piece.takes {
            match take.method {
                Method::Withdraw => sight.behind = true,
                Method::Approach => sight.ahead = true,
                Method::Pincer { partners, .. } => sight.taking |= self.pinching(partners),
                Method::Coordinate { with, .. } => sight.taking |= self.coordinating(with),
                Method::Around { all: false, .. } => sight.taking |= self.beside_wanted(),
                Method::Around { all: true, .. } | Method::Offset(_) => sight.anywhere = true,
                // These take where pieces stand, are jumped over, or passed.
                Method::Displace
                | Method::Leap { .. }
                | Method::Fly
                | Method::Plow
                | Method::Imitate { .. } => {}
            }
        }
    }

    fn beside_wanted(&self) -> Squares {
        self.wanted().flat_map(|square| self.program.beside(square))
    }

    /// The squares from which a victim is between a piece and a partner.
    fn pinching(&self, partners: Kinds) -> Squares {
        let partners = self.own & self.board.kinds(partners);
        if self.program.wraps {
            return self.beside_wanted();
        }
        let along = |direction| {
            let victims = self.geometry.shift(partners, direction) & self.wanted();
            self.geometry.shift(victims, direction)
        };
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, direction| all | along(direction))
    }

    /// The squares on whose file or rank a victim is, in line with a partner the other way.
    fn coordinating(&self, with: Kinds) -> Squares {
        let mut squares = Bitboard::EMPTY;
        for partner in self.own & self.board.kinds(with) {
            let [file, rank] = self.program.cross(partner);
            squares |= (rank & self.wanted()).flat_map(|victim| self.program.cross(victim)[0]);
            squares |= (file & self.wanted()).flat_map(|victim| self.program.cross(victim)[1]);
        }
        squares
    }

    /// What the pieces of a kind that are not neutralized may jump over while they slide.
    pub fn jumps(&self, kind: PieceKind) -> Jumps {
        let content = self.kind(kind);
        if let Some((several, slide_on)) = content.leaps {
            return Jumps { over: self.takeable(kind, Immune::LEAP), several, slide_on };
        }
        let (several, slide_on) = self.program.imitated_leap;
        let mut over = Bitboard::EMPTY;
        if content.imitates.is_some() {
            let imitated =
                |other: &Kind| other.leaps.is_some() && other.piece.imitated == ImitatedBy::Own;
            for (other, _) in self.kinds().filter(|(_, other)| imitated(other)) {
                over |= self.board.kind(other);
            }
            over &= self.takeable(kind, Immune::LEAP | Immune::IMITATE);
        }
        Jumps { over, several, slide_on }
    }
}

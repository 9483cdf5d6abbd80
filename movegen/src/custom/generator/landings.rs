//! Where a piece goes and takes something, and where it goes and takes nothing, as sets: for kinds whose ways
//! are sets and whose victims each depend on one piece besides. What a move takes is asked only if it matters.

use super::context::MoveContext;
use super::takes::flag;
use crate::custom::definition::{Method, Squares, Take};
use crate::{Bitboard, Direction, Geometry, PieceKind, Square};

/// Where pieces of a kind take something, by method.
#[derive(Clone, Copy)]
pub struct Landings {
    /// On these enemies.
    pub displaced: Squares,
    /// Away from these enemies.
    behind: Squares,
    /// On these squares, if they come there in a direction.
    along: Option<[Squares; 8]>,
    /// On these squares, wherever they come from.
    anywhere: Squares,
    /// On these squares, if they come from another file, and from another rank.
    corners: [Squares; 2],
    /// How they pinch, and the squares on which they do if all stay.
    pincer: Option<(Pincer, Squares)>,
    pub jumps: Jumps,
    /// Whether only one of several methods may take something: displacing, withdrawing, approaching.
    pub either: [bool; 3],
}

/// Pieces that can be taken between a piece and its partners.
#[derive(Clone, Copy)]
pub struct Pincer {
    pub victims: Squares,
    pub partners: Squares,
    pub orthogonal: bool,
    pub diagonal: bool,
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

impl Landings {
    pub const NONE: Self = Self {
        displaced: Bitboard::EMPTY,
        behind: Bitboard::EMPTY,
        along: None,
        anywhere: Bitboard::EMPTY,
        corners: [Bitboard::EMPTY; 2],
        pincer: None,
        jumps: Jumps::NONE,
        either: [false; 3],
    };

    /// Where a piece takes only what it displaces.
    pub fn displacing(displaced: Squares) -> Self {
        Self { displaced, ..Self::NONE }
    }

    /// Whether a piece takes nothing anywhere.
    pub fn are_none(&self) -> bool {
        let Self { displaced, behind, along, anywhere, corners, pincer, jumps, .. } = *self;
        let pinched = pincer.map_or(Bitboard::EMPTY, |(_, squares)| squares);
        let squares =
            displaced | behind | anywhere | corners[0] | corners[1] | pinched | jumps.over;
        along.is_none() && squares.is_empty()
    }
}

impl MoveContext<'_> {
    /// Where pieces of a kind take something.
    pub fn landings(&self, kind: PieceKind) -> Landings {
        let mut landings = Landings::NONE;
        for take in &self.kind(kind).piece.takes {
            self.add_landings(&mut landings, take, self.takeable(kind, flag(&take.method)));
        }
        landings
    }

    /// Adds where a method takes some of the enemies that are open to it.
    pub fn add_landings(&self, landings: &mut Landings, take: &Take, open: Squares) {
        let victims = open & self.wanted();
        let shifted = |along: fn(Direction) -> Direction| {
            Direction::ALL.map(|direction| self.geometry.shift(victims, along(direction)))
        };
        let mut add_along = |squares: [Squares; 8]| {
            let along = landings.along.get_or_insert([Bitboard::EMPTY; 8]);
            along.iter_mut().zip(squares).for_each(|(all, squares)| *all |= squares);
        };
        match take.method {
            Method::Displace => {
                // One that does not matter may be displaced to take one that does.
                (landings.displaced, landings.either[0]) = (open, take.either);
            }
            Method::Withdraw => {
                (landings.behind, landings.either[1]) = (victims, take.either);
            }
            Method::Approach => {
                add_along(shifted(Direction::opposite));
                landings.either[2] = take.either;
            }
            Method::Fly => add_along(shifted(|direction| direction)),
            Method::Leap { several, slide_on } => {
                // Among several may be some that do not matter.
                let over = if several { open } else { victims };
                landings.jumps = Jumps { over, several, slide_on };
            }
            Method::Around { .. } => {
                landings.anywhere |= victims.flat_map(|victim| self.program.beside(victim));
            }
            Method::Pincer { orthogonal, diagonal, partners } => {
                let partners = self.own & self.board.kinds(partners);
                let pincer = Pincer { victims, partners, orthogonal, diagonal };
                landings.pincer = Some((pincer, self.pinching(pincer)));
            }
            Method::Coordinate { with, moved } => {
                let corners = self.coordinating(self.own & self.board.kinds(with), victims);
                match moved {
                    true => landings.corners = corners,
                    false => landings.anywhere |= corners[0] | corners[1],
                }
            }
            Method::Plow | Method::Offset(_) | Method::Imitate { .. } => {}
        }
    }

    /// The squares from which a victim is between a piece and a partner.
    pub fn pinching(&self, pincer: Pincer) -> Squares {
        let Pincer { victims, partners, orthogonal, diagonal } = pincer;
        let counts = |direction: &Direction| match direction.is_orthogonal() {
            true => orthogonal,
            false => diagonal,
        };
        let along = |direction| {
            let between = self.geometry.shift(partners, direction) & victims;
            self.geometry.shift(between, direction)
        };
        let lines = Direction::ALL.into_iter().filter(counts);
        lines.fold(Bitboard::EMPTY, |all, direction| all | along(direction))
    }

    /// The squares on whose file a victim is on the rank of a partner, and the other way round.
    pub fn coordinating(&self, partners: Squares, victims: Squares) -> [Squares; 2] {
        let mut corners = [Bitboard::EMPTY; 2];
        for partner in partners {
            let [file, rank] = self.program.cross(partner);
            let files = (rank & victims).flat_map(|victim| self.program.cross(victim)[0]);
            let ranks = (file & victims).flat_map(|victim| self.program.cross(victim)[1]);
            corners[0] |= files - rank;
            corners[1] |= ranks - file;
        }
        corners
    }

    /// The squares at which a piece from a square takes something besides what it displaces or jumps over.
    pub fn taking(&self, from: Square, landings: &Landings) -> Squares {
        self.withdrawn(from, landings)
            | self.along(from, landings)
            | self.taking_anywhere(from, landings)
    }

    /// The squares away from enemies beside a square.
    pub fn withdrawn(&self, from: Square, landings: &Landings) -> Squares {
        let victims = self.program.beside(from) & landings.behind;
        let away = |victim| self.geometry.direction(victim, from);
        let rays = victims.iter().filter_map(away);
        rays.fold(Bitboard::EMPTY, |all, direction| {
            all | self.program.ray(direction as usize, from)
        })
    }

    /// The squares on lines from a square at which a piece takes something that comes along them.
    pub fn along(&self, from: Square, landings: &Landings) -> Squares {
        let rays = (0..8).map(|direction| self.program.ray(direction, from));
        landings.along.map_or(Bitboard::EMPTY, |along| {
            rays.zip(along).fold(Bitboard::EMPTY, |all, (ray, squares)| all | (ray & squares))
        })
    }

    /// The squares at which a piece takes something from wherever it comes.
    pub fn taking_anywhere(&self, from: Square, landings: &Landings) -> Squares {
        let pinched = landings.pincer.map_or(Bitboard::EMPTY, |(pincer, squares)| {
            let helps =
                pincer.partners.has(from) && pincer.victims.intersects(self.program.beside(from));
            // A piece does not help itself.
            let partners = pincer.partners - from.into();
            if helps { self.pinching(Pincer { partners, ..pincer }) } else { squares }
        });
        let [file, rank] = self.program.cross(from);
        landings.anywhere | pinched | (landings.corners[0] - file) | (landings.corners[1] - rank)
    }

    /// The squares behind enemies that a piece jumps over to take them.
    pub fn behind_jumps(&self, from: Square, seen: Squares, jumps: Jumps) -> Squares {
        let victims = seen & jumps.over;
        let directions = victims.iter().filter_map(|victim| self.geometry.direction(from, victim));
        directions.fold(Bitboard::EMPTY, |all, direction| {
            all | self.behind_jumps_along(from, direction, jumps)
        })
    }

    fn behind_jumps_along(&self, from: Square, direction: Direction, jumps: Jumps) -> Squares {
        let step = |square| self.geometry.step(square, direction);
        let (mut here, mut squares) = (from, Bitboard::EMPTY);
        let (mut has_jumped, mut must_jump) = (false, false);
        while let Some(next) = step(here) {
            if self.occupied.has(next) {
                let lands = step(next).is_some_and(|behind| !self.occupied.has(behind));
                if !lands || !jumps.over.has(next) || has_jumped && !jumps.several {
                    break;
                }
                (has_jumped, must_jump) = (true, false);
            } else if must_jump {
                break;
            } else if has_jumped {
                squares |= next.into();
                must_jump = !jumps.slide_on;
            }
            here = next;
        }
        squares
    }
}

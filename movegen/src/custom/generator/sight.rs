//! Where the pieces of a kind may take something, found once a position: elsewhere their moves to empty
//! squares are a set.

use super::context::MoveContext;
use super::forms::Form;
use super::landings::{Jumps, Landings, Pincer};
use super::program::Kind;
use super::rays::WaySets;
use crate::custom::definition::{ImitatedBy, Immune, Method, Squares};
use crate::{Bitboard, PieceKind, Square};

/// Where pieces of a kind that slide may take something.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// How moves are found with it: the sets and the landings are for forms that are not asked, the rest for the
    /// one that is.
    pub form: Form,
    pub sets: &'a WaySets,
    pub landings: Landings,
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

impl<'a> Sight<'a> {
    /// With these landings, and nothing that is asked.
    fn of(form: Form, sets: &'a WaySets, landings: Landings) -> Self {
        Self {
            form,
            sets,
            landings,
            jumps: Jumps::NONE,
            anywhere: false,
            taking: Bitboard::EMPTY,
            behind: false,
            ahead: false,
            passed: false,
        }
    }
}

impl Sight<'_> {
    /// Whether each capture that it finds takes something that matters.
    pub fn tells_all(&self) -> bool {
        let Landings { jumps, either, .. } = self.landings;
        let is_exact = !jumps.several && either == [false; 3];
        matches!(self.form, Form::Displaces | Form::Lands) && is_exact
    }

    /// Whether they take nothing, wherever they stand.
    pub fn is_blind(&self) -> bool {
        matches!(self.form, Form::Displaces | Form::Lands) && self.landings.are_none()
    }
}

/// A piece of the side that moves.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    pub kind: PieceKind,
    pub from: Square,
    pub sight: &'a Sight<'a>,
}

impl<'a> MoveContext<'a> {
    /// What a piece may jump over while it slides.
    pub fn jumps_of(&self, mover: &Mover) -> Jumps {
        if self.neutralized.has(mover.from) { Jumps::NONE } else { mover.sight.jumps }
    }

    /// The enemies whose captures matter.
    #[inline]
    pub fn wanted(&self) -> Squares {
        self.targets.unwrap_or(self.enemy)
    }

    /// Where the pieces of a kind may take something.
    pub fn sight(&self, kind: PieceKind) -> Sight<'a> {
        let content = self.kind(kind);
        let sets = &content.sets[self.side];
        match content.form {
            Form::Displaces => {
                let open = self.wanted() - self.shielded - self.board.kinds(content.not_displaced);
                let landings = Landings::displacing(open.masked(content.displaces));
                Sight::of(Form::Displaces, sets, landings)
            }
            Form::Lands if self.to.is_none() => Sight::of(Form::Lands, sets, self.landings(kind)),
            _ => match &content.onto_royals {
                Some(sets) if self.only_royals_matter() => {
                    let open = self.takeable(kind, Immune::DISPLACE | Immune::IMITATE);
                    let landings = Landings::displacing(open & self.wanted());
                    Sight::of(Form::Displaces, &sets[self.side], landings)
                }
                _ if content.form == Form::Imitates && self.to.is_none() => {
                    Sight::of(Form::Imitates, sets, Landings::NONE)
                }
                _ => self.sight_along_ways(kind),
            },
        }
    }

    /// Where something may stand that a piece can take of what matters: a superset.
    pub fn threats(&self, content: &Kind, from: Square) -> Squares {
        match &content.onto_royals {
            Some(sets) if !content.acts_take && self.only_royals_matter() => {
                self.program.ray(sets[self.side].steps.displacing, from)
            }
            _ => content.threats[self.side][from.index()],
        }
    }

    fn only_royals_matter(&self) -> bool {
        let royals = self.board.kinds(self.program.royal);
        self.targets.is_some_and(|targets| targets.is_subset(royals))
    }

    /// The same for the ways of a kind, one by one.
    pub fn sight_along_ways(&self, kind: PieceKind) -> Sight<'a> {
        let content = self.kind(kind);
        let (jumps, passed) = (self.jumps(kind), content.takes_passed);
        let sets = &content.sets[self.side];
        let mut sight = Sight { jumps, passed, ..Sight::of(Form::Asked, sets, Landings::NONE) };
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
                // On a cylinder shifts do not find all.
                Method::Pincer { .. } if self.program.wraps => {
                    sight.taking |= self.beside_wanted();
                }
                Method::Pincer { orthogonal, diagonal, partners } => {
                    let (victims, partners) =
                        (self.wanted(), self.own & self.board.kinds(partners));
                    let pincer = Pincer { victims, partners, orthogonal, diagonal };
                    sight.taking |= self.pinching(pincer);
                }
                Method::Coordinate { with, .. } => {
                    let partners = self.own & self.board.kinds(with);
                    let [files, ranks] = self.coordinating(partners, self.wanted());
                    sight.taking |= files | ranks;
                }
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

//! What a move takes, method by method (rules, 1.1 and 10). The methods that no compiled game has
//! are a file each.

mod around;
mod fly;
pub mod forced;
mod offset;
mod plow;

use super::context::MoveContext;
use super::paths::{PathShape, Reach};
use super::program::Kind;
use crate::custom::definition::{Effect, ImitatedBy, Immune, Method, Squares, Take};
use crate::{Bitboard, Direction, Geometry, Kinds, PieceKind, Square};

/// A piece that goes somewhere.
#[derive(Clone, Copy)]
pub struct Attempt {
    pub kind: PieceKind,
    pub from: Square,
    /// Where it stands on the board that is asked, if it does.
    pub mover: Squares,
    pub to: Square,
    pub shape: PathShape,
    /// Number of squares from start to destination.
    pub distance: u8,
    /// The square before the destination.
    pub before: Square,
    /// The pieces that it jumps over to take them.
    pub jumped: Squares,
    /// The piece that it goes over ([`crate::custom::definition::Mode::Jump`]).
    pub mount: Squares,
    /// Whether it lands on a piece that it takes or not at all.
    pub displacing: bool,
}

impl Attempt {
    /// With its mount among the pieces that it jumps over, if that counts.
    pub fn counting_mount(&self, counts: bool) -> Self {
        Self { jumped: self.jumped | self.mount.masked(counts), ..*self }
    }
}

/// The victims of a move, by what becomes of them.
#[derive(Clone, Copy)]
pub struct Captures {
    by_effect: [Squares; Effect::NUM],
    /// Those that are taken by imitation.
    pub imitated: Squares,
    /// Those that are taken by leaping.
    pub leapt: Squares,
    /// Whether the piece that takes leaves the board too.
    pub mover_too: bool,
}

impl Captures {
    /// No victims.
    pub const NONE: Self = Self {
        by_effect: [Bitboard::EMPTY; Effect::NUM],
        imitated: Bitboard::EMPTY,
        leapt: Bitboard::EMPTY,
        mover_too: false,
    };

    /// Some pieces with one effect.
    pub fn only(effect: Effect, squares: Squares) -> Self {
        let mut captures = Self::NONE;
        captures.add(effect, squares);
        captures
    }

    /// Some pieces that a method takes.
    fn by(method: &Method, effect: Effect, squares: Squares) -> Self {
        let leapt = squares.masked(matches!(method, Method::Leap { .. }));
        Self { leapt, ..Self::only(effect, squares) }
    }

    /// Adds victims; those that are there already keep their effect.
    fn add(&mut self, effect: Effect, squares: Squares) {
        self.by_effect[effect as usize] |= squares - self.all();
    }

    /// Adds those of another method.
    fn add_all(&mut self, other: Self) {
        for (effect, victims) in other.each() {
            self.add(effect, victims);
        }
        self.imitated |= other.imitated;
        self.leapt |= other.leapt;
        self.mover_too |= other.mover_too;
    }

    /// Leaves only some of the victims.
    fn keep(&mut self, squares: Squares) {
        self.by_effect = self.by_effect.map(|victims| victims & squares);
        self.imitated &= squares;
        self.leapt &= squares;
    }

    /// All victims.
    pub fn all(&self) -> Squares {
        self.by_effect.iter().fold(Bitboard::EMPTY, |all, &squares| all | squares)
    }

    /// Whether all victims leave the board.
    pub fn leave_all(&self) -> bool {
        (self.of(Effect::Convert) | self.of(Effect::Demote)).is_empty()
    }

    /// The victims of an effect.
    pub fn of(&self, effect: Effect) -> Squares {
        self.by_effect[effect as usize]
    }

    /// The victims of each effect.
    pub fn each(&self) -> impl Iterator<Item = (Effect, Squares)> {
        let effects =
            [Effect::Capture, Effect::Remove, Effect::Hand, Effect::Convert, Effect::Demote];
        effects.into_iter().map(|effect| (effect, self.by_effect[effect as usize]))
    }
}

/// The flag of a method.
pub fn flag(method: &Method) -> Immune {
    match method {
        Method::Displace => Immune::DISPLACE,
        Method::Pincer { .. } => Immune::PINCER,
        Method::Withdraw => Immune::WITHDRAW,
        Method::Approach => Immune::APPROACH,
        Method::Leap { .. } => Immune::LEAP,
        Method::Coordinate { .. } => Immune::COORDINATE,
        Method::Around { .. } => Immune::AROUND,
        Method::Plow => Immune::PLOW,
        Method::Fly => Immune::FLY,
        Method::Offset(_) => Immune::OFFSET,
        Method::Imitate { .. } => Immune::IMITATE,
    }
}

impl MoveContext<'_> {
    /// What a move takes; `None` if it is not possible because several of its methods have victims of
    /// which only one may.
    pub fn captures(&self, attempt: &Attempt) -> Option<Captures> {
        let content = self.kind(attempt.kind);
        let mut captures = Captures::NONE;
        if self.neutralized.has(attempt.from) {
            return Some(captures);
        }
        let mut either = 0;
        for take in &content.piece.takes {
            let found = self.by_take(content, take, attempt);
            either += u32::from(take.either && !found.all().is_empty());
            captures.add_all(found);
        }
        if let Some(only) =
            content.imitates.as_ref().and_then(|method| self.alone(method, attempt, &captures))
        {
            captures.keep(only);
        }
        let leaves = content.piece.takes.iter().any(removes_itself) && !captures.all().is_empty();
        captures.mover_too |= leaves;
        (either < 2).then_some(captures)
    }

    /// What a move takes by one method of its piece.
    pub fn by_take(&self, content: &Kind, take: &Take, attempt: &Attempt) -> Captures {
        match &take.method {
            Method::Imitate { mount_is_jumped, .. } => {
                self.imitate(&attempt.counting_mount(*mount_is_jumped))
            }
            method => {
                let targets = self.takeable(attempt.kind, flag(method));
                Captures::by(method, take.effect, self.by_method(content, method, attempt, targets))
            }
        }
    }

    /// The only victims of a move by a piece that imitates, where there is something that it takes
    /// alone.
    fn alone(&self, method: &Method, attempt: &Attempt, captures: &Captures) -> Option<Squares> {
        let Method::Imitate { leap_alone, royal_alone, mount_is_jumped } = *method else {
            return None;
        };
        let royal = self.board.kinds(self.program.royal) & attempt.to.into() & captures.all();
        if royal_alone && !royal.is_empty() {
            return Some(royal);
        }
        let jumped = attempt.counting_mount(mount_is_jumped).jumped & captures.all();
        (leap_alone && !jumped.is_empty()).then_some(jumped)
    }

    /// The victims by imitation: each enemy that goes the same way and would take it, were it the
    /// mover's.
    fn imitate(&self, attempt: &Attempt) -> Captures {
        let mut captures = Captures::NONE;
        let open = self.open_to(attempt.kind, Immune::IMITATE);
        for (kind, content) in self.kinds() {
            let enemies = self.enemy & self.board.kind(kind);
            // A kind may be immune to itself.
            if enemies.is_empty() || content.piece.immune.kinds.has(kind) {
                continue;
            }
            match content.piece.imitated {
                ImitatedBy::Own => {}
                ImitatedBy::Never => continue,
                ImitatedBy::Step => {
                    let targets = self.takeable(attempt.kind, Immune::DISPLACE) & enemies & open;
                    let displaced = self.by_method(content, &Method::Displace, attempt, targets);
                    let steps = attempt.shape.is_line && attempt.distance == 1;
                    captures.add(Effect::Capture, displaced.masked(steps));
                    continue;
                }
            }
            let mut either = 0;
            let mut of_kind = Captures::NONE;
            for take in &content.piece.takes {
                let victims = match &take.method {
                    Method::Imitate { .. } | Method::Plow => Bitboard::EMPTY,
                    method if self.goes_like(kind, method, attempt) => {
                        // As E, which is of this kind, would take them.
                        let targets = self.takeable(attempt.kind, flag(method))
                            & (self.open_to(kind, flag(method)) | enemies);
                        self.by_method(content, method, attempt, targets)
                    }
                    _ => Bitboard::EMPTY,
                };
                either += u32::from(take.either && !victims.is_empty());
                of_kind.mover_too |= removes_itself(take) && victims.intersects(enemies);
                of_kind.add_all(Captures::by(&take.method, take.effect, victims & enemies & open));
            }
            if either < 2 {
                captures.add_all(of_kind);
            }
        }
        captures.imitated = captures.all();
        captures
    }

    /// Whether a kind could make a move in order to take by a method. What stands on the way and on
    /// the destination does not matter.
    pub fn goes_like(&self, kind: PieceKind, method: &Method, attempt: &Attempt) -> bool {
        let first = self.program.step(attempt.shape.first, attempt.from);
        let has_mount = first.is_some_and(|first| self.occupied.has(first));
        let way = (attempt.shape, attempt.distance);
        let fits = |reach: Reach| *method != Method::Displace || reach.displacing;
        self.kind(kind).goes(self.side, way, has_mount, fits)
    }

    /// Whether the squares of a move are such that it could take some of the targets. A quick test:
    /// it asks no power and not whether the move is possible.
    pub fn may_take(&self, attempt: &Attempt, targets: Squares) -> bool {
        let content = self.kind(attempt.kind);
        content.piece.takes.iter().any(|take| match &take.method {
            Method::Imitate { mount_is_jumped, .. } => {
                self.may_imitate(&attempt.counting_mount(*mount_is_jumped), targets)
            }
            method => self.by_method(content, method, attempt, targets).intersects(targets),
        })
    }

    /// The same by imitation, which takes pieces of the kinds that it imitates only.
    fn may_imitate(&self, attempt: &Attempt, targets: Squares) -> bool {
        self.kinds().any(|(kind, content)| {
            let targets = targets & self.board.kind(kind);
            let takes = |method| self.by_method(content, method, attempt, targets);
            let mut methods =
                content.piece.takes.iter().map(|take| &take.method).chain([&Method::Displace]);
            !targets.is_empty() && methods.any(|method| takes(method).intersects(targets))
        })
    }

    /// The targets that a move takes by one method of a row, and own pieces if it takes those too.
    pub fn by_method(
        &self,
        content: &Kind,
        method: &Method,
        attempt: &Attempt,
        targets: Squares,
    ) -> Squares {
        let program = self.program;
        let &Attempt { from, mover, to, shape, .. } = attempt;
        let at = |square: Option<Square>| square.map_or(Bitboard::EMPTY, Bitboard::from) & targets;
        match *method {
            Method::Displace => at(Some(to)).masked(attempt.displacing),
            Method::Withdraw => at(program.step(shape.back, from)),
            Method::Approach => {
                let last = if attempt.distance > 1 { shape.then } else { Some(shape.first) };
                at(last.and_then(|last| program.step(last, to)))
            }
            Method::Fly => fly::square(attempt) & targets,
            Method::Leap { .. } => attempt.jumped & targets,
            Method::Around { all, .. } => self.around(attempt, all, targets),
            Method::Pincer { orthogonal, diagonal, partners } => {
                let partners = (self.own & self.board.kinds(partners)) - mover;
                self.pinched(to, [orthogonal, diagonal], partners, targets)
            }
            Method::Coordinate { with, moved } => self.coordinated(attempt, with, moved, targets),
            Method::Offset(_) => self.offset(content, to) & targets,
            Method::Plow | Method::Imitate { .. } => Bitboard::EMPTY,
        }
    }

    pub fn pinched(
        &self,
        to: Square,
        [orthogonal, diagonal]: [bool; 2],
        partners: Squares,
        targets: Squares,
    ) -> Squares {
        let along = |direction: &Direction| match direction.is_orthogonal() {
            true => orthogonal,
            false => diagonal,
        };
        let pinches = |direction: Direction| {
            let victim =
                self.program.step(direction as usize, to).filter(|&one| targets.has(one))?;
            let beyond = self.program.step(direction as usize, victim)?;
            partners.has(beyond).then_some(victim)
        };
        Direction::ALL.into_iter().filter(along).filter_map(pinches).collect()
    }

    /// The targets on the corners of the rectangles between a destination and own pieces.
    fn coordinated(
        &self,
        attempt: &Attempt,
        with: Kinds,
        moved: bool,
        targets: Squares,
    ) -> Squares {
        let geometry = self.geometry;
        let (file, rank) = (geometry.file(attempt.to), geometry.rank(attempt.to));
        let is_in_line = |target| geometry.file(target) == file || geometry.rank(target) == rank;
        if !targets.iter().any(is_in_line) {
            return Bitboard::EMPTY;
        }
        let partners = (self.own & self.board.kinds(with)) - attempt.mover;
        partners.flat_map(|partner| self.corners(attempt, partner, moved)) & targets
    }

    /// The other corners of the rectangle between a destination and a partner; with `moved` only those along
    /// a file or a rank that the piece comes to.
    pub fn corners(&self, attempt: &Attempt, partner: Square, moved: bool) -> Squares {
        let geometry = self.geometry;
        let (file, rank) = (geometry.file(attempt.to), geometry.rank(attempt.to));
        let (other_file, other_rank) = (geometry.file(partner), geometry.rank(partner));
        let corner = |was: usize, is: usize, file, rank| {
            let square = geometry.square(file, rank).filter(|_| !moved || was != is);
            square.map_or(Bitboard::EMPTY, Bitboard::from)
        };
        let corners = corner(geometry.file(attempt.from), file, file, other_rank)
            | corner(geometry.rank(attempt.from), rank, other_file, rank);
        corners.masked(file != other_file && rank != other_rank)
    }
}

/// Whether the piece that takes something by a method leaves the board.
fn removes_itself(take: &Take) -> bool {
    matches!(take.method, Method::Around { itself: true, .. })
}

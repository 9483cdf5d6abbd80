//! Threats against a king, and which moves have anything to do with them.
//!
//! A threat is an enemy man that could take the king, if certain squares were empty. When they are
//! empty it is a check; when they are not, the men on them are in a sense pinned: only a move that
//! empties such a square (`opening`) can let the threat through. In check only a move that fills
//! one of the squares (`blocking`), takes something, freezes a checker or moves the king can help.
//! All other moves need no test.

use crate::capture::leap;
use crate::{
    Bitboard, Board, Board8x8 as B, Color, Direction, Geometry, PieceKind, Position, Square,
};

use super::movement::rank_limit;
use super::{Rules, Set, Switches, Ultima};

/// One side's men after a move, as far as threats against its king depend on them.
#[derive(Clone, Copy)]
pub struct After {
    /// The king.
    pub king: Square,
    /// All own men.
    pub own: Set,
    /// Own immobilizers.
    pub immobilizers: Set,
    /// Enemy men that are left.
    pub enemy: Set,
}

/// What may happen to one king.
pub struct Threats<'a> {
    board: &'a Board<u64>,
    rules: &'a Rules,
    side: Color,
    now: After,
    /// Enemy men that can move.
    pub free: Set,
    /// Men that give check.
    pub checkers: Set,
    /// Squares that may stop a check when a man lands there.
    pub blocking: Set,
    /// Squares that may let a threat through when they become empty.
    pub opening: Set,
}

impl<'a> Threats<'a> {
    /// The threats against the king of `side`; `None` where it has no king or kings may be taken.
    #[inline]
    pub fn new(position: &'a Position<Ultima>, side: Color) -> Option<Self> {
        let mut threats = Self::unscanned(position, side)?;
        threats.scan();
        Some(threats)
    }

    /// The same without any threat looked for: for [`Self::attacked`] alone.
    #[inline]
    pub fn unscanned(position: &'a Position<Ultima>, side: Color) -> Option<Self> {
        let (board, rules) = (position.board(), position.rules());
        if rules.has(Switches::CAPTURE_THE_KING) {
            return None;
        }
        let now = After {
            king: board.king(side)?,
            own: board.color(side),
            immobilizers: board.pieces(side, PieceKind::Immobilizer),
            enemy: board.color(!side),
        };
        let mut threats = Self {
            board,
            rules,
            side,
            now,
            free: Set::EMPTY,
            checkers: Set::EMPTY,
            blocking: Set::EMPTY,
            opening: Set::EMPTY,
        };
        threats.free = threats.free_men(&now);
        Some(threats)
    }

    /// Whether the king could be taken now.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The board as it stands.
    #[inline(always)]
    pub fn now(&self) -> After {
        self.now
    }

    /// Whether the rule set breaks what this module says about moves that need no test: where a
    /// leaper may jump several times but must jump at once, a man more on its way may help it.
    #[inline(always)]
    pub fn needs_every_test(&self) -> bool {
        self.rules.has(Switches::STOP_BEHIND) && !self.rules.has(Switches::SINGLE_LEAP)
    }

    /// Enemy men that own immobilizers leave free. That an immobilizer itself may be held does not
    /// matter here: it takes nothing.
    #[inline(always)]
    fn free_men(&self, after: &After) -> Set {
        let freeze = self.rules.freeze();
        let held = freeze.held::<B>(self.board, !self.side, after.immobilizers, after.enemy);
        after.enemy - held
    }

    #[inline(always)]
    fn men(&self, men: Set, kind: PieceKind) -> Set {
        men & self.board.kind(kind)
    }

    /// Finds checks and all that stands in the way of threats.
    fn scan(&mut self) {
        let After { king, own, enemy, .. } = self.now;
        let occupied = own | enemy;
        let beside = B::neighbours(king) & self.free;
        let touching = self.men(beside, PieceKind::King) | self.men(beside, PieceKind::Chameleon);
        self.checkers |= touching;
        for withdrawer in self.men(beside, PieceKind::Withdrawer) {
            if let Some(away) = step_away(withdrawer, king) {
                self.threat(withdrawer.into(), away.into(), occupied);
            }
        }
        self.scan_pawns(occupied);
        self.scan_leapers(occupied);
        self.scan_coordinators(occupied);
    }

    /// Records a threat by a man that needs the squares of `way` empty.
    #[inline(always)]
    fn threat(&mut self, checker: Set, way: Set, occupied: Set) {
        let blockers = way & occupied;
        match blockers.first() {
            None => {
                self.checkers |= checker;
                self.blocking |= way;
            }
            // All of them must go, so watching one is enough.
            Some(blocker) => self.opening |= blocker.into(),
        }
    }

    #[inline(always)]
    fn scan_pawns(&mut self, occupied: Set) {
        let king = self.now.king;
        for landing in pinching_squares(king, self.now.enemy) {
            for pawn in self.men(self.free, PieceKind::Pawn) & B::rook_lines(landing) {
                let way = B::between(pawn, landing) | landing.into();
                // Not through the king, and so not by its own partner either.
                if !way.has(king) && self.may_go(pawn, landing) {
                    self.threat(pawn.into(), way, occupied);
                }
            }
        }
    }

    #[inline(always)]
    fn scan_leapers(&mut self, occupied: Set) {
        let After { king, own, enemy, .. } = self.now;
        let leap = self.rules.leap();
        for leaper in self.men(self.free, PieceKind::Leaper) & B::queen_lines(king) {
            let Some(behind) = step_away(king, leaper) else {
                continue;
            };
            if !self.may_go(leaper, behind) {
                continue;
            }
            let between = B::between(leaper, king);
            let landing = Bitboard::from(behind);
            if leap::reaches::<B>(leap, leaper, king, occupied, own) {
                self.threat(leaper.into(), (between | landing) - occupied, occupied);
                continue;
            }
            let never_jumped = if leap.several { between & enemy } else { between & occupied };
            let blockers = (landing & occupied) | never_jumped;
            // Without such a blocker two men stand in a row, and any of them may make room.
            self.opening |= blockers.first().map_or(between & occupied, |blocker| blocker.into());
        }
    }

    #[inline(always)]
    fn scan_coordinators(&mut self, occupied: Set) {
        let king = self.now.king;
        let coordinators = self.men(self.free, PieceKind::Coordinator);
        if coordinators.is_empty() {
            return;
        }
        let Some(corners) = self.corner_line(&self.now) else {
            return;
        };
        for coordinator in coordinators {
            if !self.corner_counts(coordinator, corners) {
                continue;
            }
            let sight = B::queen_sight(coordinator, occupied);
            let slides = (sight - occupied) & self.reach(coordinator);
            if slides.meets(corners) {
                self.checkers |= coordinator.into();
                self.blocking |= slides;
                continue;
            }
            for blocker in (sight & occupied) - king.into() {
                let Some(line) = B::direction(coordinator, blocker) else {
                    continue;
                };
                let beyond = B::ray(blocker, line) | blocker.into();
                let opens = beyond.meets(corners & self.reach(coordinator));
                self.opening |= Bitboard::from(blocker).only_if(opens);
            }
        }
    }

    /// The line on which an enemy coordinator must land to take the king: the king's file when the
    /// two kings share a rank, its rank when they share a file.
    #[inline(always)]
    fn corner_line(&self, after: &After) -> Option<Set> {
        let enemy_king = self.men(after.enemy, PieceKind::King);
        if enemy_king.meets(B::rank_of(after.king)) {
            Some(B::file_of(after.king))
        } else if enemy_king.meets(B::file_of(after.king)) {
            Some(B::rank_of(after.king))
        } else {
            None
        }
    }

    /// Whether a coordinator that stands where it does may take on the corner line at all.
    #[inline(always)]
    fn corner_counts(&self, coordinator: Square, corners: Set) -> bool {
        !(self.rules.has(Switches::DELFT_CORNERS) && corners.has(coordinator))
    }

    #[inline(always)]
    fn reach(&self, from: Square) -> Set {
        if self.rules.has(Switches::RANK_LIMIT) {
            B::within(from, rank_limit(!self.side, from))
        } else {
            !Set::EMPTY
        }
    }

    #[inline(always)]
    fn may_go(&self, from: Square, to: Square) -> bool {
        self.reach(from).has(to)
    }

    /// Whether the king could be taken in a position that a move would lead to.
    #[inline]
    pub fn attacked(&self, after: &After) -> bool {
        let king = after.king;
        let occupied = after.own | after.enemy;
        let free = self.free_men(after);
        let beside = B::neighbours(king) & free;
        if beside.meets(self.board.kind(PieceKind::King) | self.board.kind(PieceKind::Chameleon)) {
            return true;
        }
        self.men(beside, PieceKind::Withdrawer)
            .iter()
            .any(|withdrawer| step_away(withdrawer, king).is_some_and(|away| !occupied.has(away)))
            || self.pawn_takes(after, free, occupied)
            || self.leaper_takes(after, free, occupied)
            || self.coordinator_takes(after, free, occupied)
    }

    #[inline(always)]
    fn pawn_takes(&self, after: &After, free: Set, occupied: Set) -> bool {
        let landings = pinching_squares(after.king, after.enemy) - occupied;
        landings.iter().any(|landing| {
            let pawns = B::rook_sight(landing, occupied) & free;
            self.men(pawns, PieceKind::Pawn).iter().any(|pawn| self.may_go(pawn, landing))
        })
    }

    #[inline(always)]
    fn leaper_takes(&self, after: &After, free: Set, occupied: Set) -> bool {
        let king = after.king;
        let leapers = self.men(free, PieceKind::Leaper) & B::queen_lines(king);
        leapers.iter().any(|leaper| {
            leap::reaches::<B>(self.rules.leap(), leaper, king, occupied, after.own)
                && step_away(king, leaper).is_some_and(|behind| self.may_go(leaper, behind))
        })
    }

    #[inline(always)]
    fn coordinator_takes(&self, after: &After, free: Set, occupied: Set) -> bool {
        let coordinators = self.men(free, PieceKind::Coordinator);
        if coordinators.is_empty() {
            return false;
        }
        let Some(corners) = self.corner_line(after) else {
            return false;
        };
        coordinators.iter().any(|coordinator| {
            self.corner_counts(coordinator, corners) && {
                let slides = B::queen_sight(coordinator, occupied) - occupied;
                (slides & self.reach(coordinator)).meets(corners)
            }
        })
    }

    /// Of the empty squares beside the king, those where it is certainly taken and those where
    /// only a test can tell.
    #[inline]
    pub fn king_steps(&self) -> (Set, Set) {
        let kind = |kind| self.men(self.free, kind);
        let taken = B::neighbours_of_all(kind(PieceKind::King) | kind(PieceKind::Chameleon));
        let mut doubtful = B::neighbours_of_all(kind(PieceKind::Withdrawer));
        for leaper in kind(PieceKind::Leaper) {
            doubtful |= B::queen_lines(leaper);
        }
        if !kind(PieceKind::Coordinator).is_empty()
            && let Some(enemy_king) = self.men(self.now.enemy, PieceKind::King).first()
        {
            doubtful |= B::rook_lines(enemy_king);
        }
        if !kind(PieceKind::Pawn).is_empty() {
            doubtful |= Direction::over_orthogonals(|to| B::shift(self.now.enemy, to));
        }
        (taken, doubtful)
    }
}

/// The square that lies behind `square` as seen from its neighbour or line-mate `seen_from`.
#[inline(always)]
fn step_away(square: Square, seen_from: Square) -> Option<Square> {
    B::direction(seen_from, square).and_then(|direction| B::step(square, direction))
}

/// Squares on which an enemy pawn would pinch the king against a man that stands beside it.
#[inline(always)]
fn pinching_squares(king: Square, enemy: Set) -> Set {
    Direction::over_orthogonals(|direction| {
        let partner = B::shift(king.into(), direction) & enemy;
        B::shift(king.into(), direction.opposite()).only_if(!partner.is_empty())
    })
}

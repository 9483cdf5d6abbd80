//! The long-leaper's method: it jumps over enemies on its line that have an empty square behind
//! them, and captures them.

use crate::{Bitboard, Direction, Geometry, Grid, Square};

/// How far a leaping move may go (rule switches `leap` and `land`).
///
/// ```
/// use baroque_movegen::capture::leap::{LeapRules, destinations};
/// use baroque_movegen::{Board8x8, Color, Geometry, Position, Ultima, bitboard};
/// let position: Position<Ultima> = "8/8/p7/8/Lp1p2p1/8/8/8".parse().unwrap();
/// let board = position.board();
/// let (a4, _) = Board8x8.parse("a4").unwrap();
/// let attacks = Board8x8.queen_attacks(a4, board.occupied());
/// let leaps = |rules| {
///     destinations(Board8x8, rules, a4, attacks, board.occupied(), board.color(Color::Black))
/// };
/// assert_eq!(leaps(LeapRules { several: true, slide_on: true }), bitboard! {
///     X . . . . . . .
///     X . . . . . . .
///     p . . . . . . .
///     . . . . . . . .
///     L p X p X X p X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// assert_eq!(leaps(LeapRules { several: true, slide_on: false }), bitboard! {
///     . . . . . . . .
///     X . . . . . . .
///     p . . . . . . .
///     . . . . . . . .
///     L p X p X . p .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// assert_eq!(leaps(LeapRules { several: false, slide_on: true }), bitboard! {
///     X . . . . . . .
///     X . . . . . . .
///     p . . . . . . .
///     . . . . . . . .
///     L p X p . . p .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeapRules {
    /// Whether a move may jump more than once.
    pub several: bool,
    /// Whether the leaper may slide on behind a victim before it stops or jumps again. It may
    /// always slide up to its first victim.
    pub slide_on: bool,
}

/// Squares that a leaper on `from` reaches by jumping over some of the targets.
///
/// `attacks` are the queen attacks of `from`, the first piece on each line included
/// ([`Geometry::queen_attacks`]). See [`LeapRules`] for examples.
#[inline(always)]
pub fn destinations<G: Geometry>(
    geometry: G,
    rules: LeapRules,
    from: Square,
    attacks: Bitboard<G>,
    occupied: Bitboard<G>,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    if rules.slide_on {
        attacks_behind(geometry, rules, from, attacks, occupied, targets) - occupied
    } else {
        (attacks & targets).flat_map(|victim| match geometry.direction(from, victim) {
            Some(line) => hops(geometry, rules, victim, line, occupied, targets),
            None => Bitboard::EMPTY,
        })
    }
}

/// The squares that a queen on `from` would attack behind the pieces that a leaper may jump over.
#[inline(always)]
fn attacks_behind<G: Geometry>(
    geometry: G,
    rules: LeapRules,
    from: Square,
    attacks: Bitboard<G>,
    occupied: Bitboard<G>,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    let mut jumped = attacks & targets;
    let mut behind = geometry.queen_attacks(from, occupied - jumped) - attacks;
    let mut next = (behind & targets).masked(rules.several);
    while !next.is_empty() {
        // A piece right behind another one cannot be jumped.
        let open = |&piece: &Square| {
            !(geometry.neighbours(piece) & geometry.between(from, piece)).intersects(occupied)
        };
        let again: Bitboard<G> = next.iter().filter(open).collect();
        if again.is_empty() {
            break;
        }
        jumped |= again;
        let farther = geometry.queen_attacks(from, occupied - jumped) - attacks - behind;
        behind |= farther;
        next = farther & targets;
    }
    behind
}

/// Landing squares of a leaper that jumps over `victim` first and lands right behind its victims.
fn hops<G: Geometry>(
    geometry: G,
    rules: LeapRules,
    victim: Square,
    line: Direction,
    occupied: Bitboard<G>,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    let empty = |square: &Square| !occupied.has(*square);
    let mut destinations = Bitboard::EMPTY;
    let mut here = geometry.step(victim, line).filter(empty);
    while let Some(square) = here {
        destinations |= square.into();
        let next = geometry.step(square, line).filter(|&next| rules.several && targets.has(next));
        here = next.and_then(|piece| geometry.step(piece, line)).filter(empty);
    }
    destinations
}

/// The targets jumped on a path that [`destinations`] or a slide allows.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard, capture::leap};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let targets = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     o X . X t . X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let jumped = leap::victims(Board8x8, square("a4"), square("e4"), targets);
/// assert!(jumped.has(square("b4")) && jumped.has(square("d4")) && jumped.len() == 2);
/// ```
#[inline(always)]
pub fn victims<G: Geometry>(
    geometry: G,
    from: Square,
    to: Square,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    geometry.between(from, to) & targets
}

/// Whether a leaper on `from` could jump over the piece on `target` and land right behind it.
///
/// `targets` are the enemies of the leaper, the target among them.
///
/// ```
/// use baroque_movegen::capture::leap::{LeapRules, reaches};
/// use baroque_movegen::{Board8x8, Geometry, bitboard};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let targets = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     L . X . X . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let occupied = targets | square("a4").into();
/// let reaches = |several, slide_on, target| {
///     let rules = LeapRules { several, slide_on };
///     reaches(Board8x8, rules, square("a4"), square(target), occupied, targets)
/// };
/// assert!(reaches(false, false, "c4"));
/// // A second jump, at once after the first one.
/// assert!(reaches(true, false, "e4") && !reaches(false, true, "e4"));
/// // Nothing lies behind h4.
/// assert!(!reaches(true, true, "h4"));
/// ```
#[inline(always)]
pub fn reaches<G: Geometry>(
    geometry: G,
    rules: LeapRules,
    from: Square,
    target: Square,
    occupied: Bitboard<G>,
    targets: Bitboard<G>,
) -> bool {
    let Some(line) = geometry.direction(from, target) else {
        return false;
    };
    let jumped = geometry.between(from, target) & occupied;
    if geometry.step(target, line).is_none_or(|behind| occupied.has(behind)) {
        return false;
    }
    if jumped.is_empty() {
        return true;
    }
    if !rules.several || !jumped.is_subset(targets) {
        return false;
    }
    let gaps = geometry.shift(jumped, line);
    let spaced = !gaps.intersects(occupied);
    spaced && (rules.slide_on || geometry.shift(gaps, line).is_subset(jumped | target.into()))
}

/// How pieces stand in the way of a leaper that threatens a piece on its line. `path` are the
/// squares from the leaper to the one right behind its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Threat<G: Grid> {
    /// It captures the target unless one of the empty squares of `path` is filled.
    Open { path: Bitboard<G> },
    /// It does when all `blockers` have left.
    Blocked { blockers: Bitboard<G>, path: Bitboard<G> },
    /// It may when one of these pieces has left: two adjacent ones block, too.
    Adjacent { pieces: Bitboard<G>, path: Bitboard<G> },
}

/// The threat of a leaper on `from` against the piece on `target`, one of the `targets`; `friends`
/// are the pieces of its own side. `None` if there is no square behind the target.
///
/// ```
/// use baroque_movegen::capture::leap::{LeapRules, Threat, threat};
/// use baroque_movegen::{Bitboard, Board8x8, Geometry};
/// let set = |names: &str| -> Bitboard<Board8x8> {
///     names.split(' ').map(|name| Board8x8.parse(name).unwrap().0).collect()
/// };
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let rules = LeapRules { several: true, slide_on: true };
/// let threat = |targets, friends| {
///     threat(Board8x8, rules, square("a4"), square("g4"), set(targets), set(friends))
/// };
/// assert_eq!(threat("g4 c4", "a4"), Some(Threat::Open { path: set("b4 d4 e4 f4 h4") }));
/// let path = set("b4 c4 d4 e4 f4 g4 h4") - set("g4");
/// assert_eq!(threat("g4", "a4 c4"), Some(Threat::Blocked { blockers: set("c4"), path }));
/// assert_eq!(threat("g4 c4 d4", "a4"), Some(Threat::Adjacent { pieces: set("c4 d4"), path }));
/// ```
#[inline(always)]
pub fn threat<G: Geometry>(
    geometry: G,
    rules: LeapRules,
    from: Square,
    target: Square,
    targets: Bitboard<G>,
    friends: Bitboard<G>,
) -> Option<Threat<G>> {
    let behind = geometry.step(target, geometry.direction(from, target)?)?;
    let (between, occupied) = (geometry.between(from, target), targets | friends);
    let path = between | behind.into();
    if reaches(geometry, rules, from, target, occupied, targets) {
        return Some(Threat::Open { path: path - occupied });
    }
    let never_jumped = if rules.several { between & friends } else { between & occupied };
    let blockers = (occupied & behind.into()) | never_jumped;
    if reaches(geometry, rules, from, target, occupied - blockers, targets - blockers) {
        return Some(Threat::Blocked { blockers, path });
    }
    // Of the others that must leave, watching one is enough.
    let pieces = blockers.first().map_or(between & occupied, Bitboard::from);
    Some(Threat::Adjacent { pieces, path })
}

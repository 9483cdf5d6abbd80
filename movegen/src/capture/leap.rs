//! The long-leaper's method: enemies on its line that stand alone are jumped over and taken.

use crate::{Bitboard, Direction, Geometry, Square};

/// How far a leaping move may go (rule switches `leap` and `land`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeapRules {
    /// Whether a move may jump more than once.
    pub several: bool,
    /// Whether the leaper may slide on behind a victim before it stops or jumps again.
    pub slide_on: bool,
}

/// Squares that a leaper on `from` reaches by jumping over some of the prey.
///
/// `sight` is what a queen on `from` sees, blockers included.
#[inline(always)]
pub fn landings<G: Geometry>(
    rules: LeapRules,
    from: Square,
    sight: Bitboard<G::Bits>,
    occupied: Bitboard<G::Bits>,
    prey: Bitboard<G::Bits>,
) -> Bitboard<G::Bits> {
    (sight & prey)
        .iter()
        .fold(Bitboard::EMPTY, |landings, victim| {
            let line = G::direction(from, victim);
            landings
                | line.map_or(Bitboard::EMPTY, |line| {
                    jumps::<G>(rules, victim, line, occupied, prey)
                })
        })
}

/// Landing squares of a leaper that jumps over `victim` first.
fn jumps<G: Geometry>(
    rules: LeapRules,
    victim: Square,
    line: Direction,
    occupied: Bitboard<G::Bits>,
    prey: Bitboard<G::Bits>,
) -> Bitboard<G::Bits> {
    let empty = |square: &Square| !occupied.has(*square);
    let mut landings = Bitboard::EMPTY;
    let mut here = G::step(victim, line).filter(empty);
    while let Some(square) = here {
        landings |= square.into();
        here = G::step(square, line);
        if let Some(man) = here.filter(|&next| occupied.has(next)) {
            // Another man ahead: jump again, if it may be jumped.
            let jumped = rules.several && prey.has(man);
            here = G::step(man, line).filter(empty).filter(|_| jumped);
        } else if !rules.slide_on {
            break;
        }
    }
    landings
}

/// The prey jumped on a way that [`landings`] or a slide allows.
#[inline(always)]
pub fn victims<G: Geometry>(
    from: Square,
    to: Square,
    prey: Bitboard<G::Bits>,
) -> Bitboard<G::Bits> {
    G::between(from, to) & prey
}

/// Whether a leaper on `from` could jump over the man on `target` and land right behind it.
///
/// `prey` are the enemies of the leaper, the target among them.
#[inline(always)]
pub fn reaches<G: Geometry>(
    rules: LeapRules,
    from: Square,
    target: Square,
    occupied: Bitboard<G::Bits>,
    prey: Bitboard<G::Bits>,
) -> bool {
    let Some(line) = G::direction(from, target) else {
        return false;
    };
    let jumped = G::between(from, target) & occupied;
    if G::step(target, line).is_none_or(|behind| occupied.has(behind)) {
        return false;
    }
    if jumped.is_empty() {
        return true;
    }
    if !rules.several || !jumped.is_subset(prey) {
        return false;
    }
    let gaps = G::shift(jumped, line);
    let spaced = !gaps.meets(occupied);
    spaced && (rules.slide_on || G::shift(gaps, line).is_subset(jumped | target.into()))
}

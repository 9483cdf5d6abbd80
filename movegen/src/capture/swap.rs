//! The swapper's method, which captures nothing: it changes places with the first piece on a queen
//! line.

use crate::{Bitboard, Geometry, Square};

/// Squares of the `partners` that come first on a queen line of `from`, or right behind one of its
/// `leaps`.
///
/// `attacks` are the queen attacks of `from`, the first piece on each line included
/// ([`Geometry::queen_attacks`]); `leaps` are the empty squares that it reaches by jumping, as a
/// chameleon may.
///
/// ```
/// use baroque_movegen::{Bitboard, Board8x8, Geometry, bitboard, capture::swap};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let partners = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . . . . . . . .
///     x . l . . X . X
///     . . . . . . . .
///     . . X . . . . .
///     . . . . . . . .
/// };
/// let attacks = Board8x8.queen_attacks(square("a4"), partners | square("c4").into());
/// let swaps = |leaps| swap::destinations(Board8x8, square("a4"), attacks, leaps, partners);
/// assert_eq!(swaps(Bitboard::EMPTY), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . . . . . . . .
///     x . l . . s . s
///     . . . . . . . .
///     . . X . . . . .
///     . . . . . . . .
/// });
/// let leaps = ["d4", "e4"].map(square).into_iter().collect();
/// assert_eq!(swaps(leaps), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . . . . . . . .
///     x . l . . X . s
///     . . . . . . . .
///     . . X . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(
    geometry: G,
    from: Square,
    attacks: Bitboard<G>,
    leaps: Bitboard<G>,
    partners: Bitboard<G>,
) -> Bitboard<G> {
    let first_on_line = attacks & partners;
    if leaps.is_empty() {
        return first_on_line;
    }
    let follows_a_leap = |&partner: &Square| {
        let back = geometry.direction(partner, from);
        back.and_then(|back| geometry.step(partner, back)).is_some_and(|before| leaps.has(before))
    };
    first_on_line | partners.iter().filter(follows_a_leap).collect()
}

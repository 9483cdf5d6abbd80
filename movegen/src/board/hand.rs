//! Pieces in hand: captured pieces that may be dropped (rules, 6).

use crate::{BoardTypes, PieceKind};

/// The pieces that one side holds in hand.
///
/// ```
/// use baroque_movegen::{Game, Hand, Renaissance, Ultima};
/// let pawn = Renaissance::PIECES.kind('P').unwrap();
/// let mut hand = Hand::<Renaissance>::default();
/// assert_eq!(hand.set(pawn, 2), Some(()));
/// assert_eq!((hand.count(pawn), hand.len()), (2, 2));
/// // There are no hands in Ultima.
/// assert_eq!(Hand::<Ultima>::default().set(pawn, 1), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand<G: BoardTypes>(G::Counts);

impl<G: BoardTypes> Default for Hand<G> {
    fn default() -> Self {
        Self(G::Counts::default())
    }
}

impl<G: BoardTypes> Hand<G> {
    /// Whether no piece is held.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == G::Counts::default()
    }

    /// Number of pieces of a kind.
    #[inline(always)]
    pub fn count(self, kind: PieceKind) -> u8 {
        self.0.as_ref().get(kind.index()).copied().unwrap_or(0)
    }

    /// Number of pieces of all kinds.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.as_ref().iter().map(|&count| u32::from(count)).sum()
    }

    /// The kinds with at least one piece, in the order of the piece table.
    #[inline(always)]
    pub fn kinds(self) -> impl Iterator<Item = PieceKind> {
        let held = move |&kind: &PieceKind| self.count(kind) > 0;
        (0..self.0.as_ref().len()).map(PieceKind::new).filter(held)
    }

    /// Sets the number of pieces of a kind; `None` if the game has no hands.
    #[inline]
    pub fn set(&mut self, kind: PieceKind, count: u8) -> Option<()> {
        *self.0.as_mut().get_mut(kind.index())? = count;
        Some(())
    }
}

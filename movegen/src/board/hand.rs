//! Pieces in hand: captured pieces that may be dropped (rules, 6).

use crate::PieceKind;

/// The pieces that one side holds in hand.
///
/// ```
/// use baroque_movegen::{Hand, PieceKind};
/// let mut hand = Hand::default();
/// assert_eq!(hand.set(PieceKind::Pawn, 2), Some(()));
/// assert_eq!(hand.set(PieceKind::King, 1), None);
/// assert_eq!((hand.count(PieceKind::Pawn), hand.len(), hand.to_string()), (2, 2, "PP".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand([u8; Self::KINDS.len()]);

impl Hand {
    /// The kinds that can be held, in FEN order.
    pub const KINDS: [PieceKind; 10] = [
        PieceKind::Pawn,
        PieceKind::Withdrawer,
        PieceKind::Leaper,
        PieceKind::Chameleon,
        PieceKind::Immobilizer,
        PieceKind::Coordinator,
        PieceKind::Resurrector,
        PieceKind::Bomb,
        PieceKind::Pusher,
        PieceKind::Puller,
    ];

    /// Whether no piece is held.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Number of pieces of a kind.
    #[inline(always)]
    pub fn count(self, kind: PieceKind) -> u8 {
        index(kind).map_or(0, |index| self.0[index])
    }

    /// Number of pieces of all kinds.
    pub fn len(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The kinds with at least one piece.
    #[inline(always)]
    pub fn kinds(self) -> impl Iterator<Item = PieceKind> {
        Self::KINDS.into_iter().filter(move |&kind| self.count(kind) > 0)
    }

    /// Sets the number of pieces of a kind; `None` if the kind cannot be held.
    #[inline]
    pub fn set(&mut self, kind: PieceKind, count: u8) -> Option<()> {
        self.0[index(kind)?] = count;
        Some(())
    }
}

/// Prints the capital letters of the pieces in the order of [`Hand::KINDS`].
impl std::fmt::Display for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.kinds().try_for_each(|kind| {
            let letters = kind.letter().to_string().repeat(self.count(kind).into());
            f.write_str(&letters)
        })
    }
}

/// Index of a kind in [`Hand::KINDS`].
#[inline(always)]
const fn index(kind: PieceKind) -> Option<usize> {
    Some(match kind {
        PieceKind::Pawn => 0,
        PieceKind::Withdrawer => 1,
        PieceKind::Leaper => 2,
        PieceKind::Chameleon => 3,
        PieceKind::Immobilizer => 4,
        PieceKind::Coordinator => 5,
        PieceKind::Resurrector => 6,
        PieceKind::Bomb => 7,
        PieceKind::Pusher => 8,
        PieceKind::Puller => 9,
        _ => return None,
    })
}

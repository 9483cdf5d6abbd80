//! Pieces in hand: captured ones that may be dropped again (rules, 6).

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
    /// The kinds that can be held, in the order in which FEN writes them.
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

    /// Whether nothing is held.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// How many pieces of a kind are held.
    #[inline(always)]
    pub fn count(self, kind: PieceKind) -> u8 {
        place(kind).map_or(0, |place| self.0[place])
    }

    /// How many pieces are held.
    pub fn len(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The kinds of which some are held.
    #[inline(always)]
    pub fn kinds(self) -> impl Iterator<Item = PieceKind> {
        Self::KINDS.into_iter().filter(move |&kind| self.count(kind) > 0)
    }

    /// Changes the number of pieces of a kind; `None` if the kind cannot be held.
    #[inline]
    pub fn set(&mut self, kind: PieceKind, count: u8) -> Option<()> {
        self.0[place(kind)?] = count;
        Some(())
    }
}

/// The capital letters of the pieces.
impl std::fmt::Display for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.kinds().try_for_each(|kind| {
            let letters = kind.letter().to_string().repeat(self.count(kind).into());
            f.write_str(&letters)
        })
    }
}

/// The place of a kind among [`Hand::KINDS`].
#[inline(always)]
const fn place(kind: PieceKind) -> Option<usize> {
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

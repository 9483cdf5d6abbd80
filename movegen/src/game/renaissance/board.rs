//! The board of Renaissance.

use crate::{AttackTables, Geometry, Grid};

/// Files a to i and ranks 1 to 9.
///
/// ```
/// use baroque_movegen::{Board9x9, Geometry};
/// assert_eq!(Board9x9.squares().len(), 81);
/// assert!(Board9x9.parse("i9").is_some() && Board9x9.parse("i10").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board9x9;

impl Grid for Board9x9 {
    type Bits = u128;
    const FILES: usize = 9;
    const RANKS: usize = 9;
}

impl Geometry for Board9x9 {
    #[inline(always)]
    fn tables(self) -> &'static AttackTables<u128> {
        static TABLES: AttackTables<u128> = AttackTables::<u128>::new(9, 9, !0);
        &TABLES
    }
}

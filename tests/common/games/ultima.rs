//! The tests of the Baroque family.

use baroque_movegen::Ultima;

use super::{DeedSight, TestGame};
use crate::common::reference;

impl TestGame for Ultima {
    type Slow = reference::ultima::Position;
    const MEN: &'static str = "PPPWLLXXIC";
    const TAKERS: &'static str = "KPWLXC";
    const TAKERS_OF_SEVERAL: &'static str = "PLXC";
    const DEEDS: &'static [DeedSight<Self>] = &[
        ("suicide", |deed| deed.mv.is_suicide()),
        ("immobilizer moves", |deed| deed.letter() == 'I' && !deed.mv.is_suicide()),
        ("chameleon takes", |deed| deed.letter() == 'X' && deed.taken() > 0),
        ("leaper takes several", |deed| deed.letter() == 'L' && deed.taken() > 1),
    ];
    const STATUSES: &'static [&'static str] = &["ongoing", "check", "checkmate", "king-taken"];
    const ENDS: &'static [(&'static str, bool)] = &[
        ("checkmate", false),
        ("stalemate", false),
        ("king-taken", false),
        ("repetition", false),
        ("stalemate", true),
        ("repetition", true),
        ("move-limit", true),
    ];
}

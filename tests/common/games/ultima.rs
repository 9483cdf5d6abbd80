//! Test data of Ultima.

use baroque_movegen::Ultima;

use super::{MoveFeature, TestGame};

impl TestGame for Ultima {
    const RANDOM_PIECES: &'static str = "PPPWLLXXIC";
    const CAPTURERS: &'static str = "KPWLXC";
    const MULTIPLE_CAPTURERS: &'static str = "PLXC";
    const MOVE_FEATURES: &'static [MoveFeature<Self>] = &[
        ("suicide", |context| context.mv.is_suicide()),
        ("immobilizer moves", |context| context.letter() == 'I' && !context.mv.is_suicide()),
        ("chameleon takes", |context| context.letter() == 'X' && context.captures() > 0),
        ("leaper takes several", |context| context.letter() == 'L' && context.captures() > 1),
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

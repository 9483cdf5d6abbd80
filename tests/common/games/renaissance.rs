//! Test data of Renaissance.

use baroque_movegen::{Color, Renaissance};

use super::{MoveContext, MoveFeature, PositionFeature, TestGame, field};
use crate::common::backend::Fast;

impl TestGame for Renaissance {
    const RANDOM_PIECES: &'static str = "PPPWLXXICRBUUYY";
    const CAPTURERS: &'static str = "KPWLXCBUY";
    const MULTIPLE_CAPTURERS: &'static str = "PXCB";
    const MOVE_FEATURES: &'static [MoveFeature<Self>] = &[
        ("drop", |context| context.is_drop()),
        ("drop that parries", |context| context.is_drop() && context.position.in_check()),
        ("trade with an own piece", |context| context.letter() == 'R' && context.meets_own_piece()),
        ("trade with an enemy", |context| {
            context.letter() == 'R' && context.meets() && !context.meets_own_piece()
        }),
        ("trade with a king", |context| context.letter() == 'R' && "Kk".contains(context.met())),
        ("leaves a piece behind", |context| context.letter() == 'R' && context.has_suffix()),
        ("explosion", |context| context.mv.is_suicide()),
        ("push", |context| pushes(context)),
        ("push onto a piece", |context| pushes(context) && context.letter_at_multiple(2) != '.'),
        ("pull", |context| pulls(context)),
        ("pull of a chain", |context| {
            pulls(context)
                && context.letter_at_multiple(-1).eq_ignore_ascii_case(&'y')
                && context.letter_at_multiple(-2) != '.'
        }),
        ("pushed or pulled piece takes", |context| {
            moves_another_piece(context) && context.captures() > 0
        }),
        ("pushed or pulled enemy takes", |context| {
            let held = |position| held(position, !context.position.side());
            moves_another_piece(context)
                && context.captures() > 0
                && held(&context.next()) > held(context.position)
        }),
    ];
    const POSITION_FEATURES: &'static [PositionFeature<Self>] =
        &[("six pieces in one hand", |position| {
            Color::ALL.iter().any(|&color| held(position, color) >= 6)
        })];
    const STATUSES: &'static [&'static str] = &["ongoing", "check", "checkmate", "king-taken"];
    const ENDS: &'static [(&'static str, bool)] = &[
        ("checkmate", false),
        ("stalemate", false),
        ("king-taken", false),
        ("repetition", false),
        ("repetition", true),
        ("move-limit", true),
    ];
}

fn pushes(context: &MoveContext<Renaissance>) -> bool {
    context.letter() == 'U' && context.meets()
}

fn pulls(context: &MoveContext<Renaissance>) -> bool {
    context.letter() == 'Y' && context.ends_with('t')
}

/// Whether the move is a push or a pull.
fn moves_another_piece(context: &MoveContext<Renaissance>) -> bool {
    pushes(context) || pulls(context)
}

/// The number of pieces in the hand of a side.
fn held(position: &Fast<Renaissance>, color: Color) -> usize {
    let placement = field(position, 0);
    let (_, hands) = placement.split_once('[').unwrap();
    let letters = hands.chars().filter(char::is_ascii_alphabetic);
    letters.filter(|letter| letter.is_ascii_uppercase() == (color == Color::White)).count()
}

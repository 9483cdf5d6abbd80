//! The tests of Renaissance.

use baroque_movegen::{Color, Renaissance};

use super::{Deed, DeedSight, SceneSight, TestGame, field};
use crate::common::judge::Fast;
use crate::common::reference;

impl TestGame for Renaissance {
    type Slow = reference::renaissance::Position;
    const MEN: &'static str = "PPPWLXXICRBUUYY";
    const TAKERS: &'static str = "KPWLXCBUY";
    const TAKERS_OF_SEVERAL: &'static str = "PXCB";
    const DEEDS: &'static [DeedSight<Self>] = &[
        ("drop", |deed| deed.drops()),
        ("drop that parries", |deed| deed.drops() && deed.position.in_check()),
        ("trade with a friend", |deed| deed.letter() == 'R' && deed.meets_a_friend()),
        ("trade with an enemy", |deed| {
            deed.letter() == 'R' && deed.meets() && !deed.meets_a_friend()
        }),
        ("trade with a king", |deed| deed.letter() == 'R' && "Kk".contains(deed.met())),
        ("leaves a piece behind", |deed| deed.letter() == 'R' && deed.names_a_piece()),
        ("explosion", |deed| deed.mv.is_suicide()),
        ("push", |deed| pushes(deed)),
        ("push onto somebody", |deed| pushes(deed) && deed.letter_on_the_way(2) != '.'),
        ("pull", |deed| pulls(deed)),
        ("pull of a chain", |deed| {
            pulls(deed)
                && deed.letter_on_the_way(-1).eq_ignore_ascii_case(&'y')
                && deed.letter_on_the_way(-2) != '.'
        }),
        ("pushed or pulled piece takes", |deed| is_forceful(deed) && deed.taken() > 0),
        ("pushed or pulled enemy takes", |deed| {
            let held = |position| held(position, !deed.position.side());
            is_forceful(deed) && deed.taken() > 0 && held(&deed.next()) > held(deed.position)
        }),
    ];
    const SCENES: &'static [SceneSight<Self>] = &[("six pieces in one hand", |position| {
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

fn pushes(deed: &Deed<Renaissance>) -> bool {
    deed.letter() == 'U' && deed.meets()
}

fn pulls(deed: &Deed<Renaissance>) -> bool {
    deed.letter() == 'Y' && deed.ends_with('t')
}

/// Whether a piece is moved by another.
fn is_forceful(deed: &Deed<Renaissance>) -> bool {
    pushes(deed) || pulls(deed)
}

/// The number of pieces in the hand of a side.
fn held(position: &Fast<Renaissance>, color: Color) -> usize {
    let placement = field(position, 0);
    let (_, hands) = placement.split_once('[').unwrap();
    let letters = hands.chars().filter(char::is_ascii_alphabetic);
    letters.filter(|letter| letter.is_ascii_uppercase() == (color == Color::White)).count()
}

//! Writing moves.

use super::Action;
use crate::custom::CustomGame;
use crate::{Geometry, Move, PieceKind, Position, Special};

/// Readable text of a move of a piece without the suffix.
pub fn readable(
    position: &Position<CustomGame>,
    mv: Move,
    kind: PieceKind,
    action: Action,
) -> String {
    let name = |square| position.geometry().name(square);
    let (from, to) = (name(mv.from()), name(mv.to()));
    let victims = position.victims(mv);
    // The only victim is not named again where it is the destination.
    let lands_on_it = victims == mv.to().into();
    let squares = match action {
        Action::Go { .. } if lands_on_it => format!("{from}x{to}"),
        Action::Go { .. } | Action::Leave(_) => format!("{from}-{to}"),
        Action::Swap { .. } => format!("{from}<>{to}"),
        Action::Push(beyond) => format!("{from}>{to}>{}", name(beyond)),
        Action::Pull { .. } => format!("{from}<{to}"),
        Action::Rifle => format!("{from}*x{to}"),
        Action::Attract(_) => format!("{from}<*{to}"),
        Action::Repel(_) => format!("{from}*>{to}"),
        Action::Plow(_) => format!("{from}>>{to}"),
        Action::Destroy => format!("{from}!!{to}"),
        Action::Explode => format!("{from}*"),
        Action::Suicide => format!("{from}@"),
        Action::Drop(_) => to,
    };
    let names: Vec<String> = victims.iter().map(name).collect();
    let is_named = matches!(action, Action::Go { .. } | Action::Rifle | Action::Destroy);
    let captures = match names.is_empty() || is_named && lands_on_it {
        true => String::new(),
        false => format!("x{}", names.join(",")),
    };
    let pieces = position.pieces();
    let special = match (action, mv.special()) {
        (Action::Leave(left), _) => format!("^{}", pieces.info(left).letter),
        // Another move between these squares has the text without it.
        (Action::Go { .. }, Special::Leap) => "l".to_owned(),
        (Action::Go { .. }, Special::Piece(piece)) => format!("={}", pieces.info(piece).letter),
        _ => String::new(),
    };
    format!("{}{squares}{captures}{special}", pieces.info(kind).letter)
}

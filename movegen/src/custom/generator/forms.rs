//! The cheapest form that plays a kind of piece exactly, found once when its definition is made ready.

use std::mem::discriminant;

use super::paths::{Path, Reach};
use super::rays::WaySets;
use crate::custom::definition::{Act, Definition, ImitatedBy, Method, Mode, PieceDefinition, Take};
use crate::{ByColor, PieceKind};

/// How the moves of a kind are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// It takes only what it displaces, and its ways are sets.
    Displaces,
    /// Where it lands decides whether it takes something ([`super::landings`]), and its ways are sets.
    Lands,
    /// It imitates kinds of which the same holds ([`super::imitations`]).
    Imitates,
    /// Each square is asked.
    Asked,
}

/// What the start and the destination of a legal move tell of what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goes {
    /// The piece goes there, and takes what stands there.
    Plainly,
    /// It goes to an empty square, and acts on an occupied one.
    OrActsOnPieces,
    /// It goes to an empty square, and shoots at an occupied one.
    OrShoots,
    /// Not enough.
    Otherwise,
}

/// The form of a kind with these ways.
pub fn form(
    definition: &Definition,
    own: PieceKind,
    paths: &ByColor<Vec<Path>>,
    sets: &ByColor<WaySets>,
) -> Form {
    let piece = &definition.pieces[own.index()];
    let has_limits = definition.rank_limit || definition.capture_only.is_some();
    let are_sets = sets.0.iter().all(|sets| sets.others.is_empty());
    let takes = &piece.takes;
    match () {
        () if has_limits || !are_sets => Form::Asked,
        () if takes.is_empty() => Form::Displaces,
        () if takes.len() == 1 && takes[0].method == Method::Displace => Form::Displaces,
        () if definition.wraps => Form::Asked,
        () if depend_on_landing((own, piece), paths) => Form::Lands,
        () if imitates_by_landing(definition, own, paths) => Form::Imitates,
        () => Form::Asked,
    }
}

/// The same for legal moves of a kind with a form.
pub fn goes(piece: &PieceDefinition, form: Form) -> Goes {
    let acts = &piece.acts;
    let needs_piece = |act: &Act| match act {
        Act::Swap { .. }
        | Act::Destroy
        | Act::Push
        | Act::Attract { .. }
        | Act::Repel
        | Act::Rifle { .. } => true,
        Act::Pull | Act::Explode | Act::Leave | Act::Imitate => false,
    };
    match acts[..] {
        _ if form == Form::Asked || !acts.iter().all(needs_piece) => Goes::Otherwise,
        [] => Goes::Plainly,
        [Act::Rifle { .. }] if piece.takes.is_empty() => Goes::OrShoots,
        _ => Goes::OrActsOnPieces,
    }
}

/// Whether the square on which a piece lands decides what it takes, if its ways are sets.
fn depend_on_landing(
    (own, piece): (PieceKind, &PieceDefinition),
    paths: &ByColor<Vec<Path>>,
) -> bool {
    let paths = || paths.0.iter().flatten();
    // The first tables are those of the directions.
    let are_king_steps = paths().all(|path| path.shape.first < 8);
    let are_slides = paths().all(|path| path.mode == Mode::Slide);
    let takes = &piece.takes;
    let fits = |take: &Take| match take.method {
        Method::Displace => true,
        Method::Withdraw | Method::Approach => are_king_steps,
        Method::Fly => are_king_steps && !take.either,
        Method::Leap { .. } => are_king_steps && are_slides && takes.len() == 1,
        Method::Around { all, itself } => !all && !itself && !take.either,
        Method::Pincer { .. } => !take.either,
        Method::Coordinate { with, .. } => !with.has(own) && !take.either,
        Method::Plow | Method::Offset(_) | Method::Imitate { .. } => false,
    };
    takes.iter().all(fits) && takes_differ(takes)
}

/// The same if a piece imitates, and its ways are lines.
fn imitates_by_landing(
    definition: &Definition,
    own: PieceKind,
    paths: &ByColor<Vec<Path>>,
) -> bool {
    let only_imitates = only_imitates(&definition.pieces[own.index()]);
    let mut paths = paths.0.iter().flatten();
    let are_own_lines = paths.all(|path| {
        let is_king_line = path.shape.is_line && path.shape.first < 8 && path.mode == Mode::Slide;
        let goes =
            |own: Reach| own.min == 1 && own.quiet && own.displacing && own.max == path.farthest;
        is_king_line && path.own.is_some_and(goes)
    });
    let imitated = || definition.pieces.iter().filter(|piece| piece.imitated == ImitatedBy::Own);
    let takes = || imitated().flat_map(|piece| &piece.takes);
    let fits = |take: &Take| match take.method {
        Method::Coordinate { with, .. } => !with.has(own),
        Method::Around { all, itself } => !all && !itself,
        Method::Displace
        | Method::Withdraw
        | Method::Approach
        | Method::Leap { .. }
        | Method::Pincer { .. }
        | Method::Imitate { .. } => true,
        Method::Fly | Method::Plow | Method::Offset(_) => false,
    };
    let leaping = takes().filter(|take| matches!(take.method, Method::Leap { .. })).count();
    // Else a piece could be displaced behind one that is jumped.
    let far = imitated().any(|piece| {
        let displaces = piece.takes.iter().any(|take| take.method == Method::Displace);
        displaces && piece.ways.iter().any(|way| way.displacing && way.range > 2)
    });
    only_imitates
        && are_own_lines
        && takes().all(|take| fits(take) && !take.either)
        && imitated().all(|piece| takes_differ(&piece.takes))
        && (leaping == 0 || leaping == 1 && !far)
}

/// Whether a piece imitates and does nothing else.
fn only_imitates(piece: &PieceDefinition) -> bool {
    matches!(&piece.takes[..], [Take { method: Method::Imitate { .. }, .. }])
}

/// Whether a piece has no method twice.
fn takes_differ(takes: &[Take]) -> bool {
    let same = |take: &Take| {
        let is_same = |other: &&Take| discriminant(&other.method) == discriminant(&take.method);
        takes.iter().filter(is_same).count()
    };
    takes.iter().all(|take| same(take) == 1)
}

/// The ways, among all its ways, in which a piece takes royal pieces of a kind; `None` if it does not only
/// imitate, or they take in other ways than by one step.
pub fn onto_royals(piece: &PieceDefinition, paths: &[Path], royal: PieceKind) -> Option<Vec<Path>> {
    let only_imitates = only_imitates(piece);
    let mut steps = Vec::new();
    for path in paths.iter().filter(|_| only_imitates) {
        let of_royal = path.imitated.iter().filter(|(kind, _)| *kind == royal);
        for &(_, reach) in of_royal {
            if reach.quiet || reach.max > 1 || path.mode != Mode::Slide {
                return None;
            }
            steps.push(Path::new(path.shape, path.mode, Some(reach)));
        }
    }
    only_imitates.then_some(steps)
}

/// Whether what a piece takes may depend on other victims: only one of several methods may take, or the piece
/// makes others move that take.
pub fn is_intricate(definition: &Definition, piece: &PieceDefinition) -> bool {
    let has = |piece: &PieceDefinition, fits: fn(&Take) -> bool| piece.takes.iter().any(fits);
    let imitates = has(piece, |take| matches!(take.method, Method::Imitate { .. }));
    let moves_others = piece.acts.contains(&Act::Push) || piece.acts.contains(&Act::Pull);
    let forces = definition.forced_captures && moves_others;
    let takes_own = |take: &Take| matches!(take.method, Method::Around { all: true, .. });
    let is_any = |fits| definition.pieces.iter().any(|piece| has(piece, fits));
    has(piece, |take| take.either)
        // In ways of others it takes by its own methods if it takes one of them, too.
        || imitates && piece.takes.len() > 1
        || (imitates || forces) && is_any(|take| take.either)
        || forces && is_any(takes_own)
}

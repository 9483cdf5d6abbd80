//! What pieces, squares and a game are, in sentences for players: those of the definition.

use crate::definition::{Act, Definition, Method};
use crate::position::execution::Execution;
use crate::{EndReason, Game, PieceKind, Position, Repetition, RuleFlags, Special, Square};

/// How a kind of piece moves and captures, and its powers, as predicates: "moves like a queen". Nothing for
/// a kind that the game lacks.
///
/// ```
/// use baroque_movegen::{Position, Ultima, describe_kind};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let withdrawer = start.pieces().kind('W').unwrap();
/// assert_eq!(
///     describe_kind(&start, withdrawer),
///     ["moves like a queen", "captures what it moves straight away from"]
/// );
/// ```
pub fn describe_kind<G: Game>(position: &Position<G>, kind: PieceKind) -> Vec<String> {
    let definition = Definition::of::<G>(position.rules());
    let piece = definition.pieces.get(kind.index());
    piece.map_or(Vec::new(), |piece| definition.sentences(piece))
}

/// The rules of the game apart from those of its pieces, a sentence each.
///
/// ```
/// use baroque_movegen::{Position, Rococo, describe_rules};
/// let start = Position::<Rococo>::start("rococo").unwrap();
/// assert_eq!(describe_rules(&start)[0], "Capture the enemy king to win; there is no check.");
/// ```
pub fn describe_rules<G: Game>(position: &Position<G>) -> Vec<String> {
    Definition::of::<G>(position.rules()).rule_sentences()
}

/// How to read boards that are drawn as text, and how to enter moves with a notation of their own; a sentence
/// each.
pub fn describe_notation<G: Game>(position: &Position<G>) -> Vec<String> {
    Definition::of::<G>(position.rules()).notation_sentences()
}

/// The ways in which games can end by the rules.
///
/// ```
/// use baroque_movegen::{EndReason, Maxima, Position, possible_ends};
/// let start = Position::<Maxima>::start("maxima").unwrap();
/// assert!(possible_ends(&start).contains(&EndReason::Invasion));
/// ```
pub fn possible_ends<G: Game>(position: &Position<G>) -> Vec<EndReason> {
    let end = Definition::of::<G>(position.rules()).end;
    let all = [
        (EndReason::Checkmate, !end.royals_are_taken),
        (EndReason::Stalemate, true),
        (EndReason::KingTaken, end.loses_without_royal()),
        (EndReason::Invasion, end.goal.is_some()),
        (EndReason::BareKing, end.bare_loses),
        (EndReason::Extinct, end.extinct.is_some()),
        (EndReason::Repetition, end.rules.repetition != Repetition::Off),
        (EndReason::MoveLimit, end.rules.move_limit > 0),
    ];
    all.into_iter().filter_map(|(reason, exists)| exists.then_some(reason)).collect()
}

/// The special effects that moves may have by the rules, in a certain order: no other occurs in any
/// position.
///
/// ```
/// use baroque_movegen::{Position, Rococo, Special, Ultima, possible_specials};
/// assert_eq!(possible_specials(&Position::<Ultima>::default()), [Special::Normal]);
/// let rococo = possible_specials(&Position::<Rococo>::default());
/// assert_eq!((rococo.len(), rococo[1]), (9, Special::Destruction));
/// ```
pub fn possible_specials<G: Game>(position: &Position<G>) -> Vec<Special> {
    let definition = Definition::of::<G>(position.rules());
    let acts = |of: fn(&Act) -> bool| definition.pieces.iter().flat_map(|it| &it.acts).any(of);
    let takes = |of: fn(&Method) -> bool| {
        definition.pieces.iter().flat_map(|it| &it.takes).any(|take| of(&take.method))
    };
    let is_lettered = G::Execution::has_lettered_acts(position);
    let places = definition.placement.is_some();
    let puts = position.options().contains(RuleFlags::HANDS)
        || places
        || acts(|act| *act == Act::Leave)
        || definition.pieces.iter().any(|it| it.promotion.is_some());
    let occurs = |special: &Special| match special {
        Special::Normal => true,
        Special::Destruction => acts(|act| *act == Act::Destroy),
        Special::Pull => acts(|act| *act == Act::Pull),
        _ if !is_lettered => false,
        Special::Leap => takes(|method| matches!(method, Method::Leap { .. })),
        Special::Plow => takes(|method| *method == Method::Plow),
        Special::Swap => acts(|act| matches!(act, Act::Swap { .. })),
        Special::Push => acts(|act| *act == Act::Push),
        Special::Rifle => acts(|act| matches!(act, Act::Rifle { .. })),
        Special::Attract => acts(|act| matches!(act, Act::Attract { .. })),
        Special::Repel => acts(|act| *act == Act::Repel),
        Special::Piece(_) => false,
    };
    let apart = [Special::Normal, Special::Destruction, Special::Pull];
    let kinds = position.pieces().kinds();
    let kinds = kinds.filter(|&kind| puts && (places || !position.is_royal(kind)));
    let apart = apart.into_iter().chain(Special::APART).filter(occurs);
    apart.chain(kinds.map(Special::Piece)).collect()
}

/// What is special about a square, a sentence each.
pub fn describe_square<G: Game>(position: &Position<G>, square: Square) -> Vec<String> {
    let all = Definition::of::<G>(position.rules()).square_sentences();
    let here = all.into_iter().filter(|(squares, _)| squares.has(square));
    here.map(|(_, sentence)| sentence).collect()
}

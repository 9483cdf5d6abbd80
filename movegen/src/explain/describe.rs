//! What a piece does, and what else holds in a game, in sentences for players. They are made from
//! the table of the game, so that they are true of every game and every rule set.

use crate::capture::{explode, pull, push, swap};
use crate::custom::definition::sentences::draws;
use crate::piece::{Methods, PieceSpec};
use crate::position::table::{Goal, Limit};
use crate::{
    Bitboard, Bits, Color, Game, Geometry, Grid, Kinds, PieceKind, Position, RuleFlags,
    RuleSwitches, Square,
};

/// How a kind of piece moves and captures, and its powers, as predicates: "moves like a queen".
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
    if let Some(sentences) = G::sentences(position.rules()) {
        return sentences.kinds[kind.index()].clone();
    }
    let info = position.pieces().info(kind);
    let options = info.options | position.options();
    let mut text = vec![info.moves.manner().to_owned()];
    text.extend(displacement(info).map(str::to_owned));
    if !info.methods.difference(Methods::DISPLACE).intersection(Methods::CAPTURES).is_empty() {
        text.push(info.manner_of_capture().to_owned() + &limits(info, options));
    }
    text.extend(acts(info, options).into_iter().map(str::to_owned));
    text.extend(freezing(position, info));
    text.extend(changes(position, kind));
    if !info.captures() && !info.methods.intersects(Methods::ACTS) && info.freezes == Kinds::NONE {
        text.push("captures nothing".to_owned());
    }
    if info.has(Methods::ROYAL) {
        text.push(royalty(options).to_owned());
    }
    text
}

/// How a piece displaces.
fn displacement<B: Bits>(info: &PieceSpec<B>) -> Option<&'static str> {
    match info.has(Methods::DISPLACE) {
        true if info.displaces.jumps() => {
            Some("captures only so: by leaping over an adjacent piece of either side onto an enemy")
        }
        true => Some("captures what it moves onto"),
        false => None,
    }
}

/// What options change about the captures of a piece.
fn limits<B: Bits>(info: &PieceSpec<B>, options: RuleFlags) -> String {
    let leaps = match (
        options.contains(RuleFlags::SINGLE_LEAP),
        options.contains(RuleFlags::STOP_BEHIND),
    ) {
        (true, true) => "one jump a move, and it stops right behind",
        (true, false) => "one jump a move",
        (false, true) => "several in a line, and it stops right behind the last",
        (false, false) => "several in a line",
    };
    let corners = match options.contains(RuleFlags::DELFT_CORNERS) {
        true => ", if the move has changed the corner",
        false => "",
    };
    match info.methods {
        methods if methods.contains(Methods::LEAP) => format!(", {leaps}"),
        methods if methods.contains(Methods::COORDINATE) => corners.to_owned(),
        methods if methods.contains(Methods::IMITATE) => {
            let together = match options.contains(RuleFlags::LEAP_ALONE) {
                true => ", a king by one step onto it; a jump captures nothing else",
                false => "; all that fits is captured at once, a king by one step onto it",
            };
            let limited = options.intersects(RuleFlags::SINGLE_LEAP.union(RuleFlags::STOP_BEHIND));
            let leaps =
                if limited { format!("; it jumps like a leaper: {leaps}") } else { String::new() };
            format!("{together}{leaps}")
        }
        _ => String::new(),
    }
}

/// What a piece can do besides moving and capturing.
fn acts<B: Bits>(info: &PieceSpec<B>, options: RuleFlags) -> Vec<&'static str> {
    let swaps = match options.contains(RuleFlags::SWAP_ENEMIES) {
        true => swap::WITH_ENEMIES,
        false => swap::WITH_ANY,
    };
    let all = [
        (Methods::SWAP, swaps),
        (Methods::DESTROY, "may remove itself and an adjacent enemy (g8h8d)"),
        (Methods::EXPLODE, explode::DOES),
        (Methods::PUSH, push::DOES),
        (Methods::PULL, pull::DOES),
        (
            Methods::LEAVE,
            "may trade places with any adjacent piece (e5f5), or leave a piece of its hand behind \
             when it goes one step (e5f5l)",
        ),
    ];
    all.into_iter().filter(|&(method, _)| info.has(method)).map(|(_, text)| text).collect()
}

/// What a piece freezes, and whether it can be frozen.
fn freezing<G: Game>(
    position: &Position<G>,
    info: &PieceSpec<<G::Geometry as Grid>::Bits>,
) -> Vec<String> {
    let mut text = Vec::new();
    if info.freezes_all() {
        text.push("freezes all adjacent enemies".to_owned());
    } else if info.freezes != Kinds::NONE {
        text.push(format!("freezes adjacent enemy {}", plurals(position, info.freezes)));
    }
    if info.has(Methods::UNFREEZABLE) {
        text.push("cannot be frozen".to_owned());
    }
    text
}

/// What a piece can become.
fn changes<G: Game>(position: &Position<G>, kind: PieceKind) -> Vec<String> {
    let (pieces, info) = (position.pieces(), position.pieces().info(kind));
    let mut text = Vec::new();
    if let Some(promotion) = info.promotion {
        text.push(format!(
            "may become, on {}, a piece that its side has lost (g7g8l)",
            promotion.name
        ));
    }
    if let Some(other) = info.in_hand.filter(|&other| other != kind) {
        text.push(format!("becomes a {} when it is captured", pieces.info(other).name));
    }
    text
}

const fn royalty(options: RuleFlags) -> &'static str {
    match options.contains(RuleFlags::NO_CHECK) {
        true => "its capture ends the game",
        false => "must not be left in check",
    }
}

/// The names of some kinds in the plural: "chameleons and immobilizers".
fn plurals<G: Game>(position: &Position<G>, kinds: Kinds) -> String {
    let pieces = position.pieces();
    let names = pieces.kinds().filter(|&kind| kinds.has(kind));
    names.map(|kind| format!("{}s", pieces.info(kind).name)).collect::<Vec<_>>().join(" and ")
}

/// The rules of the game apart from those of its pieces, a sentence each.
///
/// ```
/// use baroque_movegen::{Position, Rococo, describe_rules};
/// let start = Position::<Rococo>::start("rococo").unwrap();
/// assert_eq!(describe_rules(&start)[0], "Capture the enemy king to win; there is no check.");
/// ```
pub fn describe_rules<G: Game>(position: &Position<G>) -> Vec<String> {
    let mut text = match G::sentences(position.rules()) {
        Some(sentences) => sentences.rules.clone(),
        None => compiled_rules(position),
    };
    text.extend(draws(position.rules().end_rules()));
    text
}

/// The rules of a compiled game apart from repetition and move limit.
fn compiled_rules<G: Game>(position: &Position<G>) -> Vec<String> {
    let mut text = aims(position);
    text.extend(squares(position));
    text.push("What a move captures follows from the move: captures are not optional.".to_owned());
    text.extend(switches(position));
    text
}

/// How the game is won.
fn aims<G: Game>(position: &Position<G>) -> Vec<String> {
    let options = position.options();
    let mut text = vec![match options.contains(RuleFlags::NO_CHECK) {
        true => "Capture the enemy king to win; there is no check.",
        false => "Checkmate the enemy king to win.",
    }];
    text.push(match options.contains(RuleFlags::STALEMATE_DRAWS) {
        true if options.contains(RuleFlags::NO_CHECK) => "A side without a legal move draws.",
        true => "A side without a legal move that is not in check draws.",
        false => "A side without a legal move loses.",
    });
    if options.contains(RuleFlags::BARE_KING_LOSES) {
        text.push("A side that has only its king left loses.");
    }
    let mut text: Vec<String> = text.into_iter().map(str::to_owned).collect();
    text.extend(position.table().goal.map(|goal| invasion(position, &goal)));
    text
}

fn invasion<G: Game>(position: &Position<G>, goal: &Goal<G::Geometry>) -> String {
    let [white, black] = Color::ALL.map(|color| names(position, goal.zone[color]));
    let count = goal.pieces;
    format!(
        "A side with {count} pieces on certain squares wins: White on {white}, Black on {black}."
    )
}

/// The squares that are not like others.
fn squares<G: Game>(position: &Position<G>) -> Vec<String> {
    let (table, geometry) = (position.table(), position.geometry());
    let mut text = Vec::new();
    if geometry.squares().len() < (geometry.files() * geometry.ranks()) as u32 {
        text.push("Squares that are blank on the board do not exist.".to_owned());
    }
    if let Some(Limit { zone, pieces, name }) = table.limit {
        let [white, black] = Color::ALL.map(|color| names(position, zone[color]));
        text.push(format!(
            "The {name}s are {white} (White's) and {black} (Black's): at most {pieces} of its own \
             pieces may be in a side's own {name}."
        ));
    }
    if let Some(ring) = table.capture_only {
        let symbol = ring.first().map_or('?', |square| geometry.symbol(square));
        text.push(format!(
            "The outer squares, drawn as {symbol}, are entered and crossed only to capture or to \
             swap, and only as far as that capture needs."
        ));
    }
    text
}

/// What the game and its rule switches add.
fn switches<G: Game>(position: &Position<G>) -> Vec<String> {
    let freezes = position.pieces().rows.iter().any(|info| info.freezes != Kinds::NONE);
    let freezing = "A frozen piece, drawn in parentheses, can neither move nor capture.";
    let sentences = [
        (
            RuleFlags::PURE_FREEZE,
            "A freezer or chameleon beside the enemy freezer frees its friends from it.",
        ),
        (
            RuleFlags::SUICIDE,
            "A frozen piece other than the king may leave the board instead of moving: enter its \
             square twice (e5e5).",
        ),
        (
            RuleFlags::RANK_LIMIT,
            "A piece on the n-th rank of its side, except the king, goes at most n squares.",
        ),
        (
            RuleFlags::FORCED_CAPTURES,
            "A piece that is pushed or pulled captures what it would capture by that move.",
        ),
        (RuleFlags::SWAP_BAN, "The squares of a swap cannot be swapped again on the next move."),
    ];
    let set = sentences.into_iter().filter(|(option, _)| position.options().contains(*option));
    let hands = "Captured pieces go to the hand of the captor's side and can be dropped on any empty \
                 square instead of moving (L@e4).";
    let hands = position.takes_to_hand().then_some(hands);
    let first = freezes.then_some(freezing).into_iter().chain(hands);
    first.chain(set.map(|(_, text)| text)).map(str::to_owned).collect()
}

/// What is special about a square, a sentence each.
pub fn describe_square<G: Game>(position: &Position<G>, square: Square) -> Vec<String> {
    let table = position.table();
    if let Some(sentences) = G::sentences(position.rules()) {
        let here = sentences.squares.iter().filter(|(squares, _)| squares.has(square));
        return here.map(|(_, sentence)| sentence.clone()).collect();
    }
    let mut text = Vec::new();
    if table.capture_only.is_some_and(|ring| ring.has(square)) {
        text.push("An outer square: entered and crossed only to capture or to swap.".to_owned());
    }
    for color in Color::ALL {
        if let Some(limit) = table.limit.filter(|limit| limit.zone[color].has(square)) {
            let Limit { pieces, name, .. } = limit;
            text.push(format!("{color}'s {name}: at most {pieces} of {color}'s pieces."));
        }
        if let Some(goal) = table.goal.filter(|goal| goal.zone[color].has(square)) {
            let squares = names(position, goal.zone[color]);
            text.push(format!("{color} wins with {} pieces on {squares}.", goal.pieces));
        }
        if let Some(promotion) = promotion_here(position, color, square) {
            text.push(promotion);
        }
    }
    text
}

/// Whose pieces promote on a square.
fn promotion_here<G: Game>(position: &Position<G>, color: Color, square: Square) -> Option<String> {
    let promotes = |info: &&PieceSpec<<G::Geometry as Grid>::Bits>| {
        info.promotion.is_some_and(|promotion| promotion.zone::<G::Geometry>(color).has(square))
    };
    let info = position.pieces().rows.iter().find(promotes)?;
    Some(format!("A {} of {color} may become a lost piece here.", info.name))
}

fn names<G: Game>(position: &Position<G>, squares: Bitboard<G::Geometry>) -> String {
    let names: Vec<String> =
        squares.iter().map(|square| position.geometry().name(square)).collect();
    names.join(" and ")
}

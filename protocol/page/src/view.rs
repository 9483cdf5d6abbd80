//! Positions as messages: the board and all that can be done there.

use std::collections::{BTreeMap, BTreeSet};

use baroque_formats::game_spec::overriding_switches;
use baroque_formats::{explain, why};
use baroque_movegen::{
    AnyGame, Attack, BoardView, Color, Coord, Geometry, Move, SquareView, with_history,
};

use super::message::{EndInfo, Hands, MoveInfo, PlayedMove, PositionInfo, Side, ThreatInfo};

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl PositionInfo {
    /// The current position of a game.
    pub fn new(position: &AnyGame) -> Self {
        let view = position.view();
        let name = |coord| view.name(coord);
        let frozen = view.pieces().filter(|&(_, _, frozen)| frozen);
        let in_check = position.in_check();
        let of_side = |side| why::threats(position, side);
        let threats: Vec<Attack> = Color::ALL.into_iter().flat_map(of_side).collect();
        Self {
            fen: position.fen(),
            first_fen: position.first().fen(),
            rules: overriding_switches(position),
            files: view.files.iter().collect(),
            lowest_rank: view.lowest_rank,
            ranks: view.ranks.iter().map(|rank| rank.iter().map(cell).collect()).collect(),
            marks: marks(position),
            frozen: frozen.map(|(coord, ..)| name(coord)).collect(),
            hands: view.hands.as_ref().map(|hands| Hands {
                w: hands[Color::White].clone(),
                b: hands[Color::Black].clone(),
            }),
            swap_ban: view.swap_ban.clone(),
            side: position.side().into(),
            is_placing: position.is_placing(),
            in_check,
            checked: match in_check {
                true => royals(position),
                false => attacked_royals(position, &threats),
            },
            number: position.fullmove_number(),
            end: position.outcome().map(|outcome| EndInfo {
                winner: outcome.winner.map(Side::from),
                reason: outcome.reason.to_string(),
            }),
            threats: threats.iter().map(ThreatInfo::from).collect(),
            moves: moves(position, &view),
            history: history(position),
        }
    }
}

impl From<&Attack> for ThreatInfo {
    fn from(attack: &Attack) -> Self {
        let helpers = attack.taker.iter().chain(&attack.helpers);
        Self {
            side: attack.by.color.into(),
            by: attack.by.square.clone(),
            via: attack.via.clone(),
            to: attack.to.clone(),
            victim: attack.victim.square.clone(),
            helpers: helpers.map(|piece| piece.square.clone()).collect(),
            text: attack.to_string(),
        }
    }
}

fn cell(square: &SquareView) -> Option<char> {
    match *square {
        SquareView::Missing => None,
        SquareView::Empty(symbol) => Some(symbol),
        SquareView::Piece(piece, _) => Some(piece.letter),
    }
}

/// The sign of an empty square that is like any other.
const PLAIN: char = '.';

fn marks(position: &AnyGame) -> BTreeMap<String, char> {
    with_history!(position.history(), game => {
        let table = game.position().table();
        let all = table.geometry.squares().iter();
        let signs = all.map(|square| (table.geometry.name(square), table.symbol(square)));
        signs.filter(|&(_, sign)| sign != PLAIN).collect()
    })
}

/// The squares of the royal pieces of the side to move.
fn royals(position: &AnyGame) -> Vec<String> {
    with_history!(position.history(), game => {
        let position = game.position();
        let squares = position.royals(position.side()).iter();
        squares.map(|square| position.geometry().name(square)).collect()
    })
}

/// Royal pieces of the side to move that can be captured next, where that is no check.
fn attacked_royals(position: &AnyGame, threats: &[Attack]) -> Vec<String> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let victims = threats.iter().map(|attack| &attack.victim);
    let royals =
        victims.filter(|victim| victim.color == position.side() && position.is_royal(victim.kind));
    let squares: BTreeSet<String> = royals.map(|victim| victim.square.clone()).collect();
    squares.into_iter().collect()
}

fn moves(position: &AnyGame, view: &BoardView) -> Vec<MoveInfo> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let all = position.legal_moves();
    let ends = |mv: Move| (mv.dropped().is_none().then(|| mv.from()), mv.to());
    // One for all moves: a copy has all positions of the game.
    let mut copy = position.clone();
    let info = |&mv: &Move| {
        let same = |other: &&Move| ends(**other) == ends(mv) && other.dropped() == mv.dropped();
        MoveInfo {
            uci: position.uci(mv),
            text: position.readable_unchecked(mv),
            from: start(view, mv),
            to: view.name(view.coord(mv.to())),
            drop: mv.dropped().map(|kind| position.letter(kind)),
            victims: victims(position, view, mv),
            is_mover_lost: is_mover_lost(&mut copy, view, mv),
            effects: explain::effects(&mut copy, mv),
            is_ambiguous: all.iter().filter(same).count() > 1,
        }
    };
    all.iter().map(info).collect()
}

/// The square that a move starts from; `None` for a drop.
fn start(view: &BoardView, mv: Move) -> Option<String> {
    mv.dropped().is_none().then(|| view.name(view.coord(mv.from())))
}

/// The squares whose pieces a move removes, its own piece apart.
fn victims(position: &AnyGame, view: &BoardView, mv: Move) -> Vec<String> {
    let own = (mv.dropped().is_none()).then(|| view.coord(mv.from()));
    let removed = position.captures(mv).into_iter().map(|(coord, _)| coord);
    let mut squares: Vec<Coord> = removed.filter(|&coord| Some(coord) != own).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.into_iter().map(|coord| view.name(coord)).collect()
}

/// Whether the piece that moves leaves the board. Else it stands on one of the ends of the move.
fn is_mover_lost(position: &mut AnyGame, view: &BoardView, mv: Move) -> bool {
    let side = position.side();
    if mv.dropped().is_some() || position.play(mv).is_err() {
        return false;
    }
    let after = position.view();
    position.take_back();
    [mv.from(), mv.to()].into_iter().all(|square| match after.at(view.coord(square)) {
        SquareView::Piece(piece, _) => piece.color != side,
        _ => true,
    })
}

/// The moves from the last one back, so that none has to be played again.
fn history(position: &AnyGame) -> Vec<PlayedMove> {
    let mut past = position.clone();
    let mut history = Vec::with_capacity(position.moves().len());
    while let Some(mv) = past.take_back() {
        let view = past.view();
        let letter = |coord| match view.at(coord) {
            SquareView::Piece(piece, _) => Some(piece.letter),
            _ => None,
        };
        let removed = past.captures(mv).into_iter();
        let removed = removed.filter_map(|(coord, _)| Some((view.name(coord), letter(coord)?)));
        history.push(PlayedMove {
            uci: past.uci(mv),
            text: past.readable_unchecked(mv),
            number: past.fullmove_number(),
            side: past.side().into(),
            from: start(&view, mv),
            to: view.name(view.coord(mv.to())),
            removed: removed.collect(),
            effects: explain::effects(&mut past, mv),
        });
    }
    history.reverse();
    history
}

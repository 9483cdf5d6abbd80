//! Placing pieces before play (rules, 8).

use toml::Value;

use super::Position;
use super::board::{Board, Piece};
use super::geometry::Zone;
use super::kinds::AllKinds;
use super::moves::{Action, Deed};

/// The pieces to be placed, where, and by whom.
#[derive(Clone, Debug)]
pub struct Placement {
    pub zone: Zone,
    /// The letters of each side's pieces, or of the pool.
    pieces: String,
    is_pool: bool,
    /// The pieces of a turn after the first one, which is always of one piece.
    per_turn: usize,
}

impl Placement {
    /// `placement` with its zone.
    pub fn read(value: &Value, zone: Zone) -> Result<Self, String> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or("");
        let is_pool = match text("mode") {
            "own" => false,
            "pool" => true,
            other => return Err(format!("`{other}` is no mode of placement")),
        };
        let per_turn = match text("order") {
            "" | "1" => 1,
            "1,2" => 2,
            other => return Err(format!("`{other}` is no order of placement")),
        };
        Ok(Self { zone, pieces: text("pieces").to_owned(), is_pool, per_turn })
    }

    /// Gives a board without hands the pieces to be placed. Royals are never in the pool.
    pub fn hand_out(&self, board: &mut Board, kinds: &AllKinds) {
        let royals = || kinds.iter().filter(|(_, kind)| kind.royal).map(|(letter, _)| letter);
        let own: Vec<char> =
            if self.is_pool { royals().collect() } else { self.pieces.chars().collect() };
        for (white, &kind) in
            [true, false].into_iter().flat_map(|w| own.iter().map(move |k| (w, k)))
        {
            board.hold(Piece { white, kind });
        }
        if self.is_pool {
            self.pieces.chars().for_each(|kind| board.pool(kind));
        }
    }

    /// Which side places each piece, from the first to the last: whether it is White.
    fn placers(&self, total: usize) -> Vec<bool> {
        let mut placers = vec![true];
        while let Some(last) = placers.last().copied().filter(|_| placers.len() < total) {
            placers.extend(vec![!last; self.per_turn]);
        }
        placers.truncate(total);
        placers
    }
}

impl Position {
    /// The sides that place the pieces that are still in hand, the next one first; none for more
    /// pieces than there are to be placed.
    fn placers(&self) -> Vec<bool> {
        let Some(placement) = &self.game.placement else {
            return Vec::new();
        };
        let (total, left) = (self.game.first.unplaced(), self.board.unplaced());
        placement.placers(total).split_off(total.saturating_sub(left))
    }

    /// The side that places the next piece; none if the game goes on as usual.
    pub(super) fn placer(&self) -> Option<bool> {
        self.placers().first().copied()
    }

    /// The placements of the side to move: on empty squares of its own zone, royals of a game with
    /// a pool first.
    pub(super) fn placements(&self, zone: &Zone) -> Vec<Action> {
        let white = self.white_to_move;
        let mut kinds: Vec<char> = self.board.hand_of(white).collect();
        if kinds.is_empty() {
            kinds.clone_from(&self.board.pool);
        }
        kinds.dedup();
        let geometry = &self.game.geometry;
        let squares = (0..geometry.len()).filter(|&square| geometry.exists(square));
        let empty = squares.filter(|&s| zone.has(white, s) && self.board.pieces[s].is_none());
        let place = |square| {
            let place = move |&kind| Action::quiet(square, square, Deed::Drop(kind));
            kinds.iter().map(place).collect::<Vec<_>>()
        };
        empty.flat_map(place).collect()
    }

    /// Whether all pieces in hand can be placed in turn, by the side to move first.
    pub(super) fn can_place(&self) -> bool {
        let Some(placement) = &self.game.placement else {
            return true;
        };
        let placers = self.placers();
        let fits = |white: bool| {
            let turns = placers.iter().filter(|&&placer| placer == white).count();
            let empty = (0..self.board.pieces.len()).filter(|&square| {
                placement.zone.has(white, square) && self.board.pieces[square].is_none()
            });
            self.board.hand_of(white).count() <= turns && turns <= empty.count()
        };
        placers.len() == self.board.unplaced()
            && self.placer().is_none_or(|white| white == self.white_to_move)
            && fits(true)
            && fits(false)
    }
}

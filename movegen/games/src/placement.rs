//! Placing pieces before the first move.

use baroque_movegen::PieceKind;
use baroque_movegen::definition::{Placement, PlacementMode, PlacementOrder};

use crate::error::quoted;
use crate::keys;
use crate::reader::Reader;
use crate::tree::Node;

/// Most pieces to be put on the board.
const MAX_PIECES: usize = 128;

impl Reader<'_> {
    /// The placement of the game.
    pub fn placement(&self, node: &Node) -> Option<Placement> {
        let wanted = "a table with mode, zone and pieces";
        let table = self.table(node, wanted, &keys::PLACEMENT)?;
        let mode = table.required("mode").and_then(|_| table.word("mode"));
        let zone = table.required("zone").and_then(|node| self.zone(node));
        let pieces = table.required("pieces").and_then(|node| self.pieces_to_put(node));
        let order = match table.word("order")? {
            "1,2" => PlacementOrder::OneThenTwo,
            _ => PlacementOrder::One,
        };
        let mode = match mode? {
            "own" => PlacementMode::Own,
            _ => PlacementMode::Pool,
        };
        Some(Placement { mode, zone: zone?.squares, pieces: pieces?, order })
    }

    fn pieces_to_put(&self, node: &Node) -> Option<Vec<PieceKind>> {
        let text = self.text(node, "letters of pieces")?;
        if text.is_empty() || text.len() > MAX_PIECES {
            let text = format!("{} is not 1 to {MAX_PIECES} letters of pieces", quoted(text));
            self.error(&node.place, text);
            return None;
        }
        let kinds: Vec<_> = text.chars().map(|letter| self.kind(letter, &node.place)).collect();
        kinds.into_iter().collect()
    }
}

//! Placing pieces before the first move.

use baroque_movegen::PieceKind;
use baroque_movegen::definition::{Placement, PlacementMode, PlacementOrder};

use crate::error::quoted;
use crate::reader::Reader;
use crate::tree::Node;

/// Most pieces to be put on the board.
const MAX_PIECES: usize = 128;

impl Reader<'_> {
    /// The placement of the game.
    pub fn placement(&self, node: &Node) -> Option<Placement> {
        let wanted = "a table with mode, zone and pieces";
        let table = self.table(node, wanted, &["mode", "zone", "pieces", "order"])?;
        let modes = [("own", PlacementMode::Own), ("pool", PlacementMode::Pool)];
        let mode = self.required(table, node, "mode").and_then(|node| self.word(node, &modes));
        let zone = self.required(table, node, "zone").and_then(|node| self.zone(node));
        let pieces = self.required(table, node, "pieces").and_then(|node| self.pieces_to_put(node));
        let orders = [("1", PlacementOrder::One), ("1,2", PlacementOrder::OneThenTwo)];
        let order = self.word_of(Some(table), "order", &orders);
        Some(Placement { mode: mode?, zone: zone?.squares, pieces: pieces?, order: order? })
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

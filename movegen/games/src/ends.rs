//! How games end.

use baroque_movegen::Repetition;
use baroque_movegen::definition::{Ends, Reach};

use crate::reader::Reader;
use crate::tree::Node;
use crate::words;

/// The most pieces that may have to reach a zone.
const MAX_COUNT: i64 = 128;

impl Reader<'_> {
    /// The ends of the game.
    pub fn ends(&self) -> Ends {
        let mut ends = Ends::default();
        let table = self.get("end").and_then(|node| {
            let wanted = "a table with royal, stalemate and so on";
            self.table(node, wanted, words::END)
        });
        let Some(table) = table else { return ends };
        let royal = [("mate", false), ("capture", true)];
        ends.royals_are_taken = self.word_of(Some(table), "royal", &royal).unwrap_or(false);
        let stalemate = [("draw", true), ("loss", false)];
        ends.stalemate_draws = self.word_of(Some(table), "stalemate", &stalemate).unwrap_or(true);
        let bare = table.get("bare").and_then(|node| self.word(node, &[("loss", true)]));
        ends.bare_loses = bare.unwrap_or(false);
        ends.reach = table.get("reach").and_then(|node| self.reach(node));
        ends.extinct = table.get("extinct").and_then(|node| self.kinds(node));
        let repetition =
            [("draw", Repetition::Draw), ("loss", Repetition::Loss), ("off", Repetition::Off)];
        if let Some(repetition) = self.word_of(Some(table), "repetition", &repetition) {
            ends.rules.repetition = repetition;
        }
        let limit = table.get("movelimit").and_then(|node| self.number(node, 0..=u16::MAX.into()));
        if let Some(limit) = limit.and_then(|limit| u16::try_from(limit).ok()) {
            ends.rules.move_limit = limit;
        }
        ends
    }

    fn reach(&self, node: &Node) -> Option<Reach> {
        let keys = ["pieces", "in", "count", "before-check"];
        let table = self.table(node, "a table with pieces and in", &keys)?;
        let kinds = self.required(table, node, "pieces").and_then(|node| self.kinds_or_all(node));
        let zone = self.required(table, node, "in").and_then(|node| self.zone(node));
        let count = match table.get("count") {
            Some(node) => self.number(node, 1..=MAX_COUNT),
            None => Some(1),
        };
        let before_check = self.flag_of(Some(table), "before-check", false);
        let pieces = u32::try_from(count?).ok()?;
        Some(Reach { zone: zone?.squares, kinds: kinds?, pieces, before_check })
    }
}

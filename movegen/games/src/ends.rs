//! How games end.

use baroque_movegen::definition::Ends;
use baroque_movegen::{CustomBoard, Goal, Repetition};

use crate::keys;
use crate::reader::Reader;
use crate::tree::Node;

impl Reader<'_> {
    /// The ends of the game.
    pub fn ends(&self) -> Ends {
        let mut ends = Ends::default();
        let wanted = "a table with royal, stalemate and so on";
        let table = self.get("end").and_then(|node| self.table(node, wanted, &keys::END));
        let Some(table) = table else { return ends };
        ends.royals_are_taken = table.word("royal") == Some("capture");
        ends.stalemate_draws = table.word("stalemate") != Some("loss");
        ends.missing_loses = table.word("missing").is_some();
        ends.bare_loses = table.word("bare").is_some();
        ends.goal = table.get("reach").and_then(|node| self.goal(node));
        ends.extinct = table.get("extinct").and_then(|node| self.kinds(node));
        ends.rules.repetition = match table.word("repetition") {
            Some("loss") => Repetition::Loss,
            Some("off") => Repetition::Off,
            _ => Repetition::Draw,
        };
        if let Some(limit) = table.number("movelimit") {
            ends.rules.move_limit = limit;
        }
        ends
    }

    fn goal(&self, node: &Node) -> Option<Goal<CustomBoard>> {
        let table = self.table(node, "a table with pieces and in", &keys::REACH)?;
        let kinds = table.required("pieces").and_then(|node| self.kinds_or_all(node));
        let zone = table.required("in").and_then(|node| self.zone(node));
        let pieces = table.number("count");
        let before_check = table.flag("before-check");
        Some(Goal { zone: zone?.squares, kinds: kinds?, pieces: pieces?, before_check })
    }
}

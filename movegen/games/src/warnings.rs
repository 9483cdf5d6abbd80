//! What is not wrong in a game, but hardly meant.

use baroque_movegen::definition::{Act, Definition, Effect, PromotesTo};
use baroque_movegen::{Kinds, PieceKind};

use crate::reader::Reader;
use crate::tree::Node;

impl Reader<'_> {
    /// Warns of pieces with the same name, of settings without an effect, and of pieces that no
    /// position of the game can have. `rows` are those of the pieces, `starts` the FENs.
    pub fn warn_of_pieces<'n>(
        &self,
        definition: &Definition,
        rows: &[(char, &Node)],
        starts: impl Iterator<Item = &'n str>,
    ) {
        let possible = possible(definition, starts);
        let none_falls = definition.pieces.iter().all(|piece| piece.taken_becomes.is_none());
        for (number, (letter, row)) in rows.iter().enumerate() {
            let warn = |text: &str| self.warn(&row.place, format!("'{letter}' {text}"));
            let (before, piece) = (&definition.pieces[..number], &definition.pieces[number]);
            if let Some(other) = before.iter().find(|one| one.name == piece.name) {
                warn(&format!("has the same name as '{}', {}", other.letter, piece.name));
            }
            if none_falls && piece.takes.iter().any(|take| take.effect == Effect::Demote) {
                warn("demotes nothing: no piece has 'taken-becomes'");
            }
            let is_beyond =
                |act: &Act| matches!(act, Act::Rifle { range, free, .. } if free > range);
            if piece.acts.iter().any(is_beyond) {
                warn("shoots no farther than its 'range', so 'free' cannot be more");
            }
            if !possible.has(PieceKind::new(number)) {
                warn("can never appear: no start has it, and no piece becomes one");
            }
        }
    }
}

/// The kinds that may stand on the board or be in a hand some day.
fn possible<'n>(definition: &Definition, starts: impl Iterator<Item = &'n str>) -> Kinds {
    let letters: String =
        starts.flat_map(|fen| fen.split(' ').next()).collect::<String>().to_uppercase();
    let kinds = || (0..definition.pieces.len()).map(PieceKind::new);
    let mut possible = Kinds::NONE;
    let mut add = |kinds: Kinds| possible = possible.union(kinds);
    for kind in kinds().filter(|kind| letters.contains(definition.pieces[kind.index()].letter)) {
        add(Kinds::one(kind));
    }
    if let Some(placement) = &definition.placement {
        placement.pieces.iter().for_each(|&kind| add(Kinds::one(kind)));
        let royal = kinds().filter(|kind| definition.pieces[kind.index()].royal);
        royal.for_each(|kind| add(Kinds::one(kind)));
    }
    let mut takes = definition.pieces.iter().flat_map(|piece| &piece.takes);
    let demotes = takes.any(|take| take.effect == Effect::Demote);
    let becomes = |kind: PieceKind| {
        let piece = &definition.pieces[kind.index()];
        let promoted = match piece.promotion.map(|promotion| promotion.to) {
            Some(PromotesTo::Kinds(kinds)) => kinds,
            Some(PromotesTo::AbsentOf { absent, always }) => absent.union(always),
            // These are of the start.
            Some(PromotesTo::Lost | PromotesTo::Absent) | None => Kinds::NONE,
        };
        let demoted = piece.taken_becomes.filter(|_| demotes);
        let turns = definition.hands.iter().flat_map(|hands| &hands.turns);
        let turned = turns.filter(|(from, _)| *from == kind).map(|(_, to)| *to);
        turned.chain(demoted).map(Kinds::one).fold(promoted, Kinds::union)
    };
    loop {
        let next = kinds().filter(|&kind| possible.has(kind)).map(becomes);
        let next = next.fold(possible, Kinds::union);
        if next == possible {
            return possible;
        }
        possible = next;
    }
}

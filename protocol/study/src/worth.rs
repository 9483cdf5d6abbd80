//! What pieces are worth: how much more often a side wins with one piece more.

use std::collections::BTreeSet;

use baroque_movegen::{AnyGame, Color, Methods, PieceView};
use serde::{Deserialize, Serialize};

use crate::estimate::Estimate;
use crate::regression::{Observation, weights};

/// The least part of the positions in which one side has more of something, for it to have a worth.
const OFTEN: f64 = 0.005;

/// What a piece is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The name of the piece.
    pub piece: String,
    /// Centipawns of a free one, of which 100 are an expected score of 64 %.
    pub worth: Estimate,
    /// The same of a frozen one, where such pieces are frozen often enough.
    pub frozen: Option<Estimate>,
    /// The same of one in hand, where such pieces are in hand often enough.
    pub hand: Option<Estimate>,
}

/// What one side may have more of.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Feature {
    /// Always the same: that a side moves first in the game.
    First,
    /// Whether the side is to move.
    ToMove,
    /// Pieces of a name that are free.
    Free(&'static str),
    /// Those that are frozen.
    Frozen(&'static str),
    /// Those in hand.
    Hand(&'static str),
}

/// What the features of a game's positions are, in their order. Kinds of the same name are one.
fn features(game: &AnyGame) -> Vec<Feature> {
    let kinds = game.kinds().into_iter();
    let kinds = kinds.filter(|&kind| !game.methods(kind).contains(Methods::ROYAL));
    let names: BTreeSet<&str> = kinds.map(|kind| game.name(kind)).collect();
    let of_pieces = names
        .into_iter()
        .flat_map(|name| [Feature::Free(name), Feature::Frozen(name), Feature::Hand(name)]);
    [Feature::First, Feature::ToMove].into_iter().chain(of_pieces).collect()
}

/// What White has more of than Black in a position of a game, a number for each feature.
pub fn features_of(game: &AnyGame) -> Vec<f64> {
    let view = game.view();
    let sign = |color: Color| if color == Color::White { 1.0 } else { -1.0 };
    let sum = |name: &str, is_frozen: bool| -> f64 {
        let is_one =
            |(_, piece, frozen): &(_, PieceView, bool)| piece.name == name && *frozen == is_frozen;
        view.pieces().filter(is_one).map(|(_, piece, _)| sign(piece.color)).sum()
    };
    let in_hand = |name: &str| -> f64 {
        let is_one = |letter: &char| game.kind(*letter).is_some_and(|kind| game.name(kind) == name);
        let count = |color: Color| {
            let letters = view.hands.as_ref().map(|hands| hands[color].chars());
            letters.into_iter().flatten().filter(is_one).count() as f64
        };
        Color::ALL.into_iter().map(|color| sign(color) * count(color)).sum()
    };
    let value = |feature: Feature| match feature {
        Feature::First => 1.0,
        Feature::ToMove => sign(game.side()),
        Feature::Free(name) => sum(name, false),
        Feature::Frozen(name) => sum(name, true),
        Feature::Hand(name) => in_hand(name),
    };
    features(game).into_iter().map(value).collect()
}

/// What pieces are worth by positions of several sets of games, whose games are numbered from 0 each; empty if
/// there are too few. The most valuable comes first.
pub fn worths(game: &AnyGame, sets: &[&[Observation]]) -> Vec<Worth> {
    let features = features(game);
    let count = sets.iter().map(|set| set.len()).sum::<usize>() as f64;
    let is_used = |index: usize| {
        let differs = |observation: &&Observation| observation.features.get(index) != Some(&0.0);
        let often = sets.iter().flat_map(|set| set.iter()).filter(differs).count() as f64;
        often > OFTEN * count
    };
    let used: Vec<usize> = (0..features.len()).filter(|&index| is_used(index)).collect();
    let (mut observations, mut games) = (Vec::new(), 0);
    for set in sets {
        for Observation { game, features, result } in *set {
            let features = used.iter().filter_map(|&index| features.get(index).copied()).collect();
            observations.push(Observation { game: game + games, features, result: *result });
        }
        games += set.last().map_or(0, |last| last.game + 1);
    }
    let Some(found) = weights(&observations, games) else { return Vec::new() };
    let of = |wanted: Feature| {
        let index = used.iter().position(|&index| features.get(index) == Some(&wanted))?;
        found.get(index).copied()
    };
    let worth = |feature: &Feature| match *feature {
        Feature::Free(name) => Some(Worth {
            piece: name.to_owned(),
            worth: of(Feature::Free(name))?,
            frozen: of(Feature::Frozen(name)),
            hand: of(Feature::Hand(name)),
        }),
        _ => None,
    };
    let mut worths: Vec<Worth> = features.iter().filter_map(worth).collect();
    worths.sort_by(|one, other| other.worth.value.total_cmp(&one.worth.value));
    worths
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn features_are_what_white_has_more_of() {
        let game = AnyGame::from_fen("renaissance", "8k/9/9/9/3Iw4/9/2PP5/9/K8[WWp] b").unwrap();
        let named: Vec<(Feature, f64)> =
            features(&game).into_iter().zip(features_of(&game)).collect();
        let of = |wanted| named.iter().find(|(feature, _)| *feature == wanted).unwrap().1;
        assert_eq!((of(Feature::First), of(Feature::ToMove)), (1.0, -1.0));
        assert_eq!((of(Feature::Free("pawn")), of(Feature::Hand("pawn"))), (2.0, -1.0));
        assert_eq!(
            (of(Feature::Free("withdrawer")), of(Feature::Frozen("withdrawer"))),
            (0.0, -1.0)
        );
        assert_eq!(of(Feature::Hand("withdrawer")), 2.0);
        assert!(!named.iter().any(|(feature, _)| *feature == Feature::Free("king")));
    }
}

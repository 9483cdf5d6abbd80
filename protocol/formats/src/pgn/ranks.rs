//! The ranks of Zillions' Maxima, which begin at 0: `Pawn g3 - g4` is `Pg4-g5`.

use baroque_movegen::AnyGame;

use super::error::PgnProblem;
use crate::text::quoted;

/// The game whose ranks Zillions counts from 0.
const MAXIMA: &str = "maxima";

/// Whether a move is written as Zillions writes it, in a game whose ranks it counts from 0: the name
/// of the piece, and blanks around the sign.
pub(super) fn may_be_low(game: &AnyGame, text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_name = |word: &str| {
        word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '-')
    };
    game.variant() == MAXIMA && words.next().is_some_and(is_name) && words.count() > 2
}

/// Whether the ranks of a move begin at 0; `None` if the move is illegal in any case.
///
/// # Errors
/// The move is legal in both cases.
pub(super) fn are_low(game: &AnyGame, text: &str) -> Result<Option<bool>, PgnProblem> {
    let raised = raised(text);
    match (game.read_move(text).is_ok(), game.read_move(&raised).is_ok()) {
        (true, true) => {
            Err(PgnProblem::UnknownRanks { text: quoted(text), raised: quoted(&raised) })
        }
        (false, false) => Ok(None),
        (_, is_low) => Ok(Some(is_low)),
    }
}

/// A text with every number one higher.
pub(super) fn raised(text: &str) -> String {
    let (mut raised, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let length = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let (digits, after) = number.split_at(length);
        let rank = digits.parse::<u32>().map_or(0, |rank| rank.saturating_add(1));
        raised += &format!("{before}{rank}");
        rest = after;
    }
    raised + rest
}

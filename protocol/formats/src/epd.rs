//! Opening books in EPD files.

use baroque_games::Games;
use baroque_movegen::{AnyGame, EpdFile};

use super::position_spec::PositionSpec;
use super::rejected::Rejected;

/// What is wrong with a file of openings that has none.
pub const EMPTY: &str = "the file contains no opening";

/// The header of a file of positions under these rules; `rules` are the switches that override those
/// of the variant.
pub fn header(variant: &str, rules: &str) -> String {
    match rules {
        "" => format!("# variant {variant}\n"),
        _ => format!("# variant {variant}\n# rules {rules}\n"),
    }
}

/// Returns the positions of a file as openings under the rules of `position`, at least one. FENs
/// are normalized and get all fields. The header's rule switches are ignored.
///
/// # Errors
/// The first position that is invalid or finished, a header of another rule set, or no position.
pub fn openings(
    file: &EpdFile,
    games: &Games,
    mut position: AnyGame,
) -> Result<Vec<PositionSpec>, Rejected> {
    if let Some(header) = &file.variant {
        let theirs = games.open(&header.value).map_err(|error| Rejected(error.to_string()))?;
        let (theirs, ours) = (theirs.variant(), position.variant());
        if theirs != ours {
            let reason = format!("the variant of the positions is {theirs}, not {ours}");
            return Err(Rejected(reason));
        }
    }
    let mut openings = Vec::new();
    for entry in &file.entries {
        let line = entry.line;
        let spec = PositionSpec::fen(&entry.fen);
        spec.set_up(&mut position).map_err(|reason| Rejected(format!("line {line}: {reason}")))?;
        if position.outcome().is_some() {
            return Err(Rejected(format!("line {line}: the game is over in this position")));
        }
        openings.push(match position.is_from_default_start() {
            true => PositionSpec::default(),
            false => PositionSpec::fen(position.fen()),
        });
    }
    match openings.is_empty() {
        true => Err(EMPTY.into()),
        false => Ok(openings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_all_fields_and_the_rules_of_the_game() {
        let game = AnyGame::new("baroque").unwrap();
        let start = game.fen();
        let openings = |text: &str| {
            openings(&EpdFile::parse(text).unwrap(), &Games::default(), game.clone())
                .map_err(|e| e.to_string())
        };
        let kings = "8/3k4/8/8/8/8/2P1K3/8 b";
        let spec = PositionSpec { fen: Some(format!("{kings} - - 0 1")), moves: Vec::new() };
        let text = format!("# variant Ultima\n{kings} am d7d6;\n\n{start} c0 \"start\";\n");
        assert_eq!(openings(&text), Ok(vec![spec, PositionSpec::default()]));
        for (text, error) in [
            ("# variant maxima\n", "the variant of the positions is maxima, not baroque"),
            ("# variant chess\n", "unknown variant 'chess', allowed are: baroque "),
            ("# nothing\n", "the file contains no opening"),
            ("\n8/8 w\n", "line 2: FEN: 2 ranks"),
            ("8/8/8/3Kk3/5I2/3w4/8/8 b", "line 1: the game is over in this position"),
        ] {
            let message = openings(text).unwrap_err();
            assert!(message.starts_with(error), "{message}");
        }
    }
}

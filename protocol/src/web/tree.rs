//! Games with variations, as messages and as PGN.

use baroque_movegen::AnyPosition;

use super::message::{GameSpec, GameTree, TreeMove};
use super::view::overriding_switches;
use crate::formats::pgn::{self, Comment, GameResult, MAX_TAGS, PgnGame, PgnMove, PgnReader};
use crate::text::{one_line, quoted};

/// Most games that are read from one text.
const MAX_GAMES: usize = 1000;

/// Reads the games of a PGN text.
///
/// # Errors
/// The first problem of the text.
pub fn read(text: &str) -> Result<Vec<GameTree>, String> {
    let games: Result<Vec<PgnGame>, _> = PgnReader::new(text).take(MAX_GAMES).collect();
    let games = games.map_err(one_line)?;
    if games.is_empty() {
        return Err("there is no game in this text".to_owned());
    }
    games.iter().map(GameTree::of).collect()
}

/// Writes a game as PGN.
///
/// # Errors
/// The game cannot be opened, or a move of it is illegal.
pub fn write(game: &GameTree) -> Result<String, String> {
    let spec = GameSpec {
        variant: game.variant.clone(),
        definition: game.definition.clone(),
        rules: game.rules.clone(),
        fen: game.fen.clone(),
        moves: Vec::new(),
    };
    if game.tags.len() > MAX_TAGS {
        return Err(format!("the game has {} tags, more than {MAX_TAGS}", game.tags.len()));
    }
    let mut position = spec.open()?;
    let mut pgn = PgnGame::of(&position);
    for (name, value) in &game.tags {
        if !pgn::POSITION_TAGS.contains(&name.as_str()) {
            pgn.set_tag(name, value.clone());
        }
    }
    pgn.comment.clone_from(&game.comment);
    pgn.moves = to_pgn(&mut position, &game.moves)?;
    pgn.result = GameResult::parse(&game.result).unwrap_or_default();
    Ok(pgn.to_string())
}

impl GameTree {
    /// The tree of a game that was read.
    fn of(game: &PgnGame) -> Result<Self, String> {
        let mut position = game.open().map_err(one_line)?.first();
        let tags = game.tags.iter().filter(|tag| !pgn::POSITION_TAGS.contains(&&*tag.name));
        Ok(Self {
            variant: position.variant().to_owned(),
            definition: position.definition().map(str::to_owned),
            rules: overriding_switches(&position),
            fen: (!position.is_from_default_start()).then(|| position.fen()),
            tags: tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            comment: game.comment.clone(),
            moves: from_pgn(&mut position, &game.moves),
            result: game.result.text().to_owned(),
        })
    }
}

/// Reads a line from a position on, to which the position returns.
fn from_pgn(position: &mut AnyPosition, line: &[PgnMove]) -> Vec<TreeMove> {
    let mut moves = Vec::new();
    for mv in line {
        let variations = mv.variations.iter().map(|line| from_pgn(position, line)).collect();
        // The reader of the file has checked it.
        let Ok(played) = position.read_move(&mv.text) else { break };
        moves.push(TreeMove {
            uci: position.uci(played),
            text: mv.text.clone(),
            nags: mv.nags.clone(),
            comment: mv.comment.to_string(),
            variations,
        });
        let _ = position.play(played);
    }
    for _ in &moves {
        position.take_back();
    }
    moves
}

/// Writes a line from a position on, to which the position returns.
fn to_pgn(position: &mut AnyPosition, line: &[TreeMove]) -> Result<Vec<PgnMove>, String> {
    let mut moves = Vec::new();
    for mv in line {
        let variations = mv.variations.iter().map(|line| to_pgn(position, line));
        let variations = variations.collect::<Result<Vec<_>, _>>()?;
        let played = position.read_move(&mv.uci).map_err(one_line)?;
        let (text, side) = (position.readable(played), position.side());
        position.play(played).map_err(|_| format!("'{}' is illegal", quoted(&mv.uci)))?;
        moves.push(PgnMove {
            text,
            nags: mv.nags.clone(),
            comment: Comment::parse(&mv.comment),
            moves_again: position.side() == side,
            variations,
        });
    }
    for _ in &moves {
        position.take_back();
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_variations_are_read_and_written_back() {
        let text = "[Event \"a\"]\n[Variant \"rococo\"]\n[Rules \"movelimit=50\"]\n\n1. Pd2-d3 {x} (1. Pc2-c3 d7d6 \
                    (1... e7e6) 2. d2d3) 1... d7d6 $2 *\n";
        let games = read(text).unwrap();
        assert_eq!(
            (games[0].variant.as_str(), games[0].rules.as_str()),
            ("rococo", "movelimit=50")
        );
        assert_eq!(games[0].moves[0].variations[0][1].variations[0][0].uci, "e7e6");
        let written = write(&games[0]).unwrap();
        let moves = "1. Pd2-d3 {x} (1. Pc2-c3 Pd7-d6 (1... Pe7-e6) 2. Pd2-d3) 1... Pd7-d6 $2 *\n";
        assert!(written.ends_with(moves), "{written}");
        assert_eq!(write(&read(&written).unwrap()[0]), Ok(written));
        assert!(read("").unwrap_err().contains("no game"));
        assert!(read("1. e9").unwrap_err().starts_with("line 1, column 4: 'e9'"));
        let mut bad = read("1. e4").unwrap().remove(0);
        bad.moves[0].uci = "e2e9".to_owned();
        assert!(write(&bad).unwrap_err().contains("e2e9"));
    }
}

//! Games with variations, as messages and as PGN.

use baroque_formats::GameSpec;
use baroque_formats::pgn::{
    self, Comment, GameResult, MAX_TAGS, PgnError, PgnGame, PgnMove, PgnReader, Remark,
};
use baroque_formats::text::{one_line, quoted};
use baroque_games::Games;
use baroque_movegen::AnyGame;

use super::catalog::open;
use super::message::{Answer, GameTree, TreeMove, TreeRemark};

/// Most games that are read from one text.
const MAX_GAMES: usize = 1000;
/// Most warnings about one text.
const MAX_WARNINGS: usize = 5;

/// Reads the games of a PGN text, which may be the page's own, as [`Answer::Games`]. `before` is the number of
/// lines before the text, if it is part of a file.
///
/// # Errors
/// The first problem of the text.
pub fn read(text: &str, before: usize, known: &Games) -> Result<Answer, String> {
    let mut reader = PgnReader::new(text).with_games(known);
    let games: Result<Vec<PgnGame>, _> = reader.by_ref().take(MAX_GAMES).collect();
    let worded = |mut error: PgnError| {
        error.line = error.line.saturating_add(before);
        one_line(error)
    };
    let games = games.map_err(worded)?;
    if games.is_empty() {
        return Err("there is no game in this text".to_owned());
    }
    let warnings = reader.warnings().into_iter().take(MAX_WARNINGS).map(worded);
    let more = reader.next().map(|_| format!("only the first {MAX_GAMES} games are read"));
    Ok(Answer::Games {
        games: games.iter().map(|game| GameTree::of(game, known)).collect::<Result<_, _>>()?,
        warnings: warnings.chain(more).collect(),
    })
}

/// Writes a game as PGN.
///
/// # Errors
/// The game cannot be opened, or a move of it is illegal.
pub fn write(game: &GameTree, games: &Games) -> Result<String, String> {
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
    let mut position = open(&spec, games).map_err(|refusal| refusal.message)?;
    let mut pgn = PgnGame::of(&position);
    for (name, value) in &game.tags {
        if !pgn::is_position_tag(name) {
            pgn.set_tag(name, value.clone());
        }
    }
    pgn.comment.clone_from(&game.comment);
    pgn.moves = to_pgn(&mut position, &game.moves)?;
    pgn.result = GameResult::parse(&game.result).unwrap_or_default();
    end(&mut pgn, position, game);
    Ok(pgn.to_string())
}

/// Tells the end of the main line, where the game does not tell how it ended.
fn end(pgn: &mut PgnGame, mut position: AnyGame, game: &GameTree) {
    let is_open = pgn.result == GameResult::Unknown;
    if is_open {
        // They are legal: all moves have been written.
        let _ = game.moves.iter().try_for_each(|mv| position.play_text(&mv.uci).map(drop));
        pgn.result = position.outcome().map(GameResult::from).unwrap_or_default();
    }
    let is_over = pgn.result != GameResult::Unknown;
    if is_over && (is_open || !game.tags.contains_key("Termination")) {
        pgn.set_tag("Termination", "normal");
    }
}

impl GameTree {
    /// The tree of a game that was read.
    fn of(game: &PgnGame, games: &Games) -> Result<Self, String> {
        let mut position = game.open(games).map_err(one_line)?.first();
        let tags = game.tags.iter().filter(|tag| !pgn::is_position_tag(&tag.name));
        let GameSpec { variant, definition, rules, fen, .. } = GameSpec::of(&position);
        Ok(Self {
            variant,
            definition,
            rules,
            fen,
            tags: tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            comment: game.comment.clone(),
            moves: from_pgn(&mut position, &game.moves),
            result: game.result.text().to_owned(),
        })
    }
}

/// Reads a line from a position on, to which the position returns.
fn from_pgn(position: &mut AnyGame, line: &[PgnMove]) -> Vec<TreeMove> {
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
            before: from_remark(&mv.before),
            after: from_remark(&mv.after),
        });
        let _ = position.play(played);
    }
    for _ in &moves {
        position.take_back();
    }
    moves
}

/// Writes a line from a position on, to which the position returns.
fn to_pgn(position: &mut AnyGame, line: &[TreeMove]) -> Result<Vec<PgnMove>, String> {
    let mut moves = Vec::new();
    for mv in line {
        let variations = mv.variations.iter().map(|line| to_pgn(position, line));
        let variations = variations.collect::<Result<Vec<_>, _>>()?;
        let played = position.read_move(&mv.uci).map_err(one_line)?;
        let (text, side) = (position.readable_unchecked(played), position.side());
        position.play(played).map_err(|_| format!("'{}' is illegal", quoted(&mv.uci)))?;
        moves.push(PgnMove {
            text,
            nags: mv.nags.clone(),
            comment: Comment::parse(&mv.comment),
            moves_again: position.side() == side,
            variations,
            before: to_remark(&mv.before),
            after: to_remark(&mv.after),
        });
    }
    for _ in &moves {
        position.take_back();
    }
    Ok(moves)
}

fn from_remark(remark: &Remark) -> TreeRemark {
    TreeRemark { nags: remark.nags.clone(), comment: remark.comment.to_string() }
}

fn to_remark(remark: &TreeRemark) -> Remark {
    Remark { nags: remark.nags.clone(), comment: Comment::parse(&remark.comment) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<GameTree>, String> {
        answer(text).map(|answer| match answer {
            Answer::Games { games, .. } => games,
            _ => Vec::new(),
        })
    }

    fn answer(text: &str) -> Result<Answer, String> {
        super::read(text, 0, &Games::default())
    }

    fn write(game: &GameTree) -> Result<String, String> {
        super::write(game, &Games::default())
    }

    #[test]
    fn the_end_of_a_game_is_that_of_its_moves_unless_it_is_told() {
        let text = |moves: &str| format!("[Variant \"rococo\"]\n\n{moves} *");
        let mated = "1. f2g3 e7e6 2. f1f6 e6d5 3. f6c9";
        for (moves, result, end, termination) in [
            (mated, "*", "1-0", "normal"),
            ("1. f2g3 e7e6", "*", "*", "unterminated"),
            // White resigned.
            ("1. f2g3 e7e6", "0-1", "0-1", "normal"),
        ] {
            let mut game = read(&text(moves)).unwrap().remove(0);
            game.tags.clear();
            game.result = result.to_owned();
            let written = write(&game).unwrap();
            assert!(written.trim_end().ends_with(end), "{written}");
            let tags = [format!("[Result \"{end}\"]"), format!("[Termination \"{termination}\"]")];
            assert!(tags.iter().all(|tag| written.contains(tag)), "{written}");
        }
        let late = text("1. f2g3")
            .replace("\n\n", "\n[Termination \"time forfeit\"]\n\n")
            .replace('*', "1-0");
        assert!(write(&read(&late).unwrap()[0]).unwrap().contains("time forfeit"));
    }

    #[test]
    fn annotations_around_variations_stay_where_they_are() {
        let moves = "1. Pe2-e4 {A} (1. Pd2-d4) $1 {B} (1. Pc2-c4 {C}) 1... Pe7-e5 ($142 {SL} 1...\n\
                     Pc7-c5) 2. Pd2-d3 *\n";
        let games = read(moves).unwrap();
        let json = serde_json::to_string(&games[0]).unwrap();
        let written = write(&serde_json::from_str(&json).unwrap()).unwrap();
        assert!(written.ends_with(moves), "{written}");
    }

    #[test]
    fn the_deepest_variations_fit_into_messages() {
        let (open, close) = ("(1. d4 ".repeat(pgn::MAX_NESTING), ")".repeat(pgn::MAX_NESTING));
        let games = read(&format!("1. e4 {open}{close} *")).unwrap();
        let message =
            serde_json::json!({ "id": 1, "ask": { "type": "write_pgn", "game": games[0] } });
        let text = message.to_string();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), message);
        assert_eq!(text.matches("d2d4").count(), pgn::MAX_NESTING);
    }

    #[test]
    fn warnings_come_with_the_games() {
        let text = "[Varient \"rococo\"]\n\n1. e4 (1. x) *\n";
        let Answer::Games { warnings, .. } = answer(text).unwrap() else { panic!() };
        assert_eq!(warnings.len(), 2);
        assert!(warnings[0].ends_with("did you mean 'Variant'?"), "{warnings:?}");
        let many = "[Varient \"x\"]\n\n*\n\n".repeat(100);
        let Answer::Games { warnings, .. } = answer(&many).unwrap() else { panic!() };
        assert_eq!(warnings.len(), MAX_WARNINGS);
        let Answer::Games { games, warnings } = answer(&"*\n".repeat(1001)).unwrap() else {
            panic!()
        };
        assert_eq!(
            (games.len(), warnings),
            (1000, vec!["only the first 1000 games are read".into()])
        );
    }

    #[test]
    fn the_lines_of_a_part_are_those_of_its_file() {
        let known = Games::default();
        assert!(super::read("\n1. x\n", 40, &known).unwrap_err().contains("line 42"));
        let Answer::Games { warnings, .. } =
            super::read("[Varient \"rococo\"]\n\n1. e4 *\n", 40, &known).unwrap()
        else {
            panic!()
        };
        assert!(warnings[0].contains("line 41"), "{warnings:?}");
    }

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

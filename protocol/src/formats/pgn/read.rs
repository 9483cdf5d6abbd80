//! Reading games in the import format.

use baroque_movegen::AnyPosition;

use super::comment::{Comment, add_words};
use super::error::{MAX_GAME_MOVES, MAX_TAGS, PgnError, PgnProblem};
use super::game::{GameResult, PgnGame, PgnMove};
use super::lexer::{Lexer, Token, parse_glyph};
use super::tags::{DEFINITION, POSITION_TAGS};
use crate::described::check_definition;
use crate::formats::position_spec::PositionSpec;

/// Reads all games of a text. Moves may be in any form that [`AnyPosition::read_move`] accepts and
/// must be legal; variations are skipped with their comments. The tag `Result` counts only if the
/// move text ends with `*` or without a result.
///
/// # Errors
/// The first problem of the text.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    PgnReader::new(text).collect()
}

/// Decodes UTF-8. Invalid bytes are read as Latin-1, the encoding of the PGN specification.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    text
}

/// Iterator over the games of a text. After an error it continues at the next line that starts with
/// the tag `Event`, the first tag of the export format.
pub struct PgnReader<'a> {
    lexer: Lexer<'a>,
    /// A token that belongs to the next game, with its offset.
    next: Option<(usize, Token<'a>)>,
}

impl<'a> PgnReader<'a> {
    /// A reader that starts at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { lexer: Lexer::new(text), next: None }
    }

    /// The number of bytes read so far.
    pub fn offset(&self) -> usize {
        self.lexer.offset()
    }

    fn token(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        match self.next.take() {
            None => self.lexer.next(),
            token => Ok(token),
        }
    }

    fn read_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut draft = Draft::default();
        let mut end = None;
        // Offset of the outermost open variation, and nesting depth.
        let mut variation = (0, 0_usize);
        while let Some((offset, token)) = self.token()? {
            let tag = matches!(token, Token::Tag { .. });
            if variation.1 > 0 && !tag {
                match token {
                    Token::Open => variation.1 += 1,
                    Token::Close => variation.1 -= 1,
                    _ => {}
                }
                continue;
            }
            if tag && (draft.game.is_some() || variation.1 > 0) {
                self.next = Some((offset, token));
                break;
            }
            match token {
                Token::Open => variation = (offset, 1),
                Token::Result(result) => {
                    end = Some(result);
                    break;
                }
                token => draft.add(token, offset).map_err(|p| self.locate(p))?,
            }
        }
        if variation.1 > 0 {
            return Err(self.lexer.error(variation.0, PgnProblem::OpenVariation));
        }
        let is_game = end.is_some() || draft.game.is_some() || draft.tags > 0;
        is_game.then(|| draft.finish(end)).transpose().map_err(|p| self.locate(p))
    }

    fn locate(&mut self, (offset, problem): Located) -> PgnError {
        self.lexer.error(offset, problem)
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.read_game().transpose();
        if matches!(game, Some(Err(_))) {
            if let Some((offset, _)) = self.next.take() {
                self.lexer.return_to(offset);
            }
            self.lexer.skip_to_event();
        }
        game
    }
}

/// A problem and its offset in the text.
type Located = (usize, PgnProblem);

/// A game that is being read.
#[derive(Default)]
struct Draft {
    pgn: PgnGame,
    /// Value of the tag `Result`.
    result: GameResult,
    /// Number of tags read.
    tags: usize,
    /// Offsets of the tags of variant, rules and position.
    offsets: Vec<(&'static str, usize)>,
    /// The game with the moves read so far; `None` before the first move.
    game: Option<AnyPosition>,
}

impl Draft {
    fn add(&mut self, token: Token<'_>, offset: usize) -> Result<(), Located> {
        match token {
            Token::Tag { name, value } => self.tag(name, value, offset)?,
            Token::Comment(text) => match self.pgn.moves.last_mut() {
                None => add_words(&mut self.pgn.comment, text),
                Some(last) if last.comment == Comment::default() => {
                    last.comment = Comment::parse(text)
                }
                Some(last) => last.comment.add(text),
            },
            Token::Nag(nag) => {
                if let Some(last) = self.pgn.moves.last_mut() {
                    last.nags.push(nag);
                }
            }
            Token::Number => drop(self.game()?),
            Token::Word(word) => self.play(word, offset)?,
            Token::Close => return Err((offset, PgnProblem::NoVariation)),
            // Handled by the reader.
            Token::Open | Token::Result(_) => {}
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: String, offset: usize) -> Result<(), Located> {
        self.tags += 1;
        if name == "Result" {
            self.result = GameResult::parse(value.trim()).unwrap_or_default();
        }
        if let Some(tag) = POSITION_TAGS.into_iter().find(|known| *known == name) {
            // Of several tags with the same name the last one counts.
            self.offsets.retain(|(known, _)| *known != name);
            self.offsets.push((tag, offset));
        }
        self.pgn.set_tag(name, value);
        match self.tags > MAX_TAGS {
            true => Err((offset, PgnProblem::TooManyTags)),
            false => Ok(()),
        }
    }

    /// The game, set up from the tags at the first call.
    fn game(&mut self) -> Result<&mut AnyPosition, Located> {
        let game = match self.game.take() {
            Some(game) => game,
            None => {
                let game = self.open()?;
                self.pgn.set_position_tags(&game);
                game
            }
        };
        Ok(self.game.insert(game))
    }

    fn open(&self) -> Result<AnyPosition, Located> {
        let at = |name: &str| {
            let found = self.offsets.iter().find(|(known, _)| *known == name);
            found.map_or(0, |&(_, offset)| offset)
        };
        let variant = self.pgn.tag("Variant").unwrap_or(AnyPosition::DEFAULT_VARIANT).trim();
        let mut game = AnyPosition::new(variant).map_err(|e| (at("Variant"), e.into()))?;
        if let Some(hash) = self.pgn.tag(DEFINITION) {
            let checked = check_definition(&game, Some(hash.trim()));
            checked.map_err(|e| (at(DEFINITION), e.into()))?;
        }
        if let Some(pairs) = self.pgn.tag("Rules") {
            game.set_rules(pairs).map_err(|e| (at("Rules"), e.into()))?;
        }
        if let Some(fen) = self.pgn.tag("FEN") {
            let spec = PositionSpec::fen(fen);
            spec.set_up(&mut game).map_err(|e| (at("FEN"), e.into()))?;
        } else if self.pgn.tag("SetUp").is_some_and(|value| value.trim() == "1") {
            return Err((at("SetUp"), PgnProblem::NoFen));
        }
        Ok(game)
    }

    /// Plays a move. Trailing `!` and `?` are annotations only if the whole word is not a move, for
    /// `!` is part of some moves.
    fn play(&mut self, word: &str, offset: usize) -> Result<(), Located> {
        let full = self.pgn.moves.len() >= MAX_GAME_MOVES;
        let game = self.game()?;
        if full {
            return Err((offset, PgnProblem::TooManyMoves));
        }
        let mut nags = Vec::new();
        let mv = game.read_move(word).or_else(|error| {
            let bare = word.trim_end_matches(['!', '?']);
            let glyph = word.strip_prefix(bare).unwrap_or_default();
            let nag = parse_glyph(glyph).ok_or(error)?;
            nags.push(nag);
            game.read_move(bare)
        });
        let mv = mv.map_err(|error| (offset, error.into()))?;
        let (text, side) = (game.readable(mv), game.side());
        // `read_move` returns legal moves only.
        let _ = game.play(mv);
        let moves_again = game.side() == side;
        self.pgn.moves.push(PgnMove { text, nags, moves_again, ..PgnMove::default() });
        Ok(())
    }

    fn finish(mut self, end: Option<GameResult>) -> Result<PgnGame, Located> {
        self.game()?;
        self.pgn.result = match end {
            Some(result) if result != GameResult::Unknown => result,
            _ => self.result,
        };
        Ok(self.pgn)
    }
}

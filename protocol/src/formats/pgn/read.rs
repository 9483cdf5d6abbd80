//! Reading games.

use baroque_movegen::AnyPosition;

use super::comment::{Comment, add_words};
use super::lexer::{Lexer, Token, nag_of_signs};
use super::{GameResult, PgnError, PgnGame, PgnMove, PgnProblem};
use crate::formats::position_spec::PositionSpec;

/// Most tags of one game.
pub const MOST_TAGS: usize = 1000;
/// Most moves of one game.
pub const MOST_MOVES: usize = 20_000;

/// Reads all games of a text. Moves may be in any form that [`AnyPosition::read_move`] takes, and all
/// are played; variations are skipped, and so are their comments. What the tag `Result` says counts
/// if nothing better stands behind the moves.
///
/// # Errors
/// The first problem.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    PgnReader::new(text).collect()
}

/// The text of bytes that should be UTF-8. Bytes that are not are taken as Latin-1, as the
/// specification has it.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    text
}

/// Reads one game of a text after the other. After an error it goes on where the next line begins
/// with the tag `Event`, which every game begins with in the export format.
pub struct PgnReader<'a> {
    lexer: Lexer<'a>,
    /// A tag that belongs to the next game.
    next: Option<(usize, Token<'a>)>,
}

impl<'a> PgnReader<'a> {
    /// A reader of a text.
    pub fn new(text: &'a str) -> Self {
        Self { lexer: Lexer::new(text), next: None }
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
        // Where the outermost variation begins, and how many there are inside one another.
        let mut variation = (0, 0_usize);
        while let Some((place, token)) = self.token()? {
            let tag = matches!(token, Token::Tag { .. });
            if variation.1 > 0 && !tag {
                match token {
                    Token::Open => variation.1 += 1,
                    Token::Close => variation.1 -= 1,
                    _ => {}
                }
                continue;
            }
            if tag && draft.game.is_some() {
                self.next = Some((place, token));
                break;
            }
            match token {
                Token::Open => variation = (place, 1),
                Token::Result(result) => {
                    end = Some(result);
                    break;
                }
                token => draft.take(token, place).map_err(|p| self.locate(p))?,
            }
        }
        if variation.1 > 0 {
            return Err(self.lexer.error(variation.0, PgnProblem::OpenVariation));
        }
        let is_game = end.is_some() || draft.game.is_some() || draft.tags > 0;
        is_game.then(|| draft.finish(end)).transpose().map_err(|p| self.locate(p))
    }

    fn locate(&self, (place, problem): Located) -> PgnError {
        self.lexer.error(place, problem)
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.read_game().transpose();
        if matches!(game, Some(Err(_))) {
            self.next = None;
            self.lexer.skip_to_event();
        }
        game
    }
}

/// A problem and the offset at which it is.
type Located = (usize, PgnProblem);

/// A game of which not everything has been read.
#[derive(Default)]
struct Draft {
    text: PgnGame,
    /// What the tag `Result` says.
    result: GameResult,
    /// How many tags were read.
    tags: usize,
    /// Where the tags about variant, rules and position stand.
    places: Vec<(&'static str, usize)>,
    /// The game with the moves so far, from the first move on.
    game: Option<AnyPosition>,
}

impl Draft {
    fn take(&mut self, token: Token<'_>, place: usize) -> Result<(), Located> {
        match token {
            Token::Tag { name, value } => self.tag(name, value, place)?,
            Token::Comment(text) => match self.text.moves.last_mut() {
                None => add_words(&mut self.text.comment, text),
                Some(last) if last.comment == Comment::default() => {
                    last.comment = Comment::parse(text)
                }
                Some(last) => last.comment.add(text),
            },
            Token::Nag(nag) => {
                if let Some(last) = self.text.moves.last_mut() {
                    last.nags.push(nag);
                }
            }
            Token::Number => drop(self.game()?),
            Token::Word(word) => self.play(word, place)?,
            Token::Close => return Err((place, PgnProblem::NoVariation)),
            // The reader has dealt with them.
            Token::Open | Token::Result(_) => {}
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: String, place: usize) -> Result<(), Located> {
        self.tags += 1;
        if name == "Result" {
            self.result = GameResult::parse(value.trim()).unwrap_or_default();
        }
        if let Some(own) = PgnGame::OWN_TAGS.into_iter().find(|own| *own == name) {
            // Of several tags of one name the last one counts.
            self.places.retain(|(known, _)| *known != name);
            self.places.push((own, place));
        }
        self.text.set_tag(name, value);
        match self.tags > MOST_TAGS {
            true => Err((place, PgnProblem::TooManyTags)),
            false => Ok(()),
        }
    }

    /// The game, set up as the tags say.
    fn game(&mut self) -> Result<&mut AnyPosition, Located> {
        let game = match self.game.take() {
            Some(game) => game,
            None => {
                let game = self.open()?;
                self.text.adopt(&game);
                game
            }
        };
        Ok(self.game.insert(game))
    }

    fn open(&self) -> Result<AnyPosition, Located> {
        let at = |name: &str| {
            let place = self.places.iter().find(|(known, _)| *known == name);
            place.map_or(0, |&(_, place)| place)
        };
        let variant = self.text.tag("Variant").unwrap_or(AnyPosition::DEFAULT_VARIANT).trim();
        let mut game = AnyPosition::new(variant).map_err(|e| (at("Variant"), e.into()))?;
        if let Some(pairs) = self.text.tag("Rules") {
            game.set_rules(pairs).map_err(|e| (at("Rules"), e.into()))?;
        }
        if let Some(fen) = self.text.tag("FEN") {
            let spec = PositionSpec::fen(fen);
            spec.set_up(&mut game).map_err(|e| (at("FEN"), e.into()))?;
        } else if self.text.tag("SetUp").is_some_and(|value| value.trim() == "1") {
            return Err((at("SetUp"), PgnProblem::NoFen));
        }
        Ok(game)
    }

    /// Plays a move, with or without annotation signs behind it. A move that is one as it stands
    /// loses none of its signs.
    fn play(&mut self, word: &str, place: usize) -> Result<(), Located> {
        let full = self.text.moves.len() >= MOST_MOVES;
        let game = self.game()?;
        if full {
            return Err((place, PgnProblem::TooManyMoves));
        }
        let mut nags = Vec::new();
        let mv = game.read_move(word).or_else(|error| {
            let bare = word.trim_end_matches(['!', '?']);
            let signs = word.strip_prefix(bare).unwrap_or_default();
            let nag = nag_of_signs(signs).ok_or(error)?;
            nags.push(nag);
            game.read_move(bare)
        });
        let mv = mv.map_err(|error| (place, error.into()))?;
        let text = game.readable(mv);
        // What was read is legal.
        let _ = game.play(mv);
        self.text.moves.push(PgnMove { text, nags, comment: Comment::default() });
        Ok(())
    }

    fn finish(mut self, end: Option<GameResult>) -> Result<PgnGame, Located> {
        self.game()?;
        self.text.result = match end {
            Some(result) if result != GameResult::Unknown => result,
            _ => self.result,
        };
        Ok(self.text)
    }
}

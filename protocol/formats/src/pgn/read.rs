//! Reading games in the import format.

use std::borrow::Cow;

use baroque_games::Games;
use baroque_movegen::{AnyGame, Move};

use super::comment::{Comment, add_words};
use super::download;
use super::error::{MAX_GAME_MOVES, MAX_NESTING, MAX_TAGS, PgnError, PgnProblem};
use super::game::{GameResult, PgnGame, PgnMove, Remark};
use super::lexer::{Lexer, Token, parse_glyph};
use super::ranks;
use super::tags::{DEFINITION, canonical, is_name, is_position_tag, meant};
use crate::game_spec::OpenError;
use crate::text::quoted;

/// Reads all games of a text. Moves may be in any form that [`AnyGame::read_move`] accepts and
/// must be legal; a variation ends before its first word that is no legal move. The tag `Result`
/// counts only if the move text ends with `*` or without a result. The games are those that are part of
/// the program; a [`PgnReader`] may know others.
///
/// # Errors
/// The first problem of the text.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    PgnReader::new(text).collect()
}

/// Iterator over the games of a text. After an error it continues at the next line that starts with
/// the tag `Event`, the first tag of the export format, or with any tag after an empty line.
pub struct PgnReader<'a> {
    lexer: Lexer<'a>,
    /// A token that belongs to the next game, with its offset.
    next: Option<(usize, Token<'a>)>,
    /// What was wrong with games that were read, up to [`Self::warnings`].
    warnings: Vec<PgnError>,
    games: Games,
    /// Whether moves are words only.
    is_of_any_rules: bool,
}

impl<'a> PgnReader<'a> {
    /// A reader that starts at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        let lexer = Lexer::new(text);
        Self {
            lexer,
            next: None,
            warnings: Vec::new(),
            games: Games::default(),
            is_of_any_rules: false,
        }
    }

    /// A reader of tags and results, which reads the games of any rules, such as chess: moves are the words of
    /// the text, and variations are left out.
    pub fn results(text: &'a str) -> Self {
        Self { is_of_any_rules: true, ..Self::new(text) }
    }

    /// The same reader with other games than those that are part of the program.
    pub fn with_games(self, games: &Games) -> Self {
        Self { games: games.clone(), ..self }
    }

    /// Takes what was wrong with the games read since the last call without making them invalid: what
    /// was left out, or is not certain.
    pub fn warnings(&mut self) -> Vec<PgnError> {
        std::mem::take(&mut self.warnings)
    }

    /// The number of bytes read so far.
    pub fn offset(&self) -> usize {
        self.lexer.offset()
    }

    fn token(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        if let Some(token) = self.next.take() {
            return Ok(Some(token));
        }
        loop {
            match self.lexer.next() {
                Err(PgnError { problem: PgnProblem::BadNag(_), .. }) if self.is_of_any_rules => {}
                token => return token,
            }
        }
    }

    /// Reads a download of vchess, if one comes next.
    fn read_download(&mut self) -> Option<Result<PgnGame, PgnError>> {
        let offset = self.next.as_ref().map_or(self.lexer.offset(), |&(offset, _)| offset);
        let download = download::at_start(self.lexer.text_from(offset))?;
        self.next = None;
        self.lexer.return_to(offset + download.len());
        let game = download::read(download);
        Some(game.map_err(|(place, problem)| self.lexer.error(offset + place, problem)))
    }

    fn read_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        if let Some(download) = self.read_download() {
            return download.map(Some);
        }
        let is_of_any_rules = self.is_of_any_rules;
        let mut draft = Draft { games: self.games.clone(), is_of_any_rules, ..Draft::default() };
        let mut end = None;
        while let Some((offset, token)) = self.token()? {
            let is_tag =
                matches!(token, Token::Tag { .. } | Token::BadTag { begins_line: true, .. });
            let has_tags = draft.tags > 0 && self.lexer.follows_empty_line(offset);
            let is_next = draft.has_moves() || has_tags && self.lexer.is_event(offset);
            if is_tag && is_next {
                self.next = Some((offset, token));
                break;
            }
            match token {
                Token::Result(result) if !draft.is_in_variation() => {
                    end = Some(result);
                    break;
                }
                token => draft.add(token, offset).map_err(|p| self.locate(p))?,
            }
        }
        if draft.is_in_variation() {
            return Err(self.lexer.error(draft.opened_at, PgnProblem::OpenVariation));
        }
        let is_game = end.is_some() || draft.has_moves() || draft.tags > 0;
        let warnings = std::mem::take(&mut draft.warnings);
        let game = is_game.then(|| draft.finish(end)).transpose().map_err(|p| self.locate(p))?;
        for problem in warnings {
            let warning = self.locate(problem);
            self.warnings.push(warning);
        }
        Ok(game)
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
            self.lexer.skip_to_game();
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
    games: Games,
    /// Value of the tag `Result`.
    result: GameResult,
    /// Number of tags read.
    tags: usize,
    /// Offsets of the tags of variant, rules and position.
    offsets: Vec<(String, usize)>,
    /// The game with the moves of the current line read so far; `None` before the first move.
    game: Option<AnyGame>,
    /// The variations that are open, the innermost last.
    variations: Vec<Variation>,
    /// Open parentheses of variations that are left out, within the innermost one.
    skipped: usize,
    /// Offset of the outermost open parenthesis.
    opened_at: usize,
    /// Number of moves in variations.
    variation_moves: usize,
    /// Whether the ranks are those of Zillions, once that is known.
    ranks_are_low: Option<bool>,
    /// What is left out or not certain.
    warnings: Vec<Located>,
    /// Whether moves are words only.
    is_of_any_rules: bool,
    /// Whether there was a number of a move.
    has_numbers: bool,
}

/// A variation that is being read.
struct Variation {
    /// The move of the line around it that its first move stands for.
    instead_of: Move,
    /// What stands before its first move.
    before: Remark,
    moves: Vec<PgnMove>,
    /// Whether the rest is left out, because of a word that is no legal move.
    is_cut: bool,
}

impl Draft {
    fn add(&mut self, token: Token<'_>, offset: usize) -> Result<(), Located> {
        match token {
            Token::Open => self.open_variation(offset),
            Token::Close if self.is_of_any_rules && !self.is_in_variation() => {}
            Token::Close => self.close_variation(offset)?,
            Token::Tag { name, value } => self.tag(name, value, offset)?,
            Token::BadTag { name, .. } => self.bad_tag(name, offset)?,
            _ if self.is_skipping() => {}
            Token::Number if self.is_of_any_rules => self.has_numbers = true,
            Token::Word(word) if self.is_of_any_rules => self.add_word(word, offset)?,
            Token::Comment(text) => self.comment(text),
            Token::Nag(nag) => {
                if let Some((nags, _)) = self.annotated() {
                    nags.push(nag);
                }
            }
            Token::Number => drop(self.game()?),
            Token::Word(word) => self.play(word, offset)?,
            // The reader handles the one that ends the game.
            Token::Result(_) => {}
        }
        Ok(())
    }

    /// Warns of something, but only once of variations that are left out for the same reason.
    fn warn(&mut self, offset: usize, problem: PgnProblem) {
        let kind = std::mem::discriminant(&problem);
        let is_known = self.warnings.iter().any(|(_, known)| std::mem::discriminant(known) == kind);
        let is_of_tags = matches!(problem, PgnProblem::BadTag | PgnProblem::UnknownTag { .. });
        if is_of_tags || !is_known {
            self.warnings.push((offset, problem));
        }
    }

    /// The annotations that are being read: of the last move or variation of the line, or those before
    /// the first move of a variation. `None` before the first move of the game.
    fn annotated(&mut self) -> Option<(&mut Vec<u8>, &mut Comment)> {
        let (moves, before) = match self.variations.last_mut() {
            Some(Variation { moves, before, .. }) => (moves, Some(before)),
            None => (&mut self.pgn.moves, None),
        };
        let remark = match moves.last_mut() {
            None => before?,
            Some(last) => match last.variations.last_mut().and_then(|line| line.first_mut()) {
                None => return Some((&mut last.nags, &mut last.comment)),
                Some(first) => &mut first.after,
            },
        };
        Some((&mut remark.nags, &mut remark.comment))
    }

    /// Adds a comment to what is being annotated.
    fn comment(&mut self, text: &str) {
        match self.annotated() {
            None => add_words(&mut self.pgn.comment, text),
            Some((_, comment)) if *comment == Comment::default() => *comment = Comment::parse(text),
            Some((_, comment)) => comment.add(text),
        }
    }

    /// The line that is being read: the innermost variation, or the game.
    fn line(&mut self) -> &mut Vec<PgnMove> {
        match self.variations.last_mut() {
            Some(variation) => &mut variation.moves,
            None => &mut self.pgn.moves,
        }
    }

    fn has_moves(&self) -> bool {
        let has_words = self.has_numbers || !self.pgn.moves.is_empty();
        has_words || self.game.is_some() || self.is_in_variation()
    }

    fn is_in_variation(&self) -> bool {
        self.skipped > 0 || !self.variations.is_empty()
    }

    fn is_skipping(&self) -> bool {
        self.skipped > 0 || self.variations.last().is_some_and(|variation| variation.is_cut)
    }

    /// Takes back the last move, for which the variation has another one.
    fn open_variation(&mut self, offset: usize) {
        if !self.is_in_variation() {
            self.opened_at = offset;
        }
        if self.is_skipping() {
            self.skipped += 1;
            return;
        }
        let is_possible = self.variations.len() < MAX_NESTING && !self.line().is_empty();
        let game = self.game.as_mut().filter(|_| is_possible);
        match game.and_then(AnyGame::take_back) {
            Some(instead_of) => {
                let (before, moves, is_cut) = (Remark::default(), Vec::new(), false);
                self.variations.push(Variation { instead_of, before, moves, is_cut });
            }
            None => {
                let is_deep = self.variations.len() >= MAX_NESTING;
                let problem =
                    if is_deep { PgnProblem::DeepVariation } else { PgnProblem::NoMoveBefore };
                self.warn(offset, problem);
                self.skipped += 1;
            }
        }
    }

    fn close_variation(&mut self, offset: usize) -> Result<(), Located> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Ok(());
        }
        let mut closed = self.variations.pop().ok_or((offset, PgnProblem::NoVariation))?;
        if let Some(game) = &mut self.game {
            for _ in &closed.moves {
                game.take_back();
            }
            // It was legal before.
            let _ = game.play(closed.instead_of);
        }
        match closed.moves.first_mut() {
            Some(first) => {
                first.before = closed.before;
                if let Some(last) = self.line().last_mut() {
                    last.variations.push(closed.moves);
                }
            }
            // Annotations in parentheses.
            None => {
                self.comment(&closed.before.comment.to_string());
                if let Some((nags, _)) = self.annotated() {
                    nags.append(&mut closed.before.nags);
                }
            }
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: String, offset: usize) -> Result<(), Located> {
        self.count_tag(offset)?;
        let name: String = name.chars().filter(|&c| is_name(c)).collect();
        let name = canonical(&name);
        if name.is_empty() {
            self.warn(offset, PgnProblem::BadTag);
        }
        if let Some(meant) = meant(name) {
            self.warn(offset, PgnProblem::UnknownTag { name: quoted(name), meant });
        }
        if name == "Result" {
            self.result = GameResult::parse(value.trim()).unwrap_or_default();
        }
        if is_position_tag(name) {
            // Of several tags with the same name the last one counts.
            self.offsets.retain(|(known, _)| known != name);
            self.offsets.push((name.to_owned(), offset));
        }
        self.pgn.set_tag(name, value);
        Ok(())
    }

    /// Leaves out a tag that cannot be read, unless it changes the moves or stands among them.
    fn bad_tag(&mut self, name: &str, offset: usize) -> Result<(), Located> {
        self.count_tag(offset)?;
        if self.game.is_some() || is_position_tag(name) {
            return Err((offset, PgnProblem::BadTag));
        }
        self.warn(offset, PgnProblem::BadTag);
        Ok(())
    }

    fn count_tag(&mut self, offset: usize) -> Result<(), Located> {
        self.tags += 1;
        match self.tags > MAX_TAGS {
            true => Err((offset, PgnProblem::TooManyTags)),
            false => Ok(()),
        }
    }

    /// The game, set up from the tags at the first call.
    fn game(&mut self) -> Result<&mut AnyGame, Located> {
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

    fn open(&self) -> Result<AnyGame, Located> {
        let at = |name: &str| {
            let found = self.offsets.iter().find(|(known, _)| *known == name);
            found.map_or(0, |(_, offset)| *offset)
        };
        let spec = self.pgn.first();
        let game = spec.open(&self.games).map_err(|error| {
            let tag = match &error {
                OpenError::Name(_) | OpenError::NotLoaded(_) => "Variant",
                OpenError::Definition { .. } => DEFINITION,
                OpenError::Rules(_) => "Rules",
                OpenError::Position(_) => "FEN",
            };
            (at(tag), error.into())
        })?;
        match self.pgn.tag("SetUp") {
            Some(value) if value.trim() == "1" && spec.fen.is_none() => {
                Err((at("SetUp"), PgnProblem::NoFen))
            }
            _ => Ok(game),
        }
    }

    /// Plays a move. Trailing `!` and `?` are annotations only if the whole word is not a move, for
    /// `!` is part of some moves.
    /// Adds a move of any rules.
    fn add_word(&mut self, word: &str, offset: usize) -> Result<(), Located> {
        if self.pgn.moves.len() >= MAX_GAME_MOVES {
            return Err((offset, PgnProblem::TooManyMoves));
        }
        self.pgn.moves.push(PgnMove { text: word.to_owned(), ..PgnMove::default() });
        Ok(())
    }

    fn play(&mut self, word: &str, offset: usize) -> Result<(), Located> {
        let is_full = self.pgn.moves.len() >= MAX_GAME_MOVES;
        let word = self.true_ranks(word, offset)?;
        let word = word.as_ref();
        let game = self.game()?;
        let mut nags = Vec::new();
        let mv = game.read_move(word).or_else(|error| {
            let bare = word.trim_end_matches(['!', '?']);
            let glyph = word.strip_prefix(bare).unwrap_or_default();
            let nag = parse_glyph(glyph).ok_or(error)?;
            nags.push(nag);
            game.read_move(bare)
        });
        if let Some(variation) = self.variations.last_mut() {
            self.variation_moves += 1;
            let is_long = self.variation_moves > MAX_GAME_MOVES;
            let cut = mv.as_ref().err().map(|error| PgnProblem::CutVariation(error.clone()));
            if let Some(problem) = cut.or(is_long.then_some(PgnProblem::LongVariations)) {
                variation.is_cut = true;
                self.warn(offset, problem);
                return Ok(());
            }
        } else if is_full {
            return Err((offset, PgnProblem::TooManyMoves));
        }
        let mv = mv.map_err(|error| (offset, error.into()))?;
        let game = self.game()?;
        let (text, side) = (game.readable_unchecked(mv), game.side());
        // `read_move` returns legal moves only.
        let _ = game.play(mv);
        let moves_again = game.side() == side;
        self.line().push(PgnMove { text, nags, moves_again, ..PgnMove::default() });
        Ok(())
    }

    /// The text of a move with ranks that begin where those of the game begin. The first move in the
    /// notation of Zillions shows whether its ranks do.
    fn true_ranks<'a>(&mut self, text: &'a str, offset: usize) -> Result<Cow<'a, str>, Located> {
        if !ranks::may_be_low(self.game()?, text) {
            return Ok(text.into());
        }
        let raised = ranks::raised(text);
        if self.ranks_are_low.is_none() {
            self.ranks_are_low =
                ranks::are_low(self.game()?, text).map_err(|problem| (offset, problem))?;
            if self.ranks_are_low == Some(true) {
                let raised = quoted(&raised);
                self.warn(offset, PgnProblem::LowRanks { text: quoted(text), raised });
            }
        }
        Ok(if self.ranks_are_low == Some(true) { raised.into() } else { text.into() })
    }

    fn finish(mut self, end: Option<GameResult>) -> Result<PgnGame, Located> {
        if !self.is_of_any_rules {
            self.game()?;
        }
        self.pgn.result = match end {
            Some(result) if result != GameResult::Unknown => result,
            _ => self.result,
        };
        Ok(self.pgn)
    }
}

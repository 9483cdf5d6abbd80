//! The PGN lexer.

use super::error::{PgnError, PgnProblem};
use super::game::GameResult;
use super::tag_pair::parse_tag;
use super::tags::is_name;
use super::words::{BOM, LINE_ENDS, is_blank, move_length, word_length};
use crate::text::{is_hidden, quoted};

/// A PGN token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, without the escapes.
    Tag { name: &'a str, value: String },
    /// A line that begins like a tag, and the name as far as there is one.
    BadTag { name: &'a str, begins_line: bool },
    /// `{text}`, or `;text` up to the end of the line.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$4` or `??`.
    Nag(u8),
    /// `12.` or `12...`
    Number,
    /// A result, such as `1-0`.
    Result(GameResult),
    /// Any other word, which should be a move. Moves of these games contain nearly every character,
    /// so only blanks, comments, parentheses and brackets end one. Blanks within a move, as other
    /// programs write them, are part of it: `Pawn e2 - e4`.
    Word(&'a str),
}

/// How the first tag of a game begins.
const EVENT: &str = "[Event ";

pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Offset of the next byte.
    offset: usize,
    /// The place of the last error.
    place: Place,
    /// Whether a search for `}` has reached the end of the text.
    no_brace: bool,
}

/// A place in the text.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
}

impl Place {
    const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// The place after more text.
    fn after(self, text: &str) -> Self {
        let mut place = Self { offset: self.offset + text.len(), ..self };
        let mut chars = text.chars().peekable();
        // Lines end with LF, CR LF or CR.
        while let Some(c) = chars.next() {
            match c {
                '\r' if chars.peek() == Some(&'\n') => {}
                '\n' | '\r' => (place.line, place.column) = (place.line + 1, 1),
                BOM => {}
                _ => place.column += 1,
            }
        }
        place
    }
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, offset: 0, place: Place::START, no_brace: false }
    }

    /// Makes an error at the offset of a token.
    pub(super) fn error(&mut self, offset: usize, problem: impl Into<PgnProblem>) -> PgnError {
        // Counted from the last error: from the beginning, many errors would take quadratic time.
        let from = if self.place.offset <= offset { self.place } else { Place::START };
        self.place = from.after(self.text.get(from.offset..offset).unwrap_or_default());
        let Place { line, column, .. } = self.place;
        PgnError { line, column, problem: problem.into() }
    }

    /// The next token and its offset; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        self.skip_blanks();
        let start = self.offset;
        let Some(first) = self.rest().chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '{' => self.comment(),
            ';' => Ok(Token::Comment(self.line().trim_start_matches(';'))),
            '[' => Ok(self.tag()),
            '(' => Ok(self.single(Token::Open)),
            ')' => Ok(self.single(Token::Close)),
            '$' | '!' | '?' => self.nag(),
            _ => Ok(self.word()),
        };
        token.map(|token| Some((start, token))).map_err(|problem| self.error(start, problem))
    }

    /// The text from an offset on.
    pub(super) fn text_from(&self, offset: usize) -> &'a str {
        self.text.get(offset..).unwrap_or_default()
    }

    /// The number of bytes read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Skips to the next line that starts with the tag `Event`, or with any tag after an empty line;
    /// or to the end.
    pub(super) fn skip_to_game(&mut self) {
        let mut starts = self.rest().match_indices('[').map(|(start, _)| self.offset + start);
        let begins = |&start: &usize| {
            self.begins_line(start) && (self.is_event(start) || self.follows_empty_line(start))
        };
        self.offset = starts.find(begins).unwrap_or(self.text.len());
    }

    /// Whether the tag `Event` stands at an offset.
    pub(super) fn is_event(&self, offset: usize) -> bool {
        let tag = self.text.get(offset..offset + EVENT.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(EVENT))
    }

    /// Whether the line before that at an offset is empty.
    pub(super) fn follows_empty_line(&self, offset: usize) -> bool {
        let before = self.text.get(..offset).unwrap_or_default();
        let line = before.strip_suffix('\n').unwrap_or(before);
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.trim_end_matches([' ', '\t']).ends_with(LINE_ENDS)
    }

    /// Returns to the offset of a token.
    pub(super) fn return_to(&mut self, offset: usize) {
        self.offset = offset;
    }

    fn begins_line(&self, offset: usize) -> bool {
        let before = self.text.get(..offset).unwrap_or_default();
        before.is_empty() || before.ends_with(['\r', '\n', BOM])
    }

    /// Consumes `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = self.rest().get(..length).unwrap_or_default();
        self.offset += taken.len();
        taken
    }

    /// Consumes a token of one byte.
    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.take(1);
        token
    }

    /// Consumes the rest of the line.
    fn line(&mut self) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(['\r', '\n']).unwrap_or(rest.len()))
    }

    /// Skips blanks, control characters, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let kept = rest.trim_start_matches(|c| is_blank(c) || is_hidden(c));
            self.take(rest.len() - kept.len());
            if !(self.begins_line(self.offset) && self.rest().starts_with('%')) {
                return;
            }
            self.line();
        }
    }

    fn comment(&mut self) -> Result<Token<'a>, PgnProblem> {
        let end = if self.no_brace { None } else { self.rest().find('}') };
        self.no_brace = end.is_none();
        let length = end.ok_or(PgnProblem::OpenComment)?;
        let text = self.take(length);
        self.take(1);
        Ok(Token::Comment(text.strip_prefix('{').unwrap_or(text)))
    }

    fn nag(&mut self) -> Result<Token<'a>, PgnProblem> {
        let rest = self.rest();
        let is_part: fn(char) -> bool = match rest.starts_with('$') {
            true => |c| c == '$' || c.is_ascii_digit(),
            false => |c| c == '!' || c == '?',
        };
        let text = self.take(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
        let nag = parse_glyph(text).or_else(|| text.strip_prefix('$')?.parse().ok());
        nag.map(Token::Nag).ok_or_else(|| PgnProblem::BadNag(quoted(text)))
    }

    /// Parses a tag; one that is none takes the rest of the line.
    fn tag(&mut self) -> Token<'a> {
        let rest = self.rest();
        if let Some((name, value, after)) = parse_tag(rest) {
            self.take(rest.len() - after.len());
            return Token::Tag { name, value };
        }
        let begins_line = self.begins_line(self.offset);
        let name = self.line().trim_start_matches(['[', ' ', '\t']);
        let length = name.find(|c| !is_name(c)).unwrap_or(name.len());
        Token::BadTag { name: &name[..length], begins_line }
    }

    /// Parses a move number, a result or another word.
    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = rest.len() - after.len();
        let dots = after.len() - after.trim_start_matches(['.', '…']).len();
        // Before the end of the word is searched for: `1.1.1.` is many numbers.
        if dots > 0 {
            self.take(digits + dots);
            return Token::Number;
        }
        // An unmatched bracket is a word, so the lexer always advances.
        let word = &rest[..word_length(rest).max(1)];
        let token = match GameResult::parse(word.trim_end_matches(is_hidden)) {
            Some(result) => Token::Result(result),
            None if digits == word.len() && !word.starts_with('0') => Token::Number,
            None => return Token::Word(self.take(move_length(rest, word.len()))),
        };
        self.take(word.len());
        token
    }
}

/// The NAG of a traditional annotation glyph.
pub(super) fn parse_glyph(glyph: &str) -> Option<u8> {
    Some(match glyph {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tag_pair::MAX_TAG_LINES;
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next().unwrap()).map(|(_, token)| token).collect()
    }

    /// The first word of a text, and the number of tokens after it.
    fn first_word(text: &str) -> (String, usize) {
        match &tokens(text)[..] {
            [Token::Word(word), rest @ ..] => ((*word).to_owned(), rest.len()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_are_single_tokens() {
        use Token::*;
        let text =
            "1.Pe2-e4 e5 2. Sg8!!h8+ Lc5@! 3...Bc5*xd5,c6; end\n$3 ?! 4 (Yd4<d3) Pg7-g8=L{x}*";
        let moves = [
            &[Number, Word("Pe2-e4"), Word("e5"), Number, Word("Sg8!!h8+"), Word("Lc5@!")][..],
            &[Number, Word("Bc5*xd5,c6"), Comment(" end"), Nag(3), Nag(6)],
            &[Number, Open, Word("Yd4<d3"), Close, Word("Pg7-g8=L"), Comment("x")],
            &[Result(GameResult::Unknown)],
        ];
        assert_eq!(tokens(text), moves.concat());
        let words = [Word("x"), Word("0000"), Word("0-0"), Word("1x")];
        let numbers = [Number, Number, Number, Number];
        assert_eq!(tokens("1 . … 12…x 0000 0-0 1x"), [numbers, words].concat());
        assert_eq!(tokens("1-0 0–1 1/2-1/2 ½–½\u{200b}").len(), 4);
    }

    #[test]
    fn blanks_within_moves_are_part_of_them() {
        for text in [
            "Pawn e2 - e4",
            "Long Leaper b1\n– b4 x b3",
            "Long-Leaper b1-b4",
            "P e2-e4",
            "@-d4",
            "L d2-d7; @-d4 ;@-d6",
            "L d2-d7; @-d4",
            "Ld4-d4(suicide)",
            "e2\u{200b}e4",
            "W E6",
            "♙\u{fe0e} e2-e4",
        ] {
            assert_eq!(first_word(&format!("\u{200b}{text} e5")), (text.to_owned(), 1), "{text}");
            assert_eq!(first_word(text), (text.to_owned(), 0), "{text}");
        }
        assert_eq!(first_word("the end of e4"), ("the end of e4".to_owned(), 0));
        for (text, first, more) in [
            ("W - 1. e4", "W", 3),
            ("e4 e5", "e4", 1),
            ("e4 - *", "e4", 2),
            ("so it may not be e4", "so", 2),
            ("e4; why", "e4", 1),
            ("e4 (suicide)", "e4", 3),
            ("e4 x (e5)", "e4", 4),
        ] {
            assert_eq!(first_word(text), (first.to_owned(), more), "{text}");
        }
    }

    #[test]
    fn escaped_lines_blanks_and_byte_order_marks_are_skipped() {
        let text = "\u{feff}% first\r\n\t%word\r\n%second {\r\n\u{a0}x\0\u{1a}";
        assert_eq!(tokens(text), [Token::Word("%word"), Token::Word("x")]);
    }

    #[test]
    fn tags_may_contain_anything() {
        let tag = |name, value: &str| Token::Tag { name, value: value.to_owned() };
        let text = r#"[A "b"][C"d\\e\"f\g"] [ Event  "the "great" é" ] x"#;
        let tags = [tag("A", "b"), tag("C", r#"d\e"f\g"#), tag("Event", r#"the "great" é"#)];
        assert_eq!(tokens(text), [&tags[..], &[Token::Word("x")]].concat());
        let long = "é".repeat(100_000);
        for (text, value) in [
            (r#"[A "SF /Level 6\"]"#, r"SF /Level 6\"),
            ("[A \"SF\\\"] \r\n[B \"x\"]", "SF\\"),
            (r#"[A "SF\"][B "x"]"#, r"SF\"),
            (r#"[A "SF\\"]"#, r"SF\"),
            (r#"[A "x\"] y"]"#, r#"x"] y"#),
            ("[A \"two\r\n  lines\"]", "two   lines"),
            (&format!("[A \"{long}\"]"), &long),
        ] {
            assert_eq!(tokens(text)[0], tag("A", value), "{text}");
        }
        for (text, name) in [
            ("[", ""),
            ("[A]", "A"),
            ("[A b]", "A"),
            ("[A \"b", "A"),
            ("[A \"b\"", "A"),
            ("[\"b\"]", ""),
            ("[A \"b\n\n\"]", "A"),
            ("[A \"b\n[B \"c\"]", "A"),
            (&format!("[A \"b{}\"]", "\nc".repeat(MAX_TAG_LINES)), "A"),
            ("[A B \"c\"]", "A"),
        ] {
            assert_eq!(tokens(text)[0], Token::BadTag { name, begins_line: true }, "{text}");
        }
    }
}

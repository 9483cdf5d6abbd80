//! Move comments: score, depth and time as cutechess and fastchess write them, and text.

use std::fmt;
use std::time::Duration;

use baroque_engine::ScoreText;

/// A comment after a move: `{+0.35/12 1.200s, White resigns}`. Score and depth come first, then
/// the time, then text; each may be missing.
///
/// ```
/// use baroque_engine::ScoreText;
/// use baroque_formats::pgn::Comment;
/// let comment = Comment::parse("+M3/20 0.05s, book ends");
/// assert_eq!(comment.score, Some(ScoreText::Mate(2)));
/// assert_eq!((comment.depth, comment.text.as_str()), (Some(20), "book ends"));
/// assert_eq!(comment.to_string(), "+M3/20 0.050s, book ends");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    /// Score for the side that moved, in pawns: `+0.35` is 35 centipawns. Mates are written in
    /// plies: `+M3` is a win in 3 plies (2 moves), `-M4` a loss in 4 plies (2 moves).
    pub score: Option<ScoreText>,
    /// Depth of the search in plies, `/12`.
    pub depth: Option<u32>,
    /// Time of the move, written in seconds with three decimals.
    pub time: Option<Duration>,
    /// Free text. It is written with `)` for `}` and with single blanks for white space. Leading
    /// words that look like score, depth or time are parsed as such when read back.
    pub text: String,
}

impl Comment {
    /// A comment of text alone, such as `book`.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Parses the text between the braces. Every text is a comment.
    pub fn parse(text: &str) -> Self {
        let mut comment = Self::default();
        let mut words = text.split_whitespace().peekable();
        if let Some((score, depth)) = words.peek().and_then(|word| read_score(word)) {
            (comment.score, comment.depth) = (score, depth);
            words.next();
        }
        if let Some(time) = words.peek().and_then(|word| read_time(word)) {
            comment.time = Some(time);
            words.next();
        }
        if comment != Self::default() {
            words.next_if_eq(&",");
        }
        for word in words {
            comment.add(word);
        }
        comment
    }

    /// Begins the text with the command `[%eval 0.35]`, or `[%eval #-3]` for a mate in so many moves,
    /// in place of earlier ones. The score is White's; `None` only removes the command.
    ///
    /// ```
    /// use baroque_engine::ScoreText;
    /// use baroque_formats::pgn::Comment;
    /// let mut comment = Comment::words("risky [%eval 1.00]");
    /// comment.set_eval(Some(ScoreText::Mate(-3)));
    /// assert_eq!(comment.text, "[%eval #-3] risky");
    /// ```
    pub fn set_eval(&mut self, score: Option<ScoreText>) {
        let mut text = match score {
            None => String::new(),
            Some(ScoreText::Mate(moves)) => format!("[%eval #{moves}]"),
            Some(ScoreText::Centipawns(value)) => {
                let sign = if value < 0 { "-" } else { "" };
                format!("[%eval {sign}{}]", pawns(value))
            }
        };
        add_words(&mut text, &without_eval(&self.text));
        self.text = text;
    }

    /// Appends words to the text.
    pub(super) fn add(&mut self, words: &str) {
        add_words(&mut self.text, words);
    }
}

/// The size of a score in pawns, without its sign.
fn pawns(centipawns: i32) -> String {
    let value = centipawns.unsigned_abs();
    format!("{}.{:02}", value / 100, value % 100)
}

/// A comment without the commands `[%eval …]`.
fn without_eval(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, command)) = rest.split_once("[%eval ") {
        let Some((_, after)) = command.split_once(']') else { break };
        kept += before;
        rest = after;
    }
    kept + rest
}

/// Appends words to a text, separated by single blanks.
pub(super) fn add_words(text: &mut String, words: &str) {
    for word in words.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// Cleans a text for a comment: no `}`, no control characters, single blanks.
pub(super) fn clean(text: &str) -> String {
    let mut words = String::new();
    add_words(&mut words, &text.replace('}', ")").replace(char::is_control, " "));
    words
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = match self.score {
            None => String::new(),
            Some(ScoreText::Centipawns(value)) => {
                let sign = if value < 0 { '-' } else { '+' };
                format!("{sign}{}", pawns(value))
            }
            Some(ScoreText::Mate(moves)) if moves > 0 => {
                format!("+M{}", 2 * i64::from(moves) - 1)
            }
            Some(ScoreText::Mate(moves)) => format!("-M{}", 2 * i64::from(moves).abs()),
        };
        if let Some(depth) = self.depth {
            numbers += &format!("/{depth}");
        }
        if let Some(time) = self.time {
            let blank = if numbers.is_empty() { "" } else { " " };
            numbers += &format!("{blank}{}.{:03}s", time.as_secs(), time.subsec_millis());
        }
        let text = clean(&self.text);
        let comma = if numbers.is_empty() || text.is_empty() { "" } else { ", " };
        write!(f, "{numbers}{comma}{text}")
    }
}

/// Parses `+0.35/12`, `-M4/20`, `+0.35` or `/12`, with or without a trailing comma.
fn read_score(word: &str) -> Option<(Option<ScoreText>, Option<u32>)> {
    let word = word.strip_suffix(',').unwrap_or(word);
    let (score, depth) = match word.split_once('/') {
        Some((score, depth)) => (score, Some(read_number(depth)?)),
        None => (word, None),
    };
    if score.is_empty() {
        return depth.map(|depth| (None, Some(depth)));
    }
    let unsigned = score.strip_prefix(['+', '-']);
    let negative = score.starts_with('-');
    // A number without sign and depth may be text.
    let unsigned = unsigned.or(depth.map(|_| score))?;
    let score = match unsigned.strip_prefix('M') {
        Some(plies) => {
            let moves = i32::try_from(read_number(plies)?.div_ceil(2)).ok()?;
            ScoreText::Mate(if negative { -moves } else { moves })
        }
        None => {
            let (pawns, hundredths) = unsigned.split_once('.')?;
            let pawns = i32::try_from(read_number(pawns)?).ok()?;
            let value = pawns.checked_mul(100)?.checked_add(fraction(hundredths, 2)?)?;
            ScoreText::Centipawns(if negative { -value } else { value })
        }
    };
    Some((Some(score), depth))
}

/// Parses `1.20s`, with or without a trailing comma.
fn read_time(word: &str) -> Option<Duration> {
    let seconds = word.strip_suffix(',').unwrap_or(word).strip_suffix('s')?;
    let (seconds, rest) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let millis = u64::try_from(fraction(rest, 3)?).ok()?;
    Some(Duration::from_secs(read_number(seconds)?.into()) + Duration::from_millis(millis))
}

fn read_number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Parses the digits after a decimal point as a number of `places` digits, truncated or padded.
fn fraction(digits: &str, places: usize) -> Option<i32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = digits.chars().chain(std::iter::repeat('0')).take(places);
    is_number.then(|| digits.collect::<String>().parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_depths_and_times_of_other_programs_are_parsed() {
        let read = |text| {
            let Comment { score, depth, time, text } = Comment::parse(text);
            (score, depth, time.map(|time| time.as_millis()), text)
        };
        let cp = |value| Some(ScoreText::Centipawns(value));
        let mate = |moves| Some(ScoreText::Mate(moves));
        for (text, expected) in [
            ("+0.35/12 1.20s", (cp(35), Some(12), Some(1200), "")),
            ("0.00/1 0s", (cp(0), Some(1), Some(0), "")),
            ("-12.5/3 0.0019s, Black\n resigns", (cp(-1250), Some(3), Some(1), "Black resigns")),
            ("-M4/20 2.5s , n=1, sd=3", (mate(-2), Some(20), Some(2500), "n=1, sd=3")),
            ("+M1", (mate(1), None, None, "")),
            ("/7 why", (None, Some(7), None, "why")),
            ("3s", (None, None, Some(3000), "")),
            ("book", (None, None, None, "book")),
            ("1/2 offered", (None, None, None, "1/2 offered")),
            ("0.35 is much", (None, None, None, "0.35 is much")),
            ("+-", (None, None, None, "+-")),
            ("+./1 .s s", (None, None, None, "+./1 .s s")),
            ("+99999999.00/1", (None, None, None, "+99999999.00/1")),
            ("", (None, None, None, "")),
        ] {
            assert_eq!(read(text), (expected.0, expected.1, expected.2, expected.3.to_owned()));
        }
    }

    #[test]
    fn text_cannot_end_a_comment_early() {
        assert_eq!(Comment::words("a } b\n\n{ c\0").to_string(), "a ) b { c");
        assert_eq!(Comment::words(" \n").to_string(), "");
    }

    #[test]
    fn evaluations_replace_earlier_ones_and_nothing_else() {
        let with_eval = |text: &str, score| {
            let mut comment = Comment::parse(text);
            comment.set_eval(score);
            comment.to_string()
        };
        let cp = |value| Some(ScoreText::Centipawns(value));
        for (text, score, expected) in [
            ("", cp(35), "[%eval 0.35]"),
            ("", cp(0), "[%eval 0.00]"),
            ("why [%clk 0:01:00]", cp(-5), "[%eval -0.05] why [%clk 0:01:00]"),
            ("+0.10/3 2s, book", cp(1234), "+0.10/3 2.000s, [%eval 12.34] book"),
            ("[%eval 0.1] a [%eval #3,20] b", Some(ScoreText::Mate(2)), "[%eval #2] a b"),
            ("[%eval #1] mate", None, "mate"),
            ("[%eval 0.1", None, "[%eval 0.1"),
        ] {
            assert_eq!(with_eval(text, score), expected);
        }
    }

    #[test]
    fn extreme_scores_round_trip() {
        for value in [i32::MIN + 1, -1, 0, 1, i32::MAX] {
            for score in [ScoreText::Centipawns(value), ScoreText::Mate(value / 2)] {
                let comment = Comment { score: Some(score), ..Comment::default() };
                assert_eq!(Comment::parse(&comment.to_string()), comment);
            }
        }
    }
}

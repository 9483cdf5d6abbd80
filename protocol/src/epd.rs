//! Positions with operations, one a line (EPD, after section 16.2 of the PGN standard): suites to
//! be solved, opening books, node counts.
//!
//! A line is a FEN, whose last fields may be missing, and operations: an opcode, operands and `;`,
//! such as `bm e2e4; id "first move";`. Operations may also begin with the `;`, as those of node
//! counts do (`;D1 32 ;D2 944`). Header lines `# variant NAME` and `# rules k=v,…` say what the
//! positions are positions of; other lines that begin with `#` are comments.

use baroque_movegen::{UnknownName, suite_rules, suite_variant};
use thiserror::Error;

use crate::error::PositionError;
use crate::output::quoted;
use crate::{AnyGame, Place, variants, vchess};

/// Fields of a FEN without its counters.
const FIELDS_OF_EPD: usize = 4;

/// Positions and what they belong to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// The rule set that the header names.
    pub variant: Option<String>,
    /// The switches that the header lays over it.
    pub rules: Option<String>,
    /// The positions with the number of their lines, from 1.
    pub entries: Vec<(usize, Entry)>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// Its FEN, which nobody has checked yet. If only the two counters are missing, the operations
    /// `hmvc` and `fmvn` stand in for them.
    pub fen: String,
    /// Its operations, in the order of the line.
    pub operations: Vec<Operation>,
}

/// Something that is said of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operation {
    /// What is said, such as `bm`.
    pub opcode: String,
    /// The details, without quotation marks.
    pub operands: Vec<String>,
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct EpdError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: LineError,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// A text in quotation marks that the line cuts off.
    #[error("a quotation mark is not closed: {0}")]
    Quotation(String),
    /// Words after the position that end the line.
    #[error("'{0}' is neither a field of the position nor an operation that ends with ;")]
    Unended(String),
    /// An operation that begins with something else.
    #[error("'{0}' is no opcode")]
    Opcode(String),
}

/// Why no games can begin at the positions of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The header names a rule set that there is not.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The header names another rule set.
    #[error("the positions are of {theirs}, not of {ours}")]
    Variant {
        /// The rule set of the header.
        theirs: String,
        /// The one to be played.
        ours: String,
    },
    /// A position that is none.
    #[error("line {line}: {reason}")]
    Position {
        /// The line of the file, from 1.
        line: usize,
        /// What is wrong with it.
        reason: PositionError,
    },
    /// A position in which nothing is left to be played.
    #[error("line {line}: the game is over in this position")]
    Over {
        /// The line of the file, from 1.
        line: usize,
    },
    /// Nothing but comments.
    #[error("there is no opening in it")]
    Empty,
}

impl File {
    /// Reads a whole file.
    ///
    /// # Errors
    /// The first bad line.
    pub fn parse(text: &str) -> Result<Self, EpdError> {
        let entry = |(index, line)| {
            let line_number = index + 1;
            let entry = parse_line(line).transpose()?;
            let bad = |reason| EpdError { line: line_number, reason };
            Some(entry.map(|entry| (line_number, entry)).map_err(bad))
        };
        Ok(Self {
            variant: suite_variant(text).map(str::to_owned),
            rules: suite_rules(text).map(str::to_owned),
            entries: text.lines().enumerate().filter_map(entry).collect::<Result<_, _>>()?,
        })
    }

    /// The positions as places where games under the rules of `game` can begin, of which there is at
    /// least one. They are in the game's own words, with all fields. The switches of the header are
    /// not asked for.
    ///
    /// # Errors
    /// The first position where no game can begin, or a header of another rule set.
    pub fn openings(&self, game: &mut dyn AnyGame) -> Result<Vec<Place>, OpeningError> {
        if let Some(name) = &self.variant {
            let (theirs, ours) = (variants::open(name)?.variant().to_owned(), game.variant());
            if theirs != ours {
                return Err(OpeningError::Variant { theirs, ours: ours.to_owned() });
            }
        }
        let mut places = Vec::new();
        for (line, entry) in &self.entries {
            let line = *line;
            let place = Place { fen: Some(entry.fen.clone()), moves: Vec::new() };
            game.set_place(&place).map_err(|reason| OpeningError::Position { line, reason })?;
            if game.outcome().is_some() {
                return Err(OpeningError::Over { line });
            }
            places.push(match game.began_at_start() {
                true => Place::default(),
                false => Place { fen: Some(game.fen()), moves: Vec::new() },
            });
        }
        match places.is_empty() {
            true => Err(OpeningError::Empty),
            false => Ok(places),
        }
    }
}

impl Entry {
    /// The operands of the first operation of an opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|operation| operation.opcode == opcode);
        found.map(|operation| operation.operands.as_slice())
    }

    /// The first operand of an opcode.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }
}

/// Reads a line; `None` if it is empty or a comment.
///
/// # Errors
/// The first problem. Whether the FEN is that of a position is not asked.
pub fn parse_line(line: &str) -> Result<Option<Entry>, LineError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut groups = groups(line)?.into_iter();
    let mut first = groups.next().unwrap_or_default();
    let marked = first.first().is_some_and(|word| word.text.eq_ignore_ascii_case(vchess::WORD));
    let placement = if marked { 2 } else { 1 };
    let fields = first.iter().skip(placement).take_while(|word| word.is_field()).count();
    let rest = first.split_off((placement + fields).min(first.len()));
    let mut fen: Vec<String> = first.into_iter().map(|word| word.text).collect();
    if !rest.is_empty() && groups.len() == 0 {
        let words: Vec<String> = rest.into_iter().map(|word| word.text).collect();
        return Err(LineError::Unended(quoted(&words.join(" "))));
    }
    let groups = std::iter::once(rest).chain(groups).filter(|words| !words.is_empty());
    let operations = groups.map(operation).collect::<Result<Vec<Operation>, _>>()?;
    let mut entry = Entry { fen: String::new(), operations };
    let counters = [entry.operand("hmvc"), entry.operand("fmvn")];
    if !marked && fen.len() == FIELDS_OF_EPD && counters != [None, None] {
        let [clock, number] = counters;
        fen.extend([clock.unwrap_or("0").to_owned(), number.unwrap_or("1").to_owned()]);
    }
    entry.fen = fen.join(" ");
    Ok(Some(entry))
}

/// A word of a line, or a text in quotation marks.
#[derive(Default)]
struct Word {
    text: String,
    quoted: bool,
}

impl Word {
    /// Whether it looks like a field of a FEN behind the placement. No opcode does.
    fn is_field(&self) -> bool {
        let text = self.text.as_str();
        let counter = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        !self.quoted && (matches!(text, "w" | "b" | "-") || counter || is_ban(text))
    }
}

/// Whether a text looks like the names of two squares.
fn is_ban(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let after_square = |text: &str| {
        let ranks = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
        ranks.starts_with(digit).then(|| ranks.trim_start_matches(digit).to_owned())
    };
    after_square(text).and_then(|rest| after_square(&rest)).is_some_and(|rest| rest.is_empty())
}

/// The words between the semicolons of a line.
fn groups(line: &str) -> Result<Vec<Vec<Word>>, LineError> {
    let mut groups = vec![Vec::new()];
    let mut rest = line.trim_start();
    while let Some(next) = rest.chars().next() {
        let (word, behind) = match next {
            ';' => {
                groups.push(Vec::new());
                rest = rest.get(1..).unwrap_or_default().trim_start();
                continue;
            }
            '"' => {
                let inner = rest.get(1..).unwrap_or_default();
                let cut = inner.split_once('"');
                cut.ok_or_else(|| LineError::Quotation(quoted(rest)))?
            }
            _ => {
                let end = |c: char| c.is_whitespace() || c == ';' || c == '"';
                rest.split_at(rest.find(end).unwrap_or(rest.len()))
            }
        };
        if let Some(group) = groups.last_mut() {
            group.push(Word { text: word.to_owned(), quoted: next == '"' });
        }
        rest = behind.trim_start();
    }
    Ok(groups)
}

fn operation(words: Vec<Word>) -> Result<Operation, LineError> {
    let mut words = words.into_iter();
    let opcode = words.next().unwrap_or_default();
    let letters = opcode.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = opcode.text.starts_with(|c: char| c.is_ascii_alphabetic());
    if opcode.quoted || !letters || !begins {
        return Err(LineError::Opcode(quoted(&opcode.text)));
    }
    Ok(Operation { opcode: opcode.text, operands: words.map(|word| word.text).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FEN, and every operation with `|` between its words.
    fn read(line: &str) -> (String, Vec<String>) {
        let entry = parse_line(line).unwrap().unwrap();
        let words =
            |operation: Operation| [vec![operation.opcode], operation.operands].concat().join("|");
        (entry.fen, entry.operations.into_iter().map(words).collect())
    }

    #[track_caller]
    fn check(line: &str, fen: &str, operations: &[&str]) {
        let operations = operations.iter().map(|&text| text.to_owned()).collect();
        assert_eq!(read(line), (fen.to_owned(), operations), "{line}");
    }

    #[test]
    fn positions_end_where_operations_begin() {
        check("8/8 w - - bm e2e4 c3c4;", "8/8 w - -", &["bm|e2e4|c3c4"]);
        check("8/8 b - - 3 17 bm e2e4;am a1;", "8/8 b - - 3 17", &["bm|e2e4", "am|a1"]);
        check("8/8 w - d4e5 4 9 dm 3;", "8/8 w - d4e5 4 9", &["dm|3"]);
        check("10/10 w - x0z9 c0 x;", "10/10 w - x0z9", &["c0|x"]);
        check("9/9[LPu] w bm L@a9;", "9/9[LPu] w", &["bm|L@a9"]);
        check("8/8", "8/8", &[]);
        check("\t8/8 w ;", "8/8 w", &[]);
        check("vchess rnbk/8 w 0 id x;", "vchess rnbk/8 w 0", &["id|x"]);
        check("vchess", "vchess", &[]);
        // What is wrong with the FEN is told by those who read it.
        check("8/8 w 0 1", "8/8 w 0 1", &[]);
        check("8/8 w - - 0 1 5", "8/8 w - - 0 1 5", &[]);
    }

    #[test]
    fn the_counters_may_be_operations() {
        check("8/8 b - - hmvc 7; fmvn 30;", "8/8 b - - 7 30", &["hmvc|7", "fmvn|30"]);
        check("8/8 b - - 1 2 hmvc 7;", "8/8 b - - 1 2", &["hmvc|7"]);
        check("8/8 b - - fmvn 3;", "8/8 b - - 0 3", &["fmvn|3"]);
        check("8/8 b hmvc 7;", "8/8 b", &["hmvc|7"]);
    }

    #[test]
    fn operations_are_kept_as_they_are() {
        check("8/8 w - - 0 1 ;D1 32 ;D2 944", "8/8 w - - 0 1", &["D1|32", "D2|944"]);
        check(
            r#"8/8 w id "a; b  c"; c0 "" "d"; what_is 1 "2";"#,
            "8/8 w",
            &["id|a; b  c", "c0||d", "what_is|1|2"],
        );
        check(
            "8/8 w bm Ub4>c4>d4 Pg7-g8=L+ Sa1<>b2;",
            "8/8 w",
            &["bm|Ub4>c4>d4|Pg7-g8=L+|Sa1<>b2"],
        );
        let entry = parse_line("8/8 w bm a b; bm c; dm 2;").unwrap().unwrap();
        assert_eq!(entry.operands("bm").unwrap(), ["a", "b"]);
        assert_eq!(entry.operand("dm"), Some("2"));
        assert_eq!(entry.operand("am"), None);
    }

    #[test]
    fn files_have_headers_comments_and_line_numbers() {
        let text =
            "# a suite\n# variant delft\n#rules suicide=off\n\n8/8 w\r\n  # no\n8/8 b ;D1 1\n";
        let file = File::parse(text).unwrap();
        assert_eq!(file.variant.as_deref(), Some("delft"));
        assert_eq!(file.rules.as_deref(), Some("suicide=off"));
        let lines: Vec<(usize, &str)> =
            file.entries.iter().map(|(line, entry)| (*line, entry.fen.as_str())).collect();
        assert_eq!(lines, [(5, "8/8 w"), (7, "8/8 b")]);
        assert_eq!(File::parse("").unwrap(), File::default());
    }

    #[test]
    fn problems_are_named_with_their_line() {
        let error = |text| File::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("# x\n8/8 x - - 0 1"),
            "line 2: 'x - - 0 1' is neither a field of the position nor an operation that ends with ;"
        );
        assert!(error("8/8 w bm e2e4").starts_with("line 1: 'bm e2e4' is neither"));
        assert_eq!(error("8/8 w id \"a;"), "line 1: a quotation mark is not closed: \"a;");
        assert_eq!(error("8/8 w;; e2-e4 bm;"), "line 1: 'e2-e4' is no opcode");
        assert_eq!(error("8/8 w \"bm\" e4;"), "line 1: 'bm' is no opcode");
    }

    #[test]
    fn openings_have_all_fields_and_the_rules_of_the_game() {
        let mut game = variants::open("baroque").unwrap();
        let start = game.fen();
        let mut openings = |text: &str| {
            File::parse(text).unwrap().openings(game.as_mut()).map_err(|e| e.to_string())
        };
        let kings = "8/3k4/8/8/8/8/2P1K3/8 b";
        let place = Place { fen: Some(format!("{kings} - - 0 1")), moves: Vec::new() };
        let text = format!("# variant Ultima\n{kings} am d7d6;\n\n{start} c0 \"start\";\n");
        assert_eq!(openings(&text), Ok(vec![place, Place::default()]));
        for (text, error) in [
            ("# variant maxima\n", "the positions are of maxima, not of baroque"),
            ("# variant chess\n", "unknown variant 'chess', allowed are: baroque "),
            ("# nothing\n", "there is no opening in it"),
            ("\n8/8 w\n", "line 2: FEN: 2 ranks"),
            ("8/8/8/3Kk3/5I2/3w4/8/8 b", "line 1: the game is over in this position"),
        ] {
            let told = openings(text).unwrap_err();
            assert!(told.starts_with(error), "{told}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in "[ 8/w;\"#é\u{85}-]{0,40}") {
            let _ = parse_line(&line);
        }
    }
}

//! EPD files: positions with operations, one per line (section 16.2 of the PGN standard). They hold
//! node counts, test suites and opening books.
//!
//! A line is a FEN, whose last fields may be missing, and operations: an opcode, operands and `;`,
//! as in `bm e2e4; id "first move";`. Operations may also begin with the `;`, as node counts do
//! (`;D1 32 ;D2 944`). A word before the placement may name its notation. Header lines
//! `# variant NAME` and `# rules k=v,…` name the rules of the positions; other lines that begin
//! with `#` are comments.

use thiserror::Error;

/// Fields of a FEN without its counters.
const FIELDS_OF_EPD: usize = 4;

/// The positions of a file.
///
/// ```
/// use baroque_movegen::EpdFile;
/// let file = EpdFile::parse("# variant delft\n8/8/3k4/8/3K4/8/8/8 w ;D1 5 ;D2 25").unwrap();
/// assert_eq!(file.variant.unwrap().value, "delft");
/// assert_eq!(file.entries[0].node_counts(), Ok(vec![(1, 5), (2, 25)]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EpdFile {
    /// The rule set that the header names.
    pub variant: Option<EpdHeader>,
    /// The switches that the header overrides it with.
    pub rules: Option<EpdHeader>,
    /// The positions, in the order of the file.
    pub entries: Vec<EpdEntry>,
}

/// The value of a header line. It is not validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdHeader {
    /// The line of the file, from 1.
    pub line: usize,
    /// The name of a rule set, or `key=value` pairs.
    pub value: String,
}

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EpdEntry {
    /// The line of the file, from 1.
    pub line: usize,
    /// The FEN, not validated. If only the two counters are missing, the operations `hmvc` and
    /// `fmvn` supply them.
    pub fen: String,
    /// The operations, in the order of the line.
    pub operations: Vec<EpdOperation>,
}

/// An operation: `bm e2e4`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EpdOperation {
    /// The first word.
    pub opcode: String,
    /// The other words, without quotation marks.
    pub operands: Vec<String>,
}

/// An error in a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct EpdError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The error.
    pub problem: EpdProblem,
}

/// An error in a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EpdProblem {
    /// A string without a closing quotation mark.
    #[error("a quotation mark is not closed: {0}")]
    Quotation(String),
    /// Words after the position that are not an operation.
    #[error("'{0}' is neither a field of the position nor an operation that ends with ;")]
    Unterminated(String),
    /// An operation without a valid opcode.
    #[error("'{0}' is not an opcode")]
    Opcode(String),
    /// An operation where a depth and a node count should be.
    #[error("'{0}' is not of the form D1 32")]
    NodeCount(String),
}

impl EpdFile {
    /// Parses a file.
    ///
    /// # Errors
    /// The first line with an error. FENs and headers are not validated.
    pub fn parse(text: &str) -> Result<Self, EpdError> {
        let entry = |(index, line)| {
            let number = index + 1;
            let entry = EpdEntry::parse(line).transpose()?;
            let entry = entry.map(|entry| EpdEntry { line: number, ..entry });
            Some(entry.map_err(|problem| EpdError { line: number, problem }))
        };
        Ok(Self {
            variant: EpdHeader::find(text, "variant "),
            rules: EpdHeader::find(text, "rules "),
            entries: text.lines().enumerate().filter_map(entry).collect::<Result<_, _>>()?,
        })
    }
}

impl EpdHeader {
    fn find(text: &str, key: &str) -> Option<Self> {
        text.lines().enumerate().find_map(|(index, line)| {
            let comment = line.strip_prefix('#')?.trim();
            let value = comment.strip_prefix(key)?.trim().to_owned();
            Some(Self { line: index + 1, value })
        })
    }
}

impl EpdEntry {
    /// Parses a line; `None` if it is empty or a comment. [`Self::line`] is 0.
    ///
    /// # Errors
    /// The first error. The FEN is not validated.
    pub fn parse(line: &str) -> Result<Option<Self>, EpdProblem> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let mut groups = groups(line)?.into_iter();
        let mut first = groups.next().unwrap_or_default();
        let marked = matches!(first.as_slice(), [mark, placement, ..]
            if !mark.is_placement() && placement.is_placement());
        let placement = if marked { 2 } else { 1 };
        let fields = first.iter().skip(placement).take_while(|word| word.is_field()).count();
        let rest = first.split_off((placement + fields).min(first.len()));
        let mut fen: Vec<String> = first.into_iter().map(|word| word.text).collect();
        if !rest.is_empty() && groups.len() == 0 {
            let words: Vec<String> = rest.into_iter().map(|word| word.text).collect();
            return Err(EpdProblem::Unterminated(words.join(" ")));
        }
        let groups = std::iter::once(rest).chain(groups).filter(|words| !words.is_empty());
        let operations = groups.map(operation).collect::<Result<_, _>>()?;
        let mut entry = Self { line: 0, fen: String::new(), operations };
        let counters = [entry.operand("hmvc"), entry.operand("fmvn")];
        if !marked && fen.len() == FIELDS_OF_EPD && counters != [None, None] {
            let [halfmove_clock, fullmove_number] = counters;
            let counters = [halfmove_clock.unwrap_or("0"), fullmove_number.unwrap_or("1")];
            fen.extend(counters.map(str::to_owned));
        }
        entry.fen = fen.join(" ");
        Ok(Some(entry))
    }

    /// The operands of the first operation with an opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|operation| operation.opcode == opcode);
        found.map(|operation| operation.operands.as_slice())
    }

    /// The first operand of an opcode.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// Depths in plies and node counts, if all operations are of the form `D1 32`.
    ///
    /// # Errors
    /// The first operation of another form.
    pub fn node_counts(&self) -> Result<Vec<(u32, u64)>, EpdProblem> {
        let count = |operation: &EpdOperation| {
            let [nodes] = operation.operands.as_slice() else { return None };
            Some((operation.opcode.strip_prefix('D')?.parse().ok()?, nodes.parse().ok()?))
        };
        let bad = |EpdOperation { opcode, operands }: &EpdOperation| {
            let words: Vec<&str> =
                std::iter::once(opcode).chain(operands).map(String::as_str).collect();
            EpdProblem::NodeCount(words.join(" "))
        };
        self.operations.iter().map(|op| count(op).ok_or_else(|| bad(op))).collect()
    }
}

/// A word of a line, or a quoted string.
#[derive(Default)]
struct Word {
    text: String,
    quoted: bool,
}

impl Word {
    fn is_placement(&self) -> bool {
        self.text.contains('/')
    }

    /// Whether this has the form of a FEN field after the placement, which no opcode has.
    fn is_field(&self) -> bool {
        let text = self.text.as_str();
        let counter = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        !self.quoted && (matches!(text, "w" | "b" | "-") || counter || is_swap_ban(text))
    }
}

/// Whether a text has the form of a swap ban: the names of two squares.
fn is_swap_ban(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let after_square = |text: &str| {
        let ranks = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
        ranks.starts_with(digit).then(|| ranks.trim_start_matches(digit).to_owned())
    };
    after_square(text).and_then(|rest| after_square(&rest)).is_some_and(|rest| rest.is_empty())
}

/// The words of a line, split at semicolons outside quotation marks.
fn groups(line: &str) -> Result<Vec<Vec<Word>>, EpdProblem> {
    let mut groups = vec![Vec::new()];
    let mut rest = line.trim_start();
    while let Some(next) = rest.chars().next() {
        let (word, after) = match next {
            ';' => {
                groups.push(Vec::new());
                rest = rest.get(1..).unwrap_or_default().trim_start();
                continue;
            }
            '"' => {
                let inner = rest.get(1..).unwrap_or_default();
                let cut = inner.split_once('"');
                cut.ok_or_else(|| EpdProblem::Quotation(rest.to_owned()))?
            }
            _ => {
                let end = |c: char| c.is_whitespace() || c == ';' || c == '"';
                rest.split_at(rest.find(end).unwrap_or(rest.len()))
            }
        };
        if let Some(group) = groups.last_mut() {
            group.push(Word { text: word.to_owned(), quoted: next == '"' });
        }
        rest = after.trim_start();
    }
    Ok(groups)
}

fn operation(words: Vec<Word>) -> Result<EpdOperation, EpdProblem> {
    let mut words = words.into_iter();
    let opcode = words.next().unwrap_or_default();
    let letters = opcode.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = opcode.text.starts_with(|c: char| c.is_ascii_alphabetic());
    if opcode.quoted || !letters || !begins {
        return Err(EpdProblem::Opcode(opcode.text));
    }
    Ok(EpdOperation { opcode: opcode.text, operands: words.map(|word| word.text).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FEN, and every operation with `|` between its words.
    fn read(line: &str) -> (String, Vec<String>) {
        let entry = EpdEntry::parse(line).unwrap().unwrap();
        let words = |operation: EpdOperation| {
            [vec![operation.opcode], operation.operands].concat().join("|")
        };
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
        // Errors of the FEN are found when it is parsed as a position.
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
        let entry = EpdEntry::parse("8/8 w bm a b; bm c; dm 2;").unwrap().unwrap();
        assert_eq!(entry.operands("bm").unwrap(), ["a", "b"]);
        assert_eq!(entry.operand("dm"), Some("2"));
        assert_eq!(entry.operand("am"), None);
    }

    #[test]
    fn files_have_headers_comments_and_line_numbers() {
        let text =
            "# a suite\n# variant delft\n#rules suicide=off\n\n8/8 w\r\n  # no\n8/8 b ;D1 1\n";
        let file = EpdFile::parse(text).unwrap();
        let header = |line, value: &str| Some(EpdHeader { line, value: value.to_owned() });
        assert_eq!((file.variant, file.rules), (header(2, "delft"), header(3, "suicide=off")));
        let lines: Vec<(usize, &str)> =
            file.entries.iter().map(|entry| (entry.line, entry.fen.as_str())).collect();
        assert_eq!(lines, [(5, "8/8 w"), (7, "8/8 b")]);
        assert_eq!(EpdFile::parse("").unwrap(), EpdFile::default());
    }

    #[test]
    fn errors_name_their_line() {
        let error = |text| EpdFile::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("# x\n8/8 x - - 0 1"),
            "line 2: 'x - - 0 1' is neither a field of the position nor an operation that ends with ;"
        );
        assert!(error("8/8 w bm e2e4").starts_with("line 1: 'bm e2e4' is neither"));
        assert_eq!(error("8/8 w id \"a;"), "line 1: a quotation mark is not closed: \"a;");
        assert_eq!(error("8/8 w;; e2-e4 bm;"), "line 1: 'e2-e4' is not an opcode");
        assert_eq!(error("8/8 w \"bm\" e4;"), "line 1: 'bm' is not an opcode");
    }

    proptest::proptest! {
        #[test]
        fn any_line_is_parsed_or_rejected(line in "[ 8/w;\"#é\u{85}-]{0,40}") {
            let _ = EpdEntry::parse(&line);
        }
    }
}

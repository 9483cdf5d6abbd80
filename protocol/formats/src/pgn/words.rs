//! Where a move ends in the text of a game: at a blank, unless it is one within the move, as in
//! `Pawn e2 - e4`.

/// Most words of the name of a piece.
const MAX_NAME_WORDS: usize = 3;

/// Characters that end a line.
pub(super) const LINE_ENDS: &[char] = &['\r', '\n'];
/// Characters that end a word, besides blanks.
pub(super) const DELIMITERS: &[char] = &['{', '}', '(', ')', '[', ']', ';'];

/// The byte order mark, which some programs write at the beginning.
pub(super) const BOM: char = '\u{feff}';

pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == BOM
}

/// The length of the word at the beginning of a text.
pub(super) fn word_length(text: &str) -> usize {
    text.find(|c| is_blank(c) || DELIMITERS.contains(&c)).unwrap_or(text.len())
}

/// The length of the move that begins with the first word of a text, with all that belongs to it:
/// `Pawn e2 - e4`, `P e2-e4; @-d4`, `Ld4-d4(suicide)`.
pub(super) fn move_length(text: &str, first: usize) -> usize {
    // The next word behind an offset, with its end.
    let next = |end: usize| {
        let rest = text[end..].trim_start_matches(is_blank);
        let start = text.len() - rest.len();
        let word = &rest[..word_length(rest)];
        (start > end && !word.is_empty()).then(|| (word, start + word.len()))
    };
    let mut end = first;
    if is_piece_name(&text[..first]) {
        let mut words = (0..MAX_NAME_WORDS).scan(end, |end, _| {
            let (word, after) = next(*end)?;
            *end = after;
            Some((word, after))
        });
        let behind = words.find(|(word, _)| !is_piece_name(word));
        end = behind.filter(|(word, _)| begins_with_square(word)).map_or(end, |(_, after)| after);
    }
    while let Some((sign, after)) = next(end)
        && is_sign(sign)
        && let Some((square, after)) = next(after)
        && begins_with_square(square)
    {
        end = after;
    }
    let gap = [' ', '\t'];
    while let Some(rest) = text[end..].trim_start_matches(gap).strip_prefix(';')
        && let victim = rest.trim_start_matches(gap)
        && victim.starts_with("@-")
    {
        end = text.len() - victim.len() + word_length(victim);
    }
    end + if text[end..].starts_with(SUICIDE) { SUICIDE.len() } else { 0 }
}

/// Whether a word may be the name, the letter or the figurine of a piece.
fn is_piece_name(word: &str) -> bool {
    let is_part = |c: char| c.is_alphabetic() || matches!(c, '-' | '♔'..='♟' | '\u{fe0e}');
    !word.starts_with('-') && word.chars().all(is_part)
}

/// How Jocly marks a piece that leaves the board.
const SUICIDE: &str = "(suicide)";

fn begins_with_square(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word[1..].starts_with(|c: char| c.is_ascii_digit())
}

fn is_sign(word: &str) -> bool {
    matches!(word, "-" | "‐" | "‑" | "–" | "—" | "−" | "x" | "×" | ":")
}

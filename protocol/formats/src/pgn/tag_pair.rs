//! Parsing tags.

use super::tags::is_name;
use super::words::{DELIMITERS, LINE_ENDS, is_blank};

/// Most lines of a tag.
pub(super) const MAX_TAG_LINES: usize = 8;

/// Parses a tag: its name and value, without the escapes, and the text after it. An unescaped
/// quotation mark, as some programs write it, belongs to the value unless `]` follows; an escaped one
/// ends it before `]` and the end of the line or another tag, for some programs do not escape the `\`
/// before it. Lines of a value that has several are joined.
pub(super) fn parse_tag(text: &str) -> Option<(&str, String, &str)> {
    let inside = text.strip_prefix('[')?;
    let (name, mut rest) = inside.split_at(inside.find(|c| c == '"' || LINE_ENDS.contains(&c))?);
    let name = name.trim();
    if name.is_empty() || name.contains(|c| is_blank(c) || DELIMITERS.contains(&c)) {
        return None;
    }
    rest = rest.strip_prefix('"')?;
    let (mut value, mut lines) = (String::new(), 1);
    loop {
        let mut chars = rest.chars();
        match chars.next()? {
            '"' => {
                if let Some(after) = tag_end(chars.as_str()) {
                    return Some((name, value, after));
                }
                value.push('"');
            }
            '\\' if chars.as_str().starts_with(['"', '\\']) => {
                let next = chars.next();
                let after =
                    tag_end(chars.as_str()).filter(|after| next == Some('"') && ends_tag(after));
                if let Some(after) = after {
                    value.push('\\');
                    return Some((name, value, after));
                }
                value.extend(next);
            }
            end if LINE_ENDS.contains(&end) => {
                let next = rest.strip_prefix("\r\n").unwrap_or(chars.as_str());
                lines += 1;
                if lines > MAX_TAG_LINES
                    || next.trim_start_matches(is_gap).starts_with(['[', '\r', '\n'])
                {
                    return None;
                }
                value.push(' ');
                chars = next.chars();
            }
            other => value.push(other),
        }
        rest = chars.as_str();
    }
}

/// Whether a character is a blank within a line.
fn is_gap(c: char) -> bool {
    c.is_whitespace() && !LINE_ENDS.contains(&c)
}

/// The text after the `]` behind a quotation mark.
fn tag_end(text: &str) -> Option<&str> {
    text.trim_start_matches(is_gap).strip_prefix(']')
}

/// Whether the text behind a `]` shows that it was the end of a tag: the line ends, or another tag
/// begins.
fn ends_tag(text: &str) -> bool {
    let next = text.trim_start_matches(is_gap);
    let is_tag = |tag: &str| tag.trim_start_matches(is_name).starts_with(" \"");
    next.is_empty() || next.starts_with(LINE_ENDS) || next.strip_prefix('[').is_some_and(is_tag)
}

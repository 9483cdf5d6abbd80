//! Sanitizing of text for messages.

use std::fmt::Display;

/// Longest message that is printed in full, in characters.
const MAX_MESSAGE: usize = 600;
/// Longest input text that a message quotes in full, in characters.
const MAX_QUOTED: usize = 80;

/// Replaces control characters by `?`, and the middle of a very long message by `…`: errors say at
/// the beginning what is wrong and at the end what is allowed.
pub fn one_line(text: impl Display) -> String {
    elide(&text.to_string(), MAX_MESSAGE)
}

/// Sanitizes input text for a quotation in a message.
pub fn quoted(text: &str) -> String {
    elide(text, MAX_QUOTED)
}

fn elide(text: &str, max: usize) -> String {
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let length = text.chars().count();
    if length <= max {
        return text.chars().map(clean).collect();
    }
    let half = max / 2;
    let head = text.chars().take(half);
    let tail = text.chars().skip(length - half);
    let dots = std::iter::once('…');
    head.chain(dots).chain(tail).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line_of_bounded_length() {
        assert_eq!(one_line("a\nb\0c\u{1b}[1m"), "a?b?c?[1m");
        let long = format!("what {} allowed", "é".repeat(10_000));
        let short = one_line(&long);
        assert_eq!(short.chars().count(), MAX_MESSAGE + 1);
        assert!(short.starts_with("what éé") && short.ends_with("éé allowed"));
    }
}

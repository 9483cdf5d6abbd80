//! What the Tab key offers, and what is shown behind a move while it is typed.

use std::borrow::Cow;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::command::COMMANDS;
use crate::variants;

/// What may be said now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The legal moves, UCI text and readable text.
    pub moves: Vec<(String, String)>,
    /// Whether commands may be said too.
    pub commands: bool,
}

/// Completes what may be said now.
#[derive(Default)]
pub struct Completion {
    /// What may be said now.
    pub words: Words,
}

/// What stands behind the line; it is never inserted.
pub struct Preview(String);

impl Hint for Preview {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Words {
    /// Where the word begins that is completed, and what it may become: the text and how it is
    /// listed.
    fn complete(&self, line: &str) -> (usize, Vec<(String, String)>) {
        let body = line.trim_start();
        let asked = body.strip_prefix('?').map(str::trim_start);
        let (first, rest) = match (asked, body.split_once(char::is_whitespace)) {
            (Some(rest), _) => ("?", Some(rest)),
            (None, Some((first, rest))) => (first, Some(rest.trim_start())),
            (None, None) => (body, None),
        };
        let word = rest.unwrap_or(body);
        let mut found = Vec::new();
        let mut offer = |text: &str, shown: String| {
            if text.starts_with(word) {
                found.push((text.to_owned(), shown));
            }
        };
        let takes_moves = rest.is_none() || matches!(first, "?" | "why" | "moves");
        if rest.is_none() && self.commands {
            COMMANDS.iter().for_each(|(name, ..)| offer(name, (*name).to_owned()));
        }
        if first == "new" && rest.is_some() {
            variants::names().into_iter().for_each(|name| offer(name, name.to_owned()));
        }
        if takes_moves {
            for (uci, readable) in &self.moves {
                offer(uci, format!("{uci} {readable}"));
                // Readable texts begin with a capital letter, so they are wanted only then.
                if word.starts_with(|first: char| first.is_ascii_uppercase()) && uci != readable {
                    offer(readable, readable.clone());
                }
            }
        }
        (line.len() - word.len(), found)
    }

    /// The readable text of a move that is typed in full.
    fn preview(&self, line: &str) -> Option<String> {
        let text = line.trim_start_matches(['?', ' ']);
        let (_, readable) = self.moves.iter().find(|(uci, _)| uci == text)?;
        (readable != text).then(|| format!("   {readable}"))
    }
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        ctx: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        if ["save ", "load "].iter().any(|word| before.trim_start().starts_with(word)) {
            return FilenameCompleter::new().complete(line, pos, ctx);
        }
        let (start, found) = self.words.complete(before);
        let pair = |(replacement, display)| Pair { display, replacement };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Completion {
    type Hint = Preview;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Preview> {
        let at_end = pos == line.len();
        at_end.then(|| self.words.preview(line)).flatten().map(Preview)
    }
}

impl Highlighter for Completion {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let style = anstyle::Style::new().dimmed();
        Cow::Owned(format!("{style}{hint}{style:#}"))
    }
}

impl Validator for Completion {}

impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let game = variants::open("baroque").unwrap();
        Words { moves: game.legal_moves(), commands: true }
    }

    fn completed(line: &str) -> (usize, Vec<String>) {
        let (start, found) = words().complete(line);
        (start, found.into_iter().map(|(text, _)| text).collect())
    }

    #[test]
    fn moves_and_commands_are_completed() {
        assert_eq!(
            completed("e2"),
            (0, ["e2e3", "e2e4", "e2e5", "e2e6"].map(str::to_owned).into())
        );
        assert_eq!(completed(" fl"), (1, vec!["flip".to_owned()]));
        assert_eq!(completed("h").1.first().map(String::as_str), Some("hint"));
        assert_eq!(completed("Pe2-e4"), (0, vec!["Pe2-e4".to_owned()]));
        assert_eq!(completed("? e2e4"), (2, vec!["e2e4".to_owned()]));
        assert_eq!(completed("?e2e4"), (1, vec!["e2e4".to_owned()]));
        assert_eq!(completed("new ro"), (4, vec!["rococo".to_owned()]));
        assert_eq!(completed("undo e2").1, Vec::<String>::new());
        assert_eq!(completed("").1.len(), COMMANDS.len() + words().moves.len());
        let answers = Words { commands: false, ..words() };
        assert!(answers.complete("fl").1.is_empty());
    }

    #[test]
    fn a_move_typed_in_full_is_previewed() {
        assert_eq!(words().preview("? e2e4").as_deref(), Some("   Pe2-e4"));
        assert_eq!(words().preview("e2"), None);
    }
}

//! Tab completion of moves and commands, and the hint after a complete move.

use std::borrow::Cow;

use baroque_formats::text::is_hidden;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::command::commands;

/// The words that complete the current line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompletionWords {
    /// The legal moves: UCI text and readable text.
    pub moves: Vec<(String, String)>,
    /// The names of games.
    pub games: Vec<&'static str>,
    /// Whether commands are completed too.
    pub commands: bool,
}

/// The helper of the line editor.
#[derive(Default)]
pub struct LineHelper {
    pub words: CompletionWords,
}

/// The readable text of a move, displayed after the line and never inserted.
pub struct MoveHint(String);

impl Hint for MoveHint {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl CompletionWords {
    /// The start of the last word in bytes, and its completions: replacement and display text.
    fn complete(&self, line: &str) -> (usize, Vec<(String, String)>) {
        let body = line.trim_start();
        let after_question_mark = body.strip_prefix('?').map(str::trim_start);
        let (first, rest) = match (after_question_mark, body.split_once(char::is_whitespace)) {
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
        let takes_moves = rest.is_none() || matches!(first, "?" | "moves");
        if rest.is_none() && self.commands {
            commands().for_each(|(name, _)| offer(name, name.to_owned()));
        }
        if matches!(first, "new" | "rules") && rest.is_some() {
            self.games.iter().for_each(|name| offer(name, (*name).to_owned()));
        }
        if takes_moves {
            for (uci, readable) in &self.moves {
                offer(uci, format!("{uci} {readable}"));
                // Readable texts begin with a capital letter.
                if word.starts_with(|first: char| first.is_ascii_uppercase()) && uci != readable {
                    offer(readable, readable.clone());
                }
            }
        }
        (line.len() - word.len(), found)
    }

    /// The hint after a complete move.
    fn move_hint(&self, line: &str) -> Option<String> {
        let text = line.trim_start_matches(['?', ' ']);
        let (_, readable) = self.moves.iter().find(|(uci, _)| uci == text)?;
        (readable != text).then(|| format!("   {readable}"))
    }
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        ctx: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        if ["save ", "load "].iter().any(|word| before.trim_start().starts_with(word)) {
            let (start, mut files) = FilenameCompleter::new().complete(line, pos, ctx)?;
            files.retain(|file| !file.replacement.contains(is_hidden));
            return Ok((start, files));
        }
        let (start, found) = self.words.complete(before);
        let pair = |(replacement, display)| Pair { display, replacement };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for LineHelper {
    type Hint = MoveHint;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<MoveHint> {
        let at_end = pos == line.len();
        at_end.then(|| self.words.move_hint(line)).flatten().map(MoveHint)
    }
}

impl Highlighter for LineHelper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let style = anstyle::Style::new().dimmed();
        Cow::Owned(format!("{style}{hint}{style:#}"))
    }
}

impl Validator for LineHelper {}

impl Helper for LineHelper {}

#[cfg(test)]
mod tests {
    use baroque_games::Games;
    use baroque_movegen::AnyGame;

    use super::*;

    fn words() -> CompletionWords {
        let moves = baroque_formats::describe::move_texts(&AnyGame::new("baroque").unwrap());
        CompletionWords { moves, games: Games::default().names(), commands: true }
    }

    fn completed(line: &str) -> (usize, Vec<String>) {
        let (start, found) = words().complete(line);
        (start, found.into_iter().map(|(text, _)| text).collect())
    }

    #[test]
    fn moves_and_commands_are_completed() {
        for (line, start, found) in [
            ("e2", 0, &["e2e3", "e2e4", "e2e5", "e2e6"][..]),
            (" fl", 1, &["flip"]),
            ("Pe2-e4", 0, &["Pe2-e4"]),
            ("? e2e4", 2, &["e2e4"]),
            ("?e2e4", 1, &["e2e4"]),
            ("new roc", 4, &["rococo", "rococo-vchess"]),
        ] {
            assert_eq!(
                completed(line),
                (start, found.iter().map(|text| (*text).to_owned()).collect())
            );
        }
        assert_eq!(completed("h").1[0], "hint");
        assert_eq!(completed("undo e2").1, [""; 0]);
        assert_eq!(completed("").1.len(), commands().count() + words().moves.len());
        let answers = CompletionWords { commands: false, ..words() };
        assert!(answers.complete("fl").1.is_empty());
    }

    #[test]
    fn a_complete_move_has_a_hint() {
        assert_eq!(words().move_hint("? e2e4").as_deref(), Some("   Pe2-e4"));
        assert_eq!(words().move_hint("e2"), None);
    }
}

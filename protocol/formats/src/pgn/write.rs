//! Writing games in the export format.

use std::fmt::{self, Write};

use super::comment::{Comment, clean};
use super::game::{PgnGame, PgnMove};
use super::tags::{GAME_TAGS, POSITION_TAGS, ROSTER, is_name, rank};

/// Longest line in characters.
const WIDTH: usize = 79;

/// Writes games separated by empty lines.
pub fn write(games: &[PgnGame]) -> String {
    let texts: Vec<String> = games.iter().map(PgnGame::to_string).collect();
    texts.join("\n")
}

/// The export format: tags, an empty line, moves on lines of at most 79 characters.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        tag(f, "Result", self.result.text())?;
        let listed = |names: &[&str], f: &mut fmt::Formatter<'_>| {
            let mut tags = names.iter().filter_map(|name| Some((*name, self.tag(name)?)));
            tags.try_for_each(|(name, value)| tag(f, name, value))
        };
        listed(&POSITION_TAGS, f)?;
        tag(f, "PlyCount", &self.moves.len().to_string())?;
        listed(&GAME_TAGS, f)?;
        let others = self.tags.iter().filter(|tag| rank(&tag.name) == rank(""));
        for other in others.filter(|tag| !tag.name.is_empty() && tag.name.chars().all(is_name)) {
            tag(f, &other.name, &other.value)?;
        }
        f.write_char('\n')?;
        let mut words = Words::default();
        words.comment(&clean(&self.comment));
        words.line(self.first_turn(), &self.moves);
        words.word(self.result.text());
        writeln!(f, "{}", words.wrapped())
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

impl PgnGame {
    fn first_turn(&self) -> Turn {
        let mut fields = self.tag("FEN").unwrap_or_default().split_ascii_whitespace();
        let white = fields.nth(1) != Some("b");
        let number = fields.nth(3).and_then(|number| number.parse().ok());
        Turn { number: number.unwrap_or(1), white }
    }
}

/// The number of a move, and whether it is White's.
#[derive(Clone, Copy)]
struct Turn {
    number: u64,
    white: bool,
}

impl Turn {
    /// The turn after a move, perhaps of the same side.
    fn next(self, moves_again: bool) -> Self {
        let white = self.white == moves_again;
        Self { number: self.number + u64::from(white && !self.white), white }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.white { "." } else { "..." })
    }
}

/// Move text in words. Parentheses belong to the words that they enclose.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Parentheses before the next word.
    open: String,
}

impl Words {
    fn word(&mut self, word: &str) {
        let open = std::mem::take(&mut self.open);
        self.words.push(open + word);
    }

    /// The moves of a line with their comments and variations, from a turn on.
    fn line(&mut self, mut turn: Turn, moves: &[PgnMove]) {
        // Black's move gets a number at the beginning, after a comment and after its own move.
        let mut is_interrupted = true;
        for mv in moves {
            if turn.white || is_interrupted {
                self.word(&turn.to_string());
            }
            self.word(&mv.text);
            let has_comment = self.annotations(&mv.nags, &mv.comment);
            for variation in &mv.variations {
                let Some(first) = variation.first() else { continue };
                self.open.push('(');
                self.annotations(&first.before.nags, &first.before.comment);
                self.line(turn, variation);
                self.words.last_mut().into_iter().for_each(|last| last.push(')'));
                self.annotations(&first.after.nags, &first.after.comment);
            }
            is_interrupted = has_comment || !mv.variations.is_empty() || mv.moves_again;
            turn = turn.next(mv.moves_again);
        }
    }

    /// Appends glyphs and a comment, and returns whether there is a comment.
    fn annotations(&mut self, nags: &[u8], comment: &Comment) -> bool {
        for nag in nags {
            self.word(&format!("${nag}"));
        }
        let comment = comment.to_string();
        self.comment(&comment);
        !comment.is_empty()
    }

    /// Appends a comment unless it is empty. Words in brackets stay together.
    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = format!("{{{text}}}");
        let mut unit = String::new();
        let mut in_brackets = false;
        for word in text.split(' ') {
            // At the beginning of a line some readers take these for an escape, a tag or a comment.
            let is_glued = in_brackets || word.starts_with(['%', '[', ';']);
            if !is_glued && !unit.is_empty() {
                self.word(&std::mem::take(&mut unit));
            }
            if !unit.is_empty() {
                unit.push(' ');
            }
            unit.push_str(word);
            // Readers look for values such as `[%eval 0.35]` on one line.
            in_brackets = (in_brackets || word.contains("[%")) && !word.contains(']');
        }
        self.word(&unit);
    }

    /// The words on lines of at most [`WIDTH`] characters where possible.
    fn wrapped(&self) -> String {
        let mut text = String::new();
        let mut column = 0;
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length <= WIDTH {
                text.push(' ');
                column += 1 + length;
            } else {
                if column > 0 {
                    text.push('\n');
                }
                column = length;
            }
            text.push_str(word);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves with these texts.
    fn line(texts: &str) -> Vec<PgnMove> {
        let mv = |text: &str| PgnMove { text: text.to_owned(), ..PgnMove::default() };
        texts.split_whitespace().map(mv).collect()
    }

    #[test]
    fn variations_are_numbered_and_a_number_follows_them() {
        let mut game = PgnGame { moves: line("a e h i"), ..PgnGame::default() };
        for (mv, variation) in game.moves.iter_mut().zip(["b c d", "f g", "", "j"]) {
            mv.variations = vec![line(variation)];
        }
        game.moves[0].comment = Comment::words("why");
        game.moves[0].variations[0][1].variations = vec![line("x"), line("y z")];
        game.moves[2].variations.clear();
        let text = game.to_string();
        let expected = "1. a {why} (1. b c (1... x) (1... y 2. z) 2. d) 1... e (1... f 2. g) 2. h i\n\
                        (2... j) *\n";
        assert!(text.ends_with(expected), "{text}");
    }
}

//! Writing games in the export format.

use std::fmt::{self, Write};

use super::comment::clean;
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
        let mut lines = Lines::default();
        self.write_moves(&mut lines);
        writeln!(f, "{}", lines.text)
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

impl PgnGame {
    fn write_moves(&self, lines: &mut Lines) {
        lines.comment(&clean(&self.comment));
        let mut turn = self.first_turn();
        // Black's move gets a number at the beginning, after a comment and after its own move.
        let mut interrupted = true;
        for (ply, mv) in self.moves.iter().enumerate() {
            if turn.white || interrupted {
                lines.word(&turn.to_string());
            }
            lines.word(&mv.text);
            for nag in &mv.nags {
                lines.word(&format!("${nag}"));
            }
            let comment = mv.comment.to_string();
            lines.comment(&comment);
            lines.variation(turn, &mv.variation, self.moves.get(ply..).unwrap_or_default());
            interrupted = !comment.is_empty() || !mv.variation.is_empty() || mv.moves_again;
            turn = turn.next(mv.moves_again);
        }
        lines.word(self.result.text());
    }

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

/// Move text broken into lines of at most [`WIDTH`] characters.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Appends a word, on a new line if the current one is full.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column == 0 {
            self.column = length;
        } else if self.column + 1 + length <= WIDTH {
            self.text.push(' ');
            self.column += 1 + length;
        } else {
            self.text.push('\n');
            self.column = length;
        }
        self.text.push_str(word);
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

    /// Appends a variation, unless it is empty, to the moves of the game from this turn on. Who moves
    /// again there does so in the variation too: pieces are placed in a fixed order of sides.
    fn variation(&mut self, mut turn: Turn, moves: &[String], game: &[PgnMove]) {
        let Some((last, others)) = moves.split_last() else { return };
        self.word(&format!("({turn}"));
        for (ply, text) in others.iter().enumerate() {
            self.word(text);
            let moves_again = game.get(ply).is_some_and(|mv| mv.moves_again);
            turn = turn.next(moves_again);
            if turn.white || moves_again {
                self.word(&turn.to_string());
            }
        }
        self.word(&format!("{last})"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Comment;
    use super::*;

    #[test]
    fn variations_are_numbered_and_a_number_follows_them() {
        let texts = |texts: &str| texts.split(' ').map(str::to_owned).collect();
        let moves = [("a", "b c d"), ("e", "f g"), ("h", ""), ("i", "j")];
        let moves = moves.map(|(text, line)| PgnMove {
            text: text.to_owned(),
            variation: if line.is_empty() { Vec::new() } else { texts(line) },
            ..PgnMove::default()
        });
        let mut game = PgnGame { moves: moves.to_vec(), ..PgnGame::default() };
        game.moves[0].comment = Comment::words("why");
        let text = game.to_string();
        let expected = "1. a {why} (1. b c 2. d) 1... e (1... f 2. g) 2. h i (2... j) *\n";
        assert!(text.ends_with(expected), "{text}");
    }
}

//! The commands of a terminal session.

use baroque_movegen::AnyGame;

use super::board::LEGEND;

/// A line of the help: commands with their parameters, and what they do.
type HelpLine = (&'static [(&'static str, &'static str)], &'static str);

/// All commands, in groups.
const HELP: &[(&str, &[HelpLine])] = &[
    (
        "Learn",
        &[
            (&[("?", "MOVE|SQUARE|PIECE")], "what it does, where it can go, and why not"),
            (&[("why", "SQUARE"), ("threats", "")], "what threatens the piece there; all threats"),
            (
                &[("rules", "[VARIANT]"), ("pieces", "")],
                "the rules, of another game too; the pieces",
            ),
            (&[("moves", "[TEXT]")], "the legal moves, or those that begin with TEXT"),
            (&[("hint", "")], "a good move, whatever the level"),
            (&[("eval", ""), ("analyze", "[MS]")], "the evaluation; the three best lines"),
        ],
    ),
    (
        "Play",
        &[
            (&[("undo", ""), ("resign", "")], "take your last move back; resign"),
            (&[("draw", "")], "offer a draw"),
            (&[("go", ""), ("side", "w|b|both")], "the engine plays now; choose your side"),
            (&[("level", "[1-8]"), ("movetime", "MS")], "its level, or full strength, MS a move"),
            (&[("tc", "MINUTES+SECONDS")], "full strength, clocks, before the first move"),
            (&[("thinking", "on|off")], "show its line and score, or hide them"),
            (&[("new", "[VARIANT]")], "start another game"),
        ],
    ),
    (
        "Look",
        &[
            (&[("board", ""), ("flip", "")], "show the board; turn it around"),
            (&[("game", ""), ("fen", "")], "show the moves; the position as text"),
            (&[("back", ""), ("forward", "")], "show the position a move earlier or later"),
            (&[("goto", "N|start|end")], "show the position before move N"),
        ],
    ),
    (
        "Files",
        &[
            (&[("save", "FILE")], "write the game to a PGN file"),
            (&[("load", "[FILE]")], "resume a game of a file, or the last one"),
            (&[("help", ""), ("quit", "")], "this text; quit, the game is saved"),
        ],
    ),
];

/// Name and parameters of each command.
pub fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = HELP.iter().flat_map(|(_, lines)| lines.iter());
    lines.flat_map(|(usage, _)| usage.iter().copied())
}

/// The help text in a position, with a legal move as an example; it fits a screen of 80 columns and 24 lines.
pub fn help(position: &AnyGame) -> String {
    let legal = position.legal_moves().into_iter();
    let texts = legal.map(|mv| (position.uci(mv), position.readable_unchecked(mv)));
    let example = texts.min_by_key(|(_, readable)| readable.len());
    let example = match example {
        None => String::new(),
        // As drops.
        Some((uci, readable)) if uci == readable => format!(", {uci}"),
        Some((uci, readable)) => format!(", {uci} or {readable}"),
    };
    let mut text =
        format!("Enter a move{example}, or piece and target if only one can go there.\n");
    for (group, lines) in HELP {
        for (line, (usage, meaning)) in lines.iter().enumerate() {
            let group = if line == 0 { group } else { "" };
            let usage: Vec<String> =
                usage.iter().map(|(name, parameter)| format!("{name} {parameter}")).collect();
            let usage = usage.iter().map(|text| text.trim_end()).collect::<Vec<_>>().join(", ");
            text += &format!("{group:<7}{usage:<27}{meaning}\n");
        }
    }
    text + "Tab completes, Ctrl-C stops the engine, Ctrl-D quits.\n" + LEGEND
}

/// The command of a line, in small letters, and its parameter; `?` needs no blank before that.
pub fn split(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = match line.strip_prefix('?') {
        Some(rest) => ("?", rest),
        None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
    };
    (word.to_ascii_lowercase(), rest.trim())
}

/// Whether a line interrupts the engine's search.
pub fn is_urgent(line: &str) -> bool {
    let (name, rest) = split(line);
    rest.is_empty() && matches!(name.as_str(), "quit" | "exit" | "undo" | "resign")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_a_screen() {
        for variant in ["baroque", "maxima", "rococo", "renaissance"] {
            let position = AnyGame::new(variant).unwrap();
            let help = help(&position);
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
            assert!(help.lines().count() < 24, "{help}");
            let (uci, rest) = help["Enter a move, ".len()..].split_once(" or ").unwrap();
            let (readable, _) = rest.split_once(", ").unwrap();
            assert_eq!(position.read_move(uci), position.read_move(readable), "{help}");
            assert!(position.read_move(uci).is_ok(), "{help}");
        }
    }

    #[test]
    fn a_command_is_a_word_or_a_question_mark() {
        assert_eq!(split(" Save  my game "), ("save".to_owned(), "my game"));
        assert_eq!(split("?g6d3"), ("?".to_owned(), "g6d3"));
        assert_eq!(split(""), (String::new(), ""));
        assert!(is_urgent(" Quit ") && !is_urgent("undo 3"));
    }
}

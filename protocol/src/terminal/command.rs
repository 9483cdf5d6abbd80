//! Parser of the commands of a terminal session.

use super::board::LEGEND;
use super::game_state::HumanSides;
use super::strength::EngineStrength;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalCommand {
    /// An empty line.
    Nothing,
    /// Any line that is no command.
    Move(String),
    /// Describe a move or a square.
    Explain(String),
    /// List the legal moves that begin with this text.
    Moves(String),
    Hint,
    Undo,
    Flip,
    Fen,
    Board,
    /// Print the moves of the game.
    Game,
    /// Write the game to this file.
    Save(String),
    /// Load a PGN file, or the autosaved game.
    Load(Option<String>),
    Resign,
    /// Start another game, possibly of another variant.
    New(Option<String>),
    /// Let the engine play the side to move.
    Go,
    Side(HumanSides),
    /// Print the strength of the engine, or change it.
    Level(Option<EngineStrength>),
    Help,
    Quit,
}

impl TerminalCommand {
    /// Whether it interrupts the engine's search.
    pub fn is_urgent(&self) -> bool {
        matches!(self, Self::Quit | Self::Undo | Self::Resign)
    }
}

/// Name, parameters and help text of each command.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("?", "MOVE|SQUARE", "what a move captures, or why it is illegal; the piece on a square"),
    ("moves", "[TEXT]", "legal moves, or those that begin with TEXT"),
    ("hint", "", "show the move that the engine would play"),
    ("undo", "", "take your last move back"),
    ("go", "", "let the engine play the side to move"),
    ("side", "w|b|both", "choose your side; both for two players"),
    ("level", "[1-8]", "how many positions the engine looks at for a move"),
    ("movetime", "MS", "how long the engine thinks about a move"),
    ("board", "", "show the board"),
    ("flip", "", "turn the board around"),
    ("game", "", "show the moves played"),
    ("fen", "", "show the position as FEN"),
    ("save", "FILE", "write the game to a PGN file"),
    ("load", "[FILE]", "resume the game of a PGN file, or the autosaved one"),
    ("resign", "", "resign the game"),
    ("new", "[VARIANT]", "start another game"),
    ("help", "", "show this text"),
    ("quit", "", "quit; the game is saved"),
];

/// The commands without parameters.
const NO_PARAMETER: [&str; 11] =
    ["hint", "undo", "flip", "fen", "board", "game", "resign", "go", "help", "quit", "exit"];

/// The help text, which fits a screen.
pub fn help() -> String {
    let mut text = String::from(
        "Moves: e2e4, Pe2-e4, or piece and target such as We6 where only one piece can go there.\n",
    );
    for (name, parameter, meaning) in COMMANDS {
        text += &format!("{:<21}{meaning}\n", format!("{name} {parameter}"));
    }
    text + "Ctrl-C stops the engine, Ctrl-D quits, Tab completes moves and commands.\n\
         Repetition and the move limit end the game as a draw; no claim is needed.\n"
        + LEGEND
        + "\n"
}

/// Parses a line.
///
/// # Errors
/// A command has an invalid parameter; returns a message.
pub fn parse(line: &str) -> Result<TerminalCommand, String> {
    let line = line.trim();
    if let Some(text) = line.strip_prefix('?') {
        return Ok(match text.trim() {
            "" => TerminalCommand::Help,
            text => TerminalCommand::Explain(text.to_owned()),
        });
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let optional = || (!rest.is_empty()).then(|| rest.to_owned());
    let name = word.to_ascii_lowercase();
    if NO_PARAMETER.contains(&name.as_str()) && !rest.is_empty() {
        return Err(format!("{name} takes no argument"));
    }
    let command = match name.as_str() {
        "" => TerminalCommand::Nothing,
        "why" => TerminalCommand::Explain(rest.to_owned()),
        "moves" => TerminalCommand::Moves(rest.to_owned()),
        "hint" => TerminalCommand::Hint,
        "undo" => TerminalCommand::Undo,
        "flip" => TerminalCommand::Flip,
        "fen" => TerminalCommand::Fen,
        "board" => TerminalCommand::Board,
        "game" => TerminalCommand::Game,
        "save" => TerminalCommand::Save(optional().ok_or("save needs the name of a file")?),
        "load" => TerminalCommand::Load(optional()),
        "resign" => TerminalCommand::Resign,
        "new" => TerminalCommand::New(optional()),
        "go" => TerminalCommand::Go,
        "side" if rest.is_empty() => return Err("side needs w, b or both".to_owned()),
        "side" => {
            let sides = HumanSides::parse(rest);
            TerminalCommand::Side(
                sides.ok_or(format!("side is '{rest}', allowed is w, b or both"))?,
            )
        }
        "level" if rest.is_empty() => TerminalCommand::Level(None),
        "level" | "movetime" => TerminalCommand::Level(Some(EngineStrength::parse(line)?)),
        "help" => TerminalCommand::Help,
        "quit" | "exit" => TerminalCommand::Quit,
        _ => return Ok(TerminalCommand::Move(line.to_owned())),
    };
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_in_the_help_parses() {
        for (name, parameter, _) in COMMANDS {
            let example = match *parameter {
                "w|b|both" => "both",
                "[1-8]" => "3",
                "MS" => "500",
                "" => "",
                _ => "e2e4",
            };
            let command = parse(&format!("  {name}  {example} ")).unwrap();
            assert_eq!(NO_PARAMETER.contains(name), parameter.is_empty(), "{name}");
            assert!(
                !matches!(command, TerminalCommand::Move(_) | TerminalCommand::Nothing),
                "{name}"
            );
        }
        assert!(help().lines().all(|line| line.chars().count() < 90));
    }

    #[test]
    fn unknown_words_parse_as_moves() {
        assert_eq!(parse("We6 "), Ok(TerminalCommand::Move("We6".to_owned())));
        assert_eq!(parse("?g6d3"), Ok(TerminalCommand::Explain("g6d3".to_owned())));
        assert_eq!(parse(" ? "), Ok(TerminalCommand::Help));
        assert_eq!(parse(""), Ok(TerminalCommand::Nothing));
    }

    #[test]
    fn errors_name_the_allowed_parameters() {
        let error = |line| parse(line).unwrap_err();
        assert_eq!(error("level 9"), "level is '9', allowed is 1 to 8");
        assert_eq!(error("movetime soon"), "movetime is 'soon', allowed is 1 to 86400000");
        assert_eq!(error("side k"), "side is 'k', allowed is w, b or both");
        assert_eq!(error("side"), "side needs w, b or both");
        assert_eq!(error("movetime "), "movetime needs a number from 1 to 86400000");
        assert_eq!(error("undo 3"), "undo takes no argument");
        assert_eq!(error("Quit now"), "quit takes no argument");
        assert_eq!(error("save"), "save needs the name of a file");
    }
}

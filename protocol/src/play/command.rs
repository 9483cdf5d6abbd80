//! What a player may say.

use super::strength::Strength;
use super::table::Player;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line.
    Nothing,
    /// A move, in any text.
    Move(String),
    /// What a move would do, or what stands on a square.
    Ask(String),
    /// The legal moves whose text begins so.
    Moves(String),
    /// What the engine would play.
    Hint,
    /// Take back.
    Undo,
    /// Turn the board around.
    Flip,
    /// Show the position as FEN.
    Fen,
    /// Show the board.
    Board,
    /// Show the moves played.
    Game,
    /// Write the game to a file.
    Save(String),
    /// Go on with the game of a file, or with the one that was kept.
    Load(Option<String>),
    /// Give up.
    Resign,
    /// Another game, perhaps under other rules.
    New(Option<String>),
    /// The engine shall play the side to move.
    Go,
    /// Who plays the pieces that the engine does not play.
    Side(Player),
    /// Tell how strongly the engine plays, or change that.
    Level(Option<Strength>),
    /// All commands.
    Help,
    /// Leave.
    Quit,
}

impl Command {
    /// Whether it need not wait until the engine has moved.
    pub fn is_urgent(&self) -> bool {
        matches!(self, Self::Quit | Self::Undo | Self::Resign)
    }
}

/// The commands with what follows them and what they do.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("?", "MOVE|SQUARE", "what a move would take, or why it is illegal; who stands somewhere"),
    ("moves", "[TEXT]", "legal moves, or those whose text begins so"),
    ("hint", "", "what the engine would play"),
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
    ("load", "[FILE]", "go on with the game of a PGN file, or with the one kept before"),
    ("resign", "", "give up the game"),
    ("new", "[VARIANT]", "begin another game"),
    ("help", "", "this text"),
    ("quit", "", "leave; the game is kept"),
];

/// The commands that nothing follows.
const ALONE: [&str; 11] =
    ["hint", "undo", "flip", "fen", "board", "game", "resign", "go", "help", "quit", "exit"];

/// All commands on one screen.
pub fn help() -> String {
    let mut text = String::from(
        "Moves: e2e4, Pe2-e4, or piece and target such as We6 where only one piece can go there.\n",
    );
    for (name, parameter, meaning) in COMMANDS {
        text += &format!("{:<21}{meaning}\n", format!("{name} {parameter}"));
    }
    text + "Ctrl-C stops the engine, Ctrl-D leaves, Tab completes moves and commands.\n\
         Draws by repetition or by the move limit count by themselves, nobody has to claim them.\n"
        + super::board::LEGEND
        + "\n"
}

/// Understands a line.
///
/// # Errors
/// A sentence on what is wrong with the parameter of a command.
pub fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    if let Some(asked) = line.strip_prefix('?') {
        let asked = asked.trim();
        return Ok(if asked.is_empty() { Command::Help } else { Command::Ask(asked.to_owned()) });
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let optional = || (!rest.is_empty()).then(|| rest.to_owned());
    let name = word.to_ascii_lowercase();
    if ALONE.contains(&name.as_str()) && !rest.is_empty() {
        return Err(format!("'{rest}' after {name}, allowed is nothing"));
    }
    let command = match name.as_str() {
        "" => Command::Nothing,
        "why" => Command::Ask(rest.to_owned()),
        "moves" => Command::Moves(rest.to_owned()),
        "hint" => Command::Hint,
        "undo" => Command::Undo,
        "flip" => Command::Flip,
        "fen" => Command::Fen,
        "board" => Command::Board,
        "game" => Command::Game,
        "save" => Command::Save(optional().ok_or("save needs the name of a file")?),
        "load" => Command::Load(optional()),
        "resign" => Command::Resign,
        "new" => Command::New(optional()),
        "go" => Command::Go,
        "side" => {
            let player = Player::parse(rest);
            Command::Side(player.ok_or(format!("side is '{rest}', allowed is w, b or both"))?)
        }
        "level" if rest.is_empty() => Command::Level(None),
        "level" | "movetime" => Command::Level(Some(Strength::parse(line)?)),
        "help" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => return Ok(Command::Move(line.to_owned())),
    };
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (name, parameter, _) in COMMANDS {
            let example = match *parameter {
                "w|b|both" => "both",
                "[1-8]" => "3",
                "MS" => "500",
                "" => "",
                _ => "e2e4",
            };
            let command = parse(&format!("  {name}  {example} ")).unwrap();
            assert_eq!(ALONE.contains(name), parameter.is_empty(), "{name}");
            assert!(!matches!(command, Command::Move(_) | Command::Nothing), "{name}");
        }
        assert!(help().lines().all(|line| line.chars().count() < 90));
    }

    #[test]
    fn whatever_is_no_command_is_a_move() {
        assert_eq!(parse("We6 "), Ok(Command::Move("We6".to_owned())));
        assert_eq!(parse("?g6d3"), Ok(Command::Ask("g6d3".to_owned())));
        assert_eq!(parse(" ? "), Ok(Command::Help));
        assert_eq!(parse(""), Ok(Command::Nothing));
    }

    #[test]
    fn bad_parameters_are_told_with_what_is_allowed() {
        let error = |line| parse(line).unwrap_err();
        assert_eq!(error("level 9"), "level is '9', allowed is 1 to 8");
        assert_eq!(error("movetime soon"), "movetime is 'soon', allowed is 1 to 86400000");
        assert_eq!(error("side k"), "side is 'k', allowed is w, b or both");
        assert_eq!(error("undo 3"), "'3' after undo, allowed is nothing");
        assert_eq!(error("Quit now"), "'now' after quit, allowed is nothing");
        assert_eq!(error("save"), "save needs the name of a file");
    }
}

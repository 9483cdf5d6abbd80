//! Parser of the commands of a terminal session.

use baroque_formats::rejected::number;
use baroque_formats::text::quoted;
use clap::ValueEnum;

use super::board::LEGEND;
use super::game_state::HumanSides;
use super::strength::{EngineStrength, MAX_TIME};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalCommand {
    /// An empty line.
    Nothing,
    /// Any line that is no command.
    Move(String),
    /// Describe a move, a square or a piece.
    Explain(String),
    /// Print the rules of this game, or of another variant.
    Rules(Option<String>),
    Pieces,
    /// List the legal moves that begin with this text.
    Moves(String),
    Hint,
    /// Print the static evaluation.
    Eval,
    /// Print the best lines after this many milliseconds.
    Analyze(Option<u64>),
    Undo,
    /// Show another position of the game.
    Back,
    Forward,
    GoTo(Place),
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
    /// Offer a draw.
    Draw,
    /// Start another game, possibly of another variant.
    New(Option<String>),
    /// Let the engine play the side to move.
    Go,
    Side(HumanSides),
    /// Print the strength of the engine, or change it.
    Level(Option<EngineStrength>),
    /// Show the engine's line and score, or hide them.
    Thinking(bool),
    Help,
    Quit,
}

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Start,
    End,
    /// The position before the move with this number.
    Move(u16),
}

impl TerminalCommand {
    /// Whether it is about the last position of the game, not an earlier one on the board.
    pub fn changes_game(&self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::Resign
                | Self::Draw
                | Self::Go
                | Self::Side(_)
                | Self::Level(Some(_))
        )
    }

    /// Whether it makes no sense after the end of the game.
    pub fn needs_unfinished_game(&self) -> bool {
        let is_help = matches!(self, Self::Hint | Self::Analyze(_));
        is_help || matches!(self, Self::Resign | Self::Draw | Self::Go | Self::Side(_))
    }

    /// Whether it interrupts the engine's search.
    pub fn is_urgent(&self) -> bool {
        matches!(self, Self::Quit | Self::Undo | Self::Resign)
    }
}

/// A line of the help: commands with their parameters, and what they do.
type HelpLine = (&'static [(&'static str, &'static str)], &'static str);

/// All commands, in groups.
const HELP: &[(&str, &[HelpLine])] = &[
    (
        "Learn",
        &[
            (&[("?", "MOVE|SQUARE|PIECE")], "what it does, where it can go, and why not"),
            (&[("rules", "[VARIANT]")], "the rules of this game or of another one"),
            (&[("pieces", "")], "what each piece does"),
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

/// The help text, which fits a screen of 80 columns and 24 lines.
pub fn help() -> String {
    let mut text = String::from(
        "Enter a move, e2e4 or Pe2-e4, or piece and target if only one can go there: We6.\n",
    );
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
    let takes_nothing = commands().any(|command| command == (name.as_str(), "")) || name == "exit";
    if takes_nothing && !rest.is_empty() {
        return Err(format!("{name} takes no argument"));
    }
    let command = match name.as_str() {
        "" => TerminalCommand::Nothing,
        "moves" => TerminalCommand::Moves(rest.to_owned()),
        "rules" => TerminalCommand::Rules(optional()),
        "pieces" => TerminalCommand::Pieces,
        "hint" => TerminalCommand::Hint,
        "eval" => TerminalCommand::Eval,
        "analyze" if rest.is_empty() => TerminalCommand::Analyze(None),
        "analyze" => TerminalCommand::Analyze(Some(parse_time(rest)?)),
        "back" => TerminalCommand::Back,
        "forward" => TerminalCommand::Forward,
        "goto" => TerminalCommand::GoTo(parse_place(rest)?),
        "undo" => TerminalCommand::Undo,
        "flip" => TerminalCommand::Flip,
        "fen" => TerminalCommand::Fen,
        "board" => TerminalCommand::Board,
        "game" => TerminalCommand::Game,
        "save" => TerminalCommand::Save(optional().ok_or("save needs the name of a file")?),
        "load" => TerminalCommand::Load(optional()),
        "resign" => TerminalCommand::Resign,
        "draw" => TerminalCommand::Draw,
        "new" => TerminalCommand::New(optional()),
        "go" => TerminalCommand::Go,
        "side" if rest.is_empty() => return Err("side needs w, b or both".to_owned()),
        "side" => {
            let bad = |_| format!("side is '{rest}', allowed is w, b or both");
            TerminalCommand::Side(HumanSides::from_str(rest, true).map_err(bad)?)
        }
        "level" if rest.is_empty() => TerminalCommand::Level(None),
        "level" | "movetime" | "tc" => TerminalCommand::Level(Some(EngineStrength::parse(line)?)),
        "thinking" => match rest.to_ascii_lowercase().as_str() {
            "on" => TerminalCommand::Thinking(true),
            "off" => TerminalCommand::Thinking(false),
            _ => return Err(format!("thinking is '{}', allowed is on or off", quoted(rest))),
        },
        "help" => TerminalCommand::Help,
        "quit" | "exit" => TerminalCommand::Quit,
        _ => return Ok(TerminalCommand::Move(line.to_owned())),
    };
    Ok(command)
}

fn parse_time(text: &str) -> Result<u64, String> {
    let time = number("analyze", text, 1..=MAX_TIME, format_args!("1 to {MAX_TIME}"));
    time.map_err(|error| error.to_string())
}

fn parse_place(text: &str) -> Result<Place, String> {
    match text {
        "start" => Ok(Place::Start),
        "end" => Ok(Place::End),
        _ => text.parse().map(Place::Move).map_err(|_| {
            format!("goto is '{}', allowed is the number of a move, start or end", quoted(text))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_in_the_help_parses() {
        for (name, parameter) in commands() {
            let example = match parameter {
                "w|b|both" => "both",
                "on|off" => "on",
                "[1-8]" => "3",
                "MS" | "[MS]" => "500",
                "MINUTES+SECONDS" => "5+3",
                "N|start|end" => "12",
                "" => "",
                _ => "e2e4",
            };
            let command = parse(&format!("  {name}  {example} ")).unwrap();
            let surplus = parse(&format!("{name} too much"));
            assert!(!parameter.is_empty() || surplus.is_err(), "{name}");
            assert!(
                !matches!(command, TerminalCommand::Move(_) | TerminalCommand::Nothing),
                "{name}"
            );
        }
    }

    #[test]
    fn the_help_fits_a_screen() {
        assert!(help().lines().all(|line| line.chars().count() <= 80), "{}", help());
        assert!(help().lines().count() < 24, "{}", help());
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
        assert_eq!(error("thinking"), "thinking is '', allowed is on or off");
        assert_eq!(error("movetime "), "movetime needs a number from 1 to 86400000");
        assert_eq!(error("undo 3"), "undo takes no argument");
        assert_eq!(error("Quit now"), "quit takes no argument");
        assert_eq!(error("save"), "save needs the name of a file");
        assert_eq!(error("analyze 0"), "analyze is '0', allowed is 1 to 86400000");
        assert_eq!(error("goto x"), "goto is 'x', allowed is the number of a move, start or end");
        assert!(error("tc soon").starts_with("tc is 'soon', allowed is minutes+seconds"));
    }
}

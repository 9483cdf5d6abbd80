//! The games that can be played.

use baroque_formats::game_spec::overriding_switches;
use baroque_formats::lessons::lessons;
use baroque_formats::text::{one_line, quoted};
use baroque_formats::{GameSpec, Loaded, OpenError, PositionError, games};
use baroque_games::Games;
use baroque_movegen::{
    AnyGame, BoardView, Color, Game, GameHistory, GameId, RuleSwitches, Switch, with_game,
    with_history,
};

use super::learn;
use super::message::{GameInfo, KindInfo, Refusal, StartInfo, SwitchInfo, ValueInfo};

/// What a switch is about, and what each of its values means.
struct SwitchWords {
    key: &'static str,
    about: &'static str,
    values: &'static [(&'static str, &'static str)],
}

/// The words of all switches.
const SWITCHES: &[SwitchWords] = &[
    SwitchWords {
        key: "leap",
        about: "in one move a long-leaper may jump",
        values: &[("multi", "several times"), ("single", "once")],
    },
    SwitchWords {
        key: "land",
        about: "after a jump a long-leaper",
        values: &[("slide", "may slide on"), ("stop", "stops behind its victim")],
    },
    SwitchWords {
        key: "chameleon",
        about: "a chameleon that leaps",
        values: &[("all", "also captures by other methods"), ("pure", "captures only leapers")],
    },
    SwitchWords {
        key: "freeze",
        about: "a chameleon or an immobilizer beside an enemy immobilizer",
        values: &[("strict", "frees nobody"), ("pure", "freezes it and frees its own side")],
    },
    SwitchWords {
        key: "suicide",
        about: "a frozen piece other than the king",
        values: &[("on", "may leave the board"), ("off", "has to stay")],
    },
    SwitchWords {
        key: "coordinator",
        about: "corners that the coordinator spanned before its move",
        values: &[("usual", "count"), ("delft", "do not count")],
    },
    SwitchWords {
        key: "ranklimit",
        about: "a piece on its n-th rank moves",
        values: &[("off", "as far as its way allows"), ("on", "at most n squares (Abbott, 1968)")],
    },
    SwitchWords {
        key: "object",
        about: "the game is won by",
        values: &[("mate", "checkmate"), ("capture", "capturing the king")],
    },
    SwitchWords {
        key: "stalemate",
        about: "a side without a legal move that is not in check",
        values: &[("loss", "loses"), ("draw", "draws")],
    },
    SwitchWords {
        key: "repetition",
        about: "the third occurrence of a position",
        values: &[
            ("draw", "is a draw"),
            ("loss", "loses for the side that repeats it"),
            ("off", "means nothing"),
        ],
    },
    SwitchWords {
        key: "movelimit",
        about: "plies without a capture that draw the game; 0 for none",
        values: &[],
    },
    SwitchWords {
        key: "swapfriends",
        about: "a swapper changes places with",
        values: &[("on", "pieces of both sides"), ("off", "enemies only")],
    },
];

/// All games that can be chosen.
pub fn catalog(loaded: &Loaded) -> Vec<GameInfo> {
    let games = &loaded.games;
    let starts = games.names().into_iter().filter_map(|name| games.open(name).ok());
    starts.map(|position| GameInfo::new(&position, loaded)).collect()
}

/// Most errors of a file that are told.
const MAX_ERRORS: usize = 20;

/// Reads a file of games: their default starts.
///
/// # Errors
/// What is wrong with the file, a line each.
pub fn define(file_name: &str, text: &str) -> Result<Vec<AnyGame>, String> {
    let file = baroque_games::parse(&quoted(file_name), text);
    let file = file.map_err(|error| listed(&error.to_string()))?;
    file.games.iter().map(|game| game.start().map_err(|error| error.to_string())).collect()
}

/// Errors, a line each: the first ones, shortened.
fn listed(errors: &str) -> String {
    let mut lines: Vec<String> = errors.lines().take(MAX_ERRORS).map(one_line).collect();
    let others = errors.lines().count() - lines.len();
    if others > 0 {
        lines.push(format!("and {others} more"));
    }
    lines.join("\n")
}

impl GameInfo {
    /// The game of a position, which has the rules of its rule set, with what was learned of it.
    pub fn new(position: &AnyGame, loaded: &Loaded) -> Self {
        let family = match position.game() {
            GameId::CustomGame => position.variant(),
            game => with_game!(game, G => G::VARIANTS.first().map_or("", |first| first.name)),
        };
        let study = loaded.study_by_any_rules(position);
        let kinds = position.kinds().into_iter().map(|kind| KindInfo {
            letter: position.letter(kind),
            name: position.name(kind).to_owned(),
            is_royal: position.is_royal(kind),
            does: position.describe_kind(kind),
        });
        Self {
            variant: position.variant().to_owned(),
            title: games::title(position),
            definition: position.definition().map(str::to_owned),
            family: family.to_owned(),
            sentences: position.describe_rules(),
            kinds: kinds.collect(),
            switches: switches(position),
            starts: starts(position),
            has_lessons: !lessons(position).is_empty(),
            has_pool: learn::has_pool(position.variant()),
            has_puzzles: learn::has_pool(position.variant())
                || learn::suite(position.variant()).is_some()
                || study.is_some_and(|study| !study.puzzles.is_empty()),
            study: study.map(|study| overriding_switches(study.start())),
        }
    }
}

/// Opens a game.
///
/// # Errors
/// One line that says what is wrong, and which move if one is illegal.
pub fn open(spec: &GameSpec, games: &Games) -> Result<AnyGame, Refusal> {
    spec.open(games).map_err(|error| {
        let message = match error {
            OpenError::NotLoaded(_) | OpenError::Definition { .. } => {
                let name = quoted(&spec.variant);
                format!("the game '{name}' is not known here; drop its file again")
            }
            _ => one_line(&error),
        };
        let illegal_move = match error {
            OpenError::Position(PositionError::Move { number, .. }) => Some(number - 1),
            _ => None,
        };
        Refusal { illegal_move, ..message.into() }
    })
}

fn switches(position: &AnyGame) -> Vec<SwitchInfo> {
    let rules = position.rules();
    let all: Vec<Switch> = with_history!(position.history(), history => switches_of(history));
    let info = |switch: Switch| {
        let value = rules.split(',').find_map(|pair| {
            pair.split_once('=').filter(|&(key, _)| key == switch.key).map(|(_, value)| value)
        });
        let words = SWITCHES.iter().find(|words| words.key == switch.key);
        let text = |name: &str| {
            words?.values.iter().find(|(value, _)| *value == name).map(|&(_, text)| text)
        };
        let value_info = |&name: &&str| ValueInfo {
            name: name.to_owned(),
            text: text(name).unwrap_or(name).to_owned(),
        };
        SwitchInfo {
            key: switch.key.to_owned(),
            values: switch.values.iter().map(value_info).collect(),
            value: value.unwrap_or_default().to_owned(),
            about: words.map_or("", |words| words.about).to_owned(),
        }
    };
    all.into_iter().map(info).collect()
}

fn switches_of<G: Game>(_: &GameHistory<G>) -> Vec<Switch> {
    G::Rules::switches().collect()
}

/// The start positions, the default first.
fn starts(position: &AnyGame) -> Vec<StartInfo> {
    let mut names = position.starts();
    names.sort_by_key(|name| name != position.default_start());
    let info = |name: String| {
        let mut start = position.clone();
        start.set_start(&name).ok()?;
        Some(StartInfo { text: start_text(&name, &start.view()), fen: start.fen(), name })
    };
    names.into_iter().filter_map(info).collect()
}

/// The name of a start in words: a name of squares, such as `d1a1e8h8`, tells where the pieces stand
/// whose places differ.
fn start_text(name: &str, view: &BoardView) -> String {
    let on = |square: &[u8]| {
        let square = str::from_utf8(square).ok()?;
        let mut pieces = view.pieces();
        let (_, piece, _) = pieces.find(|&(coord, ..)| view.name(coord) == square)?;
        Some((piece.color, format!("{} {square}", piece.name)))
    };
    let Some(placed) = name.as_bytes().chunks(2).map(on).collect::<Option<Vec<_>>>() else {
        return name.to_owned();
    };
    let of = |color: Color| {
        let own = placed.iter().filter(|(owner, _)| *owner == color);
        let names: Vec<&str> = own.map(|(_, name)| name.as_str()).collect();
        (!names.is_empty()).then(|| format!("{color}: {}", names.join(", ")))
    };
    Color::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_title_and_every_switch_a_text() {
        for game in catalog(&Loaded::default()) {
            assert!(!game.title.is_empty() && !game.kinds.is_empty(), "{}", game.variant);
            assert!(game.title != game.variant || game.definition.is_some(), "{}", game.variant);
            for switch in &game.switches {
                assert!(!switch.about.is_empty(), "{}: {}", game.variant, switch.key);
                assert!(!switch.value.is_empty(), "{}: {}", game.variant, switch.key);
                for value in &switch.values {
                    assert_ne!(value.text, value.name, "{}: {}", game.variant, switch.key);
                }
            }
            assert!(!game.starts.is_empty());
            for start in &game.starts {
                assert!(start.name == "standard" || start.text.contains(": "), "{start:?}");
            }
        }
    }
}

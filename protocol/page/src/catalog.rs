//! The games that can be played.

use baroque_formats::game_spec::overriding_switches;
use baroque_formats::lessons::lessons;
use baroque_formats::text::{one_line, quoted};
use baroque_formats::{GameSpec, Loaded, OpenError, PositionError, games};
use baroque_games::Games;
use baroque_movegen::{
    AnyGame, Game, GameHistory, GameId, RuleSwitches, Switch, with_game, with_history,
};

use super::learn;
use super::message::{GameInfo, KindInfo, Refusal, SwitchInfo};

/// What the switches are about.
const SWITCHES: &[(&str, &str)] = &[
    ("leap", "jumps in one move of a long-leaper"),
    ("land", "whether a long-leaper may slide on behind its last victim"),
    ("chameleon", "whether a chameleon's leap also captures by other methods"),
    ("freeze", "pure: a chameleon or immobilizer beside an immobilizer frees its side from it"),
    ("suicide", "whether a frozen piece other than the king may leave the board"),
    ("coordinator", "whether corners that the coordinator spanned before its move count"),
    ("ranklimit", "Abbott's limit of 1968: a piece on its n-th rank moves at most n squares"),
    ("object", "whether checkmate or the capture of the king wins"),
    ("stalemate", "the result for a side without a legal move that is not in check"),
    ("repetition", "the third occurrence of a position"),
    ("movelimit", "plies without a capture that draw the game; 0 for none"),
    ("swapfriends", "whether a swapper may change places with pieces of its own side"),
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
        let about = SWITCHES.iter().find(|(key, _)| *key == switch.key);
        SwitchInfo {
            key: switch.key.to_owned(),
            values: switch.values.iter().map(|&value| value.to_owned()).collect(),
            value: value.unwrap_or_default().to_owned(),
            about: about.map_or("", |&(_, about)| about).to_owned(),
        }
    };
    all.into_iter().map(info).collect()
}

fn switches_of<G: Game>(_: &GameHistory<G>) -> Vec<Switch> {
    G::Rules::switches().collect()
}

/// The names and FENs of the start positions, the default first.
fn starts(position: &AnyGame) -> Vec<(String, String)> {
    let mut names = position.starts();
    names.sort_by_key(|name| name != position.default_start());
    let fen = |name: String| {
        let mut start = position.clone();
        start.set_start(&name).ok()?;
        let fen = start.fen();
        Some((name, fen))
    };
    names.into_iter().filter_map(fen).collect()
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
            }
            assert!(!game.starts.is_empty());
        }
    }
}

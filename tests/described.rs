//! Games that files describe: the interpreter and the generator of the compiled games against a slow
//! reference that reads the files itself, and against the compiled games.

use std::collections::BTreeMap;

use baroque_games::{DescribedGame, SHIPPED};
use baroque_movegen::definition::Player;
use baroque_movegen::{
    Color, Game, Maxima, Position, Rococo, RuntimeGame, RuntimeRules, Ultima, perft, read_move,
    readable, uci,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::reference::definition::{self as slow, Definition};

/// The examples of the format, and games with words that no other game has.
const EXAMPLES: &str = include_str!("../movegen/games/tests/examples.toml");
const WORDS: &str = include_str!("cases/words.toml");

/// Positions compared in each game; more with `BAROQUE_POSITIONS`.
fn positions() -> u64 {
    let number = std::env::var("BAROQUE_POSITIONS").ok().and_then(|text| text.parse().ok());
    number.unwrap_or(120)
}

fn shipped() -> Vec<&'static str> {
    SHIPPED.iter().map(|(_, text)| *text).collect()
}

fn games_of(text: &str) -> Vec<DescribedGame> {
    baroque_games::parse("test.toml", text).unwrap_or_else(|errors| panic!("{errors}")).games
}

/// Moves as text with the squares of their victims.
type Moves = BTreeMap<String, Vec<usize>>;

fn moves(position: &Position<RuntimeGame>) -> Moves {
    let list = position.legal_moves();
    let victims = |mv| position.victims(mv).iter().map(|square| square.index()).collect();
    let moves: Moves = list.iter().map(|&mv| (uci(position, mv), victims(mv))).collect();
    assert_eq!(moves.len(), list.len(), "a text is that of two moves: {}", position.to_fen());
    moves
}

/// Compares a position with the reference's, and returns its moves.
fn compare(fast: &Position<RuntimeGame>, slow: &slow::Position, name: &str) -> Moves {
    let fen = fast.to_fen();
    assert_eq!(fen, slow.fen(), "{name}");
    let legal = moves(fast);
    let expected: Moves = slow.legal().into_iter().map(|mv| (mv.uci, mv.victims)).collect();
    assert_eq!(legal, expected, "{name}: {fen}");
    let end = fast.board_outcome().map(|end| (end.result(), end.reason.text()));
    assert_eq!(end, slow.shown_end(), "{name}: {fen}");
    let frozen = fast.frozen(Color::White) | fast.frozen(Color::Black);
    let frozen: Vec<usize> = frozen.iter().map(|square| square.index()).collect();
    let expected = (0..slow.squares()).filter(|&square| slow.is_frozen(square));
    assert_eq!(frozen, expected.collect::<Vec<_>>(), "{name}: {fen}");
    for (color, white) in [(Color::White, true), (Color::Black, false)] {
        assert_eq!(fast.is_king_attacked(color), slow.is_check(white), "{name}: {fen}");
    }
    legal
}

/// Compares random games from the start, with captures more often than by chance.
fn compare_games(game: &DescribedGame, rules: RuntimeRules, slow: &Definition, count: u64) {
    let mut compared = 0;
    for seed in 0.. {
        let mut random = StdRng::seed_from_u64(seed);
        let mut slow = slow.start();
        let mut fast = Position::<RuntimeGame>::from_fen(&game.starts[0].1, rules).unwrap();
        for _ in 0..60 {
            let legal = compare(&fast, &slow, &game.name);
            compared += 1;
            if compared == count {
                return;
            }
            let captures: Vec<&String> = legal
                .iter()
                .filter(|(_, victims)| !victims.is_empty())
                .map(|(text, _)| text)
                .collect();
            let all: Vec<&String> = legal.keys().collect();
            let among =
                if random.random_bool(0.3) && !captures.is_empty() { captures } else { all };
            if among.is_empty() {
                break;
            }
            let text = among[random.random_range(0..among.len())];
            let mv = read_move(&fast, text).unwrap();
            assert_eq!(read_move(&fast, &readable(&fast, mv)), Ok(mv), "{}", fast.to_fen());
            let record = slow.legal().into_iter().find(|record| record.uci == *text);
            slow = slow.play(&record.unwrap());
            fast = fast.play_unchecked(mv);
        }
    }
}

fn compare_file(text: &str) {
    for game in games_of(text)
        .iter()
        .filter(|game| game.draw.is_none() && game.definition.placement.is_none())
    {
        let slow = Definition::read(text, &game.name, &shipped()).unwrap();
        for player in [Player::Interpreter, Player::Fastest] {
            let rules = game.definition.rules(player).unwrap();
            compare_games(game, rules, &slow, positions());
        }
    }
}

#[test]
fn the_examples_are_played_like_the_reference() {
    compare_file(EXAMPLES);
}

#[test]
fn the_shipped_games_are_played_like_the_reference() {
    let own = |text: &&str| text.contains("[fugue]") || text.contains("[skirmish]");
    shipped().into_iter().filter(own).for_each(compare_file);
}

#[test]
fn all_words_are_played_like_the_reference() {
    compare_file(WORDS);
}

#[test]
fn fugue_has_the_node_counts_of_its_rules() {
    let fugue = baroque_games::builtin().iter().find(|game| game.name == "fugue").unwrap();
    let start =
        Position::<RuntimeGame>::from_fen(&fugue.starts[0].1, fugue.rules.unwrap()).unwrap();
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [22, 484, 17_428]);
}

/// The node counts of the compiled games, by the games that the files describe.
#[test]
fn files_of_compiled_games_have_their_node_counts() {
    let suites = [Ultima::SUITES, Maxima::SUITES, Rococo::SUITES].concat();
    let games: Vec<DescribedGame> = shipped().into_iter().flat_map(games_of).collect();
    for (name, suite) in suites {
        let name = format!("{name}-file");
        let Some(game) = games.iter().find(|game| game.name == name) else { continue };
        for (player, most) in [(Player::Fastest, 20_000), (Player::Interpreter, 200)] {
            let rules = game.definition.rules(player).unwrap();
            let mut counted = 0;
            for line in suite.lines().filter(|line| !line.starts_with('#')) {
                let mut fields = line.split(';');
                let Some(fen) = fields.next().filter(|fen| !fen.trim().is_empty()) else {
                    continue;
                };
                let position = Position::<RuntimeGame>::from_fen(fen.trim(), rules).unwrap();
                for field in fields {
                    let (depth, count) = field.trim().split_once(' ').unwrap();
                    let Some(depth) = depth.strip_prefix('D') else { continue };
                    let count: u64 = count.trim().parse().unwrap();
                    if count <= most {
                        assert_eq!(
                            perft(&position, depth.parse().unwrap()),
                            count,
                            "{name} {line}"
                        );
                        counted += 1;
                    }
                }
            }
            assert!(counted > 10, "{name}: {counted} counts");
        }
    }
}

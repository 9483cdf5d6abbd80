//! Games that files describe: the generator of definitions and that of tables against the slow
//! reference, and the files of the compiled games against node counts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baroque_engine::{Engine, Limits, values};
use baroque_games::{DescribedGame, SHIPPED};
use baroque_movegen::definition::{Act, Backend};
use baroque_movegen::{
    AnyGame, AnyHistory, Color, CustomGame, CustomRules, Game, GameHistory, GenType, Geometry,
    Move, Position, Square, StopFlag, interrupt, perft, possible_specials, read_move,
    readable_unchecked, uci,
};

use crate::common::drawn::{self, DRAWN, DrawnGame, drawn};
use crate::common::random::SplitMix64;
use crate::common::reference::MoveRecord;
use crate::common::reference::definition::{self as slow, Definition};

/// The examples of the format, and games with words that no other game has.
const EXAMPLES: &str = include_str!("../movegen/games/tests/examples.toml");
const WORDS: &str = include_str!("cases/words.toml");
/// Games in which pieces are placed first.
const PLACEMENTS: &str = include_str!("cases/placement.toml");

/// Positions compared in each game; another number with `BAROQUE_POSITIONS`.
fn positions() -> u64 {
    number("BAROQUE_POSITIONS", 120)
}

/// The number in a variable of the environment.
fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn shipped() -> Vec<&'static str> {
    SHIPPED.iter().map(|(_, text)| *text).collect()
}

fn games_of(text: &str) -> Vec<DescribedGame> {
    baroque_games::parse("test.toml", text).unwrap_or_else(|errors| panic!("{errors}")).games
}

/// Moves as text with the squares of their victims.
type Moves = BTreeMap<String, Vec<usize>>;

fn moves<G: Game>(position: &Position<G>) -> Moves {
    let list = position.legal_moves();
    let victims = |mv| position.victims(mv).iter().map(|square| square.index()).collect();
    let moves: Moves = list.iter().map(|&mv| (uci(position, mv), victims(mv))).collect();
    assert_eq!(moves.len(), list.len(), "a text is that of two moves: {}", position.to_fen());
    let takes = |&mv: &Move| !position.victims(mv).is_empty();
    let captures: BTreeSet<Move> = list.iter().copied().filter(takes).collect();
    for gen_type in [GenType::All, GenType::Captures] {
        assert_eq!(captures_of(position, gen_type), captures, "{}", position.to_fen());
    }
    moves
}

/// The moves that are captures by their groups.
fn captures_of<G: Game>(position: &Position<G>, gen_type: GenType) -> BTreeSet<Move> {
    let mut captures = BTreeSet::new();
    let _ = position.generate(gen_type, |group| {
        captures.extend(group.captures.iter().map(|to| group.to(to)));
        ControlFlow::Continue(())
    });
    captures
}

/// Compares a position with the reference's, and returns the reference's moves with the positions
/// after them.
fn compare(
    fast: &Position<CustomGame>,
    slow: &slow::Position,
    name: &str,
) -> Vec<(MoveRecord, slow::Position)> {
    let fen = fast.to_fen();
    assert_eq!(fen, slow.fen(), "{name}");
    let nexts = slow.nexts();
    let expected: Moves =
        nexts.iter().map(|(mv, _)| (mv.uci.clone(), mv.victims.clone())).collect();
    assert_eq!(moves(fast), expected, "{name}: {fen}");
    assert_eq!(fast.count_moves(), expected.len() as u64, "{name}: {fen}");
    let end = fast.board_outcome().map(|end| (end.result(), end.reason.text()));
    assert_eq!(end, slow.shown_end(), "{name}: {fen}");
    let frozen = fast.frozen(Color::White) | fast.frozen(Color::Black);
    let frozen: Vec<usize> = frozen.iter().map(|square| square.index()).collect();
    assert_eq!(frozen, slow.all_frozen(), "{name}: {fen}");
    for (color, white) in [(Color::White, true), (Color::Black, false)] {
        assert_eq!(fast.is_king_attacked(color), slow.is_check(white), "{name}: {fen}");
    }
    nexts
}

/// Compares the positions of random play, with captures more often than by chance, and returns how
/// many they are.
fn compare_play(
    name: &str,
    mut fast: Position<CustomGame>,
    mut slow: slow::Position,
    (random, most): (&mut SplitMix64, u64),
) -> u64 {
    let specials = possible_specials(&fast);
    for compared in 1..=most {
        let nexts = compare(&fast, &slow, name);
        let occur = |mv: &Move| specials.contains(&mv.special());
        assert!(fast.legal_moves().iter().all(occur), "{name}: {}", fast.to_fen());
        let captures = nexts.iter().filter(|(mv, _)| !mv.victims.is_empty());
        let captures: Vec<&(MoveRecord, slow::Position)> = captures.collect();
        let among = match random.chance(30) && !captures.is_empty() {
            true => captures,
            false => nexts.iter().collect(),
        };
        if among.is_empty() {
            return compared;
        }
        let (record, next) = random.pick(&among);
        let mv = read_move(&fast, &record.uci).unwrap();
        assert_eq!(read_move(&fast, &readable_unchecked(&fast, mv)), Ok(mv), "{}", fast.to_fen());
        fast = fast.play_unchecked(mv);
        slow = next.clone();
    }
    most
}

/// Compares random games from the start positions.
fn compare_games(game: &DescribedGame, rules: CustomRules, slow: &Definition, count: u64) {
    let mut compared = 0;
    for seed in 0.. {
        let mut random = SplitMix64(seed);
        let (_, fen) = &game.starts[seed as usize % game.starts.len()];
        let fast = Position::<CustomGame>::from_fen(fen, rules.clone()).unwrap();
        let slow = slow.position(fen).unwrap();
        let most = (count - compared).min(60);
        compared += compare_play(&game.name, fast, slow, (&mut random, most));
        if compared == count {
            return;
        }
    }
}

/// Compares random placements, whether they are positions and, if so, some moves from there.
fn compare_placements(game: &DescribedGame, rules: CustomRules, slow: &Definition, count: u64) {
    let mut compared = 0;
    for seed in 0.. {
        let mut random = SplitMix64(seed);
        let fen = placement(&game.definition, &mut random);
        let fast = Position::<CustomGame>::from_fen(&fen, rules.clone());
        let slow = slow.position(&fen).unwrap();
        assert_eq!(fast.is_ok(), slow.is_position(), "{}: {fen}: {:?}", game.name, fast.err());
        let Ok(fast) = fast else { continue };
        let most = (count - compared).min(5);
        compared += compare_play(&game.name, fast, slow, (&mut random, most));
        if compared == count {
            return;
        }
    }
}

/// The ranks of a FEN, from the last one; empty squares are points.
fn diagram(ranks: impl Iterator<Item = String>) -> String {
    let ranks = ranks.collect::<Vec<_>>().join("/");
    let runs = (1..=ranks.len()).rev();
    runs.fold(ranks, |ranks, run| ranks.replace(&".".repeat(run), &run.to_string()))
}

/// A random FEN of a game, with at most one royal piece of each kind and side.
fn placement(game: &baroque_movegen::definition::Definition, random: &mut SplitMix64) -> String {
    let board = game.board;
    let mut royals: Vec<char> = Vec::new();
    for piece in game.pieces.iter().filter(|piece| piece.royal) {
        royals.extend([piece.letter, piece.letter.to_ascii_lowercase()]);
    }
    royals.retain(|_| random.chance(97));
    let others = game.pieces.iter().filter(|piece| !piece.royal);
    let others: Vec<char> =
        others.flat_map(|piece| [piece.letter, piece.letter.to_ascii_lowercase()]).collect();
    let squares: Vec<Square> = board.squares().iter().collect();
    let number = royals.len() + random.below(squares.len() / 2);
    let mut pieces = BTreeMap::new();
    for (index, square) in random.some(&squares, number).into_iter().enumerate() {
        let letter = royals.get(index).copied().unwrap_or_else(|| random.pick(&others));
        pieces.insert(square, letter);
    }
    let row = |rank: usize| {
        let letter = |file| match board.square(file, rank) {
            Some(square) => pieces.get(&square).copied().unwrap_or('.'),
            None => '*',
        };
        (0..board.files()).map(letter).collect()
    };
    let mut fen = diagram((0..board.ranks()).rev().map(row));
    if game.hands.is_some() {
        let number = random.below(4);
        fen += &format!("[{}]", random.some(&others, number).iter().collect::<String>());
    }
    let bans = |act: &Act| matches!(act, Act::Swap { take_back: false, .. });
    let bans = game.pieces.iter().flat_map(|piece| &piece.acts).any(bans) && random.chance(30);
    let names = |squares: Vec<Square>| squares.iter().map(|&square| board.name(square)).collect();
    let ban: String = if bans { names(random.some(&squares, 2)) } else { "-".to_owned() };
    format!("{fen} {} - {ban} {} 1", random.pick(&["w", "b"]), random.below(90))
}

/// The rules under which the generator of definitions plays a game, and those of the generator of tables where
/// that plays it too.
fn all_rules(game: &DescribedGame) -> Vec<CustomRules> {
    let rules = |backend| game.definition.rules(backend).unwrap();
    let mut all = vec![rules(Backend::General), rules(Backend::Fastest)];
    all.dedup_by_key(|rules| rules.is_general());
    all
}

/// Compares so many positions of random games and of random placements of each game of a file.
fn compare_file(text: &str, positions: u64) {
    for game in games_of(text).iter().filter(|game| game.rules.is_some()) {
        let slow = Definition::read(text, &game.name, &shipped()).unwrap();
        for rules in all_rules(game) {
            // Where pieces are placed first, few boards are positions.
            if game.definition.placement.is_some() {
                compare_games(game, rules, &slow, positions);
                continue;
            }
            compare_games(game, rules.clone(), &slow, positions * 2 / 3);
            compare_placements(game, rules, &slow, positions / 3);
        }
    }
}

/// The moves of both positions, with their victims and what is legal, in random games.
fn compare_forms(game: &DescribedGame, count: u64) {
    let [sets, asked] = [Backend::General, Backend::Asking].map(|backend| {
        let rules = game.definition.rules(backend).unwrap();
        move |fen: &str| Position::<CustomGame>::from_fen(fen, rules.clone()).unwrap()
    });
    let (mut random, mut compared) = (SplitMix64(count), 0);
    while compared < count {
        let (_, fen) = &game.starts[random.below(game.starts.len())];
        let mut position = sets(fen);
        for _ in 0..80 {
            let other = asked(&position.to_fen());
            let all = moves(&position);
            assert_eq!(all, moves(&other), "{}: {}", game.name, position.to_fen());
            assert_eq!(position.in_check(), other.in_check(), "{}", position.to_fen());
            compared += 1;
            let legal = position.legal_moves();
            let squares: Vec<Square> = position.geometry().squares().iter().collect();
            for _ in 0..40 {
                let mv = Move::new(random.pick(&squares), random.pick(&squares));
                let found = [&position, &other].map(|position| position.is_legal(mv));
                assert_eq!(found, [legal.contains(&mv); 2], "{}: {mv:?}", position.to_fen());
            }
            for &mv in &legal {
                assert!(other.is_legal(mv) && position.is_legal(mv), "{}", position.to_fen());
                let after = [&position, &other].map(|from| from.play_unchecked(mv).to_fen());
                assert_eq!(after[0], after[1], "{}: {}", game.name, position.to_fen());
            }
            if legal.is_empty() || compared >= count {
                break;
            }
            position = position.play_unchecked(random.pick(&legal));
            if position.board_outcome().is_some() {
                break;
            }
        }
    }
}

/// Each form of a piece's ways and captures plays like the one that asks each square.
#[test]
fn sets_tell_the_same_moves_as_squares_that_are_asked() {
    let drawn = (DRAWN.len() as u64..number("BAROQUE_DRAWN", 0)).map(|number| drawn(number).text);
    let files =
        shipped().into_iter().map(str::to_owned).chain([EXAMPLES, WORDS].map(str::to_owned));
    let files = files.chain(DRAWN.iter().map(|game| game.text.clone())).chain(drawn);
    for text in files {
        let games = games_of(&text);
        games
            .iter()
            .filter(|game| game.rules.is_some())
            .for_each(|game| compare_forms(game, positions()));
    }
}

#[test]
fn the_examples_are_played_like_the_reference() {
    compare_file(EXAMPLES, positions());
}

#[test]
fn the_shipped_games_are_played_like_the_reference() {
    let own = |text: &&str| {
        let games =
            ["[fugue]", "[skirmish]", "[optima-frame]", "[rococo-vchess]", "[renaissance-file]"];
        games.iter().any(|game| text.contains(game))
    };
    shipped().into_iter().filter(own).for_each(|text| compare_file(text, positions()));
}

/// Positions in which moves that look safe are not, or captures that look far away are not.
#[test]
fn positions_of_old_faults_are_played_like_the_reference() {
    let positions = [
        // The bent slider takes the king from a square on which it displaces another piece.
        ("sink-acts", "4D4/C2g2h2/1h1gP4/4E4/1k5F1/f1d1b4/2h2KP2/a3D4[hp] b - - 89 1"),
        // The shadow leaps to the king like a tower if it takes one besides: that on g2, after i1g2.
        ("imitates-too", "6k2/9/9/9/K8/2s5T w - - 0 1"),
        // The bomb beside the king changes sides.
        ("turncoats", "4/2k1/4/4/1W2/I1K1 w - - 0 1"),
        // An imitator takes by leaps and bends of others, with no enemy on its lines.
        ("imitated-leaps", "k7/8/8/4n3/8/3X4/8/7K w - - 0 1"),
        ("imitated-leaps", "k7/8/4m3/8/8/3X4/8/7K w - - 0 1"),
        ("imitated-leaps", "k7/8/4b3/8/8/3X4/8/7K w - - 0 1"),
    ];
    let games = games_of(WORDS);
    for (name, fen) in positions {
        let game = games.iter().find(|game| game.name == name).unwrap();
        let slow = Definition::read(WORDS, name, &shipped()).unwrap().position(fen).unwrap();
        let all = all_rules(game);
        assert!(name != "imitated-leaps" || all.len() == 2, "the generator of tables plays it");
        for rules in all {
            compare(&Position::from_fen(fen, rules).unwrap(), &slow, name);
        }
    }
}

/// What stands between a leaper and a king, or comes there, decides whether it takes the king.
#[test]
fn leapers_before_kings_are_played_like_the_reference() {
    let mut random = SplitMix64(1);
    for (several, slide_on) in [(false, false), (false, true), (true, false), (true, true)] {
        let text = format!(
            r#"format = 1
[leapers]
start = "mmmmmmmm/6k1/8/8/8/8/1L6/KM6 b"
pieces.K = {{ name = "king", move = "K", take = "displace", royal = true }}
pieces.M = {{ name = "mann", move = "K" }}
pieces.L = {{ name = "leaper", move = "Q", take = {{ leap = {{ several = {several}, slide-on = {slide_on} }} }} }}
"#
        );
        let slow = Definition::read(&text, "leapers", &shipped()).unwrap();
        let all = all_rules(&games_of(&text)[0]);
        for between in (0..1 << 4).cycle().take(320) {
            for rules in &all {
                let mut board = [['.'; 8]; 8];
                (board[0][0], board[1][1], board[6][6]) = ('K', 'L', 'k');
                (2..6).filter(|at| between >> (at - 2) & 1 == 1).for_each(|at| board[at][at] = 'm');
                for _ in 0..4 {
                    let [file, rank] = [random.below(8), random.below(8)];
                    if file != rank {
                        board[rank][file] = 'm';
                    }
                }
                let rows = board.iter().rev().map(|row| row.iter().collect());
                let fen = format!("{} b - - 0 1", diagram(rows));
                let fast = Position::from_fen(&fen, rules.clone()).unwrap();
                compare(&fast, &slow.position(&fen).unwrap(), "leapers");
            }
        }
    }
}

/// Words that are played right one by one and were not together, each with a position that shows it.
#[test]
fn old_faults_of_words_together_are_played_like_the_reference() {
    let games = [
        // Each side has a royal piece of another kind.
        (
            "5x5",
            "mate",
            "2e2/5/5/5/2K2",
            "E = { name = \"emperor\", move = \"Q\", take = \"displace\", royal = true }
            P = { name = \"p\" }",
            "2e2/5/5/5/2K2 w",
        ),
        // Z, immune to U, is none of the victims of which U may have one.
        (
            "6x6",
            "capture",
            "5k/1z4/6/6/1X4/1u3K",
            "U = { name = \"u\", move = \"Q\", take = { either = [\"withdraw\", \"approach\"] } }
            Z = { name = \"z\", immune = \"U\" }
            X = { name = \"x\", move = \"Q\", take = \"imitate\" }",
            "5k/1z4/6/6/1X4/1u3K w",
        ),
        // One move flies over the victim, the other one leaps over it, which changes sides.
        (
            "5x5",
            "capture",
            "4k/5/5/p4/A3K",
            "A = { name = \"a\", move = [\"Q\", \"fly\"], take = [{ leap = { effect = \"convert\" } }, \"fly\"] }
            P = { name = \"p\" }",
            "4k/5/5/p4/A3K w",
        ),
    ];
    let king = "K = { name = \"king\", move = \"K\", take = \"displace\", royal = true }";
    for (board, royal, start, pieces, fen) in games {
        let text = format!(
            "format = 1\n[fault]\nboard = \"{board}\"\nstart = \"{start}\"\n\
             end = {{ royal = \"{royal}\" }}\n[fault.pieces]\n{king}\n{pieces}\n"
        );
        let slow = Definition::read(&text, "fault", &shipped()).unwrap();
        for rules in all_rules(&games_of(&text)[0]) {
            let fast = Position::from_fen(fen, rules).unwrap();
            let most = (&mut SplitMix64(1), 50);
            compare_play("fault", fast, slow.position(fen).unwrap(), most);
        }
        compare_file(&text, positions());
    }
}

/// In Rococo with check swaps, promotions, jumps and the ring decide about it.
#[test]
fn rococo_with_check_is_played_like_the_reference() {
    let rococo = shipped().into_iter().find(|text| text.contains("[rococo-file]")).unwrap();
    let mate = "[rococo-mate]\ninherits = \"rococo-file\"\nend = { royal = \"mate\" }";
    compare_file(&format!("{rococo}\n{mate}\n"), positions());
}

#[test]
fn all_words_are_played_like_the_reference() {
    compare_file(WORDS, positions());
}

/// More games with `BAROQUE_DRAWN`.
#[test]
fn drawn_games_are_played_like_the_reference() {
    DRAWN.iter().for_each(|game| compare_file(&game.text, positions()));
    for number in DRAWN.len() as u64..number("BAROQUE_DRAWN", 0) {
        compare_file(&drawn(number).text, positions());
    }
}

/// More games with `BAROQUE_DRAWN`.
#[test]
fn games_of_tables_are_played_like_the_reference() {
    for number in 0..number("BAROQUE_DRAWN", 20) {
        compare_file(&drawn::tabular(number), positions());
    }
}

#[test]
fn drawn_games_have_all_words() {
    let has = |word: &&str| DRAWN.iter().any(|game| game.text.contains(*word));
    let missing: Vec<&&str> = drawn::WORDS.iter().filter(|word| !has(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let refused: usize = DRAWN.iter().map(|game| game.refused.len()).sum();
    assert!(refused <= DRAWN.len(), "{refused} draws are refused");
    let is_compiled =
        |game: &&DrawnGame| !games_of(&game.text)[0].rules.clone().unwrap().is_general();
    let compiled = DRAWN.iter().filter(is_compiled).count();
    assert!(compiled >= 4, "the generator of tables plays {compiled}");
}

#[test]
fn pieces_are_placed_like_in_the_reference() {
    compare_file(PLACEMENTS, positions());
}

#[test]
fn fugue_has_the_node_counts_of_its_rules() {
    let fugue = baroque_games::builtin().iter().find(|game| game.name == "fugue").unwrap();
    let start =
        Position::<CustomGame>::from_fen(&fugue.starts[0].1, fugue.rules.clone().unwrap()).unwrap();
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [22, 484, 17_428]);
}

/// The node counts of the compiled games, by the games that the files describe.
#[test]
fn files_of_compiled_games_have_their_node_counts() {
    let games: Vec<DescribedGame> = shipped().into_iter().flat_map(games_of).collect();
    for (name, suite) in baroque_perft_suites::SUITES {
        let name = format!("{name}-file");
        let Some(game) = games.iter().find(|game| game.name == name) else { continue };
        for (backend, most) in [(Backend::Fastest, 20_000), (Backend::General, 200)] {
            let rules = game.definition.rules(backend).unwrap();
            let mut counted = 0;
            for line in suite.lines().filter(|line| !line.starts_with('#')) {
                let mut fields = line.split(';');
                let Some(fen) = fields.next().filter(|fen| !fen.trim().is_empty()) else {
                    continue;
                };
                let position = Position::<CustomGame>::from_fen(fen.trim(), rules.clone()).unwrap();
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

/// What moves on to a square takes on the square before, also if it is pushed there, by the piece that then
/// stands there.
#[test]
fn a_pushed_airplane_takes_what_pushes_it() {
    let games = games_of(WORDS);
    let game = games.iter().find(|game| game.name == "forced-acts").unwrap();
    let slow = Definition::read(WORDS, &game.name, &shipped()).unwrap();
    for fen in ["8k/9/9/9/9/eE7/2a6/4K4[] b", "8k/9/9/9/9/2aEe4/9/4K4[] b"] {
        let fen = format!("{fen} - - 0 1");
        let fast = Position::<CustomGame>::from_fen(&fen, game.rules.clone().unwrap());
        let fast = fast.unwrap_or_else(|error| panic!("{fen}: {error}"));
        compare(&fast, &slow.position(&fen).unwrap(), &game.name);
    }
    let fen = "8k/9/9/9/9/eE7/2a6/4K4[] b - - 0 1";
    let fast = Position::<CustomGame>::from_fen(fen, game.rules.clone().unwrap()).unwrap();
    let next = fast.play_unchecked(read_move(&fast, "c2b3").unwrap());
    assert_eq!(next.to_fen(), "8k/9/9/9/E8/e8/9/4K4[B] w - - 0 2");
}

/// A small game, under a name, with its pieces in some order.
fn small_game(name: &str, pieces: [&str; 3]) -> AnyGame {
    let file = format!(
        "format = 1\n[{name}]\nboard = \"5x5\"\nstart = \"rkn2/5/5/5/RKN2 w - - 0 1\"\n\
         end = {{ royal = \"capture\", stalemate = \"loss\" }}\n[{name}.pieces]\n{}\n",
        pieces.join("\n")
    );
    baroque_games::load(&file).unwrap().remove(0)
}

/// Another definition, by the order of the pieces, of the game that has the same hash.
#[test]
fn estimates_of_values_are_kept_for_the_session() {
    let king = "K = { name = \"king\", move = \"K\", take = \"displace\", royal = true }";
    let rook = "R = { name = \"rook\", move = \"R\", take = \"displace\" }";
    let knight = "N = { name = \"knight\", move = \"N\", take = \"displace\" }";
    let values = |game: &AnyGame| {
        values::prepare(game);
        let AnyHistory::CustomGame(history) = game.history() else { panic!("a custom game") };
        let position = history.position();
        assert!(position.rules().has_values());
        ['R', 'N'].map(|letter| position.rules().value(position.pieces().kind(letter).unwrap()))
    };
    let estimated = values(&small_game("one", [king, rook, knight]));
    assert_ne!(estimated[0], estimated[1]);
    let before = interrupt::steps();
    assert_eq!(values(&small_game("other", [king, knight, rook])), estimated);
    assert_eq!(interrupt::steps(), before, "the values are not estimated again");
}

/// Searches of 50 ms and searches that are stopped, from positions of random play in drawn games: with
/// `BAROQUE_LATE=15`, 20 of each of 50 games, none of which may end 15 ms late.
#[test]
fn no_search_of_a_drawn_game_ends_late() {
    let is_measured = std::env::var("BAROQUE_LATE").is_ok();
    let (games, count) = if is_measured { (50, 20) } else { (2, 2) };
    let late = Duration::from_millis(number("BAROQUE_LATE", 3000));
    for number in 0..games {
        let game = games_of(&drawn(number).text).swap_remove(0);
        let (mut engine, mut random) = (Engine::new(), SplitMix64(number));
        for _ in 0..count {
            let start = game.starts[0].1.as_str();
            let mut position =
                Position::<CustomGame>::from_fen(start, game.rules.clone().unwrap()).unwrap();
            for _ in 0..random.below(40) {
                let legal = position.legal_moves();
                if legal.is_empty() || position.board_outcome().is_some() {
                    break;
                }
                position = position.play_unchecked(random.pick(&legal));
            }
            let history = GameHistory::new(position);
            let [timed, stopped] = times_of_searches(&mut engine, &history);
            let fen = history.position().to_fen();
            assert!(timed < Duration::from_millis(50) + late, "{}: {fen}: {timed:?}", game.name);
            assert!(stopped < late, "{}: {fen}: {stopped:?} after stop", game.name);
        }
    }
}

/// How long a search of 50 ms takes, and an endless one after it is stopped.
fn times_of_searches(engine: &mut Engine, game: &GameHistory<CustomGame>) -> [Duration; 2] {
    let started = Instant::now();
    engine.search(game, &Limits { move_time: Some(50), ..Limits::default() });
    let timed = started.elapsed();
    let stop = StopFlag::default();
    let stopped = std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(5));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let limits = Limits { infinite: true, ..Limits::default() };
        engine.search_with(game, &limits, &stop, &mut |_| ());
        let ended = Instant::now();
        ended.saturating_duration_since(stopper.join().unwrap())
    });
    [timed, stopped]
}

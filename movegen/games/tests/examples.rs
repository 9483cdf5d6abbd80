//! The examples of the description of the format, unchanged.

use baroque_games::{DescribedGame, builtin, parse};
use baroque_movegen::definition::{Act, Effect, Method, Mode, PieceDefinition, PromotesTo};
use baroque_movegen::{CustomGame, Geometry, Kinds, PieceKind, Position, perft};

pub const EXAMPLES: &str = include_str!("examples.toml");

pub fn games() -> Vec<DescribedGame> {
    parse("examples.toml", EXAMPLES).unwrap_or_else(|errors| panic!("{errors}")).games
}

pub fn game(name: &str) -> DescribedGame {
    games().into_iter().find(|game| game.name == name).unwrap()
}

fn piece(game: &DescribedGame, letter: char) -> &PieceDefinition {
    game.definition.pieces.iter().find(|piece| piece.letter == letter).unwrap()
}

fn letters(game: &DescribedGame) -> String {
    game.definition.pieces.iter().map(|piece| piece.letter).collect()
}

pub fn start(game: &DescribedGame) -> Position<CustomGame> {
    let rules = game.rules.clone().unwrap_or_else(|| panic!("{} is not played", game.name));
    Position::from_fen(&game.starts[0].1, rules).unwrap()
}

#[test]
fn all_examples_are_read() {
    let names: Vec<String> = games().iter().map(|game| game.name.clone()).collect();
    let expected = ["baroque-file", "cambridge-file", "rococo-file", "fugue", "siege", "penultima"];
    assert_eq!(names, expected);
    for game in games() {
        assert_eq!(game.rules.is_some(), game.name != "penultima");
        assert_eq!(game.draw.is_some(), game.name == "penultima");
        assert_eq!(game.hash.len(), 64);
    }
}

#[test]
fn rows_are_read_with_their_options() {
    let rococo = game("rococo-file");
    assert_eq!(letters(&rococo), "KPASLWIX");
    assert_eq!(rococo.definition.board.file_letters(), "xabcdefghz");
    assert_eq!(rococo.definition.capture_only.unwrap().len(), 36);
    let swap = Act::Swap { enemies_only: false, take_back: false };
    assert_eq!(piece(&rococo, 'S').acts, [swap, Act::Destroy]);
    let pawn = piece(&rococo, 'P');
    assert_eq!(pawn.ways.len(), 16);
    assert!(pawn.ways.iter().all(|way| way.displacing == (way.mode == Mode::Jump)));
    assert_eq!(pawn.promotion.unwrap().to, PromotesTo::Lost);

    let siege = game("siege");
    assert_eq!(siege.definition.board.squares().len(), 77);
    let kinds = |letters: &str| {
        let row = |letter| siege.definition.pieces.iter().position(|p| p.letter == letter);
        letters.chars().fold(Kinds::NONE, |all, letter| {
            all.union(Kinds::one(PieceKind::new(row(letter).unwrap())))
        })
    };
    let promotion = piece(&siege, 'P').promotion.unwrap();
    assert_eq!(promotion.to, PromotesTo::Kinds(kinds("RTF")));
    assert_eq!(piece(&siege, 'A').takes[0].effect, Effect::Convert);
    assert_eq!(piece(&siege, 'Q').value, Some(700));
    assert!(piece(&siege, 'Q').takes.iter().all(|take| take.either));
    assert_eq!(piece(&siege, 'S').acts, [Act::Attract { range: u8::MAX }]);
    assert_eq!(piece(&siege, 'R').acts, [Act::Rifle { range: 2, free: 2, spotter: 1 }]);
    let pincer = Method::Pincer { orthogonal: true, diagonal: true, partners: Kinds::ALL };
    assert_eq!(piece(&siege, 'P').takes[0].method, pincer);
    let goal = siege.definition.end.goal.unwrap();
    assert_eq!((goal.kinds, goal.pieces, goal.before_check), (kinds("K"), 1, false));

    let cambridge = game("cambridge-file");
    assert_eq!(letters(&cambridge), letters(&game("baroque-file")));
    assert!(!cambridge.definition.suicide && piece(&cambridge, 'X').name == "chameleon");
    assert!(piece(&cambridge, 'X').freezes.is_some());
}

#[test]
fn draws_are_read() {
    let penultima = game("penultima");
    assert_eq!(letters(&penultima), "K");
    let draw = penultima.draw.unwrap();
    assert_eq!(draw.pieces.iter().collect::<String>(), "PNBRQ");
    assert_eq!((draw.moves.len(), draw.takes.len(), draw.powers.len()), (7, 7, 7));
    assert_eq!(draw.takes[6].item, None);
    assert_eq!((draw.moves[0].word.as_str(), draw.moves[0].weight), ("R", 3));
    assert_eq!((draw.invoke.len(), draw.names.len()), (2, 6));
    assert_eq!((draw.refuse.first_moves_below, draw.refuse.decided_within), (8, 2));
}

#[test]
fn fugue_is_the_built_in_one() {
    let fugue = game("fugue");
    let names: Vec<_> = builtin().iter().map(|game| &*game.name).collect();
    assert_eq!(names[..2], ["fugue", "skirmish"]);
    let [optima @ .., "rococo-vchess", "penultima"] = &names[2..] else { panic!("{names:?}") };
    assert!(optima.iter().all(|name| name.starts_with("optima-")));
    assert_eq!(fugue.hash, builtin()[0].hash);
    let start = start(&builtin()[0]);
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [22, 484, 17428]);
}

#[test]
fn every_start_has_moves() {
    for game in games().iter().filter(|game| game.rules.is_some()) {
        assert!(start(game).count_moves() > 10, "{}", game.name);
    }
}

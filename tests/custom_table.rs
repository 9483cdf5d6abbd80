//! Games whose table is known only at run time, compared with the compiled games on random games.

use std::collections::{BTreeMap, BTreeSet};

use baroque_movegen::{
    Bitboard, ByColor, CustomBoard, CustomGame, CustomRules, Game, GameTable, Geometry, Goal, Grid,
    Imitated, Kinds, Limit, Maxima, Methods, Move, Movement, PieceKind, PieceSpec, PieceSpecs,
    Position, Rococo, RuleFlags, RuleSwitches, Rules, TableErrors, Ultima, read_move, uci,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The same board, described at run time.
fn board<G: Geometry>(board: G) -> CustomBoard {
    let (files, ranks) = (board.files(), board.ranks());
    let exists = |&square: &(usize, usize)| board.square(square.0, square.1).is_some();
    let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
    let holes =
        squares.filter(|square| !exists(square)).map(|(file, rank)| 1 << (rank * files + file));
    let letters = &board.file_letters()[..files];
    CustomBoard::new(files, ranks, letters, board.lowest_rank() as u8, holes.sum()).unwrap()
}

/// The rules of a compiled game with 128 bits a set, as a table that is known at run time.
fn at_run_time<G>(rules: Rules<G>) -> CustomRules
where
    G: Game<Rules = Rules<G>, Geometry: Grid<Bits = u128>>,
{
    let table = G::table(&rules);
    let zone = |zone: ByColor<Bitboard<G::Geometry>>| ByColor(zone.0.map(|half| Bitboard(half.0)));
    let table = GameTable {
        capture_only: table.capture_only.map(|squares| Bitboard(squares.0)),
        limit: table.limit.map(|Limit { zone: squares, pieces, name }| Limit {
            zone: zone(squares),
            pieces,
            name,
        }),
        goal: table.goal.map(|goal| {
            let Goal { kinds, pieces, before_check, .. } = goal;
            Goal { zone: zone(goal.zone), kinds, pieces, before_check }
        }),
        ..GameTable::new(board(table.geometry), table.pieces, table.max_pieces, G::options(&rules))
    };
    CustomRules::new(table, rules.end_rules()).unwrap()
}

/// The six pieces of Ultima beside the king, written anew.
fn ultima(rules: Rules<Ultima>) -> CustomRules {
    let kinds = |kinds: &[usize]| {
        kinds.iter().fold(Kinds::NONE, |all, &kind| all.union(Kinds::one(PieceKind::new(kind))))
    };
    let queen = |letter, name| PieceSpec::new(letter, name, Movement::QUEEN);
    let rows = vec![
        PieceSpec::new('K', "king", Movement::STEP).displacing().with(Methods::ROYAL),
        PieceSpec::new('P', "pawn", Movement::ROOK).with(Methods::PINCER),
        queen('W', "withdrawer").with(Methods::WITHDRAW),
        queen('L', "long-leaper").with(Methods::LEAP),
        queen('X', "chameleon").with(Methods::IMITATE).freezing(kinds(&[5])),
        queen('I', "immobilizer").freezing(Kinds::ALL).rescuers(kinds(&[4, 5])),
        queen('C', "coordinator").with(Methods::COORDINATE),
    ];
    let board = board(Ultima::table(&rules).geometry);
    let table = GameTable::new(board, PieceSpecs::new(rows.leak()), 32, Ultima::options(&rules));
    CustomRules::new(table, rules.end_rules()).unwrap()
}

type Moves = BTreeMap<Move, Vec<usize>>;

/// The legal moves with their victims.
fn moves<G: Game>(position: &Position<G>) -> Moves {
    let victims = |mv| position.victims(mv).iter().map(|square| square.index()).collect();
    position.legal_moves().into_iter().map(|mv| (mv, victims(mv))).collect()
}

fn compare<G: Game>(compiled: &Position<G>, loaded: &Position<CustomGame>, other: &Moves) {
    let fen = compiled.to_fen();
    assert_eq!(loaded.to_fen(), fen);
    let legal = moves(compiled);
    assert_eq!(moves(loaded), legal, "{fen}");
    assert_eq!(loaded.count_moves(), legal.len() as u64, "{fen}");
    assert_eq!(loaded.in_check(), compiled.in_check(), "{fen}");
    assert_eq!(loaded.board_outcome(), compiled.board_outcome(), "{fen}");
    for &mv in legal.keys().chain(other.keys()) {
        assert_eq!(loaded.is_legal(mv), legal.contains_key(&mv), "{fen} {mv:?}");
    }
}

/// Random games, in which all moves of every position are compared, and those of the one before.
fn compare_games<G: Game>(name: &str, rules: G::Rules, table: CustomRules, games: u64) {
    let start = Position::<G>::named_start(Position::<G>::variant(name).unwrap().start, rules);
    let start = start.unwrap();
    for seed in 0..games {
        let mut random = StdRng::seed_from_u64(seed);
        let mut compiled = start.clone();
        let mut loaded = Position::from_fen(&start.to_fen(), table.clone()).unwrap();
        let mut before = Moves::new();
        for _ in 0..60 {
            compare(&compiled, &loaded, &before);
            before = moves(&compiled);
            let captures: Vec<Move> = before
                .iter()
                .filter(|(_, victims)| !victims.is_empty())
                .map(|(&mv, _)| mv)
                .collect();
            let all: Vec<Move> = before.keys().copied().collect();
            let choices =
                if random.random_bool(0.3) && !captures.is_empty() { captures } else { all };
            if choices.is_empty() {
                break;
            }
            let mv = choices[random.random_range(0..choices.len())];
            (compiled, loaded) = (compiled.play_unchecked(mv), loaded.play_unchecked(mv));
        }
    }
}

#[test]
fn a_table_at_run_time_plays_ultima() {
    for variant in Ultima::VARIANTS {
        for object in ["object=mate", "object=capture"] {
            let rules = variant.rules.with_overrides(object).unwrap();
            compare_games::<Ultima>(variant.name, rules, ultima(rules), 20);
        }
    }
}

#[test]
fn a_table_at_run_time_plays_maxima() {
    for switches in ["suicide=on", "suicide=off"] {
        let rules = Rules::<Maxima>::default().with_overrides(switches).unwrap();
        compare_games::<Maxima>("maxima", rules, at_run_time(rules), 40);
    }
}

#[test]
fn a_table_at_run_time_plays_rococo() {
    for switches in ["swapfriends=on", "swapfriends=off"] {
        let rules = Rules::<Rococo>::default().with_overrides(switches).unwrap();
        compare_games::<Rococo>("rococo", rules, at_run_time(rules), 40);
    }
}

/// Rococo with checkmate: swaps, promotions, jumps and the ring in check. A move is legal if no
/// answer of the game without check captures the king.
#[test]
fn unusual_pieces_give_check() {
    let file = "format = 1\n[mate]\ninherits = \"rococo\"\nend = { royal = \"mate\" }\n";
    let mate = baroque_games::parse("mate.toml", file).unwrap().games[0].rules.clone().unwrap();
    let king_taken = at_run_time(Rules::<Rococo>::default());
    let start = Rococo::starts(&Default::default()).remove(0).fen;
    let (mut checks, mut illegal) = (0, 0);
    for seed in 0..30 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut fen = start.clone();
        for _ in 0..60 {
            let with_check = Position::<CustomGame>::from_fen(&fen, mate.clone()).unwrap();
            let without = Position::<CustomGame>::from_fen(&fen, king_taken.clone()).unwrap();
            let is_safe = |mv: &Move| {
                let next = without.play_unchecked(*mv);
                let Some(king) = next.board().king(without.side()) else { return false };
                !next.legal_moves().into_iter().any(|reply| next.victims(reply).has(king))
            };
            // The kinds have other numbers in the file.
            let texts = |position: &Position<CustomGame>, moves: &[Move]| -> BTreeSet<String> {
                moves.iter().map(|&mv| uci(position, mv)).collect()
            };
            let all: Vec<Move> = without.legal_moves();
            let expected: Vec<Move> = all.iter().copied().filter(is_safe).collect();
            let legal = with_check.legal_moves();
            assert_eq!(texts(&with_check, &legal), texts(&without, &expected), "{fen}");
            assert_eq!(with_check.count_moves(), expected.len() as u64, "{fen}");
            for &mv in &all {
                let text = uci(&without, mv);
                let is_legal = read_move(&with_check, &text).is_ok();
                assert_eq!(is_legal, expected.contains(&mv), "{fen} {text}");
            }
            checks += u32::from(with_check.in_check());
            illegal += all.len() - expected.len();
            let Some(mv) = legal.get(random.random_range(0..legal.len().max(1))) else {
                break;
            };
            fen = with_check.play_unchecked(*mv).to_fen();
        }
    }
    assert!(
        checks > 20 && illegal > 200,
        "{checks} checks, {illegal} moves leave the king in check"
    );
}

#[test]
fn tables_that_cannot_be_played_are_refused() {
    let board = CustomBoard::new(8, 8, "abcdefgh", 1, 0).unwrap();
    let king = PieceSpec::new('K', "king", Movement::STEP).with(Methods::ROYAL).displacing();
    let piece = |letter| PieceSpec::new(letter, "piece", Movement::QUEEN);
    let knight = PieceSpec::new('N', "knight", Movement::STEP.or_jump());
    let errors = |rows: Vec<PieceSpec<u128>>| {
        let table = GameTable::new(board, PieceSpecs::new(rows.leak()), 32, RuleFlags::empty());
        let end = Rules::<Ultima>::default().end_rules();
        CustomRules::new(table, end).map_or_else(|errors| errors, |_| TableErrors::empty())
    };
    assert_eq!(errors(vec![king, piece('A')]), TableErrors::empty());
    assert_eq!(errors(vec![]), TableErrors::ROW_COUNT);
    assert_eq!(errors(vec![king, piece('K')]), TableErrors::LETTER);
    assert_eq!(errors(vec![piece('A'), king]), TableErrors::ROYAL);
    assert_eq!(errors(vec![king, piece('A').with(Methods::DISPLACE)]), TableErrors::INCOMPLETE);
    assert_eq!(errors(vec![king, piece('A').with_options(RuleFlags::HANDS)]), TableErrors::OPTION);
    assert_eq!(errors(vec![king, piece('A').in_hand(PieceKind::new(9))]), TableErrors::KIND);
    assert_eq!(errors(vec![king, knight.with(Methods::WITHDRAW)]), TableErrors::METHOD);
    assert_eq!(errors(vec![king, piece('A').with(Methods::PUSH).displacing()]), TableErrors::ACTS);
    let single = piece('A').with(Methods::LEAP).with_options(RuleFlags::SINGLE_LEAP);
    assert_eq!(errors(vec![king, single, piece('B').with(Methods::LEAP)]), TableErrors::DIFFERENT);
    assert_eq!(errors(vec![king, piece('A').with(Methods::PULL)]), TableErrors::THREATS);
}

/// The board of the compiled game is not the one that the table names.
#[test]
fn two_tables_live_in_one_process() {
    let small = CustomBoard::new(5, 6, "abcde", 1, 0).unwrap();
    let rows = vec![
        PieceSpec::new('K', "king", Movement::STEP)
            .with(Methods::ROYAL)
            .displacing()
            .imitated(Imitated::Own),
    ];
    let end = Rules::<Ultima>::default().end_rules();
    let table = GameTable::new(small, PieceSpecs::new(rows.leak()), 2, RuleFlags::empty());
    let small =
        Position::<CustomGame>::from_fen("k4/5/5/5/5/4K", CustomRules::new(table, end).unwrap());
    let maxima = at_run_time(Rules::<Maxima>::default());
    let fen = Maxima::starts(&Default::default()).remove(0).fen;
    let maxima = Position::<CustomGame>::from_fen(&fen, maxima).unwrap();
    assert_eq!((small.unwrap().count_moves(), maxima.count_moves()), (3, 41));
}

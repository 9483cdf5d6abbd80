//! A game that is only a table: two of its pieces no game of the library has, and nothing but their
//! rows is written for them. The generator is compared with the reference, which reads the game from a
//! file.

use baroque_movegen::{
    Board8x8, BoardTypes, Color, CustomGame, Game, GameTable, Kinds, Methods, Move, Movement,
    PieceKind, PieceSpec, PieceSpecs, Position, Repetition, RuleFlags, Rules, Square, Start,
    TableExecution, TableFunctions, TableGame, Ultima, Variant, uci,
};
use rand::rngs::StdRng;
use rand::seq::index::sample;
use rand::{RngExt, SeedableRng};

use crate::common::backend::{Backend, Slow};
use crate::common::reference::definition::Definition;

/// Duels on 64 squares: kings, queens of chess, chameleons, immobilizers, and duellists, which move
/// like rooks and capture both what they move up to and what they move away from. The table has
/// as many rows as a game can have, and the pieces that are used stand in the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Duel;

impl BoardTypes for Duel {
    type Geometry = Board8x8;
    type Sets = [u64; PieceKind::MAX];
    type Counts = [u8; 0];
}

const PIECES: &[PieceSpec<u64>] = &{
    const LETTERS: &[u8; PieceKind::MAX] = b"KABCEFGHJLMNOPRSTUVWYZDQXI";
    let mut pieces = [PieceSpec::new('K', "king", Movement::STEP); PieceKind::MAX];
    let mut row = 0;
    while row < PieceKind::MAX {
        pieces[row] = PieceSpec::new(LETTERS[row] as char, "spare", Movement::QUEEN);
        row += 1;
    }
    pieces[0] = PieceSpec::new('K', "king", Movement::STEP).with(Methods::ROYAL).displacing();
    pieces[22] = PieceSpec::new('D', "duellist", Movement::ROOK)
        .with(Methods::APPROACH.union(Methods::WITHDRAW));
    pieces[23] = PieceSpec::new('Q', "queen", Movement::QUEEN).displacing();
    pieces[24] = PieceSpec::new('X', "chameleon", Movement::QUEEN).with(Methods::IMITATE);
    pieces[25] = PieceSpec::new('I', "immobilizer", Movement::QUEEN).freezing(Kinds::ALL);
    pieces
};

const TABLE: GameTable<Board8x8> =
    GameTable::new(Board8x8, PieceSpecs::new(PIECES), 32, RuleFlags::empty());

impl Game for Duel {
    type Rules = Rules<Self>;
    type MoveList = <Ultima as Game>::MoveList;
    type Execution = TableExecution;
    const PIECES: PieceSpecs<u64> = TABLE.pieces;
    const OPTIONS: RuleFlags = TABLE.options;
    const VARIANTS: &'static [Variant<Self::Rules>] = &[Variant {
        name: "duel",
        rules: Rules::new(RuleFlags::empty(), Repetition::Draw, 100),
        start: "standard",
    }];

    fn table(_: &Rules<Self>) -> &'static GameTable<Board8x8> {
        &TABLE
    }

    fn starts(_: &Self::Rules) -> Vec<Start> {
        Start::only("idxqkxdi/dddddddd/8/8/8/8/DDDDDDDD/IDXQKXDI w - - 0 1")
    }
}

impl TableGame for Duel {
    fn functions() -> &'static TableFunctions<Self> {
        static FUNCTIONS: TableFunctions<Duel> = TableFunctions::new();
        &FUNCTIONS
    }
}

/// The game as a file, and one in which duellists go three squares at most.
const FILE: &str = r#"
format = 1
[duel]
start = "idxqkxdi/dddddddd/8/8/8/8/DDDDDDDD/IDXQKXDI w - - 0 1"
[duel.pieces]
K = { name = "king",        move = "K", take = "displace", royal = true }
D = { name = "duellist",    move = "R", take = ["approach", "withdraw"] }
Q = { name = "queen",       move = "Q", take = "displace" }
X = { name = "chameleon",   move = "Q", take = "imitate" }
I = { name = "immobilizer", move = "Q", freezes = "*" }
[short-duel]
inherits = "duel"
[short-duel.pieces]
D = { move = "R3" }
"#;

/// The FEN of kings and up to fourteen other pieces on random squares.
fn random_fen(random: &mut StdRng) -> String {
    let mut squares = ['.'; 64];
    let letters: Vec<char> = "DdDdQqXxIi".chars().collect();
    for _ in 0..14 {
        squares[random.random_range(0..64)] = letters[random.random_range(0..letters.len())];
    }
    let kings = sample(random, 64, 2);
    (squares[kings.index(0)], squares[kings.index(1)]) = ('K', 'k');
    let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
    let runs = (1..=8).rev();
    let board = runs.fold(ranks.join("/"), |text, n| text.replace(&".".repeat(n), &n.to_string()));
    format!("{board} {} - - 0 1", if random.random_bool(0.5) { 'w' } else { 'b' })
}

/// The legal moves of both, their number, and [`Position::is_legal`] for all pairs of squares.
fn compare<G: Game>(slow: &Slow, fast: &Position<G>) {
    let fen = slow.fen();
    assert_eq!(fast.move_records(), slow.legal(), "{fen}");
    let moves = fast.legal_moves();
    assert_eq!(fast.count_moves(), moves.len() as u64, "{fen}");
    assert_eq!(fast.in_check(), slow.is_check(slow.white_to_move()), "{fen}");
    for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
        let mv = Move::new(Square::new(from), Square::new(to));
        assert_eq!(fast.is_legal(mv), moves.contains(&mv), "{fen} {}", uci(fast, mv));
    }
}

fn compare_games<G: Game>(name: &str, rules: G::Rules) {
    let game = Definition::read(FILE, name, &[]).unwrap();
    let mut random = StdRng::seed_from_u64(15);
    let (mut positions, mut captures, mut checks) = (0, 0, 0);
    while positions < 60 {
        let mut slow = game.position(&random_fen(&mut random)).unwrap();
        if !slow.is_position() {
            continue;
        }
        positions += 1;
        for _ in 0..8 {
            let fast = Position::<G>::from_fen(&slow.fen(), rules.clone()).unwrap();
            compare(&slow, &fast);
            checks += u32::from(fast.in_check());
            let legal = slow.legal();
            let Some(mv) = legal.get(random.random_range(0..legal.len().max(1))) else { break };
            captures += mv.victims.len();
            slow = slow.play(mv);
        }
    }
    assert!(captures > 20 && checks > 20, "{captures} captures, {checks} checks");
}

#[test]
fn a_row_is_enough_for_a_piece() {
    compare_games::<Duel>("duel", Duel::VARIANTS[0].rules);
    assert_eq!(Position::<Duel>::default().board().color(Color::White).len(), 16);
}

/// The same pieces from the file.
#[test]
fn a_range_is_enough_for_another_piece() {
    let games = baroque_games::parse("duel.toml", FILE).unwrap().games;
    let game = games.into_iter().find(|game| game.name == "short-duel");
    let rules = game.unwrap().rules.unwrap();
    assert!(!rules.is_general());
    compare_games::<CustomGame>("short-duel", rules);
}

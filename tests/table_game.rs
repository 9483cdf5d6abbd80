//! A game that is only a table: two of its pieces no game of the library has, and nothing but their
//! rows is written for them. The generator is compared with a slow reference that knows the rules.

use std::collections::BTreeSet;

use baroque_movegen::{
    Board8x8, BoardTypes, Color, CustomGame, Game, GameTable, Geometry, Kinds, Methods, Move,
    Movement, PieceKind, PieceSpec, PieceSpecs, Position, Repetition, RuleFlags, Rules, Square,
    Start, TableExecution, TableFunctions, TableGame, Ultima, Variant, uci,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

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

/// A piece as its FEN letter; `.` is an empty square.
#[derive(Clone)]
struct Mailbox {
    squares: [[char; 8]; 8],
    white: bool,
    /// How far duellists go.
    range: i32,
}

type Cell = (i32, i32);

const DIRECTIONS: [Cell; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Mailbox {
    fn at(&self, (file, rank): Cell) -> Option<char> {
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| self.squares[rank as usize][file as usize])
    }

    fn is_enemy(&self, cell: Cell, of_white: bool) -> bool {
        self.at(cell).is_some_and(|letter| letter != '.' && letter.is_uppercase() != of_white)
    }

    fn kind(&self, cell: Cell) -> char {
        self.at(cell).map_or('.', |letter| letter.to_ascii_uppercase())
    }

    fn cells(&self, white: bool) -> Vec<Cell> {
        let all = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        all.filter(|&cell| self.is_enemy(cell, !white)).collect()
    }

    fn is_frozen(&self, cell: Cell, white: bool) -> bool {
        let beside = |(x, y): Cell| (cell.0 + x, cell.1 + y);
        let freezes = |cell| self.kind(cell) == 'I' && self.is_enemy(cell, white);
        DIRECTIONS.into_iter().any(|way| freezes(beside(way)))
    }

    /// Whether duellists move so.
    fn is_duellists(&self, way: Cell, steps: i32) -> bool {
        (way.0 == 0 || way.1 == 0) && steps <= self.range
    }

    /// What a piece that takes like `kind` captures by moving `steps` in one direction.
    fn victims(&self, kind: char, from: Cell, way: Cell, steps: i32, white: bool) -> Vec<Cell> {
        let at = |steps: i32| (from.0 + way.0 * steps, from.1 + way.1 * steps);
        let cells = match kind {
            'K' if steps == 1 => vec![at(1)],
            'Q' => vec![at(steps)],
            'D' if self.is_duellists(way, steps) => vec![at(-1), at(steps + 1)],
            _ => vec![],
        };
        cells.into_iter().filter(|&cell| self.is_enemy(cell, white)).collect()
    }

    /// All moves of a side but for the safety of its king, with their victims.
    fn pseudo_legal(&self, white: bool) -> Vec<(Cell, Cell, BTreeSet<Cell>)> {
        let mut moves = Vec::new();
        for from in self.cells(white) {
            let kind = self.kind(from);
            if self.is_frozen(from, white) {
                continue;
            }
            for way in DIRECTIONS {
                for steps in 1..8 {
                    let to = (from.0 + way.0 * steps, from.1 + way.1 * steps);
                    let possible = match kind {
                        'K' => steps == 1,
                        'D' => self.is_duellists(way, steps),
                        _ => true,
                    };
                    let Some(occupant) = self.at(to).filter(|_| possible) else { break };
                    let kinds = if kind == 'X' { vec!['K', 'D', 'Q'] } else { vec![kind] };
                    let mut victims = BTreeSet::new();
                    for like in kinds {
                        let all = self.victims(like, from, way, steps, white);
                        let fits = |cell: &Cell| kind != 'X' || self.kind(*cell) == like;
                        victims.extend(all.into_iter().filter(fits));
                    }
                    if occupant == '.' || victims.contains(&to) {
                        moves.push((from, to, victims));
                    }
                    if occupant != '.' {
                        break;
                    }
                }
            }
        }
        moves
    }

    fn after(&self, from: Cell, to: Cell, victims: &BTreeSet<Cell>) -> Self {
        let mut next = self.clone();
        for &(file, rank) in victims {
            next.squares[rank as usize][file as usize] = '.';
        }
        let piece = std::mem::replace(&mut next.squares[from.1 as usize][from.0 as usize], '.');
        next.squares[to.1 as usize][to.0 as usize] = piece;
        next.white = !self.white;
        next
    }

    fn in_check(&self, white: bool) -> bool {
        let takes_king = |victims: &BTreeSet<Cell>| victims.iter().any(|&c| self.kind(c) == 'K');
        self.pseudo_legal(!white).iter().any(|(_, _, victims)| takes_king(victims))
    }

    fn legal(&self) -> BTreeSet<(String, Vec<String>)> {
        let name = |(file, rank): Cell| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        let mut moves = BTreeSet::new();
        for (from, to, victims) in self.pseudo_legal(self.white) {
            if !self.after(from, to, &victims).in_check(self.white) {
                let mut names: Vec<String> = victims.into_iter().map(name).collect();
                names.sort();
                moves.insert((name(from) + &name(to), names));
            }
        }
        moves
    }

    fn fen(&self) -> String {
        let rank = |rank: &[char; 8]| {
            let mut text = String::new();
            let mut run = 0;
            for &letter in rank {
                if letter == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text.push(letter);
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let ranks: Vec<String> = self.squares.iter().rev().map(rank).collect();
        format!("{} {} - - 0 1", ranks.join("/"), if self.white { 'w' } else { 'b' })
    }

    /// Kings and up to fourteen other pieces on random squares.
    fn random(random: &mut StdRng, range: i32) -> Self {
        let white = random.random_bool(0.5);
        let mut mailbox = Self { squares: [['.'; 8]; 8], white, range };
        let letters: Vec<char> = "DdDdQqXxIi".chars().collect();
        let others = (0..14).map(|_| letters[random.random_range(0..letters.len())]);
        for letter in ['K', 'k'].into_iter().chain(others.collect::<Vec<char>>()) {
            let (file, rank) = (random.random_range(0..8), random.random_range(0..8));
            if !"Kk".contains(mailbox.squares[rank][file]) {
                mailbox.squares[rank][file] = letter;
            }
        }
        mailbox
    }
}

fn squares<G: Game>(position: &Position<G>, mv: Move) -> Vec<String> {
    let mut names: Vec<String> =
        position.victims(mv).iter().map(|square| position.geometry().name(square)).collect();
    names.sort();
    names
}

/// The legal moves of both, their number, and [`Position::is_legal`] for all pairs of squares.
fn compare<G: Game>(slow: &Mailbox, fast: &Position<G>) {
    let fen = slow.fen();
    let expected = slow.legal();
    let moves = fast.legal_moves();
    let found: BTreeSet<(String, Vec<String>)> =
        moves.iter().map(|&mv| (uci(fast, mv), squares(fast, mv))).collect();
    assert_eq!(found, expected, "{fen}");
    assert_eq!(fast.count_moves(), expected.len() as u64, "{fen}");
    assert_eq!(fast.in_check(), slow.in_check(slow.white), "{fen}");
    for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
        let mv = Move::new(Square::new(from), Square::new(to));
        assert_eq!(fast.is_legal(mv), moves.contains(&mv), "{fen} {}", uci(fast, mv));
    }
}

fn compare_games<G: Game>(rules: G::Rules, range: i32) {
    let mut random = StdRng::seed_from_u64(15);
    let (mut positions, mut captures, mut checks) = (0, 0, 0);
    while positions < 60 {
        let mut slow = Mailbox::random(&mut random, range);
        let has_kings = slow.fen().contains('K') && slow.fen().contains('k');
        if !has_kings || slow.in_check(!slow.white) {
            continue;
        }
        positions += 1;
        for _ in 0..8 {
            let fast = Position::<G>::from_fen(&slow.fen(), rules.clone()).unwrap();
            compare(&slow, &fast);
            checks += u32::from(fast.in_check());
            let legal: Vec<(Cell, Cell, BTreeSet<Cell>)> = slow
                .pseudo_legal(slow.white)
                .into_iter()
                .filter(|(from, to, victims)| !slow.after(*from, *to, victims).in_check(slow.white))
                .collect();
            let Some((from, to, victims)) = legal.get(random.random_range(0..legal.len().max(1)))
            else {
                break;
            };
            captures += victims.len();
            slow = slow.after(*from, *to, victims);
        }
    }
    assert!(captures > 20 && checks > 20, "{captures} captures, {checks} checks");
}

#[test]
fn a_row_is_enough_for_a_piece() {
    compare_games::<Duel>(Duel::VARIANTS[0].rules, 7);
    assert_eq!(Position::<Duel>::default().board().color(Color::White).len(), 16);
}

/// The same pieces from a file, but duellists go three squares at most.
#[test]
fn a_range_is_enough_for_another_piece() {
    let file = r#"
        format = 1
        [short-duel]
        start = "idxqkxdi/dddddddd/8/8/8/8/DDDDDDDD/IDXQKXDI w - - 0 1"
        [short-duel.pieces]
        K = { name = "king",        move = "K", take = "displace", royal = true }
        D = { name = "duellist",    move = "R3", take = ["approach", "withdraw"] }
        Q = { name = "queen",       move = "Q", take = "displace" }
        X = { name = "chameleon",   move = "Q", take = "imitate" }
        I = { name = "immobilizer", move = "Q", freezes = "*" }
    "#;
    let rules = baroque_games::parse("duel.toml", file).unwrap().games.remove(0).rules.unwrap();
    assert!(!rules.is_general());
    compare_games::<CustomGame>(rules, 3);
}

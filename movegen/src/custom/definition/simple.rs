//! Rows of the piece table for described pieces. Where the rows say all, the generator of tables plays
//! the game; where they do not, they serve explanations and the evaluation.

use std::sync::{LazyLock, Mutex};

use super::ways::{Mode, Shape};
use super::{
    Act, Definition, Effect, Field, ImitatedBy, Immune, Immunity, Method, PieceDefinition, Take,
    Way,
};
use crate::custom::generator::paths::target;
use crate::custom::generator::program::Promotes;
use crate::held::{Values, intern, intern_name};
use crate::piece::movement::Vector;
use crate::{
    Bitboard, Bits, Color, CustomBoard, Direction, Directions, GameTable, Geometry, Grid, Imitated,
    Kinds, Methods, Movement, PieceKind, PieceSpec, Promotion, RuleFlags, Square,
};

static PROMOTIONS: Values<Promotion<u128>> = LazyLock::new(Mutex::default);
static LEAPS: Values<[u128; 128]> = LazyLock::new(Mutex::default);
static VECTORS: Values<[Vector]> = LazyLock::new(Mutex::default);

/// A row, and whether it says all about the piece.
pub struct Row {
    pub info: PieceSpec<u128>,
    pub is_exact: bool,
}

/// The row of a described piece, whose promotion the program has made ready.
pub fn row(definition: &Definition, piece: &PieceDefinition, promotes: Option<&Promotes>) -> Row {
    let (quiet, is_quiet_exact) = movement(definition, piece.ways.iter().filter(|way| way.quiet));
    let displacing = piece.ways.iter().filter(|way| way.displacing);
    let (onto, is_onto_exact) = movement(definition, displacing);
    let displaces = piece.takes.iter().any(|take| take.method == Method::Displace);
    let same = piece.ways.iter().all(|way| way.quiet && way.displacing);
    let name = intern_name(&piece.name);
    let mut info = PieceSpec::new(piece.letter, name, quiet);
    if displaces {
        info = if same { info.displacing() } else { info.displacing_by(onto) };
    }
    let mut row = Row {
        info,
        is_exact: is_quiet_exact && (!displaces || is_onto_exact) && !definition.wraps,
    };
    row.add_takes(definition, piece);
    row.require(takes_go_together(definition, piece));
    row.add_acts(definition, piece);
    row.add_powers(definition, piece);
    if let Some(promotes) = promotes {
        row.add_promotion(promotes);
    }
    row
}

impl Row {
    fn require(&mut self, exact: bool) {
        self.is_exact &= exact;
    }

    fn add(&mut self, methods: Methods, options: RuleFlags) {
        self.info = self.info.with(methods).with_options(options);
    }

    fn add_takes(&mut self, definition: &Definition, piece: &PieceDefinition) {
        let royal = |kind: Kinds| kind == Kinds::one(PieceKind::KING);
        let jumps = || {
            let mut ways = definition.pieces.iter().flat_map(|piece| &piece.ways);
            ways.any(|way| way.mode == Mode::Jump)
        };
        let imitates = |take: &Take| matches!(take.method, Method::Imitate { .. });
        let imitated = definition.pieces.iter().flat_map(|piece| &piece.takes).any(imitates);
        for take in &piece.takes {
            let is_usual = match definition.hands {
                None => matches!(take.effect, Effect::Capture | Effect::Remove),
                Some(_) => take.effect == Effect::Capture,
            };
            self.require(is_usual && !take.either);
            match take.method {
                Method::Displace => {}
                Method::Pincer { orthogonal, diagonal, partners } => {
                    self.add(Methods::PINCER, RuleFlags::empty());
                    self.require(orthogonal && !diagonal && partners == Kinds::ALL);
                }
                Method::Withdraw => self.add(Methods::WITHDRAW, RuleFlags::empty()),
                Method::Approach => self.add(Methods::APPROACH, RuleFlags::empty()),
                Method::Leap { several, slide_on } => {
                    let mut options = RuleFlags::empty();
                    options.set(RuleFlags::SINGLE_LEAP, !several);
                    options.set(RuleFlags::STOP_BEHIND, !slide_on);
                    self.add(Methods::LEAP, options);
                    self.require(!imitated || goes_like_queen(piece));
                }
                Method::Coordinate { with, moved } => {
                    let mut options = RuleFlags::empty();
                    options.set(RuleFlags::DELFT_CORNERS, moved);
                    self.add(Methods::COORDINATE, options);
                    // A king spans no corners with itself.
                    self.require(royal(with) && !piece.royal);
                    self.require(has_whole_lines(definition.board));
                }
                Method::Imitate { leap_alone, royal_alone, mount_is_jumped } => {
                    let mut options = RuleFlags::empty();
                    options.set(RuleFlags::LEAP_ALONE, leap_alone);
                    options.set(RuleFlags::ROYAL_ALONE, royal_alone);
                    self.add(Methods::IMITATE, options);
                    // Others make moves besides their own ones, to take (rules, 10, imitate).
                    self.require(goes_as_queen_only(piece) && (mount_is_jumped || !jumps()));
                }
                Method::Around { .. } | Method::Plow | Method::Fly | Method::Offset(_) => {
                    self.require(false);
                }
            }
        }
    }

    fn add_acts(&mut self, definition: &Definition, piece: &PieceDefinition) {
        for act in &piece.acts {
            match *act {
                Act::Swap { enemies_only, take_back } => {
                    let mut options = RuleFlags::empty();
                    options.set(RuleFlags::SWAP_ENEMIES, enemies_only);
                    self.add(Methods::SWAP, options);
                    // Its lines are those of a queen, and it takes nothing besides (rules, 10).
                    self.require(!take_back && goes_as_queen_only(piece) && piece.takes.is_empty());
                }
                Act::Destroy => {
                    self.add(Methods::DESTROY, RuleFlags::empty());
                    // What is destroyed goes to no hand.
                    self.require(definition.hands.is_none());
                }
                Act::Push => self.add(Methods::PUSH, RuleFlags::empty()),
                Act::Pull => self.add(Methods::PULL, RuleFlags::empty()),
                Act::Explode => self.add(Methods::EXPLODE, RuleFlags::empty()),
                Act::Leave => self.add(Methods::LEAVE, RuleFlags::empty()),
                Act::Imitate => {}
                Act::Attract { .. } | Act::Repel | Act::Rifle { .. } => self.require(false),
            }
        }
        let imitates = self.info.has(Methods::IMITATE);
        let imitable = |act: &Act| matches!(act, Act::Swap { .. } | Act::Destroy);
        let has_imitable = definition.pieces.iter().flat_map(|piece| &piece.acts).any(imitable);
        let imitates_acts = piece.acts.contains(&Act::Imitate);
        self.require(imitates_acts == (imitates && has_imitable));
    }

    fn add_powers(&mut self, definition: &Definition, piece: &PieceDefinition) {
        if piece.royal {
            self.add(Methods::ROYAL, RuleFlags::empty());
        }
        if let Some(Field { kinds, range }) = piece.freezes {
            let mut every = (0..definition.pieces.len()).map(PieceKind::new);
            let all = every.all(|kind| kinds.has(kind));
            self.info = self.info.freezing(if all { Kinds::ALL } else { kinds });
            self.require(range == 1);
        }
        if piece.rescuers != Kinds::NONE {
            self.info = self.info.rescuers(piece.rescuers);
            self.add(Methods::empty(), RuleFlags::PURE_FREEZE);
            self.require(self.info.freezes_all());
        }
        if piece.immune.to.contains(Immune::FREEZING) {
            self.add(Methods::UNFREEZABLE, RuleFlags::empty());
        }
        let immunity = Immunity { to: piece.immune.to - Immune::FREEZING, ..piece.immune };
        self.require(immunity == Immunity::default());
        self.require(piece.shields.is_none() && piece.neutralizes.is_none());
        let takes = |method: &Method| piece.takes.iter().any(|take| take.method == *method);
        match piece.imitated {
            ImitatedBy::Own => {}
            ImitatedBy::Step => {
                self.info = self.info.imitated(Imitated::Step);
                self.require(takes(&Method::Displace) && piece.takes.len() == 1);
                self.require(piece.acts.is_empty());
            }
            ImitatedBy::Never => self.require(piece.takes.is_empty() && piece.acts.is_empty()),
        }
    }

    fn add_promotion(&mut self, promotes: &Promotes) {
        let [white, black] = Color::ALL.map(|side| promotes.fewer_than[side]);
        self.require(white == black && !promotes.must);
        let promotion =
            Promotion { zone: promotes.zone.0.map(|squares| squares.0), fewer_than: white };
        self.info = self.info.promoting(intern(&PROMOTIONS, Box::new(promotion)));
    }
}

/// Whether the generator of tables plays the methods of a piece together: it displaces only the first piece
/// of a line, imitates all methods of a kind along the same lines, and knows which ring squares are wasted
/// ([`crate::table::ring`]) if a victim is taken in one way only.
fn takes_go_together(definition: &Definition, piece: &PieceDefinition) -> bool {
    let has = |piece: &PieceDefinition, fits: fn(&Method) -> bool| {
        piece.takes.iter().any(|take| fits(&take.method))
    };
    let leaps = |piece: &PieceDefinition| has(piece, |it| matches!(it, Method::Leap { .. }));
    let displaces = |piece: &PieceDefinition| has(piece, |it| *it == Method::Displace);
    let imitated = || definition.pieces.iter().filter(|piece| piece.imitated == ImitatedBy::Own);
    let is_imitable = || {
        let is_far = |way: &Way| way.displacing && way.range > 2;
        let displaces_far = |it: &PieceDefinition| displaces(it) && it.ways.iter().any(is_far);
        let differs = |it: &PieceDefinition| {
            let is_same = it.ways.iter().all(|way| way.quiet && way.displacing);
            displaces(it) && it.takes.len() > 1 && !is_same
        };
        !(imitated().any(differs) || imitated().any(leaps) && imitated().any(displaces_far))
    };
    let imitates = has(piece, |it| matches!(it, Method::Imitate { .. }));
    let in_ring = || {
        let from_afar =
            |it: &Method| matches!(it, Method::Pincer { .. } | Method::Coordinate { .. });
        let acts = |act: &Act| matches!(act, Act::Swap { .. } | Act::Destroy | Act::Imitate);
        piece.takes.len() <= 1 && !has(piece, from_afar) && piece.acts.iter().all(acts)
    };
    !(leaps(piece) && displaces(piece))
        && (!imitates || piece.takes.len() == 1 && is_imitable())
        && (definition.capture_only.is_none() || in_ring())
}

/// Whether a piece slides any distance in all directions.
fn goes_like_queen(piece: &PieceDefinition) -> bool {
    let slides = |direction| piece.ways.contains(&Way::new(Shape::Line(direction), u8::MAX));
    Direction::ALL.into_iter().all(slides)
}

/// Whether a piece does so and goes in no other way.
fn goes_as_queen_only(piece: &PieceDefinition) -> bool {
    goes_like_queen(piece) && piece.ways.len() == Direction::ALL.len()
}

/// Whether no missing square parts a file or a rank.
fn has_whole_lines(board: CustomBoard) -> bool {
    let squares = board.squares();
    squares.iter().all(|one| {
        squares.iter().all(|other| {
            let on_file = board.file(one) == board.file(other) && one != other;
            let on_rank = board.rank(one) == board.rank(other) && one != other;
            on_file == board.file_of(one).has(other) && on_rank == board.rank_of(one).has(other)
        })
    })
}

/// The directions of a piece that goes one diagonal step and then straight on.
pub const BENT: [(Direction, Direction); 8] = {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    [
        (NorthEast, North),
        (NorthEast, East),
        (SouthEast, South),
        (SouthEast, East),
        (SouthWest, South),
        (SouthWest, West),
        (NorthWest, North),
        (NorthWest, West),
    ]
};

/// Some ways together, and whether nothing about them is left out.
fn movement<'a>(
    definition: &Definition,
    ways: impl Iterator<Item = &'a Way> + Clone,
) -> (Movement<u128>, bool) {
    let mut is_exact = ways.clone().all(|way| !way.wraps || matches!(way.shape, Shape::Leap(..)));
    is_exact &= ways.clone().all(|way| way.mode != Mode::Fly);
    let lines =
        ways.clone().filter(|way| way.mode != Mode::Jump).filter_map(|way| match way.shape {
            Shape::Line(direction) => Some((direction, way.range)),
            _ => None,
        });
    let mut directions = Directions::empty();
    for (direction, _) in lines.clone() {
        directions |= Directions::from_bits_retain(1 << direction as u8);
    }
    let range = lines.clone().map(|(_, range)| range).max().unwrap_or(u8::MAX);
    // A direction with two ranges, or directions with different ones.
    is_exact &= lines.clone().all(|(_, other)| other == range);
    let bent: Vec<_> = ways
        .clone()
        .filter_map(|way| match way.shape {
            Shape::Bent(first, then) => Some((first, then, way.range)),
            _ => None,
        })
        .collect();
    let jumps = ways.clone().filter(|way| way.mode == Mode::Jump).count();
    is_exact &= matches!(jumps, 0 | 8);
    let mut movement = if lines.clone().next().is_none() {
        Movement::NONE
    } else {
        Movement::slides(directions, range)
    };
    if !bent.is_empty() {
        let all = BENT.iter().all(|&(first, then)| bent.contains(&(first, then, u8::MAX)));
        // The first step of a bent slide is a part of it.
        is_exact &= all && bent.len() == 8 && range == 1 && directions == Directions::BISHOP;
        movement = Movement::BENT;
    }
    let vectors: Vec<Vector> = ways
        .filter_map(|way| match way.shape {
            Shape::Leap(files, ranks) => Some((files, ranks, way.wraps)),
            _ => None,
        })
        .collect();
    if jumps > 0 {
        movement = movement.or_jump();
    }
    if !vectors.is_empty() {
        // Both sides leap alike, and back.
        let has = |vector: &Vector| vectors.contains(vector);
        is_exact &=
            vectors.iter().all(|&(f, r, wraps)| has(&(-f, -r, wraps)) && has(&(f, -r, wraps)));
        let table = intern(&LEAPS, Box::new(leaps(definition.board, &vectors)));
        let vectors = intern(&VECTORS, vectors.into());
        movement = movement.or_leap(vectors, table);
    }
    (movement, is_exact)
}

/// The squares that leaps lead to from each square.
fn leaps(board: CustomBoard, vectors: &[Vector]) -> [u128; 128] {
    let mut table = [0; 128];
    for square in board.squares() {
        for &vector in vectors {
            let to = target(board, square, vector);
            table[square.index()] |= to.map_or(0, |to| Bitboard::<CustomBoard>::from(to).0);
        }
    }
    table
}

/// Whether the generator of tables plays a table that is made at run time as it is meant, check aside.
pub fn is_playable<G: Geometry>(table: &GameTable<G>) -> bool {
    let acts = Methods::PUSH | Methods::PULL | Methods::LEAVE | Methods::SWAP;
    let moves_others = table.options.contains(RuleFlags::HANDS)
        || table.pieces.rows.iter().any(|row| row.methods.intersects(acts));
    let is_outer = |&square: &Square| table.geometry.neighbours(square).len() < 8;
    let edge = || table.geometry.squares().iter().filter(is_outer).collect();
    table.pieces.rows.iter().all(|row| is_playable_row(table.geometry, row))
        && !(table.limit.is_some() && moves_others)
        && table.capture_only.is_none_or(|ring| ring == edge())
        && !has_differing_rows(table)
}

fn is_playable_row<G: Geometry>(geometry: G, row: &PieceSpec<G::Bits>) -> bool {
    // Methods for pieces that slide.
    let methods = Methods::CAPTURES.difference(Methods::DISPLACE | Methods::IMITATE);
    row.has(Methods::DISPLACE) != row.displaces.is_none()
        && row.hand_type != Some(PieceKind::KING)
        && [row.moves, row.displaces].iter().all(|ways| is_two_way(geometry, ways))
        && (row.moves.only_slides() || !row.methods.intersects(methods))
        && !has_ambiguous_acts(row)
}

/// Whether a piece reaches its squares only from such as [`Movement::origins`] knows.
fn is_two_way<G: Geometry>(geometry: G, ways: &Movement<G::Bits>) -> bool {
    let squares = geometry.squares();
    let from_each = |from: Square| {
        let reached =
            ways.attacks(geometry, from, Bitboard::EMPTY) | ways.attacks(geometry, from, squares);
        reached.iter().all(|to| ways.origins(geometry, to).has(from))
    };
    squares.iter().all(from_each)
}

/// Whether different moves of a piece would have the same start, destination and special effect.
fn has_ambiguous_acts<B: Bits>(row: &PieceSpec<B>) -> bool {
    let onto = [Methods::PUSH, Methods::LEAVE, Methods::SWAP, Methods::DISPLACE | Methods::IMITATE];
    let onto_pieces = onto.iter().filter(|&&act| row.methods.intersects(act)).count();
    onto_pieces > 1 || row.methods.contains(Methods::PROMOTE | Methods::LEAVE)
}

/// Whether pieces that have to leap, swap or freeze alike do not.
fn has_differing_rows<G: Grid>(table: &GameTable<G>) -> bool {
    let differ = |group: &dyn Fn(&PieceSpec<G::Bits>) -> bool, options: RuleFlags| {
        let mut rows = table.pieces.rows.iter().filter(|row| group(row));
        let ways = |row: &PieceSpec<G::Bits>| (row.options & options, row.rescuers);
        let first = rows.next().map(ways);
        rows.any(|row| Some(ways(row)) != first)
    };
    let leaps = RuleFlags::SINGLE_LEAP | RuleFlags::STOP_BEHIND;
    differ(&|row| row.has(Methods::LEAP), leaps)
        || differ(&|row| row.has(Methods::SWAP), RuleFlags::SWAP_ENEMIES)
        || differ(&|row| row.freezes_all(), RuleFlags::PURE_FREEZE)
}

/// Whether the generator of tables knows all threats of a table that is made at run time: kings may be
/// captured, or all pieces are of sorts whose threats are known.
pub fn threats_are_known<G: Grid>(table: &GameTable<G>) -> bool {
    let (rows, options) = (table.pieces.rows, table.options);
    let is_known = |(row, info): (usize, &PieceSpec<G::Bits>)| match row {
        0 => info.has(Methods::ROYAL) && info.freezes == Kinds::NONE && is_displacer(info),
        _ => is_known_piece(table, info),
    };
    let limits_displacers = options.contains(RuleFlags::RANK_LIMIT)
        && rows.iter().skip(1).any(|row| row.has(Methods::DISPLACE));
    let known =
        rows.iter().enumerate().all(is_known) && table.capture_only.is_none() && !limits_displacers;
    let forces = options.contains(RuleFlags::FORCED_CAPTURES);
    let forced_are_known = !forces || rows.iter().all(is_known_if_forced);
    forced_are_known && (known || options.contains(RuleFlags::NO_CHECK))
}

/// Whether the captures of a piece that is pushed or pulled are known.
fn is_known_if_forced<B: Bits>(row: &PieceSpec<B>) -> bool {
    let goes_anywhere = |ways: &Movement<B>| ways.directions() == Directions::QUEEN;
    let methods = row.methods.difference(Methods::ROYAL | Methods::UNFREEZABLE);
    match methods {
        Methods::DISPLACE => goes_anywhere(&row.displaces),
        Methods::PINCER => true,
        _ => {
            let alone = [
                Methods::WITHDRAW,
                Methods::LEAP,
                Methods::IMITATE,
                Methods::COORDINATE,
                Methods::PUSH,
                Methods::PULL,
                Methods::LEAVE,
                Methods::EXPLODE,
                Methods::empty(),
            ];
            alone.contains(&methods) && goes_anywhere(&row.moves)
        }
    }
}

/// Whether the threats of a piece other than a king are known: it displaces, leaps or imitates and
/// does nothing else, or it slides and captures by methods that depend on where it lands.
fn is_known_piece<G: Grid>(table: &GameTable<G>, row: &PieceSpec<G::Bits>) -> bool {
    let methods = row.methods.difference(Methods::UNFREEZABLE);
    let captures = match methods {
        Methods::DISPLACE => is_displacer(row),
        Methods::LEAP | Methods::IMITATE => {
            row.moves.directions() == Directions::QUEEN && row.moves.is_far_reaching()
        }
        Methods::PUSH | Methods::PULL | Methods::LEAVE | Methods::EXPLODE => {
            row.moves.directions() == Directions::QUEEN && row.freezes == Kinds::NONE
        }
        _ => Methods::LANDING.union(Methods::PINCER).contains(methods),
    };
    let freezes_captors = || {
        let captures = |kind| table.pieces.info(kind).captures();
        table.pieces.kinds().any(|kind| row.freezes.has(kind) && captures(kind))
    };
    let freezing = match row.freezes {
        Kinds::NONE => true,
        Kinds::ALL => !row.captures(),
        _ => !freezes_captors(),
    };
    let moves = row.moves.only_slides() || methods == Methods::DISPLACE;
    captures && freezing && moves
}

/// Whether a piece displaces, without jumps, and has no other method.
fn is_displacer<B: Bits>(row: &PieceSpec<B>) -> bool {
    let others = Methods::DISPLACE.union(Methods::ROYAL).union(Methods::UNFREEZABLE);
    others.contains(row.methods) && !row.displaces.jumps()
}

//! Games as data: what a file of a game says, before it is made ready for play.
//!
//! A [`Definition`] is played under the rules of [`Definition::rules`]: by the generator of tables where
//! a table says the same, and else by that of definitions, which knows all words (rules, 10).

mod compile;
mod drawing;
mod errors;
mod of_table;
mod placement;
pub(crate) mod sentences;
pub(crate) mod simple;
mod take;
pub mod ways;

use crate::{
    Bitboard, CustomBoard, Directions, EndRules, Goal, Kinds, PieceKind, Repetition, Zone,
};

pub use compile::Backend;
pub use errors::{DefinitionError, Part};
pub use take::{Effect, Method, Take};
pub use ways::{Mode, Shape, Way};

/// A set of squares of a described board.
pub type Squares = Bitboard<CustomBoard>;

/// A game: board, pieces and ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Definition {
    /// The board.
    pub board: CustomBoard,
    /// Whether the first and the last file are neighbours, for every piece.
    pub wraps: bool,
    /// FEN of the start position, whose pieces are counted: no side may have more. It has no hands
    /// where pieces are placed first.
    pub start: String,
    /// The pieces; a [`PieceKind`] is the number of one of them. The first one is royal.
    pub pieces: Vec<PieceDefinition>,
    /// Whether frozen pieces that are not royal may leave the board.
    pub suicide: bool,
    /// Whether pieces that are not royal go at most as many king steps as the rank that they come
    /// from, seen from their side.
    pub rank_limit: bool,
    /// Whether a piece that is pushed or pulled captures what it would by making that move itself.
    pub forced_captures: bool,
    /// Squares on which there may be few own pieces.
    pub limit: Option<ZoneLimit>,
    /// Squares that may be entered or crossed only to capture.
    pub capture_only: Option<Squares>,
    /// Hands.
    pub hands: Option<Hands>,
    /// Placing pieces before play.
    pub placement: Option<Placement>,
    /// How games end.
    pub end: Ends,
}

/// A limit of the number of own pieces in a side's half of a zone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZoneLimit {
    /// The squares of each side.
    pub zone: Zone<CustomBoard>,
    /// The greatest number of own pieces there.
    pub pieces: u32,
    /// What the squares are called.
    pub name: String,
}

/// What sides hold in hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hands {
    /// Whether every captured piece goes to a hand.
    pub takes: bool,
    /// Kinds that turn into others in a hand.
    pub turns: Vec<(PieceKind, PieceKind)>,
    /// Where pieces may be dropped; `None` for all empty squares.
    pub drop: Option<Zone<CustomBoard>>,
}

/// The phase before the first move in which the sides put pieces on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// From where the pieces come.
    pub mode: PlacementMode,
    /// Where each side may put them.
    pub zone: Zone<CustomBoard>,
    /// The pieces of each side, or of the pool, to which each side has its royal pieces besides.
    pub pieces: Vec<PieceKind>,
    /// How many pieces the sides put in turn.
    pub order: PlacementOrder,
}

/// From where the pieces come that are put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlacementMode {
    /// Each side has its own ones.
    Own,
    /// Both take theirs from one pool.
    Pool,
}

/// How many pieces the sides put in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlacementOrder {
    /// One.
    One,
    /// Two, except White's first and last turn, as in Optima.
    OneThenTwo,
}

/// How games end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ends {
    /// Whether royal pieces may be taken; otherwise they may not be left where they can be taken.
    pub royals_are_taken: bool,
    /// Whether a side that lacks a royal piece has lost even where they may not be taken.
    pub missing_loses: bool,
    /// Whether the side to move draws if it has no move and is not in check; otherwise it loses.
    pub stalemate_draws: bool,
    /// Whether a side with only its royal pieces left has lost.
    pub bare_loses: bool,
    /// The end by reaching squares.
    pub goal: Option<Goal<CustomBoard>>,
    /// A side that has none of these kinds has lost.
    pub extinct: Option<Kinds>,
    /// Repetition and move limit.
    pub rules: EndRules,
}

impl Default for Ends {
    /// Check and checkmate; stalemate, the third occurrence of a position and 100 plies draw.
    fn default() -> Self {
        Self {
            royals_are_taken: false,
            missing_loses: false,
            stalemate_draws: true,
            bare_loses: false,
            goal: None,
            extinct: None,
            rules: EndRules { repetition: Repetition::Draw, move_limit: 100 },
        }
    }
}

impl Ends {
    /// Whether a side that lacks a royal piece has lost.
    pub const fn loses_without_royal(&self) -> bool {
        self.royals_are_taken || self.missing_loses
    }
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PieceDefinition {
    /// The capital letter.
    pub letter: char,
    /// The name, in lower case.
    pub name: String,
    /// Its ways of moving, as White sees them.
    pub ways: Vec<Way>,
    /// Its capture methods, in the order of the file.
    pub takes: Vec<Take>,
    /// What it does besides moving.
    pub acts: Vec<Act>,
    /// The enemies that it freezes.
    pub freezes: Option<Field>,
    /// The kinds beside a freezer that free other pieces of their side from it.
    pub rescuers: Kinds,
    /// The pieces of its side that cannot be taken.
    pub shields: Option<Field>,
    /// The enemies that can neither take nor act.
    pub neutralizes: Option<Field>,
    /// What it is immune to.
    pub immune: Immunity,
    /// Whether its loss ends the game.
    pub royal: bool,
    /// Where and into what it promotes.
    pub promotion: Option<Promoting>,
    /// What it becomes when it is demoted; it is removed if there is nothing.
    pub taken_becomes: Option<PieceKind>,
    /// How an imitator takes it.
    pub imitated: ImitatedBy,
    /// Centipawns, if they are given.
    pub value: Option<i32>,
}

impl PieceDefinition {
    /// A piece that does nothing.
    pub fn new(letter: char, name: &str) -> Self {
        Self {
            letter,
            name: name.to_owned(),
            ways: Vec::new(),
            takes: Vec::new(),
            acts: Vec::new(),
            freezes: None,
            rescuers: Kinds::NONE,
            shields: None,
            neutralizes: None,
            immune: Immunity::default(),
            royal: false,
            promotion: None,
            taken_becomes: None,
            imitated: ImitatedBy::Own,
            value: None,
        }
    }

    /// A royal piece that goes one step and displaces.
    pub fn king() -> Self {
        let (ways, takes) = (Way::lines(Directions::QUEEN, 1), vec![Method::Displace.into()]);
        Self { ways, takes, royal: true, ..Self::new('K', "king") }
    }
}

/// The pieces around one that its power reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The kinds.
    pub kinds: Kinds,
    /// How far, in king steps.
    pub range: u8,
}

/// What a piece does besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Changes places with the first piece on a queen line.
    Swap {
        /// Only with enemies.
        enemies_only: bool,
        /// Whether the same two squares may be swapped on the next ply.
        take_back: bool,
    },
    /// Leaves the board together with an adjacent enemy.
    Destroy,
    /// Steps onto an adjacent piece and pushes it one square on.
    Push,
    /// Steps away from an adjacent piece, which follows.
    Pull,
    /// Brings the first enemy on a queen line, if not adjacent, one square nearer.
    Attract {
        /// How far, in squares.
        range: u8,
    },
    /// Sends an adjacent enemy one square straight away.
    Repel,
    /// Leaves the board together with all adjacent pieces.
    Explode,
    /// Trades places with an adjacent piece, or steps and leaves a piece of its hand behind.
    Leave,
    /// Takes the first piece on a queen line, if an enemy, without moving.
    Rifle {
        /// How far, in squares.
        range: u8,
        /// How far without a spotter.
        free: u8,
        /// How far at most an own piece may be from the target.
        spotter: u8,
    },
    /// Swaps with pieces that swap, and destroys enemies that destroy.
    Imitate,
}

impl Definition {
    /// About how many bytes its parts take.
    pub(crate) fn heap(&self) -> usize {
        let vectors = |take: &Take| match &take.method {
            Method::Offset(vectors) => size_of_val(&**vectors),
            _ => 0,
        };
        let of_piece = |piece: &PieceDefinition| {
            size_of_val(piece)
                + piece.name.len()
                + size_of_val(&*piece.ways)
                + size_of_val(&*piece.takes)
                + piece.takes.iter().map(vectors).sum::<usize>()
                + size_of_val(&*piece.acts)
        };
        self.start.len() + self.pieces.iter().map(of_piece).sum::<usize>()
    }

    /// Whether pieces can be taken by an act.
    pub fn takes_by(&self, act: Act) -> bool {
        match act {
            Act::Destroy | Act::Explode | Act::Rifle { .. } | Act::Imitate => true,
            Act::Push | Act::Pull => self.forced_captures,
            Act::Swap { .. } | Act::Attract { .. } | Act::Repel | Act::Leave => false,
        }
    }
}

/// What a piece is immune to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Immunity {
    /// Capture methods and acts.
    pub to: Immune,
    /// The kinds of pieces that cannot take it.
    pub kinds: Kinds,
}

impl Default for Immunity {
    fn default() -> Self {
        Self { to: Immune::empty(), kinds: Kinds::NONE }
    }
}

bitflags::bitflags! {
    /// Methods, acts and powers to which a piece may be immune.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Immune: u32 {
        /// [`Method::Displace`]
        const DISPLACE = 1 << 0;
        /// [`Method::Pincer`]
        const PINCER = 1 << 1;
        /// [`Method::Withdraw`]
        const WITHDRAW = 1 << 2;
        /// [`Method::Approach`]
        const APPROACH = 1 << 3;
        /// [`Method::Leap`]
        const LEAP = 1 << 4;
        /// [`Method::Coordinate`]
        const COORDINATE = 1 << 5;
        /// [`Method::Around`]
        const AROUND = 1 << 6;
        /// [`Method::Plow`]
        const PLOW = 1 << 7;
        /// [`Method::Fly`]
        const FLY = 1 << 8;
        /// [`Method::Offset`]
        const OFFSET = 1 << 9;
        /// [`Method::Imitate`]: all that imitators do
        const IMITATE = 1 << 10;
        /// [`Act::Swap`]
        const SWAP = 1 << 11;
        /// [`Act::Destroy`]
        const DESTROY = 1 << 12;
        /// [`Act::Push`]
        const PUSH = 1 << 13;
        /// [`Act::Pull`]
        const PULL = 1 << 14;
        /// [`Act::Attract`]
        const ATTRACT = 1 << 15;
        /// [`Act::Repel`]
        const REPEL = 1 << 16;
        /// [`Act::Explode`]
        const EXPLODE = 1 << 17;
        /// [`Act::Leave`]: trades
        const LEAVE = 1 << 18;
        /// [`Act::Rifle`]
        const RIFLE = 1 << 19;
        /// Freezing
        const FREEZING = 1 << 20;
        /// The acts that move an enemy without taking it; kinds are immune to these only by name.
        const MOVING = Self::SWAP.bits()
            | Self::PUSH.bits()
            | Self::PULL.bits()
            | Self::ATTRACT.bits()
            | Self::REPEL.bits()
            | Self::LEAVE.bits();
    }
}

/// Where and into what a piece promotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promoting {
    /// The squares of each side.
    pub zone: Zone<CustomBoard>,
    /// What it may become.
    pub to: PromotesTo,
    /// Whether it must.
    pub must: bool,
}

/// What a piece may become.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PromotesTo {
    /// One of some kinds.
    Kinds(Kinds),
    /// A kind of the start, not royal and not its own, of which its side has fewer on the board than
    /// at the start.
    Lost,
    /// A kind of the start, not royal and not its own, of which its side has none on the board.
    Absent,
    /// A kind of some of which its side has none on the board, or one of other kinds at any time.
    AbsentOf {
        /// The kinds of which there may be none.
        absent: Kinds,
        /// The kinds for any time.
        always: Kinds,
    },
}

/// How an imitator takes a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ImitatedBy {
    /// As the piece takes itself.
    Own,
    /// Only by one step onto it.
    Step,
    /// Not at all.
    Never,
}

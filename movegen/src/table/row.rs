//! The rows of a game's piece table, one for each kind of piece.

use crate::piece::{Methods, PieceSpec};
use crate::{Game, Grid, PieceKind, RuleFlags};

/// A row of the piece table of a game.
pub trait Row<G: Game>: Copy {
    /// The methods that the row may have. Code for others is not compiled.
    const MAY: Methods;

    /// The kind that the row is about.
    fn kind(self) -> PieceKind;

    /// The content of the row.
    fn info(self) -> &'static PieceSpec<<G::Geometry as Grid>::Bits>;

    /// The options of the row under some rules.
    #[inline(always)]
    fn options(self, rules: &G::Rules) -> RuleFlags {
        self.info().options | G::options(rules)
    }
}

/// The row with a number that is known at compile time: what it lacks folds away.
#[derive(Clone, Copy)]
pub struct ConstRow<const INDEX: usize>;

impl<G: Game, const INDEX: usize> Row<G> for ConstRow<INDEX> {
    const MAY: Methods = match INDEX < G::PIECES.len() {
        true => G::PIECES.rows[INDEX].methods,
        false => Methods::empty(),
    };

    #[inline(always)]
    fn kind(self) -> PieceKind {
        PieceKind::new(INDEX)
    }

    #[inline(always)]
    fn info(self) -> &'static PieceSpec<<G::Geometry as Grid>::Bits> {
        const { if INDEX < G::PIECES.len() { &G::PIECES.rows[INDEX] } else { &PieceSpec::NONE } }
    }
}

/// A row of a table that is known only at run time.
#[derive(Clone, Copy)]
pub struct TableRow<G: Game> {
    kind: PieceKind,
    info: &'static PieceSpec<<G::Geometry as Grid>::Bits>,
}

impl<G: Game> TableRow<G> {
    /// The row of a kind of the game's table under some rules.
    #[inline(always)]
    pub fn new(rules: &G::Rules, kind: PieceKind) -> Self {
        Self { kind, info: G::table(rules).pieces.info(kind) }
    }
}

impl<G: Game> Row<G> for TableRow<G> {
    const MAY: Methods = Methods::all();

    #[inline(always)]
    fn kind(self) -> PieceKind {
        self.kind
    }

    #[inline(always)]
    fn info(self) -> &'static PieceSpec<<G::Geometry as Grid>::Bits> {
        self.info
    }
}

/// All methods that a game's pieces may have.
pub const fn methods_of<G: Game>() -> Methods {
    if G::PIECES.is_empty() { Methods::all() } else { G::PIECES.methods() }
}

/// Whether some piece of a game has one of some methods under some rules; what no game of the type
/// has is known when it is compiled.
#[inline(always)]
pub fn has_some<G: Game>(rules: &G::Rules, methods: Methods) -> bool {
    match const { G::PIECES.is_empty() } {
        true => G::table(rules).pieces.methods().intersects(methods),
        false => const { methods_of::<G>() }.intersects(methods),
    }
}

/// Whether some piece of a game has a method under some rules. Prunes code before it is compiled.
macro_rules! some_piece_has {
    ($game:ty, $rules:expr, $method:ident) => {{
        use $crate::table::row::{has_some, methods_of};
        (const { methods_of::<$game>().contains($crate::piece::Methods::$method) })
            && has_some::<$game>($rules, $crate::piece::Methods::$method)
    }};
}

/// Whether a row has a method. Prunes code before it is compiled.
macro_rules! has {
    ($game:ty, $row:ident: $R:ty, $($method:ident)|+) => {
        const { $(<$R as $crate::table::row::Row<$game>>::MAY.contains($crate::piece::Methods::$method))||+ }
            && ($($crate::table::row::Row::<$game>::info($row).has($crate::piece::Methods::$method))||+)
    };
}

const _: () = assert!(PieceKind::MAX == 26, "`row_numbers!` lists them all");

/// Evaluates a block that depends on a row: inlined where rows are constants, because then most of it
/// folds away, else in a function of its own, because then nothing does.
macro_rules! by_row {
    ($game:ty, $block:expr) => {
        match const { <$game>::PIECES.is_empty() } {
            true => $crate::table::row::out_of_line(|| $block),
            false => $block,
        }
    };
}

/// Calls a function that is not inlined.
#[inline(never)]
pub fn out_of_line<T>(function: impl FnOnce() -> T) -> T {
    function()
}

/// Passes the numbers of all rows that a game can have to a macro.
macro_rules! row_numbers {
    ($macro:ident! $($args:tt)*) => {
        $macro! {
            $($args)*
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
        }
    };
}

/// Runs a block once for each row of the piece table of a game under some rules. The loop over
/// a table that is known at compile time is unrolled by hand, because only then the row is a
/// constant, and what it lacks is not even compiled. With `in`, only for the rows of a set of the
/// [`PieceSpecs`](crate::PieceSpecs): a loop over a table of run time does not look at others.
macro_rules! for_each_row {
    ($game:ty, $rules:expr, $row:ident in $kinds:ident => $block:expr) => {
        $crate::table::row::row_numbers!(for_each_row! @unroll_in $game, $row, $kinds, $block,);
        if const { <$game>::PIECES.is_empty() } {
            for kind in <$game>::table($rules).pieces.$kinds().iter() {
                let $row = $crate::table::row::TableRow::<$game>::new($rules, kind);
                $block;
            }
        }
    };
    ($game:ty, $rules:expr, $row:ident => $block:expr) => {
        $crate::table::row::row_numbers!(for_each_row! @unroll $game, $row, $block,);
        if const { <$game>::PIECES.is_empty() } {
            for kind in <$game>::table($rules).pieces.kinds() {
                let $row = $crate::table::row::TableRow::<$game>::new($rules, kind);
                $block;
            }
        }
    };
    (@unroll $game:ty, $row:ident, $block:expr, $($index:literal)*) => {
        $(
            if const { $index < <$game>::PIECES.len() } {
                let $row = $crate::table::row::ConstRow::<$index>;
                $block;
            }
        )*
    };
    (@unroll_in $game:ty, $row:ident, $kinds:ident, $block:expr, $($index:literal)*) => {
        $(
            if const { <$game>::PIECES.$kinds().has($crate::PieceKind::new($index)) } {
                let $row = $crate::table::row::ConstRow::<$index>;
                $block;
            }
        )*
    };
}

/// Runs a block once for each method of [`Landing`](crate::capture::Landing) that a row has, with a
/// name for its type.
macro_rules! for_each_landing {
    ($game:ty, $row:ident: $R:ty, $method:ident => $block:expr) => {
        $crate::capture::landing_methods!(for_each_landing! @unroll $game, $row, $R, $method, $block,)
    };
    (
        @unroll $game:ty, $row:ident, $R:ty, $method:ident, $block:expr,
        $([$flag:ident $file:ident $type:ident])*
    ) => {
        $(
            if $crate::table::row::has!($game, $row: $R, $flag) {
                type $method = $crate::capture::$file::$type;
                $block;
            }
        )*
    };
}

/// The pieces of both sides that have one of some methods.
macro_rules! pieces_with {
    ($game:ty, $rules:expr, $board:expr, $($method:ident)|+) => {{
        use $crate::{table::row::{Row, for_each_row, has_some}, piece::Methods};
        let mut pieces = $crate::Bitboard::EMPTY;
        if $(has_some::<$game>($rules, Methods::$method))||+ {
            for_each_row!($game, $rules, row => {
                if $(Row::<$game>::info(row).has(Methods::$method))||+ {
                    pieces |= $board.kind(Row::<$game>::kind(row));
                }
            });
        }
        pieces
    }};
}

/// Evaluates an expression with the row of a kind.
macro_rules! with_row {
    ($game:ty, $rules:expr, $kind:expr, $row:ident => $body:expr) => {
        $crate::table::row::row_numbers!(with_row! @unroll $game, $rules, $kind, $row, $body,)
    };
    (@unroll $game:ty, $rules:expr, $kind:expr, $row:ident, $body:expr, $($index:literal)*) => {
        match $kind.index() {
            $(
                $index if const { $index < <$game>::PIECES.len() } => {
                    let $row = $crate::table::row::ConstRow::<$index>;
                    $body
                }
            )*
            _ if const { <$game>::PIECES.is_empty() } => {
                let $row = $crate::table::row::TableRow::<$game>::new($rules, $kind);
                $body
            }
            _ => unreachable!("a kind of another game"),
        }
    };
}

/// Evaluates an expression with the row of the king.
macro_rules! with_king {
    ($game:ty, $rules:expr, $row:ident => $body:expr) => {
        if const { <$game>::PIECES.is_empty() } {
            let $row = $crate::table::row::TableRow::<$game>::new($rules, $crate::PieceKind::KING);
            $body
        } else {
            let $row = $crate::table::row::ConstRow::<0>;
            $body
        }
    };
}

pub(super) use {
    by_row, for_each_landing, for_each_row, has, pieces_with, row_numbers, some_piece_has,
    with_king, with_row,
};

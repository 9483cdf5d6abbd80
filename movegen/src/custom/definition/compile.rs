//! From a definition to rules: checks, and the choice of the generator that plays it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use super::simple::{is_playable, row, threats_are_known};
use super::ways::{Mode, Shape};
use super::{
    Act, Definition, DefinitionError, Effect, Method, Part, PieceDefinition, PlacementMode,
    PromotesTo,
};
use crate::custom::generator::paths::{Path, Reach};
use crate::custom::generator::program::{Kind, Program};
use crate::custom::{Ready, read_fen};
use crate::held::{Values, intern, intern_name};
use crate::piece::table::PieceSpecs;
use crate::{
    Bitboard, ByColor, ByKind, Color, CustomBoard, CustomGame, CustomRules, GameTable, Geometry,
    Kinds, Limit, PieceKind, PieceSpec, Position, RuleFlags, Setup, Square,
};

/// The greatest number of moves that a position may have, as far as the definition tells.
const MAX_MOVES: usize = 8192;
/// The greatest number of pieces that both sides have at the start. One may get all of them in hand.
const MAX_PIECES: u32 = u8::MAX as u32;

/// What exists of definitions.
type Known = HashMap<(Definition, Backend), Weak<Ready>>;

static ROWS: Values<[PieceSpec<u128>]> = LazyLock::new(Mutex::default);

/// Which generator plays a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// That of tables where it plays the same, else that of definitions.
    Fastest,
    /// That of definitions, for tests and for positions that only it knows.
    General,
    /// The same, which asks at each square of a way what a piece takes there, for tests.
    Asking,
}

impl Definition {
    /// The rules of the game: the same ones as long as others of a definition exist that is the same in all
    /// its parts.
    ///
    /// # Errors
    /// All that keeps the game from being played.
    pub fn rules(&self, backend: Backend) -> Result<CustomRules, Vec<DefinitionError>> {
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.clone(), backend);
        let same = || known().get(&key).and_then(Weak::upgrade);
        if let Some(ready) = same() {
            return Ok(CustomRules::of(ready, self.end.rules));
        }
        // Others need not wait for a game that takes long.
        let rules = self.compile(backend)?;
        // Another thread may have been faster.
        if let Some(ready) = same() {
            return Ok(CustomRules::of(ready, self.end.rules));
        }
        let mut known = known();
        known.retain(|_, ready| ready.strong_count() > 0);
        known.insert(key, Arc::downgrade(rules.ready()));
        Ok(rules)
    }

    /// The rules of a game whose start position may be bad, for [`Backend::General`].
    pub(crate) fn general(&self) -> Result<CustomRules, Vec<DefinitionError>> {
        self.rules(Backend::General).or_else(|_| self.unchecked(Backend::General))
    }

    fn compile(&self, backend: Backend) -> Result<CustomRules, Vec<DefinitionError>> {
        let rules = self.unchecked(backend)?;
        self.checked_start(rules.clone())?;
        Ok(rules)
    }

    fn unchecked(&self, backend: Backend) -> Result<CustomRules, Vec<DefinitionError>> {
        let mut errors = self.errors();
        if !errors.is_empty() {
            return Err(errors);
        }
        let at_start = self.at_start()?;
        let program = Program::new(self, at_start);
        self.find_ambiguous_ways(&program, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(self.with_table(program, &at_start, backend))
    }

    /// The rules under which the start position is read to count its pieces.
    fn at_start(&self) -> Result<ByColor<ByKind<u8>>, Vec<DefinitionError>> {
        let rows: Vec<PieceSpec<u128>> =
            self.pieces.iter().map(|piece| row(self, piece, None).info).collect();
        let mut table = GameTable::new(
            self.board,
            PieceSpecs::new(intern(&ROWS, rows.into())),
            u32::MAX,
            RuleFlags::empty(),
        );
        table.options.set(RuleFlags::HANDS, self.has_hands());
        table.options.set(RuleFlags::SWAP_BAN, self.has_swap_ban());
        let rules = CustomRules::unchecked(table, self.end.rules);
        // Hands that are placed before play are counted below.
        let (board, hands) = self.start.split_once('[').unwrap_or((&self.start, ""));
        let start = if self.placement.is_some() && !hands.is_empty() { board } else { &self.start };
        let setup = Setup::<CustomGame>::from_fen(start, rules)
            .map_err(|error| vec![self.error(Part::Game("start"), error.to_string())])?;
        let to_place = self.held_at_start();
        let count = |color| {
            let of_kind = |kind| {
                let held = [setup.board, to_place].map(|board| board.hand(color).count(kind));
                setup.board.pieces(color, kind).len() + held.map(u32::from).iter().sum::<u32>()
            };
            ByKind(std::array::from_fn(|kind| of_kind(PieceKind::new(kind))))
        };
        let counts = ByColor([count(Color::White), count(Color::Black)]);
        let total: u32 = counts.0.iter().flat_map(|counts| counts.0).sum();
        if total > MAX_PIECES {
            let text = format!("there are more than {MAX_PIECES} pieces on the board and in hand");
            return Err(vec![self.error(Part::Game("start"), text)]);
        }
        Ok(ByColor(counts.0.map(|counts| ByKind(counts.0.map(|count| count as u8)))))
    }

    /// The start position under the rules of the game, if the game is not over there.
    pub(super) fn checked_start(
        &self,
        rules: CustomRules,
    ) -> Result<Position<CustomGame>, Vec<DefinitionError>> {
        let start = read_fen::<CustomGame>(&self.with_hands(&self.start), &rules)
            .map_err(|error| vec![self.error(Part::Game("start"), error.to_string())])?;
        match start.board_outcome() {
            None => Ok(start),
            Some(end) => {
                let text = format!("the game is over at the start: {}", end.reason);
                Err(vec![self.error(Part::Game("start"), text)])
            }
        }
    }

    fn error(&self, part: Part, text: String) -> DefinitionError {
        DefinitionError { part, text }
    }

    /// Whether squares of a swap may not be swapped again at once.
    pub(super) fn has_swap_ban(&self) -> bool {
        let bans = |act: &Act| matches!(act, Act::Swap { take_back: false, .. });
        self.pieces.iter().flat_map(|piece| &piece.acts).any(bans)
    }

    /// The rules with a table, and with the program unless the generator of tables can do without it.
    fn with_table(
        &self,
        mut program: Program,
        at_start: &ByColor<ByKind<u8>>,
        backend: Backend,
    ) -> CustomRules {
        let rows = self.pieces.iter().zip(&program.kinds);
        let rows: Vec<_> =
            rows.map(|(piece, kind)| row(self, piece, kind.promotion.as_ref())).collect();
        let total =
            |side: Color| at_start[side].0.iter().map(|&count| u32::from(count)).sum::<u32>();
        let is_exact = backend == Backend::Fastest
            && rows.iter().all(|row| row.is_exact)
            && self.is_plain()
            && Color::ALL.iter().all(|&side| program.royals[side] == 1)
            && program.royal == Kinds::one(PieceKind::KING);
        let turned = |(row, info): (usize, PieceSpec<u128>)| {
            let hand_type = program.kinds[row].hand_type;
            if hand_type == PieceKind::new(row) { info } else { info.hand_type(hand_type) }
        };
        let infos: Vec<_> = rows.iter().map(|row| row.info).enumerate().map(turned).collect();
        let pieces = PieceSpecs::new(intern(&ROWS, infos.into()));
        let max_pieces = total(Color::White) + total(Color::Black);
        let table = GameTable {
            capture_only: self.capture_only,
            limit: self.limit.as_ref().map(|limit| Limit {
                zone: limit.zone,
                pieces: limit.pieces,
                name: intern_name(&limit.name),
            }),
            goal: self.end.goal,
            ..GameTable::new(self.board, pieces, max_pieces, self.options())
        };
        let is_exact = is_exact && is_playable(&table) && threats_are_known(&table);
        if backend == Backend::Asking {
            program.ask_each_square();
        }
        let program = (!is_exact).then_some(program);
        let mut given = ByKind([None; PieceKind::MAX]);
        for (value, piece) in given.0.iter_mut().zip(&self.pieces) {
            *value = piece.value.or(piece.royal.then_some(0));
        }
        CustomRules::compiled(table, self.end.rules, program, Some(self.clone()), given)
    }

    /// Whether the options of tables say all about the game as a whole.
    fn is_plain(&self) -> bool {
        let hands = self.hands.as_ref().is_none_or(|hands| hands.takes && hands.drop.is_none());
        // Which moves reach a zone is known only of those that go to a square.
        let goes = |piece: &PieceDefinition| piece.acts.is_empty() && piece.promotion.is_none();
        let goal = self.end.goal.is_none_or(|goal| {
            !goal.before_check || self.hands.is_none() && self.pieces.iter().all(goes)
        });
        hands && goal && !self.wraps && self.end.extinct.is_none() && self.placement.is_none()
    }

    fn has_hands(&self) -> bool {
        self.hands.is_some() || self.placement.is_some()
    }

    fn options(&self) -> RuleFlags {
        let mut options = RuleFlags::empty();
        options.set(RuleFlags::SUICIDE, self.suicide);
        options.set(RuleFlags::RANK_LIMIT, self.rank_limit);
        options.set(RuleFlags::FORCED_CAPTURES, self.forced_captures);
        options.set(RuleFlags::HANDS, self.has_hands());
        options.set(RuleFlags::SWAP_BAN, self.has_swap_ban());
        options.set(RuleFlags::NO_CHECK, self.end.royals_are_taken);
        options.set(RuleFlags::LOST_WITHOUT_KING, self.end.loses_without_royal());
        options.set(RuleFlags::BARE_KING_LOSES, self.end.bare_loses);
        options.set(RuleFlags::STALEMATE_DRAWS, self.end.stalemate_draws);
        options
    }

    /// What is wrong apart from the start position.
    fn errors(&self) -> Vec<DefinitionError> {
        let mut errors = Vec::new();
        let royals = self.pieces.iter().filter(|piece| piece.royal).count();
        if !self.pieces.first().is_some_and(|piece| piece.royal) {
            errors.push(self.error(Part::Game("pieces"), "no piece is royal".to_owned()));
        }
        if royals > 2 {
            errors.push(self.error(
                Part::Game("pieces"),
                format!("{royals} pieces are royal, at most 2 may be"),
            ));
        }
        if self.wraps && self.board.files() < 2 {
            errors
                .push(self.error(Part::Game("wrap"), "a board of one file cannot wrap".to_owned()));
        }
        for (number, piece) in self.pieces.iter().enumerate() {
            self.check_piece(number, piece, &mut errors);
        }
        self.check_placement(&mut errors);
        let most = self.max_moves();
        if most > MAX_MOVES {
            let text = format!("a position may have {most} moves, at most {MAX_MOVES} are allowed");
            errors.push(self.error(Part::Game("pieces"), text));
        }
        errors
    }

    fn check_placement(&self, errors: &mut Vec<DefinitionError>) {
        let Some(placement) = &self.placement else { return };
        let mut error = |text: &str| {
            errors.push(self.error(Part::Game("placement"), text.to_owned()));
        };
        if self.hands.is_some() {
            error("it does not go with hands, which hold what is captured");
        }
        let [white, black] = placement.zone.0;
        if white.intersects(black) {
            error("both sides would place on the same squares");
        }
        let is_royal = |kind: &PieceKind| self.pieces[kind.index()].royal;
        if placement.mode == PlacementMode::Pool && placement.pieces.iter().any(is_royal) {
            error("royal pieces are not in the pool; each side has its own");
        }
    }

    fn check_piece(
        &self,
        number: usize,
        piece: &PieceDefinition,
        errors: &mut Vec<DefinitionError>,
    ) {
        let mut error = |key, text: &str| {
            errors.push(self.error(Part::Piece(number, key), text.to_owned()));
        };
        for take in &piece.takes {
            let stays = matches!(take.effect, Effect::Convert | Effect::Demote);
            let moves_there = matches!(take.method, Method::Displace | Method::Plow);
            if stays && moves_there {
                error(
                    "take",
                    "what 'displace' and 'plow' take cannot stay on the board, so their effect is neither 'convert' nor 'demote'",
                );
            }
            if take.effect == Effect::Hand && self.hands.is_none() {
                error("take", "the game has no hands");
            }
        }
        self.check_acts(piece, &mut |text| error("act", text));
        if let Some(promotion) = &piece.promotion {
            if self.has_ambiguous_promotions(piece) {
                let text = "a piece that promotes cannot fly, plow or act, both jump and leap, or imitate \
                            what flies, plows or jumps: such moves have the same text";
                error("promote", text);
            }
            let kinds = match promotion.to {
                PromotesTo::Kinds(kinds) => Some(kinds),
                PromotesTo::AbsentOf { absent, always } => Some(absent.union(always)),
                PromotesTo::Lost | PromotesTo::Absent => None,
            };
            if let Some(kinds) = kinds {
                let royal = |(row, piece): (usize, &PieceDefinition)| {
                    piece.royal && kinds.has(PieceKind::new(row))
                };
                if self.pieces.iter().enumerate().any(royal) {
                    error("promote", "no piece may become a royal one");
                }
            }
        }
        if let Some(kind) = piece.taken_becomes
            && self.pieces[kind.index()].royal
        {
            error("taken-becomes", "no piece may become a royal one");
        }
    }

    /// Whether different moves of a piece would promote between the same squares.
    fn has_ambiguous_promotions(&self, piece: &PieceDefinition) -> bool {
        let takes = |piece: &PieceDefinition, fits: fn(&Method) -> bool| {
            piece.takes.iter().any(|take| fits(&take.method))
        };
        let goes = |piece: &PieceDefinition, mode| piece.ways.iter().any(|way| way.mode == mode);
        let plows = |piece: &PieceDefinition| {
            takes(piece, |method| matches!(method, Method::Plow | Method::Fly))
                || goes(piece, Mode::Fly)
        };
        let jumps = |piece: &PieceDefinition| goes(piece, Mode::Jump);
        let leaps = takes(piece, |method| matches!(method, Method::Leap { .. }));
        let imitates = takes(piece, |method| matches!(method, Method::Imitate { .. }));
        piece.acts.iter().any(|act| *act != Act::Explode)
            || plows(piece)
            || leaps && jumps(piece)
            || imitates && self.pieces.iter().any(|other| plows(other) || jumps(other))
    }

    /// Checks what a piece does besides moving: moves are told by their squares and a letter.
    fn check_acts(&self, piece: &PieceDefinition, error: &mut impl FnMut(&str)) {
        let leaves = piece.acts.contains(&Act::Leave);
        if leaves && self.hands.is_none() {
            error("the game has no hands");
        }
        if leaves && piece.acts.iter().any(|act| !matches!(act, Act::Leave | Act::Explode)) {
            error("leave does not go with other acts, whose moves have the same text");
        }
        let swaps = piece.acts.iter().any(|act| matches!(act, Act::Swap { .. }));
        let shoots = piece.acts.iter().any(|act| matches!(act, Act::Rifle { .. }));
        if shoots && piece.acts.contains(&Act::Explode) {
            error("rifle does not go with explode, whose moves have the same text");
        }
        let imitates = piece.acts.contains(&Act::Imitate);
        if swaps && imitates {
            error("swap does not go with imitate, whose swaps have the same text");
        }
        let attracts = piece.acts.iter().any(|act| matches!(act, Act::Attract { .. }));
        let takes_differ = piece.takes.iter().any(|take| take.method.depends_on_way());
        if self.wraps && (attracts || imitates && takes_differ) {
            error("its lines meet behind the edge of the board, with different results");
        }
    }

    /// A bound on the number of moves of a position: each piece of the start is of the kind with the
    /// most moves that it may become.
    fn max_moves(&self) -> usize {
        let kinds = self.pieces.len();
        let of_kind = |piece: &PieceDefinition| {
            let along = |way: &super::Way| match way.shape {
                Shape::Leap(..) => 1,
                _ if way.mode == Mode::Jump => 1,
                _ => usize::from(way.range).min(self.board.files().max(self.board.ranks()) - 1),
            };
            let ways: usize = piece.ways.iter().map(along).sum();
            let promotions = if piece.promotion.is_some() { kinds } else { 1 };
            let leaves = if piece.acts.contains(&Act::Leave) { 8 * (kinds + 1) } else { 0 };
            ways * promotions + 8 * piece.acts.len() + leaves
        };
        let most = self.pieces.iter().map(of_kind).max().unwrap_or(0);
        let turns = self.hands.iter().flat_map(|hands| &hands.turns);
        let turning: Vec<PieceKind> = turns.map(|(from, _)| *from).collect();
        let of_piece = |kind: PieceKind| {
            let piece = &self.pieces[kind.index()];
            let changes = piece.promotion.is_some() || piece.taken_becomes.is_some();
            if changes || turning.contains(&kind) { most } else { of_kind(piece) }
        };
        let board = self.start.split([' ', '[']).next().unwrap_or("");
        let kind_of = |letter: char| {
            let letter = letter.to_ascii_uppercase();
            self.pieces.iter().position(|piece| piece.letter == letter).map(PieceKind::new)
        };
        let on_board: usize = board.chars().filter_map(kind_of).map(of_piece).sum();
        let hand = self.held_at_start();
        let held = |kind| of_piece(kind) * usize::from(hand.hand(Color::White).count(kind));
        let to_place: usize = 2 * self.kinds().map(held).sum::<usize>();
        let squares = self.board.squares().len() as usize;
        let drops = if self.hands.is_some() { squares * kinds } else { 0 };
        (on_board + to_place).min(most * squares) + drops
    }

    /// Finds kinds that reach a square in two ways with different results (rules, 10).
    fn find_ambiguous_ways(&self, program: &Program, errors: &mut Vec<DefinitionError>) {
        for (number, kind) in program.kinds.iter().enumerate() {
            if !kind.piece.takes.iter().any(|take| take.method.depends_on_way()) {
                continue;
            }
            let with_lines = |path| (path, self.line_from_each_square(program, path));
            let paths: Vec<_> = kind.paths[Color::White].iter().map(with_lines).collect();
            let meets = |(index, (a, of_a)): (usize, &(&Path, Vec<Bitboard<CustomBoard>>))| {
                paths[index + 1..].iter().any(|(b, of_b)| {
                    a.shape != b.shape
                        && of_a.iter().zip(of_b).any(|(of_a, of_b)| of_a.intersects(*of_b))
                        && self.meet(program, kind, a, b)
                })
            };
            if paths.iter().enumerate().any(meets) {
                let text = "it reaches a square in two ways, which may take different pieces";
                errors.push(self.error(Part::Piece(number, "move"), text.to_owned()));
            }
        }
    }

    /// The squares on a way from each square of the board, as far as any kind goes that it is lent by.
    fn line_from_each_square(&self, program: &Program, path: &Path) -> Vec<Bitboard<CustomBoard>> {
        let imitated = path.imitated.iter().map(|(_, reach)| *reach);
        let farthest = imitated.chain(path.own).map(|reach| reach.max).max().unwrap_or(0);
        let line = |from| program.squares(path.shape, from, farthest).map(|(_, to)| to).collect();
        self.board.squares().iter().map(line).collect()
    }

    /// Whether two ways of a kind lead from one square to another empty one, or onto the same kind of
    /// piece.
    fn meet(&self, program: &Program, kind: &Kind, a: &Path, b: &Path) -> bool {
        let all = |path: &Path| -> Vec<Reach> {
            let imitated = path.imitated.iter().map(|(_, reach)| *reach);
            // A line and a leap in one direction are the same way for those that imitate it.
            let toward = a.shape.toward.filter(|_| kind.imitates.is_some());
            let is_same = toward.is_some() && toward == b.shape.toward;
            let any = |reach: Reach| Reach { quiet: reach.quiet || is_same, ..reach };
            imitated.chain(path.own).map(any).collect()
        };
        let mut pairs = vec![(all(a), all(b), false)];
        if kind.has(&Method::Displace) {
            pairs.push((all(a), all(b), true));
        }
        pairs.extend(a.own.zip(b.own).map(|(a, b)| (vec![a], vec![b], true)));
        for (kind, reach) in &a.imitated {
            let same = b.imitated.iter().filter(|(other, _)| other == kind);
            pairs.extend(same.map(|(_, other)| (vec![*reach], vec![*other], true)));
        }
        pairs.iter().any(|(of_a, of_b, onto)| {
            self.board.squares().iter().any(|from| {
                let a = self.reached(program, a, (of_a, *onto), from);
                a.intersects(self.reached(program, b, (of_b, *onto), from))
            })
        })
    }

    /// The squares to which a way leads from a square on an empty board, to empty squares or onto
    /// pieces.
    fn reached(
        &self,
        program: &Program,
        path: &Path,
        (reaches, onto): (&[Reach], bool),
        from: Square,
    ) -> Bitboard<CustomBoard> {
        let farthest = reaches.iter().map(|reach| reach.max).max().unwrap_or(0);
        let squares = program.squares(path.shape, from, farthest);
        let stops = |distance| reaches.iter().any(|reach| reach.covers(distance, onto));
        squares.filter(|(distance, _)| stops(*distance)).map(|(_, square)| square).collect()
    }
}

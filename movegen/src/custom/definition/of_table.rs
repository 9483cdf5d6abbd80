//! The definition that says the same as the table of a game under some rules: the reverse of
//! [`simple`](super::simple).

use std::any::Any;

use super::simple::BENT;
use super::{
    Act, Definition, Ends, Field, Hands, ImitatedBy, Immune, Immunity, Method, Mode,
    PieceDefinition, PromotesTo, Promoting, Shape, Squares, Way, ZoneLimit,
};
use crate::{
    Bitboard, Bits, ByColor, CustomBoard, CustomRules, Direction, Directions, Game, GameTable,
    Geometry, Goal, Grid, Imitated, Kinds, Methods, Movement, PieceKind, PieceSpec, RuleFlags,
    RuleSwitches, Zone,
};

impl Definition {
    /// The definition of a game under some rules, with the kinds of the game: of a custom game the one
    /// that its rules were made from, of a compiled game, without values, what its table says.
    ///
    /// ```
    /// use baroque_movegen::definition::{Backend, Definition};
    /// use baroque_movegen::{CustomGame, Position, Rococo, perft};
    /// let start = Position::<Rococo>::start("rococo").unwrap();
    /// let definition = Definition::of::<Rococo>(start.rules());
    /// let rules = definition.rules(Backend::General).unwrap();
    /// let same = Position::<CustomGame>::from_fen(&start.to_fen(), rules).unwrap();
    /// assert_eq!(perft(&same, 2), perft(&start, 2));
    /// ```
    pub fn of<G: Game>(rules: &G::Rules) -> Self {
        let custom = (rules as &dyn Any).downcast_ref::<CustomRules>();
        let Some(known) = custom.and_then(CustomRules::definition) else {
            return Self::of_table::<G>(rules);
        };
        let end = Ends { rules: rules.end_rules(), ..known.end.clone() };
        Self { end, ..known.clone() }
    }

    fn of_table<G: Game>(rules: &G::Rules) -> Self {
        let table = G::table(rules);
        let reader = Reader { board: board(table.geometry), table, options: G::options(rules) };
        let has = |option| reader.options.contains(option);
        let start = G::starts(rules).into_iter().next().map_or(String::new(), |start| start.fen);
        Self {
            board: reader.board,
            wraps: false,
            start,
            pieces: table.pieces.rows.iter().map(|row| reader.piece(row)).collect(),
            suicide: has(RuleFlags::SUICIDE),
            rank_limit: has(RuleFlags::RANK_LIMIT),
            forced_captures: has(RuleFlags::FORCED_CAPTURES),
            limit: table.limit.map(|limit| ZoneLimit {
                zone: zone(limit.zone),
                pieces: limit.pieces,
                name: limit.name.to_owned(),
            }),
            capture_only: table.capture_only.map(squares),
            hands: has(RuleFlags::HANDS).then(|| reader.hands()),
            placement: None,
            end: Ends {
                royals_are_taken: has(RuleFlags::NO_CHECK),
                missing_loses: has(RuleFlags::LOST_WITHOUT_KING) && !has(RuleFlags::NO_CHECK),
                stalemate_draws: has(RuleFlags::STALEMATE_DRAWS),
                bare_loses: has(RuleFlags::BARE_KING_LOSES),
                goal: table.goal.map(|goal| Goal {
                    zone: zone(goal.zone),
                    kinds: goal.kinds,
                    pieces: goal.pieces,
                    before_check: goal.before_check,
                }),
                extinct: None,
                rules: rules.end_rules(),
            },
        }
    }
}

/// The same board, described at run time.
fn board<G: Geometry>(board: G) -> CustomBoard {
    let (files, ranks, letters) = (board.files(), board.ranks(), board.file_letters());
    let holes = !squares(board.squares()).0;
    let lowest_rank = board.lowest_rank() as u8;
    CustomBoard::new(files, ranks, &letters[..files], lowest_rank, holes)
        .expect("boards of compiled games are not larger than others")
}

/// Squares have the same numbers on both boards.
fn squares<G: Grid>(squares: Bitboard<G>) -> Squares {
    squares.iter().collect()
}

fn zone<G: Grid>(zone: Zone<G>) -> Zone<CustomBoard> {
    ByColor(zone.0.map(squares))
}

/// A table and the options that hold for all of its rows.
struct Reader<'a, G: Grid> {
    board: CustomBoard,
    table: &'a GameTable<G>,
    options: RuleFlags,
}

impl<G: Grid> Reader<'_, G> {
    fn piece(&self, row: &PieceSpec<G::Bits>) -> PieceDefinition {
        let options = self.options | row.options;
        let freezes = Field { kinds: row.freezes, range: 1 };
        let spared = row.freezes_all() && options.contains(RuleFlags::PURE_FREEZE);
        let mut immune = Immunity::default();
        immune.to.set(Immune::FREEZING, row.has(Methods::UNFREEZABLE));
        PieceDefinition {
            ways: ways(row),
            takes: self.methods(row, options).map(Into::into).collect(),
            acts: self.acts(row, options).collect(),
            freezes: (row.freezes != Kinds::NONE).then_some(freezes),
            rescuers: if spared { row.rescuers } else { Kinds::NONE },
            immune,
            royal: row.has(Methods::ROYAL),
            promotion: row.promotion.map(|promotion| Promoting {
                zone: zone(ByColor(promotion.zone.map(Bitboard::<G>))),
                to: PromotesTo::Lost,
                must: false,
            }),
            imitated: match row.imitated {
                Imitated::Own => ImitatedBy::Own,
                Imitated::Step => ImitatedBy::Step,
            },
            ..PieceDefinition::new(row.letter, row.name)
        }
    }

    fn methods(
        &self,
        row: &PieceSpec<G::Bits>,
        options: RuleFlags,
    ) -> impl Iterator<Item = Method> {
        let has = |option| options.contains(option);
        let jumps = self.table.pieces.rows.iter().any(|row| row.moves.jumps());
        let all = [
            (Methods::DISPLACE, Method::Displace),
            (
                Methods::PINCER,
                Method::Pincer { orthogonal: true, diagonal: false, partners: Kinds::ALL },
            ),
            (Methods::WITHDRAW, Method::Withdraw),
            (Methods::APPROACH, Method::Approach),
            (
                Methods::LEAP,
                Method::Leap {
                    several: !has(RuleFlags::SINGLE_LEAP),
                    slide_on: !has(RuleFlags::STOP_BEHIND),
                },
            ),
            (
                Methods::COORDINATE,
                Method::Coordinate {
                    with: Kinds::one(PieceKind::KING),
                    moved: has(RuleFlags::DELFT_CORNERS),
                },
            ),
            (
                Methods::IMITATE,
                Method::Imitate {
                    leap_alone: has(RuleFlags::LEAP_ALONE),
                    royal_alone: has(RuleFlags::ROYAL_ALONE),
                    mount_is_jumped: jumps,
                },
            ),
        ];
        all.into_iter().filter(|(method, _)| row.has(*method)).map(|(_, method)| method)
    }

    fn acts(&self, row: &PieceSpec<G::Bits>, options: RuleFlags) -> impl Iterator<Item = Act> {
        let imitable = Methods::SWAP.union(Methods::DESTROY);
        let is_imitable = self.table.pieces.methods().intersects(imitable);
        let swap = Act::Swap {
            enemies_only: options.contains(RuleFlags::SWAP_ENEMIES),
            take_back: !options.contains(RuleFlags::SWAP_BAN),
        };
        let all = [
            (Methods::SWAP, swap),
            (Methods::DESTROY, Act::Destroy),
            (Methods::PUSH, Act::Push),
            (Methods::PULL, Act::Pull),
            (Methods::EXPLODE, Act::Explode),
            (Methods::LEAVE, Act::Leave),
        ];
        let own = all.into_iter().filter(|(method, _)| row.has(*method)).map(|(_, act)| act);
        own.chain((is_imitable && row.has(Methods::IMITATE)).then_some(Act::Imitate))
    }

    fn hands(&self) -> Hands {
        let rows = self.table.pieces.rows.iter().enumerate();
        let turns = rows.filter_map(|(row, info)| Some((PieceKind::new(row), info.hand_type?)));
        Hands { takes: true, turns: turns.collect(), drop: None }
    }
}

/// How a piece moves, and on which of these ways it displaces.
fn ways<B: Bits>(row: &PieceSpec<B>) -> Vec<Way> {
    let quiet = along(&row.moves);
    if !row.has(Methods::DISPLACE) {
        return quiet;
    }
    let displacing = along(&row.displaces);
    let only_displacing = displacing.iter().filter(|way| !quiet.contains(way));
    let only_displacing = only_displacing.map(|way| Way { quiet: false, ..*way });
    let quiet = quiet.iter().map(|way| Way { displacing: displacing.contains(way), ..*way });
    quiet.chain(only_displacing).collect()
}

fn along<B: Bits>(movement: &Movement<B>) -> Vec<Way> {
    let mut ways = Way::lines(movement.directions(), movement.range());
    if movement.bends() {
        ways.extend(Way::lines(Directions::BISHOP, 1));
        ways.extend(BENT.map(|(first, then)| Way::new(Shape::Bent(first, then), u8::MAX)));
    }
    let leap = |&(files, ranks, wraps): &_| Way { wraps, ..Way::new(Shape::Leap(files, ranks), 1) };
    ways.extend(movement.vectors().iter().map(leap));
    if movement.jumps() {
        let jump = |to| Way { mode: Mode::Jump, ..Way::new(Shape::Line(to), 1) };
        ways.extend(Direction::ALL.map(jump));
    }
    ways
}

//! A definition made ready for the generator: the ways of each kind as tables of steps, for each
//! side.

use super::forms::{Form, Goes, form, goes, is_intricate, onto_royals};
use super::paths::{Path, PathShape, Reach, StepTables, Steps, reach};
use super::placement::Placing;
use super::rays::{Lines, OneStep, RayTables, Rays, Reached, WaySets, are_last};
use crate::custom::definition::sentences::movement;
use crate::custom::definition::ways::Mode;
use crate::custom::definition::{
    Act, Definition, Effect, Field, ImitatedBy, Immune, Immunity, Method, PieceDefinition,
    PromotesTo, Shape, Squares, Way,
};
use crate::{
    Bitboard, Board, ByColor, ByKind, Color, CustomBoard, CustomGame, Direction, Geometry, Kinds,
    PieceKind, Slides, Square, Zone,
};

/// A game as the generator reads it.
#[derive(Debug)]
pub struct Program {
    pub kinds: Vec<Kind>,
    /// The tables of steps; the first eight are those of the directions.
    steps: Vec<Steps>,
    /// The squares beside each square.
    beside: Vec<Squares>,
    /// The tables of sets; the first eight are those of the lines in all directions.
    rays: Vec<Rays>,
    /// The file and the rank of each square.
    crosses: Vec<[Squares; 2]>,
    /// Whether all steps cross the edge between the first and the last file.
    pub wraps: bool,
    pub royal: Kinds,
    /// Number of royal pieces of each side at the start.
    pub royals: ByColor<u32>,
    /// Pieces of each kind and side at the start.
    pub at_start: ByColor<ByKind<u8>>,
    pub royals_are_taken: bool,
    /// Whether a side without one of its royal pieces has lost.
    pub missing_loses: bool,
    pub suicide: bool,
    pub rank_limit: bool,
    pub takes_to_hand: bool,
    pub drop: Option<Zone<CustomBoard>>,
    pub placing: Option<Placing>,
    /// How pieces that jump by imitation go on: whether over several, whether beyond the square
    /// behind a piece.
    pub imitated_leap: (bool, bool),
    /// Squares that may be entered or crossed only to capture.
    pub capture_only: Squares,
    /// Whether lines lead from them only to others of them, as from those at the edge.
    pub ends_in_capture_only: bool,
    pub limit: Option<(Zone<CustomBoard>, u32)>,
    pub bare_loses: bool,
    /// Whether pushed and pulled pieces take.
    pub forced_captures: bool,
    /// The kinds that pull.
    pub pulling: Kinds,
    pub extinct: Option<Kinds>,
    pub powers: Powers,
}

/// What a kind of piece does, and what the generator has made ready of it.
#[derive(Debug)]
pub struct Kind {
    pub piece: PieceDefinition,
    pub paths: ByColor<Vec<Path>>,
    /// Those along lines up to the edge, as one set.
    pub lines: ByColor<Lines>,
    /// Those of one step or leap, as one set.
    pub steps: ByColor<OneStep>,
    /// Its own ways as sets.
    pub sets: ByColor<WaySets>,
    /// The ways in which it takes royal pieces as sets, if it only imitates, and royal pieces of one kind only step.
    pub onto_royals: Option<ByColor<WaySets>>,
    pub form: Form,
    pub goes: Goes,
    /// What becomes of what it displaces, if it displaces.
    pub effect: Effect,
    /// Whether it may take what stands on its destination.
    pub displaces: bool,
    /// The kinds that it cannot take by displacing them.
    pub not_displaced: Kinds,
    /// Whether it may take what it passes over without jumping over it to take it.
    pub takes_passed: bool,
    /// Its imitation, if it imitates.
    pub imitates: Option<Method>,
    /// How it leaps, if it does: whether over several pieces, and whether it may go on after a jump.
    pub leaps: Option<(bool, bool)>,
    /// Whether it plows, by itself or, maybe, by imitation.
    pub may_plow: bool,
    /// See [`Program::threats`].
    pub threats: ByColor<Vec<Squares>>,
    /// The vectors of [`Method::Offset`] for each side, as tables of steps, in the order of the methods.
    pub offsets: ByColor<Vec<usize>>,
    /// Whether what it takes may depend on other victims.
    pub is_intricate: bool,
    /// Whether pieces can be taken by some of its acts.
    pub acts_take: bool,
    pub hand_type: PieceKind,
    pub promotion: Option<Promotes>,
    /// How it moves, how it captures by moving, and what it is immune to, as predicates.
    pub manner: String,
    pub manner_of_capture: String,
    pub immunity: String,
}

/// A field of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Power {
    pub kind: PieceKind,
    /// The table of the squares in its reach.
    pub reach: usize,
    /// The kinds on which it works.
    pub on: Kinds,
}

/// What the kinds of a game do to others around them, and what resists what.
#[derive(Debug)]
pub struct Powers {
    pub freezing: Vec<Power>,
    pub shielding: Vec<Power>,
    pub neutralizing: Vec<Power>,
    /// The kinds that have one of these.
    pub kinds: Kinds,
    /// The kinds that are immune to something.
    pub immune: Vec<(PieceKind, Immunity)>,
    pub never_frozen: Kinds,
}

/// Where and into what a kind promotes.
#[derive(Debug)]
pub struct Promotes {
    pub zone: Zone<CustomBoard>,
    /// A kind can be chosen by a side that has fewer of it on the board.
    pub fewer_than: ByColor<ByKind<u8>>,
    pub must: bool,
}

impl Program {
    /// About how many bytes its parts take.
    pub fn heap(&self) -> usize {
        let of_kind = |kind: &Kind| {
            let paths: usize = kind.paths.0.iter().map(Vec::len).sum();
            let threats: usize = kind.threats.0.iter().map(Vec::len).sum();
            let texts = kind.manner.len() + kind.manner_of_capture.len() + kind.immunity.len();
            size_of_val(kind) + paths * size_of::<Path>() + threats * size_of::<Squares>() + texts
        };
        self.kinds.iter().map(of_kind).sum::<usize>()
            + size_of_val(&*self.steps)
            + size_of_val(&*self.beside)
            + size_of_val(&*self.rays)
            + size_of_val(&*self.crosses)
    }
}

impl Kind {
    /// Whether it has a method.
    pub fn has(&self, method: &Method) -> bool {
        self.piece.takes.iter().any(|take| &take.method == method)
    }

    /// Whether the squares of its moves tell what it does, if it is not frozen.
    pub fn is_known_by_squares(&self) -> bool {
        self.goes == Goes::Plainly && self.promotion.is_none()
    }

    /// Whether it may enter occupied squares.
    pub fn enters(&self) -> bool {
        self.displaces || self.may_plow
    }

    /// Whether a side's pieces of the kind go that way and that far as something asks, over a mount
    /// if there is one on the first square.
    pub fn goes(
        &self,
        side: Color,
        (shape, distance): (PathShape, u8),
        has_mount: bool,
        fits: impl Fn(Reach) -> bool,
    ) -> bool {
        self.paths[side].iter().any(|path| {
            let goes = |reach: Reach| (reach.min..=reach.max).contains(&distance) && fits(reach);
            let finds_mount = path.mode != Mode::Jump || has_mount;
            path.shape == shape && finds_mount && path.own.is_some_and(goes)
        })
    }
}

impl Program {
    /// Gives up all forms of ways and of captures as sets.
    pub fn ask_each_square(&mut self) {
        for kind in &mut self.kinds {
            (kind.form, kind.goes) = (Form::Asked, Goes::Otherwise);
            kind.onto_royals = None;
            kind.paths.0.iter_mut().flatten().for_each(|path| path.line = None);
            kind.lines = ByColor([Lines::NONE; 2]);
            kind.steps = ByColor([OneStep::NONE, OneStep::NONE]);
        }
    }

    /// Whether the rank limit or squares that are only for captures limit moves.
    #[inline]
    pub fn has_limits(&self) -> bool {
        self.rank_limit || !self.capture_only.is_empty()
    }

    /// The square that a table of steps leads to.
    #[inline]
    pub fn step(&self, table: usize, square: Square) -> Option<Square> {
        self.steps[table][square.index()]
    }

    /// The squares that a way leads to, with their distances, whatever stands on them. On a cylinder a
    /// way ends before it comes back to its start, or to a square that it entered in the same direction.
    pub fn squares(
        &self,
        shape: PathShape,
        from: Square,
        range: u8,
    ) -> impl Iterator<Item = (u8, Square)> {
        let (mut table, mut here) = (Some(shape.first), from);
        let (mut is_first, mut turned) = (true, Squares::EMPTY);
        let next = move || {
            here = self.step(table?, here).filter(|&next| next != from && !turned.has(next))?;
            turned |= Bitboard::from(here).masked(!is_first);
            (table, is_first) = (shape.then, false);
            Some(here)
        };
        (1..=range).zip(std::iter::from_fn(next))
    }

    /// The pieces that follow one that leaves a square along a table of steps of a direction, from where to where.
    pub fn followers(
        &self,
        steps: usize,
        square: Square,
        most: usize,
    ) -> impl Iterator<Item = [Square; 2]> {
        let mut here = square;
        let next = move || {
            // The opposite of a direction is the fourth one after it.
            let behind = self.step((steps + 4) % 8, here)?;
            Some([behind, std::mem::replace(&mut here, behind)])
        };
        std::iter::from_fn(next).take(most)
    }

    /// The squares that follow one in a direction, or on a line.
    #[inline]
    pub fn ray(&self, table: usize, square: Square) -> Squares {
        self.rays[table][square.index()]
    }

    /// The file and the rank of a square.
    #[inline]
    pub fn cross(&self, square: Square) -> [Squares; 2] {
        self.crosses[square.index()]
    }

    /// The squares one king step away.
    #[inline]
    pub fn beside(&self, square: Square) -> Squares {
        self.beside[square.index()]
    }

    /// The mobility of a piece.
    pub fn slides(
        &self,
        side: Color,
        kind: PieceKind,
        from: Square,
        (geometry, occupied): (CustomBoard, Squares),
    ) -> Slides<CustomBoard> {
        let content = &self.kinds[kind.index()];
        let sets = &content.sets[side];
        let ray = |table| self.ray(table, from);
        let (reached, seen) = self.reached(sets, from, (geometry, occupied));
        let mut to = reached.quiet;
        let mut seen = (seen & ray(sets.seen)) | ray(sets.near);
        for path in sets.others.iter().map(|&way| &content.paths[side][way]) {
            let Some(reach) = path.own.filter(|reach| reach.quiet) else { continue };
            for (distance, next) in self.squares(path.shape, from, reach.max) {
                seen |= next.into();
                let is_mount = path.mode == Mode::Jump && distance == 1;
                let blocks = occupied.has(next) != is_mount;
                if blocks && path.mode != Mode::Fly {
                    break;
                }
                let lands = reach.covers(distance, false) && !occupied.has(next);
                to |= Bitboard::from(next).masked(lands);
            }
        }
        Slides { to: to - self.capture_only, seen }
    }

    /// The squares that a piece reaches in the ways that are sets, and those on its lines up to the first piece.
    #[inline]
    pub fn reached(
        &self,
        sets: &WaySets,
        from: Square,
        (geometry, occupied): (CustomBoard, Squares),
    ) -> (Reached<Squares>, Squares) {
        let ray = |table| self.ray(table, from);
        let mut quiet = ray(sets.steps.quiet) | ray(sets.flights);
        let mut displacing = ray(sets.steps.displacing);
        let mut seen = Bitboard::EMPTY;
        if sets.has_lines {
            seen = geometry.queen_attacks(from, occupied);
            // What is two steps ahead is not seen if a piece is on the way.
            quiet |= (seen & ray(sets.lines.quiet)) | (ray(sets.jumps.quiet) - seen);
            displacing |= (seen & ray(sets.lines.displacing)) | (ray(sets.jumps.displacing) - seen);
        }
        (Reached { quiet: quiet - occupied, displacing: displacing & occupied }, seen)
    }

    /// The side that places the next piece before play; `None` if no side does.
    #[inline(always)]
    pub fn next_to_place(&self, board: &Board<CustomGame>) -> Option<Color> {
        self.placing.as_ref()?.side(board)
    }

    /// Whether both sides lack royal pieces, and whether a side has more of a royal kind than at the
    /// start.
    pub fn wrong_royals(&self, board: &Board<CustomGame>) -> [bool; 2] {
        let kinds =
            || (0..self.kinds.len()).map(PieceKind::new).filter(|&kind| self.royal.has(kind));
        let count = |side: Color, kind: PieceKind| {
            board.pieces(side, kind).len() + u32::from(board.hand(side).count(kind))
        };
        let all = |side: Color| kinds().map(|kind| count(side, kind)).sum::<u32>();
        let missing = Color::ALL.into_iter().all(|side| all(side) < self.royals[side]);
        let surplus = |side: Color| {
            kinds().any(|kind| count(side, kind) > u32::from(self.at_start[side][kind]))
        };
        [missing, Color::ALL.into_iter().any(surplus)]
    }
}

impl Program {
    /// Makes a definition ready; `at_start` are the pieces of its start position.
    pub fn new(definition: &Definition, at_start: ByColor<ByKind<u8>>) -> Self {
        let board = definition.board;
        let mut steps = StepTables::new(board, definition.wraps);
        let around = |square: usize| {
            (0..8).filter_map(|direction| steps.tables[direction][square]).collect::<Bitboard<_>>()
        };
        let beside = (0..128).map(around).collect();
        let cross = |square: Square| {
            let file = |other: &Square| board.file(*other) == board.file(square);
            let rank = |other: &Square| board.rank(*other) == board.rank(square);
            let squares = || board.squares().iter();
            [squares().filter(file).collect(), squares().filter(rank).collect()]
        };
        let crosses = (0..128).map(Square::new).map(cross).collect();
        let royal = kinds_where(&definition.pieces, |piece| piece.royal);
        let count = |side: Color| {
            let kinds = (0..definition.pieces.len()).map(PieceKind::new);
            kinds.filter(|&kind| royal.has(kind)).map(|kind| u32::from(at_start[side][kind])).sum()
        };
        let royals = ByColor([count(Color::White), count(Color::Black)]);
        let mut kinds: Vec<Kind> = (0..definition.pieces.len())
            .map(|row| kind(definition, PieceKind::new(row), &at_start, &mut steps))
            .collect();
        add_imitated_ways(&mut kinds, &mut steps);
        let mut rays = RayTables::new(&steps);
        add_sets(definition, &mut kinds, &mut rays);
        let capture_only = definition.capture_only.unwrap_or(Bitboard::EMPTY);
        let mut imitated_leap = (true, true);
        let imitated = kinds.iter().filter(|kind| kind.piece.imitated == ImitatedBy::Own);
        for (several, slide_on) in imitated.filter_map(|kind| kind.leaps) {
            imitated_leap = (imitated_leap.0 && several, imitated_leap.1 && slide_on);
        }
        let powers = powers(&definition.pieces, &mut rays);
        let ends_in_capture_only = are_last(capture_only, &rays.tables);
        let rays = rays.tables;
        let mut program = Self {
            kinds,
            steps: steps.tables,
            beside,
            crosses,
            wraps: definition.wraps,
            royal,
            royals,
            at_start,
            royals_are_taken: definition.end.royals_are_taken,
            missing_loses: definition.end.loses_without_royal(),
            suicide: definition.suicide,
            rank_limit: definition.rank_limit,
            takes_to_hand: definition.hands.as_ref().is_some_and(|hands| hands.takes),
            placing: Placing::new(definition, royal),
            drop: definition.hands.as_ref().and_then(|hands| hands.drop),
            imitated_leap,
            capture_only,
            ends_in_capture_only,
            rays,
            limit: definition.limit.as_ref().map(|limit| (limit.zone, limit.pieces)),
            bare_loses: definition.end.bare_loses,
            forced_captures: definition.forced_captures,
            pulling: kinds_where(&definition.pieces, |piece| piece.acts.contains(&Act::Pull)),
            extinct: definition.end.extinct,
            powers,
        };
        for (row, side) in
            (0..program.kinds.len()).flat_map(|row| Color::ALL.map(|side| (row, side)))
        {
            program.kinds[row].threats[side] = program.threats(board, side, &program.kinds[row]);
        }
        program
    }
}

fn powers(pieces: &[PieceDefinition], rays: &mut RayTables) -> Powers {
    let kinds = || pieces.iter().enumerate().map(|(row, piece)| (PieceKind::new(row), piece));
    let mut with = |field: fn(&PieceDefinition) -> Option<Field>| -> Vec<Power> {
        let fields = kinds().filter_map(|(kind, piece)| Some((kind, field(piece)?)));
        let power =
            |(kind, Field { kinds, range })| Power { kind, reach: rays.within(range), on: kinds };
        fields.map(power).collect()
    };
    let immunity = |(kind, piece): (PieceKind, &PieceDefinition)| (kind, piece.immune);
    Powers {
        freezing: with(|piece| piece.freezes),
        shielding: with(|piece| piece.shields),
        neutralizing: with(|piece| piece.neutralizes),
        kinds: kinds_where(pieces, |piece| {
            piece.freezes.or(piece.shields).or(piece.neutralizes).is_some()
        }),
        immune: kinds().map(immunity).filter(|(_, it)| *it != Immunity::default()).collect(),
        never_frozen: kinds_where(pieces, |piece| piece.immune.to.contains(Immune::FREEZING)),
    }
}

/// Adds the sets of their ways to kinds.
fn add_sets(definition: &Definition, kinds: &mut [Kind], rays: &mut RayTables) {
    for (row, kind) in kinds.iter_mut().enumerate() {
        for side in Color::ALL {
            for path in &mut kind.paths[side] {
                path.line = rays.line(path);
            }
            kind.lines[side] = rays.lines(&kind.paths[side]);
            kind.steps[side] = rays.one_step(&kind.paths[side]);
            kind.sets[side] = rays.sets(&kind.paths[side]);
        }
        kind.form = form(definition, PieceKind::new(row), &kind.paths, &kind.sets);
        kind.goes = goes(&kind.piece, kind.form);
    }
    let has_limits = definition.rank_limit || definition.capture_only.is_some();
    let mut royals =
        (0..kinds.len()).map(PieceKind::new).filter(|&kind| kinds[kind.index()].piece.royal);
    let (Some(royal), None, false) = (royals.next(), royals.next(), has_limits) else { return };
    let is_immune = kinds[royal.index()].piece.immune.kinds.has(royal);
    for kind in kinds {
        let [white, black] = Color::ALL.map(|side| match is_immune {
            true => Some(Vec::new()),
            false => onto_royals(&kind.piece, &kind.paths[side], royal),
        });
        let steps = white.zip(black).map(|(white, black)| ByColor([white, black]));
        kind.onto_royals =
            steps.map(|steps| ByColor(Color::ALL.map(|side| rays.sets(&steps[side]))));
    }
}

/// The kinds for which something holds.
pub fn kinds_where(pieces: &[PieceDefinition], holds: impl Fn(&PieceDefinition) -> bool) -> Kinds {
    let kinds = pieces.iter().enumerate().filter(|(_, piece)| holds(piece));
    kinds.fold(Kinds::NONE, |all, (row, _)| all.union(Kinds::one(PieceKind::new(row))))
}

fn kind(
    definition: &Definition,
    kind: PieceKind,
    at_start: &ByColor<ByKind<u8>>,
    steps: &mut StepTables,
) -> Kind {
    let piece = &definition.pieces[kind.index()];
    let methods = || piece.takes.iter().map(|take| &take.method);
    let mut paths = |side| {
        let path = |way: &Way| Path::new(steps.shape(way, side), way.mode, Some(reach(way)));
        piece.ways.iter().map(path).collect::<Vec<_>>()
    };
    let paths = ByColor([paths(Color::White), paths(Color::Black)]);
    let mut offsets = |up: i8| {
        let vectors = piece.takes.iter().flat_map(|take| match &take.method {
            Method::Offset(vectors) => vectors.as_slice(),
            _ => &[],
        });
        vectors.map(|&(files, ranks)| steps.of(files, ranks * up, definition.wraps)).collect()
    };
    let offsets = ByColor([offsets(1), offsets(-1)]);
    let turned = |hands: &crate::custom::definition::Hands| {
        hands.turns.iter().find(|(from, _)| *from == kind).map(|(_, to)| *to)
    };
    let promotion = piece.promotion.map(|promotion| Promotes {
        zone: promotion.zone,
        fewer_than: ByColor(
            Color::ALL.map(|side| fewer_than(definition, kind, promotion.to, (at_start, side))),
        ),
        must: promotion.must && !may_stay(promotion.to, kind),
    });
    Kind {
        piece: piece.clone(),
        paths,
        lines: ByColor([Lines::NONE; 2]),
        steps: ByColor([OneStep::NONE, OneStep::NONE]),
        sets: ByColor([WaySets::default(), WaySets::default()]),
        onto_royals: None,
        form: Form::Asked,
        goes: Goes::Otherwise,
        effect: piece
            .takes
            .iter()
            .find(|take| take.method == Method::Displace)
            .map_or(Effect::Capture, |take| take.effect),
        takes_passed: methods().any(|it| matches!(it, Method::Fly | Method::Imitate { .. })),
        displaces: methods().any(|it| matches!(it, Method::Displace | Method::Imitate { .. })),
        not_displaced: kinds_where(&definition.pieces, |other| {
            other.immune.to.contains(Immune::DISPLACE) || other.immune.kinds.has(kind)
        }),
        imitates: methods().find(|method| matches!(method, Method::Imitate { .. })).cloned(),
        may_plow: methods().any(|it| matches!(it, Method::Plow | Method::Imitate { .. })),
        threats: ByColor([Vec::new(), Vec::new()]),
        leaps: methods().find_map(|method| match *method {
            Method::Leap { several, slide_on } => Some((several, slide_on)),
            _ => None,
        }),
        offsets,
        is_intricate: is_intricate(definition, piece),
        acts_take: piece.acts.iter().any(|act| definition.takes_by(*act)),
        hand_type: definition.hands.as_ref().and_then(turned).unwrap_or(kind),
        promotion,
        manner: movement(&piece.ways).join("; "),
        manner_of_capture: match definition.captures(piece).join("; ") {
            nothing if nothing.is_empty() => "captures nothing by moving".to_owned(),
            text => text,
        },
        immunity: definition.immunity(piece).join(" and "),
    }
}

/// Whether a piece may become one of its own kind, which is no promotion.
fn may_stay(to: PromotesTo, own: PieceKind) -> bool {
    match to {
        PromotesTo::Kinds(kinds) | PromotesTo::AbsentOf { always: kinds, .. } => kinds.has(own),
        PromotesTo::Lost | PromotesTo::Absent => false,
    }
}

/// How many pieces of each kind a side must have at most, less one, so that a piece may become one.
fn fewer_than(
    definition: &Definition,
    own: PieceKind,
    to: PromotesTo,
    (at_start, side): (&ByColor<ByKind<u8>>, Color),
) -> ByKind<u8> {
    let mut fewer_than = ByKind([0; PieceKind::MAX]);
    for (row, piece) in definition.pieces.iter().enumerate() {
        let kind = PieceKind::new(row);
        let other = !piece.royal && kind != own;
        fewer_than[kind] = match to {
            PromotesTo::Kinds(kinds) if kinds.has(kind) && kind != own => u8::MAX,
            PromotesTo::AbsentOf { always, .. } if always.has(kind) && kind != own => u8::MAX,
            PromotesTo::AbsentOf { absent, .. } if absent.has(kind) => 1,
            PromotesTo::Lost if other => at_start[side][kind],
            PromotesTo::Absent if other => {
                at_start[Color::White][kind].max(at_start[Color::Black][kind]).min(1)
            }
            _ => 0,
        };
    }
    fewer_than
}

/// Gives imitators the ways of the kinds that they imitate.
fn add_imitated_ways(kinds: &mut [Kind], steps: &mut StepTables) {
    for side in Color::ALL {
        let mut imitated: Vec<(PathShape, Mode, PieceKind, Reach)> = Vec::new();
        for (row, kind) in kinds.iter().enumerate() {
            let is_imitated = kind.piece.imitated == ImitatedBy::Own;
            let displaces = is_imitated && kind.has(&Method::Displace);
            let others =
                is_imitated && kind.piece.takes.iter().any(|take| take.method != Method::Displace);
            for path in &kind.paths[side] {
                let Some(reach) = path.own else { continue };
                // What stands on the destination matters only to those that displace it.
                let displacing = others || displaces && reach.displacing;
                if displacing {
                    let reach = Reach { quiet: others, displacing, ..reach };
                    imitated.push((path.shape, path.mode, PieceKind::new(row), reach));
                }
            }
            if kind.piece.imitated == ImitatedBy::Step {
                for direction in Direction::ALL {
                    let way = Way::new(Shape::Line(direction), 1);
                    let reach = Reach { min: 1, max: 1, quiet: false, displacing: true };
                    imitated.push((
                        steps.shape(&way, side),
                        Mode::Slide,
                        PieceKind::new(row),
                        reach,
                    ));
                }
            }
        }
        for kind in kinds.iter_mut().filter(|kind| kind.imitates.is_some()) {
            let paths = &mut kind.paths[side];
            for &(shape, mode, kind, reach) in &imitated {
                let same = |path: &Path| path.shape == shape && path.mode == mode;
                let known = paths.iter().position(same).unwrap_or_else(|| {
                    paths.push(Path::new(shape, mode, None));
                    paths.len() - 1
                });
                paths[known].imitate(kind, reach);
            }
        }
    }
}

//! Custom games: those of files, which are data at run time.
//!
//! A [`definition`] is compiled to rules; the [`generator`] executes them, or that of tables where it
//! plays the same.

pub mod about;
pub mod definition;
mod execution;
mod generator;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use about::About;
use definition::Definition;
pub(crate) use execution::general;
pub use execution::{CustomExecution, read_fen};
use generator::program::Program;

use crate::held::Holding;
use crate::{
    BoardTypes, ByKind, CustomBoard, EndRules, Game, GameTable, Move, PieceKind, PieceSpecs,
    RuleFlags, RuleSwitches, Start, Switch, TableFunctions, TableGame, Variant,
};

/// Any game that a [`Definition`](definition::Definition) describes: its rules carry it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CustomGame;

/// A definition made ready for play, and the switches that all games share. Clones share the definition,
/// which is freed with the last one.
#[derive(Clone)]
pub struct CustomRules {
    shared: Arc<Shared>,
    end: EndRules,
}

/// What the positions of a thread share: threads that count clones in one place wait for each other.
struct Shared {
    ready: Arc<Ready>,
    /// What is known of the game besides its rules, and its ends without switches that override them.
    about: Option<Arc<(About, EndRules)>>,
}

/// A definition made ready for play.
pub(crate) struct Ready {
    table: GameTable<CustomBoard>,
    /// What the generator of definitions plays; `None` if that of tables plays the same, faster.
    program: Option<Program>,
    /// What it was made from; `None` where that is a table.
    definition: Option<Definition>,
    values: Values,
    holding: Holding,
}

/// The values of a game's pieces, in centipawns.
#[derive(Debug)]
struct Values {
    given: ByKind<Option<i32>>,
    current: [AtomicI32; PieceKind::MAX],
    are_final: AtomicBool,
}

/// Centipawns of a piece of which nothing is known yet.
const UNKNOWN: i32 = 300;

impl CustomRules {
    /// The rules of a game that is only a table.
    pub(crate) fn unchecked(table: GameTable<CustomBoard>, end: EndRules) -> Self {
        Self::compiled(table, end, None, None, ByKind([None; PieceKind::MAX]))
    }

    /// The rules of a definition, with the values that it gives.
    pub(crate) fn compiled(
        table: GameTable<CustomBoard>,
        end: EndRules,
        program: Option<Program>,
        definition: Option<Definition>,
        given: ByKind<Option<i32>>,
    ) -> Self {
        let are_final = table.pieces.kinds().all(|kind| given[kind].is_some());
        let values = Values::new(given, are_final);
        // Kept here, as the key of the rules made from it, and by pieces in the program.
        let definitions = 3 * definition.as_ref().map_or(0, Definition::heap);
        let holding = Holding::new(program.as_ref().map_or(0, Program::heap) + definitions);
        Self::of(Arc::new(Ready { table, program, definition, values, holding }), end)
    }

    /// The rules of a definition that is ready.
    pub(crate) fn of(ready: Arc<Ready>, end: EndRules) -> Self {
        Self { shared: Arc::new(Shared { ready, about: None }), end }
    }

    /// Bytes that all clones of the rules hold together, about.
    pub fn bytes(&self) -> usize {
        size_of::<Ready>() + self.ready().holding.0
    }

    /// The centipawns of a kind: what is given, or else the last estimate.
    #[inline]
    pub fn value(&self, kind: PieceKind) -> i32 {
        self.ready().values.current[kind.index()].load(Ordering::Relaxed)
    }

    /// Whether the values are given or estimated for good.
    pub fn has_values(&self) -> bool {
        self.ready().values.are_final.load(Ordering::Acquire)
    }

    /// Replaces the estimates of the values that are not given, unless the ones there are final.
    pub fn set_estimates(&self, estimates: &ByKind<i32>, are_final: bool) {
        if self.has_values() {
            return;
        }
        for ((value, given), estimate) in
            self.ready().values.current.iter().zip(self.ready().values.given.0).zip(estimates.0)
        {
            value.store(given.unwrap_or(estimate), Ordering::Relaxed);
        }
        self.ready().values.are_final.store(are_final, Ordering::Release);
    }

    /// What the rules were made from, with its own ends; `None` if that is a table.
    fn definition(&self) -> Option<&Definition> {
        self.ready().definition.as_ref()
    }

    /// Whether the generator of definitions plays it, not that of tables.
    pub fn is_general(&self) -> bool {
        self.ready().program.is_some()
    }

    /// The same rules of a game of which more is known.
    pub(crate) fn with_about(self, about: About) -> Self {
        let (ready, about) = (Arc::clone(self.ready()), Some(Arc::new((about, self.end))));
        Self { shared: Arc::new(Shared { ready, about }), ..self }
    }

    /// What is known of the game besides its rules, if anything is.
    pub fn about(&self) -> Option<&About> {
        self.shared.about.as_deref().map(|(about, _)| about)
    }

    #[inline(always)]
    fn ready(&self) -> &Arc<Ready> {
        &self.shared.ready
    }

    /// What the generator of definitions plays; `None` where that of tables does.
    #[inline(always)]
    fn program(&self) -> Option<&Program> {
        self.ready().program.as_ref()
    }
}

impl Values {
    fn new(given: ByKind<Option<i32>>, are_final: bool) -> Self {
        let current = given.0.map(|value| value.unwrap_or(UNKNOWN).into());
        Self { given, current, are_final: are_final.into() }
    }
}

/// Rules are equal if they come from the same definition, not only from equal ones, and have the same ends.
impl PartialEq for CustomRules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.ready(), other.ready()) && self.end == other.end
    }
}

impl Eq for CustomRules {}

impl fmt::Debug for CustomRules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("CustomRules").field("end", &self.end).finish_non_exhaustive()
    }
}

impl fmt::Display for CustomRules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.end.fmt(f)
    }
}

impl RuleSwitches for CustomRules {
    fn switches() -> impl Iterator<Item = Switch> {
        EndRules::SWITCHES.into_iter()
    }

    /// None besides those of the table.
    fn options(&self) -> RuleFlags {
        RuleFlags::empty()
    }

    fn end_rules(&self) -> EndRules {
        self.end
    }

    fn definition_hash(&self) -> Option<&str> {
        self.about().map(|about| about.hash.as_str())
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        self.end.set(key, value)
    }
}

impl BoardTypes for CustomGame {
    type Geometry = CustomBoard;
    type Sets = [u128; PieceKind::MAX];
    type Counts = [u8; PieceKind::MAX];
}

impl Game for CustomGame {
    type Rules = CustomRules;
    type MoveList = Vec<Move>;
    type Execution = CustomExecution;
    const PIECES: PieceSpecs<u128> = PieceSpecs::new(&[]);
    const OPTIONS: RuleFlags = RuleFlags::empty();
    const VARIANTS: &'static [Variant<CustomRules>] = &[];

    fn usual(_: &str, rules: &CustomRules) -> CustomRules {
        let end = rules.shared.about.as_deref().map_or(rules.end, |(_, end)| *end);
        CustomRules { end, ..rules.clone() }
    }

    fn for_thread(rules: &CustomRules) -> CustomRules {
        let (ready, about) = (Arc::clone(rules.ready()), rules.shared.about.clone());
        CustomRules { shared: Arc::new(Shared { ready, about }), ..*rules }
    }

    fn starts(rules: &CustomRules) -> Vec<Start> {
        rules.about().map_or(Vec::new(), |about| about.starts.clone())
    }

    #[inline(always)]
    fn table(rules: &CustomRules) -> &GameTable<CustomBoard> {
        &rules.ready().table
    }
}

impl TableGame for CustomGame {
    fn functions() -> &'static TableFunctions<Self> {
        static FUNCTIONS: TableFunctions<CustomGame> = TableFunctions::new();
        &FUNCTIONS
    }
}

//! Games whose table is read at run time.

use std::fmt;

use crate::{
    BoardTypes, EndRules, Game, Move, Options, PieceKind, RuleSet, RuntimeBoard, Start, Switch,
    Table, TableErrors, Variant, generator,
};

/// Any game that a [`Table`] describes: its rules carry the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuntimeGame;

/// A table that is read at run time, and the switches that all games share.
#[derive(Clone, Copy)]
pub struct RuntimeRules {
    table: &'static Table<RuntimeBoard>,
    end: EndRules,
}

impl RuntimeRules {
    /// The rules of a game. The table is never freed, so that positions stay small and `Copy`.
    ///
    /// # Errors
    /// All that keeps the table from being played.
    pub fn new(table: Table<RuntimeBoard>, end: EndRules) -> Result<Self, TableErrors> {
        let errors = table.errors();
        if !errors.is_empty() {
            return Err(errors);
        }
        let checks_by_playing = table.checks_by_playing || generator::by_playing::is_needed(&table);
        let table = Table { checks_by_playing, ..table };
        Ok(Self { table: Box::leak(Box::new(table)), end })
    }
}

/// Rules are equal if they have the same table, not only equal ones, and the same ends.
impl PartialEq for RuntimeRules {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.table, other.table) && self.end == other.end
    }
}

impl Eq for RuntimeRules {}

impl fmt::Debug for RuntimeRules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("RuntimeRules").field("end", &self.end).finish_non_exhaustive()
    }
}

impl fmt::Display for RuntimeRules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.end.fmt(f)
    }
}

impl RuleSet for RuntimeRules {
    fn switches() -> impl Iterator<Item = Switch> {
        EndRules::SWITCHES.into_iter()
    }

    /// None besides those of the table.
    fn options(&self) -> Options {
        Options::empty()
    }

    fn end_rules(&self) -> EndRules {
        self.end
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        self.end.set(key, value)
    }
}

impl BoardTypes for RuntimeGame {
    type Geometry = RuntimeBoard;
    type Sets = [u128; PieceKind::MAX];
    type Counts = [u8; PieceKind::MAX];
}

impl Game for RuntimeGame {
    type Rules = RuntimeRules;
    type MoveList = Vec<Move>;
    const TABLE: Option<&'static Table<RuntimeBoard>> = None;
    const VARIANTS: &'static [Variant<RuntimeRules>] = &[];

    fn starts() -> Vec<Start> {
        Vec::new()
    }

    fn table(rules: &RuntimeRules) -> &'static Table<RuntimeBoard> {
        rules.table
    }
}

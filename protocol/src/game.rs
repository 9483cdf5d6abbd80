//! One game: its rules, its position and the engine that looks at it.

use std::fmt::Write;
use std::sync::Arc;

use baroque_engine::{Engine, Evaluable, Limits, Options, OutOfMemory, Report, Score, ScoreText};
use baroque_movegen::capture::coordinate::{self, Corners};
use baroque_movegen::{
    BoardView, Color, Coord, GameHistory, Geometry, Hand, IllegalMove, IllegalReason, Move,
    MoveTextError, Outcome, PerftTable, Piece, PieceKind, PieceOn, Position, RuleError, RuleSet,
    Special, Suite, SuiteError, UnknownName, Variant, freezers, illegal_reason, or_dash, read_move,
    readable, uci, with_reason,
};

use crate::counting::{self, Counting, Expected, MAX_DEPTH};
use crate::error::PositionError;
use crate::output::quoted;
use crate::vchess::{self, VchessError};
use crate::xboard::setup::{Drawing, Drawn};

/// What gets the reports of a search, on the threads of the search.
pub type Listener = Box<dyn FnMut(Report) + Send>;

/// Where a game begins and how it went on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The first position; the start position of the rules if none is given. `vchess` before it
    /// says that it has vchess's letters.
    pub fen: Option<String>,
    /// The moves since.
    pub moves: Vec<String>,
}

/// A game of any type with an engine, whatever its rules. All that fails leaves everything as it was.
///
/// Positions, rules and the engine's settings are changed only while no search runs.
pub trait AnyGame {
    /// The name of the rule set.
    fn variant(&self) -> &'static str;
    /// Board, rules and start as GUIs with variants of their own read it.
    fn description(&self) -> String;
    /// The names of the start positions.
    fn starts(&self) -> Vec<String>;
    /// The name of the start position that the rule set begins with.
    fn default_start(&self) -> &str;

    /// How XBoard draws it.
    fn drawing(&self) -> &'static Drawing;

    /// Lays `key=value` pairs over the rule set of the name and goes to the start position.
    ///
    /// # Errors
    /// An entry that is no pair, no switch or no value of the switch.
    fn set_rules(&mut self, pairs: &str) -> Result<(), RuleError>;
    /// Chooses the start position and goes there.
    ///
    /// # Errors
    /// No start position has this name.
    fn set_start(&mut self, name: &str) -> Result<(), UnknownName>;
    /// Sets up a position and plays moves.
    ///
    /// # Errors
    /// The position or one of the moves is not possible.
    fn set_place(&mut self, place: &Place) -> Result<(), PositionError>;
    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    /// Takes the last move back; `None` if none was played since the position was set up.
    fn take_back(&mut self) -> Option<Move>;
    /// Exchanges the colours.
    fn flip(&mut self);

    /// The rules in full, as `key=value` pairs.
    fn rules(&self) -> String;
    /// The FEN of the position that the game began with.
    fn first_fen(&self) -> String;
    /// Whether the game began at the default start of the rule set.
    fn began_at_start(&self) -> bool;
    /// The moves since.
    fn moves(&self) -> &[Move];
    /// The moves since, in readable text.
    fn sheet(&self) -> Vec<String>;
    /// The FEN of the position.
    fn fen(&self) -> String;
    /// What can be seen of the position.
    fn view(&self) -> BoardView;
    /// What could be seen of the position that the game began with.
    fn first_view(&self) -> BoardView;
    /// What can be seen after a legal move.
    fn view_after(&self, mv: Move) -> BoardView;
    /// Where the pieces stand that a legal move takes.
    fn victims(&self, mv: Move) -> Vec<Coord>;
    /// The pieces that a legal move takes, and where they stand at that moment.
    fn taken(&self, mv: Move) -> Vec<(Coord, Piece)>;
    /// The enemies that freeze the piece somewhere.
    fn freezers(&self, coord: Coord) -> Vec<PieceOn>;
    /// How often the position has occurred, this time included.
    fn occurrences(&self) -> usize;
    /// The legal moves.
    fn legal(&self) -> Vec<Move>;
    /// The side to move.
    fn side(&self) -> Color;
    /// Whether its king could be taken, were it the other side's turn.
    fn in_check(&self) -> bool;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The FEN of the position in vchess's letters.
    ///
    /// # Errors
    /// vchess has no such game.
    fn vchess_fen(&self) -> Result<String, VchessError>;
    /// The board and its FEN.
    fn picture(&self) -> String;
    /// The board and all that can be said about the position.
    fn display(&self) -> String;
    /// The evaluation of the position, term by term.
    fn evaluation(&self) -> String;
    /// The legal moves, in UCI text and in readable text, sorted by the former.
    fn legal_moves(&self) -> Vec<(String, String)>;
    /// Reads a legal move in either text, or in a looser form that fits no other move.
    ///
    /// # Errors
    /// The text is no move, no legal one, or fits several.
    fn read_move(&self, text: &str) -> Result<Move, MoveTextError>;
    /// Why no legal move goes from one square to another and does that besides; `None` if one
    /// does, or if there are no such squares. A drop has the same square twice.
    fn illegal_reason(&self, from: Coord, to: Coord, special: Special) -> Option<IllegalReason>;
    /// A move in UCI text.
    fn uci(&self, mv: Move) -> String;
    /// A line of play from the position on in readable text, as far as it is legal.
    fn readable(&self, line: &[Move]) -> String;

    /// Gives the engine a hash table of so many MiB.
    ///
    /// # Errors
    /// There is not so much memory.
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory>;
    /// Gives the engine so many threads.
    fn set_threads(&mut self, threads: usize);
    /// Tells the engine how to search.
    fn set_options(&mut self, options: Options);
    /// Lets the engine forget all it learned.
    fn clear(&mut self);
    /// Starts a search and returns at once. The listener hears [`Report::Best`] once and last.
    fn go(&mut self, limits: Limits, listener: Listener);
    /// Stops the search, if one runs.
    fn stop(&self);
    /// The opponent played the move that is being pondered on.
    fn ponder_hit(&self);

    /// A node count of the position, with a table of what is known already or without.
    fn counting(&self, depth: u32, table: Option<Arc<PerftTable>>) -> Counting;
    /// The node counts of a suite for this rule set.
    ///
    /// # Errors
    /// The first problem of the file.
    fn suite(&self, text: &str) -> Result<Vec<Expected>, SuiteError>;
}

/// A game of one type, with its engine.
pub struct EngineGame<G: Evaluable + Drawn> {
    variant: &'static Variant<G::Rules>,
    rules: G::Rules,
    start: String,
    record: GameHistory<G>,
    engine: Engine<G>,
}

impl<G: Evaluable + Drawn> EngineGame<G> {
    /// A game under the rule set of a name; `None` if this type has none of that name.
    pub fn new(name: &str) -> Option<Self> {
        let variant = Position::<G>::variant(name).ok()?;
        let position = Position::named_start(variant.start, variant.rules).ok()?;
        Some(Self {
            variant,
            rules: variant.rules,
            start: variant.start.to_owned(),
            record: GameHistory::new(position),
            engine: Engine::new(),
        })
    }

    fn position(&self) -> &Position<G> {
        self.record.position()
    }

    /// The squares that the coordinators of a side now share with its king.
    fn corners(&self, color: Color) -> String {
        let board = self.position().board();
        let Some(king) = board.king(color) else { return String::new() };
        let coordinators = board.pieces(color, PieceKind::Coordinator);
        let corners = coordinators.iter().flat_map(|from| {
            let everywhere = G::Geometry::squares();
            coordinate::victims::<G::Geometry>(from, from, king, everywhere, Corners::All).iter()
        });
        let names: Vec<String> = corners.map(<G::Geometry as Geometry>::name).collect();
        names.join(" ")
    }

    fn start_position(&self) -> Result<Position<G>, UnknownName> {
        Position::named_start(&self.start, self.rules)
    }
}

impl<G: Evaluable + Drawn> AnyGame for EngineGame<G> {
    fn variant(&self) -> &'static str {
        self.variant.name
    }

    fn description(&self) -> String {
        let fen = self.start_position().map(|start| start.to_fen());
        let pocket = if G::HANDS { Hand::KINDS.len() } else { 0 };
        format!(
            "variant {} files {} ranks {} pocket {pocket} template fairy startpos {}",
            self.variant.name,
            G::Geometry::FILES,
            G::Geometry::RANKS,
            fen.unwrap_or_default()
        )
    }

    fn starts(&self) -> Vec<String> {
        G::starts().into_iter().map(|start| start.name).collect()
    }

    fn default_start(&self) -> &str {
        self.variant.start
    }

    fn drawing(&self) -> &'static Drawing {
        &const { G::DRAWING }
    }

    fn set_rules(&mut self, pairs: &str) -> Result<(), RuleError> {
        let rules = self.variant.rules.with_overrides(&pairs.to_ascii_lowercase())?;
        self.rules = rules;
        if let Ok(position) = self.start_position() {
            self.record = GameHistory::new(position);
        }
        self.engine.clear();
        Ok(())
    }

    fn set_start(&mut self, name: &str) -> Result<(), UnknownName> {
        let name = quoted(&name.to_ascii_lowercase());
        self.record = GameHistory::new(Position::named_start(&name, self.rules)?);
        self.start = name;
        Ok(())
    }

    fn set_place(&mut self, place: &Place) -> Result<(), PositionError> {
        let first = match &place.fen {
            None => self.start_position()?,
            Some(fen) => match vchess::unmarked(fen) {
                Some(theirs) => Position::from_fen(&vchess::read::<G>(theirs)?, self.rules)?,
                None => Position::from_fen(fen, self.rules)?,
            },
        };
        let mut record = GameHistory::new(first);
        for (index, text) in place.moves.iter().enumerate() {
            let wrong = |reason| PositionError::Move {
                number: index + 1,
                count: place.moves.len(),
                reason,
            };
            let read = read_move(record.position(), text);
            let mv = read.map_err(|error| wrong(with_reason(record.position(), error)))?;
            record.push(mv).map_err(|_| wrong(MoveTextError::Illegal(text.clone())))?;
        }
        self.record = record;
        Ok(())
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.record.push(mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.record.pop()
    }

    fn rules(&self) -> String {
        self.rules.to_string()
    }

    fn first_fen(&self) -> String {
        self.record.first().to_fen()
    }

    fn began_at_start(&self) -> bool {
        let default = Position::named_start(self.variant.start, self.rules);
        default.is_ok_and(|start| start == *self.record.first())
    }

    fn moves(&self) -> &[Move] {
        self.record.moves()
    }

    fn sheet(&self) -> Vec<String> {
        let mut position = *self.record.first();
        let mut text = |&mv| {
            let text = readable(&position, mv);
            position = position.play_unchecked(mv);
            text
        };
        self.record.moves().iter().map(&mut text).collect()
    }

    fn fen(&self) -> String {
        self.position().to_fen()
    }

    fn view(&self) -> BoardView {
        BoardView::of(self.position())
    }

    fn first_view(&self) -> BoardView {
        BoardView::of(self.record.first())
    }

    fn view_after(&self, mv: Move) -> BoardView {
        BoardView::of(&self.position().play_unchecked(mv))
    }

    fn victims(&self, mv: Move) -> Vec<Coord> {
        let view = self.view();
        self.position().victims(mv).iter().map(|square| view.coord(square)).collect()
    }

    fn taken(&self, mv: Move) -> Vec<(Coord, Piece)> {
        let view = self.view();
        let mut taken = Vec::new();
        G::for_each_capture(self.position(), mv, |square, piece| {
            taken.push((view.coord(square), piece))
        });
        taken
    }

    fn freezers(&self, coord: Coord) -> Vec<PieceOn> {
        let square = G::Geometry::square(coord.file, coord.rank);
        square.map(|square| freezers(self.position(), square)).unwrap_or_default()
    }

    fn occurrences(&self) -> usize {
        self.record.occurrences()
    }

    fn legal(&self) -> Vec<Move> {
        self.position().legal_moves().to_vec()
    }

    fn flip(&mut self) {
        self.record = GameHistory::new(self.position().flipped());
    }

    fn side(&self) -> Color {
        self.position().side()
    }

    fn in_check(&self) -> bool {
        self.position().in_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn vchess_fen(&self) -> Result<String, VchessError> {
        vchess::write(self.position())
    }

    fn picture(&self) -> String {
        let position = self.position();
        format!("{}\nFen: {}\n", BoardView::of(position), position.to_fen())
    }

    fn display(&self) -> String {
        let position = self.position();
        let frozen = position.frozen(Color::White) | position.frozen(Color::Black);
        let frozen: Vec<String> = frozen.iter().map(<G::Geometry as Geometry>::name).collect();
        let mut text = self.picture();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Key: {:016X}", position.key());
        let _ = writeln!(text, "Side: {}", position.side().to_string().to_lowercase());
        let check = if position.in_check() { "yes" } else { "no" };
        let _ = writeln!(text, "Check: {check}");
        let _ = writeln!(text, "Frozen: {}", or_dash(&frozen.join(" ")));
        if G::KINDS.contains(&PieceKind::Coordinator) {
            let [white, black] = Color::ALL.map(|color| self.corners(color));
            let _ = writeln!(text, "Corners: White {}, Black {}", or_dash(&white), or_dash(&black));
        }
        let _ = writeln!(text, "Variant: {}", self.variant.name);
        let _ = writeln!(text, "Rules: {}", self.rules);
        if let Some(outcome) = self.outcome() {
            let _ = writeln!(text, "Result: {} {}", outcome.result(), outcome.reason.text());
        }
        let moves = self.legal_moves();
        let _ = writeln!(text, "Legal moves: {}", moves.len());
        for (uci, readable) in moves {
            let _ = writeln!(text, "{uci} {readable}");
        }
        text
    }

    fn evaluation(&self) -> String {
        let mut text = format!("{:<20}{:>8}{:>8}{:>8}\n", "", "White", "Black", "Total");
        for term in baroque_engine::trace(self.position()) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:<20}{:>8}{:>8}{:>8}",
                term.name,
                term.white,
                term.black,
                term.white - term.black
            );
        }
        let own = baroque_engine::evaluate(self.position());
        let white = match self.side() {
            Color::White => own,
            Color::Black => -own,
        };
        text + &format!("Evaluation: {} (centipawns for White)\n", signed(white))
    }

    fn legal_moves(&self) -> Vec<(String, String)> {
        let position = self.position();
        let moves = position.legal_moves();
        let both = |&mv: &Move| (uci::<G>(mv), readable(position, mv));
        let mut texts: Vec<(String, String)> = moves.iter().map(both).collect();
        texts.sort_unstable();
        texts
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        read_move(self.position(), text).map_err(|error| with_reason(self.position(), error))
    }

    fn illegal_reason(&self, from: Coord, to: Coord, special: Special) -> Option<IllegalReason> {
        let [from, to] = [from, to].map(|coord| G::Geometry::square(coord.file, coord.rank));
        illegal_reason(self.position(), Move::with(from?, to?, special))
    }

    fn uci(&self, mv: Move) -> String {
        uci::<G>(mv)
    }

    fn readable(&self, line: &[Move]) -> String {
        let mut position = *self.position();
        let mut texts = Vec::new();
        for &mv in line {
            let Ok(next) = position.try_play(mv) else {
                break;
            };
            texts.push(readable(&position, mv));
            position = next;
        }
        texts.join(" ")
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        self.engine.set_hash(mebibytes)
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }

    fn set_options(&mut self, options: Options) {
        self.engine.set_options(options);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn go(&mut self, limits: Limits, listener: Listener) {
        self.engine.go(&self.record, limits, listener);
    }

    fn stop(&self) {
        self.engine.stop();
    }

    fn ponder_hit(&self) {
        self.engine.ponder_hit();
    }

    fn counting(&self, depth: u32, table: Option<Arc<PerftTable>>) -> Counting {
        counting::counting(*self.position(), depth, table)
    }

    fn suite(&self, text: &str) -> Result<Vec<Expected>, SuiteError> {
        let mut expected = Vec::new();
        for entry in Suite::<G>::parse(text)?.entries {
            if let Some((depth, _)) = entry.counts.iter().find(|(depth, _)| *depth > MAX_DEPTH) {
                return Err(SuiteError {
                    line: entry.line,
                    problem: format!("depth is {depth}, allowed is 0 to {MAX_DEPTH}"),
                });
            }
            expected.extend(entry.counts.iter().map(|&(depth, nodes)| Expected {
                line: entry.line,
                depth,
                nodes,
                counting: counting::counting(entry.position, depth, None),
            }));
        }
        Ok(expected)
    }
}

fn signed(score: Score) -> String {
    match score.text() {
        ScoreText::Centipawns(value) => format!("{value:+}"),
        ScoreText::Mate(moves) => format!("mate {moves}"),
    }
}

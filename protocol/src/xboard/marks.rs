//! Marks squares on XBoard's board while the user enters a move.
//!
//! The user clicks a piece, then its victims if any (at most two; XBoard removes them), then the
//! target square. Each click is answered by commands, one per line.

use std::collections::BTreeMap;

use baroque_formats::text;
use baroque_movegen::{AnyGame, BoardView, Coord, Move, Special};

use super::encode;
use super::xboard_board::XboardBoard;
use super::xboard_move::XboardMove;

/// Colour letters of `highlight`. XBoard accepts clicks on squares with upper-case letters only.
mod colour {
    /// A target square.
    pub const TARGET: char = 'Y';
    /// A target square with victims that are not clicked yet. XBoard sends `hover` for it.
    pub const CAPTURE: char = 'R';
    /// A square to click before the target.
    pub const INTERMEDIATE: char = 'C';
    /// A target square where XBoard asks the user for the promotion piece.
    pub const PROMOTION: char = 'M';
    /// A target square where XBoard asks the engine for the promotion piece.
    pub const ENGINE_PROMOTION: char = 'B';
    /// A victim of the move under the mouse.
    pub const VICTIM: char = 'g';
}

/// A partially entered move.
#[derive(Clone, Debug)]
pub struct Selection {
    from: Coord,
    /// The victims clicked so far.
    kills: Vec<Coord>,
    /// The square of the last `put`.
    last_put: Option<Coord>,
    marks: BTreeMap<Coord, char>,
}

impl Selection {
    /// The user picks up the piece on a square, which starts a move or continues the previous
    /// selection.
    pub fn lift(
        previous: Option<Self>,
        coord: Coord,
        context: &MarkContext,
    ) -> (Self, Vec<String>) {
        let (from, kills) = match previous {
            Some(previous) if previous.continues_at(coord) => {
                let mut kills = previous.kills;
                kills.push(coord);
                (previous.from, kills)
            }
            _ => (coord, Vec::new()),
        };
        let mut selection = Self { from, kills, last_put: None, marks: BTreeMap::new() };
        if let Some(clicks) = selection.completing_clicks(context) {
            return (selection, clicks);
        }
        selection.marks = selection.find_marks(context);
        let line = context.highlight(&selection.marks);
        (selection, vec![line])
    }

    /// Whether the last click was on this square and it is marked as intermediate.
    fn continues_at(&self, coord: Coord) -> bool {
        self.last_put == Some(coord)
            && self.marks.get(&coord) == Some(&colour::INTERMEDIATE)
            && self.kills.len() < XboardMove::MAX_KILLS
    }

    /// The user puts the piece down; the selection remains if the square is intermediate.
    pub fn put(mut self, coord: Coord, context: &MarkContext) -> (Option<Self>, Vec<String>) {
        let mark = self.marks.get(&coord).copied();
        self.last_put = Some(coord);
        match mark {
            Some(colour::INTERMEDIATE) => (Some(self), Vec::new()),
            // No promotion is legal on this square: the pawn stays a pawn.
            Some(colour::ENGINE_PROMOTION) => (None, vec!["choice p".to_owned()]),
            Some(colour::PROMOTION) => (None, vec![self.promotion_choice(coord, context)]),
            _ => (None, Vec::new()),
        }
    }

    /// The command that lists the promotion letters.
    fn promotion_choice(&self, coord: Coord, context: &MarkContext) -> String {
        let letter = |mv: &ClickMove| match mv.special {
            Special::Piece(kind) => Some(context.position.letter(kind).to_ascii_lowercase()),
            Special::Normal => Some('p'),
            _ => None,
        };
        let moves = self.moves(context);
        let letters = moves.iter().filter(|mv| mv.to == coord && mv.is_expressible);
        format!("choice {}", letters.filter_map(letter).collect::<String>())
    }

    /// Marks the victims of the moves to the square under the mouse.
    pub fn hover(&self, coord: Coord, context: &MarkContext) -> Vec<String> {
        let moves = self.moves(context);
        let victims: Vec<Coord> =
            moves.iter().filter(|mv| mv.to == coord).flat_map(|mv| mv.victims.clone()).collect();
        if victims.is_empty() {
            return Vec::new();
        }
        let mut marks = self.marks.clone();
        marks.extend(victims.into_iter().map(|victim| (victim, colour::VICTIM)));
        vec![context.highlight(&marks)]
    }

    /// The moves that the clicks so far allow.
    fn moves(&self, context: &MarkContext) -> Vec<ClickMove> {
        let moves = context.click_moves(self.from);
        let fits = |mv: &ClickMove| self.kills.iter().all(|kill| mv.victims.contains(kill));
        moves.into_iter().filter(fits).collect()
    }

    fn find_marks(&self, context: &MarkContext) -> BTreeMap<Coord, char> {
        let mut marks = BTreeMap::new();
        let moves = self.moves(context);
        for mv in &moves {
            let remaining = mv.victims.iter().filter(|victim| !self.kills.contains(victim));
            if self.kills.len() < XboardMove::MAX_KILLS {
                marks.extend(remaining.clone().map(|&victim| (victim, colour::INTERMEDIATE)));
            }
        }
        for mv in moves.iter().filter(|mv| self.can_end(mv)) {
            let has_remaining = mv.victims.iter().any(|victim| !self.kills.contains(victim));
            let mark = match mv.special {
                Special::Piece(_) => colour::PROMOTION,
                _ if context.looks_like_promotion(self.from, mv.to) => colour::ENGINE_PROMOTION,
                _ if self.is_completed_by_engine(mv, context) => colour::INTERMEDIATE,
                _ if has_remaining || mv.captures_on_target => colour::CAPTURE,
                _ => colour::TARGET,
            };
            // XBoard must ask even if the same move without promotion is legal.
            let has_promotion = marks.get(&mv.to) == Some(&colour::PROMOTION);
            if !has_promotion {
                marks.insert(mv.to, mark);
            }
        }
        for mv in moves.iter().filter(|mv| self.kills.is_empty() && mv.to == self.from) {
            marks.extend(mv.victims.iter().map(|&victim| (victim, colour::INTERMEDIATE)));
        }
        marks
    }

    /// Whether the next click can end the move: a piece needs two clicks to leave the board.
    fn can_end(&self, mv: &ClickMove) -> bool {
        mv.to != self.from || !self.kills.is_empty()
    }

    /// Whether the engine clicks the only victim after the user has clicked the target.
    fn is_completed_by_engine(&self, mv: &ClickMove, context: &MarkContext) -> bool {
        context.complete_captures
            && self.kills.is_empty()
            && mv.victims.len() == 1
            && mv.to != self.from
            && !mv.captures_on_target
            && context.board.piece(mv.to).is_none()
    }

    /// The clicks that complete a move if the user has clicked its target instead of its only victim.
    fn completing_clicks(&self, context: &MarkContext) -> Option<Vec<String>> {
        let &[target] = self.kills.as_slice() else {
            return None;
        };
        let start = Self { kills: Vec::new(), ..self.clone() };
        let mv = start.moves(context).into_iter().find(|mv| mv.to == target)?;
        if !start.is_completed_by_engine(&mv, context) {
            return None;
        }
        let victim = *mv.victims.first()?;
        let click = |coord, mark| {
            let marks = BTreeMap::from([(coord, mark)]);
            [context.highlight(&marks), format!("click {}", context.board.size.square_name(coord))]
        };
        let clicks = [click(victim, colour::INTERMEDIATE), click(target, colour::TARGET)];
        Some(clicks.concat())
    }
}

/// A legal move as the user enters it by clicks.
struct ClickMove {
    to: Coord,
    special: Special,
    /// The visible victims on other squares than the target.
    victims: Vec<Coord>,
    /// Whether the move captures on its target.
    captures_on_target: bool,
    is_expressible: bool,
}

/// What the marks depend on besides the selection.
pub struct MarkContext<'a> {
    pub position: &'a AnyGame,
    pub board: &'a XboardBoard,
    /// Whether the engine completes captures by `click` commands.
    pub complete_captures: bool,
}

impl MarkContext<'_> {
    fn click_moves(&self, from: Coord) -> Vec<ClickMove> {
        let view = self.position.view();
        let starts = |mv: &Move| mv.dropped().is_none() && view.coord(mv.from()) == from;
        let moves = self.position.legal_moves().into_iter().filter(starts);
        moves.filter(|mv| !mv.is_suicide()).map(|mv| self.click_move(&view, mv)).collect()
    }

    fn click_move(&self, view: &BoardView, mv: Move) -> ClickMove {
        let (from, to) = (view.coord(mv.from()), view.coord(mv.to()));
        if mv.special() == Special::Destruction {
            let victims = vec![to];
            let special = mv.special();
            return ClickMove {
                to: from,
                special,
                victims,
                captures_on_target: false,
                is_expressible: true,
            };
        }
        let (landing, others): (Vec<Coord>, Vec<Coord>) =
            self.position.victims(mv).into_iter().partition(|&victim| victim == to);
        let is_visible = |victim: &Coord| self.board.piece(*victim).is_some();
        let victims = others.into_iter().filter(is_visible).collect();
        ClickMove {
            to,
            special: mv.special(),
            victims,
            captures_on_target: !landing.is_empty(),
            is_expressible: encode::is_expressible(self.position, mv),
        }
    }

    /// Whether XBoard treats the move as a promotion of a chess pawn.
    fn looks_like_promotion(&self, from: Coord, to: Coord) -> bool {
        self.board.is_last_rank(from, from) || self.board.is_last_rank(from, to)
    }

    /// The `highlight` command: the marks in FEN-like rows.
    fn highlight(&self, marks: &BTreeMap<Coord, char>) -> String {
        let size = self.board.size;
        let sign = |file, rank| marks.get(&Coord { file, rank }).copied();
        let rank = |rank| text::rank((0..size.files).map(|file| sign(file, rank)));
        let ranks: Vec<String> = (0..size.ranks).rev().map(rank).collect();
        format!("highlight {}", ranks.join("/"))
    }
}

//! What is marked on XBoard's board while the user enters a move.
//!
//! The user clicks a piece, then its victims if any (two at most; XBoard takes them off), then the
//! square where it lands.

use std::collections::BTreeMap;

use baroque_movegen::{BoardView, Coord, Move, Special};

use super::mirror::Mirror;
use super::text;
use crate::AnyGame;

/// Colours of marks. Squares with capitals can be clicked.
mod colour {
    /// A square to go to.
    pub const TARGET: char = 'Y';
    /// A square to go to, which takes something that is not clicked yet. XBoard tells when the mouse
    /// is over it.
    pub const CAPTURE: char = 'R';
    /// Something to click on the way.
    pub const ON_THE_WAY: char = 'C';
    /// A square to go to, where XBoard asks what the piece becomes.
    pub const PROMOTION: char = 'M';
    /// A square to go to, where XBoard asks the engine what the piece becomes.
    pub const CHOICE: char = 'B';
    /// What a move would take.
    pub const VICTIM: char = 'g';
}

/// Most squares that XBoard can empty besides those of the move.
const MOST_KILLS: usize = 2;

/// A move that the user has begun to enter.
#[derive(Clone, Debug)]
pub struct Selection {
    /// What moves.
    from: Coord,
    /// What it takes, so far.
    kills: Vec<Coord>,
    /// What was put down last.
    put: Option<Coord>,
    marks: BTreeMap<Coord, char>,
}

/// What the engine says to something the user does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply(pub Vec<String>);

impl Selection {
    /// The user lifts what stands on a square, perhaps to begin a move, perhaps to go on.
    pub fn lift(before: Option<Self>, coord: Coord, table: &Table) -> (Self, Reply) {
        let (from, kills) = match before {
            Some(before) if before.goes_on(coord) => {
                let mut kills = before.kills;
                kills.push(coord);
                (before.from, kills)
            }
            _ => (coord, Vec::new()),
        };
        let mut selection = Self { from, kills, put: None, marks: BTreeMap::new() };
        if let Some(clicks) = selection.completion(table) {
            return (selection, clicks);
        }
        selection.marks = selection.find_marks(table);
        let line = table.highlight(&selection.marks);
        (selection, Reply(vec![line]))
    }

    /// Whether a lifted square is one that was marked as on the way, and just clicked.
    fn goes_on(&self, coord: Coord) -> bool {
        self.put == Some(coord)
            && self.marks.get(&coord) == Some(&colour::ON_THE_WAY)
            && self.kills.len() < MOST_KILLS
    }

    /// The user puts the piece down; on a square on the way he will go on.
    pub fn put(mut self, coord: Coord, table: &Table) -> (Option<Self>, Reply) {
        let mark = self.marks.get(&coord).copied();
        self.put = Some(coord);
        match mark {
            Some(colour::ON_THE_WAY) => (Some(self), Reply::default()),
            // Here a pawn stays a pawn.
            Some(colour::CHOICE) => (None, Reply(vec!["choice p".to_owned()])),
            Some(colour::PROMOTION) => (None, Reply(vec![self.choice(coord, table)])),
            _ => (None, Reply::default()),
        }
    }

    /// The line that tells XBoard what the piece may become.
    fn choice(&self, coord: Coord, table: &Table) -> String {
        let letter = |way: &Way| match way.special {
            Special::Piece(kind) => Some(kind.letter().to_ascii_lowercase()),
            Special::Nothing => Some('p'),
            _ => None,
        };
        let moves = self.moves(table);
        let letters = moves.iter().filter(|way| way.to == coord && way.can_be_said);
        format!("choice {}", letters.filter_map(letter).collect::<String>())
    }

    /// The user points at a square: what would be taken there?
    pub fn hover(&self, coord: Coord, table: &Table) -> Reply {
        let moves = self.moves(table);
        let victims: Vec<Coord> =
            moves.iter().filter(|mv| mv.to == coord).flat_map(|mv| mv.victims.clone()).collect();
        if victims.is_empty() {
            return Reply::default();
        }
        let mut marks = self.marks.clone();
        marks.extend(victims.into_iter().map(|victim| (victim, colour::VICTIM)));
        Reply(vec![table.highlight(&marks)])
    }

    /// The moves that what was clicked so far can be the beginning of.
    fn moves(&self, table: &Table) -> Vec<Way> {
        let ways = table.ways(self.from);
        let fits = |way: &Way| self.kills.iter().all(|kill| way.victims.contains(kill));
        ways.into_iter().filter(fits).collect()
    }

    fn find_marks(&self, table: &Table) -> BTreeMap<Coord, char> {
        let mut marks = BTreeMap::new();
        let moves = self.moves(table);
        for way in &moves {
            let left = way.victims.iter().filter(|victim| !self.kills.contains(victim));
            if self.kills.len() < MOST_KILLS {
                marks.extend(left.clone().map(|&victim| (victim, colour::ON_THE_WAY)));
            }
        }
        for way in moves.iter().filter(|way| self.can_end(way)) {
            let open = way.victims.iter().any(|victim| !self.kills.contains(victim));
            let mark = match way.special {
                Special::Piece(_) => colour::PROMOTION,
                _ if table.asks_for_promotion(self.from, way.to) => colour::CHOICE,
                _ if self.completes(way, table) => colour::ON_THE_WAY,
                _ if open || way.displaces => colour::CAPTURE,
                _ => colour::TARGET,
            };
            // Where a pawn may also stay a pawn, XBoard has to ask.
            let asked = marks.get(&way.to) == Some(&colour::PROMOTION);
            if !asked {
                marks.insert(way.to, mark);
            }
        }
        for way in moves.iter().filter(|way| self.kills.is_empty() && way.to == self.from) {
            marks.extend(way.victims.iter().map(|&victim| (victim, colour::ON_THE_WAY)));
        }
        marks
    }

    /// Whether the next click may end the move: a piece does not leave the board by a single one.
    fn can_end(&self, way: &Way) -> bool {
        way.to != self.from || !self.kills.is_empty()
    }

    /// Whether the engine is to click the only victim, once the user has clicked the target.
    fn completes(&self, way: &Way, table: &Table) -> bool {
        table.clicks
            && self.kills.is_empty()
            && way.victims.len() == 1
            && way.to != self.from
            && !way.displaces
            && table.mirror.piece(way.to).is_none()
    }

    /// The clicks that end a move whose target the user clicked instead of its only victim.
    fn completion(&self, table: &Table) -> Option<Reply> {
        let &[target] = self.kills.as_slice() else {
            return None;
        };
        let begun = Self { kills: Vec::new(), ..self.clone() };
        let way = begun.moves(table).into_iter().find(|way| way.to == target)?;
        if !begun.completes(&way, table) {
            return None;
        }
        let victim = *way.victims.first()?;
        let click = |coord, mark| {
            let marks = BTreeMap::from([(coord, mark)]);
            [table.highlight(&marks), format!("click {}", table.mirror.grid.name(coord))]
        };
        let clicks = [click(victim, colour::ON_THE_WAY), click(target, colour::TARGET)];
        Some(Reply(clicks.concat()))
    }
}

/// A legal move as the user has to enter it.
struct Way {
    to: Coord,
    special: Special,
    /// What XBoard has to take off besides what stands where the piece lands.
    victims: Vec<Coord>,
    /// Whether it takes what stands where it lands.
    displaces: bool,
    can_be_said: bool,
}

/// The game, and how XBoard shows it.
pub struct Table<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// XBoard's board.
    pub mirror: &'a Mirror,
    /// Whether the engine may click.
    pub clicks: bool,
}

impl Table<'_> {
    fn ways(&self, from: Coord) -> Vec<Way> {
        let view = self.game.view();
        let starts = |mv: &Move| mv.dropped().is_none() && view.coord(mv.from()) == from;
        let moves = self.game.legal().into_iter().filter(starts);
        moves.filter(|mv| !mv.is_suicide()).map(|mv| self.way(&view, mv)).collect()
    }

    fn way(&self, view: &BoardView, mv: Move) -> Way {
        let (from, to) = (view.coord(mv.from()), view.coord(mv.to()));
        if mv.special() == Special::Destruction {
            let victims = vec![to];
            let special = mv.special();
            return Way { to: from, special, victims, displaces: false, can_be_said: true };
        }
        let (landing, others): (Vec<Coord>, Vec<Coord>) =
            self.game.victims(mv).into_iter().partition(|&victim| victim == to);
        let shown = |victim: &Coord| self.mirror.piece(*victim).is_some();
        let victims = others.into_iter().filter(shown).collect();
        Way {
            to,
            special: mv.special(),
            victims,
            displaces: !landing.is_empty(),
            can_be_said: text::can_be_said(mv),
        }
    }

    /// Whether XBoard takes the piece for a chess pawn that promotes.
    fn asks_for_promotion(&self, from: Coord, to: Coord) -> bool {
        self.mirror.is_last_rank(from, from) || self.mirror.is_last_rank(from, to)
    }

    /// The line that makes XBoard mark squares.
    fn highlight(&self, marks: &BTreeMap<Coord, char>) -> String {
        let grid = self.mirror.grid;
        let rank = |rank: usize| {
            let mut text = String::new();
            let mut run = 0;
            for file in 0..grid.files {
                match marks.get(&Coord { file, rank }) {
                    None => run += 1,
                    Some(&mark) => {
                        push_run(&mut text, run);
                        text.push(mark);
                        run = 0;
                    }
                }
            }
            push_run(&mut text, run);
            text
        };
        let ranks: Vec<String> = (0..grid.ranks).rev().map(rank).collect();
        format!("highlight {}", ranks.join("/"))
    }
}

fn push_run(text: &mut String, run: usize) {
    if run > 0 {
        text.push_str(&run.to_string());
    }
}

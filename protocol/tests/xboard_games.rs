//! Whole games of two engines that hear of each other's moves only what XBoard relays, and whose
//! moves XBoard's board must be able to follow.

mod common;
#[path = "../../tests/common/random.rs"]
mod random;

use std::collections::BTreeMap;

use baroque_movegen::{AnyPosition, BoardView, Color, Move, Special, SquareView};
use baroque_protocol::PositionSpec;
use common::Talk;
use random::SplitMix64;

/// A square of XBoard: file and rank from zero.
type Square = (usize, usize);

/// XBoard's board as far as these games need it, with what it sends to the engines.
struct Board {
    pieces: BTreeMap<Square, char>,
    ranks: usize,
}

/// A move as XBoard understands it.
#[derive(Debug)]
struct Shown {
    from: Square,
    to: Square,
    kills: Vec<Square>,
    promotion: Option<char>,
}

impl Board {
    fn new(fen: &str) -> Self {
        let placement = fen.split(' ').next().unwrap();
        let rows: Vec<&str> = placement.split('/').collect();
        let mut pieces = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            let (mut file, mut run) = (0, 0);
            for letter in row.chars().chain(['*']) {
                if let Some(digit) = letter.to_digit(10) {
                    run = 10 * run + digit as usize;
                    continue;
                }
                file += std::mem::take(&mut run);
                if letter != '*' {
                    pieces.insert((file, rows.len() - 1 - index), letter);
                }
                file += 1;
            }
        }
        Self { pieces, ranks: rows.len() }
    }

    fn lowest(&self) -> usize {
        if self.ranks == 10 { 0 } else { 1 }
    }

    fn name(&self, (file, rank): Square) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + self.lowest())
    }

    fn square<'a>(&self, text: &'a str) -> (Square, &'a str) {
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text[1..].split_at(digits);
        let file = usize::from(text.as_bytes()[0] - b'a');
        ((file, number.parse::<usize>().unwrap() - self.lowest()), rest)
    }

    /// Reads what an engine writes behind `move`.
    fn read(&self, text: &str) -> Shown {
        let (from, mut rest) = self.square(text);
        let mut kills = Vec::new();
        while let Some(after) = rest.strip_prefix('x') {
            let (kill, after) = self.square(after);
            kills.push(kill);
            rest = after;
        }
        let (to, rest) = self.square(rest.strip_prefix('-').unwrap_or(rest));
        assert!(kills.len() <= 2 && rest.len() <= 1, "{text}");
        Shown { from, to, kills, promotion: rest.chars().next() }
    }

    /// What XBoard sends to the other engine.
    fn relayed(&self, mv: &Shown) -> String {
        let [from, to] = [mv.from, mv.to].map(|square| self.name(square));
        let letter =
            mv.promotion.filter(|letter| *letter != 'x').map_or(String::new(), String::from);
        let Some(&last) = mv.kills.last() else {
            return format!("{from}{to}{letter}");
        };
        // An empty square counts as one of Black's pieces.
        let white = |square| self.pieces.get(&square).is_some_and(char::is_ascii_uppercase);
        let kill = self.name(last);
        if white(last) == white(mv.from) {
            let step = if mv.from.0 > last.0 { 1 } else { -1_i8 };
            let file = (b'a' + mv.to.0 as u8).wrapping_add_signed(step) as char;
            return format!("{from}{to},{kill}{file}{}", mv.to.1 + self.lowest());
        }
        match mv.kills.as_slice() {
            [first, _] => {
                let first = self.name(*first);
                format!("{from}{first},{first}{kill},{kill}{to}{letter}")
            }
            _ => format!("{from}{kill},{kill}{to}{letter}"),
        }
    }

    fn make(&mut self, mv: &Shown, side: Color) {
        let own = |letter: &char| letter.is_ascii_uppercase() == (side == Color::White);
        assert!(self.pieces.get(&mv.from).is_some_and(own), "XBoard has nobody to move: {mv:?}");
        for kill in &mv.kills {
            self.pieces.remove(kill);
        }
        let Some(mover) = self.pieces.remove(&mv.from) else {
            self.pieces.remove(&mv.to);
            return;
        };
        let promoted = mv.promotion.map(|letter| match side {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        });
        if let Some(met) = self.pieces.insert(mv.to, promoted.unwrap_or(mover))
            && own(&met)
        {
            self.pieces.insert(mv.from, met);
        }
    }

    /// Whether every piece of the game shows, and how many show that are no longer there.
    fn compare(&self, view: &BoardView) -> (bool, usize) {
        let mut all = true;
        let mut pieces = 0;
        for (rank, cells) in view.ranks.iter().enumerate() {
            for (file, cell) in cells.iter().enumerate() {
                if let SquareView::Piece(piece, _) = cell {
                    pieces += 1;
                    all &= self.pieces.get(&(file, rank)) == Some(&piece.letter());
                }
            }
        }
        (all, self.pieces.len() - pieces.min(self.pieces.len()))
    }
}

/// What XBoard and the referee know.
struct Match {
    engines: [Talk; 2],
    board: Board,
    referee: AnyPosition,
    most_ghosts: usize,
    most_kills: usize,
    repaints: usize,
}

impl Match {
    fn new(variant: &str, depth: usize) -> Self {
        let engines = [Talk::xboard(), Talk::xboard()];
        let mut setup = String::new();
        for engine in &engines {
            let lines = engine.told(&format!("xboard\nprotover 2\nnew\nvariant {variant}"));
            setup = lines.into_iter().find(|line| line.starts_with("setup ")).unwrap();
            engine.told_nothing(&format!("level 40 5 0\nsd {depth}\nforce"));
        }
        let fen = setup.splitn(4, ' ').nth(3).unwrap();
        let referee = AnyPosition::new(variant).unwrap();
        Self {
            engines,
            board: Board::new(fen),
            referee,
            most_ghosts: 0,
            most_kills: 0,
            repaints: 0,
        }
    }

    /// The legal move that a move of XBoard's can only mean.
    fn meant(&self, mv: &Shown) -> Move {
        let view = self.referee.view();
        let at = |coord: baroque_movegen::Coord| (coord.file, coord.rank);
        let fits = |legal: &&Move| {
            let (from, to) = (at(view.coord(legal.from())), at(view.coord(legal.to())));
            let destroys = legal.special() == Special::Destruction;
            let landing = match destroys {
                true => mv.to == from && mv.kills.contains(&to),
                false => mv.to == to,
            };
            let promotes = match legal.special() {
                Special::Piece(kind) => mv.promotion == Some(kind.letter().to_ascii_lowercase()),
                _ => mv.promotion.is_none_or(|letter| letter == 'p'),
            };
            mv.from == from && landing && promotes
        };
        let legal = self.referee.legal_moves();
        let fitting: Vec<&Move> = legal.iter().filter(fits).collect();
        assert_eq!(fitting.len(), 1, "{mv:?} in {}", self.referee.fen());
        *fitting[0]
    }

    /// A user makes random moves without a word about victims.
    fn open(&mut self, rng: &mut SplitMix64, plies: usize) {
        for _ in 0..plies {
            let view = self.referee.view();
            let mut legal = self.referee.legal_moves();
            // What XBoard cannot show, or its users cannot say.
            legal.retain(|mv| mv.special() == Special::Nothing && !mv.is_suicide());
            legal.retain(|mv| {
                let met = view.at(view.coord(mv.to()));
                matches!(met, SquareView::Empty(_))
                    || self.referee.victims(*mv).contains(&view.coord(mv.to()))
            });
            if legal.is_empty() || self.referee.outcome().is_some() {
                return;
            }
            let mv = legal[rng.below(legal.len())];
            let coords = [mv.from(), mv.to()].map(|square| view.coord(square));
            let [from, to] = coords.map(|coord| (coord.file, coord.rank));
            let shown = Shown { from, to, kills: Vec::new(), promotion: None };
            let text = self.board.relayed(&shown);
            for engine in &self.engines {
                engine.told_nothing(&format!("usermove {text}"));
            }
            self.board.make(&shown, self.referee.side());
            self.referee.play(mv).unwrap();
        }
    }

    /// Plays to the end and returns the result that was claimed.
    fn play(&mut self) -> String {
        let index = |side: Color| usize::from(side == Color::Black);
        self.engines[index(self.referee.side())].say("go");
        let mut first = true;
        loop {
            let side = self.referee.side();
            let [own, other] = [side, !side].map(|side| &self.engines[index(side)]);
            let line = own.line();
            if line.starts_with(['0', '1']) {
                return line;
            }
            if line.starts_with("telluser ") {
                // It thinks of what XBoard takes in passing, which the board here does not.
                continue;
            }
            let text = line.strip_prefix("move ").unwrap_or_else(|| panic!("{line}"));
            let shown = self.board.read(text);
            let mv = self.meant(&shown);
            let relayed = self.board.relayed(&shown);
            self.board.make(&shown, side);
            self.referee.play(mv).unwrap();
            self.most_kills = self.most_kills.max(shown.kills.len());
            other.say(&format!("time 10000\notim 10000\nusermove {relayed}"));
            if std::mem::take(&mut first) {
                other.say("go");
            }
            let (shows, ghosts) = self.board.compare(&self.referee.view());
            self.most_ghosts = self.most_ghosts.max(ghosts);
            if !shows {
                self.repaint();
                if self.referee.outcome().is_none() {
                    self.engines[index(self.referee.side())].say("go");
                    first = true;
                }
            }
        }
    }

    /// XBoard could not follow, and the engines say so. The user sets the position up again.
    fn repaint(&mut self) {
        self.repaints += 1;
        let fen = self.referee.fen();
        for engine in &self.engines {
            engine.say("?");
            let lines = engine.told("force");
            let told =
                lines.iter().find(|line| line.starts_with("telluser \\\\XBoard cannot show"));
            assert!(told.is_some_and(|line| line.contains(&fen)), "{lines:?}, {fen}");
            engine.told_nothing(&format!("setboard {fen}"));
        }
        self.board = Board::new(&fen);
        let place = PositionSpec::fen(fen);
        place.set_up(&mut self.referee).unwrap();
    }
}

fn games(variant: &str, depth: usize, count: u8) -> (usize, usize, usize) {
    let mut most = (0, 0, 0);
    for number in 0..count {
        let mut rng = SplitMix64(number.into());
        let mut game = Match::new(variant, depth);
        game.open(&mut rng, usize::from(number) * 6);
        let result = game.play();
        let outcome = game.referee.outcome().expect("the game is over");
        assert!(result.starts_with(outcome.result()), "{result}, {outcome:?}");
        assert!(result.contains(&outcome.reason.to_string()), "{result}");
        most.0 = most.0.max(game.most_kills);
        most.1 = most.1.max(game.most_ghosts);
        most.2 = most.2.max(game.repaints);
    }
    most
}

#[test]
fn baroque_games_show_to_the_end() {
    let (kills, ghosts, _) = games("baroque", 3, 8);
    assert_eq!(kills, 2);
    assert!(ghosts > 0);
}

#[test]
fn maxima_games_show_to_the_end() {
    let (kills, _, _) = games("maxima", 3, 6);
    assert!(kills > 0);
}

#[test]
fn rococo_games_are_played_to_the_end_with_repainted_boards() {
    let (kills, _, repaints) = games("rococo", 3, 6);
    assert!(kills > 0 && repaints > 0);
}

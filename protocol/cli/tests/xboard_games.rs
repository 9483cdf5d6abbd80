//! Whole games of two engines through a model of XBoard: the engines receive only the moves that
//! XBoard relays, and XBoard's board must be able to follow their moves.

use std::collections::BTreeMap;

use baroque_formats::PositionSpec;
use baroque_movegen::{AnyGame, BoardView, Color, Move, Special, SquareView};

use crate::common::Engine;
use crate::random::SplitMix64;

/// File and rank on XBoard's board, from zero.
type Square = (usize, usize);

/// A model of XBoard's board.
struct Board {
    pieces: BTreeMap<Square, char>,
    ranks: usize,
}

/// A move as XBoard represents it.
#[derive(Debug)]
struct BoardMove {
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

    /// Parses the move of a `move` line.
    fn parse_move(&self, text: &str) -> BoardMove {
        let (from, mut rest) = self.square(text);
        let mut kills = Vec::new();
        while let Some(after) = rest.strip_prefix('x') {
            let (kill, after) = self.square(after);
            kills.push(kill);
            rest = after;
        }
        let (to, rest) = self.square(rest.strip_prefix('-').unwrap_or(rest));
        assert!(kills.len() <= 2 && rest.len() <= 1, "{text}");
        BoardMove { from, to, kills, promotion: rest.chars().next() }
    }

    /// The text of the move that XBoard relays to the other engine.
    fn relay_text(&self, mv: &BoardMove) -> String {
        let [from, to] = [mv.from, mv.to].map(|square| self.name(square));
        let letter =
            mv.promotion.filter(|letter| *letter != 'x').map_or(String::new(), String::from);
        let Some(&last) = mv.kills.last() else {
            return format!("{from}{to}{letter}");
        };
        // XBoard treats an empty square as black.
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

    fn make(&mut self, mv: &BoardMove, side: Color) {
        let own = |letter: &char| letter.is_ascii_uppercase() == (side == Color::White);
        assert!(
            self.pieces.get(&mv.from).is_some_and(own),
            "no piece to move on XBoard's board: {mv:?}"
        );
        for kill in &mv.kills {
            self.pieces.remove(kill);
        }
        let Some(moved) = self.pieces.remove(&mv.from) else {
            self.pieces.remove(&mv.to);
            return;
        };
        let promoted = mv.promotion.map(|letter| match side {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        });
        if let Some(target) = self.pieces.insert(mv.to, promoted.unwrap_or(moved))
            && own(&target)
        {
            self.pieces.insert(mv.from, target);
        }
    }

    /// Whether XBoard shows every piece of the position, and how many stale pieces it shows.
    fn compare(&self, view: &BoardView) -> (bool, usize) {
        let mut all = true;
        let mut pieces = 0;
        for (rank, cells) in view.ranks.iter().enumerate() {
            for (file, cell) in cells.iter().enumerate() {
                if let SquareView::Piece(piece, _) = cell {
                    pieces += 1;
                    all &= self.pieces.get(&(file, rank)) == Some(&piece.letter);
                }
            }
        }
        (all, self.pieces.len() - pieces.min(self.pieces.len()))
    }
}

/// Two engines, XBoard's board and the position of the game.
struct Match {
    engines: [Engine; 2],
    board: Board,
    position: AnyGame,
    most_stale: usize,
    most_kills: usize,
    repaints: usize,
}

impl Match {
    fn new(variant: &str, depth: usize) -> Self {
        let engines = [Engine::xboard(), Engine::xboard()];
        let mut setup = String::new();
        for engine in &engines {
            let lines = engine.query(&format!("xboard\nprotover 2\nnew\nvariant {variant}"));
            setup = lines.into_iter().find(|line| line.starts_with("setup ")).unwrap();
            engine.query_none(&format!("level 40 5 0\nsd {depth}\nforce"));
        }
        let fen = setup.splitn(4, ' ').nth(3).unwrap();
        let position = AnyGame::new(variant).unwrap();
        Self {
            engines,
            board: Board::new(fen),
            position,
            most_stale: 0,
            most_kills: 0,
            repaints: 0,
        }
    }

    /// The only legal move that matches a move of XBoard.
    fn legal_move(&self, mv: &BoardMove) -> Move {
        let view = self.position.view();
        let at = |coord: baroque_movegen::Coord| (coord.file, coord.rank);
        let matches = |legal: &&Move| {
            let (from, to) = (at(view.coord(legal.from())), at(view.coord(legal.to())));
            let destroys = legal.special() == Special::Destruction;
            let landing = match destroys {
                true => mv.to == from && mv.kills.contains(&to),
                false => mv.to == to,
            };
            let promotes = match legal.special() {
                Special::Piece(kind) => {
                    mv.promotion == Some(self.position.letter(kind).to_ascii_lowercase())
                }
                _ => mv.promotion.is_none_or(|letter| letter == 'p'),
            };
            mv.from == from && landing && promotes
        };
        let legal = self.position.legal_moves();
        let matching: Vec<&Move> = legal.iter().filter(matches).collect();
        assert_eq!(matching.len(), 1, "{mv:?} in {}", self.position.fen());
        *matching[0]
    }

    /// Plays random user moves, which do not name their victims.
    fn play_opening(&mut self, rng: &mut SplitMix64, plies: usize) {
        for _ in 0..plies {
            let view = self.position.view();
            let mut legal = self.position.legal_moves();
            // Omit moves that XBoard cannot show or its users cannot enter.
            legal.retain(|mv| mv.special() == Special::Normal && !mv.is_suicide());
            legal.retain(|mv| {
                let target = view.at(view.coord(mv.to()));
                matches!(target, SquareView::Empty(_))
                    || self.position.victims(*mv).contains(&view.coord(mv.to()))
            });
            if legal.is_empty() || self.position.outcome().is_some() {
                return;
            }
            let mv = legal[rng.below(legal.len())];
            let coords = [mv.from(), mv.to()].map(|square| view.coord(square));
            let [from, to] = coords.map(|coord| (coord.file, coord.rank));
            let shown = BoardMove { from, to, kills: Vec::new(), promotion: None };
            let text = self.board.relay_text(&shown);
            for engine in &self.engines {
                engine.query_none(&format!("usermove {text}"));
            }
            self.board.make(&shown, self.position.side());
            self.position.play(mv).unwrap();
        }
    }

    /// Plays to the end and returns the claimed result.
    fn play(&mut self) -> String {
        let index = |side: Color| usize::from(side == Color::Black);
        self.engines[index(self.position.side())].send("go");
        let mut first = true;
        loop {
            let side = self.position.side();
            let [own, other] = [side, !side].map(|side| &self.engines[index(side)]);
            let line = own.read_line();
            if line.starts_with(['0', '1']) {
                return line;
            }
            if line.starts_with("telluser ") {
                // A warning about an en passant capture, which this model does not implement.
                continue;
            }
            let text = line.strip_prefix("move ").unwrap_or_else(|| panic!("{line}"));
            let shown = self.board.parse_move(text);
            let mv = self.legal_move(&shown);
            let relayed = self.board.relay_text(&shown);
            self.board.make(&shown, side);
            self.position.play(mv).unwrap();
            self.most_kills = self.most_kills.max(shown.kills.len());
            other.send(&format!("time 10000\notim 10000\nusermove {relayed}"));
            if std::mem::take(&mut first) {
                other.send("go");
            }
            let (shows, stale) = self.board.compare(&self.position.view());
            self.most_stale = self.most_stale.max(stale);
            if !shows {
                self.repaint();
                if self.position.outcome().is_none() {
                    self.engines[index(self.position.side())].send("go");
                    first = true;
                }
            }
        }
    }

    /// Sets up the position after a move that XBoard cannot show, which the engines must report.
    fn repaint(&mut self) {
        self.repaints += 1;
        let fen = self.position.fen();
        for engine in &self.engines {
            engine.send("?");
            let lines = engine.query("force");
            let warning =
                lines.iter().find(|line| line.starts_with("telluser \\\\XBoard cannot show"));
            assert!(warning.is_some_and(|line| line.contains(&fen)), "{lines:?}, {fen}");
            engine.query_none(&format!("setboard {fen}"));
        }
        self.board = Board::new(&fen);
        let spec = PositionSpec::fen(fen);
        spec.set_up(&mut self.position).unwrap();
    }
}

/// Plays games and returns the most kills per move, stale pieces and repaints.
fn play_games(variant: &str, depth: usize, count: u8) -> (usize, usize, usize) {
    let mut most = (0, 0, 0);
    for number in 0..count {
        let mut rng = SplitMix64(number.into());
        let mut game = Match::new(variant, depth);
        game.play_opening(&mut rng, usize::from(number) * 6);
        let result = game.play();
        let outcome = game.position.outcome().expect("the game is over");
        assert!(result.starts_with(outcome.result()), "{result}, {outcome:?}");
        assert!(result.contains(&outcome.reason.to_string()), "{result}");
        most.0 = most.0.max(game.most_kills);
        most.1 = most.1.max(game.most_stale);
        most.2 = most.2.max(game.repaints);
    }
    most
}

#[test]
fn xboard_follows_baroque_games() {
    let (kills, stale, _) = play_games("baroque", 3, 8);
    assert_eq!(kills, 2);
    assert!(stale > 0);
}

#[test]
fn xboard_follows_maxima_games() {
    let (kills, _, _) = play_games("maxima", 3, 6);
    assert!(kills > 0);
}

#[test]
fn xboard_follows_rococo_games_with_repaints() {
    let (kills, _, repaints) = play_games("rococo", 3, 6);
    assert!(kills > 0 && repaints > 0);
}

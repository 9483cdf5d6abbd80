//! What happens in games: moves, captures and ends, counted by piece.

use std::collections::BTreeMap;

use baroque_movegen::{
    AnyGame, Attack, BoardView, Coord, IllegalMove, Move, Outcome, PieceView, SquareView,
};
use serde::{Deserialize, Serialize};

/// Counts of what happened in games, by the names of pieces in English.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Moves of either side.
    pub plies: u64,
    /// Legal moves of all positions in which a move was made.
    pub choices: u64,
    /// Moves that capture.
    pub captures: u64,
    /// Positions in which the side to move is in check.
    pub checks: u64,
    /// Captured pieces by the method that captured them.
    pub methods: BTreeMap<String, u64>,
    /// How often a piece came to a square, by names of squares; others are missing.
    #[serde(default)]
    pub arrivals: BTreeMap<String, u64>,
    /// How games ended, and how often.
    pub ends: BTreeMap<String, u64>,
    /// What each kind of piece did.
    pub pieces: BTreeMap<String, PieceCounts>,
}

/// Some counts, the greatest first.
pub fn sorted(counts: &BTreeMap<String, u64>) -> impl Iterator<Item = (&str, u64)> {
    let mut sorted: Vec<(&str, u64)> =
        counts.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    sorted.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    sorted.into_iter()
}

/// What the pieces of a kind did.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PieceCounts {
    /// Moves.
    pub moves: u64,
    /// Moves that capture.
    pub captures: u64,
    /// What they captured, by kind.
    pub victims: BTreeMap<String, u64>,
    /// How many of them were captured.
    pub captured: u64,
    /// Positions times pieces.
    pub presence: u64,
    /// The same of those that were frozen.
    pub frozen: u64,
    /// Moves after which it is another kind of piece.
    pub promotions: u64,
    /// Moves that move other pieces too, without capturing them: swaps, pushes, pulls.
    pub displacements: u64,
    /// Moves that put it on the board.
    pub drops: u64,
}

impl Counts {
    /// Counts a legal move and plays it.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn play(&mut self, game: &mut AnyGame, mv: Move) -> Result<(), IllegalMove> {
        let before = game.view();
        self.choices += game.legal_moves().len() as u64;
        self.checks += u64::from(game.in_check());
        for (_, piece, frozen) in before.pieces() {
            let counts = self.piece(piece.name);
            counts.presence += 1;
            counts.frozen += u64::from(frozen);
        }
        let deed = Deed::play(game, &before, mv)?;
        self.plies += 1;
        self.captures += u64::from(deed.is_capture());
        for coord in &deed.arrivals {
            *self.arrivals.entry(before.name(*coord)).or_default() += 1;
        }
        for Attack { victim, method, .. } in &deed.captures {
            self.piece(victim.name).captured += 1;
            *self.methods.entry(method.to_string()).or_default() += 1;
        }
        let Some(mover) = deed.mover else { return Ok(()) };
        let counts = self.piece(mover.name);
        counts.moves += 1;
        counts.captures += u64::from(deed.is_capture());
        counts.promotions += u64::from(deed.promotes);
        counts.displacements += u64::from(deed.displaces);
        counts.drops += u64::from(deed.drops);
        for Attack { victim, .. } in &deed.captures {
            *counts.victims.entry(victim.name.to_owned()).or_default() += 1;
        }
        Ok(())
    }

    /// Counts the end of a game, by its reason without the winner; `None` if no rule ended it.
    pub fn add_end(&mut self, end: Option<Outcome>) {
        self.games += 1;
        let reason = end.map_or("given up".to_owned(), |end| end.reason.to_string());
        *self.ends.entry(reason).or_default() += 1;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.choices += other.choices;
        self.captures += other.captures;
        self.checks += other.checks;
        for (sums, counts) in [
            (&mut self.methods, &other.methods),
            (&mut self.arrivals, &other.arrivals),
            (&mut self.ends, &other.ends),
        ] {
            for (name, count) in counts {
                *sums.entry(name.clone()).or_default() += count;
            }
        }
        for (name, other) in &other.pieces {
            let counts = self.piece(name);
            counts.moves += other.moves;
            counts.captures += other.captures;
            counts.captured += other.captured;
            counts.presence += other.presence;
            counts.frozen += other.frozen;
            counts.promotions += other.promotions;
            counts.displacements += other.displacements;
            counts.drops += other.drops;
            for (victim, count) in &other.victims {
                *counts.victims.entry(victim.clone()).or_default() += count;
            }
        }
    }

    fn piece(&mut self, name: &str) -> &mut PieceCounts {
        self.pieces.entry(name.to_owned()).or_default()
    }
}

/// What a move does.
pub struct Deed {
    /// The piece that moves; `None` if only others do.
    pub mover: Option<PieceView>,
    /// How it captures each of its victims.
    pub captures: Vec<Attack>,
    /// The squares that a piece comes to.
    pub arrivals: Vec<Coord>,
    /// Whether it is another kind of piece afterwards.
    pub promotes: bool,
    /// Whether other pieces move too, without being captured: swaps, pushes, pulls.
    pub displaces: bool,
    /// Whether it comes from the hand.
    pub drops: bool,
}

impl Deed {
    /// Plays a move in the position of a view.
    ///
    /// # Errors
    /// It is not legal.
    pub fn play(game: &mut AnyGame, before: &BoardView, mv: Move) -> Result<Self, IllegalMove> {
        let captures = game.explain_captures(mv);
        game.play(mv)?;
        let after = game.view();
        let [from, to] = [mv.from(), mv.to()].map(|square| before.coord(square));
        let piece = |view: &BoardView, coord| match view.at(coord) {
            SquareView::Piece(piece, _) => Some(piece),
            _ => None,
        };
        let (moved, arrived) = (piece(before, from), piece(&after, to));
        let is_victim =
            |coord| captures.iter().any(|attack| attack.victim.square == before.name(coord));
        let same_side = arrived.filter(|arrived| moved.is_none_or(|it| it.color == arrived.color));
        let elsewhere = before.pieces().any(|(coord, was, _)| {
            let is_left = piece(&after, coord) != Some(was);
            is_left && !is_victim(coord) && coord != from
        });
        // What takes from afar stays where it is.
        let left_behind = piece(&after, from).is_some_and(|it| moved.is_some_and(|was| was != it));
        let mover = moved.or(same_side);
        // Elsewhere a piece that was there may have become another one.
        let came = |&(coord, now, _): &(Coord, PieceView, bool)| {
            let was = piece(before, coord);
            was.is_none() || was != Some(now) && (coord == from || coord == to)
        };
        Ok(Self {
            mover,
            arrivals: after.pieces().filter(came).map(|(coord, ..)| coord).collect(),
            captures,
            promotes: moved.zip(same_side).is_some_and(|(was, is)| was.name != is.name),
            displaces: elsewhere || left_behind,
            drops: moved.is_none(),
        })
    }

    /// Whether it captures anything.
    pub fn is_capture(&self) -> bool {
        !self.captures.is_empty()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The counts of a line of moves from a FEN.
    fn counts(variant: &str, fen: &str, moves: &str) -> Counts {
        let mut game = AnyGame::from_fen(variant, fen).unwrap();
        let mut counts = Counts::default();
        for text in moves.split(' ') {
            let mv = game.read_move(text).unwrap();
            counts.play(&mut game, mv).unwrap();
        }
        counts
    }

    #[test]
    fn captures_are_those_of_the_mover() {
        // A pincer between two pawns.
        let fen = "7k/8/8/8/1PpP4/8/8/K2P4 w - - 0 1";
        let all = counts("baroque", "7k/8/8/8/1Pp5/8/8/K2P4 w - - 0 1", "d1d4");
        assert_eq!((all.plies, all.captures), (1, 1));
        let pawn = &all.pieces["pawn"];
        assert_eq!((pawn.moves, pawn.captures, pawn.captured), (1, 1, 1));
        assert_eq!(pawn.victims["pawn"], 1);
        assert_eq!(all.methods["pincer"], 1);
        assert_eq!((pawn.promotions, pawn.displacements, pawn.drops), (0, 0, 0));
        assert_eq!(counts("baroque", fen, "d1d2").captures, 0);
    }

    #[test]
    fn swaps_and_promotions_are_seen() {
        let game = AnyGame::new("rococo").unwrap();
        let swapper = game.kind('S').map(|kind| game.name(kind)).unwrap();
        let all = counts("rococo", "10/10/10/4k5/10/10/2S2p4/10/4K5/10 w - - 0 1", "b3e3");
        assert_eq!(all.pieces[swapper].displacements, 1);
        assert_eq!(all.captures, 0);
    }
}

//! A slow reference of Maxima on 76 squares, written from the rules text alone (rules, 1
//! and 3), to check the fast generator in tests. It shares no code with it.
//! A square is `rank * 8 + file`, both counted from 0, missing squares too: d1 is 3, e11 is 84.

use super::{End, MoveRecord, Reference, Repetition, win_for};

/// A direction as (file, rank) step.
type Step = (i32, i32);
/// A landing square with all that the move takes.
type Landing = (usize, Vec<usize>);
/// All squares, the missing ones too.
const SQUARES: usize = 88;
/// The letters of all pieces (rules, 1).
const ANY: &str = "KPWLXICMG";
/// The orthogonal directions O (rules, words used).
const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The diagonal directions.
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// All eight directions, A.
const ALL: [Step; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// A chess knight's leaps.
const LEAPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The pieces of both sides at the start: more of one side are an error (rules, 1.3).
const PIECES_AT_START: usize = 36;

/// A piece; `kind` is its upper case letter (rules, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    white: bool,
    kind: char,
}

/// A position with its switches (rules, 3); `clock` and `number` are the last FEN fields.
#[derive(Clone, Debug)]
pub struct Position {
    pieces: [Option<Piece>; SQUARES],
    white_to_move: bool,
    clock: u16,
    number: u16,
    suicide: bool,
    repetition: Repetition,
    move_limit: u32,
}

/// The square's (file, rank).
fn coordinates(square: usize) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

/// The square on (file, rank), if it exists (rules, 3, squares).
fn square_at(file: i32, rank: i32) -> Option<usize> {
    let exists = match rank {
        0 | 10 => file == 3 || file == 4,
        _ => (0..8).contains(&file) && (1..10).contains(&rank),
    };
    exists.then_some((rank * 8 + file) as usize)
}

/// The square `steps` steps from a square in a direction, backwards if `steps` is negative.
fn step(square: usize, (df, dr): Step, steps: i32) -> Option<usize> {
    let (file, rank) = coordinates(square);
    square_at(file + df * steps, rank + dr * steps)
}

/// The palace of a side (rules, 3, squares).
fn palace(white: bool) -> [usize; 2] {
    if white { [3, 4] } else { [83, 84] }
}

/// The squares a knight's leap from a square; between squares of ranks 2 to 10 the files go round
/// the cylinder (rules, 3, K).
fn leaps(from: usize) -> Vec<usize> {
    let (file, rank) = coordinates(from);
    let leap = |(df, dr)| {
        let round = (1..10).contains(&rank) && (1..10).contains(&(rank + dr));
        let plain: i32 = file + df;
        square_at(if round { plain.rem_euclid(8) } else { plain }, rank + dr)
    };
    LEAPS.into_iter().filter_map(leap).collect()
}

impl Position {
    /// Sets one switch (rules, 3, end); `None` when the key or the value is unknown.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("suicide", "on") => self.suicide = true,
            ("suicide", "off") => self.suicide = false,
            ("repetition", "draw") => self.repetition = Repetition::Draw,
            ("repetition", "loss") => self.repetition = Repetition::Loss,
            ("repetition", "off") => self.repetition = Repetition::Off,
            ("movelimit", plies) => self.move_limit = plies.parse().ok()?,
            _ => return None,
        }
        Some(())
    }

    /// Whether the piece on the square is of that side.
    fn owns(&self, white: bool, square: usize) -> bool {
        self.pieces[square].is_some_and(|piece| piece.white == white)
    }

    /// Whether the piece on the square is of that side and kind.
    fn holds(&self, white: bool, kind: char, square: usize) -> bool {
        self.pieces[square] == Some(Piece { white, kind })
    }

    /// The squares of a side's pieces.
    fn squares(&self, white: bool) -> Vec<usize> {
        (0..SQUARES).filter(|&square| self.owns(white, square)).collect()
    }

    /// The king's square; in a diagram there may be none (rules, 1.3).
    fn king(&self, white: bool) -> Option<usize> {
        (0..SQUARES).find(|&square| self.holds(white, 'K', square))
    }

    /// Whether a piece of that side and kind is adjacent.
    fn touches(&self, white: bool, kind: char, square: usize) -> bool {
        let mut near = ALL.into_iter().filter_map(|d| step(square, d, 1));
        near.any(|other| self.holds(white, kind, other))
    }

    /// Whether a side occupies both squares of a palace.
    fn occupies(&self, white: bool, palace: [usize; 2]) -> bool {
        palace.iter().all(|&square| self.owns(white, square))
    }

    /// Whether a side has only its king left (rules, 3, end).
    fn is_bare(&self, white: bool) -> bool {
        self.squares(white).len() == 1 && self.king(white).is_some()
    }

    /// Whether the piece captures an enemy on the square by the method of the kind `method`: that
    /// kind captures every enemy, X only an enemy of the kind (rules, 1.1).
    fn takes(&self, piece: Piece, method: char, square: usize) -> bool {
        self.pieces[square].is_some_and(|victim| {
            let imitates = piece.kind == 'X' && victim.kind == method;
            victim.white != piece.white && (piece.kind == method || imitates)
        })
    }

    /// Moves to those squares of a piece that displaces every enemy (rules, 1.1, displace).
    fn displacing(&self, piece: Piece, squares: Vec<usize>) -> Vec<Landing> {
        let free = squares.into_iter().filter(|&to| !self.owns(piece.white, to));
        free.map(|to| (to, self.pieces[to].iter().map(|_| to).collect())).collect()
    }

    /// The squares that a mage reaches, those of own pieces too (rules, 3, M).
    fn mage_squares(&self, from: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for (dx, dy) in DIAGONAL {
            let Some(first) = step(from, (dx, dy), 1) else {
                continue;
            };
            found.push(first);
            for d in [(dx, 0), (0, dy)] {
                let mut last = first;
                while self.pieces[last].is_none()
                    && let Some(next) = step(last, d, 1)
                {
                    found.push(next);
                    last = next;
                }
            }
        }
        found
    }

    /// Finds the slides in one direction, with jumps for L and X (rules, 1.1, leap, and 3).
    fn slides(&self, piece: Piece, from: usize, d: Step, found: &mut Vec<Landing>) {
        let (mut jumped, mut last) = (Vec::new(), from);
        while let Some(next) = step(last, d, 1) {
            if self.pieces[next].is_none() {
                last = next;
            } else if let Some(beyond) = step(next, d, 1)
                && self.pieces[beyond].is_none()
                && self.takes(piece, 'L', next)
            {
                jumped.push(next);
                last = beyond;
            } else {
                break;
            }
            found.push((last, self.victims(piece, from, d, last, &jumped)));
        }
    }

    /// The chameleon's step onto an adjacent K, G or M; other sliding pieces have none (rules, 3, X).
    fn chameleon_step(&self, piece: Piece, from: usize, d: Step) -> Option<Landing> {
        let to = step(from, d, 1)?;
        let fits = ['K', 'G', 'M'].into_iter().any(|method| self.takes(piece, method, to));
        fits.then(|| (to, self.victims(piece, from, d, to, &[to])))
    }

    /// The victims of a move: the jumped or displaced pieces and all others, judged on the board
    /// with only the mover moved (rules, 1 and 1.1).
    fn victims(
        &self,
        piece: Piece,
        from: usize,
        d: Step,
        to: usize,
        taken: &[usize],
    ) -> Vec<usize> {
        let mut victims = taken.to_vec();
        let has = |method| piece.kind == method || piece.kind == 'X';
        let mut aim = |method, square: Option<usize>| {
            victims.extend(square.filter(|&square| self.takes(piece, method, square)));
        };
        if has('W') {
            aim('W', step(from, d, -1));
        }
        if has('P') && ORTHOGONAL.contains(&d) {
            for u in ORTHOGONAL {
                // The mover itself is no partner: it has left its square.
                if step(to, u, 2).is_some_and(|far| far != from && self.owns(piece.white, far)) {
                    aim('P', step(to, u, 1));
                }
            }
        }
        if has('C')
            && let Some(king) = self.king(piece.white)
        {
            let [(kf, kr), (tf, tr)] = [king, to].map(coordinates);
            if tf != kf && tr != kr {
                aim('C', square_at(tf, kr));
                aim('C', square_at(kf, tr));
            }
        }
        victims
    }

    /// All moves of the piece on a square; none if it is the other side's or frozen (rules, 1.2 and
    /// 3, pieces). The restriction of the own palace is not checked.
    fn moves_of(&self, white: bool, from: usize) -> Vec<Landing> {
        let mover = self.pieces[from].filter(|piece| piece.white == white);
        let Some(piece) = mover.filter(|_| !self.is_frozen(from)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        match piece.kind {
            'K' => found = self.displacing(piece, leaps(from)),
            'M' => found = self.displacing(piece, self.mage_squares(from)),
            'G' => {
                let near = ALL.into_iter().filter_map(|d| step(from, d, 1));
                found = self.displacing(piece, near.collect());
            }
            'P' => ORTHOGONAL.into_iter().for_each(|d| self.slides(piece, from, d, &mut found)),
            _ => {
                ALL.into_iter().for_each(|d| self.slides(piece, from, d, &mut found));
                found.extend(ALL.into_iter().filter_map(|d| self.chameleon_step(piece, from, d)));
            }
        }
        found
    }

    /// Every move by unfrozen pieces and every suicide of the side to move, the own king's safety and
    /// the own palace aside (rules, 3, pieces).
    fn pseudo(&self) -> Vec<MoveRecord> {
        let white = self.white_to_move;
        let mut records = Vec::new();
        for from in 0..SQUARES {
            let mut moves = self.moves_of(white, from);
            let may_die = self.owns(white, from) && self.king(white) != Some(from);
            if self.suicide && may_die && self.is_frozen(from) {
                moves.push((from, Vec::new()));
            }
            for (to, mut victims) in moves {
                victims.sort_unstable();
                records.push(MoveRecord {
                    uci: Self::name(from) + &Self::name(to),
                    from,
                    to,
                    victims,
                });
            }
        }
        records
    }

    /// Whether a move is allowed: it never leaves two pieces in the own palace, and leaves the own
    /// king in check only if it completes an invasion (rules, 3, end).
    fn is_allowed(&self, mv: &MoveRecord) -> bool {
        let (white, next) = (self.white_to_move, self.play(mv));
        let invades = next.occupies(white, palace(!white));
        !next.occupies(white, palace(white)) && (invades || !next.is_check(white))
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.over().is_none() && self.pseudo().iter().any(|mv| self.is_allowed(mv))
    }

    /// The end by invasion or bare king, in the order of rules, 3, end, S having just moved. So a
    /// diagram with pieces of the side to move in both enemy palace squares is not over yet.
    fn over(&self) -> Option<End> {
        let (s, opponent) = (!self.white_to_move, self.white_to_move);
        if self.occupies(s, palace(opponent)) {
            Some((win_for(s), "invasion"))
        } else if self.is_bare(opponent) {
            Some((win_for(s), "bare-king"))
        } else if self.is_bare(s) {
            Some((win_for(opponent), "bare-king"))
        } else {
            None
        }
    }

    /// The placement, empty squares counted (rules, 1.3, FEN).
    fn placement(&self) -> String {
        let letter = |(file, rank)| match square_at(file, rank).map(|square| self.pieces[square]) {
            None => '*',
            Some(None) => '1',
            Some(Some(piece)) if piece.white => piece.kind,
            Some(Some(piece)) => piece.kind.to_ascii_lowercase(),
        };
        let rank = |rank| (0..8).map(|file| letter((file, rank))).collect::<String>();
        let mut text = (0..11).rev().map(rank).collect::<Vec<_>>().join("/");
        for run in (2..=8).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        text
    }
}

impl Reference for Position {
    const FILES: usize = 8;
    const RANKS: usize = 11;

    /// Rules, 1.3, FEN; the switches and their defaults are those of rules, 3.
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        if variant != "maxima" {
            return Err(format!("`{variant}` is no game of this file"));
        }
        let given: Vec<&str> = fen.split_whitespace().collect();
        let mut fields = ["", "w", "-", "-", "0", "1"];
        fields.get_mut(..given.len()).ok_or("too many fields")?.copy_from_slice(&given);
        let mut pieces = Vec::new();
        for letter in fields[0].split('/').rev().flat_map(str::chars) {
            let (white, kind) = (letter.is_ascii_uppercase(), letter.to_ascii_uppercase());
            match letter.to_digit(10) {
                Some(run) => pieces.extend((0..run).map(|_| None)),
                None if letter == '*' => pieces.push(None),
                None if ANY.contains(kind) => pieces.push(Some(Piece { white, kind })),
                None => return Err(format!("`{letter}` is no piece")),
            }
        }
        let number = |text: &str| text.parse().or(Err(format!("`{text}` is no number")));
        let mut position = Position {
            pieces: pieces.try_into().map_err(|_| "not 88 squares")?,
            white_to_move: fields[1] == "w",
            clock: number(fields[4])?,
            number: number(fields[5])?,
            suicide: true,
            repetition: Repetition::Draw,
            move_limit: 100,
        };
        for pair in switches.split([',', ' ']).filter(|pair| !matches!(*pair, "" | "-")) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            position.set(key, value).ok_or(format!("unknown `{pair}`"))?;
        }
        // A FEN that is not written back unchanged is an error: a piece or a number on a missing
        // square, a rank of 7 squares, `44`, `007`.
        if position.number == 0 || fields.join(" ") != position.fen() {
            return Err(format!("`{fen}` is no FEN"));
        }
        Ok(position)
    }

    /// Rules, 1.3, squares.
    fn name(square: usize) -> String {
        let file = char::from(b'a' + (square % 8) as u8);
        format!("{file}{}", square / 8 + 1)
    }

    /// Rules, 1.3, FEN.
    fn fen(&self) -> String {
        format!("{} - - {} {}", self.repetition_key(), self.clock, self.number)
    }

    /// Rules, 1.3, FEN.
    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// Rules, 1.3, FEN.
    fn clock(&self) -> u32 {
        self.clock.into()
    }

    /// Placement and side: there are no hands and no swap ban (rules, 2, `repetition`).
    fn repetition_key(&self) -> String {
        self.placement() + if self.white_to_move { " w" } else { " b" }
    }

    /// Rules, 3, end, the switches.
    fn end_rules(&self) -> (Repetition, u32) {
        (self.repetition, self.move_limit)
    }

    /// Rules, 1.3, errors.
    fn is_position(&self) -> bool {
        let fits = |white| {
            let pieces = self.squares(white);
            let kings = pieces.iter().filter(|&&square| self.holds(white, 'K', square)).count();
            let crowded = self.occupies(white, palace(white));
            kings <= 1 && pieces.len() <= PIECES_AT_START && !crowded
        };
        let capturable = self.is_check(!self.white_to_move);
        fits(true) && fits(false) && (!capturable || self.shown_end().is_some())
    }

    /// Strict freezing; a mage is never frozen (rules, 1.2 and 3).
    fn is_frozen(&self, square: usize) -> bool {
        self.pieces[square].is_some_and(|piece| {
            let by_chameleon = piece.kind == 'I' && self.touches(!piece.white, 'X', square);
            piece.kind != 'M' && (by_chameleon || self.touches(!piece.white, 'I', square))
        })
    }

    /// Rules, 2, check; neither palace matters, and a missing king is never in check (rules, 3,
    /// end, and 1.3).
    fn is_check(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| {
            let hits = |(_, victims): Landing| victims.contains(&king);
            (0..SQUARES).any(|from| self.moves_of(!white, from).into_iter().any(hits))
        })
    }

    /// Rules, 3, end; a finished game has no moves (rules, 1.5).
    fn legal(&self) -> Vec<MoveRecord> {
        let mut moves = if self.over().is_none() { self.pseudo() } else { Vec::new() };
        moves.retain(|mv| self.is_allowed(mv));
        moves.sort();
        moves
    }

    /// Captures happen together (rules, 1); captures and suicide are irreversible (rules, 1.3).
    fn play(&self, mv: &MoveRecord) -> Self {
        let mut next = self.clone();
        for &victim in &mv.victims {
            next.pieces[victim] = None;
        }
        next.pieces[mv.from] = None;
        next.pieces[mv.to] = self.pieces[mv.from].filter(|_| mv.from != mv.to);
        let quiet = mv.from != mv.to && mv.victims.is_empty();
        next.clock = if quiet { self.clock.saturating_add(1) } else { 0 };
        next.number = self.number.saturating_add(u16::from(!self.white_to_move));
        next.white_to_move = !self.white_to_move;
        next
    }

    /// Rules, 1.3, readable text.
    fn readable(&self, mv: &MoveRecord) -> String {
        let from: String = self.pieces[mv.from].iter().map(|piece| piece.kind).collect();
        let (from, to) = (from + &Self::name(mv.from), Self::name(mv.to));
        let names: Vec<String> = mv.victims.iter().map(|&square| Self::name(square)).collect();
        match mv.victims.as_slice() {
            [] if mv.from == mv.to => from + "@",
            [] => format!("{from}-{to}"),
            [only] if *only == mv.to => format!("{from}x{to}"),
            _ => format!("{from}-{to}x{}", names.join(",")),
        }
    }

    /// Rules, 3, end, in that order.
    fn status(&self) -> &'static str {
        if let Some((_, word)) = self.over() {
            return word;
        }
        match (!self.has_moves(), self.is_check(self.white_to_move)) {
            (true, true) => "checkmate",
            (true, false) => "stalemate",
            (false, true) => "check",
            (false, false) => "ongoing",
        }
    }

    /// Rules, 3, end: mate wins, stalemate is a draw.
    fn shown_end(&self) -> Option<End> {
        match self.status() {
            mate @ "checkmate" => Some((win_for(!self.white_to_move), mate)),
            draw @ "stalemate" => Some(("1/2-1/2", draw)),
            _ => self.over(),
        }
    }
}

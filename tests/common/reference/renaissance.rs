//! A slow reference of Renaissance on 9×9, written from the rules text alone (rules, 1, 5
//! and 6), to check the fast generator in tests. It shares no code with it.
//! A square is `rank * 9 + file`, both counted from 0: a1 is 0 and i9 is 80.

use super::{End, MoveRecord, Reference, Repetition, win_for};

/// A direction as (file, rank) step.
type Step = (i32, i32);
/// The letters of all pieces (rules, 1).
const ANY: &str = "KPWLXICRBUY";
/// The pieces that can be held in hand, in the order in which a FEN writes them (rules, 1.3).
const HELD: &str = "PWLXICRBUY";
/// The orthogonal directions O (rules, words used).
const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// All directions A.
const ALL: [Step; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// Pieces that both sides together have at the start (rules, 1.3, errors).
const PIECES_AT_START: usize = 36;

/// A piece; `kind` is its upper case letter (rules, 1), a byte so that boards are cheap to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    white: bool,
    kind: u8,
}

impl Piece {
    /// The letter as FEN writes it: upper case is White (rules, 1).
    fn letter(self) -> char {
        char::from(if self.white { self.kind } else { self.kind.to_ascii_lowercase() })
    }
}

/// The pieces on the squares and those in both hands, in no order (rules, 6, hands).
#[derive(Clone, Debug)]
struct Board {
    pieces: [Option<Piece>; 81],
    held: Vec<Piece>,
}

/// A pseudo-legal move with the board after it.
struct PseudoMove {
    from: usize,
    to: usize,
    /// The letter that its UCI text needs besides the squares (rules, 1.3).
    mark: Option<u8>,
    victims: Vec<usize>,
    after: Board,
}

/// A position with its switches; `clock` and `number` are the last FEN fields (rules, 1.3).
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    white_to_move: bool,
    clock: u32,
    number: u32,
    repetition: Repetition,
    move_limit: u32,
}

/// The square's (file, rank).
fn coordinates(square: usize) -> (i32, i32) {
    ((square % 9) as i32, (square / 9) as i32)
}

/// The square on (file, rank), if it is on the board.
fn square_at(file: i32, rank: i32) -> Option<usize> {
    let on_board = (0..9).contains(&file) && (0..9).contains(&rank);
    on_board.then_some((rank * 9 + file) as usize)
}

/// The square `steps` steps from a square in a direction, backwards if `steps` is negative.
fn step(square: usize, (df, dr): Step, steps: i32) -> Option<usize> {
    let (file, rank) = coordinates(square);
    square_at(file + df * steps, rank + dr * steps)
}

/// The squares adjacent to a square (rules, words used).
fn adjacent(square: usize) -> impl Iterator<Item = usize> {
    ALL.into_iter().filter_map(move |d| step(square, d, 1))
}

/// What a captured piece turns into (rules, 6, hands).
fn turned(kind: u8) -> u8 {
    match kind {
        b'U' => b'Y',
        b'Y' => b'U',
        b'R' => b'B',
        b'B' => b'R',
        other => other,
    }
}

/// A FEN counter without sign or leading zeros, at most 65535 (rules, 1.3).
fn counter(text: &str) -> Option<u32> {
    text.parse::<u16>().ok().filter(|number| number.to_string() == text).map(u32::from)
}

impl Board {
    /// Reads placement and hands, `…[LPu]`; without brackets the hands are empty (rules, 1.3).
    fn read(text: &str) -> Option<Self> {
        let (placement, bracket) = text.split_once('[').unwrap_or((text, "]"));
        let read_piece = |letter: char, kinds: &str| {
            let (white, kind) = (letter.is_ascii_uppercase(), letter.to_ascii_uppercase());
            kinds.contains(kind).then_some(Piece { white, kind: kind as u8 })
        };
        let mut pieces = Vec::new();
        for letter in placement.split('/').rev().flat_map(str::chars) {
            match letter.to_digit(10) {
                Some(run) => pieces.extend((0..run).map(|_| None)),
                None => pieces.push(Some(read_piece(letter, ANY)?)),
            }
        }
        let hands = bracket.strip_suffix(']')?.chars().map(|letter| read_piece(letter, HELD));
        let board = Self { pieces: pieces.try_into().ok()?, held: hands.collect::<Option<_>>()? };
        // A FEN that is not written back unchanged is an error: a rank of 7 squares, `44`.
        (board.placement() == placement).then_some(board)
    }

    /// The FEN placement without hands: top rank first, runs of empty squares (rules, 1.3).
    fn placement(&self) -> String {
        let mut text = String::new();
        for rank in (0..9).rev() {
            for file in 0..9 {
                text.push(self.pieces[rank * 9 + file].map_or('1', Piece::letter));
            }
            text.push_str(if rank > 0 { "/" } else { "" });
        }
        for run in (2..=9).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        text
    }

    /// Both hands in FEN order, White's first (rules, 1.3).
    fn hands(&self) -> String {
        let mut text = String::new();
        for white in [true, false] {
            for kind in HELD.bytes() {
                let same = self.held.iter().filter(|&&piece| piece == Piece { white, kind });
                text.extend(same.map(|&piece| piece.letter()));
            }
        }
        text
    }

    /// Whether the piece on the square is of that side.
    fn belongs_to(&self, square: usize, white: bool) -> bool {
        self.pieces[square].is_some_and(|piece| piece.white == white)
    }

    /// Whether the piece on the square is of that side and kind.
    fn holds(&self, square: usize, white: bool, kind: u8) -> bool {
        self.pieces[square] == Some(Piece { white, kind })
    }

    /// The king's square; the first one if there are several.
    fn king(&self, white: bool) -> Option<usize> {
        self.pieces.iter().position(|&piece| piece == Some(Piece { white, kind: b'K' }))
    }

    /// Whether the piece on the square is frozen (rules, 1.2).
    fn frozen(&self, square: usize) -> bool {
        self.pieces[square].is_some_and(|piece| {
            adjacent(square).any(|near| {
                let by_chameleon = piece.kind == b'I' && self.holds(near, !piece.white, b'X');
                by_chameleon || self.holds(near, !piece.white, b'I')
            })
        })
    }

    /// Moves pieces from the board to the hand of that side; a king goes to no hand (rules, 6,
    /// hands).
    fn take(&mut self, white: bool, victims: &[usize]) {
        for &square in victims {
            let victim = self.pieces[square].take().filter(|piece| piece.kind != b'K');
            self.held.extend(victim.map(|piece| Piece { white, kind: turned(piece.kind) }));
        }
    }

    /// Whether the piece captures an enemy on the square by the method of the kind `method`: that
    /// kind captures every enemy, X only an enemy of the kind (rules, 1.1 and 5).
    fn takes(&self, piece: Piece, method: u8, square: usize) -> bool {
        self.pieces[square].is_some_and(|victim| {
            let imitates = piece.kind == b'X' && victim.kind == method;
            victim.white != piece.white && (piece.kind == method || imitates)
        })
    }

    /// The victims that a piece that comes to `to` along `d` captures by withdrawing, pincering,
    /// coordinating, or imitating these; R, B, U, Y have no such method (rules, 1.1, 5 and 6).
    /// Whether the piece is still on `from` does not matter, except that it is not its own partner.
    fn captures_of(&self, piece: Piece, from: usize, d: Step, to: usize) -> Vec<usize> {
        let mut struck = Vec::new();
        let uses = |method: u8| piece.kind == method || piece.kind == b'X';
        let mut aim = |method: u8, square: Option<usize>| {
            struck.extend(square.filter(|&square| self.takes(piece, method, square)));
        };
        if uses(b'W') {
            aim(b'W', step(from, d, -1));
        }
        for u in ORTHOGONAL.into_iter().filter(|_| uses(b'P') && ORTHOGONAL.contains(&d)) {
            if step(to, u, 2).is_some_and(|far| far != from && self.belongs_to(far, piece.white)) {
                aim(b'P', step(to, u, 1));
            }
        }
        if uses(b'C')
            && let Some(king) = self.king(piece.white)
        {
            let ((kf, kr), (tf, tr)) = (coordinates(king), coordinates(to));
            if tf != kf && tr != kr {
                aim(b'C', square_at(tf, kr));
                aim(b'C', square_at(kf, tr));
            }
        }
        struck
    }

    /// The ordinary moves of a piece, each with its landing square and its victims: K goes one step,
    /// P along O, all others along A; L jumps one enemy, X one enemy L; K, and X against K,
    /// displace by one step (rules, 1.1, 2 and 6).
    fn ordinary_moves(&self, piece: Piece, from: usize) -> Vec<(usize, Vec<usize>)> {
        let mut moves = Vec::new();
        let reach = if piece.kind == b'K' { 1 } else { 8 };
        for d in ALL.into_iter().filter(|d| piece.kind != b'P' || ORTHOGONAL.contains(d)) {
            let mut jumped = None;
            for gone in 1..=reach {
                let Some(to) = step(from, d, gone) else {
                    break;
                };
                let displaced = self.pieces[to].map(|_| to);
                if displaced.is_none() || (gone == 1 && self.takes(piece, b'K', to)) {
                    let mut victims = self.captures_of(piece, from, d, to);
                    victims.extend(jumped.into_iter().chain(displaced));
                    moves.push((to, victims));
                }
                if displaced.is_some() {
                    let beyond = step(to, d, 1).filter(|&beyond| self.pieces[beyond].is_none());
                    if jumped.is_some() || beyond.is_none() || !self.takes(piece, b'L', to) {
                        break;
                    }
                    jumped = displaced;
                }
            }
        }
        moves
    }

    /// An ordinary move with the board after it; all captures happen together (rules, 1).
    fn ordinary(&self, piece: Piece, from: usize, to: usize, victims: Vec<usize>) -> PseudoMove {
        let mut after = self.clone();
        after.take(piece.white, &victims);
        after.pieces[to] = after.pieces[from].take();
        PseudoMove { from, to, mark: None, victims, after }
    }

    /// A resurrector's trades, and its steps that leave a piece of the hand (rules, 6, R).
    fn resurrections(&self, piece: Piece, from: usize) -> Vec<PseudoMove> {
        let mut moves = Vec::new();
        for to in adjacent(from) {
            let mut after = self.clone();
            after.pieces.swap(from, to);
            if self.pieces[to].is_some() {
                moves.push(PseudoMove { from, to, mark: None, victims: Vec::new(), after });
            } else {
                let drops = after.drops_on(piece.white, from);
                moves.extend(drops.map(|drop| PseudoMove { from, to, ..drop }));
            }
        }
        moves
    }

    /// All drops of that side on an empty square (rules, 6, hands).
    fn drops_on(&self, white: bool, square: usize) -> impl Iterator<Item = PseudoMove> {
        HELD.bytes().filter_map(move |kind| {
            let piece = Piece { white, kind };
            let place = self.held.iter().position(|&held| held == piece)?;
            let mut after = self.clone();
            after.held.swap_remove(place);
            after.pieces[square] = Some(piece);
            let (mark, victims) = (Some(kind), Vec::new());
            Some(PseudoMove { from: square, to: square, mark, victims, after })
        })
    }

    /// The explosion: removes the bomb and all adjacent pieces for good (rules, 6, B).
    fn explosion(&self, from: usize) -> PseudoMove {
        let mut after = self.clone();
        let victims: Vec<usize> =
            adjacent(from).filter(|&near| self.pieces[near].is_some()).collect();
        for &gone in victims.iter().chain([&from]) {
            after.pieces[gone] = None;
        }
        PseudoMove { from, to: from, mark: None, victims, after }
    }

    /// A push, onto an empty square with two exceptions: a king captures one of its enemies, a
    /// chameleon captures a king (rules, 6, U).
    fn push(&self, from: usize, d: Step) -> Option<PseudoMove> {
        let (to, far) = (step(from, d, 1)?, step(from, d, 2)?);
        let target = self.pieces[to]?;
        let mut after = self.clone();
        let mut victims = Vec::new();
        if let Some(piece) = self.pieces[far] {
            let taken = target.kind == b'K' || (target.kind == b'X' && piece.kind == b'K');
            if piece.white == target.white || !taken {
                return None;
            }
            victims.push(far);
            after.take(target.white, &[far]);
        }
        after.pieces[far] = after.pieces[to].take();
        after.pieces[to] = after.pieces[from].take();
        victims.extend(after.forced_captures(target, to, d, far));
        Some(PseudoMove { from, to, mark: None, victims, after })
    }

    /// A pull: the puller steps, the piece behind it follows, and behind every puller that follows,
    /// of either side, the next piece too (rules, 6, Y).
    fn pull(&self, from: usize, d: Step) -> Option<PseudoMove> {
        let to = step(from, d, 1).filter(|&to| self.pieces[to].is_none())?;
        let mut after = self.clone();
        let (mut empty, mut last) = (to, from);
        loop {
            after.pieces[empty] = after.pieces[last].take();
            let behind = step(last, d, -1).filter(|&behind| self.pieces[behind].is_some());
            match behind.filter(|_| self.pieces[last].is_some_and(|piece| piece.kind == b'Y')) {
                Some(behind) => (empty, last) = (last, behind),
                None => break,
            }
        }
        // The others of the chain are pullers, which capture nothing this way.
        let target = self.pieces[last].filter(|_| last != from)?;
        let victims = after.forced_captures(target, last, d, empty);
        Some(PseudoMove { from, to, mark: Some(b't'), victims, after })
    }

    /// Forced captures by a piece that was pushed or pulled, for its own side, on the board with
    /// everything displaced (rules, 6, forced captures).
    fn forced_captures(&mut self, target: Piece, from: usize, d: Step, to: usize) -> Vec<usize> {
        let victims = self.captures_of(target, from, d, to);
        self.take(target.white, &victims);
        victims
    }

    /// The special moves of R, B, U and Y (rules, 6).
    fn specials(&self, piece: Piece, from: usize) -> Vec<PseudoMove> {
        match piece.kind {
            b'R' => self.resurrections(piece, from),
            b'B' => vec![self.explosion(from)],
            b'U' => ALL.into_iter().filter_map(|d| self.push(from, d)).collect(),
            b'Y' => ALL.into_iter().filter_map(|d| self.pull(from, d)).collect(),
            _ => Vec::new(),
        }
    }

    /// The pieces of that side that can move, with their squares (rules, 1.2).
    fn movers(&self, white: bool) -> impl Iterator<Item = (Piece, usize)> {
        let pieces = (0..81).filter_map(|square| Some((self.pieces[square]?, square)));
        pieces.filter(move |&(piece, square)| piece.white == white && !self.frozen(square))
    }

    /// Every move of the pieces on the board and every drop (rules, 6).
    fn pseudo_moves(&self, white: bool) -> Vec<PseudoMove> {
        let mut moves = Vec::new();
        for (piece, from) in self.movers(white) {
            let ordinary = self.ordinary_moves(piece, from).into_iter();
            moves.extend(ordinary.map(|(to, victims)| self.ordinary(piece, from, to, victims)));
            moves.extend(self.specials(piece, from));
        }
        for square in (0..81).filter(|&square| self.pieces[square].is_none()) {
            moves.extend(self.drops_on(white, square));
        }
        moves
    }

    /// Whether the king is on the board and no piece of the other side can capture it. Whether that
    /// leaves the other king safe does not matter, and drops are not considered (rules, 2, check,
    /// and 6).
    fn is_safe(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| {
            self.movers(!white).all(|(piece, from)| {
                let moves = self.ordinary_moves(piece, from);
                let survives = |pseudo: &PseudoMove| pseudo.after.king(white).is_some();
                moves.iter().all(|(_, victims)| !victims.contains(&king))
                    && self.specials(piece, from).iter().all(survives)
            })
        })
    }

    /// The pieces of a side, on the board and in hand.
    fn pieces_of(&self, white: bool) -> impl Iterator<Item = Piece> {
        let pieces = self.pieces.iter().flatten().chain(&self.held).copied();
        pieces.filter(move |piece| piece.white == white)
    }
}

impl PseudoMove {
    /// UCI text: a drop is a capital letter, `@` and the square, all else from, to and the letter
    /// if one is needed (rules, 1.3).
    fn uci(&self) -> String {
        let [from, to] = [self.from, self.to].map(Position::name);
        match self.mark.map(char::from) {
            Some(kind) if self.from == self.to => format!("{kind}@{to}"),
            Some(mark) => format!("{from}{to}{}", mark.to_ascii_lowercase()),
            None => from + &to,
        }
    }

    /// The move in the common format, victims ascending.
    fn record(&self) -> MoveRecord {
        let mut victims = self.victims.clone();
        victims.sort_unstable();
        MoveRecord { uci: self.uci(), from: self.from, to: self.to, victims }
    }
}

impl Position {
    /// One switch (rules, 6); `None` when the key or the value is unknown.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("repetition", "draw") => self.repetition = Repetition::Draw,
            ("repetition", "loss") => self.repetition = Repetition::Loss,
            ("repetition", "off") => self.repetition = Repetition::Off,
            ("movelimit", _) => self.move_limit = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }

    /// Parses the six fields under the rules of the game; the third and fourth have no meaning
    /// here, missing ones default to `w - - 0 1` (rules, 1.3 and 6).
    fn from_fen(fen: &str) -> Option<Self> {
        let given: Vec<&str> = fen.split_ascii_whitespace().collect();
        let mut fields = ["", "w", "-", "-", "0", "1"];
        fields.get_mut(..given.len())?.copy_from_slice(&given);
        let position = Self {
            board: Board::read(fields[0])?,
            white_to_move: fields[1] == "w",
            clock: counter(fields[4])?,
            number: counter(fields[5]).filter(|&number| number > 0)?,
            repetition: Repetition::Draw,
            move_limit: 100,
        };
        let known = ["w", "b"].contains(&fields[1]) && fields[2..4] == ["-", "-"];
        known.then_some(position)
    }

    /// A side without a king has lost (rules, 1.3).
    fn king_taken(&self) -> bool {
        [true, false].iter().any(|&white| self.board.king(white).is_none())
    }

    /// The legal moves: each leaves its own king on the board and safe (rules, 6).
    fn moves(&self) -> impl Iterator<Item = PseudoMove> {
        let pseudo = (!self.king_taken()).then(|| self.board.pseudo_moves(self.white_to_move));
        pseudo.into_iter().flatten().filter(|pseudo| pseudo.after.is_safe(self.white_to_move))
    }
}

impl Reference for Position {
    const FILES: usize = 9;
    const RANKS: usize = 9;

    /// A FEN of this game, with its switches (rules, 1.3 and 6).
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        if variant != "renaissance" {
            return Err(format!("`{variant}` is not renaissance"));
        }
        let mut position = Self::from_fen(fen).ok_or(format!("`{fen}` is no FEN"))?;
        for pair in switches.split([',', ' ']).filter(|pair| !matches!(*pair, "" | "-")) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            position.set(key, value).ok_or(format!("unknown `{pair}`"))?;
        }
        Ok(position)
    }

    /// File letter and rank number (rules, 1.3).
    fn name(square: usize) -> String {
        let file = char::from(b'a' + (square % 9) as u8);
        format!("{file}{}", square / 9 + 1)
    }

    /// Always six fields and brackets (rules, 1.3).
    fn fen(&self) -> String {
        format!("{} - - {} {}", self.repetition_key(), self.clock, self.number)
    }

    /// The second field (rules, 1.3).
    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// The fifth field (rules, 1.3).
    fn clock(&self) -> u32 {
        self.clock
    }

    /// Placement, hands and side (rules, 2, `repetition`).
    fn repetition_key(&self) -> String {
        let side = if self.white_to_move { "w" } else { "b" };
        format!("{}[{}] {side}", self.board.placement(), self.board.hands())
    }

    /// The two switches (rules, 6).
    fn end_rules(&self) -> (Repetition, u32) {
        (self.repetition, self.move_limit)
    }

    /// Rules, 1.3, errors. A captured piece changes sides, so the pieces of both sides count
    /// together, those in hand too.
    fn is_position(&self) -> bool {
        let pieces = |white| self.board.pieces_of(white);
        let kings = |white| pieces(white).filter(|piece| piece.kind == b'K').count();
        [true, false].into_iter().all(|white| kings(white) <= 1)
            && pieces(true).count() + pieces(false).count() <= PIECES_AT_START
            && kings(true) + kings(false) > 0
            && (self.shown_end().is_some() || !self.is_check(!self.white_to_move))
    }

    /// Rules, 1.2.
    fn is_frozen(&self, square: usize) -> bool {
        self.board.frozen(square)
    }

    /// Rules, 2, check, and 6.
    fn is_check(&self, white: bool) -> bool {
        self.board.king(white).is_some() && !self.board.is_safe(white)
    }

    /// Sorted.
    fn legal(&self) -> Vec<MoveRecord> {
        let mut moves: Vec<MoveRecord> = self.moves().map(|pseudo| pseudo.record()).collect();
        moves.sort();
        moves
    }

    /// Every irreversible move changes the number of pieces on the board (rules, 1.3); the counters
    /// stay within what a FEN can say.
    fn play(&self, mv: &MoveRecord) -> Self {
        let white = self.white_to_move;
        let mut moves = self.board.pseudo_moves(white).into_iter();
        let pseudo = moves.find(|pseudo| pseudo.uci() == mv.uci).expect("a legal move");
        let [pieces, before] =
            [pseudo.after.pieces, self.board.pieces].map(|pieces| pieces.iter().flatten().count());
        Self {
            clock: if pieces == before { (self.clock + 1).min(65535) } else { 0 },
            number: (self.number + u32::from(!white)).min(65535),
            white_to_move: !white,
            board: pseudo.after,
            ..*self
        }
    }

    /// Rules, 1.3, readable text; the victims of a special move follow it.
    fn readable(&self, mv: &MoveRecord) -> String {
        let [from, to] = [mv.from, mv.to].map(Self::name);
        let Some(piece) = self.board.pieces[mv.from] else {
            return mv.uci.clone(); // a drop
        };
        let (kind, occupied) = (char::from(piece.kind), self.board.pieces[mv.to].is_some());
        let victims: Vec<String> = mv.victims.iter().copied().map(Self::name).collect();
        let sign = if victims.is_empty() { "" } else { "x" };
        let moved = match (kind, mv.uci.chars().nth(4)) {
            ('B', _) if mv.from == mv.to => format!("{from}*"),
            ('U', _) if occupied => format!("{from}>{to}>{}", Self::name(2 * mv.to - mv.from)),
            ('R', _) if occupied => format!("{from}<>{to}"),
            ('R', Some(left)) => format!("{from}-{to}^{}", left.to_ascii_uppercase()),
            ('Y', Some(_)) => format!("{from}<{to}"),
            _ if victims == [to.clone()] => from,
            _ => format!("{from}-{to}"),
        };
        format!("{kind}{moved}{sign}{}", victims.join(","))
    }

    /// Rules, 1.4 and 6: mate, stalemate and a taken king.
    fn status(&self) -> &'static str {
        match (self.moves().next().is_none(), self.is_check(self.white_to_move)) {
            _ if self.king_taken() => "king-taken",
            (true, true) => "checkmate",
            (true, false) => "stalemate",
            (false, true) => "check",
            (false, false) => "ongoing",
        }
    }

    /// A side without a king or a legal move has lost; without any king, an error by 1.3, the side
    /// to move (rules, 1.3 and 6).
    fn shown_end(&self) -> Option<End> {
        let (mover, other) = (win_for(self.white_to_move), win_for(!self.white_to_move));
        match self.status() {
            "king-taken" if self.board.king(self.white_to_move).is_some() => {
                Some((mover, "king-taken"))
            }
            lost @ ("king-taken" | "checkmate" | "stalemate") => Some((other, lost)),
            _ => None,
        }
    }
}

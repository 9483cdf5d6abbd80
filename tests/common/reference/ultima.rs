//! A slow reference of Ultima (Baroque chess) on 8×8, written from the rules text alone (rules, 1
//! and 2), to check the fast generator in tests. It shares no code with it. A square is `rank * 8 +
//! file`, both counted from 0: a1 is 0 and h8 is 63.

use super::{End, MoveRecord, Reference, Repetition, win_for};

/// A direction as (file, rank) step.
type Step = (i32, i32);
/// The letters of all pieces (rules, 1).
const ANY: &str = "KPWLXIC";
/// The orthogonal directions O (rules, words used).
const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The other directions of A.
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The rule switches (rules, 2). Each field is true for the value that it is named after; the other
/// values are `leap=single`, `land=stop`, `chameleon=pure`, `freeze=pure`, `suicide=off`,
/// `coordinator=usual`, `ranklimit=off`, `object=capture`, `stalemate=draw`. No limit is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules {
    leap_multi: bool,
    land_slide: bool,
    chameleon_all: bool,
    freeze_strict: bool,
    suicide: bool,
    delft: bool,
    rank_limit: bool,
    object_mate: bool,
    stalemate_loss: bool,
    repetition: Repetition,
    move_limit: u32,
}

impl Rules {
    /// The six presets (rules, 2); `ultima` is another name for `baroque`.
    fn preset(name: &str) -> Option<Rules> {
        let differences = match name {
            "baroque" | "ultima" => "-",
            "abbott1962" => "leap=single,land=stop",
            "abbott1968" => "ranklimit=on",
            "cambridge" => "chameleon=pure,freeze=pure,suicide=off",
            "delft" => "coordinator=delft",
            "vchess" => "freeze=pure,suicide=off,stalemate=draw",
            _ => return None,
        };
        let mut rules = Rules {
            leap_multi: true,
            land_slide: true,
            chameleon_all: true,
            freeze_strict: true,
            suicide: true,
            delft: false,
            rank_limit: false,
            object_mate: true,
            stalemate_loss: true,
            repetition: Repetition::Draw,
            move_limit: 100,
        };
        rules.apply_overrides(differences).ok().map(|()| rules)
    }

    /// Overrides the rules with `key=value` pairs, separated by commas or blanks; `-` changes
    /// nothing.
    fn apply_overrides(&mut self, text: &str) -> Result<(), String> {
        let mut changed = self.clone();
        let pairs = text.split([',', ' ']);
        for pair in pairs.filter(|pair| !matches!(*pair, "" | "-")) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            changed.set(key, value).ok_or(format!("unknown `{pair}`"))?;
        }
        *self = changed;
        Ok(())
    }

    /// One switch (rules, 2); `None` when the key or the value is unknown.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let is = |yes, no| (value == yes || value == no).then_some(value == yes); // else None
        match key {
            "leap" => self.leap_multi = is("multi", "single")?,
            "land" => self.land_slide = is("slide", "stop")?,
            "chameleon" => self.chameleon_all = is("all", "pure")?,
            "freeze" => self.freeze_strict = is("strict", "pure")?,
            "suicide" => self.suicide = is("on", "off")?,
            "coordinator" => self.delft = is("delft", "usual")?,
            "ranklimit" => self.rank_limit = is("on", "off")?,
            "object" => self.object_mate = is("mate", "capture")?,
            "stalemate" => self.stalemate_loss = is("loss", "draw")?,
            "repetition" if value == "draw" => self.repetition = Repetition::Draw,
            "repetition" if value == "loss" => self.repetition = Repetition::Loss,
            "repetition" if value == "off" => self.repetition = Repetition::Off,
            "movelimit" => self.move_limit = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

/// A piece; `kind` is its upper case letter, one of `KPWLXIC` (rules, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    white: bool,
    kind: char,
}

/// A position with its rules; `clock` and `number` are the last FEN fields (rules, 1.3).
#[derive(Clone, Debug)]
pub struct Position {
    pieces: [Option<Piece>; 64],
    white_to_move: bool,
    clock: u16,
    number: u16,
    rules: Rules,
}

/// The square's (file, rank).
fn coordinates(square: usize) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

/// The square on (file, rank), if it is on the board.
fn square_at(file: i32, rank: i32) -> Option<usize> {
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then_some((rank * 8 + file) as usize)
}

/// The square `steps` steps from a square in a direction, backwards if `steps` is negative.
fn step(square: usize, (df, dr): Step, steps: i32) -> Option<usize> {
    let (file, rank) = coordinates(square);
    square_at(file + df * steps, rank + dr * steps)
}

impl Position {
    /// Reads a FEN; fields after the first may be missing (rules, 1.3).
    fn parse(fen: &str, rules: Rules) -> Result<Position, String> {
        let given: Vec<&str> = fen.split_whitespace().collect();
        let mut fields = ["", "w", "-", "-", "0", "1"];
        let places = fields.get_mut(..given.len()).ok_or("too many")?;
        places.copy_from_slice(&given);
        let mut pieces = Vec::new();
        for letter in fields[0].split('/').rev().flat_map(str::chars) {
            let (white, kind) = (letter.is_ascii_uppercase(), letter.to_ascii_uppercase());
            match letter.to_digit(10) {
                Some(run) => pieces.extend((0..run).map(|_| None)),
                None if ANY.contains(kind) => pieces.push(Some(Piece { white, kind })),
                None => return Err(format!("`{letter}` is no piece")),
            }
        }
        let number = |text: &str| text.parse::<u16>().or(Err(format!("`{text}` is no number")));
        let position = Position {
            pieces: pieces.try_into().map_err(|_| "not 64 squares")?,
            white_to_move: fields[1] == "w",
            clock: number(fields[4])?,
            number: number(fields[5])?.max(1),
            rules,
        };
        // A FEN that is not written back unchanged is an error: a rank of 7 squares, `44`, `+1`.
        if fields.join(" ") != position.fen() {
            return Err(format!("`{fen}` is no FEN"));
        }
        Ok(position)
    }

    /// Whether the piece on the square is of that side and one of those kinds.
    fn holds(&self, square: usize, white: bool, kinds: &str) -> bool {
        self.pieces[square].is_some_and(|piece| piece.white == white && kinds.contains(piece.kind))
    }

    /// The king's square; the first one if there are several.
    fn king(&self, white: bool) -> Option<usize> {
        (0..64).find(|&square| self.holds(square, white, "K"))
    }

    /// The adjacent squares that hold a piece of that side and one of those kinds.
    fn neighbours(&self, square: usize, white: bool, kinds: &str) -> Vec<usize> {
        let directions = ORTHOGONAL.iter().chain(&DIAGONAL);
        let near = directions.filter_map(|&d| step(square, d, 1));
        near.filter(|&s| self.holds(s, white, kinds)).collect()
    }

    /// Whether the piece captures an enemy on the square by the method of the kind `method`: that
    /// kind captures every enemy, X only an enemy of the kind (rules, 1.1).
    fn takes(&self, piece: Piece, method: char, square: usize) -> bool {
        self.pieces[square].is_some_and(|victim| {
            let imitates = piece.kind == 'X' && victim.kind == method;
            victim.white != piece.white && (piece.kind == method || imitates)
        })
    }

    /// The moves of the piece on `from` in one direction, nearest first, each with its landing
    /// square and its victims (rules, 1.1 leap and 2, movement, `leap`, `land`, `ranklimit`).
    fn moves_along(&self, piece: Piece, from: usize, d: Step) -> Vec<(usize, Vec<usize>)> {
        let (_, rank) = coordinates(from);
        let reach = match piece.kind {
            'K' => 1,
            'P' if DIAGONAL.contains(&d) => 0,
            _ if !self.rules.rank_limit => 7,
            _ if piece.white => rank + 1,
            _ => 8 - rank,
        };
        let (mut found, mut jumped, mut gone) = (Vec::new(), Vec::new(), 0);
        while let Some(next) = step(from, d, gone + 1) {
            let mut to = next;
            if self.pieces[next].is_none() && (self.rules.land_slide || jumped.is_empty()) {
                gone += 1;
            } else if gone == 0 && self.takes(piece, 'K', next) {
                return vec![(next, self.victims(piece, from, d, next, &[]))];
            } else if let Some(beyond) = step(from, d, gone + 2)
                && self.pieces[beyond].is_none()
                && self.takes(piece, 'L', next)
                && (self.rules.leap_multi || jumped.is_empty())
            {
                jumped.push(next);
                to = beyond;
                gone += 2;
            } else {
                break;
            }
            if gone > reach {
                break;
            }
            found.push((to, self.victims(piece, from, d, to, &jumped)));
        }
        found
    }

    /// All victims of a move, judged on the board with only the mover moved (rules, 1 and 1.1).
    fn victims(
        &self,
        piece: Piece,
        from: usize,
        d: Step,
        to: usize,
        jumped: &[usize],
    ) -> Vec<usize> {
        let mut victims = jumped.to_vec();
        victims.extend(self.pieces[to].map(|_| to)); // displaced
        if "KIL".contains(piece.kind) || (!jumped.is_empty() && !self.rules.chameleon_all) {
            return victims; // chameleon=pure: only what it jumped
        }
        let mut board = self.clone();
        board.pieces[from] = None;
        board.pieces[to] = Some(piece);
        let mut aim = |method, square: Option<usize>| {
            victims.extend(square.filter(|&square| board.takes(piece, method, square)));
        };
        aim('W', step(from, d, -1));
        for u in ORTHOGONAL.into_iter().filter(|_| ORTHOGONAL.contains(&d)) {
            if step(to, u, 2).is_some_and(|far| board.holds(far, piece.white, ANY)) {
                aim('P', step(to, u, 1));
            }
        }
        if let Some(king) = board.king(piece.white) {
            let [(kf, kr), (tf, tr), (of, or)] = [king, to, from].map(coordinates);
            for (corner, stale) in [(square_at(tf, kr), tf == of), (square_at(kf, tr), tr == or)] {
                if tf != kf && tr != kr && !(self.rules.delft && stale) {
                    aim('C', corner);
                }
            }
        }
        victims
    }

    /// All moves of the piece on a square; none if it is the other side's or frozen (rules, 1.2).
    fn moves_of(&self, white: bool, from: usize) -> Vec<(usize, Vec<usize>)> {
        let mover = self.pieces[from].filter(|piece| piece.white == white);
        let Some(piece) = mover.filter(|_| !self.is_frozen(from)) else {
            return Vec::new();
        };
        let all = ORTHOGONAL.into_iter().chain(DIAGONAL);
        all.flat_map(|d| self.moves_along(piece, from, d)).collect()
    }

    /// Every move by unfrozen pieces and every suicide, own king's safety aside (rules, 2).
    fn pseudo(&self, white: bool) -> Vec<MoveRecord> {
        let mut records = Vec::new();
        for from in 0..64 {
            let mut moves = self.moves_of(white, from);
            if self.rules.suicide && self.is_frozen(from) && self.holds(from, white, "PWLXIC") {
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

    /// With `object=capture` a side without a king has lost (rules, 1.3).
    fn king_taken(&self) -> bool {
        !self.rules.object_mate && (self.king(true).is_none() || self.king(false).is_none())
    }

    /// Whether a move is allowed: it never leaves the own king in check (rules, 2), and a finished
    /// game has no moves (rules, 1.5).
    fn is_allowed(&self, mv: &MoveRecord) -> bool {
        !self.king_taken() && !self.play(mv).is_check(self.white_to_move)
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.pseudo(self.white_to_move).iter().any(|mv| self.is_allowed(mv))
    }
}

impl Reference for Position {
    const FILES: usize = 8;
    const RANKS: usize = 8;

    /// Presets and FENs of Ultima (rules, 1.3 and 2).
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        let mut rules = Rules::preset(variant).ok_or(format!("`{variant}` is no preset"))?;
        rules.apply_overrides(switches)?;
        Self::parse(fen, rules)
    }

    /// File letter and rank number (rules, 1.3).
    fn name(square: usize) -> String {
        let file = char::from(b'a' + (square % 8) as u8);
        format!("{file}{}", square / 8 + 1)
    }

    /// Always six fields (rules, 1.3).
    fn fen(&self) -> String {
        let key = self.repetition_key();
        format!("{key} - - {} {}", self.clock, self.number)
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn clock(&self) -> u32 {
        self.clock.into()
    }

    /// Placement and side (rules, 2).
    fn repetition_key(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                text.push(match self.pieces[rank * 8 + file] {
                    None => '1',
                    Some(piece) if piece.white => piece.kind,
                    Some(piece) => piece.kind.to_ascii_lowercase(),
                });
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        for run in (2..=8).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        text + if self.white_to_move { "w" } else { "b" }
    }

    fn end_rules(&self) -> (Repetition, u32) {
        (self.rules.repetition, self.rules.move_limit)
    }

    /// The errors of rules, 1.3; a king may be missing with `object=mate`.
    fn is_position(&self) -> bool {
        let count = |white, kinds| (0..64).filter(|&s| self.holds(s, white, kinds)).count();
        let [kings, pieces] = ["K", ANY].map(|kinds| [count(true, kinds), count(false, kinds)]);
        kings.iter().all(|&kings| kings <= 1)
            && pieces.iter().all(|&pieces| pieces <= 32)
            && (self.rules.object_mate || kings != [0, 0])
            && (!self.is_check(!self.white_to_move) || !self.has_moves())
    }

    /// Immobilizers, and chameleons beside them (rules, 1.2 and 2, `freeze`).
    fn is_frozen(&self, square: usize) -> bool {
        let Some(piece) = self.pieces[square] else {
            return false;
        };
        for freezer in self.neighbours(square, !piece.white, "I") {
            let mut others = self.neighbours(freezer, piece.white, "XI");
            others.retain(|&other| other != square);
            if self.rules.freeze_strict || others.is_empty() {
                return true;
            }
        }
        piece.kind == 'I' && !self.neighbours(square, !piece.white, "X").is_empty()
    }

    /// Whether the other side could capture the king if it were to move (rules, 2).
    fn is_check(&self, white: bool) -> bool {
        let king = self.king(white).filter(|_| self.rules.object_mate);
        let hit = |(_, victims): (usize, Vec<usize>)| king.is_some_and(|k| victims.contains(&k));
        (0..64).any(|from| self.moves_of(!white, from).into_iter().any(hit))
    }

    /// Sorted by their text.
    fn legal(&self) -> Vec<MoveRecord> {
        let mut moves = self.pseudo(self.white_to_move);
        moves.retain(|mv| self.is_allowed(mv));
        moves.sort();
        moves
    }

    /// Captures and suicide are irreversible (rules, 1.3).
    fn play(&self, mv: &MoveRecord) -> Self {
        let mut next = self.clone();
        for &victim in &mv.victims {
            next.pieces[victim] = None;
        }
        let quiet = mv.from != mv.to && mv.victims.is_empty();
        next.clock = if quiet { self.clock.saturating_add(1) } else { 0 };
        next.pieces[mv.from] = None;
        next.pieces[mv.to] = self.pieces[mv.from].filter(|_| mv.from != mv.to);
        next.number = self.number.saturating_add(u16::from(!self.white_to_move));
        next.white_to_move = !self.white_to_move;
        next
    }

    /// A capture on the landing square is written more shortly (rules, 1.3).
    fn readable(&self, mv: &MoveRecord) -> String {
        let kind = self.pieces[mv.from].map_or('?', |piece| piece.kind);
        let (from, to) = (Self::name(mv.from), Self::name(mv.to));
        let victims: Vec<String> = mv.victims.iter().map(|&victim| Self::name(victim)).collect();
        match mv.victims.as_slice() {
            [] if mv.from == mv.to => format!("{kind}{from}@"),
            [] => format!("{kind}{from}-{to}"),
            [only] if *only == mv.to => format!("{kind}{from}x{to}"),
            _ => format!("{kind}{from}-{to}x{}", victims.join(",")),
        }
    }

    /// `stalemate` whatever its result (rules, 1.4 and 2).
    fn status(&self) -> &'static str {
        match (!self.has_moves(), self.is_check(self.white_to_move)) {
            _ if self.king_taken() => "king-taken",
            (true, true) => "checkmate",
            (true, false) => "stalemate",
            (false, true) => "check",
            (false, false) => "ongoing",
        }
    }

    /// With both kings missing, an error by 1.3, the side to move has lost (rules, 2, `object` and
    /// `stalemate`).
    fn shown_end(&self) -> Option<End> {
        let (mover, other) = (win_for(self.white_to_move), win_for(!self.white_to_move));
        match self.status() {
            "king-taken" if self.king(self.white_to_move).is_some() => Some((mover, "king-taken")),
            "stalemate" if !self.rules.stalemate_loss => Some(("1/2-1/2", "stalemate")),
            end @ ("king-taken" | "checkmate" | "stalemate") => Some((other, end)),
            _ => None,
        }
    }
}

//! A slow reference of Rococo on 10×10, written from the rules text alone (rules, 1 and 4),
//! to check the fast generator in tests. It shares no code with it.
//! A square is `rank * 10 + file`. The files are x a … h z, the ranks 0 to 9: x0 is 0 and a1 is 11.

use super::{End, MoveRecord, Reference, Repetition, win_for};

/// A direction as (file, rank) step.
type Step = (i32, i32);
/// All eight directions A (rules, words used).
const ALL: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The names of the files (rules, 1.3).
const FILES: [char; 10] = ['x', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'z'];
/// The letters of all pieces (rules, 1).
const ANY: &str = "KPWLXIAS";
/// What a pawn may become, and how many of them each side has at the start (rules, 4, P).
const PROMOTIONS: [(char, usize); 6] = [('W', 1), ('L', 2), ('X', 1), ('I', 1), ('A', 1), ('S', 1)];
/// The pieces of both sides at the start (rules, 1.3, errors).
const PIECES_AT_START: usize = 32;

/// The rule switches (rules, 4, end).
#[derive(Clone, Copy, Debug)]
struct Rules {
    swap_friends: bool,
    repetition: Repetition,
    move_limit: u32,
}

impl Rules {
    /// The preset with `key=value` pairs, separated by commas or blanks, laid over it (rules, 4).
    fn read(switches: &str) -> Result<Self, String> {
        let mut rules = Self { swap_friends: true, repetition: Repetition::Loss, move_limit: 200 };
        let pairs = switches.split([',', ' ']);
        for pair in pairs.filter(|pair| !matches!(*pair, "" | "-")) {
            rules.set(pair).ok_or(format!("unknown `{pair}`"))?;
        }
        Ok(rules)
    }

    /// One switch (rules, 2 and 4); `None` when the key or the value is unknown.
    fn set(&mut self, pair: &str) -> Option<()> {
        match pair.split_once('=')? {
            ("swapfriends", "on") => self.swap_friends = true,
            ("swapfriends", "off") => self.swap_friends = false,
            ("repetition", "draw") => self.repetition = Repetition::Draw,
            ("repetition", "loss") => self.repetition = Repetition::Loss,
            ("repetition", "off") => self.repetition = Repetition::Off,
            ("movelimit", plies) => self.move_limit = plies.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

/// A piece; `kind` is its upper case letter (rules, 1).
#[derive(Clone, Copy, Debug)]
struct Piece {
    white: bool,
    kind: char,
}

/// A move that the piece could make if the ring were ordinary (rules, 4, ring rule): its
/// destination, the number of ring squares that it passes over or lands on (E), and what it
/// captures (V): victims, ascending, and the partner of a swap, which is on the destination.
#[derive(Clone, Debug)]
struct Candidate {
    to: usize,
    ring: usize,
    victims: Vec<usize>,
    partner: Option<usize>,
}

/// A position with its rules; `clock` and `number` are the last FEN fields (rules, 1.3). The swap
/// ban names the two squares that may not be swapped now, the lower one first (rules, 4).
#[derive(Clone, Debug)]
pub struct Position {
    pieces: [Option<Piece>; 100],
    white_to_move: bool,
    ban: Option<(usize, usize)>,
    clock: u16,
    number: u16,
    rules: Rules,
}

/// The square `steps` steps from a square in a direction, backwards if `steps` is negative.
fn step(square: usize, (df, dr): Step, steps: i32) -> Option<usize> {
    let (file, rank) = ((square % 10) as i32 + df * steps, (square / 10) as i32 + dr * steps);
    let on_board = (0..10).contains(&file) && (0..10).contains(&rank);
    on_board.then_some((rank * 10 + file) as usize)
}

/// The 36 outer squares (rules, 4).
fn on_ring(square: usize) -> bool {
    [0, 9].contains(&(square % 10)) || [0, 9].contains(&(square / 10))
}

/// The two squares, the lower rank first, then the lower file (rules, 1.3).
fn in_order(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// The two squares of a swap ban in either order, `y` read as `z` and `00` as `9` (rules, 1.3).
/// A square cannot be swapped with itself.
fn read_ban(text: &str) -> Option<(usize, usize)> {
    let text = text.replace('y', "z").replace("00", "9");
    let (one, other) = text.split_at_checked(2)?;
    let square = |name| (0..100).find(|&square| Position::name(square) == name);
    let (one, other) = (square(one)?, square(other)?);
    (one != other).then_some(in_order(one, other))
}

/// The letter after from and to: `d` for mutual destruction, else a promotion (rules, 1.3).
fn last_letter(mv: &MoveRecord) -> Option<char> {
    mv.uci.chars().last().filter(char::is_ascii_lowercase)
}

impl Position {
    /// The first FEN field (rules, 1.3).
    fn placement(&self) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            for piece in &self.pieces[rank * 10..rank * 10 + 10] {
                text.push(match piece {
                    None => '1',
                    Some(piece) if piece.white => piece.kind,
                    Some(piece) => piece.kind.to_ascii_lowercase(),
                });
            }
            text.push_str(if rank > 0 { "/" } else { "" });
        }
        for run in (2..=10).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        text
    }

    /// The fourth FEN field (rules, 1.3).
    fn ban_text(&self) -> String {
        self.ban.map_or("-".into(), |(one, other)| Self::name(one) + &Self::name(other))
    }

    /// Whether the piece on the square is of that side and one of those kinds.
    fn holds(&self, square: usize, white: bool, kinds: &str) -> bool {
        self.pieces[square].is_some_and(|piece| piece.white == white && kinds.contains(piece.kind))
    }

    /// Number of pieces of that side and those kinds.
    fn count(&self, white: bool, kinds: &str) -> usize {
        (0..100).filter(|&square| self.holds(square, white, kinds)).count()
    }

    /// The adjacent squares that exist (rules, words used).
    fn neighbours(square: usize) -> impl Iterator<Item = usize> {
        ALL.into_iter().filter_map(move |d| step(square, d, 1))
    }

    /// Whether the piece captures an enemy on the square by the method of the kind `method`: that
    /// kind captures every enemy, X only an enemy of the kind (rules, 1.1 imitate
    /// and 4, X).
    fn takes(&self, piece: Piece, method: char, square: usize) -> bool {
        self.pieces[square].is_some_and(|victim| {
            let imitates = piece.kind == 'X' && victim.kind == method;
            victim.white != piece.white && (piece.kind == method || imitates)
        })
    }

    /// Whether the piece on `from` may swap with the piece on `to`: S with any, X with an S, with
    /// own pieces only under `swapfriends=on`, and never against the ban (rules, 4, S and X, swap
    /// ban).
    fn swaps(&self, piece: Piece, from: usize, to: usize) -> bool {
        self.pieces[to].is_some_and(|partner| {
            let side_fits = partner.white != piece.white || self.rules.swap_friends;
            let kind_fits = piece.kind == 'S' || (piece.kind == 'X' && partner.kind == 'S');
            side_fits && kind_fits && self.ban != Some(in_order(from, to))
        })
    }

    /// The steps of K and P, a pawn's leaps, and what X imitates of them, in one direction: the
    /// distance, and the displaced or leapt piece (rules, 4, K, P and X).
    fn steps_and_leaps(&self, piece: Piece, from: usize, d: Step) -> Vec<(i32, Vec<usize>)> {
        let mut found = Vec::new();
        let Some(next) = step(from, d, 1) else {
            return found;
        };
        if self.takes(piece, 'K', next) {
            found.push((1, vec![next]));
        }
        if self.pieces[next].is_none() {
            found.extend("KP".contains(piece.kind).then_some((1, Vec::new())));
        } else if let Some(beyond) = step(from, d, 2) {
            // `next` is the mount, of either side; X takes it too if it is an enemy L.
            if self.takes(piece, 'P', beyond) {
                let mount = Some(next).filter(|&mount| self.takes(piece, 'L', mount));
                found.push((2, mount.into_iter().chain([beyond]).collect()));
            } else if piece.kind == 'P' && self.pieces[beyond].is_none() {
                found.push((2, Vec::new()));
            }
        }
        found
    }

    /// The Q-slides of all others in one direction, with the jumps of L and X on the way and a swap
    /// with the first piece met at the end: the distance, and the jumped pieces (rules, 1.1 leap
    /// and 4, A, W, L, I, S and X).
    fn slides(&self, piece: Piece, from: usize, d: Step) -> Vec<(i32, Vec<usize>)> {
        let (mut found, mut jumped, mut gone) = (Vec::new(), Vec::new(), 0);
        while let Some(next) = step(from, d, gone + 1) {
            if self.pieces[next].is_none() {
                gone += 1;
            } else if let Some(beyond) = step(from, d, gone + 2)
                && self.pieces[beyond].is_none()
                && self.takes(piece, 'L', next)
            {
                jumped.push(next);
                gone += 2;
            } else {
                if self.swaps(piece, from, next) {
                    found.push((gone + 1, jumped));
                }
                break;
            }
            found.push((gone, jumped.clone()));
        }
        found
    }

    /// The candidate at a distance: its displaced, leapt or jumped victims, and those that it also
    /// withdraws from and approaches, unless X steps onto a king (rules, 1.1 withdraw and 4, A, W,
    /// X). No such victim is on o or t, so the board before the move is sufficient.
    fn candidate(&self, piece: Piece, from: usize, d: Step, way: (i32, Vec<usize>)) -> Candidate {
        let (steps, mut victims) = way;
        let passed: Vec<usize> = (1..=steps).filter_map(|n| step(from, d, n)).collect();
        let to = passed[passed.len() - 1];
        let partner = self.pieces[to].map(|_| to).filter(|to| !victims.contains(to));
        if !self.holds(to, !piece.white, "K") {
            let (behind, ahead) = (step(from, d, -1), step(to, d, 1));
            victims.extend(behind.filter(|&square| self.takes(piece, 'W', square)));
            victims.extend(ahead.filter(|&square| self.takes(piece, 'A', square)));
        }
        victims.sort_unstable();
        let ring = passed.into_iter().filter(|&square| on_ring(square)).count();
        Candidate { to, ring, victims, partner }
    }

    /// All moves of an unfrozen piece that change its square, by the ring rule (rules, 4).
    fn moves(&self, piece: Piece, from: usize) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for d in ALL {
            let mut ways = self.steps_and_leaps(piece, from, d);
            if !"KP".contains(piece.kind) {
                ways.extend(self.slides(piece, from, d));
            }
            candidates.extend(ways.into_iter().map(|way| self.candidate(piece, from, d, way)));
        }
        let allowed = |a: &Candidate| {
            let same_v = |b: &Candidate| (&b.victims, b.partner) == (&a.victims, a.partner);
            let takes_some = !a.victims.is_empty() || a.partner.is_some();
            let cheaper = |b: &Candidate| same_v(b) && b.ring < a.ring;
            a.ring == 0 || (takes_some && !candidates.iter().any(cheaper))
        };
        candidates.iter().filter(|candidate| allowed(candidate)).cloned().collect()
    }

    /// The letters of what a pawn may become on that square, the pawn itself left out: types of
    /// which fewer stand on the board than at the start (rules, 4, P).
    fn promotions(&self, piece: Piece, to: usize) -> Vec<char> {
        let far_ranks = if piece.white { [8, 9] } else { [1, 0] };
        let arrived = piece.kind == 'P' && far_ranks.contains(&(to / 10));
        let missing = PROMOTIONS.into_iter().filter(|&(kind, at_start)| {
            arrived && self.count(piece.white, &kind.to_string()) < at_start
        });
        missing.map(|(kind, _)| kind.to_ascii_lowercase()).collect()
    }

    /// All moves of the piece on a square (rules, 4): when frozen only suicide, and not for a king;
    /// otherwise its moves, each also with every promotion, and mutual destruction with an adjacent
    /// enemy, S with any, X with an S.
    fn moves_of_piece(&self, piece: Piece, from: usize) -> Vec<MoveRecord> {
        let mut moves = Vec::new();
        let mut add = |to: usize, victims: &[usize], letter: &str| {
            let uci = Self::name(from) + &Self::name(to) + letter;
            moves.push(MoveRecord { uci, from, to, victims: victims.to_vec() });
        };
        if self.is_frozen(from) {
            if piece.kind != 'K' {
                add(from, &[], "");
            }
            return moves;
        }
        for Candidate { to, victims, .. } in self.moves(piece, from) {
            add(to, &victims, "");
            for letter in self.promotions(piece, to) {
                add(to, &victims, &letter.to_string());
            }
        }
        for enemy in Self::neighbours(from).filter(|&near| self.takes(piece, 'S', near)) {
            add(enemy, &[enemy], "d");
        }
        moves
    }

    /// Whether the move is a swap, so that the piece on the destination is not captured (rules, 4,
    /// S and X).
    fn is_swap(&self, mv: &MoveRecord) -> bool {
        let met = self.pieces[mv.to].is_some() && mv.from != mv.to;
        met && !mv.victims.contains(&mv.to)
    }

    /// Whether a side has lost its king (rules, 4, end).
    fn king_taken(&self) -> bool {
        self.count(true, "K") == 0 || self.count(false, "K") == 0
    }

    /// The moves of the piece on a square, none if it is not of the side to move or the game is
    /// finished (rules, 1.5).
    fn moves_from(&self, from: usize) -> Vec<MoveRecord> {
        let own = self.pieces[from].filter(|piece| piece.white == self.white_to_move);
        let piece = own.filter(|_| !self.king_taken());
        piece.map(|piece| self.moves_of_piece(piece, from)).unwrap_or_default()
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        (0..100).any(|from| !self.moves_from(from).is_empty())
    }
}

impl Reference for Position {
    const FILES: usize = 10;
    const RANKS: usize = 10;

    /// The FEN of rules, 1.3; fields after the first may be missing.
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        if variant != "rococo" {
            return Err(format!("`{variant}` is not Rococo"));
        }
        let given: Vec<&str> = fen.split(' ').collect();
        let mut fields = ["", "w", "-", "-", "0", "1"];
        fields.get_mut(..given.len()).ok_or("too many fields")?.copy_from_slice(&given);
        let mut pieces = Vec::new();
        // So every run is one digit; a FEN that contains `55` itself is rejected below.
        let placement = fields[0].replace("10", "55");
        for letter in placement.split('/').rev().flat_map(str::chars) {
            let (white, kind) = (letter.is_ascii_uppercase(), letter.to_ascii_uppercase());
            match letter.to_digit(10) {
                Some(run) => pieces.extend((0..run).map(|_| None)),
                None if ANY.contains(kind) => pieces.push(Some(Piece { white, kind })),
                None => return Err(format!("`{letter}` is no piece")),
            }
        }
        let ban = match fields[3] {
            "-" => None,
            text => Some(read_ban(text).ok_or(format!("`{text}` is no swap ban"))?),
        };
        let number = |text: &str| text.parse().or(Err(format!("`{text}` is no number")));
        let position = Self {
            pieces: pieces.try_into().map_err(|_| "not 100 squares")?,
            white_to_move: fields[1] == "w",
            ban,
            clock: number(fields[4])?,
            number: number(fields[5])?,
            rules: Rules::read(switches)?,
        };
        // A FEN that is not written back unchanged is an error: a rank of 9 squares, `44`,
        // `+1`, two blanks. Only the ban has several spellings.
        let written_ban = position.ban_text();
        fields[3] = &written_ban;
        if position.number == 0 || fields.join(" ") != position.fen() {
            return Err(format!("`{fen}` is no FEN"));
        }
        Ok(position)
    }

    /// File letter and rank number (rules, 1.3).
    fn name(square: usize) -> String {
        format!("{}{}", FILES[square % 10], square / 10)
    }

    /// Always six fields (rules, 1.3).
    fn fen(&self) -> String {
        let side = if self.white_to_move { "w" } else { "b" };
        let (pieces, ban) = (self.placement(), self.ban_text());
        format!("{pieces} {side} - {ban} {} {}", self.clock, self.number)
    }

    /// Rules, 1.3.
    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// Rules, 1.3.
    fn clock(&self) -> u32 {
        self.clock.into()
    }

    /// Placement, side and swap ban (rules, 2, `repetition`).
    fn repetition_key(&self) -> String {
        format!("{} {} {}", self.placement(), self.white_to_move, self.ban_text())
    }

    /// Rules, 2, `repetition` and `movelimit`.
    fn end_rules(&self) -> (Repetition, u32) {
        (self.rules.repetition, self.rules.move_limit)
    }

    /// Rules, 1.3, errors: kings and pieces are counted; there is no check to be in.
    fn is_position(&self) -> bool {
        let [white, black] = [true, false].map(|side| self.count(side, "K"));
        let few = [true, false].into_iter().all(|side| self.count(side, ANY) <= PIECES_AT_START);
        few && white <= 1 && black <= 1 && white + black > 0
    }

    /// An enemy I is adjacent; or it is an I and an enemy X is adjacent (rules, 1.2).
    fn is_frozen(&self, square: usize) -> bool {
        self.pieces[square].is_some_and(|piece| {
            let freezers = if piece.kind == 'I' { "IX" } else { "I" };
            Self::neighbours(square).any(|near| self.holds(near, !piece.white, freezers))
        })
    }

    /// There is no check (rules, 4, end).
    fn is_check(&self, _white: bool) -> bool {
        false
    }

    /// The moves of all pieces of the side to move; a finished game has no moves (rules, 4 and
    /// 1.5).
    fn legal(&self) -> Vec<MoveRecord> {
        let mut moves: Vec<MoveRecord> = (0..100).flat_map(|from| self.moves_from(from)).collect();
        moves.sort();
        moves
    }

    /// The position after a move (rules, 4). Captures, mutual destruction, suicide and promotions
    /// are irreversible, a swap is not (rules, 1.3).
    fn play(&self, mv: &MoveRecord) -> Self {
        let (from, to, letter) = (mv.from, mv.to, last_letter(mv));
        let (suicide, destruction) = (from == to, letter == Some('d'));
        let mut next = self.clone();
        for &victim in &mv.victims {
            next.pieces[victim] = None;
        }
        if suicide || destruction {
            next.pieces[from] = None;
        } else {
            // A swap partner goes to `from`; otherwise `to` is empty.
            next.pieces.swap(from, to);
        }
        if let Some(letter) = letter.filter(|_| !destruction) {
            let kind = letter.to_ascii_uppercase();
            next.pieces[to] = Some(Piece { white: self.white_to_move, kind });
        }
        next.ban = self.is_swap(mv).then_some(in_order(from, to));
        let reversible = !suicide && letter.is_none() && mv.victims.is_empty();
        next.clock = if reversible { self.clock.saturating_add(1) } else { 0 };
        next.number = self.number.saturating_add(u16::from(!self.white_to_move));
        next.white_to_move = !self.white_to_move;
        next
    }

    /// Readable text (rules, 1.3): `Lc5@`, `Sg8!!h8`, `Sa1<>b2`, `Kc4xd3`, `Wg6-d3xh7`,
    /// `Pg7-g8=L`.
    fn readable(&self, mv: &MoveRecord) -> String {
        let kind = self.pieces[mv.from].map_or('?', |piece| piece.kind);
        let (from, to) = (Self::name(mv.from), Self::name(mv.to));
        let victims: Vec<String> = mv.victims.iter().map(|&square| Self::name(square)).collect();
        let taken = victims.join(",");
        let text = match last_letter(mv) {
            _ if mv.from == mv.to => return format!("{kind}{from}@"),
            Some('d') => return format!("{kind}{from}!!{to}"),
            _ if self.is_swap(mv) => format!("{kind}{from}<>{to}"),
            _ if mv.victims == [mv.to] => format!("{kind}{from}"),
            _ => format!("{kind}{from}-{to}"),
        };
        let captures = if taken.is_empty() { taken } else { format!("x{taken}") };
        let promotion = last_letter(mv).map(|letter| format!("={}", letter.to_ascii_uppercase()));
        text + &captures + &promotion.unwrap_or_default()
    }

    /// `stalemate` is a side to move without a move (rules, 4, end).
    fn status(&self) -> &'static str {
        if self.king_taken() {
            "king-taken"
        } else if !self.has_moves() {
            "stalemate"
        } else {
            "ongoing"
        }
    }

    /// A side without a king has lost, else a side to move without a move (rules, 4, end). With
    /// both kings missing, an error by 1.3, the side to move has lost.
    fn shown_end(&self) -> Option<End> {
        let mover = self.white_to_move;
        match self.status() {
            "ongoing" => None,
            "king-taken" if self.count(mover, "K") > 0 => Some((win_for(mover), "king-taken")),
            reason => Some((win_for(!mover), reason)),
        }
    }
}

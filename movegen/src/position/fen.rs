//! Reading and writing FEN (rules, 1.3).

use std::fmt;

use thiserror::Error;

use super::attack::Attack;
use super::phrase::listed;
use super::setup::sorted;
use crate::position::execution::Execution;
use crate::{
    Board, Color, Game, Geometry, Methods, Piece, PieceKind, PositionErrors, RuleFlags, Setup,
    Square,
};

/// Longest FEN in bytes, many times as long as any of a position: a list of problems takes hundreds
/// of times the memory of a text.
pub const MAX_FEN_LENGTH: usize = 4096;

/// All problems of a FEN, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError(pub Vec<FenProblem>);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let problems: Vec<String> = self.0.iter().map(FenProblem::to_string).collect();
        write!(f, "FEN: {}", problems.join("; "))
    }
}

impl std::error::Error for FenError {}

/// The number and the noun, in the plural unless the number is 1.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// One problem of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum FenProblem {
    #[error("it is empty")]
    Empty,
    #[error("it has {0} bytes, more than {MAX_FEN_LENGTH}")]
    TooLong(usize),
    #[error("{} where the board has {expected}", counted(*.found, "rank"))]
    RankCount { found: usize, expected: usize },
    #[error("rank {rank} has {}, not {expected}", counted(*.found, "square"))]
    RankLength { rank: usize, found: usize, expected: usize },
    #[error("it has {} of {} where the board has {ranks} of {files}: the size of a board is files x ranks", counted(found.1, "rank"), counted(found.0, "square"))]
    BoardSize { found: (usize, usize), files: usize, ranks: usize },
    #[error("unknown letter '{letter}' on rank {rank}, file {file}")]
    UnknownLetter { letter: char, rank: usize, file: usize },
    /// Said once, after unknown letters.
    #[error("the letters of the game are {0}")]
    Letters(String),
    #[error("'{number}' is not a run of empty squares on rank {rank}")]
    BadRun { number: String, rank: usize },
    #[error("'{letter}' is on a missing square, rank {rank}, file {file}")]
    PieceOnHole { letter: char, rank: usize, file: usize },
    #[error("the board has no missing square on rank {rank}, file {file}")]
    WrongHole { rank: usize, file: usize },
    #[error("the game has no hands, but '{0}' was given")]
    NoHands(String),
    #[error("hands '{0}' lack the closing ]")]
    OpenHands(String),
    #[error("'{0}' cannot be held in hand")]
    NotHeld(char),
    #[error("side to move is '{0}', not w or b")]
    Side(String),
    #[error("field {field} is '{found}', not -")]
    NotADash { field: usize, found: String },
    #[error("swap ban is '{0}', not - or two squares")]
    SwapBan(String),
    #[error("{name} is '{found}', not a number from {min} to 65535")]
    Counter { name: &'static str, found: String, min: u16 },
    #[error("'{0}' after the sixth field")]
    ExtraField(String),
    #[error(transparent)]
    Position(PositionErrors),
    /// [`PositionErrors::KING_LEFT_IN_CHECK`] with a capture of the king.
    #[error("{left}: {0}", left = PositionErrors::KING_LEFT_IN_CHECK)]
    Check(Box<Attack>),
}

impl<G: Game> Setup<G> {
    /// Parses a FEN under some rules. Missing fields after the first default to `w - - 0 1`.
    ///
    /// # Errors
    /// All problems at once, in the order of the text.
    pub fn from_fen(fen: &str, rules: G::Rules) -> Result<Self, FenError> {
        match Self::parse(fen, rules) {
            (setup, problems) if problems.is_empty() => Ok(setup),
            (_, problems) => Err(FenError(problems)),
        }
    }

    /// Parses as much of a FEN as possible, and lists its problems.
    pub(crate) fn parse(fen: &str, rules: G::Rules) -> (Self, Vec<FenProblem>) {
        let (table, mut problems) = (G::table(&rules), Vec::new());
        let is_long = fen.len() > MAX_FEN_LENGTH;
        let mut fields = if is_long { "" } else { fen }.split_ascii_whitespace();
        let placement = fields.next();
        let board = match placement {
            Some(text) => read_board::<G>(text, &rules, &mut problems),
            None => {
                problems.push(match is_long {
                    true => FenProblem::TooLong(fen.len()),
                    false => FenProblem::Empty,
                });
                Board::default()
            }
        };
        let side = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => {
                problems.push(FenProblem::Side(other.to_owned()));
                Color::White
            }
        };
        if let Some(found) = fields.next().filter(|&text| text != "-") {
            problems.push(FenProblem::NotADash { field: 3, found: found.to_owned() });
        }
        let swap_ban = fields.next().and_then(|text| {
            read_swap_ban(
                text,
                table.geometry,
                G::options(&rules).contains(RuleFlags::SWAP_BAN),
                &mut problems,
            )
        });
        let halfmove_clock = read_counter("the halfmove clock", fields.next(), 0, &mut problems);
        let fullmove_number = read_counter("the fullmove number", fields.next(), 1, &mut problems);
        problems.extend(fields.map(|extra| FenProblem::ExtraField(extra.to_owned())));
        (Self { rules, board, side, swap_ban, halfmove_clock, fullmove_number }, problems)
    }

    /// The FEN with all six fields.
    pub fn to_fen(&self) -> String {
        let geometry = self.geometry();
        let ranks: Vec<String> =
            (0..geometry.ranks()).rev().map(|rank| write_rank(self, rank)).collect();
        let placement = ranks.join("/");
        let has_hands = G::options(&self.rules).contains(RuleFlags::HANDS);
        let hands = if has_hands { format!("[{}]", write_hands(self)) } else { String::new() };
        let side = self.side.letter();
        let name = |square| geometry.name(square);
        let swap_ban = self.swap_ban.map_or("-".to_owned(), |squares| squares.map(name).concat());
        format!(
            "{placement}{hands} {side} - {swap_ban} {} {}",
            self.halfmove_clock, self.fullmove_number
        )
    }
}

/// Parses the first field: the placement, followed by the hands in brackets.
fn read_board<G: Game>(text: &str, rules: &G::Rules, problems: &mut Vec<FenProblem>) -> Board<G> {
    let (placement, hands) = match text.split_once('[') {
        Some((placement, hands)) => (placement, Some(hands)),
        None => (text, None),
    };
    let mut board = read_placement::<G>(placement, rules, problems);
    match hands {
        Some(hands) if !G::options(rules).contains(RuleFlags::HANDS) => {
            problems.push(FenProblem::NoHands(format!("[{hands}")))
        }
        Some(hands) => match hands.strip_suffix(']') {
            Some(letters) => read_hands::<G>(letters, rules, &mut board, problems),
            None => problems.push(FenProblem::OpenHands(format!("[{hands}"))),
        },
        None => {}
    }
    board
}

fn read_hands<G: Game>(
    letters: &str,
    rules: &G::Rules,
    board: &mut Board<G>,
    problems: &mut Vec<FenProblem>,
) {
    let table = G::table(rules);
    let royal = G::Execution::pool_without(rules);
    let (own, pool) = match letters.split_once(';').filter(|_| royal.is_some()) {
        Some((own, pool)) => (own, pool),
        None => (letters, ""),
    };
    let mut hold = |letter: char, is_held: &dyn Fn(Piece) -> bool, in_both: bool| {
        let piece = table.pieces.piece(letter).filter(|piece| is_held(*piece));
        let held = piece.and_then(|Piece { color, kind }| {
            for side in Color::ALL.into_iter().filter(|side| in_both || *side == color) {
                // A saturated count is too many pieces anyway.
                board.set_hand(side, kind, board.hand(side).count(kind).saturating_add(1))?;
            }
            Some(())
        });
        if held.is_none() {
            problems.push(FenProblem::NotHeld(letter));
        }
    };
    for letter in own.chars() {
        let is_held = |piece: Piece| match royal {
            Some(royal) => royal.has(piece.kind),
            None => {
                let is_royal = table.pieces.info(piece.kind).has(Methods::ROYAL);
                !is_royal || G::Execution::holds_kings(rules)
            }
        };
        hold(letter, &is_held, false);
    }
    let is_pooled = |piece: Piece| {
        piece.color == Color::White && royal.is_some_and(|royal| !royal.has(piece.kind))
    };
    for letter in pool.chars() {
        hold(letter, &is_pooled, true);
    }
}

fn write_hands<G: Game>(setup: &Setup<G>) -> String {
    let [white, black] = Color::ALL.map(|color| hand_letters(setup, color));
    match G::Execution::pool_without(&setup.rules) {
        None => white + &black.to_ascii_lowercase(),
        Some(royal) => {
            let is_royal = |letter: char| {
                setup.pieces().piece(letter).is_some_and(|piece| royal.has(piece.kind))
            };
            let (white, pool): (String, String) = white.chars().partition(|&it| is_royal(it));
            let black: String = black.chars().filter(|&it| is_royal(it)).collect();
            let pool = if pool.is_empty() { pool } else { format!(";{pool}") };
            white + &black.to_ascii_lowercase() + &pool
        }
    }
}

/// The capital letters of the pieces in the hand of a side, in the order of the piece table, or of the
/// alphabet.
pub(crate) fn hand_letters<G: Game>(setup: &Setup<G>, color: Color) -> String {
    let (hand, pieces) = (setup.board.hand(color), setup.pieces());
    let mut kinds: Vec<PieceKind> = hand.kinds().collect();
    if G::Execution::sorts_hands(&setup.rules) {
        kinds.sort_by_key(|&kind| pieces.info(kind).letter);
    }
    let letters = |kind| pieces.info(kind).letter.to_string().repeat(hand.count(kind).into());
    kinds.into_iter().map(letters).collect()
}

/// Parses the swap ban: two squares in either order.
fn read_swap_ban<G: Geometry>(
    text: &str,
    geometry: G,
    has_swap_ban: bool,
    problems: &mut Vec<FenProblem>,
) -> Option<[Square; 2]> {
    if text == "-" {
        return None;
    }
    let two_squares = || {
        let (a, rest) = geometry.parse(text)?;
        let (b, rest) = geometry.parse(rest)?;
        (rest.is_empty() && a != b).then(|| sorted([a, b]))
    };
    let swap_ban = two_squares().filter(|_| has_swap_ban);
    if swap_ban.is_none() {
        let found = text.to_owned();
        problems.push(match has_swap_ban {
            true => FenProblem::SwapBan(found),
            false => FenProblem::NotADash { field: 4, found },
        });
    }
    swap_ban
}

fn read_placement<G: Game>(
    placement: &str,
    rules: &G::Rules,
    problems: &mut Vec<FenProblem>,
) -> Board<G> {
    let mut board = Board::default();
    let expected = G::table(rules).geometry.ranks();
    let found = placement.split('/').count();
    let mut of_ranks = Vec::new();
    for (text, rank) in placement.split('/').zip((0..expected).rev()) {
        read_rank::<G>(text, rank, rules, &mut board, &mut of_ranks);
    }
    if found != expected {
        problems.push(size_problem(&mut of_ranks, found, G::table(rules).geometry));
    }
    if of_ranks.iter().any(|problem| matches!(problem, FenProblem::UnknownLetter { .. })) {
        let pieces = G::table(rules).pieces;
        let letters: Vec<char> = pieces.kinds().map(|kind| pieces.info(kind).letter).collect();
        of_ranks.push(FenProblem::Letters(listed(&letters, "and")));
    }
    problems.append(&mut of_ranks);
    board
}

/// The problem of a wrong number of ranks. If all ranks are of another length too, the problems of the ranks
/// are one problem with it.
fn size_problem<M: Geometry>(
    of_ranks: &mut Vec<FenProblem>,
    found: usize,
    geometry: M,
) -> FenProblem {
    let (files, ranks) = (geometry.files(), geometry.ranks());
    let length = |problem: &FenProblem| match *problem {
        FenProblem::RankLength { found, .. } => Some(found),
        _ => None,
    };
    let lengths: Vec<usize> = of_ranks.iter().filter_map(length).collect();
    match lengths[..] {
        [first, ..] if found > 1 && lengths == vec![first; found.min(ranks)] => {
            of_ranks.retain(|problem| length(problem).is_none());
            FenProblem::BoardSize { found: (first, found), files, ranks }
        }
        _ => FenProblem::RankCount { found, expected: ranks },
    }
}

fn read_rank<G: Game>(
    text: &str,
    rank: usize,
    rules: &G::Rules,
    board: &mut Board<G>,
    problems: &mut Vec<FenProblem>,
) {
    let (geometry, pieces) = (G::table(rules).geometry, G::table(rules).pieces);
    // As the board names it.
    let number = rank + geometry.lowest_rank();
    let mut file = 0;
    let mut length_known = true;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (run, after) = rest.split_at(digits);
            rest = after;
            let bad_run = FenProblem::BadRun { number: run.to_owned(), rank: number };
            match run.parse::<u8>() {
                Ok(length) if length > 0 && !run.starts_with('0') => {
                    let end = (file + length as usize).min(geometry.files());
                    if (file..end).any(|file| geometry.square(file, rank).is_none()) {
                        problems.push(bad_run);
                    }
                    file += length as usize;
                }
                _ => {
                    problems.push(bad_run);
                    length_known = false;
                }
            }
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        let square = geometry.square(file, rank);
        file += 1;
        if letter == '*' {
            if square.is_some() {
                problems.push(FenProblem::WrongHole { rank: number, file });
            }
            continue;
        }
        match pieces.piece(letter) {
            None => problems.push(FenProblem::UnknownLetter { letter, rank: number, file }),
            Some(piece) => match square {
                Some(square) => board.toggle(piece.color, piece.kind, square),
                // A piece beyond the last file is reported by the length of its rank.
                None if file > geometry.files() => {}
                None => problems.push(FenProblem::PieceOnHole { letter, rank: number, file }),
            },
        }
    }
    let expected = geometry.files();
    if length_known && file != expected {
        problems.push(FenProblem::RankLength { rank: number, found: file, expected });
    }
}

fn read_counter(
    name: &'static str,
    text: Option<&str>,
    min: u16,
    problems: &mut Vec<FenProblem>,
) -> u16 {
    let Some(text) = text else { return min };
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(value) if value >= min && digits_only => value,
        _ => {
            problems.push(FenProblem::Counter { name, found: text.to_owned(), min });
            min
        }
    }
}

fn write_rank<G: Game>(setup: &Setup<G>, rank: usize) -> String {
    let (geometry, pieces) = (setup.geometry(), setup.pieces());
    let mut text = String::new();
    let mut run = 0;
    for file in 0..geometry.files() {
        let square = geometry.square(file, rank);
        let letter = match square {
            None => Some('*'),
            Some(square) => setup.board.piece_at(square).map(|piece| pieces.letter(piece)),
        };
        match letter {
            None => run += 1,
            Some(letter) => {
                write_run(&mut text, &mut run);
                text.push(letter);
            }
        }
    }
    write_run(&mut text, &mut run);
    text
}

fn write_run(text: &mut String, run: &mut u32) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Maxima, Position, Renaissance, Ultima};

    fn problems(fen: &str) -> String {
        fen.parse::<Position<Ultima>>().unwrap_err().to_string()
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let text = problems("9/8/8/7/3z4/8/08/8* x q - -1 0 more");
        for part in [
            "rank 8 has 9 squares",
            "rank 5 has 7 squares",
            "unknown letter 'z' on rank 4, file 4",
            "the letters of the game are K, P, W, L, X, I and C",
            "'08' is not a run of empty squares on rank 2",
            "rank 1 has 9 squares",
            "side to move is 'x'",
            "field 3 is 'q'",
            "halfmove clock is '-1'",
            "fullmove number is '0'",
            "'more' after the sixth field",
        ] {
            assert!(text.contains(part), "{part} missing in: {text}");
        }
    }

    #[test]
    fn hands_of_any_size_are_read() {
        let read = |hands: &str| {
            let rules = Renaissance::VARIANTS[0].rules;
            Position::<Renaissance>::from_fen(&format!("k8/9/9/9/9/9/9/9/K8[{hands}]"), rules)
        };
        let hand = "P".repeat(34);
        assert!(read(&hand).unwrap().to_fen().contains(&format!("[{hand}]")));
        for count in [35, 64, 255, 256, 300] {
            let error = read(&"P".repeat(count)).unwrap_err().to_string();
            assert_eq!(error, "FEN: both sides together have more pieces than at the start");
        }
        assert!(read("PK").unwrap_err().to_string().contains("'K' cannot be held"));
    }

    #[test]
    fn ranks_are_counted_and_never_wrap() {
        assert!(problems("8/8/8/8").contains("4 ranks where the board has 8"));
        assert!(problems("8/8/8/8/8/8/8/91").contains("rank 1 has 91 squares"));
        assert!(problems("8/8/8/8/8/8/8/999").contains("not a run"));
        assert!(problems("8/8/8/8/8/8/8/7*").contains("no missing square on rank 1, file 8"));
        assert!(problems("").contains("empty"));
        assert!(problems("z7/8").contains("2 ranks") && problems("z7/8").contains("letter 'z'"));
        assert!(problems("8/8/8/8/8/8/8/7é").contains("unknown letter 'é'"));
        assert_eq!(problems("y7/8/8/z7/8/8/8/8").matches("the letters of the game").count(), 1);
        assert!(!problems("9/8/8/8/8/8/8/8").contains("the letters of the game"));
        assert_eq!(problems(&"z".repeat(4097)), "FEN: it has 4097 bytes, more than 4096");
    }

    #[test]
    fn a_board_of_another_size_is_one_problem() {
        assert!(problems("9/9/9/9/9/9/9/9").contains("rank 1 has 9 squares"));
        let text = "FEN: it has 10 ranks of 9 squares where the board has 8 of 8: the size of a board is files x ranks";
        assert_eq!(problems("9/9/9/9/9/9/9/9/9/9"), text);
    }

    #[test]
    fn pieces_on_missing_squares_are_reported() {
        let problems = |rank: &str| {
            let fen = format!("{rank}/7k/8/8/8/8/8/8/8/K7/***2***");
            fen.parse::<Position<Maxima>>().map_err(|error| error.to_string()).err()
        };
        assert_eq!(problems("***2***"), None);
        for (rank, problem) in [
            ("P**2***", "'P' is on a missing square, rank 11, file 1"),
            ("8", "'8' is not a run of empty squares on rank 11"),
            ("****1***", "no missing square on rank 11, file 4"),
        ] {
            assert!(problems(rank).unwrap().contains(problem), "{rank}");
        }
    }

    #[test]
    fn missing_fields_have_defaults() {
        let position = "k7/8/8/8/8/8/8/K6P".parse::<Position<Ultima>>().unwrap();
        assert_eq!(position.to_fen(), "k7/8/8/8/8/8/8/K6P w - - 0 1");
    }
}

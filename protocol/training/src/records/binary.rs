//! Games as binary records. The document `shards` describes the bytes.

use baroque_formats::Rejected;
use baroque_movegen::{Color, Game, Geometry, Move, Position, Special};

use super::GameRecord;
use crate::shard::{self, ShardReader};

/// The version of the format.
pub const VERSION: u32 = 1;
/// Length of a move with its score, in bytes.
const PLY: usize = 5;
/// Bits of a square in a move.
const SQUARE_BITS: u32 = 7;
/// The effect of a move that belongs to the letter A.
const LETTER_A: u8 = 3;
/// The effect of the first of [`Special::APART`].
const FIRST_APART: u8 = LETTER_A + 26;
const TOO_SHORT: &str = "the record is too short";

/// What precedes FEN and moves of a game.
struct Head {
    number: u64,
    first_ply: u16,
    /// Length of the FEN in bytes.
    fen: u16,
    /// Number of moves.
    moves: u16,
    /// Half points of White.
    result: u8,
}

impl Head {
    fn write(&self) -> Vec<u8> {
        let Self { number, first_ply, fen, moves, result } = self;
        let mut bytes = number.to_le_bytes().to_vec();
        for number in [first_ply, fen, moves] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(*result);
        bytes
    }

    /// The head at the begin of some bytes, and the rest; `None` if they are too few.
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (number, bytes) = bytes.split_first_chunk()?;
        let (first_ply, bytes) = bytes.split_first_chunk()?;
        let (fen, bytes) = bytes.split_first_chunk()?;
        let (moves, bytes) = bytes.split_first_chunk()?;
        let (&result, rest) = bytes.split_first()?;
        let head = Self {
            number: u64::from_le_bytes(*number),
            first_ply: u16::from_le_bytes(*first_ply),
            fen: u16::from_le_bytes(*fen),
            moves: u16::from_le_bytes(*moves),
            result,
        };
        Some((head, rest))
    }

    /// The length of the record that begins with these bytes, without its frame; `None` if they are
    /// too few.
    fn record_length(bytes: &[u8]) -> Option<usize> {
        let (head, rest) = Self::read(bytes)?;
        let head_length = bytes.len() - rest.len();
        Some(head_length + usize::from(head.fen) + PLY * usize::from(head.moves))
    }
}

/// The record of a game under the rules of a position.
///
/// # Errors
/// The game is not one of these rules, or too long.
pub fn write<G: Game>(game: &GameRecord, start: &Position<G>) -> Result<Vec<u8>, String> {
    game.plies()?;
    game.replay(start.rules().clone(), |_: &Position<G>, _, _| ())?;
    let length = |length: usize| u16::try_from(length).map_err(|_| "the game is too long");
    let head = Head {
        number: game.number,
        first_ply: game.first_ply,
        fen: length(game.fen.len())?,
        moves: length(game.moves.len())?,
        result: match game.winner {
            Some(Color::White) => 2,
            None => 1,
            Some(Color::Black) => 0,
        },
    };
    let mut contents = head.write();
    contents.extend(game.fen.as_bytes());
    for &(mv, score) in &game.moves {
        contents.extend(write_move(mv, start));
        contents.extend(score.to_le_bytes());
    }
    shard::record(&contents)
}

/// Reads the contents of the record of the game that must have this number; `None` if the file ends
/// before its end.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn read_record(reader: &mut ShardReader, number: u64) -> Result<Option<Vec<u8>>, Rejected> {
    let Some(contents) = reader.record(Head::record_length)? else { return Ok(None) };
    let Some((head, _)) = Head::read(&contents) else {
        return Err(reader.bad(TOO_SHORT));
    };
    reader.check_number(head.number, number)?;
    Ok(Some(contents))
}

/// The game of the contents of a record, under the rules of a position.
///
/// # Errors
/// They are not the contents that [`write`] makes for any game.
pub fn read<G: Game>(contents: &[u8], start: &Position<G>) -> Result<GameRecord, String> {
    let (head, rest) = Head::read(contents).ok_or(TOO_SHORT)?;
    let (fen, plies) = rest.split_at_checked(head.fen.into()).ok_or(TOO_SHORT)?;
    let (plies, _) = plies.as_chunks::<PLY>();
    if plies.len() != usize::from(head.moves) {
        return Err(TOO_SHORT.to_owned());
    }
    let moves = plies.iter().zip(u32::from(head.first_ply)..).map(
        |(&[low, middle, high, score @ ..], ply)| {
            let mv = read_move([low, middle, high], start);
            Ok((
                mv.ok_or_else(|| format!("there is no move at ply {ply}"))?,
                i16::from_le_bytes(score),
            ))
        },
    );
    let game = GameRecord {
        number: head.number,
        first_ply: head.first_ply,
        fen: str::from_utf8(fen).map_err(|_| "the FEN is not text")?.to_owned(),
        winner: match head.result {
            2 => Some(Color::White),
            1 => None,
            0 => Some(Color::Black),
            result => return Err(format!("the result is {result}, not 0, 1 or 2")),
        },
        moves: moves.collect::<Result<_, String>>()?,
    };
    game.plies()?;
    game.replay(start.rules().clone(), |_: &Position<G>, _, _| ())?;
    Ok(game)
}

/// The squares and the effect of a move: independent of [`Move::to_bits`], which may change.
fn write_move<G: Game>(mv: Move, position: &Position<G>) -> [u8; 3] {
    let effect = match mv.special() {
        Special::Normal => 0,
        Special::Destruction => 1,
        Special::Pull => 2,
        // Letters are from A to Z.
        Special::Piece(kind) => {
            (position.pieces().info(kind).letter as u8).wrapping_sub(b'A') + LETTER_A
        }
        apart => {
            let number = Special::APART.iter().position(|&special| special == apart);
            FIRST_APART + number.unwrap_or(0) as u8
        }
    };
    let squares = mv.from().index() | mv.to().index() << SQUARE_BITS;
    let [low, middle, high, _] =
        (squares as u32 | u32::from(effect) << (2 * SQUARE_BITS)).to_le_bytes();
    [low, middle, high]
}

/// The move of its bytes, which need not be legal; `None` if the game has no such square or piece.
fn read_move<G: Game>([low, middle, high]: [u8; 3], position: &Position<G>) -> Option<Move> {
    let bits = u32::from_le_bytes([low, middle, high, 0]);
    let geometry = position.geometry();
    let square = |shift: u32| {
        let index = (bits >> shift) as usize % (1 << SQUARE_BITS);
        geometry.square(index % geometry.files(), index / geometry.files())
    };
    let special = match u8::try_from(bits >> (2 * SQUARE_BITS)).ok()? {
        0 => Special::Normal,
        1 => Special::Destruction,
        2 => Special::Pull,
        apart @ FIRST_APART.. => *Special::APART.get(usize::from(apart - FIRST_APART))?,
        letter => {
            let letter = (letter - LETTER_A).checked_add(b'A')?;
            Special::Piece(position.pieces().kind(letter.into())?)
        }
    };
    Some(Move::with(square(0)?, square(SQUARE_BITS)?, special))
}

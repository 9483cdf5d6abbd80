//! The tool that made `cases/found_mates.tsv`: its rows are [`row`] of the numbers from 0. It plays
//! random games and searches them by brute force for positions with a mate in 2 to 4.

use baroque_movegen::{Color, Game as _, Move, Ultima, uci};

use super::backend::{Backend, Fast};
use super::random::SplitMix64;
use super::solver::{keys, wins};

/// How many rows the table has.
pub const ROWS: u64 = 50;

/// Preset and switches, in turn.
const RULES: [(&str, &str); 8] = [
    ("baroque", "-"),
    ("abbott1962", "-"),
    ("abbott1968", "-"),
    ("cambridge", "-"),
    ("delft", "-"),
    ("vchess", "-"),
    ("baroque", "object=capture"),
    ("cambridge", "suicide=on,stalemate=draw"),
];

/// Moves to the mate, and the maximum number of pieces for which brute force is fast enough; in
/// turn.
const TASKS: [(u32, u32); 5] = [(2, 32), (3, 16), (2, 32), (3, 16), (4, 8)];

/// Maximum number of winning first moves.
const MOST_KEYS: usize = 3;

/// A line of the table.
pub fn row(number: u64) -> String {
    let (variant, switches) = RULES[number as usize % RULES.len()];
    let (moves, max_pieces) = TASKS[number as usize % TASKS.len()];
    let mut random = SplitMix64(number);
    loop {
        if let Some((position, keys)) =
            search_game(&mut random, variant, switches, moves, max_pieces)
        {
            let id = format!("F{number}");
            let keys: Vec<String> = keys.into_iter().map(|key| uci(&position, key)).collect();
            let columns = [
                &id,
                variant,
                switches,
                &position.to_fen(),
                &moves.to_string(),
                &keys.join(" "),
                "random game",
            ];
            return columns.join("\t");
        }
    }
}

/// Plays one random game and returns its first suitable position, with the winning first moves.
fn search_game(
    random: &mut SplitMix64,
    variant: &str,
    switches: &str,
    moves: u32,
    max_pieces: u32,
) -> Option<(Fast<Ultima>, Vec<Move>)> {
    let starts = Ultima::starts(&Default::default());
    let start = &starts[random.below(starts.len())].fen;
    let mut position = Fast::<Ultima>::set_up(variant, switches, start).unwrap();
    while position.outcome().is_none() {
        let pieces = Color::ALL.map(|color| position.board().color(color).len());
        let wanted =
            pieces.iter().sum::<u32>() <= max_pieces && pieces.iter().all(|&pieces| pieces >= 3);
        if wanted && !wins(&position, moves - 1) && wins(&position, moves) {
            let keys = keys(&position, moves);
            if keys.len() <= MOST_KEYS {
                return Some((position, keys));
            }
        }
        position = position.play_unchecked(any_move(random, &position));
    }
    None
}

/// A random legal move, preferably a capture.
fn any_move(random: &mut SplitMix64, position: &Fast<Ultima>) -> Move {
    let legal = position.legal_moves();
    let (captures, quiets): (Vec<Move>, Vec<Move>) =
        legal.into_iter().partition(|&mv| !position.victims(mv).is_empty());
    let greedy = quiets.is_empty() || random.below(5) < 3;
    let moves = if greedy && !captures.is_empty() { captures } else { quiets };
    moves[random.below(moves.len())]
}

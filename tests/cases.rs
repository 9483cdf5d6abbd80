//! Every line of the tables in `tests/cases/`, checked with the generator and with the reference.

use crate::common::backend::{Backend, Fast, Slow};
use crate::common::reference::MoveRecord;
use crate::common::tables::rows;

/// The names of squares as the file writes them.
fn names(board: &Slow, squares: &[usize]) -> String {
    let names: Vec<String> = squares.iter().map(|&square| board.name(square)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The moves of the piece on a square as the file writes them.
fn moves_from(board: &Slow, moves: &[MoveRecord], square: &str) -> String {
    let own = moves.iter().filter(|mv| board.name(mv.from) == square);
    let texts: Vec<&str> = own.map(|mv| mv.uci.as_str()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

/// The result of a backend for a case, in the format of the column `expect`. The reference names
/// the squares.
fn answer<B: Backend>(backend: &B, board: &Slow, mv: &str, expect: &str) -> String {
    let moves = backend.move_records();
    let question = expect.split(':').next().unwrap();
    if mv != "-" {
        return match (moves.iter().find(|record| record.uci == mv), question) {
            (None, _) => "illegal".to_owned(),
            (Some(_), "after") => format!("after:{}", backend.after(mv).summary().fen),
            (Some(record), _) => format!("captures:{}", names(board, &record.victims)),
        };
    }
    let summary = backend.summary();
    let found = match question {
        "status" => summary.status.to_owned(),
        "result" => summary.end.map_or("*", |(result, _)| result).to_owned(),
        "frozen" => names(board, &summary.frozen),
        "count" => moves.len().to_string(),
        _ => moves_from(board, &moves, question.strip_prefix("moves@").unwrap()),
    };
    format!("{question}:{found}")
}

/// Checks every line of a table with one backend.
fn check<B: Backend>(table: &str, count: usize) {
    let rows = rows::<7>(table);
    assert_eq!(rows.len(), count);
    let mut wrong = Vec::new();
    for [id, variant, switches, fen, mv, expect, _note] in rows {
        let found = match B::set_up(&variant, &switches, &fen) {
            Ok(backend) => {
                let board = Slow::read(&variant, &switches, &fen).unwrap();
                answer(&backend, &board, &mv, &expect)
            }
            Err(error) => error,
        };
        if found != expect {
            wrong.push(format!("{id} {variant} {switches} {fen} {mv}: {found}, not {expect}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

macro_rules! tables {
    ($($module:ident $game:ident $table:literal $count:literal;)*) => {$(
        mod $module {
            use baroque_movegen::$game;

            use super::*;

            #[test]
            fn the_generator_agrees_with_every_case() {
                check::<Fast<$game>>($table, $count);
            }

            #[test]
            fn the_reference_agrees_with_every_case() {
                check::<Slow>($table, $count);
            }
        }
    )*};
}

tables! {
    ultima Ultima "baroque.tsv" 1036;
    maxima Maxima "maxima.tsv" 87;
    rococo Rococo "rococo.tsv" 234;
    renaissance Renaissance "renaissance.tsv" 100;
}

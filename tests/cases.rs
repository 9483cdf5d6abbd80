//! Every line of the tables of cases, put to the generator and to the reference: both must say what
//! the file says.

mod common;

use common::games::TestGame;
use common::judge::{Fast, Judge};
use common::reference::{Play, Reference};
use common::tables::rows;

/// The names of squares as the file writes them.
fn names<R: Reference>(squares: &[usize]) -> String {
    let names: Vec<String> = squares.iter().map(|&square| R::name(square)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The moves of the piece on a square as the file writes them.
fn moves_from<R: Reference>(plays: &[Play], square: &str) -> String {
    let own = plays.iter().filter(|play| R::name(play.from) == square);
    let texts: Vec<&str> = own.map(|play| play.uci.as_str()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

/// What a judge says where the file says `expect`, in the file's words; the reference names the
/// squares.
fn answer<J: Judge, R: Reference>(judge: &J, mv: &str, expect: &str) -> String {
    let plays = judge.plays();
    let question = expect.split(':').next().unwrap();
    if mv != "-" {
        return match (plays.iter().find(|play| play.uci == mv), question) {
            (None, _) => "illegal".to_owned(),
            (Some(_), "after") => format!("after:{}", judge.after(mv).verdict().fen),
            (Some(play), _) => format!("captures:{}", names::<R>(&play.victims)),
        };
    }
    let verdict = judge.verdict();
    let found = match question {
        "status" => verdict.status.to_owned(),
        "result" => verdict.end.map_or("*", |(result, _)| result).to_owned(),
        "frozen" => names::<R>(&verdict.frozen),
        "count" => plays.len().to_string(),
        _ => moves_from::<R>(&plays, question.strip_prefix("moves@").unwrap()),
    };
    format!("{question}:{found}")
}

/// Cases in which Black has two kings: no positions, as rules, 1.3, say.
const TWO_KINGS: [&str; 2] = ["R31", "R31b"];
/// The rank of the one that plays no part, and what is left without it.
const SECOND_KING: [&str; 2] = ["/8k1/", "/10/"];

/// Puts every line of a table to one judge.
fn check<J: Judge, R: Reference>(table: &str, count: usize) {
    let rows = rows::<7>(table);
    assert_eq!(rows.len(), count);
    let mut wrong = Vec::new();
    for [id, variant, switches, mut fen, mv, expect, _note] in rows {
        if TWO_KINGS.contains(&id.as_str()) {
            let error = J::accept(&variant, &switches, &fen).err().unwrap();
            assert!(error.contains(J::TWO_KINGS), "{id}: {error}");
            fen = fen.replace(SECOND_KING[0], SECOND_KING[1]);
        }
        let said = match J::accept(&variant, &switches, &fen) {
            Ok(judge) => answer::<J, R>(&judge, &mv, &expect),
            Err(error) => error,
        };
        if said != expect {
            wrong.push(format!("{id} {variant} {switches} {fen} {mv}: {said}, not {expect}"));
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
                check::<Fast<$game>, <$game as TestGame>::Slow>($table, $count);
            }

            #[test]
            fn the_reference_agrees_with_every_case() {
                check::<<$game as TestGame>::Slow, <$game as TestGame>::Slow>($table, $count);
            }
        }
    )*};
}

tables! {
    ultima Ultima "baroque.tsv" 1036;
    maxima Maxima "maxima.tsv" 87;
    rococo Rococo "rococo.tsv" 234;
    renaissance Renaissance "renaissance.tsv" 99;
}

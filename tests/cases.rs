//! Every line of `cases/baroque.tsv`, put to the generator and to the reference: both must say
//! what the file says.

mod common;

use common::judge::{Fast, Judge, Slow};
use common::reference::{Play, parse_square, square_name};
use common::tables::rows;

/// The names of squares as the file writes them.
fn names(squares: &[usize]) -> String {
    let names: Vec<String> = squares.iter().map(|&square| square_name(square)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The moves of the man on a square as the file writes them.
fn moves_from(plays: &[Play], square: &str) -> String {
    let from = parse_square(square).unwrap();
    let own = plays.iter().filter(|play| play.from == from);
    let texts: Vec<&str> = own.map(|play| play.uci.as_str()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

/// What a judge says where the file says `expect`, in the file's words.
fn answer<J: Judge>(judge: &J, mv: &str, expect: &str) -> String {
    let plays = judge.plays();
    let question = expect.split(':').next().unwrap();
    if mv != "-" {
        return match (plays.iter().find(|play| play.uci == mv), question) {
            (None, _) => "illegal".to_owned(),
            (Some(_), "after") => format!("after:{}", judge.after(mv).fen()),
            (Some(play), _) => format!("captures:{}", names(&play.victims)),
        };
    }
    let found = match question {
        "status" => judge.status().to_owned(),
        "result" => judge.end().map_or("*", |(result, _)| result).to_owned(),
        "frozen" => names(&judge.all_frozen()),
        "count" => plays.len().to_string(),
        _ => moves_from(&plays, question.strip_prefix("moves@").unwrap()),
    };
    format!("{question}:{found}")
}

/// Puts every line to one judge.
fn check<J: Judge>() {
    let rows = rows::<7>("baroque.tsv");
    assert_eq!(rows.len(), 1036);
    let mut wrong = Vec::new();
    for [id, variant, switches, fen, mv, expect, _note] in rows {
        let said = match J::read(&variant, &switches, &fen) {
            Ok(judge) => answer(&judge, &mv, &expect),
            Err(error) => error,
        };
        if said != expect {
            wrong.push(format!("{id} {variant} {switches} {fen} {mv}: {said}, not {expect}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_generator_agrees_with_every_case() {
    check::<Fast>();
}

#[test]
fn the_reference_agrees_with_every_case() {
    check::<Slow>();
}

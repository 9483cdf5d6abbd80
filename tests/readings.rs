//! What section 10 of the rules says of unusual games: every line of `cases/readings.tsv`, in a game
//! of `cases/readings.toml`, by the reference and by both generators.

use std::collections::BTreeMap;

use baroque_movegen::definition::Backend;
use baroque_movegen::{CustomGame, Geometry, Position, read_move, uci};

use crate::common::reference::definition::{Definition, Position as Slow};
use crate::common::tables::rows;

const GAMES: &str = include_str!("cases/readings.toml");

type Fast = Position<CustomGame>;

/// The names of squares as the file writes them.
fn names(squares: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = squares.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The texts that begin with a square, or drop on it.
fn moves_from<'a>(texts: impl Iterator<Item = &'a String>, square: &str) -> String {
    let drop = format!("@{square}");
    let own = texts.filter(|text| text.starts_with(square) || text.ends_with(&drop));
    let own: Vec<&str> = own.map(String::as_str).collect();
    if own.is_empty() { "none".to_owned() } else { own.join(" ") }
}

/// The result of a generator for a case, in the format of the column `expect`.
fn fast_answer(position: &Fast, mv: &str, question: &str) -> String {
    let result = |position: &Fast| {
        position.board_outcome().map_or("*".to_owned(), |end| end.result().to_owned())
    };
    if let Some(square) = question.strip_prefix("moves@") {
        let moves = position.legal_moves();
        let texts: BTreeMap<String, ()> = moves.iter().map(|&mv| (uci(position, mv), ())).collect();
        assert_eq!(texts.len(), moves.len(), "a text is that of two moves");
        return moves_from(texts.keys(), square);
    }
    if mv == "-" {
        return result(position);
    }
    let Ok(mv) = read_move(position, mv) else {
        return "illegal".to_owned();
    };
    match question {
        "captures" => {
            let victims = position.victims(mv);
            names(victims.iter().map(|square| position.geometry().name(square)))
        }
        "after" => position.play_unchecked(mv).to_fen(),
        _ => result(&position.play_unchecked(mv)),
    }
}

/// That of the reference.
fn slow_answer(position: &Slow, mv: &str, question: &str) -> String {
    let result =
        |position: &Slow| position.shown_end().map_or("*", |(result, _)| result).to_owned();
    let legal = position.nexts();
    if let Some(square) = question.strip_prefix("moves@") {
        let texts: BTreeMap<String, ()> =
            legal.iter().map(|(record, _)| (record.uci.clone(), ())).collect();
        return moves_from(texts.keys(), square);
    }
    if mv == "-" {
        return result(position);
    }
    let Some((record, next)) = legal.iter().find(|(record, _)| record.uci == mv) else {
        return "illegal".to_owned();
    };
    match question {
        "captures" => names(record.victims.iter().map(|&square| position.name(square))),
        "after" => next.fen(),
        _ => result(next),
    }
}

#[test]
fn every_reading_is_that_of_the_reference_and_the_generators() {
    let games = baroque_games::parse("readings.toml", GAMES);
    let games = games.unwrap_or_else(|errors| panic!("{errors}")).games;
    let mut wrong = Vec::new();
    let rows = rows::<6>("readings.tsv");
    for [id, name, fen, mv, expect, _note] in &rows {
        let game = games.iter().find(|game| game.name == *name).unwrap_or_else(|| panic!("{id}"));
        let (question, answer) = expect.split_once(':').unwrap_or(("", expect));
        let slow = Definition::read(GAMES, name, &[]).unwrap().position(fen).unwrap();
        assert!(slow.is_position(), "{id}");
        let mut answers = vec![("reference", slow_answer(&slow, mv, question))];
        for (backend, what) in [
            (Backend::General, "generator of definitions"),
            (Backend::Fastest, "fastest generator"),
        ] {
            let rules = game.definition.rules(backend).unwrap();
            let position =
                Fast::from_fen(fen, rules).unwrap_or_else(|error| panic!("{id} {error}"));
            answers.push((what, fast_answer(&position, mv, question)));
        }
        for (what, found) in answers.into_iter().filter(|(_, found)| found != answer) {
            wrong.push(format!("{id} {fen} {mv}: {found} by the {what}, not {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows.len(), 57);
}

//! Looser forms of move text: the moves that they denote, and that no move is ever guessed.

use baroque_movegen::{
    Bitboard, Game, Geometry, Maxima, Move, MoveTextError, Position, Renaissance, Rococo, Special,
    Square, Ultima, read_move, readable_unchecked, uci,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::backend::Fast;
use crate::common::games::TestGame;
use crate::common::strategies::{check_property, positions};

macro_rules! games {
    ($($module:ident $game:ident;)*) => {$(
        mod $module {
            #[test]
            fn every_form_of_a_move_is_parsed_or_ambiguous() {
                super::every_form_is_parsed::<super::$game>();
            }

            #[test]
            fn accepted_text_matches_all_its_squares() {
                super::accepted_text_matches::<super::$game>();
            }

            #[test]
            fn arbitrary_text_does_not_panic() {
                super::arbitrary_text_does_not_panic::<super::$game>();
            }
        }
    )*};
}

games! {
    ultima Ultima;
    maxima Maxima;
    rococo Rococo;
    renaissance Renaissance;
}

/// Forms that always denote one move, and forms that may match others too.
struct Forms {
    sure: Vec<String>,
    short: Vec<String>,
}

fn name<G: Game>(position: &Position<G>, square: Square) -> String {
    position.geometry().name(square)
}

/// Texts of other programs and short forms.
fn forms<G: Game>(position: &Position<G>, mv: Move) -> Forms {
    let text = uci(position, mv);
    let (from, to) = (name(position, mv.from()), name(position, mv.to()));
    if mv.dropped().is_some() {
        return Forms { sure: vec![text.to_lowercase(), text.clone()], short: vec![] };
    }
    let kind = position.kind_at(mv.from()).unwrap();
    let (letter, kind_name) =
        (position.pieces().info(kind).letter, position.pieces().info(kind).name);
    let list: Vec<String> =
        position.victims(mv).iter().map(|square| name(position, square)).collect();
    let taken = list.iter().map(|square| format!("x{square}")).collect::<String>();
    let mut forms = Forms { sure: vec![text.clone(), text.to_uppercase()], short: vec![] };
    if mv.is_suicide() {
        let sign = if letter == 'B' { 'b' } else { 'x' };
        forms.sure.extend([
            format!("{letter}{from}{from}"),
            format!("{from}-{from}"),
            format!("{from}{from}{sign}"),
            format!("{from}{taken}x{from}-{from}"),
            format!("{letter}{from}-{from}(suicide)"),
        ]);
        if letter != 'B' {
            forms.sure.push(format!("@-{from}"));
        }
        return forms;
    }
    let special = &text[from.len() + to.len()..];
    let swaps = position.kind_at(mv.to()).is_some()
        && !position.victims(mv).has(mv.to())
        && ['S', 'X', 'R'].contains(&letter);
    forms.sure.extend([
        format!("{letter}{text}"),
        format!("{letter}{from}-{to}{special}"),
        format!("{from}-{to}{special}"),
        format!("{from}{to}{taken}{special}"),
        format!("{letter} {from}-{to}{special}"),
        format!("{letter}\u{200b}{from}–{to}{special}"),
        format!("{letter}{from}-{to}{special}*{}", list.len()),
        format!("{} {from} - {to}{special}", kind_name.to_uppercase()),
    ]);
    match mv.special() {
        Special::Destruction => forms.sure.push(format!("{from}x{to}x{from}-{from}")),
        Special::Pull => forms.sure.push(format!("{from}{to}y")),
        _ if !list.is_empty() => forms.sure.push(format!("{from}{taken}-{to}{special}")),
        _ if swaps => forms.sure.push(format!("{from}{to}s")),
        _ => {}
    }
    let (file, rank) = from.split_at(1);
    forms.short.extend([
        format!("{letter}{to}{special}"),
        format!("{letter}{file}{to}{special}"),
        format!("{letter}{rank}{to}{special}"),
    ]);
    if letter == 'P' {
        forms.short.push(format!("{to}{special}"));
    }
    forms
}

fn every_form_is_parsed<G: TestGame>() {
    check_property(40, positions::<G>(), |sample| {
        let position = sample.fast::<G>();
        for mv in position.legal_moves() {
            let Forms { sure, short } = forms(&position, mv);
            for text in sure {
                prop_assert_eq!(read_move(&position, &text), Ok(mv), "{}", text);
            }
            for text in short {
                match read_move(&position, &text) {
                    Ok(found) => prop_assert_eq!(found, mv, "{}", text),
                    Err(MoveTextError::Ambiguous { candidates, .. }) => {
                        prop_assert!(candidates.len() > 1);
                        prop_assert!(
                            candidates.contains(&readable_unchecked(&position, mv)),
                            "{}",
                            text
                        );
                    }
                    Err(error) => prop_assert!(false, "{}", error),
                }
            }
        }
        Ok(())
    });
}

/// The squares that a text contains.
fn squares_in<G: Game>(position: &Position<G>, text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match position.geometry().parse(rest) {
            Some((square, after)) => {
                squares.push(square);
                rest = after;
            }
            None => rest = &rest[letter.len_utf8()..],
        }
    }
    squares
}

fn matches_all_squares<G: TestGame>(position: &Fast<G>, mv: Move, text: &str) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let mut known = position.victims(mv) | position.geometry().between(from, to);
    known |= Bitboard::from(from) | Bitboard::from(to);
    let pushed =
        position.geometry().direction(from, to).and_then(|way| position.geometry().step(to, way));
    let pushed = pushed.filter(|_| position.kind_at(from) == position.pieces().kind('U'));
    squares_in(position, text).into_iter().all(|square| {
        known.has(square) || pushed == Some(square) || is_second_leg(position, mv, text)
    })
}

/// Whether the text has XBoard's meaningless second leg of a suicide.
fn is_second_leg<G: Game>(position: &Position<G>, mv: Move, text: &str) -> bool {
    let own = name(position, mv.from());
    mv.is_suicide() && text.ends_with(&own[1..]) && text.contains(&format!(",{own}"))
}

fn accepted_text_matches<G: TestGame>() {
    let letters = "abcdefghixyz0123456789KPWLXICMGASRBUYklpw-<>!@*^=+#,xdts ";
    let letters: Vec<char> = letters.chars().collect();
    let edits = prop::collection::vec((any::<Index>(), 0..3_usize, select(letters)), 0..4);
    let texts = prop::collection::vec((any::<Index>(), any::<Index>(), edits), 60);
    check_property(80, (positions::<G>(), texts), |(sample, texts)| {
        let position = sample.fast::<G>();
        let moves = position.legal_moves();
        for (mv, form, edits) in texts.iter().filter(|_| !moves.is_empty()) {
            let mv = *mv.get(&moves);
            let Forms { mut sure, short } = forms(&position, mv);
            sure.extend(short);
            sure.push(readable_unchecked(&position, mv));
            let mut text: Vec<char> = form.get(&sure).chars().collect();
            for &(place, edit, letter) in edits {
                let place = place.index(text.len() + 1);
                match edit {
                    0 => text.insert(place, letter),
                    _ if place == text.len() => {}
                    1 => text[place] = letter,
                    _ => drop(text.remove(place)),
                }
            }
            let text: String = text.into_iter().collect();
            let Ok(found) = read_move(&position, &text) else { continue };
            prop_assert!(moves.contains(&found));
            prop_assert!(
                matches_all_squares::<G>(&position, found, &text),
                "{} is not {}",
                text,
                readable_unchecked(&position, found)
            );
        }
        Ok(())
    });
}

fn arbitrary_text_does_not_panic<G: TestGame>() {
    let long = "\\PC{0,12}[a-z0-9A-Z@,x<>!*=^-]{0,400}";
    check_property(150, (positions::<G>(), any::<String>(), long), |(sample, any, long)| {
        let position = sample.fast::<G>();
        for text in [&any, &long] {
            let _ = read_move(&position, text);
        }
        let _ = read_move(&position, &long.repeat(50));
        Ok(())
    });
}

fn reading<G: Game>(variant: &str, fen: &str, text: &str) -> Result<String, String> {
    let rules = Position::<G>::variant(variant).unwrap().rules;
    let position = Position::<G>::from_fen(fen, rules).unwrap();
    let text = read_move(&position, text).map(|mv| readable_unchecked(&position, mv));
    text.map_err(|error| error.to_string())
}

#[test]
fn baroque_has_short_forms_and_those_of_xboard() {
    // White: long-leaper d2, chameleons c1 and g5, pawn a3, frozen withdrawer h8. The black pieces
    // can be leapt.
    let fen = "1k4iW/8/3p4/6X1/3p4/P7/3L4/K1X5 w - - 0 1";
    let read = |text: &str| reading::<Ultima>("baroque", fen, text);
    for text in ["d2d5", "d2xd4-d5", "d2-d5", "Ld5", "ld5", "LD5", "Ldd5", "L2d5", "d2d4,d4d5"] {
        assert_eq!(read(text).as_deref(), Ok("Ld2-d5xd4"), "{text}");
    }
    for text in ["d2d7", "d2xd4xd6-d7", "d2xd6xd4-d7", "Ld2-d5-d7", "d2d4,d4d6,d6d7", "d2d5,d5d7"] {
        assert_eq!(read(text).as_deref(), Ok("Ld2-d7xd4,d6"), "{text}");
    }
    for text in ["h8h8", "h8h8x", "H8H8", "h8xh8-h8", "h8h8,h8g8", "h8@", "Wh8@", "wh8@"] {
        assert_eq!(read(text).as_deref(), Ok("Wh8@"), "{text}");
    }
    for text in ["a4", "Pa4", "pa4", "A4", "a3-a4"] {
        assert_eq!(read(text).as_deref(), Ok("Pa3-a4"), "{text}");
    }
    assert_eq!(read("Xg1"), Err("'Xg1' may be Xc1-g1 or Xg5-g1".to_owned()));
    assert_eq!(read("Xcg1").as_deref(), Ok("Xc1-g1"));
    assert_eq!(read("X5g1").as_deref(), Ok("Xg5-g1"));
    for text in ["d5", "Kd5", "Wd3", "d2xd6-d5", "Ld2xd5", "d2-d7-d5", "a3a3", "0000", "@@@@"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn xboard_adds_a_second_leg_to_suicides() {
    let fen = "k7/8/8/8/8/Wi6/8/7K w - - 0 1";
    let read = |text: &str| reading::<Ultima>("baroque", fen, text);
    assert_eq!(read("a3a3,a3`3").as_deref(), Ok("Wa3@"));
    assert!(read("a3a3,a3b3").is_err());
}

#[test]
fn lower_case_file_letters_are_files() {
    let fen = "7k/8/8/2P5/8/8/8/KC6 w - - 0 1";
    let read = |text: &str| reading::<Ultima>("baroque", fen, text);
    assert_eq!(read("Cb5").as_deref(), Ok("Cb1-b5"));
    assert_eq!(read("cb5").as_deref(), Ok("Pc5-b5"));
    assert_eq!(read("ce1"), Err("'ce1' is not a legal move".to_owned()));
    // An illegal UCI text is not parsed as a coordinator's move from rank 1.
    assert_eq!(read("c1e1"), Err("'c1e1' is not a legal move".to_owned()));
    assert_eq!(read("C1e1").as_deref(), Ok("Cb1-e1"));
}

#[test]
fn special_effects_must_be_given() {
    let fen = "10/1k8/10/10/10/3Sw5/10/10/1K8/10 w - - 0 1";
    let read = |text: &str| reading::<Rococo>("rococo", fen, text);
    for text in ["c4d4", "c4d4s", "Sd4", "Sc4-d4", "c4<>d4"] {
        assert_eq!(read(text).as_deref(), Ok("Sc4<>d4"), "{text}");
    }
    for text in ["c4d4d", "c4!!d4", "S!!d4", "Sd4d", "c4xd4xc4-c4", "c4xd4-c4"] {
        assert_eq!(read(text).as_deref(), Ok("Sc4!!d4"), "{text}");
    }
    for text in ["c4xc4-c4", "c4c4", "c4d4t"] {
        assert!(read(text).is_err(), "{text}");
    }
    let fen = "8k/9/9/9/9/3Y5/3p5/2B6/K8[L] w - - 0 1";
    let read = |text: &str| reading::<Renaissance>("renaissance", fen, text);
    for text in ["d4d5t", "d4d5y", "Yd5t", "Y<d5", "d4<d5"] {
        assert_eq!(read(text).as_deref(), Ok("Yd4<d5"), "{text}");
    }
    for text in ["d4d5", "Yd5", "yd5"] {
        assert_eq!(read(text).as_deref(), Ok("Yd4-d5"), "{text}");
    }
    for text in ["c2c2", "c2c2b", "c2*", "Bc2*", "c2xd3xc2-c2"] {
        assert_eq!(read(text).as_deref(), Ok("Bc2*xd3"), "{text}");
    }
    for text in ["L@a9", "l@a9", "L@A9", "L=a9"] {
        assert_eq!(read(text).as_deref(), Ok("L@a9"), "{text}");
    }
}

#[test]
fn records_of_other_programs_are_read() {
    // White: long-leaper d2, chameleon c1, king b4, pawn g2, frozen withdrawer h8.
    let fen = "1k4iW/8/3p4/8/1K1p4/2p5/3L2P1/2X5 w - - 0 1";
    let read = |text: &str| reading::<Ultima>("baroque", fen, text);
    let leap = Ok("Ld2-d7xd4,d6");
    for text in [
        "L d2-d7",
        "l d2-d7",
        "L d2-d7; @-d4; @-d6",
        "LongLeaper d2 - d7",
        "Long Leaper d2 - d7 x d4 x d6",
        "leaper d2 - d7",
        "L d2 – d7",
        "Ld2-d7*2",
        "Ld2-d7+*2",
        "♘d2-d7",
        "♞\u{fe0e} d2—d7",
        "\u{feff}Ld2\u{2011}d7\u{200b}",
        "Ld2:d4:d6-d7",
        "Ld2-d7×d4,d6",
        "L d7",
        "Long-leaper d7",
    ] {
        assert_eq!(read(text).as_deref(), leap, "{text}");
    }
    for text in
        ["Kb4:c3", "K:c3", "Kb4×c3", "Kb4xc3*1", "Kb4xc3*0", "King b4 - c3", "♔b4:c3", "K b4-c3"]
    {
        assert_eq!(read(text).as_deref(), Ok("Kb4xc3"), "{text}");
    }
    for text in ["♙g2-g4", "P g2-g4", "p g2 - g4", "Pawn g2 - g4", "Pincer Pawn g2-g4", "g2 − g4"]
    {
        assert_eq!(read(text).as_deref(), Ok("Pg2-g4"), "{text}");
    }
    for text in ["@-h8", "@\u{2013}h8", "Wh8-h8(suicide)", "h8-h8(suicide)"] {
        assert_eq!(read(text).as_deref(), Ok("Wh8@"), "{text}");
    }
    // Something else than what the text says is never played.
    for text in [
        "L d2-d7; @-d4; @-e6",
        "L d2-d7; d4",
        "Ld2-d7*1",
        "Ld2-d7(suicide)",
        "Kb4xc3*2",
        "W d2-d7",
        "Withdrawer d2 - d7",
        "♕d2-d7",
        "♖d2-d7",
        "Pawn d2 - d7",
        "Rook d2 - d7",
        "@-d2",
        "@-",
        "*d4",
        "d2 d7",
        "d2-d7 g2-g4",
        "L d2-d7 g2-g4",
        "Pawn",
        "P -",
        "*",
        "Ld2-d7*",
        ";",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    assert_eq!(read("Pawn g2 - g9"), Err("'Pawn g2 - g9' is not a legal move".to_owned()));
    let fen = "8k/9/9/9/9/3Y5/3p5/2B6/K8[L] w - - 0 1";
    let read = |text: &str| reading::<Renaissance>("renaissance", fen, text);
    assert_eq!(read("L*a9").as_deref(), Ok("L@a9"));
    assert_eq!(read("Long-leaper * a9").as_deref(), Ok("L@a9"));
    assert!(read("W*a9").is_err());
    assert!(read("@-c2").is_err(), "a bomb explodes");
}

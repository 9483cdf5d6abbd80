//! What is not wrong in a file, but hardly meant.

use baroque_games::{SHIPPED, parse};

/// The warnings about a file, without its name.
fn warnings(text: &str) -> Vec<String> {
    let file = parse("f", text).unwrap_or_else(|errors| panic!("{errors}"));
    file.warnings.iter().map(|warning| warning.to_string()[2..].to_owned()).collect()
}

/// A game with pieces A to D besides the king, of which the start has only A.
fn game(keys: &str, pawn: &str, rest: &str) -> String {
    format!(
        r#"format = 1
[g]
start = "k1a1/4/4/K1A1{hand} w"
board = "4x4"
{keys}
[g.pieces]
K = {{ name = "king", move = "K", take = "displace", royal = true }}
A = {{ name = "a", move = "fW", {pawn} }}
B = {{ name = "b", move = "R", {rest} }}
C = {{ name = "c", move = "B" }}
"#,
        hand = if keys.contains("hands") { "[]" } else { "" }
    )
}

#[test]
fn pieces_that_cannot_appear_are_told() {
    let zones = "zones = { last = { white = \"*4\", black = \"*1\" } }\n";
    let never = |line: usize, letter: char| {
        let text = "can never appear: no start has it, and no piece becomes one";
        format!("{line}:5 g.pieces.{letter}: warning: '{letter}' {text}")
    };
    let cases: [(String, &[char]); 8] = [
        (game("", "take = \"displace\"", ""), &['B', 'C']),
        (game(zones, "promote = { in = \"last\", to = \"B\" }", ""), &['C']),
        (
            game(zones, "promote = { in = \"last\", to = { absent = \"B\", always = \"C\" } }", ""),
            &[],
        ),
        (game(zones, "promote = { in = \"last\", to = \"lost\" }", ""), &['B', 'C']),
        (game("hands = { turns = { A = \"B\", B = \"C\" } }", "", ""), &[]),
        (game("", "taken-becomes = \"B\"", ""), &['B', 'C']),
        (
            game("", "taken-becomes = \"B\", take = { approach = { effect = \"demote\" } }", ""),
            &['C'],
        ),
        // B would become C, but there is no B.
        (
            game("", "take = { approach = { effect = \"demote\" } }", "taken-becomes = \"C\""),
            &['B', 'C'],
        ),
    ];
    for (text, letters) in cases {
        let text = text.replace(",  }", " }").replace(", }", " }");
        let line = |letter: char| {
            let is_row = |line: &str| line.starts_with(&format!("{letter} ="));
            text.lines().position(is_row).unwrap() + 1
        };
        let expected: Vec<String> = letters.iter().map(|&one| never(line(one), one)).collect();
        assert_eq!(warnings(&text), expected, "{text}");
    }
}

#[test]
fn settings_without_an_effect_are_reported() {
    let demotes = "take = { approach = { effect = \"demote\" } }";
    let nothing = "demotes nothing: no piece has 'taken-becomes'";
    let beyond = "shoots no farther than its 'range', so 'free' cannot be more";
    let cases = [
        (demotes.to_owned(), Some(nothing)),
        (format!("{demotes}, taken-becomes = \"B\""), None),
        ("act = { rifle = { range = 2, free = 3 } }".to_owned(), Some(beyond)),
        ("act = { rifle = { range = 2, free = \"any\" } }".to_owned(), Some(beyond)),
        ("act = { rifle = { range = 3, free = 3 } }".to_owned(), None),
        ("act = { rifle = { range = 3 } }".to_owned(), None),
        ("act = { rifle = { free = 3 } }".to_owned(), None),
    ];
    for (archer, expected) in cases {
        let text = game("", &archer, "take = \"displace\"").replace("k1a1", "kba1");
        let text = text.replace("C = { name = \"c\", move = \"B\" }\n", "");
        let expected: Vec<String> = expected
            .into_iter()
            .map(|text| format!("8:5 g.pieces.A: warning: 'A' {text}"))
            .collect();
        assert_eq!(warnings(&text), expected, "{text}");
    }
}

#[test]
fn names_that_are_used_twice_are_told() {
    let text = "format = 1\n[g]\ninherits = \"skirmish\"\n[g.pieces]\nN = { name = \"archer\" }\n\
                [h]\ninherits = \"g\"\n[h.pieces]\nA = { name = \"bowman\" }\n";
    let found = warnings(text);
    // The row of an inherited piece is reported where the game inherits.
    assert_eq!(found.len(), 1, "{found:?}");
    let text = "warning: 'A' has the same name as 'N', archer";
    assert!(found[0].contains("inherited skirmish.pieces.A: "), "{found:?}");
    assert!(found[0].ends_with(text.trim_start_matches("warning: ")), "{found:?}");
}

#[test]
fn our_files_have_no_warnings() {
    for (name, text) in SHIPPED {
        assert_eq!(warnings(text), Vec::<String>::new(), "{name}");
    }
}

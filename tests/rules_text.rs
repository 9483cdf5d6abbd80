//! The rules text, `movegen/RULES.md`: its examples, tables and links hold, and the section numbers
//! that the sources cite exist.
//!
//! An example is a drawn board and the list items (`-`) behind it. Each sentence of an item names
//! moves in readable text, illegal ones after the word "illegal"; "then" is followed by what stands
//! on some squares after the last move, "under" by the rules of the sentence. Nothing else may stand
//! between backquotes. The heading of the section names the rule set.

use std::path::{Path, PathBuf};

use baroque_movegen::{
    AnyGame, Color, Game, Geometry, Maxima, Position, Renaissance, Rococo, Setup, Ultima,
};

use crate::common::backend::{Backend, Slow, both};

const RULES: &str = include_str!("../movegen/RULES.md");

/// A drawn board and the list items behind it, each on one line.
struct Example {
    variant: &'static str,
    board: Vec<&'static str>,
    items: Vec<String>,
}

/// The rule set that the heading of a section names.
fn variant_of(heading: &'static str) -> &'static str {
    heading.split('`').nth(1).unwrap_or("baroque")
}

/// All examples of the text. Every block is a board, and every item with `-` belongs to one.
fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut variant, mut in_block, mut in_item) = ("baroque", false, false);
    for line in RULES.lines() {
        match line {
            "```text" => examples.push(Example { variant, board: Vec::new(), items: Vec::new() }),
            "```" => assert!(in_block),
            _ if in_block => examples.last_mut().unwrap().board.push(line),
            _ if line.starts_with("## ") => variant = variant_of(line),
            _ => assert!(!line.starts_with("```"), "{line}"),
        }
        in_block = line == "```text" || in_block && line != "```";
        if let Some(text) = line.strip_prefix("- ") {
            examples.last_mut().unwrap().items.push(text.to_owned());
        } else if in_item && line.starts_with("  ") {
            let item = examples.last_mut().unwrap().items.last_mut().unwrap();
            *item += &line[1..];
        }
        in_item = line.starts_with("- ") || in_item && line.starts_with("  ");
    }
    examples
}

/// The FEN of a drawn board, with the hands and the swap ban that may stand below it.
fn fen(board: &[&str], side: char) -> String {
    let files_at = board.iter().position(|line| line.starts_with("    ")).unwrap();
    let files = board[files_at].split_whitespace().count();
    let ranks: Vec<String> = board[..files_at].iter().map(|line| rank(line, files)).collect();
    let (mut hands, mut swap_ban) = (String::new(), "-".to_owned());
    for line in &board[files_at + 1..] {
        if let Some(text) = line.strip_prefix("Hands: White ") {
            let (white, black) = text.split_once(", Black ").unwrap();
            hands = format!("[{white}{}]", black.to_lowercase()).replace('-', "");
        } else {
            swap_ban = line.strip_prefix("Swap ban: ").unwrap().replace(' ', "");
        }
    }
    format!("{}{hands} {side} - {swap_ban} 0 1", ranks.join("/"))
}

/// A rank of a FEN, from a line of a drawn board: three characters for each square behind four.
fn rank(line: &str, files: usize) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for file in 0..files {
        match line.chars().nth(4 + 3 * file + 1).unwrap_or(' ') {
            '.' | ':' | '_' => run += 1,
            cell => {
                if run > 0 {
                    text += &run.to_string();
                }
                text.push(if cell == ' ' { '*' } else { cell });
                run = 0;
            }
        }
    }
    if run > 0 { text + &run.to_string() } else { text }
}

/// The square at the beginning of a text, and the rest.
fn split_square(text: &str) -> (&str, &str) {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    assert!(digits > 0, "no square: {text}");
    text.split_at(1 + digits)
}

/// The UCI text of a move in readable text; victims and marks at the end may be missing.
fn uci_of(text: &str) -> String {
    if text[1..].starts_with('@') {
        return text.to_owned();
    }
    let (from, rest) = split_square(&text[1..]);
    let signs = ["<>", "!!", "-", "x", ">", "<", "@", "*"];
    let sign = signs.into_iter().find(|sign| rest.starts_with(sign)).expect(text);
    let (to, rest) = match sign {
        "@" | "*" => (from, ""),
        _ => split_square(&rest[sign.len()..]),
    };
    let becomes = rest.split_once(['^', '=']).map(|(_, letter)| letter.to_lowercase());
    let suffix = match sign {
        "!!" => "d".to_owned(),
        "<" => "t".to_owned(),
        _ => becomes.unwrap_or_default(),
    };
    format!("{from}{to}{suffix}")
}

/// The FEN of an example, in which the side moves that owns the piece of the first move. Without
/// moves it is a start position. Checks that the program draws the same board.
fn checked_fen<G: Game>(example: &Example) -> String {
    let rules = Position::<G>::variant(example.variant).unwrap().rules;
    let setup = Setup::<G>::from_fen(&fen(&example.board, 'w'), rules).unwrap();
    let first_move = example.items.iter().find_map(|item| first_move(item));
    let mover = first_move.and_then(|text| {
        let (from, _) = setup.geometry().parse(&uci_of(text))?;
        setup.board.piece_at(from)
    });
    let side = mover.map_or(Color::White, |piece| piece.color);
    let fen = fen(&example.board, side.letter());
    assert!(
        first_move.is_some()
            || G::starts(&G::VARIANTS[0].rules).iter().any(|start| start.fen == fen),
        "{fen}"
    );
    let (position, _) = both::<G>(example.variant, "-", &fen);
    let drawn = position.to_string();
    assert_eq!(drawn.lines().map(str::trim_end).collect::<Vec<_>>(), example.board);
    fen
}

/// Checks all statements of a sentence about a position, and counts them.
fn check_sentence<G: Game>(variant: &str, fen: &str, sentence: &str) -> usize {
    let (mut variant, mut switches) = (variant, "-");
    let (mut is_illegal, mut last_move, mut count) = (false, "", 0);
    let parts: Vec<&str> = sentence.split('`').collect();
    assert!(parts.len() % 2 == 1, "{sentence}");
    for pair in parts.chunks_exact(2) {
        let (prose, span) = (pair[0].to_lowercase(), pair[1]);
        is_illegal |= prose.contains("illegal");
        if prose.ends_with("under ") {
            (variant, switches) = if span.contains('=') { (variant, span) } else { (span, "-") };
            continue;
        }
        count += 1;
        let (fast, slow) = both::<G>(variant, switches, fen);
        if prose.ends_with("then ") {
            let uci = uci_of(last_move);
            let next = fast.after(&uci);
            assert_eq!(next.to_fen(), slow.after(&uci).summary().fen, "{sentence}");
            assert!(span.split(' ').all(|stands| holds(&next, stands)), "{sentence}");
        } else if is_illegal {
            assert_is_illegal(&fast, &slow, span);
        } else {
            assert_is_legal(&fast, span);
            assert_is_legal(&slow, span);
            last_move = span;
        }
    }
    count
}

/// The first move that an item names.
fn first_move(item: &str) -> Option<&str> {
    let spans = item.split('`').skip(1).step_by(2);
    spans.into_iter().find(|span| span.starts_with(|first: char| first.is_ascii_uppercase()))
}

/// Whether a position has these hands (`[LPu]`), this piece on a square (`pe4`), or nothing (`.e4`).
fn holds<G: Game>(position: &Position<G>, stands: &str) -> bool {
    if stands.starts_with('[') {
        return position.to_fen().contains(&format!("{stands} "));
    }
    let (square, rest) = position.geometry().parse(&stands[1..]).expect(stands);
    let piece = position.board().piece_at(square);
    let letter = piece.map_or('.', |piece| position.pieces().letter(piece));
    rest.is_empty() && stands.starts_with(letter)
}

/// Checks that a move is legal, and that this is its whole text: it captures nothing else.
fn assert_is_legal<B: Backend>(position: &B, text: &str) {
    let moves = position.move_records();
    let record = moves.iter().find(|record| record.uci == uci_of(text));
    assert_eq!(record.map(|record| position.text(record)).as_deref(), Some(text));
}

/// Checks that a move of a piece of the side to move is not legal, whatever it captures.
fn assert_is_illegal<G: Game>(fast: &Position<G>, slow: &Slow, text: &str) {
    let uci = uci_of(text);
    for moves in [fast.move_records(), slow.move_records()] {
        assert!(moves.iter().all(|record| record.uci != uci), "{text} is legal");
    }
    let geometry = fast.geometry();
    if let Some((from, rest)) = geometry.parse(&uci) {
        assert!(geometry.parse(rest).is_some(), "{text}");
        let piece = fast.board().piece_at(from).expect(text);
        assert_eq!(piece.color, fast.side(), "{text}");
        assert!(text.starts_with(fast.pieces().info(piece.kind).letter), "{text}");
    } else {
        assert!(geometry.parse(&uci[2..]).is_some() && uci[1..].starts_with('@'), "{text}");
    }
}

/// Checks an example, and counts its statements.
fn check<G: Game>(example: &Example) -> usize {
    let fen = checked_fen::<G>(example);
    let sentences = example.items.iter().flat_map(|item| item.split(". "));
    sentences.map(|sentence| check_sentence::<G>(example.variant, &fen, sentence)).sum()
}

#[test]
fn every_example_holds() {
    let examples = examples();
    let counts = examples.iter().map(|example| match example.variant {
        "maxima" => check::<Maxima>(example),
        "rococo" => check::<Rococo>(example),
        "renaissance" => check::<Renaissance>(example),
        _ => check::<Ultima>(example),
    });
    let statements: usize = counts.sum();
    assert_eq!((examples.len(), statements), (27, 136));
}

/// The rows of the table that begins with a header, without backquotes, split into columns.
fn table(header: &str) -> Vec<Vec<String>> {
    let lines = RULES.lines().skip_while(|line| !line.starts_with(header));
    let rows =
        lines.take_while(|line| line.starts_with('|')).filter(|line| !line.starts_with("|-"));
    let columns = |row: &str| {
        let row = row.trim_matches('|').replace('`', "");
        row.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(columns).collect()
}

#[test]
fn the_rule_sets_are_those_of_the_program() {
    let rows = table("| name | leap |");
    let names: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, Ultima::VARIANTS.iter().map(|preset| preset.name).collect::<Vec<_>>());
    for row in &rows[1..] {
        let keys = rows[0][1..].iter().map(String::as_str).chain(["repetition", "movelimit"]);
        let values = row[1..].iter().map(String::as_str).chain(["draw", "100"]);
        let pairs: Vec<String> =
            keys.zip(values).map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(AnyGame::new(&row[0]).unwrap().rules(), pairs.join(","));
    }
}

#[test]
fn the_node_counts_are_those_of_the_suites() {
    let rows = table("| rule set | 1 |");
    let names: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, AnyGame::variants());
    for row in &rows[1..] {
        let suite = workspace().join("perft-suites").join(format!("{}.epd", row[0]));
        let suite = std::fs::read_to_string(suite).unwrap();
        let start = AnyGame::new(&row[0]).unwrap().fen();
        let line = suite.lines().find(|line| line.starts_with(&start)).unwrap();
        let counts = row[1..].iter().filter(|count| !count.is_empty()).enumerate();
        for (index, count) in counts {
            let operation = format!(";D{} {count}", index + 1);
            assert!(line.split(" ;").any(|part| operation[1..] == *part), "{} {operation}", row[0]);
        }
    }
}

#[test]
fn the_start_positions_are_those_of_the_program() {
    let rows = table("| start | FEN placement |");
    for row in &rows[1..] {
        for name in row[2].split(", ") {
            let position = AnyGame::new(name).unwrap();
            assert_eq!(position.default_start(), row[0]);
            assert!(position.fen().starts_with(&format!("{} ", row[1])), "{name}");
        }
    }
    for name in ["maxima", "rococo", "renaissance"] {
        let fen = AnyGame::new(name).unwrap().fen();
        let placement = fen.split(' ').next().unwrap();
        assert!(RULES.contains(&format!("`{placement}`")), "{placement}");
    }
}

/// The root of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The headings of numbered sections and of the words, without `#`.
fn headings() -> Vec<&'static str> {
    let lines = RULES.lines().filter(|line| line.starts_with('#'));
    lines.map(|line| line.trim_start_matches('#').trim()).collect()
}

#[test]
fn links_lead_to_headings() {
    let anchor = |heading: &str| -> String {
        let kept = |&letter: &char| letter.is_alphanumeric() || letter == ' ';
        heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    let anchors: Vec<String> = headings().into_iter().map(anchor).collect();
    let targets = RULES.lines().filter_map(|line| line.split_once("]: #"));
    let mut count = 0;
    for (name, target) in targets {
        assert!(anchors.iter().any(|anchor| anchor == target), "{name}]");
        count += 1;
    }
    // The title alone has no link.
    assert_eq!(count, anchors.len() - 1);
}

/// The Rust and Markdown files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() && !path.ends_with("target") {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs" || end == "md") {
            files.push(path);
        }
    }
    files
}

/// The text of a Markdown file or of all comments of a Rust file, on one line.
fn prose(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|end| end == "md") {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let comments = text.lines().filter_map(|line| line.split_once("//"));
    let words =
        comments.flat_map(|(_, line)| line.trim_start_matches(['/', '!']).split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

/// The sections that a text cites: every number of "rules, 1.1 and 5", "rules, 2 to 6" and the like,
/// and the words of "rules, words used".
fn cited(text: &str) -> Vec<String> {
    let mut sections = Vec::new();
    for (start, _) in text.match_indices("ules, ") {
        let citation = &text[start + "ules, ".len()..];
        if citation.starts_with("words used") {
            sections.push("Words used".to_owned());
        } else if citation.starts_with(|first: char| first.is_ascii_digit()) {
            let citation = citation.split([')', ';', ':']).next().unwrap();
            let citation = citation.split(". ").next().unwrap();
            let numbers = citation.split(|letter: char| letter != '.' && !letter.is_ascii_digit());
            let numbers = numbers.map(|number| number.trim_matches('.'));
            sections.extend(numbers.filter(|number| !number.is_empty()).map(str::to_owned));
        }
    }
    sections
}

#[test]
fn cited_sections_exist() {
    let headings = headings();
    let is_section = |cited: &str| {
        headings.iter().any(|heading| {
            let number = heading.split(' ').next().unwrap();
            *heading == cited || number.trim_end_matches('.') == cited
        })
    };
    let mut count = 0;
    for folder in ["movegen", "engine", "protocol", "perft-suites", "benches", "tests"] {
        for path in sources(&workspace().join(folder)) {
            for section in cited(&prose(&path)) {
                assert!(is_section(&section), "{}: (rules, {section})", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 180, "{count}");
}

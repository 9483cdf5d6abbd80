//! `baroque solve`, with the two puzzles by Abbott whose only solutions are known.

use crate::common::{Temporary, clean, error};

/// The only win in one is Wf3-d5.
const FIRST: &str = "3L1K2/2l2w2/P1C1kPlL/p3x1p1/x7/5W2/4c3/8 w - - 0 1";
/// The only win in two starts with If6-e7.
const SECOND: &str = "3p4/1P6/4PI2/1L2kp2/8/2p1W3/1l6/L6K w - - 0 1";

fn refused(args: &[&str]) -> String {
    error(&[&["solve"], args].concat(), "")
}

/// The output lines of a successful run, without times and speeds.
fn untimed_lines(args: &[&str]) -> Vec<String> {
    let output = clean(&[&["solve"], args].concat(), "");
    let timeless = |line: &str| -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let clock = |index: usize| {
            words.get(index + 1).is_some_and(|unit| unit.starts_with("ms") || *unit == "nodes/s")
        };
        let kept = words.iter().enumerate().filter(|(index, _)| !clock(*index));
        kept.map(|(_, word)| *word).collect::<Vec<&str>>().join(" ")
    };
    output.lines().map(timeless).collect()
}

/// The signs `+` and `-` of the positions of a file, searched to a depth that solves both puzzles.
fn signs(text: &str) -> String {
    let file = Temporary::new("signs.epd", text);
    let lines = untimed_lines(&["--depth", "10", file.path()]);
    let (_sum, positions) = lines.split_last().unwrap();
    positions.iter().map(|line| line.split(' ').nth(1).unwrap()).collect()
}

#[test]
fn positions_are_printed_with_the_best_move_found() {
    let text =
        format!("{FIRST} bm f3d5; id \"puzzle 1\";\n\n# second\n{SECOND} bm Kh1-g1 If6-e7;\n");
    let file = Temporary::new("puzzles.epd", &text);
    let lines = untimed_lines(&["--depth", "10", file.path()]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("1 + Wf3-d5# bm Wf3-d5# wins in 1 depth "), "{lines:?}");
    assert!(lines[0].ends_with(" nodes ms puzzle 1"), "{lines:?}");
    assert!(lines[1].starts_with("2 + If6-e7 bm Kh1-g1 If6-e7 wins in 2 depth "), "{lines:?}");
    assert!(lines[1].ends_with(&format!(" nodes ms {SECOND}")), "{lines:?}");
    assert!(lines[2].starts_with("Solved: 2 of 2 (100.0 %), "), "{lines:?}");
}

#[test]
fn a_dash_reads_standard_input() {
    let output = clean(&["solve", "--depth", "4", "-"], format!("{FIRST} bm f3d5;\n"));
    assert!(output.contains("\nSolved: 1 of 1 (100.0 %), "), "{output}");
    let empty = error(&["solve", "-"], "# nothing\n");
    assert_eq!(empty, "error: -: the file contains no position\n");
}

#[test]
fn bm_am_and_dm_decide() {
    let lines = [
        format!("{SECOND} bm f6e7;"),
        format!("{SECOND} bm h1g1;"),
        format!("{SECOND} am f6e7;"),
        format!("{SECOND} am h1g1;"),
        format!("{SECOND} bm f6e7; am f6e7;"),
        format!("{SECOND} dm 3;"),
        format!("{SECOND} dm 1;"),
        // With `bm`, `dm` does not count.
        format!("{SECOND} bm f6e7; dm 1;"),
        format!("{SECOND} am h1g1; dm 2; c0 \"a; b\";"),
        format!("{FIRST} dm 1;"),
    ];
    assert_eq!(signs(&lines.join("\n")), "+--+-+-+++");
}

#[test]
fn a_search_for_a_mate_solves_what_it_proves() {
    let lines = [
        format!("{SECOND} bm f6e7; dm 2;"),
        format!("{SECOND} dm 3;"),
        // There is no win in one, whatever the best move.
        format!("{SECOND} bm f6e7; dm 1;"),
        // Without `dm` a search is as usual.
        format!("{SECOND} bm f6e7;"),
        format!("{FIRST} am f3d5;"),
    ];
    let file = Temporary::new("mates.epd", &lines.join("\n"));
    let lines = untimed_lines(&["--depth", "10", "--mate", file.path()]);
    let signs: Vec<_> = lines.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(signs[..5], ["+", "+", "-", "+", "-"], "{lines:?}");
    assert!(lines[0].starts_with("1 + If6-e7 bm If6-e7 dm 2 wins in 2 "), "{lines:?}");
}

#[test]
fn several_files_are_summed_and_searched_deterministically() {
    let first = Temporary::new("a.epd", &format!("{FIRST} bm f3d5;\n{SECOND} bm h1g1;\n"));
    let second = Temporary::new("b.epd", &format!("{SECOND} bm h1g1;\n{FIRST} am f3d5;"));
    let args = ["--nodes", "3000", first.path(), second.path()];
    let lines = untimed_lines(&args);
    assert_eq!(lines, untimed_lines(&args));
    assert!(lines[2].starts_with(&format!("{}: 1 of 2 (50.0 %), ", first.path())), "{lines:?}");
    assert!(lines[6].starts_with("Solved: 1 of 4 (25.0 %), "), "{lines:?}");
    // The hash table is cleared between positions.
    assert_eq!(lines[1].strip_prefix("2 "), lines[3].strip_prefix("1 "));
    let lines = untimed_lines(&["--nodes", "3000", "--first", "1", first.path(), second.path()]);
    assert!(lines[4].starts_with("Solved: 1 of 2 (50.0 %), "), "{lines:?}");
}

#[test]
fn rules_come_from_the_header_or_the_options() {
    let maxima = "***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/***2***";
    let text = format!("{maxima} w am b4b5;\n");
    let bare = Temporary::new("bare.epd", &text);
    let with_header = Temporary::new("header.epd", &format!("# variant maxima\n{text}"));
    let quick = ["--depth", "1"];
    let errors = refused(&[&quick[..], &[bare.path()]].concat());
    assert!(errors.contains(": line 1: FEN: 11 ranks"), "{errors}");
    untimed_lines(&[&quick[..], &["--variant", "maxima", bare.path()]].concat());
    untimed_lines(&[&quick[..], &["--variant", "rococo", with_header.path()]].concat());

    // The frozen leaper can only commit suicide.
    let frozen = "k7/8/8/8/3iL3/8/8/7K w - - bm e4e4;";
    let switched = Temporary::new("off.epd", &format!("# rules suicide=off\n{frozen}"));
    let free = Temporary::new("on.epd", frozen);
    untimed_lines(&[&quick[..], &[free.path()]].concat());
    refused(&[&quick[..], &[switched.path()]].concat());
    refused(&[&quick[..], &["--rules", "suicide=off", free.path()]].concat());
}

#[test]
fn invalid_files_are_rejected_before_any_search() {
    let good = Temporary::new("good.epd", &format!("{FIRST} bm f3d5;\n"));
    for (text, problem) in [
        (format!("\n{FIRST} bm f3d5 f3f9;"), "line 2: bm: 'f3f9' is not a legal move"),
        (format!("{FIRST} am hello;"), "line 1: am: 'hello' is not a move"),
        (format!("{FIRST} dm 0;"), "line 1: dm is '0', allowed is 1 or more"),
        (format!("{FIRST} id \"x\";"), "line 1: no operation bm, am or dm"),
        (format!("{FIRST} bm f3d5"), "line 1: 'bm f3d5' is neither a field"),
        ("8/8 w bm f3d5;".to_owned(), "line 1: FEN: 2 ranks"),
        (format!("# variant chess\n{FIRST} bm f3d5;"), "unknown variant 'chess'"),
        ("# nothing\n\n".to_owned(), "the file contains no position"),
        (format!("# rules leap=no\n{FIRST} bm f3d5;"), "rules: leap is 'no'"),
    ] {
        let bad = Temporary::new("bad.epd", &text);
        let errors = refused(&["--depth", "1", good.path(), bad.path()]);
        assert!(errors.starts_with(&format!("error: {}: {problem}", bad.path())), "{errors}");
    }
    let errors = refused(&["no-such-file.epd"]);
    assert!(errors.starts_with("error: no-such-file.epd: "), "{errors}");
}

//! The report of a study as Markdown, with a picture beside it.

use std::collections::BTreeMap;
use std::fmt::Write;

use baroque_formats::knowledge::{LevelNodes, Puzzle};
use baroque_movegen::AnyGame;

use crate::contest::{Comparison, MAX_MOVES};
use crate::estimate::{percent, plain, share};
use crate::figures::{Figures, MEASURES};
use crate::find::Finds;
use crate::observe::{Counts, sorted};
use crate::report::Report;
use crate::worth::Worth;

/// Most puzzles of a report.
const EXAMPLES: usize = 6;

/// The text of a report about a game, with the address of its picture.
pub fn text(report: &Report, game: &AnyGame, picture: &str) -> String {
    let title = escape(&report.title);
    let mut text = format!("# {title}: what the game is like\n");
    let sections: [(&str, String); 8] = [
        ("In short", list(&report.sentences()) + &format!("\n![{title} at a glance]({picture})\n")),
        ("The rules", paragraphs(&report.rules)),
        ("Results and course of games", results(report)),
        ("Pieces", pieces(report)),
        ("Strength", strength(report)),
        ("Openings and puzzles", finds(report, game)),
        ("Random games", random(report)),
        ("How this was found", method(report)),
    ];
    for (title, section) in sections {
        let _ = write!(text, "\n## {title}\n\n{section}");
    }
    text
}

/// A text in which no sign has a meaning in Markdown.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_number = true;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_first = escaped.is_empty();
        let is_sign = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '$' => true,
            '#' | '+' | '-' => {
                is_first && letters.peek().is_none_or(|next| matches!(next, ' ' | '#'))
            }
            '.' | ')' => is_number && letters.peek().is_none_or(|next| *next == ' '),
            _ => false,
        };
        is_number &= letter.is_ascii_digit();
        if is_sign {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn list(sentences: &[String]) -> String {
    sentences.iter().map(|it| format!("- {}\n", escape(it))).collect()
}

fn paragraphs(sentences: &[String]) -> String {
    let paragraphs: Vec<String> = sentences.iter().map(|it| escape(it) + "\n").collect();
    paragraphs.join("\n")
}

/// A table. Its first column is on the left, the others are on the right.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|---|{}\n", "--:|".repeat(head.len().saturating_sub(1)));
    let rows: String = rows.into_iter().map(|row| line(&row)).collect();
    line(&head) + &rule + &rows
}

/// A table of figures of both strengths.
fn results(report: &Report) -> String {
    let all = [&report.measures.strong, &report.measures.start, &report.measures.weak];
    let head = all.map(|it| format!("{} nodes per move, {} random plies", it.nodes, it.plies));
    let [strong, start, weak] = &head;
    let row = |name: &str, of: &dyn Fn(&Figures) -> String| {
        let [strong, start, weak] = all.map(of);
        vec![name.to_owned(), strong, start, weak]
    };
    let mut rows = vec![row("games", &|it| it.games.to_string())];
    rows.extend(MEASURES.iter().map(|measure| row(measure.name, &|it| measure.text(it))));
    rows.push(row("half of the games", &|it| {
        format!("{} to {}", it.quartiles[0], it.quartiles[2])
    }));
    rows.push(row("checks", &|it| share(it.counts.checks, it.counts.plies)));
    let mut meanings = vec!["games: those that differ; a repeated one counts once".to_owned()];
    meanings.extend(MEASURES.iter().map(|it| format!("{}: {}", it.name, it.meaning)));
    meanings.push("half of the games: the middle half of all lengths".to_owned());
    meanings.push("checks: positions in which the side to move is in check".to_owned());
    format!(
        "The learned player played both sides, searching the given number of nodes (positions) per move. \
         Games are stopped after {MAX_MOVES} moves by each side. The true figures lie within the given ranges \
         with a probability of 95 %; “not measured” means that there were too few games, or that they were \
         too one-sided. Only those random openings are played in which a short search finds neither side \
         clearly ahead.\n\n{}\n{}\n### How the stronger player's games end\n\n{}",
        table(&["figure", strong, start, weak], rows),
        list(&meanings),
        shares(&all[0].counts.ends, ["end", "games"]),
    )
}

/// How often each of some things was counted.
fn shares(counts: &BTreeMap<String, u64>, [what, unit]: [&str; 2]) -> String {
    let all = counts.values().sum();
    let row =
        |(name, count): (&str, u64)| vec![name.to_owned(), count.to_string(), share(count, all)];
    table(&[what, unit, "share"], sorted(counts).map(row))
}

fn pieces(report: &Report) -> String {
    let counts = &report.measures.strong.counts;
    format!(
        "{}\n### What pieces do\n\n{}\n### How pieces are taken\n\n{}\n### Who takes whom, per 100 games\n\n{}",
        worths(&report.measures.worths),
        deeds(counts),
        shares(&counts.methods, ["method", "pieces"]),
        captures(counts)
    )
}

fn worths(worths: &[Worth]) -> String {
    if worths.is_empty() {
        return "The worth of the pieces was not measured: there were too few games.\n".to_owned();
    }
    let text = "What one more piece of a kind is worth, all else being equal: 100 raises the expected score \
                of its side from 50 % to 64 %.\n\n";
    let columns = [
        ("frozen", worths.iter().any(|it| it.frozen.is_some())),
        ("in hand", worths.iter().any(|it| it.hand.is_some())),
    ];
    let kept = |(_, is_kept): &(&str, bool)| *is_kept;
    let head: Vec<&str> = ["piece", "worth"]
        .into_iter()
        .chain(columns.iter().filter(|it| kept(it)).map(|(name, _)| *name))
        .collect();
    let row = |it: &Worth| {
        let others = columns.iter().zip([it.frozen, it.hand]).filter(|(column, _)| kept(column));
        let others = others.map(|(_, worth)| plain(worth, 0));
        [it.piece.clone(), plain(Some(it.worth), 0)].into_iter().chain(others).collect()
    };
    text.to_owned() + &table(&head, worths.iter().map(row))
}

/// What pieces do, in a table.
fn deeds(counts: &Counts) -> String {
    let head = [
        "piece",
        "moves",
        "captures, of its moves",
        "captured per game",
        "frozen",
        "promotions",
        "moves others",
    ];
    let games = counts.games.max(1) as f64;
    let rows = counts.pieces.iter().map(|(name, piece)| {
        vec![
            name.clone(),
            share(piece.moves, counts.plies),
            share(piece.captures, piece.moves),
            format!("{:.2}", piece.captured as f64 / games),
            share(piece.frozen, piece.presence),
            piece.promotions.to_string(),
            piece.displacements.to_string(),
        ]
    });
    table(&head, rows)
}

/// Who takes whom, in a table.
fn captures(counts: &Counts) -> String {
    let games = counts.games.max(1) as f64;
    let names: Vec<&str> = counts.pieces.keys().map(String::as_str).collect();
    let head: Vec<&str> = ["captor"].into_iter().chain(names.iter().copied()).collect();
    let rows = counts.pieces.iter().map(|(name, piece)| {
        let cells = names.iter().map(|&victim| {
            let count = piece.victims.get(victim).copied().unwrap_or_default();
            if count == 0 { String::new() } else { format!("{:.0}", count as f64 * 100.0 / games) }
        });
        [name.clone()].into_iter().chain(cells).collect()
    });
    table(&head, rows)
}

fn strength(report: &Report) -> String {
    let measures = &report.measures;
    let mut text = format!(
        "Score against itself with a tenth of the nodes per move: {}. The deeper a game, the more thinking \
         pays.\n\n",
        comparison(&measures.depth)
    );
    match &measures.learned {
        Some(learned) => {
            let _ = writeln!(
                text,
                "Score of the learned player, with 5,000 nodes per move, against the same search with \
                 estimated values of the pieces: {}.",
                comparison(learned)
            );
        }
        None if report.rounds.is_empty() => {
            text += "Nothing was learned here: the player knows what the program knows.\n";
        }
        None => text += "No network was better than what the program knew before.\n",
    }
    if !report.rounds.is_empty() {
        let rows = report.rounds.iter().enumerate().map(|(index, round)| {
            let [won, drawn, lost] = round.score;
            let verdict = if round.is_better { "better" } else { "not better" };
            let number = (index + 1).to_string();
            let (games, positions) = (round.games.to_string(), round.positions.to_string());
            vec![number, games, positions, format!("{won}, {drawn}, {lost}"), verdict.to_owned()]
        });
        let score = "won, drawn, lost against the best before";
        let head = ["round", "games", "positions", score, "verdict"];
        let _ = write!(text, "\n### Learning\n\n{}", table(&head, rows));
    }
    text + "\n### Levels\n\n" + &levels(measures.placed.as_ref(), &measures.levels)
}

fn levels(placed: Option<&LevelNodes>, levels: &[Comparison]) -> String {
    let measured: Vec<&Comparison> = levels.iter().filter(|it| it.points.is_some()).collect();
    if measured.is_empty() {
        return "Not measured.\n".to_owned();
    }
    let rows = levels.iter().enumerate().map(|(index, it)| {
        let level = format!("{} against {}", index + 2, index + 1);
        vec![level, percent(it.points), plain(it.elo, 0)]
    });
    let mut text = table(&["level", "score", "Elo"], rows);
    if let Some(LevelNodes { nodes, step }) = placed {
        let nodes: Vec<String> = nodes.iter().map(u64::to_string).collect();
        let _ = writeln!(
            text,
            "\nLevels with {} nodes per move, and the eighth at full strength, would each be {step} Elo \
             apart. Above level {} this is not measured but extrapolated.",
            nodes.join(", "),
            measured.len() + 1,
        );
    }
    text
}

/// The best first moves, what else the book has, and some puzzles.
fn finds(report: &Report, game: &AnyGame) -> String {
    let Finds { book, puzzles } = &report.finds;
    let mut text = match book.first() {
        None => "There was too little time to search the start.\n".to_owned(),
        Some(start) => {
            let rows = start.choices.iter();
            let rows = rows.map(|choice| vec![choice.text.clone(), format!("{:+}", choice.score)]);
            format!(
                "The best first moves that a search finds, where 100 means an expected score of \
                 64 %:\n\n{}\nThe book has {} positions.\n",
                table(&["move", "score"], rows),
                book.len()
            )
        }
    };
    text += "\n### Puzzles\n\n";
    if puzzles.is_empty() {
        return text + "No position was found in which exactly one move wins soonest.\n";
    }
    let mut themes: BTreeMap<String, u64> = BTreeMap::new();
    puzzles.iter().flat_map(|it| &it.themes).for_each(|it| {
        *themes.entry(it.clone()).or_default() += 1;
    });
    let rows = sorted(&themes).map(|(theme, count)| vec![theme.to_owned(), count.to_string()]);
    let _ = write!(
        text,
        "In {} positions exactly one move wins soonest, as a search of all moves proves. This is what happens \
         in them:\n\n{}\nFrozen pieces are pale, or in parentheses.\n",
        puzzles.len(),
        table(&["theme", "puzzles"], rows)
    );
    let mut solutions = Vec::new();
    for (index, puzzle) in examples(puzzles).enumerate() {
        let mut position = game.first();
        if position.set_fen(&puzzle.fen).is_err() {
            continue;
        }
        let (number, side) = (index + 1, position.side());
        let _ = write!(
            text,
            "\n#### Puzzle {number}: {side} wins in {} moves\n\n```text\n{}```\n",
            puzzle.moves,
            drawing(&position)
        );
        solutions.push(format!("Puzzle {number}: {}", puzzle.line.join(" ")));
    }
    text + "\n#### Solutions\n\n" + &list(&solutions)
}

/// A position that `baroque convert` and the page can read.
fn drawing(position: &AnyGame) -> String {
    let board = position.to_string();
    let lines = board.lines().map(|line| line.trim_end().to_owned());
    let side = format!("Side: {}", position.side().to_string().to_lowercase());
    lines.filter(|line| !line.is_empty()).chain([side]).map(|line| line + "\n").collect()
}

/// A few puzzles, from the easiest to the hardest.
fn examples(puzzles: &[Puzzle]) -> impl Iterator<Item = &Puzzle> {
    let each = puzzles.len().div_ceil(EXAMPLES).max(1);
    puzzles.iter().step_by(each)
}

/// Points and Elo of a comparison.
fn comparison(comparison: &Comparison) -> String {
    let elo = comparison.elo.map(|elo| format!(", {} Elo", plain(Some(elo), 0)));
    format!("{}{}", percent(comparison.points), elo.unwrap_or_default())
}

fn random(report: &Report) -> String {
    let counts = &report.check.counts;
    let per = |part: u64, all: u64| part as f64 / all.max(1) as f64;
    let mut text = format!(
        "{} games of random moves lasted {:.0} moves on average, with {:.1} legal moves per position.\n",
        counts.games,
        per(counts.plies, counts.games),
        per(counts.choices, counts.plies)
    );
    for (what, sentences) in [
        ("In random games", &report.check.never),
        ("In the games of the learned player", &report.never),
    ] {
        if !sentences.is_empty() {
            let _ = write!(text, "\n{what}:\n\n{}", list(sentences));
        }
    }
    text
}

fn method(report: &Report) -> String {
    let seconds = report.seconds;
    let minutes = |seconds: f64| format!("{:.1}", seconds / 60.0);
    let learning = match report.rounds.is_empty() {
        true => "",
        false => {
            "Learning is self-play at 400 nodes per move, training of a small network on these games, and a \
             match against the best player so far. "
        }
    };
    format!(
        "Baroque {} (commit {}) studied the game for {} minutes: random games {}, learning {}, measuring {}, \
         openings and puzzles {}, report {}. {}The games of the matches are kept in the folder of the study, so \
         that every figure can be recomputed.\n\nThe command was:\n\n\
         ```text\n{}\n```\n",
        escape(&report.baroque),
        escape(&report.commit),
        minutes(seconds.sum()),
        minutes(seconds.check),
        minutes(seconds.learn),
        minutes(seconds.measure),
        minutes(seconds.find),
        minutes(seconds.report),
        learning,
        report.command,
    )
}

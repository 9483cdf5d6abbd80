//! The report of a study as a page that opens from disk.

use std::collections::BTreeMap;
use std::fmt::Write;

use baroque_formats::knowledge::{LevelNodes, Puzzle};
use baroque_movegen::AnyGame;
use baroque_protocol::REPORT_STYLE;

use crate::contest::Comparison;
use crate::estimate::{percent, plain};
use crate::figures::Figures;
use crate::find::Finds;
use crate::observe::Counts;
use crate::report::{Report, ranks};
use crate::svg::{self, Bar, escape};
use crate::worth::Worth;

/// Most puzzles of a report.
const EXAMPLES: usize = 6;

/// The page of a report about a game.
pub fn page(report: &Report, game: &AnyGame) -> String {
    let title = escape(&report.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: a study</title>\n\
         <style>\n{REPORT_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}: what the game is like</h1>\n"
    );
    let sections: [(&str, String); 9] = [
        ("In short", in_short(report)),
        ("The start", start(report)),
        ("Results and course of games", results(report)),
        ("Pieces", pieces(report)),
        ("Strength", strength(report)),
        ("Openings and puzzles", finds(report, game)),
        ("Random games", random(report)),
        ("The rules", rules(report)),
        ("How this was found", method(report)),
    ];
    for (title, text) in sections {
        let _ = write!(page, "<section>\n<h2>{title}</h2>\n{text}</section>\n");
    }
    page + "</main>\n</body>\n</html>\n"
}

fn in_short(report: &Report) -> String {
    let sentences = report.sentences();
    let items: String = sentences.iter().map(|it| format!("<li>{}</li>\n", escape(it))).collect();
    format!("<ul class=\"short\">\n{items}</ul>\n")
}

fn start(report: &Report) -> String {
    svg::board(&format!("The start position of {}", report.title), &report.start)
}

/// A table of figures of both strengths.
fn results(report: &Report) -> String {
    let all = [&report.measures.strong, &report.measures.start, &report.measures.weak];
    let mut text = String::from(
        "<p>The learned player played both sides. The ranges are those in which the true figures \
         lie with a chance of 95 %; “not measured” means that there were fewer than 30 games. Random openings \
         are such that a short search finds neither side clearly ahead.</p>\n",
    );
    if let [Some(draws), Some(first)] = [all[1].draws, all[1].first] {
        let wins = first.value - draws.value / 2.0;
        let parts = [
            ("first player wins", wins),
            ("drawn", draws.value),
            ("second player wins", 1.0 - wins - draws.value),
        ];
        text += &svg::parts("Results of games from the start", &parts);
    }
    text += "<table>\n<tr><th>figure</th>";
    for figures in all {
        let _ = write!(
            text,
            "<th>{} nodes a move,<br>{} random plies</th>",
            figures.nodes, figures.plies
        );
    }
    text += "<th class=\"left\">what it is</th></tr>\n";
    for (name, of, meaning) in ROWS {
        let _ = write!(text, "<tr><th>{name}</th>");
        for figures in all {
            let _ = write!(text, "<td>{}</td>", of(figures));
        }
        let _ = writeln!(text, "<td class=\"meaning\">{meaning}</td></tr>");
    }
    text + "</table>\n" + &lengths_and_ends(&report.measures.strong)
}

fn lengths_and_ends(strong: &Figures) -> String {
    let mut text = String::from("<h3>How long games last</h3>\n");
    text += &svg::histogram(
        "Lengths of the stronger player's games",
        strong.histogram.width,
        &strong.histogram.counts,
        "moves of both sides",
    );
    text += "<h3>How games end</h3>\n";
    let mut ends: Vec<(&String, &u64)> = strong.counts.ends.iter().collect();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let games = strong.games.max(1) as f64;
    let bars: Vec<Bar> = ends
        .iter()
        .map(|(end, count)| Bar {
            label: match end.contains("adjudication") {
                true => "given up after 250 moves".to_owned(),
                false => (*end).clone(),
            },
            value: **count as f64,
            interval: None,
            text: format!("{count} ({:.1} %)", 100.0 * **count as f64 / games),
        })
        .collect();
    text + &svg::bars("How the stronger player's games ended", &bars)
}

/// A row of the table of figures: its name, its text, and what it means.
type Row = (&'static str, fn(&Figures) -> String, &'static str);

const ROWS: [Row; 12] = [
    ("games", |it| it.games.to_string(), "how many were played"),
    ("first player's score", |it| percent(it.first), "50 % would be fair; a draw counts half"),
    ("draws", |it| percent(it.draws), "the rest is decided"),
    ("length", |it| plain(it.length, 0), "moves of both sides"),
    (
        "half of the games",
        |it| format!("{} to {}", it.quartiles[0], it.quartiles[2]),
        "the middle half of all lengths",
    ),
    ("choices", |it| plain(it.branching, 1), "legal moves in a position"),
    ("captures", |it| percent(it.captures), "moves that capture"),
    (
        "completion",
        |it| percent(it.completion),
        "games that ended by a rule before 250 moves of each side",
    ),
    (
        "lead changes",
        |it| plain(it.lead_changes, 2),
        "how often the side that leads changes in a game",
    ),
    (
        "comebacks",
        |it| percent(it.comebacks),
        "decided games whose winner had a chance of 25 % or less before",
    ),
    (
        "drama",
        |it| plain(it.drama, 3),
        "how far winners were behind on average: 0 never, 1 hopelessly all the time",
    ),
    (
        "checks",
        |it| {
            let part = it.counts.checks as f64 / it.counts.plies.max(1) as f64;
            format!("{:.1} %", 100.0 * part)
        },
        "positions in which the side to move is in check",
    ),
];

fn pieces(report: &Report) -> String {
    let counts = &report.measures.strong.counts;
    let worths = worths(&report.measures.worths);
    format!("{worths}{}{}{}", deeds(counts), methods(counts), captures(counts))
}

fn worths(worths: &[Worth]) -> String {
    if worths.is_empty() {
        return "<p>What pieces are worth was not measured: there were too few games.</p>\n"
            .to_owned();
    }
    let text = "<p>What pieces are worth: one more of them changes the chances of its side by so much, with all \
                 else equal. 100 are an expected score of 64 % instead of 50 %. The line across the end of a bar \
                 is the range of 95 %.</p>\n";
    let mut bars: Vec<Bar> = Vec::new();
    for it in worths {
        bars.push(Bar::of(&it.piece, it.worth, plain(Some(it.worth), 0)));
        if let Some(frozen) = it.frozen {
            bars.push(Bar::of(&format!("{}, frozen", it.piece), frozen, plain(Some(frozen), 0)));
        }
        if let Some(hand) = it.hand {
            bars.push(Bar::of(&format!("{}, in hand", it.piece), hand, plain(Some(hand), 0)));
        }
    }
    text.to_owned() + &svg::bars("Worth of pieces", &bars)
}

/// What pieces do, in a table.
fn deeds(counts: &Counts) -> String {
    let mut text = "<h3>What pieces do</h3>\n<table>\n<tr><th>piece</th><th>moves</th><th>of them captures</th>\
             <th>captured per game</th><th>frozen</th><th>promotions</th><th>moves others</th></tr>\n"
        .to_owned();
    let games = counts.games.max(1) as f64;
    for (name, piece) in &counts.pieces {
        let part =
            |part: u64, all: u64| format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64);
        let _ = writeln!(
            text,
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(name),
            part(piece.moves, counts.plies),
            part(piece.captures, piece.moves),
            piece.captured as f64 / games,
            part(piece.frozen, piece.presence),
            piece.promotions,
            piece.displacements,
        );
    }
    text + "</table>\n"
}

/// How pieces are taken.
fn methods(counts: &Counts) -> String {
    let all = counts.methods.values().sum::<u64>().max(1) as f64;
    let mut methods: Vec<(&String, &u64)> = counts.methods.iter().collect();
    methods.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let bar = |(method, count): &(&String, &u64)| Bar {
        label: (*method).clone(),
        value: **count as f64,
        interval: None,
        text: format!("{count} ({:.1} %)", 100.0 * **count as f64 / all),
    };
    let bars: Vec<Bar> = methods.iter().map(bar).collect();
    "<h3>How pieces are taken</h3>\n".to_owned() + &svg::bars("Captured pieces by method", &bars)
}

/// Who takes whom, in a table.
fn captures(counts: &Counts) -> String {
    let games = counts.games.max(1) as f64;
    let names: Vec<&String> = counts.pieces.keys().collect();
    let mut text = String::from("<h3>Who takes whom, for each 100 games</h3>\n");
    text += "<table>\n<tr><th></th>";
    for name in &names {
        let _ = write!(text, "<th>{}</th>", escape(name));
    }
    text += "</tr>\n";
    for (name, piece) in &counts.pieces {
        let _ = write!(text, "<tr><th>{}</th>", escape(name));
        for victim in &names {
            let count = piece.victims.get(*victim).copied().unwrap_or_default();
            let count = count as f64 * 100.0 / games;
            let cell = if count == 0.0 { String::new() } else { format!("{count:.0}") };
            let _ = write!(text, "<td>{cell}</td>");
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

fn strength(report: &Report) -> String {
    let measures = &report.measures;
    let mut text = format!(
        "<p>Score with ten times the nodes a move against the same player: {}. The deeper a game, the more \
         thought is worth.</p>\n",
        comparison(&measures.depth)
    );
    match &measures.learned {
        Some(learned) => {
            let _ = writeln!(
                text,
                "<p>Score of the learned player at 5,000 nodes a move against the same search with estimated \
                 values of the pieces: {}.</p>",
                comparison(learned)
            );
        }
        None if report.rounds.is_empty() => {
            text += "<p>There was too little time to learn anything.</p>\n";
        }
        None => text += "<p>No network was better than what the program knew before.</p>\n",
    }
    text += "<h3>Learning</h3>\n<table>\n<tr><th>round</th><th>games</th><th>positions</th>\
             <th>won, drawn, lost against the best before</th><th></th></tr>\n";
    for (index, round) in report.rounds.iter().enumerate() {
        let [won, drawn, lost] = round.score;
        let verdict = if round.is_better { "better" } else { "not better" };
        let _ = writeln!(
            text,
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{won}, {drawn}, {lost}</td><td>{verdict}</td></tr>",
            index + 1,
            round.games,
            round.positions
        );
    }
    text += "</table>\n<h3>Levels</h3>\n<p>Each level against the one below.</p>\n";
    let bar = |(index, it): (usize, &Comparison)| {
        let label = format!("level {} to {}", index + 1, index + 2);
        let points = it.points?;
        Some(Bar::of(&label, points, comparison(it)))
    };
    let bars: Vec<Bar> = measures.levels.iter().enumerate().filter_map(bar).collect();
    match bars.is_empty() {
        false => text += &svg::bars("Levels", &bars),
        true => text += "<p>Not measured.</p>\n",
    }
    if let Some(LevelNodes { nodes, step }) = &measures.placed {
        let nodes: Vec<String> = nodes.iter().map(u64::to_string).collect();
        let _ = writeln!(
            text,
            "<p>Levels with {} nodes a move, and the eighth at full strength, would be {step} Elo apart each. Above \
             level {} this is not measured but goes on as below.</p>",
            nodes.join(", "),
            measures.levels.iter().take_while(|level| level.points.is_some()).count() + 1,
        );
    }
    text
}

/// The best first moves, what else the book has, and some puzzles.
fn finds(report: &Report, game: &AnyGame) -> String {
    let Finds { book, puzzles } = &report.finds;
    let mut text = String::new();
    match book.first() {
        None => text += "<p>There was too little time to search the start.</p>\n",
        Some(start) => {
            text += "<p>The first moves that a search finds best, where 100 are an expected score of 64 %:</p>\n\
                     <table>\n<tr><th>move</th><th>score</th></tr>\n";
            for choice in &start.choices {
                let mv = escape(&choice.text);
                let _ = writeln!(text, "<tr><th>{mv}</th><td>{:+}</td></tr>", choice.score);
            }
            let _ = writeln!(text, "</table>\n<p>The book has {} positions.</p>", book.len());
        }
    }
    text += "<h3>Puzzles</h3>\n";
    if puzzles.is_empty() {
        return text + "<p>No position was found in which one move alone wins soonest.</p>\n";
    }
    let _ = writeln!(
        text,
        "<p>There are {} positions in which one move alone wins soonest, as a search of all moves proves. What \
         happens in how many of them:</p>",
        puzzles.len()
    );
    let mut themes: BTreeMap<&str, u64> = BTreeMap::new();
    puzzles.iter().flat_map(|it| &it.themes).for_each(|it| *themes.entry(it).or_default() += 1);
    let bar = |(theme, count): (&&str, &u64)| Bar {
        label: (*theme).to_owned(),
        value: *count as f64,
        interval: None,
        text: count.to_string(),
    };
    text += &svg::bars("Themes of the puzzles", &themes.iter().map(bar).collect::<Vec<Bar>>());
    text += "<div class=\"puzzles\">\n";
    for (index, puzzle) in examples(puzzles).enumerate() {
        let mut position = game.first();
        if position.set_fen(&puzzle.fen).is_err() {
            continue;
        }
        let (title, side) = (format!("Puzzle {}", index + 1), position.side());
        let _ = write!(
            text,
            "<div>\n<h4>{title}: {side} wins in {} moves</h4>\n{}<details><summary>Solution</summary><p>{}</p>\
             </details>\n</div>\n",
            puzzle.moves,
            svg::board(&title, &ranks(&position)),
            escape(&puzzle.line.join(" "))
        );
    }
    text + "</div>\n"
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
        "<p>{} games of random moves lasted {:.0} moves on average, with {:.1} legal moves in a position.</p>\n",
        counts.games,
        per(counts.plies, counts.games),
        per(counts.choices, counts.plies)
    );
    for (what, sentences) in [
        ("In random games", &report.check.never),
        ("In the games of the learned player", &report.never),
    ] {
        if !sentences.is_empty() {
            let items: String =
                sentences.iter().map(|it| format!("<li>{}</li>\n", escape(it))).collect();
            let _ = write!(text, "<p>{what}:</p>\n<ul>\n{items}</ul>\n");
        }
    }
    text
}

fn rules(report: &Report) -> String {
    report.rules.iter().map(|it| format!("<p>{}</p>\n", escape(it))).collect()
}

fn method(report: &Report) -> String {
    let seconds = report.seconds;
    let hours = |seconds: f64| format!("{:.2}", seconds / 3600.0);
    format!(
        "<p>Baroque {} studied the game for {} hours: random games {}, learning {}, measuring {}, openings and \
         puzzles {}, report {}. \
         Learning is self-play at 400 nodes a move, training of a small network with these games, and a match \
         against the best player before. All games of the matches are in the folder <code>matches</code>, one \
         line of JSON each, so that every figure can be computed again.</p>\n\
         <p>To repeat it:</p>\n<pre>{}</pre>\n",
        escape(&report.baroque),
        hours(seconds.sum()),
        hours(seconds.check),
        hours(seconds.learn),
        hours(seconds.measure),
        hours(seconds.find),
        hours(seconds.report),
        escape(&report.command),
    )
}

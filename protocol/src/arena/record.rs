//! A finished game as text: PGN, JSON, EPD.

use std::time::{Duration, SystemTime};

use baroque_engine::ScoreText;
use regex::Regex;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::game::{Played, Ply};
use super::settings::{Conduct, Extra, PgnOut, Settings};
use crate::pgn;

/// Everything that turns games into text.
pub struct Recorder<'a> {
    settings: &'a Settings,
    match_lines: Vec<Regex>,
}

impl<'a> Recorder<'a> {
    /// For the games of a tournament.
    pub fn new(settings: &'a Settings) -> Self {
        let lines = settings.conduct.pgn.iter().flat_map(|pgn| &pgn.match_lines);
        // The options were checked.
        let match_lines = lines.filter_map(|line| Regex::new(line).ok()).collect();
        Self { settings, match_lines }
    }

    /// The game as PGN, an empty line behind it.
    pub fn pgn(&self, played: &Played, options: &PgnOut) -> String {
        let mut game = played.score.clone();
        game.result = played.verdict.result();
        self.set_tags(&mut game, played, options);
        for (mv, ply) in game.moves.iter_mut().zip(&played.moves) {
            if options.uci.unwrap_or(self.settings.conduct.test_env) {
                mv.text.clone_from(&ply.uci);
            }
            mv.comment = match options.min {
                true => pgn::Comment::default(),
                false => self.comment(ply, options),
            };
        }
        if !options.min {
            let end = match &played.illegal {
                None => played.verdict.reason(),
                Some(text) => format!("{}: {text}", played.verdict.reason()),
            };
            match game.moves.last_mut() {
                Some(last) if last.comment.text.is_empty() => last.comment.text = end,
                Some(last) => last.comment.text += &format!(", {end}"),
                None => game.comment = end,
            }
        }
        format!("{game}\n")
    }

    fn set_tags(&self, game: &mut pgn::Game, played: &Played, options: &PgnOut) {
        let Conduct { event, site, .. } = &self.settings.conduct;
        let [white, black] =
            [played.fixture.white, played.fixture.black].map(|index| self.entrant(index));
        game.tags.retain(|tag| tag.name != "Termination");
        game.set_tag("Event", event);
        game.set_tag("Site", site);
        game.set_tag("Date", pgn::date(played.began));
        game.set_tag("Round", played.fixture.encounter.to_string());
        game.set_tag("White", white.0);
        game.set_tag("Black", black.0);
        game.set_tag("GameNumber", played.fixture.number.to_string());
        if options.min {
            return;
        }
        game.set_tag("GameDuration", duration(played.duration));
        game.set_tag("GameStartTime", instant(played.began));
        game.set_tag("GameEndTime", instant(played.began + played.duration));
        game.set_tag("Termination", played.verdict.termination());
        if white.1 == black.1 {
            game.set_tag("TimeControl", white.1);
        } else {
            game.set_tag("WhiteTimeControl", white.1);
            game.set_tag("BlackTimeControl", black.1);
        }
    }

    /// The name and the clock of an engine.
    fn entrant(&self, index: usize) -> (String, String) {
        let entrant = self.settings.engines.get(index);
        entrant.map(|entrant| (entrant.engine.name.clone(), entrant.time.tag())).unwrap_or_default()
    }

    fn comment(&self, ply: &Ply, options: &PgnOut) -> pgn::Comment {
        if ply.book {
            return pgn::Comment::words("book");
        }
        let mut words: Vec<String> = options.extras.iter().map(|&extra| told(extra, ply)).collect();
        for expression in &self.match_lines {
            let line = ply.lines.iter().rev().find(|line| expression.is_match(line));
            words.extend(line.map(|line| format!("line=\"{line}\"")));
        }
        pgn::Comment {
            score: ply.told.score,
            depth: ply.told.depth,
            time: Some(ply.elapsed),
            text: words.join(", "),
        }
    }

    /// The game as one line of JSON.
    pub fn json(&self, played: &Played) -> String {
        let tag = |name| played.score.tag(name).unwrap_or_default();
        let line = JsonGame {
            game: played.fixture.number,
            round: played.fixture.encounter,
            white: &self.entrant(played.fixture.white).0,
            black: &self.entrant(played.fixture.black).0,
            result: played.verdict.result().text(),
            reason: &played.verdict.reason(),
            termination: played.verdict.termination(),
            variant: tag("Variant"),
            rules: tag("Rules"),
            fen: played.score.tag("FEN"),
            last_fen: &played.last,
            illegal: played.illegal.as_deref(),
            start: &instant(played.began),
            milliseconds: played.duration.as_millis() as u64,
            moves: played.moves.iter().map(JsonMove::of).collect(),
        };
        // Text and numbers can always be written.
        serde_json::to_string(&line).map(|line| line + "\n").unwrap_or_default()
    }

    /// The last position as EPD.
    pub fn epd(&self, played: &Played) -> String {
        let [white, black] =
            [played.fixture.white, played.fixture.black].map(|index| self.entrant(index).0);
        let (result, reason) = (played.verdict.result(), played.verdict.reason());
        let text = format!("{white} vs {black}: {result} {reason}").replace('"', "'");
        format!("{} c0 \"{text}\";\n", played.last)
    }
}

/// A game as JSON has it. Scores are those of the side that moved.
#[derive(Serialize)]
struct JsonGame<'a> {
    game: u64,
    round: u64,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    reason: &'a str,
    termination: &'a str,
    variant: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    rules: &'a str,
    /// The first position, if it is not the start of the rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    last_fen: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<&'a str>,
    start: &'a str,
    milliseconds: u64,
    moves: Vec<JsonMove<'a>>,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    uci: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    book: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
}

impl<'a> JsonMove<'a> {
    fn of(ply: &'a Ply) -> Self {
        let (cp, mate) = match ply.told.score {
            Some(ScoreText::Centipawns(value)) => (Some(value), None),
            Some(ScoreText::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        Self {
            uci: &ply.uci,
            book: ply.book,
            cp,
            mate,
            depth: ply.told.depth,
            nodes: ply.told.nodes,
            milliseconds: (!ply.book).then_some(ply.elapsed.as_millis() as u64),
        }
    }
}

/// What is told of a move besides score, depth and time, in fastchess's words.
fn told(extra: Extra, ply: &Ply) -> String {
    let told = &ply.told;
    match extra {
        Extra::TimeLeft => format!("tl={}", seconds(ply.left as i64)),
        Extra::Latency => {
            let theirs = told.time.unwrap_or_default().as_millis() as i64;
            format!("latency={}", seconds(ply.elapsed.as_millis() as i64 - theirs))
        }
        Extra::Nodes => format!("n={}", told.nodes.unwrap_or_default()),
        Extra::SelDepth => format!("sd={}", told.seldepth.unwrap_or_default()),
        Extra::Nps => format!("nps={}", told.nps.unwrap_or_default()),
        Extra::HashFull => format!("hashfull={}", told.hashfull.unwrap_or_default()),
        Extra::TbHits => format!("tbhits={}", told.tbhits.unwrap_or_default()),
        Extra::Pv => format!("pv=\"{}\"", told.pv.join(" ")),
    }
}

fn seconds(milliseconds: i64) -> String {
    format!("{:.3}s", milliseconds as f64 / 1000.0)
}

fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A time in universal time, such as `2026-01-02T03:04:05Z`.
fn instant(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time).replace_nanosecond(0);
    time.ok().and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
}

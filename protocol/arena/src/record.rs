//! Finished games as PGN, JSON and EPD.

use std::time::{Duration, SystemTime};

use baroque_formats::epd;
use baroque_formats::json::JsonScore;
use baroque_formats::pgn::{self, PgnGame};
use regex::Regex;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::game::{FinishedGame, Ply};
use super::settings::{Extra, PgnOut, RunOptions, Settings};

/// Formats games by the settings of a tournament.
pub struct GameFormatter<'a> {
    settings: &'a Settings,
    match_lines: Vec<Regex>,
}

impl<'a> GameFormatter<'a> {
    /// Compiles the expressions of `-pgnout match_line=`.
    pub fn new(settings: &'a Settings) -> Self {
        let lines = settings.run.pgn.iter().flat_map(|pgn| &pgn.match_lines);
        // The expressions were checked with the other options.
        let match_lines = lines.filter_map(|line| Regex::new(line).ok()).collect();
        Self { settings, match_lines }
    }

    /// Formats a game as PGN with an empty line at its end.
    pub fn pgn(&self, played: &FinishedGame) -> String {
        let options = self.settings.run.pgn.clone().unwrap_or_default();
        let mut game = played.pgn.clone();
        game.result = played.end.result();
        self.set_tags(&mut game, played, options.min);
        for (mv, ply) in game.moves.iter_mut().zip(&played.moves) {
            match options.uci {
                Some(true) => mv.text.clone_from(&ply.uci),
                // OpenBench uploads `L@a9` as `a9`.
                None if self.settings.run.test_env => mv.text = ply.uci.replace('@', "="),
                _ => {}
            }
            mv.comment = match options.min {
                true => pgn::Comment::default(),
                false => self.comment(ply, &options),
            };
        }
        if !options.min {
            let reason = match &played.illegal_move {
                None => played.end.reason(),
                Some(text) => format!("{}: {text}", played.end.reason()),
            };
            match game.moves.last_mut() {
                Some(last) if last.comment.text.is_empty() => last.comment.text = reason,
                Some(last) => last.comment.text += &format!(", {reason}"),
                None => game.comment = reason,
            }
        }
        format!("{game}\n")
    }

    fn set_tags(&self, game: &mut PgnGame, played: &FinishedGame, min: bool) {
        let RunOptions { event, site, .. } = &self.settings.run;
        let [white, black] =
            [played.pairing.white, played.pairing.black].map(|index| self.entry(index));
        game.tags.retain(|tag| tag.name != "Termination");
        game.set_tag("Event", event);
        game.set_tag("Site", site);
        game.set_tag("Date", pgn::date(played.start));
        game.set_tag("Round", played.pairing.encounter.to_string());
        game.set_tag("White", white.0);
        game.set_tag("Black", black.0);
        game.set_tag("GameNumber", played.pairing.number.to_string());
        if min {
            return;
        }
        for (tag, network) in ["WhiteNetwork", "BlackNetwork"].into_iter().zip(&played.networks.0) {
            if let Some(network) = network {
                game.set_tag(tag, network);
            }
        }
        game.set_tag("GameDuration", duration(played.duration));
        game.set_tag("GameStartTime", instant(played.start));
        game.set_tag("GameEndTime", instant(played.start + played.duration));
        game.set_tag("Termination", played.end.termination_tag());
        if white.1 == black.1 {
            game.set_tag("TimeControl", white.1);
        } else {
            game.set_tag("WhiteTimeControl", white.1);
            game.set_tag("BlackTimeControl", black.1);
        }
    }

    /// The name and the time control of an engine.
    fn entry(&self, index: usize) -> (String, String) {
        let entry = self.settings.engines.get(index);
        entry.map(|entry| (entry.engine.name.clone(), entry.time.tag())).unwrap_or_default()
    }

    fn comment(&self, ply: &Ply, options: &PgnOut) -> pgn::Comment {
        if ply.book {
            return pgn::Comment::words("book");
        }
        let mut words: Vec<String> =
            options.extras.iter().map(|&extra| extra_text(extra, ply)).collect();
        for expression in &self.match_lines {
            let line = ply.lines.iter().rev().find(|line| expression.is_match(line));
            words.extend(line.map(|line| format!("line=\"{line}\"")));
        }
        pgn::Comment {
            score: ply.info.score,
            depth: ply.info.depth,
            time: Some(ply.elapsed),
            text: words.join(", "),
        }
    }

    /// Formats a game as one line of JSON.
    pub fn json(&self, played: &FinishedGame) -> String {
        let tag = |name| played.pgn.tag(name).unwrap_or_default();
        let line = JsonGame {
            game: played.pairing.number,
            round: played.pairing.encounter,
            white: &self.entry(played.pairing.white).0,
            black: &self.entry(played.pairing.black).0,
            networks: played.networks.0.each_ref().map(Option::as_deref),
            result: played.end.result().text(),
            reason: &played.end.reason(),
            termination: played.end.termination_tag(),
            variant: tag("Variant"),
            rules: tag("Rules"),
            fen: played.pgn.tag("FEN"),
            last_fen: &played.last_fen,
            illegal: played.illegal_move.as_deref(),
            start: &instant(played.start),
            milliseconds: played.duration.as_millis() as u64,
            moves: played.moves.iter().map(JsonMove::of).collect(),
        };
        // Serializing text and numbers cannot fail.
        serde_json::to_string(&line).map(|line| line + "\n").unwrap_or_default()
    }

    /// The header of the file of last positions, which are all of the same rules.
    pub fn epd_header(&self, played: &FinishedGame) -> String {
        let tag = |name| played.pgn.tag(name).unwrap_or_default();
        epd::header(tag("Variant"), tag("Rules"))
    }

    /// Formats the last position as EPD.
    pub fn epd(&self, played: &FinishedGame) -> String {
        let [white, black] =
            [played.pairing.white, played.pairing.black].map(|index| self.entry(index).0);
        let (result, reason) = (played.end.result(), played.end.reason());
        let text = format!("{white} vs {black}: {result} {reason}").replace('"', "'");
        format!("{} c0 \"{text}\";\n", played.last_fen)
    }
}

/// A game in JSON. Scores are those of the side that moved.
#[derive(Serialize)]
struct JsonGame<'a> {
    game: u64,
    round: u64,
    white: &'a str,
    black: &'a str,
    /// White's and Black's networks; null of an engine that reports none.
    networks: [Option<&'a str>; 2],
    result: &'a str,
    reason: &'a str,
    termination: &'a str,
    variant: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    rules: &'a str,
    /// The first position, unless it is the default one of the rule set.
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
    #[serde(flatten)]
    score: Option<JsonScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
}

impl<'a> JsonMove<'a> {
    fn of(ply: &'a Ply) -> Self {
        Self {
            uci: &ply.uci,
            book: ply.book,
            score: ply.info.score.map(JsonScore::from),
            depth: ply.info.depth,
            nodes: ply.info.nodes,
            milliseconds: (!ply.book).then_some(ply.elapsed.as_millis() as u64),
        }
    }
}

/// Formats one of the optional parts of a move's comment, as fastchess does.
fn extra_text(extra: Extra, ply: &Ply) -> String {
    let info = &ply.info;
    match extra {
        Extra::TimeLeft => format!("tl={}", seconds(ply.left as i64)),
        Extra::Latency => {
            let theirs = info.time.unwrap_or_default().as_millis() as i64;
            format!("latency={}", seconds(ply.elapsed.as_millis() as i64 - theirs))
        }
        Extra::Nodes => format!("n={}", info.nodes.unwrap_or_default()),
        Extra::SelDepth => format!("sd={}", info.seldepth.unwrap_or_default()),
        Extra::Nps => format!("nps={}", info.nps.unwrap_or_default()),
        Extra::HashFull => format!("hashfull={}", info.hashfull.unwrap_or_default()),
        Extra::TbHits => format!("tbhits={}", info.tbhits.unwrap_or_default()),
        Extra::Pv => format!("pv=\"{}\"", info.pv.join(" ")),
    }
}

fn seconds(milliseconds: i64) -> String {
    format!("{:.3}s", milliseconds as f64 / 1000.0)
}

/// Formats a duration as hours, minutes and seconds: `01:02:03`.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Formats a time in UTC, such as `2026-01-02T03:04:05Z`.
fn instant(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time).replace_nanosecond(0);
    time.ok().and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
}

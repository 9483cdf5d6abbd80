//! Games as the page of vchess saves them (github.com/yagu0/vchess,
//! `client/src/components/BaseGame.vue`).
//!
//! The tags, `Site` first, name the position in a tag `Fen` with vchess's letters. The moves follow
//! twice: as short text, which may be ambiguous, and then a line each for machines, which alone is
//! read. In `7.w a2.e6 wne6/wna2.bpc4` White's piece goes from a2 to e6: a white long-leaper appears
//! on e6, one vanishes from a2, and a black pawn from c4. The move is the one that changes the board
//! so, wherever our text would say that it ends: vchess ends suicide on the immobilizer's square.

use std::collections::BTreeMap;

use baroque_games::Games;
use baroque_movegen::{AnyGame, BoardView, Move};

use super::error::{MAX_GAME_MOVES, PgnProblem};
use super::game::{GameResult, PgnGame};
use crate::game_spec::GameSpec;
use crate::text::quoted;
use crate::vchess;

/// The first line.
const HEAD: &str = "[Site \"vchess.club\"]";
/// The start of the line with the position; nobody else spells the tag so.
const FEN: &str = "[Fen \"";
/// The games of vchess, and our rule sets for them.
const RULE_SETS: [(&str, &str); 3] =
    [("Baroque", "vchess"), ("Maxima", "maxima"), ("Rococo", "rococo-vchess")];

/// A problem and its offset in the download.
type Located = (usize, PgnProblem);

/// The download that a text begins with, up to the next line that begins a game; `None` if it
/// begins with something else.
pub(super) fn at_start(text: &str) -> Option<&str> {
    let trimmed = text.trim_start();
    let tags = trimmed.lines().take_while(|line| line.starts_with('['));
    let is_one =
        tags.clone().next()?.trim_end() == HEAD && tags.clone().any(|line| line.starts_with(FEN));
    let length: usize = trimmed.split_inclusive('\n').take(tags.count()).map(str::len).sum();
    let start = text.len() - trimmed.len() + length;
    let end = text.get(start..)?.find("\n[").map_or(text.len(), |next| start + next + 1);
    text.get(..end).filter(|_| is_one)
}

/// Reads a download under our rule set for its game.
///
/// # Errors
/// The first problem.
pub(super) fn read(download: &str) -> Result<PgnGame, Located> {
    let mut tags: Vec<(&str, String)> = Vec::new();
    let mut game = None;
    let (mut short_moves, mut last) = (0, 0);
    for (offset, line) in lines(download) {
        let at = |problem| (offset, problem);
        if line.starts_with('[') {
            tags.push(parse_tag(line).ok_or(at(PgnProblem::BadTag))?);
            continue;
        }
        let position = match &mut game {
            Some(position) => position,
            None => game.insert(open(&tags).map_err(at)?),
        };
        match MachineLine::parse(line) {
            Some(machine) => {
                if position.moves().len() >= MAX_GAME_MOVES {
                    return Err(at(PgnProblem::TooManyMoves));
                }
                let mv = machine.find(position);
                let mv = mv.ok_or_else(|| at(PgnProblem::VchessMove(quoted(line))))?;
                // It is legal.
                let _ = position.play(mv);
            }
            None => short_moves += line.split_whitespace().filter(is_short_move).count(),
        }
        last = offset;
    }
    let position = match game {
        Some(position) => position,
        None => open(&tags).map_err(|problem| (0, problem))?,
    };
    let moves = position.moves().len();
    match short_moves == moves {
        true => Ok(finished(&position, &tags)),
        false => Err((last, PgnProblem::VchessLines { short_moves, moves })),
    }
}

/// The lines that are not blank, trimmed, with their offsets.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let offset = next;
        next += line.len();
        (offset, line.trim())
    });
    lines.filter(|(_, line)| !line.is_empty())
}

/// Whether a word is a move in short text, perhaps after its number.
fn is_short_move(word: &&str) -> bool {
    !word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_matches('.').is_empty()
}

/// The name and the value of a tag. vchess escapes nothing.
fn parse_tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
    Some((name, value.to_owned()))
}

fn tag<'a>(tags: &'a [(&str, String)], name: &str) -> &'a str {
    tags.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
}

/// The first position.
fn open(tags: &[(&str, String)]) -> Result<AnyGame, PgnProblem> {
    let variant = tag(tags, "Variant");
    let found = RULE_SETS.iter().find(|(theirs, _)| *theirs == variant);
    let (_, rule_set) = found.ok_or_else(|| PgnProblem::VchessGame(quoted(variant)))?;
    let fen = format!("{} {}", vchess::WORD, tag(tags, "Fen"));
    let spec = GameSpec { fen: Some(fen), ..GameSpec::new(rule_set, "") };
    Ok(spec.open(&Games::default())?)
}

/// The game that was played to a position, with the other tags.
fn finished(position: &AnyGame, tags: &[(&str, String)]) -> PgnGame {
    let mut game = PgnGame::of(position);
    // vchess does not say how a game ended.
    game.tags.retain(|tag| tag.name != "Termination");
    for (name, value) in tags.iter().filter(|(name, _)| !["Variant", "Fen"].contains(name)) {
        game.set_tag(name, value.clone());
    }
    game.result = GameResult::parse(tag(tags, "Result")).unwrap_or_default();
    game
}

/// A line for machines.
struct MachineLine<'a> {
    /// The square that the move starts from.
    from: &'a str,
    /// Colours, pieces and squares: `wne6`.
    appear: Vec<&'a str>,
    vanish: Vec<&'a str>,
}

impl<'a> MachineLine<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let number = words.next()?;
        let number = number.strip_suffix(".w").or(number.strip_suffix(".b"))?;
        let (from, _) = words.next()?.split_once('.')?;
        let (appear, vanish) = words.next()?.split_once('/')?;
        let items = |text: &'a str| text.split('.').filter(|item| *item != "-").collect();
        let is_one = words.next().is_none() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_one.then(|| Self { from, appear: items(appear), vanish: items(vanish) })
    }

    /// The legal move that changes the board so. The position is the same afterwards.
    fn find(&self, position: &mut AnyGame) -> Option<Move> {
        let view = position.view();
        let mut board = pieces(&view);
        for item in &self.vanish {
            let (square, letter) = piece(position, item)?;
            board.remove(square).filter(|found| *found == letter)?;
        }
        for item in &self.appear {
            let (square, letter) = piece(position, item)?;
            board.insert(square.to_owned(), letter);
        }
        let from =
            |mv: &Move| mv.dropped().is_none() && view.name(view.coord(mv.from())) == self.from;
        position.legal_moves().into_iter().filter(from).find(|&mv| {
            let is_it = position.play(mv).is_ok() && pieces(&position.view()) == board;
            position.take_back();
            is_it
        })
    }
}

/// The square and our letter of a piece: `wne6`.
fn piece<'a>(position: &AnyGame, item: &'a str) -> Option<(&'a str, char)> {
    let mut chars = item.chars();
    let letter = match (chars.next()?, chars.next()?) {
        ('w', kind) => vchess::letter_of(position, kind.to_ascii_uppercase())?,
        ('b', kind) => vchess::letter_of(position, kind.to_ascii_lowercase())?,
        _ => return None,
    };
    Some((chars.as_str(), letter))
}

/// The pieces of a board by the names of their squares.
fn pieces(view: &BoardView) -> BTreeMap<String, char> {
    view.pieces().map(|(coord, piece, _)| (view.name(coord), piece.letter)).collect()
}

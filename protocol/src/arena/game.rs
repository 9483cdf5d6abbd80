//! One game between two players, refereed by our rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use baroque_engine::ScoreText;
use baroque_movegen::{ByColor, Color};

use super::adjudication::{Adjudication, Adjudicator};
use super::dispute;
use super::player::{self, Answer, Failure, GameRules, Player, Reply, Told, Turn};
use super::schedule::Fixture;
use super::settings::Entrant;
use super::time_control::Clock;
use super::verdict::{Cause, Verdict};
use crate::pgn::GameResult;
use crate::{AnyGame, Place, pgn};

/// What is to be played.
pub struct Task {
    /// Its place in the tournament.
    pub fixture: Fixture,
    /// Where it begins.
    pub opening: Place,
}

/// What holds for all games of a tournament.
pub struct Terms {
    /// What is played.
    pub rules: GameRules,
    /// When a game is taken as decided.
    pub adjudication: Adjudication,
    /// Set to break games off.
    pub abort: Arc<AtomicBool>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its place in the tournament.
    pub fixture: Fixture,
    /// Tags of the rules and bare moves in readable text.
    pub score: pgn::Game,
    /// The side that made the first move.
    pub first: Color,
    /// What is known of each move.
    pub moves: Vec<Ply>,
    /// A move that was not legal, at the end.
    pub illegal: Option<String>,
    /// How it ended.
    pub verdict: Verdict,
    /// The FEN of the last position.
    pub last: String,
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub duration: Duration,
    /// What is to be warned of.
    pub warnings: Vec<String>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ply {
    /// The move in UCI text.
    pub uci: String,
    /// Whether it belongs to the opening.
    pub book: bool,
    /// What the engine thought.
    pub told: Told,
    /// The time it took.
    pub elapsed: Duration,
    /// Milliseconds left on the clock behind it.
    pub left: u64,
    /// All that the engine told.
    pub lines: Vec<String>,
}

/// The two sides of a game.
pub type Players<'a> = ByColor<(&'a Entrant, &'a mut (dyn Player + 'static))>;

/// Why a game could not be played at all.
#[derive(Clone, PartialEq, Debug)]
pub enum NoGame {
    /// An engine cannot play it, in these words.
    Refused(String),
    /// The tournament was stopped before it began.
    Interrupted,
}

/// Plays a game.
///
/// # Errors
/// An engine cannot play by the rules, or the game was broken off before its first move.
pub fn play<'a>(task: &Task, players: Players<'a>, terms: &'a Terms) -> Result<Played, NoGame> {
    let refused = |error: &dyn std::fmt::Display| NoGame::Refused(error.to_string());
    let mut game = terms.rules.open().map_err(|error| refused(&error))?;
    game.set_place(&task.opening).map_err(|error| refused(&error))?;
    let clocks = ByColor(Color::ALL.map(|color| Clock::new(players[color].0.time.clone())));
    let mut bout = Bout {
        moves: opening_plies(&task.opening),
        place: task.opening.clone(),
        adjudicator: Adjudicator::new(terms.adjudication),
        game,
        players,
        clocks,
        terms,
        illegal: None,
        asked: String::new(),
        warnings: Vec::new(),
    };
    let opening_is_even = task.opening.moves.len().is_multiple_of(2);
    let first = if opening_is_even { bout.game.side() } else { !bout.game.side() };
    let (began, start) = (SystemTime::now(), Instant::now());
    let verdict = match bout.prepare()? {
        Some(verdict) => verdict,
        None => bout.play()?,
    };
    let told = bout.players.0.iter_mut().flat_map(|(_, player)| player.warnings());
    bout.warnings.extend(told.map(|text| format!("Warning; {text}")));
    Ok(Played {
        fixture: task.fixture,
        score: pgn::Game::of(bout.game.as_ref()),
        first,
        moves: bout.moves,
        illegal: bout.illegal,
        verdict,
        last: bout.game.fen(),
        began,
        duration: start.elapsed(),
        warnings: bout.warnings,
    })
}

fn opening_plies(opening: &Place) -> Vec<Ply> {
    let book = |uci: &String| Ply { uci: uci.clone(), book: true, ..Ply::default() };
    opening.moves.iter().map(book).collect()
}

/// A game that goes on.
struct Bout<'a> {
    game: Box<dyn AnyGame>,
    place: Place,
    moves: Vec<Ply>,
    players: Players<'a>,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    terms: &'a Terms,
    illegal: Option<String>,
    /// The line that asks for the move at hand.
    asked: String,
    warnings: Vec<String>,
}

impl Bout<'_> {
    /// Gets both players ready; one that breaks down has lost.
    fn prepare(&mut self) -> Result<Option<Verdict>, NoGame> {
        for color in Color::ALL {
            let player = &mut self.players[color].1;
            if let Err(failure) = player.new_game(&self.terms.rules) {
                return self.breakdown(color, failure).map(Some);
            }
        }
        Ok(None)
    }

    fn play(&mut self) -> Result<Verdict, NoGame> {
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(Verdict::by_rules(outcome));
            }
            let [.., number] = self.counters();
            if let Some(verdict) = self.adjudicator.verdict(number) {
                return Ok(verdict);
            }
            if self.terms.abort.load(Ordering::Relaxed) {
                return Ok(Verdict::drawn(Cause::Interruption));
            }
            if let Some(verdict) = self.turn()? {
                return Ok(verdict);
            }
        }
    }

    /// Plies since the last irreversible move, and the number of the full move, as the FEN has
    /// them.
    fn counters(&self) -> [u32; 2] {
        let fen = self.game.fen();
        let mut fields = fen.rsplit(' ').map(|field| field.parse().unwrap_or_default());
        let number = fields.next().unwrap_or_default();
        [fields.next().unwrap_or_default(), number]
    }

    /// Lets the side to move find a move and plays it; the verdict if that ends the game.
    fn turn(&mut self) -> Result<Option<Verdict>, NoGame> {
        let side = self.game.side();
        if let Err(failure) = self.let_ponder(!side) {
            return self.breakdown(!side, failure).map(Some);
        }
        let clock = &self.clocks[side];
        let limits = clock.limits(side, &self.clocks[!side]);
        let deadline = clock.patience();
        self.asked = player::go(&limits);
        let turn = Turn { game: self.game.as_ref(), place: &self.place, limits: &limits, deadline };
        let player = &mut self.players[side].1;
        let thought = player.think(&turn);
        let answer = match thought {
            Ok(answer) => answer,
            Err(failure) => return self.breakdown(side, failure).map(Some),
        };
        Ok(self.judge(side, answer))
    }

    /// Lets the side that is not to move think nevertheless, if it does such things.
    fn let_ponder(&mut self, side: Color) -> Result<(), Failure> {
        let limits = self.clocks[side].limits(side, &self.clocks[!side]);
        let (game, place) = (self.game.as_ref(), &self.place);
        self.players[side].1.ponder(&Turn { game, place, limits: &limits, deadline: None })
    }

    /// Plays what a side answered, if it is a legal move that came in time.
    fn judge(&mut self, side: Color, answer: Answer) -> Option<Verdict> {
        let late = self.clocks[side].spend(answer.elapsed).err();
        let text = match answer.reply {
            Reply::Move(text) => text,
            Reply::Resigns => return Some(Verdict::lost(side, Cause::Resignation)),
            Reply::Claims(text) => return Some(self.judge_claim(side, &text)),
        };
        let mv = match self.game.read_move(&text) {
            Ok(mv) => mv,
            Err(error) => {
                self.dispute(side, &text, &error.to_string());
                self.illegal = Some(text);
                return Some(Verdict::lost(side, Cause::IllegalMove));
            }
        };
        if let Some(late) = late {
            return Some(Verdict::lost(side, Cause::Time(late)));
        }
        let uci = self.game.uci(mv);
        // What was read is legal.
        let _ = self.game.play(mv);
        self.place.moves.push(uci.clone());
        let mut told = answer.told;
        if self.players[side].0.white_view && side == Color::Black {
            told.score = told.score.map(reversed);
        }
        let [clock, _] = self.counters();
        self.adjudicator.hear(side, told.score, clock == 0);
        let left = self.clocks[side].left();
        let elapsed = answer.elapsed;
        self.moves.push(Ply { uci, book: false, told, elapsed, left, lines: answer.lines });
        None
    }

    /// What becomes of a claim. The game is not over, and all moves were legal, so whoever does not
    /// claim to have lost is wrong.
    fn judge_claim(&mut self, side: Color, text: &str) -> Verdict {
        let (entrant, _) = &self.players[side];
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let claimed = match GameResult::parse(word) {
            Some(GameResult::WhiteWins) => Some(Some(Color::White)),
            Some(GameResult::BlackWins) => Some(Some(Color::Black)),
            Some(GameResult::Draw) => Some(None),
            _ => None,
        };
        match claimed {
            Some(Some(winner)) if winner != side => Verdict::lost(side, Cause::Resignation),
            Some(winner) if entrant.trust => Verdict { winner, cause: Cause::Claim },
            _ => {
                let report = dispute::report(self.game.as_ref(), &self.place, &self.asked);
                let name = &entrant.engine.name;
                let warning = format!("Warning; Wrong claim of {name}; {text}\n{report}");
                self.warnings.push(warning.trim_end().to_owned());
                let of_result = claimed.is_some();
                Verdict::lost(side, if of_result { Cause::WrongClaim } else { Cause::Protest })
            }
        }
    }

    /// The end of a game in which a player did not do what was asked of it.
    fn breakdown(&mut self, side: Color, failure: Failure) -> Result<Verdict, NoGame> {
        let name = &self.players[side].0.engine.name;
        let cause = match failure {
            Failure::Start(reason) => return Err(NoGame::Refused(reason)),
            Failure::Interrupted => return Ok(Verdict::drawn(Cause::Interruption)),
            Failure::Disconnected => Cause::Disconnect,
            Failure::Stalled => Cause::Stall,
            Failure::NoMove => {
                let waited = self.clocks[side].patience().unwrap_or_default();
                let late = self.clocks[side].spend(waited).err().unwrap_or_default();
                Cause::Time(late)
            }
        };
        if matches!(cause, Cause::Disconnect | Cause::Stall) {
            let place = dispute::reproduction(&self.place, &self.asked);
            self.warnings.push(format!("Warning; Engine {name} {failure}\n{place}"));
        }
        Ok(Verdict::lost(side, cause))
    }

    /// Notes all that is needed to find out who is right about a move.
    fn dispute(&mut self, side: Color, text: &str, reason: &str) {
        let name = &self.players[side].0.engine.name;
        let mut report =
            format!("Warning; Illegal move {text} played by {name}\nReason; {reason}\n");
        report += &dispute::report(self.game.as_ref(), &self.place, &self.asked);
        for color in [side, !side] {
            let (entrant, player) = &mut self.players[color];
            let list = player.legal_moves(self.game.as_ref(), &self.place);
            report += &dispute::compared(self.game.as_ref(), &entrant.engine.name, list);
        }
        self.warnings.push(report.trim_end().to_owned());
    }
}

fn reversed(score: ScoreText) -> ScoreText {
    match score {
        ScoreText::Centipawns(value) => ScoreText::Centipawns(-value),
        ScoreText::Mate(moves) => ScoreText::Mate(-moves),
    }
}

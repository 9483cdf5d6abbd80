//! Penultima (rules, 9) between a person and the guesser. A request brings all tries of its game; if they go on from
//! those of the last request, only the new ones are made.

use std::sync::Arc;

use baroque_formats::Rejected;
use baroque_movegen::interrupt::is_interrupted;
use baroque_movegen::{Color, held};
use baroque_penultima::attempt::Attempt;
use baroque_penultima::draw::Table;
use baroque_penultima::game::UmpiredGame;
use baroque_penultima::guess::Guesser;
use baroque_penultima::info::UmpiredInfo;
use baroque_penultima::public::View;
use baroque_penultima::settings::{Player, Seed, Settings};

use super::message::{Answer, EndInfo, PenultimaSpec, Side};

/// Most tries of a game, which ends then.
const MAX_TRIES: usize = 4096;
/// The guesser's own seed, by default that of `baroque umpire` too.
const GUESSER_SEED: u64 = 0;
/// Most bytes that the games of a guesser hold.
const MAX_GUESSER: usize = 32 << 20;
/// Most bytes that all custom games hold while guessers are kept. Beyond it each guess needs a new guesser.
const MAX_KEPT: usize = 128 << 20;

/// What is said of a try after the end.
const OVER: &str = "the game is over";

/// A game of a person against the guesser.
#[derive(Debug)]
pub struct Played {
    seed: Seed,
    /// The text of the file with the table, if it is the page's own.
    file: Option<String>,
    human: Color,
    game: UmpiredGame,
    /// Has seen all tries.
    guesser: Option<Guesser>,
    /// What the guesser would try now, if it was asked.
    guess: Option<Option<Attempt>>,
}

impl Played {
    /// A game before its first try.
    ///
    /// # Errors
    /// The file has no table, or the draw makes no game.
    pub fn new(spec: &PenultimaSpec) -> Result<Self, Rejected> {
        let &PenultimaSpec { seed, illegal, human, ref file, .. } = spec;
        let secret = Table::open(file.as_ref())?.draw(seed.0).map_err(Rejected)?;
        let player = |side| if side == human { Player::Human } else { Player::Engine };
        let settings =
            Settings { white: player(Color::White), black: player(Color::Black), illegal };
        let game = UmpiredGame::new(Arc::new(secret), settings);
        let file = file.as_ref().map(|file| file.text.clone());
        Ok(Self { seed, file, human, game, guesser: None, guess: None })
    }

    /// Whether the game of a request is this one, perhaps with more tries.
    pub fn is_part_of(&self, spec: &PenultimaSpec) -> bool {
        let (tries, board) = (self.game.tries(), self.game.position().geometry());
        let is_same = |text: &str, tried: &str| {
            let attempt = Attempt::parse(text, board);
            attempt.is_some_and(|attempt| attempt.text(board).to_string() == tried)
        };
        (self.seed, self.human, self.game.settings().illegal)
            == (spec.seed, spec.human, spec.illegal)
            && self.file.as_ref() == spec.file.as_ref().map(|file| &file.text)
            && tries.len() <= spec.tries.len()
            && tries.iter().zip(&spec.tries).all(|(tried, text)| is_same(text, &tried.text))
    }

    /// Makes the tries of a request that were not made yet.
    ///
    /// # Errors
    /// There are too many, or one is none or comes after the end. Those before it are made.
    pub fn go_on(&mut self, tries: &[String]) -> Result<(), Rejected> {
        if tries.len() > MAX_TRIES {
            let count = tries.len();
            return Err(Rejected(format!("the game has {count} tries, more than {MAX_TRIES}")));
        }
        tries.iter().skip(self.game.tries().len()).try_for_each(|text| self.answer(text))
    }

    fn answer(&mut self, text: &str) -> Result<(), Rejected> {
        if is_interrupted() {
            return Err("the game takes too long".into());
        }
        if self.ended().is_some() {
            return Err(OVER.into());
        }
        let attempt = self.game.read(text).map_err(|reason| Rejected(reason.to_string()))?;
        let before = View::of(self.game.position());
        let is_legal = self.game.answer(attempt).is_legal();
        let guess = self.guess.take();
        if let Some(guesser) = &mut self.guesser {
            if before.side != self.human && guess.is_none() {
                guesser.pass(&before);
            }
            guesser.see(before, attempt, is_legal.then(|| View::of(self.game.position())));
        }
        Ok(())
    }

    fn ended(&self) -> Option<(Option<Color>, &'static str)> {
        self.game.ended(self.game.tries().len() >= MAX_TRIES)
    }

    /// The game as everybody sees it. The person may have given up.
    pub fn info(&self, has_resigned: bool) -> Answer {
        let resigned = || has_resigned.then_some((Some(!self.human), "resignation"));
        let end = self.ended().or_else(resigned).map(|(winner, reason)| EndInfo {
            winner: winner.map(Side::from),
            reason: reason.to_owned(),
        });
        Answer::Penultima { game: Box::new(UmpiredInfo::new(&self.game, end.is_some())), end }
    }

    /// What the guesser tries.
    ///
    /// # Errors
    /// It cannot try anything now, or its games would hold too much memory.
    pub fn guess(&mut self) -> Result<Answer, Rejected> {
        let view = View::of(self.game.position());
        if self.ended().is_some() {
            return Err(OVER.into());
        }
        if view.side == self.human {
            return Err("it is not the guesser's turn".into());
        }
        if self.guesser.is_none() {
            self.begin_guesser()?;
        }
        if let Some(guesser) = self.guesser.as_mut().filter(|_| self.guess.is_none()) {
            self.guess = Some(guesser.attempt(&view));
        }
        let (guess, board) = (self.guess.flatten(), self.game.position().geometry());
        if held().0 > MAX_KEPT {
            (self.guesser, self.guess) = (None, None);
        }
        Ok(Answer::Guess { text: guess.map(|attempt| attempt.text(board).to_string()) })
    }

    /// Lets a guesser see all that was tried.
    fn begin_guesser(&mut self) -> Result<(), Rejected> {
        let (public, illegal) = (self.game.secret().public.clone(), self.game.settings().illegal);
        let guesser = Guesser::within(MAX_GUESSER, public, illegal, GUESSER_SEED);
        self.guesser = Some(guesser.ok_or("the guesser has no room for so many rules")?);
        let first = self.game.first();
        let played = std::mem::replace(&mut self.game, first);
        played.tries().iter().try_for_each(|tried| self.answer(&tried.text))
    }
}

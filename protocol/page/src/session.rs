//! A session: answers the requests of one page. Each request brings its own game, so a page that connects
//! again goes on as if nothing had happened. Of a game of Penultima it keeps what it would have to think
//! of again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use baroque_engine::network::Network;
use baroque_engine::{LEVELS, SearchOptions};
use baroque_formats::knowledge::Knowledge;
use baroque_formats::text::one_line;
use baroque_formats::{GameSpec, Loaded, Rejected, explain};
use baroque_games::Games;
use baroque_movegen::held;
use baroque_movegen::interrupt::is_interrupted;

use super::catalog::{self, open};
use super::document;
use super::judge;
use super::learn;
use super::message::{
    Answer, Ask, EngineBounds, GameInfo, PenultimaSpec, PositionInfo, Refusal, Request, Response,
};
use super::penultima::Played;
use super::reasons;
use super::search::{self, Search};
use super::tree;

/// Longest message of a page in bytes.
pub const MAX_MESSAGE: usize = 4 << 20;
/// What is said of a longer one.
const TOO_LONG: &str = "the message has more than 4 MiB";
/// Most moves of a game.
const MAX_MOVES: usize = 4096;
/// Most games of files that a session adds at a time.
const MAX_OWN_GAMES: usize = 1000;
/// Most bytes that a session holds with games of files, and with what remains of refused ones.
const MAX_HELD: usize = 32 << 20;
/// Most bytes that all sessions hold.
const MAX_HELD_BY_ALL: usize = 256 << 20;

/// The memory that a study takes, by the size of its file.
const STUDY_SIZE: usize = 3;
/// Bytes that studies of all sessions take, about.
static STUDIED: AtomicUsize = AtomicUsize::new(0);

/// What a request leads to.
#[derive(Debug)]
pub enum Reply {
    /// An answer.
    Answer(Response),
    /// A search to be run; it ends the one that is running.
    Search(Box<Search>),
    /// The running search is to end; then the answer is sent.
    Stop(Response),
    /// The running search is to end, and the engine to evaluate by [`Session::networks`]; then the answer is
    /// sent.
    Learned(Response),
    /// The engine is to be set up; the answer, which holds the settings, is sent then.
    Engine {
        /// The number of the request.
        id: u32,
        /// MiB of the transposition table, within the bounds.
        hash: Option<usize>,
        /// Search threads, within the bounds.
        threads: Option<usize>,
    },
}

/// Answers the requests of one page.
#[derive(Debug)]
pub struct Session {
    bounds: EngineBounds,
    has_rooms: bool,
    /// The games that the page can play, those that it has defined too, and what was learned of them.
    loaded: Loaded,
    /// Those that it found.
    found: Games,
    /// Bytes that remain of its files until the program ends.
    held: usize,
    /// Bytes that its studies take, about.
    studied: usize,
    /// The last game of Penultima.
    played: Option<Played>,
}

impl Drop for Session {
    fn drop(&mut self) {
        STUDIED.fetch_sub(self.studied, Ordering::Relaxed);
    }
}

impl Session {
    /// A session that can play some games, whose engine has these bounds.
    pub fn new(loaded: Loaded, bounds: EngineBounds) -> Self {
        let found = loaded.games.clone();
        Self { bounds, has_rooms: false, found, loaded, held: 0, studied: 0, played: None }
    }

    /// The same session where rooms can be made, or not.
    pub fn with_rooms(mut self, has_rooms: bool) -> Self {
        self.has_rooms = has_rooms;
        self
    }

    /// The answer to a message that is too long to be read.
    pub fn too_long() -> String {
        let answer = Answer::Error(TOO_LONG.into());
        // All answers can be written.
        serde_json::to_string(&Response { id: 0, answer }).unwrap_or_default()
    }

    /// The answer to a message that is not to be considered.
    pub fn refusal(text: &str, why: &str) -> Response {
        Response { id: id_of(text), answer: Answer::Error(why.into()) }
    }

    /// Answers a message. Whatever it is, there is a reply.
    pub fn reply(&mut self, text: &str) -> Reply {
        let error = |id, refusal: Refusal| {
            // An error may quote the message.
            let lines: Vec<String> = refusal.message.lines().map(one_line).collect();
            let refusal = Refusal { message: lines.join("\n"), ..refusal };
            Reply::Answer(Response { id, answer: Answer::Error(refusal) })
        };
        if text.len() > MAX_MESSAGE {
            return error(0, TOO_LONG.into());
        }
        let request: Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(problem) => return error(id_of(text), format!("not a request: {problem}").into()),
        };
        let id = request.id;
        self.answer(request).unwrap_or_else(|refusal| error(id, refusal))
    }

    fn answer(&mut self, request: Request) -> Result<Reply, Refusal> {
        let Request { id, ask } = request;
        let open_short = |game: &GameSpec| match game.moves.len() {
            0..=MAX_MOVES => open(game, &self.loaded.games),
            count => Err(format!("the game has {count} moves, more than {MAX_MOVES}").into()),
        };
        let answer = match ask {
            Ask::Search { game, limits, lines, level, seed } => {
                let position = open_short(&game)?;
                let options = search::options(lines, level, seed)?;
                // At a level it plays, without one it analyses.
                let book = level.and_then(|_| self.loaded.book_move(&position, seed));
                if let Some(mv) = book {
                    let answer = Answer::Best { best: Some(position.uci(mv)) };
                    return Ok(Reply::Stop(Response { id, answer }));
                }
                let levels = self.loaded.levels(&position);
                let options = SearchOptions { levels, ..options };
                let search = Search::new(id, position, &limits, options, self.bounds)?;
                return Ok(Reply::Search(Box::new(search)));
            }
            Ask::Stop {} => return Ok(Reply::Stop(Response { id, answer: Answer::Done {} })),
            Ask::Engine { hash, threads } => {
                let hash = bounded("hash", hash, self.bounds.hash)?;
                let threads = bounded("threads", threads, self.bounds.threads)?;
                return Ok(Reply::Engine { id, hash, threads });
            }
            Ask::Catalog {} => Answer::Catalog {
                version: env!("CARGO_PKG_VERSION"),
                games: catalog::catalog(&self.loaded),
                levels: LEVELS,
                engine: self.bounds,
                has_rooms: self.has_rooms,
            },
            Ask::Position { game } => {
                Answer::Position(Box::new(PositionInfo::new(&open_short(&game)?)))
            }
            Ask::Why { game, from, to } => Answer::Reasons {
                reasons: vec![reasons::of_move(&open_short(&game)?, &from, &to)?],
            },
            Ask::Piece { game, square } => {
                Answer::Reasons { reasons: reasons::of_piece(&open_short(&game)?, &square)? }
            }
            Ask::Example { game, letter } => {
                learn::example(&open(&game, &self.loaded.games)?, letter)
            }
            Ask::Explain { game, text } => {
                Answer::Text { text: explain::explain(&open_short(&game)?, &text) }
            }
            Ask::Judge { game, found } => {
                Answer::Judgements { moves: judge::moves(&open_short(&game)?, &found)? }
            }
            Ask::ReadPgn { text, before } => tree::read(&text, before, &self.loaded.games)?,
            Ask::WritePgn { game } => {
                Answer::Text { text: tree::write(&game, &self.loaded.games)? }
            }
            Ask::Define { text, .. } if is_study(&text) => {
                let answer = Answer::Defined { games: vec![self.learn(&text)?] };
                return Ok(Reply::Learned(Response { id, answer }));
            }
            Ask::Define { name, text } => Answer::Defined { games: self.define(&name, &text)? },
            Ask::Report { game } => Answer::Report { html: self.report(&game)? },
            Ask::Rules {} => Answer::Document { blocks: document::rules() },
            Ask::Read { text, variant } => {
                Answer::Document { blocks: document::read(&text, &variant, &self.loaded.games)? }
            }
            Ask::Lessons { game } => {
                Answer::Lessons { lessons: learn::lessons(&open(&game, &self.loaded.games)?) }
            }
            Ask::Puzzles { game, pool } => {
                let position = open(&game, &self.loaded.games)?;
                let pool = pool.as_deref().unwrap_or_default();
                Answer::Puzzles { puzzles: learn::puzzles(&position, &self.loaded, pool)? }
            }
            Ask::Penultima { game, is_over } => {
                self.go_on(&game, |played| Ok(played.info(is_over)))?
            }
            Ask::Guess { game } => self.go_on(&game, Played::guess)?,
        };
        Ok(Reply::Answer(Response { id, answer }))
    }

    /// The networks of studies.
    pub fn networks(&self) -> Vec<Arc<Network>> {
        self.loaded.networks()
    }

    /// Reads the file of a study, which then is the page's own.
    fn learn(&mut self, text: &str) -> Result<GameInfo, String> {
        self.check_room()?;
        let before = held().1;
        let knowledge = Knowledge::parse(text.as_bytes(), &mut self.loaded.games);
        self.held += held().1 - before;
        let knowledge = Arc::new(knowledge.map_err(|error| error.to_string())?);
        // Short texts in long lists take several times the memory of the file.
        let size = STUDY_SIZE * text.len();
        self.held += size;
        self.studied += size;
        STUDIED.fetch_add(size, Ordering::Relaxed);
        self.loaded.add_study(Arc::clone(&knowledge));
        let start = knowledge.start();
        let game = self.loaded.games.open_defined(start.variant(), start.definition());
        Ok(GameInfo::new(&game.map_err(|error| error.to_string())?, &self.loaded))
    }

    /// The report about a game.
    fn report(&self, game: &GameSpec) -> Result<String, Refusal> {
        let position = open(game, &self.loaded.games)?;
        let none = || format!("there is no study of {}", position.variant());
        let study = self.loaded.study(&position).ok_or_else(none)?;
        Ok(study.report.clone())
    }

    /// Reads a file of games, which then are the page's own.
    fn define(&mut self, name: &str, text: &str) -> Result<Vec<GameInfo>, String> {
        self.check_room()?;
        let before = held().1;
        let games = catalog::define(name, text);
        self.held += held().1 - before;
        let games = games?;
        games.iter().cloned().for_each(|game| self.loaded.games.add_game(game));
        Ok(games.iter().map(|game| GameInfo::new(game, &self.loaded)).collect())
    }

    /// Goes on with a game of Penultima, and answers. It is kept, unless the work is given up.
    fn go_on(
        &mut self,
        spec: &PenultimaSpec,
        answer: impl FnOnce(&mut Played) -> Result<Answer, Rejected>,
    ) -> Result<Answer, String> {
        if spec.file.is_some() {
            self.check_room()?;
        }
        let before = held().1;
        let kept = self.played.take().filter(|played| played.is_part_of(spec));
        let played = kept.map_or_else(|| Played::new(spec), Ok);
        let answered = played.and_then(|mut played| {
            let answered = played.go_on(&spec.tries).and_then(|()| answer(&mut played));
            self.played = Some(played).filter(|_| !is_interrupted());
            answered
        });
        self.held += held().1 - before;
        answered.map_err(|error| error.to_string())
    }

    /// Checks that another file may be read.
    fn check_room(&self) -> Result<(), String> {
        let by_all = held().0 + STUDIED.load(Ordering::Relaxed);
        if by_all >= MAX_HELD_BY_ALL {
            return Err(
                "games of files hold as much memory as they may; start the program anew".to_owned()
            );
        }
        let bytes = self.loaded.games.bytes().saturating_sub(self.found.bytes());
        let count = self.loaded.games.count_added() - self.found.count_added();
        if self.held + bytes >= MAX_HELD || count >= MAX_OWN_GAMES {
            return Err("this page has read as many games as it may; load it anew".to_owned());
        }
        Ok(())
    }
}

/// A setting, if there is one, from 1 to a bound.
fn bounded(what: &str, value: Option<usize>, most: usize) -> Result<Option<usize>, String> {
    match value {
        Some(value) if !(1..=most).contains(&value) => {
            Err(format!("{what} is {value}, allowed is 1 to {most}"))
        }
        value => Ok(value),
    }
}

/// Whether a text is that of a study, not one that describes games.
fn is_study(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The number of a request that is wrong otherwise; 0 if it has none.
fn id_of(text: &str) -> u32 {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let id = value.as_ref().and_then(|value| value.get("id")).and_then(|id| id.as_u64());
    id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)
}

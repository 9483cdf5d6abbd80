//! What a study learned of a game, in one file: a network, levels of strength, a book of openings, puzzles and
//! the report. `baroque study` writes it; it is used wherever the game is played.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use baroque_engine::network::Network;
use baroque_engine::{LEVELS, Levels};
use baroque_games::Games;
use baroque_movegen::{AnyGame, Move, with_history};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::game_spec::GameSpec;
use crate::json::read_versioned;
use crate::position_spec::PositionSpec;
use crate::rejected::Rejected;
use crate::text::{one_line, quoted};

/// The name of the file in the folder of a study.
pub const KNOWLEDGE_FILE: &str = "knowledge.json";
/// The version of the file.
const FORMAT: u32 = 1;
/// Most positions of the book, most puzzles, and most moves or themes of each.
const MAX_BOOK: usize = 1000;
const MAX_PUZZLES: usize = 500;
const MAX_LINE: usize = 64;
/// Most bytes of the file.
const MAX_BYTES: u64 = 16 << 20;

/// The file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnowledgeFile {
    format: u32,
    /// The version of the program that wrote it.
    pub baroque: String,
    /// The game, with the hash of its definition if it is one of a file.
    pub game: GameSpec,
    /// The text of the game's file, if it is one of a file that the program does not have.
    pub file: Option<String>,
    /// The network in Base64, if one was learned.
    pub network: Option<String>,
    /// Nodes a move of the levels of strength but the last, and Elo from each to the next.
    pub levels: Option<LevelNodes>,
    /// Openings: positions and their best moves.
    pub book: Vec<BookEntry>,
    /// Puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The report as an HTML page.
    pub report: String,
}

/// Levels of strength: see [`Levels`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelNodes {
    /// Nodes a move of each level but the last.
    pub nodes: [u64; LEVELS as usize - 1],
    /// Elo from each level to the next.
    pub step: u32,
}

/// A position of a book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookEntry {
    /// The position.
    pub fen: String,
    /// Moves to choose from, as UCI text.
    pub moves: Vec<String>,
}

/// A position in which only one move wins fastest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The position.
    pub fen: String,
    /// Moves of the side to move until it has won.
    pub moves: u32,
    /// The solution as UCI text.
    pub solution: String,
    /// A line to the win, as people read it.
    pub line: Vec<String>,
    /// What happens in it: methods of captures and other deeds of the winner.
    pub themes: BTreeSet<String>,
}

impl KnowledgeFile {
    /// A file for a game about which nothing is known yet.
    pub fn new(game: GameSpec, file: Option<String>) -> Self {
        Self {
            format: FORMAT,
            baroque: env!("CARGO_PKG_VERSION").to_owned(),
            game,
            file,
            network: None,
            levels: None,
            book: Vec::new(),
            puzzles: Vec::new(),
            report: String::new(),
        }
    }

    /// Adds a network.
    pub fn set_network(&mut self, network: &[u8]) {
        self.network = Some(STANDARD.encode(network));
    }

    /// Checks that the file holds no more than a study writes, and begins at a start.
    fn check(&self) -> Result<(), &'static str> {
        if self.game.fen.is_some() || !self.game.moves.is_empty() {
            return Err("its game does not begin at the start");
        }
        let is_long = self.book.len() > MAX_BOOK
            || self.book.iter().any(|entry| entry.moves.len() > MAX_LINE)
            || self.puzzles.len() > MAX_PUZZLES
            || self.puzzles.iter().any(|it| it.line.len().max(it.themes.len()) > MAX_LINE);
        if is_long { Err("it holds more than any study") } else { Ok(()) }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// What a study learned of a game, ready for use.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    start: AnyGame,
    network: Option<Arc<Network>>,
    /// The levels of strength, if they were measured.
    pub levels: Option<Levels>,
    book: HashMap<u64, Vec<Move>>,
    /// Puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
    /// The report as an HTML page.
    pub report: String,
}

impl Knowledge {
    /// Reads the file of a study, whose folder or whose file the path names. The game is added to those that
    /// are known.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong.
    pub fn read(path: &str, games: &mut Games) -> Result<Self, Rejected> {
        let path = Path::new(path);
        let file = if path.is_dir() { path.join(KNOWLEDGE_FILE) } else { path.to_owned() };
        let name = quoted(&file.display().to_string());
        let bytes = files::read_regular(&file, MAX_BYTES);
        let bytes = bytes.map_err(|error| Rejected::at(&name, error))?;
        Self::parse(&bytes, games).map_err(|error| Rejected::at(&name, error))
    }

    /// Reads the contents of the file of a study.
    ///
    /// # Errors
    /// Something in it is wrong; then the games that are known stay as they are.
    pub fn parse(bytes: &[u8], games: &mut Games) -> Result<Self, Rejected> {
        let none =
            |reason: &dyn Display| Rejected(format!("no file of a study: {}", one_line(reason)));
        let file: KnowledgeFile = read_versioned(bytes, FORMAT, "file of a study")?;
        file.check().map_err(|reason| none(&reason))?;
        let mut known = games.clone();
        if let Some(text) = &file.file {
            let file = baroque_games::parse("file", text);
            known
                .add_file(&file.map_err(|error| {
                    none(&error.to_string().lines().next().unwrap_or_default())
                })?);
        }
        let start = file.game.open(&known).map_err(|error| none(&error))?;
        let knowledge = Self {
            network: file.network.as_deref().map(|text| network(text, &start)).transpose()?,
            levels: file.levels.map(levels).transpose()?,
            book: book(&file.book, &start).map_err(|error| none(&error))?,
            puzzles: checked(file.puzzles, &start).map_err(|error| none(&error))?,
            report: file.report,
            start,
        };
        *games = known;
        Ok(knowledge)
    }

    /// The start of the game.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Whether a position is one of the game, perhaps with other rules.
    pub fn is_of(&self, position: &AnyGame) -> bool {
        let start = &self.start;
        start.variant() == position.variant() && start.definition() == position.definition()
    }

    /// Whether a position is one of the game, with its rules.
    pub fn fits(&self, position: &AnyGame) -> bool {
        self.is_of(position) && self.start.rules() == position.rules()
    }

    /// Checks that a position is one of the game, with its rules.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self, position: &AnyGame) -> Result<(), Rejected> {
        if self.fits(position) {
            return Ok(());
        }
        let name = |game: &AnyGame| {
            let definition = game.definition().map(|hash| format!(" ({hash})")).unwrap_or_default();
            format!("{}{definition} with {}", game.variant(), game.rules())
        };
        let (ours, theirs) = (name(&self.start), name(position));
        Err(Rejected(format!("the study is one of {ours}, not of {theirs}")))
    }

    /// The network, if one was learned.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.network.clone()
    }

    /// The moves of the book in a position of the game; none outside of the book.
    pub fn book_moves(&self, position: &AnyGame) -> &[Move] {
        self.book.get(&position.key()).map_or(&[], Vec::as_slice)
    }
}

fn network(text: &str, start: &AnyGame) -> Result<Arc<Network>, Rejected> {
    let bad = |reason: &dyn Display| {
        Rejected(format!("its network cannot be used: {}", one_line(reason)))
    };
    let bytes = STANDARD.decode(text).map_err(|error| bad(&error))?;
    let network = Network::from_bytes(&bytes).map_err(|error| bad(&error))?;
    with_history!(start.history(), game => network.check(game.position()))
        .map_err(|error| bad(&error))?;
    Ok(Arc::new(network))
}

fn levels(LevelNodes { nodes, step }: LevelNodes) -> Result<Levels, Rejected> {
    let is_sound = step > 0 && nodes[0] > 0 && nodes.is_sorted_by(|low, high| low < high);
    let bad = "its levels do not grow from each to the next";
    is_sound.then_some(Levels { nodes, step }).ok_or_else(|| bad.into())
}

fn book(entries: &[BookEntry], start: &AnyGame) -> Result<HashMap<u64, Vec<Move>>, String> {
    let mut book = HashMap::new();
    for BookEntry { fen, moves } in entries {
        let position = position(fen, start)?;
        let read = |text: &String| position.read_move(text).map_err(|error| error.to_string());
        book.insert(position.key(), moves.iter().map(read).collect::<Result<_, _>>()?);
    }
    Ok(book)
}

fn checked(puzzles: Vec<Puzzle>, start: &AnyGame) -> Result<Vec<Puzzle>, String> {
    for Puzzle { fen, solution, .. } in &puzzles {
        position(fen, start)?.read_move(solution).map_err(|error| error.to_string())?;
    }
    Ok(puzzles)
}

fn position(fen: &str, start: &AnyGame) -> Result<AnyGame, String> {
    let mut position = start.clone();
    PositionSpec::fen(fen).set_up(&mut position).map_err(|error| error.to_string())?;
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINI: &str = "format = 1\n[mini]\ninherits = 'rococo'\nend = { movelimit = 40 }\n";

    /// Knowledge of a game of a file: its levels, a book of one position and a puzzle.
    fn file() -> KnowledgeFile {
        let mut games = Games::default();
        games.add_file(&baroque_games::parse("mini.toml", MINI).unwrap());
        let start = games.open("mini").unwrap();
        let moves = start.legal_moves();
        let mut file = KnowledgeFile::new(GameSpec::of(&start), Some(MINI.to_owned()));
        let uci = |index: usize| start.uci(moves[index]);
        file.book = vec![BookEntry { fen: start.fen(), moves: vec![uci(0), uci(1)] }];
        file.levels = Some(LevelNodes { nodes: [1, 2, 3, 4, 5, 6, 7], step: 100 });
        file.puzzles = vec![Puzzle {
            fen: start.fen(),
            moves: 2,
            solution: uci(2),
            line: Vec::new(),
            themes: BTreeSet::new(),
        }];
        file
    }

    #[test]
    fn what_was_written_is_read() {
        let (file, mut games) = (file(), Games::default());
        let knowledge = Knowledge::parse(file.text().as_bytes(), &mut games).unwrap();
        let mut start = games.open("mini").unwrap();
        assert_eq!(knowledge.book_moves(&start), &start.legal_moves()[..2]);
        assert_eq!(knowledge.levels.unwrap().step, 100);
        assert!(knowledge.check(&start).is_ok() && knowledge.puzzles.len() == 1);
        let rococo = AnyGame::new("rococo").unwrap();
        let error = knowledge.check(&rococo).unwrap_err().to_string();
        assert!(
            error.starts_with("the study is one of mini (") && error.contains("not of rococo"),
            "{error}"
        );
        let mv = start.legal_moves()[0];
        start.play(mv).unwrap();
        assert_eq!(knowledge.book_moves(&start), &[]);
    }

    #[test]
    fn whatever_is_wrong_is_an_error_and_adds_no_game() {
        let edited = |edit: &dyn Fn(&mut KnowledgeFile)| {
            let mut file = file();
            edit(&mut file);
            file.text()
        };
        let levels = |nodes, step| edited(&|file| file.levels = Some(LevelNodes { nodes, step }));
        for (text, reason) in [
            (String::new(), "no file of a study: "),
            ("{}".to_owned(), "no file of a study: missing field"),
            ("{\"format\":7}".to_owned(), "format 7 is unknown; this program reads 1"),
            (edited(&|file| file.network = Some("%".to_owned())), "its network cannot be used: "),
            (
                edited(&|file| file.network = Some("AAAA".to_owned())),
                "its network cannot be used: ",
            ),
            (levels([1, 2, 3, 4, 5, 6, 5], 1), "its levels do not grow"),
            (levels([1, 2, 3, 4, 5, 6, 6], 1), "its levels do not grow"),
            (levels([1, 2, 3, 4, 5, 6, 7], 0), "its levels do not grow"),
            (levels([0, 2, 3, 4, 5, 6, 7], 9), "its levels do not grow"),
            (edited(&|file| file.book[0].moves.push("a1a9".to_owned())), "no file of a study: "),
            (edited(&|file| file.book[0].fen.clear()), "no file of a study: "),
            (edited(&|file| file.puzzles[0].solution.clear()), "no file of a study: "),
            (
                edited(&|file| file.game.moves.push("a1a2".to_owned())),
                "does not begin at the start",
            ),
            (edited(&|file| file.puzzles[0].line = vec![String::new(); 65]), "more than any study"),
            (edited(&|file| file.book = vec![file.book[0].clone(); 1001]), "more than any study"),
            (edited(&|file| file.file = None), "is described in a file that is not loaded here"),
            (edited(&|file| file.file = Some("x".to_owned())), "no file of a study: "),
        ] {
            let mut games = Games::default();
            let error = Knowledge::parse(text.as_bytes(), &mut games).unwrap_err().to_string();
            assert!(error.contains(reason) && !error.contains('\n'), "{error}");
            assert_eq!(games, Games::default());
        }
    }
}

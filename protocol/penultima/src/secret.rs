//! The secret of a game: its rules and the salt, and what is announced of them.

use std::fmt::{self, Write};

use baroque_movegen::definition::{Backend, PieceDefinition};
use baroque_movegen::{CustomGame, CustomRules, Position};
use sha2::{Digest, Sha256};

use crate::invokes::Invokes;
use crate::public::{Announced, Public};

/// The name by which errors cite the revealed file.
const FILE: &str = "rules";

/// Drawn rules and salt. All that the umpire says follows from them. Its `Debug` does not tell them.
pub struct Secret {
    /// The revealed file, whose last game is the one that is played.
    pub text: String,
    /// The salt in hexadecimal digits.
    pub salt: String,
    /// The start position, under rules that can play the position after a lost turn too.
    pub start: Position<CustomGame>,
    /// The game from which it was drawn.
    pub table: String,
    /// The rules by which random games are played fast.
    pub(crate) fast: CustomRules,
    /// The acts that are made as invokes.
    pub(crate) invokes: Invokes,
    /// All that is public before the first move.
    pub public: Public,
}

impl Secret {
    /// Reads a revealed file.
    ///
    /// # Errors
    /// It is no file of a drawn game.
    pub fn new(text: String, salt: String) -> Result<Self, String> {
        let file = baroque_games::parse(FILE, &text).map_err(|errors| errors.to_string())?;
        let mut games = file.games;
        let (game, table) = (games.pop(), games.into_iter().find(|game| game.draw.is_some()));
        let (Some(game), Some(table)) = (game, table) else {
            return Err("there is no drawn game in it".to_owned());
        };
        let (Some(fast), Some(draw)) = (game.rules.clone(), table.draw) else {
            return Err("there is no drawn game in it".to_owned());
        };
        // The generator of tables need not know positions in which a king can be taken.
        let rules = game.definition.rules(Backend::General);
        let rules = rules.map_err(|_| "it cannot be played".to_owned())?;
        let fen = game.starts.first().map_or("", |(_, fen)| fen);
        let start = Position::from_fen(fen, rules).map_err(|error| error.to_string())?;
        let invokes = Invokes::new(&game.definition, &draw);
        let announced = |piece: &PieceDefinition| Announced {
            letter: piece.letter,
            name: piece.name.clone(),
            has_invoke: piece.acts.iter().any(|act| draw.is_invoked(*act)),
        };
        let kinds = game.definition.pieces.iter().map(announced).collect();
        let public = Public { base: table.definition, kinds, draw };
        Ok(Self { text, salt, start, table: table.name, fast, invokes, public })
    }

    /// SHA-256 of the revealed file followed by the salt, in hexadecimal digits.
    pub fn hash(&self) -> String {
        hex(&Sha256::new().chain_update(&self.text).chain_update(&self.salt).finalize())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

//! A game by the names of its rules, its first position and its moves: what files, pages and other programs
//! say of it.

use baroque_games::Games;
use baroque_movegen::{AnyGame, NameError, RuleError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::position_spec::{PositionError, PositionSpec};
use super::text::quoted;

/// A game from its first position on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    /// Name of the rule set.
    pub variant: String,
    /// Hash of the definition of a custom game; missing: that of the game which has the name here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// Switches that override the rule set, as `key=value,...`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub rules: String,
    /// FEN of the first position; missing: the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves in any notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub moves: Vec<String>,
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// An unknown name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// An unknown name of a game that has a definition.
    #[error("the game '{0}' is described in a file that is not loaded here")]
    NotLoaded(String),
    /// The name is that of a game with another definition.
    #[error(
        "'{variant}' is another game here: its definition is {known}, that of the file {wanted}"
    )]
    Definition {
        /// The name.
        variant: &'static str,
        /// The hash of the definition that is known by it.
        known: String,
        /// The one that is asked for.
        wanted: String,
    },
    /// Bad switches.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A bad position, or an illegal move after it.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl GameSpec {
    /// The start of a rule set with switches that override it.
    pub fn new(variant: &str, rules: &str) -> Self {
        Self { variant: variant.to_owned(), rules: rules.to_owned(), ..Self::default() }
    }

    /// A game that is being played.
    pub fn of(game: &AnyGame) -> Self {
        Self {
            variant: game.variant().to_owned(),
            definition: game.definition().map(str::to_owned),
            rules: overriding_switches(game),
            fen: (!game.is_from_default_start()).then(|| game.first().fen()),
            moves: game.moves().iter().map(|&mv| game.uci(mv)).collect(),
        }
    }

    /// Opens the game and plays its moves.
    ///
    /// # Errors
    /// The first thing that is wrong, in the order of the fields.
    pub fn open(&self, games: &Games) -> Result<AnyGame, OpenError> {
        let mut game = self.open_variant(games)?;
        game.set_rules(&self.rules)?;
        let position = PositionSpec { fen: self.fen.clone(), moves: self.moves.clone() };
        position.set_up(&mut game)?;
        Ok(game)
    }

    fn open_variant(&self, games: &Games) -> Result<AnyGame, OpenError> {
        let wanted = self.definition.as_deref();
        let found = games.open_defined(&self.variant, wanted).map_err(|error| match error {
            NameError::Unknown { .. } if wanted.is_some() => {
                OpenError::NotLoaded(quoted(&self.variant))
            }
            error => error.into(),
        })?;
        if wanted.is_none() || wanted == found.definition() {
            return Ok(found);
        }
        let text = |hash: Option<&str>| hash.map_or_else(|| "none".to_owned(), quoted);
        let (known, wanted) = (text(found.definition()), text(wanted));
        Err(OpenError::Definition { variant: found.variant(), known, wanted })
    }
}

/// The switches in which the rules of a game differ from those of its rule set.
pub fn overriding_switches(game: &AnyGame) -> String {
    let mut usual = game.first();
    // Overrides nothing.
    let _ = usual.set_rules("");
    let (usual, rules) = (usual.rules(), game.rules());
    let is_usual = |pair: &&str| usual.split(',').any(|other| other == *pair);
    let overriding: Vec<&str> = rules.split(',').filter(|pair| !is_usual(pair)).collect();
    overriding.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINI: &str = "format = 1\n[mini]\ninherits = 'rococo'\nend = { movelimit = 40 }\n";

    fn opened(spec: &GameSpec, games: &Games) -> Result<AnyGame, String> {
        spec.open(games).map_err(|error| error.to_string())
    }

    #[test]
    fn a_game_is_opened_as_it_was_played() {
        let games = Games::default();
        for (variant, rules, moves) in [
            ("baroque", "leap=single", &["e2e4", "d7d5"][..]),
            ("rococo", "", &[]),
            ("fugue", "movelimit=60", &["a2a3"]),
        ] {
            let spec = GameSpec::new(variant, rules);
            let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
            let game = opened(&GameSpec { moves, ..spec }, &games).unwrap();
            assert_eq!(opened(&GameSpec::of(&game), &games), Ok(game.clone()));
            assert_eq!(GameSpec::of(&game).rules, rules);
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let mut games = Games::default();
        let hash = |hash: &str| Some(hash.to_owned());
        let mini = GameSpec { definition: hash("a b"), ..GameSpec::new("mini", "") };
        let not_loaded = "the game 'mini' is described in a file that is not loaded here";
        assert_eq!(opened(&mini, &games), Err(not_loaded.to_owned()));
        games.add_file(&baroque_games::parse("mini.toml", MINI).unwrap());
        let known = games.open("mini").unwrap().definition().unwrap().to_owned();
        let other =
            format!("'mini' is another game here: its definition is {known}, that of the file a b");
        assert_eq!(opened(&mini, &games), Err(other));
        assert!(opened(&GameSpec { definition: hash(&known), ..mini }, &games).is_ok());
        let compiled = GameSpec { definition: hash("x"), ..GameSpec::new("maxima", "") };
        assert!(opened(&compiled, &games).unwrap_err().contains("its definition is none"));
        for (variant, rules, fen, error) in [
            ("chess", "", None, "unknown variant 'chess', allowed are: baroque "),
            ("rococo", "leap=far", None, "rules: unknown switch 'leap'"),
            ("rococo", "", Some("8/8"), "FEN: "),
        ] {
            let fen = fen.map(str::to_owned);
            let text = opened(&GameSpec { fen, ..GameSpec::new(variant, rules) }, &games);
            let text = text.unwrap_err();
            assert!(text.starts_with(error), "{text}");
        }
    }
}

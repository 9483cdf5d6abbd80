//! A game in the terminal as PGN.

use std::time::SystemTime;

use baroque_formats::pgn::{self, GameResult, PgnError, PgnReader, Remark};
use baroque_games::Games;
use baroque_movegen::Color;

use super::game_state::{Declaration, DeclaredResult, GameState, HumanSides, MoveNote};
use super::strength::EngineStrength;

/// Values of the tags `WhiteType` and `BlackType`.
const HUMAN: &str = "human";
const PROGRAM: &str = "program";
/// Default names of the players. The version follows the name of the engine.
const HUMAN_NAME: &str = "Player";
const ENGINE_NAME: &str = "Baroque ";

/// Separates the reason of a result from the comment before it.
const SEPARATOR: &str = "; ";

impl GameState {
    /// The game as PGN, with the tags and comments of the loaded game.
    pub fn to_pgn(&self) -> String {
        if let Some(loaded) = self.loaded.as_ref().filter(|_| self.unchanged_since_load) {
            return loaded.to_string();
        }
        if self.is_earlier() {
            let mut whole = self.clone();
            whole.go_to_end();
            return whole.to_pgn();
        }
        let mut game = pgn::PgnGame::of(&self.position);
        for (mv, note) in game.moves.iter_mut().zip(&self.notes) {
            mv.nags = note.nags.clone();
            mv.comment = note.comment.clone();
        }
        if let Some(loaded) = &self.loaded {
            game.comment = loaded.comment.clone();
            let is_derived = |name: &str| name == "Termination" || pgn::is_position_tag(name);
            for tag in loaded.tags.iter().filter(|tag| !is_derived(&tag.name)) {
                game.set_tag(&tag.name, tag.value.clone());
            }
        }
        self.set_player_tags(&mut game);
        if game.tag("Date").is_none_or(|date| date.starts_with('?')) {
            game.set_tag("Date", pgn::date(SystemTime::now()));
        }
        game.set_tag("Strength", self.strength.to_string());
        if let Some((result, _)) = self.end() {
            game.result = result;
            let late = Color::ALL.map(|side| Declaration::TimeForfeit(side).reason());
            let is_late = self.reason().is_some_and(|reason| late.contains(&reason));
            game.set_tag("Termination", if is_late { "time forfeit" } else { "normal" });
        }
        if let (Some(reason), Some(last)) = (self.reason(), game.moves.last_mut()) {
            let comment = &mut last.comment.text;
            let separator = if comment.is_empty() { "" } else { SEPARATOR };
            *comment += &format!("{separator}{reason}");
        }
        game.to_string()
    }

    /// The reason of the result; `None` if the game is not over or the reason is unknown.
    fn reason(&self) -> Option<String> {
        let (_, reason) = self.end()?;
        let unknown = self.declared.as_ref().is_some_and(|declared| declared.reason.is_none());
        (self.position.outcome().is_some() || !unknown).then_some(reason)
    }

    /// Sets names and types of the players; names of other players remain.
    fn set_player_tags(&self, game: &mut pgn::PgnGame) {
        for (color, name_tag, type_tag) in
            [(Color::White, "White", "WhiteType"), (Color::Black, "Black", "BlackType")]
        {
            let human = self.humans.contains(color);
            let name = game.tag(name_tag).unwrap_or("?");
            if name == "?" || name == HUMAN_NAME || name.starts_with(ENGINE_NAME) {
                let engine = format!("{ENGINE_NAME}{}", env!("CARGO_PKG_VERSION"));
                game.set_tag(name_tag, if human { HUMAN_NAME.to_owned() } else { engine });
            }
            game.set_tag(type_tag, if human { HUMAN } else { PROGRAM });
        }
    }

    /// Loads the last game of a PGN text, with the players and the strength in its tags. Returns the
    /// number of games in the text, and what is left out or not certain.
    ///
    /// # Errors
    /// There is no game or an invalid one; the state is unchanged.
    pub fn load_pgn(
        &mut self,
        text: &str,
        games: &Games,
    ) -> Result<(usize, Vec<PgnError>), String> {
        let mut reader = PgnReader::new(text).with_games(games);
        let (mut count, mut last) = (0, None);
        while let Some(game) = reader.next() {
            last = Some((game.map_err(|error| error.to_string())?, reader.warnings()));
            count += 1;
        }
        let (game, warnings) = last.ok_or("there is no game in it")?;
        let position = game.open(games).map_err(|error| error.to_string())?;
        let types = ["WhiteType", "BlackType"].map(|name| game.tag(name).unwrap_or_default());
        let humans = match types {
            [HUMAN, HUMAN] => HumanSides::Both,
            [HUMAN, _] => HumanSides::One(Color::White),
            [_, HUMAN] => HumanSides::One(Color::Black),
            _ => self.humans,
        };
        let strength = game.tag("Strength").and_then(|tag| EngineStrength::parse(tag).ok());
        *self = Self::new(position, humans, strength.unwrap_or(self.strength));
        let remarks = game.moves.iter().map(pgn::PgnMove::remark);
        self.notes = remarks.map(|Remark { nags, comment }| MoveNote { nags, comment }).collect();
        let reason = self.strip_reason();
        if game.result != GameResult::Unknown && self.position.outcome().is_none() {
            self.declared = Some(DeclaredResult { result: game.result, reason });
        }
        self.loaded = Some(game);
        self.unchanged_since_load = true;
        Ok((count, warnings))
    }

    /// Removes the reason of the result from the end of the last comment and returns it.
    /// [`GameState::to_pgn`] appends it again while the game is over.
    fn strip_reason(&mut self) -> Option<String> {
        let mut reasons = Declaration::ALL.map(Declaration::reason).to_vec();
        reasons.extend(self.end().map(|(_, reason)| reason));
        let comment = &mut self.notes.last_mut()?.comment.text;
        let reason = reasons.into_iter().find(|reason| {
            let before = comment.strip_suffix(reason.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with(SEPARATOR))
        })?;
        let before = comment.strip_suffix(reason.as_str()).unwrap_or_default();
        *comment = before.strip_suffix(SEPARATOR).unwrap_or(before).to_owned();
        Some(reason)
    }
}

//! Secrets: whoever knows one is let in, as what it is for. Only their hashes are kept.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The hash of a secret, under which a room is found.
pub type SecretHash = [u8; 32];

/// 128 random bits, in texts 32 hexadecimal digits. Its `Debug` does not tell it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn random() -> Self {
        Self(format!("{:032x}", rand::random::<u128>()))
    }

    /// The one that a text is.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 32 && text.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }

    /// The text, for the one whom it is given to.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> SecretHash {
        Sha256::digest(&self.0).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Who takes a seat: who made the room, or who was invited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Who made the room.
    Maker,
    /// Who was invited.
    Guest,
}

/// What a secret is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// To play.
    Seat(Player),
    /// To take the other seat.
    Invited,
    /// To watch.
    Spectator,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_back_and_not_told() {
        let secret = Secret::random();
        assert_eq!(Secret::parse(secret.text()), Some(secret.clone()));
        assert_ne!(secret.hash(), Secret::random().hash());
        assert!(!format!("{secret:?}").contains(secret.text()));
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33)] {
            assert_eq!(Secret::parse(text), None, "{text}");
        }
    }
}

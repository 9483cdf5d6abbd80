//! Sides in messages: `w` and `b`.

/// Sides as `w` and `b`.
pub mod letter {
    use baroque_movegen::Color;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes one.
    pub fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(side.letter())
    }

    /// Reads one.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let side = [Color::White, Color::Black].into_iter().find(|side| side.letter() == letter);
        side.ok_or_else(|| D::Error::custom("a side is w or b"))
    }
}

/// Sides that may be missing.
pub mod optional_letter {
    use baroque_movegen::Color;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    /// Writes one.
    pub fn serialize<S: Serializer>(
        side: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        side.map(Color::letter).serialize(serializer)
    }

    /// Reads one.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Color>, D::Error> {
        match Option::<char>::deserialize(deserializer)? {
            None => Ok(None),
            Some('w') => Ok(Some(Color::White)),
            Some('b') => Ok(Some(Color::Black)),
            Some(_) => Err(D::Error::custom("a side is w or b")),
        }
    }
}

//! Powers over other pieces, and immunity (games, 3).

use super::Drawing;

/// What a piece may be immune to, besides kinds.
const IMMUNE: &[&str] = &[
    "displace",
    "pincer",
    "withdraw",
    "approach",
    "leap",
    "coordinate",
    "around",
    "plow",
    "fly",
    "offset",
    "imitate",
    "swap",
    "destroy",
    "push",
    "pull",
    "attract",
    "repel",
    "explode",
    "leave",
    "rifle",
    "freezing",
];

impl Drawing {
    /// The keys for powers and immunity.
    pub fn powers(&mut self) -> Vec<String> {
        let mut keys = Vec::new();
        for (key, percent) in [("freezes", 25), ("shields", 15), ("neutralizes", 15)] {
            if self.random.chance(percent) {
                keys.push(format!("{key} = {}", self.power(key == "freezes")));
            }
        }
        if self.random.chance(25) {
            let number = self.random.between(1, 4);
            let mut words: Vec<String> =
                self.random.some(IMMUNE, number).into_iter().map(str::to_owned).collect();
            if self.random.chance(50) {
                words.push(self.random.some(&self.letters, 2).iter().collect());
            }
            keys.push(match &words[..] {
                [word] => format!("immune = \"{word}\""),
                words => format!("immune = [\"{}\"]", words.join("\", \"")),
            });
        }
        keys
    }

    /// Kinds, or a table with options.
    fn power(&mut self, may_spare: bool) -> String {
        let kinds = self.kinds();
        if self.random.chance(50) {
            return format!("\"{kinds}\"");
        }
        let mut keys = format!("kinds = \"{kinds}\"");
        if self.random.chance(60) {
            keys += &format!(", range = {}", self.random.between(1, 3));
        }
        if may_spare && self.random.chance(60) {
            let beside = self.kinds();
            keys += &format!(", unless-beside = \"{beside}\"");
        }
        format!("{{ {keys} }}")
    }
}

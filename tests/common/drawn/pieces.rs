//! Pieces (games, 3).

use super::{Drawing, Words};

impl Drawing {
    /// The line of a piece.
    pub fn piece(&mut self, row: usize) -> String {
        let letter = self.letters[row];
        let mut keys = vec![format!("name = \"piece {}\"", letter.to_ascii_lowercase())];
        if self.is_plain {
            keys.extend(match self.words {
                Words::Known => self.known(row),
                Words::Loose => self.loose(row),
                _ => self.plain(row),
            });
            return format!("{letter} = {{ {} }}\n", keys.join(", "));
        }
        if row < self.royals {
            keys.extend(self.royal());
        } else {
            keys.extend(self.commoner());
        }
        keys.extend(self.powers());
        if self.random.chance(15) {
            keys.push(format!("imitated = \"{}\"", self.random.pick(&["own", "step", "never"])));
        }
        if self.random.chance(10) {
            keys.push(format!("value = {}", self.random.below(1000)));
        }
        format!("{letter} = {{ {} }}\n", keys.join(", "))
    }

    /// What a royal piece has besides: mostly a step, and no power to act.
    fn royal(&mut self) -> Vec<String> {
        let mut keys = vec!["royal = true".to_owned()];
        let steps = if self.random.chance(70) { "\"K\"".to_owned() } else { self.moves(false) };
        keys.push(format!("move = {steps}"));
        let take = match self.random.chance(70) {
            true => Some("\"displace\"".to_owned()),
            false => self.takes(false),
        };
        keys.extend(take.map(|take| format!("take = {take}")));
        if self.random.chance(20) {
            keys.extend(self.acts(false).map(|act| format!("act = {act}")));
        }
        keys
    }

    /// A piece whose threats the generator of tables knows.
    fn known(&mut self, row: usize) -> Vec<String> {
        let methods = ["pincer", "withdraw", "approach", "coordinate"];
        let number = self.random.between(1, 2);
        let takes = self.random.some(&methods, number).join("\", \"");
        let keys = match self.random.below(5) {
            _ if row == 0 => "royal = true, move = \"K\", take = \"displace\"".to_owned(),
            0 => "move = \"Q\", take = \"leap\"".to_owned(),
            1 => "move = \"Q\", freezes = \"*\"".to_owned(),
            2 => format!("move = \"{}\", take = \"displace\"", self.random.pick(&["K", "N", "R2"])),
            _ => {
                let steps = self.random.pick(&["Q", "R", "B", "Q2"]);
                format!("move = \"{steps}\", take = [\"{takes}\"]")
            }
        };
        vec![keys]
    }

    /// A piece that a table can have.
    fn plain(&mut self, row: usize) -> Vec<String> {
        let mut keys = match self.random.below(4) {
            _ if row == 0 => vec!["royal = true, move = \"K\", take = \"displace\"".to_owned()],
            // An imitator also imitates swaps, which a kind has to have.
            _ if row == 1 => {
                vec!["move = \"Q\", act = { swap = { take-back = false } }".to_owned()]
            }
            0 if self.has_imitators => {
                let leap_alone = self.random.chance(50);
                let imitate = format!("{{ imitate = {{ leap-alone = {leap_alone} }} }}");
                vec![format!("move = \"Q\", take = {imitate}, act = \"imitate\"")]
            }
            0 => vec!["move = [\"mK\", \"jump\"], take = \"displace\"".to_owned()],
            1 => {
                let steps = self.random.pick(&["K", "N", "R2"]);
                vec![format!("move = \"{steps}\", take = \"displace\"")]
            }
            _ => self.plain_slider(),
        };
        if self.random.chance(20) {
            keys.push(format!("freezes = \"{}\"", self.kinds()));
        }
        keys
    }

    /// A piece of words that a table can have one by one.
    fn loose(&mut self, row: usize) -> Vec<String> {
        let methods =
            ["displace", "pincer", "withdraw", "approach", "leap", "coordinate", "imitate"];
        let methods = if self.has_imitators { &methods[..] } else { &methods[..6] };
        let steps = match row {
            0 => "\"K\"",
            _ => self.random.pick(&[
                "\"Q\"",
                "\"Q\"",
                "\"Q\"",
                "\"R\"",
                "\"B\"",
                "\"K\"",
                "\"Q2\"",
                "[\"Q\", \"N\"]",
                "\"mRcB\"",
                "[\"mK\", \"jump\"]",
            ]),
        };
        let mut keys = vec![format!("move = {steps}")];
        let number = self.random.pick(&[0, 1, 1, 1, 2, 2, 3]);
        let takes = self.random.some(methods, number).join("\", \"");
        if row == 0 {
            keys.push("royal = true".to_owned());
        }
        match row {
            0 if self.random.chance(60) => keys.push("take = \"displace\"".to_owned()),
            _ if number > 0 => keys.push(format!("take = [\"{takes}\"]")),
            _ => {}
        }
        if self.random.chance(if row == 0 { 10 } else { 40 }) {
            let acts = [
                "\"push\"",
                "\"pull\"",
                "\"explode\"",
                "{ swap = { take-back = false } }",
                "\"imitate\"",
            ];
            let more = if self.has_hands { "\"leave\"" } else { "\"destroy\"" };
            let act = if self.random.chance(15) { more } else { self.random.pick(&acts) };
            keys.push(format!("act = {act}"));
        }
        if self.random.chance(20) {
            keys.push(format!("freezes = \"{}\"", self.kinds()));
        }
        if self.random.chance(15) && row > 0 {
            let to = self.random.pick(&["lost", "absent"]);
            keys.push(format!("promote = {{ in = \"last\", to = \"{to}\" }}"));
        }
        if self.random.chance(15) {
            keys.push(format!("imitated = \"{}\"", self.random.pick(&["step", "never"])));
        }
        keys
    }

    fn plain_slider(&mut self) -> Vec<String> {
        let methods = ["pincer", "withdraw", "approach", "leap", "coordinate"];
        let number = self.random.between(1, 2);
        let takes = self.random.some(&methods, number).join("\", \"");
        // Imitators leap only along the lines of queens.
        let steps = match self.has_imitators {
            true => "Q",
            false => self.random.pick(&["Q", "R", "B", "Q2"]),
        };
        let mut keys = vec![format!("move = \"{steps}\", take = [\"{takes}\"]")];
        if self.random.chance(40) {
            let act = match self.has_hands {
                true => self.random.pick(&["push", "pull", "explode", "leave"]),
                false => self.random.pick(&["push", "pull", "explode", "destroy"]),
            };
            keys.push(format!("act = \"{act}\""));
        }
        if self.random.chance(30) && keys.len() == 1 {
            let to = self.random.pick(&["lost", "absent"]);
            keys.push(format!("promote = {{ in = \"last\", to = \"{to}\" }}"));
        }
        keys
    }

    fn commoner(&mut self) -> Vec<String> {
        let mut keys = Vec::new();
        let promotes = self.random.chance(25);
        if self.random.chance(95) {
            keys.push(format!("move = {}", self.moves(promotes)));
        }
        keys.extend(self.takes(promotes).map(|take| format!("take = {take}")));
        keys.extend(self.acts(promotes).map(|act| format!("act = {act}")));
        if promotes {
            let zone = self.random.pick(&["last", "home", "middle"]);
            let to = match self.random.below(3) {
                0 => "lost".to_owned(),
                1 => "absent".to_owned(),
                _ => self.commoners(3),
            };
            let must = if self.random.chance(30) { ", must = true" } else { "" };
            keys.push(format!("promote = {{ in = \"{zone}\", to = \"{to}\"{must} }}"));
        }
        if self.random.chance(40) {
            keys.push(format!("taken-becomes = \"{}\"", self.commoners(1)));
        }
        keys
    }
}

//! Capture methods and acts (games, 3, `take` and `act`).

use super::Drawing;

const METHODS: &[&str] = &[
    "displace",
    "displace",
    "pincer",
    "withdraw",
    "approach",
    "leap",
    "leap",
    "coordinate",
    "around",
    "plow",
    "fly",
    "offset",
    "imitate",
    "imitate",
];
const ACTS: &[&str] = &[
    "swap", "destroy", "push", "pull", "attract", "repel", "explode", "leave", "rifle", "imitate",
];

impl Drawing {
    /// The value of `take`; a piece that promotes neither plows nor flies.
    pub fn takes(&mut self, promotes: bool) -> Option<String> {
        let number = self.random.pick(&[0, 1, 1, 1, 2, 2, 3]);
        let mut methods: Vec<&str> = Vec::new();
        while methods.len() < number {
            let method = self.random.pick(METHODS);
            let fits = match method {
                "plow" | "fly" => !promotes,
                "imitate" => self.has_imitators,
                _ => true,
            };
            if fits && !methods.contains(&method) {
                methods.push(method);
            }
        }
        let words: Vec<String> = methods.iter().map(|method| self.take(method)).collect();
        match &words[..] {
            [] => None,
            [word] => Some(word.clone()),
            [first, rest @ ..] if self.random.chance(40) => Some(match rest {
                [second, third] if self.random.chance(50) => {
                    format!("[{first}, {{ either = [{second}, {third}] }}]")
                }
                _ => format!("{{ either = [{}] }}", words.join(", ")),
            }),
            words => Some(format!("[{}]", words.join(", "))),
        }
    }

    /// A method with its options.
    fn take(&mut self, method: &str) -> String {
        let mut options = match method {
            "pincer" => {
                let partners = self.kinds();
                vec![
                    self.word_option("along", &["O", "A"]),
                    Some(format!("partners = \"{partners}\"")),
                ]
            }
            "leap" => vec![self.flag("several"), self.flag("slide-on")],
            "coordinate" => {
                let with = self.kinds();
                vec![
                    Some(format!("with = \"{with}\"")),
                    self.word_option("corners", &["all", "moved"]),
                ]
            }
            "around" => vec![self.word_option("whom", &["enemy", "all"]), self.flag("self")],
            "offset" => vec![self.vectors()],
            "imitate" => {
                ["leap-alone", "royal-alone", "mount-is-jumped"].map(|key| self.flag(key)).to_vec()
            }
            _ => Vec::new(),
        };
        options.retain(|_| self.random.chance(70));
        if self.random.chance(25) {
            let stays = !["displace", "plow"].contains(&method);
            let effects: &[&str] = match (self.has_hands, stays) {
                (true, true) => &["remove", "hand", "convert", "demote"],
                (true, false) => &["remove", "hand"],
                (false, true) => &["convert", "demote"],
                (false, false) => &["remove"],
            };
            options.push(self.word_option("effect", effects));
        }
        self.with_options(method, &options)
    }

    /// A word, or a table with the options that are there.
    fn with_options(&mut self, word: &str, options: &[Option<String>]) -> String {
        let options: Vec<&str> = options.iter().flatten().map(String::as_str).collect();
        match options.is_empty() && self.random.chance(80) {
            true => format!("\"{word}\""),
            false => format!("{{ {word} = {{ {} }} }}", options.join(", ")),
        }
    }

    fn flag(&mut self, key: &str) -> Option<String> {
        Some(format!("{key} = {}", self.random.chance(50)))
    }

    fn word_option(&mut self, key: &str, words: &[&str]) -> Option<String> {
        Some(format!("{key} = \"{}\"", self.random.pick(words)))
    }

    fn number(&mut self, key: &str, least: usize, most: usize) -> Option<String> {
        Some(format!("{key} = {}", self.random.between(least, most)))
    }

    fn vectors(&mut self) -> Option<String> {
        let coordinates: Vec<(i32, i32)> =
            (-3..=3).flat_map(|file| (-3..=3).map(move |rank| (file, rank))).collect();
        let coordinates: Vec<_> =
            coordinates.into_iter().filter(|&vector| vector != (0, 0)).collect();
        let number = self.random.between(1, 4);
        let vectors = self.random.some(&coordinates, number);
        let vectors = vectors.iter().map(|(file, rank)| format!("[{file}, {rank}]"));
        Some(format!("vectors = [{}]", vectors.collect::<Vec<_>>().join(", ")))
    }

    /// The value of `act`; a piece that promotes only explodes.
    pub fn acts(&mut self, promotes: bool) -> Option<String> {
        let number = self.random.pick(&[0, 0, 1, 1, 2, 3]);
        let mut acts: Vec<&str> = Vec::new();
        for _ in 0..number {
            let act = self.random.pick(ACTS);
            let leaves = act == "leave" || acts.contains(&"leave");
            let fits = match act {
                "explode" => !acts.contains(&"rifle"),
                "rifle" => !promotes && !leaves && !acts.contains(&"explode"),
                _ if promotes => false,
                "leave" => self.has_hands && acts.iter().all(|act| *act == "explode"),
                "attract" | "imitate" if self.board.wraps => false,
                "swap" => !leaves && !acts.contains(&"imitate"),
                "imitate" => !leaves && !acts.contains(&"swap"),
                _ => !leaves,
            };
            if fits && !acts.contains(&act) {
                acts.push(act);
            }
        }
        let words: Vec<String> = acts.iter().map(|act| self.act(act)).collect();
        match &words[..] {
            [] => None,
            [word] => Some(word.clone()),
            words => Some(format!("[{}]", words.join(", "))),
        }
    }

    /// An act with its options.
    fn act(&mut self, act: &str) -> String {
        let mut options = match act {
            "swap" => vec![self.word_option("with", &["any", "enemy"]), self.flag("take-back")],
            "attract" => vec![self.number("range", 2, 5)],
            "rifle" => vec![
                self.number("range", 2, 6),
                self.number("free", 0, 3),
                self.number("spotter", 1, 3),
            ],
            _ => Vec::new(),
        };
        options.retain(|_| self.random.chance(70));
        self.with_options(act, &options)
    }
}

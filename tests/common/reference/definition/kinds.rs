//! Kinds of pieces and their reading (games, 3; rules, 10).

use toml::{Table, Value};

use super::betza::{self, Motion};
use super::geometry::{ALL, ORTHOGONAL, Step};

/// A choice of kinds: all of them, or some letters.
#[derive(Clone, Debug)]
pub enum Kinds {
    All,
    Some(String),
}

impl Kinds {
    /// Whether a kind is chosen.
    pub fn has(&self, kind: char) -> bool {
        match self {
            Self::All => true,
            Self::Some(letters) => letters.contains(kind),
        }
    }

    /// `*` or letters.
    pub fn read(value: &Value) -> Result<Self, String> {
        let text = value.as_str().ok_or(format!("`{value}` is no text"))?;
        let letters = text.chars().all(|letter| letter.is_ascii_uppercase());
        match text {
            "*" => Ok(Self::All),
            _ if letters => Ok(Self::Some(text.to_owned())),
            _ => Err(format!("`{text}` is no choice of kinds")),
        }
    }
}

/// What becomes of a victim (games, 3; rules, 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Remove,
    Hand,
    Convert,
    Demote,
}

/// A method of taking with its options.
#[derive(Clone, Debug)]
pub enum Method {
    Displace,
    Pincer {
        along: Vec<Step>,
        partners: Kinds,
    },
    Withdraw,
    Approach,
    Leap {
        several: bool,
        slide_on: bool,
    },
    /// Without `with` the partners are the royal kinds.
    Coordinate {
        with: Option<Kinds>,
        moved: bool,
    },
    Around {
        all: bool,
        itself: bool,
    },
    Plow,
    Fly,
    Offset(Vec<Step>),
    Imitate {
        leap_alone: bool,
        royal_alone: bool,
        mount_is_jumped: bool,
    },
}

/// A method, its name, and what becomes of its victims; without a word for that what is usual in
/// the game.
#[derive(Clone, Debug)]
pub struct Taking {
    pub name: &'static str,
    pub method: Method,
    pub effect: Option<Effect>,
}

/// What a piece may do instead of moving (or by moving, but not by taking).
#[derive(Clone, Debug)]
pub enum Act {
    Swap { friends: bool, take_back: bool },
    Destroy,
    Push,
    Pull,
    Attract { range: i32 },
    Repel,
    Explode,
    Leave,
    Rifle { range: i32, free: i32, spotter: i32, effect: Option<Effect> },
    Imitate,
}

/// A power over kinds of pieces within a range (`freezes`, `shields`, `neutralizes`).
#[derive(Clone, Debug)]
pub struct Power {
    pub kinds: Kinds,
    pub range: i32,
    pub unless_beside: Option<Kinds>,
}

/// What a piece may promote to.
#[derive(Clone, Debug)]
pub enum Choice {
    Letters(String),
    Lost,
    Absent,
    AbsentOf { absent: String, always: String },
}

/// Promotion: the name of the zone, the choice, and whether it is compulsory.
#[derive(Clone, Debug)]
pub struct Promotion {
    pub zone: String,
    pub choice: Choice,
    pub must: bool,
}

/// How a chameleon takes a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imitated {
    Own,
    Step,
    Never,
}

/// A kind of pieces.
#[derive(Clone, Debug)]
pub struct Kind {
    pub motions: Vec<Motion>,
    /// Groups of methods; of a group of several at most one may have a victim (`either`).
    pub takes: Vec<Vec<Taking>>,
    pub acts: Vec<Act>,
    pub freezes: Option<Power>,
    pub shields: Option<Power>,
    pub neutralizes: Option<Power>,
    /// Names of methods and acts, and `freezing`.
    pub immune_to: Vec<String>,
    /// Letters of takers.
    pub immune_kinds: String,
    pub royal: bool,
    pub promotion: Option<Promotion>,
    pub taken_becomes: Option<char>,
    pub imitated: Imitated,
}

impl Kind {
    /// All methods, those of an `either` too.
    pub fn methods(&self) -> impl Iterator<Item = &Method> {
        self.takes.iter().flatten().map(|taking| &taking.method)
    }

    /// Whether it imitates, and whether it takes by plowing.
    pub fn has(&self, name: &str) -> bool {
        self.takes.iter().flatten().any(|taking| taking.name == name)
    }

    /// Whether a move of it may take something.
    pub fn can_take(&self) -> bool {
        let takes = |act: &Act| match act {
            Act::Destroy | Act::Push | Act::Pull | Act::Explode => true,
            Act::Rifle { .. } | Act::Imitate => true,
            Act::Swap { .. } | Act::Attract { .. } | Act::Repel | Act::Leave => false,
        };
        !self.takes.is_empty() || self.acts.iter().any(takes)
    }

    /// Reads a piece.
    pub fn read(table: &Table) -> Result<Self, String> {
        let get = |key: &str| table.get(key);
        let power = |key| get(key).map(read_power).transpose();
        let mut immune_to = Vec::new();
        let mut immune_kinds = String::new();
        for (word, _) in get("immune").map(entries).transpose()?.unwrap_or_default() {
            if word.chars().all(|letter| letter.is_ascii_uppercase()) {
                immune_kinds += &word;
            } else {
                immune_to.push(word);
            }
        }
        let mut motions = Vec::new();
        for (word, _) in get("move").map(entries).transpose()?.unwrap_or_default() {
            betza::read_word(&word)?.into_iter().for_each(|one| betza::add(one, &mut motions));
        }
        let takes = get("take").map(read_takes).transpose()?.unwrap_or_default();
        let acts = get("act").map(entries).transpose()?.unwrap_or_default();
        let acts = acts.iter().map(|(name, options)| read_act(name, options));
        let becomes = get("taken-becomes").and_then(Value::as_str);
        Ok(Self {
            motions,
            takes,
            acts: acts.collect::<Result<_, _>>()?,
            freezes: power("freezes")?,
            shields: power("shields")?,
            neutralizes: power("neutralizes")?,
            immune_to,
            immune_kinds,
            royal: get("royal").and_then(Value::as_bool).unwrap_or(false),
            promotion: get("promote").map(read_promotion).transpose()?,
            taken_becomes: becomes.and_then(|text| text.chars().next()),
            imitated: match get("imitated").and_then(Value::as_str) {
                None | Some("own") => Imitated::Own,
                Some("step") => Imitated::Step,
                Some("never") => Imitated::Never,
                Some(other) => return Err(format!("`{other}` is no value of `imitated`")),
            },
        })
    }
}

/// The kinds of a game by their letters.
#[derive(Clone, Debug)]
pub struct AllKinds(Vec<Option<Kind>>);

impl AllKinds {
    /// Reads `pieces`.
    pub fn read(table: &Table) -> Result<Self, String> {
        let mut kinds = vec![None; 26];
        for (letter, piece) in table {
            let piece = piece.as_table().ok_or(format!("`pieces.{letter}` is no table"))?;
            let kind = Kind::read(piece).map_err(|error| format!("pieces.{letter}: {error}"))?;
            let place = ('A'..='Z').position(|capital| letter.starts_with(capital));
            kinds[place.ok_or("a piece without a letter")?] = Some(kind);
        }
        Ok(Self(kinds))
    }

    /// The kind of a letter that has one.
    pub fn kind(&self, letter: char) -> &Kind {
        self.0[letter as usize - 'A' as usize].as_ref().expect("a kind of the game")
    }

    /// The kinds in alphabetical order, with their letters.
    pub fn iter(&self) -> impl Iterator<Item = (char, &Kind)> {
        let kinds = ('A'..='Z').zip(&self.0);
        kinds.filter_map(|(letter, kind)| Some((letter, kind.as_ref()?)))
    }
}

/// The entries of a word, a table `word = options`, or a list of these, in order.
fn entries(value: &Value) -> Result<Vec<(String, Table)>, String> {
    match value {
        Value::String(word) => Ok(vec![(word.clone(), Table::new())]),
        Value::Table(table) => {
            let entry = |(word, options): (&String, &Value)| match options {
                Value::Table(options) => Ok((word.clone(), options.clone())),
                _ => Err(format!("`{options}` are no options of `{word}`")),
            };
            table.iter().map(entry).collect()
        }
        Value::Array(list) => {
            let found: Result<Vec<_>, _> = list.iter().map(entries).collect();
            Ok(found?.concat())
        }
        _ => Err(format!("`{value}` is neither a word, nor a table, nor a list")),
    }
}

/// The groups of methods that `take` says.
fn read_takes(value: &Value) -> Result<Vec<Vec<Taking>>, String> {
    let single = |(name, options): &(String, Table)| read_taking(name, options);
    match value {
        Value::Array(list) => {
            let found: Result<Vec<_>, _> = list.iter().map(read_takes).collect();
            Ok(found?.concat())
        }
        Value::Table(table) => {
            let mut groups = Vec::new();
            for (name, options) in table {
                if name == "either" {
                    let methods = entries(options)?;
                    groups.push(methods.iter().map(single).collect::<Result<_, _>>()?);
                } else {
                    let one: Table = [(name.clone(), options.clone())].into_iter().collect();
                    groups.push(vec![single(&entries(&Value::Table(one))?[0])?]);
                }
            }
            Ok(groups)
        }
        word => entries(word)?.iter().map(|entry| Ok(vec![single(entry)?])).collect(),
    }
}

/// The options of one method or act.
struct Options<'a>(&'a Table);

impl Options<'_> {
    /// A truth value.
    fn flag(&self, key: &str, default: bool) -> Result<bool, String> {
        let value = self.0.get(key);
        value.map_or(Ok(default), |v| {
            v.as_bool().ok_or(format!("`{key}` is neither true nor false"))
        })
    }

    /// A text that is one of two words: whether it is the second.
    fn second(&self, key: &str, words: [&str; 2]) -> Result<bool, String> {
        match self.0.get(key).map(|value| value.as_str()) {
            None => Ok(false),
            Some(Some(word)) if words.contains(&word) => Ok(word == words[1]),
            Some(other) => Err(format!("`{key}` is {other:?} instead of one of {words:?}")),
        }
    }

    /// A number of squares, or `any`.
    fn range(&self, key: &str, default: i32) -> Result<i32, String> {
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::Integer(number)) => Ok((*number).clamp(0, 99) as i32),
            Some(Value::String(any)) if any == "any" => Ok(99),
            Some(other) => Err(format!("`{key}` is {other}")),
        }
    }

    /// What becomes of a victim.
    fn effect(&self) -> Result<Option<Effect>, String> {
        Ok(match self.0.get("effect").map(|value| value.as_str()) {
            None => None,
            Some(Some("remove")) => Some(Effect::Remove),
            Some(Some("hand")) => Some(Effect::Hand),
            Some(Some("convert")) => Some(Effect::Convert),
            Some(Some("demote")) => Some(Effect::Demote),
            Some(other) => return Err(format!("{other:?} is no effect")),
        })
    }

    /// A choice of kinds.
    fn kinds(&self, key: &str) -> Result<Option<Kinds>, String> {
        self.0.get(key).map(Kinds::read).transpose()
    }

    /// Vectors of files and ranks.
    fn vectors(&self) -> Result<Vec<Step>, String> {
        let Some(value) = self.0.get("vectors") else {
            return Ok(vec![(1, 2), (-1, 2)]);
        };
        let number = |pair: &Value, n: usize| Some(pair.get(n)?.as_integer()? as i32);
        let list = value.as_array().ok_or("`vectors` is no list")?;
        let pairs = list.iter().map(|pair| Some((number(pair, 0)?, number(pair, 1)?)));
        pairs.collect::<Option<_>>().ok_or(format!("`{value}` is no list of vectors"))
    }
}

/// A method with its options; the defaults are those of games, 3.
fn read_taking(name: &str, options: &Table) -> Result<Taking, String> {
    let options = Options(options);
    let (name, method) = match name {
        "displace" => ("displace", Method::Displace),
        "pincer" => {
            let all = options.second("along", ["O", "A"])?;
            let along = if all { ALL.to_vec() } else { ORTHOGONAL.to_vec() };
            let partners = options.kinds("partners")?.unwrap_or(Kinds::All);
            ("pincer", Method::Pincer { along, partners })
        }
        "withdraw" => ("withdraw", Method::Withdraw),
        "approach" => ("approach", Method::Approach),
        "leap" => {
            let several = options.flag("several", true)?;
            ("leap", Method::Leap { several, slide_on: options.flag("slide-on", true)? })
        }
        "coordinate" => {
            let moved = options.second("corners", ["all", "moved"])?;
            ("coordinate", Method::Coordinate { with: options.kinds("with")?, moved })
        }
        "around" => {
            let all = options.second("whom", ["enemy", "all"])?;
            ("around", Method::Around { all, itself: options.flag("self", false)? })
        }
        "plow" => ("plow", Method::Plow),
        "fly" => ("fly", Method::Fly),
        "offset" => ("offset", Method::Offset(options.vectors()?)),
        "imitate" => {
            let leap_alone = options.flag("leap-alone", false)?;
            let royal_alone = options.flag("royal-alone", false)?;
            let mount_is_jumped = options.flag("mount-is-jumped", false)?;
            ("imitate", Method::Imitate { leap_alone, royal_alone, mount_is_jumped })
        }
        _ => return Err(format!("no method `{name}`")),
    };
    let effect = options.effect()?;
    if name == "displace" && matches!(effect, Some(Effect::Convert | Effect::Demote)) {
        return Err("a displaced piece cannot stay".to_owned());
    }
    Ok(Taking { name, method, effect })
}

/// An act with its options; the defaults are those of games, 3.
fn read_act(name: &str, options: &Table) -> Result<Act, String> {
    let options = Options(options);
    Ok(match name {
        "swap" => Act::Swap {
            friends: !options.second("with", ["any", "enemy"])?,
            take_back: options.flag("take-back", true)?,
        },
        "destroy" => Act::Destroy,
        "push" => Act::Push,
        "pull" => Act::Pull,
        "attract" => Act::Attract { range: options.range("range", 99)? },
        "repel" => Act::Repel,
        "explode" => Act::Explode,
        "leave" => Act::Leave,
        "rifle" => {
            let range = options.range("range", 99)?;
            let (free, spotter) = (options.range("free", range)?, options.range("spotter", 1)?);
            Act::Rifle { range, free, spotter, effect: options.effect()? }
        }
        "imitate" => Act::Imitate,
        _ => return Err(format!("no act `{name}`")),
    })
}

/// `freezes`, `shields` or `neutralizes`: kinds, or a table.
fn read_power(value: &Value) -> Result<Power, String> {
    let Value::Table(table) = value else {
        return Ok(Power { kinds: Kinds::read(value)?, range: 1, unless_beside: None });
    };
    let options = Options(table);
    Ok(Power {
        kinds: options.kinds("kinds")?.ok_or("a power without `kinds`")?,
        range: options.range("range", 1)?,
        unless_beside: options.kinds("unless-beside")?,
    })
}

/// `promote`.
fn read_promotion(value: &Value) -> Result<Promotion, String> {
    let choice = match value.get("to") {
        Some(Value::String(text)) if text == "lost" => Choice::Lost,
        Some(Value::String(text)) if text == "absent" => Choice::Absent,
        Some(Value::String(letters)) => Choice::Letters(letters.clone()),
        Some(Value::Table(table)) => {
            let letters = |key| table.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            Choice::AbsentOf { absent: letters("absent"), always: letters("always") }
        }
        _ => return Err("no `to`".to_owned()),
    };
    let must = value.get("must").and_then(Value::as_bool).unwrap_or(false);
    let zone = value.get("in").and_then(Value::as_str).ok_or("no `in`")?.to_owned();
    Ok(Promotion { zone, choice, must })
}

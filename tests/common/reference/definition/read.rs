//! The reading of a game: its file, inheritance, and the keys of a game (games, 2).

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::super::Repetition;
use super::board::Board;
use super::geometry::{Geometry, Squares, Zone};
use super::kinds::{Act, AllKinds, Effect, Kind, Kinds};
use super::placement::Placement;

/// Tables that an heir merges with its parent's (games, 2, `inherits`).
const MERGED: [&str; 4] = ["end", "zones", "starts", "pieces"];

/// At most so many own pieces in the own half of a zone.
#[derive(Clone, Debug)]
pub struct Limit {
    pub zone: Zone,
    pub pieces: usize,
}

/// Hands: whether captured pieces go there, what they turn into, and where they may be dropped.
#[derive(Clone, Debug)]
pub struct Hands {
    pub takes: bool,
    pub turns: BTreeMap<char, char>,
    pub drop: Option<Zone>,
}

/// An invasion: so many of these pieces in the own half of a zone.
#[derive(Clone, Debug)]
pub struct Reach {
    pub pieces: Kinds,
    pub zone: Zone,
    pub count: usize,
    pub before_check: bool,
}

/// The end of the game (games, 2, `end`).
#[derive(Clone, Debug)]
pub struct Ends {
    pub mate: bool,
    pub stalemate_loses: bool,
    pub missing_loses: bool,
    pub bare_loses: bool,
    pub reach: Option<Reach>,
    pub extinct: Option<String>,
    pub repetition: Repetition,
    /// In plies, 0 for none.
    pub move_limit: u32,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Whether it is one of the compiled games, for which the rules decide in two places what they
    /// decide otherwise for games in files: the order of the hands (rules, 1.3 and 10) and whose
    /// invasion counts (rules, 3, and games, 2).
    pub compiled: bool,
    pub geometry: Geometry,
    pub kinds: AllKinds,
    pub zones: BTreeMap<String, Zone>,
    pub suicide: bool,
    pub rank_limit: bool,
    /// Whether pushed and pulled pieces take (rules, 6, forced captures).
    pub forced_captures: bool,
    pub limit: Option<Limit>,
    pub only_to_take: Option<Squares>,
    pub hands: Option<Hands>,
    pub placement: Option<Placement>,
    pub end: Ends,
    /// The FEN of the start.
    pub start: String,
    /// The board of the start, with the pieces to be placed.
    pub first: Board,
}

impl Game {
    /// Reads a game of a file; those of `builtin` may be inherited from. `changes` are keys laid over
    /// those of the game, deeply.
    pub fn read(text: &str, name: &str, builtin: &[&str], changes: &str) -> Result<Self, String> {
        let parse = |text: &&str| text.parse::<Table>().map_err(|error| error.to_string());
        let files: Vec<Table> =
            [text].iter().chain(builtin).map(parse).collect::<Result<_, String>>()?;
        let table = laid_over(inherit(&files, name, 0)?, parse(&changes)?);
        let text = |key: &str| table.get(key).and_then(Value::as_str);
        let flag = |key: &str| table.get(key).and_then(Value::as_bool).unwrap_or(false);
        let first_rank = table.get("first-rank").and_then(Value::as_integer).unwrap_or(1);
        let board = text("board").unwrap_or("8x8");
        let holes = text("holes").unwrap_or("");
        let cylinder = match text("wrap") {
            None => false,
            Some("files") => true,
            Some(other) => return Err(format!("`{other}` is no value of `wrap`")),
        };
        let geometry = Geometry::new(board, text("files"), first_rank as i32, holes, cylinder)?;
        let zones = read_zones(&geometry, &table)?;
        let pieces = table.get("pieces").and_then(Value::as_table).ok_or("no `pieces`")?;
        let kinds = AllKinds::read(pieces)?;
        let hands = table.get("hands").map(|hands| read_hands(hands, &zones)).transpose()?;
        let placement = table.get("placement");
        let placement = placement.map(|it| Placement::read(it, zone_of(it, "zone", &zones)?));
        let placement = placement.transpose()?;
        let start = text("start").ok_or("no `start`")?;
        let start = table.get("starts").and_then(|s| s.get(start)?.as_str()).unwrap_or(start);
        let letters: String = kinds.iter().map(|(letter, _)| letter).collect();
        let board = start.split([' ', '[']).next().unwrap_or("");
        let board = if placement.is_some() { board } else { start.split(' ').next().unwrap_or("") };
        let mut first = Board::read(board, &geometry, &letters, hands.is_some())?;
        if let Some(placement) = &placement {
            placement.hand_out(&mut first, &kinds);
        }
        let only_to_take = text("only-to-take").map(|zone| find(&zones, zone)).transpose()?;
        Ok(Self {
            compiled: false,
            limit: table.get("limit").map(|limit| read_limit(limit, &zones)).transpose()?,
            only_to_take: only_to_take.map(|zone| zone.white),
            end: read_end(table.get("end"), &zones)?,
            suicide: flag("suicide"),
            rank_limit: flag("ranklimit"),
            forced_captures: flag("forced-captures"),
            start: start.to_owned(),
            geometry,
            kinds,
            zones,
            hands,
            placement,
            first,
        })
    }

    /// A kind of the game.
    pub fn kind(&self, letter: char) -> &Kind {
        self.kinds.kind(letter)
    }

    /// What becomes of a victim of a method: what the method says, else a hand takes it if the game
    /// has hands that take, else it is removed.
    pub fn effect(&self, said: Option<Effect>) -> Effect {
        let takes = self.hands.as_ref().is_some_and(|hands| hands.takes);
        said.unwrap_or(if takes { Effect::Hand } else { Effect::Remove })
    }

    /// Whether a swap may forbid the next one (rules, 4, swap ban).
    pub fn bans_swaps(&self) -> bool {
        let mut acts = self.kinds.iter().flat_map(|(_, kind)| &kind.acts);
        acts.any(|act| matches!(act, Act::Swap { take_back: false, .. }))
    }

    /// Whether FENs have brackets.
    pub fn has_hands(&self) -> bool {
        self.hands.is_some() || self.placement.is_some()
    }

    /// The order of the hands in a FEN: that of the compiled games, or the alphabetical one (rules,
    /// 1.3, and 10, text).
    pub fn hand_order(&self) -> &'static str {
        if self.compiled { "PWLXICRBUY" } else { "ABCDEFGHIJKLMNOPQRSTUVWXYZ" }
    }

    /// The letters of all kinds.
    pub fn letters(&self) -> String {
        self.kinds.iter().map(|(letter, _)| letter).collect()
    }
}

/// The table of a game with all that it inherits. What is `false` is taken away, or was never
/// there.
fn inherit(files: &[Table], name: &str, depth: usize) -> Result<Table, String> {
    let found = files.iter().find_map(|file| file.get(name)?.as_table());
    let mut own = found.ok_or(format!("no game `{name}`"))?.clone();
    if depth > files.iter().map(Table::len).sum() {
        return Err(format!("`{name}` inherits from itself"));
    }
    let Some(parent) = own.remove("inherits") else {
        return Ok(merge(Table::new(), own, &MERGED));
    };
    let parent = parent.as_str().ok_or("`inherits` is no text")?;
    Ok(merge(inherit(files, parent, depth + 1)?, own, &MERGED))
}

/// A table with the keys of another laid over it. The tables named in `merged` merge key by key,
/// and each piece does.
fn merge(mut base: Table, over: Table, merged: &[&str]) -> Table {
    for (key, value) in over {
        match value {
            Value::Boolean(false) => {
                base.remove(&key);
            }
            Value::Table(table) if merged.contains(&key.as_str()) || merged == ["*"] => {
                let inherited = base.remove(&key);
                let inherited = match inherited {
                    Some(Value::Table(table)) => table,
                    _ => Table::new(),
                };
                let deeper: &[&str] = if key == "pieces" { &["*"] } else { &[] };
                base.insert(key, Value::Table(merge(inherited, table, deeper)));
            }
            value => {
                base.insert(key, value);
            }
        }
    }
    base
}

/// A table with the keys of another laid over it, deeply.
fn laid_over(mut base: Table, over: Table) -> Table {
    for (key, value) in over {
        let value = match (base.remove(&key), value) {
            (Some(Value::Table(base)), Value::Table(over)) => Value::Table(laid_over(base, over)),
            (_, value) => value,
        };
        base.insert(key, value);
    }
    base
}

/// A zone by its name.
fn find(zones: &BTreeMap<String, Zone>, name: &str) -> Result<Zone, String> {
    zones.get(name).cloned().ok_or(format!("no zone `{name}`"))
}

/// The zone that a table names with `in`.
fn zone_of(value: &Value, key: &str, zones: &BTreeMap<String, Zone>) -> Result<Zone, String> {
    find(zones, value.get(key).and_then(Value::as_str).ok_or(format!("no `{key}`"))?)
}

/// `zones`: a text for both sides, or one for each.
fn read_zones(geometry: &Geometry, table: &Table) -> Result<BTreeMap<String, Zone>, String> {
    let mut zones = BTreeMap::new();
    for (name, value) in table.get("zones").and_then(Value::as_table).into_iter().flatten() {
        let half = |side: &str| {
            let text = value.as_str().or(value.get(side).and_then(Value::as_str));
            geometry.read_squares(text.ok_or(format!("the zone `{name}` has no `{side}`"))?)
        };
        zones.insert(name.clone(), Zone { white: half("white")?, black: half("black")? });
    }
    Ok(zones)
}

/// `limit`.
fn read_limit(value: &Value, zones: &BTreeMap<String, Zone>) -> Result<Limit, String> {
    let pieces = value.get("pieces").and_then(Value::as_integer).ok_or("`limit` has no number")?;
    Ok(Limit { zone: zone_of(value, "in", zones)?, pieces: pieces as usize })
}

/// `hands`.
fn read_hands(value: &Value, zones: &BTreeMap<String, Zone>) -> Result<Hands, String> {
    let turn =
        |(from, to): (&String, &Value)| Some((from.chars().next()?, to.as_str()?.chars().next()?));
    let turns = value.get("turns").and_then(Value::as_table);
    let turns = turns.into_iter().flatten().map(turn).collect::<Option<_>>();
    let drop = value.get("drop").map(|_| zone_of(value, "drop", zones)).transpose()?;
    let takes = value.get("takes").and_then(Value::as_bool).unwrap_or(true);
    Ok(Hands { takes, turns: turns.ok_or("`turns` are no letters")?, drop })
}

/// `end`.
fn read_end(value: Option<&Value>, zones: &BTreeMap<String, Zone>) -> Result<Ends, String> {
    let get = |key: &str| value.and_then(|end| end.get(key));
    let word = |key: &str, words: [&str; 2]| match get(key).map(Value::as_str) {
        None => Ok(None),
        Some(Some(word)) if words.contains(&word) => Ok(Some(word == words[0])),
        Some(other) => Err(format!("`end.{key}` is {other:?}")),
    };
    let reach = |value: &Value| -> Result<Reach, String> {
        Ok(Reach {
            pieces: Kinds::read(value.get("pieces").ok_or("`reach` without `pieces`")?)?,
            zone: zone_of(value, "in", zones)?,
            count: value.get("count").and_then(Value::as_integer).unwrap_or(1) as usize,
            before_check: value.get("before-check").and_then(Value::as_bool).unwrap_or(false),
        })
    };
    let mate = word("royal", ["mate", "capture"])?.unwrap_or(true);
    Ok(Ends {
        mate,
        missing_loses: word("missing", ["loss", "draw"])?.unwrap_or(!mate),
        stalemate_loses: word("stalemate", ["loss", "draw"])?.unwrap_or(false),
        bare_loses: word("bare", ["loss", "draw"])?.unwrap_or(false),
        reach: get("reach").map(reach).transpose()?,
        extinct: get("extinct").and_then(Value::as_str).map(str::to_owned),
        repetition: match get("repetition").and_then(Value::as_str) {
            None | Some("draw") => Repetition::Draw,
            Some("loss") => Repetition::Loss,
            Some("off") => Repetition::Off,
            Some(other) => return Err(format!("`end.repetition` is `{other}`")),
        },
        move_limit: get("movelimit").and_then(Value::as_integer).unwrap_or(100) as u32,
    })
}

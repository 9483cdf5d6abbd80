//! The compiled games: our own files describe them (`movegen/games/*.toml`), and their switches are
//! keys laid over what the files say (rules, 2, 3, 4 and 6).

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::definition::{Definition, Position};

/// A file, the compiled games that it describes (rules, 2, presets), and the values of their
/// switches with the keys that say them.
struct Family {
    file: &'static str,
    games: &'static [&'static str],
    switches: &'static [(&'static str, &'static str)],
}

const FAMILIES: [Family; 4] = [
    Family {
        file: include_str!("../../../movegen/games/baroque.toml"),
        games: &["baroque", "abbott1962", "abbott1968", "cambridge", "delft", "vchess"],
        switches: &[
            ("leap=multi", "pieces.L.take.leap.several = true"),
            ("leap=single", "pieces.L.take.leap.several = false"),
            ("land=slide", "pieces.L.take.leap.slide-on = true"),
            ("land=stop", "pieces.L.take.leap.slide-on = false"),
            ("chameleon=all", "pieces.X.take = 'imitate'"),
            ("chameleon=pure", "pieces.X.take = { imitate = { leap-alone = true } }"),
            ("freeze=strict", "pieces.I.freezes = '*'"),
            ("freeze=pure", "pieces.I.freezes = { kinds = '*', unless-beside = 'XI' }"),
            ("suicide=on", "suicide = true"),
            ("suicide=off", "suicide = false"),
            ("coordinator=usual", "pieces.C.take.coordinate.corners = 'all'"),
            ("coordinator=delft", "pieces.C.take.coordinate.corners = 'moved'"),
            ("ranklimit=on", "ranklimit = true"),
            ("ranklimit=off", "ranklimit = false"),
            ("object=mate", "end.royal = 'mate'"),
            ("object=capture", "end.royal = 'capture'"),
            ("stalemate=loss", "end.stalemate = 'loss'"),
            ("stalemate=draw", "end.stalemate = 'draw'"),
        ],
    },
    Family {
        file: include_str!("../../../movegen/games/maxima.toml"),
        games: &["maxima"],
        switches: &[("suicide=on", "suicide = true"), ("suicide=off", "suicide = false")],
    },
    Family {
        file: include_str!("../../../movegen/games/rococo.toml"),
        games: &["rococo"],
        switches: &[
            ("swapfriends=on", "pieces.S.act.swap.with = 'any'"),
            ("swapfriends=off", "pieces.S.act.swap.with = 'enemy'"),
        ],
    },
    Family {
        file: include_str!("../../../movegen/games/renaissance.toml"),
        games: &["renaissance"],
        switches: &[],
    },
];

/// The switches of all compiled games (rules, 2, 3, 4 and 6), but for the move limit.
const END_SWITCHES: &[(&str, &str)] = &[
    ("repetition=draw", "end.repetition = 'draw'"),
    ("repetition=loss", "end.repetition = 'loss'"),
    ("repetition=off", "end.repetition = 'off'"),
];

/// A compiled game under a preset with `key=value` switches that override it.
fn read(variant: &str, switches: &str) -> Result<Definition, String> {
    let name = if variant == "ultima" { "baroque" } else { variant };
    let family = FAMILIES.iter().find(|family| family.games.contains(&name));
    let family = family.ok_or(format!("`{variant}` is no compiled game"))?;
    // The last value of a switch counts.
    let mut values = HashMap::new();
    for pair in switches.split([',', ' ']).filter(|pair| !matches!(*pair, "" | "-")) {
        let key = pair.split('=').next();
        let line = match pair.strip_prefix("movelimit=") {
            Some(plies) => format!("end.movelimit = {plies}"),
            None => {
                let mut known = family.switches.iter().chain(END_SWITCHES);
                let found = known.find(|(switch, _)| *switch == pair);
                found.ok_or(format!("unknown `{pair}`"))?.1.to_owned()
            }
        };
        values.insert(key, line);
    }
    let changes = values.into_values().collect::<Vec<_>>().join("\n");
    Definition::compiled(family.file, &format!("{name}-file"), &changes)
}

thread_local! {
    /// The games read so far, by preset and switches.
    static KNOWN: RefCell<HashMap<String, Definition>> = RefCell::default();
}

impl Position {
    /// Reads a FEN of a compiled game under a preset with `key=value` switches that override it,
    /// separated by commas or blanks, `-` for none.
    pub fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        KNOWN.with_borrow_mut(|known| {
            let definition = match known.entry(format!("{variant} {switches}")) {
                Entry::Occupied(found) => found.into_mut(),
                Entry::Vacant(place) => place.insert(read(variant, switches)?),
            };
            definition.position(fen)
        })
    }
}

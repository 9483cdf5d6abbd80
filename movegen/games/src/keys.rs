//! All keys of a game file, with their values and defaults: the reader reads by them, and the manual
//! lists them.

use std::fmt::{self, Write};

/// The longest range in king's steps.
pub const MAX_RANGE: i64 = 15;

/// A key of a table of a game file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As the file writes it; in capitals where the file has a name or letter of its own.
    pub name: &'static str,
    /// What it may be.
    pub values: Values,
    /// What holds without it: true or false, a number, one of the words; else in Markdown.
    pub default: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The keys of its value, if that is a table.
    pub keys: &'static [Self],
}

/// What a key may be. `Display` writes Markdown.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// True or false.
    Flag,
    /// One of some words.
    Words(&'static [&'static str]),
    /// A number from the first to the second.
    Number(i64, i64),
    /// A number from the first one to [`MAX_RANGE`], or "any".
    Distance(i64),
    /// Something else, in words.
    Other(&'static str),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("`true`, `false`"),
            Self::Words(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
                f.write_str(&words.join(", "))
            }
            Self::Number(least, most) => write!(f, "{least} to {most}"),
            Self::Distance(least) => write!(f, "{least} to {MAX_RANGE}, `\"any\"`"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// The default of a key that must be given.
pub const REQUIRED: &str = "required";
/// The default of a key without which there is nothing of its kind.
pub const NONE: &str = "none";

const ZONE_NAME: Values = Values::Other("name of a zone");
const LETTERS: Values = Values::Other("letters of pieces");
const LETTERS_OR_ALL: Values = Values::Other("letters of pieces, `\"*\"` for all");
const TABLE: Values = Values::Other("a table");
const TEXT: Values = Values::Other("a text");

impl Key {
    const fn new(
        name: &'static str,
        values: Values,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self { name, values, default, about, keys: &[] }
    }

    const fn flag(name: &'static str, default: &'static str, about: &'static str) -> Self {
        Self::new(name, Values::Flag, default, about)
    }

    const fn with(self, keys: &'static [Self]) -> Self {
        Self { keys, ..self }
    }

    /// A word that has no options but those of its group.
    const fn word(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Values::Other("a word"), "", about)
    }

    /// The default in Markdown.
    fn default_text(&self) -> String {
        match self.values {
            Values::Flag => format!("`{}`", self.default),
            Values::Words(words) if words.contains(&self.default) => {
                format!("`\"{}\"`", self.default)
            }
            _ => self.default.to_owned(),
        }
    }
}

/// The keys of a game.
#[rustfmt::skip]
pub const GAME: [Key; 22] = [
    Key::new("inherits", Values::Other("name of a game"), NONE, "a game in the file or one of ours to build on: `end`, `zones`, `starts`, `pieces` and each piece merge key by key, other values are replaced; `false` removes an inherited key"),
    Key::new("title", TEXT, "the name", "display name; at most 100 characters"),
    Key::new("source", TEXT, NONE, "where its rules come from; at most 1000 characters"),
    Key::new("note", TEXT, NONE, "anything else for people; at most 1000 characters"),
    Key::new("board", Values::Other("files x ranks"), "`\"8x8\"`", "at most 128 squares, 16 files, 16 ranks"),
    Key::new("files", Values::Other("letters"), "a, b, c …", "the letters of the files"),
    Key::new("first-rank", Values::Other("a number from 0"), "1", "the number of the lowest rank; none has more than 2 digits"),
    Key::new("holes", Values::Other("squares"), NONE, "squares that do not exist"),
    Key::new("wrap", Values::Words(&["files"]), NONE, "makes the board a cylinder: the first and the last file are joined"),
    Key::new("zones", TABLE, NONE, "sets of squares").with(&[
        Key::new("NAME", Values::Other("squares, or a table"), "", "`a1 b2`, a rank `*1`, a file `a*`; `-a1` takes away").with(&ZONE),
    ]),
    Key::new("start", Values::Other("FEN, or a name of `starts`"), REQUIRED, "at most 255 pieces, including those in hand"),
    Key::new("starts", Values::Other("a table name = FEN"), NONE, "at most 100 start positions to choose from"),
    Key::new("pieces", Values::Other("a table letter = piece"), REQUIRED, "see below"),
    Key::flag("suicide", "false", "frozen pieces that are not royal may leave the board"),
    Key::flag("ranklimit", "false", "a piece on its n-th rank goes at most n squares"),
    Key::flag("forced-captures", "false", "a pushed or pulled piece captures what it would by making that move itself"),
    Key::new("limit", TABLE, NONE, "a limit on a side's pieces in its half of a zone").with(&LIMIT),
    Key::new("only-to-take", Values::Other("name of a zone that is the same for both sides"), NONE, "squares that are entered and crossed only to capture (Rococo's ring)"),
    Key::new("hands", TABLE, NONE, "pieces in hand").with(&HANDS),
    Key::new("placement", TABLE, NONE, "pieces that are put on the board before play").with(&PLACEMENT),
    Key::new("end", TABLE, "as below", "how games end; looked at in this order: royal pieces taken, `reach`, `bare`, `extinct`, no move").with(&END),
    Key::new("draw", TABLE, NONE, "what an umpire draws (topic [`penultima`](penultima.md)); such a game cannot be played before its draw").with(&DRAW),
];

/// The halves of a zone.
pub const ZONE: [Key; 2] = [
    Key::new("white", Values::Other("squares"), REQUIRED, "White's half of it"),
    Key::new("black", Values::Other("squares"), REQUIRED, "Black's half of it"),
];

/// The keys of `limit`.
pub const LIMIT: [Key; 2] = [
    Key::new("in", ZONE_NAME, REQUIRED, "where"),
    Key::new("pieces", Values::Number(0, 128), REQUIRED, "how many at most"),
];

/// The keys of `hands`.
#[rustfmt::skip]
pub const HANDS: [Key; 3] = [
    Key::flag("takes", "true", "captured pieces go to the hand of the captor's side"),
    Key::new("turns", Values::Other("a table letter = letter"), NONE, "kinds that become others in a hand"),
    Key::new("drop", ZONE_NAME, "all squares", "where pieces may be dropped: in their side's half of it"),
];

/// The keys of `placement`.
#[rustfmt::skip]
pub const PLACEMENT: [Key; 4] = [
    Key::new("mode", Values::Words(&["own", "pool"]), REQUIRED, "each side has its own pieces, or both take them from a pool, besides their royal ones"),
    Key::new("zone", ZONE_NAME, REQUIRED, "where: in its side's half of the zone"),
    Key::new("pieces", Values::Other("1 to 128 letters of pieces"), REQUIRED, "the pieces of each side, or of the pool"),
    Key::new("order", Values::Words(&["1", "1,2"]), "1", "pieces per turn: one, or one, two, two …"),
];

/// The keys of `end`.
#[rustfmt::skip]
pub const END: [Key; 8] = [
    Key::new("royal", Values::Words(&["mate", "capture"]), "mate", "how royal pieces are lost"),
    Key::new("stalemate", Values::Words(&["draw", "loss"]), "draw", "for a side that has no move and is not in check"),
    Key::new("missing", Values::Words(&["loss"]), NONE, "for a side that lacks a royal piece; with `capture` it always loses"),
    Key::new("bare", Values::Words(&["loss"]), NONE, "for a side that has only its royal pieces left"),
    Key::new("reach", TABLE, NONE, "a win by reaching squares").with(&REACH),
    Key::new("extinct", LETTERS, NONE, "a side that has none of these has lost"),
    Key::new("repetition", Values::Words(&["draw", "loss", "off"]), "draw", "the third occurrence of a position"),
    Key::new("movelimit", Values::Number(0, 65_535), "100", "plies without a capture, a promotion or a drop (or another change of what there is on the board) after which the game is drawn; 0 for no limit"),
];

/// The keys of `reach`.
#[rustfmt::skip]
pub const REACH: [Key; 4] = [
    Key::new("pieces", LETTERS_OR_ALL, REQUIRED, "the kinds that count"),
    Key::new("in", ZONE_NAME, REQUIRED, "where: in its side's half of the zone"),
    Key::new("count", Values::Number(1, 128), "1", "how many must stand there"),
    Key::flag("before-check", "false", "such a move wins even if it leaves a royal piece in check"),
];

/// The keys of `draw`.
#[rustfmt::skip]
pub const DRAW: [Key; 7] = [
    Key::new("pieces", LETTERS, REQUIRED, "the kinds that are drawn; they have no row in `pieces`"),
    Key::new("move", Values::Other("a table word = weight"), REQUIRED, "words of moves"),
    Key::new("take", Values::Other("a table word = weight"), REQUIRED, "capture methods, and `none`"),
    Key::new("power", Values::Other("a table word = weight"), NONE, "acts, `freezes`, `shields`, `neutralizes`, perhaps with a range (`rifle 2`), and `none`"),
    Key::new("invoke", Values::Other("as `act`"), NONE, "acts that are made without naming a move"),
    Key::new("names", Values::Other("a list of names"), "the letters", "names for the kinds"),
    Key::new("refuse", TABLE, NONE, "draws that are not kept").with(&REFUSE),
];

/// The keys of `refuse`.
#[rustfmt::skip]
pub const REFUSE: [Key; 3] = [
    Key::new("first-moves-below", Values::Number(0, 1000), "0", "a side has fewer first moves"),
    Key::flag("no-captures", "false", "random games have no capture"),
    Key::new("decided-within", Values::Number(0, 10), "0", "a win is forced within so many moves"),
];

/// The keys of a piece.
#[rustfmt::skip]
pub const PIECE: [Key; 13] = [
    Key::new("name", TEXT, REQUIRED, "lower case letters, digits, blanks, - and ', at most 32; no two pieces should have the same"),
    Key::new("move", Values::Other("a word of moves, or a list"), "does not move", "see below"),
    Key::new("take", Values::Other("a method, a table method = options, or a list"), "captures nothing", "what it captures by moving; every capture that fits is made"),
    Key::new("act", Values::Other("an act, a table act = options, or a list"), NONE, "what it does besides moving"),
    Key::new("freezes", Values::Other("as `kinds`, or a table"), NONE, "enemies that it freezes").with(&FREEZES),
    Key::new("shields", Values::Other("as `kinds`, or a table"), NONE, "other pieces of its side that cannot be captured").with(&FIELD),
    Key::new("neutralizes", Values::Other("as `kinds`, or a table"), NONE, "enemies that can only move: they neither capture nor act, nor freeze, nor shield; neutralizers do not neutralize each other").with(&FIELD),
    Key::new("immune", Values::Other("a word, or a list"), NONE, "methods, acts, `freezing`, or capital letters of kinds"),
    Key::flag("royal", "false", "its loss ends the game; at most two kinds are royal"),
    Key::new("promote", TABLE, NONE, "what it may become").with(&PROMOTE),
    Key::new("taken-becomes", Values::Other("letter of a piece"), "it is removed", "what it becomes by `effect = \"demote\"`, on its square; without it, it leaves the board"),
    Key::new("imitated", Values::Words(&["own", "step", "never"]), "own", "how an imitator captures it: as it captures itself, by one step onto it, not at all"),
    Key::new("value", Values::Number(0, 20_000), "the engine's estimate", "centipawns"),
];

/// The keys of `freezes`.
#[rustfmt::skip]
pub const FREEZES: [Key; 3] = [
    FIELD[0], FIELD[1],
    Key::new("unless-beside", LETTERS_OR_ALL, NONE, "not while another enemy of these kinds is beside the freezer"),
];

/// The keys of `shields` and `neutralizes`.
pub const FIELD: [Key; 2] = [
    Key::new("kinds", LETTERS_OR_ALL, REQUIRED, "the kinds"),
    Key::new("range", Values::Number(1, MAX_RANGE), "1", "how far, in king's steps"),
];

/// The keys of `promote`.
#[rustfmt::skip]
pub const PROMOTE: [Key; 3] = [
    Key::new("in", ZONE_NAME, REQUIRED, "where: in its side's half of the zone"),
    Key::new("to", Values::Other("letters of pieces, `\"lost\"`, `\"absent\"`, or a table"), REQUIRED, "`lost`: kinds of which its side had fewer before the move than at the start; `absent`: kinds of which it had none; neither its own kind nor royal ones").with(&PROMOTE_TO),
    Key::flag("must", "false", "it has to promote"),
];

/// The keys of `to`.
#[rustfmt::skip]
pub const PROMOTE_TO: [Key; 2] = [
    Key::new("absent", LETTERS, REQUIRED, "kinds of which its side must have none on the board"),
    Key::new("always", LETTERS, NONE, "kinds that are always allowed"),
];

/// The options of all capture methods.
#[rustfmt::skip]
pub const OF_METHODS: [Key; 1] = [
    Key::new("effect", Values::Words(&["remove", "hand", "convert", "demote"]), "it leaves the board, for a hand if `hands.takes`", "what becomes of the victim: it leaves the game, goes to a hand, changes sides, becomes its `taken-becomes`; what `displace` and `plow` take cannot stay, so they have neither `convert` nor `demote`"),
];

/// What stands in `take`: the methods, and two words about all of them.
pub const TAKE: [Key; 13] = {
    let mut keys = [Key::word("", ""); 13];
    let mut index = 0;
    while index < METHODS.len() {
        keys[index] = METHODS[index];
        index += 1;
    }
    let either = Values::Other("a list of methods");
    keys[11] = Key::new("either", either, "", "moves for which several of them fit are illegal");
    keys[12] = Key::new("METHOD", TABLE, "", "each method of `take` has these options too")
        .with(&OF_METHODS);
    keys
};

/// The capture methods with their options.
#[rustfmt::skip]
pub const METHODS: [Key; 11] = [
    Key::word("displace", "the enemy on the destination"),
    Key::word("pincer", "enemies between the destination and a piece of its side").with(&PINCER),
    Key::word("withdraw", "the enemy straight behind the start"),
    Key::word("approach", "the enemy on the next square beyond the destination, straight on"),
    Key::word("leap", "enemies jumped over").with(&LEAP),
    Key::word("coordinate", "enemies on the corners that the destination has with a piece of its side").with(&COORDINATE),
    Key::word("around", "what is beside the destination").with(&AROUND),
    Key::word("plow", "enters the first occupied square and pushes the line on; what falls off the board"),
    Key::word("fly", "the enemy on the last square before the destination"),
    Key::word("offset", "enemies at fixed distances from the destination").with(&OFFSET),
    Key::word("imitate", "each enemy as it would capture").with(&IMITATE),
];

#[rustfmt::skip]
const PINCER: [Key; 2] = [
    Key::new("along", Values::Words(&["O", "A"]), "O", "`O`: along files and ranks (orthogonally); `A`: along all lines, diagonals too"),
    Key::new("partners", LETTERS_OR_ALL, "`\"*\"`", "kinds at the other end"),
];

const LEAP: [Key; 2] = [
    Key::flag("several", "true", "several jumps in one move"),
    Key::flag(
        "slide-on",
        "true",
        "it may go on after a jump; if not, it stops right behind the piece, or jumps over the next one at once",
    ),
];

#[rustfmt::skip]
const COORDINATE: [Key; 2] = [
    Key::new("with", LETTERS_OR_ALL, "the royal kinds", "kinds on the other side of the corners"),
    Key::new("corners", Values::Words(&["all", "moved"]), "all", "`moved`: only those whose line the move changed"),
];

const AROUND: [Key; 2] = [
    Key::new("whom", Values::Words(&["enemy", "all"]), "enemy", "`all`: its own side too"),
    Key::flag("self", "false", "it leaves the board with what it captures"),
];

#[rustfmt::skip]
const OFFSET: [Key; 1] = [
    Key::new("vectors", Values::Other("a list of `[files, ranks]`"), "`[[1, 2], [-1, 2]]`", "1 to 32 vectors as White sees them; for Black ranks count the other way"),
];

const IMITATE: [Key; 3] = [
    Key::flag("leap-alone", "false", "a jump captures nothing else"),
    Key::flag("royal-alone", "false", "a move onto a royal piece captures nothing else"),
    Key::flag("mount-is-jumped", "false", "what a `jump` leaps over counts as jumped"),
];

/// The acts with their options.
#[rustfmt::skip]
pub const ACTS: [Key; 10] = [
    Key::word("swap", "changes places with the first piece on a queen line").with(&SWAP),
    Key::word("destroy", "leaves the board with an adjacent enemy (`d`)"),
    Key::word("push", "steps onto an adjacent piece and pushes it on"),
    Key::word("pull", "steps away from an adjacent piece, which follows (`t`)"),
    Key::word("attract", "brings the first enemy on a queen line one square nearer").with(&ATTRACT),
    Key::word("repel", "sends an adjacent enemy one square away"),
    Key::word("explode", "leaves the board with all adjacent pieces of both sides"),
    Key::word("leave", "trades places, or leaves a piece of its hand behind"),
    Key::word("rifle", "captures the first piece on a queen line without moving").with(&RIFLE),
    Key::word("imitate", "swaps with what swaps, destroys what destroys"),
];

#[rustfmt::skip]
const SWAP: [Key; 2] = [
    Key::new("with", Values::Words(&["any", "enemy"]), "any", "with pieces of both sides, or with enemies only"),
    Key::flag("take-back", "true", "the same squares may be swapped on the next move"),
];

const ATTRACT: [Key; 1] =
    [Key::new("range", Values::Distance(1), "`\"any\"`", "how far, in squares")];

#[rustfmt::skip]
const RIFLE: [Key; 3] = [
    Key::new("range", Values::Distance(1), "`\"any\"`", "how far, in squares"),
    Key::new("free", Values::Distance(0), "as `range`", "how far without a spotter"),
    Key::new("spotter", Values::Number(1, MAX_RANGE), "1", "for shots farther than `free`: how near the target, on a queen line with nothing between, another piece of its side must be"),
];

/// The keys of the table of one of some keys.
pub fn of(keys: &'static [Key], name: &str) -> &'static [Key] {
    keys.iter().find(|key| key.name == name).map_or(&[], |key| key.keys)
}

/// The keys of a table, and those below them, each with its path behind that of the table.
pub fn all(above: &str, keys: &'static [Key]) -> Vec<(String, &'static Key)> {
    let mut all = Vec::new();
    for key in keys {
        let path = format!("{above}{}", key.name);
        let below = self::all(&format!("{path}."), key.keys);
        all.push((path, key));
        all.extend(below);
    }
    all
}

/// A table of keys in Markdown.
pub fn markdown(keys: &'static [Key]) -> String {
    let mut text = "| key | value | default | what it is about |\n|---|---|---|---|\n".to_owned();
    for (path, key) in all("", keys) {
        let Key { values, about, .. } = key;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{path}` | {values} | {} | {about} |", key.default_text());
    }
    text
}

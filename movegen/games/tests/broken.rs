//! Broken files and all that is reported about them.

use baroque_games::parse;

use Part::{End, Game, Piece, Whole};

/// What the text of a case is.
#[derive(Clone, Copy)]
enum Part {
    /// The whole file.
    Whole,
    /// Keys of a game, from line 4 on.
    Game,
    /// Keys of `end`, from line 5 on.
    End,
    /// Keys of a piece, in line 6 from column 35 on.
    Piece,
}

/// Parts of files, and the lines about them: `line:column key: message`.
#[rustfmt::skip]
const CASES: &[(Part, &str, &[&str])] = &[
    (Whole, "", &["1:1: there is no game in the file",
            "1:1 format: format is missing; a file begins with format = 1"]),
    (Whole, r#"[g]
start = "8/8"
"#, &["1:1 format: format is missing; a file begins with format = 1",
            "1:2 g: pieces is missing"]),
    (Whole, "format = 2\n[g]\nbord = 1\n", &["1:10 format: format 2 is unknown; this program reads format 1"]),
    (Whole, r#"format = "1"
"#, &["1:1: there is no game in the file",
            "1:10 format: must be 1, not a text"]),
    (Whole, "format = 1\n", &["1:1: there is no game in the file"]),
    (Whole, r#"format = 1
start = "x"
foo = 2
"#, &["1:1: there is no game in the file",
            "2:1 start: 'start' belongs in a game, after a line [name]",
            "3:1 foo: no key 'foo' outside of games; allowed is format"]),
    (Whole, r#"g = { start = "4k3/8/8/8/8/8/8/4K3", pieces = { K = { name = "king", move = "K", royal = true } } }
format = 1
"#, &["2:1 format: format must come before the first game"]),
    (Whole, "format = 1\n[Siege_2]\n", &["2:2 Siege_2: 'Siege_2' is not a name: a-z, 0-9 and -, at most 32",
            "2:2 Siege_2: pieces is missing",
            "2:2 Siege_2: start is missing"]),
    (Whole, "format = 1\n[rococo]\n[ultima]\n", &["2:2 rococo: pieces is missing",
            "2:2 rococo: start is missing",
            "2:2 rococo: the name 'rococo' belongs to a game of ours",
            "3:2 ultima: pieces is missing",
            "3:2 ultima: start is missing",
            "3:2 ultima: the name 'ultima' belongs to a game of ours"]),
    (Whole, r#"format = 1
[fugue]
inherits = "rococo"
"#, &["2:2 fugue: the name belongs to a game of ours, and this is another one"]),
    (Whole, r#"format = 1
[a]
inherits = "b"
[b]
inherits = "a"
[c]
inherits = "c"
"#, &["5:12 b.inherits: these games inherit from each other: a, b",
            "7:12 c.inherits: a game cannot inherit from itself"]),
    (Whole, r#"format = 1
[a]
inherits = "baroqe"
[b]
inherits = 3
"#, &["3:12 a.inherits: no game 'baroqe' in the file; ours are abbott1962, abbott1968, baroque, cambridge, delft, fugue, maxima, optima-frame, optima-frame-9, optima-house, optima-house-9, optima-house-pool, penultima, renaissance, rococo, rococo-vchess, skirmish, vchess; did you mean 'baroque'?",
            "5:12 b.inherits: must be the name of a game, not a number"]),
    (Whole, "format = 1\n[g\nstart = 1\n", &["2:3: unclosed table, expected `]`"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
start = "x"
[g.pieces]
K = { name = "king" move = "K" }
L = { nome = "leaper" }
"#, &["4:1: duplicate key",
            "6:21: missing comma between key-value pairs, expected `,`",
            "7:7 g.pieces.L: no key 'nome'; allowed are name, move, take, act, freezes, shields, neutralizes, immune, royal, promote, taken-becomes, imitated, value; did you mean 'name'?"]),
    (Whole, r#"format = 1
[g]
start = "abc
"#, &[r#"3:13: invalid basic string, expected `"`"#]),
    (Whole, r#"format = 1
[a]
inherits = "fugue"
board = "9x9"
"#, &["3:12 a.inherits: inherited fugue.start: FEN: it has 8 ranks of 8 squares where the board has 9 of 9: the size of a board is files x ranks"]),
    (Whole, r#"format = 1
[a]
start = "4k3/8/8/8/8/8/8/4K3"
[a.pieces]
K = { name = "king", move = "KX", take = "displace", royal = true }
[b]
inherits = "a"
[c]
inherits = "b"
board = "8x9"
"#, &["5:29 a.pieces.K.move: 'X' in 'KX' is no atom; allowed are W F N D A H C Z G K R B Q"]),
    (Whole, r#"format = 1
[a]
start = "4k3/8/8/8/8/8/8/4K3"
[a.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[c]
inherits = "a"
board = "8x9"
"#, &["3:9 a.start: FEN: 8 ranks where the board has 9 (as 'c' inherits it)"]),
    (Whole, r#"format = 1
[a]
start = "4k3/8/8/8/8/8/8/4K3"
[a.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
["c\u001b"]
inherits = "a"
board = "8x9"
"#, &["3:9 a.start: FEN: 8 ranks where the board has 9 (as 'c\\u{1b}' inherits it)",
            "6:2 c\\u{1b}: 'c\\u{1b}' is not a name: a-z, 0-9 and -, at most 32"]),
    (Whole, "format = 1\n[g]\nsiege = [[[[[[[[[[1]]]]]]]]]]\n", &["2:2 g: pieces is missing",
            "2:2 g: start is missing",
            "3:1 g: no key 'siege'; allowed are inherits, title, source, note, board, files, first-rank, holes, wrap, zones, start, starts, pieces, suicide, ranklimit, forced-captures, limit, only-to-take, hands, placement, end, draw",
            "3:18 g.siege: values are nested more than 8 deep"]),
    (Game, r#"bord = "8x8""#, &["4:1 g: no key 'bord'; allowed are inherits, title, source, note, board, files, first-rank, holes, wrap, zones, start, starts, pieces, suicide, ranklimit, forced-captures, limit, only-to-take, hands, placement, end, draw; did you mean 'board'?"]),
    (Game, "board = 8", &[r#"4:9 g.board: must be files and ranks, such as "8x8", not a number"#]),
    (Game, r#"board = "16x9""#, &["4:9 g.board: '16x9' has more than 128 squares"]),
    (Game, r#"board = "8by8""#, &["4:9 g.board: '8by8' is not files x ranks, each from 1 to 16"]),
    (Game, r#"board = "17x2""#, &["4:9 g.board: '17x2' is not files x ranks, each from 1 to 16"]),
    (Game, r#"files = "abcdefgg""#, &["4:9 g.files: 'abcdefgg' is not 8 different letters from a to z"]),
    (Game, r#"files = "abc""#, &["4:9 g.files: 'abc' is not 8 different letters from a to z"]),
    (Game, "first-rank = 93", &["4:14 g.first-rank: 93 is not from 0 to 92"]),
    (Game, "first-rank = -1", &["4:14 g.first-rank: -1 is not from 0 to 92"]),
    (Game, r#"holes = "i1 a9""#, &["4:9 g.holes: no square 'a9'; the ranks are 1 to 8",
            "4:9 g.holes: no square 'i1'; the files are abcdefgh"]),
    (Game, r#"holes = "a* b* c* d* e* f* g* h*""#, &["4:9 g.holes: no square is left"]),
    (Game, r#"holes = "e1""#, &["3:9 g.start: FEN: 'K' is on a missing square, rank 1, file 5"]),
    (Game, r#"wrap = "file""#, &["4:8 g.wrap: no word 'file'; allowed is files; did you mean 'files'?"]),
    (Game, r#"zones = { Far = "a1" }"#, &["4:11 g.zones.Far: 'Far' is not a name: a-z, 0-9 and -, at most 32"]),
    (Game, r#"zones = { far = "a1 -b1" }"#, &["4:17 g.zones.far: '-b1' takes away no square of those before it"]),
    (Game, r#"zones = { far = "" }"#, &["4:17 g.zones.far: there are no squares in it"]),
    (Game, r#"zones = { far = { white = "*8", blak = "*1" } }"#, &["4:17 g.zones.far: black is missing",
            "4:33 g.zones.far: no key 'blak'; allowed are white, black; did you mean 'black'?"]),
    (Game, "zones = { far = 8 }", &["4:17 g.zones.far: must be squares, or a table { white = squares, black = squares }, not a number"]),
    (Game, r#"holes = "a1"
zones = { far = "a1" }"#, &["5:17 g.zones.far: 'a1' is missing from the board"]),
    (Game, r#"suicide = "yes""#, &["4:11 g.suicide: must be true or false, not a text"]),
    (Game, "ranklimit = 1", &["4:13 g.ranklimit: must be true or false, not a number"]),
    (Game, r#"zones = { far = "*8" }
limit = { in = "fare", pieces = 1 }"#, &["5:16 g.limit.in: no zone 'fare'; allowed is far; did you mean 'far'?"]),
    (Game, "limit = { pieces = 200 }", &["4:9 g.limit: in is missing",
            "4:20 g.limit.pieces: 200 is not from 0 to 128"]),
    (Game, r#"zones = { far = { white = "*8", black = "*1" } }
only-to-take = "far""#, &["5:16 g.only-to-take: zone 'far' is not the same for both sides"]),
    (Game, r#"only-to-take = "ring""#, &["4:16 g.only-to-take: no zone 'ring'; the game has no zones"]),
    (Game, r#"hands = { turns = { P = "K", X = "P" } }"#, &["4:21 g.hands.turns.P: 'K' is royal and never in a hand",
            "4:30 g.hands.turns: no piece 'X'; the game has K, P"]),
    (Game, r#"hands = { drop = "*8" }"#, &["4:18 g.hands.drop: no zone '*8'; the game has no zones"]),
    (Game, "hands = true", &["4:9 g.hands: must be a table with takes, turns and drop, not true or false"]),
    (Game, "title = 1\nsource = false\nnote = []", &["4:9 g.title: must be a text, not a number",
            "5:10 g.source: nothing is inherited that false could take away",
            "6:8 g.note: must be a text, not a list"]),
    (Game, r#"starts = { one = "4k3/8/8/8/8/8/8/4K3", Two = 2 }"#, &["4:41 g.starts: 'Two' is not a name: a-z, 0-9 and -, at most 32",
            "4:47 g.starts.Two: must be a FEN, not a number"]),
    (Game, r#"starts = { one = "4k3/8/8/8/8/8/8/9" }"#, &["4:18 g.starts.one: FEN: rank 1 has 9 squares, not 8"]),
    (Game, r#"starts = { standard = "4k3/8/8/8/8/8/8/4K3" }"#, &["3:9 g.start: the start without a name is called standard, as is another"]),
    (Game, r#"draw = { pieces = "PX", move = { "Y" = 1, "Q" = 0 }, take = { swap = 1 }, power = { "rifle 99" = 1, "push 2" = 1, shield = 1 }, names = ["A", "A"], refuse = { no-capture = true } }"#, &["4:19 g.draw.pieces: 'P' has a row in pieces, and cannot be drawn",
            "4:34 g.draw.move: 'Y' is no atom; allowed are W F N D A H C Z G K R B Q",
            "4:49 g.draw.move.Q: 0 is not from 1 to 1000000",
            "4:63 g.draw.take: no method 'swap'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate, none; 'swap' belongs in power",
            "4:85 g.draw.power: the range '99' is not from 1 to 15",
            "4:101 g.draw.power: 'push' has no range",
            "4:115 g.draw.power: no power 'shield'; allowed are freezes, shields, neutralizes, swap, destroy, push, pull, attract, repel, explode, leave, rifle, imitate, none; did you mean 'shields'?",
            "4:143 g.draw.names: 'A' is given several times",
            "4:160 g.draw.refuse: no key 'no-capture'; allowed are first-moves-below, no-captures, decided-within; did you mean 'no-captures'?"]),
    (Game, r#"placement = { mode = "pol", zone = "x", order = "2" }"#, &["4:13 g.placement: pieces is missing",
            "4:22 g.placement.mode: no word 'pol'; allowed are own, pool; did you mean 'pool'?",
            "4:36 g.placement.zone: no zone 'x'; the game has no zones",
            "4:49 g.placement.order: no word '2'; allowed are 1, 1,2"]),
    (Game, "value = 3", &["4:1 g: no key 'value'; allowed are inherits, title, source, note, board, files, first-rank, holes, wrap, zones, start, starts, pieces, suicide, ranklimit, forced-captures, limit, only-to-take, hands, placement, end, draw; 'value' belongs in a piece"]),
    (End, r#"royal = "mated""#, &["5:9 g.end.royal: no word 'mated'; allowed are mate, capture; did you mean 'mate'?"]),
    (End, "stalemate = false", &["5:13 g.end.stalemate: nothing is inherited that false could take away"]),
    (End, r#"bare = "draw""#, &["5:8 g.end.bare: no word 'draw'; allowed is loss"]),
    (End, r#"reach = { pieces = "KX", in = "far" }"#, &["5:20 g.end.reach.pieces: no piece 'X'; the game has K, P",
            "5:31 g.end.reach.in: no zone 'far'; the game has no zones"]),
    (End, "reach = { count = 0 }", &["5:9 g.end.reach: in is missing",
            "5:9 g.end.reach: pieces is missing",
            "5:19 g.end.reach.count: 0 is not from 1 to 128"]),
    (End, r#"extinct = """#, &["5:11 g.end.extinct: letters of pieces are missing"]),
    (End, r#"extinct = "PPK""#, &["5:11 g.end.extinct: 'P' is given several times"]),
    (End, r#"repetition = "of""#, &["5:14 g.end.repetition: no word 'of'; allowed are draw, loss, off; did you mean 'off'?"]),
    (End, "movelimit = 70000", &["5:13 g.end.movelimit: 70000 is not from 0 to 65535"]),
    (End, "movelimt = 70", &["5:1 g.end: no key 'movelimt'; allowed are royal, stalemate, missing, bare, reach, extinct, repetition, movelimit; did you mean 'movelimit'?"]),
    (Piece, r#"take = "riffle""#, &["6:41 g.pieces.P.take: no method 'riffle'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate; did you mean 'rifle'? It belongs in act"]),
    (Piece, r#"take = "swap""#, &["6:41 g.pieces.P.take: no method 'swap'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate; 'swap' belongs in act"]),
    (Piece, r#"take = ["withdraw", "withdraw"]"#, &["6:54 g.pieces.P.take: 'withdraw' is given several times"]),
    (Piece, "take = { leap = { sevral = true, slide-on = 1 } }", &["6:52 g.pieces.P.take.leap: no option 'sevral'; allowed are several, slide-on, effect; did you mean 'several'?",
            "6:78 g.pieces.P.take.leap.slide-on: must be true or false, not a number"]),
    (Piece, "take = { leap = true }", &["6:50 g.pieces.P.take.leap: the options of leap must be a table, not true or false"]),
    (Piece, r#"take = { either = "withdraw" }"#, &["6:52 g.pieces.P.take.either: either must be { either = [methods] }"]),
    (Piece, r#"take = { either = ["withdraw"] }"#, &["6:52 g.pieces.P.take.either: either is about two methods or more"]),
    (Piece, r#"take = { either = ["withdraw", "approch"] }"#, &["6:65 g.pieces.P.take.either: no method 'approch'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate; did you mean 'approach'?"]),
    (Piece, r#"take = [["withdraw"]]"#, &["6:42 g.pieces.P.take: must be a method or a table method = options, not a list"]),
    (Piece, r#"take = { coordinate = { with = "X", corners = "some" } }"#, &["6:65 g.pieces.P.take.coordinate.with: no piece 'X'; the game has K, P"]),
    (Piece, "take = { offset = { vectors = [[1, 2, 3], [0, 0], [99, 1], 7] } }", &["6:65 g.pieces.P.take.offset.vectors: a vector has two numbers: files and ranks",
            "6:76 g.pieces.P.take.offset.vectors: [0, 0] leads nowhere",
            "6:85 g.pieces.P.take.offset.vectors: 99 is not from -15 to 15",
            "6:93 g.pieces.P.take.offset.vectors: must be a vector, such as [1, 2], not a number"]),
    (Piece, "take = { offset = { vectors = [] } }", &["6:64 g.pieces.P.take.offset.vectors: 0 vectors are not from 1 to 32"]),
    (Piece, r#"take = { pincer = { along = "D", partners = "k" } }"#, &["6:62 g.pieces.P.take.pincer.along: no word 'D'; allowed are O, A"]),
    (Piece, r#"take = { around = { whom = "all", self = "yes" } }"#, &["6:75 g.pieces.P.take.around.self: must be true or false, not a text"]),
    (Piece, r#"take = { displace = { effect = "convert" } }"#, &["6:41 g.pieces.P.take: what 'displace' and 'plow' take cannot stay on the board, so their effect is neither 'convert' nor 'demote'"]),
    (Piece, r#"take = { withdraw = { effect = "hand" } }"#, &["6:41 g.pieces.P.take: the game has no hands"]),
    (Piece, "take = { imitate = { several = true } }", &["6:55 g.pieces.P.take.imitate: no option 'several'; allowed are leap-alone, royal-alone, mount-is-jumped, effect"]),
    (Piece, r#"act = "riffle""#, &["6:40 g.pieces.P.act: no act 'riffle'; allowed are swap, destroy, push, pull, attract, repel, explode, leave, rifle, imitate; did you mean 'rifle'?"]),
    (Piece, r#"act = "withdraw""#, &["6:40 g.pieces.P.act: no act 'withdraw'; allowed are swap, destroy, push, pull, attract, repel, explode, leave, rifle, imitate; 'withdraw' belongs in take"]),
    (Piece, r#"act = { rifle = { range = 99, free = "some", spotter = 0 } }"#, &["6:60 g.pieces.P.act.rifle.range: 99 is not from 1 to 15",
            r#"6:71 g.pieces.P.act.rifle.free: must be a number from 0 to 15, or "any""#,
            "6:89 g.pieces.P.act.rifle.spotter: 0 is not from 1 to 15"]),
    (Piece, r#"act = { swap = { with = "enemies" }, push = { far = 1 } }"#, &["6:58 g.pieces.P.act.swap.with: no word 'enemies'; allowed are any, enemy; did you mean 'enemy'?",
            "6:78 g.pieces.P.act.push: push has no options"]),
    (Piece, r#"act = "leave""#, &["6:40 g.pieces.P.act: the game has no hands"]),
    (Piece, r#"freezes = "PX""#, &["6:44 g.pieces.P.freezes: no piece 'X'; the game has K, P"]),
    (Piece, "freezes = { range = 2 }", &["6:44 g.pieces.P.freezes: kinds is missing"]),
    (Piece, "freezes = 3", &[r#"6:44 g.pieces.P.freezes: must be letters of pieces, "*" for all, or a table with kinds and range, not a number"#]),
    (Piece, r#"shields = { kinds = "*", unless-beside = "P" }"#, &["6:59 g.pieces.P.shields: no key 'unless-beside'; allowed are kinds, range"]),
    (Piece, r#"neutralizes = { kinds = "*", range = 16 }"#, &["6:71 g.pieces.P.neutralizes.range: 16 is not from 1 to 15"]),
    (Piece, r#"immune = "freezes""#, &["6:43 g.pieces.P.immune: no method, act or power 'freezes'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate, swap, destroy, push, pull, attract, repel, explode, leave, rifle, freezing, letters of pieces; did you mean 'freezing'?"]),
    (Piece, r#"immune = ["rifle", "rifle", "X", 3]"#, &["6:53 g.pieces.P.immune: 'rifle' is given several times",
            "6:62 g.pieces.P.immune: no piece 'X'; the game has K, P",
            "6:67 g.pieces.P.immune: must be a method, an act, freezing, or letters of pieces, not a number"]),
    (Piece, "royal = 1", &["6:42 g.pieces.P.royal: must be true or false, not a number"]),
    (Piece, r#"promote = { in = "last", to = "Q" }"#, &["6:51 g.pieces.P.promote.in: no zone 'last'; the game has no zones",
            "6:64 g.pieces.P.promote.to: no piece 'Q'; the game has K, P"]),
    (Piece, r#"promote = { to = "loost" }"#, &["6:44 g.pieces.P.promote: in is missing",
            "6:51 g.pieces.P.promote.to: no word 'loost'; allowed are lost, absent, letters of pieces; did you mean 'lost'?"]),
    (Piece, r#"promote = "Q""#, &["6:44 g.pieces.P.promote: must be a table with in and to, not a text"]),
    (Piece, r#"taken-becomes = "KP""#, &["6:50 g.pieces.P.taken-becomes: must be one letter of a piece, not 'KP'"]),
    (Piece, r#"taken-becomes = "K""#, &["6:50 g.pieces.P.taken-becomes: no piece may become a royal one"]),
    (Piece, r#"imitated = "stepp""#, &["6:45 g.pieces.P.imitated: no word 'stepp'; allowed are own, step, never; did you mean 'step'?"]),
    (Piece, "value = 1e3", &["6:42 g.pieces.P.value: must be a number from 0 to 20000, not a number with a fraction"]),
    (Piece, "value = 99999999999999999999", &["6:42 g.pieces.P.value: the number has too many digits"]),
    (Piece, "value = -1", &["6:42 g.pieces.P.value: -1 is not from 0 to 20000"]),
    (Piece, r#"mvoe = "R""#, &["6:34 g.pieces.P: no key 'mvoe'; allowed are name, move, take, act, freezes, shields, neutralizes, immune, royal, promote, taken-becomes, imitated, value; did you mean 'move'?"]),
    (Piece, "rifle = { range = 2 }", &["6:34 g.pieces.P: no key 'rifle'; allowed are name, move, take, act, freezes, shields, neutralizes, immune, royal, promote, taken-becomes, imitated, value; 'rifle' belongs in act"]),
    (Piece, r#"name2 = "\u001b[2J\u202e""#, &["6:34 g.pieces.P: no key 'name2'; allowed are name, move, take, act, freezes, shields, neutralizes, immune, royal, promote, taken-becomes, imitated, value; did you mean 'name'?"]),
    (Piece, r#"take = "\u001b[2J""#, &[r#"6:41 g.pieces.P.take: no method '\u{1b}[2J'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate"#]),
    (Piece, "imitated = 1979-05-27", &["6:45 g.pieces.P.imitated: must be a word (own, step, never), not a date or time"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
[g.pieces]
K = { name = "King", move = "K", royal = true }
k = { name = "knight", move = "N" }
KN = 3
N = 3
B = false
"#, &["5:14 g.pieces.K.name: 'King' is not a name: lower case letters, digits, blanks, - and ', at most 32",
            "6:1 g.pieces: 'k' is not a capital letter from A to Z",
            "7:1 g.pieces: 'KN' is not a capital letter from A to Z",
            "8:5 g.pieces.N: must be a table with name, move and so on, not a number",
            "9:5 g.pieces.B: nothing is inherited that false could take away"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
[g.pieces]
K = { name = "king", move = ["K", "x", 3, ""], royal = true }
L = { move = "N2", royal = true }
M = { name = "m", move = [], royal = true }
"#, &["5:35 g.pieces.K.move: 'x' is no modifier; allowed are f b l r v s m c o, and the words jump and fly",
            r#"5:40 g.pieces.K.move: must be a text, such as "mWcF", not a number"#,
            "5:43 g.pieces.K.move: there is no way of moving in it",
            "6:5 g.pieces.L: name is missing",
            "6:14 g.pieces.L.move: 'N2': a leap has no range",
            "7:5 g.pieces.M: 'M' is one royal piece too many; there are at most 2",
            "7:26 g.pieces.M.move: there is no way of moving in it"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
pieces = { P = { name = "pawn", move = "R" } }
"#, &["4:10 g.pieces: no piece is royal"]),
    (Whole, r#"format = 1
[g]
start = "4k2x/8/8/9/8/8/8/4K3 w"
pieces = { K = { name = "king", move = "K", royal = true } }
"#, &["3:9 g.start: FEN: unknown letter 'x' on rank 8, file 8; rank 5 has 9 squares, not 8; the letters of the game are K"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/3x4/8/8/8/4K3 w"
[g.pieces]
K = { name = "king", move = "K", royal = true }
L = { name = "leaper", move = "Q", take = "leap" }
P = { name = "pawn", move = "W" }
"#, &["3:9 g.start: FEN: unknown letter 'x' on rank 5, file 4; the letters of the game are K, L and P"]),
    (Whole, r#"format = 1
[g]
start = "8/3k4/8/8/3L4/8/8/4K3 w"
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
L = { name = "leaper", move = "Q", take = "leap" }
"#, &["3:9 g.start: FEN: the side not to move is in check: the leaper on d4 jumps over the king on d7, to d8"]),
    // Not like a table, and in another start.
    (Whole, r#"format = 1
[g]
start = "mate"
wrap = "files"
[g.starts]
mate = "8/3k4/8/8/8/8/8/4K3 w"
taken = "8/3k4/3A4/8/8/8/8/4K3 w"
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
A = { name = "archer", move = "W", act = "rifle" }
"#, &["7:9 g.starts.taken: FEN: the side not to move is in check: the archer on d6 shoots the king on d7"]),
    (Whole, r#"format = 1
[g]
start = "standart"
starts = { standard = "4k3/8/8/8/8/8/8/4K3" }
pieces = { K = { name = "king", move = "K", royal = true } }
"#, &["3:9 g.start: no start 'standart'; allowed is standard; did you mean 'standard'?"]),
    (Whole, r#"format = 1
[g]
start = "8/8/8/8/8/8/8/4K3 w"
end = { royal = "capture" }
pieces = { K = { name = "king", move = "K", royal = true } }
"#, &["3:9 g.start: the game is over at the start: king taken"]),
    (Whole, "format = 1\n[g]\n", &["2:2 g: pieces is missing",
            "2:2 g: start is missing"]),
    (Whole, "format = 1\n[g]\npieces = 3\nzones = 3\nstarts = 3\nstart = 3\nend = 3\n", &["3:10 g.pieces: must be a table letter = piece, not a number",
            "4:9 g.zones: must be a table name = squares, not a number",
            "5:10 g.starts: must be a table name = FEN, not a number",
            "6:9 g.start: must be a FEN or a name of starts, not a number",
            "7:7 g.end: must be a table with royal, stalemate and so on, not a number"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
[g.pieces]
K = { name = "king", move = "K", take = "displase", royal = true }
L = { name = "leaver", move = "W", act = "leave" }
A = { name = "ambiguous", move = ["R", "D"], take = "withdraw" }
"#, &["5:41 g.pieces.K.take: no method 'displase'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate; did you mean 'displace'?",
            "6:42 g.pieces.L.act: the game has no hands"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
A = { name = "ambiguous", move = ["R", "D"], take = "withdraw" }
"#, &["6:34 g.pieces.A.move: it reaches a square in two ways, which may take different pieces"]),
    (Piece, r#"act = ["swap", "imitate"]"#,
        &["6:40 g.pieces.P.act: swap does not go with imitate, whose swaps have the same text"]),
    (Piece, r#"act = ["rifle", "explode"]"#,
        &["6:40 g.pieces.P.act: rifle does not go with explode, whose moves have the same text"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/4K3"
wrap = "files"
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
A = { name = "magnet", act = "attract" }
"#, &["7:30 g.pieces.A.act: its lines meet behind the edge of the board, with different results"]),
    (Whole, r#"format = 1
[g]
board = "1x8"
start = "k/1/1/1/1/1/R/K"
wrap = "files"
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
R = { name = "rook", move = "R" }
"#, &["5:8 g.wrap: a board of one file cannot wrap"]),
    (Whole, r#"format = 1
[g]
start = "4k3/8/8/8/8/8/8/P3K3"
zones = { far = "*8" }
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
P = { name = "pawn", move = ["R", "jump"], take = "leap", promote = { in = "far", to = "lost" } }
X = { name = "imitator", move = "R", take = "imitate", promote = { in = "far", to = "lost" } }
"#, &["7:69 g.pieces.P.promote: a piece that promotes cannot fly, plow or act, both jump and leap, or imitate what flies, plows or jumps: such moves have the same text",
            "8:66 g.pieces.X.promote: a piece that promotes cannot fly, plow or act, both jump and leap, or imitate what flies, plows or jumps: such moves have the same text"]),
    (Whole, r#"format = 1
[g]
inherits = "baroque"
start = "8/8"
[g.pieces]
X = { take = { imitate = { leap-alone = 1 } } }
C = false
I = false
Z = false
"#, &["3:12 g.inherits: inherited baroque-file.pieces.X.freezes: no piece 'I'; the game has K, P, W, L, X",
            "6:41 g.pieces.X.take.imitate.leap-alone: must be true or false, not a number",
            "9:5 g.pieces.Z: nothing is inherited that false could take away"]),
    (Whole, r#"format = 1
[g]
inherits = "rococo"
limit = { pieces = 2 }
zones = { ring = false }
"#, &[r#"3:12 g.inherits: inherited rococo-file.only-to-take: no zone 'ring'; allowed is far"#,
            r#"4:9 g.limit: in is missing"#]),
    (Piece, "take = { leap = { several = true, several = false } }", &["6:68: duplicate key"]),
    (Piece, r#"promote = { in = "last" }"#, &["6:44 g.pieces.P.promote: to is missing",
            "6:51 g.pieces.P.promote.in: no zone 'last'; the game has no zones"]),
    (Piece, r#"take = 5, take = "leap""#, &["6:44: duplicate key"]),
    (Piece, r#"move = "Q""#, &["6:34: duplicate key"]),
    (Piece, r#"immune = "PP""#, &["6:43 g.pieces.P.immune: 'P' is given several times"]),
    (Piece, r#"take = "either""#, &["6:41 g.pieces.P.take: either must be { either = [methods] }"]),
    (Piece, r#"take = "jump""#, &["6:41 g.pieces.P.take: no method 'jump'; allowed are displace, pincer, withdraw, approach, leap, coordinate, around, plow, fly, offset, imitate; 'jump' belongs in move"]),
    (Game, r#"placement = { mode = "own", zone = "*1", pieces = "KPX" }"#, &["4:36 g.placement.zone: no zone '*1'; the game has no zones",
            "4:51 g.placement.pieces: no piece 'X'; the game has K, P"]),
    (Game, r#"zones = { far = "*8" }
placement = { mode = "own", zone = "far", pieces = "KP" }
draw = 3"#, &["6:8 g.draw: must be a table with pieces, move and take, not a number"]),
];

const KING: &str = "K = { name = \"king\", move = \"K\", take = \"displace\", royal = true }\n";

fn file(part: Part, text: &str) -> String {
    let pieces =
        |keys: &str| format!("[g.pieces]\n{KING}P = {{ name = \"pawn\", move = \"R\"{keys} }}\n");
    let game = "format = 1\n[g]\nstart = \"4k3/4p3/8/8/8/8/4P3/4K3\"\n";
    match part {
        Whole => text.to_owned(),
        Game => format!("{game}{text}\n{}", pieces("")),
        End => format!("{game}[g.end]\n{text}\n{}", pieces("")),
        Piece => format!("{game}{}", pieces(&format!(", {text}"))),
    }
}

fn found(part: Part, text: &str) -> Vec<String> {
    let Err(errors) = parse("", &file(part, text)) else { return Vec::new() };
    let lines = errors.errors.iter().map(ToString::to_string);
    lines.map(|line| line.strip_prefix(':').unwrap().to_owned()).collect()
}

#[test]
fn unbroken_parts_are_read() {
    for part in [Game, End] {
        assert_eq!(found(part, ""), [""; 0]);
    }
    assert_eq!(found(Piece, "take = \"pincer\""), [""; 0]);
}

#[test]
fn all_that_is_wrong_is_reported() {
    assert!(CASES.len() >= 60);
    let mut wrong = String::new();
    for (part, text, expected) in CASES {
        let found = found(*part, text);
        if found != *expected {
            wrong += &format!("{text}\n  found {found:#?}\n  expected {expected:#?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_number_of_pieces_has_a_bound() {
    let game = |count: usize| {
        let held = "P".repeat(count);
        let start = format!("start = \"4k3/8/8/8/8/8/8/4K3[{held}] w - - 0 1\"");
        let game = format!("format = 1\n[g]\n{start}\nhands = {{ takes = true }}\n");
        found(Whole, &format!("{game}[g.pieces]\n{KING}P = {{ name = \"pawn\", move = \"R\" }}\n"))
    };
    assert_eq!(game(253), [""; 0]);
    let error = "3:9 g.start: there are more than 255 pieces on the board and in hand";
    for count in [254, 255, 256, 600] {
        assert_eq!(game(count), [error], "{count}");
    }
}

// The messages in TypeScript. `WRITE_TYPES=1 cargo test --package baroque-page --lib types_of_the_page`
// writes this file from message.rs.

declare namespace Message {
/** What is announced of a kind. */
type Announced = {
/** Its letter. */
letter: string,
/** Its name. */
name: string,
/** Whether it makes acts as invokes. */
has_invoke: boolean, };

/** What a session answers. */
type Answer = { "type": "catalog",
/** The program's version. */
version: string,
/** The games in the order of the menu. */
games: Array<GameInfo>,
/** Number of levels; the last is full strength. */
levels: number,
/** What the engine may be set to. */
engine: EngineBounds,
/** Whether rooms can be made where the page comes from. */
has_rooms: boolean, } | { "type": "position" } & PositionInfo | { "type": "text",
/** The words. */
text: string, } | { "type": "line" } & LineInfo | { "type": "best",
/** The best move; none if the game is over. */
best: string | null, } | { "type": "done", } | { "type": "engine",
/** MiB of the transposition table. */
hash: number,
/** Search threads. */
threads: number, } | { "type": "judgements",
/** One for each move of the game. */
moves: Array<JudgedMove>, } | { "type": "games",
/** In the order of the file. */
games: Array<GameTree>,
/** What was left out or is not certain, a line each, of the first problems. */
warnings: Array<string>, } | { "type": "report",
/** A page from outside, which is to be shown without its scripts. */
html: string, } | { "type": "defined",
/** In the order of the file. */
games: Array<GameInfo>, } | { "type": "document",
/** From top to bottom. */
blocks: Array<Block>, } | { "type": "lessons",
/** In order. */
lessons: Array<LessonInfo>, } | { "type": "puzzles",
/** In order. */
puzzles: Array<PuzzleInfo>, } | { "type": "example",
/** The position. */
fen: string | null,
/** A move in it, as UCI text. */
uci: string | null, } | { "type": "reasons",
/** In the order in which they are told. */
reasons: Array<ReasonInfo>, } | { "type": "penultima",
/** What everybody sees of it. */
game: UmpiredInfo,
/** How it ended, if it is over. */
end: EndInfo | null, } | { "type": "guess",
/** The try; none if there is nothing to try. */
text: string | null, } | { "type": "error" } & Refusal;

/** What a page can ask. Sent as `{"id": 1, "ask": {"type": "catalog"}}`. */
type Ask = { "type": "catalog", } | { "type": "position",
/** The game up to the position. */
game: GameSpec, } | { "type": "why",
/** The game up to the position. */
game: GameSpec,
/** Square of the piece. */
from: string,
/** Square it cannot go to. */
to: string, } | { "type": "piece",
/** The game up to the position. */
game: GameSpec,
/** Its square. */
square: string, } | { "type": "example",
/** A game without moves. */
game: GameSpec,
/** The capital letter of the kind. */
letter: string, } | { "type": "explain",
/** The game up to the position. */
game: GameSpec,
/** What to explain. */
text: string, } | { "type": "search",
/** The game up to the position. */
game: GameSpec,
/** When the search ends. */
limits?: SearchLimits,
/** Number of best lines, 1 to 8. */
lines?: number,
/** Playing strength from 1 to 8; missing: full strength. */
level?: number | null,
/** Seed of the play of a level. */
seed?: number, } | { "type": "stop", } | { "type": "engine",
/** MiB of the transposition table. */
hash?: number | null,
/** Search threads. */
threads?: number | null, } | { "type": "judge",
/** The whole game. */
game: GameSpec,
/** Of each position, one more than there are moves; none at the end of the game. */
found: Array<Found | null>, } | { "type": "read_pgn",
/** The text of the file, or of a part of it. */
text: string,
/** Lines of the file before this part. */
before: number, } | { "type": "write_pgn",
/** The game. */
game: GameTree, } | { "type": "define",
/** The file's name, for errors. */
name: string,
/** Its text in TOML, or in JSON that of a study. */
text: string, } | { "type": "report",
/** A game without moves. */
game: GameSpec, } | { "type": "rules", } | { "type": "read",
/** The text. */
text: string,
/** The rule set of its boards. */
variant: string, } | { "type": "lessons",
/** A game without moves. */
game: GameSpec, } | { "type": "puzzles",
/** A game without moves. */
game: GameSpec,
/** The text of a pool of puzzles (EPD), to be added to those that the session knows. */
pool?: string | null, } | { "type": "penultima",
/** The game up to the last try. */
game: PenultimaSpec,
/** Whether the person gives it up. */
is_over?: boolean, } | { "type": "guess",
/** The game up to the last try; it is the guesser's turn. */
game: PenultimaSpec, };

/** A block of a text. */
type Block = { "type": "heading",
/** 1 to 6. */
level: number,
/** The fragment of links to it. */
anchor: string,
/** Its text. */
text: Array<Span>, } | { "type": "paragraph",
/** Its text. */
text: Array<Span>, } | { "type": "list",
/** Whether it is numbered. */
ordered: boolean,
/** From the first. */
items: Array<Array<Block>>, } | { "type": "table",
/** Rows of cells. */
rows: Array<Array<Array<Span>>>, } | { "type": "code",
/** The lines. */
text: string, } | { "type": "board",
/** The position. */
game: BoardSpec, } | { "type": "picture",
/** Its address, relative to that of the text. */
address: string,
/** What it shows. */
text: string, };

/** A position that a text shows. */
type BoardSpec = {
/** Rule set. */
variant: string,
/** Switches that override it. */
rules: string,
/** Position. */
fen: string, };

/** Clocks of both sides in milliseconds. */
type Clock = {
/** White's time. */
w: number,
/** Black's time. */
b: number,
/** What each move adds. */
increment: number, };

/** The end of a game. */
type EndInfo = {
/** Null for a draw. */
winner: Side | null,
/** Why. */
reason: string, };

/** Bounds of the engine's settings. */
type EngineBounds = {
/** Most MiB of the transposition table. */
hash: number,
/** Most threads. */
threads: number,
/** Longest search in milliseconds. */
time: number, };

/** What a reason explains. */
type Explained = "move" | "attack" | "flight" | "frozen" | "stuck";

/** A file of games that a player brings. */
type File = {
/** Its name, for messages. */
name: string,
/** Its text. */
text: string, };

/** What a search of a position found. */
type Found = {
/** Centipawns or moves to mate, for White. */
score: { cp: number } | { mate: number },
/** The best move. */
best: string, };

/** A rule set that can be played. */
type GameInfo = {
/** Name, as in [`GameSpec::variant`]. */
variant: string,
/** What people call it. */
title: string,
/** Hash of the definition of a described game. */
definition: string | null,
/** The game of a family of rule sets: `baroque` for all of Baroque's. */
family: string,
/** The rules apart from those of the pieces, in sentences. */
sentences: Array<string>,
/** The kinds of pieces. */
kinds: Array<KindInfo>,
/** The rule switches. */
switches: Array<SwitchInfo>,
/** Start positions, the default first. */
starts: Array<StartInfo>,
/** Whether it has lessons. */
has_lessons: boolean,
/** Whether it has puzzles. */
has_puzzles: boolean,
/** Whether there is a pool of puzzles at `puzzles/VARIANT.epd.gz`. */
has_pool: boolean,
/** The rule switches of the game that was studied, if there is a study; empty for the rule set itself. */
study: string | null, };

/** A game from its first position on. */
type GameSpec = {
/** Name of the rule set. */
variant: string,
/** Hash of the definition of a custom game; missing: that of the game which has the name here. */
definition?: string | null,
/** Switches that override the rule set, as `key=value,...`. */
rules?: string,
/** FEN of the first position; missing: the start position. */
fen?: string | null,
/** Moves in any notation. */
moves?: Array<string>, };

/** A game with variations. */
type GameTree = {
/** Name of the rule set. */
variant: string,
/** Hash of a described game. */
definition: string | null,
/** Switches that override the rule set. */
rules: string,
/** FEN of the first position; null for the start position. */
fen: string | null,
/** Other tags: players, date, result and so on. */
tags: { [key in string]: string },
/** The comment before the first move. */
comment: string,
/** The moves. */
moves: Array<TreeMove>,
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */
result: string, };

/** Pieces in hand: capital letters, one for each piece. */
type Hands = {
/** White's. */
w: string,
/** Black's. */
b: string, };

/** What a move lost. */
type JudgedMove = {
/** Expected score that it lost, from 0 to 1; 0 for the best move. */
loss: number,
/** The numeric annotation glyph of an inaccuracy, a mistake or a blunder. */
nag: number | null, };

/** A kind of pieces. */
type KindInfo = {
/** Capital letter of FEN. */
letter: string,
/** Name in lower case. */
name: string,
/** Whether it is royal. */
is_royal: boolean,
/** What it does, in phrases. */
does: Array<string>, };

/** A lesson of a tutorial. */
type LessonInfo = {
/** What it is about. */
title: string,
/** The rule. */
text: string,
/** The position. */
fen: string,
/** What to do there. */
task: string,
/** The moves that do it, as UCI text. */
accepted: Array<string>,
/** The one that the tutorial shows. */
solution: string, };

/** A line of a search. */
type LineInfo = {
/** Rank among the best lines, from 1. */
rank: number,
/** Plies. */
depth: number,
/** The greatest depth reached. */
seldepth: number,
/** Centipawns or moves to mate, for White. */
score: { cp: number } | { mate: number },
/** Whether the true score may be `higher` or `lower`. */
bound: 'higher' | 'lower' | null,
/** White's expected score, from 0 to 1. */
expected: number,
/** Nodes of the search. */
nodes: number,
/** Milliseconds of the search. */
time: number,
/** The moves as UCI text and as readable text. */
pv: Array<[string, string]>, };

/** A legal move. */
type MoveInfo = {
/** UCI text, which names it. */
uci: string,
/** Readable text: `Wg6-f5xh7`. */
text: string,
/** The square it starts from; null for a drop. */
from: string | null,
/** Where it ends: the start itself for suicide and explosion. */
to: string,
/** The letter of the piece that is dropped. */
drop: string | null,
/** Squares that lose their piece, the mover's own apart. */
victims: Array<string>,
/** Whether the piece that moves leaves the board: by suicide, explosion or mutual destruction. */
is_mover_lost: boolean,
/** What it does, in phrases: `captures the pawn on h7`. */
effects: Array<string>,
/** Whether several moves have its start and its destination, so that the player must choose. */
is_ambiguous: boolean, };

/** A game of Penultima in which a person plays against the guesser. */
type PenultimaSpec = {
/** The seed of the rules: a number less than 2⁶⁴ as text. */
seed: Seed,
/** What an illegal try costs. */
illegal: TurnRule,
/** The side of the person. */
human: 'w' | 'b',
/** The file with the table, if that is the page's own. */
file?: File | null,
/** What both sides tried: `e2e4` or `invoke e2 e5`. */
tries: Array<string>, };

/** A move that was played. */
type PlayedMove = {
/** UCI text. */
uci: string,
/** Readable text. */
text: string,
/** Full move number. */
number: number,
/** Who played it. */
side: Side,
/** Start; null for a drop. */
from: string | null,
/** Destination. */
to: string,
/** Pieces that it removed: square and letter. */
removed: Array<[string, string]>,
/** What it did, in phrases. */
effects: Array<string>, };

/** A position, and all that can be done there. */
type PositionInfo = {
/** Its FEN. */
fen: string,
/** The FEN of the first position of the game. */
first_fen: string,
/** The rule switches that override the rule set. */
rules: string,
/** The letters of the files from the left, seen by White. */
files: string,
/** The number of the lowest rank. */
lowest_rank: number,
/** The ranks from the lowest up, each from the first file: null where there is no square, a
 * letter for a piece (capital for White), another character for an empty square. */
ranks: Array<Array<string | null>>,
/** The squares that diagrams mark, each with its sign: `:` for Rococo's ring, `_` for a palace. */
marks: { [key in string]: string },
/** The squares of frozen pieces. */
frozen: Array<string>,
/** The letters of pieces in hand; null in games without hands. */
hands: Hands | null,
/** The two squares that must not be swapped now. */
swap_ban: [string, string] | null,
/** Side to move. */
side: Side,
/** Whether the side to move puts pieces on the board first. */
is_placing: boolean,
/** Whether the king of the side to move is attacked. */
in_check: boolean,
/** Squares of the attacked royal pieces of the side to move, also in games without check. */
checked: Array<string>,
/** Full move number. */
number: number,
/** How the game ended. */
end: EndInfo | null,
/** What each side could capture if it were to move. */
threats: Array<ThreatInfo>,
/** The legal moves; none if the game is over. */
moves: Array<MoveInfo>,
/** The moves that were played. */
history: Array<PlayedMove>, };

/** A position with one winning move. */
type PuzzleInfo = {
/** Its name. */
name: string,
/** The rule set. */
variant: string,
/** Hash of the definition of a described game. */
definition: string | null,
/** Switches that override the rule set. */
rules: string,
/** The position. */
fen: string,
/** The moves within which it wins. */
moves: number,
/** The winning moves as UCI text. */
solutions: Array<string>,
/** What happens in it, if that is known. */
themes: Array<string>,
/** 1 easy, 2 medium, 3 hard, if that is known. */
difficulty: number | null, };

/** Why something is so, with what a board shows of it. */
type ReasonInfo = {
/** What is explained. */
about: Explained,
/** A sentence without a full stop. */
text: string,
/** The captures that explain it; after a move that is not legal, in the position that it would lead to. */
threats: Array<ThreatInfo>,
/** The squares that it is about: of the pieces that freeze, the one to which a king cannot flee. */
squares: Array<string>, };

/** Why a request fails. */
type Refusal = {
/** In one line or, for files, a line each. */
message: string,
/** The index in [`GameSpec::moves`] of the move that is illegal, if that is why. */
illegal_move: number | null, };

/** A question of the page. */
type Request = {
/** Chosen by the page. */
id: number,
/** What it asks. */
ask: Ask, };

/** An answer to the page: `{"id": 1, "answer": {"type": "done"}}`. */
type Response = {
/** The number of the request; 0 if it could not be read. */
id: number,
/** What the session says. */
answer: Answer, };

/** What a kind does. */
type Revealed = {
/** Its letter. */
letter: string,
/** Phrases about it, as those of known games. */
does: Array<string>, };

/** When a search ends: at the first limit reached. Without any it is infinite, which means as long
 * as the session allows. */
type SearchLimits = {
/** Milliseconds. */
time?: number | null,
/** Nodes. */
nodes?: number | null,
/** Plies. */
depth?: number | null,
/** The clocks of a game. */
clock?: Clock | null, };

/** The seed of a draw. It is as secret as what is drawn, so its `Debug` does not tell it. In messages it is a decimal
 * text: the numbers of JavaScript are not exact from 2⁵³ on. */
type Seed = string;

/** A side. */
type Side = "w" | "b";

/** Text in one style. */
type Span = {
/** The text. */
text: string,
/** `strong`, `emphasis`, `code`, or the address of a link. */
style: string | null, };

/** A start position. */
type StartInfo = {
/** Its name. */
name: string,
/** The name in words. */
text: string,
/** Its FEN. */
fen: string, };

/** A rule switch. */
type SwitchInfo = {
/** Its key. */
key: string,
/** Its values; empty if it is a number. */
values: Array<ValueInfo>,
/** Its value in this rule set. */
value: string,
/** What it is about. */
about: string, };

/** A capture that a side could make if it were to move. */
type ThreatInfo = {
/** Who could capture. */
side: Side,
/** The square of the piece that would move. */
by: string,
/** The square where its way bends. */
via: string | null,
/** Where it would go; its own square if it stays there. */
to: string,
/** The square of the victim. */
victim: string,
/** The squares of other pieces that help. */
helpers: Array<string>,
/** How, in a sentence without a full stop. */
text: string, };

/** A move of a game with variations. */
type TreeMove = {
/** UCI text when read; any notation when written. */
uci: string,
/** Readable text; ignored when written. */
text: string,
/** Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
nags: Array<number>,
/** The comment after it. */
comment: string,
/** Other lines from the position before this move. */
variations: Array<Array<TreeMove>>,
/** What stands before this move if it is the first one of a variation. */
before: TreeRemark,
/** What stands after the variation that begins with this move. */
after: TreeRemark, };

/** Annotations that belong to no move. */
type TreeRemark = {
/** Numeric annotation glyphs. */
nags: Array<number>,
/** The comment. */
comment: string, };

/** A try with its answer. */
type Tried = {
/** The number of the move. */
number: number,
/** Who tried, `w` or `b`. */
side: 'w' | 'b',
/** The try: `e2e4` or `invoke e2 e5`. */
text: string,
/** The position after it if it was legal; null if it was not. */
fen: string | null, };

/** What an illegal try costs. */
type TurnRule = "lose" | "retry";

/** What everybody sees of a game. Its rules are in it only when it is over. */
type UmpiredInfo = {
/** The name of the game from whose table the rules were drawn. */
table: string,
/** What can be drawn, in sentences. */
sentences: Array<string>,
/** What an illegal try costs. */
illegal: TurnRule,
/** What was announced of the kinds. */
kinds: Array<Announced>,
/** SHA-256 of the rules followed by the salt, in hexadecimal digits. */
hash: string,
/** The letters of the files from the left, seen by White. */
files: string,
/** The number of the lowest rank. */
lowest_rank: number,
/** FEN of the start. */
start: string,
/** What was tried, with the answers. */
tries: Array<Tried>,
/** FEN of the position. */
fen: string,
/** The side to move, `w` or `b`. */
side: 'w' | 'b',
/** What the kinds do; null until the game is over. */
revealed: Array<Revealed> | null,
/** The log with rules and salt, which `baroque umpire verify` accepts; null until the game is over. */
log: string | null, };

/** A value of a rule switch. */
type ValueInfo = {
/** Its name. */
name: string,
/** What it means: what the switch is about goes on with it. */
text: string, };
}

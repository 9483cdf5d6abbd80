// The messages in TypeScript. `WRITE_TYPES=1 cargo test --package baroque-rooms --lib types_of_the_page`
// writes this file from message.rs.

declare namespace Room {
import Announced = Message.Announced;

/** What is answered in a room. */
type Answer = { "type": "done" } | { "type": "lines",
/** Those that are still there, oldest first. */
lines: Array<Line>,
/** The number of the next one. */
next: number, } | { "type": "room",
/** What is seen of it. */
room: RoomInfo, } | { "type": "file",
/** None if the game is one of the program's. */
file: File | null, } | { "type": "log",
/** None if there was none, or its rules were known. */
log: string | null, };

/** What can be asked in a room. */
type Ask = { "type": "enter",
/** A secret of the room. */
secret: string, } | { "type": "act",
/** What. */
command: Command, } | { "type": "lines",
/** The number of the first one. */
from: number, } | { "type": "room", } | { "type": "file", } | { "type": "log", };

/** The clock of a room as it is now. */
type ClockInfo = {
/** The time of the players. */
time: TimeControl,
/** Milliseconds that White has left. */
w: number,
/** Milliseconds that Black has left. */
b: number,
/** Whose time runs, `w` or `b`. */
running: 'w' | 'b' | null, };

/** What a player wants. */
type Command = { "type": "move",
/** The move in any notation. */
text: string,
/** The number of moves before it, and that of the game: a move is made once, and where it was meant. */
ply: number,
/** The number of the game in the room. */
number: number, } | { "type": "try",
/** A move, `e2e4`, or an invoke, `invoke e2 e5`. */
text: string,
/** The number of tries before it, and that of the game: a try is made once, and where it was meant. */
tries: number,
/** The number of the game in the room. */
number: number, } | { "type": "offer",
/** What. */
what: Offer,
/** The number of the game in the room. */
number: number, } | { "type": "accept",
/** What. */
what: Offer,
/** The number of the game in the room. */
number: number, } | { "type": "decline",
/** What. */
what: Offer,
/** The number of the game in the room. */
number: number, } | { "type": "resign",
/** The number of the game in the room. */
number: number, } | { "type": "say",
/** A line. */
text: string, };

/** How a game ended. */
type End = {
/** The side that won, `w` or `b`; none in a draw. */
winner: 'w' | 'b' | null,
/** Why. */
reason: string, };

import File = Message.File;

import GameSpec = Message.GameSpec;

/** A line of a chat. */
type Line = {
/** The side that said it, `w` or `b`: the one that it has now. */
side: 'w' | 'b',
/** What it said. */
text: string, };

/** What those rooms are like. */
type Looked = {
/** None where there is no such room. */
rooms: Array<RoomInfo | null>, };

/** What somebody sends to look at rooms. */
type Looking = {
/** A secret of each. */
secrets: Array<string>, };

/** What whoever makes a room gets: its secrets. */
type Made = {
/** That of the maker's seat. */
seat: string,
/** That of the invitation. */
invitation: string,
/** That of those who watch. */
watch: string, };

/** What is told when a room has changed. */
type News = {
/** The room as it is now. */
room: RoomInfo, };

/** What a player can offer. */
type Offer = "draw" | "takeback" | "rematch";

/** An offer. */
type OfferInfo = {
/** What is offered. */
what: Offer,
/** By which side, `w` or `b`. */
side: 'w' | 'b', };

/** How Penultima is played. */
type Penultima = {
/** What an illegal try costs. */
illegal: TurnRule,
/** The seed of the first game's rules, if the maker chooses it. It is forgotten after the draw. */
seed?: Seed | null, };

/** What is seen of Penultima in a room. */
type PenultimaInfo = {
/** Whether the maker of the room chose the seed, and so can know the rules. */
is_chosen: boolean,
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

/** Who is in a room now. */
type PresentInfo = {
/** Whether White is. */
w: boolean,
/** Whether Black is. */
b: boolean,
/** How many others are, by their connections. */
others: number, };

/** What is asked in a room. */
type Request = {
/** Its number. */
id: number,
/** What. */
ask: Ask, };

/** An answer. */
type Response = {
/** The number of its request. */
id: number,
/** What is answered. */
answer: Answer, };

import Revealed = Message.Revealed;

/** What somebody in a room sees of it. */
type RoomInfo = {
/** Who that is. */
role: 'player' | 'invited' | 'spectator',
/** The side that is played, or offered to who is invited: `w` or `b`. */
side: 'w' | 'b' | null,
/** The number of the game in the room, from 1. */
number: number,
/** The game with its moves, if its rules are known. */
game: GameSpec | null,
/** What is seen of Penultima, if that is played. */
penultima: PenultimaInfo | null,
/** The side whose turn it is, `w` or `b`. */
turn: 'w' | 'b',
/** Whether both seats are taken. */
is_seated: boolean,
/** Who is there now. */
present: PresentInfo,
/** The clock, if there is one. */
clock: ClockInfo | null,
/** What is offered. */
offers: Array<OfferInfo>,
/** How the game ended, if it is over. */
end: End | null,
/** The number of lines of the chat, if there is one. */
lines: number | null, };

import Seed = Message.Seed;

/** What whoever makes a room chooses. */
type Setup = {
/** The game before its first move, if it is not Penultima. */
game?: GameSpec | null,
/** Penultima, whose rules are drawn. */
penultima?: Penultima | null,
/** The file that describes the game or the table, if it is not one of the program's. */
file?: File | null,
/** The time of the players. */
time: TimeControl,
/** The maker's side in the first game. */
side: 'w' | 'b',
/** Whether the players can write to each other. */
has_chat: boolean, };

/** What the other player sends to take the seat. */
type Taking = {
/** The secret of the invitation. */
invitation: string,
/** The secret that the seat is to have; sent again it does no harm. */
seat: string, };

/** How much time the players have. */
type TimeControl = { "type": "unlimited", } | { "type": "clock",
/** Milliseconds for the game: a second to three hours. */
base: number,
/** Milliseconds that each move brings: at most three minutes. */
increment: number, } | { "type": "days",
/** One to 14. */
days: number, };

import Tried = Message.Tried;

import TurnRule = Message.TurnRule;
}

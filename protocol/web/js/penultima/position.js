/** What is seen of a game of Penultima, whose rules only the umpire knows: boards and tries. */

import { colorOf, isPiece } from '../geometry.js';

/**
 * What the umpire tells.
 * @typedef {Message.UmpiredInfo} UmpiredInfo
 */

/** What the page says of the kinds: what they do only when that is known. */
export function kindsOf({ kinds, revealed = null }) {
  return kinds.map(({ letter, name, has_invoke: hasInvoke }) => ({
    letter,
    name,
    does: revealed?.find((kind) => kind.letter === letter)?.does ?? [letter === 'K' ? 'moves and captures as in chess' : 'only the umpire knows what it does', ...(hasInvoke ? ['has an invoke: it can act without moving'] : [])],
  }));
}

/**
 * The position after some tries, as boards and lists of moves show one. Its moves are all that can be tried.
 * @param {UmpiredInfo} info
 * @param {number} count
 * @param {boolean} [isInvoke] whether invokes are to be tried, not moves
 * @returns {Message.PositionInfo}
 */
export function positionAfter(info, count, isInvoke = false) {
  const { start, tries, files, lowest_rank: lowest } = info;
  const isLast = count === tries.length;
  const { side, number } = isLast ? { side: info.side, number: Number(info.fen.split(' ').at(-1)) } : tries[count];
  const { ranks, hands } = boardOf(fenAfter(info, count));
  const position = {
    fen: fenAfter(info, count), first_fen: start, rules: '', files, lowest_rank: lowest, ranks, marks: {}, frozen: [], hands,
    swap_ban: null, side, is_placing: false, in_check: false, checked: [], number, end: null, threats: [],
    moves: [], history: historyOf(info, count),
  };
  if (isLast) position.moves = possible(position, info, isInvoke);
  return position;
}

/** FEN after some tries: that of the last legal one. */
function fenAfter({ start, tries }, count) {
  return tries.slice(0, count).findLast(({ fen }) => fen !== null)?.fen ?? start;
}

/** The squares of a FEN from the lowest rank up, as `PositionInfo.ranks`, and its hands. */
function boardOf(fen) {
  const [, placement, held] = fen.match(/^([^\s[]+)(?:\[([^\]]*)\])?/) ?? [];
  const row = (text) => [...text.matchAll(/\d+|\*|./g)].flatMap(([sign]) => {
    if (/\d/.test(sign)) return Array.from({ length: Number(sign) }, () => '.');
    return [sign === '*' ? null : sign];
  });
  const ranks = placement.split('/').map(row).reverse();
  // What stands behind a semicolon is for both.
  const [own, pool = ''] = (held ?? '').split(';');
  const of = (side) => [...own].filter((letter) => colorOf(letter) === side).join('').toUpperCase() + pool;
  return { ranks, hands: held === undefined ? null : { w: of('w'), b: of('b') } };
}

/** The squares of a board by their names. */
function squaresOf({ files, lowest_rank: lowest }, ranks) {
  const squares = new Map();
  ranks.forEach((row, rank) => row.forEach((char, file) => char !== null && squares.set(`${[...files][file]}${rank + lowest}`, char)));
  return squares;
}

/** The tries as the moves of a line: each differs from all others. */
export function movesOf({ tries }) {
  return tries.map(({ text }, index) => `${index} ${text}`);
}

/** The squares of a try: of its piece, and where it is meant to. */
function endsOf(text, files) {
  const square = `[${files}]\\d+`;
  const [, drop] = text.match(/^([A-Z])@/) ?? [];
  const [first = '', second = first] = [...text.replace(/^invoke /, '').matchAll(new RegExp(square, 'g'))].map(([name]) => name);
  return drop ? { from: null, to: first } : { from: first, to: second };
}

/** Tries as moves that were played, each with the letter of its piece. */
function historyOf(info, count) {
  const { start, tries, files } = info;
  const moves = movesOf(info);
  let before = squaresOf(info, boardOf(start).ranks);
  return tries.slice(0, count).map(({ text, number, side, fen }, index) => {
    const after = fen === null ? before : squaresOf(info, boardOf(fen).ranks);
    const { from, to } = endsOf(text, files);
    const letter = (from === null ? text[0] : before.get(from))?.toUpperCase() ?? '';
    const played = {
      uci: moves[index], text: fen === null ? `${text} ✗` : text, number, side, from, to,
      removed: goneFrom(before, after), isIllegal: fen === null, tried: text, letter,
    };
    before = after;
    return played;
  });
}

/** The pieces that have left a board. */
function goneFrom(before, after) {
  if (before === after) return [];
  const count = (squares, letter) => [...squares.values()].filter((char) => char === letter).length;
  const isGone = ([name, char]) => isPiece(char) && after.get(name) !== char && count(after, char) < count(before, char);
  return [...before].filter(isGone);
}

/**
 * All that the side to move can try by a click: moves to squares without a piece of its own, or the invokes of those who
 * have one. More can be typed.
 */
function possible({ ranks, hands, side }, info, isInvoke) {
  const squares = [...squaresOf(info, ranks)];
  const isOwn = (char) => isPiece(char) && colorOf(char) === side;
  const invokers = new Set(info.kinds.filter((kind) => kind.has_invoke).map(({ letter }) => letter));
  const sources = squares.filter(([, char]) => isOwn(char) && (!isInvoke || invokers.has(char.toUpperCase())));
  const targets = isInvoke ? squares : squares.filter(([, char]) => !isOwn(char));
  const moves = sources.flatMap(([from]) => targets.map(([to]) => {
    const text = !isInvoke ? from + to : from === to ? `invoke ${from}` : `invoke ${from} ${to}`;
    return tryOf(text, { from, to });
  }));
  const drops = [...new Set(hands?.[side] ?? '')].flatMap((drop) => targets.map(([to]) => tryOf(`${drop}@${to}`, { drop, to })));
  return isInvoke ? moves : [...moves, ...drops];
}

function tryOf(text, { from = null, to, drop = null }) {
  return { uci: text, text, from, to, drop, victims: [], is_mover_lost: false, effects: [], is_ambiguous: false };
}

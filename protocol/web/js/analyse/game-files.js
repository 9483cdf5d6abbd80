/** Reads games from text that was pasted, opened or dropped. No DOM. */

import { GameTree } from '../tree.js';

/** Characters of the longest PGN, and about those of a part that is read at once. */
const MAX_PGN = 2 ** 24;
const PART = 2 ** 16;
/** Games after which no other part is read. */
const MAX_GAMES = 1000;
/** Warnings about a file that are told. */
const MAX_WARNINGS = 3;

/**
 * The games of a text: a FEN, PGN, or, by its name, a file that describes games or the file of a study.
 * @param {import('../app.js').Context} context
 * @param {string} name of the file, '' for pasted text
 * @param {string} text
 * @param {{ variant: string, definition: string|null, rules: string }} game what a FEN belongs to
 * @returns {Promise<GameTree[]>}
 */
export async function readGames(context, name, text, game) {
  if (/\.(toml|json)$/i.test(name)) return readDefinitions(context, name, text);
  if (name && !/\.(pgn|fen|txt)$/i.test(name)) {
    throw new Error(`${name} is neither a game (.pgn) nor a description of games (.toml) nor a study (.json).`);
  }
  const trimmed = text.trim();
  return isFen(trimmed) ? [await readFen(context, trimmed, game)] : readPgn(context, text);
}

/** Whether a text is one line that begins with ranks between slashes. */
function isFen(text) {
  return !text.includes('\n') && /^(vchess\s+)?[^\s/[]+(\/[^\s/]+){2,}(\s|$)/.test(text);
}

async function readFen({ session }, text, { variant, definition, rules }) {
  const spec = { variant, definition, rules, fen: text, moves: [] };
  const position = await session.ask({ type: 'position', game: spec });
  return new GameTree({ ...spec, fen: position.fen });
}

/** The games of a text in PGN, at least one. Says what is left out of them. */
async function readPgn({ session, toast }, text) {
  if (text.length > MAX_PGN) throw new Error('this file is too large: at most 16 MiB of PGN are read');
  const trees = [];
  const told = new Set();
  let before = 0;
  for (const part of partsOf(text)) {
    if (trees.length >= MAX_GAMES) {
      told.add(`only the first ${trees.length} games are read`);
      break;
    }
    const { games, warnings } = await session.ask({ type: 'read_pgn', text: part, before });
    before += part.split('\n').length - 1;
    warnings.forEach((warning) => told.add(warning));
    trees.push(...games.map((game) => GameTree.fromMessage(game)));
  }
  for (const warning of [...told].slice(0, MAX_WARNINGS)) toast(warning, 'error');
  return trees;
}

/** Cuts a PGN between games, so that each part fits into a message. */
function* partsOf(text) {
  let start = 0;
  while (text.length - start > PART) {
    const next = text.slice(start + PART).search(/\n\s*\n\[/);
    if (next < 0) break;
    const end = start + PART + next + 1;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

async function readDefinitions(context, name, text) {
  const games = await context.catalog.define(name, text);
  return games.map(({ variant, definition, study }) => new GameTree({ variant, definition, rules: study ?? '' }));
}

/** What a list of games says of a game: players, result, length. */
export function summaryOf(tree, gameInfo) {
  const { White: white, Black: black, Date: date, Event: event } = tree.tags;
  const isKnown = (tag) => tag && !/^\?/.test(tag);
  const players = isKnown(white) || isKnown(black) ? `${white ?? '?'} – ${black ?? '?'}` : 'Game';
  const count = Math.ceil(tree.mainLine().length / 2);
  const details = [gameInfo?.title ?? tree.variant, event, date].filter(isKnown);
  return { players, details: [...details, `${count} ${count === 1 ? 'move' : 'moves'}`, tree.result].join(' · ') };
}

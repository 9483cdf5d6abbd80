/** Reads games from text that was pasted, opened or dropped. No DOM. */

import { GameTree } from '../tree.js';

/** Characters of the longest PGN, and about those of a part that is read at once. */
const MAX_PGN = 2 ** 24;
const PART = 2 ** 14;
/** Games after which no other part is read until more are asked for. */
const ENOUGH_GAMES = 500;
/** Warnings about a file that are told. */
const MAX_WARNINGS = 3;

/**
 * Games of a text, and what reads the next ones, if there are more.
 *
 * @typedef {object} Games
 * @property {GameTree[]} trees
 * @property {(() => Promise<Games>)|null} more
 */

/**
 * The games of a text: a FEN, PGN, or, by its name, a file that describes games or the file of a study.
 * @param {import('../app.js').Context} context
 * @param {string} name of the file, '' for pasted text
 * @param {string} text
 * @param {{ variant: string, definition: string|null, rules: string }} game what a FEN belongs to
 * @returns {Promise<Games>}
 */
export async function readGames(context, name, text, game) {
  if (/\.(toml|json)$/i.test(name)) return { trees: await readDefinitions(context, name, text), more: null };
  if (name && !/\.(pgn|fen|txt)$/i.test(name)) {
    throw new Error(`${name} is neither a game (.pgn) nor a description of games (.toml) nor a study (.json).`);
  }
  const trimmed = text.trim();
  return isFen(trimmed) ? { trees: [await readFen(context, trimmed, game)], more: null } : pgnReader(context, text)();
}

/**
 * The games of several texts.
 * @param {Games[]} several
 * @returns {Games}
 */
export function joined(several) {
  const trees = several.flatMap((games) => games.trees);
  const [first = null, ...others] = several.map(({ more }) => more).filter(Boolean);
  const more = async () => joined([await first(), ...others.map((rest) => ({ trees: [], more: rest }))]);
  return { trees, more: others.length ? more : first };
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

/** What reads some games of a text in PGN, at least one, and then the next ones. Says what is left out of them. */
function pgnReader({ session, toast }, text) {
  if (text.length > MAX_PGN) throw new Error('this file is too large: at most 16 MiB of PGN are read');
  let start = 0;
  let before = 0;
  const read = async () => {
    const trees = [];
    const told = new Set();
    do {
      const part = text.slice(start, endOfPart(text, start));
      const { games, warnings } = await session.ask({ type: 'read_pgn', text: part, before });
      start += part.length;
      before += part.split('\n').length - 1;
      warnings.forEach((warning) => told.add(warning));
      trees.push(...games.map((game) => GameTree.fromMessage(game)));
    } while (start < text.length && trees.length < ENOUGH_GAMES);
    for (const warning of [...told].slice(0, MAX_WARNINGS)) toast(warning, 'error');
    return { trees, more: start < text.length ? read : null };
  };
  return read;
}

/** Where a part of a PGN ends: between games, so that it fits into a message. */
function endOfPart(text, start) {
  const next = text.slice(start + PART).search(/\n\s*\n\[/);
  return next < 0 ? text.length : start + PART + next + 1;
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

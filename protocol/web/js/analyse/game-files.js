/** Reads games from text that was pasted, opened or dropped. No DOM. */

import { GameTree } from '../tree.js';

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
  const { games, warnings } = await session.ask({ type: 'read_pgn', text });
  for (const warning of warnings) toast(warning, 'error');
  return games.map((game) => GameTree.fromMessage(game));
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

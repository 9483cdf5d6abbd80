/** The pieces of a game, a card for each kind. */

import { familiesOf, gameOf, gameTabs } from './games.js';
import { el } from '../dom.js';
import { drawingOf, pieceIcon } from '../pieces.js';

/**
 * Renders the pieces of a game and its other rules.
 * @param {import('../app.js').Context} context
 * @param {string[]} path variant
 * @returns {{ root: HTMLElement, destroy: () => void }}
 */
export function piecesPart(context, [variant]) {
  const games = familiesOf(context.catalog);
  const game = gameOf(context, games, variant);
  const root = el(
    'div',
    {},
    gameTabs('pieces', games, game),
    el('ul.piece-cards', {}, ...game.kinds.map(card)),
    el('section.other-rules', {},
      el('h2', {}, `Other rules of ${game.title}`),
      el('ul', {}, ...game.sentences.map((sentence) => el('li', {}, sentence)))),
  );
  return { root, destroy: () => {} };
}

function card(kind) {
  const drawing = drawingOf(kind);
  return el(
    'li.piece-card.panel',
    {},
    el('div.piece-card-drawings', {},
      pieceIcon(drawing, kind.letter, 'w'), pieceIcon(drawing, kind.letter.toLowerCase(), 'b')),
    el('div', {},
      el('h2', {}, capital(kind.name), el('span.piece-card-letter', { title: 'Its letter' }, kind.letter)),
      el('ul', {}, ...kind.does.map((phrase) => el('li', {}, phrase)))),
  );
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

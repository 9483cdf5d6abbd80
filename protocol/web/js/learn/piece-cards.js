/** The pieces of a game, a card for each kind. */

import { familiesOf, gameOf, gameTabs } from './games.js';
import { diagrams, showButton } from '../diagram.js';
import { el } from '../dom.js';
import { capitalized } from '../notes.js';
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
  const shown = [];
  const root = el(
    'div',
    {},
    gameTabs('pieces', games, game),
    pieceCards(context, game, shown),
    el('section.other-rules', {},
      el('h2', {}, `Other rules of ${game.title}`),
      el('ul', {}, ...game.sentences.map((sentence) => el('li', {}, sentence)))),
  );
  return { root, destroy: () => shown.forEach((diagram) => diagram.stop()) };
}

/**
 * The cards of a game.
 * @param {import('../app.js').Context} context
 * @param {Message.GameInfo} game
 * @param {import('../diagram.js').Diagram[]} shown takes the diagrams, which are to be stopped
 * @param {string} [heading] the element of their headings
 */
export function pieceCards(context, game, shown, heading = 'h2') {
  const make = diagrams(context, () => game);
  const diagramOf = (letter) => {
    shown.push(make(letter));
    return shown.at(-1);
  };
  return el('ul.piece-cards', {}, ...game.kinds.map((kind) => card(kind, diagramOf, heading)));
}

/** A card whose button shows the piece at work. */
function card(kind, diagramOf, heading) {
  const drawing = drawingOf(kind);
  return el(
    'li.piece-card.panel',
    {},
    el('div.piece-card-drawings', {},
      pieceIcon(drawing, kind.letter, 'w'), pieceIcon(drawing, kind.letter.toLowerCase(), 'b')),
    el('div', {},
      el(heading, {}, capitalized(kind.name), el('span.piece-card-letter', { title: 'Its letter' }, kind.letter)),
      el('ul', {}, ...kind.does.map((phrase) => el('li', {}, phrase))),
      showButton('Show me', () => diagramOf(kind.letter), kind.name)),
  );
}

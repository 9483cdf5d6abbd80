/** The dialogs that open games and share the shown one. */

import { copyField, dialog } from '../dialog.js';
import { el } from '../dom.js';
import { readGames, summaryOf } from './game-files.js';
import { readText } from '../text.js';
import { button } from '../widgets.js';

/**
 * Asks for a game as text or as a file.
 * @param {import('../app.js').Context} context
 * @param {import('../tree.js').GameTree} game what a FEN belongs to
 * @param {import('../tree.js').GameTree} [previous] a game that can be opened again
 */
export function openDialog(context, game, previous = null) {
  const error = el('p.form-error', { role: 'alert' });
  const text = el('textarea.code', { rows: '9', spellcheck: false, placeholder: '1. e2-e4 e7-e5 …', 'aria-label': 'PGN or FEN' });
  const read = async (name, content) => {
    error.textContent = '';
    try {
      const games = await readGames(context, name, await content, game);
      element.close();
      context.handOverGames(games);
    } catch (reason) {
      error.textContent = reason.message;
    }
  };
  const file = el('input.visually-hidden', {
    type: 'file', accept: '.pgn,.fen,.txt,.toml',
    onchange: () => file.files[0] && read(file.files[0].name, readText(file.files[0])),
  });
  const element = dialog(
    'Open a game',
    el('p', {}, 'Paste games in PGN, or a position as FEN of the game chosen now. Files can also be dropped anywhere on the page.'),
    text,
    error,
    el('div.dialog-actions', {},
      button('Open text', () => read('', text.value), { className: 'primary' }),
      el('label.button.file-button', {}, 'Choose a file…', file),
      previous !== null && button('Back to the game before', () => {
        element.close();
        context.handOver(previous);
      })),
  );
  text.focus();
}

/**
 * Lets the user choose one of several games.
 * @param {import('../app.js').Context} context
 * @param {import('./game-files.js').Games} games
 */
export function chooseDialog(context, games) {
  const list = el('ol.game-choices');
  const count = el('p.muted', { role: 'status' });
  const more = button('More games', async () => {
    more.disabled = true;
    await games.more().then(add, context.fail);
    more.disabled = false;
  });
  const add = (read) => {
    games = read;
    list.append(...games.trees.map((tree) => choice(tree)));
    count.textContent = `${list.childElementCount} games${games.more ? ' so far' : ''}`;
    more.hidden = !games.more;
  };
  const choice = (tree) => {
    const { players, details } = summaryOf(tree, context.catalog.gameInfo(tree.variant, tree.definition));
    const choose = () => {
      element.close();
      context.handOver(tree);
    };
    return el('li', {}, el('button.game-choice', { onclick: choose },
      el('strong', {}, players), el('span.muted', {}, details)));
  };
  add(games);
  const element = dialog('Games', count, list, more);
}

/**
 * Shows the link, the FEN and the PGN of a game.
 * @param {import('../app.js').Context} context
 * @param {import('../tree.js').GameTree} tree
 * @param {Message.PositionInfo} position the shown one
 */
export function shareDialog(context, tree, position) {
  const link = el('input.code', { readOnly: true });
  context.linkTo(tree, 'analyse').then((hash) => {
    link.value = new URL(hash, location.href).href;
    const isAlone = context.catalog.sourceOf(tree.variant, tree.definition) && !hash.includes('&g=');
    if (isAlone) context.toast('The file of this game is too long for a link: send it along.');
  }, context.fail);
  const pgn = el('textarea.code', { rows: '8', readOnly: true, spellcheck: false });
  const download = el('a.button', { download: `${tree.variant}.pgn` }, 'Download');
  const element = dialog(
    'Share',
    copyField(context.toast, 'Link to this position', link),
    copyField(context.toast, 'FEN', el('input.code', { readOnly: true, value: position.fen })),
    copyField(context.toast, 'PGN of the game', pgn, download),
  );
  context.session.ask({ type: 'write_pgn', game: tree.toMessage() }).then(
    ({ text }) => {
      pgn.value = text;
      download.href = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
      element.addEventListener('close', () => URL.revokeObjectURL(download.href));
    },
    (error) => (pgn.value = error.message),
  );
}

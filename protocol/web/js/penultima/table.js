/** What Penultima adds to the table at which a game is played: tries, what they told, and the rules at the end. */

import { BoardWords } from '../board-words.js';
import { dialog } from '../dialog.js';
import { el } from '../dom.js';
import { capitalized } from '../notes.js';
import { play as playSound } from '../sound.js';
import { button, iconButton } from '../widgets.js';
import { kindsOf } from './position.js';

/** What is said while there is nothing else to say. */
const PROMPT = 'Try something: choose a piece and a square. The umpire says whether it is legal. A move onto a piece of your own can be typed: d2e3.';
const INVOKE_PROMPT = 'Choose the piece that is to act, then its target, or the piece again. Another press on Invoke goes back to moves.';
/** Milliseconds after which the file of a log is no longer held. */
const HELD_MS = 10_000;

/** Answers what is asked about a piece by what was tried with it. */
class Witness {
  /**
   * @param {import('../board.js').Board} board
   * @param {import('../notes.js').Notes} notes
   * @param {() => import('./game.js').Umpired} gameOf
   */
  constructor(board, notes, gameOf) {
    this.board = board;
    this.notes = notes;
    this.gameOf = gameOf;
  }

  async tell(square) {
    const letter = this.board.pieceAt(square);
    if (!letter) {
      this.notes.clear();
      return;
    }
    const tried = this.gameOf().triesOf(letter.toUpperCase());
    const list = (word, texts) => texts.length > 0 && el('li', {}, `${word}: ${texts.join(', ')}`);
    const { name, does } = this.board.words.kind(letter);
    this.notes.show('piece-note', this.board.words.icon(letter), el('div', {},
      el('h2', {}, capitalized(name), el('span.notes-where', {}, ` on ${square}`)),
      el('ul', {}, ...[...does.map((text) => el('li', {}, capitalized(text))), list('Legal', tried.legal), list('Illegal', tried.illegal)].filter(Boolean))));
  }

  tellHand(letter) {
    this.notes.showKind(letter, this.board.words);
  }

  /** Everything can be tried, but by those only that have an invoke where one is asked for. */
  refuse(from) {
    const letter = from && this.board.pieceAt(from);
    if (!letter || !this.gameOf().isInvoke) return;
    this.notes.say(`The ${this.board.words.kind(letter).name} has no invoke. Press Invoke again to move.`);
  }

  tellCheck() {}

  leave() {
    if (this.notes.isOfPiece) this.notes.clear();
  }

  clear() {
    this.notes.clear();
  }
}

/**
 * What a table is given for Penultima, besides what a page adds.
 * @param {() => import('./game.js').Umpired} gameOf
 * @param {() => import('../play/table.js').GameTable} tableOf
 */
export function penultimaOptions(gameOf, tableOf) {
  return {
    prompt: () => (gameOf().isInvoke ? INVOKE_PROMPT : PROMPT),
    boardOptions: { showsTargets: false },
    explainer: (board, notes) => new Witness(board, notes, gameOf),
    infoOf: () => ({ title: 'Penultima', kinds: kindsOf(gameOf().info ?? { kinds: [] }), note: noteOf(gameOf().info) }),
    onText: (text) => gameOf().attempt(text),
    onMoved: ({ side, tried, isIllegal }) => {
      const game = gameOf();
      // One invoke is asked for at a time.
      if (side === game.human && game.isInvoke) game.setInvoke(false);
      if (!isIllegal) return false;
      const who = game.human === side ? 'You' : game.playerName(side);
      const cost = game.info.illegal === 'lose' ? ' The turn is lost.' : side === game.human ? ' Try again.' : '';
      playSound('illegal', tableOf().context.settings);
      tableOf().notes.say(`${who} tried ${tried}: illegal.${cost}`);
      return true;
    },
  };
}

/** A button that changes between moves and invokes. */
export function invokeButton(gameOf, tableOf) {
  const toggle = iconButton('play', 'Invoke', () => {
    tableOf().forgetPremove();
    gameOf().setInvoke(!gameOf().isInvoke);
    tableOf().notes.clear();
  });
  return toggle;
}

/** Shows on that button whether invokes are tried; it is there for who can. */
export function showInvoke(toggle, game) {
  toggle.hidden = game.human === null || Boolean(game.end) || !game.info?.kinds.some((kind) => kind.has_invoke);
  toggle.setAttribute('aria-pressed', String(game.isInvoke));
}

/** Tells several tries that were made while nobody looked. */
export function tellTries(table, game, before) {
  const missed = game.live.history.slice(before.history.length);
  if (missed.length) table.notes.say(`Meanwhile: ${missed.slice(-5).map(({ side, text }) => `${game.playerName(side)} ${text}`).join(', ')}.`);
}

/** What players have to know beforehand. */
function noteOf(info) {
  if (!info) return '';
  const cost = info.illegal === 'lose' ? 'An illegal try costs the turn.' : 'An illegal try costs nothing.';
  return info.is_chosen ? `${cost} Who made this room chose the seed of the draw, and can know the rules.` : cost;
}

/** Buttons that show the rules and save the log, once the game is over. */
export function revealButtons(info) {
  if (!info.log) return [];
  return [button('Show the rules', () => showRules(info)), button('Save the log', () => saveLog(info.log))];
}

/** Shows the rules of the drawn kinds, and how to check that nothing was changed on the way. */
function showRules(info) {
  const kinds = kindsOf(info);
  const words = new BoardWords(kinds);
  const told = ({ letter, name, does }) => [
    el('dt', {}, words.icon(letter), capitalized(name)),
    el('dd', {}, el('ul', {}, ...does.map((text) => el('li', {}, capitalized(text))))),
  ];
  dialog('The rules',
    el('dl.penultima-rules', {}, ...kinds.flatMap(told)),
    el('p', {}, 'Save the log, and ', el('code', {}, 'baroque umpire verify penultima.log'), ' recomputes every answer, and the hash that was announced before the first move.'));
}

/** Gives the log of a game as a file. */
export function saveLog(log) {
  const url = URL.createObjectURL(new Blob([log], { type: 'text/plain' }));
  el('a', { href: url, download: 'penultima.log' }).click();
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS);
}

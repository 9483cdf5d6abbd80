/** What the page says about pieces and moves, beside the board. */

import { el } from '../dom.js';

const PROMPT = 'Choose a piece to see what it does and where it can go.';

export class Notes {
  constructor() {
    this.element = el('div.notes.panel');
    this.clear();
  }

  clear() {
    this.element.className = 'notes panel';
    this.element.replaceChildren(el('p.notes-prompt', {}, PROMPT));
  }

  /**
   * Says something in words.
   * @param {string} text perhaps of several lines
   * @param {'info'|'why'|'hint'|'error'} [kind]
   */
  say(text, kind = 'info') {
    this.element.className = `notes panel ${kind}`;
    this.element.setAttribute('aria-live', 'polite');
    this.element.replaceChildren(el('p', {}, capitalized(text)));
  }

  /**
   * Shows what the piece on a square does.
   * @param {import('../board.js').Board} board
   */
  showPiece(square, letter, board) {
    const isFrozen = board.position.frozen.includes(square);
    this.#show(letter, board.words, `on ${square}`, isFrozen);
  }

  /** Shows what a piece in hand does. */
  showKind(letter, words) {
    this.#show(letter, words, 'in hand', false);
  }

  #show(letter, words, where, isFrozen) {
    const { name, does } = words.kind(letter);
    this.element.className = 'notes panel piece-note';
    // Who listens hears the square already, at each choice of a piece.
    this.element.setAttribute('aria-live', 'off');
    this.element.replaceChildren(
      words.icon(letter),
      el(
        'div',
        {},
        el('h2', {}, capitalized(name), el('span.notes-where', {}, ` ${where}`)),
        isFrozen && el('p.notes-frozen', {}, 'Frozen: an enemy beside it holds it fast.'),
        el('ul', {}, ...does.map((phrase) => el('li', {}, capitalized(phrase)))),
      ),
    );
  }
}

/** A text that begins a sentence. */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

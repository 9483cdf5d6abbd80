/** Asks which of several moves from one square to another is meant. */

import { el } from './dom.js';

export class Chooser {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.element = null;
  }

  get isOpen() {
    return this.element !== null;
  }

  /**
   * Opens beside the square of the moves.
   * @param {Message.MoveInfo[]} moves
   * @param {(move: Message.MoveInfo|null) => void} onChoice null if the user chose none
   */
  open(moves, onChoice) {
    this.close();
    const { board } = this;
    const choose = (move) => {
      this.close();
      onChoice(move);
    };
    const isChoice = moves.length > 1;
    const element = el(
      'div.chooser',
      { role: 'dialog', 'aria-label': isChoice ? 'Which move?' : 'Make this move?', onkeydown: (event) => this.#key(event, choose) },
      el('p.chooser-title', {}, isChoice ? 'Which move?' : 'Really?'),
      ...moves.map((move) => this.#button(move, choose)),
      el('button.chooser-cancel', { onclick: () => choose(null) }, 'Cancel'),
    );
    board.view.preview(null);
    board.field.append(element);
    board.view.tip.anchor(element, moves);
    this.element = element;
    this.closing = new AbortController();
    const outside = (event) => element.contains(event.target) || choose(null);
    window.addEventListener('pointerdown', outside, { capture: true, signal: this.closing.signal });
    element.querySelector('button').focus();
  }

  close() {
    this.element?.remove();
    this.element = null;
    this.closing?.abort();
  }

  #button(move, choose) {
    const { view } = this.board;
    const look = () => {
      view.preview([move]);
      view.tip.hide();
    };
    return el(
      'button.chooser-move',
      { onclick: () => choose(move), onpointerenter: look, onfocus: look },
      el('b', {}, move.text),
      el('span', {}, move.effects.join('; ')),
    );
  }

  #key(event, choose) {
    const buttons = [...this.element.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
    if (event.key === 'Escape') choose(null);
    else if (step) buttons.at((at + step) % buttons.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

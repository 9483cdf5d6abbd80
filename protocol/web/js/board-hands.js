/** The hands beside a board, whose pieces are dropped on it. */

import { el } from './dom.js';
import { colorName, handLetter } from './geometry.js';

export class BoardHands {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.top = el('div.hand', { role: 'group', hidden: true });
    this.bottom = el('div.hand', { role: 'group', hidden: true });
  }

  /** Shows the pieces in hand of the board's position. */
  show() {
    const { position, flipped } = this.board;
    this.#fill(this.top, flipped ? 'w' : 'b', position.hands);
    this.#fill(this.bottom, flipped ? 'b' : 'w', position.hands);
  }

  #fill(element, side, hands) {
    const { board } = this;
    element.hidden = !hands;
    if (!hands) return;
    element.setAttribute('aria-label', `${colorName(side)}’s hand`);
    const counts = new Map();
    for (const letter of hands[side]) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const isMovable = board.mayMove(side) || board.mayPremove(side);
    const buttons = [...counts].map(([letter, count]) => this.#button(side, letter, count, isMovable));
    element.replaceChildren(...buttons);
    if (buttons.length === 0) element.append('No piece in hand');
  }

  #button(side, letter, count, isMovable) {
    const { board } = this;
    const selection = { hand: letter, side };
    const own = handLetter(selection);
    const button = el(
      'button.hand-piece',
      { disabled: !board.options.interactive, data: { letter, side }, 'aria-label': `${count} ${board.words.piece(own)} in hand` },
      board.words.icon(own),
      count > 1 && el('span.hand-count', {}, String(count)),
    );
    if (!isMovable) {
      button.addEventListener('click', () => board.options.onHand?.(own));
      return button;
    }
    button.addEventListener('pointerdown', (event) => {
      if (event.button === 0) board.input.pressHand(event, selection);
    });
    // The pointer has done its work by then; a click with no pointer comes from the keyboard.
    button.addEventListener('click', (event) => {
      if (event.detail !== 0) return;
      board.setSelection(selection);
      board.focus();
    });
    return button;
  }

  /** Marks the selected piece. */
  showSelection() {
    const { selection } = this.board;
    for (const button of [this.top, this.bottom].flatMap((hand) => [...hand.querySelectorAll('button')])) {
      const { letter, side } = button.dataset;
      const isSelected = selection?.hand === letter && selection.side === side;
      button.setAttribute('aria-pressed', String(isSelected));
    }
  }
}

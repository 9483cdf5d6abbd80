/** Asks which of several moves from one square to another is meant. */

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
   * @param {object[]} moves `MoveInfo`s
   * @param {(move: object|null) => void} onChoice null if the user chose none
   */
  open(moves, onChoice) {
    this.close();
    const { board } = this;
    const choose = (move) => {
      this.close();
      onChoice(move);
    };
    const element = document.createElement('div');
    element.className = 'chooser';
    element.setAttribute('role', 'dialog');
    element.setAttribute('aria-label', moves.length > 1 ? 'Which move?' : 'Make this move?');
    const title = document.createElement('p');
    title.className = 'chooser-title';
    title.textContent = moves.length > 1 ? 'Which move?' : 'Really?';
    element.append(title, ...moves.map((move) => this.#button(move, choose)), cancelButton(choose));
    element.addEventListener('keydown', (event) => this.#key(event, choose));
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
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'chooser-move';
    const name = document.createElement('b');
    name.textContent = move.text;
    const effects = document.createElement('span');
    effects.textContent = move.effects.join('; ');
    button.append(name, effects);
    button.addEventListener('click', () => choose(move));
    const look = () => {
      view.preview([move]);
      view.tip.hide();
    };
    button.addEventListener('pointerenter', look);
    button.addEventListener('focus', look);
    return button;
  }

  #key(event, choose) {
    const buttons = [...this.element.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
    if (event.key === 'Escape') choose(null);
    else if (step) buttons.at((at + step) % buttons.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function cancelButton(choose) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'chooser-cancel';
  button.textContent = 'Cancel';
  button.addEventListener('click', () => choose(null));
  return button;
}

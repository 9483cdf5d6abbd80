/** The list of the moves of a game, and the buttons to look through it. */

import { el, icon } from '../dom.js';

export class MoveList {
  /** @param {(node: import('../tree.js').TreeNode) => void} onChoice */
  constructor(onChoice) {
    this.onChoice = onChoice;
    this.list = el('ol.moves-list', { 'aria-label': 'Moves', tabIndex: 0 });
    this.buttons = {
      first: this.#step('first', 'First position', (tree) => tree.root),
      back: this.#step('back', 'Back', (tree) => tree.current.parent),
      forward: this.#step('forward', 'Forward', (tree) => tree.current.children[0]),
      last: this.#step('last', 'Current position', (tree) => tree.mainLine().at(-1)),
    };
    this.element = el(
      'section.moves.panel',
      { 'aria-label': 'Moves' },
      this.list,
      el('div.moves-steps', {}, ...Object.values(this.buttons)),
    );
  }

  #step(name, label, target) {
    const go = () => {
      const node = target(this.tree);
      if (node) this.onChoice(node);
    };
    return el('button.button.quiet', { 'aria-label': label, title: label, onclick: go }, icon(name));
  }

  /**
   * @param {import('../tree.js').GameTree} tree
   * @param {object[]} history the `PlayedMove`s of its main line
   */
  show(tree, history) {
    this.tree = tree;
    const nodes = tree.mainLine();
    const rows = [];
    history.forEach((move, index) => {
      const row = rows.at(-1);
      const isNext = row && row.number === move.number && !row[move.side] && !(move.side === 'w' && row.b);
      if (!isNext) rows.push({ number: move.number });
      rows.at(-1)[move.side] = { move, node: nodes[index] };
    });
    this.list.replaceChildren(...rows.map((row) => this.#row(row)));
    if (rows.length === 0) this.list.append(el('li.moves-none', {}, 'No moves yet'));
    this.buttons.first.disabled = this.buttons.back.disabled = tree.current === tree.root;
    this.buttons.forward.disabled = this.buttons.last.disabled = tree.current.children.length === 0;
    this.#reveal();
  }

  #row({ number, w, b }) {
    return el('li', {}, el('span.moves-number', {}, `${number}.`), this.#move(w), this.#move(b));
  }

  #move(entry) {
    if (!entry) return el('span.moves-gap', {}, '…');
    const { move, node } = entry;
    const isCurrent = node === this.tree.current;
    return el(
      'button.moves-move',
      { onclick: () => this.onChoice(node), 'aria-current': isCurrent ? 'true' : null },
      move.text,
    );
  }

  /** Scrolls the list, and not the page, to the current move. */
  #reveal() {
    const current = this.list.querySelector('[aria-current]');
    if (!current) {
      this.list.scrollTop = 0;
      return;
    }
    const { top, bottom } = this.list.getBoundingClientRect();
    const at = current.getBoundingClientRect();
    if (at.bottom > bottom) this.list.scrollTop += at.bottom - bottom + 8;
    if (at.top < top) this.list.scrollTop -= top - at.top + 8;
  }
}

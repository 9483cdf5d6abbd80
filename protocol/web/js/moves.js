/** The moves of a tree: the main line in rows of two, variations between them. */

import { NAG_NAMES, NAG_SIGNS } from './evaluation.js';
import { el } from '../dom.js';

/** Shows a tree. Only the current move can be reached by Tab; the page's arrow keys do the rest. */
export class MoveList {
  /** @param {(node: import('../tree.js').TreeNode) => void} onPick */
  constructor(onPick) {
    this.onPick = onPick;
    this.root = el('div.move-list', { role: 'group', 'aria-label': 'Moves' });
  }

  /**
   * @param {import('../tree.js').GameTree} tree
   * @param {string} firstFen FEN of its first position
   */
  show(tree, firstFen) {
    this.tree = tree;
    const fields = firstFen.split(' ');
    this.firstNumber = Number(fields[5]) || 1;
    this.offset = fields[1] === 'b' ? 1 : 0;
    const parts = [];
    if (tree.root.comment) parts.push(comment(tree.root, 'p'));
    parts.push(...this.#mainLine());
    if (tree.result !== '*') parts.push(el('p.move-result', {}, tree.result.replace('-', '–').replace('1/2-1/2', '½–½')));
    if (!parts.length) parts.push(el('p.muted', {}, 'Play a move on the board, or open a game.'));
    this.root.replaceChildren(...parts);
    this.#reveal();
  }

  /** Scrolls the list, and only the list, to the current move. */
  #reveal() {
    const current = this.root.querySelector('[aria-current]');
    if (!current) {
      this.root.scrollTop = 0;
      return;
    }
    const [frame, box] = [this.root.getBoundingClientRect(), current.getBoundingClientRect()];
    if (box.top < frame.top + 40) this.root.scrollTop += box.top - frame.top - 40;
    else if (box.bottom > frame.bottom - 40) this.root.scrollTop += box.bottom - frame.bottom + 40;
  }

  #mainLine() {
    const parts = [];
    let row = null;
    for (const node of this.tree.mainLine()) {
      const isWhite = this.#isWhite(node);
      if (isWhite || !row) {
        row = el('div.move-row', {}, el('span.move-number', {}, `${this.#number(node)}`));
        if (!isWhite) row.append(el('span.move-gap', { 'aria-hidden': 'true' }, '…'));
        parts.push(row);
      }
      row.append(this.#move(node));
      const others = node.parent.children.slice(1);
      if (node.comment) parts.push(comment(node, 'p'));
      for (const other of others) {
        parts.push(el('div.variation', {}, ...remark(other.before), ...this.#line(other)));
        const after = remark(other.after);
        if (after.length) parts.push(el('p', {}, ...after));
      }
      if (!isWhite || node.comment || others.length) row = null;
    }
    return parts;
  }

  /** A variation as running text; its own variations stand in it in parentheses. */
  #line(first) {
    const parts = [];
    let needsNumber = true;
    for (let node = first; node; node = node.children[0]) {
      const isWhite = this.#isWhite(node);
      if (isWhite || needsNumber) parts.push(el('span.move-number', {}, `${this.#number(node)}${isWhite ? '.' : '…'}`));
      parts.push(this.#move(node));
      if (node.comment) parts.push(comment(node, 'span'));
      const others = node === first ? [] : node.parent.children.slice(1);
      for (const other of others) {
        parts.push(el('span.sub-variation', {}, '(', ...remark(other.before), ...this.#line(other), ')'));
        parts.push(...remark(other.after));
      }
      needsNumber = Boolean(node.comment) || others.length > 0;
    }
    return parts;
  }

  #move(node) {
    const isCurrent = node === this.tree.current;
    return el(
      'button.move',
      {
        tabIndex: isCurrent ? 0 : -1,
        'aria-current': isCurrent ? 'true' : null,
        onclick: () => this.onPick(node),
      },
      node.text,
      ...glyphs(node),
    );
  }

  #isWhite(node) {
    return (node.ply + this.offset) % 2 === 1;
  }

  #number(node) {
    return this.firstNumber + Math.floor((node.ply - 1 + this.offset) / 2);
  }
}

/** The glyphs of a move or remark. */
function glyphs({ nags }) {
  const known = nags.filter((nag) => NAG_SIGNS.has(nag));
  return known.map((nag) => el('span', { className: `nag nag-${nag}`, title: NAG_NAMES.get(nag) }, NAG_SIGNS.get(nag)));
}

/** What stands before or after a variation. */
function remark(each) {
  return [...glyphs(each), ...(each.comment ? [comment(each, 'span')] : [])];
}

function comment(node, tag) {
  return el(tag, { className: 'move-comment' }, node.comment);
}

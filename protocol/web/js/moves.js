/** The moves of a tree, the main line in rows of two, variations between them, and the ways through them. */

import { NAGS, resultText } from './analyse/evaluation.js';
import { el, icon } from './dom.js';

/** What a screen reader says where one begins. */
const VARIATION = { role: 'group', 'aria-label': 'Variation' };

/** Shows a tree. Only the current move can be reached by Tab; the page's arrow keys do the rest. */
export class MoveList {
  /**
   * @param {(node: import('./tree.js').TreeNode) => void} onPick
   * @param {string} prompt what stands there before the first move
   */
  constructor(onPick, prompt) {
    this.onPick = onPick;
    this.prompt = prompt;
    this.root = el('div.move-list', { role: 'group', 'aria-label': 'Moves' });
  }

  /**
   * @param {import('./tree.js').GameTree} tree
   * @param {string} firstFen FEN of its first position
   */
  show(tree, firstFen) {
    this.tree = tree;
    const [, side, , , , number] = firstFen.split(' ');
    this.firstTurn = { side, number: Number(number) || 1 };
    this.turns = new Map();
    const parts = [];
    if (tree.root.comment) parts.push(comment(tree.root, 'p'));
    parts.push(...this.#mainLine());
    if (tree.result !== '*') parts.push(el('p.move-result', {}, resultText(tree.result)));
    if (!parts.length) parts.push(el('p.muted', {}, this.prompt));
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
      const { isWhite, number } = this.#turn(node);
      if (isWhite || !row) {
        row = el('div.move-row', {}, el('span.move-number', {}, `${number}`));
        if (!isWhite) row.append(el('span.move-gap', { 'aria-hidden': 'true' }, '…'));
        parts.push(row);
      }
      row.append(this.#move(node));
      const others = node.parent.children.slice(1);
      if (node.comment) parts.push(comment(node, 'p'));
      for (const other of others) {
        parts.push(el('div.variation', VARIATION, ...remark(other.before), ...this.#line(other)));
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
      const { isWhite, number } = this.#turn(node);
      if (isWhite || needsNumber) parts.push(el('span.move-number', {}, `${number}${isWhite ? '.' : '…'}`));
      parts.push(this.#move(node));
      if (node.comment) parts.push(comment(node, 'span'));
      const others = node === first ? [] : node.parent.children.slice(1);
      for (const other of others) {
        parts.push(el('span.sub-variation', VARIATION, '(', ...remark(other.before), ...this.#line(other), ')'));
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
        title: node.effects?.join('; ') ?? null,
        onclick: () => this.onPick(node),
      },
      node.text,
      ...glyphs(node),
    );
  }

  /** Whose move it is and its number: as the session has said, or else in turn. */
  #turn(node) {
    const known = this.turns.get(node);
    if (known) return known;
    const { side, number } = node.turn ?? (node.parent.parent ? next(this.#turn(node.parent)) : this.firstTurn);
    const turn = { side, number, isWhite: side === 'w' };
    this.turns.set(node, turn);
    return turn;
  }
}

function next({ isWhite, number }) {
  return isWhite ? { side: 'b', number } : { side: 'w', number: number + 1 };
}

/** Steps from the current node of a tree to another one, if there is one. */
const STEPS = [
  { name: 'first', label: 'First position (Home)', key: 'Home', target: (tree) => tree.root },
  { name: 'back', label: 'Back (←)', key: 'ArrowLeft', target: (tree) => tree.current.parent },
  { name: 'forward', label: 'Forward (→)', key: 'ArrowRight', target: (tree) => tree.current.children[0] },
  { name: 'last', label: 'Last position (End)', key: 'End', target: (tree) => tree.mainLine(tree.current).at(-1) },
];

/**
 * The ways through a tree.
 * @param {(node: import('./tree.js').TreeNode) => void} onPick
 * @param {() => import('./tree.js').GameTree} treeOf gives the tree that is shown
 * @returns {{ buttons: HTMLElement[], keys: Object<string, () => void> }} and the keys that do the same
 */
export function stepsThrough(onPick, treeOf) {
  const go = (target) => () => {
    const node = target(treeOf());
    if (node) onPick(node);
  };
  return {
    buttons: STEPS.map(({ name, label, target }) =>
      el('button.button', { 'aria-label': label, title: label, onclick: go(target) }, icon(name))),
    keys: Object.fromEntries(STEPS.map(({ key, target }) => [key, go(target)])),
  };
}

/** The glyphs of a move or remark. */
function glyphs({ nags }) {
  return nags.filter((nag) => NAGS.has(nag)).map((nag) => {
    const [sign, title] = NAGS.get(nag);
    return el('span', { className: `nag nag-${nag}`, title }, sign);
  });
}

/** What stands before or after a variation. */
function remark(each) {
  return [...glyphs(each), ...(each.comment ? [comment(each, 'span')] : [])];
}

function comment(node, tag) {
  return el(tag, { className: 'move-comment' }, node.comment);
}

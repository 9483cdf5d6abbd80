/** Buttons below the moves: glyphs and comment of the current move, and what to do with its line. */

import { NAGS } from './evaluation.js';
import { el } from '../dom.js';
import { button } from '../widgets.js';

/** Edits the current move of a tree. */
export class Annotations {
  constructor() {
    this.nags = new Map(
      [...NAGS].map(([nag, [sign, title]]) => [
        nag,
        button(sign, () => this.tree.toggleNag(this.tree.current, nag), { className: `nag-${nag}`, 'aria-label': title, title }),
      ]),
    );
    this.promote = button('Promote', () => this.tree.promote(this.tree.current), { title: 'Make this line the main line' });
    this.remove = button('Delete', () => this.tree.deleteFrom(this.tree.current), { title: 'Delete this move and all after it' });
    this.comment = el('textarea', {
      rows: '1', placeholder: 'Comment', 'aria-label': 'Comment on this move', onchange: () => this.#saveComment(),
    });
    this.root = el(
      'div.annotations',
      {},
      el('div.annotation-tools', { role: 'toolbar', 'aria-label': 'Annotate the move' },
        el('span.nag-buttons', {}, ...this.nags.values()), this.promote, this.remove),
      this.comment,
    );
  }

  /** @param {import('../tree.js').GameTree} tree */
  show(tree) {
    this.tree = tree;
    const { current } = tree;
    const isRoot = !current.parent;
    for (const [nag, element] of this.nags) {
      element.disabled = isRoot;
      element.setAttribute('aria-pressed', String(current.nags.includes(nag)));
    }
    this.promote.disabled = tree.isMain(current);
    this.remove.disabled = isRoot;
    // What is being written belongs to the node for which it was begun.
    this.edited = current;
    this.comment.value = current.comment;
  }

  #saveComment() {
    this.tree.setComment(this.edited, this.comment.value.trim());
  }
}

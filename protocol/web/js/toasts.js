/** Short messages at the edge of the page. */

import { el } from './dom.js';

const SHOWN_MS = 5000;
const MAX_SHOWN = 3;

export class Toasts {
  /** @param {HTMLElement} container a live region */
  constructor(container) {
    this.container = container;
  }

  /**
   * @param {string} text
   * @param {'info'|'error'} [kind] an error stays until the user closes it
   */
  show(text, kind = 'info') {
    const close = el('button.toast-close', { 'aria-label': 'Close', onclick: () => toast.remove() }, '×');
    const toast = el('div', { className: `toast ${kind}` }, el('p', {}, text), close);
    while (this.container.children.length >= MAX_SHOWN) this.container.firstChild.remove();
    this.container.append(toast);
    if (kind !== 'error') setTimeout(() => toast.remove(), SHOWN_MS);
  }
}

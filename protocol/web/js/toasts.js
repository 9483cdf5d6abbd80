/** Short messages at the edge of the page. */

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
    const toast = document.createElement('div');
    toast.className = `toast ${kind}`;
    const words = document.createElement('p');
    words.textContent = text;
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'toast-close';
    close.setAttribute('aria-label', 'Close');
    close.textContent = '×';
    close.addEventListener('click', () => toast.remove());
    toast.append(words, close);
    while (this.container.children.length >= MAX_SHOWN) this.container.firstChild.remove();
    this.container.append(toast);
    if (kind !== 'error') setTimeout(() => toast.remove(), SHOWN_MS);
  }
}

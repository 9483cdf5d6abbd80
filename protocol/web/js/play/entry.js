/** The field in which moves can be typed. */

import { el } from '../dom.js';

/** Characters of the longest text: no move is as long. */
const LONGEST = 200;

export class MoveEntry {
  /** @param {(text: string) => Promise<string|null>} onEnter gives the reason why a move is not played, or null */
  constructor(onEnter) {
    this.onEnter = onEnter;
    this.input = el('input', {
      type: 'text',
      id: 'move-entry',
      placeholder: 'e2e4',
      maxLength: LONGEST,
      autocomplete: 'off',
      spellcheck: false,
      autocapitalize: 'off',
      'aria-describedby': 'move-entry-error',
    });
    this.error = el('p.entry-error', { id: 'move-entry-error', role: 'alert' });
    this.button = el('button.button', { type: 'submit' }, 'Play it');
    this.element = el(
      'form.entry',
      { onsubmit: (event) => this.#submit(event) },
      el('label', { for: 'move-entry' }, 'Type a move'),
      el('div.entry-row', {}, this.input, this.button),
      this.error,
    );
  }

  setEnabled(isEnabled) {
    this.button.disabled = !isEnabled;
  }

  async #submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text || this.button.disabled) return;
    const error = await this.onEnter(text).catch(({ message }) => message);
    this.error.textContent = error ?? '';
    if (error) this.input.select();
    else this.input.value = '';
  }
}

/** What the user has set: theme, sound, drawings. */

import { Emitter } from './emitter.js';
import { load, store } from './storage.js';

const DEFAULTS = { theme: 'auto', pieces: 'drawings', sound: 'on' };

/** Emits `change`. The document's attributes `data-theme` and `data-pieces` follow. */
export class Settings extends Emitter {
  /** @param {HTMLElement} menu holds radio buttons whose names are those of the settings */
  constructor(menu) {
    super();
    this.values = { ...DEFAULTS };
    const stored = load('settings', {});
    for (const input of menu.querySelectorAll('input')) {
      // Only what the menu offers is taken.
      if (stored[input.name] === input.value) this.values[input.name] = input.value;
      input.checked = this.values[input.name] === input.value;
      input.addEventListener('change', () => this.set(input.name, input.value));
    }
    this.#apply();
    const details = menu.closest('details');
    const close = (event) => details.contains(event.target) || details.removeAttribute('open');
    addEventListener('pointerdown', close);
    details.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      details.removeAttribute('open');
      details.querySelector('summary').focus();
    });
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.values[name] = value;
    store('settings', this.values);
    this.#apply();
    this.emit('change');
  }

  #apply() {
    const { dataset } = document.documentElement;
    dataset.theme = this.values.theme;
    dataset.pieces = this.values.pieces;
  }
}

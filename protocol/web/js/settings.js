/** What the user has set: theme, sound, drawings. */

import { el, icon } from './dom.js';
import { Emitter } from './emitter.js';
import { load, store } from './storage.js';

const DEFAULTS = { theme: 'auto', pieces: 'drawings', sound: 'on', dangers: 'off', warn: 'off' };

/** Emits `change`. The document's attributes `data-theme`, `data-pieces` and `data-dangers` follow. */
export class Settings extends Emitter {
  /** @param {HTMLElement} menu holds radio buttons whose names are those of the settings */
  constructor(menu) {
    super();
    this.menu = menu;
    this.values = { ...DEFAULTS };
    const stored = load('settings', {});
    for (const input of menu.querySelectorAll('input')) {
      // Only what the menu offers is taken.
      if (stored[input.name] === input.value) this.values[input.name] = input.value;
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

  /** Switches a setting that is on or off. */
  toggle(name) {
    this.set(name, this.values[name] === 'on' ? 'off' : 'on');
  }

  #apply() {
    const { dataset } = document.documentElement;
    dataset.theme = this.values.theme;
    dataset.pieces = this.values.pieces;
    dataset.dangers = this.values.dangers;
    for (const button of document.querySelectorAll('[data-toggles]')) this.#press(button);
    for (const input of this.menu.querySelectorAll('input')) input.checked = this.values[input.name] === input.value;
  }

  /** Shows on a button, whose `data-toggles` names a setting, whether that is on. */
  #press(button) {
    button.setAttribute('aria-pressed', String(this.values[button.dataset.toggles] === 'on'));
  }

  /** A button that shows and hides what could be captured, on all boards. */
  dangersButton() {
    const title = 'Show what could be captured (d)';
    const button = el('button.button', { title, data: { toggles: 'dangers' }, onclick: () => this.toggle('dangers') }, icon('danger'), el('span', {}, 'Danger'));
    this.#press(button);
    return button;
  }
}

/** What the user has set: theme, boards, sound and so on. */

import { el, icon } from './dom.js';
import { Emitter } from './emitter.js';
import { load, store } from './storage.js';

const DEFAULTS = {
  theme: 'auto', board: 'sage', scale: '100', pieces: 'signs',
  dangers: 'off', warn: 'off', confirm: 'off', sound: 'on',
};

/** Emits `change`. The document's data attributes of the same names follow, and the variable `--board-scale`. */
export class Settings extends Emitter {
  /** @param {HTMLElement} menu holds inputs whose names are those of the settings */
  constructor(menu) {
    super();
    this.menu = menu;
    this.values = { ...DEFAULTS };
    const stored = load('settings', {});
    for (const input of menu.querySelectorAll('input')) {
      // Only what the menu offers is taken.
      const isOffered = input.type === 'range' ? isWithin(stored[input.name], input) : stored[input.name] === input.value;
      if (isOffered) this.values[input.name] = stored[input.name];
      input.addEventListener('input', () => this.set(input.name, input.value));
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
    // Boards name their squares anew.
    dispatchEvent(new Event('settings'));
  }

  /** Switches a setting that is on or off. */
  toggle(name) {
    this.set(name, this.values[name] === 'on' ? 'off' : 'on');
  }

  #apply() {
    const root = document.documentElement;
    Object.assign(root.dataset, this.values);
    root.style.setProperty('--board-scale', String(Number(this.values.scale) / 100));
    for (const button of document.querySelectorAll('[data-toggles]')) this.#press(button);
    for (const input of this.menu.querySelectorAll('input')) {
      if (input.type === 'range') input.value = this.values[input.name];
      else input.checked = this.values[input.name] === input.value;
    }
  }

  /** Shows on a button, whose `data-toggles` names a setting, whether that is on. */
  #press(button) {
    button.setAttribute('aria-pressed', String(this.values[button.dataset.toggles] === 'on'));
  }

  /** A button that shows and hides what could be captured, on all boards; its words are only for who hears them if there is no room. */
  dangersButton(isSmall = false) {
    const title = 'Show what could be captured (d)';
    const onclick = () => this.toggle('dangers');
    const button = el('button.button', { title, data: { toggles: 'dangers' }, onclick }, icon('danger'), el(isSmall ? 'span.visually-hidden' : 'span', {}, 'Danger'));
    this.#press(button);
    return button;
  }

  /** Lets the pointer change the size of boards by the corner of one. */
  acceptGrips() {
    addEventListener('pointerdown', (event) => {
      const { target, clientX, pointerId } = event;
      if (!(target instanceof HTMLElement) || !target.matches('.board-grip')) return;
      event.preventDefault();
      const [scale, width] = [Number(this.values.scale), target.parentElement.getBoundingClientRect().width];
      const resize = ({ clientX: x }) => this.set('scale', String(Math.round(Math.min(100, Math.max(50, (scale * (width + x - clientX)) / width)))));
      target.setPointerCapture(pointerId);
      target.addEventListener('pointermove', resize);
      target.addEventListener('lostpointercapture', () => target.removeEventListener('pointermove', resize), { once: true });
    });
  }
}

function isWithin(text, { min, max }) {
  return typeof text === 'string' && Number(text) >= Number(min) && Number(text) <= Number(max);
}

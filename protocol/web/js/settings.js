/** What the user has set: theme, boards, sound and so on. */

import { el } from './dom.js';
import { load, store } from './storage.js';
import { iconButton, labelled, segments } from './widgets.js';

/**
 * What is set: a name, what it is called, and its values with their names, of which the first is the default.
 * @type {[string, string, string[][]][]}
 */
const CHOICES = [
  ['theme', 'Theme', [['auto', 'Auto'], ['light', 'Light'], ['dark', 'Dark']]],
  ['board', 'Board', [['sage', 'Sage'], ['wood', 'Wood'], ['slate', 'Slate']]],
  ['pieces', 'Pieces', [['signs', 'Signs'], ['chess', 'Like chess'], ['letters', 'Letters']]],
  ['dangers', 'Show what could be captured (d)', [['off', 'Off'], ['on', 'On']]],
  ['warn', 'Warn before I lose a piece', [['off', 'Off'], ['on', 'On']]],
  ['confirm', 'A tap on a square', [['off', 'Moves'], ['on', 'Shows, then moves']]],
  ['sound', 'Sound', [['on', 'On'], ['off', 'Off']]],
];
/** What keys do. */
const KEYS = [
  ['← →', 'one move back or on'],
  ['Home End', 'to the first or the last move'],
  ['↑ ↓', 'to another variation (Analyse)'],
  ['Space', 'play the best move (Analyse)'],
  ['f', 'turn the board'],
  ['d', 'show what could be captured'],
  ['Arrows, Enter', 'choose squares, once the board has the focus'],
  ['?', 'this list'],
];
/** Percent of the room that boards take. */
const SCALE = { min: '50', max: '100', step: '5' };
const DEFAULTS = { scale: SCALE.max, ...Object.fromEntries(CHOICES.map(([name, , [[value]]]) => [name, value])) };

/**
 * The document's data attributes of the same names follow, and the variable `--board-scale`. The window gets the event
 * `settings` after each change.
 */
export class Settings {
  /** @param {HTMLElement} menu where all can be set */
  constructor(menu) {
    this.menu = menu;
    this.values = { ...DEFAULTS };
    this.told = new Map();
    const range = el('input', { type: 'range', name: 'scale', ...SCALE });
    menu.append(...CHOICES.map(([name, legend, options]) => segments(legend, name, options, DEFAULTS[name])), labelled('Size of boards', range),
      el('section.keys', {}, el('h2', {}, 'Keys'), el('dl', {}, ...KEYS.flatMap(([key, does]) => [el('dt', {}, key), el('dd', {}, does)]))));
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
    details.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !details.contains(/** @type {Node} */ (relatedTarget))) details.removeAttribute('open');
    });
    details.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      details.removeAttribute('open');
      details.querySelector('summary').focus();
    });
  }

  /** Shows the menu. */
  open() {
    const details = this.menu.closest('details');
    details.open = true;
    details.querySelector('summary').focus();
    this.menu.lastElementChild.scrollIntoView({ block: 'nearest' });
  }

  /** Tells of each change of a setting. */
  onChange(name, tell) {
    this.told.set(name, tell);
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.values[name] = value;
    store('settings', this.values);
    this.#apply();
    this.told.get(name)?.(value);
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

  /** A button that shows and hides what could be captured, on all boards. */
  dangersButton() {
    const properties = { title: 'Show what could be captured (d)', data: { toggles: 'dangers' } };
    const button = iconButton('danger', 'Danger', () => this.toggle('dangers'), properties);
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
      const resize = ({ clientX: x }) => this.set('scale', String(Math.round(clamp((scale * (width + x - clientX)) / width))));
      target.setPointerCapture(pointerId);
      target.addEventListener('pointermove', resize);
      target.addEventListener('lostpointercapture', () => target.removeEventListener('pointermove', resize), { once: true });
    });
  }
}

/** The nearest size of boards that is offered. */
function clamp(scale) {
  return Math.min(Number(SCALE.max), Math.max(Number(SCALE.min), scale));
}

function isWithin(text, { min, max }) {
  return typeof text === 'string' && Number(text) >= Number(min) && Number(text) <= Number(max);
}

/** Builds elements. */

import { svg } from './pieces.js';

/**
 * @template {string} T
 * @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] :
 *   T extends `${infer N extends keyof HTMLElementTagNameMap}.${string}` ? HTMLElementTagNameMap[N] : HTMLElement} ElementOf
 */

/**
 * An element: `el('button.primary', { onclick: play, title: 'Plays it' }, 'Play')`.
 * @template {string} T
 * @param {T} tag with classes
 * @param {object} [properties] of the element (null and undefined are left out), ARIA attributes, `role`, `for`, and `data` for its dataset
 * @param {...(Node|string|null|undefined|false)} children strings become text, never markup
 * @returns {ElementOf<T>}
 */
export function el(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = /** @type {ElementOf<T>} */ (document.createElement(name));
  if (element instanceof HTMLButtonElement) element.type = 'button';
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key === 'data') Object.assign(element.dataset, value);
    else if (key.startsWith('aria-') || key === 'role' || key === 'for') element.setAttribute(key, value);
    else element[key] = value;
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

const ICONS = {
  first: 'M18 6l-6 6 6 6M6 6v12',
  back: 'M15 6l-6 6 6 6',
  forward: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M18 6v12',
  flip: 'M7 20V5M7 5L3 9M7 5l4 4M17 4v15M17 19l-4-4M17 19l4-4',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  hint: 'M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.8-1 1.3-1 2H9c0-.7-.3-1.2-1-2z',
  draw: 'M5 9h14M5 15h14',
  play: 'M7 4l13 8-13 8z',
  danger: 'M12 3L22 20H2zM12 9v5M12 17v.1',
  flag: 'M5 21V4M5 4c5-3 9 3 14 0v10c-5 3-9-3-14 0',
  plus: 'M12 5v14M5 12h14',
  share: 'M12 15V3M12 3L8 7M12 3l4 4M5 12v8h14v-8',
  analyse: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
};

/** An icon of a button, which has its words elsewhere. */
export function icon(name) {
  const picture = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  picture.append(svg('path', { d: ICONS[name] }));
  return picture;
}

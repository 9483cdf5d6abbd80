/** Controls that several panels share. */

import { el } from './dom.js';

/**
 * A button in the page's style; `className` adds to it.
 * @param {string|Node} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {{ className?: string, [property: string]: any }} [properties]
 */
export function button(label, onclick, { className = '', ...others } = {}) {
  return el('button', { className: `button ${className}`, onclick, ...others }, label);
}

/** A field with its label above. */
export function labelled(label, control) {
  return el('label.field', {}, el('span', {}, label), control);
}

/**
 * A select element.
 * @param {string[][]} pairs values and texts
 * @param {string} value
 * @param {(value: string) => void} [onChoose]
 */
export function select(pairs, value, onChoose) {
  const options = pairs.map(([key, text]) => el('option', { value: key, selected: key === value }, text));
  return el('select', { onchange: ({ target }) => onChoose?.(target.value) }, ...options);
}

/** Runs a function once after calls have ceased for some milliseconds; `cancel` drops it. */
export function debounced(run, delay) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

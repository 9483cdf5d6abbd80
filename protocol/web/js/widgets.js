/** Controls that several panels share. */

import { el, icon } from './dom.js';

/**
 * A button in the page's style; `className` adds to it.
 * @param {string|Node} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {{ className?: string, [property: string]: any }} [properties]
 */
export function button(label, onclick, { className = '', ...others } = {}) {
  return el('button', { className: `button ${className}`, onclick, ...others }, label);
}

/**
 * A button with an icon and words.
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} onclick
 * @param {{ [property: string]: any }} [properties]
 */
export function iconButton(name, label, onclick, properties = {}) {
  return el('button.button', { onclick, title: label, ...properties }, icon(name), el('span', {}, label));
}

/**
 * A choice of one of a few.
 * @param {string[][]} options values and texts
 * @param {string} value the first one if it is not among them
 */
export function segments(legend, name, options, value) {
  const [chosen] = options.find(([key]) => key === value) ?? options[0];
  const labels = options.map(([key, text]) =>
    el('label', {}, el('input', { type: 'radio', name, value: key, checked: key === chosen }), el('span', {}, text)),
  );
  return el('fieldset.segments', {}, el('legend', {}, legend), ...labels);
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

/** Dialogs, and fields whose text can be copied. */

import { el } from './dom.js';
import { button, labelled } from './widgets.js';

/** A modal dialog with a heading; Escape and a click beside it close it. */
export function dialog(title, ...content) {
  const element = el(
    'dialog.dialog',
    { 'aria-label': title, onclose: () => element.remove(), onclick: (event) => void (event.target === element && element.close()) },
    el('div.dialog-body', {},
      el('header.dialog-head', {}, el('h2', {}, title),
        button('×', () => element.close(), { className: 'dialog-close', 'aria-label': 'Close' })),
      ...content),
  );
  document.body.append(element);
  element.showModal();
  // Who goes elsewhere has done with it.
  addEventListener('hashchange', () => element.close(), { once: true });
  return element;
}

/**
 * A field whose text can be copied.
 * @param {(text: string) => void} toast
 * @param {string} label
 * @param {HTMLInputElement|HTMLTextAreaElement} control
 * @param {...HTMLElement} others beside the button
 */
export function copyField(toast, label, control, ...others) {
  const copy = async () => {
    control.select();
    try {
      await navigator.clipboard.writeText(control.value);
      toast('Copied.');
    } catch {
      // Browsers keep the clipboard from pages over plain HTTP.
      toast(document.execCommand('copy') ? 'Copied.' : 'Press Ctrl+C to copy what is selected.');
    }
  };
  return el('div.copy-field', {}, labelled(label, control), el('div.copy-actions', {}, button('Copy', copy, { 'aria-label': `Copy: ${label}` }), ...others));
}

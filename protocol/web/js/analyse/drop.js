/** Games that are dropped on the analysis. */

import { readText } from '../text.js';

/**
 * Reads games that are dropped on an element as files or as text; other files are left to the page.
 * @param {HTMLElement} element
 * @param {(name: string, text: string) => void} onGames
 * @param {(error: Error) => void} onError takes why a file cannot be read
 * @returns {() => void} ends it
 */
export function dropGames(element, onGames, onError) {
  const listeners = new AbortController();
  const { signal } = listeners;
  element.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('text/plain') && !isField(event.target)) event.preventDefault();
  }, { signal });
  element.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain');
    if (isField(event.target) || !(file ? isGames(file.name) : text)) return;
    event.preventDefault();
    event.stopPropagation();
    // The page takes its hint away at the end of a drop, which it would not see.
    window.dispatchEvent(new Event('drop'));
    if (file) readText(file).then((read) => onGames(file.name, read), onError);
    else onGames('', text);
  }, { signal });
  return () => listeners.abort();
}

function isField(target) {
  return target.closest('textarea, input') !== null;
}

function isGames(name) {
  return /\.(pgn|fen|txt)$/i.test(name);
}

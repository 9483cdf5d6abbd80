// What a player does on the page. Everything is found by what a screen reader says of it.

import { eventually } from './browser.mjs';

/** A square of the board, such as `e4`; of one of several boards if a locator of it is given. */
export function square(page, name) {
  return page.getByRole('gridcell', { name: new RegExp(`^${name},`) });
}

/** Moves by two clicks. */
export async function click(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
}

/** What a move that was clicked looks like in UCI: squares, and `W@f7` for a drop. */
export async function clickMove(page, uci) {
  const [, drop, from, to] = uci.match(/^(?:(.)@|([a-z]\d+?))([a-z]\d+)$/);
  if (from) return click(page, from, to);
  await handPiece(page, drop).click();
  return square(page, to).click();
}

/** A piece in the hand of the side to move. */
export function handPiece(page, letter) {
  return page.locator(`.hand-piece[data-letter="${letter}"]:visible`);
}

/** The moves of the game that is shown, with variations. */
export function moves(page) {
  return page.getByRole('group', { name: 'Moves' }).getByRole('button');
}

/** Waits until so many moves have been played. */
export function played(page, count) {
  return eventually(() => moves(page).count(), count);
}

/** Waits until the moves read so. */
export function reads(page, ...texts) {
  return eventually(() => moves(page).allTextContents(), texts);
}

/**
 * Begins a game by the dialog.
 * @param {object} game
 * @param {string} [game.family] as the dialog has it
 * @param {string} [game.variant] if it is not the family in small letters
 * @param {string} [game.fen]
 * @param {'w'|'b'|'both'|'afar'} [game.human] `afar`: in a room, as White
 * @param {string} [game.level] of the engine
 * @param {string} [game.clock] as the dialog has it
 * @param {string} [game.illegal] what an illegal try costs in Penultima, as the dialog has it
 */
export async function newGame(page, { family = 'Baroque', variant = family.toLowerCase(), fen, human = 'both', level = '1', clock = 'None', illegal }) {
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await page.locator('main:not([hidden])').getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  if (!/#\/play/.test(page.url())) await page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name: 'Play' }).click();
  await page.getByRole('grid', { name: 'Board' }).waitFor({ state: 'attached' });
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'New game' }).click();
  const choose = (group, name) => dialog.getByRole('group', { name: group }).getByText(name, { exact: true }).click();
  await choose('Game', family);
  if (fen) {
    await dialog.getByText('More: start position and rules').click();
    await dialog.getByRole('combobox', { name: 'Start position' }).selectOption('From a FEN …');
    await dialog.getByLabel('FEN', { exact: true }).fill(fen);
  }
  const opponents = { both: 'Friend here', afar: 'Friend online' };
  if (illegal) await dialog.getByRole('combobox', { name: 'An illegal try costs' }).selectOption(illegal);
  await choose('Against', opponents[human] ?? 'Computer');
  if (human !== 'both') await choose('You play', human === 'b' ? 'Black' : 'White');
  if (!(human in opponents)) {
    await dialog.getByRole('slider', { name: 'Level' }).fill(level);
  }
  await choose(/^Clock/, clock);
  await dialog.getByRole('button', { name: human === 'afar' ? 'Make a room' : 'Play', exact: true }).click();
  // A room is another page.
  if (human === 'afar') return;
  await dialog.waitFor({ state: 'hidden' });
  await begun(page, { variant, human, fen: fen ?? null });
}

/** Waits until a game is kept, which it is as soon as its position is known. */
function begun(page, { variant, human, fen }) {
  const kept = () => page.evaluate(() => {
    const tab = sessionStorage.getItem('baroque.tab');
    const { setup } = JSON.parse(localStorage.getItem(`baroque.game.play.${tab}`))?.extra ?? {};
    return setup && { variant: setup.variant, human: setup.human, fen: setup.fen };
  });
  return eventually(kept, { variant, human, fen });
}

/** Drops files on the page: pairs of a name and a text. */
export async function drop(page, ...files) {
  await dropEach(page, [files]);
}

/**
 * Drops files again and again, faster than a person can.
 * @param {import('playwright-core').Page} page
 * @param {[string, string|number[]][][]} drops the files of each
 * @param {string} [event] of the window for which each drop waits that is not the first
 */
export async function dropEach(page, drops, event = '') {
  await page.locator('main:visible').evaluate(async (main, [all, name]) => {
    for (const [index, files] of all.entries()) {
      const dataTransfer = new DataTransfer();
      for (const [path, content] of files) {
        const part = typeof content === 'string' ? content : Uint8Array.from(content);
        dataTransfer.items.add(new File([part], path));
      }
      const send = (type) => main.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      const next = name && index + 1 < all.length && new Promise((resolve) => addEventListener(name, resolve, { once: true }));
      send('dragover');
      send('drop');
      await next;
    }
  }, [drops, event]);
}

/** Drops text on the page. */
export function dropText(page, text) {
  return page.locator('main:visible').evaluate((main, data) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', data);
    main.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
}

/** Messages at the edge of the page. */
export function toast(page, text) {
  return page.locator('#toasts').getByText(text);
}

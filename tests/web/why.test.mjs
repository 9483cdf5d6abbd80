// Why: checks, mates, captures and tries are explained on the board and in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, newGame, played, square } from './player.mjs';

const world = new World();

/** The address of a position in Analyse. */
function position(fen, variant = 'baroque') {
  return `#/analyse?v=${variant}&fen=${encodeURIComponent(fen)}`;
}

const CHECK = '8/8/8/7k/8/7K/8/C7 b - - 0 1';
const MATE = 'kW6/2W5/1K6/8/8/8/8/8 b - - 0 1';
/** The pawn on c4, the withdrawer and the leaper can be captured. */
const DANGER = '7k/8/8/8/1Pp1w3/5L2/8/K2P4 w - - 0 1';

/** How many squares have a circle of a capture that is explained. */
function explained(page) {
  return page.locator('circle.shape.attack').count();
}

test('a check is drawn, and told by a click on the king', world.page(async (page) => {
  await square(page, 'h5').waitFor();
  await eventually(() => explained(page), 1);
  await square(page, 'h5').click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByText(/coordinator on a1 goes to a5, and lines .* king on h3 meet at the king on h5/).waitFor();
  await eventually(() => page.locator('circle.shape.helper').count(), 1);
}, { hash: position(CHECK) }));

test('a mate is explained square by square', world.page(async (page) => {
  await square(page, 'a8').click();
  const flights = page.locator('.reasons.flight').getByRole('button');
  await eventually(() => flights.count(), 3);
  await flights.nth(2).click();
  await eventually(() => page.locator('circle.shape.blue').count(), 1);
  await flights.nth(2).getByText('b8: the withdrawer on c7 moves straight away').waitFor();
}, { hash: position(MATE) }));

test('a try into check shows what would capture the king', world.page(async (page) => {
  await newGame(page, { fen: '7k/8/8/8/8/1w6/8/K7 w - - 0 1' });
  await click(page, 'a1', 'a2');
  await page.getByText(/king on a2 could then be captured by the withdrawer on b3/).waitFor();
  await eventually(() => explained(page), 1);
}));

test('a key shows what could be captured, on every board', world.page(async (page) => {
  await square(page, 'f3').waitFor();
  const signs = page.locator('.danger-sign:visible');
  assert.equal(await signs.count(), 0);
  await page.keyboard.press('d');
  await eventually(() => signs.count(), 3);
  await square(page, 'f3').click();
  await page.getByText(/withdrawer on e4 moves straight away from the long-leaper on f3/).first().waitFor();
  await page.getByRole('gridcell', { name: /^f3, white long-leaper, could be captured/ }).waitFor();
  const button = page.getByRole('button', { name: 'Danger' });
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await button.click();
  await eventually(() => signs.count(), 0);
}, { hash: position(DANGER) }));

test('a move into a capture is warned of, where that is asked for', world.page(async (page) => {
  await newGame(page, { fen: '7k/8/8/8/4w3/8/5L2/K7 w - - 0 1' });
  await page.getByLabel('Settings').click();
  await page.getByRole('group', { name: 'Warn before I lose a piece' }).getByText('On').click();
  await page.keyboard.press('Escape');
  await click(page, 'f2', 'f3');
  await page.getByText(/^Careful: after Lf2-f3, the withdrawer on e4 moves straight away/).waitFor();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.getByRole('gridcell', { name: /^f2, white long-leaper/ }).waitFor();
  await click(page, 'f2', 'f3');
  await page.getByRole('button', { name: 'Play Lf2-f3' }).click();
  await played(page, 1);
  await click(page, 'h8', 'h7');
  await played(page, 2);
}));

test('where there is no check, a king is warned of and its loss is explained', world.page(async (page) => {
  await newGame(page, { family: 'Rococo', fen: '10/10/10/4k5/4W5/10/7p2/4K5/10/10 b - - 0 1', human: 'b', level: '8' });
  await page.getByLabel('Settings').click();
  await page.getByRole('group', { name: 'Warn before I lose a piece' }).getByText('On').click();
  await page.keyboard.press('Escape');
  await click(page, 'g3', 'g2');
  await page.getByText(/^Careful: after Pg3-g2, the withdrawer on d5 moves straight away from the king on d6/).waitFor();
  await page.getByRole('button', { name: 'Play Pg3-g2' }).click();
  await page.getByText(/^You lose: /).waitFor();
  await page.getByText('You lost the king on d6: the withdrawer on d5 moves straight away from the king on d6.').waitFor();
}));

test('an empty square tells what can go there, and an enemy whether it can be captured', world.page(async (page) => {
  const notes = page.getByRole('region', { name: 'Notes' });
  await square(page, 'e4').click();
  await notes.getByText('To e4 can go the pawn on e2.').waitFor();
  await square(page, 'e7').click();
  await notes.getByText('It cannot be captured now').waitFor();
  await page.goto(`${world.url}${position(DANGER)}`);
  await square(page, 'c4').click();
  await notes.getByRole('heading', { name: 'Can be captured' }).waitFor();
  await square(page, 'g8').click();
  await notes.getByText('No piece can go to g8.').waitFor();
}, { hash: '#/analyse?v=baroque' }));

// Only a keyboard: the focus is never lost, and groups of controls are one stop.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, moves, newGame, played, square } from './player.mjs';

const world = new World();

/** Where the focus is: the name of an element. */
function focused(page) {
  return page.evaluate(() => document.activeElement.tagName);
}

/** Presses a button by the keyboard. */
async function press(page, name, within = page) {
  await within.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

test('buttons that go away leave the focus near', world.page(async (page) => {
  await newGame(page, {});
  await click(page, 'b2', 'b3');
  await played(page, 1);
  await press(page, 'Hint');
  await page.getByRole('region', { name: 'Notes' }).getByText(/ to [a-h]\d: /).waitFor();
  await eventually(() => page.evaluate(() => document.activeElement.textContent), 'Hint');
  await press(page, 'Resign');
  await eventually(() => page.evaluate(() => document.activeElement.textContent), 'Play on');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Play again' }).waitFor();
  await eventually(async () => (await focused(page)) !== 'BODY', true);
}));

test('lines of the engine and puzzles are one stop each', world.page(async (page) => {
  await square(page, 'b2').waitFor();
  const line = page.getByRole('group', { name: /^Line 1, / });
  await eventually(async () => await line.getByRole('button').count() > 1, true);
  await line.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => line.getByRole('button').nth(1).evaluate((control) => control === document.activeElement), true);
  await page.keyboard.press('Enter');
  await eventually(() => moves(page).count(), 2);
  await page.goto(`${world.url}#/learn/puzzles/baroque`);
  const steps = page.getByRole('navigation', { name: 'Puzzles' }).getByRole('button');
  await eventually(async () => await steps.count() > 100, true);
  assert.equal(await steps.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length), 1);
}, { hash: '#/analyse', analyses: true }));

test('a piece at work is told in words', world.page(async (page) => {
  await press(page, 'Show me: withdrawer');
  await page.getByRole('status').getByText(/^Withdrawer [a-h]\d to [a-h]\d: captures the /).waitFor();
  await eventually(() => page.evaluate(() => document.activeElement.textContent), 'Hide');
}, { hash: '#/learn/pieces/baroque' }));

test('who does not want the options of a game goes back', world.page(async (page) => {
  await page.getByRole('link', { name: 'Options of Rococo', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  assert.match(await page.evaluate(() => document.activeElement.parentElement.textContent), /Rococo$/);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Options of Rococo', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Options of Rococo', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await page.goto(`${world.url}#/learn/pieces/rococo`);
  await page.locator('.piece-card').first().waitFor();
  assert.match(page.url(), /pieces\/rococo$/);
}));

test('a key lists the keys', world.page(async (page) => {
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'hidden' });
}, { hash: '#/analyse?v=baroque' }));

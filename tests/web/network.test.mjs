// The page over plain HTTP under a name that is not of this machine, as other machines open it, where
// browsers withhold much; and the token that it needs there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OTHER_NAME, World, eventually, overflow } from './browser.mjs';
import { click, newGame, played, square } from './player.mjs';
import { startServer } from './program.mjs';

/** A server for other machines, under a name that the browser takes for one of them. */
async function startForOthers() {
  const server = await startServer(0, '--bind', '0.0.0.0', '--host', OTHER_NAME);
  assert.equal(server.url.hostname, OTHER_NAME);
  token = server.url.hash;
  server.url.hash = '';
  return server;
}

/** The fragment of the printed link. */
let token;
const world = new World(startForOthers);
/** What browsers say of pages over plain HTTP, and of a connection that is refused. */
const INSECURE = /Cross-Origin-Opener-Policy header has been ignored/;
const REFUSED = /status of 401|HTTP Authentication failed/;
const expected = new RegExp(`${INSECURE.source}|${REFUSED.source}`);

/** Goes to the link that the program has printed. */
async function enter(page, path = '') {
  await page.goto(`${world.url.origin}/${token}`);
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  if (path) await page.goto(`${world.url.origin}/${path}`);
}

test('a page without the token asks for it', world.page(async (page) => {
  const dialog = page.getByRole('dialog', { name: 'Token' });
  await dialog.getByLabel('Token').fill('nothing');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await dialog.getByText('This is not the token.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Token').fill(token.replace('#token=', ''));
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('link', { name: 'Play now' }).waitFor();
}, { expected }));

for (const width of [390, 360, 320]) {
  test(`a page without the token fits into the window: ${width}`, world.page(async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Token' });
    await dialog.waitFor();
    // Behind the dialog it has no role.
    await page.getByText('Reconnecting…').waitFor();
    assert(await overflow(page) <= 0);
    assert.equal(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
  }, { expected, context: { viewport: { width, height: 844 } } }));
}

test('the link lets in, and shows its token no longer', world.page(async (page) => {
  await enter(page);
  assert(!page.url().includes('token'), page.url());
  assert.equal(await page.evaluate(() => window.isSecureContext), false);
  assert.equal(await page.evaluate(() => document.cookie), '');
}, { expected }));

test('a game survives a reload, and a copied tab has its own', world.page(async (page) => {
  await enter(page);
  await newGame(page, {});
  await click(page, 'e2', 'e4');
  await played(page, 1);
  await page.reload();
  await played(page, 1);
  // A copied tab has the storage of its first one.
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))]);
  await played(copy, 1);
  await click(copy, 'e7', 'e5');
  await played(copy, 2);
  const tabs = await Promise.all([page, copy].map((tab) => tab.evaluate(() => sessionStorage.getItem('baroque.tab'))));
  assert.notEqual(tabs[0], tabs[1]);
  await page.reload();
  await played(page, 1);
}, { expected }));

test('games are copied to the clipboard', world.page(async (page) => {
  await enter(page, '#/analyse');
  await square(page, 'e2').waitFor({ state: 'attached' });
  await click(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.locator('#toasts').getByText('Copied.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open' }).click();
  const field = page.getByRole('textbox', { name: 'PGN or FEN' });
  await field.press('Control+V');
  await eventually(async () => (await field.inputValue()).length > 10, true);
}, { expected }));

test('lessons and rules are shown', world.page(async (page) => {
  await enter(page, '#/learn/rules');
  await page.getByRole('grid').first().waitFor();
}, { expected }));

// The shelf: every game is kept, found again, and lost only when it is deleted.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, moves, newGame, played, toast } from './player.mjs';

const world = new World();

function rows(page) {
  return page.locator('.kept-game');
}

async function playTwo(page, game = {}) {
  await newGame(page, game);
  await click(page, 'b2', 'b3');
  await played(page, 1);
  await click(page, 'b7', 'b6');
  await played(page, 2);
}

test('a game goes on in another tab after its own was closed', world.page(async (page) => {
  await playTwo(page, { family: 'Rococo' });
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(world.url.href);
  await next.getByRole('link', { name: /^Go on: Rococo · .*1 move/ }).click();
  await played(next, 2);
  await click(next, 'c2', 'c3');
  await played(next, 3);
  await next.goto(`${world.url}#/games`);
  await eventually(() => rows(next).count(), 1);
}));

test('a new game leaves the one before, which can be gone back to', world.page(async (page) => {
  await playTwo(page);
  await newGame(page, { family: 'Maxima' });
  await page.getByRole('button', { name: 'Back to it' }).click();
  await played(page, 2);
  await page.getByRole('gridcell', { name: 'b3, white pawn' }).waitFor();
}));

test('what is only looked at stays as it is', world.page(async (page) => {
  await playTwo(page);
  const times = () => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('baroque').onsuccess = ({ target }) => {
      const request = target.result.transaction('games').objectStore('games').getAll();
      request.onsuccess = () => resolve(request.result.map(({ time }) => time));
    };
  }));
  await eventually(async () => (await times()).length, 1);
  const before = await times();
  await page.reload();
  await played(page, 2);
  await page.goto(`${world.url}#/games`);
  await rows(page).waitFor();
  assert.deepEqual(await times(), before);
}));

test('a game that its tab has left goes on in another one', world.page(async (page) => {
  await playTwo(page);
  await newGame(page, { family: 'Rococo' });
  const other = await page.context().newPage();
  await other.goto(world.url.href);
  await other.getByRole('link', { name: /^Go on/ }).click();
  await played(other, 2);
  await click(other, 'c2', 'c3');
  await played(other, 3);
  await other.goto(`${world.url}#/games`);
  await eventually(() => rows(other).count(), 1);
}));

test('two tabs with one analysis do not write over each other', world.page(async (page) => {
  await page.goto(`${world.url}#/analyse`);
  await click(page, 'b2', 'b3');
  await played(page, 1);
  const other = await page.context().newPage();
  await page.goto(`${world.url}#/games`);
  const href = await rows(page).getByRole('link', { name: /^Analyse/ }).getAttribute('href');
  for (const tab of [page, other]) {
    await tab.goto(new URL(href, world.url).href);
    await played(tab, 1);
  }
  for (const [tab, move] of [[page, ['b7', 'b6']], [other, ['c7', 'c6']]]) {
    await click(tab, ...move);
    await played(tab, 2);
  }
  await other.goto(`${world.url}#/games`);
  await eventually(() => rows(other).count(), 2);
}));

test('kept games are searched, exported, deleted and brought back', world.page(async (page) => {
  await playTwo(page);
  await playTwo(page, { family: 'Rococo' });
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.getByRole('grid', { name: 'Analysis board' }).waitFor();
  await eventually(() => moves(page).count(), 2);
  await click(page, 'c2', 'c3');
  await eventually(() => moves(page).count(), 3);
  await page.goto(`${world.url}#/games`);
  await eventually(() => rows(page).count(), 3);
  await page.getByRole('searchbox', { name: 'Search' }).fill('rococo');
  await eventually(() => rows(page).count(), 2);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Analysed');
  await eventually(() => rows(page).count(), 1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await rows(page).getByText('Deleted.').waitFor();
  await page.keyboard.press('Enter');
  await rows(page).getByText('Rococo').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all as PGN' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  assert.equal(text.match(/^\[Variant/gm)?.length, 3, text);
}));

test('without storage play goes on, and it is said once', world.page(async (page) => {
  await playTwo(page);
  await toast(page, 'This browser cannot save games').waitFor();
  await click(page, 'c2', 'c3');
  await played(page, 3);
  assert.equal(await page.locator('.toast.error').count(), 1);
}, {
  expected: /cannot save games/,
  context: {},
  init: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The quota is exceeded', 'QuotaExceededError');
    };
  },
}));

test('a damaged game is told, and does not harm the others', world.page(async (page) => {
  await playTwo(page);
  await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('baroque').onsuccess = ({ target }) => {
      const transaction = target.result.transaction('games', 'readwrite');
      transaction.objectStore('games').put({ id: 'damaged', time: 1, tree: { moves: 3 } });
      transaction.oncomplete = resolve;
    };
  }));
  await page.goto(`${world.url}#/games`);
  await eventually(() => rows(page).count(), 2);
  await rows(page).nth(1).getByText('damaged').waitFor();
  await page.goto(`${world.url}#/play?game=damaged`);
  await toast(page, 'not kept here').waitFor();
  await played(page, 2);
}, { expected: /not kept here/ }));

test('games that earlier versions kept move to the shelf', world.page(async (page) => {
  await page.goto(`${world.url}#/games`);
  await eventually(() => rows(page).count(), 1);
  await rows(page).getByText(/^Baroque chess \(Ultima\) · .*1 move/).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('baroque.game.play.0123abcd')), null);
}, {
  init: () => {
    // The page that comes before has no storage.
    if (!location.host) return;
    const tree = { variant: 'baroque', definition: null, rules: '', fen: null, tags: {}, comment: '', result: '*', moves: [{ uci: 'e2e4', text: 'Pe2-e4', nags: [], comment: '', variations: [] }] };
    const setup = { variant: 'baroque', definition: null, rules: '', fen: null, human: 'w', level: 4, time: null };
    if (!sessionStorage.length) localStorage.setItem('baroque.game.play.0123abcd', JSON.stringify({ tree, path: [0], extra: { setup, over: null, clock: null }, time: 5 }));
  },
}));

// How much the page weighs and how soon it is seen.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { World } from './browser.mjs';

const world = new World();
const FOLDER = fileURLToPath(new URL('../../protocol/web', import.meta.url));
/** Bytes of all files of the page but those of rooms, Penultima and puzzles, which, as the engine, are loaded when asked for. */
const MOST = 450_000;
const ON_DEMAND = /\/((room\/(chat|followed|game)|penultima\/(game|guesses|position|solo|table)|room|penultima|learn\/puzzles)\.js|report\.css)$/;
/** Milliseconds to the first paint; a fraction on an idle machine. */
const LATEST = 3000;

test('the page is small', async (t) => {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !ON_DEMAND.test(join(entry.path, entry.name)));
  const sizes = await Promise.all(files.map(async ({ path, name }) => (await readFile(join(path, name))).length));
  const sum = sizes.reduce((a, b) => a + b, 0);
  t.diagnostic(`${files.length} files, ${sum} bytes`);
  assert(sum < MOST, `${sum} bytes`);
});

test('the page is seen soon', world.page(async (page, t) => {
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  const paint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const first = await paint();
  await page.reload();
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  const again = await paint();
  t.diagnostic(`first paint after ${Math.round(first)} ms, from the cache after ${Math.round(again)} ms`);
  assert(first < LATEST && again < LATEST);
}));

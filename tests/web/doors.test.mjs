// Doors: from every board to the others, links that hold all they need, and large files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, drop, moves, newGame, played, square } from './player.mjs';

const world = new World();

const TOML = 'format = 1\n[mini]\nboard = "5x5"\nstart = "k4/5/5/5/4K w"\n[mini.pieces]\nK = { name = "king", move = "K", take = "displace", royal = true }\n';

test('a puzzle is analysed, and played on from there', world.page(async (page) => {
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.getByRole('grid', { name: 'Analysis board' }).waitFor();
  const fen = () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('fen'));
  await eventually(async () => (await fen()) !== null, true);
  const shown = await fen();
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByRole('grid', { name: 'Board', exact: true }).waitFor();
  await eventually(fen, shown);
}, { hash: '#/learn/puzzles/rococo/3' }));

test('the address is that of the position, and opens it elsewhere', world.page(async (page) => {
  await newGame(page, { family: 'Rococo' });
  await click(page, 'b2', 'b3');
  await played(page, 1);
  await eventually(() => /m=b2b3/.test(page.url()), true);
  const other = await page.context().browser().newPage();
  await other.goto(page.url());
  await other.getByRole('gridcell', { name: 'b3, white pawn' }).waitFor();
  await other.close();
}));

test('the link to a game of a file holds the file', world.page(async (page) => {
  await drop(page, ['mini.toml', TOML]);
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await newGame(page, { family: 'Mini' });
  await click(page, 'e1', 'd2');
  await played(page, 1);
  await eventually(() => /[&?]g=/.test(page.url()), true);
  const other = await page.context().browser().newPage();
  await other.goto(page.url());
  await other.getByRole('gridcell', { name: 'd2, white king' }).waitFor();
  await other.close();
}));

for (const [what, packed] of [['no file', 'AAAA'], ['too much', 'A'.repeat(24_001)]]) {
  test(`a link that holds ${what} is refused, and the page lives`, world.page(async (page) => {
    await page.locator('.toast.error').first().waitFor();
    await page.getByRole('grid').first().waitFor();
  }, { hash: `#/analyse?v=mini&d=1&g=${packed}`, expected: /holds no game that can be read|not known|unknown/ }));
}

test('a line of the engine is looked at on a small board', world.page(async (page) => {
  const line = page.getByRole('list', { name: 'Best lines' }).getByRole('button');
  await line.nth(1).waitFor();
  await line.nth(1).hover();
  await page.locator('.peek .board-svg').waitFor();
  await page.getByRole('region', { name: 'Engine' }).getByRole('status').getByText(/\w/).waitFor();
  await square(page, 'e2').hover();
  await page.locator('.peek').waitFor({ state: 'hidden' });
}, { hash: '#/analyse', analyses: true }));

test('a PGN of many games is read in parts', world.page(async (page) => {
  await square(page, 'e2').waitFor();
  const comment = `{ ${'A long comment. '.repeat(1500)}}`;
  const game = (number) => `[Event "${number}"]\n[Variant "baroque"]\n[Result "*"]\n\n1. Pe2-e4 ${comment} *\n\n`;
  await drop(page, ['many.pgn', Array.from({ length: 200 }, (_, i) => game(i + 1)).join('')]);
  const dialog = page.getByRole('dialog', { name: 'Games' });
  await dialog.getByText('200 games').waitFor();
  assert.equal(await dialog.getByRole('button', { name: /moves?/ }).count(), 200);
  await dialog.getByRole('button').nth(200).click();
  await eventually(() => moves(page).count(), 1);
}, { hash: '#/analyse' }));

test('of a PGN of very many games more are read when asked for', world.page(async (page) => {
  await square(page, 'e2').waitFor();
  const game = (number) => `[White "${number}"]\n[Variant "baroque"]\n\n1. Pe2-e4 Pe7-e5 *\n\n`;
  await drop(page, ['many.pgn', Array.from({ length: 1200 }, (_, i) => game(i + 1)).join('')]);
  const dialog = page.getByRole('dialog', { name: 'Games' });
  const [status, more] = [dialog.getByRole('status'), dialog.getByRole('button', { name: 'More games' })];
  // Three pages.
  await status.getByText(/^5\d\d games so far/).waitFor();
  await more.click();
  await status.getByText(/^1\d\d\d games so far/).waitFor();
  await more.click();
  await status.getByText(/^1200 games$/).waitFor();
  await more.waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: '1200' }).click();
  await eventually(() => moves(page).count(), 2);
}, { hash: '#/analyse' }));

test('a file is chosen and a game is downloaded', world.page(async (page) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open…' }).click();
  await page.getByText('Choose a file…').click();
  await (await chooser).setFiles({ name: 'one.pgn', mimeType: 'text/plain', buffer: Buffer.from('[Variant "Rococo"]\n\n1. b2-b3 b7-b6 *\n') });
  await played(page, 2);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const download = page.waitForEvent('download');
  const link = page.getByRole('link', { name: 'Download' });
  await eventually(() => link.getAttribute('href').then(Boolean), true);
  await link.click();
  const text = await readFile(await (await download).path(), 'utf8');
  assert.match(text, /1\. Pb2-b3/);
}, { hash: '#/analyse' }));

test('a game of a link goes on later, though its file was never here', world.page(async (page) => {
  await drop(page, ['mini.toml', TOML]);
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await newGame(page, { family: 'Mini' });
  await eventually(() => /[&?]g=/.test(page.url()), true);
  const address = page.url();
  const other = await page.context().browser().newContext();
  try {
    const friend = await other.newPage();
    await friend.goto(address);
    await square(friend, 'e1').waitFor();
    await click(friend, 'e1', 'd2');
    await played(friend, 1);
    // The address without what the link brought.
    await friend.goto(`${world.url}#/games`);
    await friend.reload();
    await friend.getByRole('link', { name: /^Go on: mini/ }).click();
    await played(friend, 1);
  } finally {
    await other.close();
  }
}));

// What axe finds, in both themes, and whether the page fits its window.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from './axe.mjs';
import { SIZES, World, overflow } from './browser.mjs';
import { click, newGame, played, square, moves } from './player.mjs';

const world = new World();

/** What can be seen of the page: how to get there. */
const VIEWS = {
  welcome: (page) => page.getByRole('link', { name: 'Play now' }).waitFor(),
  'new game': async (page) => {
    await page.goto(`${world.url}#/play?new=rococo`);
    await page.getByRole('dialog', { name: 'New game' }).waitFor();
  },
  'a game': async (page) => {
    await newGame(page, { family: 'Renaissance', fen: '8k/9/9/2ppp4/2pBp4/2pp5/9/9/K8[L] w - - 0 1' });
    await click(page, 'a1', 'a2');
    await played(page, 1);
    await page.getByRole('button', { name: 'Take back' }).click();
    await played(page, 0);
    await square(page, 'd5').click();
    await square(page, 'd5').click();
    await page.getByRole('dialog', { name: 'Make this move?' }).waitFor();
  },
  'kept games': async (page) => {
    await page.keyboard.press('Escape');
    await newGame(page, { family: 'Rococo' });
    await click(page, 'b2', 'b3');
    await played(page, 1);
    await page.goto(`${world.url}#/games`);
    await page.getByRole('link', { name: /^Go on/ }).waitFor();
  },
  analysis: async (page) => {
    await page.goto(`${world.url}#/analyse?v=rococo&m=f2g3_e7e6`);
    await moves(page).nth(1).waitFor();
    await page.getByRole('list', { name: 'Best lines' }).getByRole('button').first().waitFor();
  },
  editor: async (page) => {
    await page.goto(`${world.url}#/analyse?v=renaissance`);
    await square(page, 'e2').waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('grid', { name: 'Position being set up' }).waitFor();
  },
  'open dialog': async (page) => {
    await page.goto(`${world.url}#/analyse`);
    await page.getByRole('button', { name: 'Open…' }).click();
    await page.getByRole('dialog', { name: 'Open a game' }).waitFor();
  },
  learn: async (page) => {
    await page.goto(`${world.url}#/learn`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  'a page about a game': async (page) => {
    await page.goto(`${world.url}#/learn/report/fugue`);
    await page.getByRole('heading', { name: 'Fugue: what the game is like' }).waitFor();
  },
  tutorial: async (page) => {
    await page.goto(`${world.url}#/learn/tutorial/maxima`);
    await page.getByRole('grid').waitFor();
  },
  puzzles: async (page) => {
    await page.goto(`${world.url}#/learn/puzzles/renaissance`);
    await page.getByRole('grid').waitFor();
  },
  mistakes: async (page) => {
    const fen = encodeURIComponent('8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1');
    await page.goto(`${world.url}#/analyse?v=baroque&fen=${fen}&m=f1a1_c5d5`);
    await moves(page).nth(1).waitFor();
    await page.getByRole('button', { name: 'Review game' }).click();
    await page.getByRole('button', { name: 'White: learn from 1' }).click();
    await page.getByRole('heading', { name: 'White played Lf1-a1' }).waitFor();
  },
  pieces: async (page) => {
    await page.goto(`${world.url}#/learn/pieces/rococo`);
    await page.locator('.piece-card').first().waitFor();
  },
};

// Each theme once, and each of the sizes between which the page changes its shape.
for (const [size, colorScheme] of [['desktop', 'light'], ['phone', 'dark']]) {
  test(`no serious finding: ${size}, ${colorScheme}`, world.page(async (page) => {
    for (const [view, open] of Object.entries(VIEWS)) {
      await open(page);
      assert.deepEqual(await findings(page), [], view);
      assert(await overflow(page) <= 0, `${view} is too wide`);
    }
  }, { context: { colorScheme, viewport: SIZES[size] }, analyses: true }));
}

test('the welcome has no serious finding before the engine answers', world.page(async (page) => {
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => message.includes('"lessons"') || server.send(message));
  });
  await page.reload();
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  assert.deepEqual(await findings(page), []);
  // There is nothing to go on with, which is no error.
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
}));

test('the rules have no serious finding', world.page(async (page) => {
  await page.getByRole('grid').first().waitFor();
  assert.deepEqual(await findings(page), []);
  assert(await overflow(page) <= 0);
}, { hash: '#/learn/rules', context: { viewport: SIZES.phone } }));

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the whole board fits into the window, with its tools: ${size}`, world.page(async (page) => {
    for (const [family, variant] of [['Baroque'], ['Maxima'], ['Rococo'], ['Renaissance'], ['Optima', 'optima-house']]) {
      await newGame(page, { family, variant });
      await page.evaluate(() => scrollTo(0, 0));
      const parts = [page.getByRole('grid', { name: 'Board' }), page.locator('.play-tools')];
      for (const part of parts) {
        const { x, y, width, height } = await part.boundingBox();
        const isInside = x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
        assert(isInside, `${family}: ${width} x ${height} at ${x}, ${y}`);
      }
      assert(await overflow(page) <= 0, family);
    }
  }, { context: { viewport } }));
}

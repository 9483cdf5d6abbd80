// Pictures of the page for people to look at: `node screenshots.mjs FOLDER`.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SIZES, launch } from './browser.mjs';
import { click, newGame, played, square } from './player.mjs';
import { startServer } from './program.mjs';

const [folder] = process.argv.slice(2);

/** A position in the midst of a game, as moves from the start. */
const LINES = {
  baroque: 'f2f5 e7e6 a2a6 e8e7 d2d5 e6e5 c2c5 d8e8 b2b6 h7h5 e2e4 e7f6',
  maxima: 'b3a2 c8c6 c3a3 b9a10 c4c2 c9c10 b4b6 c6d6',
  rococo: 'f2g3 e7e6 f1f6 e6d5',
  renaissance: 'a2a6 e8e6 i2i4 f9c6 b2a2 g8g3 d2d6 f8e8 i4g4 c6b5 i1i6 e9f8 b1b6 f8g8 a1g7 d8d7',
};

const PICTURES = {
  welcome: (page) => page.getByRole('link', { name: 'Play now' }).waitFor(),
  play: async (page, variant) => {
    await newGame(page, { family: variant[0].toUpperCase() + variant.slice(1) });
    const [first, second, [next]] = LINES[variant].split(' ').map((uci) => uci.match(/[a-z]\d+/g));
    await click(page, ...first);
    await played(page, 1);
    await click(page, ...second);
    await played(page, 2);
    await square(page, next).click();
  },
  analyse: async (page, variant, url) => {
    await page.goto(`${url}#/analyse?v=${variant}&m=${LINES[variant].replaceAll(' ', '_')}`);
    await page.getByRole('list', { name: 'Best lines' }).getByRole('button').first().waitFor();
  },
  tutorial: async (page, variant, url) => {
    await page.goto(`${url}#/learn/tutorial/${variant}`);
    await page.getByRole('grid').waitFor();
  },
  pieces: async (page, variant, url) => {
    await page.goto(`${url}#/learn/pieces/${variant}`);
    await page.locator('.piece-card').first().waitFor();
  },
  puzzles: async (page, variant, url) => {
    await page.goto(`${url}#/learn/puzzles/${variant}`);
    await page.getByRole('grid').waitFor();
  },
  rules: async (page, _variant, url) => {
    await page.goto(`${url}#/learn/rules`);
    await page.getByRole('grid').first().waitFor();
  },
};

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await launch();
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    for (const variant of Object.keys(LINES)) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(server.url.href);
      for (const [name, show] of Object.entries(PICTURES)) {
        await show(page, variant, server.url);
        await page.screenshot({ path: join(folder, `${name}-${variant}-${size}-${colorScheme}.png`) });
      }
      await context.close();
    }
  }
}
await browser.close();
await server.stop();

// The page as static files, with the engine as WebAssembly: `make web`.

import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { World, eventually } from './browser.mjs';
import { click, drop, newGame, played, reads } from './player.mjs';

const FOLDER = process.env.WEB_DIR ?? fileURLToPath(new URL('../../target/web', import.meta.url));
/** Bytes of the WebAssembly module, as web servers send it: compressed. */
const MOST = 2_000_000;
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm',
};

/** The headers that the manual tells hosts to add. */
const MANUAL = readFileSync(fileURLToPath(new URL('../../protocol/docs/serve.md', import.meta.url)), 'utf8');
const HEADERS = Object.fromEntries(
  [...MANUAL.matchAll(/^add_header (\S+) "?(.*?)"? always;$/gm)].map(([, name, value]) => [name, value]),
);
assert.equal(Object.keys(HEADERS).length, 6);

/** Serves files as any web server would, below a path of its own; those of `stale` as an earlier version had them. */
async function startStatic(stale = []) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(FOLDER, pathname.replace(/^\/baroque\//, '').replace(/^$/, 'index.html'));
    if (!pathname.startsWith('/baroque/') || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { ...HEADERS, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    if (stale.some((name) => path.endsWith(name))) response.write('\n');
    createReadStream(path).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${server.address().port}/baroque/`),
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

if (!existsSync(join(FOLDER, 'engine.wasm'))) {
  test('the static page', { skip: process.env.CI ? false : `no ${FOLDER}` }, () => {
    assert.fail(`there is no page in ${FOLDER}: 'make web' writes it`);
  });
} else {
  describeStatic(new World(() => startStatic()));
  describeStale(new World(() => startStatic(['js/geometry.js'])));
}

function describeStale(world) {
  test('files of two versions are not kept together', world.page(async (page) => {
    await page.getByRole('link', { name: 'Play now' }).waitFor();
    const end = await page.evaluate(async () => {
      const { installing, active } = await navigator.serviceWorker.register('sw.js');
      const worker = installing ?? active;
      while (!['activated', 'redundant'].includes(worker.state)) {
        await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
      }
      return worker.state;
    });
    assert.equal(end, 'redundant');
  }, { expected: /integrity|serviceWorker|ServiceWorker/ }));
}

function describeStatic(world) {
  test('the module is small', (t) => {
    const module = readFileSync(join(FOLDER, 'engine.wasm'));
    const sent = gzipSync(module).length;
    t.diagnostic(`${module.length} bytes, ${sent} compressed`);
    assert(sent < MOST, `${sent} bytes`);
  });

  test('a game against the engine, which survives a reload', world.page(async (page) => {
    await newGame(page, { human: 'w', family: 'Rococo' });
    await click(page, 'b2', 'b3');
    await played(page, 2);
    await page.reload();
    await played(page, 2);
    await page.getByRole('gridcell', { name: 'b3, white pawn' }).waitFor();
  }));

  test('the engine analyses and is switched off', world.page(async (page) => {
    const engine = page.getByRole('region', { name: 'Engine' });
    await engine.getByRole('list', { name: 'Best lines' }).getByRole('button').first().waitFor();
    await engine.getByText('Engine', { exact: true }).click();
    await engine.getByText('Off', { exact: true }).waitFor();
    await click(page, 'e2', 'e4');
    await reads(page, 'Pe2-e4');
  }, { hash: '#/analyse', analyses: true }));

  test('reports of studies have their style', world.page(async (page) => {
    const study = {
      format: 1, baroque: '0.1.0', game: { variant: 'rococo', rules: '' }, file: null, network: null, levels: null,
      book: [], puzzles: [], report: '<!doctype html><style></style><h1>Rococo</h1>',
    };
    await page.getByRole('heading', { name: 'What the games are like' }).waitFor();
    await drop(page, ['knowledge.json', JSON.stringify(study)]);
    await page.waitForURL(/#\/play/);
    await page.goto(`${world.url}#/learn/report/rococo`);
    const heading = page.frameLocator('iframe.report').getByRole('heading', { name: 'Rococo' });
    await eventually(() => heading.evaluate((element) => getComputedStyle(element).fontSize), '28.8px');
  }, { hash: '#/learn/report' }));

  test('the page plays on without a connection', world.page(async (page) => {
    await page.getByRole('link', { name: 'Play now' }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null), true);
    await page.context().setOffline(true);
    await page.goto(`${world.url}#/play?v=rococo&side=w`);
    await page.reload();
    await click(page, 'b2', 'b3');
    await played(page, 2);
  }));

  test('lessons, rules and files need no server', world.page(async (page) => {
    await page.getByRole('grid').waitFor();
    await page.goto(`${world.url}#/learn/rules`);
    await page.getByRole('grid').first().waitFor();
    await drop(page, ['game.pgn', '[Variant "maxima"]\n\n1. b6 *\n']);
    await reads(page, 'Pb4-b6');
  }, { hash: '#/learn/tutorial/baroque' }));
}

// What other pages, other names and hostile files must not achieve.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { World } from './browser.mjs';
import { send, upgrade } from './http.mjs';
import { drop, toast } from './player.mjs';

const world = new World();

async function status(path, options) {
  return (await send(world.url, path, options)).status;
}

async function connect(headers) {
  const { status: result, socket } = await upgrade(world.url, headers);
  socket?.destroy();
  return result;
}

test('connections of foreign origins and under foreign names are refused', async () => {
  const { origin, host, port } = world.url;
  assert.equal(await connect({ Origin: origin }), 101);
  assert.equal(await connect({ Origin: `http://localhost:${port}`, Host: `localhost:${port}` }), 101);
  for (const headers of [
    {},
    { Origin: 'null' },
    { Origin: 'http://evil.example' },
    { Origin: `http://127.0.0.1:${Number(port) + 1}` },
    { Origin: `${origin}.evil.example` },
    { Origin: `http://localhost:${port}` },
    { Origin: 'http://evil.example', Host: 'evil.example' },
    { Origin: `http://evil.example:${port}`, Host: `evil.example:${port}` },
    { Origin: origin, Host: `${host}.evil.example` },
  ]) {
    assert.equal(await connect(headers), 403, JSON.stringify(headers));
  }
});

test('the page is served under its own names only, and to itself only', async () => {
  const { origin, port } = world.url;
  assert.equal(await status('/'), 200);
  assert.equal(await status('/', { headers: { Host: `localhost:${port}` } }), 200);
  assert.equal(await status('/', { headers: { Host: 'evil.example' } }), 403);
  assert.equal(await status('/', { headers: { Host: `evil.example:${port}` } }), 403);
  assert.equal(await status('/js/app.js', { headers: { Origin: 'http://evil.example' } }), 403);
  assert.equal(await status('/js/app.js', { headers: { Origin: origin } }), 200);
});

test('nothing but the files of the page is served', async () => {
  for (const path of ['/../Cargo.toml', '/%2e%2e/Cargo.toml', '/js/../../Cargo.toml', '/..%2fCargo.toml', '//etc/passwd', '/js', '/nothing']) {
    assert.equal(await status(path), 404, path);
  }
  for (const method of ['POST', 'PUT', 'DELETE']) assert.equal(await status('/', { method }), 405, method);
});

test('the policy of the page forbids everything foreign', async () => {
  const { headers } = await fetch(world.url);
  const policy = headers.get('content-security-policy');
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) assert(policy.includes(part), part);
  assert(!policy.includes('unsafe-inline') && !policy.includes("'unsafe-eval'"));
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('another page in the browser can neither connect, read nor frame', async () => {
  const evil = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'));
  evil.listen(0, '127.0.0.1');
  await once(evil, 'listening');
  const context = await world.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${evil.address().port}/`);
    const achieved = await page.evaluate(async (url) => {
      const connects = await new Promise((resolve) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}ws`);
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      const reads = await fetch(`${url}js/app.js`).then(() => true, () => false);
      const loads = await import(`${url}js/app.js`).then(() => true, () => false);
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      return { connects, reads, loads };
    }, world.url.href);
    assert.deepEqual(achieved, { connects: false, reads: false, loads: false });
    const framed = page.frames().find((frame) => frame.parentFrame());
    assert.equal(await framed.locator('.board-svg').count(), 0);
  } finally {
    await context.close();
    evil.close();
  }
});

const MARKUP = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>';

/** Nothing of the markup has become an element or has run. */
async function assertHarmless(page) {
  assert.equal(await page.locator('img:not(.brand > img), main script, dialog script, #toasts script').count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
}

test('markup in games is text', world.page(async (page) => {
  const game = (number) => `[Event "${MARKUP.replaceAll('"', '\\"')}"]
[White "${MARKUP.replaceAll('"', '\\"')} ${number}"]
[Black "x"]

{${MARKUP}} 1. e2-e4 {${MARKUP}} *
`;
  await page.getByRole('grid').waitFor();
  await drop(page, ['games.pgn', `${game(1)}\n${game(2)}`]);
  const choice = page.getByRole('dialog', { name: 'Games' }).getByRole('button', { name: /onerror/ });
  await choice.first().click();
  await page.getByText('<img src=x').first().waitFor();
  await assertHarmless(page);
}, { hash: '#/analyse' }));

test('markup in descriptions of games and in names of files is text', world.page(async (page) => {
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  const toml = `format = 1
[mini]
title = '${MARKUP}'
board = "5x5"
start = "k4/5/5/5/4K w"
[mini.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
`;
  await drop(page, [`${MARKUP}.toml`, toml]);
  await toast(page, '<img src=x').first().waitFor();
  await assertHarmless(page);
  await drop(page, [`${MARKUP}.exe`, '']);
  await toast(page, 'is neither a game').waitFor();
  await assertHarmless(page);
}, { expected: /is neither a game/ }));

test('markup in the address is text', world.page(async (page) => {
  await page.goto(`${world.url}#/analyse?${new URLSearchParams({ v: MARKUP, fen: MARKUP, m: MARKUP })}`);
  await page.getByRole('grid').waitFor();
  await toast(page, '<img').first().waitFor();
  await assertHarmless(page);
}, { expected: /unknown variant/ }));

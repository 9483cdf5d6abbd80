// The connection between the page and its session: lost, misused, and many at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { upgrade } from './http.mjs';
import { click, drop, newGame, played, toast } from './player.mjs';
import { startServer } from './program.mjs';

const world = new World();

/** What the browser says of a server that is not there. */
const REFUSED = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|Error in connection establishment/;

test('a game goes on when the server is started anew', world.page(async (page) => {
  await newGame(page, { human: 'w' });
  await click(page, 'e2', 'e4');
  await played(page, 1);
  // The engine thinks now; its answer is owed by the next server.
  const { port } = world.url;
  await world.server.stop();
  await page.getByRole('status').getByText('Reconnecting…').waitFor();
  await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
  world.server = await startServer(port);
  await page.getByRole('status').getByText('Reconnecting…').waitFor({ state: 'hidden' });
  await played(page, 2);
  await click(page, 'd2', 'd4');
  await played(page, 4);
}, { expected: REFUSED }));

test('a move that is made without a connection is played later', world.page(async (page) => {
  await newGame(page, {});
  const { port } = world.url;
  await world.server.stop();
  await click(page, 'e2', 'e4');
  await page.getByRole('status').getByText('Reconnecting…').waitFor();
  world.server = await startServer(port);
  await played(page, 1);
  await click(page, 'e7', 'e5');
  await played(page, 2);
}, { expected: REFUSED }));

test('games of a file are known after a new start of the server', world.page(async (page) => {
  const toml = 'format = 1\n[mini]\nboard = "5x5"\nstart = "k4/5/5/5/4K w"\n[mini.pieces]\nK = { name = "king", move = "K", take = "displace", royal = true }\n';
  await drop(page, ['mini.toml', toml]);
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await toast(page, 'mini.toml adds').waitFor();
  await newGame(page, { family: 'Mini' });
  await dialog.waitFor({ state: 'hidden' });
  const { port } = world.url;
  await world.server.stop();
  await page.getByRole('status').getByText('Reconnecting…').waitFor();
  world.server = await startServer(port);
  await click(page, 'e1', 'd2');
  await played(page, 1);
}, { expected: REFUSED }));

test('an edited file is seen at once, and on its own page only', world.page(async (page) => {
  const toml = (title, name) => `format = 1\n[mini]\ntitle = "${title}"\nboard = "5x5"\nstart = "k4/5/5/5/4K w"\n[mini.pieces]\nK = { name = "${name}", move = "K", take = "displace", royal = true }\n`;
  const add = async (where, title, name) => {
    await drop(where, ['mini.toml', toml(title, name)]);
    await toast(where, `mini.toml adds ${title}.`).waitFor();
  };
  const context = await world.browser.newContext();
  try {
    const other = await context.newPage();
    await other.goto(world.url.href);
    await other.getByRole('link', { name: 'Play now' }).waitFor();
    await add(page, 'One', 'king');
    await add(other, 'Two', 'khan');
    await add(page, 'Three', 'tsar');
    await newGame(page, { family: 'Mini' });
    await newGame(other, { family: 'Mini' });
    await page.getByRole('gridcell', { name: 'e1, white tsar' }).waitFor();
    await other.getByRole('gridcell', { name: 'e1, white khan' }).waitFor();
  } finally {
    await context.close();
  }
}));

test('malformed and oversized messages are refused, and the session lives', world.page(async (page) => {
  const answers = await page.evaluate(async () => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    await new Promise((resolve) => (socket.onopen = resolve));
    const say = (message) => new Promise((resolve) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      socket.send(message);
    });
    const bad = [
      '', '{', '[]', 'null', '{"id": 1}', '{"id": -1, "ask": {"type": "catalog"}}', '{"id": 1, "ask": {"type": "nothing"}}',
      '{"id": 1, "ask": {"type": "position", "game": {"variant": "chess"}}}',
      '{"id": 1, "ask": {"type": "position", "game": {"variant": "baroque", "fen": "9/9/9 w"}}}',
      '{"id": 1, "ask": {"type": "position", "game": {"variant": "baroque", "moves": ["e2e9"]}}}',
      '{"id": 1, "ask": {"type": "search", "game": {"variant": "baroque"}, "lines": 1000000}}',
      '{"id": 1, "ask": {"type": "engine", "hash": 1000000}}',
      '['.repeat(100_000),
      JSON.stringify({ id: 1, ask: { type: 'read_pgn', text: 'x'.repeat(2 << 20) } }),
      new Uint8Array([1, 2, 3]),
    ];
    const types = [];
    for (const message of bad) types.push((await say(message)).answer.type);
    const good = await say('{"id": 7, "ask": {"type": "position", "game": {"variant": "baroque"}}}');
    socket.close();
    return { types, good: good.answer.type, id: good.id };
  });
  assert.deepEqual([...new Set(answers.types)], ['error']);
  assert.equal(answers.good, 'position');
  assert.equal(answers.id, 7);
}));

test('a message beyond all bounds ends its own connection only', world.page(async (page) => {
  const isClosed = await page.evaluate(() => new Promise((resolve) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    socket.onopen = () => socket.send('x'.repeat(16 << 20));
    socket.onclose = () => resolve(true);
  }));
  assert(isClosed);
  await newGame(page, {});
  await click(page, 'e2', 'e4');
  await played(page, 1);
}, { expected: /WebSocket connection to/ }));

test('50 connections at once are answered', world.page(async (page) => {
  await newGame(page, {});
  const sides = await page.evaluate(() => {
    const url = `${location.origin.replace('http', 'ws')}/ws`;
    const ask = (index) => new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      const game = { variant: 'rococo', moves: index % 2 ? ['b2b3'] : [] };
      socket.onopen = () => socket.send(JSON.stringify({ id: 1, ask: { type: 'position', game } }));
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).answer.side);
      socket.onerror = () => reject(new Error(`connection ${index} fails`));
    });
    return Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
  });
  assert.deepEqual(sides, Array.from({ length: 50 }, (_, index) => (index % 2 ? 'b' : 'w')));
  // They stay open, and the page itself works too.
  await click(page, 'e2', 'e4');
  await played(page, 1);
}));

test('beyond 64 sessions there is no room, and later there is again', async () => {
  const { origin } = world.url;
  const connect = async (count) => {
    const all = await Promise.all(Array.from({ length: count }, () => upgrade(world.url, { Origin: origin })));
    return { sockets: all.map(({ socket }) => socket).filter(Boolean), refused: all.filter(({ status }) => status === 503).length };
  };
  // Sessions of the tests before may be about to end.
  let held;
  await eventually(async () => {
    held?.sockets.forEach((socket) => socket.destroy());
    held = await connect(66);
    return held.refused;
  }, 2);
  held.sockets.forEach((socket) => socket.destroy());
  await eventually(async () => {
    const { sockets, refused } = await connect(10);
    sockets.forEach((socket) => socket.destroy());
    return refused;
  }, 0);
});

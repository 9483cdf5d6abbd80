// Runs the worker of the page, with the engine as WebAssembly, in node: `node wasm.mjs MODULE`.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const root = new URL('../../', import.meta.url);
const module = process.argv[2];

/** Answers that have come, and who waits for the next one. */
const answers = [];
let wake = () => {};
/** Files that the worker has fetched. */
const fetched = [];

// What a worker of a browser has and node lacks.
globalThis.self = globalThis;
// Node's own one delivers up to 1000 messages in a row, before all other events.
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage({ data })) };
};
globalThis.postMessage = (text) => {
  answers.push(JSON.parse(text));
  wake();
};
globalThis.fetch = async (url) => {
  const name = basename(url.pathname);
  fetched.push(name);
  // One network that cannot be had.
  if (name === 'rococo.nnue') return new Response('', { status: 404 });
  const path = name === 'engine.wasm' ? module : new URL(`engine/nets/${name}`, root);
  const type = name === 'engine.wasm' ? 'application/wasm' : 'application/octet-stream';
  return new Response(await readFile(path), { headers: { 'content-type': type } });
};

let lastId = 0;

function post(text) {
  self.onmessage({ data: text });
}

function send(ask) {
  const id = ++lastId;
  post(JSON.stringify({ id, ask }));
  return id;
}

/** The next answer for which a condition holds; those before it are dropped. */
async function next(wanted) {
  for (;;) {
    while (answers.length > 0) {
      const answer = answers.shift();
      if (wanted(answer)) return answer;
    }
    await new Promise((resolve) => { wake = resolve; });
  }
}

/** The answer to a question. */
async function ask(question) {
  const id = send(question);
  return (await next((answer) => answer.id === id && answer.answer.type !== 'line')).answer;
}

/** A search with its lines. */
async function search(question) {
  const id = send({ type: 'search', ...question });
  const lines = [];
  for (;;) {
    const { answer } = await next((answer) => answer.id === id);
    if (answer.type !== 'line') return { ...answer, lines };
    lines.push(answer);
  }
}

async function legalMoves(game) {
  return (await ask({ type: 'position', game })).moves.map((move) => move.uci);
}

/** Checks that a search ends with a legal move, and that its lines only get better. */
async function checkSearch(question) {
  const found = await search(question);
  assert((await legalMoves(question.game)).includes(found.best), `${found.best} is not legal`);
  found.lines.reduce((last, line) => {
    assert(line.depth >= last.depth && line.nodes >= last.nodes && line.time >= last.time);
    return line;
  });
  return found;
}

/** Milliseconds of the processor that this process has used, which other processes do not change. */
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const tests = {
  async 'the catalog has all games'() {
    const { games, engine, levels } = await ask({ type: 'catalog' });
    const names = games.map((game) => game.variant);
    for (const name of ['baroque', 'maxima', 'rococo', 'renaissance', 'fugue']) assert(names.includes(name));
    assert.equal(engine.threads, 1);
    assert.equal(levels, 8);
  },

  async 'a position has its moves'() {
    const game = { variant: 'baroque', moves: ['e2e4'] };
    const position = await ask({ type: 'position', game });
    assert(position.moves.length > 20 && position.side === 'b');
  },

  async 'a search keeps its time, and a game its network'() {
    const before = [performance.now(), used()];
    const found = await checkSearch({ game: { variant: 'baroque' }, limits: { time: 300 } });
    const [time, work] = [performance.now() - before[0], used() - before[1]];
    assert(time > 280 && work < 800, `${time} ms, of which ${work} worked`);
    assert(found.lines.length > 2);
    for (let i = 0; i < 2; i++) {
      await checkSearch({ game: { variant: 'rococo' }, limits: { nodes: 2000 } });
      await checkSearch({ game: { variant: 'cambridge' }, limits: { nodes: 2000 }, lines: 3 });
      await checkSearch({ game: { variant: 'fugue' }, limits: { depth: 2 } });
    }
    assert.deepEqual(fetched, ['engine.wasm', 'baroque.nnue', 'rococo.nnue']);
  },

  async 'an infinite search hears other questions and ends when it is told to'() {
    // Node compiles the game's functions when they are called first.
    await checkSearch({ game: { variant: 'renaissance' }, limits: { nodes: 5000 } });
    for (const pause of [0, 10, 300]) {
      const id = send({ type: 'search', game: { variant: 'renaissance' } });
      await sleep(pause);
      let before = used();
      await ask({ type: 'position', game: { variant: 'renaissance' } });
      const heard = used() - before;
      before = used();
      const stop = send({ type: 'stop' });
      const { answer } = await next((answer) => answer.id === id && answer.answer.type === 'best');
      assert((await next((answer) => answer.id === stop)).answer.type === 'done');
      const time = used() - before;
      assert((await legalMoves({ variant: 'renaissance' })).includes(answer.best));
      assert(heard < 150 && time < 100, `${heard} ms, ${time} ms`);
    }
  },

  async 'a search ends the one before'() {
    const game = { variant: 'baroque' };
    const first = send({ type: 'search', game });
    const second = send({ type: 'search', game, limits: { depth: 3 } });
    const best = (id) => (answer) => answer.id === id && answer.answer.type === 'best';
    await next(best(first));
    await next(best(second));
  },

  async 'what is not a request changes nothing'() {
    for (const text of ['', '{', '[]', '\ud800', '{"id": 7, "ask": {"type": "nothing"}}', 'x'.repeat(2 << 20)]) {
      post(text);
      assert.equal((await next(() => true)).answer.type, 'error');
    }
    const unknown = await search({ game: { variant: 'chess' } });
    assert.equal(unknown.type, 'error');
    assert.equal((await ask({ type: 'engine', hash: 1, threads: 1 })).hash, 1);
    assert.equal((await ask({ type: 'engine', threads: 2 })).type, 'error');
  },

  async 'levels and clocks'() {
    for (const level of [1, 7, 8]) {
      await checkSearch({ game: { variant: 'rococo' }, level, limits: { time: 2000, depth: 6 } });
    }
    const clock = { w: 3000, b: 3000, increment: 0 };
    const before = used();
    await checkSearch({ game: { variant: 'baroque' }, limits: { clock } });
    assert(used() - before < 1000);
  },

  async 'texts, lessons, puzzles and PGN'() {
    const game = { variant: 'baroque' };
    assert((await ask({ type: 'rules' })).blocks.length > 20);
    assert((await ask({ type: 'lessons', game })).lessons.length > 5);
    assert((await ask({ type: 'puzzles', game: { variant: 'maxima' } })).puzzles.length > 5);
    const text = '[Variant "rococo"]\n\n1. Pd2-d3 Pd7-d6 *\n';
    const { games } = await ask({ type: 'read_pgn', text });
    assert.match((await ask({ type: 'write_pgn', game: games[0] })).text, /1\. Pd2-d3 Pd7-d6 \*/);
  },
};

await import(new URL('protocol/web/worker.js', root));
for (const [name, test] of Object.entries(tests)) {
  const before = performance.now();
  await test();
  console.log(`${name}: ${Math.round(performance.now() - before)} ms`);
}
process.exit(0);

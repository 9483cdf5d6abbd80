// The Learn page: rules, tutorial, puzzles, pieces and studies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { clickMove, drop, toast } from './player.mjs';

const world = new World();

/** The file of a study that learned nothing. */
const STUDY = {
  format: 1, baroque: '0.1.0', game: {}, file: null, network: null, levels: null, book: [], puzzles: [], report: '',
};

/** Asks the server itself. */
function ask(page, question) {
  return page.evaluate((asked) => new Promise((resolve) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, ask: asked }));
    socket.onmessage = ({ data }) => {
      socket.close();
      resolve(JSON.parse(data).answer);
    };
  }), question);
}

test('the parts are reached from the list', world.page(async (page) => {
  for (const part of ['Tutorial', 'Pieces', 'Puzzles', 'Studies', 'Rules']) {
    await page.goto(`${world.url}#/learn`);
    await page.getByRole('link', { name: new RegExp(`^${part}`) }).click();
    await page.getByRole('heading', { level: 1, name: part }).waitFor();
  }
}, { hash: '#/learn' }));

for (const [variant, count] of [['baroque', 2], ['rococo', 1]]) {
  test(`lessons of ${variant} are solved by clicking`, world.page(async (page) => {
    const { lessons } = await ask(page, { type: 'lessons', game: { variant } });
    for (const { title, accepted } of lessons.slice(0, count)) {
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByRole('grid', { name: `Lesson: ${title}` }).waitFor();
      await clickMove(page, accepted[0]);
      await page.getByRole('status').getByText(/^Well done/).waitFor();
      await page.getByRole('button', { name: 'Next lesson' }).click();
    }
    // What is done is known after a reload, which goes on with the next one.
    await page.goto(`${world.url}#/learn/tutorial/${variant}`);
    await page.reload();
    await page.getByText(`${count} of ${lessons.length}`, { exact: true }).waitFor();
    await page.getByRole('heading', { name: lessons[count].title }).waitFor();
  }, { hash: `#/learn/tutorial/${variant}` }));
}

test('a wrong move of a lesson is taken back, and the solution shown', world.page(async (page) => {
  const { lessons: [{ title, fen, accepted }] } = await ask(page, { type: 'lessons', game: { variant: 'baroque' } });
  const { moves } = await ask(page, { type: 'position', game: { variant: 'baroque', fen } });
  const wrong = moves.find(({ uci, from, to, is_ambiguous }) => !accepted.includes(uci) && from !== to && !is_ambiguous);
  await page.getByRole('grid', { name: `Lesson: ${title}` }).waitFor();
  await clickMove(page, wrong.uci);
  await page.getByRole('status').getByText(/^Not yet/).waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('status').getByText(/^The solution: /).waitFor();
}, { hash: '#/learn/tutorial/baroque/1' }));

test('a puzzle is solved against the engine', world.page(async (page) => {
  const puzzles = await puzzlesOf(page, 'baroque');
  const index = puzzles.findIndex(({ moves }) => moves === 2);
  await page.goto(`${world.url}#/learn/puzzles/baroque/${index + 1}`);
  await page.getByRole('grid', { name: `Puzzle ${index + 1}` }).waitFor();
  await solve(page, puzzles[index]);
  await said(page, /^Solved!/);
  await page.getByText('Streak 1').waitFor();
  await page.getByRole('navigation', { name: 'Puzzles' }).getByText(', done').waitFor();
}, { hash: '#/learn/puzzles/baroque' }));

/** The puzzles of a game in the order of the page. */
async function puzzlesOf(page, variant) {
  const pool = await page.evaluate(async (name) => (await import('/js/learn/puzzles.js')).readPool(name), variant);
  return (await ask(page, { type: 'puzzles', game: { variant }, pool })).puzzles;
}

/** Solves a puzzle of at most two moves. */
async function solve(page, { variant, fen, solutions }) {
  await clickMove(page, solutions[0]);
  const text = await said(page, /is right|Solved/);
  const reply = text.match(/answers (.*)\.$/)?.[1];
  if (!reply) return;
  const game = { variant, fen, moves: [solutions[0], reply] };
  const { moves } = await ask(page, { type: 'position', game });
  await clickMove(page, moves.find(({ text }) => text.includes('#')).uci);
}

/** Waits until something is said below the board. */
function said(page, text) {
  return page.locator('.live-board-status').getByText(text).textContent();
}

test('the moves of the rules can be tried', world.page(async (page) => {
  const example = page.locator('.example:has(.try-move)').first();
  await example.scrollIntoViewIfNeeded();
  await example.getByRole('grid').waitFor();
  await example.locator('.try-move').first().click();
  await example.getByRole('status').getByText(/\S/).waitFor();
}, { hash: '#/learn/rules' }));

test('the rules show the pieces of each game at work', world.page(async (page) => {
  const pieces = page.getByRole('group').filter({ hasText: 'The pieces of Fugue at work' });
  await pieces.getByText('The pieces of Fugue at work').click();
  await pieces.getByRole('button', { name: 'Show me' }).first().click();
  await pieces.locator('.diagram svg').first().waitFor();
  assert.equal(await page.locator('.rules-pieces').count(), 6);
}, { hash: '#/learn/rules' }));

test('boards that appear in the rules leave the text where it is', world.page(async (page) => {
  const pieces = page.getByText('The pieces of Fugue at work');
  await pieces.waitFor();
  await page.evaluate(() => {
    globalThis.shifts = [];
    const note = (list) => globalThis.shifts.push(...list.getEntries().map(({ value }) => value));
    new PerformanceObserver(note).observe({ type: 'layout-shift' });
  });
  await pieces.scrollIntoViewIfNeeded();
  // Those of Renaissance have hands.
  await page.locator('.live-board .hand:not([hidden])').nth(1).waitFor();
  await page.waitForTimeout(500);
  const shifts = await page.evaluate(() => globalThis.shifts);
  assert(shifts.reduce((sum, value) => sum + value, 0) < 0.05, String(shifts));
}, { hash: '#/learn/rules' }));

test('every game has its pieces', world.page(async (page) => {
  const { games } = await ask(page, { type: 'catalog' });
  for (const { variant, kinds } of games.filter(({ variant }) => ['baroque', 'maxima', 'renaissance', 'fugue'].includes(variant))) {
    await page.goto(`${world.url}#/learn/pieces/${variant}`);
    await eventually(async () => (await page.locator('.piece-card h2').allTextContents()).map((text) => text.slice(0, -1).toLowerCase()), kinds.map(({ name }) => name));
  }
  assert(games.length > 8);
}, { hash: '#/learn/pieces' }));

test('the program has pages about games', world.page(async (page) => {
  const list = page.getByRole('article');
  await list.getByRole('link', { name: 'Fugue' }).click();
  await page.getByRole('heading', { name: 'Fugue: what the game is like' }).waitFor();
  const picture = page.getByRole('img', { name: 'Fugue at a glance' });
  await eventually(() => picture.evaluate((image) => image.complete && image.naturalWidth > 300), true);
  await eventually(async () => await page.locator('.example .live-board').count() > 0, true);
}, { hash: '#/learn/report' }));

test('the file of a study brings a report and puzzles', world.page(async (page) => {
  await page.getByRole('heading', { name: 'What the games are like' }).waitFor();
  const puzzle = {
    fen: 'wl1ks1ui/1p5p/p2p2P1/3p4/4pp2/2a1PU2/1P3PPP/2PK1QLW b - - 2 17',
    moves: 2, solution: 'c3d2', line: [], themes: ['quiet move'],
  };
  const { games } = await ask(page, { type: 'catalog' });
  const { variant, definition } = games.find((game) => game.variant === 'fugue');
  const study = {
    ...STUDY, game: { variant, definition, rules: '' }, puzzles: [puzzle],
    report: '<!doctype html><style>h1 { color: red }</style><h1>Fugue is like this</h1><script>parent.title = "bad"; document.querySelector("h1").textContent = "scripts run"</script>',
  };
  await drop(page, ['knowledge.json', JSON.stringify(study)]);
  await toast(page, 'knowledge.json adds Fugue.').waitFor();
  await page.waitForURL(/#\/play/);
  // It is known on the next visit, too.
  await page.goto(`${world.url}#/learn/report/fugue`);
  await page.reload();
  const heading = page.frameLocator('iframe.report').getByRole('heading', { name: 'Fugue is like this' });
  await heading.waitFor();
  // The style is that of the program, not that of the file.
  assert.equal(await heading.evaluate((element) => getComputedStyle(element).fontSize), '28.8px');
  await page.goto(`${world.url}#/learn/puzzles/fugue`);
  await page.getByRole('heading', { name: 'Black to move wins within 2 moves' }).waitFor();
  await clickMove(page, puzzle.solution);
  await page.getByRole('status').getByText(/is right/).waitFor();
  await drop(page, ['wrong.json', '{"format": 9}']);
  await toast(page, 'format 9 is unknown').waitFor();
}, { hash: '#/learn/report', expected: /^wrong\.json|format 9 is unknown|Blocked script execution/ }));

test('studies of several rules and games stay side by side', world.page(async (page) => {
  await page.getByRole('heading', { name: 'What the games are like' }).waitFor();
  for (const [variant, rules] of [['baroque', 'suicide=off'], ['abbott1962', ''], ['rococo', '']]) {
    const study = { ...STUDY, game: { variant, rules }, report: `<h1>${variant} ${rules}</h1>` };
    await drop(page, ['knowledge.json', JSON.stringify(study)]);
    await page.waitForURL(/#\/play/);
    await page.goto(`${world.url}#/learn/report/${variant}`);
    await page.reload();
    await page.frameLocator('iframe.report').getByRole('heading', { name: `${variant} ${rules}`.trim() }).waitFor();
  }
  const games = page.getByRole('navigation', { name: 'Games' }).getByRole('link');
  const addresses = await games.evaluateAll((links) => links.map(({ hash }) => hash));
  for (const variant of ['baroque', 'abbott1962', 'rococo']) assert(addresses.includes(`#/learn/report/${variant}`));
  // The rule set itself has its own rules all the same.
  const { games: [{ switches }] } = await ask(page, { type: 'catalog' });
  assert.equal(switches.find(({ key }) => key === 'suicide').value, 'on');
}, { hash: '#/learn/report' }));

test('puzzles of the pool are chosen by what happens in them', world.page(async (page) => {
  const steps = page.getByRole('navigation', { name: 'Puzzles' }).getByRole('button');
  await eventually(async () => await steps.count() > 100, true);
  const all = await steps.count();
  const themes = page.getByRole('combobox', { name: 'Theme' });
  await themes.focus();
  await themes.selectOption('Coordination');
  await eventually(async () => await steps.count() < all, true);
  await page.locator('.themes').getByText('Themes').click();
  await page.locator('.themes').getByText(/coordination/).waitFor();
  assert.equal(await themes.inputValue(), 'coordination');
  // Another game has no such puzzles.
  await page.goto(`${world.url}#/learn/puzzles/skirmish`);
  await eventually(async () => await steps.count() > 100, true);
  assert.equal(await page.getByRole('combobox', { name: 'Theme' }).inputValue(), '');
  assert.equal(await toast(page, 'No puzzles match').count(), 0);
}, { hash: '#/learn/puzzles/baroque' }));

test('a wrong move of a puzzle shows the answer to it, and help is no solution', world.page(async (page) => {
  const puzzles = await puzzlesOf(page, 'baroque');
  const { fen, solutions } = puzzles[0];
  const { moves } = await ask(page, { type: 'position', game: { variant: 'baroque', fen } });
  await page.getByRole('grid', { name: 'Puzzle 1' }).waitFor();
  const wrong = moves.find(({ uci, victims, from, to, is_ambiguous: isAmbiguous }) => uci !== solutions[0] && !victims.length && from !== to && !isAmbiguous);
  await clickMove(page, wrong.uci);
  await said(page, /^Not this: (White|Black) answers .* Try again\.$/);
  await page.getByRole('button', { name: 'Hint' }).click();
  await said(page, /^It is the piece on/);
  await solve(page, puzzles[0]);
  await said(page, /^Solved: it counts once/);
  assert.equal(await page.getByRole('navigation', { name: 'Puzzles' }).getByText(', done').count(), 0);
}, { hash: '#/learn/puzzles/baroque/1' }));

test('a piece is shown at work', world.page(async (page) => {
  await page.getByRole('button', { name: 'Show me: withdrawer' }).click();
  const diagram = page.getByRole('img', { name: 'What the piece does' });
  await diagram.waitFor();
  await eventually(() => diagram.locator('.shape').count(), 2);
}, { hash: '#/learn/pieces/baroque' }));

test('mistakes of a reviewed game become exercises, with the reason', world.page(async (page) => {
  await eventually(() => page.getByRole('group', { name: 'Moves' }).getByRole('button').count(), 2);
  await page.getByRole('button', { name: 'Review game' }).click();
  await page.getByRole('button', { name: 'White: learn from 1' }).click();
  await page.getByRole('heading', { name: 'White played Lf1-a1' }).waitFor();
  await page.getByText(/^(It left this|Black would answer)/).waitFor();
  await clickMove(page, 'f1a1');
  const status = page.locator('.live-board-status');
  await status.getByText(/^Not this: Black answers /).waitFor();
  const [, to] = (await status.textContent()).match(/answers \w?\w\d\W(\w\d)/);
  await page.getByRole('gridcell', { name: new RegExp(`^${to}, black`) }).waitFor();
  await page.getByRole('button', { name: 'Show what was better' }).click();
  await status.getByText(/^Better was /).waitFor();
  assert.equal(await page.getByText(', done').count(), 0);
  await page.reload();
  await page.getByRole('heading', { name: 'White played Lf1-a1' }).waitFor();
}, { hash: `#/analyse?v=baroque&fen=${encodeURIComponent('8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1')}&m=f1a1_c5d5` }));

test('of a mistake that missed a mate that is the reason', world.page(async (page) => {
  await eventually(() => page.getByRole('group', { name: 'Moves' }).getByRole('button').count(), 2);
  await page.getByRole('button', { name: 'Review game' }).click();
  await page.getByRole('button', { name: 'Black: learn from 1' }).click();
  await page.getByText('It missed a mate in 2.').waitFor();
}, { hash: `#/analyse?v=baroque&fen=${encodeURIComponent('c2k1xlp/L2p1pI1/2x2X2/3P1P2/2P5/8/P3i3/3KXC2 b - - 0 1')}&m=a8b7_a7e7` }));

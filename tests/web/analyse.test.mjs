// The Analyse page: engine, moves and variations, files, the editor, the review.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, drop, dropEach, dropText, moves, newGame, reads, square, toast } from './player.mjs';

const world = new World();
const hash = '#/analyse';

function engine(page) {
  return page.getByRole('region', { name: 'Engine' });
}

/** What the title of the shown game is. */
function title(page) {
  return page.getByRole('combobox', { name: 'Game', exact: true }).locator('option:checked').textContent();
}

/** The shown game in PGN, as the page shares it. */
async function shared(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'PGN of the game' });
  await eventually(async () => (await field.inputValue()).includes('1.'), true);
  const text = await field.inputValue();
  await page.keyboard.press('Escape');
  return text;
}

/** The link to the shown position. */
async function sharedLink(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link to this position' });
  await eventually(async () => (await field.inputValue()) !== '', true);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** A file of the tests of the program. */
function fixture(name) {
  return readFile(new URL(`../../protocol/cli/tests/${name}`, import.meta.url), 'utf8');
}

test('the engine finds a mate, plays it and is switched off', world.page(async (page) => {
  const best = engine(page).getByRole('list', { name: 'Best lines' }).getByRole('listitem').first();
  await best.getByRole('button', { name: /^Kc5-d[456]#/ }).click();
  await eventually(() => moves(page).count(), 1);
  await page.getByRole('status').getByText(/^Black wins: /).waitFor();
  await page.keyboard.press('ArrowLeft');
  await best.waitFor();
  await engine(page).getByText('Engine', { exact: true }).click();
  await engine(page).getByText('Off', { exact: true }).waitFor();
}, { hash: `${hash}?v=baroque&fen=${encodeURIComponent('8/8/8/2k1K3/5i2/8/8/L7 b - - 0 1')}`, analyses: true }));

test('a link opens a game at its position', world.page(async (page) => {
  await reads(page, 'Pb2-b3', 'Pb7-b6');
  await page.getByRole('gridcell', { name: 'b6, black pawn' }).or(square(page, 'b6')).first().waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await eventually(() => dialog.getByRole('textbox', { name: 'Link to this position' }).inputValue(), page.url());
  await eventually(async () => /1\. Pb2-b3 Pb7-b6 \*/.test(await dialog.getByRole('textbox', { name: 'PGN of the game' }).inputValue()), true);
}, { hash: `${hash}?v=rococo&m=b2b3_b7b6` }));

test('links bring back the rules of a preset, of switches and of a dropped file', world.page(async (page) => {
  await page.getByRole('grid').waitFor({ state: 'attached' });
  await drop(page, ['games.toml', await fixture('described/games.toml')]);
  await toast(page, 'games.toml adds Mini, Wide.').waitFor();
  for (const pgn of [
    '[Variant "delft"]\n\n1. Pe2-e4 Pe7-e5 *',
    '[Variant "maxima"]\n[Rules "suicide=off,movelimit=9"]\n\n1. Pb4-b6 *',
    '[Variant "mini"]\n\n1. Pa2-a3 Pa5-a4 *',
    '[Variant "mini"]\n[Rules "movelimit=7"]\n\n1. Pa2-a3 *',
  ]) {
    const line = pgn.split('\n\n')[1];
    await page.goto(`${world.url}#/analyse`);
    await drop(page, ['game.pgn', `${pgn}\n`]);
    await reads(page, ...line.split(' ').filter((word) => word.includes('-')));
    await page.keyboard.press('End');
    const [link, written] = [await sharedLink(page), await shared(page)];
    await drop(page, ['other.pgn', '[Variant "rococo"]\n\n1. Pb2-b3 *\n']);
    await reads(page, 'Pb2-b3');
    await page.goto(link);
    await reads(page, ...line.split(' ').filter((word) => word.includes('-')));
    assert.equal(await shared(page), written);
    for (const tag of pgn.split('\n\n')[0].split('\n')) assert.ok(written.includes(tag), written);
  }
}, { hash }));

test('what of a link is not legal is left out', world.page(async (page) => {
  await reads(page, 'Pe2-e4');
  await toast(page, 'e7e1').first().waitFor();
}, { hash: `${hash}?v=baroque&m=e2e4_e7e1_a2a3`, expected: /e7e1/ }));

test('variations, annotations and keys, which survive a reload', world.page(async (page) => {
  await page.getByRole('grid').waitFor();
  await click(page, 'e2', 'e4');
  await reads(page, 'Pe2-e4');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();
  await click(page, 'd2', 'd4');
  await reads(page, 'Pe2-e4', 'Pd2-d4');
  await page.getByRole('button', { name: 'Promote' }).click();
  await reads(page, 'Pd2-d4', 'Pe2-e4');
  const variation = page.getByRole('group', { name: 'Variation' });
  assert.equal(await variation.getByRole('button', { name: 'Pe2-e4' }).getAttribute('title'), 'captures nothing');
  await page.getByRole('textbox', { name: 'Comment on this move' }).fill('Better.');
  await page.getByRole('textbox', { name: 'Comment on this move' }).blur();
  await page.getByText('Better.').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
  await page.keyboard.press('f');
  await page.reload();
  await reads(page, 'Pd2-d4', 'Pe2-e4');
  await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
  await page.getByText('Better.').first().waitFor();
}, { hash }));

const PGN = `[White "Ann"]
[Black "Bob"]
[Variant "rococo"]

1. Pb2-b3 {quiet} ({perhaps} 1. Pc2-c3 Pc7-c6) {hardly} 1... Pb7-b6 *
`;

test('pasted and dropped games keep their variations and comments', world.page(async (page) => {
  await page.getByRole('button', { name: 'Open…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a game' });
  await dialog.getByRole('textbox').fill(PGN.replace('Pb2-b3', 'Pb2-b9'));
  await dialog.getByRole('button', { name: 'Open text' }).click();
  await dialog.getByRole('alert').getByText(/b2-b9/).waitFor();
  await dialog.getByRole('textbox').fill(PGN);
  await dialog.getByRole('button', { name: 'Open text' }).click();
  await reads(page, 'Pb2-b3', 'Pc2-c3', 'Pc7-c6', 'Pb7-b6');
  for (const comment of ['quiet', 'perhaps', 'hardly']) await page.getByText(comment).first().waitFor();
  const written = async () => (await shared(page)).split('\n\n').at(-1).replace(/\s+/g, ' ').trim();
  assert.equal(await written(), PGN.split('\n\n').at(-1).trim());
  // A promoted variation takes the comments around it along.
  await page.getByRole('button', { name: 'Pc2-c3' }).click();
  await page.getByRole('button', { name: 'Promote' }).click();
  await reads(page, 'Pc2-c3', 'Pb2-b3', 'Pb7-b6', 'Pc7-c6');
  assert.equal(await written(), '1. Pc2-c3 {perhaps hardly} (1. Pb2-b3 {quiet} 1... Pb7-b6) 1... Pc7-c6 *');
  await drop(page, ['other.pgn', '[Variant "maxima"]\n\n1. b6 *\n']);
  await reads(page, 'Pb4-b6');
  await drop(page, ['near.pgn', '[Varient "maxima"]\n\n1. e4 (1. e9) *\n']);
  await reads(page, 'Pe2-e4');
  await toast(page, "did you mean 'Variant'?").waitFor();
  await toast(page, 'the variation ends here').waitFor();
}, { hash, expected: /'Varient'|'e9'/ }));

test('a game of a dropped file is written, and read where the file is known', world.page(async (page) => {
  const file = ['games.toml', await fixture('described/games.toml')];
  const add = async (where) => {
    await drop(where, file);
    await toast(where, 'games.toml adds Mini, Wide.').waitFor();
  };
  await page.getByRole('grid').waitFor();
  await add(page);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('Mini');
  await click(page, 'a2', 'a3');
  await reads(page, 'Pa2-a3');
  await click(page, 'a5', 'a4');
  await reads(page, 'Pa2-a3', 'Pa5-a4');
  const pgn = await shared(page);
  const context = await world.browser.newContext();
  try {
    const other = await context.newPage();
    await other.goto(`${world.url}${hash}`);
    await other.getByRole('grid').waitFor();
    await drop(other, ['game.pgn', pgn]);
    await toast(other, "the game 'mini' is described in a file that is not loaded here").waitFor();
    await add(other);
    await drop(other, ['game.pgn', pgn]);
    await reads(other, 'Pa2-a3', 'Pa5-a4');
    assert.equal(await title(other), 'Mini');
    assert.equal(await shared(other), pgn);
  } finally {
    await context.close();
  }
}, { hash }));

for (const start of ['#/analyse', '#/play', '#/learn']) {
  test(`games are shown that are dropped with or right after their description: ${start}`, world.page(async (page) => {
    const games = ['games.toml', await fixture('described/games.toml')];
    const pgn = (line) => ['game.pgn', `[Variant "mini"]\n\n${line} *\n`];
    const back = async () => {
      await page.goto(world.url + start);
      await page.locator('main:visible').getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    };
    await back();
    await drop(page, pgn('1. Pa2-a3'), games);
    await reads(page, 'Pa2-a3');
    await back();
    await dropEach(page, [[games], [pgn('1. Pb2-b3')]]);
    await reads(page, 'Pb2-b3');
    await back();
    // As soon as the address is that of the Play page, which need not be there yet.
    await dropEach(page, [[games], [pgn('1. Pc2-c3')]], start === '#/play' ? '' : 'hashchange');
    await reads(page, 'Pc2-c3');
    await dropEach(page, [[pgn('1. Pd2-d3')], [pgn('1. Pe2-e3')]]);
    await reads(page, 'Pe2-e3');
    await page.getByRole('button', { name: 'Open…' }).click();
    await page.getByRole('button', { name: 'Back to the game before' }).click();
    await reads(page, 'Pd2-d3');
  }, { hash: start }));
}

test('dropped text is a game or a position of the game that is shown', world.page(async (page) => {
  await page.getByRole('grid').waitFor();
  await dropText(page, '[Variant "rococo"]\n\n1. Pb2-b3 *');
  await reads(page, 'Pb2-b3');
  await dropText(page, '10/10/10/10/4k5/10/10/2K7/10/10 w');
  await page.getByRole('gridcell', { name: 'd5, black king' }).waitFor();
  assert.equal(await title(page), 'Rococo');
}, { hash: `${hash}?v=maxima` }));

test('downloads of vchess are read under the rule sets of vchess', world.page(async (page) => {
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  for (const [name, ruleSet, last, end] of [
    ['baroque', 'Ultima, vchess', 'Xb6-e6', 'e6, black chameleon'],
    ['maxima', 'Maxima', 'Pd8-d6', 'd6, black pawn'],
    ['rococo', 'Rococo on vchess', 'Xc7-a9xb8', 'a9, black chameleon'],
  ]) {
    await drop(page, [`${name}.pgn`, await fixture(`vchess/${name}.pgn`)]);
    await eventually(async () => (await moves(page).allTextContents()).at(-1), last);
    assert.equal(await moves(page).count(), 60);
    assert.equal(await title(page), ruleSet);
    await page.keyboard.press('End');
    await page.getByRole('gridcell', { name: end }).waitFor();
  }
}));

test('files in every encoding are read', world.page(async (page) => {
  await page.getByRole('grid').waitFor();
  const units = (text) => Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0));
  const bytesOf = [
    (text) => new Uint8Array(units(text).buffer),
    (text) => new Uint8Array(units(text).buffer).map((_, i, all) => all[i ^ 1]),
    (text) => new TextEncoder().encode(`\ufeff${text}`),
    (text) => Uint8Array.from(text, (c) => c.charCodeAt(0)),
  ];
  for (const [number, encode] of bytesOf.entries()) {
    await drop(page, ['games.pgn', [...encode(`% 1\r1. e4 {\u00fcber ${number}} *\r\n`)]]);
    await page.getByText(`\u00fcber ${number}`).first().waitFor();
    await reads(page, 'Pe2-e4');
  }
}, { hash }));

test('illegal files are refused, and the session lives', world.page(async (page) => {
  await newGame(page, {});
  for (const [name, text, why] of [
    ['illegal.pgn', '1. e2-e4 e7-e1 *\n', 'e7-e1'],
    ['empty.pgn', '', /no game/],
    ['binary.pgn', 'a\r\né\u0000\u0001\ufffd{', 'binary.pgn: line 2, column 2: a NUL character'],
    ['broken.toml', 'format = 1\n[mini\n', 'broken.toml'],
    ['wrong.toml', 'format = 1\n[mini]\nboard = "99x99"\n', /board|99/],
    ['virus.exe', 'MZ', 'virus.exe is neither a game'],
  ]) {
    await drop(page, [name, text]);
    await toast(page, why).last().waitFor();
    await page.locator('#toasts').getByRole('button', { name: 'Close' }).last().click();
    await eventually(() => page.locator('#toasts').getByText(/\S/).count(), 0);
  }
  await click(page, 'e2', 'e4');
  await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
}));

test('a position is set up', world.page(async (page) => {
  await square(page, 'e2').waitFor();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('grid', { name: 'Position being set up' }).waitFor();
  const editor = page.getByRole('region', { name: 'Board editor' });
  for (const name of ['e10', 'e2']) await square(page, name).click({ button: 'right' });
  await editor.getByRole('status').getByText('Black has no king and cannot be mated.').waitFor();
  await page.getByRole('button', { name: /analyse|done/i }).click();
  await page.getByRole('grid', { name: 'Analysis board' }).waitFor();
  await page.getByRole('gridcell', { name: 'e2, empty' }).waitFor();
}, { hash: `${hash}?v=maxima` }));

test('a game is reviewed', world.page(async (page) => {
  await reads(page, 'Pf2-g3', 'Pe7-e6', 'Lf1-f6', 'Pe6-d5');
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByLabel('Time').selectOption('0.1 s per move');
  await review.getByRole('button', { name: 'Review game' }).click();
  await review.getByRole('rowheader', { name: 'White' }).waitFor();
  await review.getByRole('status').getByText(/%$/).first().waitFor();
}, { hash: `${hash}?v=rococo&m=f2g3_e7e6_f1f6_e6d5` }));

test('a move that allows a mate is a blunder', world.page(async (page) => {
  await reads(page, 'Lf1-a1', 'Kc5-d5#');
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByLabel('Time').selectOption('0.1 s per move');
  await review.getByRole('button', { name: 'Review game' }).click();
  await page.getByTitle('blunder').waitFor();
  assert.equal(await page.getByTitle('blunder').count(), 1);
}, { hash: `${hash}?v=baroque&fen=${encodeURIComponent('8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1')}&m=f1a1_c5d5` }));

test('arrows and circles are drawn, changed and cleared', world.page(async (page) => {
  await page.getByRole('grid').waitFor();
  const drag = async (from, to, key) => {
    const [start, end] = await Promise.all([from, to].map((name) => square(page, name).boundingBox()));
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    if (key) await page.keyboard.down(key);
    await page.mouse.move(...middle(start));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...middle(end), { steps: 4 });
    await page.mouse.up({ button: 'right' });
    if (key) await page.keyboard.up(key);
  };
  const shapes = page.locator('.shape');
  await drag('e2', 'e5');
  await drag('d1', 'd1', 'Shift');
  await eventually(() => shapes.count(), 2);
  await drag('e2', 'e5');
  await eventually(() => shapes.count(), 1);
  await square(page, 'h4').click();
  await eventually(() => shapes.count(), 0);
}, { hash: `${hash}?v=baroque` }));

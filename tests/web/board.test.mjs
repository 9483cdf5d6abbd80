// The board: what a move would do is seen before it is made, and every kind of move can be made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIZES, World, eventually } from './browser.mjs';
import { click, handPiece, newGame, played, reads, square } from './player.mjs';

const world = new World();

/** The chameleon takes seven pieces by the methods of all of them: `Xb4-f4`. */
const SEVEN = { fen: '7k/8/5P2/5p2/wXl1l1pP/5p2/5P2/3K1c2 w - - 0 1' };
/** The bomb takes its seven neighbours. */
const BOMB = { family: 'Renaissance', fen: '8k/9/9/2ppp4/2pBp4/2pp5/9/9/K8[L] w - - 0 1' };
/** The leaper is frozen. */
const FROZEN = { fen: '7k/8/8/3i4/3L4/8/8/K7 w - - 0 1' };
/** The swapper can trade places with the pawn on d6 or take it along. */
const SWAP = { family: 'Rococo', fen: '10/10/1k8/4p5/3S1p4/1P8/1P2K5/10/10/10 w - - 0 1' };

/** The squares that a preview marks. */
function marked(page) {
  return page.locator('.victim-square:visible').count();
}

function chooser(page, name) {
  return page.getByRole('dialog', { name });
}

test('a capture of seven is shown before it is made', world.page(async (page) => {
  await newGame(page, SEVEN);
  await square(page, 'b4').click();
  assert.equal(await marked(page), 0);
  await square(page, 'f4').hover();
  await eventually(() => marked(page), 7);
  await page.getByRole('gridcell', { name: /^f4, .*captures/ }).waitFor();
  await square(page, 'c5').hover();
  await eventually(() => marked(page), 0);
  await square(page, 'f4').click();
  await played(page, 1);
  // Both kings, the chameleon and the three pawns are left.
  await eventually(() => page.getByRole('gridcell', { name: /, (white|black) / }).count(), 6);
}));

test('an explosion of seven is asked for', world.page(async (page) => {
  await newGame(page, BOMB);
  await square(page, 'd5').click();
  await square(page, 'd5').click();
  const asks = chooser(page, 'Make this move?');
  await asks.waitFor();
  // The bomb itself is the eighth.
  await eventually(() => marked(page), 8);
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await asks.waitFor({ state: 'hidden' });
  await eventually(() => marked(page), 0);
  await played(page, 0);
  await square(page, 'd5').click();
  await square(page, 'd5').click();
  await asks.getByRole('button', { name: /^Bd5\*/ }).click();
  await played(page, 1);
  await page.getByRole('gridcell', { name: 'd5, empty' }).waitFor();
}));

test('a frozen piece says so and commits suicide', world.page(async (page) => {
  await newGame(page, FROZEN);
  await page.getByRole('gridcell', { name: /^d4, white long-leaper, frozen/ }).click();
  await square(page, 'd4').click();
  await chooser(page, 'Make this move?').getByRole('button', { name: /^Ld4@/ }).click();
  await played(page, 1);
  await page.getByRole('gridcell', { name: 'd4, empty' }).waitFor();
}));

test('a drop by clicking', world.page(async (page) => {
  await newGame(page, BOMB);
  await handPiece(page, 'L').click();
  await square(page, 'a5').click();
  await played(page, 1);
  await page.getByRole('gridcell', { name: 'a5, white long-leaper' }).waitFor();
  await page.getByRole('group', { name: 'White’s hand' }).getByText('No piece in hand').waitFor();
}));

test('a drop by dragging, and back into the hand', world.page(async (page) => {
  await newGame(page, BOMB);
  await handPiece(page, 'L').dragTo(page.getByRole('heading', { level: 1 }));
  await played(page, 0);
  await handPiece(page, 'L').dragTo(square(page, 'a5'));
  await played(page, 1);
  await page.getByRole('gridcell', { name: 'a5, white long-leaper' }).waitFor();
}, { context: { reducedMotion: 'no-preference' } }));

test('a swap or a destruction is chosen', world.page(async (page) => {
  await newGame(page, SWAP);
  await click(page, 'c5', 'd6');
  const asks = chooser(page, 'Which move?');
  await asks.getByRole('button', { name: /^Sc5!!d6/ }).waitFor();
  await page.keyboard.press('Escape');
  await asks.waitFor({ state: 'hidden' });
  await click(page, 'c5', 'd6');
  await asks.getByRole('button', { name: /^Sc5<>d6/ }).click();
  await played(page, 1);
  await page.getByRole('gridcell', { name: /^c5, black/ }).waitFor();
  await page.getByRole('gridcell', { name: /^d6, white swapper/ }).waitFor();
}));

test('moves by dragging on a turned board', world.page(async (page) => {
  await newGame(page, { family: 'Rococo' });
  await page.getByRole('button', { name: 'Flip' }).click();
  await square(page, 'b2').dragTo(square(page, 'b3'));
  await played(page, 1);
  // Nothing happens to a piece that is dropped where it cannot go.
  await square(page, 'b7').dragTo(square(page, 'b4'));
  await page.getByRole('gridcell', { name: /^b7, black/ }).waitFor();
  await played(page, 1);
}, { context: { reducedMotion: 'no-preference' } }));

test('moves by keyboard', world.page(async (page) => {
  await newGame(page, { family: 'Maxima' });
  const grid = page.getByRole('grid', { name: 'Board' });
  const at = () => grid.evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant'))?.getAttribute('aria-label'));
  await grid.focus();
  // From any square to the corner, then to the pawn on b4.
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowDown');
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  const [corner] = (await at()).split(',');
  for (let i = Number(corner.slice(1)); i < 4; i++) await page.keyboard.press('ArrowUp');
  while (!(await at()).startsWith('b4,')) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await eventually(async () => (await at()).includes('selected'), true);
  await page.keyboard.press('Escape');
  await eventually(async () => (await at()).includes('selected'), false);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await played(page, 1);
  await page.getByRole('gridcell', { name: /^b5, white/ }).waitFor();
}));

test('a finger moves, and a long touch only looks', world.page(async (page) => {
  await newGame(page, SEVEN);
  await square(page, 'b4').tap();
  const { x, y, width, height } = await square(page, 'f4').boundingBox();
  const touch = await page.context().newCDPSession(page);
  const point = { x: x + width / 2, y: y + height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await eventually(() => marked(page), 7);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await played(page, 0);
  await square(page, 'f4').tap();
  await played(page, 1);
}, { context: { hasTouch: true, viewport: SIZES.phone } }));

test('victims are seen as soon as a piece is chosen, and a tap can show before it moves', world.page(async (page) => {
  await newGame(page, SEVEN);
  await square(page, 'b4').tap();
  // Linked to f4 and to other squares on which the chameleon captures some of them.
  await eventually(async () => await page.locator('.victim-link').count() >= 7, true);
  await page.getByLabel('Settings').click();
  await page.getByRole('group', { name: 'A tap on a square' }).getByText('Shows, then moves').click();
  await page.keyboard.press('Escape');
  await square(page, 'b4').tap();
  await square(page, 'b4').tap();
  await square(page, 'f4').tap();
  await eventually(() => marked(page), 7);
  await played(page, 0);
  await square(page, 'c5').tap();
  await eventually(() => marked(page), 0);
  await square(page, 'f4').tap();
  await square(page, 'f4').tap();
  await played(page, 1);
}, { context: { hasTouch: true, viewport: SIZES.phone } }));

/** Puts the mouse on a square. */
async function pointAt(page, name) {
  const { x, y, width, height } = await square(page, name).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
}

test('a drag is given up by Escape, by the right button and by the way back', world.page(async (page) => {
  await newGame(page, {});
  const drag = async (giveUp) => {
    await pointAt(page, 'b2');
    await page.mouse.down();
    await pointAt(page, 'b4');
    await giveUp();
    await page.mouse.up();
    // Nothing is selected, so a click on a square moves nothing.
    await square(page, 'b4').click();
    await page.getByRole('gridcell', { name: /^b2, white pawn$/ }).waitFor();
    await played(page, 0);
  };
  await drag(() => page.keyboard.press('Escape'));
  await drag(async () => {
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'right' });
  });
  await drag(() => pointAt(page, 'b2'));
  // A move that was played would be seen by the time of the next one.
  await click(page, 'c2', 'c3');
  await reads(page, 'Pc2-c3');
}));

test('boards can be made smaller, by a corner or by the settings', world.page(async (page) => {
  await newGame(page, {});
  const width = async () => (await page.getByRole('grid', { name: 'Board' }).boundingBox()).width;
  const full = await width();
  const { x, y } = await page.locator('.board-grip:visible').boundingBox();
  await page.mouse.move(x + 8, y + 8);
  await page.mouse.down();
  await page.mouse.move(x - full / 4, y, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => await width() < 0.85 * full, true);
  await page.getByLabel('Settings').click();
  await page.getByRole('slider', { name: 'Size of boards' }).fill('100');
  await eventually(width, full);
}));

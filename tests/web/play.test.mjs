// The Play page: whole games by clicking, and what else a player does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, clickMove, moves, newGame, played } from './player.mjs';

const world = new World();

// From the start to the end, one game for each geometry and one of a described game.
const GAMES = {
  Baroque: 'f2f5 e7e6 a2a6 e8e7 d2d5 e6e5 c2c5 d8e8 b2b6 h7h5 e2e4 e7f6 b6e6 f6f5 a1f6',
  Maxima: 'b3a2 c8c6 c3a3 b9a10 c4c2 c9c10 b4b6 c6d6 b2c10 h8h9 c10d11',
  Rococo: 'f2g3 e7e6 f1f6 e6d5 f6c9',
  Renaissance: 'a2a6 e8e6 i2i4 f9c6 b2a2 g8g3 d2d6 f8e8 i4g4 c6b5 i1i6 e9f8 b1b6 f8g8 a1g7 d8d7 W@f7 e8e6 f2f6',
  Fugue: 'g2h3 d7e6 c2b3 d8d7 b1f5 a7b6 f5g4 b7a7 h1d5 e7d8 c1c6 e8e3 g4e6',
};

for (const [family, line] of Object.entries(GAMES)) {
  test(`a whole game of ${family} by clicking`, world.page(async (page) => {
    await newGame(page, { family });
    for (const [index, uci] of line.split(' ').entries()) {
      await clickMove(page, uci);
      await played(page, index + 1);
    }
    await page.getByRole('status').getByText(/^White wins: /).waitFor();
    await page.getByRole('button', { name: 'Analyse this game' }).click();
    await page.getByRole('grid', { name: 'Analysis board' }).waitFor();
    await eventually(() => moves(page).count(), line.split(' ').length);
  }));
}

/** Black can mate at once. */
const MATE = { fen: '8/8/8/2k1K3/5i2/8/8/L7 b - - 0 1', human: 'b', move: ['c5', 'd5'] };

test('a game against the engine, with a takeback', world.page(async (page) => {
  await newGame(page, MATE);
  await click(page, 'c5', 'b5');
  await played(page, 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await played(page, 0);
  await click(page, ...MATE.move);
  await page.getByRole('status').getByText(/^You win: /).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('status').getByText(/^You win: /).waitFor({ state: 'hidden' });
  await page.getByRole('gridcell', { name: 'c5, black king' }).waitFor();
}));

test('takebacks of two people, down to the start', world.page(async (page) => {
  await newGame(page, { family: 'Rococo' });
  await click(page, 'b2', 'b3');
  await played(page, 1);
  await click(page, 'b7', 'b6');
  await played(page, 2);
  const takeBack = page.getByRole('button', { name: 'Take back' });
  for (const count of [1, 0]) {
    await takeBack.click();
    await played(page, count);
  }
  assert(await takeBack.isDisabled());
  await page.getByRole('gridcell', { name: 'b2, white pawn' }).waitFor();
}));

test('the game survives a reload, also while the engine thinks', world.page(async (page) => {
  await newGame(page, { human: 'w' });
  await click(page, 'e2', 'e4');
  await played(page, 1);
  await page.reload();
  await played(page, 2);
  await page.reload();
  await played(page, 2);
  await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
  await click(page, 'd2', 'd4');
  await played(page, 4);
}));

test('a finished game is finished after a reload too', world.page(async (page) => {
  await newGame(page, { human: 'w' });
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('status').getByText('You lose: resignation').waitFor();
  await page.reload();
  await page.getByRole('status').getByText('You lose: resignation').waitFor();
}));

test('two tabs have two games', world.page(async (first) => {
  await newGame(first, { family: 'Rococo' });
  await click(first, 'b2', 'b3');
  await played(first, 1);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await newGame(second, { family: 'Maxima' });
  await click(second, 'b4', 'b6');
  await played(second, 1);
  for (const page of [first, second]) await page.reload();
  await first.getByRole('gridcell', { name: 'b3, white pawn' }).waitFor();
  await second.getByRole('gridcell', { name: 'b6, white pawn' }).waitFor();
}));

test('typed moves, and why others are illegal', world.page(async (page) => {
  await newGame(page, {});
  const entry = page.getByRole('textbox', { name: 'Type a move' });
  await entry.fill('e4');
  await entry.press('Enter');
  await played(page, 1);
  await entry.fill('e7e1');
  await entry.press('Enter');
  await page.getByRole('alert').getByText(/\S/).waitFor();
  await click(page, 'e7', 'd6');
  await page.locator('.notes').getByText(/pawn/i).waitFor();
  await played(page, 1);
}));

test('a hint', world.page(async (page) => {
  await newGame(page, { ...MATE, human: 'both' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^King c5 to d[456]: /).waitFor();
}));

test('looking back does not change the game', world.page(async (page) => {
  await newGame(page, {});
  await click(page, 'e2', 'e4');
  await played(page, 1);
  await moves(page).first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
  await played(page, 1);
}));

test('clocks run for the side to move', world.page(async (page) => {
  await newGame(page, { clock: '3+2' });
  await click(page, 'e2', 'e4');
  const [black, white] = await page.getByRole('timer').all();
  await black.getByText('2:59').waitFor();
  assert.equal(await white.textContent(), '3:00');
}));

test('who runs out of time loses', world.page(async (page) => {
  await page.clock.install();
  await newGame(page, { clock: '3+2' });
  await click(page, 'e2', 'e4');
  await played(page, 1);
  await page.clock.fastForward('03:01');
  await page.getByRole('status').getByText('White wins: out of time').waitFor();
}));

test('a premove is marked, and played when its turn comes', world.page(async (page) => {
  await newGame(page, { human: 'w', level: '8', clock: '3+2' });
  await click(page, 'e2', 'e4');
  await played(page, 1);
  await click(page, 'd2', 'd4');
  await page.locator('.mark.premove').first().waitFor({ state: 'attached' });
  assert.equal(await moves(page).count(), 1);
  await page.getByRole('gridcell', { name: 'd4, white pawn' }).waitFor({ timeout: 40_000 });
  assert.match(await moves(page).nth(2).textContent(), /d2-d4/);
}));

test('what the engine captures is told, with the reason', world.page(async (page) => {
  await played(page, 1);
  await page.getByRole('region', { name: 'Notes' }).getByText(/^You lost the pawn on b4: the king on c5 /).waitFor();
}, { hash: `#/play?v=baroque&fen=${encodeURIComponent('8/8/8/2k5/1P6/8/8/K7 b - - 0 1')}&side=w&level=8` }));

test('starts and rules are chosen in words', world.page(async (page) => {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByText('More:').click();
  const start = 'White: king e1, immobilizer a1; Black: king e8, immobilizer a8';
  await dialog.getByRole('combobox', { name: 'Start position' }).selectOption(start);
  await dialog.getByRole('combobox', { name: 'A frozen piece other than the king' }).selectOption('has to stay');
  await dialog.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('gridcell', { name: 'e1, white king' }).waitFor();
  await page.getByText('A frozen piece other than the king has to stay', { exact: true }).waitFor();
}, { hash: '#/play?v=baroque&side=w' }));

test('a FEN that is wrong keeps the dialog and the game', world.page(async (page) => {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByText('More:').click();
  await dialog.getByRole('combobox', { name: 'Start position' }).selectOption('From a FEN …');
  await dialog.getByRole('textbox', { name: 'FEN' }).fill('7k/8/8/x');
  await dialog.getByRole('button', { name: 'Play' }).click();
  const fen = dialog.getByRole('textbox', { name: 'FEN' });
  await eventually(() => fen.evaluate((input) => input.validationMessage), 'FEN: 4 ranks where the board has 8; rank 5 has 1 square, not 8');
  assert.equal(await fen.evaluate((input) => input === document.activeElement), true);
}, { hash: '#/play?v=baroque&side=w' }));

test('two at one board agree to a draw', world.page(async (page) => {
  await newGame(page, {});
  await click(page, 'e2', 'e4');
  await played(page, 1);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'Play on' }).click();
  await click(page, 'e7', 'e5');
  await played(page, 2);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Draw' }).click();
  await page.getByText('draw by agreement').first().waitFor();
}));

// Penultima, in which only the umpire knows the rules.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findings } from './axe.mjs';
import { eventually, overflow } from './browser.mjs';
import { House } from './house.mjs';
import { click, moves, played, square } from './player.mjs';
import { PROGRAM } from './program.mjs';

const house = new House();
const { world } = house;

/** What the umpire verifies of the log that a page saves. */
async function verify(page, name = 'Save the log') {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  const { stdout } = await promisify(execFile)(PROGRAM, ['umpire', 'verify', await download.path()]);
  return stdout;
}

test('two people try in a room, and the rules are shown at the end', house.two(async (maker, guest) => {
  await house.meet(maker, guest, { family: 'Penultima' });
  // The king alone is known.
  await click(maker, 'e1', 'e5');
  for (const page of [maker, guest]) await played(page, 1);
  await maker.getByText('You tried e1e5: illegal. The turn is lost.').waitFor();
  await guest.getByText('Opponent tried e1e5: illegal.').waitFor();
  await click(guest, 'e8', 'e4');
  for (const page of [maker, guest]) await played(page, 2);
  await square(maker, 'e1').click();
  await maker.getByText('Illegal: e1e5, e8e4').waitFor();
  const guess = maker.locator('.guess input').first();
  await guess.fill('like a rook?');
  await maker.reload();
  await played(maker, 2);
  await eventually(() => guess.inputValue(), 'like a rook?');
  // What another tab has noted stays.
  const other = await maker.context().newPage();
  await other.goto(maker.url());
  const last = (page) => page.locator('.guess input').last();
  await last(other).fill('a leaper?');
  await eventually(() => maker.evaluate(() => localStorage.getItem('baroque.guesses').includes('leaper')), true);
  await guess.fill('like a bishop?');
  await other.close();
  await maker.reload();
  await eventually(() => last(maker).inputValue(), 'a leaper?');
  await eventually(() => guess.inputValue(), 'like a bishop?');
  for (const page of [maker, guest]) {
    assert.deepEqual(await findings(page), []);
    assert.equal(await overflow(page), 0);
    await page.getByText('An illegal try costs the turn.').waitFor();
  }
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Resign' }).click();
  await maker.getByText('You win').waitFor();
  assert.match(await verify(maker), /every byte is right, 2 tries/);
  await guest.getByRole('button', { name: 'Show the rules' }).click();
  await guest.getByRole('dialog', { name: 'The rules' }).getByText('Must not be left in check').waitFor();
  await guest.getByRole('button', { name: 'Close' }).click();
  await guest.getByRole('button', { name: 'Rematch' }).click();
  await maker.getByRole('button', { name: 'Accept' }).click();
  for (const page of [maker, guest]) await played(page, 0);
  assert.match(await verify(guest, 'Save the log of the last one'), /every byte is right, 2 tries/);
  await eventually(() => maker.locator('.guess input').first().inputValue(), '');
  await click(guest, 'e1', 'e5');
  for (const page of [maker, guest]) await played(page, 1);
}));

test('an illegal try costs nothing where that was chosen', house.two(async (maker, guest) => {
  await house.meet(maker, guest, { family: 'Penultima', illegal: 'Nothing: one tries again' });
  await click(maker, 'e1', 'e5');
  await played(guest, 1);
  await maker.getByText('You tried e1e5: illegal.').waitFor();
  await click(maker, 'e1', 'e6');
  for (const page of [maker, guest]) await played(page, 2);
  await eventually(() => moves(guest).allTextContents(), ['e1e5 ✗', 'e1e6 ✗']);
}));

test('an invoke is a try, too', house.two(async (maker, guest) => {
  // A program chooses the seed of the draw, by which the queen has an invoke.
  const keys = await maker.evaluate(async (seed) => {
    const setup = { penultima: { illegal: 'retry', seed }, time: { type: 'unlimited' }, side: 'w', has_chat: true };
    return (await fetch('/rooms', { method: 'POST', body: JSON.stringify(setup) })).json();
  }, '2');
  await maker.goto(`${world.url}#/room/${keys.invitation}?seat=${keys.seat}`);
  await guest.goto(`${world.url}#/room/${keys.invitation}`);
  await guest.getByRole('button', { name: 'Take the seat' }).click();
  await maker.getByRole('region', { name: 'Chat' }).waitFor();
  await guest.getByText('Who made this room chose the seed').waitFor();
  await maker.getByRole('button', { name: 'Invoke' }).click();
  await click(maker, 'd1', 'e4');
  await eventually(async () => (await moves(guest).allTextContents()).map((text) => text.replace(' ✗', '')), ['invoke d1 e4']);
  // The next click is a move again.
  await eventually(() => maker.getByRole('button', { name: 'Invoke', exact: true }).getAttribute('aria-pressed'), 'false');
  assert.equal(await guest.getByRole('button', { name: 'Invoke', exact: true }).count(), 1);
}));

test('one plays against the guesser, reloads, and gives up', world.page(async (page) => {
  await page.goto(`${world.url}#/play`);
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByText('Penultima', { exact: true }).click();
  await dialog.getByText('Computer', { exact: true }).click();
  await dialog.getByText('White', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await square(page, 'e1').waitFor();
  await click(page, 'e1', 'e5');
  await page.getByText('You tried e1e5: illegal.').waitFor();
  // The guesser's games take their time on a busy machine.
  await moves(page).nth(1).waitFor({ timeout: 60_000 });
  const before = await moves(page).allTextContents();
  await page.reload();
  await eventually(async () => (await moves(page).allTextContents()).slice(0, before.length), before);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Resign' }).click();
  await page.getByText('You lose').waitFor();
  assert.match(await verify(page), /every byte is right/);
  assert.deepEqual(await findings(page), []);
  await page.getByRole('button', { name: 'Play again' }).click();
  await played(page, 0);
  // What is no try costs nothing, and says so at the field.
  await page.getByLabel('Type a move').fill('Ke2');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('alert').filter({ hasText: /neither a move nor an invoke/i }).waitFor();
  await played(page, 0);
  // Another game of the menu begins on its own page.
  await page.getByRole('button', { name: 'New game' }).click();
  await dialog.getByText('Rococo', { exact: true }).click();
  await dialog.getByText('Friend here', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'Rococo' }).waitFor();
}));

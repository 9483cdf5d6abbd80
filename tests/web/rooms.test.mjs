// Rooms: two people at browsers of their own, and those who watch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from './axe.mjs';
import { eventually, overflow } from './browser.mjs';
import { House, link, seated } from './house.mjs';
import { click, clickMove, drop, moves, newGame, played, square, toast } from './player.mjs';
import { startServer } from './program.mjs';

const house = new House();
const { world } = house;
const two = (...test) => house.two(...test);
const meet = (...game) => house.meet(...game);
const withPage = (run) => house.withPage(run);

/** What the browser says of a server that is not there. */
const REFUSED = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|Error in connection establishment|ERR_INTERNET_DISCONNECTED|Failed to load resource/;

test('a whole game, with a reload and a lost connection', two(async (maker, guest) => {
  const line = 'f2g3 e7e6 f1f6 e6d5 f6c9';
  await meet(maker, guest, { family: 'Rococo', clock: '10+5' });
  const pages = [maker, guest];
  for (const [index, uci] of line.split(' ').entries()) {
    if (index === 1) {
      await guest.reload();
      await seated(guest);
    }
    if (index === 3) await guest.context().setOffline(true);
    await clickMove(pages[index % 2], uci);
    if (index === 3) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await guest.context().setOffline(false);
    }
    for (const page of pages) await played(page, index + 1);
  }
  await maker.getByRole('status').getByText('You win: ').waitFor();
  await guest.getByRole('status').getByText('You lose: ').waitFor();
  await maker.getByRole('button', { name: 'Analyse this game' }).click();
  await maker.getByRole('grid', { name: 'Analysis board' }).waitFor();
  await played(maker, 5);
  await maker.getByRole('navigation').getByRole('link', { name: 'Games' }).click();
  await maker.getByRole('region', { name: 'Rooms' }).getByText('Rococo').waitFor();
  await maker.getByText(/Rococo · Room .* You – Opponent/).waitFor();
}, { expected: REFUSED }));

test('the server is killed in the middle, and a move waits for the next one', two(async (maker, guest) => {
  await meet(maker, guest, { family: 'Rococo', clock: '3+2' });
  await click(maker, 'b2', 'b3');
  await played(guest, 1);
  const { port } = world.url;
  await world.server.stop();
  await guest.getByRole('status').getByText('Reconnecting…').waitFor();
  await click(guest, 'b7', 'b6');
  world.server = await house.serve(port);
  for (const page of [maker, guest]) await played(page, 2);
  await click(maker, 'c2', 'c3');
  for (const page of [maker, guest]) await played(page, 3);
}, { expected: REFUSED }));

test('offers are made, declined, accepted, and colours change', two(async (maker, guest) => {
  await meet(maker, guest, { family: 'Maxima' });
  await click(maker, 'b4', 'b6');
  await played(guest, 1);
  await maker.getByRole('button', { name: 'Take back' }).click();
  await guest.getByText('asks to take a move back').waitFor();
  await guest.getByRole('button', { name: 'Accept' }).click();
  for (const page of [maker, guest]) await played(page, 0);
  await click(maker, 'c4', 'c6');
  await played(guest, 1);
  await guest.getByRole('button', { name: 'Draw' }).click();
  await maker.getByText('Your opponent offers a draw.').waitFor();
  await maker.getByRole('button', { name: 'Decline' }).click();
  await guest.getByText('You offer a draw.').waitFor({ state: 'hidden' });
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Resign' }).click();
  await maker.getByRole('status').getByText('You win: ').waitFor();
  await guest.getByRole('button', { name: 'Rematch' }).click();
  await maker.getByRole('button', { name: 'Accept' }).click();
  for (const page of [maker, guest]) await played(page, 0);
  await click(guest, 'b4', 'b6');
  for (const page of [maker, guest]) await played(page, 1);
}));

test('others watch and cannot play, and another device has the seat', two(async (maker, guest) => {
  await meet(maker, guest, { clock: '3+2' });
  await maker.getByRole('button', { name: 'Links' }).click();
  const [watch, seat] = [await link(maker, 'To watch, at any time'), await link(maker, 'My seat')];
  await maker.getByRole('button', { name: 'Close' }).click();
  await withPage(async (watcher, context) => {
    const device = await context.newPage();
    await watcher.goto(watch);
    await watcher.getByText('White', { exact: true }).waitFor();
    assert.equal(await watcher.getByRole('button', { name: 'Resign' }).count(), 0);
    await device.goto(seat);
    await seated(device);
    assert(!device.url().includes('seat'), 'the seat stands in the address');
    assert(!(await device.title()).match(/[0-9a-f]{8}/), 'a secret stands in the title');
    await click(watcher, 'e2', 'e4');
    await click(device, 'd2', 'd4');
    for (const page of [maker, guest, watcher, device]) await played(page, 1);
    await guest.getByRole('textbox', { name: 'Say something' }).fill('<i>hi</i>');
    await guest.getByRole('button', { name: 'Say' }).click();
    for (const [page, name] of [[maker, 'Opponent'], [watcher, 'Black']]) await page.getByRole('log').getByText(`${name}: <i>hi</i>`).waitFor();
    assert.equal(await watcher.getByRole('textbox', { name: 'Say something' }).count(), 0);
  });
}));

test('an invitation is for one, and shows the game before', two(async (maker, guest) => {
  await meet(maker, guest, {});
  await withPage(async (late) => {
    await late.goto(maker.url());
    await late.getByText('Both seats are taken: you are watching.').waitFor();
    assert.equal(await late.getByRole('button', { name: 'Take the seat' }).count(), 0);
  });
}));

test('a game of a file is played by who has never seen the file', two(async (maker, guest) => {
  const toml = 'format = 1\n[mini]\ntitle = "Mini"\nboard = "5x5"\nstart = "k4/5/5/5/4K w"\n[mini.pieces]\nK = { name = "khan", move = "K", take = "displace", royal = true }\n';
  await drop(maker, ['mini.toml', toml]);
  await toast(maker, 'mini.toml adds').waitFor();
  await meet(maker, guest, { family: 'Mini' });
  await square(guest, 'e1').and(guest.getByRole('gridcell', { name: 'e1, white khan' })).waitFor();
  await click(maker, 'e1', 'd2');
  await played(guest, 1);
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Analyse this game' }).click();
  await guest.getByRole('grid', { name: 'Analysis board' }).waitFor();
  await played(guest, 1);
}));

test('no link takes a seat away', two(async (maker, guest) => {
  await meet(maker, guest, {});
  await guest.goto(`${guest.url()}?seat=${'0'.repeat(32)}`);
  await eventually(() => guest.url().includes('seat'), false);
  await guest.getByRole('button', { name: 'Resign' }).waitFor();
}));

test('the seat is ours though the answer is lost', two(async (maker, guest) => {
  await newGame(maker, { human: 'afar' });
  await maker.getByText('Send this link to whom you want to play with.').waitFor();
  await guest.goto(await link(maker, 'Invitation'));
  // The server acts; nobody learns it.
  await guest.route('**/rooms/seat', async (route) => {
    await route.fetch();
    // The page may have gone on meanwhile.
    await route.abort().catch(() => {});
  });
  await guest.getByRole('button', { name: 'Take the seat' }).click();
  await maker.getByRole('region', { name: 'Chat' }).waitFor();
  // It asks twice before it says so.
  await guest.locator('.notes.error').waitFor();
  await guest.unroute('**/rooms/seat');
  await guest.reload();
  await guest.getByRole('button', { name: 'Resign' }).waitFor();
}));

test('a browser that keeps nothing has its seat in the address', world.page(async (page) => {
  await newGame(page, { human: 'afar' });
  await page.getByText('Send this link to whom you want to play with.').waitFor();
  assert(page.url().includes('seat='));
  await page.reload();
  await page.getByText('Send this link to whom you want to play with.').waitFor();
}, {
  init: () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'baroque.rooms') throw new Error('full');
      setItem.call(this, key, value);
    };
  },
}));

test('a clock that the server refuses can be mended', world.page(async (page) => {
  await page.goto(`${world.url}#/play?new=rococo`);
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByText('Friend online').click();
  await dialog.getByText('Other', { exact: true }).click();
  // The page allows what the server does not.
  await dialog.getByLabel('Minutes').evaluate((input) => (/** @type {HTMLInputElement} */ (input).noValidate = true));
  await page.route('**/rooms', (route) => route.fulfill({ status: 409, body: 'base is 1, allowed is 2\n' }));
  await dialog.getByRole('button', { name: 'Make a room' }).click();
  await eventually(() => dialog.getByRole('button', { name: 'Make a room' }).evaluate((button) => /** @type {HTMLButtonElement} */ (button).validationMessage), 'base is 1, allowed is 2');
  await page.unroute('**/rooms');
  await dialog.getByLabel('Minutes').fill('10');
  await dialog.getByRole('button', { name: 'Make a room' }).click();
  await page.getByText('Send this link to whom you want to play with.').waitFor();
}, { expected: /409/ }));

test('speakers stay who they are in a rematch, and a choice in advance ends with its game', two(async (maker, guest) => {
  await meet(maker, guest, { family: 'Rococo' });
  await maker.getByRole('textbox', { name: 'Say something' }).fill('I am the maker');
  await maker.keyboard.press('Enter');
  await click(maker, 'b2', 'b3');
  await played(guest, 1);
  await click(maker, 'c2', 'c3');
  await maker.getByText('Chosen in advance: c2 to c3.').waitFor();
  await guest.getByRole('button', { name: 'Draw' }).click();
  await maker.getByRole('button', { name: 'Accept' }).click();
  await guest.getByRole('button', { name: 'Rematch' }).click();
  await maker.getByRole('button', { name: 'Accept' }).click();
  await played(maker, 0);
  await click(guest, 'b2', 'b3');
  await played(maker, 1);
  await maker.reload();
  await maker.getByRole('log').getByText('You: I am the maker').waitFor();
  await played(maker, 1);
  // The game before is kept, with all its moves wherever one looked.
  await maker.goto(`${world.url}#/games`);
  await maker.getByRole('button', { name: /^Forget: Rococo/ }).click();
  await maker.getByRole('button', { name: 'Undo' }).click();
  await maker.getByRole('link', { name: /^Open: Rococo/ }).waitFor();
  await maker.getByText(/Rococo · Room .* You – Opponent/).waitFor();
}));

test('who looks back after the end takes the whole game to the analysis', two(async (maker, guest) => {
  await meet(maker, guest, { family: 'Rococo' });
  await click(maker, 'b2', 'b3');
  await played(guest, 1);
  await click(guest, 'b7', 'b6');
  await played(maker, 2);
  await maker.getByRole('button', { name: 'Resign' }).click();
  await maker.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('status').getByText('You win: ').waitFor();
  await guest.getByRole('button', { name: 'First position (Home)' }).click();
  await guest.getByRole('button', { name: 'Analyse this game' }).click();
  await guest.getByRole('grid', { name: 'Analysis board' }).waitFor();
  await played(guest, 2);
}));

test('many quick steps through a game delay no move', two(async (maker, guest) => {
  await meet(maker, guest, { family: 'Rococo', clock: '3+2' });
  for (const [index, uci] of 'b2b3 b7b6 c2c3 c7c6'.split(' ').entries()) {
    await clickMove([maker, guest][index % 2], uci);
    for (const page of [maker, guest]) await played(page, index + 1);
  }
  for (let step = 0; step < 150; step++) await maker.keyboard.press(step % 6 < 3 ? 'ArrowLeft' : 'ArrowRight');
  await maker.keyboard.press('End');
  const start = performance.now();
  await click(maker, 'd2', 'd3');
  await played(guest, 5);
  assert(performance.now() - start < 4000);
}));

test('a server without rooms says so', async () => {
  const server = await startServer();
  try {
    await withPage(async (page) => {
      await page.goto(`${server.url}#/room/${'0'.repeat(32)}`);
      await page.getByText('this server keeps no rooms').waitFor();
    });
  } finally {
    await server.stop();
  }
});

test('a wrong address says so, and the way back works', world.page(async (page) => {
  await page.getByRole('heading', { name: 'This room cannot be entered' }).waitFor();
  await page.getByRole('link', { name: 'Play', exact: true }).last().click();
  await page.getByRole('grid', { name: 'Board' }).waitFor();
}, { hash: `#/room/${'0'.repeat(32)}` }));

test('days a move, and a room fits a phone', two(async (maker, guest) => {
  await meet(maker, guest, { family: 'Rococo', clock: 'Days' });
  await eventually(() => maker.getByRole('timer').first().textContent(), '3 d 0 h');
  await click(maker, 'b2', 'b3');
  await played(guest, 1);
  await eventually(() => guest.title(), 'Your turn – Baroque');
  await maker.getByRole('button', { name: 'Draw' }).click();
  await guest.getByRole('button', { name: 'Accept' }).waitFor();
  await maker.getByRole('button', { name: 'Links' }).click();
  for (const page of [maker, guest]) {
    assert.deepEqual(await findings(page), []);
    assert.equal(await overflow(page), 0);
  }
  await guest.getByRole('navigation').getByRole('link', { name: 'Games' }).click();
  await guest.getByText('Rococo · you play Black · your turn').waitFor();
  await guest.getByRole('link', { name: /^Open: Rococo/ }).click();
  await square(guest, 'b3').waitFor();
  assert.equal(await moves(guest).count(), 1);
}));

// Going from one part of the page to another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, eventually } from './browser.mjs';
import { click, newGame, played, square, toast } from './player.mjs';

const world = new World();

function go(page, name) {
  return page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name }).click();
}

test('a game waits while others are analysed, and Back goes back', world.page(async (page) => {
  await newGame(page, { family: 'Rococo' });
  await click(page, 'b2', 'b3');
  await played(page, 1);
  await go(page, 'Analyse');
  await page.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();
  await go(page, 'Learn');
  await page.getByRole('heading', { level: 1, name: 'Learn' }).waitFor();
  await page.goBack();
  await page.getByRole('grid', { name: 'Analysis board' }).waitFor();
  await page.goBack();
  await page.getByRole('gridcell', { name: 'b3, white pawn' }).waitFor();
  await click(page, 'b7', 'b6');
  await played(page, 2);
}));

test('the last of quick changes is what is shown', world.page(async (page) => {
  await square(page, 'e2').waitFor({ state: 'attached' });
  const changes = [['#/learn/rules', '#/analyse'], ['#/learn/puzzles', '#/play'], ['#/learn/tutorial/maxima', '#/analyse?v=rococo']];
  for (const [first, last] of changes) {
    await page.evaluate((hashes) => new Promise((resolve) => {
      const learn = document.getElementById('route-learn');
      // The part begins to load what it shows.
      new MutationObserver((_, observer) => {
        if (learn.hidden) return;
        observer.disconnect();
        location.hash = hashes[1];
        resolve();
      }).observe(learn, { attributes: true });
      location.hash = hashes[0];
    }), [first, last]);
    const [route] = last.match(/play|analyse|learn/);
    await eventually(() => page.locator('main:visible').evaluateAll((all) => all.map(({ id }) => id)), [`route-${route}`]);
    await page.locator('main:visible').getByRole('grid').first().waitFor({ state: 'attached' });
    // What came too late must not come at all.
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('main:not([hidden])').count(), 1);
  }
}, { hash: '#/play' }));

test('of two parts of Learn only the last one is shown', world.page(async (page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    // The list of the parts is taken away when the first one begins to load.
    new MutationObserver((_, observer) => {
      observer.disconnect();
      location.hash = '#/learn/tutorial/maxima';
    }).observe(document.getElementById('route-learn'), { childList: true });
    location.hash = '#/learn/rules';
  });
  await page.getByRole('heading', { level: 1, name: 'Tutorial' }).waitFor();
  await page.getByRole('grid').first().waitFor();
  assert.deepEqual(await page.getByRole('heading', { level: 1 }).allTextContents(), ['Tutorial']);
}, { hash: '#/learn' }));

for (const hash of ['', '#/nothing/at/all', '#/%', '#/__proto__']) {
  test(`an unknown address is the welcome: ${hash}`, world.page(async (page) => {
    await page.getByRole('link', { name: 'Play now' }).waitFor();
  }, { hash }));
}

test('an unknown part of Learn is the list of the parts', world.page(async (page) => {
  await page.getByRole('heading', { level: 1, name: 'Learn the games' }).waitFor();
}, { hash: '#/learn/nothing' }));

for (const [path, told, shown] of [
  // A game without lessons, and a rule set of a game that is there.
  ['tutorial/fugue', 'nothing about “fugue”', 'Lesson 1 of'],
  ['pieces/delft', 'nothing about “delft”', 'Other rules of Baroque'],
  ['puzzles/nothing/7', 'nothing about “nothing”', 'Puzzle 7 of'],
  ['tutorial/maxima/99', 'no “99”', 'Lesson 1 of'],
  ['puzzles/rococo/leap', 'no “leap”', 'Puzzle 1 of'],
  ['rules/nothing', 'no section “nothing”', 'In one minute'],
]) {
  test(`Learn tells what is not there: ${path}`, world.page(async (page) => {
    await toast(page, told).waitFor();
    await page.locator('main:visible').getByText(shown).first().waitFor();
  }, { hash: `#/learn/${path}`, expected: new RegExp(told) }));
}

test('cards of games that have a page tell how long they are', world.page(async (page) => {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Fugue' }) });
  await card.getByText('About 58 moves a side; White scores 52 %.').waitFor();
}, { hash: '#/home' }));

test('links lead the focus on, what was left is gone, and each family has one card', world.page(async (page) => {
  await eventually(() => page.getByRole('heading', { name: /^Optima/ }).count(), 1);
  await page.getByRole('link', { name: 'Play now' }).press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement.textContent), 'Baroque chess (Ultima)');
  await page.goto(`${world.url}#/penultima?new&side=w&illegal=lose`);
  await eventually(() => page.locator('#move-entry').count(), 1);
}, { hash: '#/home' }));

test('a link with a wrong position is told, and there is a board', world.page(async (page) => {
  await toast(page, 'FEN').waitFor();
  await page.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();
}, { hash: '#/play?v=baroque&fen=8/8', expected: /FEN/ }));

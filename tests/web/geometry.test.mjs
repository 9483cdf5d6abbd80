// Squares of boards, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Geometry, UNIT, colorOf, handLetter, isPiece } from '../../protocol/web/js/geometry.js';

/** Three by three with a hole in the middle; the lowest rank is 0, as in Rococo. */
const RING = new Geometry({ files: 'xab', lowest_rank: 0, ranks: [['K', '.', ':'], ['.', null, 'p'], [':', 'k', '.']] });

test('squares have names, and holes none', () => {
  assert.deepEqual([...RING.cells.keys()], ['x0', 'a0', 'b0', 'x1', 'b1', 'x2', 'a2', 'b2']);
  assert.deepEqual(RING.cells.get('b1'), { name: 'b1', file: 2, rank: 1, char: 'p' });
  assert.deepEqual([RING.width, RING.height], [3 * UNIT, 3 * UNIT]);
});

test('the lowest rank is drawn at the bottom, or at the top of a turned board', () => {
  assert.deepEqual(RING.place('x0', false), { x: 0, y: 2 * UNIT });
  assert.deepEqual(RING.place('x0', true), { x: 2 * UNIT, y: 0 });
  assert.deepEqual(RING.place('b1', false), { x: 2 * UNIT, y: UNIT });
});

test('points belong to the square that is drawn there', () => {
  for (const flipped of [false, true]) {
    for (const name of RING.cells.keys()) {
      const { x, y } = RING.place(name, flipped);
      assert.equal(RING.at(x + UNIT / 2, y + UNIT / 2, flipped), name);
      assert.equal(RING.at(x, y, flipped), name);
    }
    assert.equal(RING.at(1.5 * UNIT, 1.5 * UNIT, flipped), null);
    for (const [x, y] of [[-1, 1], [1, -1], [3 * UNIT, 1], [1, 3 * UNIT]]) assert.equal(RING.at(x, y, flipped), null);
  }
});

test('the next square lies beyond a hole, and none beyond the edge', () => {
  assert.equal(RING.next('a0', 0, 1, false), 'a2');
  assert.equal(RING.next('x1', 1, 0, false), 'b1');
  assert.equal(RING.next('x0', 1, 0, true), 'x0');
  assert.equal(RING.next('b0', 1, 0, true), 'a0');
  assert.equal(RING.next('a2', 0, 1, false), 'a2');
  assert.equal(RING.next('a2', 0, 1, true), 'a0');
});

test('boards are equal if they have the same squares, whatever stands there', () => {
  const board = (files, lowest_rank, ...ranks) => new Geometry({ files, lowest_rank, ranks });
  const plain = board('ab', 1, ['.', '.'], ['.', '.']);
  assert(plain.equals(board('ab', 1, ['K', '.'], ['.', 'k'])));
  assert(!plain.equals(board('ab', 0, ['.', '.'], ['.', '.'])));
  assert(!plain.equals(board('ac', 1, ['.', '.'], ['.', '.'])));
  assert(!plain.equals(board('ab', 1, ['.', null], ['.', '.'])));
  assert(!board('ab', 1, [null, '.'], ['.', '.']).equals(board('ab', 1, ['.', null], ['.', '.'])));
  assert(!plain.equals(null));
});

test('letters are pieces, and capital ones White’s', () => {
  assert.deepEqual(['K', 'k', 'þ', '.', ':', '_', null].map(isPiece), [true, true, true, false, false, false, false]);
  assert.deepEqual(['K', 'k'].map(colorOf), ['w', 'b']);
  assert.deepEqual(['w', 'b'].map((side) => handLetter({ hand: 'P', side })), ['P', 'p']);
});

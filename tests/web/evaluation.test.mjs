// What is said of scores, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MARKS, NAGS, accuracyOf, countText, endText, ofEnd, ofLine, percentText,
} from '../../protocol/web/js/analyse/evaluation.js';

test('scores read as people write them', () => {
  const text = (score) => ofLine({ score, expected: 0.5, depth: 1, pv: [] }).text;
  assert.deepEqual([0, 35, -120, 1000, 0.4, -0.4].map((cp) => text({ cp })), ['0.00', '+0.35', '−1.20', '+10.00', '0.00', '0.00']);
  assert.deepEqual([5, -3, 0].map((mate) => text({ mate })), ['#5', '−#3', '#0']);
});

test('a line is an evaluation for White, and so is the end of a game', () => {
  const pv = [['e2e4', 'Pe2-e4']];
  const line = { score: { cp: 20 }, expected: 0.53, depth: 9, pv };
  assert.deepEqual(ofLine({ ...line, nodes: 1 }), { ...line, text: '+0.20' });
  assert.deepEqual(['w', 'b', null].map((winner) => ofEnd({ winner })).map(({ expected, text }) => [expected, text]), [
    [1, '1–0'], [0, '0–1'], [0.5, '½–½'],
  ]);
});

test('ends are told in a sentence', () => {
  assert.equal(endText({ winner: 'b', reason: 'checkmate' }), 'Black wins: checkmate.');
  assert.equal(endText({ winner: null, reason: 'move limit' }), 'A draw: move limit.');
});

test('accuracy is 100 without a loss, falls with it, and is never below 0', () => {
  assert.equal(accuracyOf([]), null);
  const near = (losses, expected) => assert(Math.abs(accuracyOf(losses) - expected) < 0.05, `${losses}: ${accuracyOf(losses)}`);
  near([0], 100);
  // By hand from Lichess's formula: 103.1668 e^(−0.4354) − 3.1669.
  near([0.1], 63.6);
  near([0, 0.1], 81.8);
  assert.equal(accuracyOf([1]), 0);
});

test('numbers are short', () => {
  assert.deepEqual([0, 870, 12_400, 3_400_000].map(countText), ['0', '870', '12 k', '3.4 M']);
  assert.equal(percentText(0.873), '87 %');
});

test('every mark has a sign and a name', () => {
  for (const { nag, sign } of MARKS) assert.equal(NAGS.get(nag)[0], sign);
});

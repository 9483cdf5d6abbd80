// Games with variations, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameTree } from '../../protocol/web/js/tree.js';

/** A game in which moves were played one after the other. */
function line(...moves) {
  const tree = new GameTree({ variant: 'rococo' });
  for (const uci of moves) tree.play({ uci });
  return tree;
}

/** A line in words: moves with their variations in parentheses. */
function words(moves) {
  return moves.map(({ uci, variations }) => [uci, ...variations.map((each) => `(${words(each)})`)].join(' ')).join(' ');
}

function written(tree) {
  return words(tree.toMessage().moves);
}

test('a move that is there already is gone to, another one begins a variation', () => {
  const tree = line('a', 'b');
  tree.goTo(tree.root);
  tree.play({ uci: 'a' });
  tree.play({ uci: 'c', text: 'C' });
  assert.equal(written(tree), 'a b (c)');
  assert.deepEqual(tree.spec().moves, ['a', 'c']);
  assert.equal(tree.current.text, 'C');
  assert.deepEqual(tree.mainLine().map(({ uci }) => uci), ['a', 'b']);
  assert.deepEqual([tree.isMain(tree.current), tree.isMain(tree.current.parent)], [false, true]);
});

test('each change is told, and going nowhere is none', () => {
  const tree = line('a');
  let changes = 0;
  tree.on('change', () => changes++);
  tree.goTo(tree.current);
  assert.equal(changes, 0);
  tree.play({ uci: 'b' });
  tree.toggleNag(tree.current, 1);
  tree.setComment(tree.current, 'x');
  tree.goTo(tree.root);
  assert.equal(changes, 4);
  assert.deepEqual(tree.root.children[0].children[0].nags, [1]);
});

test('a move is taken away with all that follows, and with it the current one', () => {
  const tree = line('a', 'b', 'c');
  const [, second] = tree.path();
  tree.deleteFrom(second);
  assert.equal(written(tree), 'a');
  assert.equal(tree.current.uci, 'a');
  tree.deleteFrom(tree.root);
  assert.equal(written(tree), 'a');
  const other = line('a', 'b');
  other.goTo(other.root);
  other.play({ uci: 'c' });
  other.deleteFrom(other.root.children[0]);
  assert.equal(written(other), 'c');
  assert.equal(other.current.uci, 'c');
});

test('promotion goes up one fork at a time', () => {
  const tree = line('a', 'b');
  tree.goTo(tree.root);
  for (const uci of ['c', 'd']) tree.play({ uci });
  tree.goTo(tree.current.parent);
  const last = tree.play({ uci: 'e' });
  assert.equal(written(tree), 'a (c d (e)) b');
  tree.promote(last);
  assert.equal(written(tree), 'a (c e (d)) b');
  tree.promote(last);
  assert.equal(written(tree), 'c (a b) e (d)');
  tree.promote(last);
  assert.equal(written(tree), 'c (a b) e (d)');
});

test('what stands around a variation stays with its first move when it becomes the main line', () => {
  const tree = GameTree.fromMessage({
    variant: 'rococo',
    moves: [{
      uci: 'a', variations: [[{
        uci: 'b', nags: [2], comment: 'in', before: { nags: [1], comment: 'before' }, after: { nags: [2], comment: 'after' },
      }]],
    }],
  });
  const [, variation] = tree.root.children;
  tree.promote(variation);
  assert.deepEqual(variation.nags, [1, 2]);
  assert.equal(variation.comment, 'before in after');
  assert.deepEqual([variation.before, variation.after], Array(2).fill({ nags: [], comment: '' }));
});

test('messages hold the whole game', () => {
  const remark = { nags: [], comment: '' };
  const move = (uci, more = {}) => ({ uci, text: uci.toUpperCase(), nags: [], comment: '', variations: [], before: remark, after: remark, ...more });
  const message = {
    variant: 'maxima', definition: 'h', rules: 'movelimit=9', fen: 'f', tags: { White: 'Ann' }, comment: 'first', result: '1-0',
    moves: [
      move('a', { nags: [3], comment: 'good' }),
      move('b', { variations: [[move('c', { before: { nags: [1], comment: 'x' } }), move('d', { variations: [[move('e')]] })], [move('f')]] }),
    ],
  };
  const tree = GameTree.fromMessage(message);
  assert.deepEqual(tree.toMessage(), message);
  assert.equal(tree.current, tree.root);
});

test('a variation that begins like the line becomes part of it', () => {
  const tree = GameTree.fromMessage({
    variant: 'rococo',
    moves: [{ uci: 'a', comment: 'one', variations: [[{ uci: 'a', comment: 'two' }, { uci: 'c' }]] }, { uci: 'b' }],
  });
  assert.equal(tree.root.children.length, 1);
  assert.equal(tree.root.children[0].comment, 'one two');
  assert.equal(tree.mainLine().length, 2);
});

test('links hold the game up to the current move', () => {
  const tree = new GameTree({ variant: 'mini', definition: 'abc', rules: 'movelimit=7', fen: '8/8 w' });
  for (const uci of ['a2a3', 'P@e4']) tree.play({ uci });
  const params = (link) => new URLSearchParams(link.split('?')[1]);
  const link = tree.toHash();
  assert(link.startsWith('#/analyse?'));
  assert.deepEqual(GameTree.fromHash(params(link)).spec(), tree.spec());
  tree.goTo(tree.root);
  assert.deepEqual(GameTree.fromHash(params(tree.toHash())).spec().moves, []);
  assert.equal(GameTree.fromHash(params('#/analyse?m=a2a3')), null);
});

test('moves learn their texts and whose they are', () => {
  const tree = line('a', 'b');
  const history = [{ text: 'A', side: 'b', number: 7 }, { text: 'B', side: 'b', number: 8 }];
  tree.learnMoves({ history });
  assert.deepEqual(tree.path().map(({ text, turn }) => [text, turn]), [
    ['A', { side: 'b', number: 7 }], ['B', { side: 'b', number: 8 }],
  ]);
});

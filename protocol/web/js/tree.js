/** A game with variations. */

import { Emitter } from './emitter.js';
import { loadGame, storeGame } from './storage.js';

/**
 * A move of a tree, or its root, which stands for the first position.
 *
 * @typedef {object} TreeNode
 * @property {TreeNode|null} parent null for the root
 * @property {TreeNode[]} children the first one continues the main line
 * @property {string|null} uci
 * @property {string} text readable text; UCI text until it is known
 * @property {string[]|null} effects what it does in words, as soon as it is known
 * @property {{ side: 'w'|'b', number: number }|null} turn who plays it, and its number, as soon as they are known
 * @property {number[]} nags
 * @property {string} comment
 * @property {Remark} before what stands before the move if it begins a variation
 * @property {Remark} after what stands after the variation that the move begins
 */

/**
 * Annotations that belong to no move.
 *
 * @typedef {object} Remark
 * @property {number[]} nags
 * @property {string} comment
 */

/**
 * A game with variations and a current node. Emits `change` after each change of the moves, of the
 * annotations or of the current node.
 */
export class GameTree extends Emitter {
  /** @param {{ variant: string, definition?: string|null, rules?: string, fen?: string|null }} game */
  constructor({ variant, definition = null, rules = '', fen = null }) {
    super();
    this.variant = variant;
    this.definition = definition;
    this.rules = rules;
    this.fen = fen;
    /** @type {Object<string, string>} */
    this.tags = {};
    this.result = '*';
    /** @type {TreeNode} */
    this.root = newNode(null, null, '');
    /** @type {TreeNode} */
    this.current = this.root;
  }

  /**
   * The game up to a node.
   * @returns {Message.GameSpec}
   */
  spec(node = this.current) {
    return {
      variant: this.variant,
      definition: this.definition,
      rules: this.rules,
      fen: this.fen,
      moves: this.path(node).map(({ uci }) => uci),
    };
  }

  /** The nodes from the first move to a node, the root not among them. */
  path(node = this.current) {
    /** @type {TreeNode[]} */
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  /** The nodes of the main line from a node on, that node not among them. */
  mainLine(node = this.root) {
    /** @type {TreeNode[]} */
    const nodes = [];
    for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  /**
   * Plays a move after the current node: goes to the child with that move, or adds one.
   * @param {{ uci: string, text?: string }} move
   * @returns {TreeNode}
   */
  play(move) {
    this.current = addChild(this.current, move);
    this.#changed();
    return this.current;
  }

  goTo(node) {
    if (node === this.current) return;
    this.current = node;
    this.#changed();
  }

  /** Removes a move and all that follows it. */
  deleteFrom(node) {
    const { parent } = node;
    if (!parent) return;
    if (this.path().includes(node)) this.current = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.children[0]) foldRemarks(parent.children[0]);
    this.#changed();
  }

  /** Makes the line of a node the first one at the last fork before it. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      const index = siblings.indexOf(at);
      if (index > 0) {
        siblings.splice(index, 1);
        siblings.unshift(at);
        foldRemarks(at);
        this.#changed();
        return;
      }
    }
  }

  /** Whether a node is on the main line. */
  isMain(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  /** Sets or removes a numeric annotation glyph. */
  toggleNag(node, nag) {
    node.nags = node.nags.includes(nag)
      ? node.nags.filter((other) => other !== nag)
      : [...node.nags, nag];
    this.#changed();
  }

  setComment(node, comment) {
    node.comment = comment;
    this.#changed();
  }

  /**
   * Takes the readable texts of the moves up to a node, and whose they are, from the position there.
   * @param {Message.PositionInfo} position
   * @param {TreeNode} [node]
   */
  learnMoves({ history }, node = this.current) {
    this.path(node).forEach((at, index) => {
      const { text, side, number, effects } = history[index];
      Object.assign(at, { text, effects, turn: { side, number } });
    });
  }

  /**
   * The message of this tree.
   * @returns {Message.GameTree}
   */
  toMessage() {
    return {
      variant: this.variant,
      definition: this.definition,
      rules: this.rules,
      fen: this.fen,
      tags: this.tags,
      comment: this.root.comment,
      moves: writeLine(this.root, 0),
      result: this.result,
    };
  }

  /**
   * The tree of a message, at its first position.
   * @param {Message.GameTree} message
   */
  static fromMessage(message) {
    const tree = new GameTree(message);
    tree.tags = message.tags ?? {};
    tree.result = message.result ?? '*';
    tree.root.comment = message.comment ?? '';
    readLine(tree.root, message.moves);
    return tree;
  }

  /** Stores the tree for this tab and a route, with other data that JSON can hold. */
  save(route, extra = null) {
    storeGame(route, this.toKept(extra));
  }

  /** What is kept of the tree, with the shown position and other data. */
  toKept(extra = null) {
    const path = this.path().map((node) => node.parent.children.indexOf(node));
    return { tree: this.toMessage(), path, extra };
  }

  /** The tree that was kept, at the position that was shown. */
  static fromKept({ tree: message, path }) {
    const tree = GameTree.fromMessage(message);
    for (const index of path) tree.current = tree.current.children[index] ?? tree.current;
    return tree;
  }

  /**
   * The tree that this tab stored for a route; null if there is none or it cannot be read.
   * @returns {{ tree: GameTree, extra: any }|null}
   */
  static restore(route) {
    try {
      const kept = loadGame(route);
      return { tree: GameTree.fromKept(kept), extra: kept.extra };
    } catch {
      return null;
    }
  }

  /** A fragment that links to the current position of this game: `#/analyse?v=rococo&m=e2e4`. */
  toHash(route = 'analyse') {
    const params = new URLSearchParams({ v: this.variant });
    if (this.definition) params.set('d', this.definition);
    if (this.rules) params.set('rules', this.rules);
    if (this.fen) params.set('fen', this.fen);
    const moves = this.path().map(({ uci }) => uci);
    if (moves.length) params.set('m', moves.join('_'));
    return `#/${route}?${params}`;
  }

  /**
   * The game that a link holds, at the linked position; null if it holds none.
   * @param {URLSearchParams} params of the fragment
   */
  static fromHash(params) {
    const variant = params.get('v');
    if (!variant) return null;
    const tree = new GameTree({
      variant,
      definition: params.get('d'),
      rules: params.get('rules') ?? '',
      fen: params.get('fen'),
    });
    for (const uci of (params.get('m') ?? '').split('_').filter(Boolean)) {
      tree.current = addChild(tree.current, { uci });
    }
    return tree;
  }

  #changed() {
    this.emit('change');
  }
}

/** @returns {TreeNode} */
function newNode(parent, uci, text) {
  return { parent, children: [], uci, text, effects: null, turn: null, nags: [], comment: '', before: noRemark(), after: noRemark() };
}

function noRemark() {
  return { nags: [], comment: '' };
}

/** Makes what stands around a variation part of its first move, which no longer begins one. */
function foldRemarks(node) {
  const { before, after } = node;
  annotate(node, [...before.nags, ...node.nags, ...after.nags], [before.comment, node.comment, after.comment]);
  node.before = noRemark();
  node.after = noRemark();
}

function annotate(node, nags, comments) {
  node.nags = [...new Set(nags)];
  node.comment = [...new Set(comments)].filter(Boolean).join(' ');
}

function addChild(parent, { uci, text = uci }) {
  const old = parent.children.find((child) => child.uci === uci);
  if (old) return old;
  const node = newNode(parent, uci, text);
  parent.children.push(node);
  return node;
}

/**
 * @param {TreeNode} parent
 * @param {Message.TreeMove[]} moves
 */
function readLine(parent, moves) {
  let at = parent;
  for (const move of moves) {
    const known = at.children.find(({ uci }) => uci === move.uci);
    const node = known ?? addChild(at, { uci: move.uci, text: move.text || move.uci });
    const { nags = [], comment = '', before = noRemark(), after = noRemark() } = move;
    if (known) {
      const comments = [node.comment, before.comment, comment, after.comment];
      annotate(node, [...node.nags, ...before.nags, ...nags, ...after.nags], comments);
    } else {
      Object.assign(node, { nags, comment, before, after });
    }
    for (const variation of move.variations ?? []) readLine(at, variation);
    at = node;
  }
}

/**
 * The moves of a line that starts with a child; the other children of the start are left to the caller.
 * @param {TreeNode} parent
 * @param {number} index
 */
function writeLine(parent, index) {
  /** @type {Message.TreeMove[]} */
  const moves = [];
  for (let node = parent.children[index]; node; node = node.children[0]) {
    const isFirst = moves.length === 0;
    const { uci, text, nags, comment, before, after } = node;
    const others = isFirst && index > 0 ? 0 : node.parent.children.length - 1;
    const variations = Array.from({ length: others }, (_, i) => writeLine(node.parent, i + 1));
    moves.push({ uci, text, nags, comment, variations, before, after });
  }
  return moves;
}

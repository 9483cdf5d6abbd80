/** The analysis page: a board, and beside it the engine, the moves and the review. */

import { Annotations } from './annotations.js';
import { chooseDialog, openDialog } from './dialogs.js';
import { joined } from './game-files.js';
import { Editor } from './editor.js';
import { EnginePanel } from './engine-panel.js';
import { EvalBar } from './eval-bar.js';
import { endText, ofEnd } from './evaluation.js';
import { GamePicker } from './game-picker.js';
import { ReviewPanel } from './review-panel.js';
import { Board } from '../board.js';
import { el } from '../dom.js';
import { diagrams } from '../diagram.js';
import { doors } from '../doors.js';
import { Explainer } from '../explainer.js';
import { colorName } from '../geometry.js';
import { listenToKeys } from '../keys.js';
import { MoveList, stepsThrough } from '../moves.js';
import { Notes, PROMPT } from '../notes.js';
import { leaveGame, newId, takeGame } from '../shelf.js';
import { store } from '../storage.js';
import { GameTree } from '../tree.js';
import { button, debounced, iconButton } from '../widgets.js';

/** Milliseconds after the last change when the game is stored. */
const SAVE_AFTER = 400;

export class AnalysisPage {
  /**
   * @param {HTMLElement} root
   * @param {import('../app.js').Context} context
   * @param {{ tree: GameTree, flipped: boolean, id: string|null }} start under which it is kept, if it is
   */
  constructor(root, context, { tree, flipped, id }) {
    this.context = context;
    this.flipped = flipped;
    /** What is known of nodes. Nodes of other trees are forgotten with them. */
    /** @type {WeakMap<import('../tree.js').TreeNode, Message.PositionInfo>} */
    this.positions = new WeakMap();
    /** @type {WeakMap<import('../tree.js').TreeNode, import('./evaluation.js').Evaluation>} */
    this.evaluations = new WeakMap();
    this.drawings = new WeakMap();
    this.changed = () => this.#showSoon();
    this.saveSoon = debounced(() => this.#save(), SAVE_AFTER);
    this.#build(root);
    this.#listen();
    this.open(tree, id);
  }

  /** Analyses another game. */
  open(tree, id = null) {
    this.closeEditor();
    this.#leaveKept();
    const kept = { id: id ?? newId(), text: contentOf(tree) };
    this.kept = kept;
    takeGame(kept.id).then((own) => {
      kept.id = own;
      if (kept !== this.kept || this.isDestroyed) leaveGame(own);
    });
    this.tree?.removeEventListener('change', this.changed);
    if (this.tree?.root.children.length) this.previous = this.tree;
    this.tree = tree;
    tree.addEventListener('change', this.changed);
    this.picker.show(tree);
    this.board.setKinds(this.context.catalog.gameInfo(tree.variant, tree.definition)?.kinds ?? []);
    this.#showSoon();
  }

  destroy() {
    this.isDestroyed = true;
    this.notes.clear();
    this.tree.removeEventListener('change', this.changed);
    this.#leaveKept();
    this.review.cancel();
    this.engine.destroy();
    this.evalBar.destroy();
    this.editor?.destroy();
    this.board.destroy();
    this.endings.forEach((end) => end());
    this.root.remove();
  }

  #build(root) {
    this.evalBar = new EvalBar();
    this.boardFrame = el('div.analyse-frame', { onclick: leaveBoard });
    this.picker = new GamePicker(this.context, (game) => this.open(new GameTree(game)));
    this.engine = new EnginePanel(this.context);
    const goTo = (node) => this.tree.goTo(node);
    this.moves = new MoveList(goTo, 'Play a move on the board, or open a game.');
    this.steps = stepsThrough(goTo, () => this.tree);
    this.notes = new Notes(PROMPT, diagrams(this.context, () => this.tree.spec()));
    this.annotations = new Annotations();
    this.review = new ReviewPanel(this.context);
    this.result = el('p.game-end', { role: 'status', hidden: true });
    this.side = el(
      'div.analyse-side',
      {},
      this.notes.element,
      this.engine.root,
      el('section.panel.moves-panel', { 'aria-label': 'Game' }, this.moves.root, this.result, this.annotations.root),
      this.review.root,
    );
    this.column = el(
      'div.analyse-column.board-column',
      {},
      el('div.analyse-board', {}, this.evalBar.root, this.boardFrame),
      this.#navigation(),
    );
    this.root = el(
      'div.analyse',
      {},
      el('h1.visually-hidden', {}, 'Analyse'),
      this.column,
      this.#head(),
      this.side,
    );
    root.append(this.root);
    this.board = new Board(this.boardFrame, {
      label: 'Analysis board',
      onMove: ({ uci, text }) => this.tree.play({ uci, text }),
      onIllegal: (from, to) => this.explainer.refuse(from, to),
      onSquare: (square) => this.explainer.tell(square),
      onSelect: (square) => square && this.explainer.tell(square),
      onHand: (letter) => this.explainer.tellHand(letter),
      onShapes: (shapes) => this.#keepDrawing(shapes),
    });
    this.explainer = new Explainer(this.context.session, this.board, this.notes, () => this.tree.spec());
    this.evalBar.follow(this.board.root);
  }

  #head() {
    this.actions = [
      button('Open…', () => this.#openDialog()),
      button('Set up', () => this.edit(), { disabled: true }),
      ...doors(this.context, ['share', 'play'], () => this.tree),
    ];
    return el('div.analyse-head', {}, this.picker.root, el('div.head-actions', {}, ...this.actions));
  }

  #navigation() {
    const flip = iconButton('flip', 'Flip', () => this.flip(), { title: 'Turn the board (f)' });
    return el('div.analyse-navigation', { role: 'toolbar', 'aria-label': 'Go through the game' },
      ...this.steps.buttons, this.context.settings.dangersButton(), flip);
  }

  #listen() {
    const { engine, review } = this;
    engine.on('evaluation', (known) => this.#learn(known));
    engine.on('play', (line) => line.forEach(([uci, text]) => this.tree.play({ uci, text })));
    engine.on('hover', (uci) => this.#drawShapes(uci));
    review.on('start', () => engine.pause(true));
    review.on('end', () => engine.pause(false));
    review.on('evaluation', (known) => this.#learn(known));
    review.on('pick', (node) => this.tree.goTo(node));
    review.on('learn', (moves) => this.#learnFrom(moves).catch(this.context.fail));
    const save = () => this.#save();
    addEventListener('pagehide', save);
    this.endings = [
      () => removeEventListener('pagehide', save),
      listenToKeys({
        ...this.steps.keys,
        ArrowUp: () => this.#goBeside(-1),
        ArrowDown: () => this.#goBeside(1),
        f: () => this.flip(),
        ' ': () => this.#playBest(),
      }),
    ];
  }

  /** Keeps the game for this tab, and on the shelf once it has been changed here. */
  #save() {
    const { tree, kept, flipped } = this;
    const extra = { flipped, id: kept.id };
    tree.save('analyse', extra);
    const text = contentOf(tree);
    if (text === kept.text || tree.root.children.length === 0) return;
    kept.text = text;
    this.context.shelf.put({ id: kept.id, route: 'analyse', time: Date.now(), ...tree.toKept(extra) });
  }

  /** Keeps the game that was analysed until now, for other tabs too. */
  #leaveKept() {
    if (!this.kept) return;
    this.saveSoon.cancel();
    this.#save();
    leaveGame(this.kept.id);
  }

  /** Shows all changes of one moment at once. */
  #showSoon() {
    if (this.isShowing) return;
    this.isShowing = true;
    queueMicrotask(() => {
      this.isShowing = false;
      if (!this.isDestroyed) this.#show();
    });
  }

  async #show() {
    const { tree } = this;
    const node = tree.current;
    const isStale = () => tree !== this.tree || node !== tree.current || this.isDestroyed;
    this.saveSoon();
    try {
      const position = await this.#positionOf(tree, node);
      if (isStale()) return;
      tree.learnMoves(position, node);
      this.#showPosition(node, position);
    } catch (error) {
      if (!isStale()) this.#leave(error);
    }
  }

  async #positionOf(tree, node) {
    const known = this.positions.get(node);
    if (known) return known;
    const position = await this.context.session.ask({ type: 'position', game: tree.spec(node) });
    this.positions.set(node, position);
    if (position.end) this.evaluations.set(node, ofEnd(position.end));
    return position;
  }

  /**
   * @param {import('../tree.js').TreeNode} node
   * @param {Message.PositionInfo} position
   */
  #showPosition(node, position) {
    const isNew = this.position !== position;
    this.isLeaving = false;
    this.position = position;
    this.actions.forEach((action) => { action.disabled = false; });
    this.context.showAddress(this.tree, 'analyse');
    if (isNew) this.explainer.clear();
    this.notes.setPrompt(position.end ? PROMPT : `${colorName(position.side)} to move. ${PROMPT}`);
    if (isNew) this.engine.show(node, this.tree.spec(node), position);
    if (!this.editor) this.#showBoard();
    this.evalBar.show(this.evaluations.get(node) ?? null);
    this.moves.show(this.tree, position.first_fen);
    this.annotations.show(this.tree);
    this.result.hidden = !position.end;
    this.result.textContent = position.end ? endText(position.end) : '';
    this.#showReview();
  }

  #showBoard() {
    const { position } = this;
    this.evalBar.flip(this.flipped);
    this.board.show(position, {
      flipped: this.flipped,
      movable: position.end ? null : 'both',
      lastMove: position.history.at(-1) ?? null,
    });
    this.#drawShapes();
  }

  #showReview() {
    this.review.show(this.tree, (node) => this.evaluations.get(node) ?? null);
  }

  /**
   * Leaves a position that the session rejects. A move of a link or of a file that is not legal is
   * taken away with what follows; after any other error the start is shown, or else a new game.
   */
  #leave(error) {
    const { tree } = this;
    // The first error tells what is wrong; the others follow from it.
    if (!this.isLeaving) this.context.fail(error);
    this.isLeaving = true;
    const illegal = tree.path()[error.illegalMove];
    if (illegal) tree.deleteFrom(illegal);
    else if (tree.current.parent) tree.goTo(tree.root);
    else {
      const [{ variant, definition }] = this.context.catalog.games;
      if (tree.variant !== variant || tree.fen || tree.rules) this.open(new GameTree({ variant, definition }));
    }
  }

  #learn({ node, evaluation }) {
    const known = this.evaluations.get(node);
    if (known && known.depth > evaluation.depth) return;
    this.evaluations.set(node, evaluation);
    if (node === this.tree.current) {
      this.evalBar.show(evaluation);
      this.#drawShapes();
    }
    this.#showReview();
  }

  /** Makes exercises of reviewed moves. */
  async #learnFrom(moves) {
    const mistakes = moves.map(async ({ node, side, before, after }) => {
      const game = this.tree.spec(node.parent);
      const { fen } = await this.#positionOf(this.tree, node.parent);
      return { game, fen, side, uci: node.uci, text: node.text, before, after };
    });
    this.context.mistakes = await Promise.all(mistakes);
    store('mistakes', this.context.mistakes);
    this.context.go('#/learn/mistakes/1');
  }

  #keepDrawing(shapes) {
    this.drawings.set(this.tree.current, shapes.filter(({ color }) => color !== 'engine'));
    this.#drawShapes();
  }

  /** Draws the user's shapes and an arrow for a move, by default for the engine's best. */
  #drawShapes(uci = null) {
    if (this.editor) return;
    const drawn = this.drawings.get(this.tree.current) ?? [];
    const best = uci ?? this.engine.best?.[0];
    this.board.setShapes(best ? [shapeOf(best), ...drawn] : drawn);
  }

  #playBest() {
    const { best } = this.engine;
    if (best) this.tree.play({ uci: best[0], text: best[1] });
    else this.context.toast('The engine has no move yet.');
  }

  /** Goes to the next or the previous move in place of the current one. */
  #goBeside(step) {
    const { current } = this.tree;
    const siblings = current.parent?.children ?? [];
    const next = siblings[siblings.indexOf(current) + step];
    if (next) this.tree.goTo(next);
  }

  flip() {
    this.flipped = !this.flipped;
    this.saveSoon();
    if (this.editor) this.editor.flip();
    else if (this.position) this.#showBoard();
  }

  #openDialog() {
    openDialog(this.context, this.tree, this.previous);
  }

  /** Opens the only game of several texts, or the one that the user chooses. */
  offer(several) {
    const games = joined(several);
    if (games.trees.length === 1) this.open(games.trees[0]);
    else chooseDialog(this.context, games);
  }

  /** Changes the shown position in the editor. */
  edit() {
    if (this.editor || !this.position) return;
    const { variant, definition, rules } = this.tree;
    this.review.cancel();
    this.engine.pause(true);
    this.boardFrame.replaceChildren();
    this.root.classList.add('is-editing');
    this.editor = new Editor(this.context, this.boardFrame, {
      game: { variant, definition, rules },
      position: this.position,
      flipped: this.flipped,
      onDone: (fen) => this.open(new GameTree({ variant, definition, rules, fen })),
      onCancel: () => this.closeEditor(),
    });
    this.side.before(this.editor.root);
  }

  /** Brings the board of the analysis back. */
  closeEditor() {
    if (!this.editor) return;
    this.editor.destroy();
    this.editor = null;
    this.root.classList.remove('is-editing');
    this.boardFrame.replaceChildren(this.board.root);
    this.engine.pause(false);
    this.#showBoard();
  }
}

/** What the user can change of a tree. The readable texts of moves come from the session. */
function contentOf(tree) {
  return JSON.stringify(tree.toMessage(), (key, value) => (key === 'text' ? undefined : value));
}

/** After a click on the board the keys go through the game again, unless the click came from a key. */
function leaveBoard({ detail, currentTarget }) {
  const svg = currentTarget.querySelector('.board-svg');
  if (detail > 0 && document.activeElement === svg) svg.blur();
}

/** The arrow of a UCI move; a circle for a drop. */
function shapeOf(uci) {
  const [from, to = from] = uci.replace(/^.@/, '').match(/[a-z]\d+/g);
  return { from, to, color: 'engine' };
}

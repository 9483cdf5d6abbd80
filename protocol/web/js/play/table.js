/** The board of a game that is played, with its players, moves, notes and the field for moves. */

import { Board } from '../board.js';
import { captureText } from '../board-words.js';
import { diagrams } from '../diagram.js';
import { el } from '../dom.js';
import { Explainer } from '../explainer.js';
import { listenToKeys } from '../keys.js';
import { ruleWords } from '../learn/games.js';
import { MoveList, stepsThrough } from '../moves.js';
import { capitalized, Notes, PROMPT } from '../notes.js';
import { play as playSound } from '../sound.js';
import { GameTree } from '../tree.js';
import { MoveEntry } from './entry.js';
import { LOW_TIME, PlayerBar } from './player.js';

/** Milliseconds after which a move that has not arrived is told of. */
const LATE = 1500;

/**
 * What a page adds.
 *
 * @typedef {object} TableOptions
 * @property {HTMLElement[]} banners above the tools
 * @property {HTMLElement[]} tools
 * @property {HTMLElement[]} [more] between the moves and the field for moves
 * @property {(move: Message.MoveInfo) => void} onMove a legal move is made
 * @property {() => void} onShow something about the game has changed
 * @property {(side: 'w'|'b') => { name: string, state: string }} playerOf
 * @property {() => string} [prompt] what is said while there is nothing to say
 * @property {object} [boardOptions] besides those of a table
 * @property {(board: Board, notes: Notes) => any} [explainer] in the place of {@link Explainer}
 * @property {() => { title: string, kinds: Message.KindInfo[], note: string }} [infoOf] the game, if the catalog does not know it, and what is to be known of it
 * @property {(text: string) => Promise<string|null>} [onText] a move is typed: why it is none, or null
 * @property {(played: any) => boolean} [onMoved] whether what happened has been told
 */

export class GameTable {
  /**
   * @param {HTMLElement} root
   * @param {import('../app.js').Context} context
   * @param {TableOptions} options
   */
  constructor(root, context, options) {
    this.context = context;
    this.options = options;
    /** @type {import('./line.js').GameLine|null} */
    this.game = null;
    this.premove = null;
    this.isTurned = false;
    this.listeners = new AbortController();
    this.#build(root);
    this.endKeys = listenToKeys({
      ...this.steps.keys,
      f: () => this.flip(),
      Escape: () => this.forgetPremove(),
    });
  }

  #build(root) {
    const { banners, tools, more = [] } = this.options;
    this.bars = { top: new PlayerBar(), bottom: new PlayerBar() };
    const boardBox = el('div.play-board');
    this.title = el('h1.play-title');
    this.rules = el('p.play-rules');
    this.past = el(
      'div.banner.play-past',
      { hidden: true },
      el('span', {}, 'You are looking at an earlier position.'),
      el('button.button', { onclick: () => this.game.look(this.game.last) }, 'Back to the game'),
    );
    const look = (node) => this.game.look(node);
    this.moves = new MoveList(look, 'No moves yet');
    this.steps = stepsThrough(look, () => this.game.tree);
    const { explainer, onText } = this.options;
    this.notes = new Notes(PROMPT, explainer ? null : diagrams(this.context, () => this.game.tree.spec()));
    this.entry = new MoveEntry((text) => (onText ? onText(text) : this.#enter(text)));
    root.append(
      el(
        'div.play',
        {},
        el('div.board-column', {}, this.bars.top.element, boardBox, this.bars.bottom.element),
        el(
          'div.play-side',
          {},
          el('div.play-head', {}, this.title, this.rules),
          ...banners,
          this.past,
          el('div.play-tools', { role: 'toolbar', 'aria-label': 'Game' }, ...tools),
          this.notes.element,
          el('section.moves.panel', { 'aria-label': 'Moves' }, this.moves.root, el('div.moves-steps', {}, ...this.steps.buttons)),
          ...more,
          this.entry.element,
        ),
      ),
    );
    this.board = new Board(boardBox, {
      label: 'Board',
      onMove: (move) => this.options.onMove(move),
      onIllegal: (from, to) => this.game.isPast || this.explainer.refuse(from, to),
      onSquare: (square) => {
        this.forgetPremove();
        this.explainer.tell(square);
      },
      onSelect: (square) => this.#select(square),
      onHand: (letter) => this.explainer.tellHand(letter),
      onPremove: (move) => this.#setPremove(move),
      onShapes: () => {},
      ...this.options.boardOptions,
    });
    this.explainer = explainer?.(this.board, this.notes) ?? new Explainer(this.context.session, this.board, this.notes, () => this.game.tree.spec());
  }

  /**
   * Shows another game from now on.
   * @param {import('./line.js').GameLine} game
   */
  adopt(game) {
    this.game = game;
    this.premove = null;
    this.isTurned = false;
    this.board.announce('');
    // Until the position is known.
    this.entry.setEnabled(false);
    this.learnGame();
    this.on('position', () => this.show());
    this.on('moved', ({ played, before }) => this.#moved(played, before));
    this.on('end', () => {
      this.forgetPremove();
      playSound('end', this.context.settings);
    });
    this.on('tick', () => this.#showClocks());
    this.on('failed', ({ message }) => this.notes.say(message, 'error'));
  }

  /** Takes up which game it is. */
  learnGame() {
    const { variant, definition, rules } = this.game.tree;
    /** @type {{ title: string, kinds: Message.KindInfo[], switches?: Message.SwitchInfo[], note?: string }} */
    this.info = this.options.infoOf?.() ?? this.context.catalog.gameInfo(variant, definition);
    this.board.setKinds(this.info.kinds);
    this.explainer.clear();
    this.title.textContent = this.info.title;
    this.rules.textContent = this.info.note ?? capitalized(ruleWords(this.info, rules).join('; '));
  }

  /** Listens to the game for as long as it is shown. */
  on(name, act) {
    const { game } = this;
    game.on(name, (detail) => this.game === game && act(detail), { signal: this.listeners.signal });
  }

  close() {
    this.listeners.abort();
    this.endKeys();
    this.notes.clear();
    this.board.destroy();
  }

  /** Shows the game as it is now. */
  show() {
    const { game, board } = this;
    const { shown, isPast, human } = game;
    if (!shown) return;
    if (shown !== this.noted) this.explainer.leave();
    this.noted = shown;
    const canMove = !isPast && game.isOpen;
    board.show(shown, {
      flipped: this.#isFlipped,
      lastMove: game.lastMove,
      movable: canMove ? human : null,
      premove: canMove && (human === 'w' || human === 'b'),
    });
    board.highlight(this.premove ? [this.premove.from, this.premove.to].filter(Boolean) : [], 'premove');
    this.past.hidden = !isPast;
    this.#showPlacing();
    this.showAround();
    // What stands above the moves is there now.
    this.moves.show(game.tree, shown.first_fen);
  }

  /** Shows what has changed beside the board. */
  showAround() {
    const { game } = this;
    if (!game.shown) return;
    this.#showPlayers();
    this.entry.setEnabled(game.isHumanTurn && !game.isPast);
    this.options.onShow();
  }

  /** Whether Black sits at the bottom. */
  get #isFlipped() {
    return (this.game.human === 'b') !== this.isTurned;
  }

  flip() {
    this.isTurned = !this.isTurned;
    this.show();
  }

  /** Tells who puts pieces on the board first how many are left. */
  #showPlacing() {
    const { shown } = this.game;
    const left = shown.is_placing ? (shown.hands?.[shown.side].length ?? 0) : 0;
    this.notes.setPrompt(left ? `Place your pieces on the board: ${left} left.` : this.options.prompt?.() ?? PROMPT);
  }

  #showPlayers() {
    const { game, bars, board } = this;
    const flipped = this.#isFlipped;
    const { hands } = game.shown;
    // Captured pieces that are in hand stand beside the board already.
    const holds = hands !== null && hands.w + hands.b !== '';
    /** @type {['top'|'bottom', 'w'|'b'][]} */
    const places = [['top', flipped ? 'w' : 'b'], ['bottom', flipped ? 'b' : 'w']];
    for (const [place, side] of places) {
      const isTurn = game.live?.side === side && !game.end;
      bars[place].show(side, { ...this.options.playerOf(side), isTurn });
      bars[place].showCaptured(holds ? [] : game.shown.history, board.words);
    }
    this.#showClocks();
  }

  #showClocks() {
    const { clock, live } = this.game;
    for (const bar of Object.values(this.bars)) bar.showClock(clock);
    if (!clock?.running || !live || !this.game.isHuman(clock.running)) return;
    const isLow = clock.remaining(clock.running) < LOW_TIME;
    if (isLow && !this.isLow) playSound('low', this.context.settings);
    this.isLow = isLow;
  }

  /** Why the game is lost: what the checked king cannot flee. */
  async tellMate() {
    await this.explainer.tell(this.game.shown.checked[0]);
    this.notes.reveal();
  }

  /** A copy of the game for others, at the shown position. */
  copy() {
    return GameTree.fromKept(this.game.tree.toKept());
  }

  /**
   * @param {Message.PlayedMove} played
   * @param {Message.PositionInfo} before
   */
  #moved(played, before) {
    const { live } = this.game;
    if (this.options.onMoved?.(played)) {
      this.#playPremove();
      return;
    }
    if (!this.game.isHuman(played.side)) this.#tellLosses(played, before);
    const sound = played.removed.length ? 'capture' : live.in_check ? 'check' : 'move';
    playSound(sound, this.context.settings);
    if (live.checked.length && this.game.isHumanTurn) this.explainer.tellCheck();
    this.#playPremove();
  }

  /**
   * Tells of a move that is slow to arrive.
   * @param {Promise<any>} arrival
   */
  async sent(arrival) {
    let isTold = false;
    const late = setTimeout(() => {
      isTold = true;
      this.notes.say('Your move is sent as soon as the server answers.');
    }, LATE);
    await arrival;
    clearTimeout(late);
    if (isTold) this.notes.clear();
  }

  /** Tells how the other side has just captured something. */
  #tellLosses({ side, from, removed }, before) {
    const isOwn = this.game.human !== null;
    const reasons = removed.map(([square, letter]) => {
      const threat = before.threats.find((each) => each.side === side && each.by === from && each.victim === square);
      const { name } = this.board.words.kind(letter);
      const loss = isOwn ? `You lost the ${name} on ${square}` : `The ${name} on ${square} is captured`;
      return `${loss}${threat ? `: ${captureText(threat)}` : ''}.`;
    });
    if (reasons.length) this.notes.say(reasons.join('\n'));
  }

  #setPremove(move) {
    this.premove = move;
    this.show();
    this.notes.say(`Chosen in advance: ${move.from ?? `${move.drop}@`} to ${move.to}. Escape or another click forgets it.`);
  }

  #playPremove() {
    const { premove, game } = this;
    if (!premove || !game.isHumanTurn || game.isPast) return;
    this.forgetPremove();
    this.explainer.clear();
    const isIt = (move) => move.from === premove.from && move.to === premove.to && (premove.from || move.drop === premove.drop);
    const moves = game.live.moves.filter(isIt);
    if (moves.length === 1 && premove.from !== premove.to) this.options.onMove(moves[0]);
    else if (moves.length) {
      this.board.setSelection(premove.from ? { square: premove.from } : { hand: premove.drop, side: game.live.side });
      this.board.choose(moves);
    } else this.notes.say('The move that you chose in advance is not legal now.');
  }

  #select(square) {
    if (!square) return;
    this.forgetPremove();
    this.explainer.tell(square);
  }

  forgetPremove() {
    this.premove = null;
    this.board.highlight([], 'premove');
  }

  /**
   * Asks whether the game is to end.
   * @param {() => void} end
   */
  askToEnd(end, question = 'Do you resign this game?', answer = 'Resign') {
    const endIt = () => {
      this.notes.clear();
      end();
    };
    const yes = el('button.button.danger', { onclick: endIt }, answer);
    const goOn = el('button.button', { onclick: () => this.notes.clear() }, 'Play on');
    this.notes.say(question, 'why', [yes, goOn]);
    this.notes.reveal();
    goOn.focus();
  }

  /** Plays a move that was typed, in any notation. */
  async #enter(text) {
    const { game } = this;
    const { session } = this.context;
    if (!game.isHumanTurn) return 'It is not your turn.';
    const spec = game.tree.spec(game.last);
    let next;
    try {
      next = await session.ask({ type: 'position', game: { ...spec, moves: [...spec.moves, text] } });
    } catch {
      const { text: reason } = await session.ask({ type: 'explain', game: spec, text });
      return reason;
    }
    const { uci } = next.history.at(-1);
    const move = game.live.moves.find((legal) => legal.uci === uci);
    if (move) this.options.onMove(move);
    return null;
  }
}
